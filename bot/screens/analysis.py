"""``/analizar``: what the teacher says of a finished match, to the person who played it."""

from collections.abc import Iterator
from typing import Final

from babel.numbers import format_decimal, format_percent
from msgspec.structs import replace

from bot.model import MatchInfo
from bot.screens.context import ScreenContext
from bot.screens.pages import FILM, HABITS, Leaf, Page, PageKey, write_eye
from bot.screens.step_names import named_step
from bot.screens.step_reasons import reason_text
from bot.words import Words, words_for
from engine.teacher import Luck, Measured, Reason, Verdict

_PLAIN: Final = "0.0"
_NO_LUCK: Final = 0.05
"""Points; less luck than that is none."""


def no_analysis_page(why: str, words: Words) -> Page:
    """There is none; ``why``: the id of the message that says so."""
    return Page(words.text("analysis.title.none"), words.text(why))


def progress_page(key: PageKey, at: int, of: int, *, is_other: bool, words: Words) -> Page:
    """What is behind this key is under way: an analysis at this hand, habits at this match; at 0
    it waits for others. ``is_other``: the person asked for something else, which has to be asked
    for again."""
    habits = key.topic == HABITS
    id = "habits.progress" if habits else "analysis.progress"
    lines = [words.text(id if at else "analysis.waiting", hand=at, hands=of)]
    if is_other:
        lines.append(words.text("analysis.other"))
    title = words.text("habits.title") if habits else _title(key.match, words)
    return Page(title, "\n".join(lines), turns=(Leaf(str(key), words.text("analysis.again")),))


Told = tuple[Verdict, Reason, Luck | None]
"""A mistake, its reason, and what luck made of it, if that is worked out."""


def measuring_page(
    info: MatchInfo, left: int, dearest: tuple[Told, ...], again: PageKey, locale: str
) -> Page:
    """So many choices are still to be measured; the dearest mistakes found so far. ``again``: what
    is behind the button to look again."""
    words = words_for(locale, info.variant)
    lines = [words.text("analysis.left", n=left)]
    if dearest:
        lines.append(words.text("analysis.so_far"))
    page = _with_mistakes(info, lines, dearest, words)
    turns = (Leaf(str(again), words.text("analysis.again")), *page.turns)
    return replace(page, turns=turns)


def analysis_page(
    info: MatchInfo,
    choices: int,
    mistakes: int,
    cost: Measured,
    dearest: tuple[Told, ...],
    locale: str,
) -> Page:
    """All choices in a line, then the dearest mistakes, each with a button to the film there.

    ``cost``: of all mistakes together, in points."""
    words = words_for(locale, info.variant)
    if not mistakes:
        summary = words.text("analysis.faultless", n=choices)
    else:
        summary = " ".join(
            (
                words.text("analysis.choices", n=choices),
                words.text("analysis.mistakes", n=mistakes),
                words.text(
                    "analysis.cost",
                    n=mistakes,
                    cost=_number(cost.mean, _PLAIN, words),
                    margin=_number(cost.margin, _PLAIN, words),
                ),
            )
        )
    lines = [summary]
    if mistakes > len(dearest):
        lines.append(words.text("analysis.dearest"))
    page = _with_mistakes(info, lines, dearest, words)
    return replace(page, text="\n".join((page.text, "", words.text("analysis.how"))))


def _with_mistakes(
    info: MatchInfo, lines: list[str], dearest: tuple[Told, ...], words: Words
) -> Page:
    """These lines, then mistakes, each with a button to the film there."""
    headings = []
    for number, (verdict, reason, luck) in enumerate(dearest, start=1):
        told = [*_mistake(info, number, verdict, reason, luck, words)]
        headings.append(told[0])
        lines += ["", *told]
    return Page(
        _title(info.match, words),
        "\n".join(lines),
        headings=tuple(headings),
        turns=tuple(_film(info, number, one[0], words) for number, one in enumerate(dearest, 1)),
    )


def _title(match: str, words: Words) -> str:
    return words.text("analysis.title", match=match)


def _film(info: MatchInfo, number: int, verdict: Verdict, words: Words) -> Leaf:
    moment = verdict.moment
    key = PageKey(FILM, info.match, write_eye(moment.seen.seat), moment.place)
    label = words.text("analysis.film", n=number, hand=moment.seen.number)
    return Leaf(str(key), label)


def _mistake(
    info: MatchInfo,
    number: int,
    verdict: Verdict,
    reason: Reason,
    luck: Luck | None,
    words: Words,
) -> Iterator[str]:
    moment = verdict.moment
    context = ScreenContext(replace(info, ended="", final=()), moment.seen, words)
    yield words.text(
        "analysis.line",
        n=number,
        hand=moment.seen.number,
        score=context.score_pair(context.score),
        why=reason_text(context, reason, verdict.best, moment.chosen),
    )
    yield words.text(
        "analysis.choice",
        chosen=named_step(context, moment.chosen),
        best=named_step(context, verdict.best),
        often=format_percent(verdict.often, locale=words.locale),
    )
    seen = _seen(context)
    if seen:
        yield seen
    points = {
        "points": _number(verdict.points.mean, _PLAIN, words),
        "margin": _number(verdict.points.margin, _PLAIN, words),
    }
    if context.table.deals or info.daily is not None:
        # The teacher reckons as in a match to so many points, and this is none.
        yield words.text("analysis.lost.points", **points)
    else:
        yield words.text(
            "analysis.lost",
            **points,
            chance=_number(100 * verdict.chance.mean, _PLAIN, words),
            around=_number(100 * verdict.chance.margin, _PLAIN, words),
        )
    if luck is not None and abs(luck.points) > max(luck.margin, _NO_LUCK):
        yield words.text(
            "analysis.luck.good" if luck.points > 0 else "analysis.luck.bad",
            luck=_number(abs(luck.points), _PLAIN, words),
            margin=_number(luck.margin, _PLAIN, words),
        )


def _seen(context: ScreenContext) -> str:
    """The cards of the seat, and those that lay on the table in the trick of that moment: so the
    reason can be checked without the film."""
    view, words = context.view, context.words
    lines = []
    if view.cards:
        held = words.list(context.the_named_card(card) for card in view.cards)
        lines.append(words.text("analysis.held", cards=held))
    laid = [
        words.text(
            "card.laid_by",
            card=words.text("card.hidden") if one.covered else context.the_named_card(one.card),
            name=context.name(one.seat),
        )
        for one in view.plays
        if one.trick >= len(view.tricks)
    ]
    if laid:
        lines.append(words.text("analysis.table", cards="; ".join(laid)))
    return " ".join(lines)


def _number(value: float, form: str, words: Words) -> str:
    return format_decimal(value, format=form, locale=words.locale)
