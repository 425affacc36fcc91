"""``truco doctor`` asks Discord, changes nothing, and says what is to be done."""

from pydantic import SecretStr

from adapters.checks import Finding
from adapters.discord.commands import payload
from adapters.discord.doctor import examine
from adapters.discord.emoji import Emoji, emoji_name
from adapters.discord.rights import INVITED
from bot.host.settings import Settings
from tests.adapters.discord.house import lived_in
from tests.adapters.discord.lookalike.server import TOKEN, Discord


def settings_for(small: Discord, token: str = TOKEN) -> Settings:
    return Settings(
        discord_token=SecretStr(token),
        discord_api_url=f"{small.address}/api/v10",
        discord_gateway_url=small.gateway.url,
    )


async def findings(small: Discord, token: str = TOKEN) -> dict[str, Finding]:
    return {finding.about: finding async for finding in examine(settings_for(small, token))}


async def test_all_is_well_where_the_bot_lives(small: Discord) -> None:
    async with lived_in(small):
        sent = len(small.requests)
        found = await findings(small)
        assert all(finding.well for finding in found.values()), found
        assert {name.partition(": ")[2] for name in found} == {
            "token",
            "interactions",
            "intents",
            "installation",
            "gateway",
            "commands",
            "emoji",
            "servers",
        }
        asked = {
            request.method for request in small.requests[sent:] if "/emojis" not in request.path
        }
        assert asked == {"GET"}, "it only looks"


async def test_a_refused_token_is_the_last_thing_said(small: Discord) -> None:
    found = await findings(small, "no.such.token")
    assert [finding.well for finding in found.values()] == [False]
    assert "no.such.token" not in str(found)


async def test_an_address_that_does_not_answer_is_the_last_thing_said(small: Discord) -> None:
    small.faults.add("get_my_user", cut=True, times=100)
    found = await findings(small)
    assert [(name, finding.well) for name, finding in found.items()] == [
        ("Discord: address", False)
    ]


async def test_an_examination_that_ends_early_says_so(small: Discord) -> None:
    small.faults.code(50001, "get_bot_gateway")
    found = [(name, finding.well) for name, finding in (await findings(small)).items()]
    assert found[0] == ("Discord: token", True)
    assert found[-1] == ("Discord", False)


async def test_servers_that_allow_too_little_are_named(small: Discord) -> None:
    guild = small.world.add_guild("Club")
    guild.bot_permissions &= ~(1 << 11)
    found = await findings(small)
    servers = found["Discord: servers"]
    assert not servers.well
    assert "Club" in servers.said
    assert "send_messages" in servers.said


async def test_presses_that_go_to_an_address_are_told(small: Discord) -> None:
    """An application that has such an address brings them nowhere else."""
    small.world.interactions_endpoint_url = "https://bot.example/presses"
    found = await findings(small)
    assert not found["Discord: interactions"].well


async def test_a_bot_that_is_nowhere_is_told_how_it_is_invited(small: Discord) -> None:
    servers = (await findings(small))["Discord: servers"]
    assert servers.well
    assert str(small.world.application) in servers.said
    assert f"permissions={INVITED.value}" in servers.said


async def test_servers_that_allow_enough(small: Discord) -> None:
    """An administrator may do everything."""
    small.world.add_guild("Club")
    small.world.add_guild("Otro").bot_permissions = 1 << 3
    servers = (await findings(small))["Discord: servers"]
    assert servers.well
    assert servers.said.startswith("2;")


async def test_starts_that_are_used_up(small: Discord) -> None:
    """Each start of the bot uses as many as there are connections."""
    for left, well in ((2, True), (1, False)):
        small.gateway.starts_left = left
        assert (await findings(small))["Discord: gateway"].well is well


async def test_commands_and_emoji_that_the_bot_will_add(small: Discord) -> None:
    found = await findings(small)
    assert found["Discord: commands"].well
    assert str(len(payload())) in found["Discord: commands"].said
    assert "82" in found["Discord: emoji"].said
    async with lived_in(small):
        found = await findings(small)
    assert found["Discord: commands"].said == f"{len(payload())} are registered."
    shape = {"roles": [], "user": small.world.user_shape(small.world.bot), "available": True}
    shape |= {"require_colons": True, "managed": False, "animated": False}
    small.world.emoji = {
        number: shape | {"id": str(number), "name": emoji_name(*card)}
        for number, card in enumerate(Emoji().missing())
    }
    assert "82" not in (await findings(small))["Discord: emoji"].said


async def test_it_says_whether_people_may_install_the_bot(small: Discord) -> None:
    """It asks for the commands that the running bot registers then."""
    small.world.user_install = True
    async with lived_in(small):
        found = await findings(small)
        assert found["Discord: commands"].well
        assert "own account" in found["Discord: installation"].said
