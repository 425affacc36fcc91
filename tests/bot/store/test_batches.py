"""Changes that wait for the database: who waits hears of a failure, and nobody suffers from it."""

import asyncio
from collections.abc import Iterable, Sequence
from functools import partial

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.store import batches
from bot.store.batches import Batches, Waiting
from bot.store.changes import Changes, Committed, SurfaceSeen
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.model import Preference, Surface
from bot.store.seen import after, joined

GOOD = Changes()
BAD = Changes(preferences=(Preference("web:ana", "en"),))


class Broken:
    """A database that takes no preferences."""

    def __init__(self, *, locked: bool = False) -> None:
        self.locked = locked
        self.sizes: list[int] = []
        self.batches_written: list[list[Changes]] = []
        self.left = 0
        self.later: list[Waiting] = []
        self.batches = Batches(self)

    async def write(self, batch: Sequence[Waiting], later: Iterable[Waiting]) -> None:
        self.sizes.append(len(batch))
        self.batches_written.append([waiting.change for waiting in batch])
        await asyncio.sleep(0)
        self.later = list(later)
        if self.locked:
            raise StoreError(DatabaseTrouble.IN_USE, "It is locked.")
        if any(waiting.change == BAD for waiting in batch):
            raise ValueError("no preferences")
        for waiting in batch:
            if waiting.future is not None and not waiting.future.done():
                waiting.future.set_result(Committed())

    def tried(self, batch: Sequence[Waiting]) -> None:
        self.left += len(batch)


async def test_whoever_waits_for_a_change_that_fails_hears_of_it() -> None:
    broken = Broken()
    with pytest.raises(ValueError, match="no preferences"):
        await broken.batches.add(BAD)
    assert (broken.sizes, broken.left) == ([1], 1)


async def test_the_others_of_its_batch_are_written_one_by_one() -> None:
    broken = Broken()
    first = broken.batches.add(GOOD)
    await asyncio.sleep(0)  # it is being written; the others come meanwhile
    found = [broken.batches.add(change) for change in (BAD, GOOD)]
    told = await asyncio.gather(first, *found, return_exceptions=True)
    assert [type(outcome) for outcome in told] == [Committed, ValueError, Committed]
    assert (broken.sizes, broken.left) == ([1, 2, 1, 1], 3)


async def test_a_locked_database_is_waited_for_once() -> None:
    """Each change by itself would wait as long as all of them have waited together."""
    locked = Broken(locked=True)
    first = locked.batches.add(GOOD)
    await asyncio.sleep(0)
    found = [locked.batches.add(GOOD) for _ in range(3)]
    told = await asyncio.gather(first, *found, return_exceptions=True)
    assert [type(outcome) for outcome in told] == [StoreError] * 4
    assert locked.sizes == [1, 3]


async def test_nobody_hears_of_a_change_that_nobody_waits_for() -> None:
    """The next ones are written all the same, and the writer ends without an error."""
    broken = Broken()
    broken.batches.keep_back(BAD)
    await broken.batches.finish()
    assert broken.later == []
    assert isinstance(await broken.batches.add(GOOD), Committed)
    assert (broken.sizes, broken.left) == ([1, 1], 2)


async def test_whoever_waits_no_longer_stops_nobody() -> None:
    broken = Broken()
    gone = broken.batches.add(BAD)
    gone.cancel()
    await broken.batches.finish()
    assert isinstance(await broken.batches.add(GOOD), Committed)


# --- notes about pictures -------------------------------------------------------------------------


def seen_at(surface: int, shown: int = 1) -> SurfaceSeen:
    return SurfaceSeen(f"s{surface}", shown, f"look {shown}")


def note(surface: int, shown: int = 1) -> Changes:
    return Changes(seen=(seen_at(surface, shown),))


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Here every surface has been still for long enough."""
    monkeypatch.setattr(batches, "_STILL", 0.0)
    return Broken()


async def test_notes_wait_until_nothing_else_is_shown_there() -> None:
    """They go along with nothing before, and the timer looks when the oldest is due."""
    database = Broken()
    loop = asyncio.get_running_loop()
    for shown in range(3):
        database.batches.keep_note(seen_at(1, shown))
        assert isinstance(await database.batches.add(GOOD), Committed)
        await asyncio.sleep(0)
    assert database.batches_written == [[GOOD]] * 3
    assert database.batches._later is not None
    assert 0 < database.batches._later.when() - loop.time() <= batches._STILL
    database.batches.keep_back(GOOD)
    assert database.batches._later.when() - loop.time() <= batches._KEPT_BACK
    await database.batches.finish()
    assert database.batches_written[3:] == [[GOOD, note(1, 2)]]
    assert database.batches._later is None


async def test_a_note_whose_time_has_come_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone if nobody presses, and without those that must still wait."""
    database = Broken()
    loop = asyncio.get_running_loop()
    now = loop.time()
    monkeypatch.setattr(loop, "time", lambda: now)
    database.batches.keep_note(seen_at(1))
    now += batches._STILL - 1
    database.batches.keep_note(seen_at(2))
    now += 1
    database.batches._start_all()
    assert database.batches._writing is not None
    await asyncio.wait((database.batches._writing,))
    assert database.batches_written == [[note(1)]]
    assert isinstance(await database.batches.add(GOOD), Committed)
    now += batches._STILL
    assert isinstance(await database.batches.add(GOOD), Committed)
    assert database.batches_written[1:] == [[GOOD], [GOOD, note(2)]]


