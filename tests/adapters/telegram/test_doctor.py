"""``truco doctor`` asks Telegram, changes nothing, and says what is to be done."""

from typing import Any

import pytest
from pydantic import SecretStr

from adapters.checks import Finding
from adapters.telegram.doctor import examine
from adapters.telegram.menus import commands_for
from adapters.telegram.sticker_sets import set_name
from bot.host.settings import Settings
from tests.adapters.telegram.errors import bad, flood
from tests.adapters.telegram.house import opened
from tests.adapters.telegram.server import BotApi, add_sets
from tests.adapters.telegram.updates import Webhook
from tests.virtual import pass_by


async def findings(api: BotApi, token: str = "", **more: Any) -> dict[str, Finding]:
    settings = Settings(
        telegram_token=SecretStr(token or api.token), telegram_api_url=api.url, **more
    )
    found = [finding async for finding in examine(settings)]
    return {finding.about.partition(": ")[2]: finding for finding in found}


async def test_all_is_well(api: BotApi) -> None:
    found = await findings(api)
    assert set(found) == {
        "token",
        "groups",
        "privacy mode",
        "chats without it",
        "cards by @",
        "hands in groups",
        "commands",
        "updates",
    }
    assert all(finding.well for finding in found.values()), found


async def test_a_wrong_token_is_the_last_thing_said(api: BotApi) -> None:
    found = await findings(api, "1:wrong")
    assert [finding.well for finding in found.values()] == [False]
    assert "1:wrong" not in str(found)


async def test_nobody_there() -> None:
    settings = Settings(telegram_token=SecretStr("1:a"), telegram_api_url="http://127.0.0.1:9")
    found = [finding async for finding in examine(settings)]
    assert [finding.well for finding in found] == [False]
    assert "127.0.0.1:9" in found[0].said


async def test_a_bot_that_may_not_join_groups(api: BotApi) -> None:
    assert (await findings(api))["groups"].well
    api.joins_groups = False
    assert not (await findings(api))["groups"].well


async def test_what_it_hears_in_groups_is_told(api: BotApi) -> None:
    """Both ways are well."""
    told = []
    for api.privacy in (True, False):
        found = (await findings(api))["privacy mode"]
        assert found.well
        told.append(found.said.partition(":")[0])
    assert told == ["on", "off"]


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_how_hands_are_shown_in_groups(ephemeral: bool) -> None:
    """It is looked up without sending anything."""
    api = BotApi(ephemeral=ephemeral)
    async with api.running():
        found = (await findings(api))["hands in groups"]
        assert found.well
        assert ("only one person sees" in found.said) is True
        assert ("no messages" in found.said) is not ephemeral
        assert api.writes() == []


async def test_commands_are_listed_once_the_bot_has_run(api: BotApi) -> None:
    number = len([*commands_for("es", admins=False, hidden=False)])
    assert str(number) not in (await findings(api))["commands"].said
    async with opened(api):
        await pass_by(5)
    found = (await findings(api))["commands"]
    assert found.well
    assert found.said == f"{number} are listed."


async def test_what_cannot_be_asked_is_told(api: BotApi) -> None:
    for method, about in (("getMyCommands", "commands"), ("getWebhookInfo", "updates")):
        api.fail(method, "error", error=bad("no"))
        found = await findings(api)
        assert [name for name, finding in found.items() if not finding.well] == [about]
        assert "BadRequest" in found[about].said


async def test_a_webhook_that_is_ours(api: BotApi) -> None:
    """It is well unless Telegram could not reach it."""
    url = "https://bot.example.org/hook"
    wanted: dict[str, Any] = {
        "telegram_webhook_url": url,
        "telegram_webhook_secret": SecretStr("s"),
    }
    found = (await findings(api, **wanted))["updates"]
    assert (found.well, found.said) == (True, "the next start sets the webhook (0 waiting).")
    api.updates.webhook = Webhook(url, "s", None, 40)
    found = (await findings(api, **wanted))["updates"]
    assert (found.well, found.said) == (True, f"Telegram brings them to {url} (0 waiting).")
    api.updates.last_error = "Connection refused"
    found = (await findings(api, **wanted))["updates"]
    assert not found.well
    assert "Connection refused" in found.said


async def test_a_forgotten_webhook(api: BotApi) -> None:
    api.updates.webhook = Webhook("https://elsewhere.example.org/", "", None, 40)
    assert not (await findings(api))["updates"].well


async def test_the_ways_into_chats_without_the_bot_are_told(api: BotApi) -> None:
    on = (await findings(api))["chats without it"]
    api.takes_guests = False
    off = (await findings(api))["chats without it"]
    assert on.well
    assert off.well
    assert on.said != off.said


async def test_cards_by_inline_mode_need_both_sets_and_the_mode(api: BotApi) -> None:
    about = "cards by @"
    assert "truco telegram cards" in (await findings(api))[about].said
    add_sets(api)
    found = (await findings(api))[about]
    assert found.well
    assert found.said.startswith("on: ")
    api.inline_mode = False
    assert not (await findings(api))[about].well
    api.inline_mode = True
    api.sets[set_name("french", api.me.username)]["stickers"].pop()
    assert not (await findings(api))[about].well
    api.fail("getStickerSet", "error", error=flood(3))
    assert not (await findings(api))[about].well
