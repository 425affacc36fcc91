"""The learnt data that come with the program, and the games that play without them.

Without them robots play a game by general means: they solve each envido from nothing, and judge the
truco by imagined deals."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from engine.puzzles import shipped
from engine.robots.learnt import envido_starts, truco_tables
from engine.robots.learnt.shipped import NOT_LEARNT, OTHER_RULES
from engine.variants import VARIANTS


class Unlearnt(Struct, frozen=True):
    """The games that play without one kind of learnt data, for one reason."""

    event: str
    """The event in the log, which names the consequence."""
    reason: str
    """The reason why the data cannot be used, as in :mod:`engine.robots.learnt.shipped`."""
    games: tuple[str, ...]

    @property
    def well(self) -> bool:
        """Whether nothing is broken: there are no learnt data for these games yet."""
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
    """By event, the games without the data, each with the reason."""
    return {
        "robots_think_slowly": envido_starts.missing(),
        "robots_guess_the_truco": truco_tables.missing(),
        "puzzles_missing": _puzzles(),
    }


def unlearnt() -> Iterator[Unlearnt]:
    """The missing data, each reason once with its games; empty if nothing is missing."""
    for event, games in _missing().items():
        for reason in dict.fromkeys(games.values()):
            yield Unlearnt(event, reason, tuple(game for game in games if games[game] == reason))
