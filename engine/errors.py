"""The refusals of the engine: a class of exception for each kind, with a reason and parameters. The
sentences that people read are not here."""

from enum import StrEnum


class Reason(StrEnum):
    """The reason why a step, a line of a record or an assertion of a record was not accepted
    (``docs/spec/notation.md``).

    When several reasons hold, one that everyone may know is reported before one that tells
    something about the seat's own cards: ``NO_SUCH_CARD``, ``FLOR_FIRST``, ``NO_FLOR``.
    """

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    NOT_IN_PLAY = "NOT_IN_PLAY"
    ANSWER_FIRST = "ANSWER_FIRST"
    NOTHING_TO_ANSWER = "NOTHING_TO_ANSWER"
    OWN_CALL = "OWN_CALL"
    NOT_AVAILABLE = "NOT_AVAILABLE"
    TOO_LATE = "TOO_LATE"
    ONLY_PIE = "ONLY_PIE"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    NO_COVER = "NO_COVER"
    FLOR_FIRST = "FLOR_FIRST"
    NO_FLOR = "NO_FLOR"
    BAD_NUMBER = "BAD_NUMBER"
    SPECIAL_HAND = "SPECIAL_HAND"
    NOT_AT_THIS_TABLE = "NOT_AT_THIS_TABLE"
    HAND_OVER = "HAND_OVER"
    MATCH_OVER = "MATCH_OVER"
    BAD_LINE = "BAD_LINE"
    BAD_OPTION = "BAD_OPTION"
    BAD_DEAL = "BAD_DEAL"
    NOT_REFUSED = "NOT_REFUSED"
    OTHER_REASON = "OTHER_REASON"
    ACTIONS_DIFFER = "ACTIONS_DIFFER"
    RESULT_DIFFERS = "RESULT_DIFFERS"


class EngineError(Exception):
    """The base of all refusals. ``reason``: the kind of refusal; ``parameters``: the further values
    that a message needs."""

    def __init__(self, reason: Reason, **parameters: object) -> None:
        super().__init__(reason.value, parameters)
        self.reason = reason
        self.parameters = parameters


class IllegalAction(EngineError):
    """A step that may not be taken now. The state is unchanged."""


class BadDeal(EngineError):
    """A deal that is not possible: a card that comes twice or is not in the deck, a wrong number of
    cards, a wrong dealer or mode, or a hand that is not finished."""


class BadRules(EngineError):
    """Options that are unknown or cannot be combined. ``problems``: all of them, as (name,
    value)."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__(Reason.BAD_OPTION, problems=problems)
        self.problems = problems


class BadRecord(EngineError):
    """A line of a record that is not in the format. Parameters: ``line`` (from 1; 0: no line) and
    ``text``."""


class UnknownCard(Exception):
    """A step cannot be judged without a card that is unknown."""
