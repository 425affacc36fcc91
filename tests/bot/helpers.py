"""What tests of the service share: a time and a chance of their own, a platform, a table."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pytest

from bot import tokens
from bot.asking import Whereabouts
from bot.beacon import Beacon
from bot.catalogue.intent import Asker
from bot.common.lived_time import Lived, Time
from bot.common.observer import Unobserved
from bot.community.linked_users import Outcome as Linking
from bot.environment import Config
from bot.handling.rounds import Rounds
from bot.leagues.hosting import LeagueHouse
from bot.match.deadline_kinds import DeadlineKind
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    Act,
    AnyCommand,
    AnyReply,
    CommunityId,
    Join,
    MatchId,
    OpenTable,
    PersonId,
    PlaceId,
    ProposeEnd,
    Refused,
    Rematch,
    SetOptions,
    Start,
    UserId,
)
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Administration, Commanded, Community, PageSpec
from bot.screen import Screen
from bot.screens.pages import Page
from bot.service import Service
from bot.service.clock import Clock
from bot.showing.platform import SHOWN, Delivery, NoticeWords
from bot.store import Changes, Store
from bot.store.changes import Outcome
from bot.store.model import Surface
from bot.store.notices import Notice
from bot.store.processes import News
from bot.store.results.model import MatchResult
from engine.actions import Deal
from engine.cards import UNKNOWN, Card
from engine.numbers import NOBODY
from engine.record.notation import CUTS
from engine.seen.view import SeatView
from engine.variants import table_for
from tests.bot import stored_results
from tests.conversation import cards
from tests.narrow import of_kind, present

COMMUNITY: Final = "web:playground"
HERE: Final = Community(COMMUNITY, "La peña")
"""Where pages are read."""
PLACE: Final = "web:playground/mesa"
ANA: Final = "web:ana"
BETO: Final = "web:beto"
CARLA: Final = "web:carla"
DANI: Final = "web:dani"
STRANGER: Final = "web:nobody"
TWO: Final = ("7o 4c 1b", "3e 12c 5o")
"""Two hands that have neither flor nor much envido."""
NAMES: Final = {ANA: "Ana", BETO: "Beto", CARLA: "Carla", DANI: "Dani", STRANGER: "Eva"}


class FakeTime(Time):
    """Time that passes when a test says so."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.moment = now
        self.jumped = 0.0
        """How much the wall clock is wrong."""
        self.sleepers = 0
        super().__init__(lambda: self.moment, lambda: self.moment + self.jumped)

    def begin(self, lived: Lived | None) -> None:
        super().begin(lived)
        self._looked = None  # a test that lets hours pass at once is no machine that slept

    def pass_by(self, seconds: float) -> None:
        self.moment += seconds

    async def wait(self, wake: asyncio.Event, until: float | None) -> None:
        """Waits for the event only: the moment comes when the test wakes the loop."""
        self.sleepers += 1
        await wake.wait()


class Dice:
    """Chance from a seed; decks may be laid out beforehand."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        self._next: list[int] = []

    def below(self, bound: int) -> int:
        if self._next:
            return self._next.pop(0)
        return self._random.randrange(bound)

    def dice(self) -> random.Random:
        return random.Random(self._random.getrandbits(32))

    def lead(self, dealer: int) -> None:
        """The next lot falls on this dealer."""
        self._next = [dealer]

    def arrange(self, first: Sequence[Card], deck: Sequence[Card], dealer: int = NOBODY) -> None:
        """The next shuffle of ``deck`` puts these cards on top, in this order."""
        wanted = [*first, *(card for card in deck if card not in first)]
        lying = list(deck)
        draws = [] if dealer < 0 else [dealer]
        for last in range(len(lying) - 1, 0, -1):
            other = lying.index(wanted[last])
            draws.append(other)
            lying[last], lying[other] = lying[other], lying[last]
        self._next = draws

    def deal(
        self, deal: Deal, deck: Sequence[Card], *, dealer: int = NOBODY, cut: str = ""
    ) -> None:
        """The next shuffle of ``deck`` brings this deal. ``dealer``: on whom the lot falls before
        it; ``cut``: where the pack is cut after it."""
        order = [(deal.dealer + 1 + step) % len(deal.hands) for step in range(len(deal.hands))]
        top = [deal.hands[seat][turn] for turn in range(3) for seat in order]
        top += [card for hand in deal.hands for card in hand[3:]]
        if deal.turned != UNKNOWN:
            top.append(deal.turned)
        pack = [*top, *(card for card in deck if card not in top)]
        if cut:
            # What the cut puts on top lies below before it.
            at = len(pack) * (CUTS.index(cut) + 1) // (len(CUTS) + 1)
            pack = [*pack[-at:], *pack[:-at]]
        self.arrange(pack, deck, dealer)


class Waits(Unobserved):
    """Counts how often each platform asked to wait."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def asked_to_wait(self, platform: str) -> None:
        self.asked[platform] += 1


