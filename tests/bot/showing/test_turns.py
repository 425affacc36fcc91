"""Whose turn a surface is, and who may write beside it."""

import asyncio

from bot.showing.surface_turns import Turns


async def steps() -> None:
    """Everybody else gets to do what can be done now."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_one_at_a_time_has_the_turn() -> None:
    turns, order = Turns(), list[str]()
    gate = asyncio.Event()

    async def take(name: str, surface: str = "s") -> None:
        async with turns.turn(surface):
            order.append(name)
            await gate.wait()

    tasks = [asyncio.create_task(take(*who)) for who in (("one",), ("two",), ("else", "t"))]
    await steps()
    assert order == ["one", "else"]
    gate.set()
    await asyncio.gather(*tasks)
    assert order == ["one", "else", "two"]


async def test_a_turn_waits_for_those_beside() -> None:
    turns = Turns()

    async def draw() -> None:
        async with turns.turn("s"):
            pass

    with turns.beside("s") as beside:
        assert beside.may
        drawing = asyncio.create_task(draw())
        await steps()
        assert not drawing.done()
        with beside.writing():
            pass
        assert not beside.crossed, "what waits has not begun"
    await drawing


async def test_nobody_writes_beside_whoever_leaves() -> None:
    turns = Turns()
    async with turns.turn("s"):
        with turns.beside("s") as before:
            leaving = asyncio.create_task(turns.leave("s"))
            await steps()
            assert not leaving.done()
            with turns.beside("s") as after:
                assert (before.may, after.may) == (True, False)
            await steps()
            assert not leaving.done()
        assert await leaving, "the surface may look otherwise now"
        with turns.beside("s") as after:
            assert not after.may
        assert not await turns.leave("s")
    with turns.beside("s") as after:
        assert after.may


async def test_those_who_write_at_the_same_time_learn_it() -> None:
    turns = Turns()
    with turns.beside("s") as one, turns.beside("s") as two, turns.beside("s") as three:
        with one.writing(), two.writing():
            pass
        with three.writing():
            pass
    assert (one.crossed, two.crossed, three.crossed) == (True, True, False)
    async with turns.turn("s"):
        with turns.beside("s") as one, one.writing():
            pass
    assert one.crossed
    with turns.beside("s") as one, one.writing():
        pass
    assert not one.crossed
