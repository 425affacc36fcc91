"""Duplicate matches: every hand at 0 to 0, every point counts, so many hands (docs/spec/README.md,
DU-01 to DU-04)."""

from random import Random

import pytest

from engine import robots
from engine.actions import DRAWN, NO_QUIERO, QUIERO, Action, AnyAction, Close, Range
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.errors import BadRecord, BadRules
from engine.events import GameEnded, HandEnded, MatchEnded
from engine.guard.legal import awaited, needs, offered_actions
from engine.numbers import NO_ACCOUNT, NOBODY, Seat
from engine.record.codec import decode, encode
from engine.record.notation import header_of, parse_record, write_header, write_result, write_step
from engine.record.replay import replay
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.ledger import points_of
from engine.state.state import OVER, State
from engine.variants import VARIANTS, table_for
from tests.conversation import Talk
from tests.examples import some

SIZES = [
    (game, size) for game, variant in VARIANTS.items() for size in variant.players if size % 2 == 0
]


def played(state: State, rng: Random) -> tuple[list[str], list[State], list[HandEnded]]:
    """A match of random steps to its end: the lines of its record, its states and its hands."""
    lines = [*write_header(header_of(state.table))]
    states, hands = [state], []
    while (need := needs(state)) != "over":
        action: AnyAction
        if need == "deal":
            deck = list(state.table.deck)
            rng.shuffle(deck)
            dealer = next_dealer(state)
            dealer = 0 if dealer == NOBODY else dealer
            action = deal_from(state.table, dealer, tuple(deck), next_mode(state))
        elif need == "close":
            action = Close()
        else:
            step = rng.choice(offered_actions(state, rng.choice(awaited(state))))
            number = rng.randint(step.low, step.high) if isinstance(step, Range) else step.arg
            action = Action(step.seat, step.verb, number)
        state, events = apply(state, action)
        assert not any(isinstance(event, GameEnded) for event in events)
        ended = [event for event in events if isinstance(event, HandEnded)]
        lines += [*write_step(state.table, action), *(write_result(hand.points) for hand in ended)]
        hands += ended
        states.append(state)
    return lines, states, hands


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_every_hand_begins_at_nil_and_every_point_counts(game: str, size: int) -> None:
    table = table_for(game, size, {"duplicate": "6"})
    lines, states, hands = played(new_match(table), Random(f"{game} {size}"))
    assert len(hands) == states[-1].number == 12
    assert {state.hand.start for state in states if state.hand is not None} == {(0, 0)}
    assert {state.hand.mode for state in states if state.hand is not None} <= {"", "redonda"}
    total = tuple(sum(hand.points[side] for hand in hands) for side in (0, 1))
    assert states[-1].games == hands[-1].score == total
    best = NO_ACCOUNT if total[0] == total[1] else total.index(max(total))
    assert (states[-1].winner, states[-1].ended) == (best, DRAWN if best == NO_ACCOUNT else "")
    found = replay(parse_record("\n".join(lines)))
    assert found.error is None
    assert found.state == states[-1]
    assert all(decode(encode(state)) == state for state in states)


def test_what_is_remembered_of_positions_changes_no_total() -> None:
    ends = []
    for remember in (True, False):
        table = table_for("paulista", 2, {"duplicate": "15"}, remember=remember)
        ends.append([played(new_match(table), Random(seed))[1][-1].games for seed in range(8)])
    assert ends[0] == ends[1]


def test_as_many_points_make_a_draw() -> None:
    """Whoever is mano leaves every hand."""
    state = new_match(table_for("argentino", 2, {"duplicate": "6"}))
    events: tuple[object, ...] = ()
    while needs(state) != "over":
        assert needs(state) in ("deal", "close", "seat")
        if needs(state) == "deal":
            dealer = state.number % 2
            state, events = apply(state, deal_from(state.table, dealer, state.table.deck))
        elif needs(state) == "close":
            state, events = apply(state, Close())
        else:
            state, events = apply(state, Action(awaited(state)[0], "mazo"))
    assert state.games[0] == state.games[1] > 0
    assert (state.winner, state.ended) == (NO_ACCOUNT, DRAWN)
    assert events[-1] == MatchEnded(NO_ACCOUNT, DRAWN)


def test_hands_are_counted_and_not_games() -> None:
    table = table_for("paulista", 2, {"duplicate": "10", "games_to_win": "3"})
    assert table.deals == 10
    assert table.rules.match.games_to_win == 1
    assert "queda" not in {step.verb for step in table.rules.truco.steps}


def test_the_option_stands_only_where_it_is_chosen() -> None:
    for game in VARIANTS:
        assert table_for(game, 2, {"duplicate": "off"}) == table_for(game, 2)
        assert "duplicate" not in dict(table_for(game, 2).rules.options)
    header = write_header(header_of(table_for("argentino", 2, {"duplicate": "6"})))
    assert "option duplicate 6" in header


def test_three_players_have_no_sides_as_large() -> None:
    with pytest.raises(BadRules) as refused:
        table_for("tradicional-18", 3, {"duplicate": "6"})
    assert refused.value.problems == (("duplicate", "6"),)


