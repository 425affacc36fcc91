"""What one seat may know, built up from nothing.

``view(state, seat)`` fills a :class:`SeatView` field by field; seat ``PUBLIC`` (-1) is the channel,
which sees what everyone sees. Nothing here is a state with parts blanked out.
"""

from typing import Final

from msgspec import Struct

from engine.actions import Legal
from engine.cards import UNKNOWN, Card
from engine.guard.legal import awaited, legal_actions, offered_actions, public_actions
from engine.numbers import EVERYBODY, NOBODY, Account, Kind, Seat, Side
from engine.state.facts import Fact
from engine.state.seats import is_blind
from engine.state.state import Entry, Play, Position, Spoken, State, Trick
from engine.state.table import Table
from engine.variants import table_for

PUBLIC: Final = NOBODY


class Heard(Struct, frozen=True):
    """A seña that a partner sent to this seat in this hand (it may be false)."""

    seat: int
    sena: str
    """Its id, e.g. ``SE-AR-01``."""


class HeldPoints(Struct, frozen=True):
    """Points not yet safe, as everyone may know them."""

    duel: int
    kind: Kind
    side: Side
    points: int
    show: bool


class SeatView(Struct, frozen=True):
    """A match as one seat sees it. Seats, sides and masks as in :mod:`engine.state.state`."""

    seat: Seat
    """Who looks; ``PUBLIC`` for the channel."""
    variant: str
    options: tuple[tuple[str, str], ...]
    """Every option with its value, in the order of the variant's page."""
    players: int
    number: int
    """Hands dealt so far; 0 before the first."""
    dealer: Seat
    mano: Seat
    mode: str
    contests: tuple[tuple[Seat, ...], ...]
    """The hand's contests in order; one of all seats, or three duels."""
    duel: int
    target: int
    score: tuple[int, ...]
    games: tuple[int, ...]
    games_to_win: int
    turned: Card
    dealt: tuple[Card, ...]
    """My cards as dealt; empty for the public."""
    cards: tuple[Card, ...]
    """What I still hold."""
    counts: tuple[int, ...]
    """How many cards each seat still holds."""
    plays: tuple[Play, ...]
    """Cards laid in the running contest; face-down ones are ``UNKNOWN`` to all but the owner."""
    tricks: tuple[Trick, ...]
    said: tuple[Spoken, ...]
    seen: tuple[tuple[Card, ...], ...]
    """Cards of each seat face up or shown, over the whole hand."""
    position: Position | None
    """The public position of the running contest; ``None`` before the first deal."""
    worth: int
    """What the running contest is worth now, in points."""
    entries: tuple[Entry, ...]
    """Points won so far in this hand."""
    held: tuple[HeldPoints, ...]
    facts: tuple[Fact, ...]
    awaited: tuple[Seat, ...]
    """Seats the table waits for."""
    legal: tuple[Legal, ...]
    """My legal actions, the traps among them; empty for the public."""
    offered: tuple[Legal, ...]
    """My legal actions without the traps: what a screen may show and a robot may choose."""
    sayable: tuple[tuple[Legal, ...], ...]
    """By seat, what everyone knows it may say now (cards and traps left out): the only source of
    buttons that others can see. Whether its own cards allow it, only the seat is told."""
    winner: Account
    ended: str
    heard: tuple[Heard, ...] = ()
    """Señas sent to this seat in this hand; filled in by whoever carries them."""
    sides: tuple[Side, ...] = ()
    """Side by seat, in this hand."""
    accounts: tuple[tuple[Seat, ...], ...] = ()
    """By score, the seats whose points it holds."""
    put_away: Card = UNKNOWN
    """The card that this seat put away before the hand (TR-GAL-04)."""


def table_of(view: SeatView) -> Table:
    """The table a view is of, as it sits in this hand."""
    return table_for(view.variant, view.players, dict(view.options)).seated(view.dealer)


def view(state: State, seat: int, heard: tuple[Heard, ...] = ()) -> SeatView:
    """The match as this seat may know it; ``PUBLIC`` for the channel."""
    table, hand = state.table, state.hand
    seat = table.seats[seat] if seat >= 0 else PUBLIC
    rules = table.rules
    n = table.players
    none: tuple[tuple[Card, ...], ...] = ((),) * n
    mine = hand is not None and seat >= 0
    blind = hand is not None and is_blind(table, hand.position.special)
    sayable = tuple(public_actions(state, one) for one in table.seats)
    return SeatView(
        seat=seat,
        variant=rules.variant,
        options=rules.options,
        players=n,
        number=state.number,
        dealer=state.dealer,
        mano=table.seats[(state.dealer + 1) % n] if hand is not None else NOBODY,
        mode=hand.mode if hand is not None else "",
        contests=table.contests(state.dealer, hand.mode) if hand is not None else (),
        duel=hand.duel if hand is not None else 0,
        target=rules.match.target,
        score=state.score,
        games=state.games,
        games_to_win=rules.match.games_to_win,
        turned=hand.turned if hand is not None else UNKNOWN,
        dealt=_own(hand.dealt[seat], blind or hand.position.blind == seat)
        if mine and hand is not None
        else (),
        cards=_own(hand.cards[seat], blind or hand.position.blind == seat)
        if mine and hand is not None
        else (),
        counts=tuple(len(cards) for cards in hand.cards) if hand is not None else (0,) * n,
        plays=tuple(_seen_play(play, seat) for play in hand.plays) if hand is not None else (),
        tricks=hand.tricks if hand is not None else (),
        said=hand.said if hand is not None else (),
        seen=hand.seen if hand is not None else none,
        position=hand.position if hand is not None else None,
        worth=table.worth_of(hand.position.special, hand.position.level)
        if hand is not None
        else rules.truco.base,
        entries=(*hand.entries, *hand.waiting) if hand is not None else (),
        held=tuple(
            HeldPoints(one.duel, one.kind, one.side, one.points, one.show) for one in hand.held
        )
        if hand is not None
        else (),
        facts=tuple(one for one in hand.facts if one.known_to == EVERYBODY or _knows(one, seat))
        if hand is not None
        else (),
        awaited=awaited(state),
        legal=legal_actions(state, seat) if seat >= 0 else (),
        offered=offered_actions(state, seat) if seat >= 0 else (),
        sayable=sayable,
        winner=state.winner,
        ended=state.ended,
        heard=heard,
        sides=table.sides,
        accounts=table.holders,
        put_away=hand.put_away if hand is not None and mine and table.lone == seat else UNKNOWN,
    )


def _own(cards: tuple[Card, ...], blind: bool) -> tuple[Card, ...]:
    """A seat's own cards, unless it plays without seeing them (PA-FER-02)."""
    return (UNKNOWN,) * len(cards) if blind else cards


def _seen_play(play: Play, seat: Seat) -> Play:
    """A card face down is known to its owner alone."""
    if play.covered and play.seat != seat:
        return Play(play.trick, play.seat, UNKNOWN, True)
    return play


def _knows(fact: Fact, seat: Seat) -> bool:
    return seat >= 0 and bool(fact.known_to >> seat & 1)