class Beside:
    """A process beside others, of which a test says how many there are and what leases they
    have."""

    alone = False

    def __init__(self, *elsewhere: str, number: int = 2) -> None:
        self.elsewhere = set(elsewhere)
        self.number = number
        self.mine: set[str] = set()

    async def is_first(self) -> bool:
        return True

    async def begun(self) -> None:
        """Nobody waits for it."""

    def has(self, lease: str) -> bool:
        return lease in self.mine

    async def claim(self, leases: Collection[str], *, keep: bool = False) -> frozenset[str]:
        found = frozenset(leases) - self.elsewhere
        self.mine |= found
        return found

    async def release(self, leases: Collection[str]) -> None:
        self.mine.difference_update(leases)

    def listen(self, heard: Callable[[News], None]) -> None:
        """Nobody tells anything."""

    def tell(self, news: News) -> None:
        """Nobody listens."""


class QuietPlatform:
    """The part of a platform on which nothing is announced and nobody is told anything."""

    name = "web"

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        return None

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        return True

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        return ""

    async def tell(self, user: UserId, text: str) -> None: ...

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None: ...


class FakePlatform:
    """Shows nothing to nobody, and remembers it. ``deliveries`` are given back first."""

    name = "web"

    def __init__(self) -> None:
        self.shown: dict[str, list[Screen]] = {}
        self.names: dict[tuple[PlaceId, UserId], str] = {}
        """The names of places, by who is told them."""
        self.closed: set[PlaceId] = set()
        """Places that nobody may read."""
        self.notices: list[tuple[Notice, str]] = []
        self.told: list[tuple[UserId, str]] = []
        self.published: list[tuple[PlaceId, str]] = []
        self.retired: list[tuple[str, str | None]] = []
        self.troubles: list[Delivery | Exception] = []
        """What becomes of the next ones that are to be retired."""
        self.deliveries: list[Delivery | Exception] = []
        self.at_once: dict[str, int] = {}
        self.news = asyncio.Event()
        self.gate = asyncio.Event()
        """While it is not set, nothing that is shown arrives."""
        self.gate.set()

    async def next_picture(self) -> None:
        """Waits until something is shown that was not there at the last call."""
        await self.news.wait()
        self.news.clear()

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        self.at_once[surface.id] = self.at_once.get(surface.id, 0) + 1
        assert self.at_once[surface.id] == 1, "two at a time to one surface"
        try:
            await self.gate.wait()
            await asyncio.sleep(0)
        finally:
            self.at_once[surface.id] -= 1
        delivery = self.deliveries.pop(0) if self.deliveries else SHOWN
        if isinstance(delivery, Exception):
            raise delivery
        self.shown.setdefault(surface.address, []).append(screen)
        self.news.set()
        return delivery

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        if self.troubles:
            trouble = self.troubles.pop(0)
            if isinstance(trouble, Exception):
                raise trouble
            return trouble
        self.retired.append((before.address, None if now is None else now.address))
        return SHOWN

    async def tell(self, user: UserId, text: str) -> None:
        self.told.append((user, text))

    async def publish(
        self, community: CommunityId, place: PlaceId, text: str, *, aloud: bool = False
    ) -> None:
        self.published.append((place, text))

    async def address_in(self, place: PlaceId) -> tuple[str, str] | None:
        return f"new in {place}", place

    async def may_read(self, place: PlaceId, user: UserId) -> bool:
        return place not in self.closed

    async def place_name(self, place: PlaceId, user: UserId) -> str:
        return self.names.get((place, user), "")

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        if text := await words():
            self.notices.append((notice, text))
        return SHOWN


