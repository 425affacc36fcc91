"""Removing somebody from a table: the host from a lobby, the people an absent one from a match."""

import asyncio

import pytest

from bot.asking import Asking
from bot.catalogue import Pick, Send, page_for
from bot.community.linked_users import Outcome
from bot.messages import (
    Accepted,
    AnyCommand,
    AnyReply,
    HandOver,
    Leave,
    NotSeated,
    PersonId,
    Rematch,
    Remove,
    Return,
)
from bot.model import MatchInfo, Status, Vote, someone
from bot.screens.pages import HELP, PageKey
from bot.store.notices import REMOVED
from bot.store.queries import match_queries
from engine.actions import Action
from engine.record.notation import write_action
from engine.seen.view import PUBLIC, table_of
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    DANI,
    HERE,
    NAMES,
    PLACE,
    STRANGER,
    Table,
    reason,
    whereabouts,
)
from tests.bot.intruders import buttons, seats_and_steps, typed
from tests.narrow import of_kind

ABSENT = 3
"""Dani's seat."""
PLAIN = ("play", "noquiero", "achico", "buenas")
"""What can be said or done at any time when one has to act."""


async def remove(table: Table, person: PersonId, seat: int = -1, *, agree: bool = True) -> AnyReply:
    return await table.ask(Remove, person, seat=seat, agree=agree)


async def leave(table: Table, person: PersonId) -> None:
    assert isinstance(await table.ask(Leave, person), Accepted)


async def next_step(table: Table) -> None:
    """Something happens by itself; the others come back if they have let turns pass."""
    await table.next_deadline()
    for person in (ANA, BETO, CARLA):
        seat = (await table.info()).seat_of(person)
        if seat is not None and seat.away and not seat.left:
            await table.ask(Return, person)


