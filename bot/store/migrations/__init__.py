"""Migrations: numbered steps from the tables of version 0.1.0 to
:mod:`bot.store.statements.tables`. A new database needs none."""

from functools import cache
from pathlib import Path
from typing import Final

REVISION: Final = "SELECT version_num FROM alembic_version"
"""The query for the revision of a database with tables of ours. The drivers ask it at each start
without SQLAlchemy and Alembic: most databases have the newest revision, and loading these two takes
longer than opening the database."""


@cache
def newest() -> str:
    """The revision of this version: the number of the newest step's file, ``v0018_counts.py``."""
    steps = (Path(__file__).parent / "versions").glob("v[0-9]*.py")
    return max(step.name for step in steps)[1:5]
