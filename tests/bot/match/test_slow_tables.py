"""Slow tables: what may be claimed from somebody whose time has run out."""

import random

import pytest

from bot.environment import Config
from bot.messages import (
    Accepted,
    AnyReply,
    ClaimOnTime,
    Leave,
    LookOn,
    PersonId,
    ProposeEnd,
    RestClock,
    Return,
    Stale,
    Start,
)
from bot.model import SLOW, MatchInfo, Status
from bot.pages.table_list import own_tables
from bot.store import Store
from bot.store.notices import FULL, LATE, REMIND
from bot.tokens import CLAIM_HAND, CLAIM_MATCH, command
from bot.words import words_for
from engine.actions import PLAY, Action, Range
from engine.numbers import A, B
from engine.record.notation import write_action
from engine.seen.view import table_of
from engine.variants import VARIANTS
from tests.bot.helpers import ANA, BETO, CARLA, DANI, NAMES, STRANGER, TWO, Table, reason
from tests.examples import some
from tests.narrow import of_kind, present

FOUR = ("7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")
DAY = 86_400


@pytest.fixture
def table(store: Store) -> Table:
    """A table whose turns last three days."""
    return Table(store, config=Config(robot_budget=0, turn_seconds=3 * DAY))


@pytest.fixture
def stored(unlike_store: Store) -> Table:
    """The same in memory, and in a store that several processes share."""
    return Table(unlike_store, config=Config(robot_budget=0, turn_seconds=3 * DAY))


async def claim(table: Table, person: PersonId, *, whole: bool = False) -> AnyReply:
    return await table.ask(ClaimOnTime, person, whole=whole)


async def claims(table: Table, person: PersonId | None) -> set[str]:
    """What this person's screen lets them claim; ``None``: everybody's."""
    return await table.actions(person) & {CLAIM_HAND, CLAIM_MATCH}


async def kinds(table: Table) -> list[str]:
    return [row.kind for row in await table.store.due(float("inf"), 99)]


async def first_awaited(table: Table) -> int:
    """The seat whose turn comes first."""
    while not (awaited := (await table.view(None)).awaited):
        await table.next_deadline()
    (seat,) = awaited
    return seat


async def ana_is_late(table: Table) -> MatchInfo:
    await table.heads_up()
    await table.next_deadline()
    return await table.info()


async def test_no_robot_takes_a_slow_seat(stored: Table) -> None:
    info = await ana_is_late(stored)
    view = await stored.view(None)
    assert (view.said, view.awaited) == ((), (0,))
    assert (info.late, info.seats[0].late, info.seats[0].away) == ((0,), 1, False)
    assert await kinds(stored) == ["last"]
    assert await stored.called(LATE) == [BETO]
    assert await stored.called(REMIND) == [], "no reminder after the time"
    assert "table.late.hand.own" in await stored.lines(ANA)
    for person in (BETO, None):
        assert "table.late.hand" in await stored.lines(person)
    assert await claims(stored, ANA) == set()
    assert await claims(stored, BETO) == await claims(stored, None) == {CLAIM_HAND}
    stored.restart()
    assert (await stored.info()).late == (0,)


async def test_who_is_late_may_play_until_it_was_claimed(table: Table) -> None:
    await ana_is_late(table)
    table.time.pass_by(5 * DAY)
    await table.do(ANA, "play 7o")
    info = await table.info()
    assert (info.late, info.seats[0].late) == ((), 1)
    assert isinstance(await claim(table, BETO), Stale)
    assert await claims(table, BETO) == set()
    assert await table.due() == 3 * DAY


async def test_a_claimed_hand_is_given_up_and_the_next_is_the_person_s(stored: Table) -> None:
    await ana_is_late(stored)
    assert reason(await claim(stored, ANA)) == "NOT_TO_CLAIM"
    await claim(stored, BETO)
    view, info = await stored.view(None), await stored.info()
    assert [(said.seat, said.verb) for said in view.said] == [(0, "mazo")]
    assert view.score[B] > view.score[A] == 0
    assert (info.late, info.seats[0].lent, info.removable) == ((), True, ())
    stored.restart()
    await stored.next_deadline()
    info = await stored.info()
    assert (info.seats[0].away, info.seats[0].lent, info.seats[0].late) == (False, False, 1)
    assert (await stored.view(None)).number == 2


