"""``truco doctor`` asks Telegram, changes nothing, and says what is to be done."""

from pydantic import SecretStr

from adapters.checks import Finding
from adapters.telegram.doctor import examine
from bot.host.settings import Settings
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.updates import Webhook


async def findings(api: BotApi, token: str = "") -> dict[str, Finding]:
    settings = Settings(telegram_token=SecretStr(token or api.token), telegram_api_url=api.url)
    found = [one async for one in examine(settings)]
    return {one.about.partition(": ")[2]: one for one in found}


async def test_all_is_well(api: BotApi) -> None:
    found = await findings(api)
    assert set(found) == {
        "token",
        "groups",
        "privacy mode",
        "hands in groups",
        "commands",
        "updates",
    }
    assert all(one.well for one in found.values()), found


async def test_a_wrong_token_is_the_last_thing_said(api: BotApi) -> None:
    found = await findings(api, "1:wrong")
    assert [one.well for one in found.values()] == [False]
    assert "1:wrong" not in str(found)


async def test_nobody_there() -> None:
    settings = Settings(telegram_token=SecretStr("1:a"), telegram_api_url="http://127.0.0.1:9")
    found = [one async for one in examine(settings)]
    assert [one.well for one in found] == [False]
    assert "127.0.0.1:9" in found[0].said


async def test_a_forgotten_webhook(api: BotApi) -> None:
    api.updates.webhook = Webhook("https://elsewhere.example.org/", "", None, 40)
    assert not (await findings(api))["updates"].well
