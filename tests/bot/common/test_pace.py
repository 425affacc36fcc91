"""Heavy work goes in turns of the loop, the oldest first, and never stands still."""

import asyncio
from typing import cast

import pytest

from bot.common import pace
from bot.common.pace import Pace


class Pieces:
    """Pieces of heavy work, and in which turn of the loop each begins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.pace = Pace()
        self.begun: list[list[int]] = []
        self._tasks: list[asyncio.Task[None]] = []
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.now)

    def add(self, *names: int) -> None:
        self._tasks += [asyncio.create_task(self._work(name)) for name in names]

    async def _work(self, name: int) -> None:
        await self.pace.turn()
        self.begun[-1].append(name)

    async def turns(self, number: int) -> list[list[int]]:
        """What begins in each of the next turns."""
        self.begun = []
        for _ in range(number):
            self.begun.append([])
            await asyncio.sleep(0)
        return [names for names in self.begun if names]

    def cancel(self, name: int) -> None:
        self._tasks[name].cancel()


async def test_one_begins_in_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = Pieces(monkeypatch)
    pieces.add(0, 1, 2, 3)
    assert await pieces.turns(10) == [[0], [1], [2], [3]]
    pieces.add(4)
    assert await pieces.turns(5) == [[4]]


async def test_who_comes_later_begins_later(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = Pieces(monkeypatch)
    pieces.add(0, 1, 2)
    assert await pieces.turns(2) == [[0]]
    pieces.add(3)
    assert await pieces.turns(9) == [[1], [2], [3]]


async def test_who_comes_alone_begins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = Pieces(monkeypatch)
    pieces.begun = [[]]
    await pieces._work(0)
    assert pieces.begun == [[0]]


@pytest.mark.parametrize(
    ("late", "begin"), [(1, [2, 2, 2, 2, 2]), (2, [3, 3, 3, 1]), (100, [4, 4, 2])]
)
async def test_several_begin_when_they_are_late(
    monkeypatch: pytest.MonkeyPatch, late: int, begin: list[int]
) -> None:
    """But never so many that short work has to wait long."""
    pieces = Pieces(monkeypatch)
    pieces.add(*range(11))
    await pieces.turns(1)
    pieces.now += late * pace._LONG
    assert [len(turn) for turn in await pieces.turns(9)] == begin
    assert max(begin) <= pace._MOST


async def test_who_is_cancelled_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = Pieces(monkeypatch)
    pieces.add(0, 1, 2, 3)
    await pieces.turns(1)
    pieces.cancel(1)
    pieces.cancel(2)
    assert sum(await pieces.turns(9), cast(list[int], [])) == [3]
