"""Takes presses and messages of people, finds out who wrote where, and passes them on.

Nothing is decided here: Telegram says who the person is."""

from html import escape
from typing import Final

import structlog
from telegram import Chat, ChatMemberUpdated, Message, Update, User
from telegram.constants import ChatMemberStatus

from adapters.telegram.addresses import community_id, user_id
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller, answered, hidden_number
from adapters.telegram.commands import Commands
from adapters.telegram.group_settings import GroupSettings
from adapters.telegram.groups import ANONYMOUS, Groups, KnownPerson
from adapters.telegram.inline import Inline
from adapters.telegram.inline_cards import InlineCards
from adapters.telegram.lines import Lines
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.message_keys import MessageKeys
from adapters.telegram.own_presses import play_data
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.presses import Presses
from adapters.telegram.sticker_sets import StickerSets
from adapters.telegram.table_menus import TableMenus
from adapters.telegram.table_presses import TablePresses
from adapters.telegram.trouble import Trouble
from adapters.telegram.views import Views
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot import messages
from bot.catalogue import command_in, language_named
from bot.service import Service

log = structlog.get_logger(__name__)

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
        self._wire = wire
        self._groups = groups
        self._platform = platform
        answers = self.answers = Answers(wire, groups)
        commands = Commands(service, groups, platform, answers)
        sets = StickerSets(service, wire)
        self._cards = InlineCards(service, groups, platform, answers, commands, sets)
        self.inline: Final = Inline(service, wire, groups, answers, self._cards, platform.window)
        settings = GroupSettings(service, wire, groups, answers)
        views = Views(service, wire, platform, answers, settings)
        self._lines = Lines(service, platform, answers, commands, views)
        keys = MessageKeys(service, wire, platform, answers)
        menus = TableMenus(service, wire, platform, answers, commands, keys)
        at_table = TablePresses(service, answers, commands, views, keys, menus)
        self._presses = Presses(groups, platform, answers, settings, views, self._lines, at_table)

    async def receive(self, update: Update) -> None:
        """Serves an update; nothing is raised."""
        try:
            if update.callback_query is not None:
                await self._presses.take(update.callback_query)
            elif update.message is not None:
                await self._written(update.message, f"u{update.update_id}")
            elif update.inline_query is not None:
                await self.inline.answer(update.inline_query)
            elif update.guest_message is not None:
                await self.inline.answer_as_guest(update.guest_message)
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
        if message.via_bot is not None and message.via_bot.id == self._wire.bot.id:
            await self._cards.take(message)
            return
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
        if private:
            self._wire.note_message(message.chat.id, message.message_id)
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
        await self._lines.take(caller, line)

    async def _left(self, message: Message, user: User, update: str) -> None:
        """Takes a person who has left the group away from its tables."""
        spot = await self._groups.spot(message.chat, message)
        person = await self._service.users.person_of(user_id(user.id))
        matches = self._service.matches
        for info in await matches.infos(await matches.of_person(person)):
            if info.community == spot.community:
                request = f"telegram:{update}.{info.match}"
                leave = messages.Leave(request=request, person=person, match=info.match)
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

    async def _written_anonymously(self, message: Message, line: str) -> None:
        """Answers an administrator without a name, or a channel. They may want a table. A seat
        needs a person, and a press of a button tells who that is."""
        command, _, _ = command_in(line)
        if command is None or message.chat.type == Chat.CHANNEL:
            return
        spot = await self._groups.spot(message.chat, message)
        locale = await self._groups.group_locale(spot.community)
        nobody = KnownPerson("telegram:0", 0, "", locale, False)
        admin = message.sender_chat is not None and message.sender_chat.id == message.chat.id
        caller = Caller(nobody, spot, locale, "", message.message_id, admin=admin)
        if command.id in _WITHOUT_A_NAME:
            await self._lines.take(caller, line)
            return
        if command.id != "jugar":
            await self.answers.tell(caller, say(locale, "anonymous"))
            return
        key = InlineButton(say(locale, "key.play"), play_data(line.partition(" ")[2]))
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
        tables = await self._platform.surfaces.show_all(spot.community)
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
        await self._lines.greet_group(caller)