class SlowStore(Store):
    """A store on a disk that is busy."""

    pause = 0.0

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        if self.pause and any(change.answer for change in changes):
            await asyncio.sleep(self.pause)
        return await super().commit(changes)


def slowed(store: Store, pause: float) -> SlowStore:
    """The store, whose commits take so many seconds from now on, whoever calls it."""
    store.__class__ = SlowStore
    assert isinstance(store, SlowStore)
    store.pause = pause
    return store


class Table:
    """A table and everyone around it: a test reads as what they do."""

    def __init__(
        self,
        store: Store,
        *,
        config: Config | None = None,
        seed: int = 1,
        time: FakeTime | None = None,
        vault: Vault | None = None,
        beacon: Beacon | None = None,
        league: LeagueHouse | None = None,
    ) -> None:
        self.store = store
        self.vault = vault
        self.beacon = beacon
        self.league = league
        self.time = time or FakeTime()
        self.dice = Dice(seed)
        self.config = config or Config(robot_budget=0)
        self.platform = FakePlatform()
        self.match: MatchId = ""
        self.requests = 0
        self.restart()

    def restart(self) -> None:
        """The process dies and another begins: only what is stored is left."""
        self.service = Service(
            self.store,
            self.config,
            time=self.time,
            chance=self.dice,
            vault=self.vault,
            beacon=self.beacon,
        )
        if self.league is not None:
            self.service.league.join(self.league)
        self.service.add_platform(self.platform)

    async def rounds_come(self) -> None:
        """Matches that wait for their rounds of the beacon begin."""
        await vars(self._rounds)["_waiting"].settled()

    async def rounds_end(self) -> None:
        """The process waits for no round any more."""
        await self._rounds.end()

    async def commands_end(self) -> None:
        """The commands that have begun are finished."""
        await vars(self.service)["_play"].under_way.end()

    @property
    def _rounds(self) -> Rounds:
        rounds: Rounds = vars(self.service)["_handling"].rounds
        return rounds

    @property
    def clock(self) -> Clock:
        return self.service.clock

    def request(self) -> str:
        self.requests += 1
        return f"r{self.requests}"

    async def send(self, command: AnyCommand) -> AnyReply:
        return await self.service.handle(command)

    async def opens(self, person: PersonId = ANA, **fields: object) -> AnyReply:
        """A table with these fields of the command; what is not named is as everywhere here."""
        usual = {"community": COMMUNITY, "place": PLACE, "name": NAMES.get(person, "Ana")}
        made: Callable[..., OpenTable] = OpenTable
        reply = await self.send(made(request=self.request(), person=person, **usual | fields))
        if isinstance(reply, Accepted):
            self.match = reply.match
        return reply

    async def open(
        self, person: PersonId = ANA, players: int = 2, variant: str = "argentino", **options: str
    ) -> AnyReply:
        given = tuple(options.items())
        return await self.opens(person, variant=variant, players=players, options=given)

    async def ask(
        self, kind: Callable[..., AnyCommand], person: PersonId, **fields: object
    ) -> AnyReply:
        """A command of this kind about this table, unless the fields name another. What is not
        accepted names the table."""
        about = {"match": self.match} | fields
        reply = await self.send(kind(request=self.request(), person=person, **about))
        assert isinstance(reply, Accepted) or reply.match == about["match"]
        return reply

    async def press(self, person: PersonId, token: str) -> AnyReply:
        """That person presses the button with this token."""
        name = NAMES.get(person, "Ana")
        made = tokens.command(token, person=person, request=self.request(), name=name)
        assert made is not None
        return await self.send(made)

    async def choose(self, person: PersonId, **options: str) -> None:
        """Options of this table, which must be accepted."""
        reply = await self.ask(SetOptions, person, options=tuple(options.items()))
        assert isinstance(reply, Accepted), reply

    async def join(self, person: PersonId, team: str = "") -> AnyReply:
        return await self.send(
            Join(
                request=self.request(),
                person=person,
                match=self.match,
                name=NAMES.get(person, "Ana"),
                team=team,
            )
        )

    async def start(self, person: PersonId = ANA) -> AnyReply:
        return await self.send(Start(request=self.request(), person=person, match=self.match))

    async def act(self, person: PersonId, action: str, point: str = "") -> AnyReply:
        return await self.send(
            Act(request=self.request(), person=person, match=self.match, action=action, point=point)
        )

    async def do(self, person: PersonId, *actions: str) -> None:
        """Actions that must be accepted."""
        for action in actions:
            reply = await self.act(person, action)
            assert isinstance(reply, Accepted), (action, reply)

    async def agree(self, *people: PersonId) -> None:
        """These people want the match to end, one after another."""
        for person in people:
            await self.ask(ProposeEnd, person)

    async def rematch(self, person: PersonId = ANA) -> None:
        """That person wants another match: it is this table from now on."""
        reply = of_kind(Accepted, await self.ask(Rematch, person))
        self.match = reply.match

    async def link(self, asked: UserId, typed: UserId) -> Linking:
        """The first user asks for a code, the second types it."""
        code = await self.service.users.new_code(asked)
        return await self.service.users.link(typed, code)

    async def erase(self, *people: PersonId) -> None:
        """They want to be erased, and do not change their mind."""
        for person in people:
            await self.service.erasures.ask(person)
        self.time.pass_by(self.config.erase + 120.0)
        await self.service.erasures.carry_out()

    async def give_up(self, person: PersonId) -> None:
        """That person goes to the deck until the match is over."""
        while (await self.info()).status is Status.PLAYING:
            view = await self.view(person)
            if view.seat in view.awaited:
                await self.do(person, "mazo")
            else:
                await self.next_deadline()

    async def shown_in(
        self, address: str, person: PersonId | None = None, *, locale: str = ""
    ) -> str:
        """The page shows this table there, to that person or to everybody; the surface's id."""
        return await self.service.surfaces.add(
            self.match, platform="web", address=address, chat=address, person=person, locale=locale
        )

    async def seated(self, *people: PersonId, players: int = 2, **options: str) -> None:
        """A match of these people (robots in the other seats), started."""
        host, *others = people
        assert isinstance(await self.open(host, players, **options), Accepted)
        for person in others:
            assert isinstance(await self.join(person), Accepted)
        assert isinstance(await self.start(host), Accepted)

    async def dealt(
        self,
        *hands: str,
        dealer: int,
        people: Sequence[PersonId],
        turned: str = "",
        variant: str = "argentino",
        **options: str,
    ) -> None:
        """A match started with these hands (``"7o 4c 1b"`` by seat) and this turned card."""
        n = len(hands)
        table = table_for(variant, n, options)
        deal = Deal(
            dealer,
            tuple(cards(hand, table.spelling) for hand in hands),
            table.spelling.read(turned) if turned else UNKNOWN,
        )
        host, *others = people
        assert isinstance(await self.open(host, n, variant, **options), Accepted)
        for person in others:
            assert isinstance(await self.join(person), Accepted)
        assert len(people) == n
        self.dice.deal(deal, table.deck, dealer=dealer)
        assert isinstance(await self.start(host), Accepted)

    async def heads_up(self, **options: str) -> None:
        """Ana (mano) against Beto; nobody has flor or much envido."""
        await self.dealt(*TWO, dealer=1, people=(ANA, BETO), **options)

    async def info(self, match: MatchId = "") -> MatchInfo:
        """The table as everybody may know it; this one, if no other is named."""
        return present(await self.service.matches.info(match or self.match))

    async def screen(
        self, person: PersonId | None, locale: str = "", match: MatchId = ""
    ) -> Screen:
        """What this table (or another) shows that person, or everybody."""
        return present(await self.service.screens.screen(match or self.match, person, locale))

    async def lines(self, person: PersonId | None, match: MatchId = "") -> set[str]:
        """The ids of the lines of that screen."""
        return {line.id for line in (await self.screen(person, "es", match)).lines}

    async def actions(self, person: PersonId | None, locale: str = "es") -> set[str]:
        """What the buttons of that screen do: ``mazo``, ``REMOVE 3``."""
        buttons = (await self.screen(person, locale)).buttons
        return {tokens.decode(button.token).action for button in buttons}

    async def called(self, kind: str) -> list[PersonId]:
        """Who has got a notice of this kind so far. What is due is sent first."""
        await self.service.updater.bring_all()
        return [notice.person for notice, _ in self.platform.notices if notice.kind == kind]

    async def results(self) -> dict[PersonId, MatchResult]:
        """What stands on the scoreboard of the community, by person."""
        stored = await self.store.read(stored_results.in_community, COMMUNITY)
        return {result.person: result for result in stored}

    async def next_hand(self) -> None:
        """Time passes until another hand is dealt."""
        number = (await self.view(None)).number
        while (await self.view(None)).number == number:
            await self.next_deadline()

    async def until_dealt(self) -> None:
        """Time passes until the first cards are dealt: a pack may be cut before."""
        while (await self.view(None)).position is None:
            await self.next_deadline()

    async def record(self) -> str:
        """The record of this match, which is over."""
        return present(await self.service.matches.record(self.match))

    async def view(self, person: PersonId | None, match: MatchId = "") -> SeatView:
        return present(await self.service.matches.view(match or self.match, person))

    async def due(self) -> float:
        """How long until the next deadline that moves the match, in seconds."""
        rows = await self.store.deadlines()
        beside = (DeadlineKind.REMIND, DeadlineKind.RESTED)
        return min(row.due for row in rows if row.kind not in beside) - self.time.now()

    async def next_deadline(self) -> None:
        """Time passes until something happens by itself."""
        self.time.pass_by(max(0.0, await self.due()))
        await self.clock.send_due()


