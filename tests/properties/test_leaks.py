"""The secrecy property can fail: every leak planted here is caught by it."""

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import engine.events
import engine.guard.legal
import engine.moves.last_hands
import engine.seen.view
import engine.variants
import tests.strategies
import tests.watching
from engine.actions import CARD_VERBS, Action, AnyAction, Deal, Legal
from engine.apply import apply, new_match
from engine.cards import Card
from engine.errors import Reason
from engine.events import AnyEvent, Dealt
from engine.moves.draft import Draft
from engine.numbers import Seat, includes
from engine.seen.view import SeatView
from engine.state.facts import ABOVE, HOLDS, Fact
from engine.state.state import Play, State, Step
from engine.variants import table_for
from tests.conversation import cards, read
from tests.narrow import present
from tests.strategies import GAMES, Playout, start_from
from tests.watching import Leak, Sent, from_the_bot, from_the_engine, watch, watch_random

pytestmark = pytest.mark.dear

ATTEMPTS = 600
"""Random matches in which a planted leak has to show."""


@pytest.fixture(autouse=True)
def fresh_tables() -> Iterator[None]:
    """Tables remember what is the same every time; what is planted must not stay with them."""
    engine.variants._table.cache_clear()
    yield
    engine.variants._table.cache_clear()


def caught(
    game: str,
    sent: Sent = from_the_engine,
    worthwhile: Callable[[], bool] = lambda: True,
    attempts: int = ATTEMPTS,
    **fixed: str,
) -> str:
    """The message of the leak found first, at tables with these options."""
    for seed in range(attempts):
        try:
            watch_random(start_from(seed, game, fixed=fixed), seed, sent, worthwhile=worthwhile)
        except Leak as leak:
            return str(leak)
    pytest.fail(f"not caught in {attempts} matches")


def test_nothing_is_caught_without_a_leak() -> None:
    """The same matches, as they are: what is caught below is what was planted."""
    for seed in range(50):
        watch_random(start_from(seed), seed)


# --- cards on their way out -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_catches_a_card_in_an_event(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events go out as they are: covered cards and whole deals with them."""
    monkeypatch.setattr(engine.events, "disclosed", lambda event, seat: event)
    assert "can tell" in caught(game)


