"""Groups and people: keys, numbers and languages, even when a group gets another number."""

from collections.abc import Callable
from typing import Final

from cachetools import FIFOCache
from msgspec import Struct
from telegram import Chat, Message, User

from adapters.telegram.addresses import PLATFORM, community_id, key_of, place_id, user_id, user_of
from bot.happenings import UserErased
from bot.match.names import shown_name
from bot.messages import CommunityId, PersonId, PlaceId
from bot.service import Service
from bot.words import locale_of_client

ANONYMOUS: Final = frozenset({1087968824, 136817688, 777000})
"""Users that are no person: an administrator without a name, a channel, Telegram itself."""
OPEN: Final = "telegram_open"
"""A user's setting: the private chat is open to us."""
SPEAKS: Final = "telegram_speaks"
"""A setting: the language of their Telegram when last seen. ``-``: they chose one."""
CHOSEN: Final = "-"
KEY: Final = "telegram_key"
"""The setting of a newer number: the group's key."""
CHAT: Final = "telegram_chat"
"""The setting of a key: the group's present number."""
_REMEMBERED: Final = 20_000


class Spot(Struct, frozen=True):
    """The place of a message or press."""

    chat: int
    thread: int
    community: CommunityId
    place: PlaceId
    private: bool
    forum: bool = False
    """The group has topics, which may be places of their own."""


def _topic_of(message: Message) -> int:
    """The topic that a message stands in; 0: it stands in none."""
    return (message.message_thread_id or 0) if message.is_topic_message else 0


class KnownPerson(Struct, frozen=True):
    """A person as Telegram knows them."""

    person: PersonId
    user: int
    name: str
    locale: str
    open: bool
    """The bot may write to them in private."""
    client: str = ""
    """The language of their Telegram in its own spelling (``es-UY``); empty: not known."""


