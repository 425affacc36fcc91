"""A server's settings: the panel of all platforms, and settings that only Discord has.

Administrators see them on a panel that only they see; every choice is stored at once.
"""

from typing import Final

from msgspec import Struct

from adapters.discord.ids import channel_of, place_id
from adapters.discord.message import CHOICES, Json, Message, box, button, choice, rows, text
from adapters.discord.words import plain, say
from bot.community.community_rules import PLACES, USUAL, rules_of
from bot.messages import Accepted, AnyReply, CommunityId
from bot.screens.panel import Panel, Setting
from bot.service import Service
from bot.words import words_for

PANEL: Final = "&"
"""The prefix of a panel's list, before the name of a setting."""
PAGE: Final = "page:"
"""The prefix of a panel's button, before the name of a page."""
RULES, TABLES = "rules", "tables"
"""The pages: what is allowed, and the habits of tables."""
THREADS, HANDS = "discord_threads", "discord_hands"
HERE: Final = "here"
_MOST_CHANNELS: Final = 25


class Ways(Struct, frozen=True):
    """Settings that only Discord has."""

    threads: bool
    """Every match has a thread of its own."""
    here: bool
    """Each person sees their cards in the channel, alone, unless they chose otherwise."""


async def ways_of(service: Service, community: CommunityId) -> Ways:
    """The server's settings that only Discord has."""
    settings = await service.settings.of(community)
    return Ways(threads=bool(settings.get(THREADS)), here=settings.get(HANDS) == HERE)


async def channels_of(service: Service, community: CommunityId) -> tuple[int, ...]:
    """The channels in which tables may be opened; empty: all."""
    places = rules_of(await service.settings.of(community)).places
    return tuple(channel for one in places if (channel := channel_of(one)) is not None)


async def choose(
    service: Service, community: CommunityId, locale: str, name: str, values: tuple[str, ...]
) -> AnyReply | None:
    """Stores a choice from the panel, or refuses it; ``None``: it was no valid choice.

    The caller checks that the person may choose."""
    match name, values:
        case "channels", ids if all(id.isdecimal() for id in ids) and len(ids) <= _MOST_CHANNELS:
            places = ",".join(place_id(community, int(id)) for id in ids)
            return await service.settings.configure(community, {PLACES: places or USUAL})
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
    """The page of a setting."""
    return TABLES if any(one.name == name for one in panel.habits) else RULES


async def panel(service: Service, community: CommunityId, locale: str, page: str) -> Message:
    """The settings of a server as they are, each with its list."""
    made = await service.screens.panel(community, locale)
    parts = [text(f"### {plain(made.title if page == RULES else made.habits_title)}")]
    if page == RULES:
        parts += [part for one in made.rules if one.name != PLACES for part in _setting(one)]
        parts += await _own(service, community, locale)
        parts += rows([button(f"{PANEL}{PAGE}{TABLES}", say(locale, "set.tables.page"))])
    else:
        parts += [part for one in made.habits for part in _setting(one)]
        parts += rows([button(f"{PANEL}{PAGE}{RULES}", say(locale, "set.back"))])
    return Message((box(0x5865F2, *parts),))


async def _own(service: Service, community: CommunityId, locale: str) -> list[Json]:
    ways = await ways_of(service, community)
    words = words_for(locale)
    return [
        text(say(locale, "set.channels")),
        _channels(await channels_of(service, community), say(locale, "set.channels.any")),
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


def _setting(one: Setting) -> list[Json]:
    choices = [choice(entry.value, entry.label, chosen=entry.chosen) for entry in one.entries]
    most = min(CHOICES, len(choices)) if one.many else 1
    return [text(f"**{plain(one.label)}**"), _list(one.name, choices, most=most)]


def _list(name: str, choices: list[Json], *, most: int = 1) -> Json:
    menu: Json = {"type": 3, "custom_id": f"{PANEL}{name}", "options": choices[:CHOICES]}
    if most > 1:
        menu |= {"min_values": 1, "max_values": most}
    return {"type": 1, "components": [menu]}


def _channels(chosen: tuple[int, ...], placeholder: str) -> Json:
    menu: Json = {
        "type": 8,
        "custom_id": f"{PANEL}channels",
        "placeholder": placeholder,
        "channel_types": [0],
        "min_values": 0,
        "max_values": _MOST_CHANNELS,
    }
    if chosen:
        menu["default_values"] = [{"id": str(one), "type": "channel"} for one in chosen]
    return {"type": 1, "components": [menu]}
