"""Two people become one: chips, results, ratings, statistics and badges are one person's."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.community.linked_users import USERS as USERS_OF
from bot.happenings import OldDataCleared
from bot.host.database import check
from bot.messages import Accepted, Leave, PersonId, UserId
from bot.store import Changes, Store
from bot.store.changes import Committed, Erase, Lost, Short
from bot.store.model import SeatCount, Setting
from bot.store.people.chips import (
    BANK,
    GONE,
    MINT,
    daily_present,
    first_present,
    level_present,
    pot,
)
from bot.store.people.linking import LINK, Merge
from bot.store.queries import (
    chip_queries,
    people_queries,
    profile_queries,
    result_queries,
    scoreboard_queries,
)
from bot.store.queries.recounting import problem_of_match, problems_of_person
from bot.store.queries.scoreboard_queries import BY_CHIPS, BY_POINTS, BY_RATING
from bot.store.results.model import MatchResult, Rating, Transfer
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope, quarter
from bot.store.results.statistics import written
from tests.bot import stored_results
from tests.bot.community.test_ranking import screen, won
from tests.bot.conftest import BesideAnother, new_database, run_in_memory
from tests.bot.helpers import COMMUNITY, NAMES, Table, dying
from tests.bot.results import (
    ADA,
    BRUNO,
    CIRO,
    DAY,
    HERE,
    NOON,
    THERE,
    Book,
    in_order,
    match,
    with_counts,
)
from tests.bot.store.test_chips import FIRST, balances, moved, people, send, staked, stakes
from tests.bot.store.test_histories import History
from tests.bot.store.test_store import step
from tests.examples import examples
from tests.narrow import present

ADA_T = "telegram:1001"
NAMES.update({ADA_T: "Ada T"})
USERS = (ADA, ADA_T, BRUNO, CIRO)
Op = tuple[Any, ...]


@pytest.fixture
def store(store_in_file: Store) -> Store:
    """In a file, which ``truco db check`` reads."""
    return store_in_file


def linked(before: UserId, person: PersonId, at: float = NOON) -> Changes:
    """The change that a link writes."""
    return Changes(settings=(Setting(before, LINK, person),), merge=Merge(before, person, at))


# --- whatever happens ----------------------------------------------------------------------------


@st.composite
def lives(draw: st.DrawFn) -> list[Op]:
    """Presents, stakes, matches, links and unlinkings of a few users. Those who are linked go on
    as users now and then: a process may not have heard of it."""
    user = st.sampled_from(USERS)
    play = st.tuples(
        st.just("play"),
        st.permutations(USERS),
        st.integers(2, 4),
        st.integers(0, 1),
        st.sampled_from((HERE, THERE)),
        st.sampled_from(("argentino", "mineiro")),
        st.integers(0, 3),
        st.lists(st.sets(st.sampled_from(("bluff", "flor"))), min_size=4, max_size=4),
    )
    one = st.one_of(
        play,
        play,
        st.tuples(st.just("gift"), user, st.integers(1, 9)),
        st.tuples(st.just("start"), user, user, st.integers(1, 4)),
        st.tuples(st.just("end"), st.integers(0, 1)),
        st.tuples(st.just("link"), user, user),
        st.tuples(st.just("link"), user, user),
        st.tuples(st.just("unlink"), user),
        st.tuples(st.just("erase"), user),
    )
    begin = draw(st.lists(play, min_size=1, max_size=3))
    return begin + draw(st.lists(one, min_size=3, max_size=14))


class LinkedBook(Book):
    """What everybody must have where users may be linked."""

    def __init__(self) -> None:
        super().__init__()
        self.links: dict[UserId, PersonId] = {}
        self.pots: list[tuple[str, tuple[UserId, UserId], int]] = []

    def of(self, user: UserId) -> PersonId:
        return self.links.get(user, user)

    def add(self, change: Changes) -> None:
        """Of two users of one person at a table the lost result stays, without points."""
        (part,) = change.matches
        seats: dict[PersonId, list[MatchResult]] = {}
        for result in part.results:
            seats.setdefault(self.of(result.person), []).append(result)
        kept = {person: min(theirs, key=lambda row: row.won) for person, theirs in seats.items()}
        rows = tuple(
            replace(row, person=person, ranked=len(seats[person]) == 1)
            for person, row in kept.items()
        )
        super().add(step(1, part.row.info.match, results=rows))

    def link(self, before: UserId, person: PersonId) -> None:
        self.links[before] = person
        for row in [row for row in self.results if row.person == before]:
            twins = [old for old in self.results if (old.match, old.person) == (row.match, person)]
            kept = min([*twins, row], key=lambda both: both.won)
            self.results = [old for old in self.results if old is not row and old not in twins]
            earned = 0 if twins else row.earned
            self.results.append(replace(kept, person=person, earned=earned))
        for (when, pair), number in tuple(self.met.items()):
            if before in pair:
                del self.met[when, pair]
                after = frozenset(person if met == before else met for met in pair)
                if len(after) == 2:
                    self.met[when, after] += number
        self.chips[person] += self.chips.pop(before, 0)

    def erase_person(self, person: PersonId) -> None:
        self.chips[GONE] += self.chips.pop(person, 0)
        super().erase_person(person)
        self.links = {user: whose for user, whose in self.links.items() if user != person}


def played(op: Op, number: int) -> Changes:
    """A match of two or four seats, each person with some counts."""
    _, order, size, winner, community, variant, when, badges = op
    rows = [(user, at % 2, 20 if at % 2 == winner else 5) for at, user in enumerate(order[:size])]
    change = match(
        f"m{number:03}",
        *rows,
        players=2 if size == 2 else 4,
        community=community,
        variant=variant,
        at=NOON + when * 40 * DAY,
    )
    told = [
        written([SeatCount(hands=1, badges=tuple(sorted(badge)))], 0, left=False)
        for badge in badges[:size]
    ]
    return with_counts(change, told)


class Life:
    """Does what a life tells to one store and to the model."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.history = History(store)
        self.history.book = self.model = LinkedBook()
        self.number = 0

    async def commit(self, *changes: Changes) -> None:
        assert await self.store.commit(changes) == (Committed(),) * len(changes)

    async def take(self, op: Op) -> None:
        self.number += 1
        match op:
            case ("play", *_):
                change = played(op, self.number)
                await self.commit(change)
                self.model.add(change)
            case ("gift", user, amount):
                given = Transfer(f"g{self.number}", NOON, "daily", "", MINT, user, amount)
                await self.commit(Changes(transfers=(given,)))
                self.model.chips[self.model.of(user)] += amount
                self.model.chips[MINT] -= amount
            case ("start", one, other, stake):
                await self._start(one, other, stake)
            case ("end", winner) if self.model.pots:
                await self._end(winner)
            case ("link", before, person):
                await self._link(before, person)
            case ("unlink", user) if user in self.model.links:
                await self.commit(Changes(settings=(Setting(user, LINK, ""),)))
                del self.model.links[user]
            case ("erase", user) if user not in self.model.links.values():
                await self.store.commit([Changes(erase=Erase((user,)))])
                self.model.erase_person(user)

    async def _start(self, one: UserId, other: UserId, stake: int) -> None:
        model = self.model
        payers = [model.of(one), model.of(other)]
        if payers[0] == payers[1]:
            return
        name = f"p{self.number:03}"
        change = stakes(name, stake, one, other)
        (outcome,) = await self.store.commit([change])
        if any(model.chips[person] < stake for person in payers):
            assert isinstance(outcome, Short)
            return
        assert isinstance(outcome, Committed)
        (again,) = await self.store.commit([change])
        assert isinstance(again, Lost)
        for person in payers:
            model.chips[person] -= stake
        model.chips[pot(name)] += 2 * stake
        model.pots.append((name, (one, other), stake))

    async def _end(self, winner: int) -> None:
        name, users, stake = self.model.pots.pop(0)
        paid = 2 * stake - stake // 2
        shares = [
            Transfer(f"{name}.won.{winner}", NOON, "won", name, pot(name), users[winner], paid),
            Transfer(f"{name}.bank.-1", NOON, "bank", name, pot(name), BANK, stake // 2),
        ]
        await self.commit(moved(name, 2, *(share for share in shares if share.amount)))
        self.model.chips[self.model.of(users[winner])] += paid
        self.model.chips[BANK] += stake // 2
        del self.model.chips[pot(name)]

    async def _link(self, before: UserId, person: PersonId) -> None:
        """As :class:`bot.community.linked_users.LinkedUsers` does: the first has no users, the
        second is nobody's."""
        model = self.model
        if before == person or before in {*model.links, *model.links.values()}:
            return
        if person in model.links:
            return
        theirs, mine = [await self._ratings_of(user) for user in (before, person)]
        there = await self._rated_in(before) | await self._rated_in(person)
        await self.commit(linked(before, person, NOON + self.number))
        model.link(before, person)
        assert await self._rated_in(person) == there
        assert await self._rated_in(before) == set()
        now = await self._ratings_of(person)
        assert now.keys() == theirs.keys() | mine.keys()
        for on, rating in now.items():
            both = [ratings[on] for ratings in (mine, theirs) if on in ratings]
            best = max(both, key=lambda kept: kept.matches)  # of equal ones the first
            assert rating == replace(best, person=person)

    async def _ratings_of(self, user: UserId) -> dict[str, Rating]:
        ratings = await self.store.read(profile_queries.ratings_of, user)
        return {rating.variant: rating for rating in ratings}

    async def _rated_in(self, person: PersonId) -> set[Scope]:
        """Where the person has a rating."""
        boards = [
            Scope(community, variant)
            for community in (HERE, THERE, EVERYWHERE)
            for variant in ("argentino", "mineiro")
        ]
        return {
            board
            for board in boards
            if (await self.store.read(BY_RATING.place_of, board, ALWAYS, person))[1]
        }

    async def agrees(self) -> None:
        """Everything is as the model has it, and as ``truco db check`` counts it."""
        store, model = self.store, self.model
        expected = {owner: amount for owner, amount in model.chips.items() if amount}
        assert await balances(store) == expected
        for community in (HERE, THERE, EVERYWHERE):
            await self.history.purses_agree(community)
            for variant in ("", "argentino", "mineiro"):
                scope = Scope(community, variant)
                await self.history.sums_agree(scope)
                season = await store.read(BY_POINTS.page, scope, quarter(NOON), 99)
                assert list(season) == model.standings(scope, quarter(NOON))
        for user in USERS:
            rows = [row for row in model.results if row.person == user]
            kept = await store.read(people_queries.kept_of, user)
            assert list(problems_of_person(user, kept)) == []
            found = [result.match for result in kept.results]
            assert found == [row.match for row in in_order(rows)]
            badges = {badge.badge: badge.match for badge in kept.badges}
            sums, first = model.statistics(user)
            assert badges == first
            assert sum(statistic.hands for statistic in kept.statistics) == sums.get("hands", 0)
        for name in await store.read(result_queries.rated_matches):
            assert problem_of_match(*await store.read(result_queries.moved_by_match, name)) == ""
        assert await store.read(scoreboard_queries.wrong_copies) == ()
        assert await store.read(scoreboard_queries.wrong_purses) == ()


async def lived(store: Store, life: Sequence[Op]) -> None:
    one = Life(store)
    try:
        for op in life:
            await one.take(op)
            await one.agrees()
    finally:
        await store.close()


@examples(25)
@given(life=lives())
def test_nothing_is_lost_or_counted_twice(life: list[Op]) -> None:
    run_in_memory(lambda store: lived(store, life))


@examples(4)
@given(life=lives())
def test_nothing_is_lost_or_counted_twice_in_postgresql(life: list[Op], postgres: str) -> None:
    async def one() -> None:
        await lived(await Store.open(await new_database(postgres)), life)

    asyncio.run(one())


# --- one rule after another ----------------------------------------------------------------------


async def test_what_both_had_is_the_person_s(table: Table, tmp_path: Path) -> None:
    service = table.service
    await won(table, ADA_T, BRUNO)
    first = table.match
    table.time.pass_by(DAY)
    await won(table, ADA, BRUNO)
    await won(table, ADA, BRUNO)
    assert [await service.purses.of(person) for person in (ADA, ADA_T)] == [FIRST, FIRST]
    (best,) = await table.store.read(profile_queries.ratings_of, ADA)
    badges = await table.store.read(profile_queries.badges_of, ADA)
    assert {badge.badge: badge.match for badge in badges}["thirty_three"] != first
    await table.link(ADA, ADA_T)
    assert await service.purses.of(ADA) == 2 * FIRST + 100  # sixty points are the second level
    profile = await service.profiles.of(ADA, table.time.utc())
    assert profile.whole is not None
    assert (profile.whole.won, profile.whole.earned, profile.whole.streak) == (3, 60, 3)
    assert profile.statistics is not None
    assert (profile.statistics.matches, profile.statistics.hands) == (3, 3)
    assert {badge.match for badge in profile.badges if badge.badge == "thirty_three"} == {first}
    assert await table.store.read(profile_queries.ratings_of, ADA) == (best,)
    kept = await table.store.read(people_queries.kept_of, ADA_T)
    assert (kept.results, kept.standings, kept.ratings, kept.rated) == ((), (), (), ())
    (moved_chips,) = [transfer for transfer in kept.transfers if transfer.kind == "linked"]
    assert (moved_chips.payer, moved_chips.payee, moved_chips.amount) == (ADA_T, ADA, FIRST)
    await sound(table, tmp_path)


async def sound(table: Table, folder: Path) -> None:
    """Chips add up, and ``truco db check`` finds nothing."""
    await balances(table.store)
    assert await check(f"sqlite:///{folder}/truco.db") == ()


async def test_whoever_is_unlinked_begins_anew(table: Table, tmp_path: Path) -> None:
    """The presents that the user has got do not come again."""
    purses = table.service.purses
    await won(table, ADA_T, BRUNO)
    assert [await purses.of(person) for person in (ADA, ADA_T)] == [FIRST, FIRST]
    for again in range(3):
        await table.link(ADA, ADA_T)
        assert await purses.of(ADA) == 2 * FIRST + 50 * again
        assert await table.service.users.unlink(ADA, ADA_T)
        assert await purses.of(ADA_T) == 0
        assert (await table.service.profiles.of(ADA_T, table.time.utc())).whole is None
        table.time.pass_by(DAY)
        table.restart()
        purses = table.service.purses
        assert await purses.of(ADA_T) == 25
    (mine,) = await table.store.read(scoreboard_queries.sums_of, ADA, [Scope(EVERYWHERE)], ALWAYS)
    assert present(mine).earned == 20
    await sound(table, tmp_path)


async def test_a_level_brings_its_present_once(store: Store) -> None:
    """Both have reached the second level, and one of them the third."""
    table = Table(store)
    purses = table.service.purses
    for number in range(12):
        pair = (ADA_T, BRUNO) if number < 9 else (ADA, CIRO)
        at = table.time.utc() + number * DAY
        await store.commit([match(f"m{number}", (pair[0], 0, 20), (pair[1], 1, 5), at=at)])
    table.time.pass_by(12 * DAY)
    assert [await purses.of(person) for person in (ADA_T, ADA)] == [FIRST + 200, FIRST + 100]
    await table.link(ADA, ADA_T)
    assert await purses.of(ADA) == 2 * FIRST + 300  # 240 points are the third level still
    levels = sorted(
        transfer.id
        for transfer in await store.read(chip_queries.transfers)
        if transfer.kind == "level"
    )
    assert levels == [f"level.2.{ADA}", f"level.2.{ADA_T}", f"level.3.{ADA}", f"level.3.{ADA_T}"]
    await balances(store)


@pytest.mark.parametrize("erased", [ADA, ADA_T])
async def test_a_level_is_each_one_s_own_to_erase(store: Store, erased: UserId) -> None:
    """The user is unlinked, and one of the two erased: the other gets no present again."""
    table = Table(store)
    purses = table.service.purses
    for number in range(9):
        at = table.time.utc() + number * DAY
        await store.commit([match(f"m{number}", (ADA_T, 0, 20), (BRUNO, 1, 5), at=at)])
    table.time.pass_by(9 * DAY)
    assert await purses.of(ADA_T) == FIRST + 200
    await table.link(ADA, ADA_T)
    assert await people(store) == {ADA: FIRST + 200}
    await table.service.users.unlink(ADA, ADA_T)
    await store.commit([Changes(erase=Erase((erased,)))])
    table.restart()
    assert erased not in str(await store.read(chip_queries.transfers))
    had = FIRST + 200 if erased == ADA_T else 0
    assert (await people(store)).get(ADA, 0) == had
    assert await table.service.purses.of(ADA) == had + FIRST
    await balances(store)


async def test_whoever_has_nothing_but_levels_is_erased(table: Table, tmp_path: Path) -> None:
    """The user has lost all chips: what the person has is the marks of the presents."""
    lost = Transfer("lost", NOON, "hold", "", ADA_T, BANK, 100)
    for change in (
        Changes(transfers=(level_present(ADA_T, 2, NOON),)),
        Changes(transfers=(lost,)),
        linked(ADA_T, ADA),
    ):
        assert await table.store.commit([change]) == (Committed(),)
    assert f"level.2.{ADA}" in {
        transfer.id for transfer in await table.store.read(chip_queries.transfers)
    }
    await sound(table, tmp_path)
    await table.store.commit([Changes(erase=Erase((ADA,)))])
    assert ADA not in str(await table.store.read(chip_queries.transfers))
    await sound(table, tmp_path)


async def test_meetings_go_on_where_the_user_left_off(store: Store) -> None:
    """Five matches of a day earn the whole; the sixth is the person's, whichever user played."""
    for number in range(5):
        user = ADA if number < 2 else ADA_T
        await store.commit([match(f"m{number}", (user, 0, 20), (BRUNO, 1, 5))])
    await store.commit([linked(ADA_T, ADA)])
    await store.commit([match("m5", (ADA, 0, 20), (BRUNO, 1, 5))])
    earned = {
        result.person: result.earned
        for result in (await store.read(result_queries.brought_by, "m5")).results
    }
    assert earned == {ADA: 10, BRUNO: 2}


async def test_a_stake_in_a_running_match_is_the_person_s(table: Table, tmp_path: Path) -> None:
    await table.service.purses.of(ADA)
    assert isinstance(await staked(table, ADA_T, BRUNO), Accepted)
    await table.link(ADA, ADA_T)
    expected = {ADA: 2 * FIRST - 50, BRUNO: FIRST - 50, pot(table.match): 100}
    assert await people(table.store) == expected
    await send(table, Leave, BRUNO)
    await table.give_up(ADA)
    assert await people(table.store) == {ADA: 2 * FIRST + 25, BRUNO: FIRST - 50, BANK: 25}
    (line,) = [line for line in (await screen(table)).lines if line.id == "result.chips"]
    assert "+25" in line.text
    await sound(table, tmp_path)


async def test_a_process_that_dies_before_it_moves_the_seat_loses_nothing(
    table: Table, tmp_path: Path
) -> None:
    """The match ends in the user's name: what it brings is the person's all the same."""
    assert isinstance(await staked(table, ADA_T, BRUNO), Accepted)
    with dying(table.service.happenings, "publish"):
        await table.link(ADA, ADA_T)
    table.restart()
    table.time.pass_by(DAY)
    while (await screen(table)).kind != "result":
        await table.next_deadline()
    info = await table.info()
    assert info.seats[0].person == ADA_T
    found = await people(table.store)
    assert ADA_T not in found
    assert pot(table.match) not in found
    assert ADA_T not in {
        result.person
        for result in (await table.store.read(result_queries.brought_by, table.match)).results
    }
    await sound(table, tmp_path)


async def test_a_stake_that_is_given_back_is_the_person_s(store: Store) -> None:
    """The match is damaged, so it goes whole."""
    table = Table(store)
    assert isinstance(await staked(table, ADA_T, BRUNO), Accepted)
    await table.link(ADA, ADA_T)
    await store.commit([Changes(erase=Erase((), matches=(table.match,)))])
    assert await people(store) == {ADA: FIRST, BRUNO: FIRST}


async def test_what_an_older_version_left_with_a_user_is_merged(
    table: Table, tmp_path: Path
) -> None:
    await won(table, ADA_T, BRUNO)
    await table.service.purses.of(ADA_T)
    await table.link(CIRO, BRUNO)
    both = (Setting(ADA_T, LINK, ADA), Setting(ADA, USERS_OF, ADA_T))
    await table.store.commit([Changes(settings=both)])
    assert await table.store.read(people_queries.unmerged) == {ADA_T: ADA}
    (problem,) = await check(f"sqlite:///{tmp_path}/truco.db")
    assert ADA_T in problem
    table.restart()
    for _ in range(2):
        await table.service.happenings.publish(OldDataCleared())
        assert await table.store.read(people_queries.unmerged) == {}
        assert await people(table.store) == {ADA: FIRST}
        assert [
            result.person
            for result in await table.store.read(stored_results.in_community, COMMUNITY)
        ] == [ADA, CIRO]
    await sound(table, tmp_path)


@pytest.mark.parametrize("left_over", [False, True])
async def test_a_rating_without_results_is_the_person_s(
    table: Table, tmp_path: Path, left_over: bool
) -> None:
    """The user has played in one community, and everything about that is gone."""
    store = table.store
    await store.commit([match("m", (ADA_T, 0, 20), (BRUNO, 1, 5))])
    (rating,) = await store.read(profile_queries.ratings_of, ADA_T)
    await store.commit([Changes(erase=Erase((HERE,), matches=("m",)))])
    assert await store.read(profile_queries.ratings_of, ADA_T) == (rating,)
    assert (await store.read(people_queries.kept_of, ADA_T)).results == ()
    if left_over:
        both = (Setting(ADA_T, LINK, ADA), Setting(ADA, USERS_OF, ADA_T))
        await store.commit([Changes(settings=both)])
        assert await store.read(people_queries.unmerged) == {ADA_T: ADA}
        await table.service.users.merge_left_over()
    else:
        await table.link(ADA, ADA_T)
    assert await store.read(people_queries.unmerged) == {}
    assert await store.read(profile_queries.ratings_of, ADA_T) == ()
    assert await store.read(profile_queries.ratings_of, ADA) == (replace(rating, person=ADA),)


async def test_that_is_done_every_hour(table: Table) -> None:
    await table.service.purses.of(ADA_T)
    await table.store.commit([Changes(settings=(Setting(ADA_T, LINK, ADA),))])
    await table.service.clock._tidy()
    assert await people(table.store) == {ADA: FIRST}


async def test_erasing_the_person_and_an_unlinked_user(table: Table, tmp_path: Path) -> None:
    await won(table, ADA_T, BRUNO)
    await won(table, ADA, CIRO)
    await table.service.purses.of(ADA_T)
    await table.link(ADA, ADA_T)
    await table.service.users.unlink(ADA, ADA_T)
    await table.erase(ADA_T)
    (mine,) = await table.store.read(scoreboard_queries.sums_of, ADA, [Scope(EVERYWHERE)], ALWAYS)
    assert present(mine).won == 2
    assert (await people(table.store))[ADA] >= FIRST
    assert ADA_T not in str(await table.store.read(chip_queries.transfers))
    await sound(table, tmp_path)
    await table.erase(ADA)
    kept = await table.store.read(people_queries.kept_of, ADA)
    assert (kept.results, kept.transfers, kept.ratings, kept.badges) == ((), (), (), ())
    assert ADA not in await people(table.store)
    await sound(table, tmp_path)


@pytest.mark.parametrize("link_first", [True, False])
async def test_a_match_ends_while_another_process_links(
    beside_another: BesideAnother, link_first: bool
) -> None:
    """Whichever comes first: what the match has brought is the person's."""
    store = beside_another.store
    paid = Transfer("m.won.0", NOON, "won", "m", MINT, ADA_T, 7)
    ends = replace(match("m", (ADA_T, 0, 20), (BRUNO, 1, 5)), transfers=(paid,))
    changes = [linked(ADA_T, ADA), ends]
    first, second = changes if link_first else changes[::-1]
    assert await beside_another.commit(first, second) == (Committed(),)
    assert await people(store) == {ADA: 7}
    board = await store.read(BY_POINTS.page, Scope(HERE), ALWAYS, 9)
    assert [standing.person for standing in board] == [ADA, BRUNO]
    assert [rating.matches for rating in await store.read(profile_queries.ratings_of, ADA)] == [1]
    assert await store.read(profile_queries.ratings_of, ADA_T) == ()
    assert [purse.amount for purse in await store.read(BY_CHIPS.page, Scope(HERE), ALWAYS, 9)] == [
        7
    ]
    assert await store.read(scoreboard_queries.wrong_purses) == ()


@pytest.mark.parametrize("link_first", [True, False])
async def test_a_community_is_erased_while_another_process_links(
    beside_another: BesideAnother, link_first: bool
) -> None:
    """What was played there does not come back in the person's name."""
    store = beside_another.store
    changes = [linked(ADA_T, ADA), Changes(erase=Erase((HERE,), matches=("here",)))]
    first, second = changes if link_first else changes[::-1]
    for name, community in (("here", HERE), ("there", THERE)):
        await store.commit([match(name, (ADA_T, 0, 20), (BRUNO, 1, 5), community=community)])
    await beside_another.commit(first, second)
    assert await store.read(stored_results.in_community, HERE) == ()
    left = await store.read(stored_results.in_community, THERE)
    assert {result.person for result in left} == {ADA, BRUNO}
    (mine,) = await store.read(scoreboard_queries.sums_of, ADA, [Scope(EVERYWHERE)], ALWAYS)
    assert present(mine).matches == 1
    for person in (ADA, ADA_T, BRUNO):
        kept = await store.read(people_queries.kept_of, person)
        assert list(problems_of_person(person, kept)) == []


async def test_the_first_chips_and_the_first_result_in_two_processes(
    beside_another: BesideAnother,
) -> None:
    """Nothing is stored of the person yet that could be locked."""
    store = beside_another.store
    present = Changes(transfers=(first_present(ADA, NOON), daily_present(ADA, "d", NOON)))
    one, two = (match(name, (ADA, 0, 20), (BRUNO, 1, 5)) for name in "mn")
    for first, second in ((one, present), (present, two)):
        assert await beside_another.commit(first, second) == (Committed(),)
        assert await store.read(scoreboard_queries.wrong_purses) == ()
        purses = await store.read(BY_CHIPS.page, Scope(HERE), ALWAYS, 9)
        assert [purse.amount for purse in purses] == [FIRST]
        await store.commit([Changes(erase=Erase((ADA, BRUNO)))])
