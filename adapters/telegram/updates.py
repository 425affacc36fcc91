"""Takes presses and messages of people to the service, and answers them.

Nothing is decided here. A press is the command in its token. The catalogue says what a typed line
means. Telegram says who the person is. A line typed in a group is answered there only if everybody
may read the answer.
"""

from html import escape
from typing import Final

import structlog
from msgspec.structs import replace
from telegram import Chat, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatMemberStatus

from adapters.telegram.addresses import community_id, user_id
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, Press, answered, hidden_number
from adapters.telegram.commands import Commands
from adapters.telegram.group_settings import GroupSettings
from adapters.telegram.groups import ANONYMOUS, Groups, KnownPerson
from adapters.telegram.inline import Inline
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.presses import Presses
from adapters.telegram.trouble import Trouble
from adapters.telegram.views import Views
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot import messages, tokens
from bot.asking import Asked, Asking, saying
from bot.catalogue import Cannot, Pick, Send, Show, Typed, command_in, language_named
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo, Status
from bot.screens import cannot_text
from bot.service import Service
from bot.words import regional, words_for

log = structlog.get_logger(__name__)

LEARN: Final = saying("aprender")
"""The button that begins a guided match where it is pressed."""
LESSON: Final = "aprender"
"""The payload of the link that begins a guided match in the private chat."""
_WITHOUT_A_NAME: Final = frozenset(
    {"configurar", "ayuda", "reglas", "marcador", "mesa", "privacidad"}
)
"""Commands that need no person."""


