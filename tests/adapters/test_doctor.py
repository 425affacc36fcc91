"""``truco doctor`` looks at the database first."""

import sqlite3
from contextlib import closing
from pathlib import Path

from adapters.cli_doctor import examine
from bot.host.database import upgrade
from bot.host.settings import Settings


async def test_the_database_is_looked_at(tmp_path: Path) -> None:
    for text, is_well in ((None, True), ("buy yerba\n" * 100, False)):
        file = tmp_path / "truco.db"
        if text is not None:
            file.write_text(text)
        found = [one async for one in examine(Settings(database_url=f"sqlite:///{file}"))]
        assert [(one.about, one.well) for one in found] == [("Database", is_well)]


async def test_an_old_database_is_not_well(tmp_path: Path) -> None:
    """One of today is; then it says that it is of an older version."""
    file = tmp_path / "truco.db"
    settings = Settings(database_url=f"sqlite:///{file}")
    await upgrade(settings.database_url)
    for is_well in (True, False):
        found = [one async for one in examine(settings)]
        assert [(one.well, bool(one.said)) for one in found] == [(is_well, True)]
        with closing(sqlite3.connect(file)) as database:
            database.execute("UPDATE alembic_version SET version_num = '0001'")
            database.commit()
