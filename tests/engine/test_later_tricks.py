"""Tricks 2 and 3 learnt once more: the same spots at a table, and what a table keeps."""

import random
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from engine.actions import PLAY
from engine.apply import apply
from engine.cards import UNKNOWN
from engine.robots.learnt import shipped, truco_tables
from engine.robots.learnt.mix_tables import SHARES, TrucoTable
from engine.robots.learnt.truco_past import Past, past_of
from engine.robots.learnt.truco_spots import ANY_SUIT, NOBODY, closer
from engine.robots.learnt.truco_tables import (
    LIKE,
    First,
    later_at,
    name_of,
    solved_at,
    table_at,
    tables_in,
)
from engine.robots.reading.situation import Situation
from engine.seen.view import view
from engine.state.state import State
from engine.variants import table_for
from lab import truco_tables as maker
from lab.learning import later_tricks, regrets
from lab.learning.later_tricks import PARTS, LaterTricks
from lab.solving.position import ties_of
from tests.conversation import Talk
from tests.engine.test_truco_tables import dealt, of_truco
from tests.narrow import present

ZONE = (3, 3)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered of another file."""
    truco_tables.forget()
    yield
    truco_tables.forget()


class Asked(TrucoTable):
    """A table that knows nothing and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(array("Q"), b"", ())
        self.spots_asked: set[int] = set()

    def mix(self, spot: int, ways: int) -> tuple[float, ...] | None:
        self.spots_asked.add(spot)
        return None


def all_spots(state: State) -> set[int]:
    """Those to which both players come in later tricks of this deal, however they play."""
    table, hand = state.table, state.hand
    assert hand is not None
    known = present(table_at(table, ZONE))
    most = len(table.worth) - 1, len(table.worth) - 1
    heights = table.heights(hand.turned)
    above = maker.above(table, hand.turned)
    hands = [sorted([heights[card] for card in hand.dealt[seat]]) for seat in hand.position.contest]
    found: set[int] = set()
    for part in range(PARTS):
        must_beat = table.rules.tricks.caller_must_beat
        training = LaterTricks(known, f"{part}", ties_of(table), must_beat, 0.0, part)
        for number in range(1, 301):
            training.round(hands, above, maker.worth(table, (9, 9)), most, number / 300)
        found |= training.rows.keys()
    return found


