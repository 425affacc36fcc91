"""Addresses of surfaces are read as they were written; pens know who writes."""

import asyncio

import pytest

from adapters.discord.address import DIRECT, HERE, TABLE, Address, read
from adapters.discord.pens import Pens


@pytest.mark.parametrize(
    "address",
    [
        Address(TABLE, 12),
        Address(TABLE, 12, 12, 34, 5),
        Address(DIRECT, 12),
        Address(DIRECT, 12, 56, 34, 5),
        Address(HERE, 12),
        Address(HERE, 12, 0, 34, 0, 1_800_000_000, "aW50-_.x"),
    ],
)
def test_read_as_written(address: Address) -> None:
    assert read(str(address)) == address


async def test_a_drawing_waits_for_answers() -> None:
    pens = Pens()
    done: list[str] = []

    async def draw() -> None:
        async with pens.drawing("s") as drawn:
            done.append(f"drawn {drawn}")

    with pens.answering("s") as pen:
        task = asyncio.create_task(draw())
        await asyncio.sleep(0)
        assert done == []
        assert not pen.crossed
        pen.drew = True
        done.append("answered")
    await task
    assert done == ["answered", "drawn True"]
    await draw()
    assert done[-1] == "drawn False"


async def test_an_answer_sees_a_drawing_under_way() -> None:
    pens = Pens()
    async with pens.drawing("s"):
        with pens.answering("s") as pen:
            assert pen.crossed
        with pens.answering("other") as pen:
            assert not pen.crossed
    with pens.answering("s") as pen:
        assert not pen.crossed
