"""Every scene once more: what comes of each line is what stands below it.

``TRUCO_REWRITE=1`` writes what comes now; the difference is the review.
"""

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.community import foreign_robots, quick_queue
from tests.bot.playthroughs.stage import Stage, played, seed_of
from tests.kept import check_kept

SCENES = sorted((Path(__file__).parent / "scenes").glob("*.txt"))


@pytest.fixture
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tokens of robots and the marks of those who wait are counted."""
    numbers = count(1)
    monkeypatch.setattr(quick_queue, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    monkeypatch.setattr(
        foreign_robots, "secrets", SimpleNamespace(token_urlsafe=lambda size: str(next(numbers)))
    )


@pytest.mark.usefixtures("by_id", "same_chance")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
async def test_scene(path: Path) -> None:
    check_kept(path, await played(read(path), Stage(seed_of(path.stem))))


def read(path: Path) -> str:
    return path.read_text("utf-8")
