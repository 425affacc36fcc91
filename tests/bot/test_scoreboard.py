"""The sums of a scoreboard: kept with each result, and the same as if all results were added up."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.community.scoreboard import PERIODS, SHOWN, Scoreboards, Wanted
from bot.store import Changes, Store
from bot.store.changes import Tidy
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.model import MatchResult, Standing
from bot.store.results.standings import ALWAYS, Period, Scope, month, periods, quarter, season, week
from tests.bot.conftest import BesideAnother, run_in_memory, run_on_postgresql
from tests.bot.test_store import step
from tests.examples import examples

COMMUNITIES = ("web:p", "web:q")
CLUB = Scope("web:p")
PEOPLE = ("web:ana", "web:Beto", "web:éva")
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


def added_up(results: Iterable[MatchResult]) -> tuple[Standing, ...]:
    """All results added up one by one: what the kept sums must be."""
    sums: dict[str, dict[str, int]] = {}
    names: dict[str, str] = {}
    for row in sorted(results, key=lambda row: (row.at, row.match)):
        one = sums.setdefault(row.person, dict.fromkeys(Standing.__struct_fields__[2:], 0))
        names[row.person] = row.name
        one["won"] += row.won
        one["lost"] += not row.won
        one["points_for"] += row.points_for
        one["points_against"] += row.points_against
        one["streak"] = one["streak"] + 1 if row.won else 0
        one["best_streak"] = max(one["best_streak"], one["streak"])
    found = [Standing(person, names[person], **numbers) for person, numbers in sums.items()]
    return tuple(
        sorted(
            found,
            key=lambda standing: (
                -standing.won,
                standing.lost,
                standing.points_against - standing.points_for,
                standing.name.casefold(),
                standing.person,
            ),
        )
    )


async def agree(store: Store, results: Sequence[MatchResult], moments: Iterable[float]) -> None:
    """The store's sums are those of the results, in every community and period."""
    for community in COMMUNITIES:
        for period in {found.key: found for at in moments for found in periods(at)}.values():
            theirs = [row for row in results if row.community == community and period.holds(row.at)]
            assert await store.read(BY_POINTS.page, Scope(community), period, 99) == added_up(
                theirs
            )


def ended(results: Iterable[MatchResult]) -> list[Changes]:
    """A change for each match that has results, in the order of the first."""
    by_match: dict[str, list[MatchResult]] = {}
    for row in results:
        by_match.setdefault(row.match, []).append(row)
    return [step(1, match, results=tuple(rows)) for match, rows in by_match.items()]


@st.composite
def histories(draw: st.DrawFn) -> list[list[MatchResult]]:
    """Batches of results: times go back sometimes, and some are the same."""
    one = st.builds(
        MatchResult,
        match=st.just(""),
        person=st.sampled_from(PEOPLE),
        community=st.sampled_from(COMMUNITIES),
        name=st.sampled_from(("Ana", "ana", "Éva", "Beto")),
        won=st.booleans(),
        points_for=st.integers(0, 2),
        points_against=st.integers(0, 2),
        at=st.sampled_from(MOMENTS),
    )
    rows = draw(st.lists(st.lists(one, min_size=1, max_size=5), min_size=1, max_size=6))
    names = iter(draw(st.permutations(range(30))))
    return [[replace(row, match=f"m{next(names):02}") for row in batch] for batch in rows]


async def keep(store: Store, history: Sequence[Sequence[MatchResult]]) -> None:
    try:
        for batch in history:
            await store.commit(ended(batch))
        await agree(store, [row for batch in history for row in batch], MOMENTS)
    finally:
        await store.close()


@examples(40)
@given(history=histories())
def test_sums_are_what_the_results_add_up_to(history: list[list[MatchResult]]) -> None:
    run_in_memory(lambda store: keep(store, history))


@examples(5)
@given(history=histories())
def test_sums_in_postgresql(history: list[list[MatchResult]], postgres: str) -> None:
    run_on_postgresql(lambda store: keep(store, history), postgres)


@pytest.mark.parametrize("second", [MONDAY - 5, MONDAY, MONDAY + 5])
async def test_two_processes_add_to_the_same_sums_at_once(
    beside_another: BesideAnother, second: float
) -> None:
    """Neither's result is lost, whichever match ended first."""
    store = beside_another.store
    before = result("web:ana", True, MONDAY - 9)
    one = result("web:ana", True, MONDAY)
    two = replace(result("web:ana", False, second), match="other")
    await store.commit(ended([before]))
    await beside_another.commit(*ended([one]), *ended([two]))
    await agree(store, [before, one, two], [MONDAY])


async def test_whoever_lost_the_race_is_not_counted(store: Store) -> None:
    first, late = result("web:ana", True, MONDAY), result("web:beto", True, MONDAY)
    await store.commit(ended([first]) + ended([late]))
    await agree(store, [first], [MONDAY])


async def test_ended_weeks_are_forgotten_and_seasons_are_not(store: Store) -> None:
    results = [result("web:ana", True, at) for at in MOMENTS]
    await store.commit(ended(results))
    await store.commit([Changes(tidy=Tidy(DECEMBER + 1))])
    november = [row for row in results if month(MONDAY).holds(row.at)]
    assert await store.read(BY_POINTS.page, CLUB, month(MONDAY), 9) == added_up(november)
    assert await store.read(BY_POINTS.page, CLUB, quarter(MONDAY), 9) == added_up(results)
    assert await store.read(BY_POINTS.page, CLUB, week(MONDAY), 9) == ()
    last = [row for row in results if week(DECEMBER).holds(row.at)]
    assert await store.read(BY_POINTS.page, CLUB, week(DECEMBER), 9) == added_up(last)
    assert await store.read(BY_POINTS.page, CLUB, month(DECEMBER), 9) == added_up(results[-2:])
    assert await store.read(BY_POINTS.page, CLUB, ALWAYS, 9) == added_up(results)


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
    people = [f"p{number:03}" for number in range(SHOWN + 5)]
    await store.commit(ended([result(person, True, at) for at, person in enumerate(people)]))
    board = await Scoreboards(store).of("web:p", Wanted(), MONDAY)
    assert [standing.person for standing in board.rows] == people[:SHOWN]


async def test_nobody_has_played(store: Store) -> None:
    board = await Scoreboards(store).of("web:p", Wanted(period="semana"), MONDAY, "web:ana")
    assert (board.rows, board.place, board.mine, board.more) == ((), 0, None, False)


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
