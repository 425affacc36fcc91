"""What happens by itself: turn clocks, robots, deals, claims, and nobody coming back."""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.environment import Config
from bot.match import daily, deadlines
from bot.match.deadline_kinds import DeadlineKind
from bot.match.deadlines import asked
from bot.match.play import silent_answer
from bot.match.running_match import load
from bot.messages import Accepted, Leave, Return, SetOptions, Stale, Tick
from bot.model import Seat, Status
from bot.service.clock import CLOCK
from bot.store import Store
from bot.store.model import Deadline
from engine.actions import Action
from engine.apply import new_match
from engine.cards import UNKNOWN
from engine.events import Shown
from engine.record.notation import write_action
from engine.robots import Noticed, Skill
from engine.seen.view import SeatView
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, TWO, Table
from tests.bot.scenes import info_for
from tests.conversation import Talk
from tests.narrow import of_kind, present

FOUR = ("7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")


async def seat_of(table: Table, seat: int) -> Seat:
    return (await table.info()).seats[seat]


async def rows(table: Table) -> list[tuple[str, int]]:
    """Kinds and seats of what is to come, but for reminders."""
    return [(row.kind, row.seat) for row in await standing(table) if row.kind != "remind"]


async def reminders(table: Table) -> list[tuple[int, float]]:
    """Whom they are for, and after how many seconds."""
    now = table.time.now()
    return [(row.seat, row.due - now) for row in await standing(table) if row.kind == "remind"]


async def standing(table: Table) -> tuple[Deadline, ...]:
    return await table.store.due(float("inf"), 99)


# --- people -----------------------------------------------------------------------------------


async def test_a_turn_has_its_time(table: Table) -> None:
    """So has a call; whoever lays a card afterwards has a whole turn. A refusal gives no more."""
    await table.heads_up()
    assert await rows(table) == [("turn", 0)]
    assert await table.due() == 60
    assert (await table.info()).deadline == table.time.now() + 60
    table.time.pass_by(40)
    await table.act(ANA, "quiero")
    assert await table.due() == 20
    for person, action, awaited in ((ANA, "truco", 1), (BETO, "quiero", 0), (ANA, "play 7o", 1)):
        await table.do(person, action)
        assert await rows(table) == [("turn", awaited)]
        assert await table.due() == 60
        table.time.pass_by(50)


async def test_the_time_for_a_call_may_be_another(store: Store) -> None:
    """The bank begins when that time is over."""
    table = Table(store, config=Config(robot_budget=0, bet_seconds=20, bank=30.0))
    await table.heads_up()
    assert await table.due() == 60 + 30
    await table.do(ANA, "truco")
    assert await table.due() == 20 + 30
    table.time.pass_by(20 + 10)
    await table.do(BETO, "quiero")
    await table.do(ANA, "play 7o")
    assert await table.due() == 60 + 20


async def test_a_table_with_a_time_of_its_own_uses_it_for_calls_too(store: Store) -> None:
    table = Table(store, config=Config(robot_budget=0, bet_seconds=20))
    await table.open(ANA)
    await table.join(BETO)
    chosen = (("turn_seconds", "45"),)
    await table.ask(SetOptions, ANA, options=chosen)
    await table.start()
    first = ANA if await rows(table) == [("turn", 0)] else BETO
    await table.do(first, "truco")
    assert await table.due() == 45


@pytest.fixture
def banked(store: Store) -> Table:
    """A table whose people have a bank of twenty seconds in each hand."""
    return Table(store, config=Config(robot_budget=0, bank=20.0))


