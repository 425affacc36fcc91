"""Answers every interaction in time, whatever happens while the answer is being prepared."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import discord
import structlog

from adapters.discord import layout
from adapters.discord.answer import Answer
from adapters.discord.load import Load
from adapters.discord.words import say
from bot.words import locale_of_client

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
        the person gets an apology. ``public``: whether everybody sees the answer.

        An interaction that arrives late is deferred at once. ``first``: do not defer this one,
        because Discord accepts its answer only as the first response.
        """
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
