"""What each method does in the world. What stands here is simulated; all else is refused loudly."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from tests.adapters.telegram.description import newer, returns
from tests.adapters.telegram.errors import NOT_MODIFIED, TOO_OLD, bad, flood, forbidden
from tests.adapters.telegram.limits import Quota
from tests.adapters.telegram.markup import parse
from tests.adapters.telegram.menus import scope_key
from tests.adapters.telegram.updates import Updates, Webhook
from tests.adapters.telegram.world import (
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

QUERY_LIVES: Final = 15.0
"""Seconds in which a callback query can be answered (how long in truth is not documented)."""
REPLY_LIVES: Final = 15.0
"""Seconds in which an ephemeral message may follow a press or an ephemeral command."""

WRITES: Final = frozenset(
    {
        "sendMessage",
        "sendPhoto",
        "sendDocument",
        "editMessageText",
        "editMessageCaption",
        "editMessageMedia",
        "editMessageReplyMarkup",
        "editEphemeralMessageText",
        "editEphemeralMessageCaption",
        "editEphemeralMessageMedia",
    }
)
"""What counts against the flood limits."""

SEND: Final = "send"
EDIT: Final = "edit"
ALIKE: Final = {
    SEND: frozenset({"sendMessage", "sendPhoto"}),
    EDIT: frozenset({"editMessageText", "editMessageCaption", "editMessageMedia"}),
}
"""Ways to send a new message, and to change what one says: with a picture or without."""


@dataclass
class Query:
    """A press that waits for its answer."""

    id: str
    user: int
    chat: int
    at: float
    on_ephemeral: bool = False
    answer: Json | None = None
    answered_at: float = 0.0


@dataclass
class InlineAsked:
    """What somebody writes behind the bot's name, and what the bot offers."""

    at: float
    answer: Json | None = None


@dataclass
class GuestAsked:
    """A message that calls the bot into a chat in which it is not."""

    shown: Shown
    chat: Chat
    at: float
    answer: Json | None = None


