"""Robots from outside: who brings them, where they may sit, and what their matches count."""

import json

import pytest
from msgspec.structs import replace

from bot.community.foreign_robots import FOREIGN, ForeignRobot, foreign_id
from bot.community.robot_ladder import PEOPLE, ladder
from bot.environment import Config
from bot.match.match_reader import RobotsTable
from bot.messages import Accepted, AddRobot, AnyReply, ProposeEnd, Refused, RobotActs, Stale
from bot.model import MatchInfo, Seat, Status, gives_hints, playing_for_ranking
from bot.pages.robots import PAGE
from bot.screens.pages import Page
from bot.store import Store
from bot.store.queries import people_queries
from bot.words import words_for
from engine.record.notation import write_action
from engine.seen.view import SeatView, table_of
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, Table, answer_of, reason
from tests.bot.scenes import info_for
from tests.narrow import of_kind, present

ANA_DC, BETO_DC = "discord:1", "discord:2"
ZOE = "web:z0e4f7a1"
"""A person whose id and name stand nowhere by chance."""


async def brought(table: Table, owner: str = ZOE, name: str = "Nube") -> ForeignRobot:
    """A robot that may sit in the community."""
    robots = table.service.foreign_robots
    token = of_kind(str, await robots.bring(owner, name, "Zoé Q", COMMUNITY))
    assert isinstance(await robots.allow(COMMUNITY, name, allowed=True), ForeignRobot)
    return present(await robots.by_token(token))


async def seat(table: Table, robot: ForeignRobot | str, host: str = ANA) -> AnyReply:
    id = robot if isinstance(robot, str) else robot.id
    return await table.ask(AddRobot, host, foreign=id)


async def playing(table: Table, robot: ForeignRobot, target: str = "30") -> None:
    """A match of two, Ana and the robot; the robot is asked first."""
    await table.open(target=target)
    assert isinstance(await seat(table, robot), Accepted)
    table.dice.lead(0)
    assert isinstance(await table.start(), Accepted)


async def answers(
    table: Table, robot: ForeignRobot, action: str, question: str, person: str = ""
) -> AnyReply:
    return await table.ask(RobotActs, person or robot.id, question=question, action=action)


async def ends(table: Table, person: str = ANA) -> None:
    """A person agrees that the match ends."""
    assert isinstance(await table.ask(ProposeEnd, person, agree=True), Accepted)


# --- who brings it -------------------------------------------------------------------------------


async def test_a_token_is_kept_as_a_hash_and_told_to_nobody_again(table: Table) -> None:
    robots = table.service.foreign_robots
    token = of_kind(str, await robots.bring(ZOE, "Nube", "Zoé", COMMUNITY))
    kept = await table.store.settings_of(ZOE)
    assert token not in kept[FOREIGN]
    own = json.loads(await table.service.own_data.of(ZOE))
    assert own["robot"] == {"name": "Nube", "asked": [COMMUNITY], "allowed": []}
    assert json.loads(kept[FOREIGN])["mark"] not in json.dumps(own)
    again = of_kind(str, await robots.bring(ZOE, "Nube", "Zoé", COMMUNITY))
    assert await robots.by_token(token) is None
    assert await robots.by_token(again) is not None


async def test_a_new_name_has_to_be_allowed_anew_and_is_nobody_else_s(table: Table) -> None:
    robots = table.service.foreign_robots
    assert (await brought(table)).allowed == (COMMUNITY,)
    assert isinstance(await robots.bring(BETO, "nube", "Beto", COMMUNITY), Refused)
    await robots.bring(ZOE, "Rayo", "Zoé", COMMUNITY)
    mine = present(await robots.of_person(ZOE))
    assert (mine.name, mine.allowed, mine.id) == ("Rayo", (), foreign_id(ZOE))


async def test_without_an_administrator_s_word_it_sits_nowhere(table: Table) -> None:
    robots = table.service.foreign_robots
    robot = await brought(table)
    await table.open()
    await robots.allow(COMMUNITY, "Nube", allowed=False)
    assert reason(await seat(table, robot)) == "NO_SUCH_ROBOT"
    assert reason(await seat(table, "robot:0123456789abcdef")) == "NO_SUCH_ROBOT"
    await robots.allow(COMMUNITY, "Nube", allowed=True)
    assert isinstance(await seat(table, robot), Accepted)
    assert (await table.info()).seats[1].owner == "Zoé Q"


async def test_it_sits_at_few_tables_and_once_at_each(store: Store) -> None:
    table = Table(store, config=Config(robot_budget=0, foreign_tables=2))
    robot = await brought(table)
    for host in (ANA, BETO):
        await table.open(host, players=4)
        assert isinstance(await seat(table, robot, host), Accepted)
    assert reason(await seat(table, robot, BETO)) == "ROBOT_SEATED"
    await table.open(CARLA, players=4)
    assert reason(await seat(table, robot, CARLA)) == "ROBOT_BUSY"


