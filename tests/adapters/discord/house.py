"""The bot in the small Discord: service, adapter and client as they run, in the test's own time."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from random import Random
from typing import Final

from adapters.discord import Account, DiscordAdapter, commands
from adapters.discord import emoji as cards_of_discord
from adapters.discord.answer import PATIENCE
from adapters.discord.window import Launcher
from bot import tokens
from bot.catalogue import COMMAND
from bot.environment import Config
from bot.messages import MatchId
from bot.model import Status
from bot.pictures.raster import png
from bot.service import Service
from bot.store import Store
from engine.actions import NUMBER_VERBS, PERHAPS_NUMBER, Action, Deal, Legal, Range
from engine.record.notation import write_action
from engine.seen.view import SeatView
from engine.state.table import Table
from tests.adapters.discord.lists import path
from tests.adapters.discord.lookalike.people import Failed, Person, Seen
from tests.adapters.discord.lookalike.server import TOKEN, Discord
from tests.adapters.discord.lookalike.world import Channel, Interaction
from tests.adapters.known_matches import WithMatches
from tests.adapters.players import as_typed, weights
from tests.bot.helpers import Dice, Waits
from tests.conversation import cards
from tests.virtual import LoopTime, pass_by, settle, until

# Every bot that starts writes all commands in every language, and one that has no emoji yet draws
# all cards: they are always the same.
commands.payload = cache(commands.payload)
vars(cards_of_discord)["png"] = cache(png)

DEFERRED: Final = 6
"""The type of an answer that says that the message will change later."""
NAMES: Final = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gabi", "Hugo")
HANDS: Final = ("1e 7e 4c", "1b 7o 4o")
"""Those of Ana and Beto where a test looks at single cards."""


class House(WithMatches):
    """A guild with a channel, the people in it, and the bot."""

    def __init__(
        self,
        small: Discord,
        *,
        seed: int = 1,
        config: Config | None = None,
        emoji: bool = False,
        store: Store | None = None,
    ) -> None:
        self.small = small
        self.emoji = emoji
        self.store: Store = store or Store.in_memory()
        self.dice = Dice(seed)
        self.config = config or Config(robot_budget=0)
        self.guild = small.world.add_guild("Club")
        self.channel = small.world.add_channel(self.guild, "mesa")
        self.people: dict[str, Person] = {}
        self.waits = Waits()
        self.patience = PATIENCE
        self.windows = False
        """Whether the page opens in windows."""
        self.service = self._service()
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    def _service(self) -> Service:
        return Service(
            self.store, self.config, time=LoopTime(), chance=self.dice, observer=self.waits
        )

    def person(
        self, name: str = "Ana", locale: str = "es-ES", channel: Channel | None = None
    ) -> Person:
        """Somebody of this name; the same one when asked again."""
        if name not in self.people:
            user = self.small.world.add_user(name, locale)
            self.people[name] = Person(self.small, user, channel or self.channel)
        return self.people[name]

    # --- the bot -----------------------------------------------------------------------------

    async def start(self, *, shards: int | None = 1) -> None:
        """The process begins: only what is stored is there."""
        self.service = self._service()
        self.window = Launcher(self.service) if self.windows else None
        adapter = self.adapter = DiscordAdapter(
            self.service,
            Account(
                TOKEN,
                api_url=f"{self.small.address}/api/v10",
                gateway_url=self.small.gateway.url,
                shards=shards,
            ),
            ready_timeout=0.05,
            upload_emoji=self.emoji,
            patience=self.patience,
            window=self.window,
        )
        ready, self._stop = adapter.ready, asyncio.Event()

        async def live() -> None:
            async with self.service.running(), adapter.running():
                await self._stop.wait()

        self._running = running = asyncio.create_task(live())
        await until(lambda: ready.is_set() or running.done(), 120, "the bot does not start")
        if running.done():
            running.result()
        await settle()

    async def stop(self) -> None:
        """The process ends in order."""
        if self._running is not None:
            self._stop.set()
            await until(self._running.done, 60, "the bot does not stop")
            running, self._running = self._running, None
            running.result()
            await settle()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    # --- tables ------------------------------------------------------------------------------

    async def open(self, host: Person, **options: str | int) -> MatchId:
        """The host opens a table with ``/jugar``."""
        await host.slash("jugar", **options)
        channel = host.here if host.here.botless else host.here.parent or host.here
        place = f"discord:{_community(host)}/{channel.id}"
        infos = [await self.info(match) for match in await self.service.matches.at_place(place)]
        mine = f"discord:{host.user.id}"
        lobbies = [info for info in infos if info.status is Status.LOBBY and info.host == mine]
        assert len(lobbies) == 1
        return lobbies[0].match

    async def seated(
        self, *people: Person, hands: Sequence[str] = (), dealer: int = -1, **options: str | int
    ) -> MatchId:
        """A started match of these people, by slash and buttons; ``hands`` by seat."""
        host, *others = people
        options.setdefault("jugadores", str(len(people)))
        match = await self.open(host, **options)
        for person in others:
            await person.press(custom_id=rf"\.{match}\.\.JOIN")
        if hands:
            self.arrange(await self.table(match), hands, dealer)
        await host.press(custom_id=rf"\.{match}\.\.START$")
        info = await self.info(match)
        assert info.status is Status.PLAYING
        return match

    def arrange(self, table: Table, hands: Sequence[str], dealer: int) -> None:
        deal = Deal(dealer, tuple(cards(hand, table.spelling) for hand in hands))
        self.dice.deal(deal, table.deck, dealer=dealer)

    async def view(self, match: MatchId, person: Person | None) -> SeatView:
        return await self.view_of(match, f"discord:{person.user.id}" if person else None)

    async def sitting(self, match: MatchId) -> dict[int, Person]:
        """Who sits where, of the people of this house."""
        by_id = {f"discord:{person.user.id}": person for person in self.people.values()}
        info = await self.info(match)
        return {seat.seat: by_id[seat.person] for seat in info.seats if seat.person in by_id}

    async def seats(self, match: MatchId) -> list[Person]:
        """Everyone in the order of the table."""
        return [person for _, person in sorted((await self.sitting(match)).items())]

    # --- playing -----------------------------------------------------------------------------

    async def act(
        self, person: Person, match: MatchId, action: Legal, how: str, within: float = 30.0
    ) -> Interaction:
        """Does it as a person does: by button or by slash command; it must be taken."""
        before = (await self.info(match)).version
        table = await self.table(match)
        typed = as_typed(table, action) if how == "slash" else None
        if typed is not None and path(COMMAND[typed[0]]) is not None:
            name, options = typed
            interaction = await person.slash(name, **options)
        else:
            view = await self.view(match, person)
            interaction = await press_action(
                person, match, tokens.point(view), table, action, within
            )
        if isinstance(action, Action) and (sure := to_confirm(person, write_action(table, action))):
            interaction = await person.press(custom_id=f"^{re.escape(sure)}$")
        await settle()
        after = (await self.info(match)).version
        if after == before and interaction.answer == DEFERRED:
            await pass_by(2.0)  # the bot has said that it will take a moment
            after = (await self.info(match)).version
        assert after > before, (person, action, how, said_to(interaction))
        return interaction

    async def play(
        self,
        match: MatchId,
        rng: Random,
        *,
        how: Callable[[Random], str] = lambda _: "button",
        steps: int = 2000,
        until_number: int = 0,
        within: float = 30.0,
    ) -> None:
        """People play until the match is over (or ``steps`` are taken, or a hand is reached)."""
        for _ in range(steps):
            info = await self.info(match)
            if info.status is not Status.PLAYING:
                return
            sitting = await self.sitting(match)
            public = await self.view(match, None)
            if until_number and public.number >= until_number:
                return
            waited = [seat for seat in public.awaited if seat in sitting]
            if not waited:
                await pass_by(1.0)
                continue
            person = sitting[rng.choice(waited)]
            view = await self.view(match, person)
            await self.act(person, match, chosen(view, rng), how(rng), within)
        raise AssertionError("it does not end")


async def duel(house: House, **options: str | int) -> tuple[MatchId, Person, Person]:
    """A match of Ana and Beto, who is mano, with :data:`HANDS`."""
    ana, beto = house.person("Ana"), house.person("Beto")
    return await house.seated(ana, beto, hands=HANDS, dealer=0, **options), ana, beto


def _community(person: Person) -> str:
    guild = person.here.guild
    if person.here.botless:
        return f"~{person.here.id}"
    return str(guild.id) if guild is not None else f"@{person.user.id}"


def chosen(view: SeatView, rng: Random) -> Legal:
    """One of the steps that are offered."""
    return rng.choices(view.offered, weights(legal.verb for legal in view.offered))[0]


async def press_action(
    person: Person, match: MatchId, point: str, table: Table, action: Legal, within: float
) -> Interaction:
    """The button of a step; a number that is asked for is given."""
    asks = f"{action.verb} ?"
    number = str(action.low if isinstance(action, Range) else action.arg)
    wanted = [asks] if isinstance(action, Range) else [write_action(table, action)]
    if action.verb in NUMBER_VERBS | PERHAPS_NUMBER:
        wanted.append(asks)
    exactly = "|".join(re.escape(word) for word in wanted)
    exactly = rf"^\??t1\.{match}\.{point}\.({exactly})$"
    if action.verb == "cover":
        token = tokens.encode(match, point, write_action(table, action))
        return await person.choose(token, custom_id=r"^=cover\.", within=within)
    try:
        await person.until_offered(custom_id=exactly, within=within)
        interaction = await person.press(custom_id=exactly)
    except AssertionError as error:
        error.add_note(f"offered: {[seen.custom_ids for seen in person.everything()[:4]]}")
        raise
    if interaction.data["custom_id"].endswith(asks):
        assert interaction.modal is not None, said_to(interaction)
        interaction = await person.submit(number)
    return interaction


def to_confirm(person: Person, text: str) -> str:
    """The button that does this for good, where the newest answer asks whether one is sure."""
    last = person.last
    if last is None or last.reply is None or last.reply.only_for is not person.user:
        return ""
    seen = Seen(last.reply)
    if len(seen.custom_ids) != 1:
        return ""
    return next((id for id in seen.custom_ids if id.endswith(f".{text}")), "")


def said_to(interaction: Interaction) -> str:
    """What an interaction was answered with."""
    reply = interaction.reply
    if reply is None:
        return f"type {interaction.answer}"
    return f"type {interaction.answer}: {Seen(reply).text}"


@asynccontextmanager
async def lived_in(
    small: Discord, *, seed: int = 1, config: Config | None = None, store: Store | None = None
) -> AsyncIterator[House]:
    """A house whose bot runs until the end."""
    house = House(small, seed=seed, config=config, store=store)
    try:
        await house.start()
        yield house
    finally:
        await house.stop()


__all__ = ["HANDS", "NAMES", "Failed", "House", "duel", "lived_in"]
