"""One service with all its platforms: the look-alikes of Discord and Telegram, and pages."""

import asyncio
import itertools
import math
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from random import Random
from typing import Any, Final, Protocol
from urllib.parse import urlencode

from aiohttp import ClientSession, WSMsgType

from adapters.discord import Account as DiscordAccount
from adapters.discord import DiscordAdapter
from adapters.discord.window import Launcher
from adapters.listener import Listener
from adapters.telegram import Account
from adapters.telegram import Telegram as TelegramAdapter
from adapters.web import Playground
from adapters.web.discord_starts import DiscordStarts
from adapters.web.tabs import user_of
from adapters.web.windows import Starts, Windows
from adapters.windows import window_path
from bot import tokens
from bot.catalogue import COMMAND
from bot.environment import Config
from bot.leagues.hosting import LeagueHouse
from bot.match.vault import Vault
from bot.messages import MatchId, PersonId
from bot.model import Status
from bot.service import Service
from bot.store import Store
from engine.actions import NUMBER_VERBS, PERHAPS_NUMBER, Action, Legal, Range
from engine.record.notation import write_action
from tests.adapters.discord import house as discord_house
from tests.adapters.discord.house import chosen
from tests.adapters.discord.lists import older, path
from tests.adapters.discord.lookalike.people import Person as DiscordPerson
from tests.adapters.discord.lookalike.server import TOKEN, Discord
from tests.adapters.discord.lookalike.server import running as small_discord
from tests.adapters.discord.lookalike.world import Channel
from tests.adapters.known_matches import WithMatches
from tests.adapters.telegram import house as telegram_house
from tests.adapters.telegram.people import Person as TelegramPerson
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat
from tests.adapters.web.house import Message, Page, a_key
from tests.adapters.web.telegram_windows import start_of, starts
from tests.bot.helpers import Dice, Waits
from tests.virtual import LoopTime, pass_by, settle, the_loop, until

QUICK: Final = Config(robot_delay=0.5, robot_budget=0, turn_seconds=3600)


class Player(Protocol):
    """Somebody in front of one platform's client."""

    @property
    def user(self) -> str:
        """What the platform calls them."""

    async def line(self, name: str, **options: str) -> None:
        """Types a command."""

    async def button(self, pattern: str) -> None:
        """Presses the newest button whose token has this pattern."""

    async def act(self, match: MatchId, action: Legal) -> None:
        """Takes a step."""

    def reads(self) -> list[str]:
        """Every message that they have been sent alone, or may read, the oldest first."""

    def told(self) -> str:
        """What they alone were told last."""


class OnDiscord:
    """A person with Discord's client."""

    def __init__(self, house: "House", person: DiscordPerson) -> None:
        self.house = house
        self.client = person
        self.user = f"discord:{person.user.id}"

    async def line(self, name: str, **options: str) -> None:
        found = path(COMMAND[name])
        if found is None:  # there is a button for it
            await self.client.with_lists(older()).slash(name, **options)
        else:
            await self.client.slash(found[0], **found[1], **options)

    async def button(self, pattern: str) -> None:
        await self.client.press(custom_id=pattern)

    async def act(self, match: MatchId, action: Legal) -> None:
        table = await self.house.table(match)
        point = await self.house.point(match)
        await discord_house.press_action(self.client, match, point, table, action, 30.0)
        if isinstance(action, Action):
            sure = discord_house.to_confirm(self.client, write_action(table, action))
            if sure:
                await self.client.press(custom_id=f"^{re.escape(sure)}$")

    def reads(self) -> list[str]:
        client = self.client
        elsewhere = [] if client.here is client.chat else client.sees(client.chat)
        return [message.text for message in (*elsewhere, *client.sees())]

    def told(self) -> str:
        return max(self.client.everything(), key=lambda seen: seen.message.id).text


