"""Statistics: what people did is counted hand by hand, and again from the record.

The oracle here goes another way than the count: it follows actions and the states around them, with
the values of cards read off the rules pages, and sums up nothing but what each step did.
"""

import asyncio
import shutil
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from msgspec.structs import replace

from bot.host import database
from bot.match.vault import Vault
from bot.messages import Accepted, Leave, PersonId, ProposeEnd
from bot.store import Store
from bot.store.model import NUMBERS, SeatCount
from bot.store.queries import (
    match_queries,
    people_queries,
    profile_queries,
    recounting,
    result_queries,
)
from bot.store.queries.recounting import problems_of_counts, problems_of_person
from bot.store.records import record_text
from bot.store.results import badges
from bot.store.results.statistics import count_hand, count_record, none, read_count, written
from engine.actions import CARD_VERBS, MAZO, NO_QUIERO, PIDO_FLOR, QUIERO, STACK, Action, Deal
from engine.events import Checked, Dealt, FlorAnnounced, HandEnded, Scored
from engine.state.state import ENVIDO_GAME, ORDINARY, TRUCO_GAME, Hand, State
from engine.state.table import Table
from tests.bot.community.test_ranking import screen, won
from tests.bot.helpers import Table as BotTable
from tests.bot.results import ADA, BRUNO
from tests.examples import examples
from tests.fairness.verifiers import VERIFIERS
from tests.stores import execute
from tests.strategies import GAMES, Playout, Taken, seeds, start_from
from tests.worth import Worth, worth_at

PLAYED = ("envido.accepted", "envido.falta", "envido.level")
_WORDS = {TRUCO_GAME: "trucos", ENVIDO_GAME: "envidos"}


def counted(playout: Playout) -> tuple[SeatCount, ...]:
    """As a running match counts."""
    counts = none(playout.state.table.players)
    events: tuple[object, ...] = ()
    names = [""] * len(counts)
    for step in playout.taken:
        begins = bool(step.events) and isinstance(step.events[0], Dealt)
        events = step.events if begins else (*events, *step.events)
        if any(isinstance(event, HandEnded) for event in step.events):
            counts = count_hand(counts, step.after, events, names, velo=False)  # type: ignore[arg-type]
    return counts


def hand_of(state: State) -> Hand:
    assert state.hand is not None
    return state.hand


class Oracle:
    """What everybody did, step by step."""

    def __init__(self) -> None:
        self.sums: Counter[tuple[int, str]] = Counter()
        self.hand: Counter[tuple[int, str]] = Counter()
        self.contests: dict[int, tuple[int, ...]] = {}
        """The seats of each duel of the hand."""
        self.bluffs: list[tuple[int, int, int]] = []
        """Duel, kind of points and seat."""
        self.envidos: set[tuple[int, int]] = set()
        """Duel and side that has won it."""
        self.flores: set[int] = set()
        """The seats whose flor the table knows of."""

    def take(self, step: Taken) -> None:
        if isinstance(step.action, Deal):
            self.hand, self.contests, self.bluffs = Counter(), {}, []
            self.envidos, self.flores = set(), set()
        hand = hand_of(step.after)
        self.contests[hand.duel] = hand.position.contest
        self._say_flores(step)
        if isinstance(step.action, Action):
            self._say(step, step.action)
        for event in step.events:
            match event:
                case Scored(kind="envido", article=article) if article in PLAYED:
                    self.envidos.add((event.duel, event.side))
                case Checked(kind="envido", good=False):
                    self.envidos.discard((event.duel, 1 - event.side))
                case HandEnded():
                    self._end(step.after)
                case _:
                    pass

    def _say_flores(self, step: Taken) -> None:
        told = [event for event in step.events if isinstance(event, FlorAnnounced)]
        self.flores |= {seat for event in told for seat in event.asked}
        table, flores = step.after.table, hand_of(step.after).position.flores
        seats = {seat for seat in table.seats if flores >> seat & 1}
        if not isinstance(step.action, Deal):
            before = hand_of(step.before).position.flores
            seats -= {seat for seat in table.seats if before >> seat & 1}
        if isinstance(step.action, Action) and step.action.verb in (MAZO, PIDO_FLOR):
            # Nobody has said what whoever leaves early, or asks, is shown.
            seats = {seat for event in told for seat in event.seats}
        self.flores |= seats

    def _end(self, state: State) -> None:
        for duel, kind, caller in self.bluffs:  # a refusal that pays nothing any more is none
            its = state.table.sides[caller]
            paid = [(entry.duel, entry.kind, entry.side) for entry in hand_of(state).entries]
            self.hand[caller, "bluffs"] += (duel, kind, its) in paid
        kept = {
            (entry.duel, entry.side) for entry in hand_of(state).entries if entry.article in PLAYED
        }
        for duel, side in self.envidos & kept:  # the others may have denounced it
            for seat in self.contests[duel]:
                self.hand[seat, "envidos_won"] += state.table.sides[seat] == side
        for seat in self.flores:
            self.hand[seat, "flores"] += 1
        self.sums += self.hand
        for seat in range(state.table.players):
            self.sums[seat, "hands"] += 1

    def _say(self, step: Taken, action: Action) -> None:
        position = hand_of(step.before).position
        table, seat, verb = step.before.table, action.seat, action.verb
        top = position.stack[-1] if position.stack else None
        called = ""
        if verb in {ladder_step.verb for ladder_step in table.rules.truco.steps}:
            # In a special hand it is a fault; over an envido it may end the game before it is said.
            waits = hand_of(step.after).position.stack[-1:]
            said = position.special == ORDINARY and waits and waits[0].game == TRUCO_GAME
            called = "trucos" if said else ""
        elif verb in table.envido_words:
            called = "envidos"
        if called:
            self.hand[seat, f"{called}_called"] += 1
        if top is None or top.game not in _WORDS:
            return
        name = _WORDS[top.game]
        laid = name == "trucos" and verb in (*CARD_VERBS, STACK)
        if verb == QUIERO or laid:
            self.hand[seat, f"{name}_accepted"] += 1
            self.hand[top.seat, f"{name}_wanted"] += 1
        ends = verb in (NO_QUIERO, MAZO) and _is_final(step)
        if verb == NO_QUIERO and ends:
            self.hand[seat, f"{name}_refused"] += 1
            self.hand[top.seat, f"{name}_unwanted"] += 1
        if ends or (name == "envidos" and called == "trucos"):
            self._bluff(step)

    def _bluff(self, step: Taken) -> None:
        hand, table = hand_of(step.before), step.before.table
        position = hand.position
        top = position.stack[-1]
        worth = worth_at(table, hand.turned)
        best = [0, 0]
        for seat in position.contest:
            if not position.gone >> seat & 1:
                side = table.sides[seat]
                best[side] = max(best[side], _best(hand, table, worth, seat, top.game))
        if best[top.side] < best[1 - top.side]:
            kind = 1 if top.game == ENVIDO_GAME else 2
            self.bluffs.append((hand.duel, kind, top.seat))


