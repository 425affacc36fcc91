"""The HTTP API: what each operation does, and refuses."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import msgspec

from tests.adapters.discord.lookalike import rules
from tests.adapters.discord.lookalike.errors import Refusal, invalid, refusal
from tests.adapters.discord.lookalike.gateway import Gateway
from tests.adapters.discord.lookalike.world import (
    ATTACH_FILES,
    CREATE_PUBLIC_THREADS,
    DM,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    TEXT,
    VIEW_CHANNEL,
    Channel,
    File,
    Grant,
    Guild,
    Interaction,
    Message,
    World,
)

Json = Any


@dataclass(frozen=True)
class Part:
    """A file part of a form."""

    name: str
    data: bytes
    content_type: str


@dataclass(eq=False)
class Request:
    """One request as it came, and what it was answered with."""

    at: float
    method: str
    path: str
    operation: str
    params: dict[str, str]
    query: dict[str, str]
    body: Json
    files: dict[int, Part] = field(default_factory=dict)
    status: int = 0
    answer: Json = None
    public: bool | None = None
    """Whether a channel sees it; ``None``: nobody does, or it was not done."""
    person: int = 0
    """Who alone sees it, where that is somebody."""
    place: int = 0
    """The channel it is about."""
    grant: Grant | None = None
    """In whose name it is asked, if not in the bot's."""


Answer = tuple[int, Json]
Handler = Callable[["Rest", Request], Answer]

ROUTES: Final[list[tuple[str, re.Pattern[str], str, Handler]]] = []

TOKEN_OF_SOMEBODY: Final = {"get_my_user"}
"""What an application may also ask in the name of a person who allowed it."""

NOT_DESCRIBED: Final = {"oauth2_token"}
"""What the description of the API leaves out: it is written down in prose alone."""

WITHOUT_TOKEN: Final = {
    "oauth2_token",
    "create_interaction_response",
    "execute_webhook",
    "get_original_webhook_message",
    "update_original_webhook_message",
    "delete_original_webhook_message",
    "get_webhook_message",
    "update_webhook_message",
    "delete_webhook_message",
}
"""Whoever has the interaction's token may."""

TOKEN_LIVES: Final = 900.0
CODE_LIVES: Final = 60.0
"""How long a code can be exchanged. (The documentation has no number; it is to be done at once.)"""


