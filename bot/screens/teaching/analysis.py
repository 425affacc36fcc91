"""``/analizar``: the teacher's analysis of a finished match, for the person who played it.

The first page has the mistakes that cost most. A page for each hand has every choice in it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from babel.numbers import format_decimal, format_percent
from msgspec.structs import replace

from bot.model import MatchInfo
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import ANALYSIS, BY_HAND, FILM, HABITS, Leaf, Page, PageKey, write_eye
from bot.screens.teaching.step_names import named_step
from bot.screens.teaching.step_reasons import reason_text
from bot.words import Words, words_for
from engine.teacher import OFTEN, Explanation, Luck, Measured, Verdict

_PLAIN: Final = "0.0"
_NO_LUCK: Final = 0.05
"""Points. Luck below this counts as none."""


def no_analysis_page(why: str, words: Words) -> Page:
    """The page when there is no analysis. ``why``: the id of the message that says why."""
    return Page(words.text("analysis.title.none"), words.text(why))


def progress_page(key: PageKey, at: int, of: int, *, is_other: bool, words: Words) -> Page:
    """The page while a task is under way. ``key``: the page of its result. ``at``: the hand (of an
    analysis) or the match (of habits) that is being looked at; 0: the task waits for others.
    ``is_other``: the person asked for something else and must ask for it again later."""
    habits = key.topic == HABITS
    id = "habits.progress" if habits else "analysis.progress"
    lines = [words.text(id if at else "analysis.waiting", hand=at, hands=of)]
    if is_other:
        lines.append(words.text("analysis.other"))
    title = words.text("habits.title") if habits else _title(key.match, words)
    turns = (Leaf(str(key), words.text("analysis.again")),)
    return Page(title, "\n".join(lines), turns=turns, again=str(key))


Told = tuple[Verdict, Explanation, Luck | None]
"""A mistake, its reason, and its part of luck; ``None``: the luck is not worked out."""


def measuring_page(
    info: MatchInfo, left: int, dearest: tuple[Told, ...], again: PageKey, locale: str
) -> Page:
    """The page while choices are measured: the number that is left, and the dearest mistakes so
    far. ``again``: the page that the button "look again" opens."""
    words = words_for(locale, info.variant)
    lines = [words.text("analysis.left", n=left)]
    if dearest:
        lines.append(words.text("analysis.so_far"))
    page = _with_mistakes(info, lines, dearest, words)
    turns = (Leaf(str(again), words.text("analysis.again")), *page.turns)
    return replace(page, turns=turns, again=str(again))


def analysis_page(
    info: MatchInfo,
    choices: int,
    mistakes: int,
    cost: Measured,
    dearest: tuple[Told, ...],
    locale: str,
) -> Page:
    """All choices in a line, then the dearest mistakes, each with a button to the film there.
    ``cost``: the cost of all mistakes together, in points."""
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
    if choices:
        every = Leaf(str(PageKey(ANALYSIS, info.match, BY_HAND)), words.text("analysis.every"))
        page = replace(page, turns=(*page.turns, every))
    return replace(page, text="\n".join((page.text, "", words.text("analysis.how"))))


Judged = tuple[Verdict, Luck | None]
"""A choice and its part of luck; ``None``: the luck is not worked out."""


def hand_page(info: MatchInfo, judged: Sequence[Judged], hand: int, locale: str) -> Page:
    """The page with every choice of one hand: the master's step, how often he takes it, and the
    cost of the choice. ``judged``: all choices of the match, at least one. ``hand``: the number of
    the hand. If it has no choice, the next hand with one is shown, or else the last."""
    words = words_for(locale, info.variant)
    hands = sorted({verdict.moment.seen.number for verdict, _ in judged})
    here = next((number for number in hands if number >= hand), hands[-1])
    mine = [pair for pair in judged if pair[0].moment.seen.number == here]
    first = mine[0][0].moment
    context = _then(info, mine[0][0], words)
    lines = [words.text("analysis.hand", hand=here, score=context.score_pair(context.score))]
    for number, (verdict, luck) in enumerate(mine, start=1):
        lines += ["", *_judged(info, number, verdict, luck, words)]
    turns = [
        Leaf(str(PageKey(ANALYSIS, info.match, BY_HAND, hands[at])), words.text(id))
        for at, id in (
            (hands.index(here) - 1, "analysis.hand.before"),
            (hands.index(here) + 1, "analysis.hand.after"),
        )
        if 0 <= at < len(hands)
    ]
    film = PageKey(FILM, info.match, write_eye(first.seen.seat), first.place)
    turns += [
        Leaf(str(film), words.text("analysis.hand.film", hand=here)),
        Leaf(str(PageKey(ANALYSIS, info.match)), words.text("analysis.dear")),
    ]
    return Page(
        _title(info.match, words), "\n".join(lines), headings=(lines[0],), turns=tuple(turns)
    )


def judged_line(info: MatchInfo, verdict: Verdict, luck: Luck | None, locale: str) -> str:
    """The line on one choice, shown beside the film at its step."""
    words = words_for(locale, info.variant)
    return " ".join(_compared(info, verdict, luck, words))


def _judged(
    info: MatchInfo, number: int, verdict: Verdict, luck: Luck | None, words: Words
) -> Iterator[str]:
    told = " ".join(_compared(info, verdict, luck, words))
    yield words.text("analysis.numbered", n=number, told=told)
    if seen := _seen(_then(info, verdict, words)):
        yield seen


def _compared(info: MatchInfo, verdict: Verdict, luck: Luck | None, words: Words) -> Iterator[str]:
    """The chosen step, the master's step and how often he takes it, and the cost of the choice."""
    context = _then(info, verdict, words)
    chosen = named_step(context, verdict.moment.chosen)
    often = format_percent(verdict.often, locale=words.locale)
    if verdict.best == verdict.moment.chosen:
        yield words.text("analysis.same", chosen=chosen, often=often)
        return
    best = named_step(context, verdict.best)
    if verdict.share >= OFTEN:
        share = format_percent(verdict.share, locale=words.locale)
        yield words.text("analysis.also", chosen=chosen, share=share, best=best, often=often)
        return
    yield words.text("analysis.choice", chosen=chosen, best=best, often=often)
    if verdict.points.margin == 0:
        yield words.text("analysis.as_good")
        return
    yield _lost(context, info, verdict)
    if not verdict.is_mistake:
        yield words.text("analysis.no_mistake")
    yield from _lucky(luck, words)


