"""What was worked out for one picture of a table serves the others, and never shows what was."""

import sys
from random import Random

import pytest
from msgspec.structs import replace

from bot.match.running_match import RunningMatch, follow
from bot.model import MatchInfo, Status
from bot.screen import Screen
from bot.screens import build
from bot.showing.table_memory import TableMemory
from bot.store.model import MatchRow
from engine.apply import new_match
from engine.events import AnyEvent
from engine.guard.legal import needs
from engine.seen.view import PUBLIC
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import info_for, since_deal
from tests.examples import many, some
from tests.narrow import present
from tests.strategies import Playout, start_from

TWO = table_for("argentino", 2)
STEPS = 60


def running(state: State, events: tuple[AnyEvent, ...], **changes: object) -> RunningMatch:
    return RunningMatch(MatchRow(info_for(state.table, **changes)), (), state, events)


def remembered(memory: TableMemory, match: RunningMatch, seat: int, locale: str = "es") -> Screen:
    """The picture that a seat gets from what is remembered."""
    parts = present(memory.parts(match, match.info, locale))
    return build(match.info, match.view(seat), locale, parts=parts)


def made_anew(match: RunningMatch, seat: int, locale: str = "es") -> Screen:
    """The same, worked out from that seat's view and events alone."""
    return build(match.info, match.view(seat), locale, match.events_for(seat))


def opening(steps: int, **changes: object) -> RunningMatch:
    playout = Playout(new_match(TWO), 5).play(steps)
    events = since_deal((step.action, step.events) for step in playout.taken)
    return running(playout.state, events, **changes)


@pytest.mark.parametrize("game", some([*VARIANTS]))
@pytest.mark.parametrize("seed", range(many(4)))
def test_pictures_are_the_same_as_those_worked_out_alone(game: str, seed: int) -> None:
    """Moment after moment, some of them passed over, as a platform does that is slow."""
    memory, rng, events = TableMemory(), Random(seed), tuple[AnyEvent, ...]()
    for taken in Playout(start_from(seed, game), seed).steps(STEPS):
        events = follow(events, taken.events)
        over = needs(taken.after) == "over"
        match = running(taken.after, events, status=Status.OVER if over else Status.PLAYING)
        if rng.random() < 0.2 and not over:
            continue
        locale = rng.choice(("es", "pt_BR"))
        for seat in (PUBLIC, *range(match.info.players)):
            assert remembered(memory, match, seat, locale) == made_anew(match, seat, locale)


def test_nothing_is_worked_out_twice_for_one_moment() -> None:
    memory, match = TableMemory(), opening(4)
    parts = memory.parts(match, match.info, "es")
    assert memory.parts(match, match.info, "es") is parts
    assert memory.parts(match, match.info, "en") is not parts


def test_a_match_that_is_over_is_forgotten() -> None:
    """It holds everybody's cards and the opened secret."""
    memory, match = TableMemory(), opening(4)
    over = opening(4, status=Status.OVER)
    unknown = sys.getrefcount(match), sys.getrefcount(over)
    assert memory.parts(match, match.info, "es") is not None
    assert memory.parts(over, over.info, "es") is not None
    assert (sys.getrefcount(match), sys.getrefcount(over)) == unknown


def test_what_all_share_is_made_from_what_everybody_may_know() -> None:
    match = opening(1)
    parts = present(TableMemory().parts(match, match.info, "es"))
    assert parts.context.view == match.view(PUBLIC)
    assert parts.log.events == match.events_for(PUBLIC) != match.events_for(0)


@pytest.mark.parametrize(
    "changed",
    [
        {"deadline": 1234.5},
        {"agreed": ("web:Ana",)},
        {"seats": tuple(replace(seat, name="Zoe") for seat in info_for(TWO).seats)},
        {"seats": tuple(replace(seat, away=True) for seat in info_for(TWO).seats)},
    ],
)
def test_a_table_that_has_changed_between_two_steps_is_drawn_as_it_is(
    changed: dict[str, object],
) -> None:
    memory, before = TableMemory(), opening(4)
    info: MatchInfo = replace(before.info, **changed)
    after = replace(before, row=MatchRow(info))
    for seat in (PUBLIC, 0, 1):
        old, new = remembered(memory, before, seat), remembered(memory, after, seat)
        assert new == made_anew(after, seat) != old


def test_a_clock_that_was_mended_shows_the_new_time() -> None:
    """The match is the same; only the moment that people read is another one."""
    memory, match = TableMemory(), opening(4)
    first = memory.parts(match, replace(match.info, deadline=10.0), "es")
    second = memory.parts(match, replace(match.info, deadline=20.0), "es")
    assert first is not None
    assert second is not None
    assert (first.context.deadline, second.context.deadline) == (10.0, 20.0)


def test_a_step_with_which_nothing_else_changes_is_seen() -> None:
    """A version may be the same where a step was lost to another process and taken anew."""
    memory = TableMemory()
    for steps in (3, 4, 3, 5, 2):
        match = opening(steps)
        assert remembered(memory, match, PUBLIC) == made_anew(match, PUBLIC)


def test_a_match_that_has_not_started_has_no_parts() -> None:
    match = RunningMatch(MatchRow(info_for(TWO, status=Status.LOBBY)), ())
    assert TableMemory().parts(match, match.info, "es") is None


def test_a_screen_is_built_once_for_one_moment_and_reader() -> None:
    memory, match = TableMemory(), opening(4)
    built: list[tuple[RunningMatch, int, str]] = []

    def screen(match: RunningMatch, seat: int, locale: str, deadline: float = 1.0) -> Screen:
        info = replace(match.info, deadline=deadline)
        parts = memory.parts(match, info, locale)

        def build_it() -> Screen:
            built.append((match, seat, locale))
            return build(info, match.view(seat), locale, parts=parts)

        person = None if seat == PUBLIC else match.info.seats[seat].person
        return memory.screen(parts, info, locale, (seat, person), build_it)

    seats = (PUBLIC, 0, 1)
    first = [screen(match, seat, locale) for locale in ("es", "en") for seat in seats]
    assert len(built) == 6
    assert [screen(match, seat, locale) for locale in ("es", "en") for seat in seats] == first
    assert len(built) == 6
    after = opening(5)
    for seat in seats:
        assert screen(after, seat, "es") == build(
            replace(after.info, deadline=1.0), after.view(seat), "es", after.events_for(seat)
        )
    assert len(built) == 9
    screen(match, 0, "en")
    screen(after, 0, "es", deadline=2.0)
    assert len(built) == 10, "another time is another screen; in another language nothing happened"
    over = opening(4, status=Status.OVER)
    parts = memory.parts(over, over.info, "es")
    for _ in range(2):
        assert memory.screen(parts, over.info, "es", (0, "x"), lambda: first[0]) is first[0]
    assert (match.info.match, "es") not in memory._screens, "a match that is over is forgotten"
