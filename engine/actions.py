"""The actions of a match: the steps of seats, and the steps of the table itself.

Verbs are the canonical words of the record format; they are plain strings because they are
compared millions of times and because they *are* the notation.
"""

from typing import Final

from msgspec import Struct

from engine.cards import UNKNOWN, Card

NO_ARGUMENT: Final = -2
"""The value of ``arg`` in an :class:`Action` that has none (``UNKNOWN`` is a card: -1)."""

PLAY: Final = "play"
COVER: Final = "cover"
TRUCO: Final = "truco"
RETRUCO: Final = "retruco"
VALE4: Final = "vale4"
ENVIDO: Final = "envido"
REAL_ENVIDO: Final = "realenvido"
FALTA_ENVIDO: Final = "faltaenvido"
PIEDRAS: Final = "piedras"
QUIERO: Final = "quiero"
NO_QUIERO: Final = "noquiero"
FLOR: Final = "flor"
CONTRAFLOR: Final = "contraflor"
RESTO: Final = "resto"
FLOR_ENVIDO: Final = "florenvido"
FLOR_QUIERO: Final = "florquiero"
ACHICO: Final = "achico"
PASSO: Final = "passo"
"""A partner keeps his flor to himself (GA-FLO-04)."""
MAZO: Final = "mazo"
JOGA: Final = "joga"
CORRE: Final = "corre"
PLAY_NTH: Final = "place"
"""Lay a card one may not see, by its number in the deal (1 to 3); a record writes ``play 1``."""
ALEY: Final = "aley"
"""*A ley*: this seat says that it holds a flor, and announces it later (VE-FLO-05)."""
STACK: Final = "stack"
"""Lay one's last two cards face down in a pile (VE-PAR-02); the argument is a :func:`pile`."""
TENGO: Final = "tengo"
BUENAS: Final = "buenas"
PIDO_FLOR: Final = "pidoflor"
MOSTRAR: Final = "mostrar"
IGUALAR: Final = "igualar"
CFT: Final = "cft"
"""Contraflor, falta envido y truco, said before looking at one's cards (TR-COM-01)."""
FT: Final = "ft"
VER: Final = "ver"
"""Look at one's cards, and so give up the blind call (TR-COM-01)."""
DESCARTA: Final = "descarta"
"""Put one card away: the lone player is dealt four and keeps three (TR-GAL-04)."""
DENUNCIA: Final = "denuncia"
"""Denounce that the other side stated points that it did not have (TR-FAL-05)."""
INTERFIERE: Final = "interfiere"
"""Somebody who waits meddles in a duel (TR-SEI-05)."""

PASO_FALTA: Final = "paso falta quiero truco"
PASO_CONTRAFLOR: Final = "paso contraflor quiero truco"
PASO_TRUCO_FALTA: Final = "paso truco quiero falta"
PASO_TRUCO_CONTRAFLOR: Final = "paso truco quiero contraflor"
PART_VERBS: Final = (PASO_FALTA, PASO_CONTRAFLOR, PASO_TRUCO_FALTA, PASO_TRUCO_CONTRAFLOR)
"""Answers to a compound call that refuse one part of it: the whole phrase is the verb."""
BLIND_VERBS: Final = frozenset({CFT, FT, VER})

CARD_VERBS: Final = frozenset({PLAY, COVER, PLAY_NTH, STACK})
"""Verbs that lay cards: one, named by itself or by its number in the deal, or a pile of two."""
NUMBER_VERBS: Final = frozenset({TENGO, PIEDRAS})
"""Verbs whose argument is a number that the player chooses (offered as a :class:`Range`)."""
PERHAPS_NUMBER: Final = frozenset({ENVIDO, REAL_ENVIDO})
"""Verbs that may be said with a number or without one."""


_PILE: Final = 64


def pile(top: Card, below: Card) -> int:
    """Two cards as one argument; ``top`` lies upon ``below``."""
    return (top + 1) * _PILE + below + 1


def cards_of_pile(arg: int) -> tuple[Card, Card]:
    """(top, below) of a :func:`pile`."""
    return arg // _PILE - 1, arg % _PILE - 1


class Action(Struct, frozen=True, gc=False, cache_hash=True):
    """One step of one seat, as ``seat verb [argument]`` of a record."""

    seat: int
    verb: str
    arg: int = NO_ARGUMENT
    """A card, a pile, a number or a seat: the verb decides which. :data:`NO_ARGUMENT` for a verb
    that takes none."""


class Range(Struct, frozen=True, gc=False, cache_hash=True):
    """Legal actions that differ in their number alone: every ``Action(seat, verb, n)`` with low <=
    n <= high."""

    seat: int
    verb: str
    low: int
    high: int


class Deal(Struct, frozen=True, gc=False):
    """The deal of one hand: the only place where chance enters, as an argument."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat in the order they were dealt; ``UNKNOWN`` where not known."""
    turned: Card = UNKNOWN
    """The vira or muestra; ``UNKNOWN`` in variants without one."""
    mode: str = ""
    """``redonda`` or ``pica``. Empty: the rules choose; they alternate, and a match begins with
    redonda."""


class Close(Struct, frozen=True, gc=False):
    """The time for claims after the last card is over (``close``)."""


class End(Struct, frozen=True, gc=False):
    """The match stops before its end; an unfinished hand counts for nothing (``end agreed``)."""

    reason: str
    """``agreed``, ``abandoned`` or ``void``."""


AnyAction = Action | Deal | Close | End
Legal = Action | Range

END_REASONS: Final = ("agreed", "abandoned", "void")
DRAWN: Final = "drawn"
"""The reason for the end of a duplicate match in which both sides have equal points (DU-04)."""