async def test_a_press_goes_before_thousands_of_notes(database: Broken) -> None:
    """It waits for no batch but its own, and that one is small. The notes follow when nobody
    waits."""
    for surface in range(3633):
        database.batches.keep_note(seen_at(surface))
    assert isinstance(await database.batches.add(GOOD), Committed)
    (first,) = database.batches_written
    assert first == [GOOD, *(note(surface) for surface in range(batches._ALONG))]
    assert database.sizes == [1 + batches._ALONG], "the others stay where they are"
    await database.batches.finish()
    assert max(database.sizes[1:]) == batches._ALONE
    assert sum(database.sizes) == 3634


async def test_a_press_goes_between_two_batches_of_notes(database: Broken) -> None:
    for surface in range(3 * batches._ALONE):
        database.batches.keep_note(seen_at(surface))
    finishing = asyncio.create_task(database.batches.finish())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert database.sizes == [batches._ALONE]
    await database.batches.add(GOOD)
    assert database.batches_written[1][0] == GOOD
    await finishing


async def test_many_presses_take_their_notes_along(database: Broken) -> None:
    many = batches._ALONG
    for surface in range(4 * many):
        database.batches.keep_note(seen_at(surface))
    await asyncio.gather(*(database.batches.add(GOOD) for _ in range(many)))
    assert database.sizes == [many * (1 + batches._ALONG_EACH)]
    assert database.batches._later is None, "nothing is left to be written later"


async def test_a_newer_note_replaces_the_older_one(database: Broken) -> None:
    for shown in range(1, 100):
        database.batches.keep_note(seen_at(1, shown))
    await database.batches.add(GOOD)
    assert database.batches_written == [[GOOD, note(1, 99)]]


@pytest.mark.parametrize(
    "change",
    [
        Changes(doubted=("s1",)),
        Changes(forgotten=("s1",)),
        Changes(surfaces=(Surface("s1", "m", "web", "c", "a"),)),
        Changes(seen=(SurfaceSeen("s1", 5, "look", "elsewhere"),)),
    ],
)
async def test_a_note_goes_before_what_changes_its_surface(
    database: Broken, change: Changes
) -> None:
    for surface in range(3):
        database.batches.keep_note(seen_at(surface))
    adding = database.batches.add(change)
    database.batches.keep_note(seen_at(1, 7))
    await adding
    (batch,) = database.batches_written
    assert batch == [note(1), change, note(0), note(2), note(1, 7)]


async def test_all_notes_go_before_a_choice_of_language(database: Broken) -> None:
    for surface in range(3):
        database.batches.keep_note(seen_at(surface))
    with pytest.raises(ValueError, match="no preferences"):
        await database.batches.add(BAD)
    assert database.batches_written[0] == [note(0), note(1), note(2), BAD]


versions = st.integers(-4, 4)
looks = st.sampled_from(["", "a", "b"])


@given(
    stands=st.builds(
        partial(Surface, "s", "m", "web", "c", "a", wanted=4), shown=versions, digest=looks
    ),
    first=st.tuples(st.integers(0, 4), st.none() | versions),
    second=st.tuples(st.integers(0, 4), st.none() | versions),
)
def test_one_note_says_the_same_as_two(
    stands: Surface, first: tuple[int, int | None], second: tuple[int, int | None]
) -> None:
    def seen(shown: int, read: int | None, look: str) -> SurfaceSeen:
        surface = None if read is None else Surface("s", "m", "web", "c", "a", shown=read)
        return SurfaceSeen("s", shown, look, read=surface)

    one, two = seen(*first, "one"), seen(*second, "two")
    between = after(stands, one)
    # Who draws the second picture has read what the first one left, or what came before.
    assume(two.read is None or two.read.shown <= max(stands.shown, one.shown))
    if (both := joined(one, two)) is None:
        assert two.shown < one.shown
    else:
        assert after(stands, both) == after(between, two)