class Groups:
    """Remembers groups and people often needed; all is stored in the service's settings."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._keys: FIFOCache[int, int] = FIFOCache(_REMEMBERED)
        self._chats: FIFOCache[int, int] = FIFOCache(_REMEMBERED)
        self._known: FIFOCache[int, KnownPerson] = FIFOCache(_REMEMBERED)
        self._titles: FIFOCache[int, str] = FIFOCache(_REMEMBERED)
        self._topics: FIFOCache[tuple[int, int], str] = FIFOCache(_REMEMBERED)
        """By group and topic, the topic's name."""
        self.on_closed: Callable[[PersonId], None] = lambda _: None
        """Called with each person whose private chat has just been found closed."""
        service.happenings.listen(UserErased, self._forget)

    async def _forget(self, erased: UserErased) -> None:
        if (number := user_of(erased.user)) is not None:
            self._known.pop(number, None)

    # --- groups ------------------------------------------------------------------------------

    async def spot(self, chat: Chat, message: Message | None = None) -> Spot:
        """The place of a message. A thread counts only as a topic of a forum: elsewhere every chain
        of answers is a thread."""
        if chat.title:
            self._titles[chat.id] = shown_name(chat.title)
        thread = 0 if message is None else _topic_of(message)
        if message is not None:
            self.note_topic(message)
        community = community_id(await self.key(chat.id))
        private = chat.type == Chat.PRIVATE
        place = place_id(community, thread)
        return Spot(chat.id, thread, community, place, private, bool(chat.is_forum))

    def note_topic(self, message: Message) -> None:
        """Notes the name of the topic that a message stands in, if the message tells it. A new name
        is told once. The first name stands in the topic's first message, which every message
        repeats that answers no other one."""
        key = (message.chat.id, _topic_of(message))
        if not key[1]:
            return
        first = message.reply_to_message or message
        if message.forum_topic_edited is not None and message.forum_topic_edited.name:
            self._topics[key] = shown_name(message.forum_topic_edited.name)
        elif first.forum_topic_created is not None and key not in self._topics:
            self._topics[key] = shown_name(first.forum_topic_created.name)

    def title(self, chat: int) -> str:
        """The name of a group that sent something lately; empty: it did not, or is private."""
        return self._titles.get(chat, "")

    def topic(self, chat: int, thread: int) -> str:
        """The name of a topic, as soon as a message has told it; empty: none has."""
        return self._topics.get((chat, thread), "")

    async def key(self, chat: int) -> int:
        """The key of a group with this number."""
        if chat > 0:
            return chat
        known = self._keys.get(chat)
        if known is None:
            settings = await self._service.settings.of(community_id(chat))
            known = int(settings.get(KEY, chat))
            self._keys[chat] = known
        return known

    async def chat(self, number: int) -> int:
        """The present number of a chat that once had this one."""
        if number > 0:
            return number
        known = self._chats.get(number)
        if known is None:
            key = await self.key(number)
            settings = await self._service.settings.of(community_id(key))
            known = int(settings.get(CHAT, key))
            self._chats[number] = known
        return known

    async def moved(self, old: int, new: int) -> None:
        """Notes that a group has got another number. A second call changes nothing."""
        key = await self.key(old)
        if await self.key(new) == key and await self.chat(old) == new:
            return
        await self._service.settings.save(community_id(new), **{KEY: str(key)})
        await self._service.settings.save(community_id(key), **{CHAT: str(new)})
        self._keys.clear()
        self._chats.clear()

    async def chat_of(self, community: CommunityId) -> int | None:
        """A community's chat; ``None`` for one of another platform."""
        key = key_of(community)
        return None if key is None else await self.chat(key)

    # --- people ------------------------------------------------------------------------------

    async def known(self, user: User, *, here: bool = False) -> KnownPerson:
        """A person who has just done something. ``here``: in the private chat. Until the person
        chooses a language, the language of their Telegram is theirs."""
        own = user_id(user.id)
        person = await self._service.users.acting(own)
        known = await self.of(user.id)
        name = shown_name(user.full_name, user.username or "", str(user.id))
        locale, open_ = known.locale, known.open
        spoken = locale_of_client(user.language_code) if user.language_code else ""
        ours = bool(spoken) and spoken[:2] == (user.language_code or "")[:2].lower()
        if ours and locale != spoken:
            was = (await self._service.settings.of(own)).get(SPEAKS, "")
            if not was and locale:
                await self._service.settings.save(own, **{SPEAKS: CHOSEN})
            elif was not in (CHOSEN, spoken):
                await self._service.languages.choose(person, spoken)
                await self._service.settings.save(own, **{SPEAKS: spoken})
                locale = spoken
        if here and not open_:
            await self._service.settings.save(own, **{OPEN: "1"})
            open_ = True
        now = KnownPerson(person, user.id, name, locale, open_, user.language_code or "")
        if now != known:
            self._known[user.id] = now
        return now

    async def of(self, user: int) -> KnownPerson:
        """A person, as remembered."""
        known = self._known.get(user)
        person = await self._service.users.person_of(user_id(user))
        if known is None or known.person != person:
            settings = await self._service.settings.of(user_id(user))
            locale = await self._service.languages.of(person) or ""
            known = KnownPerson(person, user, "", locale, bool(settings.get(OPEN)))
            self._known[user] = known
        return known

    async def user_of(self, person: PersonId) -> int | None:
        """A person's user on Telegram; ``None``: there is none."""
        return user_of(await self._service.users.on(PLATFORM, person))

    async def closed(self, user: int) -> None:
        """Notes that the person has blocked the bot, or never opened the private chat."""
        known = await self.of(user)
        if known.open:
            await self._service.settings.save(user_id(user), **{OPEN: ""})
        self._known.pop(user, None)
        if known.open:
            self.on_closed(known.person)

    async def chose(self, user: int) -> None:
        """Notes that the person has chosen a language: that of their Telegram no longer counts."""
        await self._service.settings.save(user_id(user), **{SPEAKS: CHOSEN})
        self._known.pop(user, None)

    async def locale(self, known: KnownPerson, community: CommunityId) -> str:
        """The language for a person in a community."""
        return known.locale or await self.group_locale(community, known)

    async def adopt(self, community: CommunityId, locale: str) -> str | None:
        """Sets the language of a community that has chosen none, and returns it; ``None``: nothing
        was set. ``locale``: the language of the person who opens its first table."""
        if not locale or await self._service.languages.of(community):
            return None
        return await self._service.languages.choose(community, locale)

    async def group_locale(self, community: CommunityId, asking: KnownPerson | None = None) -> str:
        """The language of a group. If it has chosen none, the language of ``asking`` counts."""
        if chosen := await self._service.languages.of(community):
            return chosen
        client = "" if asking is None else asking.client
        return locale_of_client(client) if client else self._service.config.default_locale
