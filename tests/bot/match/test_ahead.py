"""Conditional answers: what a person says ahead at a slow table is what they would have pressed, or
it is dropped and said; and nobody else learns of it."""

import asyncio
import random
from collections import Counter
from typing import Final, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from bot.catalogue import page_for
from bot.environment import Config
from bot.match.ahead import CARD, ENVIDO, LOWEST, TRUCO, WINNING, AheadChoice, choices
from bot.messages import (
    Accepted,
    Act,
    AnswerAhead,
    AnyReply,
    ClaimOnTime,
    Leave,
    LookOn,
    NotSeated,
    PersonId,
    Stale,
)
from bot.pages.ahead import PAGE
from bot.screen import Screen
from bot.screens.hand.ahead import read_said, write_said
from bot.screens.pages import AHEAD, PageKey
from bot.store import Changes, Store
from bot.store.changes import Outcome
from bot.store.queries import match_queries
from bot.tokens import AHEAD as SHOW
from bot.tokens import FORGET, point
from bot.words.shouts import shout
from engine.actions import FLOR, MAZO, NO_QUIERO, PLAY, QUIERO, Action, Range
from engine.record.notation import write_action
from engine.seen.view import SeatView, table_of
from engine.state.state import PLAYING
from engine.variants import VARIANTS
from tests.bot.helpers import ANA, BETO, CARLA, DANI, HERE, STRANGER, Table, reason
from tests.bot.match.test_races import two  # noqa: F401, a fixture
from tests.examples import many, some
from tests.narrow import present

DAY: Final = 86_400
SLOW: Final = Config(robot_budget=0, turn_seconds=3 * DAY)
FOUR: Final = ("7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")
OFTEN: Final = [*((name, 2) for name in VARIANTS), ("argentino", 4), ("uruguayo", 6)]
GAMES: Final = [
    pytest.param(name, players, marks=() if (name, players) in OFTEN else pytest.mark.dear)
    for name, variant in sorted(VARIANTS.items())
    for players in variant.players
]


@pytest.fixture
def table(store: Store) -> Table:
    """A table whose turns last three days."""
    return Table(store, config=SLOW)


@pytest.fixture
def kept(unlike_store: Store) -> Table:
    """The same, whatever the match is stored in."""
    return Table(unlike_store, config=SLOW)


async def ahead(
    table: Table, person: PersonId, about: str, answer: str = "", at: str = ""
) -> AnyReply:
    return await table.ask(AnswerAhead, person, about=about, answer=answer, point=at)


async def said(table: Table, person: PersonId, about: str, answer: str) -> None:
    assert isinstance(await ahead(table, person, about, answer), Accepted)


async def shown(table: Table, person: PersonId | None) -> Screen:
    screen = await table.screen(person, "es")
    return replace(screen, version=0)


async def lines(table: Table, person: PersonId | None) -> list[str]:
    """What their screen says of what was said ahead."""
    ids = [line.id for line in (await shown(table, person)).lines]
    return [id for id in ids if id.startswith("hand.ahead")]


async def words(table: Table, person: PersonId | None) -> set[str]:
    """The words of the buttons about it."""
    tokens = {button.token.split(".")[-1] for button in (await shown(table, person)).buttons}
    return {token for token in tokens if token.split(" ")[0] in (SHOW, FORGET)}


async def verbs(table: Table) -> list[tuple[int, str]]:
    return [(word.seat, word.verb) for word in (await table.view(None)).said]


async def laid(table: Table) -> list[tuple[int, int]]:
    return [(play.seat, play.card) for play in (await table.view(None)).plays]


async def log(table: Table) -> list[str]:
    rows = await table.store.read(match_queries.whole_log, table.match)
    return [row.text for row in rows if row.text]


# --- what is carried out ---------------------------------------------------------------------


@pytest.mark.parametrize("answer", [QUIERO, NO_QUIERO])
async def test_a_truco_is_answered_at_once(kept: Table, answer: str) -> None:
    await kept.heads_up()
    await said(kept, BETO, TRUCO, answer)
    assert await lines(kept, BETO) == ["hand.ahead"]
    assert await words(kept, BETO) == {SHOW, f"{FORGET} {TRUCO}"}
    kept.restart()
    await kept.do(ANA, "truco")
    assert await verbs(kept) == [(0, "truco"), (1, answer)]
    assert await lines(kept, BETO) == []
    assert (await log(kept))[-2:] == ["0 truco", f"1 {answer}"] or answer == NO_QUIERO


