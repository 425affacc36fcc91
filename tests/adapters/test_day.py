"""``truco day``: hosts tell one another how a shared day went, as their people would type it."""

import asyncio
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.daily.day_files import DayCounts, table_hash
from bot.leagues.entries import HouseKey, fingerprint
from bot.match import daily
from bot.match.vault import DIA_1
from bot.store import Store
from engine.fairness.beacon import QUICKNET, Pulse
from tests.adapters.shell import Shell
from tests.bot.beacons import OwnBeacon
from tests.bot.daily.test_shared_day import SharedDay, played
from tests.bot.helpers import ANA

DAY = daily.number_at(time.time() - daily.GRACE) - 1
GIVEN = daily.day_of(DAY, "")
NORTE, SUR = (HouseKey(bytes([number]) * 32) for number in (1, 2))
PULSE = Pulse(QUICKNET.hash, QUICKNET.round_after(GIVEN.begins), b"p" * 48)


class Days:
    """Types commands at one host."""

    def __init__(self, folder: Path, shell: Shell) -> None:
        self.folder = folder
        self._shell = shell
        self.err = ""
        patch = shell.monkeypatch
        patch.chdir(folder)
        patch.setenv("TRUCO_DAY_FOLDER", str(folder / "days"))
        patch.setenv("TRUCO_DATABASE_URL", f"sqlite:///{folder}/truco.db")
        patch.setattr("adapters.league_folder.is_signed_round", lambda pulse, key: pulse == PULSE)

    def day(self, *words: object, code: int = 0) -> str:
        """What the command says."""
        ran = self._shell.truco("day", *words)
        self.err = ran.err
        assert ran.code == code, ran.err
        return ran.out


@pytest.fixture
def typed(tmp_path: Path, shell: Shell) -> Days:
    return Days(tmp_path, shell)


def line(key: HouseKey, **changed: object) -> bytes:
    counts = DayCounts(
        at=int(GIVEN.ends + daily.GRACE),
        day=DAY,
        edges=(0,),
        game="argentino",
        house=key.public,
        people=(60, 40),
        secret="5e" * 32,
        signature=PULSE.signature.hex(),
        table=table_hash(DAY, "argentino", b"\x5e" * 32, PULSE),
    )
    return key.signed_line(DIA_1, replace(counts, **changed).text)


def file(typed: Days, *lines: bytes) -> Path:
    made = typed.folder / "sur.dia"
    made.write_bytes(b"".join(row + b"\n" for row in lines))
    return made


def test_a_file_is_added_and_shown(typed: Days) -> None:
    assert fingerprint(SUR.public) in typed.day("accept", SUR.public, "Sur")
    typed.day("accept", NORTE.public, "Norte")
    given = file(typed, line(SUR), line(NORTE, people=(10, 90)))
    assert typed.day("add", given) == f"day {DAY}: 2 lines\n"
    assert typed.day("add", given) == f"day {DAY}: 2 lines\n", "a line counts once"
    shown = typed.day("show").splitlines()
    assert shown[0].startswith(f"day {DAY} argentino: 200 people at ")
    assert shown[1:] == ["  from +0: better than 35 %"]


def test_what_is_wrong_is_refused_and_the_rest_is_kept(typed: Days) -> None:
    typed.day("accept", SUR.public, "Sur")
    given = file(typed, line(NORTE), line(SUR), line(SUR, signature="0" * 96), b"nonsense")
    typed.day("add", given, code=1)
    told = [complaint.split(": ")[:2] for complaint in typed.err.splitlines()]
    assert told == [[f"{given}:{at}", article] for at, article in WRONG]
    assert typed.day("show").startswith(f"day {DAY} argentino: 100 people at Sur\n")


WRONG = ((1, "DI-02"), (3, "DI-03"), (4, "DI-01"))


def test_two_tales_of_a_house_are_told_and_count_for_nothing(typed: Days) -> None:
    typed.day("accept", SUR.public, "Sur")
    typed.day("add", file(typed, line(SUR), line(SUR, people=(61, 40))), code=1)
    assert typed.err.startswith(f"DI-06: house Sur ({fingerprint(SUR.public)})")
    assert typed.day("show", code=1) == ""


def test_a_host_exports_a_day_once_and_never_early(typed: Days) -> None:
    url = f"sqlite+aiosqlite:///{typed.folder}/truco.db"
    key = typed.folder / "house.key"
    key.write_text("07" * 32, "ascii")
    typed.day("export", DAY + 1, code=2)
    assert f"day {DAY + 1} is not over" in typed.err
    assert not [*typed.folder.glob("days/*.dia")]
    asyncio.run(a_day_was_played(url))
    out = typed.day("export")
    told, send = out.splitlines()
    assert told == "told: argentino"
    there = typed.folder / "days" / f"{DAY}.dia"
    assert send == f"send {there} to the other houses"
    before = there.read_bytes()
    assert before.count(b"\n") == 1
    assert typed.day("export", DAY).startswith("told: nothing new\n")
    assert there.read_bytes() == before
    assert typed.day("show").startswith(f"day {DAY} argentino: 20 people at this house\n")


async def a_day_was_played(url: str) -> None:
    store = await Store.open(url)
    host = SharedDay(at=GIVEN.begins + 3600.0, beacon=OwnBeacon(), store=store)
    await host.begun(ANA)
    await played(host, [*[-3] * 10, *[3] * 10], DAY)
    await host.end_of_day()
    await host.close()


def test_without_a_folder_nothing_is_told(typed: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TRUCO_DAY_FOLDER")
    typed.day("show", code=2)
    assert typed.err == "truco day: TRUCO_DAY_FOLDER is not set\n"
    typed.day("accept", "abc", "Sur", code=2)
    assert "64 hexadecimal digits" in typed.err
