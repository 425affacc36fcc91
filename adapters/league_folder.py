"""The folder of a house in a league: its file, and the records of its rooms.

A file is complete or does not exist: it appears under its name when all its bytes are on the disk.
The record of a room is written before the house says that the room is over."""

import asyncio
import os
import secrets
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from adapters.beacon.client import HttpBeacon
from bot.beacon import NoPulse
from bot.common.lived_time import Time
from bot.common.whole_files import write_whole
from bot.host.setting_values import read_relays
from bot.host.settings import load_settings
from bot.leagues.book import put_together, read_book
from bot.leagues.entries import ROOMS, SEED_SIZE, HouseKey, Room
from bot.leagues.hosting import LeagueDesk, NotNow, RoomToPlay
from bot.leagues.judging import LeagueVerdict, judge
from bot.leagues.terms import Fixture, LeagueTerms
from bot.leagues.writing import RoomRecord, play_room
from engine.fairness.beacon import SIGNATURE_SIZE, IsSigned, Pulse
from engine.fairness.contributions import FARO, BadContribution, is_hex, read_contributions
from engine.fairness.deal import AZAR_2
from engine.fairness.transcript import words_of
from engine.robots import Skill
from engine.robots.players.matches import RobotPlayer

BOOK: Final = "league.liga"
"""The file that goes to the other houses."""
RECORD: Final = ".truco"
_LOCK: Final = "lock"
_WRITTEN: Final = ".json"
_FARO: Final = ["proof", FARO]
_TERMS: Final = msgspec.json.Decoder(LeagueTerms)


def is_signed_round(pulse: Pulse, public_key: bytes) -> bool:
    """Whether the beacon has signed this round. Its library takes a second to load."""
    from adapters.beacon.signatures import is_signed

    return is_signed(pulse, public_key)


def new_key(file: Path) -> HouseKey:
    """Makes a key, in a file that nobody else may read. Raises ``FileExistsError``."""
    seed = secrets.token_bytes(SEED_SIZE)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
        opened.write(seed.hex() + "\n")
    return HouseKey(seed)


def read_key(file: Path) -> HouseKey:
    """The key in this file. Raises :class:`bot.leagues.hosting.NotNow` if it has none."""
    text = file.read_text("ascii", "replace").strip()
    if not is_hex(text, SEED_SIZE):
        raise NotNow(f"{file} has no key of a house")
    return HouseKey(bytes.fromhex(text))


def read_terms(file: Path) -> LeagueTerms:
    """The terms in a file of TOML, or in one that :func:`write_terms` has written. Raises
    :class:`bot.leagues.hosting.NotNow`."""
    try:
        if file.suffix == _WRITTEN:
            return _TERMS.decode(file.read_bytes())
        given = tomllib.loads(file.read_text("utf-8"))
        if isinstance(options := given.get("options"), dict):
            given["options"] = sorted((name, str(value)) for name, value in options.items())
        return _TERMS.decode(msgspec.json.encode(given))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.MsgspecError) as error:
        raise NotNow(f"{file}: {error}") from None


def write_terms(folder: Path, number: int, terms: LeagueTerms) -> Path:
    """Writes the terms of a division; returns their path."""
    file = folder / f"{number}{_WRITTEN}"
    write_whole(file, msgspec.json.format(msgspec.json.encode(terms), indent=2) + b"\n")
    return file