async def test_a_turn_that_lasts_longer_uses_the_bank(banked: Table) -> None:
    await banked.heads_up()
    assert await banked.due() == 80
    assert (await banked.info()).deadline == banked.time.utc() + 80
    banked.time.pass_by(59)
    await banked.do(ANA, "truco")
    assert await banked.due() == 80
    banked.time.pass_by(65)
    await banked.do(BETO, "quiero")
    assert await banked.due() == 80, "the turns before were short enough"
    banked.time.pass_by(72)
    await banked.do(ANA, "play 7o")
    assert [seat.bank_used for seat in (await banked.info()).seats] == [12, 5]
    assert await rows(banked) == [("turn", 1)]
    assert await banked.due() == 75
    # A refusal, and whatever else changes nothing of the turn, use nothing of it.
    banked.time.pass_by(70)
    await banked.act(BETO, "quiero")
    assert await banked.due() == 5
    assert (await banked.info()).seats[1].bank_used == 5
    await banked.next_deadline()
    assert (await banked.info()).seats[1].bank_used == 20
    assert (await banked.info()).seats[1].missed == 1


async def test_each_hand_has_its_bank(banked: Table) -> None:
    await banked.heads_up()
    banked.time.pass_by(79)
    await banked.do(ANA, "mazo")
    assert (await banked.info()).seats[0].bank_used == 19
    while (await banked.view(None)).number < 2:
        await banked.next_deadline()
    assert [seat.bank_used for seat in (await banked.info()).seats] == [0, 0]
    assert await banked.due() == 80


async def test_who_chooses_before_looking_has_no_bank(banked: Table) -> None:
    """TR-COM-01: the others wait for that choice."""
    await banked.seated(ANA, BETO, players=2, variant="tradicional-18", blind_calls="on")
    await banked.until_dealt()
    assert await banked.due() == banked.config.cut


async def told(table: Table) -> list[tuple[str, str]]:
    """Whose attention was called for, and why, so far."""
    await table.service.updater.bring_all()
    return [(notice.person, notice.kind) for notice, _ in table.platform.notices]


async def test_whose_time_is_half_over_is_reminded_once(table: Table) -> None:
    """Also who was not told before, because the step before it was theirs."""
    await table.heads_up()
    assert await reminders(table) == [(0, 30)]
    table.time.pass_by(29)
    await table.clock.send_due()
    assert await told(table) == []
    before = await standing(table)
    table.time.pass_by(1)
    await table.clock.send_due()
    assert await told(table) == [(ANA, "remind")]
    assert await table.due() == 30, "nobody gets more time by it"
    # A seña, a refusal, somebody who leaves: nothing makes it come again for the same turn.
    table.time.pass_by(10)
    await table.act(ANA, "quiero")
    await table.ask(Leave, BETO)
    table.restart()
    await table.clock.send_due()
    assert await reminders(table) == []
    assert await told(table) == [(ANA, "remind")]
    assert len(before) == 2
    # The next turn has its own.
    await table.ask(Return, BETO)
    await table.do(ANA, "play 7o")
    assert await reminders(table) == [(1, 30)]


async def test_who_acts_in_time_is_not_reminded(table: Table) -> None:
    await table.heads_up()
    table.time.pass_by(20)
    await table.do(ANA, "truco")
    table.time.pass_by(15)
    await table.clock.send_due()
    assert await told(table) == [(BETO, "bet")]
    await table.do(BETO, "quiero")
    table.time.pass_by(30)
    # It comes when its time has come, and is dropped when it is no longer true by then.
    await table.clock.send_due()
    await table.do(ANA, "play 7o")
    assert (ANA, "remind") not in await told(table)


async def test_a_short_turn_has_no_reminder(table: Table) -> None:
    assert isinstance(await table.open(ANA), Accepted)
    assert isinstance(await table.join(BETO), Accepted)
    await table.choose(ANA, turn_seconds="8")
    assert isinstance(await table.start(), Accepted)
    assert await table.due() == 8
    assert await reminders(table) == []