class OnTelegram:
    """A person with Telegram's client, in a group or in the private chat."""

    def __init__(self, house: "House", person: TelegramPerson, chat: Chat) -> None:
        self.house = house
        self.client = person
        self.chat = chat
        self.user = f"telegram:{person.id}"

    async def line(self, name: str, **options: str) -> None:
        at = "" if self.chat is self.client.private else f"@{telegram_house.BOT}"
        values = [f"{option}:{value}" for option, value in options.items()]
        self.client.say(" ".join([f"/{name}{at}", *values]), self.chat)
        await pass_by(2.0)

    async def button(self, pattern: str) -> None:
        def found() -> tuple[Chat, Any, Any] | None:
            for chat in (self.client.private, self.chat):
                for shown in reversed(self.client.sees(chat)):
                    for button in shown.buttons:
                        if re.search(pattern, str(button.get("callback_data", ""))):
                            return chat, shown, button
            return None

        chat, shown, button = await self.house.api.until(found, 30.0)
        await self.client.press(button, chat, on=shown).answer()
        await settle()

    async def act(self, match: MatchId, action: Legal) -> None:
        table = await self.house.table(match)
        point = re.escape(await self.house.point(match))
        word = write_action(table, action)
        before = (await self.house.info(match)).version
        if isinstance(action, Range):
            await self.button(rf"\.{point}\.{action.verb} \?$")
            self.client.say(str(action.low))
            await settle()
            return
        if action.verb == "cover":
            await self.button(r"MENU covered$")
        if action.verb in NUMBER_VERBS | PERHAPS_NUMBER:
            await self.button(rf"\.{point}\.({re.escape(word)}|{action.verb} \?)$")
            if (await self.house.info(match)).version == before:
                self.client.say(str(action.arg))
                await settle()
            return
        await self.button(rf"\.{point}\.{re.escape(word)}$")
        if (await self.house.info(match)).version == before:
            await self.button(rf"SURE {re.escape(word)}$")

    def reads(self) -> list[str]:
        return [message.text for message in self.client.sees()]

    def told(self) -> str:
        return self.reads()[-1]


class OnPage:
    """A person with a tab of the playground."""

    def __init__(self, house: "House", page: Page, user: PersonId) -> None:
        self.house = house
        self.page = page
        self.user = user
        self._ids = itertools.count(1)

    async def listen(self) -> None:
        """Reads whatever the page is sent, until its line ends."""
        async for frame in self.page.socket:
            if frame.type is not WSMsgType.TEXT:
                break
            self.page.raw.append(frame.data)
            self.page.heard.append(frame.json())

    async def line(self, name: str, **options: str) -> None:
        values = [f"{option}:{value}" for option, value in options.items()]
        await self.tell("line", text=" ".join([f"/{name}", *values]))

    async def tell(self, t: str, **message: object) -> None:
        """Sends a message of the page's protocol, with an id of its own."""
        await self.page.tell(t, id=f"{self.page.key[-6:]}-{next(self._ids)}", **message)
        await settle()

    def screen(self) -> Message:
        """The newest picture."""
        pictures = [message["screen"] for message in self.page.heard if message["t"] == "picture"]
        assert pictures, self.page.heard
        return dict(pictures[-1])

    def tokens(self) -> list[str]:
        """Everything that can be pressed in it."""
        screen = self.screen()
        marks = [*screen["buttons"], *screen["cards"]]
        found = [mark["token"] for mark in marks]
        return [*found, *(mark.get("cover_token", "") for mark in screen["cards"])]

    async def button(self, pattern: str) -> None:
        await self.tell("press", token=await self._token(pattern))

    async def _token(self, pattern: str) -> str:
        """The first token with this pattern, as soon as there is one."""

        def found() -> str:
            return next((one for one in self.tokens() if one and re.search(pattern, one)), "")

        await until(found, 30.0, f"no {pattern} in {self.tokens()}")
        return found()

    async def act(self, match: MatchId, action: Legal) -> None:
        table = await self.house.table(match)
        point = re.escape(await self.house.point(match))
        word = write_action(table, action)
        said = "" if isinstance(action, Range) else f"{re.escape(word)}|"
        token = await self._token(rf"\.{point}\.({said}{action.verb} \?)$")
        number = str(action.low if isinstance(action, Range) else action.arg)
        await self.tell("press", token=token, **({"value": number} if token.endswith("?") else {}))

    def reads(self) -> list[str]:
        return [str(message) for message in self.page.heard]

    def told(self) -> str:
        last = [said for said in self.page.heard if said["t"] in ("reply", "ask", "panel")][-1]
        where = {"ask": "question", "panel": "page"}.get(last["t"])
        return str((last[where] if where else last)["text"])


EVERY_CLIENT: Final = (OnDiscord, OnTelegram, OnPage)


