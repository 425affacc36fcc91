"""What a running bot writes down of itself, and what is read from it."""

import json
from pathlib import Path

import pytest

from adapters.health import STALE, Health, health_file, problems_of

NOW = 1_800_000_000.0


async def well() -> bool:
    return True


async def ill() -> bool:
    return False


async def fails() -> bool:
    raise ConnectionError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return health_file(tmp_path / "truco.db")


@pytest.mark.errors("health.failed")
async def test_every_part_is_looked_at(file: Path) -> None:
    health = Health(file, lambda: NOW)
    health.watch("database", well)
    async with health.kept():
        assert problems_of(file, NOW + 1) == []
        health.watch("discord", ill)
        health.watch("telegram", fails)
        await health.write()
        told = problems_of(file, NOW + 1)
        assert len(told) == 2
        assert "discord" in told[0]
        assert "telegram" in told[1]
    assert len(problems_of(file, NOW + 1)) == 1, "it is gone"
    assert [one.suffix for one in file.parent.iterdir()] == [".lock"]


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


async def test_the_file_may_stand_in_folders_that_are_to_be_made(tmp_path: Path) -> None:
    file = tmp_path / "data" / "of the bot" / "health.json"
    for _ in range(2):  # the second time they are there
        async with Health(file, lambda: NOW).kept():
            assert file.exists()
        assert not file.exists()
