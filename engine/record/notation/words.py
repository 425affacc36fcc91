"""The words of steps: verbs, their arguments, and other words that are read in their place.

Each meaning is written with one canonical word, and the players' other words are read too. The
meaning of ``quiero`` and ``paso`` depends on the pending call: over a flor bet they answer that
bet. So words become an action in two moves. :func:`parse_action` needs only the table;
:func:`resolve` also needs the state. :func:`read_step` does both.
"""

import re
from typing import Final, NoReturn

from msgspec.structs import replace

from engine.actions import (
    ACHICO,
    CORRE,
    COVER,
    DESCARTA,
    ENVIDO,
    FLOR_QUIERO,
    MAZO,
    NO_ARGUMENT,
    NO_QUIERO,
    NUMBER_VERBS,
    PART_VERBS,
    PERHAPS_NUMBER,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    QUIERO,
    STACK,
    VER,
    Action,
    Legal,
    Range,
    cards_of_pile,
    pile,
)
from engine.errors import BadRecord, Reason
from engine.state.seats import is_blind
from engine.state.state import FLOR_GAME, SPECIAL_GAME, State
from engine.state.table import Table

NOTHING: Final = "nothing"
CARD: Final = "card"
PILE: Final = "pile"
NUMBER: Final = "number"
PERHAPS: Final = "perhaps"
"""A number, or nothing."""
SEAT: Final = "seat"

_TAKING: Final = {
    **dict.fromkeys((PLAY, COVER, DESCARTA), CARD),
    **dict.fromkeys(PERHAPS_NUMBER, PERHAPS),
    **dict.fromkeys(NUMBER_VERBS, NUMBER),
    STACK: PILE,
    PIDO_FLOR: SEAT,
}
_VERBS: Final = (
    "play cover truco retruco vale4 envido realenvido faltaenvido piedras quiero noquiero "
    "flor contraflor resto florenvido florquiero achico passo mazo stack aley aleyenvido "
    "vale9 valejuego tengo buenas pidoflor mostrar seis nove dez doze queda joga corre "
    "igualar cft ft ver descarta interfiere denuncia"
)
ARGUMENTS: Final = {verb: _TAKING.get(verb, NOTHING) for verb in (*_VERBS.split(), *PART_VERBS)}
"""The argument of each verb."""

ALSO_READ: Final = {
    "quero": QUIERO,
    "naoquero": NO_QUIERO,
    "paso": NO_QUIERO,
    "baralho": MAZO,
    "mirar": VER,
}
"""Other words for a verb; their meaning does not depend on the state."""

LOOSE: Final = {"dale": QUIERO, "veo": QUIERO, "acepto": QUIERO, "bueno": QUIERO}
"""Other forms of yes, for tables with ``words=loose`` (AR-TRU-08)."""

WRONG_ORDER: Final = {"envido-mal": ENVIDO}
"""Words for a call whose number was said in the wrong order; the number does not count
(TR-ENV-13)."""

OF_A_FLOR: Final = {QUIERO: FLOR_QUIERO, NO_QUIERO: ACHICO}
"""The verb of an answer when a flor is what must be answered first."""

PLACES: Final = ("1", "2", "3")
"""The names of cards that their owner may not see: their places in the deal."""

_NUMBER: Final = re.compile(r"[0-9]{1,6}")
_RANGE: Final = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")


def bad(reason: Reason, text: str, line: int = 0) -> BadRecord:
    """The error for a text that is not in the format. ``line``: 0 for a text that is no part of a
    record."""
    return BadRecord(reason, line=line, text=text)


def _refuse(text: str) -> NoReturn:
    raise bad(Reason.BAD_LINE, text)


def read_number(word: str) -> int:
    """The value of a word that is a whole number without a sign; raises :class:`BadRecord` for any
    other word."""
    if not _NUMBER.fullmatch(word):
        _refuse("not a number")
    return int(word)


def read_seat(table: Table, word: str) -> int:
    """The seat of this table that a word names; raises :class:`BadRecord` if there is none."""
    seat = read_number(word)
    if seat >= table.players:
        _refuse(f"there is no seat {int(word)}")
    return seat


def parse_action(table: Table, seat: int, text: str) -> Action:
    """The step that these words say, a verb and its arguments, without a look at the state.

    Raises :class:`BadRecord` when they are no step of the format. A ``quiero`` that answers a flor
    is still a ``quiero`` here; :func:`resolve` changes it.
    """
    words = text.split()
    if not words:
        _refuse("no verb")
    if len(words) > 1 and words[0] in (QUIERO, NO_QUIERO, "paso"):
        return Action(seat, _compound(words))
    if words[0] in WRONG_ORDER and len(words) == 2:
        read_number(words[1])
        return Action(seat, WRONG_ORDER[words[0]])
    verb = _verb(table, words[0])
    kind = ARGUMENTS[verb]
    if kind is PERHAPS:
        kind = NOTHING if len(words) == 1 else NUMBER
    takes = {NOTHING: 0, PILE: 2}.get(kind, 1)
    if len(words) != 1 + takes:
        _refuse(f"{verb} takes {('no argument', 'one argument', 'two arguments')[takes]}")
    if kind is NOTHING:
        return Action(seat, verb)
    if kind is NUMBER:
        return Action(seat, verb, read_number(words[1]))
    if verb == PLAY and words[1] in PLACES:
        return Action(seat, PLAY_NTH, int(words[1]))
    if kind is SEAT:
        return Action(seat, verb, read_seat(table, words[1]))
    try:
        cards = [table.spelling.read(word) for word in words[1:]]
        return Action(seat, verb, pile(*cards) if kind is PILE else cards[0])
    except ValueError:
        _refuse("no such card")


