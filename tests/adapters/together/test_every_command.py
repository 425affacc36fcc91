"""Every command of the catalogue is typed on all three platforms, at four moments, each of them in
three languages. Each is answered; Discord's answers outside a match stand in ``golden``, to be
read."""

import re
from pathlib import Path
from typing import Final

import pytest

from adapters.discord.words import say as discord_say
from adapters.telegram.words import say as telegram_say
from adapters.web.words import say as page_say
from bot.catalogue.commands import COMMANDS
from bot.chat_commands import CommandSpec
from bot.messages import MatchId
from bot.model import Status
from bot.words import LOCALES
from tests.adapters.discord.lists import older, path
from tests.adapters.discord.lookalike.people import Seen
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.examples import some
from tests.kept import check_kept
from tests.virtual import pass_by

GOLDEN: Final = Path(__file__).with_name("golden")
CLIENT: Final = {"es": "es-ES", "pt_BR": "pt-BR", "en": "en-US"}
"""The language of a client, as Discord calls it."""
ANSWERS: Final = frozenset({"reply", "panel", "ask", "record", "options", "settings", "film"})
"""Messages of the page that answer a line."""
UNCLEAR: Final = ((discord_say, "unclear"), (telegram_say, "unclear"), (page_say, "web.unclear"))
SILENT: Final = frozenset({("lobby", "mesa"), ("playing", "mesa"), ("over", "mesa")})
"""What is shown is the table itself."""


class Visitor:
    """Somebody in a place of their own, who types one command."""

    def __init__(self, house: House, player: Player, locale: str) -> None:
        self.house = house
        self.player = player
        self.locale = locale
        self.match: MatchId = ""

    async def at(self, moment: str) -> None:
        """Comes to this moment: a lobby of their own, a match with a robot, its end."""
        if moment == "nowhere":
            return
        await self.player.line("jugar", jugadores="2", variante="argentino")
        self.match = await self.house.lobby_of(self.player.user)
        if moment == "lobby":
            return
        await self.player.button(rf"\.{self.match}\.\.START$")
        await pass_by(3)
        if moment == "over":
            await self.player.line("terminar")
            await pass_by(3)
            assert (await self.house.info(self.match)).status is Status.OVER

    async def types(self, spec: CommandSpec) -> list[str]:
        """Types the command in their language, and returns everything that came of it."""
        name = spec.names.of(self.locale)
        match self.player:
            case OnDiscord(client=client):
                before = {seen.id for seen in client.everything()}
                listed = path(spec, self.locale)
                if listed is None:
                    interaction = await client.with_lists(older()).slash(name)
                else:
                    interaction = await client.slash(listed[0], **listed[1])
                await pass_by(3)
                found = [seen for seen in reversed(client.everything()) if seen.id not in before]
                reply = interaction.reply
                if reply is not None and reply.id not in {seen.id for seen in found}:
                    found.append(Seen(reply))
                return [seen.text for seen in found]
            case OnTelegram(client=client, chat=chat):
                before = {id(message) for message in (*chat.messages, *client.private.messages)}
                await self.player.line(name.replace("-", "_"))
                await pass_by(3)
                every = (*chat.messages, *client.private.messages)
                return [
                    message.text
                    for message in every
                    if message.by_bot and id(message) not in before
                ]
            case OnPage(page=page):
                heard = len(page.heard)
                await self.player.line(name)
                await pass_by(3)
                return [
                    _of_page(message) for message in page.heard[heard:] if message["t"] in ANSWERS
                ]
            case _:
                raise AssertionError(self.player)


def _of_page(told: dict[str, object]) -> str:
    """An answer of the page, without what only its script reads."""
    shown = {key: value for key, value in told.items() if key not in ("id", "t")}
    return f"{told['t']}: {shown}"


async def visitor(house: House, platform: str, name: str, locale: str) -> Visitor:
    """Somebody new, the administrator of a channel or group of their own."""
    player: Player
    match platform:
        case "discord":
            channel = house.small.world.add_channel(house.discord.guild, name.lower())
            on_discord = house.on_discord(name, CLIENT[locale], channel=channel)
            house.discord.guild.managers.add(on_discord.client.user.id)
            player = on_discord
        case "telegram":
            on_telegram = await house.on_telegram(name, CLIENT[locale].lower())
            on_telegram.chat = house.telegram.world.group(name, on_telegram.client)
            player = on_telegram
        case _:
            player = await house.on_page(name, locale)
    return Visitor(house, player, locale)


def plain(text: str, match: MatchId) -> str:
    """The same on every run: no code, no number of a message or of an account."""
    if match:
        text = text.replace(match, "CODE")
    text = re.sub(r"\b[a-z0-9]{16}\b|\b\d{7,}\b", "#", text)
    return re.sub(r"127\.0\.0\.1:\d+", "HOST", text)


async def answers(house: House, platform: str, moment: str, locale: str) -> dict[str, str]:
    """What each command is answered with; in a match, which nothing is kept of, what some are."""
    found = {}
    for number, spec in enumerate(some(COMMANDS) if moment == "playing" else COMMANDS):
        eva = await visitor(house, platform, f"Eva{number}", locale)
        await eva.at(moment)
        before = (await house.info(eva.match)).version if eva.match else 0
        told = [plain(text, eva.match) for text in await eva.types(spec)]
        after = (await house.info(eva.match)).version if eva.match else 0
        assert told or after > before or (moment, spec.id) in SILENT, (platform, moment, spec.id)
        unclear = {say(locale, id) for say, id in UNCLEAR}
        assert not unclear & set(told), (platform, moment, spec.id, told)
        found[spec.id] = "\n---\n".join(told)
    return found


CASES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "nowhere": {"discord": LOCALES, "telegram": ("es",), "page": ("pt_BR",)},
    "lobby": {"discord": LOCALES, "telegram": ("en",), "page": ("es",)},
    "playing": {"discord": ("es",), "telegram": ("pt_BR",), "page": ("en",)},
    "over": {"discord": ("en",), "telegram": ("es",), "page": ("pt_BR",)},
}
"""By moment the languages of each platform: each moment in every language, and on every platform.
In all languages where the answers are kept."""


@pytest.mark.parametrize(
    ("moment", "platform", "locale"),
    [
        pytest.param(moment, platform, locale, marks=[pytest.mark.dear] * (moment != "playing"))
        for moment, platforms in CASES.items()
        for platform, locales in platforms.items()
        for locale in locales
    ],
)
async def test_every_command_is_answered(
    house: House, moment: str, platform: str, locale: str
) -> None:
    found = await answers(house, platform, moment, locale)
    if platform != "discord" or moment not in ("nowhere", "lobby"):
        return  # the words are the same on all three; what a robot does is not, with every version
    del found["empezar"]  # a robot may have acted already
    text = "".join(f"=== /{command}\n{said}\n\n" for command, said in found.items())
    check_kept(GOLDEN / f"{moment}.{locale}.txt", text)
