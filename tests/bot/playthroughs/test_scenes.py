"""Every scene once more: what comes of each line is what stands below it.

``TRUCO_REWRITE=1`` writes what comes now; the difference is the review.
"""

import shutil
from pathlib import Path

import pytest

from bot.store import MemoryStore, SqlStore
from tests.bot.playthroughs.stage import Stage, played, seed_of
from tests.kept import check_kept

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
    check_kept(path, answered)


def read(path: Path) -> str:
    return path.read_text("utf-8")
