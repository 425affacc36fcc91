"""What there is in the small Discord: guilds, channels, threads, people, messages, interactions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

Json = Any

VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
MANAGE_GUILD: Final = 1 << 5
EMBED_LINKS: Final = 1 << 14
ATTACH_FILES: Final = 1 << 15
READ_MESSAGE_HISTORY: Final = 1 << 16
USE_APPLICATION_COMMANDS: Final = 1 << 31
CREATE_PUBLIC_THREADS: Final = 1 << 35
CREATE_PRIVATE_THREADS: Final = 1 << 36
SEND_MESSAGES_IN_THREADS: Final = 1 << 38

USUAL: Final = (
    VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS
)
"""What the bot is invited with, and everyone has."""

TEXT, DM, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12

ANSWERING: Final = EMBED_LINKS | ATTACH_FILES | 1 << 17
"""What an answer may hold where the bot is not: links, files, mentions."""
USE_EXTERNAL_APPS: Final = 1 << 50

DISCORD_EPOCH: Final = 1_420_070_400_000


@dataclass(eq=False)
class User:
    id: int
    name: str
    bot: bool = False
    locale: str = "es-ES"
    dm_refusal: int = 0
    """50007 (closed), 50278 (no common server): what a message to this person is refused with."""
    installed: bool = False
    """Whether they have added the bot to their own account."""


@dataclass(eq=False)
class Guild:
    id: int
    name: str
    owner: User
    locale: str = "en-US"
    members: dict[int, User] = field(default_factory=dict)
    managers: set[int] = field(default_factory=set)
    """Who may manage the guild, beside the owner."""
    has_bot: bool = True
    bot_permissions: int = USUAL
    system: "Channel | None" = None
    """Where newcomers are greeted."""
    joined: float = 0.0
    """When the bot was added."""
    external_apps: bool = True
    """Whether everybody sees what bots answer that are not in the guild."""

    def permissions_of(self, user: User) -> int:
        if user is self.owner or user.id in self.managers:
            return USUAL | MANAGE_GUILD | USE_EXTERNAL_APPS
        return USUAL | (USE_EXTERNAL_APPS if self.external_apps else 0)


@dataclass(eq=False)
class Channel:
    """A text channel, a thread, or a private chat with one person."""

    id: int
    type: int
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipient: User | None = None
    people: tuple[User, ...] = ()
    """Who talks here without the bot: a group, or two people."""
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    deleted: bool = False
    taken: int = 0
    """Permissions that the bot is refused here."""
    hidden_from: set[int] = field(default_factory=set)
    """Who does not see it."""
    starter: int = 0
    """The message a thread hangs on."""

    @property
    def is_thread(self) -> bool:
        return self.type in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def botless(self) -> bool:
        """Whether the bot is not here, and may only answer."""
        return bool(self.people) or (self.guild is not None and not self.guild.has_bot)

    @property
    def bot_permissions(self) -> int:
        if self.botless:
            return ANSWERING
        if self.guild is None:
            return USUAL
        taken = self.taken | (self.parent.taken if self.parent else 0)
        return self.guild.bot_permissions & ~taken


@dataclass(frozen=True)
class File:
    """An attachment with its bytes."""

    id: int
    name: str
    data: bytes
    description: str = ""
    content_type: str = "application/octet-stream"


@dataclass(eq=False)
class Message:
    id: int
    channel: Channel
    author: User
    at: float
    content: str = ""
    components: list[Json] = field(default_factory=list)
    """As they were sent, ``attachment://`` and all."""
    flags: int = 0
    files: list[File] = field(default_factory=list)
    mentions: tuple[int, ...] = ()
    """Whom its sending notified; an edit notifies nobody."""
    roles: tuple[int, ...] = ()
    """The roles whose people its sending notified."""
    edited: float | None = None
    edits: int = 0
    nonce: str | int | None = None
    late_edits: int = 0
    """Edits when it was more than an hour old."""
    only_for: User | None = None
    """Whose ephemeral message this is."""
    deleted: bool = False
    interaction: "Interaction | None" = None
    """What it answers."""
    reference: int = 0


