"""The queue of updates of one bot: kept until confirmed, fetched by polling or pushed."""

import asyncio
import contextlib
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession

from tests.adapters.telegram.errors import OTHER_POLL, WEBHOOK_IS_SET, ApiError, conflict
from tests.virtual import now

Json = dict[str, Any]

LIFETIMES: Final = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
"""Seconds that an update waits to be fetched; others a day."""
_A_DAY: Final = 86_400.0
_ONLY_WHEN_ASKED: Final = {"chat_member", "message_reaction", "message_reaction_count"}
_LONGEST_POLL: Final = 50
_MOST: Final = 100


@dataclass
class Waiting:
    """An update that nobody has confirmed."""

    id: int
    kind: str
    json: Json
    until: float
    key: str
    """Whose order it is part of: a chat's, a user's."""


@dataclass
class Webhook:
    """Where updates are pushed to."""

    url: str
    secret: str
    allowed: list[str] | None
    most: int


class Updates:
    """What ``getUpdates`` and the webhook deliver."""

    def __init__(self) -> None:
        self._next = 700_001
        self._queue: list[Waiting] = []
        self._arrived = asyncio.Event()
        self._poll: asyncio.Future[None] | None = None
        self._allowed: list[str] | None = None
        self.replay = 0
        """So many times confirmations are forgotten: the same batch comes again."""
        self.webhook: Webhook | None = None
        self.last_error = ""
        """Why the webhook was not reached."""
        self.local = ""
        """Where the public address of the webhook leads in truth: ``http://127.0.0.1:port``."""
        self.refused: list[int] = []
        """Answers to pushes that were no success."""
        self.told: list[str] = []
        """What answers to pushes held (it should be nothing)."""
        self._lanes: defaultdict[str, deque[Waiting]] = defaultdict(deque)
        self._pushers: dict[str, asyncio.Task[None]] = {}
        self._session: ClientSession | None = None

    # --- arriving --------------------------------------------------------------------------------

    def push(self, kind: str, payload: Json, key: str) -> Json | None:
        """Something has happened; ``None``: this bot did not ask to be told."""
        allowed = self.webhook.allowed if self.webhook else self._allowed
        if allowed:
            if kind not in allowed:
                return None
        elif kind in _ONLY_WHEN_ASKED:
            return None
        update = {"update_id": self._next, kind: payload}
        waiting = Waiting(self._next, kind, update, now() + LIFETIMES.get(kind, _A_DAY), key)
        self._next += 1
        self.again(waiting)
        return update

    def again(self, waiting: Waiting) -> None:
        """This very update, once more perhaps."""
        self._queue.append(waiting)
        if self.webhook:
            self._lane(waiting)
        self._arrived.set()

    @property
    def waiting(self) -> list[Waiting]:
        """What has not been confirmed and still lives."""
        self._queue = [waiting for waiting in self._queue if waiting.until > now()]
        return self._queue

    # --- polling ---------------------------------------------------------------------------------

    async def get(self, values: Json) -> list[Json]:
        """``getUpdates``."""
        if self.webhook:
            raise conflict(WEBHOOK_IS_SET)
        if "allowed_updates" in values:
            self._allowed = values["allowed_updates"]
        offset = int(values.get("offset", 0))
        until = now() + min(int(values.get("timeout", 0)), _LONGEST_POLL)
        if self._poll and not self._poll.done():
            self._poll.set_exception(conflict(OTHER_POLL))  # the older one loses
        if offset < 0:
            self._queue = self._queue[offset:]
        elif offset and self.replay > 0:
            self.replay -= 1
        elif offset:
            self._queue = [waiting for waiting in self._queue if waiting.id >= offset]
        mine = self._poll = asyncio.get_running_loop().create_future()
        try:
            while not self.waiting and now() < until:
                await self._wait(mine, until)
            if mine.done():
                mine.result()
        finally:
            if self._poll is mine:
                mine.cancel()
        limit = int(values.get("limit", _MOST))
        return [waiting.json for waiting in self.waiting[:limit]]

    async def _wait(self, mine: asyncio.Future[None], until: float) -> None:
        """Until something arrives, another poll comes, or the time is up."""
        self._arrived.clear()
        arrived = asyncio.create_task(self._arrived.wait())
        both: set[asyncio.Future[Any]] = {arrived, mine}
        try:
            await asyncio.wait(
                both, timeout=max(0.0, until - now()), return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            arrived.cancel()
        if mine.done():
            mine.result()

    def hang_up(self) -> None:
        """The one who polls is gone."""
        if self._poll and not self._poll.done():
            self._poll.set_exception(ApiError(502, "Bad Gateway"))

    # --- pushing ---------------------------------------------------------------------------------

    def set_webhook(self, webhook: Webhook | None, *, drop: bool) -> None:
        """From now on updates are pushed there; ``None``: to be fetched again."""
        self.webhook = webhook
        if drop:
            self._queue.clear()
            self._lanes.clear()
        elif webhook:
            for waiting in self.waiting:
                self._lane(waiting)

    def _lane(self, waiting: Waiting) -> None:
        self._lanes[waiting.key].append(waiting)
        task = self._pushers.get(waiting.key)
        if task is None or task.done():
            self._pushers[waiting.key] = asyncio.create_task(self._push_lane(waiting.key))

    async def _push_lane(self, key: str) -> None:
        """Those of one chat one after another, each until it was taken."""
        lane = self._lanes[key]
        pause = 1.0
        while lane and self.webhook:
            waiting = lane[0]
            if waiting.until <= now() or await self._deliver(waiting, self.webhook):
                lane.popleft()
                self._queue = [other for other in self._queue if other is not waiting]
                pause = 1.0
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 60.0)

    async def _deliver(self, waiting: Waiting, webhook: Webhook) -> bool:
        self._session = self._session or ClientSession()
        parts = urlsplit(webhook.url)
        headers = {}
        if webhook.secret:
            headers["X-Telegram-Bot-Api-Secret-Token"] = webhook.secret
        try:
            async with self._session.post(
                self.local + parts.path, json=waiting.json, headers=headers
            ) as answer:
                text = await answer.text()
                if text:
                    self.told.append(text)
                if answer.status // 100 == 2:
                    return True
                self.refused.append(answer.status)
        except (ClientError, TimeoutError, OSError):
            self.refused.append(0)
        return False

    async def close(self) -> None:
        """Nobody is told anything any more."""
        for task in self._pushers.values():
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._session:
            await self._session.close()
