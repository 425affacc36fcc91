"""Paulista and mineiro: nobody is sent what their seat may not know, and the check can fail.

A match is played at random and watched by one seat, or by the public. Each hand is dealt again with
cards that the watcher cannot tell apart from the true ones (:mod:`tests.brazil.redeal`); the same
steps must be legal again, and what is sent to the watcher must be the same, byte for byte. Cards
face down, partners' cards seen before a special hand, hands played blind, the pair that is shown.
"""

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
import engine.special
import engine.view
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import MatchInfo, Seat, Status
from engine.actions import COVER, MOSTRAR, PLACE, Action, AnyAction, Deal
from engine.apply import apply
from engine.cards import FRENCH
from engine.draft import Draft
from engine.errors import IllegalAction
from engine.events import AnyEvent, Dealt
from engine.facts import ABOVE
from engine.legal import needs
from engine.notation import read_step
from engine.state import FERRO, SPECIAL, Play, State
from engine.view import PUBLIC, SeatView
from tests.brazil.playouts import Playout, Taken, seeds, start_from, starts, universe
from tests.brazil.redeal import redeal, retake

LENGTH = 60
"""Steps of a watched match."""


class Leak(AssertionError):
    """Two deals that a seat could tell apart, or steps that are not legal in both."""


Sent = Callable[[State, Sequence[AnyEvent], int], bytes]


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
    for reader in (PUBLIC, seat):
        told = [engine.events.disclosed(event, reader) for event in events]
        view = engine.view.view(state, reader)
        screens.append(bot.screens.build(info, view, "pt_BR", told))
    return msgspec.json.encode((screens, [bot.screens.as_text(screen) for screen in screens]))


def info_of(state: State) -> MatchInfo:
    """A table of people around a state."""
    table = state.table
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
    named = [f"play {FRENCH.write(card)}" for card in range(40)]
    said = [read_step(state, seat, words) for words in named]
    for action in [*universe(state.table), *said]:
        if action.seat == seat:
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
    yield hand


def other_deals(taken: Sequence[Taken], seat: int, rng: Random) -> list[AnyAction]:
    """The match's steps over deals that the seat cannot tell from the true ones."""
    actions: list[AnyAction] = []
    for hand in hands_of(taken):
        actions += retake(hand, redeal(hand, seat, rng), seat, rng)
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


@given(starts(ferro="blind", target="12", all_tied="none"), seeds)
def test_nobody_can_tell_blind_hands_apart(start: State, seed: int) -> None:
    """PA-FER-02, ``blind``: nor a seat its own cards."""
    watch_random(replace(start, score=(11, 11)), seed)


@given(starts(target="12"), seeds)
def test_nobody_can_tell_special_hands_apart(start: State, seed: int) -> None:
    """PA-ONZ-02, MI-DEZ-02: partners have looked, the others may have."""
    watch_random(replace(start, score=(11, seed % 10)), seed)


@given(starts(show_after_tie="highest", truco_must_beat="off"), seeds)
def test_nobody_can_tell_hands_of_highest_cards_apart(start: State, seed: int) -> None:
    """MI-TRI-04: whoever lays his highest card says something of the one he keeps."""
    watch_random(start, seed)


@settings(max_examples=40)
@given(starts(), seeds)
def test_no_screen_tells_deals_apart(start: State, seed: int) -> None:
    watch_random(start, seed, from_the_bot, 25)


@settings(max_examples=30)
@given(starts(ferro="blind", target="12"), seeds)
def test_no_screen_tells_blind_hands_apart(start: State, seed: int) -> None:
    watch_random(replace(start, score=(11, 11)), seed, from_the_bot, 25)


def test_other_deals_are_other_deals() -> None:
    """The sampler does deal differently, leaves alone what it has to, and meets every case."""
    different = 0
    met: set[int | str] = set()
    for seed in range(150):
        playout = Playout(start_from(seed), seed).play(30)
        seat = seed % playout.start.table.players
        true = [step.action for step in playout.taken]
        others = other_deals(playout.taken, seat, Random(seed))
        different += true != others
        for step, other in zip(playout.taken, others, strict=True):
            hand = step.after.hand
            assert hand is not None
            met.add(hand.position.special)
            if isinstance(step.action, Action):
                met.add(step.action.verb)
            blind = [one for one in step.events if isinstance(one, Dealt) and one.blind]
            if isinstance(step.action, Deal) and not blind:
                assert isinstance(other, Deal)
                assert other.hands[seat] == step.action.hands[seat]
            assert not isinstance(other, Deal) or other.turned == hand.turned
    assert different > 135
    assert {SPECIAL, FERRO, PLACE, COVER, MOSTRAR, "joga"} <= met


