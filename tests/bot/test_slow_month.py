"""A month of slow tables on one clock: people with their hours, habits and absences, and a process
that dies in between, also while calls wait for the end of somebody's quiet hours. Nobody waits for
somebody who was not told, no message is about a turn that is over or comes in quiet hours,
reminders of one person are more than an hour apart and three a day, and nobody gets more than a few
messages a day."""

import random
from collections import Counter, defaultdict
from collections.abc import Collection
from heapq import heapify, heappop
from itertools import pairwise

import pytest

from bot.catalogue import page_for
from bot.community.push_subscriptions import QuietHours, Subscription
from bot.environment import Config
from bot.match.ahead import choices
from bot.match.slow_turns import A_DAY, TOGETHER
from bot.messages import Accepted, AnswerAhead, ClaimOnTime, MatchId, PersonId
from bot.pages.holidays import TAKE
from bot.screens.hand.ahead import may_say_ahead
from bot.screens.pages import HOLIDAYS, PageKey
from bot.showing.platform import SHOWN, Delivery, NoticeWords
from bot.store import Store
from bot.store.notices import LATE, REMIND, Notice
from engine.actions import MAZO, Action, Range
from engine.record.notation import write_action
from engine.seen.view import table_of
from tests.bot.helpers import HERE, FakePlatform, FakeTime, Table

HOUR = 3600.0
DAY = 24 * HOUR
MOST_A_DAY = 12
"""Messages that a person gets in a day at most, at two tables of which one may have turns of six
hours: one for each of their turns and each lateness of others, and a few reminders."""
TURNS = (str(6 * 3600), "86400", "259200")


class Person:
    """When somebody looks at their telephone, and when they do not."""

    def __init__(self, id: PersonId, rng: random.Random) -> None:
        self.id = id
        self.hours = sorted(rng.uniform(7, 23) for _ in range(rng.choice((1, 2, 4, 6))))
        self.zone = rng.randrange(-8, 4)
        own = random.Random(id)
        self.travels = own.randrange(5, 25) if own.random() < 0.2 else 99
        """The day on which they travel to the other side of the world."""
        self.diligence = rng.choice((0.5, 0.9, 1.0))
        self.known: set[MatchId] = set()
        """The tables at which it may be this person's turn, as far as they were told."""
        self.away: tuple[float, float] = (0.0, 0.0)
        begins = rng.uniform(0, 40) * DAY
        if rng.random() < 0.5:
            self.away = begins, begins + rng.choice((2, 5, 9, 99)) * DAY
        self.says_so = rng.random() < 0.5
        """Whether they take holidays before they are away."""
        self.quiet = QuietHours(_zone(self.zone), 22, 8) if own.random() < 0.4 else None
        """When their browser tells them nothing; ``None``: they are told at any hour."""

    def is_quiet(self, utc: float) -> bool:
        return self.quiet is not None and self.quiet.is_quiet(utc)

    def mornings(self, begins: float, days: int) -> list[float]:
        """The moments at which their quiet hours are over."""
        if self.quiet is None:
            return []
        return [self.quiet.quiet_until(begins + day * DAY + 1800) for day in range(days)]

    def wakes(self, days: int) -> list[float]:
        moments = (
            day * DAY + (hour - self.zone + 11 * (day >= self.travels)) * HOUR
            for day in range(days)
            for hour in self.hours
        )
        return [at for at in moments if not self.away[0] <= at < self.away[1]]


def _zone(hours: int) -> str:
    """The zone so many hours before UTC (its name has the sign the other way round)."""
    return f"Etc/GMT{-hours:+d}"


class Telephones(FakePlatform):
    """What everybody is told; each message is compared with the tables at once."""

    def __init__(self, month: "Month") -> None:
        super().__init__()
        self.month = month

    async def notify(self, notice: Notice, words: NoticeWords) -> Delivery:
        if (text := await words()) is not None:
            self.notices.append((notice, text))
            await self.month.told(notice)
        return SHOWN


