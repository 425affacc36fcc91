"""Every way in which a match ends: who has won, what the scoreboard books, what people are told."""

from collections.abc import Awaitable, Callable

import pytest
from msgspec import Struct

from bot.environment import Config
from bot.messages import Accepted, Leave, NotSeated, PersonId, ProposeEnd, Refused, Return, Stale
from bot.model import Status
from bot.screen import Screen
from bot.screens import reply_text
from bot.store import Store
from bot.tokens import END
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, STRANGER, Table
from tests.narrow import of_kind

Ask = type[Leave] | type[Return] | type[ProposeEnd]


async def ask(table: Table, kind: Ask, *people: PersonId) -> None:
    """Requests that must be accepted, of one person after another."""
    for person in people:
        assert isinstance(await table.ask(kind, person), Accepted)


async def two(table: Table) -> None:
    """Ana holds 33 in the envido, and is mano."""
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO), target="12")


async def falta(table: Table) -> None:
    """Ana wins the match with a falta envido."""
    await table.do(ANA, "faltaenvido")
    await table.do(BETO, "quiero")


async def sleep(table: Table) -> None:
    """Nobody says anything until the match is over."""
    for _ in range(2000):
        if await table.store.next_due() is None:
            return
        await table.next_deadline()
    raise AssertionError("the match goes on for ever")


# --- the ways ---------------------------------------------------------------------------------


async def by_points(table: Table) -> None:
    await two(table)
    await falta(table)


async def by_points_after_a_return(table: Table) -> None:
    await two(table)
    await ask(table, Leave, ANA)
    await ask(table, Return, ANA)
    await falta(table)


async def the_winner_by_points_had_left(table: Table) -> None:
    await two(table)
    await table.do(ANA, "faltaenvido")
    await ask(table, Leave, ANA)
    await table.do(BETO, "quiero")


async def a_partner_of_the_losers_had_left(table: Table) -> None:
    hands = ("1e 1b 4b", "4c 5b 12o", "7e 6e 4o", "2c 3b 10e")
    await table.dealt(*hands, dealer=3, people=(ANA, BETO, CARLA, DANI), target="12")
    await table.do(ANA, "play 4b")
    await table.do(BETO, "play 4c")
    await table.do(CARLA, "faltaenvido")
    await ask(table, Leave, BETO)
    await table.do(DANI, "quiero")


async def amicably(table: Table) -> None:
    await two(table)
    await ask(table, ProposeEnd, ANA, BETO)


async def one_left_and_the_other_ended_it(table: Table) -> None:
    await two(table)
    await ask(table, Leave, ANA)
    await ask(table, ProposeEnd, BETO)


async def one_left_when_the_end_was_proposed(table: Table) -> None:
    await two(table)
    await ask(table, ProposeEnd, BETO)
    await ask(table, Leave, ANA)


async def one_left_and_then_the_other(table: Table) -> None:
    await two(table)
    await ask(table, Leave, ANA, BETO)


async def one_left_and_the_other_fell_asleep(table: Table) -> None:
    await two(table)
    await ask(table, Leave, ANA)
    await sleep(table)


async def both_fell_asleep(table: Table) -> None:
    await two(table)
    await sleep(table)


async def one_fell_asleep_and_the_other_ended_it(table: Table) -> None:
    await two(table)
    while not (await table.screen(None)).seats[0].away:
        await table.next_deadline()
        if 1 in (await table.view(None)).awaited:
            await table.do(BETO, "mazo")
    await ask(table, ProposeEnd, BETO)


async def four(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4)


async def a_side_left(table: Table) -> None:
    await four(table)
    await ask(table, Leave, BETO, ANA, CARLA)
    await ask(table, ProposeEnd, DANI)


async def one_of_each_side_left(table: Table) -> None:
    await four(table)
    await ask(table, Leave, ANA, BETO)
    await ask(table, ProposeEnd, CARLA, DANI)


