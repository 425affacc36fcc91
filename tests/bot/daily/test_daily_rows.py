"""What is stored of hands of the day: the same in every store."""

import pytest
from msgspec.structs import replace

from bot.match import daily
from bot.messages import PersonId
from bot.store import Store
from bot.store.changes import Changes, Committed, Erase, Lost, MatchChange, Tidy
from bot.store.model import DailyAnswer, MatchRow
from bot.store.people.linking import Merge
from bot.store.queries import daily_hands, match_queries, people_queries
from bot.store.queries.daily_hands import LASTS
from bot.store.results.model import DailyResult
from bot.store.seals import sealed
from engine.variants import table_for
from tests.bot import stored_results
from tests.bot.helpers import ANA, BETO, CARLA, DANI
from tests.bot.scenes import info_for

pytestmark = pytest.mark.parametrize("any_store", ["sqlite", "postgresql"], indirect=True)

DAY = "zzzzzzz9"
HOME = "discord:1"


def change(match: str, **more: object) -> Changes:
    """A match that is opened, with something of a hand of the day."""
    log = sealed(b"", match, 1, 5.0, ("",))
    info = replace(info_for(table_for("argentino", 2)), match=match, version=1)
    row = MatchRow(info, sealed=log[-1].seal)
    return Changes(matches=(MatchChange(row, log, (), **more),))  # type: ignore[arg-type]


def result(person: PersonId, points: int, *, sealed: str = DAY, at: float = 9.0) -> DailyResult:
    return DailyResult(
        sealed=sealed,
        person=person,
        number=330,
        variant="argentino",
        community=HOME,
        match="m" + person[-1] * 7,
        name="Ana",
        at=at,
        points=points,
        hands="3,-1",
    )


def answer(position: str, said: str, at: float = 9.0) -> DailyAnswer:
    return DailyAnswer(DAY, position, said, at)


async def write(store: Store, *rows: DailyResult) -> None:
    for number, row in enumerate(rows):
        name = f"{row.sealed[-1]}{row.person[-1]}{number:06}"
        assert await store.commit([change(name, daily=row)]) == (Committed(),)


async def test_results_stand_by_points_and_once_a_person(any_store: Store) -> None:
    await write(any_store, result(ANA, 2), result(BETO, 7), result(CARLA, 2, at=8.0))
    await any_store.commit([change("twice222", daily=result(ANA, 30))])
    found = await any_store.read(stored_results.on_day, DAY)
    assert [(row.person, row.points) for row in found] == [(BETO, 7), (CARLA, 2), (ANA, 2)]
    assert await any_store.read(daily_hands.counts, DAY) == {7: 1, 2: 2}
    assert await any_store.read(daily_hands.results_of, ANA) == (result(ANA, 2),)
    assert (await any_store.read(people_queries.kept_of, ANA)).daily == (result(ANA, 2),)
    assert await any_store.read(stored_results.on_day, "another9") == ()


async def test_the_first_answer_to_a_position_stays(any_store: Store) -> None:
    first = change("aaaaaaaa", answers=(answer("p", "quiero"), answer("q", "play 7o")))
    other = change("bbbbbbbb", answers=(answer("p", "noquiero"),))
    assert await any_store.commit([first, other]) == (Committed(), Lost())
    assert await any_store.read(daily_hands.answers, DAY) == {"p": "quiero", "q": "play 7o"}
    again = change("cccccccc", answers=(answer("q", "play 1b"),))
    assert await any_store.commit([again]) == (Lost(),)
    assert await any_store.read(match_queries.version, "cccccccc") == 0
    assert await any_store.read(daily_hands.answers, DAY) == {"p": "quiero", "q": "play 7o"}


async def test_two_who_become_one_have_one_result_a_day(any_store: Store) -> None:
    other = replace(result(BETO, 5), sealed="yyyyyyy9")
    await write(any_store, result(ANA, 2), result(BETO, 7), other)
    await any_store.commit([Changes(merge=Merge(before=BETO, person=ANA, at=10.0))])
    mine = {(row.sealed, row.points) for row in await any_store.read(daily_hands.results_of, ANA)}
    assert mine == {(DAY, 2), ("yyyyyyy9", 5)}
    assert await any_store.read(daily_hands.results_of, BETO) == ()


async def test_whoever_is_erased_and_a_community_that_goes_leave_no_name(any_store: Store) -> None:
    await write(any_store, result(ANA, 2), result(BETO, 7))
    await any_store.commit([Changes(erase=Erase(owners=(ANA,)))])
    left = await any_store.read(stored_results.on_day, DAY)
    assert [(row.person, row.community) for row in left] == [(BETO, HOME)]
    await any_store.commit([Changes(erase=Erase(owners=(HOME,)))])
    assert [row.community for row in await any_store.read(stored_results.on_day, DAY)] == [""]


async def test_what_is_old_goes(any_store: Store) -> None:
    await write(any_store, result(ANA, 2), result(BETO, 7, at=9.0 + daily.DAY))
    await any_store.commit([change("dddddddd", answers=(answer("p", "quiero"),))])
    await any_store.commit([Changes(tidy=Tidy(before=9.0 + LASTS))])
    assert await any_store.read(daily_hands.answers, DAY) == {"p": "quiero"}
    assert len(await any_store.read(stored_results.on_day, DAY)) == 2
    await any_store.commit([Changes(tidy=Tidy(before=10.0 + LASTS, records_before=10.0))])
    assert await any_store.read(daily_hands.answers, DAY) == {}
    assert [row.person for row in await any_store.read(stored_results.on_day, DAY)] == [BETO]


async def test_results_of_one_community(any_store: Store) -> None:
    there = replace(result(BETO, 7), community="telegram:9")
    nowhere = replace(result(DANI, 1), community="")
    elsewhere = replace(result(ANA, 4, sealed="another8"), community="discord:8")
    await write(any_store, result(ANA, 2), there, result(CARLA, 5), nowhere, elsewhere)
    found = await any_store.read(daily_hands.results_in, DAY, HOME)
    assert [row.person for row in found] == [CARLA, ANA]
    assert await any_store.read(daily_hands.results_in, DAY, "discord:8") == ()
    assert await any_store.read(daily_hands.communities, DAY) == (HOME, "telegram:9")