async def test_of_a_long_turn_people_are_reminded_at_half_time_and_an_hour_before(
    table: Table,
) -> None:
    day, hour = 86_400.0, 3600.0
    assert isinstance(await table.open(ANA), Accepted)
    assert isinstance(await table.join(BETO), Accepted)
    await table.choose(ANA, turn_seconds="259200")
    assert isinstance(await table.start(), Accepted)
    await table.clock.send_due()  # the deal
    ((seat, after),) = await reminders(table)
    assert after == 1.5 * day
    table.time.pass_by(1.5 * day)
    await table.clock.send_due()
    assert await reminders(table) == [(seat, 1.5 * day - hour)]
    table.restart()
    table.time.pass_by(1.5 * day - hour)
    await table.clock.send_due()
    assert await reminders(table) == []
    assert await table.due() == hour, "nobody gets more time by it"
    assert [kind for _, kind in await told(table)].count("remind") == 2


async def test_who_is_asked_to_cut_is_reminded(table: Table) -> None:
    options = {"blind_calls": "off", "variant": "tradicional-18"}
    await table.dealt("1e 1b 5c", "7e 6e 3o", dealer=1, people=(ANA, BETO), **options)
    assert await rows(table) == [("deal", 0)]
    assert await reminders(table) == [(0, table.config.cut / 2)]
    assert (await table.info()).cutter == 0
    before = new_match(table_for("tradicional-18", 2))
    for seat in (0, 1):
        cutting = replace(await table.info(), cutter=seat)
        assert asked(before, cutting) == {seat: "turn"}
    await table.next_deadline()
    assert (await table.info()).cutter == -1


async def test_silence_is_a_paso(table: Table) -> None:
    """TR-GEN-02: who is asked and says nothing passes, and it is a turn missed."""
    options = {"blind_calls": "off", "variant": "tradicional-18"}
    await table.dealt("1e 1b 5c", "7e 6e 3o", dealer=1, people=(ANA, BETO), **options)
    await table.next_deadline()  # the cut
    await table.do(ANA, "truco")
    await table.next_deadline()
    last = (await table.view(None)).said[-1]
    assert (last.seat, last.verb) == (1, "noquiero")
    assert (await seat_of(table, 1)).missed == 1


@pytest.mark.parametrize("variant", ["tradicional-18", "uruguayo"])
async def test_who_says_nothing_before_looking_looks(table: Table, variant: str) -> None:
    """TR-COM-01, UY-PER-01: others wait a moment, no longer than for a cut; no turn is missed."""
    await table.seated(ANA, BETO, players=2, variant=variant, blind_calls="on")
    await table.until_dealt()
    (seat,) = (await table.view(None)).awaited
    assert await table.due() == table.config.cut
    await table.next_deadline()
    assert [word.verb for word in (await table.view(None)).said] == ["ver"]
    assert (await table.view((ANA, BETO)[seat])).cards[0] != UNKNOWN
    assert (await seat_of(table, seat)).missed == 0


@pytest.mark.parametrize(
    ("variant", "hands", "calls", "said"),
    [
        ("tradicional-18", ("4e 5b 12o", "1e 1b 3o"), ("0 truco",), "noquiero"),
        ("tradicional-18", ("4e 5b 12o", "7c 6c 1o"), ("0 envido",), "noquiero"),
        ("tradicional-18", ("7e 6e 4e", "5c 6c 7c"), ("0 flor", "0 contraflor"), "achico"),
        ("tradicional-18", ("7e 6e 4e", "5c 6c 7c"), ("0 flor",), ""),
        ("tradicional-18", ("4e 5b 12o", "1e 1b 3o"), ("0 play 4e",), ""),
        ("argentino", ("4e 5b 12o", "1e 1b 3o"), ("0 truco",), ""),
    ],
)
def test_what_silence_answers(
    variant: str, hands: tuple[str, ...], calls: tuple[str, ...], said: str
) -> None:
    """TR-GEN-02: an envite is passed, whatever the cards; a flor that is only announced is none,
    and elsewhere a robot decides."""
    also = {"blind_calls": "off"} if variant == "tradicional-18" else {}
    talk = Talk(*hands, game=variant, also=also).say(*calls)
    answer = silent_answer(talk.state, 1)
    assert (answer.verb if answer is not None else "") == said


