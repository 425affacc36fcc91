"""Two stores tell the same, whatever is written: one knows it by heart, one looks it up."""

import asyncio
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.model import Status
from bot.store import Changes, Store
from bot.store.changes import Mark, MatchChange, Stored, SurfaceSeen, Tidy
from bot.store.model import Deadline, Disclosed, MatchRow, Preference, SealedSecret, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.queries import commitment_register, match_queries
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.model import MatchResult
from bot.store.results.standings import Scope, periods
from bot.store.seals import sealed
from tests.bot import stored_results
from tests.bot.conftest import new_database, open_store
from tests.bot.store.test_store import info
from tests.examples import examples

MATCHES = ("aaaa2222", "bbbb2222")
SURFACES = ("s1", "s2", "s3")
PEOPLE = ("web:ana", "web:beto")
Draw = Any
_DAY = 86_400.0


@st.composite
def plans(draw: Draw) -> list[tuple[Any, ...]]:
    """What is to be written, before it is known what stands there."""
    number = st.integers(0, 6)
    one = st.one_of(
        st.tuples(st.just("step"), st.sampled_from(MATCHES), number, st.booleans()),
        st.tuples(st.just("surface"), st.sampled_from(SURFACES), st.sampled_from(MATCHES), number),
        st.tuples(st.just("forget"), st.sampled_from(SURFACES)),
        st.tuples(st.just("seen"), st.sampled_from(SURFACES), number, st.booleans(), number),
        st.tuples(st.just("doubt"), st.sampled_from(SURFACES)),
        st.tuples(st.just("mark"), st.sampled_from(MATCHES), number),
        st.tuples(st.just("language"), st.sampled_from(("web:p", *PEOPLE))),
        st.tuples(st.just("old"), number),
    )
    begin: list[tuple[Any, ...]] = [
        ("step", MATCHES[0], 2, False),
        ("surface", SURFACES[0], MATCHES[0], 2),
        ("surface", SURFACES[1], MATCHES[0], 1),
    ]
    more: list[tuple[Any, ...]] = draw(st.lists(one, min_size=4, max_size=14))
    return begin + more


async def change(store: Store, plan: tuple[Any, ...], read_before: dict[str, Surface]) -> Changes:
    """The plan as a change to what this store holds. ``read_before``: surfaces as they were some
    time ago."""
    match plan:
        case ("step", match, spread, ends):
            version = await store.read(match_queries.version, match) + 1
            before = await store.read(match_queries.load, match)
            ends = ends or (before is not None and before.row.info.status is Status.OVER)
            log = sealed(before.row.sealed if before else b"", match, version, 1.0, ("",))
            row = MatchRow(
                info(match, version=version, status=Status.OVER if ends else Status.PLAYING),
                moved=version - spread % 2,
                sealed=log[-1].seal,
            )
            deadlines = tuple(
                Deadline(match, f"d{at}.{version}", "turn", 10.0 * ((at * 7 + version) % 5), at)
                for at in range(0 if ends else spread)
            )
            notices = tuple(
                Notice(
                    f"{match}.{version // 2}.{at}",
                    match,
                    PEOPLE[at % 2],
                    "turn",
                    str(row.moved),
                    5.0 * at,
                )
                for at in range(spread)
            )
            results = tuple(
                MatchResult(
                    f"{match}{version}", person, "web:p", person, won, 12, spread, 5 * _DAY * spread
                )
                for person, won in zip(PEOPLE, (spread % 2 == 0, spread < 3), strict=True)
            )
            return Changes(
                matches=(
                    MatchChange(
                        row,
                        log,
                        deadlines,
                        sitting=PEOPLE[: spread % 3],
                        results=results if ends else (),
                        notices=notices,
                        secret=SealedSecret(match.encode(), b"sealed") if version == 1 else None,
                        disclosed=Disclosed("won", b"open" if spread % 2 else None)
                        if ends
                        else None,
                    ),
                )
            )
        case ("surface", id, match, spread):
            surface = Surface(
                id,
                match,
                "web",
                "chat",
                f"at{spread % 2}",
                person=(*PEOPLE, "")[spread % 3],
                locale="es" if spread == 4 else "",
                wanted=await store.read(match_queries.version, match),
                shown=spread - 1,
                expires=None if spread < 3 else 10.0 * spread,
            )
            read_before[id] = surface
            return Changes(surfaces=(surface,))
        case ("forget", id):
            return Changes(forgotten=(id,))
        case ("seen", id, shown, there, spread):
            read = read_before.get(id) if there else None
            if spread == 6 and (now := await store.surface(id)) is not None:
                read_before[id] = now
            address = f"at{spread % 2}" if spread < 2 else None
            return Changes(seen=(SurfaceSeen(id, shown, f"x{shown}", address, spread >= 5, read),))
        case ("doubt", id):
            return Changes(doubted=(id,))
        case ("mark", match, spread):
            return Changes(mark=Mark(f"{match}.{spread // 2}.{spread % 3}", NoticeState.TAKEN))
        case ("language", owner):
            return Changes(preferences=(Preference(owner, "en"),))
        case ("old", spread):
            return Changes(tidy=Tidy(10.0 * spread if spread < 4 else 7 * _DAY * spread))
        case _:
            raise AssertionError(plan)