async def people_against_robots_left(table: Table) -> None:
    await table.seated(ANA, players=2)
    await ask(table, Leave, ANA)


async def one_of_three_left(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, players=3, variant="tradicional-18")
    await ask(table, Leave, ANA)
    await ask(table, ProposeEnd, BETO, CARLA)


class End(Struct, frozen=True):
    """What has become of the match."""

    way: Callable[[Table], Awaitable[None]]
    ended: str
    won: str = ""
    """Names of the people for whom the scoreboard books a match won."""
    lost: str = ""


ENDS = [
    End(by_points, "won", "ana", "beto"),
    End(by_points_after_a_return, "won", "ana", "beto"),
    End(the_winner_by_points_had_left, "left", "beto", "ana"),
    End(a_partner_of_the_losers_had_left, "won", "ana carla", "beto dani"),
    End(amicably, "agreed"),
    End(one_left_and_the_other_ended_it, "left", "beto", "ana"),
    End(one_left_when_the_end_was_proposed, "left", "beto", "ana"),
    End(one_left_and_then_the_other, "left", "beto", "ana"),
    End(one_left_and_the_other_fell_asleep, "left", "beto", "ana"),
    End(both_fell_asleep, "abandoned"),
    End(one_fell_asleep_and_the_other_ended_it, "agreed"),
    End(a_side_left, "left", "dani", "ana beto carla"),
    End(one_of_each_side_left, "agreed"),
    End(people_against_robots_left, "abandoned"),
    End(one_of_three_left, "agreed"),
]


def offers_a_rematch(screen: Screen) -> bool:
    return any(button.token.endswith(".REMATCH") for button in screen.buttons)


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.way.__name__)
async def test_who_has_won(table: Table, end: End) -> None:
    """Info, scoreboard, result and log say the same: those who stayed have won."""
    await end.way(table)
    info = await table.info()
    assert (info.status, info.ended) == (Status.OVER, end.ended)
    rows = await table.results()
    assert sorted(p for p in rows if rows[p].won) == [f"web:{n}" for n in end.won.split()]
    assert sorted(p for p in rows if not rows[p].won) == [f"web:{n}" for n in end.lost.split()]
    for person in (None, *(seat.person for seat in info.people)):
        screen = await table.screen(person)
        ids = [line.id for line in screen.lines]
        assert screen.kind == "result"
        assert (ids[0] == "result.won") == bool(end.won), ids
        own = None if person is None else info.seat_of(person)
        has_left = own is not None and own.left
        told = {"result.left", "result.left.own"} & set(ids)
        assert bool(told) == (end.ended == "left")
        assert not told or has_left or told == {"result.left"}
        assert offers_a_rematch(screen) != has_left
        if own is not None and end.won:
            won = {person for person, row in rows.items() if row.won}
            side = {seat.seat % 2 for seat in info.seats if seat.person in won}
            assert ("result.yours" in ids) == (own.seat % 2 in side)
        assert ("log.match" in [line.id for line in screen.log]) == bool(end.won)
    assert await table.store.next_due() is None


async def test_the_score_of_a_match_that_was_stopped_is_the_one_people_saw(table: Table) -> None:
    """The envido of the running hand was paid: 2 to 0, on the table and in the result."""
    await two(table)
    await table.do(ANA, "envido")
    await table.do(BETO, "quiero")
    before = [score.points for score in (await table.screen(None)).scores]
    await ask(table, ProposeEnd, ANA, BETO)
    assert before == [2, 0]
    assert [score.points for score in (await table.screen(None)).scores] == before
    (line,) = [line for line in (await table.screen(None)).lines if line.id == "result.score"]
    assert "Ana 2" in line.text


async def test_points_of_a_match_that_was_left_are_booked(table: Table) -> None:
    await two(table)
    await table.do(ANA, "envido")
    await table.do(BETO, "quiero")
    await ask(table, Leave, BETO)
    await ask(table, ProposeEnd, ANA)
    rows = await table.results()
    assert (rows[ANA].points_for, rows[ANA].points_against) == (2, 0)
    assert (rows[BETO].points_for, rows[BETO].points_against) == (0, 2)