async def test_the_second_time_the_match_may_be_claimed(table: Table) -> None:
    await ana_is_late(table)
    assert isinstance(await claim(table, BETO, whole=True), Stale), "the first time: the hand"
    await claim(table, BETO)
    await table.next_deadline()
    while 0 not in (await table.view(None)).awaited:
        await table.do(BETO, await first_card(table, BETO))
    await table.next_deadline()
    assert await claims(table, BETO) == {CLAIM_HAND, CLAIM_MATCH}
    for person, id in ((None, "table.late.match"), (ANA, "table.late.match.own")):
        assert id in await table.lines(person)
    await claim(table, BETO, whole=True)
    info = await table.info()
    assert (info.status, info.ended, info.winner) == (Status.OVER, "left", B)
    assert info.seats[0].left
    assert await kinds(table) == []


async def first_card(table: Table, person: PersonId) -> str:
    view = await table.view(person)
    return write_action(table_of(view), Action(view.seat, PLAY, view.cards[0]))


async def test_nobody_claims_and_the_table_waits_to_a_last_limit(stored: Table) -> None:
    await ana_is_late(stored)
    assert await stored.due() == 14 * DAY
    assert (await stored.info()).deadline is None
    stored.time.pass_by(13 * DAY)
    await stored.clock.send_due()
    assert (await stored.info()).status is Status.PLAYING
    await stored.next_deadline()
    info = await stored.info()
    assert (info.status, info.ended, info.winner) == (Status.OVER, "abandoned", -1)


async def test_any_adversary_claims_and_no_partner(table: Table) -> None:
    await table.dealt(*FOUR, dealer=3, people=(ANA, BETO, CARLA, DANI))
    await table.next_deadline()
    assert sorted(await table.called(LATE)) == sorted((BETO, DANI))
    assert await claims(table, CARLA) == set()
    assert reason(await claim(table, CARLA)) == "NOT_TO_CLAIM"
    await claim(table, STRANGER)
    assert (await table.info()).late == (0,)
    await claim(table, DANI)
    assert (await table.view(None)).said[-1].verb == "mazo"


async def test_a_partner_plays_on_when_the_match_was_claimed(table: Table) -> None:
    await table.dealt(*FOUR, dealer=3, people=(ANA, BETO, CARLA, DANI))
    await table.next_deadline()
    await table.do(ANA, "truco")
    await table.do(BETO, "quiero")
    await table.next_deadline()
    assert (await table.info()).losing == (0,)
    await claim(table, BETO, whole=True)
    info = await table.info()
    assert (info.status, info.late, info.seats[0].left) == (Status.PLAYING, (), True)


async def test_at_a_table_of_hours_nothing_is_claimed(store: Store) -> None:
    quick = Table(store, config=Config(robot_budget=0, turn_seconds=SLOW - 1))
    await quick.heads_up()
    await quick.next_deadline()
    assert (await quick.info()).seats[0].missed == 1
    assert isinstance(await claim(quick, BETO), Stale)


async def test_where_nobody_may_go_to_the_deck_a_robot_plays_the_hand(table: Table) -> None:
    await table.seated(ANA, BETO, variant="paulista")
    late = await first_awaited(table)
    rival = (BETO, ANA)[late]
    await table.next_deadline()
    await claim(table, rival)
    info = await table.info()
    assert (info.seats[late].away, info.seats[late].lent) == (True, True)
    assert "robot" in await kinds(table)
    # Whoever comes back meanwhile plays on.
    await table.ask(Return, (ANA, BETO)[late])
    info = await table.info()
    assert (info.seats[late].away, info.seats[late].lent) == (False, False)


async def test_whose_hand_was_claimed_may_claim_it_in_turn(table: Table) -> None:
    """And comes back by it, so somebody always plays in person."""
    await table.seated(ANA, BETO, variant="paulista")
    late = await first_awaited(table)
    people = (ANA, BETO)
    await table.next_deadline()
    await claim(table, people[1 - late])
    while (await table.view(None)).awaited != (1 - late,):
        await table.next_deadline()
    await table.next_deadline()
    assert (await table.info()).late == (1 - late,)
    assert await table.called(LATE) == [people[late]]
    assert await claims(table, people[late]) == {CLAIM_HAND}
    await claim(table, people[late])
    lent = [seat.lent for seat in (await table.info()).seats]
    assert (lent[late], lent[1 - late]) == (False, True)
    assert "abandon" not in await kinds(table)


async def test_a_call_that_waits_is_declined_by_a_claim(table: Table) -> None:
    await table.seated(ANA, BETO, variant="paulista")
    first = await first_awaited(table)
    people = (ANA, BETO)
    await table.do(people[first], "truco")
    await table.next_deadline()
    await claim(table, people[first])
    assert [said.verb for said in (await table.view(None)).said] == ["truco", "noquiero"]


