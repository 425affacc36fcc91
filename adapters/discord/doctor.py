"""Discord's part of ``truco doctor``: checks the token, the application, and the permissions in
servers.

It asks the API and opens no connection to the gateway, so it may run while the bot runs."""

from collections.abc import AsyncIterator

import discord

from adapters.checks import Finding
from adapters.discord import commands
from adapters.discord.account import may_be_installed
from adapters.discord.bot import addressed
from adapters.discord.emoji import Emoji
from adapters.discord.rights import INVITED, USEFUL, names_of
from adapters.discord.trouble import ANY, NETWORK
from bot.host.settings import Settings

_TOKEN_PAGE = "https://discord.com/developers/applications"  # noqa: S105 - an address


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yields all findings. It stops after a finding that makes further checks impossible."""
    token = settings.discord_token
    assert token is not None
    client = discord.Client(intents=discord.Intents(guilds=True), max_ratelimit_timeout=30.0)
    with addressed(settings.discord_api_url, settings.discord_gateway_url):
        try:
            await client.login(token.get_secret_value())
        except discord.LoginFailure:
            said = f"Discord refuses it. Make another on the page Bot at {_TOKEN_PAGE}."
            yield Finding("Discord: token", False, said)
        except (discord.HTTPException, *NETWORK) as error:
            said = f"{settings.discord_api_url} does not answer ({type(error).__name__})."
            yield Finding("Discord: address", False, said)
        else:
            name = client.user.name if client.user else "?"
            yield Finding("Discord: token", True, f"it is {name}'s.")
            try:
                async for finding in _application(client, settings):
                    yield finding
            except (*ANY, discord.GatewayNotFound) as error:
                said = f"the examination ended early ({type(error).__name__})."
                yield Finding("Discord", False, said)
        finally:
            await client.close()


async def _application(client: discord.Client, settings: Settings) -> AsyncIterator[Finding]:
    application = client.application
    if application is not None and application.interactions_endpoint_url:
        said = (
            "the application sends presses and commands to an Interactions Endpoint URL, so the bot"
            " never hears of them: empty that field on the page General Information."
        )
        yield Finding("Discord: interactions", False, said)
    else:
        yield Finding("Discord: interactions", True, "they come over the gateway.")
    yield Finding("Discord: intents", True, "only guilds is used; no privileged one is needed.")
    if may_be_installed(client):
        said = "people may add the bot to their own account, and play where it is not."
    else:
        said = "servers alone add the bot: User Install is off on the page Installation."
    yield Finding("Discord: installation", True, said)
    shards, _, limit = await client.http.get_bot_gateway()
    left = int(limit.get("remaining", 0))
    said = f"{shards} connection{'s' if shards > 1 else ''} advised, {left} starts left today."
    yield Finding("Discord: gateway", left > shards, said)
    yield await _commands(client, window=settings.discord_client_secret is not None)
    emoji = Emoji()
    await emoji.find(client)
    missing = len(emoji.missing())
    said = f"{missing} cards have none yet; the running bot uploads them." if missing else "all."
    yield Finding("Discord: emoji", True, said)
    async for finding in _servers(client):
        yield finding


async def _commands(client: discord.Client, *, window: bool) -> Finding:
    registered = await client.http.get_global_commands(client.application_id or 0)
    known = {(command["type"], command["name"]) for command in registered}
    told = commands.payload(window=window, user_install=may_be_installed(client))
    wanted = {(command["type"], command["name"]) for command in told}
    about = "Discord: commands"
    if wanted <= known:
        return Finding(about, True, f"{len(wanted)} are registered.")
    said = f"{len(wanted - known)} are not registered; the next start of the bot does it."
    return Finding(about, True, said)


async def _servers(client: discord.Client) -> AsyncIterator[Finding]:
    about = "Discord: servers"
    link = discord.utils.oauth_url(client.application_id or 0, permissions=INVITED)
    servers = await client.http.get_guilds(200)
    if not servers:
        yield Finding(about, True, f"none yet. The bot is invited with {link}")
        return
    short = []
    for server in servers:
        has = discord.Permissions(int(server.get("permissions", "0")))
        missing = discord.Permissions(USEFUL.value & ~has.value)
        if missing.value and not has.administrator:
            short.append(f"{server['name']} ({', '.join(names_of(missing))})")
    if short:
        said = f"missing permissions in {'; '.join(short)}. Invite the bot again with {link}"
        yield Finding(about, False, said)
    else:
        yield Finding(about, True, f"{len(servers)}; the permissions are there.")
