"""What decides between units with the same points, and who shares a place.

The oracle below counts everything from the pairings alone."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.tournaments import steps
from bot.tournaments.standings import Placing, TieBreak, podium, standings
from bot.tournaments.state import NOBODY, Entrant, Format, Pairing, Tournament, Unit
from tests.bot.tournaments.test_pairings import played, signed_up

Result = tuple[int, int, int] | tuple[int, int, int, tuple[int, int]]
"""One unit, another one, who has won; and the score, if they have played."""


def after(form: Format, units: int, results: Sequence[Result]) -> Tournament:
    """A tournament with these results, and no others."""
    pairings = tuple(
        Pairing(number, 0, one, other, f"t{number}", winner, bool(score), score[0] if score else ())
        for number, (one, other, winner, *score) in enumerate(results)
    )
    people = tuple(Entrant(f"p{number}", f"P{number}") for number in range(units))
    return Tournament(
        form, entrants=people, units=tuple(Unit((person,)) for person in people), pairings=pairings
    )


def order(tournament: Tournament) -> list[tuple[int, int]]:
    """Each unit's place and number."""
    return [(standing.place, standing.unit) for standing in standings(tournament)]


def of(tournament: Tournament, unit: int) -> Placing:
    return next(standing for standing in standings(tournament) if standing.unit == unit)


FORMS = [Format.ROUND_ROBIN, Format.LEAGUE, Format.ARENA]
WIN = {Format.ROUND_ROBIN: 1, Format.LEAGUE: 3, Format.ARENA: 2, Format.SWISS: 1}


@pytest.mark.parametrize("form", FORMS)
def test_who_has_beaten_the_stronger_ones_stands_first(form: Format) -> None:
    """0 and 1 have a win each; 1 has beaten 2, who has a win too."""
    tournament = after(form, 5, [(0, 4, 0), (1, 2, 1), (2, 3, 2)])
    assert order(tournament) == [(1, 1), (2, 0), (2, 2), (4, 3), (4, 4)]
    assert of(tournament, 1).sonneborn == 2 * WIN[form]
    assert of(tournament, 1).ties == (TieBreak.SONNEBORN,)
    assert of(tournament, 0).ties[-1] is TieBreak.SHARED
    assert podium(tournament) == ((1,), (0, 2))


@pytest.mark.parametrize("form", FORMS)
def test_then_the_difference_of_points_decides(form: Format) -> None:
    """Three who have beaten one another in a circle."""
    circle = [(0, 1, 0, (30, 29)), (1, 2, 1, (30, 10)), (2, 0, 2, (30, 20))]
    tournament = after(form, 3, circle)
    assert order(tournament) == [(1, 1), (2, 0), (3, 2)]
    assert [standing.difference for standing in standings(tournament)] == [19, -9, -10]
    assert {standing.ties for standing in standings(tournament)} == {
        (TieBreak.SONNEBORN, TieBreak.DIFFERENCE)
    }


@pytest.mark.parametrize("form", FORMS)
def test_three_who_are_equal_in_everything_share_the_first_place(form: Format) -> None:
    """Whoever has signed up first has no advantage."""
    circle = [(number, (number + 1) % 3, number, (30, 20)) for number in range(3)]
    tournament = after(form, 4, [*circle, (0, 3, 0), (1, 3, 1), (2, 3, 2)])
    assert order(tournament) == [(1, 0), (1, 1), (1, 2), (4, 3)]
    assert podium(tournament) == ((0, 1, 2),)
    assert [standing.ties[-1:] for standing in standings(tournament)] == [
        (TieBreak.SHARED,)
    ] * 3 + [()]


def test_the_matches_between_those_who_are_equal_decide_last() -> None:
    """All four have two points, by a win over one of the others, and no match has a score. 3 has
    won and 2 has lost more often among them; 1 has beaten 0, with whom it is then equal."""
    tournament = after(Format.ARENA, 4, [(1, 0, 1), (0, 2, 0), (2, 1, 2), (3, 2, 3)])
    assert {(standing.points, standing.sonneborn) for standing in standings(tournament)} == {(2, 4)}
    assert order(tournament) == [(1, 3), (2, 1), (3, 0), (4, 2)]
    assert {standing.ties[-1] for standing in standings(tournament)} == {TieBreak.DIRECT}
    assert podium(tournament) == ((3,), (1,), (0,))


