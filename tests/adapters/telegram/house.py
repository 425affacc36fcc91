"""The whole bot beside the look-alike: service, store, adapter, on the test's time."""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from adapters.telegram import Account, Webhook
from adapters.telegram import Telegram as Adapter
from adapters.telegram.window import Window
from bot.environment import Config
from bot.messages import MatchId
from bot.model import MatchInfo, Status
from bot.service import Service
from bot.store import Store
from bot.store.queries import match_queries
from bot.words import words_for
from engine.record.notation import parse_legal, write_action
from engine.seen.view import SeatView
from engine.state.table import Table
from tests.adapters.known_matches import WithMatches
from tests.adapters.players import as_typed, weights
from tests.adapters.telegram.people import Person, Pressed, Telegram
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat, Shown
from tests.bot.helpers import Dice, Waits
from tests.virtual import LoopTime, pass_by, settle

BOT: Final = "truco_test_bot"
COVERED: Final = "MENU covered"


class House(WithMatches):
    """The bot of a test, which can be stopped, killed and started again."""

    def __init__(
        self,
        api: BotApi,
        store: Store | Path,
        config: Config,
        seed: int,
        webhook: Webhook | None = None,
        window: Window | None = None,
    ) -> None:
        """``store`` as a path: a database in this folder, opened anew by every start."""
        self.api = api
        self.world = Telegram(api)
        self._folder = store if isinstance(store, Path) else None
        self.store: Store = Store.in_memory() if isinstance(store, Path) else store
        self.config = config
        self.dice = Dice(seed)
        self.waits = Waits()
        self.account = Account(api.token, api_url=api.url, webhook=webhook, window=window)
        self.service = self._service()
        self.adapter = self._adapter()
        self._running: AsyncExitStack | None = None

    def _service(self) -> Service:
        return Service(
            self.store, self.config, time=LoopTime(), chance=self.dice, observer=self.waits
        )

    @property
    def _url(self) -> str:
        return f"sqlite+aiosqlite:///{self._folder}/truco.db"

    def _adapter(self) -> Adapter:
        return Adapter(self.service, self.account)

    async def start(self) -> None:
        """As ``truco run`` does."""
        stack = AsyncExitStack()
        if self._folder is not None:
            self.store = await Store.open(self._url)
            stack.push_async_callback(self.store.close)
        self.service = self._service()
        self.adapter = self._adapter()
        await stack.enter_async_context(self.service.running())
        await stack.enter_async_context(self.adapter.running())
        self._running = stack
        await self.adapter.connected.wait()

    async def stop(self) -> None:
        """As when the process is asked to stop."""
        if self._running is not None:
            # Time passes when no socket has anything to say: nothing is cut in the middle.
            await pass_by(0.01)
            await self._running.aclose()
            self._running = None

    async def kill(self) -> None:
        """As when the process dies: what was confirmed to nobody comes again, and of the database
        there is what had reached the disk."""
        self.api.updates.replay = 1_000_000
        left = {}
        if self._folder is not None:
            left = {file: file.read_bytes() for file in self._folder.glob("truco.db*")}
        await self.stop()
        self.api.updates.replay = 0
        for file in self._folder.glob("truco.db*") if self._folder is not None else ():
            if file not in left:
                file.unlink()
        for file, data in left.items():
            file.write_bytes(data)

    async def stored_version(self, match: MatchId) -> int:
        """How many steps of a match the store holds, while nobody has it open."""
        if self._folder is None:
            return await self.store.read(match_queries.version, match)
        store = await Store.reading(self._url)
        try:
            return await store.read(match_queries.version, match)
        finally:
            await store.close()

    # --- looking ---------------------------------------------------------------------------------

    async def match_at(self, chat: Chat, thread: int = 0) -> MatchId:
        """The newest table of a group or topic."""
        found = await self.service.matches.at_place(f"telegram:{chat.id}/{thread}")
        assert found, "no table here"
        return found[0]

    async def view(self, match: MatchId, person: Person | None) -> SeatView:
        return await self.view_of(match, f"telegram:{person.id}" if person else None)

    async def until(self, holds: Callable[[], Any], seconds: float = 60.0) -> Any:
        """Waits until something holds."""
        return await self.api.until(holds, seconds)

    # --- doing -----------------------------------------------------------------------------------

    async def person(self, name: str, language: str = "es-ES") -> Person:
        """Somebody who has opened the private chat."""
        (person,) = await self.persons(name, language=language)
        return person

    async def persons(self, *names: str, language: str = "es-ES") -> list[Person]:
        """People who have opened the private chat."""
        people = [self.world.person(name, language) for name in names]
        for person in people:
            await person.open()
        await self.until(lambda: all(person.sees()[-1].by_bot for person in people))
        return people

    async def lobby(
        self, host: Person, group: Chat, options: str = "", *, thread: int = 0
    ) -> MatchId:
        """The table that this person opens with ``/jugar``, once it stands there."""
        host.say(f"/jugar@{BOT} {options}".strip(), group, thread=thread)
        await self.until(lambda: host.find("START", group, thread=thread))
        return await self.match_at(group, thread)

    async def seated(
        self, group: Chat, *people: Person, thread: int = 0, start: bool = True, options: str = ""
    ) -> "Match":
        """A table of these people, opened, joined and started by buttons."""
        host, *others = people
        players = len(people) if len(people) % 2 == 0 else len(people) + 1
        match = await self.lobby(host, group, f"jugadores:{players} {options}", thread=thread)
        for number, person in enumerate(others):
            side = "JOIN" if players == 2 else ("JOIN B", "JOIN A")[number % 2]
            await self.until(partial(person.find, side, group, thread=thread))
            await person.press(side, group, thread=thread).answer()
            await self.until_async(self.sits(match, person))
        if start:
            await self.until(lambda: host.find("START", group, thread=thread))
            await host.press("START", group, thread=thread).answer()
            await self.until_async(self._plays(match))
            await settle()  # the pictures of the first hand
        return Match(self, match, group, thread, people)

    def sits(self, match: MatchId, person: Person) -> Callable[[], Any]:
        async def sits() -> bool:
            return (await self.info(match)).seat_of(f"telegram:{person.id}") is not None

        return sits

    def _plays(self, match: MatchId) -> Callable[[], Any]:
        async def plays() -> bool:
            return (await self.info(match)).status is Status.PLAYING

        return plays

    async def until_async(self, holds: Callable[[], Any], seconds: float = 60.0) -> None:
        """Waits until something holds that has to be asked of the service."""
        assert await self.comes(holds, seconds), f"did not come within {seconds} s"

    async def comes(self, holds: Callable[[], Any], seconds: float) -> bool:
        """Whether it comes to hold in this time."""
        for _ in range(int(seconds / 0.25)):
            if await holds():
                return True
            await pass_by(0.25)
        return False