@pytest.mark.parametrize(("led", "follows"), [("4c", "5o"), ("11b", "12c"), ("1b", "5o")])
async def test_the_lowest_card_that_wins(table: Table, led: str, follows: str) -> None:
    await table.dealt("4c 11b 1b", "3e 12c 5o", dealer=1, people=(ANA, BETO))
    await said(table, BETO, CARD, WINNING)
    await table.do(ANA, f"play {led}")
    assert (await log(table))[-1] == f"1 play {follows}"


@pytest.mark.parametrize(("last", "follows"), [("4b", "4c"), ("12e", "1e")])
async def test_nobody_beats_their_partner_but_a_tie(table: Table, last: str, follows: str) -> None:
    """Carla's king wins so far: Ana lays her lowest card, and her ace only where Dani ties it."""
    hands = ("4c 5o 1e", "6c 5b 4o", "12c 11b 10o", "4b 12e 7c")
    await table.dealt(*hands, dealer=0, people=(ANA, BETO, CARLA, DANI))
    await said(table, ANA, CARD, WINNING)
    await table.do(BETO, "play 4o")
    await table.do(CARLA, "play 12c")
    await table.do(DANI, f"play {last}")
    assert (await log(table))[-1] == f"0 play {follows}"


async def test_what_is_said_of_the_truco_is_about_one_step(table: Table) -> None:
    """Ana says what she does when Beto raises; with Beto's refusal it is forgotten."""
    await table.heads_up()
    await table.do(ANA, "truco")
    assert isinstance(await ahead(table, ANA, TRUCO, QUIERO), Accepted)
    (choice, _) = [choice for choice in choices(await table.view(ANA)) if choice.about == TRUCO]
    assert choice.call == "retruco"
    await table.do(BETO, "retruco")
    assert await verbs(table) == [(0, "truco"), (1, "retruco"), (0, "quiero")]


async def test_who_has_the_word_waits_for_no_call(table: Table) -> None:
    await table.heads_up()
    await table.do(ANA, "truco")
    await table.do(BETO, "quiero")
    for person, may in ((ANA, {TRUCO, CARD}), (BETO, {CARD})):
        assert {choice.about for choice in choices(await table.view(person))} == may
    assert reason(await ahead(table, BETO, TRUCO, QUIERO)) == "NOT_AHEAD"


async def test_own_call_drops_what_was_said_of_theirs(table: Table) -> None:
    await table.heads_up()
    await said(table, ANA, TRUCO, NO_QUIERO)
    await table.do(ANA, "truco")
    assert await lines(table, ANA) == ["hand.ahead.dropped"]
    await table.do(BETO, "retruco")
    assert await verbs(table) == [(0, "truco"), (1, "retruco")]
    assert (await table.view(None)).awaited == (0,)


@pytest.mark.parametrize(
    ("call", "answer", "after"),
    [
        ("envido", QUIERO, [QUIERO]),
        ("envido", NO_QUIERO, [NO_QUIERO]),
        ("realenvido", QUIERO, []),
        ("faltaenvido", QUIERO, []),
        ("faltaenvido", NO_QUIERO, [NO_QUIERO]),
    ],
)
async def test_quiero_is_said_to_the_lowest_envido_alone(
    table: Table, call: str, answer: str, after: list[str]
) -> None:
    await table.heads_up()
    await said(table, BETO, ENVIDO, answer)
    await table.do(ANA, call)
    assert [verb for _, verb in await verbs(table)][:2] == [call, *after]
    assert await lines(table, BETO) == ([] if after else ["hand.ahead.dropped"])


async def test_a_flor_is_not_laid_away(table: Table) -> None:
    await table.dealt("4c 11b 1b", "3e 12e 5e", dealer=1, people=(ANA, BETO), flor="con")
    await said(table, BETO, CARD, LOWEST)
    await table.do(ANA, "play 4c")
    assert (await table.view(None)).awaited == (1,)
    assert await lines(table, BETO) == ["hand.ahead.dropped"]


async def test_a_word_said_meanwhile_makes_the_press_stale(table: Table) -> None:
    await table.heads_up()
    at = point(await table.view(BETO))
    await table.do(ANA, "truco")
    assert isinstance(await ahead(table, BETO, TRUCO, NO_QUIERO, at), Stale)
    assert await verbs(table) == [(0, "truco")]


