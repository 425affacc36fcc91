"""The hand of the day: the lines of its screens, and the line with which a person shares the
result."""

from collections.abc import Iterator
from typing import Final

from bot.match.daily import HANDS, is_complete
from bot.model import Daily, MatchInfo
from bot.screen import Line, written
from bot.screens.moment.context import ScreenContext
from bot.store.results.model import DailyStanding
from bot.words import Words

WON: Final = "🟩"
EVEN: Final = "⬜"
LOST: Final = "🟥"
NOT_PLAYED: Final = "⬛"
"""Stands for a hand that was not dealt, because the match was won before."""
_MINUS: Final = "−"


def signed(points: int) -> str:
    """A difference of points: "+7", "−3", "0"."""
    return f"{points:+}".replace("-", _MINUS) if points else "0"


def head(context: ScreenContext) -> Iterator[Line]:
    """The line with the day, the hand and the present result; nothing at any other table."""
    day = context.info.daily
    if day is not None and context.view.number:
        yield context.line(
            "daily.head",
            "quiet",
            number=day.number,
            hand=context.view.number,
            hands=HANDS,
            points=signed(day.points),
        )


def played(context: ScreenContext, day: Daily) -> Line:
    """The outcome of a hand of the day that nobody has won before its last hand."""
    if is_complete(context.info):
        points = signed(day.points)
        return context.line("daily.result", "strong", number=day.number, points=points)
    return context.line("daily.unfinished", "strong", number=day.number)


def result(context: ScreenContext) -> Iterator[Line]:
    """The lines with the outcome, and with the person's standing among all who have played."""
    info, standing = context.info, context.brought.daily
    day = info.daily
    assert day is not None
    if standing is None:
        beside = context.brought.is_beside
        if beside:
            yield context.line("daily.twice", "strong", number=day.number)
        else:
            yield played(context, day)
        if beside is not None and not context.brought.day_is_over:
            yield context.line("daily.next", at=written(day.ends))
        return
    points = signed(standing.points)
    yield context.line("daily.result", "strong", number=day.number, points=points)
    yield Line("daily.share", share_line(standing, info, context.words))
    if standing.par is not None:
        yield context.line("daily.par", par=signed(standing.par))
    elif not standing.is_over:
        yield context.line("daily.par.none", "quiet")
    yield _among_others(context, standing)
    yield from _elsewhere(context, standing)
    yield context.line("daily.streak", n=standing.streak)
    if standing.on_board and not standing.is_over:
        yield context.line("daily.board.soon", "quiet")
    if not standing.is_over:
        yield context.line("daily.next", at=written(standing.next_at))
        yield context.line("daily.later", "quiet", match=info.match)
    else:
        yield context.line("daily.verify", "quiet", match=info.match)


def _among_others(context: ScreenContext, standing: DailyStanding) -> Line:
    """How many of the others had a worse result than the person."""
    others, better, equal = standing.players - 1, standing.better_than, standing.equal_to
    if not others:
        return context.line("daily.only" if standing.is_over else "daily.first")
    if others == 1:
        id = "daily.one.less" if better else "daily.one.equal" if equal else "daily.one.more"
        return context.line(id)
    text = context.text("daily.better", n=others, percent=round(100 * better / others))
    if equal:
        text = f"{text} {context.text('daily.equal', n=equal)}"
    return Line("daily.better", text)


def _elsewhere(context: ScreenContext, standing: DailyStanding) -> Iterator[Line]:
    """The line about people of other hosts; one at most, none if this host shares no day."""
    if standing.everywhere is not None:
        percent, people, houses = standing.everywhere
        yield context.line("daily.everywhere", n=people, percent=percent, houses=houses)
    elif standing.is_shared and not standing.is_over:
        yield context.line("daily.shared_cards", "quiet")
    elif standing.lacks_beacon:
        yield context.line("daily.own_cards", "quiet")


def moment(context: ScreenContext) -> float | None:
    """The moment that a line of the result names; ``None``: no line names one."""
    day, brought = context.info.daily, context.brought
    is_film = brought.daily is None and brought.is_beside is None
    return None if day is None or is_film or brought.day_is_over else day.ends


def squares(hands: tuple[int, ...]) -> str:
    """One square for each hand: won, even, lost, or not dealt."""
    marks = [WON if hand > 0 else LOST if hand < 0 else EVEN for hand in hands]
    return "".join((*marks, *[NOT_PLAYED] * (HANDS - len(marks))))


def share_line(standing: DailyStanding, info: MatchInfo, words: Words) -> str:
    """The line that a person may show to others. It contains no card, no word and no name."""
    assert info.daily is not None
    said = {
        "number": info.daily.number,
        "game": words.text(f"option.variant.{info.variant}"),
        "squares": squares(standing.hands),
        "points": signed(standing.points),
        "streak": standing.streak,
    }
    if standing.par is None:
        return words.text("daily.share.no_par", **said)
    return words.text("daily.share", **said, par=signed(standing.par))
