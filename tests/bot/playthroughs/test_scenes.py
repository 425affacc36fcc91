"""Every scene once more: what comes of each line is what stands below it.

``TRUCO_REWRITE=1`` writes what comes now; the difference is the review.
"""

from pathlib import Path

import pytest

from tests.bot.playthroughs.stage import Stage, played, seed_of
from tests.kept import check_kept

SCENES = sorted((Path(__file__).parent / "scenes").glob("*.txt"))


@pytest.mark.usefixtures("by_id")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
async def test_scene(path: Path) -> None:
    check_kept(path, await played(read(path), Stage(seed_of(path.stem))))


def read(path: Path) -> str:
    return path.read_text("utf-8")
