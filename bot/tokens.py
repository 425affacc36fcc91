"""The text of a button: ``t1.<match>.<point>.<action>``.

A token holds only facts that its message shows, and grants nothing: what is allowed depends on the
person who pressed. It must fit the platform with the least room (64 bytes), so everything in it is
short. The action is a step of the game in the record's canonical words (``play 7o``) or one of the
words below. These are in capitals, so that no variant's verb can be equal to one of them."""

import re
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import (
    ANY_POINT,
    Act,
    AddRobot,
    AnswerAhead,
    AnyCommand,
    ClaimOnTime,
    CloseTable,
    Cut,
    Decline,
    GoOn,
    Join,
    Leave,
    LetCall,
    LookAt,
    LookOn,
    MatchId,
    PersonId,
    ProposeEnd,
    Rematch,
    Remove,
    RemoveRobot,
    Return,
    SayPhrase,
    SeeOptions,
    SendSena,
    SetOptions,
    ShareDaily,
    SkipLesson,
    Start,
    TableFields,
)
from engine.seen.view import SeatView
from engine.state.state import Hand, State

LIMIT: Final = 64
"""The most bytes of a token: those of Telegram's callback data."""

PREFIX: Final = "t1."
"""The beginning of a token; the number is the version of its form."""
SAYING: Final = "l1."
"""The beginning of a token that stands for a typed command, perhaps about a table that was chosen:
``l1.<match>.<command>.<option>=<value>...``."""

JOIN: Final = "JOIN"
"""``JOIN``, ``JOIN A``, ``JOIN B``."""
JOIN_LATE: Final = "JOIN LATE"
"""Signs up for a tournament that is being held."""
JOIN_TOGETHER: Final = "JOIN TOGETHER"
"""Signs up to play with the person who has chosen this person as a partner."""
LEAVE: Final = "LEAVE"
LEAVE_EARLY: Final = "LEAVE EARLY"
"""Leaves a tournament that has not begun. Later that has a price, and the person is asked."""
INVITE: Final = "INVITE"
"""Shows the table's invitation. It is no command: the adapter answers as to the typed command."""
DECLINE: Final = "DECLINE"
"""Declines a challenge or an invitation: the person's seat is no longer kept."""
RETURN: Final = "RETURN"
ADD_ROBOT: Final = "ROBOT"
"""``ROBOT``, ``ROBOT 2`` (a seat)."""
REMOVE_ROBOT: Final = "NOROBOT"
START: Final = "START"
"""``START``; ``START yes``: without those who were invited and have not sat down."""
YES: Final = "yes"
NO: Final = "no"
OPTION: Final = "OPTION"
"""``OPTION flor con``; ``OPTION players 4``, ``turn_seconds 30``, ``variant mineiro``."""
OPTIONS: Final = "OPTIONS"
"""Shows the options of the table."""
CLOSE: Final = "CLOSE"
"""The host closes the lobby."""
LOOK: Final = "LOOK"
"""``LOOK 1``: watches this seat for señas. ``LOOK`` alone: watches nobody."""
LOOK_ON: Final = "LOOKON"
"""Looks on at the table, without a seat."""
LET_CALL: Final = "LET"
"""``LET 37 yes``, ``LET 37 no``: lets a robot of one's side call that asked at that moment."""
CLAIM_HAND: Final = "CLAIM"
"""Claims the hand from an adversary whose time has run out at a slow table."""
CLAIM_MATCH: Final = "CLAIMALL"
"""Claims the match from such an adversary."""
AHEAD: Final = "AHEAD"
"""Shows what may be said ahead in this hand. It is no command: the adapter answers with a page."""
FORGET: Final = "FORGET"
"""``FORGET truco``: takes back the answer that was given ahead to this event."""
PHRASE: Final = "PHRASE"
"""``PHRASE suerte``: says this phrase to the table."""
SENA: Final = "SENA"
"""``SENA SE-AR-01``, ``SENA SE-AR-01 2`` (to one seat)."""
CUT: Final = "CUT"
"""``CUT arriba``, ``CUT medio``, ``CUT abajo``, ``CUT toco``."""
GO_ON: Final = "NEXT"
"""Goes on without waiting for claims or for the next hand. The token has a point."""
END: Final = "END"
"""Proposes an amicable end, or agrees to it."""
REMOVE: Final = "REMOVE"
"""``REMOVE 2``: proposes to remove the absent person of this seat, or agrees to it."""
KEEP: Final = "KEEP"
"""``KEEP 2``: votes against removing the person of this seat."""
REMATCH: Final = "REMATCH"
SHARE: Final = "SHARE"
"""Shows the result of the person's hand of the day in the place where they asked for it."""
SKIP: Final = "SKIP"
"""Skips the lesson: the guided match becomes an ordinary one."""
MY_HAND: Final = "HAND"
"""Shows the person their cards. It is no command: the adapter answers with their private screen."""
FILM: Final = "FILM"
"""Shows the film of the match. It is no command: the adapter answers with a page."""
ANALYSE: Final = "ANALYSE"
"""Shows the analysis of the person's own match. No command: the adapter answers with a page."""
CARD: Final = "CARD"
"""Shows the picture of the match's end. No command: the adapter answers with a page."""
ORDER: Final = "ORDER"
"""Shows the order of the cards. No command: the adapter answers from the private screen."""
HINT: Final = "HINT"
"""Gives a hint. It is no command: the adapter answers with a page."""