def _best(hand: Hand, table: Table, worth: Worth, seat: int, game: int) -> int:
    """The seat's points for the envido; or its best card, in the hand or on the table."""
    name = table.spelling.write
    if game == ENVIDO_GAME:
        return worth.envido([name(card) for card in hand.dealt[seat] if card != hand.put_away])
    trick = hand.position.trick
    lying = [
        play.card
        for play in hand.plays
        if (play.trick, play.seat, play.covered) == (trick, seat, False)
    ]
    return max((worth.power(name(card)) for card in [*hand.cards[seat], *lying]), default=0)


def _is_final(step: Taken) -> bool:
    """Whether nothing of the call waits any more that was to be answered."""
    before, after = hand_of(step.before), hand_of(step.after)
    top = before.position.stack[-1]
    same = (step.after.number, after.duel) == (step.before.number, before.duel)
    waiting = [
        call for call in after.position.stack if (call.game, call.step) == (top.game, top.step)
    ]
    return not (same and waiting)


@pytest.mark.parametrize("game", GAMES)
@examples(8)
@given(seed=seeds)
def test_what_is_counted_is_what_everybody_did(game: str, seed: int) -> None:
    """The count of a running match, that of its record, and the oracle's are the same."""
    playout = Playout(start_from(seed, game), seed).play()
    oracle = Oracle()
    for step in playout.taken:
        oracle.take(step)
    counts = counted(playout)
    assert count_record(playout.record()) == counts
    told = [{name: getattr(count, name) for name in NUMBERS} for count in counts]
    seats = range(len(counts))
    assert told == [{name: oracle.sums[seat, name] for name in NUMBERS} for seat in seats]


# --- in the store --------------------------------------------------------------------------------

PEOPLE = (ADA, BRUNO)


# --- at the table --------------------------------------------------------------------------------


async def test_a_match_is_counted_and_brings_badges(store: Store) -> None:
    """One hand: a falta envido with 33 points, accepted."""
    table = BotTable(store)
    await won(table, ADA, BRUNO)
    (mine,), (theirs,) = [
        await store.read(profile_queries.statistics_of, person) for person in (ADA, BRUNO)
    ]
    assert (mine.matches, mine.hands, mine.envidos_called, mine.envidos_won) == (1, 1, 1, 1)
    assert (theirs.hands, theirs.envidos_called, theirs.envidos_won) == (1, 0, 0)
    badges = {badge.badge for badge in await store.read(profile_queries.badges_of, ADA)}
    assert badges == {"first_win", "thirty_three", "falta", "capote"}
    assert await store.read(profile_queries.badges_of, BRUNO) == ()
    told = await screen(table)
    assert "result.badges" in [line.id for line in told.lines]


