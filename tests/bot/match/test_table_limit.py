"""How many tables a person may have at a time."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.environment import Config
from bot.match.vault import Vault
from bot.messages import Accepted, AnyReply, Leave, PlayDaily, ProposeEnd, Refused, Rematch
from bot.model import Status
from bot.store import Store
from bot.store.changes import Changes, Outcome
from tests.bot.helpers import ANA, BETO, COMMUNITY, PLACE, Table, reason
from tests.narrow import of_kind, present


async def opened(table: Table, person: str = ANA, place: str = PLACE) -> AnyReply:
    """This person opens a table and starts it, so that another one may be opened."""
    reply = await table.opens(person, place=place)
    if isinstance(reply, Accepted):
        await table.start(person)
    return reply


@pytest.fixture
def few() -> Table:
    """Where a person may have three tables at a time."""
    return Table(Store.in_memory(), config=Config(robot_budget=0, tables=3))


async def test_a_person_has_so_many_tables_and_no_more(few: Table) -> None:
    for place in (PLACE, PLACE, f"{COMMUNITY}/other"):
        assert isinstance(await opened(few, place=place), Accepted)
    for place in (PLACE, f"{COMMUNITY}/third"):
        refused = of_kind(Refused, await opened(few, place=place))
        assert refused.reason == "TOO_MANY_TABLES"
        assert refused.parameters == (("n", "3"),)
    assert isinstance(await opened(few, BETO), Accepted), "others may"


async def test_nor_may_one_sit_down_at_more(few: Table) -> None:
    for _ in range(2):
        assert isinstance(await opened(few, BETO), Accepted)
    assert isinstance(await few.open(BETO, 4), Accepted)
    theirs = few.match
    for _ in range(3):
        assert isinstance(await opened(few), Accepted)
    few.match = theirs
    refused = of_kind(Refused, await few.join(ANA))
    assert (refused.reason, refused.match) == ("TOO_MANY_TABLES", theirs)
    assert isinstance(await few.join(BETO, "B"), Accepted), "a move takes no further seat"


async def test_a_seat_that_a_robot_keeps_counts_until_its_table_ends(few: Table) -> None:
    """The person may come back to it."""
    for other in ("web:e", "web:f", "web:g"):
        await few.seated(ANA, other)
        left = Leave(request=few.request(), person=ANA, match=few.match)
        assert isinstance(await few.send(left), Accepted)
    assert reason(await opened(few)) == "TOO_MANY_TABLES"
    left = Leave(request=few.request(), person="web:g", match=few.match)
    assert isinstance(await few.send(left), Accepted)
    assert isinstance(await opened(few), Accepted)


async def test_a_rematch_is_a_table_too(few: Table) -> None:
    assert isinstance(await opened(few), Accepted)
    over = few.match
    await few.ask(ProposeEnd, ANA, match=over)
    assert present(await few.service.matches.info(over)).status is Status.OVER
    for _ in range(3):
        assert isinstance(await opened(few), Accepted)
    again = Rematch(request=few.request(), person=ANA, match=over)
    assert reason(await few.send(again)) == "TOO_MANY_TABLES"


class Slow(Store):
    """Others get to act before a change is stored."""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        await asyncio.sleep(0)
        return await super().commit(changes)


async def test_tables_opened_at_the_same_instant_are_counted_one_after_another() -> None:
    few = Table(Slow.in_memory(), config=Config(robot_budget=0, tables=3))
    places = [f"{COMMUNITY}/{number}" for number in range(8)]
    replies = await asyncio.gather(*(opened(few, place=place) for place in places))
    assert sum(isinstance(reply, Accepted) for reply in replies) == 3


async def test_a_person_hosts_so_many_lobbies(few: Table) -> None:
    """Those that have begun, and those of others, do not count."""
    hosting = Table(Store.in_memory(), config=Config(robot_budget=0, lobbies=2))

    async def lobby(place: str, person: str = ANA) -> AnyReply:
        return await hosting.opens(person, place=f"{COMMUNITY}/{place}")

    for place in ("a", "b"):
        assert isinstance(await lobby(place), Accepted)
    refused = of_kind(Refused, await lobby("c"))
    assert (refused.reason, refused.parameters) == ("TOO_MANY_LOBBIES", (("n", "2"),))
    await hosting.start(ANA)
    assert isinstance(await lobby("d"), Accepted)
    assert reason(await lobby("e")) == "TOO_MANY_LOBBIES"
    assert isinstance(await lobby("e", BETO), Accepted)


async def test_a_community_has_so_many_tables() -> None:
    table = Table(Store.in_memory(), config=Config(robot_budget=0, community_tables=2))
    for person, place in ((ANA, "a"), (BETO, "b")):
        assert isinstance(await opened(table, person, f"{COMMUNITY}/{place}"), Accepted)
    refused = of_kind(Refused, await opened(table, "web:c", f"{COMMUNITY}/c"))
    assert (refused.reason, refused.parameters) == ("COMMUNITY_FULL", (("n", "2"),))
    await table.ask(Leave, BETO)
    assert isinstance(await opened(table, "web:c", f"{COMMUNITY}/c"), Accepted)


async def test_a_hand_of_the_day_counts_for_no_limit() -> None:
    """Nobody else is there: it stands in nobody's way, and nothing stands in its way."""
    config = Config(robot_budget=0, tables=2, community_tables=2)
    table = Table(Store.in_memory(), config=config, vault=Vault(b"k" * 32))

    async def plays(variant: str) -> AnyReply:
        return await table.send(
            PlayDaily(
                request=table.request(),
                person=ANA,
                community=COMMUNITY,
                place=PLACE,
                name="Ana",
                variant=variant,
            )
        )

    for variant in ("argentino", "paulista"):
        assert isinstance(await plays(variant), Accepted)
    for place in ("a", "b"):
        assert isinstance(await opened(table, place=f"{COMMUNITY}/{place}"), Accepted)
    refused = of_kind(Refused, await opened(table, BETO, f"{COMMUNITY}/c"))
    assert refused.reason == "COMMUNITY_FULL"
    refused = of_kind(Refused, await opened(table, place=f"web:elsewhere/{PLACE}"))
    assert refused.reason == "TOO_MANY_TABLES"
    assert isinstance(await plays("mineiro"), Accepted)