async def test_those_who_stay_are_told_that_they_win_and_may_end_it(table: Table) -> None:
    await two(table)
    await ask(table, Leave, ANA)
    ends: set[str] = set()
    for person, id in ((None, "table.left"), (BETO, "table.left.own")):
        screen = await table.screen(person)
        assert id in [line.id for line in screen.lines]
        (end,) = [button for button in screen.buttons if button.token.endswith(".END")]
        ends.add(end.confirm)
    said = words_for("es", "argentino")
    assert ends == {said.text("hand.end.confirm", names="Beto"), said.text("hand.end.confirm.own")}
    assert END not in await table.actions(ANA)
    await ask(table, Return, ANA)
    assert "table.left.own" not in await table.lines(BETO)
    assert END not in await table.actions(BETO)


async def test_a_side_that_stays_is_not_told_of_itself_by_its_names(table: Table) -> None:
    """... but spoken to, whether it is one person or a team; whoever looks on is told the names."""
    await table.seated(ANA, BETO, players=4)
    await ask(table, Leave, BETO)
    for person, id in ((None, "table.left"), (ANA, "table.left.team")):
        assert id in await table.lines(person)
    buttons = (await table.screen(ANA)).buttons
    (end,) = [button for button in buttons if button.token.endswith(".END")]
    assert end.confirm == words_for("es", "argentino").text("hand.end.confirm.team")


async def test_a_press_after_the_end_hears_who_won_and_the_score(table: Table) -> None:
    await by_points(table)
    reply = of_kind(Refused, await table.act(ANA, "truco"))
    assert reply.reason == "TABLE_CLOSED"
    assert ("winner", "Ana") in reply.parameters
    told = reply_text(reply, "es")
    assert "Ana" in told
    assert "12" in told
    stopped = Table(Store.in_memory(), config=Config(robot_budget=0))
    await amicably(stopped)
    reply = of_kind(Refused, await stopped.act(ANA, "truco"))
    assert dict(reply.parameters)["ended"] == "agreed"
    assert reply_text(reply, "es")


async def test_a_match_without_people_is_ended_by_whoever_is_there(table: Table) -> None:
    """Those who play it must agree; once robots hold every seat, anybody may."""
    await table.seated(ANA, BETO)
    assert isinstance(await table.ask(ProposeEnd, STRANGER), NotSeated)
    while any(seat.present for seat in (await table.info()).people):
        await table.next_deadline()
    assert (await table.info()).status is Status.PLAYING
    assert END in await table.actions(None)
    await ask(table, ProposeEnd, STRANGER)
    assert (await table.info()).ended == "abandoned"


async def test_a_table_without_people_says_whom_it_waits_for(table: Table) -> None:
    """... and until when; never for the robot whose word would come next."""
    await table.seated(ANA, players=2)
    while (await table.info()).seats[0].present:
        await table.next_deadline()
    for person in (None, ANA):
        screen = await table.screen(person)
        ids = [line.id for line in screen.lines]
        assert ids[0] == ("hand.deserted" if person else "table.deserted")
        assert not {"hand.robot", "table.robot", "table.deserted"} & set(ids[1:]), "said once"
        assert not [id for id in ids if id.startswith(("table.asked", "hand.asked", "hand.turn"))]
        assert screen.asked == (0,)
        assert screen.deadline == table.time.now() + table.config.abandon
        assert [button for button in screen.buttons if button.token.endswith(".RETURN")]
    late = of_kind(Stale, await table.act(ANA, "play 7o", point="long ago"))
    assert late.deserted
    assert reply_text(late, "es") == words_for("es").text("hand.deserted")
    await ask(table, Return, ANA)
    late = of_kind(Stale, await table.act(ANA, "play 7o", point="long ago"))
    assert not late.deserted
    assert "table.deserted" not in [line.id for line in (await table.screen(None)).lines]
