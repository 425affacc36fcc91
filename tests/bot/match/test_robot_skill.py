"""How well a table's robots play: the host chooses, everybody sees it, robots keep to it."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec.structs import replace

from bot.catalogue import Send, Typed, interpret
from bot.match import robot_turns
from bot.match.names import ROBOTS, names_at
from bot.messages import Accepted, AddRobot, AnyReply, OpenTable, PersonId, SetOptions
from bot.screens.rules.options import options_line
from bot.store import Store
from bot.store.queries import profile_queries
from bot.store.results.model import Rating
from bot.store.results.ratings import START, beginner
from bot.table_options import table_values
from bot.words import words_for
from engine.actions import NO_QUIERO, PLAY, QUIERO, Action
from engine.numbers import NO_ACCOUNT
from engine.record.notation import write_step
from engine.robots import MASTER, SKILLS, Noticed, Skill, skill_of
from engine.seen.view import SeatView
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, Table, asker_here
from tests.narrow import of_kind

BEGINNER, CLUB = SKILLS["principiante"], SKILLS["club"]


@pytest.fixture
def table() -> Table:
    return Table(Store.in_memory())


async def choose(table: Table, skill: str) -> AnyReply:
    return await table.ask(SetOptions, ANA, options=(("skill", skill),))


async def robots_of(table: Table) -> set[str]:
    return {seat.name for seat in (await table.info()).seats if seat.robot}


LADDER = ("truco", "retruco", "vale4")


def cards_and_truco(seen: SeatView, rng: random.Random) -> Action:
    """A step that is drawn; nobody bets on anything but the truco, so a match lasts some hands."""
    verbs = (PLAY, QUIERO, NO_QUIERO, *LADDER)
    steps = [legal for legal in seen.offered if isinstance(legal, Action) and legal.verb in verbs]
    return rng.choice(steps)


@dataclass
class Played:
    """Who has played how well, and what each was told of the other seat."""

    by: list[tuple[int, Skill]] = field(default_factory=list)
    noticed: list[tuple[int, int, Noticed | None]] = field(default_factory=list)
    """By decision: the seat, the number of the hand, and what was noticed of the other seat."""

    def choose(
        self,
        seen: SeatView,
        rng: random.Random,
        budget: float,
        skill: Skill = MASTER,
        noticed: Noticed | None = None,
    ) -> Action:
        self.by.append((seen.seat, skill))
        self.noticed.append((seen.seat, seen.number, noticed))
        return cards_and_truco(seen, rng)


async def test_robots_are_masters_unless_the_host_wants_it_otherwise(table: Table) -> None:
    await table.open(ANA)
    assert (await table.info()).skill == MASTER.name
    label = words_for("es").text("option.skill")
    assert label not in options_line(await table.info(), words_for("es"))
    assert isinstance(await choose(table, "principiante"), Accepted)
    assert label in options_line(await table.info(), words_for("es"))


async def test_robots_have_the_names_of_their_skill(table: Table) -> None:
    await table.open(ANA, 4)
    for _ in range(2):
        await table.ask(AddRobot, ANA)
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
    monkeypatch.setattr(robot_turns, "choose", played.choose)
    await table.open(ANA)
    await choose(table, "club")
    await table.start()
    while len({seat for seat, _ in played.by}) < 2:
        await table.next_deadline()
    assert {*played.by} == {(0, MASTER), (1, CLUB)}


async def played_to_the_end(table: Table, person: PersonId) -> list[Noticed]:
    """Plays the match, the person at random. By hand, what they had said before it."""
    rng, said = random.Random(7), Counter[str]()
    before = [Noticed()]
    while (seen := await table.view(person)).winner == NO_ACCOUNT:
        while len(before) <= seen.number:
            hands = len(before) - 1
            before.append(Noticed(hands, said["called"], said[QUIERO], said[NO_QUIERO]))
        if seen.seat not in seen.awaited:
            await table.next_deadline()
            continue
        action = cards_and_truco(seen, rng)
        said["called" if action.verb in LADDER else action.verb] += 1
        step = write_step(table_for("argentino", 2), action)[0]
        await table.do(person, step.split(" ", 1)[1])
    return before


async def test_a_robot_alone_with_a_person_is_told_what_they_have_said_in_earlier_hands(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played()
    monkeypatch.setattr(robot_turns, "choose", played.choose)
    await table.seated(ANA)
    before = await played_to_the_end(table, ANA)
    robots = [(number, noticed) for seat, number, noticed in played.noticed if seat == 1]
    assert robots
    assert [noticed for _, noticed in robots] == [before[number] for number, _ in robots]
    assert before[-1].hands > 3
    assert before[-1].called
    assert before[-1].accepted
    assert before[-1].refused


async def test_a_robot_is_told_nothing_in_teams(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played()
    monkeypatch.setattr(robot_turns, "choose", played.choose)
    await table.seated(ANA, BETO, players=4)
    while len({seat for seat, _, _ in played.noticed}) < 4:
        await table.next_deadline()
    assert {noticed for _, _, noticed in played.noticed} == {None}


async def test_who_stands_in_for_a_person_is_told_of_the_other_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played()
    monkeypatch.setattr(robot_turns, "choose", played.choose)
    await table.seated(ANA, BETO)
    while not played.noticed:
        await table.next_deadline()
    assert played.noticed[0][2] == Noticed()


async def test_during_a_match_it_waits_for_the_next_one(table: Table) -> None:
    await table.seated(ANA)
    await choose(table, "club")
    info = await table.info()
    assert info.skill == MASTER.name
    assert info.coming.skill == "club"


@pytest.mark.parametrize(
    ("said", "skill"),
    [
        ((), "maestro"),
        ((("nivel", "principiante"),), "principiante"),
        ((("nivel", "igual"),), "igual"),
    ],
)
def test_a_table_is_opened_with_it(said: tuple[tuple[str, str], ...], skill: str) -> None:
    asker = asker_here()
    meant = of_kind(Send, interpret(Typed("jugar", said), asker))
    assert table_values(dict(of_kind(OpenTable, meant.command).options))[0]["skill"] == skill


def test_no_two_robots_share_a_name() -> None:
    """... and eight seats are fewer than the names of any skill."""
    names = [name for those in ROBOTS.values() for name in those]
    assert len(names) == len({*names})
    assert min(map(len, ROBOTS.values())) >= 8


# --- as well as the people do -------------------------------------------------------------------


def rated(person: str, rating: int, variant: str = "argentino") -> Rating:
    """A rating as people read it."""
    usual = beginner(person, variant, person)
    return replace(usual, mu=usual.mu + (rating - START) / 40, matches=20)


class RatedStore(Store):
    """People here have these ratings."""

    known: tuple[Rating, ...] = ()

    async def read(self, query: Any, *given: Any, **named: Any) -> Any:
        if query is profile_queries.ratings_of:
            return tuple(rating for rating in self.known if rating.person in given)
        return await super().read(query, *given, **named)


@pytest.mark.parametrize(
    ("ratings", "strength"),
    [((), 0), ((rated(ANA, 1380),), -120), ((rated(ANA, 1380, "paulista"),), 0)],
)
async def test_robots_play_as_well_as_the_person_is_rated_in_this_game(
    ratings: tuple[Rating, ...], strength: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has no rating in this game at this size of table meets a robot of the club's level."""
    store, played = RatedStore.in_memory(), Played()
    store.known = ratings
    monkeypatch.setattr(robot_turns, "choose", played.choose)
    table = Table(store)
    await table.open(ANA)
    await choose(table, "igual")
    await table.start()
    assert (await table.info()).strength == strength
    while not (by_robot := [skill for seat, skill in played.by if seat == 1]):
        await table.next_deadline()
    assert {*by_robot} == {skill_of("igual", strength)}


async def test_of_several_people_the_mean_counts_and_it_holds_for_the_whole_match() -> None:
    store = RatedStore.in_memory()
    store.known = (rated(ANA, 1700), rated(BETO, 1450))
    table = Table(store)
    await table.open(ANA, 4)
    for person in (BETO, CARLA):
        await table.join(person)
    await choose(table, "igual")
    await table.start()
    assert (await table.info()).strength == 50  # 200 and -50 and, without a rating, 0
    store.known = ()
    await table.next_deadline()
    assert (await table.info()).strength == 50


async def test_at_a_table_of_another_level_nobody_s_rating_is_read() -> None:
    store = RatedStore.in_memory()
    store.known = (rated(ANA, 1700),)
    table = Table(store)
    await table.open(ANA)
    await choose(table, "club")
    await table.start()
    assert (await table.info()).strength == 0


async def test_the_table_is_told_that_robots_play_as_people_do(table: Table) -> None:
    await table.open(ANA)
    await choose(table, "igual")
    for locale in ("es", "en", "pt_BR"):
        told = words_for(locale).text("option.skill.igual")
        assert told in options_line(await table.info(), words_for(locale))
    await table.ask(AddRobot, ANA)
    assert await robots_of(table) < {*names_at("club")}
