"""The truco of two, learnt ahead: what robots do by it, and that they play on without it."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from engine import robots
from engine.actions import NO_QUIERO, PLAY, QUIERO, VER, Action, Deal
from engine.apply import apply, new_match
from engine.robots.imagining.likelihood import likelihood
from engine.robots.learnt import shipped, truco_past, truco_tables
from engine.robots.learnt.mix_tables import SHARES
from engine.robots.learnt.truco_past import CALLS, past_of
from engine.robots.learnt.truco_spots import (
    ACCEPT,
    ASKED,
    EITHER,
    MINE,
    NONE,
    RAISE,
    REFUSE,
    THEIRS,
    TIED,
    codes_of,
    spot_of,
)
from engine.robots.learnt.truco_tables import ANY
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView, view
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME, State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from lab import truco_tables as maker
from lab.players import PLAYERS
from lab.shipped_files import Section, file_of
from lab.table_files import LEAST, RARE, sections
from tests.conversation import Talk, cards
from tests.examples import many, some
from tests.narrow import present

GAMES = sorted(VARIANTS)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered of another file."""
    yield
    truco_tables.forget()


def dealt(table: Table, draw: random.Random, score: tuple[int, ...] = ()) -> State:
    """A hand. ``score``: by side; else it is drawn."""
    below = table.rules.match.target - table.rules.match.target // 4
    score = score or tuple(draw.randrange(0, below, table.rules.truco.base) for _ in range(2))
    deck = list(table.deck)
    draw.shuffle(deck)
    turned = deck.pop() if table.turns else -1
    deal = Deal(table.seats[draw.randrange(2)], (tuple(deck[:3]), tuple(deck[3:6])), turned)
    return apply(new_match(table, score), deal).state


def of_truco(state: State, seat: int) -> list[Action]:
    """What this seat may do of the truco alone, and to get rid of everything else."""
    seen = view(state, seat)
    top = seen.position.stack[-1] if seen.position is not None and seen.position.stack else None
    verbs = {VER, PLAY, QUIERO, NO_QUIERO, *(step.verb for step in state.table.rules.truco.steps)}
    if top is not None and top.game in (ENVIDO_GAME, FLOR_GAME):
        verbs = {NO_QUIERO}
    return [legal for legal in seen.offered if isinstance(legal, Action) and legal.verb in verbs]


@pytest.mark.parametrize("game", GAMES)
def test_the_past_is_what_was_done(game: str) -> None:
    """The list of decisions, beside one that is written while the hand is played."""
    table, draw = table_for(game, 2), random.Random(game)
    steps = [step.verb for step in table.rules.truco.steps]
    compared = kinds = 0
    for _ in range(many(150)):
        state, written = dealt(table, draw), list[tuple[int, int]]()
        while state.hand is not None and state.hand.position.phase == 0:
            position = state.hand.position
            (seat,) = view(state, 0).awaited
            offered = of_truco(state, seat)
            if not offered or position.special:
                break
            situation = Situation(view(state, seat))
            past = past_of(situation)
            if past is None:
                break
            assert [(decision.slot, decision.done) for decision in past.decisions] == written
            compared += 1
            action = draw.choice(offered)
            if action.verb == VER:
                state = apply(state, action).state
                continue
            slot, asked = situation.slot_of[seat], situation.top is not None
            if action.verb == PLAY:
                written.append((slot, situation.heights[action.arg]))
            elif action.verb in steps:
                written.append((slot, RAISE if asked else CALLS))
                kinds |= 1 << asked
            else:
                written.append((slot, ACCEPT if action.verb == QUIERO else REFUSE))
            state = apply(state, action).state
    assert compared > many(300)
    assert kinds == 3


