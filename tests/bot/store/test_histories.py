"""Histories: whatever a few people play, pay and wish, what pages read follows from it.

A history is made of batches of matches, presents, payments and wishes to stand on no scoreboard of
all communities. Then a community goes, a person goes, and the others play on. Everything is
compared with a :class:`Book`, which is kept without the code of the store.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.messages import PersonId
from bot.store import Changes, Store
from bot.store.changes import Erase
from bot.store.model import ANSWERS, NOT_COUNTED, NUMBERS, SeatCount, Setting
from bot.store.people.chips import MINT
from bot.store.queries import people_queries, profile_queries, result_queries, scoreboard_queries
from bot.store.queries.recounting import problem_of_match, problems_of_person
from bot.store.queries.scoreboard_queries import BY_CHIPS, BY_POINTS, BY_RATING
from bot.store.results.model import MatchResult
from bot.store.results.standings import ALWAYS, EVERYWHERE, UNLISTED, Scope, periods
from bot.store.results.statistics import UNCOUNTED, in_all, written
from engine.variants import VARIANTS
from tests.bot import stored_results
from tests.bot.conftest import BesideAnother, run_in_memory, run_on_postgresql
from tests.bot.helpers import ANA
from tests.bot.results import ADA, BEGINNER, BRUNO, CIRO, HERE, NOON, THERE, Book, gift, match, rank
from tests.bot.store.test_store import step
from tests.examples import examples

PEOPLE = (ADA, BRUNO, CIRO, ANA)
COMMUNITIES = (HERE, THERE, EVERYWHERE)
SCOPES = [
    Scope(community, variant, players)
    for community in COMMUNITIES
    for variant in ("", "argentino")
    for players in (0, 2)
]
MOMENTS = tuple(
    datetime(2026, month, day, 3, tzinfo=UTC).timestamp() + seconds
    for month, day in ((11, 2), (12, 1))  # the begin of a week, and of a month
    for seconds in (-90_000.0, -1.0, 0.0, 1.0)
)


class Present(NamedTuple):
    """Chips of one person for another, if there are so many; with as many new ones."""

    payer: PersonId
    payee: PersonId
    amount: int


class Wish(NamedTuple):
    """Not to stand on the scoreboards of all communities, or to stand there again."""

    person: PersonId
    hidden: bool


Event = Changes | Present | Wish


@st.composite
def counts(draw: st.DrawFn) -> str:
    """What somebody did in a match, as it stands in a result."""
    if draw(st.integers(0, 5)) == 0:
        return UNCOUNTED
    numbers = dict(
        zip(NUMBERS, draw(st.lists(st.integers(0, 9), min_size=len(NUMBERS))), strict=False)
    )
    if draw(st.booleans()):
        numbers |= dict.fromkeys(ANSWERS, NOT_COUNTED)
    badges = draw(st.sets(st.sampled_from(("bluff", "flor", "zap"))))
    count = replace(SeatCount(), **numbers, badges=tuple(sorted(badges)))
    return written([count], 0, left=draw(st.booleans()))


@st.composite
def matches(draw: st.DrawFn) -> Changes:
    """A match of two or four, with places for robots. A clock may be put back, and somebody may
    have left a partner; not everybody plays for points."""
    name = f"m{draw(st.uuids())}"
    people = draw(st.permutations(PEOPLE))[: draw(st.integers(2, 4))]
    players = 4 if len(people) > 2 else draw(st.sampled_from((2, 4)))
    winner, left = draw(st.integers(0, 1)), len(people) > 2 and draw(st.booleans())
    same = {
        "match": name,
        "community": draw(st.sampled_from((HERE, THERE))),
        "at": draw(st.sampled_from(MOMENTS)),
        "variant": draw(st.sampled_from(("argentino", "argentino", *VARIANTS))),
        "players": players,
        "seats": players // 2,
    }
    rows = []
    for seat, person in enumerate(people):
        worth = 0 if left and seat == 0 else 20 if seat % 2 == winner else 5
        ranked = draw(st.integers(0, 3)) > 0
        rows.append(
            MatchResult(
                person=person,
                name=draw(st.sampled_from(("Ana", "ana", "Éva", "Beto"))),
                won=worth == 20,
                points_for=draw(st.integers(0, 2)),
                points_against=draw(st.integers(0, 2)),
                account=seat % 2,
                ranked=ranked,
                worth=worth if ranked else 0,
                counts=draw(counts()),
                **same,  # type: ignore[arg-type]
            )
        )
    return step(1, name, results=tuple(rows))


person = st.sampled_from(PEOPLE)
events = st.one_of(
    matches(),
    matches(),
    st.builds(Present, person, person, st.integers(1, 9)),
    st.builds(Wish, person, st.booleans()),
)
batches = st.lists(events, min_size=1, max_size=6)
histories = st.lists(batches, min_size=2, max_size=6)


class History:
    """What happens to a store and to a book."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.book = Book()
        self.presents = 0

    def changes(self, event: Event) -> Iterable[Changes]:
        """Notes it, and gives what is to be stored."""
        match event:
            case Changes():
                self.book.add(event)
                yield event
            case Wish(person, hidden):
                (self.book.hidden.add if hidden else self.book.hidden.discard)(person)
                yield Changes(settings=(Setting(person, UNLISTED, "1" if hidden else ""),))
            case Present(payer, payee, amount):
                self.presents += 1
                self.book.chips[payee] += amount
                yield gift(f"g{self.presents}", MINT, payee, amount)
                if payer != payee and self.book.chips[payer] > amount:
                    self.book.chips.update({payer: -amount, payee: amount})
                    yield gift(f"p{self.presents}", payer, payee, amount)

    async def take(self, batch: Sequence[Event]) -> None:
        await self.store.commit([change for event in batch for change in self.changes(event)])

    async def live(self, history: Sequence[Sequence[Event]]) -> None:
        *before, after = history
        for batch in before:
            await self.take(batch)
        await self.agrees()
        await self.store.commit([Changes(erase=Erase((THERE,)))])
        self.book.erase_community(THERE)
        await self.agrees()
        await self.store.commit([Changes(erase=Erase((BRUNO,)))])
        self.book.erase_person(BRUNO)
        await self.agrees()
        kept = await self.store.read(people_queries.kept_of, BRUNO)
        assert (kept.results, kept.ratings, kept.rated) == ((), (), ())
        await self.take(after)
        await self.agrees()

    # --- what must hold --------------------------------------------------------------------------

    async def agrees(self) -> None:
        store, book = self.store, self.book
        for community in (HERE, THERE):
            rows = [result for result in book.results if result.community == community]
            rows.sort(key=lambda result: (result.at, result.match, result.person))
            assert list(await store.read(stored_results.in_community, community)) == rows
            for period in {period for at in MOMENTS for period in periods(at)}:
                scope = Scope(community)
                found = await store.read(BY_POINTS.page, scope, period, 99)
                assert list(found) == book.standings(scope, period)
        for scope in SCOPES:
            await self.sums_agree(scope)
        for community in COMMUNITIES:
            await self.purses_agree(community)
            for variant in ("argentino", "mineiro"):
                await self._ratings_agree(Scope(community, variant))
        for person in PEOPLE:
            await self._profile_agrees(person)
        for name in await store.read(result_queries.rated_matches):
            assert problem_of_match(*await store.read(result_queries.moved_by_match, name)) == ""
        assert await store.read(scoreboard_queries.wrong_copies) == ()
        assert await store.read(scoreboard_queries.wrong_purses) == ()

    async def sums_agree(self, scope: Scope) -> None:
        store, order, sums = self.store, self.book.standings(scope), self.book.sums(scope)
        assert list(await store.read(BY_POINTS.page, scope, ALWAYS, 99)) == order
        page = await store.read(BY_POINTS.page, scope, ALWAYS, 2, 1)
        assert list(page) == order[1:3]
        assert await store.read(BY_POINTS.people, scope, ALWAYS) == len(order)
        for person in PEOPLE:
            mine = sums.get(person)
            place = 0 if mine is None else sum(rank(other) < rank(mine) for other in order)
            found = await store.read(BY_POINTS.place_of, scope, ALWAYS, person)
            assert found == (place, mine)

    async def purses_agree(self, community: str) -> None:
        store, order = self.store, self.book.purses(community)
        rich = [(person, -amount) for amount, person in order if amount]
        purses = await store.read(BY_CHIPS.page, Scope(community), ALWAYS, 9)
        assert [(purse.person, purse.amount) for purse in purses] == rich
        page = await store.read(BY_CHIPS.page, Scope(community), ALWAYS, 1, 1)
        assert [purse.person for purse in page] == [person for person, _ in rich[1:2]]
        assert await store.read(BY_CHIPS.people, Scope(community), ALWAYS) == len(rich)
        for person in PEOPLE:
            place, mine = await store.read(BY_CHIPS.place_of, Scope(community), ALWAYS, person)
            assert (mine is not None) == (person in self.book.people_in(community))
            if mine is not None:
                assert mine.amount == self.book.chips[person]
                assert place == sum(other < (-mine.amount, person) for other in order)

    async def _ratings_agree(self, scope: Scope) -> None:
        store, listed, order = self.store, [], []
        for community, person, variant in self.book.rated:
            told = self.book.ratings.get((person, variant))
            if told and (community, variant) == (scope.community, scope.variant):
                provisional = told[-1][1] ** 2 > 0.75 * BEGINNER[1] ** 2
                order.append((provisional, person))
                if not provisional and self.book.is_listed(person, community):
                    listed.append((-told[-1][0], person))
        # Equal but for the last digits: such people may stand either way.
        found = [rated.person for rated in await store.read(BY_RATING.page, scope, ALWAYS, 99)]
        assert sorted(found) == sorted(person for _, person in listed)
        assert await store.read(BY_RATING.people, scope, ALWAYS) == len(found)
        page = await store.read(BY_RATING.page, scope, ALWAYS, 2, 1)
        assert [rated.person for rated in page] == found[1:3]
        for provisional, person in order:
            place, mine = await store.read(BY_RATING.place_of, scope, ALWAYS, person)
            assert mine is not None
            assert (
                place >= len(found)
                if provisional
                else person not in found or found[place] == person
            )
        assert await store.read(BY_RATING.place_of, scope, ALWAYS, "nobody") == (0, None)

    async def _profile_agrees(self, person: PersonId) -> None:
        store = self.store
        kept = await store.read(people_queries.kept_of, person)
        assert list(problems_of_person(person, kept)) == []
        whole = in_all(person, await store.read(profile_queries.statistics_of, person))
        sums = {name: getattr(whole, name) for name in ("matches", *NUMBERS)}
        badges = await store.read(profile_queries.badges_of, person)
        assert (
            {name: number for name, number in sums.items() if number},
            {badge.badge: badge.match for badge in badges},
        ) == self.book.statistics(person)
        curves = {
            variant: told for (who, variant), told in self.book.ratings.items() if who == person
        }
        ratings = {r.variant: r for r in await store.read(profile_queries.ratings_of, person)}
        assert ratings.keys() == curves.keys()
        for variant, rating in ratings.items():
            assert (rating.mu, rating.sigma) == pytest.approx(curves[variant][-1])
            assert rating.matches == len(curves[variant])
            rows = await store.read(profile_queries.rated_of, rating, 99)
            assert [(row.mu, row.sigma) for row in rows] == list(
                map(pytest.approx, curves[variant])
            )
            assert (await store.read(profile_queries.rated_of, rating, 2))[-1].mu == rating.mu