async def deserted_by_dani(table: Table) -> None:
    """A match of four; Dani lets turn after turn pass until a robot keeps the seat."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    while not (await table.info()).seats[ABSENT].away:
        await next_step(table)


async def all_agree(table: Table) -> None:
    for person in (ANA, BETO, CARLA):
        assert isinstance(await remove(table, person, ABSENT), Accepted)


async def test_everybody_present_removes_the_absent(kept: Table) -> None:
    await deserted_by_dani(kept)
    assert not (await kept.info()).seats[ABSENT].left
    assert reason(await remove(kept, DANI, ABSENT)) == "HAS_LEFT"
    assert isinstance(await remove(kept, BETO), Accepted)
    assert (await kept.info()).vote == Vote(ABSENT, (1,))
    assert isinstance(await remove(kept, ANA, ABSENT), Accepted)
    assert isinstance(await remove(kept, ANA, ABSENT), Accepted), "a double press"
    assert (await kept.info()).vote == Vote(ABSENT, (1, 0))
    kept.restart()
    assert isinstance(await remove(kept, CARLA), Accepted)
    info = await kept.info()
    assert (info.vote, info.removed) == (None, (DANI,))
    assert info.seat_of(DANI) is None
    assert info.seats[ABSENT].played_by_robot
    assert (await kept.view(DANI)).seat == PUBLIC
    assert await kept.called(REMOVED) == [DANI]
    for person in (None, ANA):
        gone = {"RETURN", f"REMOVE {ABSENT}", f"KEEP {ABSENT}"}
        assert not await kept.actions(person) & gone


async def test_who_was_removed_finds_no_way_back(table: Table) -> None:
    await deserted_by_dani(table)
    await all_agree(table)

    def held(info: MatchInfo) -> tuple[object, ...]:
        return info.status, info.seats, info.host, info.removed, info.vote, info.terms, info.coming

    before = held(await table.info())
    values = ("", f" {table.match}", f" codigo:{table.match}", " Ana", " no")
    tried = [*buttons(table, DANI), *seats_and_steps(table, DANI)]
    tried += await typed(table, DANI, [(COMMUNITY, PLACE)], values)
    for sent in tried:
        await table.send(sent)
        # They may look on, as anybody may.
        assert held(await table.info()) == before, sent
    assert reason(await table.ask(Return, DANI)) == "REMOVED"


@pytest.mark.parametrize("how", ["return", "join", "act"])
async def test_who_comes_back_ends_the_vote(table: Table, how: str) -> None:
    await deserted_by_dani(table)
    await remove(table, ANA, ABSENT)
    await remove(table, BETO, ABSENT)
    if how == "return":
        back: AnyCommand = Return(request=table.request(), person=DANI, match=table.match)
        assert isinstance(await table.send(back), Accepted)
    elif how == "join":
        assert isinstance(await table.join(DANI), Accepted)
    else:
        while ABSENT not in (await table.view(DANI)).awaited:
            await next_step(table)
        assert (await table.info()).vote is not None
        offers = (await table.view(DANI)).offered
        plays = [offer for offer in offers if isinstance(offer, Action) and offer.verb in PLAIN]
        view = await table.view(DANI)
        assert isinstance(await table.act(DANI, write_action(table_of(view), plays[0])), Accepted)
    info = await table.info()
    assert (info.vote, info.removed) == (None, ())
    assert reason(await remove(table, CARLA, ABSENT)) == "NOT_ABSENT"
    assert info.seat_of(DANI) is not None


async def test_only_an_absent_person_is_voted_about(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, players=4)
    for seat in (0, 1, 2, 3, -1):
        assert reason(await remove(table, ANA, seat)) == "NOT_ABSENT"
    for seat in (4, 9, -2):
        assert reason(await remove(table, ANA, seat)) == "NO_SUCH_SEAT"
    assert reason(await remove(table, ANA, agree=False)) == "NO_VOTE"
    assert isinstance(await remove(table, STRANGER, 1), NotSeated)
    await leave(table, CARLA)
    assert reason(await remove(table, CARLA, 2)) == "HAS_LEFT"
    assert isinstance(await remove(table, ANA), Accepted)
    # One who is present says no: everybody stays.
    assert isinstance(await remove(table, BETO, agree=False), Accepted)
    assert ((await table.info()).vote, (await table.info()).removed) == (None, ())


async def test_nobody_removes_an_adversary_alone(table: Table) -> None:
    await table.seated(ANA, BETO)
    await leave(table, BETO)
    assert reason(await remove(table, ANA, 1)) == "TOO_FEW_VOTERS"


async def test_one_vote_at_a_time(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await leave(table, CARLA)
    await leave(table, DANI)
    assert isinstance(await remove(table, ANA, ABSENT), Accepted)
    assert reason(await remove(table, BETO, 2)) == "OTHER_VOTE"
    assert isinstance(await remove(table, BETO, ABSENT), Accepted)
    assert (await table.info()).removed == (DANI,)
    assert isinstance(await remove(table, BETO), Accepted)
    # The last but one goes too: two are needed, and only one is left.
    await leave(table, ANA)
    info = await table.info()
    assert (info.vote, info.removed) == (None, (DANI,))


async def test_a_vote_counts_who_is_present(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await leave(table, DANI)
    await remove(table, ANA, ABSENT)
    await remove(table, BETO, ABSENT)
    await leave(table, CARLA)  # who has not voted, and is not waited for
    assert (await table.info()).removed == (DANI,)
    await leave(table, ANA)
    await leave(table, BETO)
    info = await table.info()
    assert (info.status, info.ended) == (Status.OVER, "left")


async def test_a_vote_goes_with_whoever_leaves(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await leave(table, DANI)
    await remove(table, ANA, ABSENT)
    await leave(table, ANA)
    assert (await table.info()).vote is None, "nobody else has said yes"
    await table.ask(Return, ANA)
    await remove(table, ANA, ABSENT)
    await remove(table, BETO, ABSENT)
    await leave(table, ANA)
    assert (await table.info()).vote == Vote(ABSENT, (1,))


async def test_nobody_wins_by_removing_somebody(table: Table) -> None:
    """Who had let turns pass gets what the robot makes of the seat; who had left has lost."""
    await deserted_by_dani(table)
    await all_agree(table)
    while (await table.info()).status is Status.PLAYING:
        await next_step(table)
    info = await table.info()
    assert info.ended == "won"
    results = await table.results()
    assert results[DANI].won == results[BETO].won


async def test_at_the_next_match_there_is_a_seat_again(table: Table) -> None:
    await deserted_by_dani(table)
    await all_agree(table)
    await table.agree(ANA, BETO, CARLA)
    assert reason(await table.ask(Rematch, DANI)) == "REMOVED"
    await table.rematch(ANA)
    assert isinstance(await table.join(DANI), Accepted)


async def test_a_seat_that_was_lost_counts_for_no_limit(kept: Table) -> None:
    await deserted_by_dani(kept)
    assert await kept.service.matches.of_person(DANI) == (kept.match,)
    await all_agree(kept)
    assert await kept.service.matches.of_person(DANI) == ()
    assert await kept.service.matches.of_person_at(DANI, PLACE) is None


def another_process(table: Table) -> Table:
    """It has the same store, and knows of the same table."""
    other = Table(table.store, time=table.time, seed=2)
    other.match, other.requests = table.match, 1000
    return other


async def test_two_last_votes_at_once_remove_once(kept: Table) -> None:
    await deserted_by_dani(kept)
    await remove(kept, ANA, ABSENT)
    other = another_process(kept)
    replies = await asyncio.gather(remove(kept, BETO, ABSENT), remove(other, CARLA, ABSENT))
    assert all(isinstance(reply, Accepted) for reply in replies)
    info = (await kept.store.read(match_queries.matches_at, PLACE))[0].info
    assert info.removed == (DANI,)


async def test_a_vote_against_a_return_at_once(kept: Table) -> None:
    """Whichever comes first holds; the other is told."""
    await deserted_by_dani(kept)
    await remove(kept, ANA, ABSENT)
    await remove(kept, BETO, ABSENT)
    voted, returned = await asyncio.gather(
        remove(kept, CARLA, ABSENT), another_process(kept).ask(Return, DANI)
    )
    info = (await kept.store.read(match_queries.matches_at, PLACE))[0].info
    assert isinstance(voted, Accepted) != isinstance(returned, Accepted)
    assert (info.removed == (DANI,)) == isinstance(voted, Accepted)


# --- in a lobby -----------------------------------------------------------------------------------


async def test_the_host_takes_a_seat_away(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO)
    await table.join(CARLA)
    assert reason(await remove(table, BETO, 2)) == "NOT_HOST"
    assert isinstance(await remove(table, STRANGER, 2), NotSeated)
    for seat in (0, 3, 7, -1):
        assert reason(await remove(table, ANA, seat)) == "NO_SUCH_SEAT"
    assert isinstance(await remove(table, ANA, 1), Accepted)
    info = await table.info()
    assert info.seats[1].free
    assert reason(await table.join(BETO)) == "REMOVED"
    await table.service.updater.bring_all()
    assert [notice.person for notice, _ in table.platform.notices] == [BETO]
    assert isinstance(await remove(table, ANA), Accepted)
    # A robot is no person.
    await table.start(ANA)
    assert (await table.info()).removed == (BETO, CARLA)
    for person in (BETO, CARLA):
        assert reason(await table.join(person)) == "REMOVED"


async def test_nor_does_another_user_of_that_person_sit_down(table: Table) -> None:
    ana_t = "telegram:9001"
    NAMES[ana_t] = "Beto T"
    await table.open(ANA, 4)
    await table.join(BETO)
    await remove(table, ANA, 1)
    assert await table.link(ana_t, BETO) is Outcome.LINKED
    assert await table.service.users.person_of(BETO) == ana_t
    for user in (BETO, ana_t):
        assert reason(await table.join(user)) == "REMOVED"


async def test_a_seat_that_was_lost_follows_its_person(table: Table) -> None:
    """Linked to another user, the person is still removed, and the result is theirs."""
    await deserted_by_dani(table)
    await all_agree(table)
    assert isinstance(await table.ask(HandOver, DANI, to="telegram:9"), Accepted)
    info = await table.info()
    assert (info.removed, info.seats[ABSENT].person) == (("telegram:9",), "telegram:9")


async def test_who_was_removed_can_be_erased(kept: Table) -> None:
    await deserted_by_dani(kept)
    await all_agree(kept)
    await kept.erase(DANI)
    info = await kept.info()
    assert (info.removed, info.seats[ABSENT].person) == ((someone(ABSENT),), someone(ABSENT))
    await kept.open(BETO, 4)
    await kept.join(CARLA)
    await remove(kept, BETO, 1)
    await kept.erase(CARLA)
    assert (await kept.info()).removed == ()


# --- words ----------------------------------------------------------------------------------------


async def said(table: Table, person: PersonId, line: str) -> object:
    who = whereabouts(person, request=table.request())
    return (await Asking(table.service).line(who, line)).intent


async def test_what_is_typed(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await leave(table, CARLA)
    await leave(table, DANI)
    asked = of_kind(Pick, await said(table, ANA, "/sacar"))
    assert [seat for seat, _ in asked.question.choices] == ["2", "3"]
    for line, seat, agree in (
        ("/sacar Dani", 3, True),
        ("/remove Carla", 2, True),
        ("/remover não", -1, False),
        ("/sacar si", -1, True),
    ):
        meant = of_kind(Send, await said(table, ANA, line))
        assert isinstance(meant.command, Remove)
        assert (meant.command.seat, meant.command.agree) == (seat, agree), line
    assert not isinstance(await said(table, ANA, "/sacar Zoe"), Send)


async def test_a_lobby_asks_the_host_whom(table: Table) -> None:
    await table.open(ANA, 4)
    for person in (BETO, CARLA):
        await table.join(person)
    asked = of_kind(Pick, await said(table, ANA, "/sacar"))
    assert [seat for seat, _ in asked.question.choices] == ["1", "2"]


async def test_the_help_of_who_was_removed_is_a_strangers(table: Table) -> None:
    await deserted_by_dani(table)
    await all_agree(table)
    own = await page_for(table.service, PageKey(HELP, table.match), DANI, "es", HERE)
    other = await page_for(table.service, PageKey(HELP, table.match), STRANGER, "es", HERE)
    assert own == other


async def offered(table: Table, person: PersonId | None) -> set[str]:
    """What the person's picture offers about removing somebody."""
    actions = await table.actions(person)
    return {action for action in actions if action.startswith(("REMOVE", "KEEP"))}


async def test_a_button_proposes_it(table: Table) -> None:
    """It stands in the picture of everybody who may propose it, and nowhere else."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    assert await offered(table, ANA) == set()
    await leave(table, CARLA)
    await leave(table, DANI)
    propose = {"REMOVE 2", f"REMOVE {ABSENT}"}
    shown = [await offered(table, person) for person in (ANA, BETO, CARLA, None)]
    assert shown == [propose, propose, set(), set()]
    token = f"t1.{table.match}..REMOVE {ABSENT}"
    assert isinstance(await table.press(ANA, token), Accepted)
    assert await offered(table, BETO) == {f"REMOVE {ABSENT}", f"KEEP {ABSENT}"}
    await leave(table, BETO)  # one person alone cannot vote
    assert await offered(table, ANA) == set()
