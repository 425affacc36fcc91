"""What was learnt ahead and comes with the program, and the games that play without it.

Robots play a game without it by general means: they solve each envido from nothing, and weigh the
truco by imagined deals.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from engine.puzzles import shipped
from engine.robots.learnt import envido_starts, truco_tables
from engine.robots.learnt.shipped import NOT_LEARNT, OTHER_RULES
from engine.variants import VARIANTS


class Unlearnt(Struct, frozen=True):
    """Games that play without something that comes learnt."""

    event: str
    """What follows from it: the event in the log."""
    reason: str
    """Why it cannot be used, as of :mod:`engine.robots.learnt.shipped`."""
    games: tuple[str, ...]

    @property
    def well(self) -> bool:
        """Nothing is broken: nobody has learnt for these games yet."""
        return self.reason == NOT_LEARNT


def _puzzles() -> dict[str, str]:
    found: dict[str, str] = {}
    for game in VARIANTS:
        shelf = shipped(game)
        if shelf.refused:
            found[game] = OTHER_RULES
        elif not shelf.puzzles:
            found[game] = NOT_LEARNT
    return found


def _missing() -> dict[str, Mapping[str, str]]:
    """By event, what is missing: by game, the reason."""
    return {
        "robots_think_slowly": envido_starts.missing(),
        "robots_guess_the_truco": truco_tables.missing(),
        "puzzles_missing": _puzzles(),
    }


def unlearnt() -> Iterator[Unlearnt]:
    """What is missing, each reason once with its games; nothing where all is there."""
    for event, games in _missing().items():
        for reason in dict.fromkeys(games.values()):
            yield Unlearnt(event, reason, tuple(game for game in games if games[game] == reason))
