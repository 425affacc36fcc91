"""The state of a match as frozen values.

There are three layers. The first changes seldom, the last with every word:

* :class:`State` -- the match: score, games, dealer, and the running (or last) hand;
* :class:`Hand` -- one deal: cards, plays, points won so far, and facts;
* :class:`Position` -- everything *public* that decides who may do what in the running contest.

A position holds no card. The public half of the guard (:mod:`engine.guard.offers`) is therefore a
pure function of the position, and cannot leak a hand even by mistake.

Seats, sides, accounts and sets of them are kinds of numbers of their own (:mod:`engine.numbers`).

A value holds only older values, so values never form a cycle. They are freed by their reference
counts, and the garbage collector need not look at them (``gc=False``). A snapshot holds values
without the names of their fields (``array_like``), so :mod:`engine.record.codec` has a version.
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
"""After an accepted envido: the side that is behind has to state its points or give up
(AR-ENV-17)."""
SPECIAL_GAME: Final = Game(4)
"""Before a special hand: the side near the end decides whether to play it or to run from it."""

FLOR_PARTNERS: Final = Game(5)
"""After the announcement of a flor: the partners with a flor say whether they add theirs
(GA-FLO-04)."""
BLIND_GAME: Final = Game(6)
"""A compound call made before looking at one's cards (TR-COM)."""

GAME_NAMES: Final = ("truco", "envido", "flor", "declaration", "special", "partners", "blind")

# --- kinds of hand near the end of a game -----------------------------------------------------
ORDINARY: Final = 0
SPECIAL: Final = 1
"""One side decides: mão de onze, mão de dez."""
FERRO: Final = 2
"""Both sides are there: mão de ferro."""

# --- the status of the envido and of the flor -----------------------------------------------
OPEN: Final = 0
CALLED: Final = 1
"""Called and not yet answered."""
ACCEPTED: Final = 2
REFUSED: Final = 3
VOID: Final = 4
"""Nobody may call it any more: a flor has annulled it, or something has closed it."""

# --- what a side may claim once --------------------------------------------------------------
FLOR_CLAIM: Final = SideBit(1)
DENOUNCEMENT: Final = SideBit(4)
MEDDLING: Final = SideBit(16)
"""Of the side that has meddled in the running duel: the other side may denounce it."""

# --- phases of a hand ------------------------------------------------------------------------
PLAYING: Final = 0
CLAIMS: Final = 1
"""No more cards are laid. Seats may still show cards and claim; ``Close`` ends that."""
OVER: Final = 2
"""The hand has been counted."""


