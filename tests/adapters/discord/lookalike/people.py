"""A person in front of the client: what they see, and what they can do about it.

Someone who presses what is not there, greyed out, or not theirs to see fails the test, as does a
slash command with options that Discord's own client would not have let through.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from tests.adapters.discord.lookalike import rules
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import Channel, File, Interaction, Message, User
from tests.virtual import settle, until

Json = Any

SUBCOMMAND, STRING, INTEGER, BOOLEAN, USER, NUMBER = 1, 3, 4, 5, 6, 10
_TYPES: Final = {STRING: str, INTEGER: int, BOOLEAN: bool, NUMBER: float}


class Failed(Exception):
    """ "This interaction failed": nobody answered in time."""


@dataclass(frozen=True)
class Button:
    custom_id: str
    label: str
    style: int
    disabled: bool
    emoji: str
    url: str = ""


@dataclass(frozen=True)
class Select:
    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...]
    """(value, label)."""
    disabled: bool
    least: int
    most: int


@dataclass(frozen=True)
class Seen:
    """A message as somebody sees it."""

    message: Message

    @property
    def id(self) -> int:
        return self.message.id

    @property
    def content(self) -> Iterator[str]:
        """Its texts from top to bottom."""
        if self.message.content:
            yield self.message.content
        for _, component in rules.components(self.message.components):
            if component["type"] == rules.TEXT_DISPLAY:
                yield component["content"]

    @property
    def text(self) -> str:
        return "\n".join(self.content)

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(
                button.get("custom_id") or "",
                button.get("label") or "",
                button["style"],
                bool(button.get("disabled")),
                (button.get("emoji") or {}).get("name") or "",
                button.get("url") or "",
            )
            for _, button in rules.components(self.message.components)
            if button["type"] == rules.BUTTON
        ]

    @property
    def selects(self) -> list[Select]:
        return [
            Select(
                select["custom_id"],
                select.get("placeholder") or "",
                tuple((option["value"], option["label"]) for option in select.get("options") or ()),
                bool(select.get("disabled")),
                select.get("min_values", 1),
                select.get("max_values", 1),
            )
            for _, select in rules.components(self.message.components)
            if select["type"] in rules.SELECTS
        ]

    @property
    def pictures(self) -> list[File]:
        return self.message.files

    @property
    def alternative_texts(self) -> list[str]:
        """What a screen reader says instead of the pictures."""
        found = [file.description for file in self.message.files if file.description]
        for _, component in rules.components(self.message.components):
            found += [
                item["description"]
                for item in component.get("items") or ()
                if "description" in item
            ]
            if component["type"] == rules.THUMBNAIL and component.get("description"):
                found.append(component["description"])
        return found

    @property
    def ephemeral(self) -> bool:
        return self.message.only_for is not None

    @property
    def thinking(self) -> bool:
        return bool(self.message.flags & rules.LOADING)

    @property
    def labels(self) -> list[str]:
        """Of the buttons that can be pressed."""
        return [button.label for button in self.buttons if not button.disabled]

    @property
    def custom_ids(self) -> list[str]:
        return [button.custom_id for button in self.buttons if not button.disabled]


class Person:
    """Somebody with a client, standing in a channel."""

    def __init__(self, small: Discord, user: User, channel: Channel) -> None:
        self.small = small
        self.user = user
        self.here = channel
        if channel.guild is not None:
            channel.guild.members[user.id] = user
        if channel.botless and not self._meets_the_bot():
            user.dm_refusal = 50278
        self.last: Interaction | None = None
        self.older: Sequence[Json] = ()
        """Commands that the client still shows from an earlier list."""

    def __repr__(self) -> str:
        return f"<{self.user.name}>"

    def _meets_the_bot(self) -> bool:
        """Whether the bot may write to them: they have installed it, or share a guild with it."""
        guilds = self.small.world.guilds.values()
        return self.user.installed or any(
            guild.has_bot and self.user.id in guild.members for guild in guilds
        )

    @property
    def chat(self) -> Channel:
        """The private chat with the bot."""
        return self.small.world.private_chat(self.user)

    def at(self, channel: Channel) -> "Person":
        """The same person, elsewhere."""
        return Person(self.small, self.user, channel)

    def with_lists(self, commands: Sequence[Json]) -> "Person":
        """The same person with a client that still shows these commands, of an earlier list."""
        person = self.at(self.here)
        person.older = commands
        return person

    # --- seeing ------------------------------------------------------------------------------

    def sees(self, channel: Channel | None = None) -> list[Seen]:
        """What stands in a channel for this person, oldest first."""
        place = channel or self.here
        return [
            Seen(message)
            for message in self.small.world.in_channel(place)
            if message.only_for in (None, self.user)
        ]

    def reads(self) -> list[Seen]:
        """The private chat."""
        return self.sees(self.chat)

    def everything(self) -> list[Seen]:
        """Here and in the private chat, newest first."""
        both = self.sees() + (self.reads() if self.here is not self.chat else [])
        return sorted(both, key=lambda seen: seen.message.id, reverse=True)

    def find(self, what: str = "", *, custom_id: str = "") -> tuple[Seen, Button] | None:
        """The newest button of this label (or a pattern of its id) that can be pressed."""
        for seen in self.everything():
            for button in seen.buttons:
                if button.disabled or not button.custom_id:
                    continue
                if custom_id and re.search(custom_id, button.custom_id):
                    return seen, button
                if what and what in (button.label, button.emoji):
                    return seen, button
        return None

    # --- doing -------------------------------------------------------------------------------

    def _happen(
        self, type: int, data: Json, place: Channel, message: Message | None = None
    ) -> Interaction:
        """Discord tells the bot; nothing is waited for."""
        world = self.small.world
        id = world.ids.new()
        interaction = Interaction(
            id,
            f"aW50ZXJhY3Rpb246{id}.secret{id % 9973}",
            type,
            self.user,
            place,
            data,
            world.clock(),
        )
        interaction.message = message
        interaction.owners = self._owners(place, message)
        world.interactions[id] = interaction
        world.by_token[interaction.token] = interaction
        payload: Json = {
            "id": str(id),
            "application_id": str(world.application),
            "type": type,
            "data": data,
            "token": interaction.token,
            "version": 1,
            "channel_id": str(place.id),
            "channel": world.channel_shape(place),
            "locale": self.user.locale,
            "entitlements": [],
            "attachment_size_limit": self.small.upload_limit,
            "app_permissions": str(place.bot_permissions),
        }
        guild = place.guild
        if guild is None:
            payload["user"] = world.user_shape(self.user)
            payload["context"] = 2 if place.people else 1
        else:
            payload["guild_id"] = str(guild.id)
            payload["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
            payload["guild_locale"] = guild.locale
            payload["member"] = world.member_shape(guild, self.user) | {
                "permissions": str(guild.permissions_of(self.user))
            }
            payload["context"] = 0
        payload["authorizing_integration_owners"] = interaction.owners
        if message is not None:
            payload["message"] = world.message_shape(message)
            if message.only_for is not None:
                payload["message"]["flags"] |= rules.EPHEMERAL
        hears = None if place.botless else guild
        self.small.gateway.dispatch("INTERACTION_CREATE", payload, hears)
        self.last = interaction
        return interaction

    def _owners(self, place: Channel, message: Message | None) -> Json:
        """Through which installation a press or a command goes. Of a message that somebody's own
        installation has brought, it stays theirs, whoever presses."""
        owners: Json = {}
        if place.botless and message is not None:
            assert message.interaction is not None
            return message.interaction.owners
        if place.guild is not None and place.guild.has_bot:
            owners["0"] = str(place.guild.id)
        if self.user.installed:
            owners["1"] = str(self.user.id)
        return owners

    async def _answered(self, interaction: Interaction) -> Interaction:
        """Waits for the first answer, three seconds at most."""
        limit = self.small.rest.answer_within
        waited = interaction.at + limit - self.small.world.clock()
        try:
            await until(lambda: interaction.answer, max(0.0, waited) + 0.001)
        except AssertionError:
            interaction.dead = True
            refused = f" (refused: {interaction.refused})" if interaction.refused else ""
            raise Failed(f"{self.user.name}: {interaction.data}{refused}") from None
        await settle()
        return interaction

    def start_slash(self, name: str, **options: str | int | bool) -> Interaction:
        """Sends a slash command, as the client would, and does not wait."""
        command, part = self._slash(name)
        self._is_offered(name, command)
        known = (part or command)["options"]
        given = []
        for key, value in options.items():
            option = next((spec for spec in known if key in _names(spec)), None)
            assert option is not None, f"/{name} has no option {key}"
            given.append(
                {"name": option["name"], "type": option["type"], "value": _valid(option, value)}
            )
        for option in known:
            missing = option.get("required") and all(
                sent["name"] != option["name"] for sent in given
            )
            assert not missing, f"/{name} needs {option['name']}"
        data = _sent(command, part, given)
        chosen = {int(sent["value"]) for sent in given if sent["type"] == USER}
        if chosen:
            world = self.small.world
            users = {str(id): world.user_shape(world.users[id]) for id in chosen}
            data["resolved"] = {"users": users}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return self._happen(2, data, self.here)

    async def slash(self, name: str, **options: str | int | bool) -> Interaction:
        """``/name``: by its default name, or as the person's language shows it; below a group
        ``/group name``."""
        return await self._answered(self.start_slash(name, **options))

    async def enter(self) -> Interaction:
        """Opens the application's activity by the command with which Discord offers it."""
        commands = self.small.world.commands.get(0, ())
        (command,) = (command for command in commands if command["type"] == 4)
        assert command["handler"] == 1, "Discord would open it without asking"
        self._is_offered(command["name"], command)
        data = {key: command[key] for key in ("id", "name", "type")}
        return await self._answered(self._happen(2, data, self.here))

    async def menu(self, name: str, target: User | Message) -> Interaction:
        """Chooses this command in the menu of a user or of a message."""
        world = self.small.world
        kind = 2 if isinstance(target, User) else 3
        command = self._command(name, kind)
        self._is_offered(name, command)
        if isinstance(target, User):
            resolved = {"users": {str(target.id): world.user_shape(target)}}
        else:
            resolved = {"messages": {str(target.id): world.message_shape(target)}}
        data = {
            "id": command["id"],
            "name": command["name"],
            "type": kind,
            "target_id": str(target.id),
            "resolved": resolved,
        }
        return await self._answered(self._happen(2, data, self.here))

    def _is_offered(self, name: str, command: Json) -> None:
        guild = self.here.guild
        contexts = command["contexts"]
        context = 0 if guild is not None else 2 if self.here.people else 1
        assert contexts is None or context in contexts, f"/{name} is not offered here"
        if self.here.botless:
            own = self.user.installed and 1 in command["integration_types"]
            assert own, f"/{name} is not offered to {self.user.name}"
        needed = command["default_member_permissions"]
        if guild is not None and needed is not None:
            has = guild.permissions_of(self.user)
            assert has & int(needed) == int(needed), f"/{name} is not offered to {self.user.name}"

    async def complete(
        self, name: str, option: str, typed: str = "", **others: str
    ) -> list[tuple[str, Any]]:
        """What is suggested while an option is being typed, beside others: (name, value)."""
        command, part = self._slash(name)
        known = (part or command)["options"]
        found = next(spec for spec in known if option in _names(spec))
        beside = [
            {"name": spec["name"], "type": spec["type"], "value": value}
            for other, value in others.items()
            for spec in known
            if other in _names(spec)
        ]
        assert found.get("autocomplete"), f"/{name} {option} completes nothing"
        given = [{"name": found["name"], "type": found["type"], "value": typed, "focused": True}]
        data = _sent(command, part, beside + given)
        interaction = await self._answered(self._happen(4, data, self.here))
        assert interaction.choices is not None
        shown = []
        for choice in interaction.choices:
            names = choice.get("name_localizations") or {}
            shown.append((names.get(self.user.locale) or choice["name"], choice["value"]))
        return shown

    def start_press(
        self, what: str = "", *, custom_id: str = "", on: Message | None = None
    ) -> Interaction:
        """Presses, and does not wait. ``on``: a message that may be old, or a copy kept on screen;
        then the button is pressed whatever has become of it."""
        if on is not None:
            assert on.only_for in (None, self.user)
            return self._happen(3, {"custom_id": custom_id, "component_type": 2}, on.channel, on)
        found = self.find(what, custom_id=custom_id)
        assert found is not None, f"{self.user.name} sees no {what or custom_id}: {self.labels()}"
        seen, button = found
        data = {"custom_id": button.custom_id, "component_type": 2, "id": 1}
        return self._happen(3, data, seen.message.channel, seen.message)

    async def press(
        self, what: str = "", *, custom_id: str = "", on: Message | None = None
    ) -> Interaction:
        """Presses the newest button of that label, emoji or id, and waits for what it does."""
        if on is None:
            await self.until_offered(what, custom_id=custom_id)
        return await self._answered(self.start_press(what, custom_id=custom_id, on=on))

    async def choose(self, *values: str, custom_id: str = "", within: float = 30.0) -> Interaction:
        """Chooses in the newest select that has these values (or labels)."""

        def fitting() -> tuple[Seen, Select, list[str]] | None:
            for seen in self.everything():
                for select in seen.selects:
                    by_label = {label: value for value, label in select.options}
                    known = {value for value, _ in select.options}
                    wanted = [
                        value if value in known else by_label.get(value, "") for value in values
                    ]
                    fits = all(wanted) and select.least <= len(wanted) <= select.most
                    if fits and not select.disabled and re.search(custom_id, select.custom_id):
                        return seen, select, wanted
            return None

        await until(fitting, within, f"{self.user.name} can choose no {values}")
        found = fitting()
        assert found is not None
        seen, select, wanted = found
        data = {"custom_id": select.custom_id, "component_type": 3, "values": wanted, "id": 1}
        return await self._answered(self._happen(3, data, seen.message.channel, seen.message))

    async def submit(self, *values: str) -> Interaction:
        """Fills in the modal that is open, field by field, and sends it."""
        opened = self.last
        assert opened is not None, "nothing was pressed"
        assert opened.modal is not None, "no modal is open"
        fields = [
            (path, field)
            for path, field in rules.components(opened.modal["components"])
            if field["type"] in (rules.TEXT_INPUT, *rules.SELECTS, 21, 22, 23)
        ]
        assert len(fields) == len(values), (fields, values)
        filled = dict(zip([field["custom_id"] for _, field in fields], values, strict=True))
        for _, field in fields:
            _check_field(field, filled[field["custom_id"]])
        data = {
            "custom_id": opened.modal["custom_id"],
            "components": [_filled(component, filled) for component in opened.modal["components"]],
        }
        interaction = self._happen(5, data, opened.channel, opened.message)
        interaction.parent = opened
        return await self._answered(interaction)

    def labels(self) -> list[str]:
        """All that can be pressed."""
        return [label for seen in self.everything() for label in seen.labels]

    async def until_offered(
        self, what: str = "", *, custom_id: str = "", within: float = 30.0
    ) -> tuple[Seen, Button]:
        """Waits, in the time of the test, until something can be pressed; returns where it is."""
        if self.find(what, custom_id=custom_id) is None:
            await until(
                lambda: self.find(what, custom_id=custom_id),
                within,
                f"{self.user.name} is not offered {what or custom_id}",
            )
        found = self.find(what, custom_id=custom_id)
        assert found is not None
        return found

    def _slash(self, name: str) -> tuple[Json, Json]:
        """The slash command of this name, and the one below it that the name's second word says."""
        first, _, second = name.partition(" ")
        command = self._command(first)
        below = [part for part in command["options"] if part["type"] == SUBCOMMAND]
        if not below:
            assert not second, f"/{first} has nothing below it"
            return command, None
        for part in below:
            if second in (part["name"], (part["name_localizations"] or {}).get(self.user.locale)):
                return command, part
        raise AssertionError(f"there is no /{name}: {[part['name'] for part in below]}")

    def _command(self, name: str, kind: int = 1) -> Json:
        guild = self.here.guild
        commands = self.small.world.commands
        registered = commands.get(0, ()), commands.get(guild.id, ()) if guild else ()
        here = list(self.older or chain(*registered))
        shown = [command for command in here if command["type"] == kind]
        for command in shown:
            if command["name"] == name:
                return command
        for command in shown:
            if (command["name_localizations"] or {}).get(self.user.locale) == name:
                return command
        raise AssertionError(f"there is no /{name}: {[command['name'] for command in shown]}")