async def test_after_two_turns_let_pass_a_robot_holds_the_seat(table: Table) -> None:
    await table.heads_up()
    while not (await seat_of(table, 0)).away:
        if 0 in (await table.view(None)).awaited:
            await table.next_deadline()
        else:
            await keep_going(table, BETO)
    seat = await seat_of(table, 0)
    assert (seat.missed, seat.left, seat.person) == (2, False, ANA)
    await until_awaited(table, 0, BETO)
    assert ("robot", 0) in await rows(table)
    assert isinstance(await table.ask(Return, ANA), Accepted)
    assert (await seat_of(table, 0)).missed == 0
    assert ("turn", 0) in await rows(table)


async def keep_going(table: Table, person: str) -> None:
    """Something legal for the person, or whatever comes by itself."""
    view = await table.view(person)
    if view.seat not in view.awaited or not view.offered:
        await table.next_deadline()
        return
    step = of_kind(Action, view.offered[0])
    live = present(await load(table.store, table.match))
    await table.do(person, write_action(present(live.state).table, step))


async def until_awaited(table: Table, seat: int, other: str) -> None:
    for _ in range(50):
        if seat in (await table.view(None)).awaited:
            return
        await keep_going(table, other)
    raise AssertionError("never awaited")


async def test_who_plays_is_here_again(table: Table) -> None:
    """One turn let pass, the next one played: the count begins anew. Meanwhile everybody reads that
    the person did not play this step themselves."""
    await table.heads_up()
    before = (await table.info()).version
    await table.next_deadline()
    assert (await table.info()).version > before, "a robot has played it"
    seat = await seat_of(table, 0)
    assert (seat.missed, seat.away) == (1, False)
    assert "table.missed.own" in await table.lines(ANA)
    for person in (BETO, None):
        assert "table.missed" in await table.lines(person)
    await until_awaited(table, 0, BETO)
    await keep_going(table, ANA)
    assert (await seat_of(table, 0)).missed == 0
    for person in (ANA, BETO, None):
        assert not {"table.missed", "table.missed.own"} & await table.lines(person)


async def test_both_of_a_team_are_asked_and_both_have_missed_it(table: Table) -> None:
    await table.dealt(*FOUR, dealer=1, people=(ANA, BETO, CARLA, DANI))
    await table.do(CARLA, "truco")
    assert sorted(await rows(table)) == [("turn", 1), ("turn", 3)]
    await table.next_deadline()
    assert [(await seat_of(table, seat)).missed for seat in range(4)] == [0, 1, 0, 1]


async def test_a_robot_lets_its_human_partner_answer_first(table: Table) -> None:
    await table.seated(ANA, players=4)
    # Ana sits at 0 with the robot at 2.
    for _ in range(60):
        view = await table.view(ANA)
        if view.awaited == (0, 2) or set(view.awaited) == {0, 2}:
            assert await rows(table) == [("turn", 0)]
            await table.next_deadline()
            assert (await seat_of(table, 0)).missed == 1
            return
        await keep_going(table, ANA)
    raise AssertionError("the team was never asked")


async def test_nobody_present_nobody_plays(table: Table) -> None:
    """The robots wait for somebody to come back, and then the match is abandoned."""
    await table.seated(ANA, players=2)
    while not (await seat_of(table, 0)).away:
        await table.next_deadline()
    assert await rows(table) == [("abandon", -1)]
    assert await table.due() == table.config.abandon
    await table.ask(Return, ANA)
    assert "abandon" not in dict(await rows(table))
    while not (await seat_of(table, 0)).away:
        await table.next_deadline()
    await table.next_deadline()
    info = await table.info()
    assert (info.status, info.ended) == (Status.OVER, "abandoned")