async def test_it_is_taken_back_by_one_press(table: Table) -> None:
    await table.heads_up()
    await said(table, BETO, TRUCO, NO_QUIERO)
    token = f"t1.{table.match}..{FORGET} {TRUCO}"
    assert isinstance(await table.press(BETO, token), Accepted)
    assert (await lines(table, BETO), await words(table, BETO)) == ([], {SHOW})
    await table.do(ANA, "truco")
    assert await verbs(table) == [(0, "truco")]


async def test_it_moves_no_clock_and_calls_nobody(table: Table) -> None:
    await table.heads_up()
    await table.service.updater.bring_all()
    table.time.pass_by(DAY)
    before, told = await table.store.deadlines(), list(table.platform.notices)
    for person in (ANA, BETO):
        await said(table, person, CARD, LOWEST)
    await table.service.updater.bring_all()
    assert await table.store.deadlines() == before
    assert table.platform.notices == told


async def test_it_is_forgotten_with_the_hand(kept: Table) -> None:
    await kept.heads_up()
    await said(kept, BETO, CARD, LOWEST)
    await said(kept, BETO, TRUCO, NO_QUIERO)
    await kept.do(ANA, "mazo")
    assert await lines(kept, BETO) == []
    await kept.next_deadline()
    assert (await kept.view(None)).number == 2
    assert await lines(kept, BETO) == []
    assert present(await kept.store.read(match_queries.load, kept.match)).row.ahead == ()


async def test_of_two_partners_the_first_to_say_it_answers(table: Table) -> None:
    await table.dealt(*FOUR, dealer=3, people=(ANA, BETO, CARLA, DANI))
    await said(table, DANI, TRUCO, QUIERO)
    await said(table, BETO, TRUCO, NO_QUIERO)
    await table.do(ANA, "truco")
    assert await verbs(table) == [(0, "truco"), (3, "quiero")]
    assert await lines(table, BETO) == ["hand.ahead.dropped"]


async def test_where_a_robot_plays_for_somebody_it_decides(table: Table) -> None:
    """Their hand was claimed, so what they said ahead is not theirs to do; they are not back."""
    await table.seated(ANA, BETO, variant="paulista")
    while not (awaited := (await table.view(None)).awaited):
        await table.next_deadline()
    (late,) = awaited
    people = (await table.info()).seats
    lost, rival = people[late].person, people[1 - late].person
    await said(table, lost, TRUCO, QUIERO)
    await table.next_deadline()
    assert isinstance(await table.ask(ClaimOnTime, rival), Accepted)
    while (await table.view(None)).awaited != (1 - late,):
        await table.next_deadline()
    await table.do(rival, "truco")
    assert await verbs(table) == [(1 - late, "truco")]
    assert (await table.info()).seats[late].lent


async def test_one_step_brings_the_next(table: Table) -> None:
    """Beto's card and Carla's; Dani's too, and none is laid out of turn."""
    await table.dealt(*FOUR, dealer=3, people=(ANA, BETO, CARLA, DANI))
    for person in (DANI, CARLA, BETO):
        await said(table, person, CARD, LOWEST)
    await table.do(ANA, "play 7o")
    assert [seat for seat, _ in await laid(table)] == [0, 1, 2, 3]


async def test_who_has_left_says_nothing_ahead(kept: Table) -> None:
    await kept.heads_up()
    await said(kept, BETO, TRUCO, QUIERO)
    await kept.ask(Leave, BETO)
    assert reason(await ahead(kept, BETO, TRUCO, QUIERO)) == "HAS_LEFT"
    await kept.do(ANA, "truco")
    assert await verbs(kept) == [(0, "truco")], "a robot answers in its own time"


async def test_bad_input_changes_nothing(table: Table) -> None:
    await table.heads_up()
    assert isinstance(await ahead(table, STRANGER, TRUCO, QUIERO), NotSeated)
    for about, answer in ((TRUCO, LOWEST), ("x", QUIERO), (CARD, QUIERO), (ENVIDO, MAZO)):
        assert reason(await ahead(table, BETO, about, answer)) == "NOT_AHEAD"
    assert await lines(table, BETO) == []


