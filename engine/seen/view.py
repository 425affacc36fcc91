"""The part of a match that one seat may know.

``view(state, seat)`` fills a :class:`SeatView` field by field with what the seat may know; it does
not take a state and remove the rest. The view of ``PUBLIC`` (-1) holds what everyone knows; that of
a seat is the same view with what the seat alone may know.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import Legal
from engine.cards import UNKNOWN, Card
from engine.guard.legal import awaited, legal_actions, offered_actions, public_actions
from engine.numbers import EVERYBODY, NOBODY, Account, Kind, Seat, Side
from engine.state.facts import Fact
from engine.state.seats import is_blind
from engine.state.state import Entry, Hand, Play, Position, Spoken, State, Trick
from engine.state.table import Table
from engine.variants import table_for

PUBLIC: Final = NOBODY
"""The "seat" of a viewer that has only the public information: the channel."""


class Heard(Struct, frozen=True, gc=False):
    """A seña that a partner sent to this seat in this hand; it may be false."""

    seat: int
    """The seat that sent it."""
    sena: str
    """The id of the seña, e.g. ``SE-AR-01``."""


class HeldPoints(Struct, frozen=True, gc=False):
    """Points that are won and not yet safe; the public part of
    :class:`engine.state.state.Held`."""

    duel: int
    kind: Kind
    side: Side
    points: int
    show: bool
    """They are safe when their cards have been shown."""


class SeatView(Struct, frozen=True, gc=False):
    """A match as one seat sees it. Seats, sides and masks as in :mod:`engine.state.state`."""

    seat: Seat
    """The seat that looks, or ``PUBLIC``."""
    variant: str
    options: tuple[tuple[str, str], ...]
    """Every option with its value, in the order of the variant's page."""
    players: int
    number: int
    """How many hands have been dealt; 0 before the first."""
    dealer: Seat
    mano: Seat
    """The first seat in the order of play; ``NOBODY`` before the first hand."""
    mode: str
    """As :attr:`engine.state.state.Hand.mode`."""
    contests: tuple[tuple[Seat, ...], ...]
    """The contests of the hand in their order: one of all seats, or several duels."""
    duel: int
    """The index of the running contest."""
    target: int
    """The points that win a game."""
    score: tuple[int, ...]
    """The points of the running game, by account."""
    games: tuple[int, ...]
    """The games won, by account."""
    games_to_win: int
    turned: Card
    """The vira or muestra; ``UNKNOWN``: no card is turned."""
    dealt: tuple[Card, ...]
    """The seat's cards in the order in which they were dealt; ``UNKNOWN`` as long as it may not see
    them; empty for ``PUBLIC``."""
    cards: tuple[Card, ...]
    """The cards that the seat still holds."""
    counts: tuple[int, ...]
    """How many cards each seat still holds."""
    plays: tuple[Play, ...]
    """The cards laid in the running contest. A card that lies face down is ``UNKNOWN`` to all but
    its owner."""
    tricks: tuple[Trick, ...]
    """The finished tricks of the running contest."""
    said: tuple[Spoken, ...]
    """The words of the running contest."""
    seen: tuple[tuple[Card, ...], ...]
    """By seat, the cards that lie face up or were shown in this hand."""
    position: Position | None
    """The position of the running contest; ``None`` before the first deal."""
    worth: int
    """The points that the running contest is worth now."""
    entries: tuple[Entry, ...]
    """The points won so far in this hand, also those that wait for the end of the claims."""
    held: tuple[HeldPoints, ...]
    facts: tuple[Fact, ...]
    """The facts that the seat knows."""
    awaited: tuple[Seat, ...]
    """The seats for which the table waits."""
    legal: tuple[Legal, ...]
    """The seat's legal actions, traps among them; empty for ``PUBLIC``."""
    offered: tuple[Legal, ...]
    """The seat's legal actions without traps: a screen shows these, and a robot chooses one."""
    sayable: tuple[tuple[Legal, ...], ...]
    """By seat, the words that it may say now by what everyone knows; without cards and traps. Only
    from these come buttons that others can see. If the seat's own cards forbid a word, only the
    seat is told."""
    winner: Account
    """The account that has won the match; ``NO_ACCOUNT``: none."""
    ended: str
    """The reason why the match stopped before its end; empty: it did not stop."""
    heard: tuple[Heard, ...] = ()
    """The señas sent to this seat in this hand. The engine does not keep them; the caller of
    :func:`view` gives them."""
    sides: tuple[Side, ...] = ()
    """The side of each seat in this hand."""
    accounts: tuple[tuple[Seat, ...], ...] = ()
    """By account, the seats whose points it holds."""
    put_away: Card = UNKNOWN
    """The card that this seat put away before the first trick (TR-GAL-04)."""


