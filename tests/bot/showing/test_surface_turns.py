"""Turns of a surface: one writer draws, others write beside it, and nobody moves it under them."""

import asyncio

import pytest

from bot.showing.surface_turns import Turns

SURFACE = "s"


async def settled() -> None:
    """Whoever can go on does."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_one_at_a_time_has_the_turn() -> None:
    turns, order, gate = Turns(), list[str](), asyncio.Event()

    async def take(name: str, surface: str = SURFACE) -> None:
        async with turns.turn(surface):
            order.append(name)
            await gate.wait()

    tasks = [asyncio.create_task(take(*who)) for who in (("one",), ("two",), ("else", "t"))]
    await settled()
    assert order == ["one", "else"]
    gate.set()
    await asyncio.gather(*tasks)
    assert order == ["one", "else", "two"]


async def test_a_drawing_waits_for_whoever_writes_beside_it() -> None:
    turns, drawn = Turns(), asyncio.Event()

    async def draw() -> None:
        async with turns.turn(SURFACE):
            drawn.set()

    with turns.beside(SURFACE) as one, turns.beside(SURFACE) as other:
        assert one.may
        assert other.may
        drawing = asyncio.create_task(draw())
        await settled()
        assert not drawn.is_set()
        with one.writing():
            assert not one.crossed, "what waits has not begun"
        async with turns.turn("another surface"):
            pass
    await drawing


@pytest.mark.parametrize("beside", [0, 1, 2])
async def test_a_surface_is_moved_when_nobody_writes_beside_it(beside: int) -> None:
    """Meanwhile nobody else may; with the end of the turn they may again."""
    turns, done = Turns(), asyncio.Event()

    async def write() -> None:
        with turns.beside(SURFACE) as one:
            assert one.may
            await done.wait()

    async with turns.turn(SURFACE):
        writing = [asyncio.create_task(write()) for _ in range(beside)]
        await settled()
        leaving = asyncio.create_task(turns.leave(SURFACE))
        await settled()
        with turns.beside(SURFACE) as late:
            assert not late.may
        await settled()
        assert leaving.done() == (not beside)
        done.set()
        assert await leaving == bool(beside), "the surface may look otherwise now"
        with turns.beside(SURFACE) as late:
            assert not late.may
        assert not await turns.leave(SURFACE)
        await asyncio.gather(*writing)
    with turns.beside(SURFACE) as one:
        assert one.may


async def test_of_those_who_write_at_once_all_are_told() -> None:
    turns = Turns()
    with (
        turns.beside(SURFACE) as one,
        turns.beside(SURFACE) as other,
        turns.beside(SURFACE) as third,
    ):
        with one.writing():
            assert not one.crossed
            with other.writing():
                pass
        with third.writing():
            pass
        assert (one.crossed, other.crossed, third.crossed) == (True, True, False)
        with one.writing():
            assert not one.crossed
    async with turns.turn(SURFACE):
        with turns.beside(SURFACE) as one, one.writing():
            assert one.crossed, "the drawing may come later"
    with turns.beside(SURFACE) as one, one.writing():
        assert not one.crossed