async def test_who_leaves_while_late_is_late_no_more(table: Table) -> None:
    await ana_is_late(table)
    await table.ask(Leave, ANA)
    assert (await table.info()).late == ()
    assert isinstance(await claim(table, BETO), Stale)
    assert "last" not in await kinds(table)
    assert await table.called(LATE) == []


async def test_an_adversary_who_left_does_not_claim(table: Table) -> None:
    await ana_is_late(table)
    await table.ask(Leave, BETO)
    assert reason(await claim(table, BETO)) == "HAS_LEFT"
    assert await claims(table, None) == set()


async def test_nobody_is_told_of_a_turn_that_was_played_since(table: Table) -> None:
    await ana_is_late(table)
    await table.do(ANA, "play 7o")
    assert await table.called(LATE) == []


@pytest.mark.parametrize(("word", "whole"), [(CLAIM_HAND, False), (CLAIM_MATCH, True)])
def test_the_buttons_say_what_they_claim(word: str, whole: bool) -> None:
    made = command(f"t1.abcdefgh..{word}", person=BETO, request="r", name=NAMES[BETO])
    assert of_kind(ClaimOnTime, made).whole is whole


async def test_a_rematch_counts_from_the_beginning(table: Table) -> None:
    await ana_is_late(table)
    await claim(table, BETO)
    for person in (ANA, BETO):
        agrees = ProposeEnd(request=table.request(), person=person, match=table.match)
        await table.ask(Return, person)
        assert isinstance(await table.send(agrees), Accepted)
    await table.rematch(BETO)
    assert [(seat.late, seat.lent) for seat in (await table.info()).seats] == [(0, False)] * 2


async def test_who_looks_on_a_hand_late_knows_of_no_time(table: Table) -> None:
    await table.open(ANA)
    await table.join(BETO)
    await table.choose(ANA, spectators="tarde")
    await table.start()
    assert isinstance(await table.ask(LookOn, STRANGER, name="Eva"), Accepted)
    before = await shown(table, STRANGER)
    await table.next_deadline()
    assert (await table.info()).late
    assert await shown(table, STRANGER) == before
    assert "table.late.hand" in await table.lines(None)


async def shown(table: Table, person: PersonId) -> object:
    screen = await table.screen(person, "es")
    return screen.lines, screen.buttons, screen.deadline


GAMES = [(name, players) for name, game in sorted(VARIANTS.items()) for players in game.players]


@pytest.mark.parametrize(("variant", "players"), some(GAMES))
async def test_any_hand_may_be_claimed_at_any_moment(
    store: Store, variant: str, players: int
) -> None:
    """In every game, whatever is played, called or asked: the table goes on, and the next hand is
    played by its people."""
    table = Table(store, config=Config(robot_budget=0, turn_seconds=3 * DAY), seed=players)
    people = tuple(f"web:p{n}" for n in range(players))
    await table.seated(*people, players=players, variant=variant)
    seats = {seat.seat: seat.person for seat in (await table.info()).seats}
    rng, claimed = random.Random(f"{variant} {players}"), 0
    for _ in range(60):
        info, view = await table.info(), await table.view(None)
        if info.status is not Status.PLAYING:
            break
        assert all(seat.lent for seat in info.seats if seat.away)
        if info.late and rng.random() < 0.8:
            rival = rng.choice(await table.service.matches.claimants(table.match))
            assert isinstance(await claim(table, seats[rival]), Accepted)
            claimed += 1
            assert (await table.info()).late == ()
            continue
        waiting = [seat for seat in view.awaited if info.seats[seat].present]
        if not waiting or (not info.late and rng.random() < 0.4):
            await table.next_deadline()
            continue
        await table.do(seats[waiting[0]], await random_step(table, seats[waiting[0]], rng))
    assert claimed


async def random_step(table: Table, person: PersonId, rng: random.Random) -> str:
    view = await table.view(person)
    one = rng.choice(view.offered)
    arg = one.low if isinstance(one, Range) else one.arg
    return write_action(table_of(view), Action(view.seat, one.verb, arg))


async def test_against_robots_alone_the_last_wait_is_one_more_turn(table: Table) -> None:
    """Two turns are played by the robot. Whoever comes back within days plays on."""
    await table.seated(ANA)
    while (await table.info()).seats[(await seat_of(table, ANA))].present:
        await table.next_deadline()
    assert await kinds(table) == ["abandon"]
    assert await table.due() == 3 * DAY
    table.time.pass_by(2 * DAY)
    await table.ask(Return, ANA)
    assert (await table.info()).status is Status.PLAYING