class House(WithMatches):
    """Where they all meet."""

    def __init__(
        self, service: Service, dice: Dice, small: Discord, api: BotApi, playground: Playground
    ) -> None:
        self.service = service
        self.dice = dice
        self.small = small
        self.api = api
        self.playground = playground
        self.url = ""
        self.session: ClientSession
        self.players: list[Player] = []
        self.people: dict[PersonId, list[Player]] = {}
        """The clients of those who have several; others have the one of their id."""
        self.discord = discord_house.House(small, config=QUICK, store=service.store)
        self.discord.service = service
        self.telegram = telegram_house.House(api, service.store, QUICK, 1)
        self.telegram.service = service
        self._stack = AsyncExitStack()

    # --- people --------------------------------------------------------------------------------

    def on_discord(
        self, name: str, locale: str = "es-ES", *, channel: Channel | None = None
    ) -> OnDiscord:
        """Somebody in the server's channel."""
        player = OnDiscord(self, self.discord.person(name, locale, channel))
        self.players.append(player)
        return player

    def in_direct_chat(self, name: str, locale: str = "es-ES") -> OnDiscord:
        """Somebody in their own chat with the bot on Discord."""
        person = self.discord.person(name, locale)
        player = OnDiscord(self, person.at(person.chat))
        self.players.append(player)
        return player

    async def on_telegram(
        self, name: str, language: str = "es-ES", *, chat: Chat | None = None
    ) -> OnTelegram:
        """Somebody who has opened the private chat; without ``chat`` that is where they are."""
        person = await self.telegram.person(name, language)
        player = OnTelegram(self, person, chat or person.private)
        self.players.append(player)
        return player

    async def arrives(self, client: type[Player], name: str) -> Player:
        """Somebody in front of this client, in the channel or in their private chat."""
        if client is OnDiscord:
            return self.on_discord(name)
        return await (self.on_telegram if client is OnTelegram else self.on_page)(name)

    async def in_window(self, chat: OnTelegram, match: MatchId) -> OnPage:
        """The same person, who opens the table in a window of Telegram."""
        start = start_of(
            chat.client.id,
            chat.client.user.first_name,
            at=self.service.time.utc(),
            token=self.api.token,
            start_param=match,
            query_id=str(len(self.players)),
        )
        return await self._opens("", "es", chat.user, window="telegram", start=start)

    async def in_activity(self, chat: OnDiscord) -> OnPage:
        """The same person, who opens their table of that channel in a window of Discord."""
        world = self.small.world
        instance = (await chat.client.enter()).launched
        assert instance is not None
        start = urlencode({"code": world.authorize(chat.client.user), "instance": instance.id})
        path = f"{window_path('discord')}/.proxy/ws"
        origin = f"https://{world.application}.discordsays.com"
        return await self._opens(
            "", "es", chat.user, path=path, origin=origin, window="discord", start=start
        )

    async def on_page(self, name: str, locale: str = "es", *, key: str = "") -> OnPage:
        """Somebody who opens the playground."""
        return await self._opens(name, locale, key=key)

    async def _opens(
        self,
        name: str,
        locale: str,
        user: PersonId = "",
        *,
        key: str = "",
        path: str = "/ws",
        origin: str = "",
        **more: str,
    ) -> OnPage:
        headers = {"Origin": origin or self.url}
        socket = await self._stack.enter_async_context(
            self.session.ws_connect(f"{self.url}{path}", headers=headers)
        )
        page = Page(socket)
        page.key = key or a_key()
        player = OnPage(self, page, user or user_of(page.key))
        listening = asyncio.create_task(player.listen())
        self._stack.callback(listening.cancel)
        await page.tell("hello", key=page.key, name=name, locale=locale, **more)
        await settle()
        self.players.append(player)
        return player

    # --- looking -------------------------------------------------------------------------------

    async def point(self, match: MatchId) -> str:
        """The moment of the game."""
        return tokens.point(await self.view_of(match, None))

    async def lobby_of(self, user: PersonId) -> MatchId:
        """The table that this person has just opened."""
        (match,) = await self.service.matches.of_person(user)
        return match

    # --- playing -------------------------------------------------------------------------------

    async def seated(self, *people: Player, **options: str) -> MatchId:
        """A table that the first of them opens and the others join by its code."""
        host, *others = people
        players = 2 * ((2 + len(others)) // 2)
        await host.line("jugar", jugadores=str(players), **options)
        match = await self.lobby_of(host.user)
        for player in others:
            await player.line("unirse", codigo=match)
            assert (await self.info(match)).seat_of(player.user) is not None, player
        return match

    async def begun(self, match: MatchId, host: Player, *_: Player) -> None:
        """The host starts."""
        await host.button(r"\.START$")
        assert (await self.info(match)).status is Status.PLAYING

    async def play(
        self,
        match: MatchId,
        rng: Random,
        *,
        steps: int = 3000,
        before: float = math.inf,
        look: Callable[[], Awaitable[None]] | None = None,
    ) -> int:
        """People play until the match is over, or for so many steps; returns how many they took.

        ``before``: they stop at this moment of the loop's time. ``look`` is called after each
        step."""
        by_id = {player.user: [player] for player in self.players} | self.people
        taken = 0
        for _ in range(steps):
            info = await self.info(match)
            if info.status is not Status.PLAYING or the_loop().time() >= before:
                return taken
            public = await self.view_of(match, None)
            waited = [info.seats[seat] for seat in public.awaited]
            people = [
                (player, seat.person) for seat in waited for player in by_id.get(seat.person, ())
            ]
            if not people:
                await pass_by(1.0)
                if look is not None:
                    await look()
                continue
            player, person = rng.choice(people)
            view = await self.view_of(match, person)
            action = chosen(view, rng)
            await player.act(match, action)
            await pass_by(0.3)
            taken += 1
            if look is not None:
                await look()
            assert (await self.info(match)).version > info.version, (player.user, action)
        return taken


@contextmanager
def alone(person: Player, people: Sequence[Player]) -> Iterator[None]:
    """Nothing that happens here is read by the others of these people."""
    others = [other for other in people if other is not person]
    before = [len(other.reads()) for other in others]
    yield
    assert [len(other.reads()) for other in others] == before, person.user


@asynccontextmanager
async def opened(
    *,
    store: Store | None = None,
    seed: int = 1,
    vault: Vault | None = None,
    activities: bool = False,
    league: Callable[[], LeagueHouse] | None = None,
) -> AsyncIterator[House]:
    """Everything at work, as ``truco run`` puts it together. ``activities``: the page opens in
    windows of Discord, too. ``league``: makes the house's book of a league."""
    dice = Dice(seed)
    store = store or Store.in_memory()
    service = Service(store, QUICK, time=LoopTime(), chance=dice, observer=Waits(), vault=vault)
    if league is not None:
        service.league.join(league())
    api = BotApi()
    async with AsyncExitStack() as stack:
        small = await stack.enter_async_context(small_discord())
        await stack.enter_async_context(api.running())
        listener = stack.enter_context(closing(Listener("127.0.0.1", 0)))
        doors: dict[str, Starts] = {"telegram": starts(api.token, service.time.utc)}
        window = Launcher(service) if activities else None
        if window is not None:
            doors["discord"] = DiscordStarts(
                TOKEN,
                small.world.client_secret,
                f"{small.address}/api/v10",
                page="https://truco.example",
                application=lambda: small.world.application,
                wanted=window.wanted,
                now=small.now,
            )
        windows = Windows(b"s" * 32, doors, service.time.utc)
        playground = Playground(service, listener, locale="es", windows=windows)
        house = House(service, dice, small, api, playground)
        discord = DiscordAdapter(
            service,
            DiscordAccount(
                TOKEN, api_url=f"{small.address}/api/v10", gateway_url=small.gateway.url, shards=1
            ),
            ready_timeout=0.05,
            upload_emoji=False,
            window=window,
        )
        telegram = TelegramAdapter(service, Account(api.token, api_url=api.url))
        await stack.enter_async_context(service.running())
        await stack.enter_async_context(playground.running())
        await stack.enter_async_context(discord.running())
        await stack.enter_async_context(telegram.running())
        house.session = await stack.enter_async_context(ClientSession())
        house.url = listener.address.rstrip("/")
        await stack.enter_async_context(house._stack)
        await until(discord.ready.is_set, 120, "the bot does not start")
        await telegram.connected.wait()
        await settle()
        yield house
        await pass_by(0.01)
    assert small.complaints == []
