"""Robots that play as well as somebody is rated."""

from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from engine import robots
from engine.apply import apply, deal_from, new_match
from engine.guard.legal import awaited
from engine.robots import EVEN, LEVELS, MASTER, SKILLS, Skill, skill_of
from engine.robots.players.levels import RATED, even
from engine.robots.players.skills import BEGINNER, CLUB
from engine.seen.view import SeatView, view
from engine.variants import VARIANTS, table_for


def test_who_is_rated_like_a_skill_meets_that_skill() -> None:
    assert {skill.name for skill, _ in RATED} == {*SKILLS}
    for skill, points in RATED:
        assert replace(skill_of(EVEN, points), name=skill.name) == skill


def test_nobody_is_met_by_more_than_a_master_or_less_than_a_beginner() -> None:
    assert skill_of(EVEN, 5000) == replace(MASTER, name=EVEN)
    assert skill_of(EVEN, -5000) == replace(BEGINNER, name=EVEN)


def test_who_has_no_rating_meets_a_club_player() -> None:
    assert skill_of(EVEN) == replace(CLUB, name=EVEN)


def test_a_higher_rating_means_more_thought_fewer_slips_and_more_bluffs() -> None:
    skills = [even(points) for points in range(RATED[0][1], RATED[-1][1] + 1, 10)]
    assert len(skills) > 30
    for lower, higher in pairwise(skills):
        assert lower.deals < higher.deals
        assert lower.slips > higher.slips
        assert lower.bluffs < higher.bluffs
        assert lower.careless > higher.careless


def test_the_rating_counts_at_no_other_level() -> None:
    assert (*SKILLS, EVEN) == LEVELS
    for name in SKILLS:
        assert skill_of(name, 300) == skill_of(name) == SKILLS[name]


def first_choice(game: str) -> SeatView:
    """What the first awaited seat sees in a hand of this game."""
    table = table_for(game, VARIANTS[game].players[0])
    state = apply(new_match(table), deal_from(table, 1, table.deck)).state
    return view(state, awaited(state)[0])


@pytest.mark.parametrize("game", VARIANTS)
def test_in_every_game_it_does_what_that_skill_does(game: str) -> None:
    seen = first_choice(game)

    def mix(skill: Skill) -> object:
        return robots.evaluate(seen, Random(5), 12, skill)

    assert mix(skill_of(EVEN, 0)) == mix(CLUB)
    assert mix(skill_of(EVEN, 5000)) == mix(MASTER)
    assert mix(skill_of(EVEN, -200)) != mix(CLUB)