class Death(BaseException):
    """The process is gone in this moment."""


@contextmanager
def dying(part: object, name: str) -> Iterator[None]:
    """The process dies in the block, where it calls this method of a part."""

    async def dies(*_: object) -> None:
        raise Death

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(part, name, dies)
        with pytest.raises(Death):
            yield


def whereabouts(person: PersonId, **more: Any) -> Whereabouts:
    """Somebody who asks in the place of these tests."""
    usual = {"request": "r", "name": NAMES[person], "community": COMMUNITY, "place": PLACE}
    return Whereabouts(person=person, locale="es", **usual | more)


def asker_here(person: PersonId = ANA, **more: Any) -> Asker:
    """Somebody who types a line in the place of these tests."""
    usual = {"request": "r", "name": NAMES[person], "community": COMMUNITY, "place": PLACE}
    return Asker(person=person, **{"locale": "es"} | usual | more)


def reason(reply: AnyReply) -> str:
    """Why it was refused."""
    return of_kind(Refused, reply).reason


def commanded(
    table: Table, person: PersonId, name: str, values: dict[str, str], *, manages: bool = False
) -> Commanded:
    """A command of the community's chat that opens a page."""

    async def administration() -> Administration:
        return Administration(COMMUNITY, manages=manages)

    return Commanded(
        service=table.service,
        values=values,
        request=table.request(),
        person=person,
        name=name,
        community=COMMUNITY,
        place=PLACE,
        locale="es",
        info=None,
        administration=administration,
        links=lambda code: (),
    )


async def answer_of(
    spec: PageSpec,
    table: Table,
    person: PersonId,
    name: str,
    values: dict[str, str],
    *,
    manages: bool = False,
) -> Page:
    """The page with which a command of the community's chat is answered."""
    assert spec.answer is not None
    page = await spec.answer(commanded(table, person, name, values, manages=manages))
    return of_kind(Page, page)


def texts(lines: Iterable[str]) -> list[str]:
    """Lines that say something."""
    return [line for line in lines if line]
