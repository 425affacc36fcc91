"""The state of a match as frozen values.

Three layers, from what changes seldom to what changes with every word:

* :class:`State` -- the match: score, games, whose deal it is, and the current (or last) hand;
* :class:`Hand` -- one deal: cards, what was laid, points won so far, what the table has learnt;
* :class:`Position` -- everything *public* that decides who may do what in the running contest.

A position holds no card. The public half of the guard (:mod:`engine.guard.offers`) is therefore a
pure function of the position, and cannot leak a hand even by mistake.

Seats, sides, accounts and sets of them are kinds of numbers of their own (:mod:`engine.numbers`).

Values are made of older values only, so no cycle can come about and the garbage collector need not
look at them (``gc=False``); counting references frees them. A snapshot names no fields
(``array_like``): :mod:`engine.record.codec` has a version for that.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from engine.cards import UNKNOWN, Card
from engine.events import AnyEvent
from engine.numbers import (
    NO_ACCOUNT,
    NO_NUMBER,
    NO_SEATS,
    NO_SIDE,
    NOBODY,
    Account,
    Game,
    Kind,
    Seat,
    Seats,
    Side,
    SideBit,
    Sides,
)
from engine.state.facts import Fact
from engine.state.table import Table

if TYPE_CHECKING:
    from dataclasses import KW_ONLY

# --- games (the things that are called and answered) ---------------------------------------
TRUCO_GAME: Final = Game(0)
ENVIDO_GAME: Final = Game(1)
FLOR_GAME: Final = Game(2)
DECLARATION: Final = Game(3)
"""Not a call but its consequence: the side that is behind has to state its points or give up."""
SPECIAL_GAME: Final = Game(4)
"""Not a call either: a side near the end decides whether to play the hand or to run from it."""

FLOR_PARTNERS: Final = Game(5)
"""Nor this: the caller's partners with a flor say whether they add theirs (GA-FLO-04)."""
BLIND_GAME: Final = Game(6)
"""A compound call made before looking at one's cards (TR-COM)."""

GAME_NAMES: Final = (
    "truco",
    "envido",
    "flor",
    "declaration",
    "special",
    "partners",
    "blind",
)

# --- kinds of hand near the end of a game -----------------------------------------------------
ORDINARY: Final = 0
SPECIAL: Final = 1
"""One side decides: mão de onze, mão de dez."""
FERRO: Final = 2
"""Both sides are there: mão de ferro."""

# --- what has become of the envido, the flor ------------------------------------------------
OPEN: Final = 0
CALLED: Final = 1
"""Called and not yet answered."""
ACCEPTED: Final = 2
REFUSED: Final = 3
VOID: Final = 4
"""Annulled by a flor, or closed by an accepted truco."""

# --- what a side may claim once --------------------------------------------------------------
FLOR_CLAIM: Final = SideBit(1)
DENOUNCEMENT: Final = SideBit(4)

# --- phases of a hand ------------------------------------------------------------------------
PLAYING: Final = 0
CLAIMS: Final = 1
"""The last card is down; showing and claims are still open, ``Close`` ends them."""
OVER: Final = 2