# --- at a table ----------------------------------------------------------------------------------


async def asked_of(table: Table, robot: ForeignRobot) -> RobotsTable:
    """The table as soon as the robot is asked; Ana refuses and lays cards until then."""
    while True:
        asked = present(await table.service.matches.robots_table(table.match, robot.id))
        if asked.question:
            return asked
        view = await table.view(ANA)
        if view.seat in view.awaited:
            await table.do(ANA, plain(view))
        else:
            await table.next_deadline()


def plain(view: SeatView) -> str:
    """A refusal, or else a card."""
    steps = [write_action(table_of(view), step) for step in view.offered]
    return next((step for step in steps if step == "noquiero"), steps[0])


async def test_it_is_asked_where_ours_would_act_and_only_its_answer_counts(table: Table) -> None:
    robot = await brought(table)
    await playing(table, robot)
    asked = await asked_of(table, robot)
    assert await table.due() == table.config.foreign_clock
    said = plain(asked.seen)
    assert await answers(table, robot, said, "another") == Stale(table.match)
    other = replace(robot, id=foreign_id(BETO))
    assert await answers(table, robot, said, asked.question, other.id) == Stale(table.match)
    before = await table.info()
    assert reason(await answers(table, robot, "son buenas", asked.question))
    assert (await table.info()).version == before.version
    assert isinstance(await answers(table, robot, said, asked.question), Accepted)
    assert await answers(table, robot, said, asked.question) == Stale(table.match)


async def test_after_the_clock_one_of_ours_plays_and_everybody_is_told(table: Table) -> None:
    robot = await brought(table)
    await playing(table, robot)
    for missed in (1, 2):
        await asked_of(table, robot)
        await table.next_deadline()
        assert (await table.info()).seats[1].missed == missed
        screen = await table.screen(None, "es")
        assert "table.foreign" in {line.id for line in screen.lines}
    assert (await table.info()).seats[1].away
    asked = await asked_of(table, robot)
    assert await table.due() == table.config.robot_delay
    await answers(table, robot, plain(asked.seen), asked.question)
    back = (await table.info()).seats[1]
    assert (back.away, back.missed) == (False, 0)


async def test_everybody_reads_that_it_is_a_robot_and_whose(table: Table) -> None:
    robot = await brought(table)
    await table.open()
    await seat(table, robot)
    lobby = await table.screen(ANA, "es")
    assert (lobby.seats[1].name, lobby.seats[1].robot) == ("Nube (de Zoé Q)", True)
    assert "lobby.foreign" in {line.id for line in lobby.lines}


async def test_a_match_with_it_counts_for_no_person(table: Table) -> None:
    robot = await brought(table)
    await table.open(ANA_DC, players=4)
    assert isinstance(await table.join(BETO_DC, "B"), Accepted)
    assert playing_for_ranking(await table.info()) == (0, 1)
    assert isinstance(await seat(table, robot, ANA_DC), Accepted)
    info = await table.info()
    assert playing_for_ranking(info) == ()
    assert not gives_hints(info)
    assert isinstance(await table.start(ANA_DC), Accepted)
    for person in (ANA_DC, BETO_DC):
        await ends(table, person)
    assert (await table.info()).status is Status.OVER
    kept = await table.store.read(people_queries.kept_of, ANA_DC)
    assert (kept.results, kept.rated, kept.ratings, kept.standings) == ((), (), (), ())


async def test_it_comes_along_to_the_rematch(table: Table) -> None:
    robot = await brought(table)
    await playing(table, robot)
    await ends(table)
    await table.rematch()
    assert (await table.info()).seats[1].foreign == robot.id


# --- its ladder ----------------------------------------------------------------------------------


def match(winner: int, *seats: Seat, number: int = 0, **more: object) -> MatchInfo:
    over = {"status": Status.OVER, "winner": winner, "ended": "won", "started": float(number)}
    table = table_for("argentino", len(seats))
    return info_for(table, **{"match": f"m{number}", "seats": seats} | over | more)


def a_robot(seat: int, id: str, **more: object) -> Seat:
    return replace(Seat(seat, name=id, robot=True, foreign=f"robot:{id}"), **more)