SHOWING: Final = frozenset({MY_HAND, FILM, ANALYSE, CARD, ORDER, HINT, AHEAD, INVITE})
"""The buttons that are no commands: they only show something."""

_MATCH = re.compile(r"[a-z0-9]{8}")
_INVITATION = re.compile(r"[a-z0-9]{16}")
_TOKEN = re.compile(r"t1\.[a-z0-9]{8}\.[0-9a-z]{0,8}\.[A-Za-z0-9?\-]+( [A-Za-z0-9?_\-]+){0,6}")
_MOMENT = re.compile(r"[0-9]{1,9}")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_WORDS: Final = 2
"""The last digits of a point, which count the words that were said."""


class Token(Struct, frozen=True):
    """The parts of a token. ``point`` is empty if the press relies on no moment of the game."""

    match: MatchId
    point: str
    action: str

    def __str__(self) -> str:
        return encode(self.match, self.point, self.action)


class BadToken(Exception):
    """Not a token of this version: it is forged, cut short, or of an older version."""


def saying(command: str, *values: tuple[str, str], match: MatchId = "") -> str:
    """The token of a button that stands for a command with these option values. ``command``: its
    id. ``match``: the table that was chosen; empty: the command says it, or finds it."""
    options = (f"{option}={value}" for option, value in values)
    return SAYING + ".".join((match, command, *options))


def is_match(text: str) -> bool:
    """Whether this text has the form of a match's id."""
    return _MATCH.fullmatch(text) is not None


def is_invitation(text: str) -> bool:
    """Whether this text has the form of an invitation's code."""
    return _INVITATION.fullmatch(text) is not None


def encode(match: MatchId, point: str, action: str) -> str:
    """The text of a button. Raises :class:`BadToken` when the parts make no token."""
    text = f"{PREFIX}{match}.{point}.{action}"
    if not _is_token(text):
        raise BadToken
    return text


def decode(text: str) -> Token:
    """The parts of a button's text. Raises :class:`BadToken` for anything else."""
    if not _is_token(text):
        raise BadToken
    _, match, point, action = text.split(".")
    return Token(match, point, action)


def _is_token(text: str) -> bool:
    """Whether this text has the form of a token: four parts, of which none has a dot in it."""
    return _TOKEN.fullmatch(text) is not None and len(text) <= LIMIT


def point(at: State | SeatView | None) -> str:
    """The moment on which a press relies: the hand, its contest, and the words said in it. A card
    that is laid elsewhere does not change it; a call, an answer, a duel or a new hand does. Every
    view of a state has the same point as the state. It is empty before the first hand."""
    match at:
        case SeatView(number=number, duel=duel, said=said) if number:
            pass
        case State(number=number, hand=Hand(duel=duel, said=said)):
            pass
        case _:
            return ANY_POINT
    return f"{_base36(number)}{_base36(duel)}{_base36(len(said)).zfill(_WORDS)}"


