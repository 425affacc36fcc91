"""The end of a tournament is a message of its own in its place, posted at most once."""

import pytest
from msgspec.structs import replace

from bot.messages import Accepted
from bot.model import Status
from bot.screens import build, notice_button, notice_text
from bot.screens.tournaments.tournament import ending_text
from bot.store import Store
from bot.store.notices import CHALLENGE, CONCLUDED, REMIND, ROUND, ROUND_ENDS, STARTING
from bot.tokens import JOIN, encode
from bot.tournaments.state import Format
from bot.words import LOCALES, words_for
from engine.seen.view import view
from engine.variants import table_for
from tests.bot.helpers import PLACE
from tests.bot.scenes import MATCH, dealt, info_for, played
from tests.bot.tournament_world import World
from tests.narrow import present


async def finished(world: World, number: int = 2, form: Format = Format.ROUND_ROBIN) -> None:
    await world.held(number, form)
    while pairings := (await world.tournament()).open:
        await world.played(pairings[0].match, 0)
    assert (await world.info()).status is Status.CONCLUDED


async def posts(world: World) -> list[tuple[str, str]]:
    """What every process has posted so far."""
    for table in world.processes:
        await table.service.updater.bring_all()
    return [post for table in world.processes for post in table.platform.published]


async def waiting(world: World) -> list[str]:
    found = await world.table.store.notices_waiting(None)
    return [notice.kind for notice in found if notice.match == world.match]


async def test_the_end_is_posted_once_by_one_of_two_processes(two_stores: list[Store]) -> None:
    world = World(two_stores)
    await finished(world)
    said = ending_text(await world.info(), words_for("es"))
    assert await posts(world) == [(PLACE, said)]
    world.restart(0)
    world.restart(1)
    assert await posts(world) == [(PLACE, said)]


async def test_the_end_is_posted_after_a_crash(store: Store) -> None:
    """The process dies between the deciding result and the message: the notice is a row."""
    world = World([store])
    await finished(world)
    assert world.processes[0].platform.published == []
    assert CONCLUDED in await waiting(world)
    world.restart()
    assert [place for place, _ in await posts(world)] == [PLACE]
    assert CONCLUDED not in await waiting(world)


async def test_a_tournament_that_nobody_has_won_ends_aloud_too(store: Store) -> None:
    world = World([store])
    (pairing,) = await world.held(2, Format.ROUND_ROBIN)
    await world.wait(10 * 60)
    assert (await world.info()).status is Status.CONCLUDED, pairing
    (_, said), *more = await posts(world)
    assert not more
    assert words_for("es").text("tournament.over.nobody") in said


async def test_a_cancelled_tournament_has_no_end(store: Store) -> None:
    world = World([store])
    await world.held(2, Format.ROUND_ROBIN)
    await world.cancel("discord:0", manages=True)
    assert (await world.info()).status is Status.CLOSED
    assert await posts(world) == []


async def test_on_the_page_each_of_its_people_is_told(store: Store) -> None:
    world = World([store])
    (table,) = world.processes
    table.platform.name = "web"
    table.service.add_platform(table.platform)

    async def nowhere(_: str) -> None:
        return None

    table.platform.address_in = nowhere  # type: ignore[method-assign, assignment]
    await world.open("web:ana", Format.ROUND_ROBIN, place="web:club")
    assert isinstance(await world.join("web:beto"), Accepted)
    await world.start("web:ana")
    (pairing,) = (await world.tournament()).open
    await world.played(pairing.match, 0)
    assert await posts(world) == []
    said = ending_text(await world.info(), words_for("es"))
    assert table.platform.told == [("web:ana", said), ("web:beto", said)]


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (CHALLENGE, "button.join"),
        (ROUND, "button.tournament.play"),
        (ROUND_ENDS, "button.tournament.play"),
    ],
)
def test_a_call_has_the_button_of_its_table(kind: str, label: str) -> None:
    info = replace(info_for(table_for("argentino", 2)), part_of="tttttttt")
    button = present(notice_button(kind, info, "pt_BR"))
    assert (button.token, button.label) == (encode(MATCH, "", JOIN), words_for("pt_BR").text(label))
    for locale in LOCALES:
        assert "/" not in notice_text(kind, info, None, locale), "a command for the same"


@pytest.mark.parametrize("kind", ["turn", "end", REMIND, STARTING, CHALLENGE])
def test_other_notices_have_none(kind: str) -> None:
    """A challenge stands below its lobby, whose button offers the seat."""
    assert notice_button(kind, info_for(table_for("argentino", 2)), "es") is None


def test_a_match_of_a_tournament_promises_no_rematch_and_is_no_practice() -> None:
    table = table_for("argentino", 2, {"target": "12"})
    state = dealt(table, 1, "7e 6e 4o", "4c 5b 12o", score=(11, 0))
    over, _ = played(state, "0 truco", "1 noquiero")
    titles: dict[bool, str] = {}
    for part_of, told in (("", True), ("tttttttt", False)):
        over_info = info_for(table, status=Status.OVER, competitive=False, part_of=part_of)
        lines = {line.id for line in build(over_info, view(over, 1), "es", ()).lines}
        assert {"result.theirs" in lines, "result.practice" in lines} == {told}
        playing = info_for(table, competitive=False, part_of=part_of)
        titles[told] = build(playing, view(state, 1), "es", ()).title
    assert titles[True] == words_for("es").text("table.practice", title=titles[False])
