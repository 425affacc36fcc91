"""Every scene once more: what comes of each line is what stands below it.

``TRUCO_REWRITE_GOLDEN=1`` writes what comes now; the difference is the review.
"""

import os
import shutil
from pathlib import Path

import pytest

from bot.store import MemoryStore, SqlStore
from tests.bot.playthroughs.stage import Stage, played, seed_of

SCENES = sorted((Path(__file__).parent / "scenes").glob("*.txt"))


@pytest.mark.usefixtures("by_id")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
async def test_scene(path: Path, tmp_path: Path, empty_database: Path) -> None:
    shutil.copy(empty_database, tmp_path / "truco.db")
    other = await SqlStore.open(f"sqlite:///{tmp_path}/truco.db", exclusive=False)
    source = read(path)
    try:
        answered = await played(source, Stage(MemoryStore(), other, seed_of(path.stem)))
    finally:
        await other.close()
    if os.environ.get("TRUCO_REWRITE_GOLDEN"):
        write(path, answered)
        return
    assert answered == source


def read(path: Path) -> str:
    return path.read_text("utf-8")


def write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
