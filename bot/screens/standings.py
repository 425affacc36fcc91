"""``/marcador``: the people of a community by what they have won."""

from msgspec import Struct

from bot.community.scoreboard import Scoreboard
from bot.store.model import Standing
from bot.words import Words, words_for


class Standings(Struct, frozen=True):
    """A table of text: headings, and a row for each person."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    empty: str
    """What to say when there is no row."""


def standings(scoreboard: Scoreboard, community: str, locale: str) -> Standings:
    """The scoreboard as rows; ``community`` is its name as shown."""
    words = words_for(locale)
    headings = ("name", "matches", "won", "lost", "for", "against", "streak", "best")
    return Standings(
        title=words.text("scoreboard.title", community=community),
        headings=tuple(words.text(f"scoreboard.{heading}") for heading in headings),
        rows=tuple(_row(standing) for standing in scoreboard.standings),
        empty=words.text("scoreboard.empty"),
    )


def _row(standing: Standing) -> tuple[str, ...]:
    numbers = (
        standing.matches,
        standing.won,
        standing.lost,
        standing.points_for,
        standing.points_against,
        standing.streak,
        standing.best_streak,
    )
    return (standing.name, *(str(number) for number in numbers))


def standings_text(scoreboard: Scoreboard, community: str, locale: str) -> str:
    """The scoreboard as text, a line per person, no longer than a page of help."""
    words = words_for(locale)
    told = [words.text("scoreboard.title", community=community)]
    for place, standing in enumerate(scoreboard.standings, start=1):
        told.append(_line(place, standing, words))
    if not scoreboard.standings:
        told.append(words.text("scoreboard.empty"))
    return "\n".join(told)


def _line(place: int, standing: Standing, words: Words) -> str:
    return words.text(
        "scoreboard.line",
        place=place,
        name=standing.name,
        won=standing.won,
        lost=standing.lost,
        points=f"{standing.points_for}–{standing.points_against}",
        streak=standing.streak,
    )