async def test_with_velo_no_count_tells_of_cards_that_stay_secret(store: Store) -> None:
    """Results and ratings count as always, bluffs do not, and no hand brings a badge."""
    table = BotTable(store, vault=Vault(b"k" * 32))
    await table.open(ADA, target="12")
    await table.join(BRUNO)
    await table.choose(ADA, velo="si")
    await table.start(ADA)
    mano = 1 - (await table.info()).first_dealer
    await table.do(PEOPLE[mano], "faltaenvido")
    await table.do(PEOPLE[1 - mano], "quiero")
    results = (await store.read(result_queries.brought_by, table.match)).results
    told = [read_count(result.counts) for result in results]
    assert sum(count.envidos_won for count in told) == 1
    assert [(count.hands, count.badges) for count in told] == [(1, ())] * 2
    badges = [
        badge.badge
        for person in PEOPLE
        for badge in await store.read(profile_queries.badges_of, person)
    ]
    assert badges == ["first_win"]
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert list(problems_of_counts(await table.info(), results, text)) == []


def test_with_velo_nobody_has_bluffed() -> None:
    cards = "hand dealer 1\ndeal 0 4o 4c 4b\ndeal 1 1e 1b 7e\n"
    head, steps = "record 1\nvariant argentino\nplayers 2\n", "0 truco\n1 noquiero\n"
    (one, _), (other, _) = [
        count_record(head + velo + cards + steps) for velo in ("", "proof velo\n")
    ]
    assert (one.trucos_called, one.bluffs, one.badges) == (1, 1, ("bluff",))
    assert other == replace(one, bluffs=0, badges=())


async def a_hand(table: BotTable, **options: str) -> None:
    """A match of two with a hand in which Bruno holds the better cards, and his turn comes."""
    await table.dealt(
        "4c 5b 12o", "1e 7e 4o", dealer=1, people=(ADA, BRUNO), target="12", **options
    )
    await table.do(ADA, "truco")
    await table.do(BRUNO, "quiero")
    await table.do(ADA, "play 4c")


async def next_hand(table: BotTable, number: int, *people: PersonId) -> None:
    """These people go to the deck, robots and time do the rest, until this hand is dealt."""
    while (await table.view(None)).number < number:
        awaited = (await table.view(None)).awaited
        seats = [seat for seat, person in enumerate(PEOPLE) if person in people]
        if mine := [seat for seat in seats if seat in awaited]:
            await table.do(PEOPLE[mine[0]], "mazo")
        else:
            await table.next_deadline()


async def won_by(table: BotTable, person: PersonId) -> None:
    """The other one leaves, and the match ends."""
    other = ADA if person == BRUNO else BRUNO
    await table.ask(Leave, other)
    assert isinstance(await table.ask(ProposeEnd, person), Accepted)


async def hands_by_record(table: BotTable) -> list[int]:
    """The hands of each, as the record tells them; stored results say the same."""
    text = record_text(await table.store.read(match_queries.whole_log, table.match))
    results = (await table.store.read(result_queries.brought_by, table.match)).results
    assert list(problems_of_counts(await table.info(), results, text)) == []
    for result in results:
        kept = await table.store.read(people_queries.kept_of, result.person)
        assert list(problems_of_person(result.person, kept)) == []
    return [count.hands for count in count_record(text)]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_hand_that_somebody_leaves_counts_for_the_others_alone(
    store: Store, restarted: bool
) -> None:
    """The robot that plays on brings the leaver no hand, no truco and no badge. Who comes back has
    the hands after it."""
    table = BotTable(store, vault=Vault(b"k" * 32))
    await table.seated(ADA, BRUNO, target="12")
    await table.ask(Leave, BRUNO)
    if restarted:
        table.restart()
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert [line for line in text.splitlines() if line.startswith("#")] == ["# robot 1"]
    await next_hand(table, 2, ADA)
    assert isinstance(await table.join(BRUNO), Accepted)
    await next_hand(table, 4, ADA, BRUNO)
    await won_by(table, BRUNO)
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert text.count("# robot 1") == 1
    assert {check(text) for check in VERIFIERS.values()} == {None}
    assert await hands_by_record(table) == [3, 1]
    (theirs,) = await store.read(profile_queries.statistics_of, BRUNO)
    assert (theirs.trucos_accepted, theirs.hands) == (0, 1)


