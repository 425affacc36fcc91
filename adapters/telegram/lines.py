"""Typed lines of people: what the catalogue says of them, and the links into the private chat.

Nothing is decided here. A line in a group is answered there only if everybody may read it."""

from html import escape
from typing import Final

from msgspec.structs import replace

from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press
from adapters.telegram.commands import Commands
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.own_presses import WITH_ROBOTS, play_data
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.views import Views
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import Asked, Asking, Resume
from bot.catalogue import PAGES, Intent, Pick, Send, Show, ShowPage, Typed, command_in
from bot.chat_commands import Cannot
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo, Status
from bot.screens import cannot_text
from bot.service import Service
from bot.tokens import saying
from bot.words import regional, words_for

LEARN: Final = saying("aprender")
"""The button that begins a guided match where it is pressed."""
LESSON: Final = "aprender"
"""The payload of the link that begins a guided match in the private chat."""
DAILY: Final = "diaria"
_LINES: Final = frozenset({LESSON, DAILY, *(page.name for page in PAGES.values() if page.deals)})
"""The payloads that are the names of commands, which the link gives in the private chat."""


class Lines:
    """Serves typed lines, and the buttons that stand for one."""

    def __init__(
        self,
        service: Service,
        platform: TelegramPlatform,
        answers: Answers,
        commands: Commands,
        views: Views,
    ) -> None:
        self._service = service
        self._platform = platform
        self._answers = answers
        self._commands = commands
        self._views = views
        self._asking = Asking(service)

    async def take(self, caller: Caller, text: str) -> None:
        """Serves a typed line."""
        word, _, rest = text.partition(" ")
        if word.lower() == "/start" and await self._start(caller, rest.strip()):
            return
        if caller.spot.private and await self._answered(caller, text):
            return
        if text.startswith("/") and command_in(text)[0] is None and not caller.spot.private:
            return  # most likely a command for another bot
        asked = await self._asking.line(caller.whereabouts(), text)
        if asked.intent is None:
            if caller.spot.private:
                await self._answers.tell(caller, say(caller.locale, "talk"))
            return
        view = asked.asker.view
        plays = view is not None and view.seat >= 0
        if not text.startswith("/") and not caller.spot.private and not plays:
            # Talk in a group may contain a word of the game by chance, so such words are taken only
            # from people who play there.
            return
        await self._do(caller, asked)

    async def resume(self, caller: Caller, chosen: Resume, press: Press) -> None:
        """Serves the answer to "which table?"."""
        await self._do(caller, await self._asking.resumed(caller.whereabouts(), chosen), press)

    async def _do(self, caller: Caller, asked: Asked, press: Press | None = None) -> None:
        caller = replace(caller, locale=regional(caller.locale, asked.asker.game))
        match asked.intent:
            case Cannot() as cannot:
                told = cannot_text(cannot, caller.locale)
                await self._answers.tell(caller, told, press=press, private=caller.known.open)
            case Pick(question=question):
                await self._answers.ask(caller, question, press)
            case Send(command=messages.AgreeSign() | messages.DropSign()) if not (
                caller.spot.private or caller.hidden
            ):
                # The whole group has read the line, so it is no secret.
                await self._views.ask_into_private(caller)
            case intent if (name := _deals_alone(intent)) and not (
                caller.spot.private or caller.known.open
            ):
                # No group shows these cards, so there must be a private chat for them.
                if press is not None:
                    press.answer(url=self._answers.link(name))
                else:
                    await self._views.ask_into_private(caller, name)
            case Send(command=command, then=then):
                await self._commands.send(caller, command, then, press)
            case Show() as show:
                if press is not None:
                    press.answer()
                await self._views.show(caller, show, asked)
            case ShowPage() as show_page:
                if press is not None:
                    press.answer()
                await self._views.answer_page(caller, show_page, asked)
            case None:
                pass

    async def play_now(self, caller: Caller, press: Press) -> None:
        """Opens the usual table with robots in the other seats and begins at once. A person who has
        a seat here already plays on there."""
        here = await self._service.matches.of_person_at(caller.known.person, caller.spot.place)
        info = await self._service.matches.info(here) if here else None
        if info is not None:
            press.answer()
            begun = info.status is Status.PLAYING or info.host != caller.known.person
            await self.take(caller, "/mesa" if begun else "/empezar")
            return
        asked = await self._asking.chosen(caller.whereabouts(), Typed("jugar", ()))
        assert isinstance(asked.intent, Send)
        start = messages.Start(
            request=f"{caller.request}+start", person=caller.known.person, match=""
        )
        await self._commands.send(caller, asked.intent.command, (start,), press)

    async def _answered(self, caller: Caller, text: str) -> bool:
        """Whether a typed number answers the question that was asked last; if so, serves it."""
        token = self._answers.answered(caller.known.user, text)
        if not token:
            return False
        command = tokens.command(
            token, person=caller.known.person, request=caller.request, name=caller.known.name
        )
        assert command is not None
        await self._commands.send(caller, command)
        return True

    async def _start(self, caller: Caller, payload: str) -> bool:
        """Telegram's own ``/start``; returns whether nothing else was meant."""
        if not caller.spot.private:
            return await self._start_in_group(caller, payload)
        if await self._follow_link(caller, payload):
            return True
        mine = await self._service.matches.of_person(caller.known.person)
        lobby = await self._own_lobby(caller, mine)
        if lobby and not payload and not caller.opened:
            start = messages.Start(request=caller.request, person=caller.known.person, match=lobby)
            await self._commands.send(caller, start)
            return True
        if not mine:
            await self._greet(caller)
            return True
        if len(mine) > 1 and not caller.opened:
            await self.take(caller, "/mesas")
            return True
        for match in mine:
            await self._platform.surfaces.show_to(match, caller.known)
        await self._answers.tell(caller, say(caller.locale, "hello.again"))
        return True

    async def _start_in_group(self, caller: Caller, payload: str) -> bool:
        """Greets the group, unless a lobby of it waits to be started; returns whether it did."""
        matches = self._service.matches
        here = await matches.infos(await matches.at_place(caller.spot.place))
        if not payload and any(info.status is Status.LOBBY for info in here):
            return False
        await self.greet_group(caller)
        return True

    async def _follow_link(self, caller: Caller, payload: str) -> bool:
        """Does what the link of a command, invitation or table says; returns whether it is one."""
        if payload in _LINES:
            await self.take(caller, f"/{payload}")
            return True
        request, person, name = caller.request, caller.known.person, caller.known.name
        if payload[:1] == "i" and tokens.is_invitation(payload[1:]):
            invited = messages.Join(
                request=request, person=person, match="", name=name, invitation=payload[1:]
            )
            await self._commands.send(caller, invited)
            return True
        match = payload[1:]
        if payload[:1] not in ("j", "s", "m") or not tokens.is_match(match):
            return False
        info = await self._service.matches.info(match)
        if info is None:
            gone = words_for(caller.locale).text("reason.NO_SUCH_MATCH")
            await self._greet(caller, gone)
        elif info.seat_of(person) is not None or await self._ended(info, person):
            # The person's own table, or how it ended, stands below everything else.
            await self._platform.show_last(match, caller.known)
        elif payload[0] == "j" and info.status is Status.LOBBY:
            join = messages.Join(request=request, person=person, match=match, name=name)
            await self._commands.send(caller, join)
        else:
            # The link of a table that has begun shows the table to everybody who follows it.
            look = messages.LookOn(request=request, person=person, match=match, name=name)
            await self._commands.send(caller, look)
        return True

    async def _ended(self, info: MatchInfo, person: PersonId) -> bool:
        """Whether the match is over, and this person may see how."""
        over = info.status is Status.OVER
        return over and await self._service.screens.may_look(info, person)

    async def _greet(self, caller: Caller, text: str = "") -> None:
        """Greets a person who has no table, or says this to them, and offers the ways to begin."""
        key = InlineButton(say(caller.locale, "key.group"), url=self._answers.link_to_group)
        play = InlineButton(say(caller.locale, "key.robots"), WITH_ROBOTS)
        keys = (play, *await self._learn_key(caller), key)
        hello = Page(escape(text or say(caller.locale, "hello")), tuple((each,) for each in keys))
        await self._answers.give(caller, hello, "", private=True)

    async def _learn_key(self, caller: Caller) -> tuple[InlineButton, ...]:
        """The button that begins a guided match, for a newcomer; none for others."""
        here, person = caller.spot.community, caller.known.person
        defaults = await self._service.settings.table_defaults(here, person)
        return (InlineButton(say(caller.locale, "key.learn"), LEARN),) if defaults.newcomer else ()

    async def _own_lobby(self, caller: Caller, mine: tuple[MatchId, ...]) -> MatchId:
        """A lobby that this person may start, one of this chat first; empty: there is none."""
        lobbies = [
            info
            for info in await self._service.matches.infos(mine)
            if info.status is Status.LOBBY and info.host == caller.known.person
        ]
        lobbies.sort(key=lambda info: info.place != caller.spot.place)
        return lobbies[0].match if lobbies else ""

    async def greet_group(self, caller: Caller) -> None:
        """Greets a group, and offers the ways to begin."""
        keys = (
            (InlineButton(say(caller.locale, "key.play"), play_data()),),
            (InlineButton(say(caller.locale, "key.learn"), url=self._answers.link(LESSON)),),
        )
        self._answers.spawn(
            self._answers.reply(caller, Page(escape(say(caller.locale, "hello.group")), keys))
        )


def _deals_alone(intent: Intent | None) -> str:
    """The name of the command if it may give the person cards at a table that no place shows, else
    nothing."""
    match intent:
        case Send(command=messages.PlayDaily()):
            return DAILY
        case ShowPage(page=page, values=values) if (
            dict(values).get("accion", "") in PAGES[page].deals
        ):
            return page
        case _:
            return ""
