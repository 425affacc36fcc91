"""What a robot notices of the player that it meets alone, and what it does about it."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import robots
from engine.robots import MASTER, SKILLS, Noticed
from engine.robots.reading.noticed import (
    FARTHEST,
    LIKE_USUAL,
    MOST,
    USUAL,
    Leaning,
    leaning_of,
    leant,
)
from engine.seen.view import SeatView, view
from engine.variants import VARIANTS
from tests.conversation import Talk
from tests.examples import examples

FOLDS = Noticed(hands=40, called=16, accepted=0, refused=20)
ACCEPTS = Noticed(hands=40, called=16, accepted=20, refused=0)
BOLD = Noticed(hands=40, called=70, accepted=10, refused=10)
SHY = Noticed(hands=40, called=0, accepted=10, refused=10)

counts = st.integers(0, 60)
players = st.builds(Noticed, counts, counts, counts, counts)


def share(
    seen: SeatView, verb: str, noticed: Noticed | None, skill: robots.Skill = MASTER
) -> float:
    found = robots.evaluate(seen, Random(5), skill=skill, noticed=noticed)
    assert sum(estimate.share for estimate in found.values()) == pytest.approx(1)
    return sum(estimate.share for action, estimate in found.items() if action.verb == verb)


def opening(mine: str = "4h 5c 6d") -> SeatView:
    """The first decision of the mano in paulista; nothing was said."""
    return view(Talk(mine, "Qc Js Kd", game="paulista", turned="7s").state, 0)


def asked(mine: str) -> SeatView:
    """The pie is asked for a truco before any card lies there."""
    talk = Talk("Qc Js Kd", mine, game="paulista", turned="7s")
    talk.say("0 truco")
    return view(talk.state, 1)


def test_every_game_says_what_is_usual() -> None:
    assert {*USUAL} == {*VARIANTS}
    for usual in USUAL.values():
        assert 0 < usual.called < 2
        assert 0 < usual.refused < 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_nobody_leans_who_has_not_played_or_plays_as_usual(variant: str) -> None:
    assert leaning_of(variant, Noticed()) == LIKE_USUAL
    usual = USUAL[variant]
    refused = round(100 * usual.refused)
    leaning = leaning_of(variant, Noticed(100, round(100 * usual.called), 100 - refused, refused))
    assert [lean.factor for lean in leaning] == pytest.approx([1, 1], rel=0.05)
    assert [lean.part for lean in leaning] == [0, 0]


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_does_it_longer_leans_further_and_is_countered_more(variant: str) -> None:
    def of(hands: int, *, called: int = 0, refused: int = 0, accepted: int = 0) -> Leaning:
        return leaning_of(variant, Noticed(hands, called, accepted, refused))

    for few, many in ((4, 8), (8, 40)):
        assert 1 < of(few, refused=few).refuses.factor < of(many, refused=many).refuses.factor
        assert 1 > of(few, accepted=few).refuses.factor > of(many, accepted=many).refuses.factor
        assert 1 < of(few, called=2 * few).calls.factor < of(many, called=2 * many).calls.factor
        assert 1 > of(few).calls.factor > of(many).calls.factor
        for little, much in (
            (of(few, refused=few).refuses, of(many, refused=many).refuses),
            (of(few, called=2 * few).calls, of(many, called=2 * many).calls),
            (of(few).calls, of(many).calls),
        ):
            assert 0 <= little.part <= much.part
            assert much.part > 0


@given(st.sampled_from([*VARIANTS]), players)
@examples(200)
def test_nobody_leans_further_than_the_farthest_and_the_part_has_a_limit(
    variant: str, noticed: Noticed
) -> None:
    for lean in leaning_of(variant, noticed):
        assert 1 / FARTHEST <= lean.factor <= FARTHEST
        assert 0 <= lean.part <= MOST


def test_who_refuses_everything_is_called_with_weak_cards_more_often() -> None:
    assert share(opening(), "truco", FOLDS) > share(opening(), "truco", None) + 0.1
    for mine in ("4h 5c 6d", "5c 6d Qh", "4h Kc 2d"):
        usual = share(opening(mine), "truco", None)
        assert (
            share(opening(mine), "truco", ACCEPTS) <= usual <= share(opening(mine), "truco", FOLDS)
        )


def test_who_calls_with_anything_is_accepted_with_less() -> None:
    seen = asked("Ah 2c 4d")
    usual = share(seen, "noquiero", None)
    assert share(seen, "noquiero", BOLD) < usual <= share(seen, "noquiero", SHY)
    raised = [share(seen, "seis", noticed) for noticed in (BOLD, None, SHY)]
    assert raised == pytest.approx([raised[0]] * 3)


def test_nobody_gives_the_match_away_to_a_player_who_calls_little() -> None:
    """... by refusing what would lose it."""
    talk = Talk("4o 5c 6b", "4c 5o 6e", score=(28, 5))
    seen = view(talk.say("0 play 4o", "1 truco", "0 retruco").state, 1)
    assert share(seen, "noquiero", SHY) == 0


@given(st.floats(0.01, 0.99), st.floats(0.15, 6.0))
@examples(200)
def test_a_leaning_of_two_is_two_chances(share: float, factor: float) -> None:
    assert leant(share, 2) == pytest.approx(1 - (1 - share) ** 2)
    assert (leant(share, factor) - share) * (factor - 1) >= -1e-12
    assert 0 < leant(share, factor) < 1


@pytest.mark.parametrize("noticed", [FOLDS, ACCEPTS, BOLD, SHY])
@pytest.mark.parametrize("seen", [opening(), opening("3h 3c 2d"), asked("Ah 2c Kh")])
def test_what_is_noticed_moves_no_share_by_more_than_the_limit(
    noticed: Noticed, seen: SeatView
) -> None:
    before = robots.evaluate(seen, Random(5))
    after = robots.evaluate(seen, Random(5), noticed=noticed)
    assert {*before} == {*after}
    moved = sum(abs(after[action].share - before[action].share) for action in before) / 2
    assert moved <= MOST + 1e-9
    verbs = {
        action.verb for action in before if abs(after[action].share - before[action].share) > 1e-9
    }
    assert verbs <= {"truco", "play", "cover", "quiero", "noquiero"}


def test_lesser_robots_notice_less_or_nothing() -> None:
    for name, noticed in product(("amigo", "principiante"), (FOLDS, ACCEPTS, BOLD, SHY)):
        usual = robots.evaluate(opening(), Random(5), skill=SKILLS[name])
        found = robots.evaluate(opening(), Random(5), skill=SKILLS[name], noticed=noticed)
        assert found == usual
    assert share(opening(), "truco", None) == 0
    half = share(opening(), "truco", FOLDS, robots.Skill("half", notices=0.5))
    assert half == pytest.approx(share(opening(), "truco", FOLDS) / 2)


def test_in_teams_and_about_the_envido_nothing_is_noticed() -> None:
    four = view(Talk("4e 5c 6b", "1e 7e 3c", "2o 2b 3o", "10c 11o 12b").state, 0)
    two = Talk("4e 5c 6b", "1e 7e 3c")
    two.say("0 envido")
    for seen in (four, view(two.state, 1)):
        assert robots.evaluate(seen, Random(5)) == robots.evaluate(seen, Random(5), noticed=FOLDS)