async def test_a_turn_that_a_robot_took_ends_the_persons_hand(store: Store) -> None:
    """The next hand is theirs again."""
    table = BotTable(store)
    await a_hand(table)
    while 1 in (await table.view(BRUNO)).awaited:
        await table.next_deadline()
    assert not (await table.info()).seats[1].away
    await next_hand(table, 3, ADA, BRUNO)
    await won_by(table, BRUNO)
    assert await hands_by_record(table) == [2, 1]


async def test_a_leaver_gets_no_badge_for_what_the_robot_does(store: Store) -> None:
    """Bruno holds the ace of swords and the 7: his robot would win with them."""
    table = BotTable(store)
    await a_hand(table)
    await table.ask(Leave, BRUNO)
    await next_hand(table, 2, ADA)
    await won_by(table, ADA)
    assert await hands_by_record(table) == [1, 0]
    assert await store.read(profile_queries.statistics_of, BRUNO) == ()
    assert await store.read(profile_queries.badges_of, BRUNO) == ()


async def test_hands_that_a_robot_plays_are_not_the_persons(store: Store) -> None:
    table = BotTable(store)
    await a_hand(table)
    await next_hand(table, 2, ADA, BRUNO)
    await table.ask(Leave, BRUNO)
    await next_hand(table, 4, ADA)
    await won_by(table, ADA)
    (mine,), (theirs,) = [
        await store.read(profile_queries.statistics_of, person) for person in (ADA, BRUNO)
    ]
    assert (mine.hands, theirs.hands) == (3, 1)
    assert (mine.matches, theirs.matches) == (1, 0)  # who leaves finishes nothing


async def test_a_match_without_a_whole_hand_brings_nobody_anything(store: Store) -> None:
    """Both leave at once. Who left last has won, but has played nothing."""
    table = BotTable(store)
    await table.open(ADA)
    await table.join(BRUNO)
    await table.start(ADA)
    for person in (BRUNO, ADA):
        await table.ask(Leave, person)
    results = (await store.read(result_queries.brought_by, table.match)).results
    assert {result.person: result.won for result in results} == {ADA: True, BRUNO: False}
    for person in PEOPLE:
        assert await store.read(profile_queries.statistics_of, person) == ()
        assert await store.read(profile_queries.badges_of, person) == ()


@pytest.fixture(scope="module")
def played(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a match, to be copied."""
    file = tmp_path_factory.mktemp("played") / "truco.db"
    shutil.copy(empty_database, file)

    async def play() -> None:
        store = await Store.open(f"sqlite:///{file}")
        await won(BotTable(store), ADA, BRUNO)
        await store.close()
        assert await database.check(f"sqlite:///{file}") == ()

    asyncio.run(play())
    return file


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE statistics SET flores = 1", "The statistics of discord:1"),
        ("DELETE FROM statistics WHERE person = 'discord:1'", "The statistics of discord:1"),
        ("DELETE FROM badges WHERE badge = 'falta'", "The badges of discord:1"),
        ("INSERT INTO badges VALUES ('discord:1', 'zap', 'm', 1)", "The badges of discord:1"),
        ("UPDATE results SET counts = replace(counts, '[1,1', '[1,2')", "What discord:1 did in"),
        ("UPDATE results SET counts = replace(counts, '\"capote\",', '')", "What discord:1 did in"),
    ],
)
async def test_a_check_finds_what_nobody_did(
    played: Path, tmp_path: Path, damage: str, said: str
) -> None:
    file = tmp_path / "truco.db"
    shutil.copy(played, file)
    execute(file, damage)
    problems = await database.check(f"sqlite:///{file}")
    assert any(problem.startswith(said) for problem in problems)


async def test_badges_by_older_rules_are_kept_and_not_checked(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A badge that no rule gives any more, and one that was not given then. Numbers must be right
    all the same."""
    file = tmp_path / "truco.db"
    shutil.copy(played, file)
    execute(
        file,
        "UPDATE results SET counts = replace(counts, '\"capote\"', '\"gone\"')",
        "DELETE FROM badges WHERE badge = 'capote'",
    )
    assert len(await database.check(f"sqlite:///{file}")) == 2
    monkeypatch.setattr(recounting, "RULES", badges.RULES + 1)
    assert await database.check(f"sqlite:///{file}") == ()
    execute(file, "UPDATE results SET counts = replace(counts, '[1,1', '[1,2')")
    assert len(await database.check(f"sqlite:///{file}")) == 2


def test_a_count_without_a_version_is_by_the_first_rules() -> None:
    assert read_count('[1,0,0,0,0,0,0,0,0,["zap"]]').rules == 1
    count = replace(none(1)[0], badges=("zap",), rules=badges.RULES + 1)
    assert read_count(written([count], 0, left=True)) == replace(count, left=True)