class Match:
    """A match that people of a test play."""

    def __init__(
        self, house: House, id: MatchId, group: Chat, thread: int, people: Sequence[Person]
    ) -> None:
        self.house = house
        self.id = id
        self.group = group
        self.thread = thread
        self.people = people
        self.actions = 0
        """Steps that people have taken."""
        self.missed = 0
        """Presses that came to nothing."""

    async def info(self) -> MatchInfo:
        return await self.house.info(self.id)

    async def table(self) -> Table:
        return await self.house.table(self.id)

    async def over(self) -> bool:
        return (await self.info()).status is Status.OVER

    async def started(self) -> bool:
        return (await self.info()).status is Status.PLAYING

    def other_than(self, person: Person) -> Person:
        """The first of the people who is not this person."""
        return next(other for other in self.people if other is not person)

    async def seat(self, person: Person) -> int:
        seat = (await self.info()).seat_of(f"telegram:{person.id}")
        assert seat is not None
        return seat.seat

    async def at(self, seat: int) -> Person | None:
        """Who sits there in person."""
        found = (await self.info()).seats[seat]
        return next(
            (
                person
                for person in self.people
                if found.present and found.person == f"telegram:{person.id}"
            ),
            None,
        )

    async def awaited(self) -> list[Person]:
        """For whom of the people the table waits."""
        view = await self.house.view(self.id, None)
        found = [await self.at(seat) for seat in view.awaited]
        return [person for person in found if person is not None]

    async def offered(self, person: Person) -> list[str]:
        """What this person may do, in canonical words; a free number as ``?``."""
        view = await self.house.view(self.id, person)
        table = await self.table()
        words = [write_action(table, offer) for offer in view.offered]
        return [f"{word.split()[0]} ?" if "-" in word else word for word in words]

    def find(self, person: Person, action: str) -> tuple[Chat, Shown, dict[str, Any]] | None:
        """Where this person sees a button that does it: in private, unless they have blocked the
        bot, or at the table."""
        own = [] if person.user.blocked else [(person.private, 0)]
        for place, thread in (*own, (self.group, self.thread)):
            found = person.find(action, place, thread=thread)
            if found is not None:
                return place, *found
        return None

    def press(self, person: Person, action: str, *, times: int = 1) -> Pressed:
        """Presses it where it stands."""
        found = self.find(person, action)
        assert found is not None, (action, person.buttons(), person.buttons(self.group))
        place, shown, button = found
        return person.press(button, place, on=shown, times=times)

    async def version(self) -> int:
        return (await self.info()).version

    async def turn(self, seconds: float = 120.0) -> Person:
        """Waits for the next moment at which the table waits for a person, and says whose."""
        for _ in range(int(seconds / 0.25)):
            people = await self.awaited()
            if people:
                return people[0]
            await pass_by(0.25)
        raise AssertionError("nobody's turn")

    async def play(
        self,
        how: Callable[["Match", Person, str], Any],
        rng: random.Random,
        *,
        steps: int = 400,
        think: tuple[float, float] = (1.0, 2.0),
        tolerance: int = 0,
        patience: float = 20.0,
    ) -> bool:
        """People play by chance until the match is over (then true), or for so many steps.

        ``tolerance``: how many presses may come to nothing, where pictures are late."""
        for _ in range(steps):
            while not (people := await self.awaited()):
                if await self.over():
                    return True
                await pass_by(0.25)
            await pass_by(rng.uniform(*think))
            person = rng.choice(people)
            if person not in await self.awaited():
                continue  # somebody else, or his stand-in, was quicker
            action = pick(await self.offered(person), rng)
            before = await self.version()
            await how(self, person, action)
            if await self.house.comes(self._moved(before), patience):
                self.actions += 1
            else:
                # What was pressed was out of date: look again, and choose again.
                self.missed += 1
                assert self.missed <= tolerance, f"{action} did nothing"
        return await self.over()

    def _moved(self, before: int) -> Callable[[], Any]:
        async def moved() -> bool:
            return await self.version() > before

        return moved


