"""What holds for every match of every game, over every option, for every number of seats."""

import pytest
from hypothesis import given

from engine.actions import CARD_VERBS, FLOR, NO_ARGUMENT, Action, Close, Deal, End, Range
from engine.apply import apply
from engine.errors import EngineError, IllegalAction, Reason
from engine.events import Annulled, Called, Checked, GameEnded, HandEnded, MatchEnded, Scored
from engine.guard.legal import (
    awaited,
    is_trap,
    legal_actions,
    needs,
    offered_actions,
    public_actions,
    takes_choice,
)
from engine.record.codec import decode, encode
from engine.record.notation import (
    parse_action,
    parse_legal,
    parse_record,
    read_step,
    write_action,
    write_record,
)
from engine.record.notation.words import ARGUMENTS, NOTHING
from engine.record.replay import replay
from engine.state.state import CALLED, State
from tests.examples import examples
from tests.narrow import of_kind, present
from tests.needs import steps_of_game
from tests.strategies import GAMES, Playout, concrete, seeds, start_from, universe

games = pytest.mark.parametrize("game", GAMES)


@games
@examples(20)
@given(seed=seeds)
def test_random_matches_end(game: str, seed: int) -> None:
    """Somebody wins, with just as many games as needed; then nothing is legal any more."""
    playout = Playout(start_from(seed, game), seed).play()
    state = playout.state
    assert needs(state) == "over", playout.record()
    to_win = state.table.rules.match.games_to_win
    assert state.games[state.winner] == to_win
    assert all(
        games < to_win for account, games in enumerate(state.games) if account != state.winner
    )
    events = playout.taken[-1].events
    assert of_kind(MatchEnded, events[-1]).account == state.winner
    for seat in range(state.table.players):
        assert legal_actions(state, seat) == ()
        assert public_actions(state, seat) == ()
    for action in (Close(), End("agreed"), playout.taken[0].action, Action(0, "truco")):
        with pytest.raises(IllegalAction) as caught:
            apply(state, action)
        assert caught.value.reason == Reason.MATCH_OVER


def accounts_paid(state: State, side: int) -> tuple[int, ...]:
    """The accounts a side's points go to: its own; in gallo por turno its players' (TR-GAL-03)."""
    if len(state.score) == 2:
        return (side,)
    dealer = state.dealer
    return (dealer,) if side == 0 else tuple(seat for seat in range(3) if seat != dealer)


def drops(state: State) -> bool:
    """TR-MAT-03, ``achicar=drop``: coming into buenas costs what is left over."""
    return dict(state.table.rules.options).get("achicar") == "drop"


@games
@examples(20)
@given(seed=seeds)
def test_points_are_never_lost(game: str, seed: int) -> None:
    """Score = start of the hand + what was won (cut at the target); games only grow."""
    playout = Playout(start_from(seed, game), seed)
    for taken in playout.steps():
        before, after, hand = taken.before, taken.after, taken.after.hand
        target = after.table.rules.match.target
        assert hand is not None
        assert all(new >= old for new, old in zip(after.games, before.games, strict=True))
        won = [sum(entry.points for entry in hand.entries if entry.side == side) for side in (0, 1)]
        assert all(entry.points > 0 for entry in hand.entries)
        full = list(hand.start)
        for side in (0, 1):
            for account in accounts_paid(after, side):
                full[account] += won[side]
        ended = [event for event in taken.events if isinstance(event, HandEnded)]
        if not ended:
            assert after.games == before.games
            # Points lie in the plate until they are taken (TR-MAT-04), or are counted at once.
            if not drops(after):
                assert after.score in (tuple(full), hand.start, before.score)
            continue
        assert ended[0].points == tuple(won)
        games = [event for event in taken.events if isinstance(event, GameEnded)]
        for account, points in enumerate(ended[0].score):
            # Whoever is not home may have won more after the game was decided (AR-MAT-04).
            assert points <= full[account]
            if not games and not drops(after):
                assert points == full[account]
            elif after.table.rules.match.end != "more_points":
                assert points <= target
        if games:
            assert sum(after.games) > sum(before.games)
            assert after.winner >= 0 or not any(after.score)
        else:
            assert after.score == ended[0].score
            assert after.games == before.games


