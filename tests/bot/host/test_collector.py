"""The garbage collector does not look at matches, however many there are."""

import gc

from msgspec import Struct

from bot import messages, model, screen
from bot.common.collector import pass_over_what_stands
from bot.match import fair_deals, running_match
from bot.store import changes, notices
from bot.store import model as rows
from bot.store.results import model as results
from bot.tournaments import state
from engine.seen import view
from tests.bot.helpers import ANA, Table
from tests.narrow import present


def test_values_that_are_kept_or_made_with_every_press_are_no_matter_of_the_collector() -> None:
    modules = (
        *(messages, model, screen, fair_deals, running_match),
        *(changes, rows, notices, results, state, view),
    )
    classes = [
        var
        for module in modules
        for var in vars(module).values()
        if isinstance(var, type)
        and issubclass(var, Struct)
        and var.__module__.startswith(module.__name__)
    ]
    assert len(classes) > 100
    assert [struct.__name__ for struct in classes if struct.__struct_config__.gc is not False] == []


def test_what_stands_at_the_start_is_passed_over() -> None:
    passed_over = gc.get_freeze_count()
    pass_over_what_stands()
    assert gc.get_freeze_count() > passed_over


async def test_a_running_match_holds_nothing_for_the_collector(table: Table) -> None:
    await table.heads_up()
    await table.do(ANA, "play 7o")
    gc.collect()
    found = present(await table.service._play.running.load(table.match))
    parts = (found, found.row, found.info, found.info.seats, found.deadlines, found.events)
    assert not any(gc.is_tracked(part) for part in parts)