def parse_legal(table: Table, seat: int, text: str) -> Legal:
    """As :func:`parse_action`, for what a seat may do: a number is read as a range, ``tengo 0-33``
    or ``tengo 27``."""
    words = text.split()
    if len(words) == 2 and (bounds := _RANGE.fullmatch(words[1])):
        verb = _verb(table, words[0])
        low, high = int(bounds[1]), int(bounds[2])
        if ARGUMENTS[verb] not in (NUMBER, PERHAPS) or low > high:
            _refuse("no such range")
        return Range(seat, verb, low, high)
    action = parse_action(table, seat, text)
    if ARGUMENTS.get(action.verb) in (NUMBER, PERHAPS) and action.arg != NO_ARGUMENT:
        return Range(seat, action.verb, action.arg, action.arg)
    return action


def _compound(words: list[str]) -> str:
    """The verb of an answer to the parts of a blind call (TR-COM-06). An answer that first refuses
    one part and then accepts the rest refuses that part. An answer that begins with an acceptance
    accepts everything."""
    first = QUIERO if words[0] == QUIERO else "paso"
    answers = (first, "paso" if first == QUIERO else QUIERO)
    rest = words[1:]
    if len(rest) == 3 and rest[1] == NO_QUIERO:
        rest[1] = "paso"
    parts = {"falta", "contraflor", "truco"}
    if len(rest) != 3 or rest[1] != answers[1] or not {rest[0], rest[2]} <= parts:
        _refuse("no such answer")
    if first == QUIERO:
        return QUIERO
    phrase = " ".join(("paso", *rest))
    if phrase not in PART_VERBS:
        _refuse("no such answer")
    return phrase


def _verb(table: Table, word: str) -> str:
    """The canonical verb of a word; raises :class:`BadRecord` if it has none."""
    if word == CORRE and table.rules.special is None:
        return NO_QUIERO
    if word in ARGUMENTS:
        return word
    if word in ALSO_READ:
        return ALSO_READ[word]
    if word in LOOSE and dict(table.rules.options).get("words") == "loose":
        return LOOSE[word]
    _refuse("no such verb")


def resolve(state: State, action: Action) -> Action:
    """The action with its canonical verb, which depends on the pending call.

    In a blind hand a record may name a card (``play 7o``), because its writer knows the cards; the
    action gets the card's place in the deal instead.
    """
    hand = state.hand
    if hand is not None and action.verb == PLAY and is_blind(state.table, hand.position.special):
        dealt = hand.dealt[action.seat]
        if action.arg in dealt:
            return Action(action.seat, PLAY_NTH, dealt.index(action.arg) + 1)
    return _answered(state, action)


def _answered(state: State, action: Action) -> Action:
    """The action with the verb of an answer changed to fit the pending call. *Quiero* and *no
    quiero* answer a flor with words of its own; *corre* runs from a special hand, and means *no
    quiero* at any other time."""
    hand = state.hand
    if hand is None:
        return action
    position = hand.position
    game = position.stack[-1].game if position.stack else None
    if game == FLOR_GAME and action.verb in OF_A_FLOR:
        return replace(action, verb=OF_A_FLOR[action.verb])
    if game != SPECIAL_GAME and action.verb == CORRE:
        return replace(action, verb=NO_QUIERO)
    return action


def read_step(state: State, seat: int, words: str) -> Action:
    """The step that a seat means by these words now. Raises :class:`BadRecord` when they are none.

    In a blind hand the words must name a place and no card. Otherwise a player could try names of
    cards and learn which of them he holds.
    """
    return _answered(state, parse_action(state.table, seat, words))


def write_action(table: Table, action: Legal) -> str:
    """An action in canonical words without its seat: ``play 7o``; a range as ``tengo 0-33``."""
    if isinstance(action, Range):
        return f"{action.verb} {action.low}-{action.high}"
    if action.verb == PLAY_NTH:
        return f"{PLAY} {action.arg}"
    if action.arg == NO_ARGUMENT:
        return action.verb
    if ARGUMENTS.get(action.verb) is CARD:
        return f"{action.verb} {table.spelling.write(action.arg)}"
    if action.verb == STACK:
        names = [table.spelling.write(card) for card in cards_of_pile(action.arg)]
        return f"{STACK} {' '.join(names)}"
    return f"{action.verb} {action.arg}"