# --- robots -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", ["pie", "first_speaks"])
async def test_a_robot_says_its_flor_before_others_answer(table: Table, answers: str) -> None:
    """AR-FLO-03: its partner has called envido, and once that is wanted the flor is lost."""
    hands = ("7o 4c 1b", "3e 12c 5o", "2b 6b 11b", "1e 7b 10o")
    people = (ANA, BETO, CARLA, DANI)
    await table.dealt(*hands, dealer=0, people=people, flor="con", answer_by=answers)
    for person in (CARLA, DANI):
        await table.ask(Leave, person)
    await table.do(BETO, "truco")
    await table.do(ANA, "envido")
    # Whoever of the people is asked keeps his time; the robot beside him waits.
    asked = [("turn", 1)] if answers == "first_speaks" else []
    assert await rows(table) == [("robot", 2), *asked]
    await table.next_deadline()
    assert [(word.seat, word.verb) for word in (await table.view(None)).said][-1] == (2, "flor")


async def test_a_robot_sees_its_seat_and_nothing_else(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[SeatView] = []

    def choose(
        view: SeatView, rng: random.Random, budget: float, skill: Skill, noticed: Noticed | None
    ) -> Action:
        assert isinstance(view, SeatView)
        assert noticed is None  # in teams
        seen.append(view)
        return of_kind(Action, view.offered[0])

    monkeypatch.setattr("bot.match.robot_turns.choose", choose)
    await table.seated(ANA, players=4)
    for _ in range(12):
        await keep_going(table, ANA)
    assert seen
    for view in seen:
        assert (await seat_of(table, view.seat)).robot
        assert len(view.dealt) == 3


@pytest.mark.errors("robot_failed")
async def test_a_robot_that_stumbles_does_not_stop_the_table(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*given: object) -> Action:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr("bot.match.robot_turns.choose", choose)
    await table.seated(ANA, players=2, target="12")
    for _ in range(40):
        await keep_going(table, ANA)
    assert (await table.view(None)).number > 1


# --- hands ------------------------------------------------------------------------------------


async def test_the_next_hand_comes_after_a_moment(table: Table) -> None:
    await table.heads_up()
    await table.do(ANA, "mazo")
    assert await rows(table) == [("deal", -1)]
    assert await table.due() == table.config.pause
    await table.next_deadline()
    view = await table.view(ANA)
    assert (view.number, view.dealer) == (2, 0)
    assert len(view.cards) == 3


async def to_be_shown(table: Table) -> None:
    """A hand is played to its end; Ana has won its envido, and has to show her cards."""
    await table.dealt("7e 6e 4o", "1b 5c 1e", dealer=1, people=(ANA, BETO), show="claim")
    await table.do(ANA, "envido")
    await table.do(BETO, "quiero")
    await table.do(ANA, "play 7e")
    await table.do(BETO, "play 1b", "play 1e")
    await table.do(ANA, "play 4o")


async def test_showing_has_its_time(table: Table) -> None:
    await to_be_shown(table)
    assert await rows(table) == [("close", -1)]
    assert await table.due() == table.config.claims
    await table.do(ANA, "mostrar")
    if ("close", -1) in await rows(table):
        await table.next_deadline()
    assert (await table.view(None)).score == (2, 1)


async def test_who_does_not_show_in_time_loses_the_points(table: Table) -> None:
    """AR-MOS-03, by the clock."""
    await to_be_shown(table)
    await table.next_deadline()
    assert (await table.view(None)).score == (0, 3)
    assert await rows(table) == [("deal", -1)]


async def test_robots_show_their_points(table: Table) -> None:
    """A robot that holds points in escrow shows them before the time is over."""
    await to_be_shown(table)
    await table.ask(Leave, ANA)
    assert ("robot", 0) in await rows(table)
    await table.next_deadline()
    events = await table.service.matches.events(table.match, None)
    assert any(isinstance(event, Shown) for event in events)


# --- the clock --------------------------------------------------------------------------------


async def test_a_deadline_before_its_time_or_unknown_is_nothing(table: Table) -> None:
    await table.heads_up()
    row = next(row for row in await standing(table) if row.kind == "turn")
    early = Tick(request="a", person=CLOCK, match=table.match, deadline=row.id)
    assert isinstance(await table.send(early), Stale)
    table.time.pass_by(60)
    assert isinstance(await table.send(early), Accepted)
    assert isinstance(await table.ask(Tick, CLOCK, deadline=row.id), Stale)


async def test_clocks_go_on_after_a_restart(table: Table) -> None:
    await table.heads_up()
    table.time.pass_by(59)
    table.restart()
    assert await table.clock.send_due() == 1, "the reminder"
    table.restart()
    assert await table.clock.send_due() == 0
    table.time.pass_by(3600)
    table.restart()
    assert await table.clock.send_due() == 1
    assert (await seat_of(table, 0)).missed == 1


async def test_the_loop_sleeps_until_the_earliest(table: Table) -> None:
    await table.heads_up()
    await table.shown_in("tab")
    async with table.service.running():
        await table.platform.next_picture()
        assert (await seat_of(table, 0)).missed == 0
        table.time.pass_by(60)
        table.clock.wake()
        await table.platform.next_picture()
    assert (await seat_of(table, 0)).missed == 1
    assert (await table.info()).status is Status.PLAYING


@pytest.mark.errors("deadline_failed")
async def test_one_match_in_trouble_stops_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.heads_up()
    broken = table.match
    await table.dealt(*TWO, dealer=1, people=(CARLA, DANI))
    sound = table.match

    commands: Any = table.clock._commands

    async def stumbling(tick: Tick) -> Any:
        if tick.match == broken:
            raise RuntimeError("a bug")
        return await commands.tick(tick)

    monkeypatch.setattr(table.clock, "_commands", SimpleNamespace(tick=stumbling))
    table.time.pass_by(60)
    assert await table.clock.send_due() == 4, "a reminder and a turn of each"
    assert (await table.info(sound)).seats[0].missed == 1
    assert await table.clock.send_due() == 0, "the other one rests for a while"
    assert (await standing(table))[0].match == broken


async def test_the_machines_time() -> None:
    time = Time()
    wake = asyncio.Event()
    await time.wait(wake, time.now() - 5)
    wake.set()
    await time.wait(wake, None)
    assert time.now() > 1_700_000_000


# --- a wall clock that is set -------------------------------------------------------------------

_A_DAY = 86_400.0


@pytest.mark.parametrize(
    ("left", "stood_at", "becomes"),
    [
        (3600.0, 7200.0, 3600.0),  # the clock was set forward by an hour
        (7200.0, 3600.0, 7200.0),  # and back
        (3600.0, 3600.0, 3600.0),
        (-5.0, 600.0, 0.0),  # it has come
        (0.5, _A_DAY + 60.0, 0.5),  # it has not come, however far the clock was set
        (0.0, _A_DAY + 60.0, _A_DAY + 60.0),  # by more than a day: that may be wrong
        (-60.0, _A_DAY - 120.0, 0.0),  # by a day less a minute: it has come
    ],
)
def test_a_deadline_of_the_calendar_follows_the_wall_clock(
    left: float, stood_at: float, becomes: float
) -> None:
    now = 5000.0
    day = daily.day_of(330, "zzzzzzz9")
    draft = SimpleNamespace(
        environment=SimpleNamespace(now=now, utc=day.ends - left),
        info=info_for(table_for("argentino", 2), daily=day),
    )
    row = Deadline("abcd2345", "x", DeadlineKind.DAY, now + stood_at)
    moved = deadlines._by_the_wall_clock(draft, row)  # type: ignore[arg-type]
    assert moved.due == pytest.approx(now + becomes)
    assert replace(moved, due=row.due) == row
