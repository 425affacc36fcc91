"""The second half of a double press asks for what has just been done."""

from msgspec.structs import replace

from bot.messages import Accepted, Act, AnyCommand, AnyReply, Join, Refused, Stale, Start
from bot.tokens import point
from tests.bot.helpers import ANA, BETO, TWO, Table


async def press(table: Table, person: str, action: str, at: str) -> AnyReply:
    command = Act(request="", person=person, match=table.match, action=action, point=at)
    return await table.send(replace(command, request=table.request(), pressed=bool(at)))


async def now(table: Table) -> str:
    return point(await table.service.matches.view(table.match, None))


async def test_a_press_twice_is_one_press(table: Table) -> None:
    """A call, after which its moment has passed, and a card, which nobody has twice."""
    await table.dealt(*TWO, dealer=1, people=(ANA, BETO))
    for person, action in ((ANA, "truco"), (BETO, "quiero"), (ANA, "play 7o")):
        at = await now(table)
        replies = [await press(table, person, action, at) for _ in range(3)]
        assert replies == [Accepted(table.match)] * 3
    assert len(await table.service.matches.events(table.match, None)) > 0
    view = await table.service.matches.view(table.match, None)
    assert view is not None
    assert len(view.plays) == 1


async def test_later_it_is_a_press_of_its_own(table: Table) -> None:
    await table.dealt(*TWO, dealer=1, people=(ANA, BETO))
    at = await now(table)
    await press(table, ANA, "truco", at)
    table.time.pass_by(2.0)
    assert isinstance(await press(table, ANA, "truco", at), Stale)


async def test_another_press_is_told_why(table: Table) -> None:
    """Of somebody else, of another button, or typed."""
    await table.dealt(*TWO, dealer=1, people=(ANA, BETO))
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
    for command in (
        Join(request="", person=BETO, match=table.match, name="Beto"),
        Start(request="", person=ANA, match=table.match),
    ):
        replies = [await twice(table, command) for _ in range(2)]
        assert [type(reply) for reply in replies] == [Accepted, Accepted]


async def twice(table: Table, command: AnyCommand) -> AnyReply:
    return await table.send(replace(command, request=table.request(), pressed=True))
