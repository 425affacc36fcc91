"""The turns that robots take: for a seat of theirs, or for a person who is late or away."""

import structlog

from bot.match import consulting, daily, lesson
from bot.match.match_draft import MatchDraft
from bot.store.model import SeatCount
from engine.actions import NO_QUIERO, Action, Close, Legal, Range
from engine.guard.legal import needs
from engine.robots import MASTER, Noticed, Skill, choose, claim, skill_of
from engine.seen.view import SeatView
from engine.state.state import State

log = structlog.get_logger(__name__)


def robot_turn(draft: MatchDraft, seat: int, *, asks: bool = False, calls: bool = True) -> None:
    """Lets a robot play a step for this seat. The robot knows only what the seat may know.
    ``asks``: it asks its partners first, if it must. ``calls``: it may call."""
    state = draft.state
    assert state is not None
    seen = draft.view(seat)
    if not calls:
        seen = consulting.without_calls(state.table, seen)
    after_last_card = needs(state) == "close"
    try:
        step = _robots_answer(draft, state, seen) or Close()
        if not (asks and consulting.ask_first(draft, step)):
            draft.take(step, by_robot=seat)
    except Exception as error:
        # A robot that fails must not stop the table. Its thoughts stay out of the log.
        log.error("robot_failed", match=draft.info.match, error=type(error).__name__)
        draft.take(Close() if after_last_card else _plain(seen), by_robot=seat)


def _robots_answer(draft: MatchDraft, state: State, seen: SeatView) -> Action | None:
    """The robot's action for this seat; ``None``: it claims nothing. On a hand of the day it is the
    action that was taken first in this position."""
    if draft.info.daily is None:
        return _thought(draft, state, seen)
    at = draft.position(seen)
    if (kept := draft.environment.answers.get(at)) is not None:
        return daily.read(state, seen.seat, kept)
    said = _thought(draft, state, seen)
    draft.answers[at] = daily.written(seen, said)
    return said


def _thought(draft: MatchDraft, state: State, seen: SeatView) -> Action | None:
    """The action that the robot of this seat chooses now; ``None``: it claims nothing."""
    dice = draft.dice(seen)
    if needs(state) == "close":
        return claim(seen, dice)
    if (wish := lesson.wish(draft.info, seen)) is not None:
        return wish
    budget = draft.environment.config.robot_budget
    return choose(seen, dice, budget, _skill(draft, seen.seat), _noticed(draft, seen))


def _noticed(draft: MatchDraft, seen: SeatView) -> Noticed | None:
    """The words of the only rival about the truco in the finished hands of this match, without
    words that a robot said for this rival. ``None``: there are several rivals, or this is a hand of
    the day or a guided match, where robots play the same for everybody."""
    info, counts = draft.info, draft.row.counts
    if info.players != 2 or info.daily is not None or info.lesson is not None or not counts:
        return None
    return noticed_of(counts[1 - seen.seat])


def noticed_of(count: SeatCount) -> Noticed:
    """What a robot notices of a seat with these counts."""
    return Noticed(count.hands, count.trucos_called, count.trucos_accepted, count.trucos_refused)


def _skill(draft: MatchDraft, seat: int) -> Skill:
    """The skill of the robot in this seat. One that plays for a person has the highest."""
    info = draft.info
    return skill_of(info.skill, info.strength) if info.seats[seat].robot else MASTER


def _plain(seen: SeatView) -> Action:
    """A simple legal step: to decline, or to lay a card."""
    options: list[Legal] = list(seen.offered or seen.legal)
    options.sort(key=lambda legal: (legal.verb != NO_QUIERO, legal.verb not in ("play", "achico")))
    first = options[0]
    return Action(seen.seat, first.verb, first.low) if isinstance(first, Range) else first