@pytest.mark.parametrize("game", ["argentino", "paulista"])
def test_at_a_table_it_is_asked_about_what_was_learnt(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody does anything, so that all spots of a deal are met soon."""
    monkeypatch.setattr(later_tricks, "ANYTHING", 1.0)
    monkeypatch.setattr(regrets, "ODD", 1.0)
    table, draw = table_for(game, 2), random.Random(5)
    compared = 0
    while compared < 12:
        state = began = dealt(table, draw, (0, 0))
        asked = Asked()
        while state.hand is not None and state.hand.position.phase == 0:
            (seat,) = view(state, 0).awaited
            situation = Situation(view(state, seat))
            offered, plain = of_truco(state, seat), table_at(table, ZONE)
            if not offered or past_of(situation) is None or plain is None:
                break
            chosen = Past(situation, plain, asked).now(situation.levels)
            if chosen is not None and chosen.levels:  # of cards that do the same, one
                heights = situation.heights
                offered = [
                    step
                    for step in offered
                    if step.verb != PLAY or heights[step.arg] in chosen.levels
                ]
            state = apply(state, draw.choice(offered)).state
        if asked.spots_asked:
            assert asked.spots_asked <= all_spots(began)
            compared += len(asked.spots_asked)


def test_cards_of_both_tricks_are_told_apart() -> None:
    above, spot = [40 - level for level in range(41)], 7
    laid = [30, 20, 38, 5]
    first = closer(spot, 0, 1, above, laid[:2])
    assert first != closer(spot, 1, 1, above, laid[:2])
    assert first != closer(spot, 0, 1, above, [30, 10])
    assert first == closer(spot, 0, 1, above, [30, 21])  # the same class
    third = closer(spot, 0, 1, above, laid)
    assert third not in (first, closer(spot, 0, 1, above, [30, 20, 5, 38]))
    # Who lost the first trick has laid the second card of the next one.
    assert closer(spot, 0, 2, above, [20, 30, 38, 5]) == closer(spot, 0, 1, above, [20, 30, 5, 38])


def test_what_is_not_known_closely_is_as_in_the_plain_table() -> None:
    talk = Talk("7e 6e 4o", "4c 6b 1o").say("0 play 6e", "1 play 6b")
    situation = Situation(view(talk.state, 0))
    plain = present(table_at(situation.table, ZONE))
    asked = Asked()
    usual = present(Past(situation, plain, None).now(situation.levels))
    assert Past(situation, plain, asked).now(situation.levels) == usual
    (spot,) = asked.spots_asked
    lays = TrucoTable(array("Q", [spot]), bytes([SHARES, 0, 0, 0]), [0])
    found = present(Past(situation, plain, lays).now(situation.levels))
    assert found.shares == (1.0, 0.0, 0.0) != usual.shares


@pytest.mark.parametrize(("game", "like"), LIKE.items())
def test_what_is_like_another_game_takes_its_later_tricks(game: str, like: str) -> None:
    table, other = table_for(game, 2), table_for(like, 2)
    assert truco_tables._told(table) == truco_tables._told(other)
    assert table.deck == other.deck
    assert table.heights(UNKNOWN) == other.heights(UNKNOWN)
    assert (later := later_at(table, ZONE)) is not None
    assert later is later_at(other, ZONE)
    assert table_at(table, ZONE) is not table_at(other, ZONE)


def test_the_nearest_first_cards_stand_for_others_with_the_same_winner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved = [First(5, 5, -1), First(6, 9, -1), First(9, 1, -1)]
    monkeypatch.setattr(truco_tables, "_solved_after", lambda game, start: {UNKNOWN: solved})
    monkeypatch.setattr(truco_tables, "_solved", lambda *told: told[-1])
    table = table_for("paulista", 2)

    def stands_for(mano: int, pie: int) -> object:
        return solved_at(table, (4, 4), 0, NOBODY, First(mano, pie, ANY_SUIT))

    assert stands_for(6, 9) == stands_for(8, 12) == First(6, 9, -1)
    assert stands_for(9, 8) == stands_for(2, 1) == First(9, 1, -1)
    assert stands_for(1, 1) == First(5, 5, -1)
    del solved[2:]
    truco_tables._nearest.cache_clear()
    assert stands_for(9, 8) is None


@pytest.mark.parametrize(
    ("turned", "like"), [("7d", "7d"), ("7c", "7d"), ("5h", "7d"), ("3s", "3d"), ("2d", "3d")]
)
def test_the_turned_card_with_which_cards_stand_most_alike_stands_for_another(
    turned: str, like: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_for("paulista", 2)
    read = table.spelling.read
    solved = {read(card): [First(6, 9, -1, read(card))] for card in ("3d", "7d")}
    monkeypatch.setattr(truco_tables, "_solved_after", lambda game, start: solved)
    monkeypatch.setattr(truco_tables, "_solved", lambda *told: told[-1])
    for mano, pie in ((6, 9), (7, 9)):
        found = solved_at(table, (4, 4), 0, NOBODY, First(mano, pie, ANY_SUIT, read(turned)))
        assert cast(object, found) == First(6, 9, ANY_SUIT, read(like))


@pytest.mark.parametrize(
    ("first", "turned", "like"),
    [
        ("2e 4e", "10b", "12c"),  # three cards on the level of the kings, four on that of the sixes
        ("2e 4e", "6b", "6c"),
        ("6o 5o", "4b", "12c"),  # four sixes
        ("12o 5o", "4b", "6c"),  # four kings
    ],
)
def test_a_turned_card_stands_for_another_where_levels_have_as_many_cards(
    first: str, turned: str, like: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_for("venezolano", 2)
    read = table.spelling.read
    heights = table.heights(read(turned))
    mano, pie = (heights[read(card)] for card in first.split())
    solved = {read(card): [First(mano, pie, -1, read(card))] for card in ("6c", "12c")}
    monkeypatch.setattr(truco_tables, "_solved_after", lambda game, start: solved)
    monkeypatch.setattr(truco_tables, "_solved", lambda *told: told[-1])
    found = solved_at(table, (4, 4), 0, NOBODY, First(mano, pie, ANY_SUIT, read(turned)))
    assert cast(object, found) == First(mano, pie, ANY_SUIT, read(like))


@pytest.mark.parametrize(
    ("turned", "order"), [("1e", "7e 3c 12c 6c"), ("6o", "6c 12c 3c 7e"), ("10e", "12c 3c 6c 7e")]
)
def test_a_level_less_leaves_the_other_levels_alike(turned: str, order: str) -> None:
    """With the ace of swords turned the cards below it stand as with another card turned."""
    table = table_for("uruguayo", 2)
    read = table.spelling.read
    first = First(3, 9, 0, read(turned))
    found = sorted(
        ["12c", "3c", "6c", "7e"], key=lambda name: truco_tables._unlike(table, read(name), first)
    )
    assert found == order.split()


def test_the_other_tables_of_the_game_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Learnt by two processes, that share no spot."""
    monkeypatch.setattr(maker, "LATER", {"argentino": 1})
    monkeypatch.setattr(maker, "LATER_LEAST", 150)
    before = tables_in(truco_tables.FILE, "argentino")
    assert not isinstance(before, str)
    packed = before[name_of(2, ZONE)]
    one, two = (maker.learnt_later("argentino", ZONE, packed, part) for part in range(PARTS))
    assert one == maker.learnt_later("argentino", ZONE, packed, 0)
    assert len(one) > 100
    assert len(two) > 100
    assert not one.keys() & two.keys()
    made = truco_tables.sections({}, {("argentino", ZONE): {**one, **two}}, {"argentino": before})
    file = tmp_path / "tables.bin"
    file.write_bytes(shipped.file_of(made, truco_tables.VERSION))
    after = tables_in(file, "argentino")
    assert not isinstance(after, str)
    changed = name_of(2, ZONE, truco_tables.LATER)
    assert {name: table for name, table in after.items() if name != changed} == {
        name: table for name, table in before.items() if name != changed
    }
    monkeypatch.setattr(truco_tables, "FILE", file)
    truco_tables.forget()
    found = present(later_at(table_for("argentino", 2), ZONE))
    assert {*found.spots()} <= one.keys() | two.keys()
    assert later_at(table_for("argentino", 2, {"tie_lead": "first_tied"}), ZONE) is None
