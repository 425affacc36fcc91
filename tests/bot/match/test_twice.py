"""The second half of a double press asks for what has just been done."""

from bot.messages import Accepted, Act, AnyReply, Join, Refused, Stale, Start
from bot.tokens import point
from tests.bot.helpers import ANA, BETO, Table


async def press(table: Table, person: str, action: str, at: str) -> AnyReply:
    return await table.ask(Act, person, action=action, point=at, pressed=bool(at))


async def now(table: Table) -> str:
    return point(await table.view(None))


async def test_a_press_twice_is_one_press(table: Table) -> None:
    """A call, after which its moment has passed, and a card, which nobody has twice."""
    await table.heads_up()
    for person, action in ((ANA, "truco"), (BETO, "quiero"), (ANA, "play 7o")):
        at = await now(table)
        replies = [await press(table, person, action, at) for _ in range(3)]
        assert replies == [Accepted(table.match)] * 3
    assert len((await table.view(None)).plays) == 1


async def test_later_it_is_a_press_of_its_own(table: Table) -> None:
    await table.heads_up()
    at = await now(table)
    await press(table, ANA, "truco", at)
    table.time.pass_by(2.0)
    assert isinstance(await press(table, ANA, "truco", at), Stale)


async def test_another_press_is_told_why(table: Table) -> None:
    """Of somebody else, of another button, or typed."""
    await table.heads_up()
    at = await now(table)
    await press(table, ANA, "play 7o", at)
    for person, action, where in (
        (BETO, "play 7o", at),
        (ANA, "play 4c", at),
        (ANA, "play 7o", ""),
    ):
        assert isinstance(await press(table, person, action, where), Refused)


async def test_what_is_pressed_in_the_lobby_is_pressed_once_too(table: Table) -> None:
    await table.open(ANA)
    for _ in range(2):
        assert isinstance(await table.ask(Join, BETO, name="Beto", pressed=True), Accepted)
    for _ in range(2):
        assert isinstance(await table.ask(Start, ANA, pressed=True), Accepted)