def test_a_ladder_counts_robots_levels_and_people_as_one() -> None:
    person, nube = Seat(0, "web:a", "Ana"), a_robot(1, "nube")
    ours = Seat(0, name="Rayo", robot=True)
    rows = ladder(
        [
            match(1, person, nube, number=1),
            match(1, replace(person, person="web:b"), nube, number=2),
            match(0, ours, nube, number=3),
            match(-1, person, nube, number=4, ended="void"),
        ]
    )
    assert {(row.key, row.won, row.lost) for row in rows} == {
        ("robot:nube", 2, 1),
        (PEOPLE, 0, 2),
        ("level maestro", 1, 0),
    }
    assert rows[-1].key == PEOPLE


def test_a_robot_that_is_not_there_has_lost_and_two_meet_once() -> None:
    away = a_robot(1, "nube", away=True)
    (first, last) = ladder([match(1, Seat(0, "web:a", "Ana"), away)])
    assert (first.key, last.key) == (PEOPLE, "robot:nube")
    four = (a_robot(0, "a"), a_robot(1, "b"), Seat(2, "web:a"), Seat(3, "web:b"))
    found = {row.key: (row.won, row.lost) for row in ladder([match(0, *four)])}
    assert found == {"robot:a": (2, 0), "robot:b": (0, 2), PEOPLE: (1, 1)}


async def test_the_ladder_is_counted_from_what_is_stored(table: Table) -> None:
    robot = await brought(table)
    await playing(table, robot, target="15")
    await table.give_up(ANA)
    assert (await table.info()).winner == 1
    rows = await table.service.robot_ladder.of(COMMUNITY)
    # It was away at the end, for it has answered nothing.
    assert (await table.store.read(people_queries.kept_of, ANA)).results == ()
    assert [(row.key, row.won) for row in rows] == [(PEOPLE, 1), (robot.id, 0)]
    assert await table.service.robot_ladder.of("web:elsewhere") == ()


# --- what goes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("any_store", ["sqlite", "postgresql"], indirect=True)
async def test_nothing_is_left_of_an_owner_who_is_erased(any_store: Store) -> None:
    table, store = Table(any_store), any_store
    robot = await brought(table)
    await playing(table, robot)
    await ends(table)
    await table.erase(ZOE)
    assert await store.settings_of(ZOE) == {}
    gone = (await table.info()).seats[1]
    assert (gone.foreign, gone.owner, gone.name, gone.robot) == ("", "", "", True)
    record = await table.record()
    assert "Nube" not in record
    assert "seat 1 (robot)" in record


# --- the page ------------------------------------------------------------------------------------


async def says(table: Table, person: str, *, manages: bool = False, **values: str) -> Page:
    """The answer to ``/robots``."""
    return await answer_of(PAGE, table, person, "Zoé", values, manages=manages)


def ways(page: Page) -> list[str]:
    return [leaf.key.partition("accion=")[2].partition(".")[0] for leaf in page.turns]


async def test_the_page_takes_a_robot_from_its_owner_to_a_table(table: Table) -> None:
    brought_it = await says(table, ZOE, accion="traer", robot="Nube")
    assert brought_it.text.count("truco_") == 1
    assert "truco_" not in (await says(table, ZOE)).text
    refused = words_for("es").text("reason.NOT_ADMIN")
    assert refused in (await says(table, ZOE, accion="permitir", robot="Nube")).text
    assert ways(await says(table, BETO, manages=True)) == ["permitir"]
    assert ways(await says(table, BETO, manages=True, accion="permitir", robot="Nube")) == [
        "prohibir"
    ]
    await table.open()
    (way,) = [leaf.key for leaf in (await says(table, ANA)).turns]
    assert len(way) <= 64
    await says(table, ANA, accion="sentar", robot=way.rpartition("=")[2])
    assert (await table.info()).seats[1].name == "Nube"
    assert ways(await says(table, ANA, accion="quitar")) == ["sentar"]
    gone = await says(table, ZOE, accion="quitar")
    assert words_for("es").text("robots.none") in gone.text


@pytest.mark.parametrize(
    ("page", "local", "told"),
    [
        ("https://truco.example", "http://127.0.0.1:80", ["wss://truco.example/robot"]),
        ("", "http://127.0.0.1:8080", ["ws://127.0.0.1:8080/robot", "TRUCO_PUBLIC_URL"]),
        ("", "", ["TRUCO_PLAYGROUND=on"]),
    ],
)
async def test_whoever_brings_a_robot_reads_where_it_connects(
    store: Store, page: str, local: str, told: list[str]
) -> None:
    table = Table(store, config=Config(robot_budget=0, page=page))
    table.service.foreign_robots.local_page = local
    text = (await says(table, ZOE, accion="traer", robot="Nube")).text
    assert [part for part in told if part not in text] == []
    assert ("/robot" in text) == bool(page or local)
    assert ("TRUCO_PUBLIC_URL" in text) == (not page)