def route(method: str, template: str, operation: str) -> Callable[[Handler], Handler]:
    def add(handler: Handler) -> Handler:
        parts = re.split(r"\{(\w+)\}", template)
        pattern = "".join(
            f"(?P<{part}>[^/]+)" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
        ROUTES.append((method, re.compile(pattern), operation, handler))
        return handler

    return add


def find(method: str, path: str) -> tuple[str, dict[str, str], Handler] | None:
    """The operation of a path; literal parts win over parameters."""
    best: tuple[int, str, dict[str, str], Handler] | None = None
    for verb, pattern, operation, handler in ROUTES:
        match = pattern.fullmatch(path)
        if verb == method and match and (best is None or len(match.groupdict()) < best[0]):
            best = (len(match.groupdict()), operation, match.groupdict(), handler)
    return None if best is None else best[1:]


def _patch(before: Message | None, body: Json, files: dict[int, Part]) -> Json:
    """The message as it would stand."""
    after: Json = {}
    if before is not None:
        after = {
            "content": before.content,
            "components": before.components,
            "flags": before.flags & ~(rules.EPHEMERAL | rules.LOADING),
            "attachments": [{"id": str(file.id), "filename": file.name} for file in before.files],
        }
    after |= {key: value for key, value in body.items() if value is not None or key != "flags"}
    if "attachments" not in body:
        named = after.get("attachments") or []
        after["attachments"] = [
            *named,
            *({"id": index, "filename": part.name} for index, part in files.items()),
        ]
    return after


class Rest:
    """The state behind the operations."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.base = ""
        self.answer_within = 3.0
        """How long an interaction waits for its first answer."""
        self.misdirected: list[str] = []
        """Follow-ups that everybody sees, and that were meant for one person."""
        self.has_activities = True
        """Whether the application's page *Activities* says that it has some."""
        self.finds_kept_files = True
        """A component may point to a file that an earlier request has brought. (The documentation
        says nothing of it.)"""

    # --- finding, or the refusal -------------------------------------------------------------

    def channel(self, request: Request, key: str = "channel_id") -> Channel:
        channel = self.world.channels.get(int(request.params[key]))
        if channel is None or channel.deleted:
            raise refusal(10003)
        request.place = channel.id
        if channel.botless:
            raise refusal(50001)
        if not channel.bot_permissions & VIEW_CHANNEL:
            raise refusal(50001)
        return channel

    def message(self, request: Request, channel: Channel | None = None) -> Message:
        message = self.world.messages.get(int(request.params["message_id"]))
        gone = message is None or message.deleted or message.only_for is not None
        if gone or (channel is not None and message is not None and message.channel is not channel):
            raise refusal(10008)
        assert message is not None
        return message

    def may_send(self, channel: Channel, files: dict[int, Part]) -> None:
        if channel.recipient is not None:
            if channel.recipient.dm_refusal:
                raise refusal(channel.recipient.dm_refusal)
            return
        sending = SEND_MESSAGES_IN_THREADS if channel.is_thread else SEND_MESSAGES
        has = channel.bot_permissions
        if not has & sending:
            raise refusal(50013)
        self.may_attach(channel, files)

    def may_attach(self, channel: Channel, files: dict[int, Part]) -> None:
        if files and not channel.bot_permissions & ATTACH_FILES:
            raise refusal(50013)

    def seen_by(self, request: Request, channel: Channel, only_for: int = 0) -> None:
        """Notes who gets to see this."""
        request.place = channel.id
        if only_for:
            request.public, request.person = False, only_for
        elif channel.recipient is not None:
            request.public, request.person = False, channel.recipient.id
        else:
            request.public = True

    # --- messages ----------------------------------------------------------------------------

    def judged(self, body: Json, files: dict[int, Part], before: Message | None) -> Json:
        """The message as it would stand; raises what Discord has against it."""
        after = _patch(before, body, files)
        sizes = {index: len(part.data) for index, part in files.items()}
        kept = {str(file.id) for file in before.files} if before else set()
        faults = rules.message_faults(after, sizes, kept)
        if before is not None and files and "attachments" not in body:
            # Since version 10 the list has to name what stays and what is new.
            faults.append(("attachments", "This field is required"))
        if not self.finds_kept_files:
            faults += rules.old_references(after, set(sizes))
        if faults:
            raise invalid(*faults)
        was_v2 = before is not None and before.flags & rules.IS_COMPONENTS_V2
        if was_v2 and "flags" in body and not (body["flags"] or 0) & rules.IS_COMPONENTS_V2:
            raise invalid(("flags", "IS_COMPONENTS_V2 cannot be removed"))
        if rules.is_empty(after):
            raise refusal(50006)
        return after

    def write(self, message: Message, after: Json, files: dict[int, Part]) -> None:
        """Puts what was judged into the message."""
        old = {str(file.id): file for file in message.files}
        message.files = []
        for entry in after.get("attachments") or ():
            if (key := str(entry["id"])) in old:
                message.files.append(old[key])
                continue
            part = files[int(key)]
            message.files.append(
                File(
                    self.world.ids.new(),
                    entry.get("filename") or part.name,
                    part.data,
                    entry.get("description") or "",
                    "image/png" if part.data.startswith(b"\x89PNG") else part.content_type,
                )
            )
        message.content = after.get("content") or ""
        message.components = after.get("components") or []
        keep = message.flags & (rules.EPHEMERAL | rules.LOADING)
        message.flags = keep | ((after.get("flags") or 0) & ~(rules.EPHEMERAL | rules.LOADING))

    def mentioned(self, body: Json) -> tuple[int, ...]:
        """Whom sending this notifies."""
        texts = [body.get("content") or ""]
        texts += [
            component["content"]
            for _, component in rules.components(body.get("components"))
            if component["type"] == rules.TEXT_DISPLAY
        ]
        named = dict.fromkeys(int(id) for text in texts for id in re.findall(r"<@!?(\d+)>", text))
        allowed = body.get("allowed_mentions")
        if allowed is not None and "users" not in (allowed.get("parse") or ()):
            may = {int(id) for id in allowed.get("users") or ()}
            named = {id: None for id in named if id in may}
        return tuple(id for id in named if id in self.world.users)

    def roles_mentioned(self, body: Json) -> tuple[int, ...]:
        """The roles whose people sending this notifies."""
        texts = [
            component["content"]
            for _, component in rules.components(body.get("components"))
            if component["type"] == rules.TEXT_DISPLAY
        ]
        named = {int(id) for text in texts for id in re.findall(r"<@&(\d+)>", text)}
        allowed = body.get("allowed_mentions") or {}
        return tuple(sorted(named & {int(id) for id in allowed.get("roles") or ()}))

    def make(
        self,
        request: Request,
        channel: Channel,
        body: Json,
        *,
        interaction: Interaction | None = None,
        ephemeral: bool = False,
    ) -> Message:
        self.may_attach(channel, request.files)
        after = self.judged(body, request.files, None)
        message = Message(self.world.ids.new(), channel, self.world.bot, self.world.clock())
        message.interaction = interaction
        if ephemeral:
            assert interaction is not None
            message.only_for = interaction.user
            message.flags |= rules.EPHEMERAL
        self.write(message, after, request.files)
        message.mentions, message.roles = self.mentioned(body), self.roles_mentioned(body)
        message.reference = int((body.get("message_reference") or {}).get("message_id") or 0)
        self.world.messages[message.id] = message
        self.seen_by(request, channel, message.only_for.id if message.only_for else 0)
        if not ephemeral and not channel.botless:
            self.gateway.dispatch(
                "MESSAGE_CREATE", self.world.message_shape(message), channel.guild
            )
        return message

    def change(self, request: Request, message: Message, body: Json) -> None:
        self.may_attach(message.channel, request.files)
        loading = message.flags & rules.LOADING
        if loading:
            # What a deferred answer becomes is a message of its own, not an edit.
            message.flags &= ~rules.LOADING
        after = self.judged(body, request.files, None if loading else message)
        self.write(message, after, request.files)
        if loading:
            message.mentions = self.mentioned(body)
        else:
            message.edited = self.world.clock()
            message.edits += 1
        self.seen_by(request, message.channel, message.only_for.id if message.only_for else 0)
        if message.only_for is None and not message.channel.botless:
            shape = self.world.message_shape(message)
            self.gateway.dispatch("MESSAGE_UPDATE", shape, message.channel.guild)

    def remove(self, message: Message) -> None:
        message.deleted = True
        if message.only_for is None and not message.channel.botless:
            data = {"id": str(message.id), "channel_id": str(message.channel.id)}
            if message.channel.guild is not None:
                data["guild_id"] = str(message.channel.guild.id)
            self.gateway.dispatch("MESSAGE_DELETE", data, message.channel.guild)

    # --- interactions ------------------------------------------------------------------------

    def by_token(self, request: Request) -> Interaction:
        """The answered interaction of a webhook path."""
        interaction = self.world.by_token.get(request.params["webhook_token"])
        if int(request.params["webhook_id"]) != self.world.application or interaction is None:
            raise refusal(10015)
        request.place = interaction.channel.id
        if self.world.clock() - interaction.at > TOKEN_LIVES:
            raise refusal(50027)
        if not interaction.answer:
            raise refusal(10015)
        return interaction

    def original(self, interaction: Interaction) -> Message:
        message = interaction.reply
        if message is None or message.deleted:
            raise refusal(10008)
        return message

    def unarchived(self, channel: Channel) -> None:
        if channel.archived:
            raise refusal(50083)

    def set_archived(self, channel: Channel, archived: bool) -> None:
        channel.archived = archived
        self.gateway.dispatch("THREAD_UPDATE", self.world.channel_shape(channel), channel.guild)


# --- who am I --------------------------------------------------------------------------------


@route("GET", "/users/@me", "get_my_user")
def _me(rest: Rest, request: Request) -> Answer:
    if request.grant is not None:
        shape = rest.world.user_shape(request.grant.user)
        return 200, shape | {"mfa_enabled": False, "locale": request.grant.user.locale}
    shape = rest.world.user_shape(rest.world.bot)
    return 200, shape | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


@route("GET", "/oauth2/applications/@me", "get_my_oauth2_application")
def _application(rest: Rest, request: Request) -> Answer:
    owner = next(iter(rest.world.guilds.values())).owner if rest.world.guilds else rest.world.bot
    return 200, {
        "id": str(rest.world.application),
        "name": "Truco",
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "00",
        "flags": 0,
        "flags_new": "0",
        "bot": rest.world.user_shape(rest.world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "interactions_endpoint_url": rest.world.interactions_endpoint_url,
        "role_connections_verification_url": None,
        "owner": rest.world.user_shape(owner),
        "team": None,
        "approximate_guild_count": len(rest.world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}} | ({"1": {}} if rest.world.user_install else {}),
    }


@route("GET", "/gateway/bot", "get_bot_gateway")
def _gateway(rest: Rest, request: Request) -> Answer:
    left = rest.gateway.starts_left
    limit = {"total": 1000, "remaining": left, "reset_after": 0, "max_concurrency": 1}
    answer = {"url": rest.gateway.url, "shards": rest.gateway.shards, "session_start_limit": limit}
    return 200, answer


# --- activities ------------------------------------------------------------------------------


@route("POST", "/oauth2/token", "oauth2_token")
def _token(rest: Rest, request: Request) -> Answer:
    """The exchange of a code, as RFC 6749 and the page *OAuth2* of the documentation have it. Its
    refusals have a shape of their own."""
    form, world = request.body, rest.world
    if (form.get("client_id"), form.get("client_secret")) != (
        str(world.application),
        world.client_secret,
    ):
        return 401, {"error": "invalid_client"}
    if form.get("grant_type") != "authorization_code":
        return 400, {"error": "unsupported_grant_type"}
    grant = world.codes.get(form.get("code", ""))
    if (
        grant is None
        or grant.token
        or grant.application != world.application
        or world.clock() - grant.at > CODE_LIVES
    ):
        told = 'Invalid "code" in request.'
        return 400, {"error": "invalid_grant", "error_description": told}
    grant.token = f"token{world.ids.new()}"
    return 200, {
        "access_token": grant.token,
        "token_type": "Bearer",
        "expires_in": 604800,
        "refresh_token": f"refresh{world.ids.new()}",
        "scope": " ".join(grant.scopes),
    }


@route(
    "GET",
    "/applications/{application_id}/activity-instances/{instance_id}",
    "applications_get_activity_instance",
)
def _instance(rest: Rest, request: Request) -> Answer:
    _own(rest, request)
    instance = rest.world.instances.get(request.params["instance_id"])
    if instance is None:
        raise Refusal(404, 0, "404: Not Found")
    return 200, rest.world.instance_shape(instance)


# --- commands --------------------------------------------------------------------------------


def _own(rest: Rest, request: Request) -> None:
    if int(request.params["application_id"]) != rest.world.application:
        raise refusal(40001)


def _guild(rest: Rest, request: Request) -> Guild:
    guild = rest.world.guilds.get(int(request.params["guild_id"]))
    if guild is None or not guild.has_bot:
        raise refusal(50001)
    return guild


def _installed_in(command: Json) -> list[int]:
    return command.get("integration_types") or [0]


def _command(rest: Rest, command: Json) -> Json:
    made = {
        "id": str(rest.world.ids.new()),
        "application_id": str(rest.world.application),
        "version": str(rest.world.ids.new()),
        "type": command.get("type") or 1,
        "name": command["name"],
        "name_localizations": command.get("name_localizations"),
        "description": command.get("description") or "",
        "description_localizations": command.get("description_localizations"),
        "default_member_permissions": None,
        "contexts": command.get("contexts"),
        "integration_types": _installed_in(command),
        "options": command.get("options") or [],
        "nsfw": bool(command.get("nsfw")),
    }
    if command.get("default_member_permissions") is not None:
        made["default_member_permissions"] = str(command["default_member_permissions"])
    if command.get("handler") is not None:
        made["handler"] = command["handler"]
    return made


@lru_cache(maxsize=8)
def _commands_faults(commands: bytes) -> tuple[rules.Fault, ...]:
    """Nearly every test registers the same commands: they are judged once."""
    return tuple(rules.commands_faults(msgspec.json.decode(commands)))


@route("GET", "/applications/{application_id}/commands", "list_application_commands")
def _commands(rest: Rest, request: Request) -> Answer:
    _own(rest, request)
    return 200, rest.world.commands.get(0, [])


@route("PUT", "/applications/{application_id}/commands", "bulk_set_application_commands")
def _set_commands(rest: Rest, request: Request) -> Answer:
    _own(rest, request)
    if rules.too_many(request.body):
        raise refusal(30032)
    if faults := _commands_faults(msgspec.json.encode(request.body)):
        raise invalid(*faults)
    if not rest.world.user_install and any(1 in _installed_in(command) for command in request.body):
        # Whether Discord refuses it is not written down.
        raise invalid(("integration_types", "The application has no such installation"))
    before = {
        (command["type"], command["name"]): command for command in rest.world.commands.get(0, ())
    }
    made = []
    for command in request.body:
        shape = _command(rest, command)
        if old := before.get((shape["type"], shape["name"])):
            shape["id"] = old["id"]
        made.append(shape)
    rest.world.commands[0] = made
    return 200, made


# --- emoji -----------------------------------------------------------------------------------


@route("GET", "/applications/{application_id}/emojis", "list_application_emojis")
def _emojis(rest: Rest, request: Request) -> Answer:
    _own(rest, request)
    return 200, {"items": list(rest.world.emoji.values())}


@route("POST", "/applications/{application_id}/emojis", "create_application_emoji")
def _create_emoji(rest: Rest, request: Request) -> Answer:
    _own(rest, request)
    name = request.body["name"]
    if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name):
        raise invalid(("name", "String value did not match validation regex."))
    if any(emoji["name"] == name for emoji in rest.world.emoji.values()):
        raise invalid(("name", "Emoji names must be unique"))
    head, _, data = request.body["image"].partition(",")
    if head != "data:image/png;base64" or len(base64.b64decode(data)) > 256 << 10:
        raise invalid(("image", "File cannot be larger than 256.0 kb."))
    if len(rest.world.emoji) >= 2000:
        raise Refusal(400, 30008, "Maximum number of emojis reached (2000)")
    id = rest.world.ids.new()
    made = {
        "id": str(id),
        "name": name,
        "roles": [],
        "user": rest.world.user_shape(rest.world.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }
    rest.world.emoji[id] = made
    return 201, made


# --- guilds and channels ---------------------------------------------------------------------


@route("GET", "/guilds/{guild_id}/members/{user_id}", "get_guild_member")
def _member(rest: Rest, request: Request) -> Answer:
    guild = _guild(rest, request)
    user = guild.members.get(int(request.params["user_id"]))
    if user is None:
        raise Refusal(404, 10007, "Unknown Member")
    return 200, rest.world.member_shape(guild, user)


@route("GET", "/users/@me/guilds", "list_my_guilds")
def _my_guilds(rest: Rest, request: Request) -> Answer:
    mine = [guild for guild in rest.world.guilds.values() if guild.has_bot]
    return 200, [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(guild.bot_permissions),
            "features": [],
        }
        for guild in mine
    ]


