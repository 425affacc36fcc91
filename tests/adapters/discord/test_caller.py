"""Who pressed or typed, where, in which language, and what the bot may do there."""

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest
from discord.app_commands import AppCommandContext

from adapters.discord.caller import Caller, caller_of, chose, shared_locale
from adapters.discord.ids import place_id
from adapters.discord.rights import IN_THREAD, NEEDED, names_of
from bot.service import Service
from bot.store import Store

GUILD, CHANNEL, THREAD, ANA = 5, 7, 8, 500
AMERICAN, BRAZILIAN, BRITISH, SPANISH = (
    discord.Locale.american_english,
    discord.Locale.brazil_portuguese,
    discord.Locale.british_english,
    discord.Locale.spain_spanish,
)


def pressed(
    *,
    locale: discord.Locale = BRAZILIAN,
    server: discord.Locale | None = AMERICAN,
    guild: bool = True,
    thread: bool = False,
    rights: int = -1,
    manages: bool = False,
) -> discord.Interaction:
    channel = Mock(spec=discord.Thread, parent_id=CHANNEL) if thread else None
    made = SimpleNamespace(
        id=1,
        user=SimpleNamespace(id=ANA, display_name="Ana", name="ana"),
        guild_id=GUILD if guild else None,
        guild=SimpleNamespace(name="El boliche") if guild else None,
        channel_id=THREAD if thread else CHANNEL,
        channel=channel,
        locale=locale,
        guild_locale=server,
        app_permissions=discord.Permissions(rights & discord.Permissions.all().value),
        permissions=discord.Permissions(manage_guild=manages),
        context=AppCommandContext(guild=guild, dm_channel=not guild),
        _integration_owners={0: GUILD} if guild else {},
    )
    return cast("discord.Interaction", made)


@pytest.fixture
def service() -> Service:
    return Service(Store.in_memory())


async def caller(service: Service, **how: Any) -> Caller:
    return await caller_of(pressed(**how), service)


async def test_a_thread_counts_as_its_channel_and_needs_other_rights(service: Service) -> None:
    writes, in_thread = NEEDED.value & ~IN_THREAD.value, IN_THREAD.value & ~NEEDED.value
    for thread, channel, lacking in ((False, CHANNEL, writes), (True, THREAD, in_thread)):
        ana = await caller(service, thread=thread, rights=~lacking)
        assert (ana.thread, ana.channel) == (thread, channel)
        assert ana.place == place_id(ana.community, CHANNEL)
        assert ana.missing == names_of(discord.Permissions(lacking)) != ()
        other = writes if thread else in_thread
        assert (await caller(service, thread=thread, rights=~other)).missing == ()


async def test_nothing_is_lacking_in_a_private_chat_and_nobody_manages_it(service: Service) -> None:
    alone = await caller(service, guild=False, rights=0, manages=True)
    assert alone.direct
    assert (alone.guild, alone.missing, alone.manages) == (0, (), False)
    assert alone.community_name == alone.name == "Ana"
    server = await caller(service, manages=True)
    assert not server.direct
    assert server.manages
    assert server.community_name == "El boliche"
    assert not (await caller(service)).manages


async def test_a_language_is_that_of_the_client_until_one_is_chosen(service: Service) -> None:
    assert (await caller(service, locale=BRAZILIAN)).locale == "pt_BR"
    assert (await caller(service, locale=BRITISH)).locale == "en"
    ana = await caller(service, locale=SPANISH)
    assert ana.locale == "es"
    assert await chose(service, ana.person, "tlh") is None
    assert (await caller(service, locale=BRITISH)).locale == "en"
    assert await chose(service, ana.person, "pt_BR") == "pt_BR"
    assert (await caller(service, locale=BRITISH)).locale == "pt_BR"


async def test_a_server_speaks_the_first_language_seen_there(service: Service) -> None:
    """Every server that never chose one reports American English: it says nothing."""
    assert (await caller(service, locale=BRAZILIAN, server=AMERICAN)).shared == "pt_BR"
    assert (await caller(service, locale=SPANISH, server=BRITISH)).shared == "pt_BR"
    for server, locale, shared in (
        (None, BRAZILIAN, "pt_BR"),
        (BRITISH, BRAZILIAN, "en"),
        (SPANISH, BRITISH, "es"),
    ):
        elsewhere = Service(Store.in_memory())
        assert (await caller(elsewhere, locale=locale, server=server)).shared == shared


async def test_where_nobody_has_done_anything_the_default_counts(service: Service) -> None:
    def of(locale: discord.Locale) -> Any:
        return cast(Any, SimpleNamespace(preferred_locale=locale))

    assert await shared_locale(service, "discord:5", of(AMERICAN)) == service.config.default_locale
    assert await shared_locale(service, "discord:5", of(BRAZILIAN)) == "pt_BR"
    assert await service.languages.of("discord:5") is None
    await service.languages.choose("discord:5", "en")
    assert await shared_locale(service, "discord:5", of(BRAZILIAN)) == "en"
