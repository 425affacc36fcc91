"""The sums of a scoreboard: kept with each result, and the same as if all results were added up."""

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.community.scoreboard import PERIODS, SHOWN, Scoreboards, Wanted
from bot.store import Changes, Store
from bot.store.changes import Tidy
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.model import MatchResult
from bot.store.results.standings import ALWAYS, Period, Scope, month, periods, quarter, season, week
from tests.bot.results import Book
from tests.bot.store.test_store import step

CLUB = Scope("web:p")
MONDAY = datetime(2026, 11, 2, 3, tzinfo=UTC).timestamp()
"""A week begins."""
DECEMBER = datetime(2026, 12, 1, 3, tzinfo=UTC).timestamp()
OCTOBER = datetime(2026, 10, 1, 3, tzinfo=UTC).timestamp()
MOMENTS = tuple(
    begin + seconds for begin in (MONDAY, DECEMBER) for seconds in (-90_000.0, -1.0, 0.0, 1.0)
)


def result(
    person: str, won: bool, at: float, points: tuple[int, int] = (30, 20), name: str = ""
) -> MatchResult:
    return MatchResult(
        match=f"m{at}",
        person=person,
        community="web:p",
        name=name or person.title(),
        won=won,
        points_for=points[0],
        points_against=points[1],
        at=at,
    )


def ended(results: Iterable[MatchResult]) -> list[Changes]:
    """A change for each match that has results, in the order of the first."""
    by_match: dict[str, list[MatchResult]] = {}
    for row in results:
        by_match.setdefault(row.match, []).append(row)
    return [step(1, match, results=tuple(rows)) for match, rows in by_match.items()]


async def test_whoever_lost_the_race_is_not_counted(store: Store) -> None:
    first, late = result("web:ana", True, MONDAY), result("web:beto", True, MONDAY)
    await store.commit(ended([first]) + ended([late]))
    board = await store.read(BY_POINTS.page, CLUB, week(MONDAY), 9)
    assert [standing.person for standing in board] == ["web:ana"]


async def test_ended_weeks_are_forgotten_and_seasons_are_not(store: Store) -> None:
    results = ended(result("web:ana", True, at) for at in MOMENTS)
    await store.commit(results)
    await store.commit([Changes(tidy=Tidy(DECEMBER + 1))])
    book = Book(*results)
    assert await store.read(BY_POINTS.page, CLUB, week(MONDAY), 9) == ()
    for period in (month(MONDAY), quarter(MONDAY), week(DECEMBER), month(DECEMBER), ALWAYS):
        found = await store.read(BY_POINTS.page, CLUB, period, 9)
        assert list(found) == book.standings(CLUB, period) != []


async def test_the_order(store: Store) -> None:
    """Wins, then fewer losses, then the difference of points, then the name, then the person."""
    results = [
        result("dani", True, 1, (30, 29), name="Ada"),
        result("carla", True, 2, (30, 10)),
        result("beto", True, 3, (30, 29)),
        result("beto2", True, 3.5, (30, 29), name="BETO"),
        result("ana", True, 4),
        result("ana", False, 5),
        result("eva", True, 6),
        result("eva", True, 7),
        result("eva", False, 8),
    ]
    await store.commit(ended(results))
    board = await Scoreboards(store).of("web:p", Wanted(), MONDAY)
    order = [standing.person for standing in board.rows]
    assert order == ["eva", "carla", "dani", "beto", "beto2", "ana"]


async def test_no_more_people_than_are_shown(store: Store) -> None:
    nobody = await Scoreboards(store).of("web:p", Wanted(period="semana"), MONDAY, "web:ana")
    assert (nobody.rows, nobody.place, nobody.mine, nobody.more) == ((), 0, None, False)
    people = [f"p{number:03}" for number in range(SHOWN + 5)]
    await store.commit(ended([result(person, True, at) for at, person in enumerate(people)]))
    board = await Scoreboards(store).of("web:p", Wanted(), MONDAY)
    assert [standing.person for standing in board.rows] == people[:SHOWN]


# --- periods -----------------------------------------------------------------------------------


def test_a_week_begins_on_monday_at_midnight_where_truco_is_played() -> None:
    assert week(MONDAY) == Period("w2026-45", MONDAY, MONDAY + 7 * 86_400)
    assert week(MONDAY - 1).ends == MONDAY
    assert week(MONDAY + 7 * 86_400 - 1) == week(MONDAY)
    assert month(DECEMBER) == Period("m2026-12", DECEMBER, DECEMBER + 31 * 86_400)
    assert quarter(DECEMBER) == Period("q2026-4", OCTOBER, month(DECEMBER).ends)
    assert month(DECEMBER - 1) == Period("m2026-11", DECEMBER - 30 * 86_400, DECEMBER)


@given(at=st.floats(-4e9, 4e9))
def test_each_moment_belongs_to_its_periods(at: float) -> None:
    for period in periods(at):
        assert period.holds(at)
        assert not period.holds(period.ends)


@given(at=st.floats(0, 4e9), later=st.floats(0, 4e9))
def test_keys_of_periods_are_in_the_order_of_time(at: float, later: float) -> None:
    for kind in (week, month, quarter):
        one, two = kind(min(at, later)), kind(max(at, later))
        assert (one.key < two.key) == (one.begins < two.begins)
        assert (one.key == two.key) == (one == two)
        assert season(one.key) == (None if kind is week else one)


@pytest.mark.parametrize(
    ("choice", "chosen"), [("siempre", ALWAYS), ("semana", week), ("mes", month)]
)
def test_the_choices_of_the_command(choice: str, chosen: object) -> None:
    assert PERIODS[choice](MONDAY) == (chosen(MONDAY) if callable(chosen) else chosen)
