"""Commands handed to the service, and what else an accepted one brings."""

from html import escape
from typing import Final

from adapters.telegram.answers import Answers
from adapters.telegram.layout import ALERT, Key, Page, clipped
from adapters.telegram.places import Places
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.scene import Press, Scene
from adapters.telegram.words import say
from bot import messages
from bot.asking import follow_up
from bot.messages import AnyCommand, MatchId
from bot.model import Status
from bot.screens import question_of, reply_text
from bot.service import Service
from engine.errors import Reason

_PRIVATE_REASONS: Final = frozenset(reason.value for reason in Reason)
"""Refusals by the rules may tell what somebody holds: they are for that person alone."""


class Orders:
    """Hands commands over and answers who gave them."""

    def __init__(
        self,
        service: Service,
        places: Places,
        platform: TelegramPlatform,
        answers: Answers,
    ) -> None:
        self._service = service
        self._places = places
        self._platform = platform
        self._answers = answers

    async def send(
        self,
        scene: Scene,
        command: AnyCommand,
        then: tuple[AnyCommand, ...] = (),
        press: Press | None = None,
    ) -> None:
        """Hands commands over, one after another for as long as they are accepted."""
        first, reply = await self._service.handle_each(command, then)
        match = getattr(first, "match", "")
        match reply:
            case messages.Ask():
                await self._answers.ask(scene, question_of(reply, scene.locale), press)
            case messages.Accepted():
                await self._accepted(scene, command, reply, press)
            case _:
                text = reply_text(reply, scene.locale)
                private = isinstance(reply, messages.Refused) and reply.reason in _PRIVATE_REASONS
                if press is not None and isinstance(reply, messages.Stale):
                    press.answer(clipped(text, ALERT))  # the table has moved on, and shows it
                await self._answers.tell(scene, text, press=press, private=private)
        if press is not None and scene.hidden:
            # What they did with a hand that only they see changes it.
            refresh = self._platform.hidden.refresh
            self._answers.spawn(refresh(match, scene.known, scene.spot.chat, scene.hidden))

    async def _accepted(
        self,
        scene: Scene,
        command: AnyCommand,
        reply: messages.Accepted,
        press: Press | None,
    ) -> None:
        text = reply_text(reply, scene.locale)
        after = follow_up(command, reply)
        if after.before:
            await self._platform.show_where(after.before, after.match)
        if isinstance(command, messages.OpenTable):
            # A private chat speaks its person's language.
            own = "" if scene.spot.private else scene.known.locale
            await self._places.adopt(scene.spot.community, scene.named or own)
        if after.seat:
            invites = self._needs_link(scene, command)
            if press is not None and not text and invites:
                press.answer(url=self._answers.link("hola"))
            await self._follow(scene, after.match)
            if press is None and invites:
                await self._invite(scene)
        if text:
            await self._answers.tell(scene, text, press=press)
        elif press is not None:
            # Pictures of a group come later: whoever pressed is told at once what it did.
            press.answer(await self._service.deed(command, reply.match, scene.locale))

    def _needs_link(self, scene: Scene, command: AnyCommand) -> bool:
        """Who sat down in a group and cannot be written to is offered the private chat."""
        return (
            isinstance(command, messages.Join) and not scene.known.open and not scene.spot.private
        )

    async def _invite(self, scene: Scene) -> None:
        text = say(scene.locale, "hand.here", name=scene.known.name)
        key = Key(say(scene.locale, "key.open"), url=self._answers.link("hola"))
        self._answers.spawn(self._answers.reply(scene, Page(escape(text), ((key,),))))

    async def _follow(self, scene: Scene, match: MatchId) -> None:
        """The match is shown where somebody sat down at it."""
        if scene.spot.private or scene.known.open:
            info = await self._service.info(match)
            if scene.spot.private or (info is not None and info.status is Status.PLAYING):
                await self._platform.show_to(match, scene.known)
        spot = scene.spot
        if not spot.private and await self._service.takes_tables(spot.community, spot.place):
            await self._platform.show_in(match, spot)
