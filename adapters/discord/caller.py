"""A person who pressed or typed something, with the place and the language."""

from typing import Final

import discord
from msgspec import Struct

from adapters.discord.ids import PLATFORM, community_id, place_id, user_id
from adapters.discord.rights import IN_THREAD, NEEDED, names_of
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

    @property
    def direct(self) -> bool:
        """It is the person's own chat with the bot."""
        return not self.guild


SPEAKS: Final = "discord_speaks"
"""A person's setting: the language of their client when it was last seen. Empty: they have chosen a
language themselves."""


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
    community = community_id(guild, user.id)
    channel = interaction.channel_id or 0
    parent = channel
    thread = isinstance(interaction.channel, discord.Thread)
    if isinstance(interaction.channel, discord.Thread):
        parent = interaction.channel.parent_id
    seen = locale_of_client(str(interaction.locale))
    locale = await _own(service, person, seen)
    shared = await _shared(service, community, _spoken(interaction, seen))
    needed = IN_THREAD if thread else NEEDED
    missing = needed.value & ~interaction.app_permissions.value if guild else 0
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
        community_name=interaction.guild.name if interaction.guild else name,
        manages=bool(guild) and interaction.permissions.manage_guild,
        missing=names_of(discord.Permissions(missing)),
    )


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