def _then(info: MatchInfo, verdict: Verdict, words: Words) -> ScreenContext:
    """The context of the table as the seat saw it at that moment."""
    return ScreenContext(replace(info, ended="", final=()), verdict.moment.seen, words)


def _with_mistakes(
    info: MatchInfo, lines: list[str], dearest: tuple[Told, ...], words: Words
) -> Page:
    """These lines, then the mistakes, each with a button to the film at that step."""
    headings = []
    for number, (verdict, reason, luck) in enumerate(dearest, start=1):
        told = [*_mistake(info, number, verdict, reason, luck, words)]
        headings.append(told[0])
        lines += ["", *told]
    return Page(
        _title(info.match, words),
        "\n".join(lines),
        headings=tuple(headings),
        turns=tuple(
            _film(info, number, entry[0], words) for number, entry in enumerate(dearest, 1)
        ),
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
    reason: Explanation,
    luck: Luck | None,
    words: Words,
) -> Iterator[str]:
    moment = verdict.moment
    context = _then(info, verdict, words)
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
    if seen := _seen(context):
        yield seen
    yield _lost(context, info, verdict)
    yield from _lucky(luck, words)


def _lost(context: ScreenContext, info: MatchInfo, verdict: Verdict) -> str:
    words = context.words
    points = {
        "points": _number(verdict.points.mean, _PLAIN, words),
        "margin": _number(verdict.points.margin, _PLAIN, words),
    }
    if context.table.deals or info.daily is not None:
        # The teacher assumes a match to this many points, and this match has no such target.
        return words.text("analysis.lost.points", **points)
    return words.text(
        "analysis.lost",
        **points,
        chance=_number(100 * verdict.chance.mean, _PLAIN, words),
        around=_number(100 * verdict.chance.margin, _PLAIN, words),
    )


def _lucky(luck: Luck | None, words: Words) -> Iterator[str]:
    if luck is not None and abs(luck.points) > max(luck.margin, _NO_LUCK):
        yield words.text(
            "analysis.luck.good" if luck.points > 0 else "analysis.luck.bad",
            luck=_number(abs(luck.points), _PLAIN, words),
            margin=_number(luck.margin, _PLAIN, words),
        )


def _seen(context: ScreenContext) -> str:
    """The cards of the seat, and the cards on the table in the trick of that moment. With these the
    reader can check the reason without the film."""
    view, words = context.view, context.words
    lines = []
    if view.cards:
        held = words.list(context.the_named_card(card) for card in view.cards)
        lines.append(words.text("analysis.held", cards=held))
    laid = [
        words.text(
            "card.laid_by",
            card=words.text("card.hidden") if play.covered else context.the_named_card(play.card),
            name=context.name(play.seat),
        )
        for play in view.plays
        if play.trick >= len(view.tricks)
    ]
    if laid:
        lines.append(words.text("analysis.table", cards="; ".join(laid)))
    return " ".join(lines)


def _number(value: float, form: str, words: Words) -> str:
    return _written(value, form, words.locale)


@lru_cache(maxsize=1024)
def _written(value: float, form: str, locale: str) -> str:
    """A number in words. The texts are kept, because writing a number takes longer than the rest of
    its line, and each view of a page writes the same numbers."""
    return format_decimal(value, format=form, locale=locale)
