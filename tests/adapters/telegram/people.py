"""People with a Telegram client: what they do becomes updates, what they see is read from chats."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.adapters.telegram.methods import GuestAsked, InlineAsked, Query, commands_in
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import (
    ANONYMOUS,
    CHANNEL,
    GROUP,
    IN_GROUP,
    PRIVATE,
    SUPERGROUP,
    Chat,
    Shown,
    User,
    member_json,
)
from tests.virtual import now

Json = dict[str, Any]


class Pressed:
    """A button that was pressed, and what the bot said to it."""

    def __init__(self, api: BotApi, query: Query) -> None:
        self._api = api
        self._query = query

    @property
    def answered(self) -> bool:
        return self._query.answer is not None

    @property
    def took(self) -> float:
        """Seconds until the answer."""
        return self._query.answered_at - self._query.at

    @property
    def text(self) -> str:
        return str((self._query.answer or {}).get("text", ""))

    @property
    def alert(self) -> bool:
        return bool((self._query.answer or {}).get("show_alert"))

    @property
    def url(self) -> str:
        return str((self._query.answer or {}).get("url", ""))

    async def answer(self, seconds: float = 15.0) -> "Pressed":
        """Itself, once the bot has answered."""
        await self._api.until(lambda: self.answered, seconds)
        return self


class Person:
    """Somebody in the world."""

    def __init__(self, world: "Telegram", user: User) -> None:
        self.world = world
        self.api = world.api
        self.user = user
        self.alerts: list[Pressed] = []
        """What this person's presses were answered, in order."""

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def private(self) -> Chat:
        """The chat with the bot (which the bot may write to once it was opened)."""
        return self.world.private(self.user)

    # --- looking ---------------------------------------------------------------------------------

    def sees(self, chat: Chat | None = None) -> list[Shown]:
        """Everything this person finds in a chat, oldest first."""
        chat = chat or self.private
        if chat.type != PRIVATE and self.api.status(chat, self.id) not in IN_GROUP:
            return []
        return chat.seen_by(self.id)

    def reads(self, chat: Chat | None = None) -> str:
        """The same as one text."""
        return "\n".join(shown.text for shown in self.sees(chat))

    def find(
        self, wanted: str, chat: Chat | None = None, *, thread: int = 0
    ) -> tuple[Shown, Json] | None:
        """The newest message with this button, and the button."""
        for shown in reversed(self.sees(chat)):
            if thread and shown.thread != thread:
                continue
            button = shown.button(wanted)
            if button is not None and "disabled" not in button:
                return shown, button
        return None

    # --- doing -----------------------------------------------------------------------------------

    async def open(self, payload: str = "") -> Shown:
        """Presses Start in the private chat, perhaps by a deep link."""
        self.user.opened = True
        return self.say(f"/start {payload}".strip())

    async def follow(self, url: str) -> Shown:
        """Opens a deep link to the bot, and presses Start."""
        parts = urlsplit(url)
        assert parts.netloc == "t.me", url
        assert parts.path == f"/{self.api.me.username}", url
        return await self.open(parse_qs(parts.query)["start"][0])

    def say(
        self,
        text: str,
        chat: Chat | None = None,
        *,
        reply_to: Shown | None = None,
        thread: int = 0,
        anonymous: bool = False,
        ephemeral: bool = False,
        times: int = 1,
    ) -> Shown:
        """Writes something. ``times``: as often this very update is delivered."""
        chat = chat or self.private
        more: Json = {"text": text}
        more["entities"] = list(commands_in(text)) or None
        if thread:
            more |= {"message_thread_id": thread, "is_topic_message": True}
            more["reply_to_message"] = self.world.first_of(chat, thread)
        if reply_to is not None:
            flat = {k: v for k, v in reply_to.json.items() if k != "reply_to_message"}
            more["reply_to_message"] = flat
        author = self.user
        number = 0
        if anonymous:
            author = self.world.anonymous
            more["sender_chat"] = chat.json()
        if ephemeral:
            number = self.api.hear_ephemeral(chat, self.user)
            more |= {"ephemeral_message_id": number, "receiver_user": self.api.me.json()}
        spoke_last = chat.bot_spoke_last
        shown = self.api.post(chat, author, **more)
        if ephemeral:
            shown.json["message_id"] = 0
            shown.ephemeral, shown.receiver = number, self.api.me.id
        if self._heard(chat, shown, reply_to, spoke_last):
            self.world.tell("message", shown.json, chat, times=times)
        return shown

    async def ask_inline(self, text: str = "", chat: Chat | None = None) -> Json:
        """Writes ``@bot`` and this in some chat without sending it; what the bot offers. ``chat``:
        where, of which the bot is told the kind alone; ``None``: in an app that tells nothing."""
        number = str(800_000 + len(self.api.inline))
        asked = self.api.inline[number] = InlineAsked(now())
        payload = {"id": number, "from": self.user.json(), "query": text, "offset": ""}
        if chat is not None:
            payload["chat_type"] = chat.type
        self.world.tell("inline_query", payload, self.private)
        await self.api.until(lambda: asked.answer is not None)
        assert asked.answer is not None
        return asked.answer

    def pick(self, result: Json, chat: Chat, *, thread: int = 0, times: int = 1) -> Shown:
        """Sends what the bot has offered into a chat, as this person's message. A bot that is there
        hears of it, in privacy mode too; ``times``: as often."""
        content, more = result.get("input_message_content"), {}
        if content is not None:
            more["text"] = content["message_text"]
        else:
            more["sticker"] = self.api.stickers[result["sticker_file_id"]]
        if thread:
            more |= {"message_thread_id": thread, "is_topic_message": True}
            more["reply_to_message"] = self.world.first_of(chat, thread)
        shown = self.api.post(
            chat,
            self.user,
            via_bot=self.api.me.json(),
            reply_markup=result.get("reply_markup"),
            **more,
        )
        if self.api.status(chat, self.api.me.id) in IN_GROUP:
            self.world.tell("message", shown.json, chat, times=times)
        chosen = {"result_id": result["id"], "from": self.user.json(), "query": ""}
        self.world.tell("chosen_inline_result", chosen, self.private)
        return shown

    def press_below(self, shown: Shown) -> "Pressed":
        """Presses the first button below a message that somebody has sent with ``@bot``."""
        number = str(900_000 + len(self.api.queries))
        query = Query(number, self.id, 0, now())
        self.api.queries[number] = query
        payload = {
            "id": number,
            "from": self.user.json(),
            "inline_message_id": f"inline-{shown.id}",
            "chat_instance": "1",
            "data": shown.buttons[0]["callback_data"],
        }
        self.world.tell("callback_query", payload, self.private, user=self.id)
        return Pressed(self.api, query)

    def summon(
        self, text: str, chat: Chat, *, anonymous: bool = False, times: int = 1
    ) -> GuestAsked:
        """Writes the bot's name, among other words, in a chat in which it is not."""
        assert f"@{self.api.me.username}" in text
        assert self.api.status(chat, self.api.me.id) not in IN_GROUP
        assert self.api.takes_guests
        more: Json = {"sender_chat": chat.json()} if anonymous else {}
        author = self.world.anonymous if anonymous else self.user
        shown = self.api.post(chat, author, text=text, **more)
        number = f"g{700_000 + len(self.api.guests)}"
        asked = self.api.guests[number] = GuestAsked(shown, chat, now())
        told = shown.json | {"guest_query_id": number}
        self.world.tell("guest_message", told, chat, times=times)
        return asked

    def edit(self, shown: Shown, text: str) -> None:
        """Changes what was written."""
        shown.edit(text=text, entities=list(commands_in(text)) or None)
        chat = self.api.chats[shown.json["chat"]["id"]]
        self.world.tell("edited_message", shown.json, chat)

    def _heard(self, chat: Chat, shown: Shown, reply_to: Shown | None, spoke_last: bool) -> bool:
        """Whether the bot hears it: in privacy mode not everything."""
        api = self.api
        if chat.type == PRIVATE:
            return not self.user.blocked
        status = api.status(chat, api.me.id)
        if status not in IN_GROUP:
            return False
        if not api.privacy or status == "administrator" or shown.ephemeral:
            return True
        if reply_to is not None and reply_to.by_bot:
            return True
        words = [word for word in shown.text.split() if word.startswith("/")]
        if any(word.endswith(f"@{api.me.username}") for word in words):
            return True
        return bool(words) and "@" not in words[0] and spoke_last

    def press(
        self,
        wanted: str | Json,
        chat: Chat | None = None,
        *,
        on: Shown | None = None,
        thread: int = 0,
        times: int = 1,
    ) -> Pressed:
        """Presses the newest button of this label, data or action."""
        chat = chat or self.private
        if isinstance(wanted, str):
            if on is not None:
                button = on.button(wanted)
            else:
                on, button = self.find(wanted, chat, thread=thread) or (None, None)
        else:
            button = wanted
        assert on is not None, f"no button {wanted!r} in {self.buttons(chat)}"
        assert button is not None, f"no button {wanted!r} in {self.buttons(chat)}"
        assert "callback_data" in button, button
        number = str(900_000 + len(self.api.queries))
        query = Query(number, self.id, chat.id, now(), on_ephemeral=bool(on.ephemeral))
        self.api.queries[number] = query
        payload = {
            "id": number,
            "from": self.user.json(),
            "message": on.json,
            "chat_instance": str(chat.id),
            "data": button["callback_data"],
        }
        self.world.tell("callback_query", payload, chat, user=self.id, times=times)
        pressed = Pressed(self.api, query)
        self.alerts.append(pressed)
        return pressed

    def buttons(self, chat: Chat | None = None) -> list[str]:
        """The labels this person sees, oldest message first."""
        return [button["text"] for shown in self.sees(chat) for button in shown.buttons]

    def block(self) -> None:
        """Blocks the bot."""
        self.user.blocked = True
        self._own_status("member", "kicked")

    def unblock(self) -> None:
        """Starts it again."""
        self.user.blocked = False
        self._own_status("kicked", "member")

    def _own_status(self, before: str, after: str) -> None:
        self.world.bot_changed(self.private, self.user, before, after)


