"""Databases that version 0.1.0 wrote while people played.

They have a lobby, matches that run, of every game, in the middle of a hand, and matches that are
over: of people, of a person and a robot, of two and more; most are packed. Half of those that run
have no commitment, and the first results are older than games and earnings. Both databases have the
same rows.
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import asyncpg

_DATA: Final = Path(__file__).parent / "data"


def write_file(file: Path) -> None:
    """Writes the SQLite file; there must be none."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(_script("sqlite"))


async def fill_database(url: str) -> None:
    """Fills an empty PostgreSQL database."""
    connection = await asyncpg.connect(url)
    await connection.execute(_script("postgresql"))
    await connection.close()


def _script(kind: str) -> str:
    return gzip.decompress((_DATA / f"{kind}-0.1.0.sql.gz").read_bytes()).decode()
