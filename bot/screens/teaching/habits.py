"""``/analizar habitos``: a person's habits beside the master's."""

from collections.abc import Iterator
from typing import Final

from babel.numbers import format_decimal, format_percent

from bot.screens.pages import Page
from bot.words import Words, regional, words_for
from bot.words.options import value_label
from engine.teacher.habits import SHARES, Found, Habit

_POINTS: Final = "0.0"


def habits_page(
    games: tuple[tuple[str, int, tuple[Found, ...]], ...],
    variant: str,
    advice: Found | None,
    locale: str,
) -> Page:
    """The habits by game, with its number of matches, then the one thing to try, of ``variant``."""
    words = words_for(regional(locale, games[0][0]))
    lines = [_advice(variant, advice, words, named=len(games) > 1)]
    headings = []
    for game, matches, found in games:
        local = words_for(regional(locale, game), game)
        headings.append(_heading(game, matches, words))
        lines += ["", headings[-1], *(habit_text(habit, local) for habit in found)]
    lines += ["", words.text("habits.how")]
    return Page(words.text("habits.title"), "\n".join(lines), headings=tuple(headings))


def _heading(game: str, matches: int, words: Words) -> str:
    name = value_label(words, "variant", game)
    return words.text("habits.game", game=name, matches=words.text("habits.matches", n=matches))


def _advice(variant: str, advice: Found | None, words: Words, *, named: bool) -> str:
    if advice is None:
        return words.text("habits.try.none")
    way = "much" if advice.certain > 0 else "little"
    tip = words.text(f"habits.try.{advice.habit.value}.{way}")
    if not named:
        return words.text("habits.try", tip=tip)
    return words.text("habits.try.at", game=value_label(words, "variant", variant), tip=tip)


def habit_text(found: Found, words: Words) -> str:
    """One habit in a line: the person's value, the number of cases, and the master's value."""
    return " ".join(_parts(found, words))


def _parts(found: Found, words: Words) -> Iterator[str]:
    id = f"habits.{found.habit.value}"
    if found.habit in SHARES:
        cases = words.text("habits.cases", n=found.cases)
        yield words.text(
            id,
            share=_percent(found.value, words),
            low=_percent(found.low, words),
            high=_percent(found.high, words),
            cases=cases,
        )
        yield words.text("habits.master", share=_percent(found.master, words))
    else:
        first, second = (_named(found.habit, mean, words) for mean in found.means)
        low, high = (_named(found.habit, bound, words) for bound in found.apart)
        cases = words.text("habits.cases.both", n=found.cases, other=found.other_cases)
        yield words.text(id, first=first, second=second, low=low, high=high, cases=cases)
        first, second = (_named(found.habit, mean, words) for mean in found.master_means)
        yield words.text("habits.master.both", first=first, second=second)
    if found.few:
        yield words.text("habits.few")


def _percent(share: float, words: Words) -> str:
    return format_percent(share, locale=words.locale)


def _named(habit: Habit, value: float, words: Words) -> str:
    """A mean in words: points of an envido with a decimal, a strength from 0 to 100."""
    if habit is Habit.SIZE_ENVIDO:
        return format_decimal(value, format=_POINTS, locale=words.locale)
    return format_decimal(round(value * 100), format="0", locale=words.locale)