async def test_only_at_slow_tables(store: Store) -> None:
    table = Table(store)
    await table.heads_up()
    assert reason(await ahead(table, BETO, TRUCO, QUIERO)) == "NOT_AHEAD"
    assert await words(table, BETO) == set()


# --- the page --------------------------------------------------------------------------------


async def test_two_presses_say_it_and_a_page_read_again_says_it_once(table: Table) -> None:
    await table.heads_up()
    first = await page_for(table.service, PageKey(AHEAD, table.match), BETO, "es", HERE)
    keys = [leaf.key for leaf in first.turns]
    assert len(keys) == len(set(keys)) == 6
    at = point(await table.view(BETO))
    version = (await table.info()).version
    key = PageKey(AHEAD, table.match, write_said(TRUCO, QUIERO, at), version)
    assert str(key) in keys
    second = await page_for(table.service, key, BETO, "es", HERE)
    assert len(second.turns) == 6, "one is taken back, the other five may be said"
    await page_for(table.service, key, ANA, "es", HERE)
    assert await lines(table, ANA) == ["hand.ahead"], "a key says no more than its reader may"
    await ahead(table, BETO, TRUCO)
    await page_for(table.service, key, BETO, "es", HERE)
    assert await lines(table, BETO) == [], "the same press again is no new one"
    stranger = await page_for(table.service, key, STRANGER, "es", HERE)
    assert stranger.turns == ()


def test_a_key_is_short_and_read_as_it_was_written() -> None:
    for about in (TRUCO, ENVIDO, CARD):
        for answer in (QUIERO, NO_QUIERO, LOWEST, WINNING, ""):
            topic = write_said(about, answer, "zz0zz")
            assert read_said(topic) == (about, answer, "zz0zz")
            assert len(str(PageKey(AHEAD, "abcdefgh", topic, 99_999))) <= 40
            assert PAGE.may_be_read(topic, 7)
    for forged in ("tq", "tq-", "zq-1001", "tz-1001", "tq-1001-", "tq-100100100"):
        assert read_said(forged) is None
        assert not PAGE.may_be_read(forged, 0)


# --- deaths, and two processes ---------------------------------------------------------------


class Dying(Store):
    """The process dies with the next commit, before or after it."""

    dies = ""

    async def commit(self, changes: list[Changes]) -> tuple[Outcome, ...]:  # type: ignore[override]
        if self.dies == "before":
            raise ConnectionError
        done = await super().commit(changes)
        if self.dies == "after":
            raise ConnectionError
        return done


@pytest.mark.parametrize("dies", ["before", "after"])
async def test_a_death_leaves_both_steps_or_none(store: Store, dies: str) -> None:
    store.__class__ = Dying
    assert isinstance(store, Dying)
    table = Table(store, config=SLOW)
    await table.heads_up()
    await said(table, BETO, TRUCO, QUIERO)
    store.dies = dies
    with pytest.raises(ConnectionError):
        await table.act(ANA, "truco")
    store.dies = ""
    table.restart()
    both = [(0, "truco"), (1, "quiero")]
    assert await verbs(table) == (both if dies == "after" else [])
    if dies == "before":
        await table.do(ANA, "truco")
        assert await verbs(table) == both


async def test_said_in_one_process_while_the_other_calls(two: tuple[Table, Table]) -> None:  # noqa: F811
    """Whoever comes first: it is said in time and carried out, or the press is stale."""
    one, other = two
    for table in two:
        table.config = SLOW
        table.restart()
    for _ in range(6):
        await one.heads_up()
        other.match = one.match
        at = point(await other.view(BETO))
        call = Act(request=f"{one.match} c", person=ANA, match=one.match, action="truco")
        answer = AnswerAhead(
            request=f"{one.match} a",
            person=BETO,
            match=one.match,
            about=TRUCO,
            answer=QUIERO,
            point=at,
        )
        called, told = await asyncio.gather(one.service.handle(call), other.service.handle(answer))
        assert isinstance(called, Accepted)
        said_it = [(1, "quiero")] if isinstance(told, Accepted) else []
        assert isinstance(told, Accepted | Stale)
        assert await verbs(one) == [(0, "truco"), *said_it]
        await one.do(BETO, *(["quiero"] if not said_it else []))
        await one.do(ANA, "mazo")
        for person in (ANA, BETO):
            await one.ask(Leave, person)