def pick(offered: Sequence[str], rng: random.Random) -> str:
    """A lively person's choice: raises and accepts, and seldom gives up."""
    assert offered
    return rng.choices(list(offered), weights(action.split()[0] for action in offered))[0]


@asynccontextmanager
async def opened(
    api: BotApi,
    *,
    seed: int = 1,
    store: Store | Path | None = None,
    config: Config | None = None,
    webhook: Webhook | None = None,
    window: Window | None = None,
) -> AsyncIterator[House]:
    """A bot at work in a world."""
    quick = config or Config(robot_delay=0.5, robot_budget=0)
    house = House(api, store or Store.in_memory(), quick, seed, webhook, window)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


# --- three ways to do something ------------------------------------------------------------------


async def by_button(match: Match, person: Person, action: str) -> None:
    """Presses it, wherever it stands: in private, or in the group. Who has no buttons of their own
    looks at the hand and presses the card's place."""
    found = await match.house.until(
        lambda: next(
            filter(None, (match.find(person, to) for to in (action, "PLACE 1", COVERED))), None
        ),
        20,
    )
    if action.startswith("cover ") and match.find(person, action) is None:
        await turn_over(match, person, action)
        found = match.find(person, action)
    elif not action.startswith("play ") and match.find(person, action) is None:
        await look(match, person, action)
    if match.find(person, action) is None:
        if not action.startswith("play "):
            found = await match.house.until(lambda: match.find(person, action), 20)
        else:
            number = await place_of(match, person, action)
            found = await match.house.until(lambda: match.find(person, f"PLACE {number}"), 20)
    place, shown, button = found
    pressed = await person.press(button, place, on=shown).answer()
    assert not pressed.alert, (action, pressed.text)


async def if_there(match: Match, person: Person, action: str) -> None:
    """The same where a group is so busy that buttons are late: what is not there is not pressed,
    and the match counts it as a press that came to nothing."""
    with suppress(AssertionError):
        await by_button(match, person, action)


async def turn_over(match: Match, person: Person, action: str) -> None:
    """Cards to be laid face down stand behind a button of their own."""
    if match.find(person, COVERED) is None:
        await look(match, person, COVERED)
    await match.press(person, COVERED).answer()
    await match.house.until(lambda: match.find(person, action), 10)


async def look(match: Match, person: Person, action: str) -> None:
    """Who has no private chat asks for the hand, which then has the buttons of the moment; in a
    group that has no room for another message just now, once more after a while."""
    for _ in range(0 if person.user.opened else 12):
        await person.press("HAND", match.group, thread=match.thread).answer()
        await pass_by(1)
        if match.find(person, action) is not None:
            return
        await pass_by(4)


async def place_of(match: Match, person: Person, action: str) -> str:
    """Looks at the hand (an alert) and reads which place a card has."""
    pressed = await person.press("HAND", match.group, thread=match.thread).answer()
    assert pressed.alert
    spelling = (await match.table()).spelling
    label = words_for("es").card(spelling.read(action.split()[1]), spelling)
    for line in pressed.text.splitlines():
        place, _, name = line.partition(": ")
        if name == label:
            return place
    raise AssertionError(f"{label} is not in {pressed.text!r}")


async def by_command(match: Match, person: Person, action: str) -> None:
    """Types a command in the group."""
    table = await match.table()
    typed = as_typed(table, parse_legal(table, await match.seat(person), action))
    assert typed is not None, action
    command, options = typed
    values = [name if value is True else str(value) for name, value in options.items()]
    person.say(" ".join([f"/{command}@{BOT}", *values]), match.group, thread=match.thread)


async def by_word(match: Match, person: Person, action: str) -> None:
    """Says it in the private chat, as one says it at a table; cards are laid by button."""
    word = WORDS.get(action)
    if word is None:
        await by_button(match, person, action)
    else:
        person.say(word)


WORDS: Final = {
    "truco": "truco",
    "retruco": "Quiero retruco",
    "vale4": "quiero vale cuatro!",
    "envido": "Envido",
    "realenvido": "real envido",
    "faltaenvido": "¡Falta envido!",
    "quiero": "quiero",
    "noquiero": "No quiero",
    "mazo": "me voy al mazo",
}