def elsewhere(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr(truco_tables, "FILE", file)
    truco_tables.forget()


def test_the_file_is_of_these_rules_and_whole() -> None:
    """When this fails after a change of rules: python -m lab.truco_tables --variant ..."""
    assert truco_tables.missing() == {}
    for game in GAMES:
        table = table_for(game, 2)
        zones = maker.zones(table)
        for zone in ((mine, theirs) for mine in zones for theirs in zones):
            assert truco_tables.table_at(table, zone) is not None


def test_the_same_rounds_make_the_same_file() -> None:
    """And another game in another zone is learnt with other deals."""
    rows = maker.learnt("paulista", 2, (3, 2), 60)
    assert maker.learnt("paulista", 2, (3, 2), 60) == rows
    assert maker.learnt("paulista", 2, (3, 3), 60).keys() != rows.keys()
    made = sections({("paulista", 2, (3, 2)): rows})
    again = dict(reversed(rows.items()))
    assert made == sections({("paulista", 2, (3, 2)): again})


def test_tables_of_four_are_made_without_the_others(tmp_path: Path) -> None:
    """Whatever a section has for two stays; without a file there is nothing to keep."""
    file = tmp_path / "tables.bin"
    stays = {"2 3 3": b"two", "2 3 3 later": b"later", "2 4 4 solved 0 -1 5 4 0 -1": b"solved"}
    kept = {"paulista": {**stays, "4 0 0": b"four"}, "mineiro": {**stays, "4 0 0": b"four"}}
    file.write_bytes(file_of(sections({}, kept), truco_tables.VERSION))
    with ThreadPoolExecutor(1) as threads:
        for at in (file, tmp_path / "none.bin"):
            maker.learn(threads, at, ["paulista"], (4,), 2)
    made = truco_tables.tables_in(file, "paulista")
    assert not isinstance(made, str)
    assert made.pop("4 0 0") != b"four"
    assert made == stays
    assert truco_tables.tables_in(file, "mineiro") == kept["mineiro"]
    alone = truco_tables.tables_in(tmp_path / "none.bin", "paulista")
    assert not isinstance(alone, str)
    assert [*alone] == ["4 0 0"]


def test_what_is_stored_is_what_was_learnt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """To a part of the shares. What is rare is left out, and so are spots hardly ever tried; a spot
    to which good play does not come has what was tried there."""
    rows = maker.learnt("mineiro", 2, (3, 3), 700)
    file = tmp_path / "tables.bin"
    made = sections({("mineiro", 2, (3, 3)): rows})
    file.write_bytes(file_of(made, truco_tables.VERSION))
    elsewhere(monkeypatch, file)
    found = present(truco_tables.table_at(table_for("mineiro", 2), (3, 3)))
    kept = [0, 0, 0]
    for spot, row in rows.items():
        ways = len(row) // 3
        came, tried = row[ways : 2 * ways], row[2 * ways :]
        kind = 0 if sum(came) >= LEAST[2] else 1
        kind += kind and sum(tried) < LEAST[2]
        kept[kind] += 1
        mix, mean = found.mix(spot, ways), (came, tried, [])[kind]
        assert (mix is None) == (not mean)
        if mix is None:
            continue
        assert sum(mix) == pytest.approx(1)
        for share, weight in zip(mix, mean, strict=True):
            if weight < RARE[2] * sum(mean):
                assert share <= 1 / SHARES
            else:
                assert share == pytest.approx(weight / sum(mean), abs=0.08)
    assert min(kept) > 30
    assert found.mix(max(rows) + 1, 2) is None


def test_a_game_without_a_section_is_played_by_what_robots_imagine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And it is known why."""
    elsewhere(monkeypatch, tmp_path / "none.bin")
    assert truco_tables.missing() == dict.fromkeys(VARIANTS, shipped.NO_FILE)
    seen = view(Talk("7e 6e 4o", "4c 6b 1o").state, 0)
    assert past_of(Situation(seen)) is None
    assert robots.choose(seen, random.Random(1)) in seen.offered


def test_a_section_that_is_no_list_of_tables_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its digest is right, and still nothing can be read."""
    bad = tmp_path / "tables.bin"
    rules = truco_tables.rules_mark("argentino")
    for body in (b"nonsense", msgspec.msgpack.encode({"2 3 3": b"no table"})):
        made = {"argentino": Section(rules, body)}
        bad.write_bytes(file_of(made, truco_tables.VERSION))
        elsewhere(monkeypatch, bad)
        assert truco_tables.table_at(table_for("argentino", 2), (3, 3)) is None


def test_the_bench_has_the_robot_without_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """It decides as a robot whose file is missing, and leaves the others what they have learnt."""
    asked: list[bool] = []

    def choose(seen: SeatView, rng: random.Random, budget: float) -> Action:
        asked.append(truco_past.past_of(Situation(seen)) is None)
        return Action(0, PLAY, seen.cards[0])

    seen = view(Talk("7e 6e 4o", "4c 6b 1o").state, 0)
    monkeypatch.setattr(robots, "choose", choose)
    PLAYERS["guessing"].choose(seen, random.Random(1), 4)
    assert asked == [True]
    assert past_of(Situation(seen)) is not None


def test_only_a_table_with_the_usual_truco_has_what_was_learnt() -> None:
    """Cards and targets may be others: a spot counts the cards that are higher, a zone the points
    that are missing."""
    for game, options, fits in (
        ("paulista", {"manilhas": "fixed"}, True),
        ("paulista", {"target": "24"}, True),
        ("paulista", {"tie_lead": "first_tied"}, False),
        ("mineiro", {"ladder": "2-4-6-9-12"}, False),
        ("argentino", {"tie_lead": "first_tied"}, False),
    ):
        zone = max(maker.zones(table_for(game, 2)))
        found = truco_tables.table_at(table_for(game, 2, options), (zone, zone))
        assert (found is not None) == fits, options
    for game, players in (("argentino", 6), ("tradicional-18", 8)):
        assert truco_tables.table_at(table_for(game, players), (ANY, ANY)) is None


def test_a_zone_is_the_step_that_brings_a_side_home() -> None:
    worth = table_for("paulista", 2).worth
    assert [truco_tables.home_step(worth, lacking) for lacking in (1, 3, 4, 6, 7, 10, 12, 24)] == [
        *(1, 1, 2, 2, 3, 4, 4, 4)
    ]
    assert maker.zones(table_for("paulista", 2)) == {
        1: [2, 3],  # at one point short there is a mao de onze
        2: [4, 5, 6],
        3: [7, 8, 9],
        4: [10, 11, 12],
    }


@pytest.mark.parametrize("game", some([*GAMES]))
def test_robots_decide_by_what_was_learnt(game: str) -> None:
    """Whatever they do in a hand, the spot is known nearly always, and what they do is its mix."""
    table, draw = table_for(game, 2), random.Random(game)
    known = unknown = compared = 0
    for _ in range(many(40)):
        state = dealt(table, draw)
        while state.hand is not None and state.hand.position.phase == 0:
            (seat, *_) = view(state, 0).awaited
            seen = view(state, seat)
            situation = Situation(seen)
            top = situation.top
            of_truco = top is None or top.game == TRUCO_GAME
            past = past_of(situation) if of_truco and len(seen.offered) > 1 else None
            mine = None if past is None else past.now(situation.levels)
            mix = {action: worth.share for action, worth in robots.evaluate(seen, draw, 4).items()}
            if past is not None and situation.levels:
                known += mine is not None
                unknown += mine is None
            if mine is not None and top is not None:
                answers = {NO_QUIERO, QUIERO, *(step.verb for step in table.rules.truco.steps)}
                said = {
                    action.verb: share for action, share in mix.items() if action.verb in answers
                }
                if total := sum(said.values()):
                    share = said.get(NO_QUIERO, 0.0) / total
                    if situation.stakes.loses_all(top.refused):
                        assert share == 0  # whatever was learnt
                    else:
                        assert share == pytest.approx(mine.shares[REFUSE], abs=0.02)
                        compared += 1
            action = draw.choices(list(mix), list(mix.values()))[0]
            state = apply(state, action).state
    assert known > many(60)
    assert unknown < known / 50
    assert compared > many(8)


def test_who_cannot_be_beaten_never_gives_in_and_nobody_always_bluffs() -> None:
    """Of all spots of one table that the robots may come to: with the best card of all nobody
    declines in the last trick; with bad cards some call, and nobody always does."""
    found = present(truco_tables.table_at(table_for("argentino", 2), (3, 3)))
    best = codes_of([12], [0] * 13, [], NONE, False)
    for first in (MINE, THEIRS, TIED):
        for mano in (False, True):
            spot = spot_of(best, ASKED, mano, 2, first, 1, EITHER, 0, True)
            mix = found.mix(spot, 3)
            assert mix is None or mix[REFUSE] < 0.05


def test_a_call_out_of_turn_is_weighed_as_a_word() -> None:
    """The tables know no such calls, so robots decide about them by what they imagine: strong cards
    explain one better than weak ones."""
    talk = Talk("7c 6e 4o", "1e 3b 5o").say("1 truco")
    situation = Situation(view(talk.state, 0))
    past = present(past_of(situation))
    assert past.out_of_turn == {0}
    assert past.decisions == []
    assert past.now(situation.levels) is None
    strong, weak = (
        likelihood(situation, hands, hands)
        for hands in ((situation.view.dealt, cards(held)) for held in ("1e 3b 2o", "4e 5b 6o"))
    )
    assert strong > 2 * weak
    assert robots.choose(situation.view, random.Random(1)) in situation.view.offered


def test_cards_that_were_not_laid_explain_nothing() -> None:
    """Who has laid a card cannot have been dealt three others."""
    talk = Talk("7c 6e 4o", "1e 3b 5o").say("0 play 7c", "1 play 3b")
    situation = Situation(view(talk.state, 0))
    past = present(past_of(situation))
    heights = situation.heights
    levels = [heights[card] for card in cards("1e 3b 5o")]
    assert 0 < past.reach(1, levels) <= 1
    assert past.reach(1, [heights[card] for card in cards("4e 5b 6o")]) == 0