# --- as a person present would have played --------------------------------------------------


ASKED: Final = ("hand.asked", "hand.asked.team")


class Thought(NamedTuple):
    """What somebody has in mind, and for which hand."""

    seat: int
    choice: AheadChoice
    hand: tuple[int, int]

    def press(self, view: SeatView, screen: Screen) -> Action | None:
        """What they press now that they are asked: written without the module under test, from
        what they see."""
        if self.hand != (view.number, view.duel):
            return None
        if self.choice.about == CARD:
            return self._card(view, self.choice)
        asked = "".join(line.text for line in screen.lines if line.id in ASKED)
        answer = self.choice.answer
        if not asked or answer not in {offer.verb for offer in view.offered}:
            return None
        if self.choice.about == TRUCO:
            said = shout(view.variant, self.choice.call) in asked
        else:
            calls = [call.verb for call in table_of(view).rules.envido.calls]
            called = [word for word in view.said if word.verb in calls]
            if len(called) != 1:
                return None
            last = shout(view.variant, called[0].verb, called[0].number)
            said = last in asked
            said = said and (answer == NO_QUIERO or last == shout(view.variant, calls[0]))
        return Action(view.seat, answer) if said else None

    @staticmethod
    def _card(view: SeatView, choice: AheadChoice) -> Action | None:
        position = present(view.position)
        trick = [play for play in view.plays if play.trick == position.trick]
        own = [step.arg for step in view.offered if isinstance(step, Action) and step.verb == PLAY]
        free = not position.stack and FLOR not in {offer.verb for offer in view.offered}
        if not trick or not own or not free:
            return None
        height = table_of(view).heights(view.turned)
        ranked = sorted(own, key=lambda card: (height[card], card))
        if choice.answer == LOWEST:
            return Action(view.seat, PLAY, ranked[0])
        tops = {side: 0 for side in (0, 1)}
        for play in trick:
            worth = 0 if play.card < 0 else height[play.card]
            side = view.sides[play.seat]
            tops[side] = max(tops[side], worth)
        mine = view.sides[view.seat]
        if any(view.sides[play.seat] == mine for play in trick) and tops[mine] > tops[1 - mine]:
            return Action(view.seat, PLAY, ranked[0])
        over = [card for card in ranked if height[card] > max(tops.values())]
        return Action(view.seat, PLAY, (over or ranked)[0])


def without_own(screen: Screen) -> bytes:
    """A hand without what only says what was said ahead."""
    kept = tuple(line for line in screen.lines if not line.id.startswith("hand.ahead"))
    buttons = tuple(
        button
        for button in screen.buttons
        if button.token.split(".")[-1].split(" ")[0] not in (SHOW, FORGET)
    )
    return msgspec.json.encode(replace(screen, lines=kept, buttons=buttons, alt=""))


