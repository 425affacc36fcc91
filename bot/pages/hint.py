"""``/pista``: the step that a robot would take with the person's cards, in a practice match."""

import asyncio
import random
from collections.abc import Mapping
from typing import Final

from babel.numbers import format_percent

from bot.chat_commands import chat_command
from bot.match.lesson import narrowed
from bot.model import MatchInfo, gives_hints
from bot.pages.about_table import open_table, page_about_table
from bot.pages.page_spec import Audience, PageSpec, Reading, no_key
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import HINT, Page
from bot.screens.teaching.step_names import named_step
from bot.screens.teaching.step_reasons import plain_where_cardless, reason_text
from bot.words import Words, regional, words_for
from bot.words.shouts import BUTTONS
from engine.actions import MAZO, PLAY, PLAY_NTH, Action
from engine.cards import UNKNOWN
from engine.robots import evaluate
from engine.robots.deciding.values import Estimate
from engine.seen.view import PUBLIC, SeatView
from engine.teacher import OFTEN, Why, reason_for

SAID_BEFORE: Final = (
    Why.OTHER_ENVIDO,
    Why.CALL_TRUCO,
    Why.BLUFF_TRUCO,
    Why.LEAD_HIGHER,
    Why.LEAD_LOWER,
    Why.WIN_TRICK,
    Why.TIE_TRICK,
    Why.LAY_HIGHER,
    Why.LAY_LOWER,
    Why.LAY_OPEN,
    Why.LET_GO,
    Why.THROW_LOWER,
    Why.SPARE_PARTNER,
)
"""Reasons that have other words before the step than after it."""


def hint_page(info: MatchInfo, view: SeatView | None, words: Words) -> Page:
    """The hint for the reader, from this view alone."""
    return Page(words.text("hint.title"), _hint(info, view, words))


def _hint(info: MatchInfo, view: SeatView | None, words: Words) -> str:
    if info.daily is not None:
        return words.text("hint.daily")
    if info.room is not None:
        return words.text("hint.room")
    if not gives_hints(info):
        return words.text("hint.competitive")
    if view is None or view.seat == PUBLIC or view.seat not in view.awaited or not view.offered:
        return words.text("hint.wait")
    context = ScreenContext(info, view, words)
    thought = evaluate(view, random.Random(0))  # noqa: S311 - an opinion, no secret
    shown = {offer.verb for offer in narrowed(info, view).offered}
    found = {
        step: estimate
        for step, estimate in thought.items()
        if step.verb in shown and _is_named(view, step)
    }
    if not found:
        return words.text("hint.wait")
    best = max(found, key=lambda step: (found[step].share, found[step].points))
    other = _other(found, best)
    step = named_step(context, best)
    if other is None:
        return words.text("hint.step", step=step)
    if found[other].share >= OFTEN:
        return words.text(
            "hint.step.mixed",
            step=step,
            often=format_percent(found[best].share, locale=words.locale),
            other=named_step(context, other),
            less=format_percent(found[other].share, locale=words.locale),
        )
    # A player who plays without looking has no reason in the cards.
    reason = None if UNKNOWN in view.dealt else reason_for(view, best, other)
    why = Why.PLAIN if reason is None else plain_where_cardless(reason)
    if reason is None or why is Why.PLAIN:
        return words.text("hint.step.other", step=step, other=named_step(context, other))
    group = "hint.why" if why in SAID_BEFORE else "teacher"
    return words.text(
        "hint.step.why", step=step, why=reason_text(context, reason, best, other, group)
    )


def _other(found: Mapping[Action, Estimate], best: Action) -> Action | None:
    """The second choice: of the other steps, the one that the master takes most often; of those
    taken equally often, the one with the highest value."""
    others = [step for step in found if step != best and step.verb != MAZO]
    return max(others, key=lambda step: (found[step].share, found[step].points), default=None)


def _is_named(view: SeatView, step: Action) -> bool:
    return step.verb in (PLAY, PLAY_NTH) or step.verb in BUTTONS[view.variant]


async def _build(reading: Reading) -> Page:
    info = await open_table(reading)
    if info is None:
        return await page_about_table(reading)
    person, matches = reading.person, reading.service.matches
    seen = None if person is None else await matches.view(info.match, person)
    words = words_for(regional(reading.locale, info.variant), info.variant)
    # A robot may think for a tenth of a second, so this runs in a thread.
    return await asyncio.to_thread(hint_page, info, seen, words)


PAGE: Final = PageSpec(
    name=HINT,
    command=chat_command("pista/dica/hint"),
    build=_build,
    keys=no_key,
    audience=Audience.PERSON,
)
