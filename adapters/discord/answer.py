"""Answers an interaction once, before its three seconds are over.

If the decision takes long, the interaction is deferred automatically, and the answer becomes an
edit of the deferral. A failed answer returns ``False`` or 0. The decision stands all the same, and
the tables are drawn."""

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
"""Discord's errors for an answer too late or a second time: none is possible any more."""

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
        answered: Callable[[discord.Interaction], None],
    ) -> None:
        """``answered`` is called once, when the interaction has an answer and no message of a
        deferral is awaited: more can be written to the person through it."""
        self._interaction = interaction
        self._answered = answered
        self._told = False
        self._component = interaction.message is not None
        self._public = public
        self._turn = asyncio.Lock()
        self._loading = False
        """Discord shows that the answer of a command is coming. The next message takes that place,
        and is seen by everybody who sees the deferral."""
        self._dead = False
        self.shown: Message | None = None
        """The last message in the form in which it arrived."""
        self._late: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(patience, self._run_late)

    @property
    def pressed(self) -> int:
        """The id of the pressed message; 0: none was pressed."""
        message = self._interaction.message
        return 0 if message is None else message.id

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
                self._loading = not self._component
                hidden = self._loading and not self._public
                defer = self._interaction.response.defer(ephemeral=hidden, thinking=self._loading)
                await self._try(defer)
                self._loading = self._loading and self.given

    # --- the answers ---------------------------------------------------------------------------

    async def redraw(self, message: Message, before: Message | None = None) -> bool:
        """Edits the pressed message. ``before``: its look, if known. Returns whether it arrived."""
        async with self._turn:
            change: Call[Any] = self._interaction.response.edit_message
            if self.given:
                change = self._interaction.edit_original_response
            silently = partial(change, allowed_mentions=discord.AllowedMentions.none())
            edit = pictures.edit(self._fit(message), before, silently)
            return await self._sent(edit, fills=True) is not None

    async def post(self, message: Message) -> int:
        """Sends a new message: for everybody if the answer is public, otherwise for this person
        alone. Returns its id; 0: it did not arrive."""
        async with self._turn:
            return await self._post(self._fit(message))

    async def private(self, message: Message) -> int:
        """Sends a new message to this person alone. Returns its id; 0: it did not arrive."""
        message = self._fit(message)
        async with self._turn:
            if not await self._private_from_now():
                return 0
            if self._public:
                return await self._follow(message)
            return await self._post(message)

    async def rewrite(self, id: int, message: Message) -> bool:
        """Edits a message that :meth:`private` has sent. Returns whether the edit arrived."""
        async with self._turn:
            change = partial(
                self._interaction.followup.edit_message,
                id,
                allowed_mentions=discord.AllowedMentions.none(),
            )
            return await self._sent(pictures.edit(self._fit(message), None, change)) is not None

    async def file(self, view: discord.ui.LayoutView, file: discord.File) -> None:
        """Sends a message with a file to this person alone."""
        here = self._interaction
        async with self._turn:
            if not await self._private_from_now():
                return
            if not self.given:
                await self._try(here.response.send_message(view=view, file=file, ephemeral=True))
            elif self._loading:
                edit = here.edit_original_response(view=view, attachments=[file])
                await self._try(edit, fills=True)
            else:
                await self._try(here.followup.send(view=view, file=file, ephemeral=True))

    async def _private_from_now(self) -> bool:
        """Takes care that the next message is seen by this person alone; returns whether it is. A
        public deferral that waits would be filled by that message: it goes away first."""
        if not self.given:
            self._public = False
        if self._public and self._loading:
            await self._try(self._interaction.delete_original_response(), fills=True)
        return not (self._public and self._loading)

    async def _post(self, message: Message) -> int:
        allowed = mentions(message)
        if not self.given:
            send = partial(
                self._interaction.response.send_message,
                ephemeral=not self._public,
                allowed_mentions=allowed,
            )
            made = await self._sent(pictures.post(message, send))
            return 0 if made is None else made[0].message_id or 0
        if self._loading:
            late = partial(self._interaction.edit_original_response, allowed_mentions=allowed)
            edited = await self._sent(pictures.edit(message, None, late), fills=True)
            return 0 if edited is None else edited[0].id
        return await self._follow(message, ephemeral=not self._public)

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

    async def _sent(
        self, call: Coroutine[Any, Any, tuple[_T, Message]], *, fills: bool = False
    ) -> tuple[_T] | None:
        """Makes a call and notes the message as it arrived. Returns as :meth:`_try`."""
        done = await self._try(call, fills=fills)
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

    async def launch(self) -> bool:
        """Opens the activity of the application for this person. This is only possible as the first
        answer. Returns whether it opened."""
        async with self._turn:
            if self.given:
                return False
            self._told = True  # nothing is written in its place
            return await self._try(self._interaction.response.launch_activity()) is not None

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

    async def _try(self, call: Coroutine[Any, Any, _T], *, fills: bool = False) -> tuple[_T] | None:
        """The result of the call, which may be nothing; ``None`` when Discord refused it.
        ``fills``: the call ends the state in which Discord awaits a message of a deferral."""
        try:
            made = await call
            if fills:
                self._loading = False
            if self.given and not self._loading and not self._told:
                self._told = True
                self._answered(self._interaction)
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
    """A prepared form. Its answer is an interaction of its own, read by its id."""

    def __init__(self, id: str, title: str, *fields: Json) -> None:
        super().__init__(title=title, custom_id=id, timeout=None)
        self._fields = list(fields)
        self.stop()

    def to_components(self) -> list[Json]:
        return self._fields
