"""What a running bot writes down of itself, and what is read from it."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from adapters.health import Health, _take_place
from adapters.health_files import STALE, health_file, problems_of
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.sqlite.lock import FileLock

NOW = 1_800_000_000.0


async def well() -> bool:
    return True


async def ill() -> bool:
    return False


async def fails() -> bool:
    raise ConnectionError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return health_file(f"sqlite+aiosqlite:///{tmp_path}/truco.db")


@pytest.mark.errors("health.failed")
async def test_every_part_is_looked_at(file: Path) -> None:
    health = Health(file, lambda: NOW)
    health.watch("database", well)
    async with health.kept():
        assert problems_of(file, NOW + 1) == []
        assert os.stat(file).st_mode & 0o777 == 0o600, "only its owner reads it"
        health.watch("discord", ill)
        health.watch("telegram", fails)
        await health.write()
        told = problems_of(file, NOW + 1)
        assert len(told) == 2
        assert "discord" in told[0]
        assert "telegram" in told[1]
    assert len(problems_of(file, NOW + 1)) == 1, "it is gone"
    assert [path.suffix for path in file.parent.iterdir()] == [".lock"]


async def test_each_process_has_a_file_of_its_own(file: Path) -> None:
    """One that is not well is not hidden by one that is, and one that dies is missed until another
    takes its place."""
    one, other = Health(file, lambda: NOW), Health(file, lambda: NOW)
    other.watch("discord", ill)
    async with one.kept():
        async with other.kept():
            names = {path.name for path in file.parent.iterdir() if path.suffix != ".lock"}
            assert names == {"truco.db.health", "truco.db.health-2"}
            (told,) = problems_of(file, NOW + 1)
            assert "discord" in told
            await one.write()
            assert len(problems_of(file, NOW + 1)) == 1
        assert problems_of(file, NOW + 1) == []
    file.with_name("truco.db.health-2").write_text('{"at": 1, "ill": [], "process": 2}')
    async with one.kept():
        assert len(problems_of(file, NOW + 1)) == 1, "the second is dead"
        async with Health(file, lambda: NOW).kept():
            assert problems_of(file, NOW + 1) == []


async def test_a_process_that_is_stuck(file: Path) -> None:
    health = Health(file, lambda: NOW)
    await health.write()
    assert problems_of(file, NOW + STALE) == []
    assert problems_of(file, NOW + STALE + 1) != []
    assert problems_of(file, NOW - STALE - 1) != [], "a clock that was put back is no sign of life"


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", json.dumps({"at": "x", "ill": []})])
def test_what_cannot_be_read_is_not_well(file: Path, text: str) -> None:
    file.write_text(text)
    assert len(problems_of(file, NOW)) == 1


@pytest.mark.errors("health.unwritten")
async def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    await Health(tmp_path / "gone" / "truco.db.health").write()


def test_another_file_is_taken_where_this_one_is_in_use_and_for_no_other_reason(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for trouble in (DatabaseTrouble.FOLDER, DatabaseTrouble.IN_USE):
        troubles = [StoreError(trouble, "no")]

        def take(_: FileLock, left: list[StoreError] = troubles) -> None:
            if left:
                raise left.pop()

        monkeypatch.setattr(FileLock, "take", take)
        if trouble is DatabaseTrouble.IN_USE:
            assert _take_place(file)[0].name == f"{file.name}-2"
        else:
            with pytest.raises(StoreError):
                _take_place(file)


async def test_the_file_may_stand_in_folders_that_are_to_be_made(tmp_path: Path) -> None:
    file = tmp_path / "data" / "of the bot" / "health.json"
    for _ in range(2):  # the second time they are there
        async with Health(file, lambda: NOW).kept():
            assert file.exists()
        assert not file.exists()


async def test_it_is_ready_while_every_part_is_well_and_looked_at(file: Path) -> None:
    """A look that is long ago tells nothing, nor does one before the start or after the end."""
    moment = NOW
    health = Health(file, lambda: moment)
    state = {"well": True}

    async def part() -> bool | str:
        return state["well"] or "it sleeps"

    health.watch("part", part)
    assert not health.is_ready()
    async with health.kept():
        assert health.is_ready()
        for later, ready in (
            (STALE, True),
            (STALE + 1, False),
            (-STALE, True),
            (-STALE - 1, False),
        ):
            moment = NOW + later
            assert health.is_ready() is ready
        moment = NOW
        state["well"] = False
        await health.write()
        assert not health.is_ready()
        assert problems_of(file, NOW) == ["not well: part (it sleeps)."]
        state["well"] = True
        await health.write()
        assert health.is_ready()
    assert not health.is_ready()


async def test_it_looks_again_by_itself(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.health.EVERY", 0.0)
    looks = asyncio.Semaphore(0)

    async def part() -> bool:
        looks.release()
        return True

    health = Health(file, lambda: NOW)
    health.watch("part", part)
    async with health.kept(), asyncio.timeout(60):
        for _ in range(3):
            await looks.acquire()


async def test_of_several_processes_it_is_said_which_is_meant(file: Path) -> None:
    one, other = Health(file, lambda: NOW), Health(file, lambda: NOW)
    for health in (one, other):
        health.watch("discord", ill)
    async with one.kept():
        assert problems_of(file, NOW) == ["not well: discord."]
        async with other.kept():
            assert problems_of(file, NOW) == [f"process {os.getpid()}: not well: discord."] * 2
    (told,) = problems_of(file, NOW)
    assert str(file.with_suffix("")) in told


async def test_other_files_of_the_folder_are_no_bots(file: Path) -> None:
    async with Health(file, lambda: NOW).kept():
        for name in (f"{file.name}.new", f"{file.name}-x", f"{file.name}-2.old"):
            file.with_name(name).write_text("nothing to read")
        assert problems_of(file, NOW) == []


@pytest.mark.errors("health.failed")
async def test_a_part_that_does_not_answer_is_not_well(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.health._PATIENCE", 0.0)

    async def silent() -> bool:
        await asyncio.Event().wait()
        return True

    health = Health(file, lambda: NOW)
    health.watch("discord", silent)
    await health.write()
    assert problems_of(file, NOW) == ["not well: discord."]
