"""Refusals as values: an exception class per kind, an enum reason, parameters. No sentences."""

from enum import StrEnum


class Reason(StrEnum):
    """Why a step, a line or an assertion of a record was not accepted (``notation.md``).

    In the order in which they are reported when several hold: what everyone knows first.
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


OWN_CARDS = frozenset({Reason.NO_SUCH_CARD, Reason.FLOR_FIRST, Reason.NO_FLOR})
"""Reasons that tell something of the seat's own cards: said to that person alone."""


class EngineError(Exception):
    """Whatever the engine refuses."""

    def __init__(self, reason: Reason, **parameters: object) -> None:
        super().__init__(reason.value, parameters)
        self.reason = reason
        self.parameters = parameters


class IllegalAction(EngineError):
    """The step is well formed and may not be taken now; the state is unchanged."""


class BadDeal(EngineError):
    """These cards cannot be dealt so: a card twice, too many, a stranger to the deck."""


class BadRules(EngineError):
    """These options make no table. ``problems`` lists every one of them."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__(Reason.BAD_OPTION, problems=problems)
        self.problems = problems


class BadRecord(EngineError):
    """A line of a record that is not the format's."""


class UnknownCard(Exception):
    """The next step needs a card that the writer of the record never saw."""