class LeagueFolder:
    """A house's folder of one league. ``clock``: UTC seconds since the epoch; ``is_signed``: tells
    a round of a beacon from a made-up one. A change of the book locks the folder, so the bot and a
    person at the command line never sign two different entries with one number."""

    def __init__(
        self,
        folder: Path,
        key: HouseKey,
        clock: Callable[[], float] = time.time,
        is_signed: IsSigned = is_signed_round,
    ) -> None:
        self._folder = folder
        self._key = key
        self._clock = clock
        self._is_signed = is_signed
        self._judged: tuple[bytes, LeagueVerdict] | None = None
        """The book that was judged last, and its verdict."""

    @property
    def book(self) -> Path:
        """The file that goes to the other houses."""
        return self._folder / BOOK

    def desk(self) -> LeagueDesk:
        """The house at its book."""
        data = self.book.read_bytes() if self.book.exists() else b""
        return LeagueDesk(self._key, data, self._clock())

    def enter(self, terms: LeagueTerms) -> None:
        """Signs the terms, in a folder that is made for them."""
        with self.changing() as desk:
            desk.enter(terms)

    def add(self, files: list[Path]) -> None:
        """Puts the lines of other files beside its own."""
        if files:
            with self._alone():
                own = [self.book] if self.book.exists() else []
                every = {str(file): file.read_bytes() for file in (*own, *files)}
                write_whole(self.book, put_together(every))

    def go_on(self) -> LeagueDesk:
        """Signs all entries that are due, and shows the records that may be shown."""
        with self.changing() as desk:
            desk.go_on()
        with self.changing() as desk:
            for fixture, room, file in self._records(desk):
                desk.show(fixture, room, file.read_text("utf-8"))
        return desk

    def report(self, fixture: Fixture, room: Room, text: str) -> None:
        """Says that a room is over. Its record waits in the folder until it may be shown."""
        with self.changing() as desk:
            desk.report(fixture, room, text, pulse_in(text))
            write_whole(self._file(fixture, room), text.encode())

    def verdict(self) -> LeagueVerdict:
        """The results and the table. It is worked out once for a book."""
        data = self.book.read_bytes()
        if self._judged is None or self._judged[0] != data:
            book = read_book({BOOK: data})
            self._judged = data, judge(book, self._is_signed, now=self._clock())
        return self._judged[1]

    def play(self, due: RoomToPlay, skill: Skill, pulse: Pulse | None) -> None:
        """Lets robots play a room."""
        record = RoomRecord(self.desk().plan(due.fixture, pulse))
        seeds = [secrets.randbits(64) for _ in record.table.seats]
        players = [RobotPlayer(Random(seed), skill) for seed in seeds]  # noqa: S311 - no cards
        self.report(due.fixture, due.room, play_room(record, players))

    @contextmanager
    def changing(self) -> Iterator[LeagueDesk]:
        """The house at its book, written at the end if changed, unless the context raises."""
        with self._alone():
            desk = self.desk()
            before = desk.data
            yield desk
            if desk.data != before:
                write_whole(self.book, desk.data)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Locks the folder while the context lasts; the folder is made if there is none."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / _LOCK).open("a") as opened:
            _wait_for(opened.fileno())
            yield

    def _records(self, desk: LeagueDesk) -> Iterator[tuple[Fixture, Room, Path]]:
        for fixture in desk.ledger().fixtures.values():
            for room in ROOMS:
                file = self._file(fixture, room)
                if file.exists():
                    yield fixture, room, file

    def _file(self, fixture: Fixture, room: Room) -> Path:
        return self._folder / f"{fixture.round}-{fixture.board}-{room}{RECORD}"


def pulse_in(text: str) -> Pulse | None:
    """The round of the beacon that a record names; ``None``: none that can be read."""
    lines = [words[1:] for words in map(words_of, text.split("\n")) if words[:2] == _FARO]
    try:
        return read_contributions(AZAR_2, lines, 0).pulse
    except BadContribution:
        return None


def due_pulse(terms: LeagueTerms, round: int, signature: str) -> Pulse | None:
    """The round of the league's beacon; ``None``: it has none. ``signature``: as it was published;
    empty: the relays of the settings are asked. Raises :class:`bot.leagues.hosting.NotNow`."""
    if terms.beacon is None:
        return None
    chain = terms.beacon.chain
    if signature:
        if not is_hex(signature, SIGNATURE_SIZE):
            raise NotNow("a signature of the beacon has 96 hexadecimal digits")
        return Pulse(chain.hash, round, bytes.fromhex(signature))
    try:
        return asyncio.run(
            _asked(
                HttpBeacon(
                    chain,
                    read_relays(load_settings().beacon),
                    Time(),
                    lambda: ThreadPoolExecutor(1),
                ),
                round,
            )
        )
    except NoPulse as error:
        raise NotNow(f"round {round} of the beacon could not be had: {error}") from None


async def _asked(beacon: HttpBeacon, round: int) -> Pulse:
    async with beacon.running():
        return await beacon.pulse(round)


def _wait_for(handle: int) -> None:
    """Takes the lock of an open file. Closing the file releases the lock."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
