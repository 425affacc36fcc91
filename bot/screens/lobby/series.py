"""The score of a series, in its lobbies and its results."""

from collections.abc import Iterator

from bot.match import series
from bot.model import MatchInfo, Status, teams
from bot.screen import Line
from bot.screens.moment.lines import worded
from bot.words import Words


def series_lines(info: MatchInfo, words: Words) -> Iterator[Line]:
    """The score of a series after its first match, and its next match; else no line."""
    if not info.series or not (info.series_won or info.status is Status.OVER):
        return
    won = series.score(info)
    score = ", ".join(
        words.text("series.side", names=words.list(info.seats[seat].name for seat in seats), n=n)
        for seats, n in zip(teams(info), won, strict=True)
    )
    id = "series.won" if series.is_decided(info) else "series.score"
    yield worded(words, id, "strong", score=score)
    if series.goes_on(info):
        yield worded(words, "series.next")