def is_same_hand(one: str, other: str) -> bool:
    """Whether two points are moments of one hand and contest, whatever words were said since."""
    return one[:-_WORDS] == other[:-_WORDS]


def command(text: str, *, person: PersonId, request: str, name: str) -> AnyCommand | None:
    """The command of this button; ``None`` for one that only shows something (:data:`SHOWING`).
    ``name``: the name that is shown for the person, if the command gives them a seat or lets them
    look on. Raises :class:`BadToken`."""
    token = decode(text)
    at: TableFields = {"request": request, "person": person, "match": token.match}
    word, *rest = token.action.split(" ")
    if word in SHOWING and not rest:
        return None
    if word.islower():
        return Act(**at, pressed=True, action=token.action, point=token.point or ANY_POINT)
    if word == GO_ON and not rest:
        return GoOn(**at, pressed=True, point=token.point)
    return replace(_service_command(word, rest, at, name), pressed=True)


_BARE: Final[
    dict[
        str,
        type[
            Decline
            | Leave
            | Return
            | Start
            | Rematch
            | ProposeEnd
            | SeeOptions
            | SkipLesson
            | ShareDaily
            | ClaimOnTime
        ],
    ]
] = {
    LEAVE: Leave,
    DECLINE: Decline,
    RETURN: Return,
    START: Start,
    REMATCH: Rematch,
    END: ProposeEnd,
    OPTIONS: SeeOptions,
    SKIP: SkipLesson,
    SHARE: ShareDaily,
    CLAIM_HAND: ClaimOnTime,
}
"""The commands of one word without arguments."""


def _service_command(  # noqa: C901, a branch for each token
    word: str, rest: list[str], at: TableFields, name: str
) -> AnyCommand:
    match (word, rest):
        case (_, []) if word in _BARE:
            return _BARE[word](**at)
        case ("PLAYON", []):
            return ProposeEnd(**at, agree=False)
        case ("JOIN", [] | ["A"] | ["B"]):
            return Join(**at, name=name, team="".join(rest))
        case ("CLAIMALL", []):
            return ClaimOnTime(**at, whole=True)
        case ("CLOSE", []):
            return CloseTable(**at, as_host=True)
        case ("JOIN", ["LATE"]):
            return Join(**at, name=name, late=True)
        case ("JOIN", ["TOGETHER"]):
            return Join(**at, name=name, accepts=True)
        case ("LEAVE", ["EARLY"]):
            return Leave(**at, early=True)
        case ("LOOKON", []):
            return LookOn(**at, name=name)
        case ("START", ["yes"]):
            return Start(**at, sure=True)
        case ("ROBOT" | "NOROBOT", [] | [_]):
            seat = _seat(rest)
            kind = AddRobot if word == ADD_ROBOT else RemoveRobot
            return kind(**at, seat=seat)
        case ("OPTION", [option, value]):
            return SetOptions(**at, options=((option, value),))
        case ("REMOVE" | "KEEP", [_]):
            agree = word == REMOVE
            return Remove(**at, seat=_seat(rest), agree=agree)
        case ("CUT", [where]):
            return Cut(**at, where=where)
        case ("SENA", [sena, *to]) if len(to) <= 1:
            return SendSena(**at, sena=sena, to=_seat(to))
        case ("FORGET", [about]):
            return AnswerAhead(**at, about=about)
        case ("PHRASE", [phrase]):
            return SayPhrase(**at, phrase=phrase)
        case ("LET", [moment, "yes" | "no" as said]) if _MOMENT.fullmatch(moment):
            agree = said == YES
            return LetCall(**at, moment=int(moment), agree=agree)
        case ("LOOK", [] | [_]):
            return LookAt(**at, seat=_seat(rest))
        case _:
            raise BadToken


def _seat(words: list[str]) -> int:
    if not words:
        return -1
    if not re.fullmatch(r"[0-9]", words[0]):
        raise BadToken
    return int(words[0])


def _base36(number: int) -> str:
    more, digit = divmod(number, 36)
    return _base36(more) + _DIGITS[digit] if more else _DIGITS[digit]
