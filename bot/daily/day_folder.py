"""The folder of a host that shares the hand of the day: the trusted houses, and a file for each
day."""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from bot.common.whole_files import write_whole
from bot.daily.day_files import BadCounts, DayCounts, Everywhere, everywhere, once, read_counts
from bot.leagues.entries import fingerprint
from engine.fairness.contributions import is_hex

HOUSES: Final = "houses"
"""The file with the public keys and names of the trusted houses."""
DAY_FILE: Final = ".dia"


class DayFolder:
    """The files of shared days at one host."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def houses(self) -> Mapping[str, str]:
        """The names of the trusted houses, by public key."""
        found = [line.partition(" ") for line in self._read(HOUSES).decode().splitlines()]
        return {key: name or fingerprint(key) for key, _, name in found if is_hex(key)}

    def accept(self, key: str, name: str) -> None:
        """Trusts the house with this public key from now on."""
        kept = {**self.houses(), key: " ".join(name.split())}
        text = "".join(f"{one} {called}\n" for one, called in kept.items())
        write_whole(self._folder / HOUSES, text.encode())

    def file(self, day: int) -> Path:
        """The file with the lines of a day."""
        return self._folder / f"{day}{DAY_FILE}"

    def lines(self, day: int) -> tuple[bytes, ...]:
        """The lines of all houses for a day, each once."""
        return tuple(dict.fromkeys(self._read(self.file(day).name).splitlines()))

    def add(self, day: int, lines: Iterable[bytes]) -> None:
        """Adds these lines to those of the day. The order in which they came is lost."""
        every = sorted({*self.lines(day), *lines})
        write_whole(self.file(day), b"".join(line + b"\n" for line in every))

    def counts(self, day: int, now: float) -> tuple[DayCounts, ...]:
        """The valid counts of the day, for all games and cards."""
        return once(self._told(day, now))[0]

    def doubles(self, day: int, now: float) -> tuple[DayCounts, ...]:
        """The invalid counts of the day, because their house has signed other ones too."""
        return once(self._told(day, now))[1]

    def told_by(self, day: int, house: str) -> set[str]:
        """The games for which this house has told its counts."""
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
        """The standing of this score among all people who have played the same cards. The cards are
        given as a game and ``E`` of its hands. ``None``: no house has told counts of them."""
        same = [counts for counts in self.counts(day, now) if (counts.game, counts.table) == cards]
        return everywhere(same, points)

    def _read(self, name: str) -> bytes:
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return b""