@pytest.mark.parametrize("game", ["argentino", "paulista", "mineiro"])
def test_catches_a_covered_card_in_an_event(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the card face down is not blanked."""
    blank = engine.events.disclosed

    def careless(event: AnyEvent, seat: int) -> AnyEvent:
        return event if isinstance(event, engine.events.Laid) else blank(event, seat)

    monkeypatch.setattr(engine.events, "disclosed", careless)
    assert "'cover'" in caught(game, ferro="own")


@pytest.mark.parametrize("game", ["argentino", "paulista", "mineiro"])
def test_catches_a_covered_card_in_the_view(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(play: Play, seat: Seat) -> Play:
        return play

    monkeypatch.setattr(engine.seen.view, "_seen_play", careless)
    assert "'cover'" in caught(game)


def test_catches_a_pile_in_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two cards of a pile, before its top is turned up and after (VE-PAR-02)."""
    blank = engine.events.disclosed

    def careless(event: AnyEvent, seat: int) -> AnyEvent:
        return event if isinstance(event, engine.events.Stacked) else blank(event, seat)

    monkeypatch.setattr(engine.events, "disclosed", careless)
    assert "'stack'" in caught("venezolano", first_parda="stacked")


def test_catches_a_pile_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies below a top that was turned up."""
    plain = engine.seen.view._seen_play

    def careless(play: Play, seat: Seat) -> Play:
        return play if play.trick == 2 else plain(play, seat)

    monkeypatch.setattr(engine.seen.view, "_seen_play", careless)
    assert "'stack'" in caught("venezolano", first_parda="stacked", cover_from="never")


def test_catches_own_cards_of_a_blind_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.seen.view, "_own", lambda cards, blind: cards)
    assert "can tell" in caught("paulista", ferro="blind")


def test_catches_own_cards_of_a_blind_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = engine.events.disclosed

    def careless(event: AnyEvent, seat: int) -> AnyEvent:
        return blank(replace(event, blind=False) if isinstance(event, Dealt) else event, seat)

    monkeypatch.setattr(engine.events, "disclosed", careless)
    assert "can tell" in caught("mineiro", ferro="blind")


def test_catches_partners_cards_sent_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Facts go to the seats that know them, and to nobody else."""
    monkeypatch.setattr(engine.seen.view, "_knows", lambda fact, seat: True)
    assert "can tell" in caught("paulista", special_peek="both")


# --- less than a card -----------------------------------------------------------------------------


def plant(monkeypatch: pytest.MonkeyPatch, change: Callable[[State, SeatView], SeatView]) -> None:
    true = engine.seen.view.view

    def leaky(state: State, seat: int, *rest: Any) -> SeatView:
        return change(state, true(state, seat, *rest))

    monkeypatch.setattr(engine.seen.view, "view", leaky)


@pytest.mark.parametrize("game", GAMES)
def test_catches_a_count(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many cards of a suit everybody still holds, where there should be how many cards."""

    def change(state: State, view: SeatView) -> SeatView:
        held = state.hand.cards if state.hand is not None else ()
        return replace(view, counts=tuple(sum(card < 10 for card in cards) for cards in held))

    plant(monkeypatch, change)
    assert "can tell" in caught(game)


def test_catches_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's cards are counted right, but seats with high cards come first."""

    def change(state: State, view: SeatView) -> SeatView:
        if state.hand is None:
            return view
        dealt = state.hand.dealt
        return replace(view, awaited=tuple(sorted(view.awaited, key=lambda s: -max(dealt[s]))))

    plant(monkeypatch, change)
    assert "can tell" in caught("argentino", flor="con")


def own_half(state: State, seat: int) -> tuple[Legal, ...]:
    """The buttons of a seat by what it alone knows."""
    legal = engine.guard.legal.legal_actions(state, seat)
    return tuple(action for action in legal if action.verb not in CARD_VERBS)


@pytest.mark.parametrize("sent", [from_the_engine, from_the_bot])
def test_catches_a_button_that_depends_on_a_flor(
    sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing *Quiero* would tell the channel that somebody holds a flor."""
    monkeypatch.setattr(engine.seen.view, "public_actions", own_half)
    assert "can tell" in caught("argentino", sent, flor="con")


def test_catches_a_button_for_the_unbeatable_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """PA-ONZ-07: the channel's buttons do not tell whether somebody holds zap and copas."""
    true = engine.guard.legal.public_actions

    def half(state: State, seat: int) -> tuple[Legal, ...]:
        mine = {action.verb for action in engine.guard.legal.legal_actions(state, seat)}
        return tuple(action for action in true(state, seat) if action.verb in mine)

    monkeypatch.setattr(engine.guard.legal, "public_actions", half)
    assert "can tell" in caught("paulista", claim_unbeatable="on")


def test_catches_a_reason_that_depends_on_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that knows what another holds."""
    true = engine.guard.legal.refusal

    def careless(state: State, action: Action) -> Reason:
        assert state.hand is not None
        others = (c for seat, c in enumerate(state.hand.dealt) if seat != action.seat)
        rich = any(len({card // 10 for card in cards}) == 1 for cards in others)
        return Reason.FLOR_FIRST if rich else true(state, action)

    monkeypatch.setattr(engine.guard.legal, "refusal", careless)
    assert "other reasons" in caught("argentino", flor="con")


# --- facts that were not put down -----------------------------------------------------------------


def forget(monkeypatch: pytest.MonkeyPatch, which: Callable[[Fact], bool]) -> set[Fact]:
    """The engine puts down no fact of this kind; what it would have put down goes to the answer."""
    true = apply
    forgotten: set[Fact] = set()

    def forgetful(state: State, action: AnyAction) -> Step:
        step = true(state, action)
        hand = present(step.state.hand)
        known = tuple(fact for fact in hand.facts if not which(fact))
        forgotten.update(fact for fact in hand.facts if which(fact))
        return Step(replace(step.state, hand=replace(hand, facts=known)), step.events)

    for module in (tests.strategies, tests.watching, sys.modules[__name__]):
        monkeypatch.setattr(module, "apply", forgetful)
    return forgotten


CON = {"flor": "con"}
FORGOTTEN: list[tuple[str, str, dict[str, str]]] = [
    ("argentino", "envido.no_flor", {**CON, "flor_call": "claim"}),
    ("argentino", "envido.declared", {}),
    ("argentino", "envido.wrong", {"declare": "manual"}),
    ("argentino", "flor.partners", CON),
    ("argentino", "flor.asked", CON),
    ("argentino", "flor.alone", CON),
    ("argentino", "flor.accepted", CON),
    ("argentino", "flor.automatic", {**CON, "flor_call": "auto"}),
    ("argentino", "flor.claim", {**CON, "flor_call": "claim"}),
    ("argentino", "leave.early_flor", {**CON, "flor_call": "claim"}),
    ("gauderio", "envido.declared", {}),
    ("gauderio", "flor.partners", CON),
    ("gauderio", "flor.asked", CON),
    ("gauderio", "flor.alone", CON),
    ("gauderio", "flor.accepted", CON),
    ("gauderio", "flor.automatic", {**CON, "flor_call": "auto"}),
    ("uruguayo", "envido.declared", {"envido_tie": "alternating"}),
    ("uruguayo", "envido.no_flor", {"flor_call": "claim"}),
    ("uruguayo", "flor.asked", {}),
    ("uruguayo", "flor.alone", {}),
    ("uruguayo", "flor.accepted", {}),
    ("uruguayo", "flor.automatic", {"flor_call": "auto"}),
    ("uruguayo", "flor.partners", {}),
    ("uruguayo", "flor.claim", {"flor_call": "claim"}),
    ("uruguayo", "envido.wrong", {"declare": "manual"}),
    ("uruguayo", "blind.flores", {"blind_calls": "on"}),
    ("venezolano", "envido.declared", {}),
    ("venezolano", "flor.said", {}),
    ("venezolano", "flor.ley", {"aley_bluff": "off"}),
    ("venezolano", "flor.asked", {}),
    ("venezolano", "flor.accepted", {}),
    ("venezolano", "flor.reservada", {}),
    ("venezolano", "tricks.pile", {"first_parda": "stacked"}),
    ("tradicional-18", "envido.declared", {"declare": "auto"}),
    ("tradicional-18", "envido.no_flor", {"flor_call": "claim"}),
    ("tradicional-18", "envido.wrong", {"declare": "manual"}),
    ("tradicional-18", "denounce", {"declare": "manual"}),
    ("tradicional-18", "flor.partners", {}),
    ("tradicional-18", "flor.asked", {}),
    ("tradicional-18", "flor.alone", {}),
    ("tradicional-18", "flor.accepted", {}),
    ("tradicional-18", "flor.automatic", {"flor_call": "auto"}),
    ("tradicional-18", "flor.claim", {"flor_call": "claim"}),
    ("tradicional-18", "flor.fault", {"flor_faults": "penalty"}),
    ("tradicional-18", "show", {"show": "auto"}),
    ("tradicional-18", "leave.early_flor", {}),
    ("tradicional-18", "blind.flores", {"blind_calls": "on"}),
]
"""Game, article of the fact, options: each game adds its own."""


@pytest.mark.parametrize(("game", "article", "fixed"), FORGOTTEN)
def test_catches_a_forgotten_fact(
    game: str, article: str, fixed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without any one kind of fact the sampler deals what the steps or the view contradict."""
    forgotten = forget(monkeypatch, lambda fact: fact.article == article)

    def worthwhile() -> bool:
        """A match in which nothing was forgotten is as it was: not watched."""
        was = bool(forgotten)
        forgotten.clear()
        return was

    assert caught(game, from_the_engine, worthwhile, 5 * ATTEMPTS, **fixed)


APART = {
    "show",
    "special.peek",
    "ferro.peek",
    "special.unbeatable",
    "tricks.highest",
    "flor.reservada_hand",
}
"""Facts that are forgotten in tests of their own."""

SEEN_ANYWAY = {("tradicional-18", "flor.resto")}
"""Facts that nobody misses: a contraflor al resto ends the hand and the flores are shown, so the
cards on the table say as much (in 3000 matches forgetting it was never noticed)."""


@pytest.mark.parametrize("game", GAMES)
def test_no_kind_of_fact_is_left_out(game: str) -> None:
    """Whatever is put down when it is played is forgotten above or below."""
    listed = {(name, article) for name, article, _ in FORGOTTEN} | SEEN_ANYWAY
    known = APART | {article for name, article in listed if name == game}
    for seed in range(40):
        for taken in Playout(start_from(seed, game), seed).steps(100):
            assert taken.after.hand is not None
            assert {fact.article for fact in taken.after.hand.facts} <= known


@pytest.mark.parametrize("article", ["special.peek", "ferro.peek"])
def test_catches_a_forgotten_look(article: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Partners are shown cards that no fact holds: they could tell another deal."""
    peeked = engine.moves.last_hands.peeked
    plain = engine.seen.view.view
    monkeypatch.setattr(
        engine.moves.last_hands,
        "peeked",
        lambda *given: tuple(fact for fact in peeked(*given) if fact.article != article),
    )

    def told(state: State, seat: int, *rest: Any) -> SeatView:
        view = plain(state, seat, *rest)
        hand = state.hand
        if hand is None:
            return view
        facts = peeked(state.table, hand.start, hand.dealt)
        mine = tuple(fact for fact in facts if seat >= 0 and includes(fact.known_to, seat))
        return replace(view, facts=(*view.facts, *mine))

    monkeypatch.setattr(engine.seen.view, "view", told)
    assert "can tell" in caught("mineiro", ferro="peek", special_peek="both")


def test_catches_a_forgotten_highest_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """MI-TRI-04: the card kept is not above the one laid."""
    learn = Draft.learn

    def forgetful(self: Draft, kind: str, *rest: Any, **more: Any) -> None:
        if kind != ABOVE:
            learn(self, kind, *rest, **more)

    monkeypatch.setattr(Draft, "learn", forgetful)
    assert "not legal" in caught("mineiro", show_after_tie="highest", truco_must_beat="off")


def test_catches_a_forgotten_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown is learnt; here the sampler is not told of it."""
    monkeypatch.setattr("tests.redeal.Shown", type(None))
    learn = Draft.learn

    def forgetful(self: Draft, kind: str, seat: Seat, why: str, *rest: Any, **more: Any) -> None:
        if why != "special.unbeatable":
            learn(self, kind, seat, why, *rest, **more)

    monkeypatch.setattr(Draft, "learn", forgetful)
    assert caught("paulista", claim_unbeatable="on")


def test_catches_what_showing_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice between equal proofs tells which card is not there (AR-MOS-01)."""

    def hand(names: str) -> tuple[Card, ...]:
        return cards(names)

    def proof_of_27() -> Playout:
        """Seat 0 wins with 7e and a figure; 11e is turned up, so 10e is not there."""
        playout = Playout(new_match(table_for("argentino", 2)), 0)
        for step in (
            Deal(1, (hand("7e 12e 11e"), hand("4o 5b 6c"))),
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


def test_catches_what_a_hand_won_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """VE-FLO-09: a hand that pays 1 was not won with a reservada, though one may hide the rest."""

    def declined() -> Playout:
        """Seat 0 declines the bet and wins the hand with the perico; is 6b his third, or 10o?"""
        playout = Playout(new_match(table_for("venezolano", 2)), 0)
        hands = (cards("11o 7b 6b"), cards("7c 6c 5c"))
        playout.take(Deal(1, hands, cards("4o")[0]))
        for step in ("0 flor", "1 florenvido", "0 achico", "0 play 11o", "1 play 5c"):
            playout.take(read(step))
        for step in ("0 play 7b", "1 play 6c"):
            playout.take(read(step))
        return playout

    def watch_often(playout: Playout) -> None:
        for seed in range(100):
            watch(playout, 1, Random(seed), from_the_engine)

    watch_often(declined())
    forgotten = forget(monkeypatch, lambda fact: fact.article == "flor.reservada_hand")
    told = declined()
    assert forgotten
    with pytest.raises(Leak, match="can tell"):
        watch_often(told)
