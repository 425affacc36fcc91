"""Tables of people for the tests of screens and of the catalogue."""

from collections.abc import Iterable

from msgspec.structs import replace

from bot.model import MatchInfo, Seat, Status
from engine.actions import Action, AnyAction, Deal
from engine.apply import apply, new_match
from engine.events import AnyEvent, Dealt
from engine.record.notation import read_step
from engine.state.seats import is_blind
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for
from tests.narrow import present

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gabi", "Hugo")
MATCH = "abcd2345"


def info_for(table: Table, **changes: object) -> MatchInfo:
    """A running match of people; ``changes`` as for a struct."""
    usual = dict(table_for(table.rules.variant, 2).rules.options)
    chosen = tuple((name, value) for name, value in table.rules.options if value != usual.get(name))
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


def dealt_anyhow(table: Table, dealer: int, score: tuple[int, ...] = (0, 0)) -> State:
    """The same with cards that every deck has: of each hand no two are of a suit."""
    names = [table.spelling.write(card) for card in table.deck]
    apart = len(names) // 3
    hands = (" ".join(names[seat::apart][:3]) for seat in range(table.players))
    return dealt(table, dealer, *hands, score=score, turned=names[-1] if table.turns else "??")


def played(state: State, *steps: str) -> tuple[State, tuple[AnyEvent, ...]]:
    """The state after these steps ("0 envido"), and every event since the deal."""
    hand = present(state.hand)
    blind = is_blind(state.table, hand.position.special)
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


__all__ = ["MATCH", "NAMES", "Action", "dealt", "info_for", "played", "since_deal"]
