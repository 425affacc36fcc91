"""Who plays together, whoever has chosen whom: the oracle counts what people wished."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments import steps
from bot.tournaments.state import Entrant, Format, Tournament
from bot.tournaments.teams import chosen_teams, units_of, waiting, waiting_for

seeds = st.integers(0, 2**32)


def chosen(size: int, *choices: str, people: str = "abcdefgh") -> Tournament:
    """A tournament for which these people have signed up. A choice is two letters: who, and
    whom."""
    tournament = Tournament(Format.ELIMINATION, size)
    for person in people:
        tournament = steps.signed_up(tournament, Entrant(person, person.upper()))
    for pair in choices:
        tournament = steps.partner_chosen(tournament, pair[0], pair[1], pair[1].upper())
    return tournament


def teams(tournament: Tournament) -> set[str]:
    return {
        "".join(sorted(entrant.person for entrant in team)) for team in chosen_teams(tournament)
    }


def test_only_those_who_have_chosen_one_another_play_together() -> None:
    assert teams(chosen(2, "ab", "ba", "ac", "ca", "de")) == {"ac"}
    assert teams(chosen(3, "ab", "ba", "bc", "cb", "de", "ed", "fd")) == {"abc", "de"}
    assert teams(chosen(3, "ab", "ba", "cd", "dc", "bc", "cb")) == {"abc"}, "four are too many"


def test_whoever_chooses_more_than_there_is_room_for_takes_the_oldest_choice_back() -> None:
    assert chosen(2, "ab", "ac").chosen == ("c",)
    assert chosen(3, "ab", "ac", "ad").chosen == ("c", "d")


def test_who_waits_for_an_answer() -> None:
    tournament = chosen(3, "ab", "ba", "cb", "cz", "ab")
    assert [(entrant.person, names) for entrant, names in waiting(tournament)] == [
        ("c", ("B", "Z"))
    ]
    assert [entrant.person for entrant in waiting_for(tournament, "b")] == ["c"]
    assert [entrant.person for entrant in waiting_for(tournament, "z")] == ["c"], (
        "they may sign up later"
    )


def test_nobody_has_chosen_somebody_who_has_withdrawn() -> None:
    left = steps.withdrawn(chosen(2, "ab", "ba"), "b")
    assert left.chosen == ()
    assert teams(steps.signed_up(left, Entrant("b", "B"))) == set()


def test_the_strongest_unit_is_the_first_one() -> None:
    units = units_of(chosen(2, "ab", "ba", people="abcdef"), "abcdef")
    assert ["".join(entrant.person for entrant in unit.people) for unit in units] == [
        "ab",
        "cf",
        "de",
    ]


def test_who_is_one_too_many_has_no_team() -> None:
    """The last two have a team, and so an earlier one stays out."""
    units = units_of(chosen(2, "de", "ed", people="abcde"), "abcde")
    assert {entrant.person for unit in units for entrant in unit.people} == {"a", "b", "d", "e"}


@given(st.integers(2, 20), st.sampled_from((2, 3)), seeds, st.floats(0, 1))
def test_units_are_whole_and_keep_teams(number: int, size: int, seed: int, much: float) -> None:
    dice = Random(seed)
    people = "abcdefghijklmnopqrst"[: max(number, 2 * size)]
    choices = [
        person + other
        for person in people
        for other in dice.sample(people, 4)
        if person != other and dice.random() < much
    ]
    tournament = chosen(size, *choices, people=people)
    order = dice.sample(people, len(people))
    units = units_of(tournament, order)
    inside = [entrant.person for unit in units for entrant in unit.people]
    assert {len(unit.people) for unit in units} == {size}
    assert len(units) == len(people) // size, "as many as there can be"
    assert len(set(inside)) == len(inside)
    whole = {team for team in teams(tournament) if len(team) == size}
    assert whole <= {"".join(sorted(entrant.person for entrant in unit.people)) for unit in units}
    out = [person for person in people if person not in inside]
    free = [person for person in people if not any(person in team for team in whole)]
    assert out == free[len(free) - len(out) :], "the last ones without a team stay out"
    started = steps.started(tournament, order)
    assert not any(entrant.partners for unit in started.units for entrant in unit.people)
    assert started.chosen == ()