class Pending(Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """One entry of the stack of things that wait for an answer; the last is answered first."""

    game: Game
    side: Side
    """Who called. For a declaration: who leads it (the other side speaks), ``NO_SIDE`` at first."""
    seat: Seat
    """Who said the last word of it."""
    step: int
    """Which call: the ladder's step, or the index of the envido or flor call in its list."""
    counts: tuple[int, ...] = ()
    """Envido: how often each call of the rule set's list has been said in this sequence."""
    wanted: int = 0
    """Points if accepted; a declaration: the points it is about. A formula's worth is worked out
    when it is accepted, from the score of that moment; what further flores add, when it pays."""
    refused: int = 0
    """Points to the caller's side if refused."""
    said_no: Seats = NO_SEATS
    """Seats that have refused where one acceptance prevails."""
    asked: Seats = NO_SEATS
    """Seats that have to answer, where these are not the whole other side (holders of a flor)."""
    best: int = NO_NUMBER
    """Declaration: the best number stated so far, by ``seat``."""
    adds: int = 0
    """Envido: what the last call added, where a raise may not add less."""


class Position(Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """All that is public and decides who may act in the running contest."""

    if TYPE_CHECKING:
        # The type checker wants a position made by keyword. When the program runs, keywords would
        # cost ten times as much as the rest: the one place without them uses :data:`in_order`.
        _: KW_ONLY

    contest: tuple[Seat, ...]
    """The contest's seats, from its mano on."""
    turn: Seat
    """The seat that has to lay a card, were nothing to be answered; ``NOBODY`` after the last."""
    lead: Seat
    trick: int
    """0 for the first trick."""
    laid: Seats
    """Seats that have laid a card in this trick."""
    opened: Seats
    """Seats that have laid any card in this contest."""
    gone: Seats
    """Seats that have left the hand alone."""
    level: int
    """The accepted step of the truco ladder; 0: none."""
    word: Side
    """The side that may call the next step; ``NO_SIDE``: either."""
    stack: tuple[Pending, ...]
    envido: int
    """What has become of the envido of this contest: :data:`OPEN` ... :data:`VOID`."""
    flor: int
    """The same of the flor."""
    flores: Seats
    """Seats whose flor has been announced."""
    phase: int
    claimed: Sides
    """Sides that have used their *pido flor* (:data:`FLOR_CLAIM`) or have denounced
    (:data:`DENOUNCEMENT`)."""
    owing: Seats
    """Seats that may still show the cards of points they hold in escrow."""
    begun: Seats
    """Seats whose contest has begun in this hand."""
    special: int = ORDINARY
    covered: Seats = NO_SEATS
    """Seats that have laid face down in this trick, at a table where that matters."""
    tied: bool = False
    """Some trick of this contest was a parda."""
    beaten: Side = NO_SIDE
    """The side that called over a card of the others in this trick, where it must beat it."""
    limits: tuple[int, ...] = ()
    """The highest step of the ladder each side may call, where that depends on the score."""
    barred: Seats = NO_SEATS
    """Seats that may no longer open the envido for what they have said (UY-ENV-02)."""
    lacking: int = 0
    """What the leader of the game lacked when the contest began, where it bounds a number."""
    blind: Seat = NOBODY
    """The seat that has not looked at its cards yet, and may call blind (TR-COM-01)."""
    discard: Seat = NOBODY
    """The seat that has to put a card away before anything else (TR-GAL-04)."""
    shut: int = 0
    """The envido calls (by index) that do not exist at this score (TR-ENV-17)."""
    suspects: Seats = NO_SEATS
    """Seats that left alone without having shown two suits (TR-FLO-10)."""
    stated: Seats = NO_SEATS
    """Seats that have stated their points or said flor in this hand, where that may be denounced
    (TR-FAL-05)."""
    aley: Seats = NO_SEATS
    """Seats that have said *a ley*."""
    mute: Seats = NO_SEATS
    """Seats that have called or accepted something before saying a flor: they may say none."""
    ley: Seat = NOBODY
    """The seat whose *a ley* was an envido too."""


in_order: Final[Callable[..., Position]] = Position
"""Makes a position of all its values, given in the order of its fields. The type checker does not
check that order; only :meth:`engine.moves.draft.Draft.position` may rely on it."""


class Bet(Struct, frozen=True, gc=False, array_like=True):
    """A bet that is settled when the hand is over."""

    kind: Kind
    """0 flor, 1 envido, as in :class:`Entry`."""
    side: Side
    """Who called."""
    step: int
    """Which call."""
    wanted: int
    """Points, where no formula decides."""
    refused: int
    """What was accepted before its last call."""
    accepted: bool
    """Off: declined, but paid only then."""


class Play(Struct, frozen=True, gc=False, array_like=True):
    """A card laid in the running contest."""

    trick: int
    seat: Seat
    card: Card
    covered: bool


class Trick(Struct, frozen=True, gc=False, array_like=True):
    """A finished trick."""

    side: Side
    """Who won it; ``NO_SIDE``: parda."""
    seat: Seat
    """Whose card won it (the first laid of equals); ``NOBODY``: parda."""
    leads: Seat
    """Who leads the next."""


class Spoken(Struct, frozen=True, gc=False, array_like=True):
    """A call, an answer or a declaration, as it was said in the running contest."""

    seat: Seat
    verb: str
    number: int = NO_NUMBER
    """Points stated; ``NO_NUMBER`` when the word has none."""


# --- the ledger ------------------------------------------------------------------------------
FLOR_POINTS_KIND: Final = Kind(0)
ENVIDO_POINTS_KIND: Final = Kind(1)
TRUCO_POINTS_KIND: Final = Kind(2)
KIND_NAMES: Final = ("flor", "envido", "truco")


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """Points won in this hand, in the order in which they were won."""

    duel: int
    """Which contest of the hand."""
    kind: Kind
    """0 flor, 1 envido, 2 truco: the order in which a hand is counted (AR-MAT-04)."""
    side: Side
    points: int
    article: str
    """Key of the article that gives them."""


FLOR_SAID: Final = -1
"""A flor said in its time, in :attr:`Hand.statements`."""
FLOR_LATE: Final = -2
"""One said after the seat's first card."""


class Held(Struct, frozen=True, gc=False, array_like=True):
    """Points that are won but not yet safe: to be checked, or to be shown, before the next deal."""

    duel: int
    kind: Kind
    side: Side
    points: int
    article: str
    seats: Seats
    """Whose cards have to be seen."""
    stated: int = NO_NUMBER
    """The number the winner stated (manual declarations), to be checked."""
    show: bool = False
    """In escrow until the cards have been seen."""
    claimant: Seat = NOBODY
    """The seat that won them by saying flor, where that may have been false (TR-FLO-03)."""
    keeps: int = 0
    """The points that the side keeps if that flor was false."""
    at: int = 0
    """How many entries there were before: points are counted in the order in which they were won,
    also when they are safe only later."""


class Proof(Struct, frozen=True, gc=False, array_like=True):
    """Cards that have to be seen when the contest is over, because they won points (AR-MOS-01)."""

    kind: Kind
    seat: Seat


Statement = tuple[int, Seat, int]
"""What a seat has stated: (duel, seat, points; or :data:`FLOR_SAID` or :data:`FLOR_LATE`)."""


class Hand(Struct, frozen=True, gc=False, array_like=True):
    """One deal."""

    mode: str
    """``redonda`` or ``pica``; empty where the table knows no duels."""
    dealt: tuple[tuple[Card, ...], ...]
    turned: Card
    duel: int
    """The running contest's number."""
    cards: tuple[tuple[Card, ...], ...]
    """What each seat still holds, in the order dealt."""
    plays: tuple[Play, ...]
    """Cards laid in the running contest."""
    tricks: tuple[Trick, ...]
    """Finished tricks of the running contest."""
    said: tuple[Spoken, ...]
    """Words of the running contest."""
    seen: tuple[tuple[Card, ...], ...]
    """Cards of each seat that lie face up or were shown, over the whole hand."""
    position: Position
    start: tuple[int, ...]
    """The score by account when the hand began."""
    entries: tuple[Entry, ...] = ()
    held: tuple[Held, ...] = ()
    facts: tuple[Fact, ...] = ()
    stopped: bool = False
    """Play stopped because points in escrow would end the game."""
    waiting: tuple[Entry, ...] = ()
    """Points of the hand itself that wait for the end of the claims."""
    proofs: tuple[Proof, ...] = ()
    """What the running contest will have to show."""
    statements: tuple[Statement, ...] = ()
    """The numbers and flores that seats have stated; they may be denounced."""
    put_away: Card = UNKNOWN
    """The card that the lone player put away; its own seat alone knows it."""
    bets: tuple[Bet, ...] = ()
    """What will be settled when it is over."""


class State(Struct, frozen=True, gc=False):
    """A whole match at one moment."""

    table: Table
    dealer: Seat = NOBODY
    """Dealer of the current or last hand."""
    number: int = 0
    """Hands dealt so far."""
    first: bool = True
    """The next hand is the first of its game."""
    score: tuple[int, ...] = (0, 0)
    games: tuple[int, ...] = (0, 0)
    hand: Hand | None = None
    winner: Account = NO_ACCOUNT
    """The account that has won the match."""
    ended: str = ""
    """Why the match stopped before its end; empty when it did not."""


class Step(NamedTuple):
    """What :func:`engine.apply.apply` returns."""

    state: State
    events: tuple[AnyEvent, ...]


step_of: Final = partial(tuple.__new__, Step)
"""``Step(...)`` of a pair, in half the time."""


def other(side: Side) -> Side:
    """The opposing side."""
    return 1 - side
