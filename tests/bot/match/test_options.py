"""The options of a table at every moment: in the lobby, between hands and matches. What is shown
is what holds."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.messages import (
    Accepted,
    AnyReply,
    Leave,
    NotSeated,
    PersonId,
    ProposeEnd,
    Rematch,
    SeeOptions,
    SetOptions,
)
from bot.model import SPECTATORS, MatchInfo, Status, Terms
from bot.screen import Screen
from bot.screens.rules.options import options_line
from bot.store import Store
from bot.tokens import OPTIONS, decode
from bot.words import words_for
from bot.words.options import option_label, value_label
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, STRANGER, Table, reason
from tests.bot.scenes import info_for
from tests.examples import many

MARKS = {"options.changed", "options.next_hand", "options.next_match"}
BUTTON_IDS = {"lobby": True, "table": False, "hand": False, "result": False}
"""Kinds of screens, and whether they have the button without a mark too."""


async def choose(table: Table, person: PersonId, name: str, value: str) -> AnyReply:
    return await table.ask(SetOptions, person, options=((name, value),))


async def look(table: Table, person: PersonId) -> AnyReply:
    return await table.ask(SeeOptions, person)


async def screen_of(table: Table, person: PersonId | None) -> Screen:
    return await table.screen(person, "es")


def marked(screen: Screen) -> set[str]:
    """The lines of an unseen change. The button stands there with them."""
    button = [button for button in screen.buttons if decode(button.token).action == OPTIONS]
    lines = {line.id for line in screen.lines} & MARKS
    assert bool(button) == (bool(lines) or BUTTON_IDS[screen.kind])
    assert all(button.label.startswith("🔴") == bool(lines) for button in button)
    return lines


async def next_hand(table: Table) -> None:
    await table.do(ANA, "mazo")
    await table.next_hand()


async def test_time_and_pace_hold_from_the_next_hand_on(table: Table) -> None:
    await table.heads_up()
    await choose(table, ANA, "turn_seconds", "15")
    await choose(table, ANA, "pace", "rapido")
    info = await table.info()
    assert (info.turn_seconds, info.pace) == (60, "normal")
    assert marked(await screen_of(table, BETO)) == {"options.next_hand"}
    await next_hand(table)
    info = await table.info()
    assert (info.turn_seconds, info.pace, info.planned) == (15, "rapido", None)
    assert marked(await screen_of(table, BETO)) == {"options.changed"}
    assert await table.due() <= 15


async def test_a_plan_has_a_seat_for_everybody(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, players=4)
    assert reason(await choose(table, ANA, "players", "2")) == "TOO_MANY_SEATED"
    assert isinstance(await choose(table, ANA, "players", "6"), Accepted)
    await table.agree(ANA, BETO, CARLA)
    await table.rematch(ANA)
    info = await table.info()
    assert [seat.seat for seat in info.seats] == list(range(6))
    assert {seat.person for seat in info.people} == {ANA, BETO, CARLA}


async def test_a_rematch_begins_without_the_old_result(table: Table) -> None:
    await table.heads_up()
    await next_hand(table)
    await table.agree(ANA, BETO)
    assert (await table.info()).final
    await table.rematch(ANA)
    assert (await table.info()).final == ()


@pytest.mark.parametrize("closed", [True, False])
async def test_a_table_that_is_no_more_has_no_options(table: Table, closed: bool) -> None:
    """After a rematch was opened, its options are chosen there."""
    if closed:
        await table.open()
        await table.ask(Leave, ANA)
        assert isinstance(await choose(table, ANA, "flor", "con"), NotSeated)
        return
    await table.heads_up()
    await table.agree(ANA, BETO)
    assert isinstance(await choose(table, ANA, "flor", "con"), Accepted)
    await table.ask(Rematch, ANA)
    assert reason(await choose(table, ANA, "flor", "sin")) == "TABLE_CLOSED"


# --- at every moment ------------------------------------------------------------------------------

PEOPLE = (ANA, BETO, CARLA)
CHANGES = st.sampled_from(
    [
        ("flor", "con"),
        ("flor", "sin"),
        ("target", "15"),
        ("target", "30"),
        ("turn_seconds", "15"),
        ("turn_seconds", "60"),
        ("pace", "rapido"),
        ("pace", "normal"),
        ("target", "17"),
    ]
)
STEPS = st.one_of(
    st.tuples(st.just("choose"), st.sampled_from((*PEOPLE, STRANGER)), CHANGES),
    st.tuples(st.just("both"), CHANGES, CHANGES),
    st.tuples(st.just("look"), st.sampled_from((*PEOPLE, STRANGER))),
    st.tuples(st.just("start")),
    st.tuples(st.just("hand")),
    st.tuples(st.just("end")),
    st.tuples(st.just("rematch"), st.sampled_from(PEOPLE)),
    st.tuples(st.just("leave"), st.sampled_from(PEOPLE)),
    st.tuples(st.just("restart")),
)


class Model:
    """The options as a table's people think of them."""

    def __init__(self, terms: Terms) -> None:
        self.now = self.coming = _plain(terms)
        self.unseen: set[PersonId] = set()

    def choose(self, name: str, value: str, by: PersonId, info: MatchInfo) -> None:
        changed = self.coming | {name: value}
        if changed != self.coming:
            self.unseen = {seat.person for seat in info.people if not seat.left} - {by}
        self.coming = changed
        if info.status is Status.LOBBY:
            self.now = changed

    def deal(self, present: set[PersonId]) -> None:
        if self.coming == self.now:
            self.unseen -= present
        for name in ("turn_seconds", "pace"):
            self.now = self.now | {name: self.coming[name]}


