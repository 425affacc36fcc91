"""``truco doctor`` looks at the database first."""

from pathlib import Path

from adapters.cli_doctor import examine
from bot.host.settings import Settings


async def test_the_database_is_looked_at(tmp_path: Path) -> None:
    for text, is_well in ((None, True), ("buy yerba\n" * 100, False)):
        file = tmp_path / "truco.db"
        if text is not None:
            file.write_text(text)
        found = [one async for one in examine(Settings(database_url=f"sqlite:///{file}"))]
        assert [(one.about, one.well) for one in found] == [("Database", is_well)]