@games
@examples(15)
@given(seed=seeds)
def test_somebody_is_awaited_and_can_act(game: str, seed: int) -> None:
    """The table never waits for nobody, or for somebody who has nothing to choose.

    What is legal and never offered is marked; what a seat may say is among what everyone knows it
    may say, and that holds no card.
    """
    playout = Playout(start_from(seed, game), seed)
    for taken in playout.steps(150):
        state = taken.after
        seats = awaited(state)
        assert bool(seats) == (needs(state) == "seat"), playout.record()
        for seat in seats:
            assert offered_actions(state, seat), playout.record()
        for seat in state.table.seats:
            legal = legal_actions(state, seat)
            offered = offered_actions(state, seat)
            assert offered == tuple(action for action in legal if not is_trap(state, action))
            assert all(action.seat == seat for action in legal)
            assert len(set(legal)) == len(legal)
            public = public_actions(state, seat)
            words = {word for word in offered if ARGUMENTS.get(word.verb, "") != "card"}
            assert {word for word in words if word.verb not in CARD_VERBS} <= set(public), (
                playout.record()
            )
            assert not any(action.verb in CARD_VERBS for action in public)
            # That a flor would be none, only its own seat knows (TR-FLO-03); who waits for somebody
            # that may call blind is offered nothing (TR-COM-01).
            if not any(takes_choice(state, action) for action in public):
                assert {action.verb for action in public if is_trap(state, action)} <= {FLOR}


def check_reason(state: State, action: Action, reason: Reason) -> None:
    """What everyone knows comes first; only what everyone would allow is refused for own cards."""
    if not 0 <= action.seat < state.table.players:
        return
    if (ARGUMENTS.get(action.verb, NOTHING) == NOTHING) != (action.arg == NO_ARGUMENT):
        return  # nothing that words could say
    own = (Reason.FLOR_FIRST, Reason.NO_FLOR)
    if action in concrete(public_actions(state, action.seat)):
        assert reason in (*own, Reason.NO_SUCH_CARD)
    else:
        assert reason != Reason.FLOR_FIRST
        if reason == Reason.NO_FLOR:  # an answer to a flor, of somebody who has none to answer with
            assert present(state.hand).position.flor == CALLED


def check_universe(state: State) -> None:
    """Every legal action is accepted, every other step refused, and the state stays as it is."""
    kept = encode(state)
    legal: set[Action] = set()
    for seat in range(state.table.players):
        legal |= concrete(legal_actions(state, seat))
    tried = set()
    for action in universe(state.table):
        tried.add(action)
        if action in legal:
            after, events = apply(state, action)
            assert after != state
            assert events
        else:
            with pytest.raises(IllegalAction) as caught:
                apply(state, action)
            check_reason(state, action, caught.value.reason)
    assert legal <= tried, "a legal action that words cannot say"
    assert encode(state) == kept


@games
@examples(6)
@given(seed=seeds)
def test_legal_is_accepted_and_all_else_refused(game: str, seed: int) -> None:
    playout = Playout(start_from(seed, game), seed)
    length = playout.rng.randrange(1, 60)
    for number, taken in enumerate(playout.steps(length)):
        if number % 17 == 0 or number == length - 1:
            try:
                check_universe(taken.after)
            except (AssertionError, EngineError, pytest.fail.Exception) as error:
                error.add_note(playout.record())
                raise


@games
@examples(12)
@given(seed=seeds)
def test_table_steps_only_when_they_are_due(game: str, seed: int) -> None:
    """A deal in the middle of a hand, a close before the claims: refused, nothing changed."""
    playout = Playout(start_from(seed, game), seed)
    for taken in playout.steps(40):
        must = needs(taken.after)
        if must != "close":
            with pytest.raises(IllegalAction):
                apply(taken.after, Close())
        if must not in ("deal", "over"):
            deal = next(
                before.action for before in playout.taken if isinstance(before.action, Deal)
            )
            with pytest.raises(EngineError):
                apply(taken.after, deal)


