"""Nobody is sent what their seat may not know, and the check itself can fail.

A match is played at random and watched by one seat (or by the public). Every hand of it is dealt
again with cards that this seat cannot tell apart from the true ones (:mod:`tests.redeal`); the same
steps are taken again, and everything that is sent to the seat is compared byte for byte: views,
disclosed events, buttons that others can see, its own buttons, the screens of the bot, the reasons
for which its steps are refused.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

import bot.screens
import engine.events
import engine.legal
import engine.table
import engine.view
import tests.strategies
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import MatchInfo, Seat, Status
from engine.actions import CARD_VERBS, Action, AnyAction, Deal, Legal
from engine.apply import Step, apply, new_match
from engine.cards import Card
from engine.errors import IllegalAction, Reason
from engine.events import AnyEvent
from engine.facts import HOLDS, Fact
from engine.legal import needs
from engine.state import Play, State
from engine.table import Table, table_for
from engine.view import PUBLIC, SeatView
from tests.conversation import cards
from tests.redeal import in_the_open, redeal, retake
from tests.strategies import OPTIONS, Playout, Taken, random_start, seeds, starts, universe_of

LENGTH = 60
"""Steps of a watched match."""

Sent = Callable[[State, Sequence[AnyEvent], int], bytes]


class Leak(AssertionError):
    """Two deals that a seat could tell apart, or steps that are not legal in both."""


def from_the_engine(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """Everything that leaves the engine for a seat after a step."""
    return msgspec.json.encode(
        (
            engine.view.view(state, seat),
            [engine.events.disclosed(event, seat) for event in events],
            [engine.legal.public_actions(state, one) for one in range(state.table.players)],
            engine.legal.legal_actions(state, seat) if seat != PUBLIC else None,
            engine.legal.offered_actions(state, seat) if seat != PUBLIC else None,
            engine.legal.awaited(state),
            needs(state),
        )
    )


def from_the_bot(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """The table's screen, which the seat sees too, and its own."""
    info = info_of(state)
    screens = []
    for reader in {PUBLIC, seat}:
        told = [engine.events.disclosed(event, reader) for event in events]
        view = engine.view.view(state, reader)
        screens.append(bot.screens.build(info, view, "es", told))
    return msgspec.json.encode((screens, [bot.screens.as_text(screen) for screen in screens]))


def info_of(state: State) -> MatchInfo:
    """A table of people around a state."""
    table: Table = state.table
    seats = tuple(
        Seat(seat, PersonId(f"person{seat}"), f"Person {seat}") for seat in range(table.players)
    )
    return MatchInfo(
        match=MatchId("abcdefgh"),
        community=CommunityId("community"),
        place=PlaceId("place"),
        variant=table.rules.variant,
        options=table.rules.options,
        players=table.players,
        seats=seats,
        host=seats[0].person,
        turn_seconds=60,
        status=Status.OVER if needs(state) == "over" else Status.PLAYING,
        created=0.0,
    )


def refusals(state: State, seat: int) -> list[str]:
    """What the seat is told when it tries everything that words could say."""
    told = []
    for action in universe_of(state.table, seat):
        try:
            apply(state, action)
        except IllegalAction as error:
            told.append(f"{action} {error.reason} {error.parameters}")
    return told


def hands_of(taken: Sequence[Taken]) -> Iterator[list[Taken]]:
    """The steps of each hand, its deal first."""
    hand: list[Taken] = []
    for step in taken:
        if isinstance(step.action, Deal) and hand:
            yield hand
            hand = []
        hand.append(step)
    if hand:
        yield hand


def other_deals(taken: Sequence[Taken], seat: int, rng: Random) -> list[AnyAction]:
    """The match's steps over deals that the seat cannot tell from the true ones."""
    actions: list[AnyAction] = []
    for hand in hands_of(taken):
        deal, last = hand[0].action, hand[-1].after.hand
        assert isinstance(deal, Deal)
        assert last is not None
        seen = in_the_open(
            (step.action for step in hand), (event for step in hand for event in step.events)
        )
        dealt = redeal(deal.hands, seat, seen, last.facts, rng) or deal.hands
        actions += retake(hand, dealt, seat, rng)
    return actions