def _plain(terms: Terms) -> dict[str, str]:
    chosen = dict(terms.options)
    return {
        "flor": chosen.get("flor", "sin"),
        "target": chosen.get("target", "30"),
        "turn_seconds": str(terms.turn_seconds),
        "pace": terms.pace,
    }


class Round:
    """One table, and what everybody at it should see."""

    def __init__(self) -> None:
        self.table = Table(Store.in_memory())

    async def open(self) -> None:
        await self.table.open(ANA, 4)
        for person in (BETO, CARLA):
            await self.table.join(person)
        self.model = Model((await self.table.info()).terms)

    async def take(self, step: tuple[object, ...]) -> None:
        info = await self.table.info()
        match step:
            case ("choose", str(person), (str(name), str(value))):
                reply = await choose(self.table, person, name, value)
                self._expect(reply, person, (name, value), info)
            case ("both", (str(n1), str(v1)), (str(n2), str(v2))):
                other = BETO if info.host == ANA else ANA
                replies = await asyncio.gather(
                    choose(self.table, info.host, n1, v1),
                    choose(self.table, other, n2, v2),
                    choose(self.table, info.host, n2, v2),
                )
                self._expect(replies[0], info.host, (n1, v1), info)
                assert not isinstance(replies[1], Accepted)
                self._expect(replies[2], info.host, (n2, v2), info)
            case ("look", str(person)):
                assert isinstance(await look(self.table, person), Accepted)
                self.model.unseen.discard(person)
            case ("start",) if info.status is Status.LOBBY:
                assert isinstance(await self.table.start(info.host), Accepted)
            case ("hand",) if info.status is Status.PLAYING:
                await self._hand(info)
            case ("end",) if info.status is Status.PLAYING:
                for seat in info.people:
                    if seat.present:
                        await self.table.ask(ProposeEnd, seat.person)
            case ("rematch", str(person)):
                reply = await self.table.ask(Rematch, person)
                if isinstance(reply, Accepted):
                    self.table.match = reply.match
                    self.model.now = self.model.coming
            case ("leave", str(person)) if len([seat for seat in info.people if not seat.left]) > 2:
                await self.table.ask(Leave, person)
            case ("restart",):
                self.table.restart()
            case _:
                pass
        info = await self.table.info()
        self.model.unseen &= {seat.person for seat in info.people if not seat.left}

    def _expect(
        self, reply: AnyReply, person: PersonId, change: tuple[str, str], info: MatchInfo
    ) -> None:
        seat = info.seat_of(person)
        if seat is None:
            assert isinstance(reply, NotSeated)
        elif person != info.host:
            assert reason(reply) == "NOT_HOST"
        elif change == ("target", "17"):
            assert reason(reply) == "BAD_OPTION"
        else:
            assert isinstance(reply, Accepted)
            self.model.choose(*change, person, info)

    async def _hand(self, info: MatchInfo) -> None:
        """Time passes until another hand is dealt."""
        view = await self.table.view(None)
        for seat in info.people:
            if seat.present:
                await self.table.act(seat.person, "mazo")
        for _ in range(60):
            if (await self.table.info()).status is not Status.PLAYING:
                return
            if (await self.table.view(None)).number != view.number:
                people = (await self.table.info()).people
                self.model.deal({seat.person for seat in people if seat.present})
                return
            await self.table.next_deadline()

    async def check(self) -> None:
        info = await self.table.info()
        assert _plain(info.terms) == self.model.now
        assert _plain(info.coming) == self.model.coming
        assert set(info.unseen) == self.model.unseen
        assert info.host_seat >= 0
        public = await screen_of(self.table, None)
        assert bool(marked(public)) == bool(self.model.unseen)
        if info.status is not Status.LOBBY:
            view = await self.table.view(None)
            playing = dict(view.options)
            for name in ("flor", "target"):
                assert playing[name] == self.model.now[name]
        lobby = info.status is Status.LOBBY
        assert sum(mark.host for mark in public.seats) == lobby
        for person in PEOPLE:
            sheet = await self.table.service.screens.options(self.table.match, person, "en")
            assert sheet is not None
            values = {field.name: field.value for field in sheet.fields}
            assert {name: values[name] for name in self.model.coming} == self.model.coming
            assert sheet.mine == (info.host == person)
            if info.seat_of(person) is None:
                continue
            screen = await screen_of(self.table, person)
            if screen.kind != "lobby":
                assert bool(marked(screen)) == (person in self.model.unseen)


