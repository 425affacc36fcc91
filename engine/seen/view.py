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
    if hand is None:
        return _before_the_first_hand(state, seat, heard)
    rules, position = table.rules, hand.position
    mine = seat != PUBLIC
    unseen = is_blind(table, position.special) or position.blind == seat
    return SeatView(
        seat=seat,
        variant=rules.variant,
        options=rules.options,
        players=table.players,
        number=state.number,
        dealer=state.dealer,
        mano=table.seats[(state.dealer + 1) % table.players],
        mode=hand.mode,
        contests=table.contests(state.dealer, hand.mode),
        duel=hand.duel,
        target=rules.match.target,
        score=state.score,
        games=state.games,
        games_to_win=rules.match.games_to_win,
        turned=hand.turned,
        dealt=_own(hand.dealt[seat], unseen) if mine else (),
        cards=_own(hand.cards[seat], unseen) if mine else (),
        counts=tuple(len(cards) for cards in hand.cards),
        plays=tuple(_seen_play(play, seat) for play in hand.plays),
        tricks=hand.tricks,
        said=hand.said,
        seen=hand.seen,
        position=position,
        worth=table.worth_of(position.special, position.level),
        entries=(*hand.entries, *hand.waiting),
        held=tuple(
            HeldPoints(one.duel, one.kind, one.side, one.points, one.show) for one in hand.held
        ),
        facts=tuple(one for one in hand.facts if one.known_to == EVERYBODY or _knows(one, seat)),
        awaited=awaited(state),
        legal=legal_actions(state, seat) if mine else (),
        offered=offered_actions(state, seat) if mine else (),
        sayable=tuple(public_actions(state, one) for one in table.seats),
        winner=state.winner,
        ended=state.ended,
        heard=heard,
        sides=table.sides,
        accounts=table.holders,
        put_away=hand.put_away if mine and table.lone == seat else UNKNOWN,
    )


def _before_the_first_hand(state: State, seat: Seat, heard: tuple[Heard, ...]) -> SeatView:
    """What there is to see while no card has been dealt: the same for everybody."""
    table = state.table
    rules = table.rules
    none: tuple[tuple[Card, ...], ...] = ((),) * table.players
    return SeatView(
        seat=seat,
        variant=rules.variant,
        options=rules.options,
        players=table.players,
        number=state.number,
        dealer=state.dealer,
        mano=NOBODY,
        mode="",
        contests=(),
        duel=0,
        target=rules.match.target,
        score=state.score,
        games=state.games,
        games_to_win=rules.match.games_to_win,
        turned=UNKNOWN,
        dealt=(),
        cards=(),
        counts=(0,) * table.players,
        plays=(),
        tricks=(),
        said=(),
        seen=none,
        position=None,
        worth=rules.truco.base,
        entries=(),
        held=(),
        facts=(),
        awaited=(),
        legal=(),
        offered=(),
        sayable=((),) * table.players,
        winner=state.winner,
        ended=state.ended,
        heard=heard,
        sides=table.sides,
        accounts=table.holders,
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