class Pending(Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """One entry of the stack of things that wait for an answer; the last is answered first."""

    game: Game
    side: Side
    """The side that has called. For a declaration: the side with the best points so far (the other
    one speaks); ``NO_SIDE`` before anybody has spoken."""
    seat: Seat
    """The seat that said the last call of it."""
    step: int
    """The call: the step of the ladder, or the index of the call in the list of the envido, the
    flor or the blind calls."""
    counts: tuple[int, ...] = ()
    """Envido: how often each call of the rule set's list has been said in this sequence. Blind
    call: the games that it is about, in the order in which they are settled."""
    wanted: int = 0
    """The points if the call is accepted; of a declaration, the points of the envido. Points of a
    formula are not in it, for they are worked out from the score when the call is accepted; nor are
    those of further flores."""
    refused: int = 0
    """The points of the caller's side if the call is refused."""
    said_no: Seats = NO_SEATS
    """The seats that have refused. Used where a side refuses only if all its seats refuse."""
    asked: Seats = NO_SEATS
    """The seats that have to answer; empty: any of the other side may."""
    best: int = NO_NUMBER
    """Declaration: the best number stated so far, by ``seat``."""
    adds: int = 0
    """Envido: the points that the last call added, where a raise may not add less."""


class Position(Struct, frozen=True, gc=False, array_like=True, cache_hash=True):
    """All that is public and decides who may act in the running contest."""

    if TYPE_CHECKING:
        # The type checker wants a position made by keyword. When the program runs, keywords would
        # cost ten times as much as the rest: the one place without them uses :data:`make_position`.
        _: KW_ONLY

    contest: tuple[Seat, ...]
    """The contest's seats, from its mano on."""
    turn: Seat
    """The seat that lays the next card, when nothing is to be answered first; ``NOBODY`` after the
    last card."""
    lead: Seat
    """The seat that led this trick."""
    trick: int
    """The running trick; 0 is the first."""
    laid: Seats
    """The seats that have laid a card in this trick."""
    opened: Seats
    """The seats that have laid any card in this contest."""
    gone: Seats
    """The seats that have left the hand alone."""
    level: int
    """The accepted step of the truco ladder; 0: none."""
    word: Side
    """The side that may call the next step; ``NO_SIDE``: either."""
    stack: tuple[Pending, ...]
    """The calls and questions to be answered; the last one first."""
    envido: int
    """The status of the envido of this contest: :data:`OPEN` ... :data:`VOID`."""
    flor: int
    """The status of the flor of this contest, in the same way."""
    flores: Seats
    """The seats whose flor has been announced."""
    phase: int
    """:data:`PLAYING`, :data:`CLAIMS` or :data:`OVER`."""
    claimed: Sides
    """The sides that have used their *pido flor* (:data:`FLOR_CLAIM`), have denounced
    (:data:`DENOUNCEMENT`), or have meddled in the running duel (:data:`MEDDLING`)."""
    owing: Seats
    """The seats that may still show the cards of points in escrow."""
    begun: Seats
    """The seats whose contest has begun in this hand."""
    special: int = ORDINARY
    """The kind of hand: :data:`ORDINARY`, :data:`SPECIAL` or :data:`FERRO`."""
    covered: Seats = NO_SEATS
    """The seats that have laid face down in this trick, at a table where that matters."""
    tied: bool = False
    """Some trick of this contest was a parda."""
    beaten: Side = NO_SIDE
    """The side that called truco over a card of the others in this trick, at a table where it must
    beat that card (PA-TRU-11)."""
    limits: tuple[int, ...] = ()
    """By side, the highest step of the ladder that it may call; empty where the score does not
    limit it."""
    barred: Seats = NO_SEATS
    """The seats that may not open the envido any more because of a word they said (UY-ENV-02)."""
    lacking: int = 0
    """The points that the leader of the game lacked when the contest began, at a table where they
    limit the number of an envido (VE-ENV-04)."""
    blind: Seat = NOBODY
    """The seat that has not looked at its cards yet, and may call blind (TR-COM-01)."""
    discard: Seat = NOBODY
    """The seat that has to put a card away before anything else (TR-GAL-04)."""
    shut: int = 0
    """The envido calls that do not exist at this score, as a bit mask of their indices
    (TR-ENV-17)."""
    suspects: Seats = NO_SEATS
    """The seats that left alone without having shown two suits (TR-FLO-10)."""
    stated: Seats = NO_SEATS
    """The seats that have stated their points or said flor in this hand, at a table where that may
    be denounced (TR-FAL-05)."""
    aley: Seats = NO_SEATS
    """The seats that have said *a ley*."""
    mute: Seats = NO_SEATS
    """The seats that may not say a flor any more, because they called or accepted something first
    (VE-FLO-03)."""
    ley: Seat = NOBODY
    """The seat that called an envido together with *a ley* (VE-FLO-07)."""


make_position: Final[Callable[..., Position]] = Position
"""Makes a position of all its values, given in the order of its fields. The type checker does not
check that order; only :meth:`engine.moves.draft.Draft.position` may rely on it."""


class Bet(Struct, frozen=True, gc=False, array_like=True):
    """A bet that is settled when the hand is over."""

    kind: Kind
    """0 flor, 1 envido, as in :class:`Entry`."""
    side: Side
    """The side that made the last call."""
    step: int
    """The index of the last call in its list."""
    wanted: int
    """The points of the bet, if no formula decides them."""
    refused: int
    """The points that a refusal of the last call would have paid."""
    accepted: bool
    """False: the bet was declined, and is paid when the hand is over."""


class Play(Struct, frozen=True, gc=False, array_like=True):
    """A card laid in the running contest."""

    trick: int
    seat: Seat
    card: Card
    covered: bool


class Trick(Struct, frozen=True, gc=False, array_like=True):
    """A finished trick."""

    side: Side
    """The side that won it; ``NO_SIDE``: parda."""
    seat: Seat
    """The seat whose card won it (of equal cards the one laid first); ``NOBODY``: parda."""
    leads: Seat
    """The seat that leads the next trick."""


class Spoken(Struct, frozen=True, gc=False, array_like=True):
    """A call, an answer or a declaration, as it was said in the running contest."""

    seat: Seat
    verb: str
    number: int = NO_NUMBER
    """The number that was said; ``NO_NUMBER``: none."""
    trick: int = 0
    """The trick in which it was said; 0 is the first."""
    laid: Seats = NO_SEATS
    """The seats that had laid a card in that trick."""


# --- the ledger ------------------------------------------------------------------------------
FLOR_POINTS_KIND: Final = Kind(0)
ENVIDO_POINTS_KIND: Final = Kind(1)
TRUCO_POINTS_KIND: Final = Kind(2)
KIND_NAMES: Final = ("flor", "envido", "truco")


class Entry(Struct, frozen=True, gc=False, array_like=True):
    """Points won in this hand, in the order in which they were won."""

    duel: int
    """The index of the contest in the hand."""
    kind: Kind
    """0 flor, 1 envido, 2 truco: the order in which a hand is counted (AR-MAT-04)."""
    side: Side
    points: int
    article: str
    """The key of the article that gives the points."""


FLOR_SAID: Final = -1
"""A flor said in its time, in :attr:`Hand.statements`."""
FLOR_LATE: Final = -2
"""A flor said after the seat's first card, in :attr:`Hand.statements`."""


class Held(Struct, frozen=True, gc=False, array_like=True):
    """Points that are won and not yet safe: something must be checked or shown before the next
    deal. The first five fields are those of an :class:`Entry`."""

    duel: int
    kind: Kind
    side: Side
    points: int
    article: str
    seats: Seats
    """The seats whose cards have to be seen."""
    stated: int = NO_NUMBER
    """The number that the winner stated, which has to be checked (AR-ENV-14); ``NO_NUMBER``:
    none."""
    show: bool = False
    """The points are in escrow until the cards have been shown (AR-MOS-02)."""
    claimant: Seat = NOBODY
    """The seat that won them by saying flor, at a table where that may be false (TR-FLO-03)."""
    keeps: int = 0
    """The points that the side keeps if that flor was false."""
    at: int = 0
    """How many entries the hand had when these points were won. Points are counted in the order in
    which they were won, also if they become safe later."""


class DueProof(Struct, frozen=True, gc=False, array_like=True):
    """A seat has to show cards when the contest is over, because they won points (AR-MOS-01)."""

    kind: Kind
    """The kind of points: flor or envido."""
    seat: Seat


Statement = tuple[int, Seat, int]
"""A statement of a seat: (duel, seat, points). For a flor the points are :data:`FLOR_SAID` or
:data:`FLOR_LATE`."""


class Hand(Struct, frozen=True, gc=False, array_like=True):
    """One deal, and all that has happened in it."""

    mode: str
    """``redonda``, or the rule set's word for a hand of duels; empty at a table without duels."""
    dealt: tuple[tuple[Card, ...], ...]
    """The cards dealt to each seat, in their order."""
    turned: Card
    """The vira or muestra; ``UNKNOWN``: no card is turned."""
    duel: int
    """The index of the running contest."""
    cards: tuple[tuple[Card, ...], ...]
    """The cards that each seat still holds, in the order in which they were dealt."""
    plays: tuple[Play, ...]
    """The cards laid in the running contest."""
    tricks: tuple[Trick, ...]
    """The finished tricks of the running contest."""
    said: tuple[Spoken, ...]
    """The words of the running contest."""
    seen: tuple[tuple[Card, ...], ...]
    """By seat, the cards that lie face up or were shown in this hand."""
    position: Position
    """The position of the running contest."""
    start: tuple[int, ...]
    """The score by account when the hand began."""
    entries: tuple[Entry, ...] = ()
    """The points won so far that are safe."""
    held: tuple[Held, ...] = ()
    """The points won so far that are not safe yet."""
    facts: tuple[Fact, ...] = ()
    stopped: bool = False
    """Play has stopped because points in escrow would end the game."""
    waiting: tuple[Entry, ...] = ()
    """Points that are added to the entries when the time for claims is over."""
    proofs: tuple[DueProof, ...] = ()
    """The cards to be shown when the running contest is over."""
    statements: tuple[Statement, ...] = ()
    """The numbers and flores that seats have stated, at a table where they may be denounced."""
    put_away: Card = UNKNOWN
    """The card that the lone player put away; only that seat knows it."""
    bets: tuple[Bet, ...] = ()
    """The bets that are settled when the hand is over."""


class State(Struct, frozen=True, gc=False):
    """A whole match at one moment."""

    table: Table
    dealer: Seat = NOBODY
    """The dealer of the running or last hand; ``NOBODY`` before the first."""
    number: int = 0
    """How many hands have been dealt."""
    first: bool = True
    """No hand of the running game has been counted yet."""
    score: tuple[int, ...] = (0, 0)
    """The points of the running game, by account."""
    games: tuple[int, ...] = (0, 0)
    """The games won, by account; in a duplicate match the points of all hands (DU-02)."""
    hand: Hand | None = None
    """The running or last hand; ``None`` before the first."""
    winner: Account = NO_ACCOUNT
    """The account that has won the match; ``NO_ACCOUNT``: none."""
    ended: str = ""
    """The reason why the match stopped before its end (:data:`engine.actions.END_REASONS`), or
    :data:`engine.actions.DRAWN`; empty: neither."""


class Step(NamedTuple):
    """The result of :func:`engine.apply.apply`."""

    state: State
    """The state after the step."""
    events: tuple[AnyEvent, ...]
    """The events of the step, in order."""


step_of: Final = partial(tuple.__new__, Step)
"""``step_of((state, events))`` is ``Step(state, events)``, in half the time."""


def other(side: Side) -> Side:
    return 1 - side