@route("GET", "/channels/{channel_id}", "get_channel")
def _channel(rest: Rest, request: Request) -> Answer:
    return 200, rest.world.channel_shape(rest.channel(request))


@route("POST", "/users/@me/channels", "create_dm")
def _create_dm(rest: Rest, request: Request) -> Answer:
    user = rest.world.users.get(int(request.body["recipient_id"]))
    if user is None or user.bot:
        raise refusal(50007)
    channel = rest.world.private_chat(user)
    request.place = channel.id
    return 200, rest.world.channel_shape(channel)


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads", "create_thread_from_message")
def _thread_from_message(rest: Rest, request: Request) -> Answer:
    parent = rest.channel(request)
    message = rest.message(request, parent)
    if any(channel.starter == message.id for channel in rest.world.channels.values()):
        raise refusal(160004)
    if parent.type != TEXT:
        raise refusal(50024)
    if not parent.bot_permissions & CREATE_PUBLIC_THREADS:
        raise refusal(50013)
    thread = rest.world.add_thread(parent, request.body["name"])
    thread.starter = message.id
    thread.auto_archive = request.body.get("auto_archive_duration") or 1440
    rest.seen_by(request, parent)
    shape = rest.world.channel_shape(thread)
    rest.gateway.dispatch("THREAD_CREATE", shape | {"newly_created": True}, thread.guild)
    return 201, shape