def watch(playout: Playout, seat: int, rng: Random, sent: Sent) -> bool:
    """Raise :class:`Leak` when the seat can tell another deal of the match from the true one.

    Returns whether any card was dealt differently.
    """
    state = playout.start
    others = other_deals(playout.taken, seat, rng)
    for taken, action in zip(playout.taken, others, strict=True):
        try:
            step = apply(state, action)
        except IllegalAction as error:
            raise Leak(f"{action} is not legal over other cards: {error.reason}") from error
        true, other = sent(taken.after, taken.events, seat), sent(step.state, step.events, seat)
        if true != other:
            raise Leak(f"seat {seat} can tell after {action}:\n{true!r}\n{other!r}")
        state = step.state
    if seat != PUBLIC and refusals(playout.state, seat) != refusals(state, seat):
        raise Leak(f"seat {seat} is refused for other reasons")
    return others != [taken.action for taken in playout.taken]


def watch_random(
    start: State, seed: int, sent: Sent = from_the_engine, length: int = LENGTH
) -> bool:
    """Play, choose who watches, and watch."""
    playout = Playout(start, seed)
    rng = Random(seed)
    playout.play(rng.randrange(2, length))
    seat = rng.randrange(PUBLIC, start.table.players)
    try:
        return watch(playout, seat, rng, sent)
    except Leak as error:
        error.add_note(f"watched by {seat}:\n{playout.record()}")
        raise


@given(starts(), seeds)
def test_nobody_can_tell_deals_apart(start: State, seed: int) -> None:
    watch_random(start, seed)


@given(starts(flor="con"), seeds)
def test_nobody_can_tell_deals_apart_with_flor(start: State, seed: int) -> None:
    watch_random(start, seed)


@pytest.mark.parametrize("flor", ["sin", "con"])
def test_nobody_can_tell_deals_apart_where_much_is_remembered(flor: str) -> None:
    """Match after match at the same few tables, all the other options by default."""
    defaults = {name: values[0] for name, values in OPTIONS.items()} | {"flor": flor}
    for seed in range(60):
        watch_random(random_start(seed, defaults), seed)


@settings(max_examples=60)
@given(starts(), seeds)
def test_no_screen_tells_deals_apart(start: State, seed: int) -> None:
    watch_random(start, seed, from_the_bot, 30)


def test_other_deals_are_other_deals() -> None:
    """The sampler does deal differently, and leaves alone what it has to."""
    different = sum(watch_random(random_start(seed), seed) for seed in range(40))
    assert different > 35
    for seed in range(40):
        playout = Playout(random_start(seed), seed).play(12)
        seat = seed % playout.start.table.players
        first = next(hands_of(playout.taken))
        (deal, *_) = other_deals(first, seat, Random(seed))
        true = first[0].action
        assert isinstance(deal, Deal)
        assert isinstance(true, Deal)
        assert deal.hands[seat] == true.hands[seat]


# --- planted leaks: each must be caught ----------------------------------------------------------


@pytest.fixture(autouse=True)
def fresh_tables() -> Iterator[None]:
    """Tables remember what is the same every time; what is planted must not stay with them."""
    engine.table._table.cache_clear()
    yield
    engine.table._table.cache_clear()


ATTEMPTS = 600
"""Random matches in which a planted leak has to show."""


def caught(sent: Sent = from_the_engine, **fixed: str) -> str:
    """The message of the leak found first, at tables with these options."""
    for seed in range(ATTEMPTS):
        try:
            watch_random(random_start(seed, fixed), seed, sent)
        except Leak as leak:
            return str(leak)
    pytest.fail(f"not caught in {ATTEMPTS} matches")


def test_nothing_is_caught_without_a_leak() -> None:
    """The same matches, as they are: what is caught below is what was planted."""
    for seed in range(50):
        watch_random(random_start(seed), seed)


def test_catches_a_card_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events go out as they are: covered cards and whole deals with them."""
    monkeypatch.setattr(engine.events, "disclosed", lambda event, seat: event)
    assert "can tell" in caught()


def test_catches_a_covered_card_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the card face down is not blanked."""
    blank = engine.events.disclosed

    def careless(event: AnyEvent, seat: int) -> AnyEvent:
        return event if isinstance(event, engine.events.Laid) else blank(event, seat)

    monkeypatch.setattr(engine.events, "disclosed", careless)
    assert "'cover'" in caught()


def test_catches_a_covered_card_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(play: Play, seat: int) -> Play:
        return play

    monkeypatch.setattr(engine.view, "_seen_play", careless)
    assert "'cover'" in caught()


def plant(monkeypatch: pytest.MonkeyPatch, change: Callable[[State, SeatView], SeatView]) -> None:
    true = engine.view.view

    def leaky(state: State, seat: int, *rest: Any) -> SeatView:
        return change(state, true(state, seat, *rest))

    monkeypatch.setattr(engine.view, "view", leaky)