# --- planted leaks: each must be caught ----------------------------------------------------------

ATTEMPTS = 400
"""Random matches in which a planted leak has to show."""


def caught(**fixed: str) -> str:
    """The message of the leak found first, at tables with these options."""
    for seed in range(ATTEMPTS):
        try:
            watch_random(start_from(seed, fixed=fixed), seed)
        except Leak as leak:
            return str(leak)
    pytest.fail(f"not caught in {ATTEMPTS} matches")


def plant(monkeypatch: pytest.MonkeyPatch, change: Callable[[State, SeatView], SeatView]) -> None:
    true = engine.view.view

    def leaky(state: State, seat: int, *rest: Any) -> SeatView:
        return change(state, true(state, seat, *rest))

    monkeypatch.setattr(engine.view, "view", leaky)


def test_catches_a_covered_card_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = engine.events.disclosed

    def careless(event: AnyEvent, seat: int) -> AnyEvent:
        return event if isinstance(event, engine.events.Laid) else blank(event, seat)

    monkeypatch.setattr(engine.events, "disclosed", careless)
    assert "'cover'" in caught(ferro="own")


def test_catches_a_covered_card_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(play: Play, seat: int) -> Play:
        return play

    monkeypatch.setattr(engine.view, "_seen_play", careless)
    assert "'cover'" in caught()


def test_catches_own_cards_of_a_blind_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.view, "_own", lambda cards, blind: cards)
    assert "can tell" in caught(ferro="blind")


def test_catches_own_cards_of_a_blind_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = engine.events.disclosed

    def careless(event: AnyEvent, seat: int) -> AnyEvent:
        return blank(replace(event, blind=False) if isinstance(event, Dealt) else event, seat)

    monkeypatch.setattr(engine.events, "disclosed", careless)
    assert "can tell" in caught(ferro="blind")


def test_catches_partners_cards_sent_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts go to the seats that know them, and to nobody else."""
    monkeypatch.setattr(engine.view, "_knows", lambda fact, seat: True)
    assert "can tell" in caught(special_peek="both")


def test_catches_a_button_for_the_unbeatable_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """PA-ONZ-07: the channel's buttons do not tell whether somebody holds zap and copas."""
    true = engine.legal.public_actions

    def own_half(state: State, seat: int) -> Any:
        mine = {one.verb for one in engine.legal.legal_actions(state, seat)}
        return tuple(one for one in true(state, seat) if one.verb in mine)

    monkeypatch.setattr(engine.legal, "public_actions", own_half)
    assert "can tell" in caught(claim_unbeatable="on")


@pytest.mark.parametrize("article", ["special.peek", "ferro.peek"])
def test_catches_a_forgotten_look(article: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Partners are shown cards that no fact holds: they could tell another deal."""
    peeked = engine.special.peeked
    plain = engine.view.view
    monkeypatch.setattr(
        engine.special,
        "peeked",
        lambda *given: tuple(one for one in peeked(*given) if one.article != article),
    )

    def told(state: State, seat: int, *rest: Any) -> SeatView:
        view = plain(state, seat, *rest)
        hand = state.hand
        if hand is None:
            return view
        facts = peeked(state.table, hand.start, hand.dealt)
        mine = tuple(one for one in facts if seat >= 0 and one.known_to >> seat & 1)
        return replace(view, facts=(*view.facts, *mine))

    monkeypatch.setattr(engine.view, "view", told)
    assert "can tell" in caught(ferro="peek", special_peek="both")


def test_catches_a_forgotten_highest_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """MI-TRI-04: the card kept is not above the one laid."""
    learn = Draft.learn

    def forgetful(self: Draft, kind: str, *rest: Any, **more: Any) -> None:
        if kind != ABOVE:
            learn(self, kind, *rest, **more)

    monkeypatch.setattr(Draft, "learn", forgetful)
    assert "not legal" in caught(show_after_tie="highest", truco_must_beat="off")


def test_catches_a_forgotten_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown is learnt; here the sampler is not told of it."""
    monkeypatch.setattr("tests.brazil.redeal.Shown", type(None))
    learn = Draft.learn

    def forgetful(self: Draft, kind: str, seat: int, why: str, *rest: Any, **more: Any) -> None:
        if why != "special.unbeatable":
            learn(self, kind, seat, why, *rest, **more)

    monkeypatch.setattr(Draft, "learn", forgetful)
    assert caught(claim_unbeatable="on")
