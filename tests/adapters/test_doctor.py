"""``truco doctor`` looks at the database first."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from adapters.checks import Finding
from adapters.cli_doctor import examine
from bot.host.database import upgrade
from bot.host.settings import Settings
from engine.robots.learnt import truco_tables
from engine.robots.learnt.shipped import DAMAGED, NOT_LEARNT


async def test_the_database_is_looked_at(tmp_path: Path) -> None:
    for text, is_well in ((None, True), ("buy yerba\n" * 100, False)):
        file = tmp_path / "truco.db"
        if text is not None:
            file.write_text(text)
        found = [finding async for finding in examine(Settings(database_url=f"sqlite:///{file}"))]
        assert [(finding.about, finding.well) for finding in found] == [("Database", is_well)]


async def test_an_old_database_is_not_well(tmp_path: Path) -> None:
    """One of today is; then it says that it is of an older version."""
    file = tmp_path / "truco.db"
    settings = Settings(database_url=f"sqlite:///{file}")
    await upgrade(settings.database_url)
    for is_well in (True, False):
        found = [finding async for finding in examine(settings)]
        assert [(finding.well, bool(finding.said)) for finding in found] == [(is_well, True)]
        with closing(sqlite3.connect(file)) as database:
            database.execute("UPDATE alembic_version SET version_num = '0001'")
            database.commit()


async def test_each_platform_that_has_a_token_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looks(about: str) -> Callable[[Settings], AsyncIterator[Finding]]:
        async def examine(_: Settings) -> AsyncIterator[Finding]:
            for number in range(2):
                yield Finding(f"{about} {number}", True, "")

        return examine

    for name in ("discord", "telegram", "web"):
        monkeypatch.setattr(f"adapters.{name}.doctor.examine", looks(name))
    settings = Settings(
        database_url=f"sqlite:///{tmp_path / 'truco.db'}",
        discord_token=SecretStr("a.b.c"),
        telegram_token=SecretStr("4242:abc"),
    )
    chats = ["Database", "discord 0", "discord 1", "telegram 0", "telegram 1"]
    assert [finding.about async for finding in examine(settings)] == chats
    settings = settings.model_copy(update={"telegram_app": "mesa"})
    windows = [*chats, "web 0", "web 1"]
    assert [finding.about async for finding in examine(settings)] == windows


@pytest.mark.parametrize("reason", [NOT_LEARNT, DAMAGED])
async def test_a_game_that_nobody_has_learnt_is_told_and_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    """A damaged section is not well."""
    monkeypatch.setattr(truco_tables, "missing", lambda: {"mus": reason})
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'truco.db'}")
    _, found = [finding async for finding in examine(settings)]
    assert (found.about, found.well) == ("Learnt", reason == NOT_LEARNT)
    assert reason in found.said
    assert "mus" in found.said


@pytest.mark.parametrize(
    ("changed", "well"),
    [
        ({}, None),
        ({"shared_day": SecretStr("everybody")}, True),
        ({"shared_day": SecretStr("everybody"), "day_folder": "days"}, True),
        ({"shared_day": SecretStr("w" * 32), "beacon": "off"}, False),
    ],
)
async def test_a_day_cannot_be_shared_without_a_beacon(
    tmp_path: Path, changed: dict[str, object], well: bool | None
) -> None:
    plain = Settings(database_url=f"sqlite:///{tmp_path / 'truco.db'}")
    settings = plain.model_copy(update=changed)
    found = [finding async for finding in examine(settings) if finding.about == "Hand of the day"]
    assert [finding.well for finding in found] == ([] if well is None else [well])
    assert all("w" * 32 not in finding.said for finding in found)
