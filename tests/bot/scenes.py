"""Tables of people for the tests of screens and of the catalogue."""

from collections.abc import Iterable

from hypothesis import strategies as st
from msgspec.structs import replace

from bot.model import MatchInfo, Seat, Status
from engine.actions import Action, AnyAction, Deal
from engine.apply import apply, new_match
from engine.errors import BadRules
from engine.events import AnyEvent, Dealt
from engine.notation import read_step
from engine.offers import is_blind
from engine.state import State
from engine.table import Table, table_for
from engine.variants import VARIANTS
from tests.strategies import Playout

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gabi", "Hugo")
MATCH = "abcd2345"


def info_for(table: Table, **changes: object) -> MatchInfo:
    """A running match of people; ``changes`` as for a struct."""
    chosen = tuple(
        (name, value)
        for name, value in table.rules.options
        if value != table_for(table.rules.variant, 2).rules.option(name)
    )
    info = MatchInfo(
        match=MATCH,
        community="web:playground",
        place="web:playground/mesa",
        variant=table.rules.variant,
        options=chosen,
        players=table.players,
        seats=tuple(
            Seat(seat, person=f"web:{NAMES[seat]}", name=NAMES[seat], since=seat)
            for seat in range(table.players)
        ),
        host="web:Ana",
        turn_seconds=60,
        status=Status.PLAYING,
        created=0.0,
    )
    return replace(info, **changes)


def dealt(
    table: Table, dealer: int, *hands: str, score: tuple[int, ...] = (0, 0), turned: str = "??"
) -> State:
    """A match with its first hand dealt: a line of cards for each seat, and the vira."""
    read = table.spelling.read
    cards = tuple(tuple(read(card) for card in hand.split()) for hand in hands)
    return apply(new_match(table, score), Deal(dealer, cards, read(turned))).state


def played(state: State, *steps: str) -> tuple[State, tuple[AnyEvent, ...]]:
    """The state after these steps ("0 envido"), and every event since the deal."""
    hand = state.hand
    assert hand is not None
    blind = is_blind(state.table, hand.position)
    events: list[AnyEvent] = [
        Dealt(state.number, state.dealer, hand.mode, hand.turned, hand.dealt, blind)
    ]
    for step in steps:
        seat, _, words = step.partition(" ")
        state, happened = apply(state, read_step(state, int(seat), words))
        events += happened
    return state, tuple(events)


def since_deal(steps: Iterable[tuple[AnyAction, tuple[AnyEvent, ...]]]) -> tuple[AnyEvent, ...]:
    """The events of the last hand."""
    events: list[AnyEvent] = []
    for action, happened in steps:
        if isinstance(action, Deal):
            events = []
        events += happened
    return tuple(events)


class Walk(Playout):
    """A match of any variant, played at random."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.state.table.rules.flor is None:
            self.flores = 0.0  # nobody looks for three of a suit


@st.composite
def any_starts(draw: st.DrawFn) -> State:
    """A match of any variant with any options before its first hand; half of them near the end."""
    variant = VARIANTS[draw(st.sampled_from(sorted(VARIANTS)))]
    options = {spec.name: draw(st.sampled_from(spec.values)) for spec in variant.options}
    try:
        table = table_for(variant.name, draw(st.sampled_from(variant.players)), options)
    except BadRules:  # PA-PLA-02: too few cards for so many
        table = table_for(variant.name, 2, options)
    target = table.rules.match.target
    low = target - 2 if draw(st.booleans()) else 0
    points = st.integers(low, target - 1)
    won = st.integers(0, table.rules.match.games_to_win - 1)
    return new_match(table, (draw(points), draw(points)), (draw(won), draw(won)))


__all__ = [
    "MATCH",
    "NAMES",
    "Action",
    "Walk",
    "any_starts",
    "dealt",
    "info_for",
    "played",
    "since_deal",
]