# --- messages --------------------------------------------------------------------------------


@route("POST", "/channels/{channel_id}/messages", "create_message")
def _create_message(rest: Rest, request: Request) -> Answer:
    channel = rest.channel(request)
    rest.may_send(channel, request.files)
    if channel.archived:
        if channel.locked:
            raise refusal(50083)
        rest.set_archived(channel, False)
    nonce = request.body.get("nonce")
    if nonce is not None and request.body.get("enforce_nonce"):
        for message in rest.world.in_channel(channel):
            if message.nonce == nonce:
                return 200, rest.world.message_shape(message)
    flags = request.body.get("flags") or 0
    if flags & (rules.EPHEMERAL | rules.LOADING):
        raise invalid(("flags", "Only answers to interactions can be ephemeral"))
    message = rest.make(request, channel, request.body)
    message.nonce = nonce
    return 200, rest.world.message_shape(message)


@route("PATCH", "/channels/{channel_id}/messages/{message_id}", "update_message")
def _update_message(rest: Rest, request: Request) -> Answer:
    channel = rest.channel(request)
    message = rest.message(request, channel)
    if message.author is not rest.world.bot:
        raise refusal(50005)
    rest.unarchived(channel)
    if rest.world.clock() - message.at > 3600.0:
        # The real number is not published; one edit is as little as can be.
        if message.late_edits:
            raise refusal(30046)
        message.late_edits += 1
    if channel.type == DM and channel.recipient is not None and channel.recipient.dm_refusal:
        raise refusal(channel.recipient.dm_refusal)
    rest.change(request, message, request.body)
    return 200, rest.world.message_shape(message)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}", "delete_message")
