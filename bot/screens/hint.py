"""A hint for somebody at a table of practice: what a robot with the same view would do, and why."""

import random
from typing import Final

from babel.numbers import format_decimal

from bot.model import MatchInfo
from bot.screens.context import ScreenContext
from bot.screens.pages import Page
from bot.screens.step_names import named_step
from bot.words import Words
from bot.words.shouts import BUTTONS
from engine.actions import MAZO, PLAY, PLAY_NTH, Action
from engine.robots import evaluate
from engine.robots.values import Estimate
from engine.seen.view import PUBLIC, SeatView

_SIGNED: Final = "+0.0;−0.0"


def hint_page(info: MatchInfo, view: SeatView | None, words: Words) -> Page:
    """The hint for the reader, who sees this view and nothing else."""
    return Page(words.text("hint.title"), _hint(info, view, words))


def _hint(info: MatchInfo, view: SeatView | None, words: Words) -> str:
    if info.daily is not None:
        return words.text("hint.daily")
    if info.competitive:
        return words.text("hint.competitive")
    if view is None or view.seat == PUBLIC or view.seat not in view.awaited or not view.offered:
        return words.text("hint.wait")
    context = ScreenContext(info, view, words)
    found = evaluate(view, random.Random(0))  # noqa: S311 - an opinion, no secret
    known = [one for one in found if _is_named(view, one)]
    if not known:
        return words.text("hint.wait")
    best = max(known, key=lambda one: (found[one].share, found[one].points))
    step, gain = named_step(context, best), _signed(found[best], words)
    others = [one for one in known if one != best and one.verb != MAZO]
    other = max(others, key=lambda one: found[one].points, default=None)
    if other is None or found[other].points >= found[best].points:
        return words.text("hint.step", step=step, gain=gain)
    return words.text(
        "hint.step.other",
        step=step,
        gain=gain,
        other=named_step(context, other),
        less=_signed(found[other], words),
    )


def _signed(estimate: Estimate, words: Words) -> str:
    return format_decimal(estimate.points, format=_SIGNED, locale=words.locale)


def _is_named(view: SeatView, step: Action) -> bool:
    return step.verb in (PLAY, PLAY_NTH) or step.verb in BUTTONS[view.variant]