@games
@examples(12)
@given(seed=seeds)
def test_bytes_round_trip(game: str, seed: int) -> None:
    """A snapshot at any step is the state, and the match goes on from it as from the state.

    No step changes the state it was taken from.
    """
    start = start_from(seed, game)
    assert decode(encode(start)) == start
    playout = Playout(start, seed)
    kept: list[tuple[State, bytes]] = []
    for taken in playout.steps(200):
        data = encode(taken.after)
        kept.append((taken.after, data))
        copy = decode(data)
        assert copy == taken.after
        assert encode(copy) == data
        again = apply(decode(encode(taken.before)), taken.action)
        assert again.state == taken.after
        assert again.events == taken.events
    for state, data in kept:
        assert encode(state) == data


@games
@examples(12)
@given(seed=seeds)
def test_words_round_trip(game: str, seed: int) -> None:
    """Every legal action of every seat, at every step, through its words."""
    playout = Playout(start_from(seed, game), seed)
    table = playout.start.table
    for taken in playout.steps(80):
        for seat in range(table.players):
            for action in legal_actions(taken.after, seat):
                words = write_action(table, action)
                assert parse_legal(table, seat, words) == action
                if not isinstance(action, Range):
                    assert parse_action(table, seat, words) == action
                    assert read_step(taken.after, seat, words) == action


@games
@examples(20)
@given(seed=seeds)
def test_the_record_is_the_match(game: str, seed: int) -> None:
    """Replaying the record gives the same states, points, score and games."""
    playout = Playout(start_from(seed, game), seed).play()
    text = playout.record()
    record = parse_record(text)
    again = parse_record(write_record(record))
    assert (again.header, again.statements) == (record.header, record.statements)
    assert [line for line in write_record(record).splitlines() if line] == text.splitlines()
    played = replay(record)
    assert played.error is None, f"{played.error}\n{text}"
    assert played.complete
    assert played.state == playout.state
    points = [
        event.points
        for taken in playout.taken
        for event in taken.events
        if isinstance(event, HandEnded)
    ]
    assert [hand.points for hand in played.hands] == points
    assert all(hand.finished for hand in played.hands)


@games
@examples(20)
@given(seed=seeds)
def test_the_record_of_a_match_that_goes_on(game: str, seed: int) -> None:
    """Cut anywhere, the record gives the state of that moment; ``end`` counts finished hands."""
    start = start_from(seed, game)
    playout = Playout(start, seed)
    playout.play(playout.rng.randrange(1, 50))
    state = playout.state
    played = replay(parse_record(playout.record()), close=False)
    assert played.error is None, f"{played.error}\n{playout.record()}"
    assert played.state == state
    if needs(state) in ("over", "close"):
        return
    ended = apply(state, End("agreed"))
    finished = [
        taken.after.score
        for taken in playout.taken
        if any(isinstance(event, HandEnded) for event in taken.events)
    ]
    assert ended.state.score == (finished[-1] if finished else start.score)
    assert ended.state.games == state.games
    assert needs(ended.state) == "over"
    assert isinstance(ended.events[-1], MatchEnded)


@games
def test_every_word_is_played(game: str) -> None:
    """Every word that some table of the game knows is said, every way to lay a card is used."""
    missing = set(steps_of_game(game))
    for seed in range(400):
        playout = Playout(start_from(seed, game), seed).play(200)
        for taken in playout.taken:
            if isinstance(taken.action, Action):
                missing.discard(taken.action.verb)
            missing -= {event.verb for event in taken.events if isinstance(event, Called)}
        if not missing:
            return
    pytest.fail(f"never played: {missing}")


@games
@examples(12)
@given(seed=seeds)
def test_every_reason_has_its_article(game: str, seed: int) -> None:
    """Points, what is checked or annulled, and facts: each reports a key that the game knows."""
    playout = Playout(start_from(seed, game), seed)
    known = {key for key, _ in playout.start.table.rules.articles}
    for taken in playout.steps():
        assert taken.after.hand is not None
        told = {
            event.article
            for event in taken.events
            if isinstance(event, Scored | Checked | Annulled)
        }
        told |= {fact.article for fact in taken.after.hand.facts}
        told |= {entry.article for entry in taken.after.hand.entries}
        assert told <= known, playout.record()