def _delete_message(rest: Rest, request: Request) -> Answer:
    channel = rest.channel(request)
    message = rest.message(request, channel)
    if message.author is not rest.world.bot:
        raise refusal(50013)
    rest.unarchived(channel)
    rest.seen_by(request, channel)
    rest.remove(message)
    return 204, None


# --- interactions ----------------------------------------------------------------------------

_MESSAGE, _DEFER, _DEFER_UPDATE, _UPDATE, _CHOICES, _MODAL, _LAUNCH = 4, 5, 6, 7, 8, 9, 12


@route(
    "POST", "/interactions/{interaction_id}/{interaction_token}/callback",
    "create_interaction_response",
)  # fmt: skip
def _answer(rest: Rest, request: Request) -> Answer:
    world = rest.world
    interaction = world.interactions.get(int(request.params["interaction_id"]))
    if interaction is None or interaction.token != request.params["interaction_token"]:
        raise refusal(10062)
    request.place = interaction.channel.id
    try:
        return _judge_answer(rest, request, interaction)
    except Refusal as refused:
        interaction.refused.append(refused.code)
        raise


def _judge_answer(rest: Rest, request: Request, interaction: Interaction) -> Answer:
    world, body = rest.world, request.body
    kind = body["type"]
    if interaction.answer:
        raise refusal(40060)
    if world.clock() - interaction.at > rest.answer_within:
        interaction.dead = True
        raise refusal(10062)
    if interaction.channel.deleted:
        raise refusal(10003)
    fits = {2: (4, 5, 9, 12), 3: (4, 5, 6, 7, 9, 12), 4: (8,), 5: (4, 5, 6, 7, 12)}[
        interaction.type
    ]
    if kind not in fits or (kind in (6, 7) and interaction.message is None):
        raise invalid(("type", "Response type does not fit the interaction"))
    data = body.get("data") or {}
    resource = None
    ephemeral = bool((data.get("flags") or 0) & rules.EPHEMERAL) or _is_hidden(interaction)
    loading = False
    if kind == _MESSAGE:
        if not ephemeral:
            rest.unarchived(interaction.channel)
        message = rest.make(
            request, interaction.channel, data, interaction=interaction, ephemeral=ephemeral
        )
        interaction.reply = message
        resource = {"type": 4, "message": world.message_shape(message)}
    elif kind == _DEFER:
        if (data.get("flags") or 0) & ~(rules.EPHEMERAL | rules.SUPPRESS_NOTIFICATIONS):
            raise invalid(("data.flags", "A deferred answer can be ephemeral, nothing else"))
        message = Message(world.ids.new(), interaction.channel, world.bot, world.clock())
        message.interaction = interaction
        message.flags = rules.LOADING | (rules.EPHEMERAL if ephemeral else 0)
        message.only_for = interaction.user if ephemeral else None
        world.messages[message.id] = message
        interaction.reply, interaction.thinking, loading = message, True, True
    elif kind in (_DEFER_UPDATE, _UPDATE):
        assert interaction.message is not None
        interaction.reply = interaction.message
        if kind == _UPDATE:
            if interaction.message.deleted:
                raise refusal(10008)
            rest.unarchived(interaction.channel)
            rest.change(request, interaction.message, data)
            resource = {"type": 7, "message": world.message_shape(interaction.message)}
    elif kind == _CHOICES:
        interaction.choices = data["choices"]
        request.public, request.person = False, interaction.user.id
    elif kind == _MODAL:
        if faults := list(rules.modal_faults(data)):
            raise invalid(*faults)
        interaction.modal = data
        request.public, request.person = False, interaction.user.id
    elif kind == _LAUNCH:
        if not rest.has_activities:
            raise refusal(40001)  # which of its errors it is, is not published
        interaction.launched = world.launch(interaction.user, interaction.channel)
        resource = {"type": 12, "activity_instance": {"id": interaction.launched.id}}
        request.public, request.person = False, interaction.user.id
    interaction.answer = kind
    interaction.answered_at = world.clock()
    if request.query.get("with_response") not in ("1", "true"):
        return 204, None
    told: Json = {"id": str(interaction.id), "type": interaction.type}
    told["channel_id"] = str(interaction.channel.id)
    if interaction.channel.guild is not None:
        told["guild_id"] = str(interaction.channel.guild.id)
    if interaction.reply is not None:
        told["response_message_id"] = str(interaction.reply.id)
        told["response_message_loading"] = loading
        told["response_message_ephemeral"] = interaction.reply.only_for is not None
    if interaction.launched is not None:
        told["activity_instance_id"] = interaction.launched.id
    answer: Json = {"interaction": told}
    if resource is not None:
        answer["resource"] = resource
    return 200, answer


