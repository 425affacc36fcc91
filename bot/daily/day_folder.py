"""The folder of a host that shares the hand of the day: the houses that it believes, and a file for
each day.
"""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from bot.common.whole_files import write_whole
from bot.daily.day_files import BadCounts, DayCounts, Everywhere, everywhere, once, read_counts
from bot.leagues.entries import fingerprint
from engine.fairness.contributions import is_hex

HOUSES: Final = "houses"
"""The file with the keys of the houses that are believed, and their names."""
DAY_FILE: Final = ".dia"


class DayFolder:
    """The files of shared days at one host."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def houses(self) -> Mapping[str, str]:
        """The names of the houses that are believed, by public key."""
        found = [line.partition(" ") for line in self._read(HOUSES).decode().splitlines()]
        return {key: name or fingerprint(key) for key, _, name in found if is_hex(key)}

    def accept(self, key: str, name: str) -> None:
        """Believes the house with this public key from now on."""
        kept = {**self.houses(), key: " ".join(name.split())}
        text = "".join(f"{one} {called}\n" for one, called in kept.items())
        write_whole(self._folder / HOUSES, text.encode())

    def file(self, day: int) -> Path:
        """Where the lines of a day stand."""
        return self._folder / f"{day}{DAY_FILE}"

    def lines(self, day: int) -> tuple[bytes, ...]:
        """What houses have told of a day, each line once."""
        return tuple(dict.fromkeys(self._read(self.file(day).name).splitlines()))

    def add(self, day: int, lines: Iterable[bytes]) -> None:
        """Puts these lines to those of the day, in an order that does not depend on who came
        first."""
        every = sorted({*self.lines(day), *lines})
        write_whole(self.file(day), b"".join(line + b"\n" for line in every))

    def counts(self, day: int, now: float) -> tuple[DayCounts, ...]:
        """What counts of the day, of all games and cards."""
        return once(self._told(day, now))[0]

    def doubles(self, day: int, now: float) -> tuple[DayCounts, ...]:
        """What does not count, because its house has told something else, too."""
        return once(self._told(day, now))[1]

    def told_by(self, day: int, house: str) -> set[str]:
        """The games of which this house has told."""
        return {counts.game for counts in self._told(day, math.inf) if counts.house == house}

    def _told(self, day: int, now: float) -> list[DayCounts]:
        houses, found = self.houses(), list[DayCounts]()
        for line in self.lines(day):
            try:
                found.append(read_counts(line, houses, now))
            except BadCounts:
                continue
        return [counts for counts in found if counts.day == day]

    def everywhere(
        self, day: int, cards: tuple[str, str], points: int, now: float
    ) -> Everywhere | None:
        """How this score stands among everybody who has played the same cards, given as a game and
        ``E`` of its hands; ``None``: no house has told of them."""
        same = [counts for counts in self.counts(day, now) if (counts.game, counts.table) == cards]
        return everywhere(same, points)

    def _read(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return b""
