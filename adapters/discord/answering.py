"""Answers every interaction in time, whatever happens while the answer is being prepared."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import discord
import structlog

from adapters.discord import layout
from adapters.discord.answer import Answer
from adapters.discord.words import say
from bot.words import locale_of_client

LONG: Final = 0.5
"""Seconds. An interaction that would wait this long is acknowledged first."""
_FIRST_GUESS: Final = 0.02
"""Seconds for one interaction, until a first one was measured."""
_REMEMBERED: Final = 50
_WEIGHT: Final = 0.2


class Load:
    """Measures in the time of the event loop."""

    def __init__(self) -> None:
        self._ages: deque[float] = deque(maxlen=_REMEMBERED)
        self._waiting = 0
        self._took = _FIRST_GUESS
        self._last = 0.0
        """The moment of the last answer, or when the first of the waiting interactions came."""

    def came(self, age: float) -> bool:
        """An interaction of this age has come. Returns whether it would wait long."""
        self._ages.append(age)
        late = age - min(self._ages)
        if not self._waiting:
            self._last = _now()
        self._waiting += 1
        return late + self._waiting * self._took > LONG

    def done(self) -> None:
        """An interaction has been answered."""
        now = _now()
        self._took += _WEIGHT * (now - self._last - self._took)
        self._last = now
        self._waiting -= 1


def _now() -> float:
    return asyncio.get_running_loop().time()


_log = structlog.get_logger(__name__)


class Answering:
    """Makes an answer for each interaction."""

    def __init__(
        self, clock: Callable[[], float], answered: Callable[..., None], patience: float
    ) -> None:
        self._clock = clock
        self._answered = answered
        self._patience = patience
        self._load = Load()

    @asynccontextmanager
    async def answer(
        self, interaction: discord.Interaction, *, public: bool = False, first: bool = False
    ) -> AsyncIterator[Answer]:
        """Gives the object through which the caller answers this interaction. If the caller raises,
        the person gets an apology. ``public``: whether everybody sees the answer. An interaction
        that arrives late is deferred at once. ``first``: do not defer this one, because Discord
        accepts its answer only as the first response."""
        answer = Answer(
            interaction, patience=self._patience, public=public, answered=self._answered
        )
        age = self._clock() - interaction.created_at.timestamp()
        if self._load.came(age) and not first:
            await answer.defer()
        try:
            yield answer
        except Exception as error:
            _log.error("discord.failed", exc_info=error)
            locale = locale_of_client(str(interaction.locale))
            await answer.private(layout.note(say(locale, "broken")))
        finally:
            await answer.done()
            self._load.done()