@settings(max_examples=many(25), deadline=None)
@given(st.lists(STEPS, min_size=4, max_size=14))
def test_what_is_shown_is_what_holds(steps: list[tuple[object, ...]]) -> None:
    async def play() -> None:
        one = Round()
        await one.open()
        await one.check()
        for step in steps:
            await one.take(step)
            await one.check()

    asyncio.run(play())


@pytest.mark.parametrize("spectators", SPECTATORS)
def test_who_may_look_on_is_said_where_it_is_not_as_usual(spectators: str) -> None:
    words = words_for("es")
    usual = options_line(info_for(table_for("argentino", 2)), words)
    said = options_line(info_for(table_for("argentino", 2), spectators=spectators), words)
    assert said.startswith(usual)
    assert (said == usual) is (spectators == SPECTATORS[0])


@pytest.mark.parametrize(
    ("changes", "name", "value"),
    [
        ({"pace": "lento"}, "pace", "lento"),
        ({"private": True}, "private", "si"),
        ({"stake": 50, "competitive": True}, "stake", "50"),
        ({"cut": True}, "cut", "si"),
        ({"velo": True}, "velo", "si"),
    ],
)
def test_what_is_not_as_usual_is_said_of_a_table(
    changes: dict[str, object], name: str, value: str
) -> None:
    words = words_for("es")
    table = table_for("argentino", 2)
    usual = info_for(table, competitive=changes.get("competitive", False))
    told = options_line(replace(usual, **changes), words).split(" · ")
    before = options_line(usual, words).split(" · ")
    label, meaning = option_label(words, name), value_label(words, name, value)
    said = words.text("lobby.option", label=label, value=meaning)
    assert [option for option in told if option not in before] == [said]


def test_practice_and_a_stake_that_counts_for_nothing() -> None:
    words = words_for("es")
    at_page = info_for(table_for("argentino", 2), competitive=False)
    seats = tuple(replace(seat, person=f"discord:{seat.seat}") for seat in at_page.seats)
    info = replace(at_page, seats=seats)
    practice = words.text("lobby.practice")
    assert options_line(info, words).endswith(practice)
    assert options_line(replace(info, stake=50), words) == options_line(info, words)
    assert practice not in options_line(replace(info, competitive=True), words)
    assert practice not in options_line(at_page, words), "there nothing counts for anybody"


async def test_who_has_played_a_hand_by_a_change_has_seen_it(table: Table) -> None:
    """Not sooner: whoever looks on a hand late would read from it that somebody has played."""
    await table.open(ANA, 2)
    await table.join(BETO)
    await choose(table, ANA, "turn_seconds", "45")
    await table.start(ANA)
    view = await table.view(None)
    await table.act((await table.info()).seats[view.awaited[0]].person, "truco")
    for person in (ANA, BETO):
        await table.act(person, "noquiero")
    assert (await table.view(None)).number == view.number
    assert marked(await screen_of(table, BETO)) == {"options.changed"}
    await table.next_hand()
    assert (await table.info()).unseen == ()
    assert marked(await screen_of(table, BETO)) == set()