def table_of(view: SeatView) -> Table:
    """The table of a view, as it is seated in this hand."""
    return table_for(view.variant, view.players, dict(view.options)).seated(view.dealer)


def view(
    state: State, seat: int, heard: tuple[Heard, ...] = (), public: SeatView | None = None
) -> SeatView:
    """The match as this seat, or ``PUBLIC``, may know it. ``heard``: the señas sent to the seat.
    ``public``: the public's view of the same state, if it was made already."""
    table, hand = state.table, state.hand
    seat = table.seats[seat] if seat >= 0 else PUBLIC
    if hand is None:
        return _before_the_first_hand(state, seat, heard)
    seen = _public(state, hand) if public is None else public
    if seat == PUBLIC:
        return seen
    unseen = is_blind(table, hand.position.special) or hand.position.blind == seat
    return replace(
        seen,
        seat=seat,
        dealt=_own(hand.dealt[seat], unseen),
        cards=_own(hand.cards[seat], unseen),
        plays=tuple([_seen_play(play, seat) for play in hand.plays]),
        facts=_known_facts(hand.facts, seat),
        legal=legal_actions(state, seat),
        offered=offered_actions(state, seat),
        heard=heard,
        put_away=hand.put_away if table.lone == seat else UNKNOWN,
    )


def _public(state: State, hand: Hand) -> SeatView:
    """What everyone knows, in a hand."""
    table, position = state.table, hand.position
    rules = table.rules
    return SeatView(
        seat=PUBLIC,
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
        dealt=(),
        cards=(),
        counts=tuple([len(cards) for cards in hand.cards]),
        plays=tuple([_seen_play(play, PUBLIC) for play in hand.plays]),
        tricks=hand.tricks,
        said=hand.said,
        seen=hand.seen,
        position=position,
        worth=table.worth_of(position.special, position.level),
        entries=(*hand.entries, *hand.waiting),
        held=tuple(
            [
                HeldPoints(held.duel, held.kind, held.side, held.points, held.show)
                for held in hand.held
            ]
        ),
        facts=_known_facts(hand.facts, PUBLIC),
        awaited=awaited(state),
        legal=(),
        offered=(),
        sayable=tuple([public_actions(state, acting) for acting in table.seats]),
        winner=state.winner,
        ended=state.ended,
        sides=table.sides,
        accounts=table.holders,
    )


def _before_the_first_hand(state: State, seat: Seat, heard: tuple[Heard, ...]) -> SeatView:
    """The view before the first deal; all seats see the same."""
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
    """A seat's own cards; all of them ``UNKNOWN`` while it may not see them (PA-FER-02,
    TR-COM-01)."""
    return (UNKNOWN,) * len(cards) if blind else cards


def _seen_play(play: Play, seat: Seat) -> Play:
    """A play as a seat sees it: without the card if that lies face down and is another's."""
    if play.covered and play.seat != seat:
        return Play(play.trick, play.seat, UNKNOWN, True)
    return play


def _known_facts(facts: tuple[Fact, ...], seat: Seat) -> tuple[Fact, ...]:
    return tuple([fact for fact in facts if fact.known_to == EVERYBODY or _knows(fact, seat)])


def _knows(fact: Fact, seat: Seat) -> bool:
    return seat >= 0 and bool(fact.known_to >> seat & 1)
