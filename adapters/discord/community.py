"""A server's settings: the panel of all platforms, and settings that only Discord has.

Administrators see them on a panel that only they see; every choice is stored at once."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import discord
from msgspec import Struct

from adapters.discord import layout, pictures
from adapters.discord.ids import channel_of, place_id
from adapters.discord.message import CHOICES, Json, Message, box, button, choice, rows, text
from adapters.discord.own_presses import PANEL
from adapters.discord.rights import NEEDED
from adapters.discord.words import plain, say
from bot.community.community_rules import (
    ANNOUNCED_IN,
    DAY_BOARD_IN,
    PLACES,
    USUAL,
    CommunityRules,
    rules_of,
)
from bot.messages import Accepted, AnyReply, CommunityId, PlaceId
from bot.screens.community.panel import OfferedSetting, Panel
from bot.service import Service
from bot.words import words_for


async def greet(guild: discord.Guild, locale: str) -> None:
    """Says hello where the server greets newcomers, otherwise in the first channel where the bot
    may write. If there is none, it says nothing."""
    if (channel := _where(guild)) is not None:
        send = partial(channel.send, allowed_mentions=discord.AllowedMentions.none())
        await pictures.post(layout.welcome(locale), send)


def _where(guild: discord.Guild) -> discord.TextChannel | None:
    own = () if guild.system_channel is None else (guild.system_channel,)
    return next((channel for channel in (*own, *guild.text_channels) if _may_write(channel)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    return channel.permissions_for(channel.guild.me).is_superset(NEEDED)


PAGE: Final = "page:"
"""The prefix of a panel's button, before the name of a page."""
RULES, TABLES = "rules", "tables"
"""The pages: the rules of the community, and the habits of tables."""
THREADS, HANDS, ROLE = "discord_threads", "discord_hands", "discord_role"
HERE: Final = "here"
_PLACE_OF: Final = {"announcements": ANNOUNCED_IN, "day_board": DAY_BOARD_IN}
"""The settings that hold one channel, by the names of their lists."""
_MOST_CHANNELS: Final = 25
ROLE_MENU, CHANNEL = 6, 8
"""The kinds of Discord's lists of roles and of channels."""


class Ways(Struct, frozen=True):
    """Settings that only Discord has."""

    threads: bool
    """Every match has a thread of its own."""
    here: bool
    """People see their cards in the channel, unseen by others, unless they chose otherwise."""
    role: int = 0
    """The role that announcements mention; 0: none."""


async def ways_of(service: Service, community: CommunityId) -> Ways:
    """The server's settings that only Discord has."""
    return _ways(await service.settings.of(community))


def _ways(settings: Mapping[str, str]) -> Ways:
    role = settings.get(ROLE, "")
    return Ways(
        threads=bool(settings.get(THREADS)),
        here=settings.get(HANDS) == HERE,
        role=int(role) if role else 0,
    )


async def channels_of(service: Service, community: CommunityId) -> tuple[int, ...]:
    """The channels in which tables may be opened; empty: all."""
    return _channels(rules_of(await service.settings.of(community)))


def _channels(rules: CommunityRules) -> tuple[int, ...]:
    return tuple(channel for place in rules.places if (channel := channel_of(place)) is not None)


def _channel(place: PlaceId) -> tuple[int, ...]:
    """The channel of this place; nothing: no place is set."""
    channel = channel_of(place)
    return () if channel is None else (channel,)


async def choose(
    service: Service, community: CommunityId, locale: str, name: str, values: tuple[str, ...]
) -> AnyReply | None:
    """Stores a choice from the panel, or refuses it; ``None``: it was no valid choice. The caller
    checks that the person may choose."""
    match name, values:
        case "channels", ids if all(id.isdecimal() for id in ids) and len(ids) <= _MOST_CHANNELS:
            places = ",".join(place_id(community, int(id)) for id in ids)
            return await service.settings.configure(community, {PLACES: places or USUAL})
        case "announcements" | "day_board", () | (_,) if all(id.isdecimal() for id in values):
            place = place_id(community, int(values[0])) if values else USUAL
            return await service.settings.configure(community, {_PLACE_OF[name]: place})
        case "role", () | (_,) if all(id.isdecimal() for id in values):
            name, value = ROLE, "".join(values)
        case "threads", ("on" | "off",):
            name, value = THREADS, "on" if values[0] == "on" else ""
        case "hands", ("direct" | "here",):
            name, value = HANDS, HERE if values[0] == HERE else ""
        case _:
            setting = (await service.screens.panel(community, locale)).setting(name)
            if setting is None or not values:
                return None
            return await service.settings.configure(community, {name: setting.of(values)})
    await service.settings.save(community, **{name: value})
    return Accepted()


