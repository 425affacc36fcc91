"""The score in one line, as players call it across the table."""

from collections.abc import Callable, Sequence

from bot.screen import Score
from bot.words import Words


def abreast(names: Sequence[str], points: Sequence[str]) -> str:
    """ "Ana 0 – 0 Beto"; with more than two accounts "Ana 3 · Beto 5 · Carla 0"."""
    if len(names) == 2:
        return f"{names[0]} {points[0]} – {points[1]} {names[1]}"
    return " · ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))


def standing(
    scores: Sequence[Score],
    words: Words,
    name: Callable[[str], str] = str,
    points: Callable[[str], str] = str,
) -> str:
    """The score: "Ana y Carla 8 malas – 6 buenas Beto y Dani". ``name`` and ``points``: functions
    that mark a name and a score in the format of a platform."""
    several = any(score.games and score.won for score in scores)
    return abreast(
        [name(words.list(score.names)) for score in scores],
        [points(score.short) + (f" ({score.won})" if several else "") for score in scores],
    )