async def seat_of(table: Table, person: PersonId) -> int:
    return present((await table.info()).seat_of(person)).seat


async def test_the_host_is_told_of_the_last_seat_and_starts_by_a_button(table: Table) -> None:
    await table.open(ANA, 4)
    for person in (BETO, CARLA):
        await table.join(person)
        assert await table.called(FULL) == []
    await table.join(DANI)
    assert await table.called(FULL) == [ANA]
    (notice,) = [notice for notice, _ in table.platform.notices if notice.kind == FULL]
    button = present(await table.service.screens.notice_button(notice))
    press = of_kind(Start, command(button.token, person=ANA, request="start", name="Ana"))
    assert isinstance(await table.send(press), Accepted)
    assert (await table.info()).status is Status.PLAYING


async def test_nobody_is_told_of_a_lobby_that_has_started_or_is_another_s(table: Table) -> None:
    await table.seated(ANA, BETO)
    assert await table.called(FULL) == []
    await table.open(ANA)
    await table.join(BETO)
    await table.ask(Leave, ANA)
    assert await table.called(FULL) == []


async def test_at_a_quick_table_the_host_sits_there(store: Store) -> None:
    table = Table(store)
    await table.open(ANA)
    await table.join(BETO)
    assert await table.called(FULL) == []


async def test_a_slow_lobby_waits_a_day(table: Table) -> None:
    await table.open(ANA)
    assert await kinds(table) == ["lobby"]
    assert await table.due() == DAY
    table.time.pass_by(DAY - 1)
    await table.clock.send_due()
    assert (await table.info()).status is Status.LOBBY
    await table.next_deadline()
    assert (await table.info()).status is Status.CLOSED


# --- choices that take no turn: to cut, to look ---------------------------------------------------

CUTTING = {"blind_calls": "off", "variant": "tradicional-18"}


async def cuts(table: Table) -> None:
    """Ana is asked to cut."""
    await table.dealt("1e 1b 5c", "7e 6e 3o", dealer=1, people=(ANA, BETO), **CUTTING)
    assert (await table.info()).cutter == 0


async def test_a_cut_lasts_as_a_turn_does(table: Table) -> None:
    await cuts(table)
    assert await table.due() == 3 * DAY
    (own,) = await own_tables(table.service, ANA)
    assert own.is_turn
    assert own.info.deadline == table.time.utc() + 3 * DAY
    table.time.pass_by(1.5 * DAY)
    await table.clock.send_due()
    assert await table.called(REMIND) == [ANA]
    table.time.pass_by(1.5 * DAY - 3600)
    await table.clock.send_due()
    assert await table.called(REMIND) == [ANA, ANA]
    half, last = (text for notice, text in table.platform.notices if notice.kind == REMIND)
    assert half == words_for("es").text("notice.remind")
    assert last == words_for("es").text("notice.remind.hour")
    await table.next_deadline()
    info = await table.info()
    assert (info.cutter, info.late) == (-1, ()), "it is cut; nobody has lost anything"
    assert await table.due() == 3 * DAY


async def test_a_cut_rests_in_holidays(table: Table) -> None:
    await cuts(table)
    until = table.time.utc() + DAY
    assert isinstance(await table.ask(RestClock, ANA, until=until), Accepted)
    assert await kinds(table) == ["rested", "remind", "deal"]
    (own,) = await own_tables(table.service, ANA)
    assert own.info.deadline == table.time.utc() + 4 * DAY


async def test_a_reminder_tells_of_a_cut_too(table: Table) -> None:
    await table.dealt(*TWO, dealer=1, people=(ANA, CARLA))
    table.time.pass_by(600)
    await cuts(table)
    table.time.pass_by(1.5 * DAY - 600)
    await table.clock.send_due()
    assert await table.called(REMIND) == [ANA]
    assert table.platform.notices[-1][1] == words_for("es").text("notice.remind.tables", n=2)


async def test_whether_to_look_is_chosen_in_the_time_of_a_turn(table: Table) -> None:
    await table.seated(ANA, BETO, players=2, variant="tradicional-18", blind_calls="on")
    await table.until_dealt()
    assert await table.due() == 3 * DAY
    await table.next_deadline()
    assert [word.verb for word in (await table.view(None)).said] == ["ver"]
    assert (await table.info()).late == ()