MOST_FOLLOW_UPS: Final = 5
"""Follow-ups to one interaction, where the bot is installed by users alone."""


def _is_hidden(interaction: Interaction) -> bool:
    """Whether nobody else sees the answers: the guild lets no bots speak that are not in it."""
    guild = interaction.channel.guild
    return guild is not None and not guild.has_bot and not guild.external_apps


@route("POST", "/webhooks/{webhook_id}/{webhook_token}", "execute_webhook")
def _follow_up(rest: Rest, request: Request) -> Answer:
    interaction = rest.by_token(request)
    body = {key: value for key, value in request.body.items() if key != "flags"}
    flags = request.body.get("flags") or 0
    if interaction.channel.botless:
        if interaction.followed == MOST_FOLLOW_UPS:
            raise refusal(40094)
        interaction.followed += 1
    if interaction.thinking:
        # The first follow-up is what everybody has been waiting for. Who sees it was fixed by the
        # deferral: the flag of the follow-up is ignored (discord-api-docs 2742 and 2866).
        interaction.thinking = False
        assert interaction.reply is not None
        if flags & rules.EPHEMERAL and interaction.reply.only_for is None:
            rest.misdirected.append(f"a private follow-up fills the public {interaction.data}")
        rest.change(request, interaction.reply, body | {"flags": flags & ~rules.EPHEMERAL})
        return 200, rest.world.message_shape(interaction.reply)
    ephemeral = bool(flags & rules.EPHEMERAL) or _is_hidden(interaction)
    if not ephemeral:
        rest.unarchived(interaction.channel)
    message = rest.make(
        request,
        interaction.channel,
        body | {"flags": flags & ~rules.EPHEMERAL},
        interaction=interaction,
        ephemeral=ephemeral,
    )
    interaction.followups.append(message)
    return 200, rest.world.message_shape(message)


