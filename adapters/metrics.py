"""Metrics for Prometheus, at a port of their own: ``/metrics``, with ``/live`` and ``/ready``.

They are counts and times, and name no person, match or place. The service itself reports its work
(:class:`bot.common.observer.Observer`). Its present state is looked at when somebody asks."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    generate_latest,
)
from prometheus_client.process_collector import ProcessCollector

from adapters.door import Door
from adapters.health import Health
from adapters.listener import Listener
from adapters.probes import probes
from adapters.version import VERSION
from adapters.web.security import Guard, guarded
from bot.common.tasks import end
from bot.service import Service

CONNECTIONS: Final = 16
"""The most open connections."""
LAG_SECONDS: Final = 0.5
"""Seconds between two measurements of the delay of the event loop."""
_FRESH_SECONDS: Final = 5.0
"""Seconds for which a count of tables is used again."""
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The observer of a service, and the server that publishes what it has seen."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._steps = Counter(
            "truco_steps", "Steps of matches that were stored.", registry=registry
        )
        self._commit = self._timer("truco_commit_seconds", "From a decision until it is stored.")
        self._press = self._timer("truco_press_seconds", "From a person's command to its reply.")
        self._picture = self._timer(
            "truco_picture_seconds",
            "From when a picture could be drawn until it is shown, without what platforms ask for.",
        )
        self._lag = self._timer("truco_loop_lag_seconds", "How late the event loop is.")
        self._waits = Counter(
            "truco_platform_waits",
            "Requests that a platform refused because there were too many (429).",
            ["platform"],
            registry=registry,
        )
        self._queue = Gauge(
            "truco_queue_length", "Commands that are being decided or stored.", registry=registry
        )
        self._overdue = Gauge(
            "truco_overdue_seconds", "How long the oldest deadline is overdue.", registry=registry
        )
        self._tables = Gauge(
            "truco_tables", "Open lobbies and running matches.", ["state"], registry=registry
        )
        Info("truco", "The version that runs.", registry=registry).info({"version": VERSION})
        ProcessCollector(registry=registry)
        self._counted_at = float("-inf")

    def _timer(self, name: str, what: str) -> Histogram:
        return Histogram(name, what, buckets=_BUCKETS, registry=self._registry)

    # --- reports -----------------------------------------------------------------------------

    def answered(self, seconds: float) -> None:
        """See :class:`bot.common.observer.Observer`."""
        self._press.observe(seconds)

    def committed(self, seconds: float, steps: int) -> None:
        """See :class:`bot.common.observer.Observer`."""
        self._commit.observe(seconds)
        self._steps.inc(steps)

    def pictured(self, seconds: float) -> None:
        """See :class:`bot.common.observer.Observer`."""
        self._picture.observe(seconds)

    def asked_to_wait(self, platform: str) -> None:
        """See :class:`bot.common.observer.Observer`."""
        self._waits.labels(platform).inc()

    # --- the metrics -------------------------------------------------------------------------

    @asynccontextmanager
    async def served(
        self, service: Service, listener: Listener, health: Health, names: Collection[str] = ()
    ) -> AsyncIterator[None]:
        """Serves the metrics while the context lasts, by the names of this machine and by
        ``names``: a web page that has its own name pointed here gets nothing."""

        async def tell(_: web.Request) -> web.Response:
            text: bytes = await self.text(service)
            return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

        application = guarded(Guard(listener.host, listener.port, names=names))
        application.router.add_get("/metrics", tell)
        application.add_routes(probes(health.is_ready))
        measuring = asyncio.create_task(self._measure_lag())
        try:
            async with Door(listener.sockets, CONNECTIONS).open(application):
                yield
        finally:
            await end(measuring)

    async def text(self, service: Service) -> bytes:
        """All metrics in the format of Prometheus."""
        self._queue.set(service.queue_length)
        now = asyncio.get_running_loop().time()
        if now - self._counted_at >= _FRESH_SECONDS:
            self._counted_at = now
            tables = await service.matches.count(service.time.now())
            self._overdue.set(tables.overdue)
            self._tables.labels("live").set(tables.live)
            self._tables.labels("stuck").set(tables.stuck)
        told: bytes = generate_latest(self._registry)
        return told

    async def _measure_lag(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self._lag.observe(max(0.0, loop.time() - due))