@dataclass(eq=False)
class Interaction:
    """One press, one slash command; and what became of it."""

    id: int
    token: str
    type: int
    """2 slash, 3 component, 4 autocomplete, 5 modal."""
    user: User
    channel: Channel
    data: Json
    at: float
    message: Message | None = None
    answer: int = 0
    """The type of the first answer; 0: none yet."""
    answered_at: float | None = None
    reply: Message | None = None
    """What the first answer made, or the message it changed."""
    modal: Json = None
    choices: list[Json] | None = None
    followups: list[Message] = field(default_factory=list)
    followed: int = 0
    """How many follow-ups were asked for, where they are counted."""
    parent: "Interaction | None" = None
    owners: Json = field(default_factory=dict)
    """Who has installed what it goes through: ``0`` a guild, ``1`` a user."""
    launched: "Instance | None" = None
    """The activity that the first answer opened."""
    thinking: bool = False
    """Deferred with a message that is still to come."""
    dead: bool = False
    """Nobody answered in time: "This interaction failed" stands on the screen."""
    refused: list[int] = field(default_factory=list)
    """Codes of answers that were refused."""


@dataclass(eq=False)
class Instance:
    """An activity that runs in a channel, with those who have it open."""

    id: str
    channel: Channel
    launch: str
    users: list[User] = field(default_factory=list)


@dataclass(eq=False)
class Grant:
    """A code that somebody's client has given to a page for an application; later a token."""

    user: User
    application: int
    at: float
    scopes: tuple[str, ...] = ("identify",)
    token: str = ""
    """What the code was exchanged for; empty: it was not exchanged yet."""


