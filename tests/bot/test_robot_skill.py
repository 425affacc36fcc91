"""How well a table's robots play: the host chooses, everybody sees it, robots keep to it."""

import random
from dataclasses import dataclass, field

import pytest

from bot.catalogue import Asker, Send, Typed, interpret
from bot.match import play
from bot.match.names import ROBOTS
from bot.messages import Accepted, AddRobot, AnyReply, OpenTable, SetOptions
from bot.screens.options import options_line
from bot.store import MemoryStore
from bot.words import words_for
from engine.actions import Action
from engine.robots import MASTER, SKILLS, Skill, randomly
from engine.seen.view import SeatView
from tests.bot.helpers import ANA, COMMUNITY, PLACE, Table, reason

BEGINNER, CLUB = SKILLS["principiante"], SKILLS["club"]


@pytest.fixture
def table() -> Table:
    return Table(MemoryStore())


async def choose(table: Table, skill: str) -> AnyReply:
    return await table.send(
        SetOptions(
            request=table.request(), person=ANA, match=table.match, options=(("skill", skill),)
        )
    )


async def robots_of(table: Table) -> set[str]:
    return {seat.name for seat in (await table.info()).seats if seat.robot}


@dataclass
class Played:
    """Who has played how well."""

    by: list[tuple[int, Skill]] = field(default_factory=list)

    def choose(
        self, seen: SeatView, rng: random.Random, budget: float, skill: Skill = MASTER
    ) -> Action:
        self.by.append((seen.seat, skill))
        return randomly.choose(seen, rng)


async def test_robots_are_masters_unless_the_host_wants_it_otherwise(table: Table) -> None:
    await table.open(ANA)
    assert (await table.info()).skill == MASTER.name
    label = words_for("es").text("option.skill")
    assert label not in options_line(await table.info(), words_for("es"))
    assert isinstance(await choose(table, "principiante"), Accepted)
    assert label in options_line(await table.info(), words_for("es"))


async def test_a_skill_that_there_is_not_changes_nothing(table: Table) -> None:
    await table.open(ANA)
    before = await table.info()
    refused = await choose(table, "campeon")
    assert reason(refused) == "BAD_OPTION"
    assert refused.parameters == (("skill", "campeon"),)  # type: ignore[union-attr]
    assert await table.info() == before


async def test_robots_have_the_names_of_their_skill(table: Table) -> None:
    await table.open(ANA, 4)
    for _ in range(2):
        await table.send(AddRobot(request=table.request(), person=ANA, match=table.match))
    assert await robots_of(table) < {*ROBOTS[MASTER]}
    await choose(table, "principiante")
    beginners = await robots_of(table)
    assert beginners < {*ROBOTS[BEGINNER]}
    assert len(beginners) == 2
    await choose(table, "principiante")
    assert await robots_of(table) == beginners
    await table.start()
    assert await robots_of(table) < {*ROBOTS[BEGINNER]}


async def test_the_robots_keep_to_it_and_who_stands_in_plays_as_well_as_it_can(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played()
    monkeypatch.setattr(play, "choose", played.choose)
    await table.open(ANA)
    await choose(table, "club")
    await table.start()
    while len({seat for seat, _ in played.by}) < 2:
        await table.next_deadline()
    assert {*played.by} == {(0, MASTER), (1, CLUB)}


async def test_during_a_match_it_waits_for_the_next_one(table: Table) -> None:
    await table.seated(ANA)
    await choose(table, "club")
    info = await table.info()
    assert info.skill == MASTER.name
    assert info.coming.skill == "club"


@pytest.mark.parametrize(
    ("said", "skill"), [((), "maestro"), ((("nivel", "principiante"),), "principiante")]
)
def test_a_table_is_opened_with_it(said: tuple[tuple[str, str], ...], skill: str) -> None:
    asker = Asker(request="r", person=ANA, name="A", community=COMMUNITY, place=PLACE, locale="es")
    meant = interpret(Typed("jugar", said), asker)
    assert isinstance(meant, Send)
    assert isinstance(meant.command, OpenTable)
    assert meant.command.skill == skill


def test_no_two_robots_share_a_name() -> None:
    """... and eight seats are fewer than the names of any skill."""
    names = [name for those in ROBOTS.values() for name in those]
    assert len(names) == len({*names})
    assert min(map(len, ROBOTS.values())) >= 8