@route(
    "PATCH",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "update_original_webhook_message",
)
def _edit_original(rest: Rest, request: Request) -> Answer:
    interaction = rest.by_token(request)
    message = rest.original(interaction)
    if message.only_for is None:
        rest.unarchived(message.channel)
    rest.change(request, message, request.body)
    interaction.thinking = False
    return 200, rest.world.message_shape(message)


@route(
    "DELETE",
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "delete_original_webhook_message",
)
def _delete_original(rest: Rest, request: Request) -> Answer:
    interaction = rest.by_token(request)
    rest.remove(rest.original(interaction))
    interaction.thinking = False
    return 204, None


def _webhook_message(rest: Rest, request: Request) -> Message:
    interaction = rest.by_token(request)
    id = int(request.params["message_id"])
    known = [
        message for message in (interaction.reply, *interaction.followups) if message is not None
    ]
    for message in known:
        if message.id == id and not message.deleted:
            return message
    raise refusal(10008)


@route(
    "PATCH",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "update_webhook_message",
)
def _edit_follow_up(rest: Rest, request: Request) -> Answer:
    message = _webhook_message(rest, request)
    rest.change(request, message, request.body)
    return 200, rest.world.message_shape(message)


@route(
    "DELETE",
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
    "delete_webhook_message",
)
def _delete_follow_up(rest: Rest, request: Request) -> Answer:
    rest.remove(_webhook_message(rest, request))
    return 204, None


__all__ = ["ROUTES", "WITHOUT_TOKEN", "Part", "Request", "Rest", "find"]
