"""Who and what there is in the look-alike: users, chats, messages, and what each of them sees."""

from dataclasses import dataclass, field
from typing import Any, Final

from telegram.constants import ReactionEmoji

from tests.adapters.telegram.description import newer
from tests.virtual import now

Json = dict[str, Any]

PRIVATE: Final = "private"
GROUP: Final = "group"
SUPERGROUP: Final = "supergroup"
CHANNEL: Final = "channel"

ANONYMOUS: Final = 1087968824
"""GroupAnonymousBot: who speaks when an administrator hides behind the group."""
IN_GROUP: Final = ("creator", "administrator", "member", "restricted")


def _permissions(kind: str) -> tuple[str, ...]:
    """What a member of this kind may or may not."""
    return tuple(name for name in newer().things[kind].required if name.startswith("can_"))


_RIGHTS: Final = _permissions("ChatMemberAdministrator")
_PERMISSIONS: Final = _permissions("ChatMemberRestricted")


@dataclass
class User:
    """Somebody, or the bot."""

    id: int
    first_name: str
    language: str = ""
    username: str = ""
    is_bot: bool = False
    opened: bool = False
    """Has pressed Start."""
    blocked: bool = False
    misses_ephemeral: bool = False
    """Is offline when ephemeral messages come, which are then lost."""

    def json(self) -> Json:
        """As the Bot API writes it."""
        user: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        if self.username:
            user["username"] = self.username
        if self.language:
            user["language_code"] = self.language
        return user


@dataclass
class Shown:
    """One message as it stands in a chat."""

    json: Json
    by_bot: bool
    receiver: int = 0
    """Of an ephemeral message: who sees it (the bot: 0 and ``ephemeral``)."""
    ephemeral: int = 0
    """Its number, when it is ephemeral."""
    deleted: bool = False
    missed: bool = False
    """Its receiver was not there."""
    reactions: list[str] = field(default_factory=list)
    """Those of the bot."""
    versions: list[Json] = field(default_factory=list)
    """What stood there before it was edited."""

    @property
    def id(self) -> int:
        return int(self.json["message_id"])

    @property
    def text(self) -> str:
        return str(self.json.get("text", self.json.get("caption", "")))

    @property
    def thread(self) -> int:
        return int(self.json.get("message_thread_id", 0))

    @property
    def buttons(self) -> list[Json]:
        """All its buttons in their order."""
        rows = self.json.get("reply_markup", {}).get("inline_keyboard", [])
        return [button for row in rows for button in row]

    def button(self, wanted: str) -> Json | None:
        """The button of this label or data, or whose data ends in it after a dot."""
        for button in self.buttons:
            data = str(button.get("callback_data", ""))
            if wanted in (button["text"], data) or data.rpartition(".")[2] == wanted:
                return button
        return None

    def edit(self, **changes: object) -> None:
        """Stands there with other words from now on."""
        self.versions.append(self.json)
        self.json = {**self.json, **changes, "edit_date": int(now())}
        for name, value in changes.items():
            if value is None:
                del self.json[name]


@dataclass
class Chat:
    """A chat of any kind. A private one has its user's number."""

    id: int
    type: str
    title: str = ""
    forum: bool = False
    members: dict[int, str] = field(default_factory=dict)
    """By user the status; the bot is one of them."""
    topics: dict[int, str] = field(default_factory=dict)
    migrated_to: int = 0
    bot_spoke_last: bool = False
    muted: bool = False
    """The bot is restricted: it may not write."""
    reactions: frozenset[str] = frozenset(ReactionEmoji)
    """The reactions that its administrators allow."""
    messages: list[Shown] = field(default_factory=list)
    next_id: int = 1
    next_ephemeral: int = 1

    def json(self) -> Json:
        """As it stands in a message."""
        chat: Json = {"id": self.id, "type": self.type}
        if self.type == PRIVATE:
            chat["first_name"] = self.title
        else:
            chat["title"] = self.title
        if self.forum:
            chat["is_forum"] = True
        return chat

    def find(self, number: int) -> Shown | None:
        """The message of this number, unless it was deleted."""
        return next(
            (
                message
                for message in self.messages
                if message.id == number and not message.deleted and not message.ephemeral
            ),
            None,
        )

    def find_ephemeral(self, receiver: int, number: int) -> Shown | None:
        """The ephemeral message of this number."""
        return next(
            (
                message
                for message in self.messages
                if message.ephemeral == number
                and message.receiver == receiver
                and not message.deleted
            ),
            None,
        )

    def seen_by(self, user: int) -> list[Shown]:
        """What this person finds in the chat, oldest first."""
        return [
            message
            for message in self.messages
            if not message.deleted
            and (
                not message.ephemeral
                or (message.receiver == user and not message.missed)
                or message.json.get("from", {}).get("id") == user
            )
        ]


def member_json(user: User, status: str, *, muted: bool = False) -> Json:
    """A ``ChatMember`` of this status."""
    member: Json = {"user": user.json(), "status": status}
    match status:
        case "creator":
            member["is_anonymous"] = False
        case "administrator":
            member |= dict.fromkeys(_RIGHTS, True)
            member |= {"can_be_edited": False, "is_anonymous": False}
        case "restricted":
            member |= {"is_member": True, "until_date": 0}
            member |= dict.fromkeys(_PERMISSIONS, not muted)
        case "kicked":
            member["until_date"] = 0
        case _:
            pass
    return member