class Methods:
    """The world, and every method that acts in it."""

    def __init__(self, *, ephemeral: bool = True, hides: bool = True, depicts: bool = True) -> None:
        self.me = User(4242424242, "Truco", username="truco_test_bot", is_bot=True)
        self.users: dict[int, User] = {self.me.id: self.me}
        self.chats: dict[int, Chat] = {}
        self.queries: dict[str, Query] = {}
        self.inline: dict[str, InlineAsked] = {}
        self.guests: dict[str, GuestAsked] = {}
        self.sets: dict[str, Json] = {}
        """Sets of stickers, by name."""
        self.inline_mode = True
        self.takes_guests = True
        """Whether BotFather has switched guest mode on."""
        self.prepared: dict[str, Json] = {}
        """What people may send from a window, by the id by which its app asks for it."""
        self.menu_button: Json = {"type": "commands"}
        self.updates = Updates()
        self.quota = Quota()
        self.commands: dict[tuple[str, str], list[Json]] = {}
        """By scope (as sorted JSON) and language."""
        self.texts: dict[tuple[str, str], str] = {}
        self.ephemeral = ephemeral
        """Whether this server knows ephemeral messages (10.2 and later)."""
        self.hides = hides
        """Whether it knows the parameter that makes a message one, and not the methods alone."""
        self.depicts = ephemeral and depicts
        """Whether such a message may get another picture (10.3)."""
        self.privacy = True
        self.joins_groups = True
        self._shared = itertools.count(1)
        self._files = itertools.count(1)
        self.files: dict[str, bytes] = {}
        """Those that were sent, by the names that they were given."""
        self.incoming: dict[str, bytes] = {}
        """Those that came with the present call."""
        self._ephemeral_commands: dict[tuple[int, int], tuple[int, float]] = {}
        """By chat and number of an incoming ephemeral message: who sent it, and when."""

    # --- numbers, messages -----------------------------------------------------------------------

    def number(self, chat: Chat) -> int:
        """The number of the next message: a supergroup counts for itself."""
        if chat.type in (PRIVATE, GROUP):
            return next(self._shared)
        chat.next_id += 1
        return chat.next_id - 1

    def post(self, chat: Chat, author: User | None, **more: Any) -> Shown:
        """A new message stands in a chat."""
        message: Json = {"message_id": self.number(chat), "date": int(now()), "chat": chat.json()}
        if author:
            message["from"] = author.json()
        message |= {name: value for name, value in more.items() if value is not None}
        shown = Shown(message, by_bot=author is self.me)
        chat.messages.append(shown)
        chat.bot_spoke_last = shown.by_bot
        return shown

    def status(self, chat: Chat, user: int) -> str:
        """What somebody is in a chat."""
        return chat.members.get(user, "left")

    # --- who may write where ---------------------------------------------------------------------

    def chat_of(self, values: Json) -> Chat:
        """The chat that is meant, if the bot may act there."""
        chat = self.chats.get(values["chat_id"])
        if chat is None:
            if values["chat_id"] in self.users:
                raise forbidden("bot can't initiate conversation with a user")
            raise bad("chat not found")
        if chat.migrated_to:
            raise bad(
                "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to
            )
        if chat.type == PRIVATE:
            user = self.users[chat.id]
            if user.blocked:
                raise forbidden("bot was blocked by the user")
            if not user.opened:
                raise forbidden("bot can't initiate conversation with a user")
            return chat
        kind = {GROUP: "group", SUPERGROUP: "supergroup", CHANNEL: "channel"}[chat.type]
        match self.status(chat, self.me.id):
            case "kicked":
                raise forbidden(f"bot was kicked from the {kind} chat")
            case "left":
                raise forbidden(f"bot is not a member of the {kind} chat")
            case _:
                return chat

    def _writable(self, values: Json) -> Chat:
        chat = self.chat_of(values)
        if chat.muted:
            raise bad("not enough rights to send text messages to the chat")
        return chat

    def flood(self, method: str, values: Json) -> None:
        """Counts a call; too many are refused."""
        if method not in WRITES:
            return
        seconds = self.quota.retry_after(values["chat_id"], now())
        if seconds:
            raise flood(seconds)

    # --- the bot ---------------------------------------------------------------------------------

    def getMe(self, _: Json) -> Json:
        return self.me.json() | {
            "can_join_groups": self.joins_groups,
            "can_read_all_group_messages": not self.privacy,
            "supports_inline_queries": self.inline_mode,
            "supports_guest_queries": self.takes_guests,
        }

    async def getUpdates(self, values: Json) -> list[Json]:
        return await self.updates.get(values)

    def setWebhook(self, values: Json) -> bool:
        hook = Webhook(
            values["url"],
            values.get("secret_token", ""),
            values.get("allowed_updates"),
            values.get("max_connections", 40),
        )
        self.updates.set_webhook(hook, drop=values.get("drop_pending_updates", False))
        return True

    def deleteWebhook(self, values: Json) -> bool:
        self.updates.set_webhook(None, drop=values.get("drop_pending_updates", False))
        return True

    def getWebhookInfo(self, _: Json) -> Json:
        hook = self.updates.webhook
        info: Json = {
            "url": hook.url if hook else "",
            "has_custom_certificate": False,
            "pending_update_count": len(self.updates.waiting),
        }
        if self.updates.last_error:
            info |= {"last_error_date": int(now()), "last_error_message": self.updates.last_error}
        return info

    # --- sending ---------------------------------------------------------------------------------

    def sendMessage(self, values: Json) -> Json:
        text, entities = self._text(values["text"], values)
        return self._send(values, text=text, entities=entities or None)

    def sendPhoto(self, values: Json) -> Json:
        size = self._file(values["photo"]) | {"width": 800, "height": 600}
        return self._send(values, photo=[size], **self._caption(values))

    def sendDocument(self, values: Json) -> Json:
        return self._send(values, document=self._file(values["document"]), **self._caption(values))

    def _send(self, values: Json, **content: Any) -> Json:
        chat = self._writable(values)
        more = dict(content)
        thread = values.get("message_thread_id")
        if thread:
            if thread not in chat.topics:
                raise bad("message thread not found")
            more |= {"message_thread_id": thread, "is_topic_message": True}
        markup = values.get("reply_markup")
        if markup and "inline_keyboard" in markup:
            more["reply_markup"] = markup
        reply = values.get("reply_parameters") or {}
        ephemeral = values.get("ephemeral_message_parameters")
        # A server that does not know the parameter ignores it: the message is there for all to see.
        if ephemeral is not None and self.ephemeral and self.hides:
            return self._send_ephemeral(chat, ephemeral, reply, more)
        if "message_id" in reply:
            before = chat.find(reply["message_id"])
            if before is not None:
                flat = {k: v for k, v in before.json.items() if k != "reply_to_message"}
                more["reply_to_message"] = flat
            elif not reply.get("allow_sending_without_reply"):
                raise bad("message to be replied not found")
        return self.post(chat, self.me, **more).json

    def _send_ephemeral(self, chat: Chat, wanted: Json, reply: Json, more: Json) -> Json:
        receiver = self.users.get(wanted["receiver_user_id"])
        if chat.type not in (GROUP, SUPERGROUP):
            raise bad("ephemeral messages can be sent to groups only")
        if receiver is None or receiver.is_bot or self.status(chat, receiver.id) not in IN_GROUP:
            raise bad("USER_NOT_PARTICIPANT")
        if self.status(chat, self.me.id) != "administrator":
            self._triggered(chat, receiver, wanted, reply)
        number = chat.next_ephemeral
        chat.next_ephemeral += 1
        message: Json = {
            "message_id": 0,
            "date": int(now()),
            "chat": chat.json(),
            "from": self.me.json(),
            "receiver_user": receiver.json(),
            "ephemeral_message_id": number,
        }
        message |= {name: value for name, value in more.items() if value is not None}
        chat.messages.append(
            Shown(
                message,
                by_bot=True,
                receiver=receiver.id,
                ephemeral=number,
                missed=receiver.misses_ephemeral,
            )
        )
        return message

    def _triggered(self, chat: Chat, receiver: User, wanted: Json, reply: Json) -> None:
        """No administrator: something of this person must have asked for it just now."""
        query = self.queries.get(wanted.get("callback_query_id", ""))
        if query is not None:
            if query.user != receiver.id or query.chat != chat.id:
                raise bad("QUERY_ID_INVALID")
            if now() - query.at <= REPLY_LIVES:
                return
        sent = self._ephemeral_commands.get((chat.id, reply.get("ephemeral_message_id", 0)))
        if sent and sent[0] == receiver.id and now() - sent[1] <= REPLY_LIVES:
            return
        raise bad("EPHEMERAL_MESSAGE_TRIGGER_REQUIRED")

    def hear_ephemeral(self, chat: Chat, user: User) -> int:
        """The number of an ephemeral message that somebody sends to the bot."""
        number = chat.next_ephemeral
        chat.next_ephemeral += 1
        self._ephemeral_commands[chat.id, number] = (user.id, now())
        return number

    # --- editing ---------------------------------------------------------------------------------

    def editMessageText(self, values: Json) -> Json:
        shown = self._mine(values)
        if "text" not in shown.json:
            raise bad("there is no text in the message to edit")
        text, entities = self._text(values["text"], values)
        return self._edit(shown, values, text=text, entities=entities or None)

    def editMessageCaption(self, values: Json) -> Json:
        return self._edit_caption(self._mine(values), values)

    def _edit_caption(self, shown: Shown, values: Json) -> Json:
        if "text" in shown.json:
            raise bad("there is no caption in the message to edit")
        content = {"caption": None, "caption_entities": None} | self._caption(values)
        return self._edit(shown, values, **content)

    def editMessageMedia(self, values: Json) -> Json:
        return self._edit_media(self._mine(values), values)

    def _edit_media(self, shown: Shown, values: Json) -> Json:
        media = values["media"]
        if media["type"] != "photo":
            raise bad("only photos are simulated")
        size = self._file(media["media"]) | {"width": 800, "height": 600}
        content = {"caption": None, "caption_entities": None} | self._caption(media)
        return self._edit(
            shown, values, photo=[size], text=None, entities=None, document=None, **content
        )

    def editMessageReplyMarkup(self, values: Json) -> Json:
        return self._edit(self._mine(values), values)

    def _mine(self, values: Json) -> Shown:
        chat = self._writable(values)
        shown = chat.find(values["message_id"])
        if shown is None:
            raise bad("message to edit not found")
        if not shown.by_bot:
            raise bad("message can't be edited")
        return shown

    def _edit(self, shown: Shown, values: Json, **content: Any) -> Json:
        content["reply_markup"] = values.get("reply_markup")
        changes = {name: value for name, value in content.items() if shown.json.get(name) != value}
        if not changes:
            raise bad(NOT_MODIFIED)
        shown.edit(**changes)
        return shown.json

    def editEphemeralMessageText(self, values: Json) -> bool:
        shown = self._mine_ephemeral(values)
        if "text" not in shown.json:
            raise bad("there is no text in the message to edit")
        text, entities = self._text(values["text"], values)
        self._edit(shown, values, text=text, entities=entities or None)
        return True

    def editEphemeralMessageCaption(self, values: Json) -> bool:
        self._edit_caption(self._mine_ephemeral(values), values)
        return True

    def editEphemeralMessageMedia(self, values: Json) -> bool:
        shown = self._mine_ephemeral(values)
        if "text" in shown.json:
            raise bad("there is no media in the message to edit")
        self._edit_media(shown, values)
        return True

    def deleteEphemeralMessage(self, values: Json) -> bool:
        self._mine_ephemeral(values).deleted = True
        return True

    def _mine_ephemeral(self, values: Json) -> Shown:
        chat = self.chat_of(values)
        shown = chat.find_ephemeral(values["receiver_user_id"], values["ephemeral_message_id"])
        if shown is None or not shown.by_bot:
            raise bad("message to edit not found")
        return shown

    def deleteMessage(self, values: Json) -> bool:
        chat = self.chat_of(values)
        shown = chat.find(values["message_id"])
        if shown is None:
            raise bad("message to delete not found")
        if not shown.by_bot and self.status(chat, self.me.id) != "administrator":
            raise bad("message can't be deleted")
        if now() - shown.json["date"] > 48 * 3600:
            raise bad("message can't be deleted for everyone")
        shown.deleted = True
        return True

    def setMessageReaction(self, values: Json) -> bool:
        chat = self.chat_of(values)
        shown = chat.find(values["message_id"])
        if shown is None:
            raise bad("message to react not found")
        wanted = values.get("reaction") or []
        if any(reaction["emoji"] not in chat.reactions for reaction in wanted):
            raise bad("REACTION_INVALID")
        shown.reactions = [reaction["emoji"] for reaction in wanted]
        return True

    # --- presses ---------------------------------------------------------------------------------

    def answerCallbackQuery(self, values: Json) -> bool:
        query = self.queries.get(values["callback_query_id"])
        if query is None or query.answer is not None or now() - query.at > QUERY_LIVES:
            raise bad(TOO_OLD)
        query.answer = values
        query.answered_at = now()
        return True

    def answerInlineQuery(self, values: Json) -> bool:
        asked = self.inline.get(values["inline_query_id"])
        if asked is None or now() - asked.at > QUERY_LIVES:
            raise bad(TOO_OLD)
        for result in values["results"]:
            if result["type"] == "sticker" and result["sticker_file_id"] not in self.stickers:
                raise bad("STICKER_FILE_INVALID")
        asked.answer = values
        return True

    @property
    def stickers(self) -> dict[str, Json]:
        """Those of all sets, by the names of their files."""
        return {
            sticker["file_id"]: sticker for set in self.sets.values() for sticker in set["stickers"]
        }

    def createNewStickerSet(self, values: Json) -> bool:
        owner, name = self.users.get(values["user_id"]), values["name"]
        if owner is None or not owner.opened:
            raise bad("PEER_ID_INVALID")
        if name in self.sets:
            raise bad("sticker set name is already occupied")
        if not name.endswith(f"_by_{self.me.username}"):
            raise bad("invalid sticker set name is specified")
        stickers = [
            self._file(sticker["sticker"])
            | {
                "type": "regular",
                "width": 328,
                "height": 512,
                "is_animated": False,
                "is_video": False,
                "emoji": sticker["emoji_list"][0],
                "set_name": name,
            }
            for sticker in values["stickers"]
        ]
        made = {"name": name, "title": values["title"], "sticker_type": "regular"}
        self.sets[name] = made | {"stickers": stickers}
        return True

    def getStickerSet(self, values: Json) -> Json:
        found = self.sets.get(values["name"])
        if found is None:
            raise bad("STICKERSET_INVALID")
        return found

    def answerGuestQuery(self, values: Json) -> Json:
        asked = self.guests.get(values["guest_query_id"])
        if asked is None or asked.answer is not None or now() - asked.at > QUERY_LIVES:
            raise bad(TOO_OLD)
        asked.answer = values
        result = values["result"]
        self.post(
            asked.chat,
            self.me,
            text=result["input_message_content"]["message_text"],
            reply_markup=result.get("reply_markup"),
            guest_bot_caller_user=asked.shown.json["from"],
        )
        return {"inline_message_id": f"guest-{values['guest_query_id']}"}

    def savePreparedInlineMessage(self, values: Json) -> Json:
        if values["user_id"] not in self.users:
            raise bad("USER_ID_INVALID")
        made = f"prepared-{len(self.prepared)}"
        self.prepared[made] = values
        return {"id": made, "expiration_date": int(now()) + 600}

    # --- chats -----------------------------------------------------------------------------------

    def getChatMember(self, values: Json) -> Json:
        chat = self.chat_of(values)
        user = self.users.get(values["user_id"])
        if user is None:
            raise bad("PARTICIPANT_ID_INVALID")
        return member_json(user, self.status(chat, user.id), muted=chat.muted)

    # --- commands and descriptions ---------------------------------------------------------------

    def setMyCommands(self, values: Json) -> bool:
        self._scope_exists(values)
        self.commands[_scope(values), values.get("language_code", "")] = values["commands"]
        return True

    def getMyCommands(self, values: Json) -> list[Json]:
        return self.commands.get((_scope(values), values.get("language_code", "")), [])

    def _scope_exists(self, values: Json) -> None:
        scope = values.get("scope", {})
        if "chat_id" in scope:
            self.chat_of(scope)

    def setChatMenuButton(self, values: Json) -> bool:
        self.menu_button = values["menu_button"]
        return True

    def setMyDescription(self, values: Json) -> bool:
        return self._say("description", values)

    def setMyShortDescription(self, values: Json) -> bool:
        return self._say("short_description", values)

    def _say(self, what: str, values: Json) -> bool:
        self.texts[what, values.get("language_code", "")] = values.get(what, "")
        return True

    # --- parts -----------------------------------------------------------------------------------

    def _text(self, source: str, values: Json) -> tuple[str, list[Json]]:
        if values.get("parse_mode") == "HTML":
            text, entities = parse(source)
        else:
            text, entities = source, list(values.get("entities") or ())
        return text.rstrip(), [self._entity(entity) for entity in entities]

    def _entity(self, entity: Json) -> Json:
        if entity["type"] != "text_mention" or not isinstance(entity["user"], int):
            return entity
        user = self.users.get(entity["user"])
        return entity | {"user": user.json()} if user else {**entity, "type": "bold"}

    def _caption(self, values: Json) -> Json:
        if "caption" not in values:
            return {}
        text, entities = self._text(values["caption"], values)
        return {"caption": text, "caption_entities": entities or None}

    def _file(self, source: str) -> Json:
        """One that is sent, or one that is known by the name that it was given."""
        if not source.startswith("attach://"):
            if source not in self.files:
                raise bad("wrong file identifier/HTTP URL specified")
            return {"file_id": source, "file_unique_id": f"unique-{source}"}
        number = f"file-{next(self._files)}"
        self.files[number] = self.incoming[source.removeprefix("attach://")]
        return {"file_id": number, "file_unique_id": f"unique-{number}"}


def _answer_of(method: str) -> str:
    told = returns().get(method, "Boolean")  # what came later answers with a yes
    return told.removesuffix(" or Boolean").replace("Boolean", "True")


RETURNS: Final = {name: _answer_of(name) for name in vars(Methods) if name in newer().things}
"""What each simulated method answers."""


def _scope(values: Json) -> str:
    return scope_key(values.get("scope", {"type": "default"}))


def commands_in(text: str) -> Iterable[Json]:
    """The ``bot_command`` entities of a text."""
    for found in re.finditer(r"(?<!\S)/\w{1,32}(@\w+)?", text):
        offset = len(text[: found.start()].encode("utf-16-le")) // 2
        yield {"type": "bot_command", "offset": offset, "length": len(found[0])}
