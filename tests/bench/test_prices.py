"""The tables of what a press costs: every row is printed. No number is compared."""

from pathlib import Path

import pytest

from bench import prices, writes


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little as makes a figure for every row."""
    for name, few in {
        "PRESSES": 2,
        "TABLES": 2,
        "SECONDS": 0.1,
        "LIVE_SECONDS": 0.2,
        "PK_SECONDS": 0.01,
    }.items():
        monkeypatch.setattr(prices, name, few)


@pytest.mark.dear
async def test_every_row_of_the_prices() -> None:
    found, pk = await prices.measured("memory", [50], rounds=2)
    assert len(found["at rest, processor time, ms"]) == 2
    assert len(found["live 50, answer"]) == 4
    rows = [line for line in prices.table(found, pk, [50]) if line.startswith("|")]
    assert {row.count("|") for row in rows} == {9}
    assert len(rows) == 2 + 3 + 1 + 2


@pytest.mark.dear
async def test_what_is_written_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await writes.measured(tmp_path / "writes.db", presses=3, tables=2)
    told = capsys.readouterr().out
    names = {line.split(None, 1)[1] for line in told.splitlines() if line.startswith("    ")}
    assert {"INSERT log", "INSERT matches", "INSERT deadlines"} <= names
    assert {"log", "matches", "deadlines", "log_by_request"} <= names