@pytest.mark.parametrize(
    "lines",
    [
        ("option duplicate 7", "players 2"),
        ("option duplicate 6", "option duplicate 6", "players 2"),
        ("option duplicate 6", "players 2", "score A 3"),
        ("option duplicate 6", "players 2", "games B 1"),
    ],
)
def test_headers_that_no_duplicate_match_has(lines: tuple[str, ...]) -> None:
    with pytest.raises(BadRecord):
        parse_record("\n".join(("record 1", "variant argentino", *lines, "")))


def accepted_falta(options: dict[str, str]) -> State:
    """The first hand of a duplicate match in which a falta envido is accepted at 0 to 0."""
    state = new_match(table_for("argentino", 2, options))
    state, _ = apply(state, deal_from(state.table, 1, state.table.deck))
    for seat, verb in ((0, "faltaenvido"), (1, "quiero")):
        state, _ = apply(state, Action(Seat(seat), verb))
    while needs(state) == "seat":
        step = offered_actions(state, awaited(state)[0])[0]
        number = step.high if isinstance(step, Range) else step.arg
        state, _ = apply(state, Action(step.seat, step.verb, number))
    if needs(state) == "close":
        state, _ = apply(state, Close())
    return state


def test_one_accepted_falta_no_longer_decides_the_match() -> None:
    """DU-07. Without the option, as in older records, it is worth a whole game."""
    cap = VARIANTS["argentino"].hand_cap
    assert max(accepted_falta({"duplicate": "6"}).games) == 30
    assert max(accepted_falta({"duplicate": "6", "hand_cap": str(cap)}).games) == cap


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("remember", [True, False])
def test_no_hand_counts_more_than_its_cap(game: str, remember: bool) -> None:
    cap = VARIANTS[game].hand_cap
    options = {"duplicate": "6", "hand_cap": str(cap)}
    capped = False
    for seed in range(12):
        table = table_for(game, 2, options, remember=remember)
        lines, states, hands = played(new_match(table), Random(f"{game} {seed}"))
        assert max(max(hand.points) for hand in hands) <= cap
        total = tuple(sum(hand.points[side] for hand in hands) for side in (0, 1))
        assert states[-1].games == total
        assert replay(parse_record("\n".join(lines))).error is None
        for state in states:
            if state.hand is not None and state.hand.position.phase == OVER:
                capped |= max(points_of(state.hand.entries)) > cap
    assert capped == (game not in ("paulista", "mineiro")), "there a hand cannot bring more"


@pytest.mark.parametrize(("cap", "answer"), [("off", NO_QUIERO), ("11", QUIERO)])
def test_robots_answer_a_falta_by_what_counts_of_it(cap: str, answer: str) -> None:
    """DU-07: thirty points at once are too much for these cards, eleven are not."""
    hands = ("6e 4e 12o", "4c 6b 1o", "12c 11b 10e", "5c 5o 4b")
    options = {"duplicate": "6", "hand_cap": cap, "envido_callers": "any"}
    talk = Talk(*hands, dealer=0, also=options).say("1 faltaenvido")
    thought = robots.evaluate(view(talk.state, 0), Random(1), 3)
    assert max(thought, key=lambda step: thought[step].share).verb == answer


@pytest.mark.parametrize("game", some([*VARIANTS]))
def test_robots_expect_no_more_than_a_hand_counts(game: str) -> None:
    """DU-07: with what has been won before in the hand, too."""
    cap = VARIANTS[game].hand_cap
    table = table_for(game, 2, {"duplicate": "6", "hand_cap": str(cap)})
    _, states, _ = played(new_match(table), Random(game))
    for state in [reached for reached in states if awaited(reached)][:40]:
        seen = view(state, awaited(state)[0])
        situation = Situation(seen)
        most, stakes, target = situation.most, situation.stakes, table.rules.match.target
        assert most is not None
        assert all(0 <= points <= cap for points in most)
        assert stakes.won(target) == stakes.won(most[0])
        assert stakes.turned().lost(target) == stakes.turned().lost(most[0])
        for estimate in robots.evaluate(seen, Random(1), 1).values():
            assert -most[1] - 1e-9 <= estimate.points <= most[0] + 1e-9


def test_only_a_duplicate_match_has_a_cap() -> None:
    with pytest.raises(BadRules) as refused:
        table_for("argentino", 2, {"hand_cap": "11"})
    assert refused.value.problems == (("hand_cap", "11"),)
    assert table_for("argentino", 2, {"hand_cap": "off"}) == table_for("argentino", 2)


def test_a_room_of_a_league_plays_each_deal_once() -> None:
    """DU-08."""
    table = table_for("argentino", 2, {"duplicate": "6", "legs": "1"})
    lines, states, hands = played(new_match(table), Random(1))
    assert len(hands) == states[-1].number == table.hands == 6
    assert "option legs 1" in lines
    assert {state.hand.start for state in states if state.hand is not None} == {(0, 0)}
    assert replay(parse_record("\n".join(lines))).error is None
    assert table_for("argentino", 2, {"duplicate": "6"}).hands == 12
    with pytest.raises(BadRules) as refused:
        table_for("argentino", 2, {"legs": "1"})
    assert refused.value.problems == (("legs", "1"),)