class Telegram:
    """The world around the bot, and how it is changed."""

    def __init__(self, api: BotApi) -> None:
        self.api = api
        self.people: dict[int, Person] = {}
        self.anonymous = User(ANONYMOUS, "Group", username="GroupAnonymousBot", is_bot=True)
        api.users[ANONYMOUS] = self.anonymous
        self._groups = 0

    # --- who there is ----------------------------------------------------------------------------

    def person(self, name: str, language: str = "es-ES", *, started: bool = False) -> Person:
        """A new person; ``started``: has pressed Start long ago."""
        user = User(5000 + len(self.people), name, language, opened=started)
        self.api.users[user.id] = user
        person = self.people[user.id] = Person(self, user)
        if started:
            self.private(user)
        return person

    def private(self, user: User) -> Chat:
        """The private chat of a person with the bot."""
        chat = self.api.chats.get(user.id)
        if chat is None:
            chat = self.api.chats[user.id] = Chat(user.id, PRIVATE, user.first_name)
        return chat

    def group(
        self,
        title: str,
        *people: Person,
        type: str = SUPERGROUP,
        forum: bool = False,
        bot: str = "member",
        told: bool = False,
    ) -> Chat:
        """A group with these people, of whom the first owns it, and the bot."""
        self._groups += 1
        number = -(1000 + self._groups) if type == GROUP else -1_000_000_002_000 - self._groups
        chat = Chat(number, type, title, forum)
        self.api.chats[number] = chat
        for person in people:
            chat.members[person.id] = "creator" if not chat.members else "member"
        chat.members[self.api.me.id] = "left" if told else bot
        if told:
            self.set_bot(chat, bot, by=people[0])
        return chat

    def topic(self, chat: Chat, title: str) -> int:
        """A new topic of a forum."""
        chat.next_id += 1
        chat.topics[chat.next_id - 1] = title
        return chat.next_id - 1

    def first_of(self, chat: Chat, thread: int) -> Json:
        """The first message of a topic, which every message there repeats that answers no other
        one. It keeps the topic's first name."""
        made = {"name": chat.topics[thread], "icon_color": 7322096}
        return {
            "message_id": thread,
            "date": int(now()),
            "chat": chat.json(),
            "message_thread_id": thread,
            "is_topic_message": True,
            "forum_topic_created": made,
        }

    def rename_topic(self, chat: Chat, thread: int, title: str, by: Person) -> None:
        """Somebody gives a topic another name; the bot is told."""
        more = {"message_thread_id": thread, "is_topic_message": True}
        shown = self.api.post(chat, by.user, **more, forum_topic_edited={"name": title})
        self.tell("message", shown.json, chat)

    # --- what happens ----------------------------------------------------------------------------

    def tell(self, kind: str, payload: Json, chat: Chat, *, user: int = 0, times: int = 1) -> None:
        """The bot is told, as often as ``times`` says, of the same thing under the same number."""
        api = self.api
        update = api.updates.push(kind, payload, f"{chat.id}")
        if update is None:
            return
        api.check_update(update)
        for _ in range(times - 1):
            api.updates.again(api.updates.waiting[-1])

    def set_bot(self, chat: Chat, status: str, by: Person) -> None:
        """Somebody adds, removes or promotes the bot."""
        before = self.api.status(chat, self.api.me.id)
        chat.members[self.api.me.id] = status
        self.bot_changed(chat, by.user, before, status)

    def mute_bot(self, chat: Chat, by: Person, *, muted: bool = True) -> None:
        """The bot may read and not write, or may write again."""
        before = self.api.status(chat, self.api.me.id)
        chat.muted = muted
        chat.members[self.api.me.id] = "restricted" if muted else "member"
        self.bot_changed(chat, by.user, before, chat.members[self.api.me.id])

    def bot_changed(self, chat: Chat, by: User, before: str, after: str) -> None:
        """The bot is told what it is in a chat."""
        me = self.api.me
        payload = {
            "chat": chat.json(),
            "from": by.json(),
            "date": int(now()),
            "old_chat_member": member_json(me, before),
            "new_chat_member": member_json(me, after, muted=chat.muted),
        }
        self.tell("my_chat_member", payload, chat)

    def leave(self, chat: Chat, person: Person) -> None:
        """Somebody leaves a group."""
        chat.members[person.id] = "left"
        shown = self.api.post(chat, person.user, left_chat_member=person.user.json())
        self.tell("message", shown.json, chat)

    def channel_post(self, chat: Chat, text: str) -> None:
        """A channel says something."""
        more = {"text": text, "entities": list(commands_in(text)) or None}
        shown = self.api.post(chat, None, sender_chat=chat.json(), **more)
        self.tell("channel_post", shown.json, chat)

    def channel(self, title: str) -> Chat:
        """A channel in which the bot is an administrator."""
        self._groups += 1
        chat = Chat(-1_000_000_009_000 - self._groups, CHANNEL, title)
        chat.members[self.api.me.id] = "administrator"
        self.api.chats[chat.id] = chat
        return chat

    def delete(self, shown: Shown) -> None:
        """An administrator deletes a message; nobody is told."""
        shown.deleted = True

    def migrate(self, chat: Chat, *, told: bool = True) -> Chat:
        """A group becomes a supergroup: another number, its messages counted from one."""
        self._groups += 1
        new = Chat(-1_000_000_002_000 - self._groups, SUPERGROUP, chat.title)
        new.members = dict(chat.members)
        self.api.chats[new.id] = new
        owner = self.people[next(iter(chat.members))].user
        old_word = self.api.post(chat, owner, migrate_to_chat_id=new.id)
        chat.migrated_to = new.id
        new_word = self.api.post(new, owner, migrate_from_chat_id=chat.id)
        if told:
            self.tell("message", old_word.json, chat)
            self.tell("message", new_word.json, new)
        return new

    async def until(self, holds: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Waits until something holds; see :meth:`BotApi.until`."""
        return await self.api.until(holds, seconds)