class Month:
    """Everybody, their tables, and what happened."""

    def __init__(self, store: Store, people: int, seed: int) -> None:
        self.rng = random.Random(seed)
        config = Config(robot_budget=0, community_tables=0, calls=10_000)
        self.table = Table(store, config=config, seed=seed, time=FakeTime())
        self.table.platform = Telephones(self)
        self.table.restart()
        self.begins = self.table.time.now()
        self.people = {f"web:p{n}": Person(f"web:p{n}", self.rng) for n in range(people)}
        self.matches: list[MatchId] = []
        self.count: Counter[str] = Counter()
        self.a_day: dict[tuple[PersonId, int], Counter[str]] = defaultdict(Counter)
        """By person and day of theirs: what they were told, by its kind."""
        self.told_of: Counter[tuple[PersonId, MatchId, str, str]] = Counter()
        self.reminded: dict[PersonId, list[float]] = defaultdict(list)
        self.turns: Counter[tuple[PersonId, MatchId, str]] = Counter()
        self.held: set[tuple[PersonId, MatchId]] = set()
        """Who will be told in the morning."""

    async def told(self, notice: Notice) -> None:
        """Somebody reads a message."""
        service, person = self.table.service, self.people[notice.person]
        rings = notice.kind != "end"  # a closed page is not told of an end
        assert not (rings and person.is_quiet(self.table.time.utc())), (person.id, notice)
        self.count[notice.kind] += 1
        day = int((self.table.time.now() - self.begins + person.zone * HOUR) // DAY)
        self.a_day[person.id, day][notice.kind] += 1
        self.told_of[person.id, notice.match, notice.kind, notice.moment] += 1
        waiting = {match for match in self.matches if await self._waits(match, person.id)}
        if notice.kind == LATE:
            info = await service.matches.info(notice.match)
            assert info is not None
            seat = info.seat_of(person.id)
            assert seat is not None
            assert seat.seat in await service.matches.claimants(notice.match)
            person.known.add(notice.match)
        elif notice.kind == REMIND:
            assert waiting, "a reminder while nothing waits"
            self.reminded[person.id].append(self.table.time.now())
            self.turns[person.id, notice.match, notice.moment] += 1
            person.known |= waiting
        elif notice.kind != "end":
            assert notice.match in waiting, "a turn that is over"
            person.known.add(notice.match)

    async def _waits(self, match: MatchId, person: PersonId) -> bool:
        info = await self.table.service.matches.info(match)
        seat = None if info is None else info.seat_of(person)
        return seat is not None and seat.seat in await self.table.service.matches.asked(match)

    async def open_tables(self) -> None:
        """Everybody sits at one table of two or at several. Some want quiet hours."""
        for person in self.people.values():
            if person.quiet is not None:
                wanted = Subscription("https://push.example/1", "k" * 87, "s" * 22, person.quiet)
                await self.table.service.push_subscriptions.save(person.id, wanted)
        everybody = list(self.people)
        for _ in range(2):
            self.rng.shuffle(everybody)
            for n, host in enumerate(everybody[: len(everybody) // 2]):
                other = everybody[-1 - n]
                lasts = self.rng.choice(TURNS)
                if self.rng.random() < 0.5 and self.matches:
                    continue
                game = self.rng.choice(("argentino", "paulista"))
                opened = await self.table.open(host, 2, game)
                assert isinstance(opened, Accepted), opened
                await self.table.choose(host, turn_seconds=lasts)
                assert isinstance(await self.table.join(other), Accepted)
                assert isinstance(await self.table.start(host), Accepted)
                self.matches.append(self.table.match)
                self.people[host].known.add(self.table.match)  # whoever starts looks at it
                self.table.time.pass_by(self.rng.uniform(0, 200))

    async def live(self, days: int) -> None:
        """So many days pass."""
        wakes = [
            (self.begins + at, person.id)
            for person in self.people.values()
            for at in person.wakes(days)
        ]
        rests = [
            (self.begins + person.away[0], f"rests {person.id}")
            for person in self.people.values()
            if person.says_so and 0 < person.away[0] < days * DAY
        ]
        mornings = [
            (at, "morning")
            for person in self.people.values()
            for at in person.mornings(self.begins, days)
        ]
        queue = [*wakes, *rests, *mornings]
        heapify(queue)
        ends = self.begins + days * DAY
        while queue and self.table.time.now() < ends:
            due = await self.table.store.next_due()
            now = self.table.time.now()
            if due is not None and due <= queue[0][0]:
                self.table.time.pass_by(max(0.0, due - now))
                rows = await self.table.store.due(self.table.time.now(), 999)
                changed = {row.match for row in rows}
                await self.table.clock.send_due()
            else:
                at, who = heappop(queue)
                self.table.time.pass_by(max(0.0, at - now))
                changed = set(self.people[who].known) if who in self.people else set()
                if not changed and who in self.people:
                    continue
                if who == "morning":
                    changed = {match for _, match in self.held}
                else:
                    await self._looks(who)
            if self.rng.random() < 0.02:
                self.table.restart()
                self.count["deaths"] += 1
                if self.held:
                    self.count["deaths while calls waited"] += 1
            await self.table.service.updater.bring_all()
            await self.nobody_waits_untold(changed)
        await self.nobody_waits_untold(self.matches)

    async def nobody_waits_untold(self, matches: Collection[MatchId]) -> None:
        """Whoever these tables wait for was told of it, or has seen it."""
        for match in matches:
            info = await self.table.service.matches.info(match)
            assert info is not None
            for seat in await self.table.service.matches.asked(match):
                person = self.people[info.seats[seat].person]
                if match not in person.known and person.is_quiet(self.table.time.utc()):
                    self.held.add((person.id, match))
                    continue
                assert match in person.known, (match, person.id)
                self.held.discard((person.id, match))

    async def _looks(self, who: str) -> None:
        if who.startswith("rests "):
            person = self.people[who.removeprefix("rests ")]
            days = round(min(7.0, (person.away[1] - person.away[0]) / DAY))
            key = PageKey(HOLIDAYS, topic=TAKE, part=days)
            await page_for(self.table.service, key, person.id, "es", HERE)
            self.count["holidays"] += 1
            return
        person = self.people[who]
        if self.rng.random() > person.diligence:
            return
        for match in sorted(person.known):
            await self._look_at(person, match)

    async def _look_at(self, person: Person, match: MatchId) -> None:
        self.table.match = match
        info = await self.table.info()
        seat = info.seat_of(person.id)
        assert seat is not None
        if seat.seat in await self.table.service.matches.claimants(match):
            whole = bool(info.losing) and self.rng.random() < 0.5
            claim = ClaimOnTime(
                request=self.table.request(), person=person.id, match=match, whole=whole
            )
            assert isinstance(await self.table.send(claim), Accepted)
            self.count["match claimed" if whole else "hand claimed"] += 1
        for _ in range(6):
            if not await self._waits(match, person.id):
                person.known.discard(match)
                await self._answers_ahead(person)
                return
            await self._act(person)

    async def _answers_ahead(self, person: Person) -> None:
        """Some say what they do when something happens."""
        view, info = await self.table.view(person.id), await self.table.info()
        if self.rng.random() < 0.5 and may_say_ahead(info, view):
            one = self.rng.choice(list(choices(view)))
            assert isinstance(
                await self.table.ask(AnswerAhead, person.id, about=one.about, answer=one.answer),
                Accepted,
            )
            self.count["said ahead"] += 1

    async def _act(self, person: Person) -> None:
        view = await self.table.view(person.id)
        offers = [offer for offer in view.offered if offer.verb != MAZO] or list(view.offered)
        one = self.rng.choice(offers)
        arg = one.low if isinstance(one, Range) else one.arg
        step = write_action(table_of(view), Action(view.seat, one.verb, arg))
        await self.table.do(person.id, step)
        self.count["steps"] += 1

    async def ended(self) -> None:
        for match in self.matches:
            info = await self.table.service.matches.info(match)
            assert info is not None
            self.count[info.ended or "running"] += 1


async def lived(store: Store, people: int, days: int, seed: int) -> Month:
    month = Month(store, people, seed)
    await month.open_tables()
    await month.table.service.updater.bring_all()
    await month.live(days)
    await month.ended()
    for person, moments in month.reminded.items():
        gaps = [after - before for before, after in pairwise(moments)]
        assert all(gap > TOGETHER for gap in gaps), (person, gaps)
        for at, later in zip(moments, moments[A_DAY:], strict=False):
            assert later - at >= DAY, (person, moments)
    assert max(month.turns.values()) <= 2
    for (person, match, kind, moment), times in month.told_of.items():
        assert times == 1 or kind == REMIND, (person, match, kind, moment)
    most = max(month.a_day.values(), key=Counter.total)
    assert most.total() <= MOST_A_DAY, most
    return month


async def test_some_days_of_a_few_people(store: Store) -> None:
    month = await lived(store, 14, 6, seed=3)
    assert month.count["steps"] > 50
    assert month.count["deaths"]


@pytest.mark.dear
async def test_three_weeks_of_ninety_people(store: Store) -> None:
    month = await lived(store, 90, 21, seed=1)
    lived_through = ["steps", "said ahead", "deaths", "holidays", "hand claimed", "match claimed"]
    lived_through.append("deaths while calls waited")
    for what in (*lived_through, LATE, REMIND):
        assert month.count[what], what
    assert month.count["won"] + month.count["left"] + month.count["abandoned"]