def _sent(command: Json, part: Json, given: list[Json]) -> Json:
    """What the client sends of a slash command."""
    below = [{"name": part["name"], "type": SUBCOMMAND, "options": given}] if part else given
    return {"id": command["id"], "name": command["name"], "type": 1, "options": below}


def _names(named: Json) -> Sequence[str]:
    return named["name"], *(named.get("name_localizations") or {}).values()


def _valid(option: Json, value: str | int | bool) -> str | int | bool:
    """The value as the client sends it: a choice by its value or shown name, a number in range."""
    choices = option.get("choices") or []
    for choice in choices:
        if value in (choice["value"], *_names(choice)):
            return choice["value"]  # type: ignore[no-any-return]
    assert not choices, (
        f"{option['name']}: {value!r} is none of {[choice['value'] for choice in choices]}"
    )
    wanted = _TYPES.get(option["type"], str)
    assert isinstance(value, wanted), f"{option['name']} takes {wanted.__name__}"
    if option["type"] in (INTEGER, NUMBER):
        assert isinstance(value, (int, float))
        assert option.get("min_value", value) <= value <= option.get("max_value", value), value
    return value


def _check_field(field: Json, value: str) -> None:
    if field["type"] == rules.TEXT_INPUT:
        least = field.get("min_length") or (1 if field.get("required", True) else 0)
        assert least <= len(value) <= (field.get("max_length") or 4000), value
    elif field["type"] == rules.SELECT:
        assert value in [option["value"] for option in field["options"]], value


def _filled(component: Json, values: dict[str, str], number: int = 1) -> Json:
    made: Json = {"type": component["type"], "id": component.get("id") or number}
    if component["type"] == rules.LABEL:
        made["component"] = _filled(component["component"], values, number + 1)
    elif "custom_id" in component:
        made["custom_id"] = component["custom_id"]
        if component["type"] in rules.SELECTS:
            made["values"] = [values[component["custom_id"]]]
        else:
            made["value"] = values[component["custom_id"]]
    return made


__all__ = ["Button", "Failed", "Person", "Seen", "Select"]
