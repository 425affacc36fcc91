"""What the bench counts of a rival is what the bot counts of a person."""

import random

import pytest

from bot.store.results import statistics
from engine.apply import apply, new_match
from engine.events import AnyEvent, Dealt, HandEnded
from engine.numbers import Seat
from engine.robots import Noticed
from engine.robots.players.matches import steps
from engine.variants import VARIANTS, table_for
from lab.noticing import Counts, counted
from lab.players import PLAYERS, Seated


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_bench_counts_as_the_bot_does(variant: str) -> None:
    table, rng = table_for(variant, 2), random.Random(variant)
    called = 0
    players = [Seated(PLAYERS["random"], rng), Seated(PLAYERS["table"], rng)]
    for match in range(4):
        state = new_match(table)
        counts: Counts = (Noticed(), Noticed())
        whole, kept = counts, statistics.none(2)
        events: tuple[AnyEvent, ...] = ()
        for action, after in steps(state, players, deal=random.Random(match), hands=12):
            counts = counted(counts, state, action)
            found = apply(state, action).events
            events = (
                found if any(isinstance(event, Dealt) for event in found) else (*events, *found)
            )
            state = after
            if any(isinstance(event, HandEnded) for event in found):
                kept = statistics.count_hand(kept, state, events, (), velo=False)
                whole = counts
        called += sum(noticed.called for noticed in whole)
        for seat in (Seat(0), Seat(1)):
            bots = kept[seat]
            said = (bots.trucos_called, bots.trucos_accepted, bots.trucos_refused)
            assert (whole[seat].called, whole[seat].accepted, whole[seat].refused) == said
    assert called > 5
