"""Answers an interaction once, before its three seconds are over.

If the decision takes long, the interaction is deferred automatically, and the answer becomes an
edit of the deferral. A failed answer returns ``False`` or 0. The decision stands all the same, and
the tables are drawn.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import discord
import structlog

from adapters.discord import pictures
from adapters.discord.message import Json, Message, mentions
from adapters.discord.pictures import Call
from adapters.discord.trouble import NETWORK

PATIENCE: Final = 1.5
"""Seconds after which an interaction is deferred."""
_DEAD: Final = frozenset({10062, 40060})
"""Discord's errors for an answer that comes too late or a second time: no answer is possible any
more."""

_T = TypeVar("_T")

_log = structlog.get_logger(__name__)


class Answer:
    """The answer to one interaction."""

    def __init__(
        self,
        interaction: discord.Interaction,
        *,
        patience: float,
        public: bool,
        begun: Callable[[discord.Interaction], None],
    ) -> None:
        """``begun`` is called when the interaction has its first answer."""
        self._interaction = interaction
        self._begun = begun
        self._component = interaction.message is not None
        self._public = public
        self._turn = asyncio.Lock()
        self._deferred = False
        self._dead = False
        self.shown: Message | None = None
        """The last message in the form in which it arrived."""
        self._late: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(patience, self._run_late)

    @property
    def given(self) -> bool:
        """Whether the first answer has been given."""
        return self._interaction.response.is_done()

    async def done(self) -> None:
        """Ends the answer; afterwards no deferral is under way any longer."""
        self._timer.cancel()
        if self._late is not None:
            await asyncio.wait({self._late})

    def _run_late(self) -> None:
        self._late = asyncio.get_running_loop().create_task(self.defer())

    async def defer(self) -> None:
        """Acknowledges the interaction, if it has no answer yet: the answer follows."""
        async with self._turn:
            if not self.given:
                hidden = not self._component and not self._public
                await self._try(self._interaction.response.defer(ephemeral=hidden))
                self._deferred = self.given

    # --- the answers ---------------------------------------------------------------------------

    async def redraw(self, message: Message, before: Message | None = None) -> bool:
        """Edits the pressed message. ``before``: how it looked, if that is known. Returns whether
        the edit arrived."""
        async with self._turn:
            change: Call[Any] = self._interaction.response.edit_message
            if self.given:
                change = self._interaction.edit_original_response
            silently = partial(change, allowed_mentions=discord.AllowedMentions.none())
            edit = pictures.edit(self._fit(message), before, silently)
            return await self._sent(edit) is not None

    async def post(self, message: Message) -> int:
        """Sends a new message: for everybody if the answer is public, otherwise for this person
        alone. Returns its id; 0: it did not arrive."""
        message = self._fit(message)
        async with self._turn:
            allowed = mentions(message)
            if not self.given:
                send = partial(
                    self._interaction.response.send_message,
                    ephemeral=not self._public,
                    allowed_mentions=allowed,
                )
                made = await self._sent(pictures.post(message, send))
                return 0 if made is None else made[0].message_id or 0
            if self._deferred and not self._component:
                late = partial(self._interaction.edit_original_response, allowed_mentions=allowed)
                edited = await self._sent(pictures.edit(message, None, late))
                self._deferred = False
                return 0 if edited is None else edited[0].id
            return await self._follow(message, ephemeral=not self._public)

    async def private(self, message: Message) -> int:
        """Sends a new message to this person alone. Returns its id; 0: it did not arrive."""
        if not self._public or not self.given:
            self._public = False
            return await self.post(message)
        async with self._turn:
            if self._deferred and not self._component:
                # A public deferral is waiting, and the next message would fill it for everybody.
                self._deferred = False
                await self._try(self._interaction.delete_original_response())
            return await self._follow(self._fit(message))

    async def file(self, view: discord.ui.LayoutView, file: discord.File) -> None:
        """Sends a message with a file to this person alone."""
        async with self._turn:
            if not self.given:
                call = self._interaction.response.send_message(view=view, file=file, ephemeral=True)
                await self._try(call)
            else:
                await self._try(
                    self._interaction.followup.send(view=view, file=file, ephemeral=True)
                )

    async def _follow(self, message: Message, *, ephemeral: bool = True) -> int:
        send = partial(
            self._interaction.followup.send,
            ephemeral=ephemeral,
            wait=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        made = await self._sent(pictures.post(message, send))
        return 0 if made is None else made[0].id

    def _fit(self, message: Message) -> Message:
        """The message without its picture, if the bot may attach no files here."""
        here = self._interaction
        if here.guild_id is None or here.app_permissions.attach_files:
            return message
        return message.without_picture()

    async def _sent(self, call: Coroutine[Any, Any, tuple[_T, Message]]) -> tuple[_T] | None:
        """Makes a call and notes the message as it arrived. Returns as :meth:`_try`."""
        done = await self._try(call)
        if done is None:
            return None
        made, self.shown = done[0]
        return (made,)

    async def ask(self, modal: discord.ui.Modal) -> bool:
        """Shows a form. This is only possible as the first answer."""
        async with self._turn:
            if self.given:
                return False
            return await self._try(self._interaction.response.send_modal(modal)) is not None

    async def suggest(self, choices: list[discord.app_commands.Choice[str]]) -> None:
        """Suggests values for an option."""
        async with self._turn:
            if not self.given:
                await self._try(self._interaction.response.autocomplete(choices))

    async def nothing(self) -> None:
        """Gives an empty answer, because the person sees the result elsewhere."""
        async with self._turn:
            if not self.given and not self._dead and self._component:
                await self._try(self._interaction.response.defer())

    async def _try(self, call: Coroutine[Any, Any, _T]) -> tuple[_T] | None:
        """The result of the call, which may be nothing; ``None`` when Discord refused it."""
        first = not self.given
        try:
            made = await call
            if first and self.given:  # discord.py defers no suggestion
                self._begun(self._interaction)
            return (made,)
        except discord.HTTPException as error:
            _log.warning("discord.unanswered", status=error.status, code=error.code)
            self._dead = error.code in _DEAD
        except (discord.InteractionResponded, *NETWORK) as error:
            _log.warning("discord.unanswered", error=type(error).__name__)
        except RuntimeError as error:
            if not self._interaction.client.is_closed():
                raise
            # The bot has ended meanwhile. The next start shows the decision.
            _log.info("discord.unanswered", error=type(error).__name__)
        return None


class Form(discord.ui.Modal):
    """A prepared form with one field. Its answer is an interaction of its own, read by its id."""

    def __init__(self, id: str, title: str, field: Json) -> None:
        super().__init__(title=title, custom_id=id, timeout=None)
        self._field = field
        self.stop()

    def to_components(self) -> list[Json]:
        """The prepared components."""
        return [self._field]