def test_a_win_and_a_loss_between_equal_ones_make_nobody_better() -> None:
    """0 and 2 have beaten one another, 1 has met neither of them."""
    tournament = after(Format.ARENA, 5, [(0, 2, 0), (2, 0, 2), (1, 3, 1), (3, 4, 3)])
    assert order(tournament) == [(1, 0), (1, 1), (1, 2), (4, 3), (5, 4)]
    assert podium(tournament) == ((0, 1, 2),)


def test_two_who_have_not_met_share_a_place() -> None:
    tournament = after(Format.SWISS, 4, [(0, 2, 0, (30, 20)), (1, 3, 1, (30, 20))])
    assert order(tournament) == [(1, 0), (1, 1), (3, 2), (3, 3)]
    assert of(tournament, 0).ties == (*TieBreak,)


def test_a_bye_brings_no_adversary_and_a_walkover_counts_as_a_win() -> None:
    """In Swiss the bye is a point, and nothing for Sonneborn-Berger."""
    results: list[Result] = [(0, NOBODY, 0), (1, 2, 1), (2, 3, 2, (30, 0))]
    tournament = after(Format.SWISS, 4, results)
    assert [
        (standing.unit, standing.sonneborn, standing.buchholz) for standing in standings(tournament)
    ] == [(1, 2, 1), (2, 0, 1), (0, 0, 0), (3, 0, 1)]
    assert [of(tournament, unit).difference for unit in range(4)] == [0, 0, 30, -30]


def test_a_draw_counts_half_in_a_league() -> None:
    tournament = after(Format.LEAGUE, 3, [(0, 1, NOBODY), (1, 2, 1), (0, 2, 0)])
    assert [of(tournament, unit).sonneborn for unit in range(3)] == [4, 4, 0]
    odd = after(Format.LEAGUE, 3, [(0, 1, NOBODY), (1, 2, NOBODY), (2, 0, 2)])
    assert of(odd, 0).sonneborn == 2, "half of the two points of 1"


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.ARENA])
def test_who_has_left_is_passed_over_on_the_podium(form: Format) -> None:
    """Also where they share the first place; to an arena they may come back."""
    tournament = after(form, 6, [(unit, unit + 2, unit, (30, 0)) for unit in range(4)])
    gone = replace(
        tournament, units=(replace(tournament.units[0], out=True), *tournament.units[1:])
    )
    assert podium(tournament) == ((0, 1), (), (2, 3))
    assert podium(gone) == (podium(tournament) if form is Format.ARENA else ((1,), (2, 3)))


def test_an_abandoned_tournament_has_no_podium() -> None:
    """Nobody has come to anything, or nothing was played."""
    assert podium(after(Format.ARENA, 3, [])) == ()
    assert podium(after(Format.LEAGUE, 2, [(0, 1, NOBODY)])) == ()
    assert podium(after(Format.ROUND_ROBIN, 2, [(0, 1, NOBODY)])) == ()


@given(st.integers(0, 2**32), st.sampled_from(Format), st.integers(2, 16), st.floats(0, 0.5))
def test_what_is_compared(seed: int, form: Format, people: int, leaving: float) -> None:
    """Who signed up first has no advantage: with other numbers everybody has the same place."""
    tournament = played(steps.started(signed_up(form, people), ()), Random(seed), leaving=leaving)
    ranked = standings(tournament)
    assert [standing.place for standing in ranked] == sorted(standing.place for standing in ranked)
    taken = Counter(standing.place for standing in ranked)
    assert all(
        place + n == 1 + sum(m for p, m in taken.items() if p <= place)
        for place, n in taken.items()
    )
    dice = Random(seed)
    new = dice.sample(range(people), people)
    renamed = replace(
        tournament,
        units=tuple(tournament.units[new.index(unit)] for unit in range(people)),
        pairings=tuple(
            replace(
                pairing,
                one=pairing.one if pairing.one == NOBODY else new[pairing.one],
                other=pairing.other if pairing.other == NOBODY else new[pairing.other],
                winner=pairing.winner if pairing.winner == NOBODY else new[pairing.winner],
            )
            for pairing in tournament.pairings
        ),
    )
    places = {new[standing.unit]: standing.place for standing in ranked}
    assert {standing.unit: standing.place for standing in standings(renamed)} == places


@pytest.mark.parametrize("people", [4, 7, 8, 21])
def test_swiss_begins_with_the_stronger_half_against_the_weaker(people: int) -> None:
    tournament = steps.started(signed_up(Format.SWISS, people), ())
    half = people // 2
    assert [pairing.sides for pairing in tournament.pairings if not pairing.is_bye] == [
        (unit, unit + half) for unit in range(half)
    ]
