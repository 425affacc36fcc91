"""What those who run the bot look at every day tells nothing that deals follow from: the health
file, ``/health``, the metrics, and the log when something fails."""

import asyncio
import io
from pathlib import Path
from random import Random

import pytest

from adapters.health import Health
from adapters.metrics import Metrics
from bot.host.log import set_up_logging
from bot.host.setting_values import LogFormat, LogLevel
from bot.match import fair_deals
from tests.adapters.together.house import House, opened
from tests.fairness.needles import Watched, found

pytestmark = pytest.mark.usefixtures("logging_as_it_was")


async def looked_at(house: House, file: Path, betrayal: str) -> str:
    """What a host sees while one part of the bot fails with these words."""

    async def ill() -> bool:
        raise RuntimeError(betrayal)

    health = Health(file)
    health.watch("database", house.service.matches.are_safe)
    health.watch("robots", ill)
    async with health.kept():
        written = await asyncio.to_thread(file.read_text, "utf-8")
    async with house.session.get(f"{house.url}/health") as answer:
        page = await answer.text()
    metrics = await Metrics().text(house.service)
    assert "robots" in written
    assert page
    assert b"truco_tables" in metrics
    return "\n".join((written, page, metrics.decode()))


@pytest.mark.errors("health.failed", "playground.failed")
async def test_health_metrics_and_failures_tell_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step fails, and so does a part that is looked at, with the secret in the error's words."""
    watched, stream = Watched(), io.StringIO()
    async with opened(vault=watched.vault) as house:
        set_up_logging(LogLevel.DEBUG, LogFormat.JSON, stream)
        ana, beto = await house.on_page("Ana"), await house.on_page("Beto")
        match = await house.seated(ana, beto)
        await house.begun(match, ana, beto)
        await house.play(match, Random(1), steps=4)
        info, table = await house.info(match), await house.table(match)
        hidden = watched.hidden(info, table, (await house.view_of(match, None)).number)
        betrayal = " ".join(secret.hex() for secret in hidden.values())

        def fails(*_: object) -> tuple[str, ...]:
            raise RuntimeError(betrayal)

        monkeypatch.setattr(fair_deals, "opening_lines", fails)
        before = stream.getvalue().count("RuntimeError")
        with pytest.raises(AssertionError):
            await house.play(match, Random(2), steps=9)
        monkeypatch.undo()
        assert stream.getvalue().count("RuntimeError") > before, "the failure was logged"
        seen = await looked_at(house, tmp_path / "truco.db.health", betrayal)
        assert found(hidden, f"{seen}\n{stream.getvalue()}") == []
        assert "secret" in found(hidden, betrayal)