def test_catches_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many cards of a suit everybody still holds, where there should be how many cards."""

    def swords(cards: tuple[Card, ...]) -> int:
        return sum(card < 10 for card in cards)

    def change(state: State, view: SeatView) -> SeatView:
        held = state.hand.cards if state.hand is not None else ()
        return replace(view, counts=tuple(swords(cards) for cards in held))

    plant(monkeypatch, change)
    assert "can tell" in caught()


def test_catches_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's cards are counted right, but seats with a flor come first."""

    def change(state: State, view: SeatView) -> SeatView:
        if state.hand is None:
            return view
        dealt, flor = state.hand.dealt, state.table.has_flor
        return replace(view, awaited=tuple(sorted(view.awaited, key=lambda s: not flor(dealt[s]))))

    plant(monkeypatch, change)
    assert "can tell" in caught(flor="con")


def own_half(state: State, seat: int) -> tuple[Legal, ...]:
    """The buttons of a seat by what it alone knows."""
    legal = engine.legal.legal_actions(state, seat)
    return tuple(action for action in legal if action.verb not in CARD_VERBS)


@pytest.mark.parametrize("sent", [from_the_engine, from_the_bot])
def test_catches_a_button_that_depends_on_a_flor(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing *Quiero* would tell the channel that somebody holds a flor."""
    monkeypatch.setattr(engine.view, "public_actions", own_half)
    assert "can tell" in caught(sent, flor="con")


def test_catches_a_reason_that_depends_on_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that knows what another holds."""
    true = engine.legal.refusal

    def careless(state: State, action: Action) -> Reason:
        assert state.hand is not None
        others = (c for seat, c in enumerate(state.hand.dealt) if seat != action.seat)
        rich = any(state.table.has_flor(cards) for cards in others)
        return Reason.FLOR_FIRST if rich else true(state, action)

    monkeypatch.setattr(engine.legal, "refusal", careless)
    assert "other reasons" in caught(flor="con")


def forget(monkeypatch: pytest.MonkeyPatch, which: Callable[[Fact], bool]) -> None:
    """The engine puts down no fact of this kind."""
    true = apply

    def forgetful(state: State, action: AnyAction) -> Step:
        step = true(state, action)
        hand = step.state.hand
        assert hand is not None
        known = tuple(fact for fact in hand.facts if not which(fact))
        return Step(replace(step.state, hand=replace(hand, facts=known)), step.events)

    monkeypatch.setattr(tests.strategies, "apply", forgetful)
    monkeypatch.setattr(sys.modules[__name__], "apply", forgetful)


@pytest.mark.parametrize(
    ("article", "fixed"),
    [
        ("envido.no_flor", {"flor": "con", "flor_call": "claim"}),
        ("envido.declared", {}),
        ("envido.wrong", {"declare": "manual"}),
        ("flor.partners", {"flor": "con"}),
        ("flor.asked", {"flor": "con"}),
        ("flor.alone", {"flor": "con"}),
        ("flor.accepted", {"flor": "con"}),
        ("flor.automatic", {"flor": "con", "flor_call": "auto"}),
        ("flor.claim", {"flor": "con", "flor_call": "claim"}),
        ("leave.early_flor", {"flor": "con", "flor_call": "claim"}),
    ],
)
def test_catches_a_forgotten_fact(
    article: str, fixed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any one kind of fact the sampler deals what the steps or the view contradict."""
    forget(monkeypatch, lambda fact: fact.article == article)
    assert caught(from_the_engine, **fixed)


def test_catches_what_showing_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice between equal proofs tells which card is not there (AR-MOS-01)."""

    def proof_of_27() -> Playout:
        """Seat 0 wins with 7e and a figure; 11e is turned up, so 10e is not there."""
        playout = Playout(new_match(table_for("argentino", 2)), 0)
        for step in (
            Deal(1, (cards("7e 12e 11e"), cards("4o 5b 6c"))),
            Action(0, "envido"),
            Action(1, "quiero"),
            Action(0, "mazo"),
        ):
            playout.take(step)
        return playout

    def watch_often(playout: Playout) -> None:
        for seed in range(200):
            watch(playout, 1, Random(seed), from_the_engine)

    watch_often(proof_of_27())
    forget(monkeypatch, lambda fact: fact.kind == HOLDS and fact.negated)
    told = proof_of_27()
    with pytest.raises(Leak, match="can tell"):
        watch_often(told)
