"""Who pressed or typed, where, and in what language."""

import discord
from msgspec import Struct

from adapters.discord.ids import PLATFORM, community_id, person_id, place_id
from adapters.discord.rights import IN_THREAD, NEEDED, names_of
from bot.messages import CommunityId, PersonId, PlaceId
from bot.names import shown_name
from bot.service import Service
from bot.words import closest_locale


class Caller(Struct, frozen=True):
    """The one who is to be answered."""

    request: str
    user: int
    person: PersonId
    name: str
    locale: str
    shared: str
    """The language of the server, in which its tables are shown."""
    guild: int
    """0 in a private chat."""
    channel: int
    """Where it was; a thread counts as its own channel here ..."""
    thread: bool
    """Whether it was in a thread."""
    place: PlaceId
    """... and as the channel it belongs to here."""
    community: CommunityId
    community_name: str
    manages: bool
    """May change the server's settings."""
    missing: tuple[str, ...]
    """Rights that the bot does not have here and a table needs."""

    @property
    def direct(self) -> bool:
        """It is the person's own chat with the bot."""
        return not self.guild


async def _language(service: Service, owner: PersonId | CommunityId, seen: str) -> str:
    """What is chosen. Where nothing is yet, the one they are seen with is kept."""
    chosen = await service.language_of(owner)
    return chosen or await service.set_language(owner, seen) or seen


async def caller_of(interaction: discord.Interaction, service: Service) -> Caller:
    """Who is behind an interaction."""
    user = interaction.user
    guild = interaction.guild_id or 0
    person = person_id(user.id)
    community = community_id(guild, user.id)
    channel = interaction.channel_id or 0
    parent = channel
    thread = isinstance(interaction.channel, discord.Thread)
    if isinstance(interaction.channel, discord.Thread):
        parent = interaction.channel.parent_id
    seen = closest_locale(str(interaction.locale))
    locale = await _language(service, person, seen)
    shared = await _language(service, community, _spoken(interaction, seen))
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


def _spoken(interaction: discord.Interaction, seen: str) -> str:
    """The language of a server. Servers that never chose one all say American English."""
    guild = interaction.guild_locale
    if guild is None or guild is discord.Locale.american_english:
        return seen
    return closest_locale(str(guild))
