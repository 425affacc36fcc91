"""A person who pressed or typed something, with the place and the language."""

from typing import Final

import discord
from msgspec import Struct

from adapters.discord.ids import PLATFORM, botless_id, community_id, place_id, user_id
from adapters.discord.rights import IN_THREAD, NEEDED, names_of
from adapters.discord.words import say
from bot.match.names import shown_name
from bot.messages import CommunityId, PersonId, PlaceId
from bot.service import Service
from bot.words import locale_of_client


class Caller(Struct, frozen=True):
    """The person who gets the answer."""

    request: str
    user: int
    person: PersonId
    name: str
    locale: str
    shared: str
    """The language of the server, in which its tables are shown."""
    guild: int
    """The server; 0 in a private chat."""
    channel: int
    """The channel. A thread counts as a channel of its own."""
    thread: bool
    """Whether the channel is a thread."""
    place: PlaceId
    """The channel in the service's terms. A thread counts as the channel that it belongs to."""
    community: CommunityId
    community_name: str
    manages: bool
    """The person may change the server's settings."""
    missing: tuple[str, ...]
    """Rights that a table needs and the bot does not have here."""
    botless: bool = False
    """The bot is not in this place (:func:`in_botless_place`)."""
    alone: bool = False
    """Discord shows what the bot answers here to this person alone."""

    @property
    def direct(self) -> bool:
        """It is the person's own chat with the bot."""
        return not self.guild and not self.botless


def in_botless_place(interaction: discord.Interaction) -> bool:
    """Whether the bot is not in the place of this interaction: somebody has installed it for
    themselves. It may answer there, and nothing else. Discord says so with each interaction."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    # discord.py tells only whether the owner is the person who presses: others press too.
    owners = interaction._integration_owners
    return _USER in owners and owners.get(_GUILD) != interaction.guild_id


def is_direct(interaction: discord.Interaction) -> bool:
    """Whether this is the person's own chat with the bot."""
    return interaction.guild_id is None and not in_botless_place(interaction)


_GUILD, _USER = 0, 1
"""Discord's numbers for what the bot is installed in: a server, or an account."""
SPEAKS: Final = "discord_speaks"
"""A setting: the language of their client when last seen. Empty: they chose one."""


async def _own(service: Service, person: PersonId, seen: str) -> str:
    """A person's language: the language of their client, until they choose another one."""
    known = await service.languages.of(person)
    if known == seen:
        return seen
    if known is not None and (await service.settings.of(person)).get(SPEAKS) != known:
        return known
    await service.languages.choose(person, seen)
    await service.settings.save(person, **{SPEAKS: seen})
    return seen


async def _shared(service: Service, community: CommunityId, seen: str) -> str:
    """A server's language. If none is chosen yet, the first one seen is kept."""
    chosen = await service.languages.of(community)
    if chosen is None:
        await service.languages.choose(community, seen)
    return chosen or seen


async def chose(service: Service, person: PersonId, locale: str) -> str | None:
    """Stores the language that the person has chosen; from then on their client's language no
    longer counts. ``None``: no such language exists here, and nothing changes."""
    spoken = await service.languages.choose(person, locale)
    if spoken is not None:
        await service.settings.save(person, **{SPEAKS: ""})
    return spoken


async def caller_of(interaction: discord.Interaction, service: Service) -> Caller:
    """The person behind an interaction."""
    user = interaction.user
    guild = interaction.guild_id or 0
    person = await service.users.acting(user_id(user.id))
    botless = in_botless_place(interaction)
    channel = interaction.channel_id or 0
    community = botless_id(channel) if botless else community_id(guild, user.id)
    parent = channel
    thread = isinstance(interaction.channel, discord.Thread) and not botless
    if isinstance(interaction.channel, discord.Thread) and not botless:
        parent = interaction.channel.parent_id
    seen = locale_of_client(str(interaction.locale))
    locale = await _own(service, person, seen)
    shared = await _shared(service, community, _spoken(interaction, seen))
    needed = IN_THREAD if thread else NEEDED
    is_in = bool(guild) and not botless
    missing = needed.value & ~interaction.app_permissions.value if is_in else 0
    name = shown_name(user.display_name, user.name)
    return Caller(
        request=f"{PLATFORM}:{interaction.id}",
        user=user.id,
        person=person,
        name=name,
        locale=locale,
        shared=shared,
        guild=guild,
        channel=channel,
        thread=thread,
        place=place_id(community, parent),
        community=community,
        community_name=_name_of(interaction, locale) if guild or botless else name,
        manages=is_in and interaction.permissions.manage_guild,
        missing=names_of(discord.Permissions(missing)),
        botless=botless,
        alone=botless and bool(guild) and not interaction.permissions.use_external_apps,
    )


def _name_of(interaction: discord.Interaction, locale: str) -> str:
    """The name of the server; of a place in which the bot is not, that of the channel."""
    if interaction.guild is not None and not in_botless_place(interaction):
        return interaction.guild.name
    return getattr(interaction.channel, "name", None) or say(locale, "botless.place")


async def shared_locale(service: Service, community: CommunityId, guild: discord.Guild) -> str:
    """The language of a server in which nobody has done anything yet. It is not stored: if the
    server has chosen no language, the first person who does something decides it."""
    chosen = await service.languages.of(community)
    known = guild.preferred_locale is not discord.Locale.american_english
    default = locale_of_client(str(guild.preferred_locale)) if known else ""
    return chosen or default or service.config.default_locale


def _spoken(interaction: discord.Interaction, seen: str) -> str:
    """The language that Discord reports for a server, if it says something: servers that never
    chose a language report American English."""
    guild = interaction.guild_locale
    if guild is None or guild is discord.Locale.american_english:
        return seen
    return locale_of_client(str(guild))
