"""What is stored can be read for the first time by several threads at once, in a fresh process."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.community.puzzles import MINE
from bot.store import Changes
from bot.store.changes import Tidy
from bot.store.model import Setting
from tests.bot.conftest import open_store
from tests.bot.first_reads import PROCESSES, READS
from tests.bot.helpers import ANA, BETO, Table

ROOT = Path(__file__).parents[3]


async def _write(file: Path) -> None:
    """A match that is over and packed, a running one, and answers, counts and puzzles of Ana."""
    async with open_store(f"sqlite:///{file}") as store:
        table = Table(store)
        await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO), target="12")
        await table.do(ANA, "faltaenvido")
        await table.do(BETO, "quiero")
        await store.commit([Changes(tidy=Tidy(table.time.utc() + 86_400))])
        await table.seated(ANA, BETO)
        await store.commit([Changes(settings=(Setting(ANA, MINE, '{"solved":1}'),))])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="makes fresh processes by forking")
def test_threads_of_a_fresh_process_read_for_the_first_time(tmp_path: Path) -> None:
    """A process of which a signal is the end has a negative exit code."""
    file = tmp_path / "truco.db"
    asyncio.run(_write(file))
    done = subprocess.run(
        [sys.executable, "-m", "tests.bot.first_reads", str(file)],
        cwd=ROOT, capture_output=True, text=True, timeout=100, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == {kind: {"0": PROCESSES} for kind in READS}, done.stderr