class Ids:
    """Snowflakes of the look-alike's clock, all different."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._count = 0

    def new(self, at: float | None = None) -> int:
        self._count += 1
        moment = self._clock() if at is None else at
        return ((int(moment * 1000) - DISCORD_EPOCH) << 22) | (self._count & 0x3FFFFF)


def stamp(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()


class World:
    """Everything by its id."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.ids = Ids(clock)
        self.application = self.ids.new()
        self.bot = User(self.application, "Truco", bot=True, locale="en-US")
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.commands: dict[int, list[Json]] = {}
        """By guild; 0: global."""
        self.emoji: dict[int, Json] = {}
        self.client_secret = "s3cret-of-the-application-0000000"
        self.instances: dict[str, Instance] = {}
        self.codes: dict[str, Grant] = {}
        self.user_install = False
        """Whether the page *Installation* lets people install the bot for themselves."""
        self.interactions_endpoint_url: str | None = None
        """Where the application wants its interactions, instead of at the gateway."""

    # --- making ----------------------------------------------------------------------------

    def add_user(self, name: str, locale: str = "es-ES") -> User:
        user = User(self.ids.new(), name, locale=locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, locale: str = "en-US", shard: tuple[int, int] = (0, 1)) -> Guild:
        """A guild that belongs to shard ``shard[0]`` of ``shard[1]``."""
        index, count = shard
        id = self.ids.new()
        while (id >> 22) % count != index:
            id += 1 << 22
        owner = self.add_user(f"owner of {name}")
        guild = Guild(id, name, owner, locale, {owner.id: owner, self.bot.id: self.bot})
        self.guilds[id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.ids.new(), TEXT, name, guild)
        self.channels[channel.id] = channel
        return channel

    def add_thread(self, parent: Channel, name: str, type: int = PUBLIC_THREAD) -> Channel:
        thread = Channel(self.ids.new(), type, name, parent.guild, parent)
        self.channels[thread.id] = thread
        return thread

    def add_group(self, *people: User, name: str = "", type: int = GROUP) -> Channel:
        """A chat among people, without the bot; ``type`` :data:`DM`: of two."""
        channel = Channel(self.ids.new(), type, name, people=people)
        self.channels[channel.id] = channel
        return channel

    def private_chat(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.ids.new(), DM, recipient=user)
        self.channels[channel.id] = channel
        return channel

    # --- activities ------------------------------------------------------------------------

    def launch(self, user: User, channel: Channel) -> Instance:
        """Somebody opens the activity in a channel. Whoever does so while it runs there shares it
        with the others."""
        for instance in self.instances.values():
            if instance.channel is channel and instance.users:
                break
        else:
            launch = self.ids.new()
            kind = "pc" if channel.guild is None else "gc"
            place = [str(id) for id in (channel.guild and channel.guild.id, channel.id) if id]
            instance = Instance("-".join(["i", str(launch), kind, *place]), channel, str(launch))
            self.instances[instance.id] = instance
        if user not in instance.users:
            instance.users.append(user)
        return instance

    def authorize(self, user: User, application: int = 0, *scopes: str) -> str:
        """Somebody's client gives a page this code for an application; 0: for the bot's own."""
        grant = Grant(user, application or self.application, self.clock())
        grant.scopes = scopes or grant.scopes
        code = f"code{self.ids.new()}"
        self.codes[code] = grant
        return code

    def instance_shape(self, instance: Instance) -> Json:
        place = instance.channel
        location: Json = {"channel_id": str(place.id)}
        if place.guild is None:
            location |= {"id": f"pc-{place.id}", "kind": "pc"}
        else:
            location |= {
                "id": f"gc-{place.guild.id}-{place.id}",
                "kind": "gc",
                "guild_id": str(place.guild.id),
            }
        return {
            "application_id": str(self.application),
            "instance_id": instance.id,
            "launch_id": instance.launch,
            "location": location,
            "users": [str(user.id) for user in instance.users],
        }

    # --- looking ---------------------------------------------------------------------------

    def in_channel(self, channel: Channel) -> Iterator[Message]:
        """Its messages, oldest first, everyone's and ephemeral ones."""
        for message in self.messages.values():
            if message.channel is channel and not message.deleted:
                yield message

    # --- shapes ----------------------------------------------------------------------------

    def user_shape(self, user: User) -> Json:
        made = {
            "id": str(user.id),
            "username": user.name.lower().replace(" ", "_"),
            "global_name": user.name,
            "discriminator": "0",
            "avatar": None,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
        if user.bot:
            made["bot"] = True
        return made

    def member_shape(self, guild: Guild, user: User) -> Json:
        return {
            "user": self.user_shape(user),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [],
            "joined_at": stamp(guild.joined if user is self.bot else self.clock()),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }

    def channel_shape(self, channel: Channel) -> Json:
        made: Json = {"id": str(channel.id), "type": channel.type, "flags": 0}
        if channel.recipient is not None:
            made["recipients"] = [self.user_shape(channel.recipient)]
            made["last_message_id"] = None
            return made
        if channel.people:
            made["recipients"] = [self.user_shape(user) for user in channel.people]
            made["last_message_id"] = None
            if channel.type == GROUP:
                made |= {"name": channel.name or None, "icon": None}
                made["owner_id"] = str(channel.people[0].id)
            return made
        assert channel.guild is not None
        made |= {
            "guild_id": str(channel.guild.id),
            "name": channel.name,
            "rate_limit_per_user": 0,
            "last_message_id": None,
        }
        if channel.is_thread:
            assert channel.parent is not None
            made |= {
                "parent_id": str(channel.parent.id),
                "owner_id": str(self.bot.id),
                "message_count": 0,
                "total_message_sent": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": channel.archived,
                    "auto_archive_duration": channel.auto_archive,
                    "archive_timestamp": stamp(self.clock()),
                    "locked": channel.locked,
                    "create_timestamp": stamp(self.clock()),
                },
            }
            return made
        taken = {user: VIEW_CHANNEL for user in channel.hidden_from}
        if channel.taken:
            taken[self.bot.id] = channel.taken
        overwrites = [
            {"id": str(user), "type": 1, "allow": "0", "deny": str(denied)}
            for user, denied in taken.items()
        ]
        return made | {
            "position": 0,
            "topic": None,
            "nsfw": False,
            "parent_id": None,
            "permission_overwrites": overwrites,
        }

    def guild_shape(self, guild: Guild) -> Json:
        """As GUILD_CREATE carries it."""
        everyone = {
            "id": str(guild.id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0,
            "permissions": str(guild.bot_permissions),
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        inside = [
            channel
            for channel in self.channels.values()
            if channel.guild is guild and not channel.deleted
        ]
        return {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(guild.owner.id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "roles": [everyone],
            "emojis": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None if guild.system is None else str(guild.system.id),
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "preferred_locale": guild.locale,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "safety_alerts_channel_id": None,
            "joined_at": stamp(guild.joined),
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "voice_states": [],
            "members": [self.member_shape(guild, self.bot)],
            "channels": [
                self.channel_shape(channel) for channel in inside if not channel.is_thread
            ],
            "threads": [
                self.channel_shape(channel)
                for channel in inside
                if channel.is_thread and not channel.archived
            ],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "stickers": [],
        }

    def file_shape(self, message: Message, file: File) -> Json:
        url = f"https://cdn.invalid/attachments/{message.channel.id}/{file.id}/{file.name}"
        made: Json = {
            "id": str(file.id),
            "filename": file.name,
            "size": len(file.data),
            "url": url,
            "proxy_url": url,
            "content_type": file.content_type,
        }
        if file.content_type.startswith("image/"):
            made |= {"width": 10, "height": 10}
        if file.description:
            made["description"] = file.description
        if message.only_for is not None:
            made["ephemeral"] = True
        return made

    def _media(self, message: Message, media: Json) -> Json:
        url = media["url"]
        name = url.removeprefix("attachment://")
        for file in message.files:
            if url != name and file.name == name:
                shape = self.file_shape(message, file)
                return {
                    "id": str(file.id),
                    "attachment_id": str(file.id),
                    "url": shape["url"],
                    "proxy_url": shape["url"],
                    "width": 10,
                    "height": 10,
                    "content_type": file.content_type,
                }
        return {"id": str(self.ids.new()), "url": url, "proxy_url": url}

    def component_shapes(self, message: Message) -> list[Json]:
        """As the API gives them back: numbered, with every default filled in."""
        taken = {component["id"] for component in _all(message.components) if component.get("id")}
        count = 0

        def number(component: Json) -> int:
            nonlocal count
            if component.get("id"):
                return int(component["id"])
            count += 1
            while count in taken:
                count += 1
            return count

        def shape(component: Json) -> Json:
            made = {key: value for key, value in component.items() if value is not None}
            made["id"] = number(component)
            match component["type"]:
                case 1:
                    made["components"] = [shape(inner) for inner in component["components"]]
                case 2:
                    if "emoji" in made:
                        made["emoji"] = _emoji(made["emoji"])
                case 3:
                    made.pop("required", None)
                    made.setdefault("min_values", 1)
                    made.setdefault("max_values", 1)
                    made["options"] = [
                        {key: value for key, value in option.items() if value is not None}
                        for option in component["options"]
                    ]
                    for option in made["options"]:
                        if "emoji" in option:
                            option["emoji"] = _emoji(option["emoji"])
                case 9:
                    made["components"] = [shape(inner) for inner in component["components"]]
                    made["accessory"] = shape(component["accessory"])
                case 11:
                    made["media"] = self._media(message, component["media"])
                    made["description"] = component.get("description")
                    made["spoiler"] = bool(component.get("spoiler"))
                case 12:
                    made["items"] = [
                        {
                            "media": self._media(message, item["media"]),
                            "description": item.get("description"),
                            "spoiler": bool(item.get("spoiler")),
                        }
                        for item in component["items"]
                    ]
                case 13:
                    made["file"] = self._media(message, component["file"])
                    made["spoiler"] = bool(component.get("spoiler"))
                    made |= {"name": None, "size": None}
                case 14:
                    made.setdefault("spacing", 1)
                    made.setdefault("divider", True)
                case 17:
                    made["components"] = [shape(inner) for inner in component["components"]]
                    made["accent_color"] = component.get("accent_color")
                    made["spoiler"] = bool(component.get("spoiler"))
                case _:
                    pass
            return made

        return [shape(component) for component in message.components]

    def message_shape(self, message: Message) -> Json:
        shown = [file for file in message.files if not _refers(message.components, file.name)]
        made = {
            "id": str(message.id),
            "type": 0,
            "channel_id": str(message.channel.id),
            "author": self.user_shape(message.author),
            "content": message.content,
            "timestamp": stamp(message.at),
            "edited_timestamp": None if message.edited is None else stamp(message.edited),
            "tts": False,
            "mention_everyone": False,
            "mentions": [self.user_shape(self.users[id]) for id in message.mentions],
            "mention_roles": [],
            "attachments": [self.file_shape(message, file) for file in shown],
            "embeds": [],
            "components": self.component_shapes(message),
            "pinned": False,
            "flags": message.flags,
        }
        if interaction := message.interaction:
            made["application_id"] = str(self.application)
            made["webhook_id"] = str(self.application)
            if interaction.type == 2:
                made["type"] = 20
                made["interaction_metadata"] = {
                    "id": str(interaction.id),
                    "type": 2,
                    "user": self.user_shape(interaction.user),
                    "authorizing_integration_owners": interaction.owners,
                }
        return made


def _emoji(emoji: Json) -> Json:
    made = {"name": emoji["name"]}
    if emoji.get("id"):
        made["id"] = str(emoji["id"])
    if emoji.get("animated"):
        made["animated"] = True
    return made


def _all(tree: list[Json]) -> Iterator[Json]:
    for component in tree:
        yield component
        yield from _all(component.get("components") or [])
        if component.get("accessory"):
            yield component["accessory"]


def _refers(value: Json, name: str) -> bool:
    """Whether ``attachment://name`` stands somewhere inside."""
    if isinstance(value, dict):
        return any(_refers(inner, name) for inner in value.values())
    if isinstance(value, list):
        return any(_refers(inner, name) for inner in value)
    return bool(value == f"attachment://{name}")