class Updates:
    """Serves updates, of any number of people at once."""

    def __init__(
        self, service: Service, wire: Wire, groups: Groups, platform: TelegramPlatform
    ) -> None:
        self._service = service
        self._groups = groups
        self._platform = platform
        self._asking = Asking(service)
        self.answers: Final = Answers(wire, groups)
        self._inline = Inline(service, wire, groups, self.answers)
        self._commands = Commands(service, groups, platform, self.answers)
        self._settings = GroupSettings(service, wire, groups, self.answers)
        self._views = Views(service, wire, platform, self.answers, self._settings)
        self._presses = Presses(
            service,
            wire,
            groups,
            platform,
            self.answers,
            self._commands,
            self._settings,
            self._views,
            self._line,
            self._resume,
            self._play_now,
        )

    async def receive(self, update: Update) -> None:
        """Serves an update; nothing is raised."""
        try:
            if update.callback_query is not None:
                await self._presses.take(update.callback_query)
            elif update.message is not None:
                await self._written(update.message, f"u{update.update_id}")
            elif update.inline_query is not None:
                await self._inline.answer(update.inline_query)
            elif update.my_chat_member is not None:
                await self._changed(update.my_chat_member)
        except Trouble as trouble:
            log.info("telegram_trouble", kind=type(trouble).__name__)
        except Exception:
            log.exception("telegram_failed")

    async def _written(self, message: Message, update: str) -> None:
        if message.migrate_to_chat_id:
            await self._groups.moved(message.chat.id, message.migrate_to_chat_id)
            return
        if message.migrate_from_chat_id:
            await self._groups.moved(message.migrate_from_chat_id, message.chat.id)
            return
        if message.left_chat_member is not None:
            await self._left(message, message.left_chat_member, update)
            return
        self._groups.note_topic(message)
        user, text = message.from_user, message.text
        if (
            not text
            or user is None
            or message.is_automatic_forward
            or (user.is_bot and user.id not in ANONYMOUS)
        ):
            return
        line = self._for_us(message, text)
        if line is None:
            return
        if user.id in ANONYMOUS or message.sender_chat is not None:
            await self._written_anonymously(message, line)
            return
        private = message.chat.type == Chat.PRIVATE
        opened = private and not (await self._groups.of(user.id)).open
        known = await self._groups.known(user, here=private)
        spot = await self._groups.spot(message.chat, message)
        hidden = hidden_number(message)
        caller = Caller(
            known=known,
            spot=spot,
            locale=await self._groups.locale(known, spot.community),
            request=f"telegram:{update if hidden else f'm{spot.chat}.{message.message_id}'}",
            message=message.message_id,
            hidden=hidden,
            named=language_named(line),
            opened=opened,
            pointed=answered(message),
        )
        self._platform.attention.heard(known.person)
        await self._line(caller, line)

    async def _left(self, message: Message, user: User, update: str) -> None:
        """Takes a person who has left the group away from its tables."""
        spot = await self._groups.spot(message.chat, message)
        person = await self._service.users.person_of(user_id(user.id))
        for match in await self._service.matches.of_person(person):
            info = await self._service.matches.info(match)
            if info is not None and info.community == spot.community:
                request = f"telegram:{update}.{match}"
                leave = messages.Leave(request=request, person=person, match=match)
                await self._service.handle(leave)

    def _for_us(self, message: Message, text: str) -> str | None:
        """The line without the bot's name; ``None`` when it is another bot's."""
        if not text.startswith("/"):
            return text
        name, blank, rest = text.partition(" ")
        command, at, bot = name.partition("@")
        if at and bot.lower() != self.answers.username.lower():
            return None
        return command + blank + rest

    async def _line(self, caller: Caller, text: str) -> None:
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
                await self.answers.tell(caller, say(caller.locale, "talk"))
            return
        view = asked.asker.view
        plays = view is not None and view.seat >= 0
        if not text.startswith("/") and not caller.spot.private and not plays:
            # Talk in a group may contain a word of the game by chance, so such words are taken only
            # from people who play there.
            return
        await self._do(caller, asked)

    async def _resume(self, caller: Caller, token: str, press: Press) -> None:
        """Serves the answer to "which table?"."""
        asked = await self._asking.resumed(caller.whereabouts(), token)
        if asked is None:
            press.answer(say(caller.locale, "unclear"), alert=True)
        else:
            await self._do(caller, asked, press)

    async def _do(self, caller: Caller, asked: Asked, press: Press | None = None) -> None:
        caller = replace(caller, locale=regional(caller.locale, asked.asker.game))
        match asked.intent:
            case Cannot() as cannot:
                await self.answers.tell(caller, cannot_text(cannot, caller.locale), press=press)
            case Pick(question=question):
                await self.answers.ask(caller, question, press)
            case Send(command=messages.AgreeSign() | messages.DropSign()) if not (
                caller.spot.private or caller.hidden
            ):
                # The whole group has read the line, so it is no secret.
                await self._views.ask_into_private(caller)
            case Send(command=command, then=then):
                await self._commands.send(caller, command, then, press)
            case Show() as show:
                if press is not None:
                    press.answer()
                await self._views.show(caller, show, asked)
            case None:
                pass

    async def _play_now(self, caller: Caller, press: Press) -> None:
        """Opens the usual table with robots in the other seats and begins at once. A person who has
        a seat here already plays on there."""
        here = await self._service.matches.of_person_at(caller.known.person, caller.spot.place)
        info = await self._service.matches.info(here) if here else None
        if info is not None:
            press.answer()
            begun = info.status is Status.PLAYING or info.host != caller.known.person
            await self._line(caller, "/mesa" if begun else "/empezar")
            return
        asked = await self._asking.chosen(caller.whereabouts(), Typed("jugar", ()))
        assert isinstance(asked.intent, Send)
        start = messages.Start(
            request=f"{caller.request}+start", person=caller.known.person, match=""
        )
        await self._commands.send(caller, asked.intent.command, (start,), press)

    async def _answered(self, caller: Caller, text: str) -> bool:
        """Whether a typed number answers the question that was asked last; if so, serves it."""
        token = self.answers.answered(caller.known.user, text)
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
        for one in mine:
            await self._platform.show_to(one, caller.known)
        await self.answers.tell(caller, say(caller.locale, "hello.again"))
        return True

    async def _start_in_group(self, caller: Caller, payload: str) -> bool:
        """Greets the group, unless a lobby of it waits to be started; returns whether it did."""
        here = [
            await self._service.matches.info(one)
            for one in await self._service.matches.at_place(caller.spot.place)
        ]
        if not payload and any(one is not None and one.status is Status.LOBBY for one in here):
            return False
        await self._greet_group(caller)
        return True

    async def _follow_link(self, caller: Caller, payload: str) -> bool:
        """Does what the link of a lesson, an invitation or a table stands for; returns whether
        ``payload`` is such a link."""
        if payload == LESSON:
            await self._line(caller, "/aprender")
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
        key = InlineButton(
            say(caller.locale, "key.group"),
            url=self.answers.link().replace("?", "") + "?startgroup=truco",
        )
        play = InlineButton(say(caller.locale, "key.robots"), "g1.jugar.robots")
        keys = (play, *await self._learn_key(caller), key)
        hello = Page(escape(text or say(caller.locale, "hello")), tuple((one,) for one in keys))
        await self.answers.give(caller, hello, "", private=True)

    async def _learn_key(self, caller: Caller) -> tuple[InlineButton, ...]:
        """The button that begins a guided match, for a newcomer; none for others."""
        here, person = caller.spot.community, caller.known.person
        defaults = await self._service.settings.table_defaults(here, person)
        return (InlineButton(say(caller.locale, "key.learn"), LEARN),) if defaults.newcomer else ()

    async def _own_lobby(self, caller: Caller, mine: tuple[MatchId, ...]) -> MatchId:
        """A lobby that this person may start, one of this chat first; empty: there is none."""
        found = [await self._service.matches.info(one) for one in mine]
        lobbies = [
            one
            for one in found
            if one is not None and one.status is Status.LOBBY and one.host == caller.known.person
        ]
        lobbies.sort(key=lambda one: one.place != caller.spot.place)
        return lobbies[0].match if lobbies else ""

    async def _greet_group(self, caller: Caller) -> None:
        keys = (
            (InlineButton(say(caller.locale, "key.play"), "g1.jugar."),),
            (InlineButton(say(caller.locale, "key.learn"), url=self.answers.link(LESSON)),),
        )
        self.answers.spawn(
            self.answers.reply(caller, Page(escape(say(caller.locale, "hello.group")), keys))
        )

    async def _written_anonymously(self, message: Message, line: str) -> None:
        """Answers an administrator without a name, or a channel.

        They may want a table. A seat needs a person, and a press of a button tells who that is."""
        command, _, _ = command_in(line)
        if command is None or message.chat.type == Chat.CHANNEL:
            return
        spot = await self._groups.spot(message.chat, message)
        locale = await self._groups.group_locale(spot.community)
        nobody = KnownPerson("telegram:0", 0, "", locale, False)
        admin = message.sender_chat is not None and message.sender_chat.id == message.chat.id
        caller = Caller(nobody, spot, locale, "", message.message_id, admin=admin)
        if command.id in _WITHOUT_A_NAME:
            await self._line(caller, line)
            return
        if command.id != "jugar":
            await self.answers.tell(caller, say(locale, "anonymous"))
            return
        data = "g1.jugar." + line.partition(" ")[2]
        if len(data.encode()) > tokens.LIMIT:
            data = "g1.jugar."
        key = InlineButton(say(locale, "key.play"), data)
        self.answers.spawn(
            self.answers.reply(caller, Page(escape(say(locale, "anonymous.play")), ((key,),)))
        )

    async def _changed(self, change: ChatMemberUpdated) -> None:
        """Handles that the bot was added, removed, blocked or allowed again."""
        status = change.new_chat_member.status
        here = status in (ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR)
        if change.chat.type == Chat.PRIVATE:
            if not here:
                await self._groups.closed(change.from_user.id)
            return
        if change.chat.type == Chat.CHANNEL:
            return
        admin = status == ChatMemberStatus.ADMINISTRATOR
        self._platform.hidden.became(change.chat.id, admin=admin)
        spot = await self._groups.spot(change.chat)
        # Under its present number the group's settings hold its key.
        own = community_id(change.chat.id)
        if status in (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED):
            # A group that gets another number leaves its old number behind.
            if await self._groups.chat(change.chat.id) == change.chat.id:
                await self._service.erasure_notes.left(spot.community, own)
            return
        await self._service.erasure_notes.back(spot.community, own)
        if not here:
            return
        tables = await self._platform.show_all(spot.community)
        was_here = change.old_chat_member.status in (
            ChatMemberStatus.MEMBER,
            ChatMemberStatus.ADMINISTRATOR,
            ChatMemberStatus.RESTRICTED,
        )
        if tables or was_here:
            return
        known = await self._groups.known(change.from_user)
        await self._groups.adopt(spot.community, known.locale)
        locale = await self._groups.group_locale(spot.community, known)
        caller = Caller(known, spot, locale, "")
        await self._greet_group(caller)
