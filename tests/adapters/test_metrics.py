"""What a running bot tells Prometheus, and whoever asks whether it is well."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from aiohttp import ClientSession
from prometheus_client.parser import text_string_to_metric_families

from adapters import metrics as measuring
from adapters.health import Health
from adapters.health_files import STALE
from adapters.listener import Listener
from adapters.metrics import Metrics
from bot.host.setting_values import read_names
from bot.service import Service
from bot.showing.platform import LOST, Wait
from bot.store import Store
from bot.store.queries import match_queries
from tests.bot.helpers import ANA, BETO, COMMUNITY, PLACE, Table

MANUAL = Path(__file__).parents[2] / "docs" / "hosting.md"
Samples = dict[tuple[str, str], float]
"""By name, and the value of the label if there is one."""


def read(text: bytes) -> Samples:
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
        if "le" not in sample.labels
    }


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def table(metrics: Metrics) -> Table:
    """A table whose service is observed."""
    table = Table(Store.in_memory())
    table.service = Service(
        table.store, table.config, time=table.time, chance=table.dice, observer=metrics
    )
    return table


async def test_steps_presses_and_commits_are_counted(metrics: Metrics, table: Table) -> None:
    before = read(await metrics.text(table.service))
    assert before["truco_steps_total", ""] == before["truco_press_seconds_count", ""] == 0
    await table.dealt("7o 4c 1b", "3e 12c 5o", dealer=1, people=(ANA, BETO))
    between = read(await metrics.text(table.service))
    await table.act(ANA, "truco")
    await table.act(ANA, "truco")  # refused: an answer is stored, and no step
    after = read(await metrics.text(table.service))

    def grown(name: str) -> float:
        return after[name, ""] - between[name, ""]

    assert (
        between["truco_steps_total", ""]
        == await table.store.read(match_queries.version, table.match) - 1
    )
    assert grown("truco_steps_total") == 1
    assert grown("truco_press_seconds_count") == 2
    assert grown("truco_commit_seconds_count") == 2


async def test_the_age_of_pictures(metrics: Metrics, table: Table) -> None:
    """Of those that are shown; the time for which a platform asks to wait is its own."""
    await table.dealt("7o 4c 1b", "3e 12c 5o", dealer=1, people=(ANA, BETO))
    table.service.add_platform(table.platform)
    await table.service.surfaces.add(table.match, platform="web", address="channel", chat="channel")
    table.platform.gate.clear()
    showing = asyncio.create_task(table.service.updater.bring_all())
    while not table.platform.at_once:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)
    table.time.pass_by(3)
    table.platform.gate.set()
    await showing
    await table.act(ANA, "truco")
    table.platform.deliveries = [Wait(20), LOST]
    await table.service.updater.bring_all()
    table.time.pass_by(20)
    await table.service.updater.bring_all()
    told = read(await metrics.text(table.service))
    assert told["truco_picture_seconds_count", ""] == 1
    assert told["truco_picture_seconds_sum", ""] == 3


async def test_the_clock_s_own_commands_are_no_presses(metrics: Metrics, table: Table) -> None:
    await table.dealt("7o 4c 1b", "3e 12c 5o", dealer=1, people=(ANA, BETO))
    before = read(await metrics.text(table.service))
    await table.next_deadline()
    after = read(await metrics.text(table.service))
    name = "truco_press_seconds_count"
    assert after[name, ""] == before[name, ""]


async def test_late_deadlines_are_overdue_and_at_last_stuck(
    metrics: Metrics, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "_FRESH_SECONDS", 0.0)
    await table.seated(ANA, BETO)
    await table.open(ANA)
    seen = []
    for late in (-1.0, 10.0, 60.0):
        rows = await table.store.due(float("inf"), 100)
        table.time.moment = min(row.due for row in rows) + late
        told = read(await metrics.text(table.service))
        seen.append(
            (
                told["truco_overdue_seconds", ""],
                told["truco_tables", "live"],
                told["truco_tables", "stuck"],
            )
        )
    assert seen == [(0, 2, 0), (10, 2, 0), (60, 2, 1)]


async def test_who_asks_often_does_not_count_the_tables_each_time(
    metrics: Metrics, table: Table
) -> None:
    await table.open(ANA)
    for _ in range(2):
        told = read(await metrics.text(table.service))
        assert told["truco_tables", "live"] == 1
        await table.open(BETO)


async def test_waits_that_platforms_ask_for(metrics: Metrics, table: Table) -> None:
    for platform in ("discord", "telegram", "discord"):
        table.service.observer.asked_to_wait(platform)
    told = read(await metrics.text(table.service))
    assert told["truco_platform_waits_total", "discord"] == 2
    assert told["truco_platform_waits_total", "telegram"] == 1


async def test_the_manual_names_every_metric(metrics: Metrics, table: Table) -> None:
    text = (await metrics.text(table.service)).decode()
    told = set(re.findall(r"^# TYPE (truco_\w+) ", text, re.MULTILINE))
    named = set(re.findall(r"`(truco_[a-z_]+)", MANUAL.read_text("utf-8")))
    assert named == {name for name in told if not name.endswith("_created")}


async def test_nobody_is_named(metrics: Metrics, table: Table) -> None:
    await table.seated(ANA, BETO)
    text = (await metrics.text(table.service)).decode()
    for secret in (table.match, ANA, BETO, "Ana", PLACE, COMMUNITY):
        assert secret not in text


# --- the server -----------------------------------------------------------------------------


async def well() -> bool:
    return True


async def ill() -> bool:
    return False


@asynccontextmanager
async def served(metrics: Metrics, service: Service, health: Health) -> AsyncIterator[str]:
    with closing(Listener("127.0.0.1", 0)) as listener:
        async with metrics.served(service, listener, health):
            yield listener.address


async def test_who_asks_by_http(
    metrics: Metrics, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "LAG_SECONDS", 0.0)
    now = [1_800_000_000.0]
    health = Health(tmp_path / "truco.db.health", lambda: now[0])
    health.watch("database", well)
    async with served(metrics, table.service, health) as address, ClientSession() as session:

        async def status(path: str) -> int:
            async with session.get(address + path) as answer:
                return answer.status

        assert (await status("live"), await status("ready")) == (200, 503), "not looked yet"
        async with health.kept():
            assert (await status("live"), await status("ready")) == (200, 200)
            health.watch("discord", ill)
            await health.write()
            assert (await status("live"), await status("ready")) == (200, 503)
            health.watch("discord", well)
            await health.write()
            assert await status("ready") == 200
            now[0] += STALE + 1
            assert await status("ready") == 503, "nobody has looked for long"
            now[0] -= STALE
        assert await status("ready") == 503, "it is about to end"
        async with session.get(address + "metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain; version=")
            told = read(await answer.read())
        assert told["truco_queue_length", ""] == 0
        assert told["truco_loop_lag_seconds_count", ""] > 0
        assert told["truco_loop_lag_seconds_sum", ""] > 0
        assert await status("anything") == 404
        for path in ("", "anything", "metrics/"):
            async with session.get(address + path, headers={"Accept": "text/html"}) as answer:
                assert answer.status == 404, "a browser is led nowhere: there is no page"


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("", 200),
        ("localhost", 200),
        ("truco", 200),
        ("TRUCO", 200),
        ("10.0.0.5", 200),
        ("evil.example.org", 403),
        ("10.0.0.6", 403),
    ],
)
async def test_nothing_is_told_by_a_foreign_name(
    metrics: Metrics, table: Table, tmp_path: Path, asked: str, status: int
) -> None:
    """A page in somebody's browser may have its own name pointed at this address."""
    health = Health(tmp_path / "truco.db.health")
    names = read_names("truco, 10.0.0.5")
    with closing(Listener("127.0.0.1", 0)) as listener:
        async with (
            metrics.served(table.service, listener, health, names),
            ClientSession() as session,
        ):
            host = {"Host": f"{asked}:{listener.port}"} if asked else {}
            for path in ("metrics", "live"):
                async with session.get(listener.address + path, headers=host) as answer:
                    assert answer.status == status


@pytest.mark.parametrize("wrong", ["truco,", "a b", "1.2.3", "truco:9464"])
def test_names_are_names(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_names(wrong)