def page_of(name: str, panel: Panel) -> str:
    return TABLES if any(habit.name == name for habit in panel.habits) else RULES


async def panel(service: Service, community: CommunityId, locale: str, page: str) -> Message:
    """The settings of a server as they are, each with its list."""
    made = await service.screens.panel(community, locale)
    parts = [text(f"### {plain(made.title if page == RULES else made.habits_title)}")]
    if page == RULES:
        rules = [
            rule for rule in made.rules if rule.name not in (PLACES, ANNOUNCED_IN, DAY_BOARD_IN)
        ]
        parts += [part for rule in rules for part in _setting(rule)]
        parts += await _own(service, community, locale)
        parts += rows([button(f"{PANEL}{PAGE}{TABLES}", say(locale, "set.tables.page"))])
    else:
        parts += [part for habit in made.habits for part in _setting(habit)]
        parts += rows([button(f"{PANEL}{PAGE}{RULES}", say(locale, "set.back"))])
    return Message((box(layout.BOX, *parts),))


async def _own(service: Service, community: CommunityId, locale: str) -> list[Json]:
    settings = await service.settings.of(community)
    ways, rules = _ways(settings), rules_of(settings)
    words = words_for(locale)
    return [
        text(say(locale, "set.channels")),
        _chosen_of(
            CHANNEL,
            "channels",
            _channels(rules),
            say(locale, "set.channels.any"),
            most=_MOST_CHANNELS,
        ),
        text(say(locale, "set.announcements")),
        _chosen_of(
            CHANNEL,
            "announcements",
            _channel(rules.announced_in),
            say(locale, "set.announcements.none"),
        ),
        _chosen_of(
            ROLE_MENU, "role", (ways.role,) if ways.role else (), say(locale, "set.role.none")
        ),
        text(say(locale, "set.day_board")),
        _chosen_of(
            CHANNEL, "day_board", _channel(rules.day_board_in), say(locale, "set.day_board.none")
        ),
        text(say(locale, "set.threads")),
        _list(
            "threads",
            [
                choice("off", words.text("choice.no"), chosen=not ways.threads),
                choice("on", words.text("choice.si"), chosen=ways.threads),
            ],
        ),
        text(say(locale, "set.hands")),
        _list(
            "hands",
            [
                choice("direct", say(locale, "set.hands.direct"), chosen=not ways.here),
                choice(HERE, say(locale, "set.hands.here"), chosen=ways.here),
            ],
        ),
    ]


def _setting(one: OfferedSetting) -> list[Json]:
    choices = [choice(entry.value, entry.label, chosen=entry.chosen) for entry in one.entries]
    most = min(CHOICES, len(choices)) if one.many else 1
    return [text(f"**{plain(one.label)}**"), _list(one.name, choices, most=most)]


def _list(name: str, choices: list[Json], *, most: int = 1) -> Json:
    menu: Json = {"type": 3, "custom_id": f"{PANEL}{name}", "options": choices[:CHOICES]}
    if most > 1:
        menu |= {"min_values": 1, "max_values": most}
    return {"type": 1, "components": [menu]}


def _chosen_of(
    kind: int, name: str, chosen: tuple[int, ...], placeholder: str, *, most: int = 1
) -> Json:
    """A list of the server's own channels or roles; none needs to be chosen."""
    menu: Json = {
        "type": kind,
        "custom_id": f"{PANEL}{name}",
        "placeholder": placeholder,
        "min_values": 0,
        "max_values": most,
    }
    if kind == CHANNEL:
        menu["channel_types"] = [0]
    if chosen:
        said = "channel" if kind == CHANNEL else "role"
        menu["default_values"] = [{"id": str(chosen_id), "type": said} for chosen_id in chosen]
    return {"type": 1, "components": [menu]}
