"""A server's settings: the habits of its tables, and what only Discord has.

They stand in the service's settings of the community. Administrators see them on a panel that only
they see; every choice is kept at once.
"""

from typing import Final

from msgspec import Struct

from adapters.discord.message import CHOICES, Json, Message, box, choice, cut, text
from adapters.discord.words import plain, say
from bot.community import LANGUAGE, settings_text
from bot.messages import CommunityId
from bot.service import Service
from bot.words import LOCALES, words_for
from engine.variants import VARIANTS

PANEL: Final = "&"
"""Before the name of a setting: a list of the panel."""
CHANNELS, GAMES, TABLES, THREADS, HANDS = (
    "discord_channels",
    "discord_games",
    "discord_tables",
    "discord_threads",
    "discord_hands",
)
HERE: Final = "here"
_LIMITS: Final = (1, 2, 3, 5, 10)
_MOST_CHANNELS: Final = 25


class Rules(Struct, frozen=True):
    """What holds in a server."""

    channels: tuple[int, ...] = ()
    """Where tables may be opened; empty: everywhere."""
    games: tuple[str, ...] = ()
    """What may be played; empty: everything."""
    tables: int = 0
    """How many tables a channel takes at a time; 0: any number."""
    threads: bool = False
    """Every match has a thread of its own."""
    here: bool = False
    """Cards are seen in the channel, by each person alone, unless they chose otherwise."""


async def rules_of(service: Service, community: CommunityId) -> Rules:
    """What a server's administrators have decided."""
    settings = await service.settings_of(community)
    return Rules(
        channels=tuple(int(one) for one in settings.get(CHANNELS, "").split(",") if one),
        games=tuple(one for one in settings.get(GAMES, "").split(",") if one in VARIANTS),
        tables=int(settings.get(TABLES) or 0),
        threads=bool(settings.get(THREADS)),
        here=settings.get(HANDS) == HERE,
    )


async def choose(
    service: Service, community: CommunityId, name: str, values: tuple[str, ...]
) -> bool:
    """Keeps a choice from the panel; whether it was one. Who may choose is the caller's to know."""
    value = ""
    match name, values:
        case "language", (locale,) if locale in LOCALES:
            await service.configure(community, {LANGUAGE: locale})
            return True
        case "channels", ids if all(id.isdecimal() for id in ids) and len(ids) <= _MOST_CHANNELS:
            name, value = CHANNELS, ",".join(ids)
        case "games", games if set(games) <= set(VARIANTS):
            name, value = GAMES, "" if len(games) == len(VARIANTS) else ",".join(games)
        case "tables", (number,) if number.isdecimal() and int(number) in (0, *_LIMITS):
            name, value = TABLES, "" if number == "0" else number
        case "threads", ("on" | "off",):
            name, value = THREADS, "on" if values[0] == "on" else ""
        case "hands", ("direct" | "here",):
            name, value = HANDS, HERE if values[0] == HERE else ""
        case _:
            return False
    await service.set_settings(community, **{name: value})
    return True


async def panel(service: Service, community: CommunityId, locale: str) -> Message:
    """The settings of a server as they are, each with its list."""
    rules = await rules_of(service, community)
    spoken = await service.language_of(community) or service.config.default_locale
    words = words_for(locale)
    told = settings_text(spoken, await service.habits_of(community), locale)
    title, _, rest = told.partition("\n")
    games = rules.games or tuple(VARIANTS)
    limits = [choice("0", say(locale, "set.tables.any"), chosen=not rules.tables)]
    limits += [choice(str(one), str(one), chosen=rules.tables == one) for one in _LIMITS]
    parts = [
        text(f"### {plain(title)}\n{plain(rest)}"),
        text(say(locale, "set.language")),
        _list(
            "language",
            [choice(one, words.text(f"language.{one}"), chosen=one == spoken) for one in LOCALES],
        ),
        text(say(locale, "set.channels")),
        _channels(rules.channels, say(locale, "set.channels.any")),
        text(say(locale, "set.games")),
        _list(
            "games",
            [
                choice(one, words.text(f"option.variant.{one}"), chosen=one in games)
                for one in VARIANTS
            ],
            most=min(CHOICES, len(VARIANTS)),
        ),
        text(say(locale, "set.tables")),
        _list("tables", limits),
        text(say(locale, "set.threads")),
        _list(
            "threads",
            [
                choice("off", words.text("choice.no"), chosen=not rules.threads),
                choice("on", words.text("choice.si"), chosen=rules.threads),
            ],
        ),
        text(say(locale, "set.hands")),
        _list(
            "hands",
            [
                choice("direct", say(locale, "set.hands.direct"), chosen=not rules.here),
                choice(HERE, say(locale, "set.hands.here"), chosen=rules.here),
            ],
        ),
    ]
    return Message((box(0x5865F2, *parts),))


def _list(name: str, choices: list[Json], *, most: int = 1) -> Json:
    menu: Json = {"type": 3, "custom_id": f"{PANEL}{name}", "options": choices[:CHOICES]}
    if most > 1:
        menu |= {"min_values": 1, "max_values": most}
    return {"type": 1, "components": [menu]}


def _channels(chosen: tuple[int, ...], placeholder: str) -> Json:
    menu: Json = {
        "type": 8,
        "custom_id": f"{PANEL}channels",
        "placeholder": cut(placeholder, 150),
        "channel_types": [0],
        "min_values": 0,
        "max_values": _MOST_CHANNELS,
    }
    if chosen:
        menu["default_values"] = [{"id": str(one), "type": "channel"} for one in chosen]
    return {"type": 1, "components": [menu]}
