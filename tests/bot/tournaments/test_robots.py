"""Robots that take the places that are missing: nobody stays out, and nobody waits for them."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tournaments import steps
from bot.tournaments.state import NOBODY, Entrant, Format, Tournament
from tests.bot.tournaments.test_pairings import played, seeds, signed_up

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
    for form, people, robots in (
        (Format.ELIMINATION, 1, 1),
        (Format.ELIMINATION, 4, 0),
        (Format.ELIMINATION, 5, 3),
        (Format.SWISS, 5, 1),
        (Format.ROUND_ROBIN, 6, 0),
        (Format.ARENA, 1, 1),
    ):
        units = begun(form, people).units
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
