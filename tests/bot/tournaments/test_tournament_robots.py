"""A tournament in which robots take the places that are missing, through the service."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.community.linked_users import Outcome
from bot.match.vault import Vault
from bot.messages import Accepted
from bot.model import WALKOVER, Status
from bot.screens.tournaments.tournament import build_tournament
from bot.store import Store
from bot.store.queries import result_queries
from bot.tournaments import steps
from bot.tournaments.standings import podium
from bot.tournaments.state import NOBODY, Entrant, Format, Tournament
from bot.words import words_for
from tests.bot.store.test_chips import FIRST
from tests.bot.tournament_world import CONFIG, World, people
from tests.bot.tournaments.test_pairings import played, seeds, signed_up


async def finish(world: World) -> None:
    """Whoever is called comes and then leaves the match to the robot."""
    while pairings := (await world.tournament()).open:
        await world.check()
        pairing = pairings[0]
        if not pairing.match:  # in a league people open their table
            units = [(await world.tournament()).units[unit] for unit in pairing.sides]
            inside = [entrant.person for unit in units for entrant in unit.people if entrant.person]
            assert isinstance(await world.join(inside[0]), Accepted)
            continue
        await world.sit(pairing.match)
        for seat in (await world.info(pairing.match)).people:
            if (await world.info(pairing.match)).status is Status.PLAYING:
                await world.leave(seat.person, pairing.match)
        info = await world.info(pairing.match)
        if info.status is Status.PLAYING:  # a robot holds the seats of both sides
            await world.wait(CONFIG.abandon)
    assert (await world.info()).status is Status.CONCLUDED


async def test_who_leaves_a_match_against_a_robot_has_lost_it(world: World) -> None:
    """It begins once the person is there, and brings no ranking points."""
    ana, *_ = people(1)
    await world.open(ana, robots=True)
    told = await world.lines()
    assert "tournament.robots" in told
    await world.start(ana)
    (pairing,) = (await world.tournament()).open
    table = await world.info(pairing.match)
    assert [(bool(seat.person), seat.robot) for seat in table.seats] == [
        (False, False),
        (False, True),
    ]
    assert isinstance(await world.join(ana), Accepted)
    table = await world.info(pairing.match)
    assert (table.status, table.ranked) == (Status.PLAYING, ())
    await world.check()
    await world.leave(ana, pairing.match)
    assert (await world.info(pairing.match)).winner == 1
    assert podium(await world.tournament())[0] == (1,)
    (result,) = (await world.table.store.read(result_queries.brought_by, pairing.match)).results
    assert (result.person, result.ranked, result.worth) == (ana, False, 0)
    words = words_for("es")
    robot = words.text("tournament.robot", name=table.seats[1].name)
    screen = build_tournament(await world.info(), words)
    assert screen.podium == ((robot,), (ana,))


async def test_somebody_who_goes_away_from_a_robot_has_lost(world: World) -> None:
    (pairing,) = await world.held(1, robots=True)
    await world.sit(pairing.match)
    for _ in range(30):
        if (await world.info(pairing.match)).status is not Status.PLAYING:
            break
        await world.wait(CONFIG.turn_seconds + CONFIG.bank + 1)
    info = await world.info(pairing.match)
    assert (info.ended, info.winner) == ("abandoned", 1)


async def test_a_match_with_a_robot_begins_with_its_commitment(store: Store) -> None:
    world = World([store], vault=Vault(b"k" * 32))
    (pairing,) = await world.held(1, robots=True)
    await world.join(people(1)[0], pairing.match)
    assert (await world.info(pairing.match)).status is Status.PLAYING


async def test_who_does_not_come_has_lost_to_the_robot(world: World) -> None:
    await world.held(3, robots=True)
    tournament = await world.tournament()
    assert len(tournament.open) == 2
    await world.wait(CONFIG.no_show)
    info = await world.info(tournament.open[0].match)
    assert (info.ended, info.winner) == (WALKOVER, 1)
    await world.check()
    # Both people of the other match were missing, too: nobody is left to play with the robot.
    assert (await world.info()).status is Status.CONCLUDED
    assert podium(await world.tournament())[0] == (3,)


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize(("number", "size"), [(5, 1), (3, 2), (4, 3)])
async def test_a_whole_tournament_with_robots(
    world: World, form: Format, number: int, size: int
) -> None:
    """Teams that robots complete, and teams of robots. Nobody of those who have staked wins where
    robots do, and so every stake goes back."""
    await world.held(number, form, size, 8, stake=10, robots=True)
    tournament = await world.tournament()
    assert all(tournament.unit_of(person) >= 0 for person in people(number))
    if form is Format.ARENA:
        for pairing in tournament.open:
            await world.sit(pairing.match)
        await world.wait(8 * 60)
        for pairing in (await world.tournament()).open:
            for seat in (await world.info(pairing.match)).people:
                await world.leave(seat.person, pairing.match)
    await finish(world)
    found = await world.check_chips()
    tournament = await world.tournament()
    won = podium(tournament)
    robots_won = not won or tournament.units[won[0][0]].of_robots
    together = sum(found[person] for person in people(number))
    assert together == number * FIRST - (0 if robots_won else found["bank"])
    assert robots_won == ("bank" not in found)


async def test_a_person_in_a_team_with_a_robot_is_linked(world: World) -> None:
    await world.held(3, Format.ELIMINATION, 2, robots=True)
    tournament = await world.tournament()
    mixed = next(unit for unit in tournament.units if not unit.people[1].person)
    (person,) = [entrant.person for entrant in mixed.people if entrant.person]
    assert await world.link("telegram:9", person) is Outcome.LINKED
    await world.check()
    assert isinstance(await world.join("telegram:9"), Accepted)
    await world.check()


# --- what holds of every tournament with robots ---------------------------------------------------


NAMES = ("Tuerca", "Lata", "Pampa")


def with_robots(form: Format, people: int, size: int = 1) -> Tournament:
    return replace(signed_up(form, people, size), robots=True)


def begun(form: Format, people: int, size: int = 1) -> Tournament:
    return steps.started(with_robots(form, people, size), (), NAMES)


@given(st.integers(1, 20), st.sampled_from((1, 2, 3)), st.sampled_from(Format))
def test_nobody_stays_out_or_rests(people: int, size: int, form: Format) -> None:
    tournament = begun(form, people, size)
    units, number = tournament.units, len(tournament.units)
    assert {len(unit.people) for unit in units} == {size}
    inside = [entrant.person for unit in units for entrant in unit.people if entrant.person]
    assert sorted(inside) == sorted(entrant.person for entrant in tournament.entrants)
    assert number % 2 == 0
    if form is Format.ELIMINATION:
        assert number & (number - 1) == 0
    first = [pairing for pairing in tournament.pairings if pairing.round == 0]
    assert not any(pairing.is_bye for pairing in first)
    robots = [entrant.name for unit in units for entrant in unit.people if not entrant.person]
    assert len(set(robots)) == len(robots)
    assert [unit.of_robots for unit in units] == sorted(unit.of_robots for unit in units)
    assert sum(unit.people[-1].person == "" and not unit.of_robots for unit in units) <= size - 1


def test_as_few_as_do() -> None:
    for form, number, robots in (
        (Format.ELIMINATION, 1, 1),
        (Format.ELIMINATION, 4, 0),
        (Format.ELIMINATION, 5, 3),
        (Format.SWISS, 5, 1),
        (Format.ROUND_ROBIN, 6, 0),
        (Format.ARENA, 1, 1),
    ):
        units = begun(form, number).units
        assert sum(unit.of_robots for unit in units) == robots, form
    assert [
        entrant.name for unit in begun(Format.ELIMINATION, 1, 2).units for entrant in unit.people
    ] == ["P0", "Tuerca", "Lata", "Pampa"]


@given(seeds, st.integers(1, 12), st.sampled_from(Format))
def test_robots_do_not_play_one_another(seed: int, people: int, form: Format) -> None:
    tournament = played(begun(form, people), Random(seed))
    for pairing in tournament.pairings:
        if NOBODY not in pairing.sides:
            both = all(tournament.units[unit].of_robots for unit in pairing.sides)
            assert bool(pairing.match) is not both
            assert pairing.winner != NOBODY or not both


def test_without_the_wish_there_are_none() -> None:
    tournament = steps.started(signed_up(Format.ELIMINATION, 3), (), NAMES)
    assert all(entrant.person for unit in tournament.units for entrant in unit.people)
    late = steps.signed_up(begun(Format.ARENA, 1), Entrant("late", "Late"))
    assert late.unit_of("late") == 2
    assert late.unit_of("") == NOBODY