async def told(store: Store) -> dict[str, Any]:
    """Everything that a store tells."""
    return {
        "due": [await store.due(moment, 5) for moment in (0.0, 20.0, 100.0)],
        "next": await store.next_due(),
        "surfaces": [await store.surface(id) for id in SURFACES],
        "shown": [await store.surfaces_of(match) for match in MATCHES],
        "behind": {surface.id for surface in await store.surfaces_behind()},
        "behind of one": {surface.id for surface in await store.surfaces_behind(MATCHES[:1])},
        "notices": await store.notices_waiting(),
        "notices of one": await store.notices_waiting(MATCHES[:1]),
        "loaded": [_in_order(await store.read(match_queries.load, match)) for match in MATCHES],
        "mine": await store.read(match_queries.matches_of, PEOPLE[0]),
        "results": await store.read(stored_results.in_community, "web:p"),
        "register": await store.read(commitment_register.entries, 1, 9),
        "secrets": [await store.read(commitment_register.secret_of, match) for match in MATCHES],
        "unopened": await store.read(commitment_register.unopened),
        "counts": await store.read(commitment_register.counts),
        "standings": [
            await store.read(BY_POINTS.page, Scope("web:p"), period, 9)
            for at in range(7)
            for period in periods(5 * _DAY * at)
        ],
    }


def _in_order(stored: Stored | None) -> Stored | None:
    return stored and replace(stored, deadlines=tuple(sorted(stored.deadlines, key=str)))


async def run(plan: Sequence[tuple[Any, ...]], addresses: Sequence[str]) -> None:
    """Writes the plan to two databases: the first is known by heart, in the second everything is
    looked up."""
    stores: list[Store] = [
        await Store.open(url, exclusive=exclusive)
        for url, exclusive in zip(addresses, (True, False), strict=True)
    ]
    shared: dict[str, Any] = {}
    read_before: list[dict[str, Surface]] = [{}, {}]
    try:
        for planned in plan:
            made = [
                await change(store, planned, known)
                for store, known in zip(stores, read_before, strict=True)
            ]
            outcomes = [
                await store.commit([changes]) for store, changes in zip(stores, made, strict=True)
            ]
            assert outcomes[0] == outcomes[1]
            alone, shared = [await told(store) for store in stores]
            assert alone == shared
    finally:
        for store in stores:
            await store.close()
    async with open_store(addresses[0]) as again:
        assert await told(again) == shared


@pytest.mark.dear
@examples(25)
@given(plan=plans())
def test_what_is_known_by_heart_is_what_stands_in_the_file(plan: Any, empty_database: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.db" for number in range(2)]
        for file in files:
            shutil.copy(empty_database, file)
        asyncio.run(run(plan, [f"sqlite:///{file}" for file in files]))


@pytest.mark.dear
@examples(5)
@given(plan=plans())
def test_what_is_known_by_heart_is_what_stands_in_postgresql(plan: Any, postgres: str) -> None:
    async def both() -> None:
        await run(plan, [await new_database(postgres) for _ in range(2)])

    asyncio.run(both())