class Pair:
    """The same match twice: in one people say things ahead, in the other they are present."""

    def __init__(self, stores: tuple[Store, Store], seed: str) -> None:
        self.rng, self.eyes = random.Random(seed), random.Random(seed)
        first = self.rng.randrange(10**6)
        self.away, self.here = (Table(store, config=SLOW, seed=first) for store in stores)
        self.people: dict[int, PersonId] = {}
        self.thoughts: list[Thought] = []
        """The oldest first."""
        self.seen = {"said": 0, "done": 0, "dropped": 0}

    async def seated(self, variant: str, players: int) -> None:
        people = [f"web:p{n}" for n in range(players)]
        for table in (self.away, self.here):
            await table.seated(*people, players=players, variant=variant)
            assert isinstance(await table.ask(LookOn, STRANGER, name="Eva"), Accepted)
        self.people = {seat.seat: seat.person for seat in (await self.away.info()).seats}
        assert self.away.match == self.here.match

    async def seen_by(self, *people: PersonId | None) -> list[bytes]:
        return [msgspec.json.encode(await shown(self.away, person)) for person in people]

    async def says_ahead(self) -> None:
        """Somebody says something ahead. Nobody else's screen changes by a byte (of two, as chance
        will have it), nobody is told anything, and the record stays as it was."""
        seat, person = self.rng.choice(list(self.people.items()))
        view = await self.away.view(person)
        if not (may := list(choices(view))):
            return
        choice = self.rng.choice(may)
        others: list[PersonId | None] = [*self.people.values(), STRANGER, None]
        others.remove(person)
        watched = person, *self.eyes.sample(others, 2)
        before, told = await self.seen_by(*watched), await log(self.away)
        await said(self.away, person, choice.about, choice.answer)
        await self.away.service.updater.bring_all()
        after = await self.seen_by(*watched)
        now = Thought(seat, choice, (view.number, view.duel))
        assert after[0] != before[0] or now in self.thoughts
        assert after[1:] == before[1:]
        assert await log(self.away) == told
        assert self.away.platform.told == self.away.platform.published == []
        self.forget(seat, choice.about)
        self.thoughts.append(now)
        self.seen["said"] += 1

    def forget(self, seat: int, about: str) -> None:
        kept = [
            thought
            for thought in self.thoughts
            if (thought.seat, thought.choice.about) != (seat, about)
        ]
        self.thoughts = kept

    async def step(self) -> bool:
        """A random step in both; false when the match is over."""
        view = await self.away.view(None)
        if view.winner >= 0:
            return False
        if not view.awaited or view.position is None or view.position.phase != PLAYING:
            for table in (self.away, self.here):
                await table.next_deadline()
            return True
        seat = self.rng.choice(view.awaited)
        mine = await self.away.view(self.people[seat])
        offers = [legal for legal in mine.offered if legal.verb != MAZO or self.rng.random() < 0.1]
        one = self.rng.choice(offers or list(mine.offered))
        arg = one.low if isinstance(one, Range) else one.arg
        step = write_action(table_of(mine), Action(seat, one.verb, arg))
        for table in (self.away, self.here):
            await table.do(self.people[seat], step)
        return True

    async def presses(self) -> None:
        """Those who are present press what they have in mind, the oldest thought first."""
        while (found := await self._first()) is not None:
            thought, step = found
            person = self.people[thought.seat]
            view = await self.here.view(person)
            await self.here.do(person, write_action(table_of(view), step))
            self.thoughts.remove(thought)
            self.seen["done"] += 1

    async def _first(self) -> tuple[Thought, Action] | None:
        for thought in self.thoughts:
            person = self.people[thought.seat]
            view = await self.here.view(person)
            if view.seat not in view.awaited:
                continue
            step = thought.press(view, await shown(self.here, person))
            if step is not None:
                return thought, step
        return None

    async def dropped(self) -> None:
        """What somebody has in mind waits, or they read that it was dropped, or the hand is
        over."""
        view = await self.away.view(None)
        playing = view.position is not None and view.position.phase == PLAYING
        now = (view.number, view.duel)
        self.thoughts = [thought for thought in self.thoughts if playing and thought.hand == now]
        for seat, person in self.people.items():
            kept = await self.away.service.matches.ahead(self.away.match, person)
            mine = {thought.choice.about for thought in self.thoughts if thought.seat == seat}
            assert {answer.about for answer in kept} == mine, (kept, view.said)
            for told in [answer for answer in kept if answer.dropped]:
                assert "hand.ahead.dropped" in await lines(self.away, person)
                await said(self.away, person, told.about, "")
                self.forget(seat, told.about)
                self.seen["dropped"] += 1

    async def compare(self) -> None:
        """Records and everybody's screens are the same."""
        assert await log(self.away) == await log(self.here)
        for person in (*self.people.values(), STRANGER, None):
            away, here = await shown(self.away, person), await shown(self.here, person)
            if person in (STRANGER, None):
                assert msgspec.json.encode(away) == msgspec.json.encode(here)
            assert without_own(away) == without_own(here), person


@pytest.mark.parametrize(("variant", "players"), some(GAMES))
async def test_it_is_what_somebody_present_would_have_pressed(variant: str, players: int) -> None:
    counted: Counter[str] = Counter()
    for seed in range(many(4)):
        stores = Store.in_memory(), Store.in_memory()
        pair = Pair(stores, f"{variant} {players} {seed}")
        await pair.seated(variant, players)
        for _ in range(60):
            if pair.rng.random() < 0.6:
                await pair.says_ahead()
            if not await pair.step():
                break
            if pair.rng.random() < 0.1:
                pair.away.restart()
            await pair.presses()
            await pair.dropped()
            if pair.rng.random() < 0.3:
                await pair.compare()
        await pair.compare()
        counted.update(pair.seen)
        for store in stores:
            await store.close()
    assert counted["done"], counted