async def lived(store: Store, history: Sequence[Sequence[Event]]) -> None:
    try:
        await History(store).live(history)
    finally:
        await store.close()


@examples(40)
@given(history=histories)
def test_what_is_read_follows_from_what_happened(history: list[list[Event]]) -> None:
    run_in_memory(lambda store: lived(store, history))


@examples(8)
@given(history=histories)
def test_the_same_in_postgresql(history: list[list[Event]], postgres: str) -> None:
    run_on_postgresql(lambda store: lived(store, history), postgres)


@pytest.mark.parametrize("second", [NOON - 5, NOON, NOON + 5])
async def test_two_processes_add_to_the_same_sums_at_once(
    beside_another: BesideAnother, second: float
) -> None:
    """Neither's result is lost, whichever match ended first."""
    history = History(beside_another.store)
    await history.take([match("m0", (ADA, 0, 20), players=2, at=NOON - 9)])
    one = match("m1", (ADA, 0, 20), players=2, at=NOON)
    two = match("m2", (ADA, 0, 5), players=2, at=second)
    await beside_another.commit(one, two)
    history.book.add(one)
    history.book.add(two)
    await history.agrees()


async def test_two_processes_store_results_of_the_same_people(
    beside_another: BesideAnother,
) -> None:
    """No match is lost for a rating, and no meeting of one day counts twice."""
    history = History(beside_another.store)
    both, others = ((ADA, 0, 20), (BRUNO, 1, 5)), ((ADA, 0, 20), (CIRO, 1, 5))
    before = [match(f"m{number}", *both) for number in range(4)]
    last = [match("m5", *both), match("m6", *both), match("m7", *others), match("m8", *others)]
    await history.take(before)
    await beside_another.commit(*last[:2])
    await beside_another.commit(*last[2:])
    for change in last:
        history.book.add(change)
    await history.agrees()
    results = await history.store.read(stored_results.in_community, HERE)
    met = {result.match: result.meeting for result in results if result.person == BRUNO}
    assert met == {"m0": 1, "m1": 2, "m2": 3, "m3": 4, "m5": 5, "m6": 6}
