import json
import sys
from pathlib import Path
from random import Random

import pytest

from bench import __main__ as bench
from bench import small, walks
from engine.state.state import OVER
from engine.variants import table_for
from tests.narrow import present


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("flor", ["sin", "con"])
def test_a_walk_repeats_itself(players: int, flor: str) -> None:
    one, other = (walks.Truco(table_for("argentino", players, {"flor": flor}), 7) for _ in "ab")
    assert [one(5) for _ in range(20)] == [other(5) for _ in range(20)]
    assert one.state == other.state


def test_a_walk_plays_whole_hands_and_goes_on_to_new_matches() -> None:
    walk = walks.Truco(table_for("argentino", 2), 1)
    numbers = []
    for _ in range(60):
        assert walk(1) >= 1
        assert present(walk.state.hand).position.phase == OVER
        numbers.append(walk.state.number)
    assert numbers.count(1) > 1
    assert max(numbers) > 3


def test_cards_are_drawn_without_repetition() -> None:
    deck = list(table_for("argentino", 2).deck)
    random = Random(1).random
    for count in (6, 12, len(deck)):
        cards = walks.drawn(deck, count, random)
        assert len(set(cards)) == count
        assert set(cards) <= set(deck)


def test_states_of_the_sample_are_in_the_middle_of_hands() -> None:
    sample = small.states(table_for("argentino", 2), 40)
    assert len(sample) == 40
    assert all(state.hand is not None and state.hand.position.phase != OVER for state in sample)


def test_the_figures_are_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bench.json"
    run = ["bench", "--rounds", "1", "--seconds", "0.01", "--json", str(file)]
    monkeypatch.setattr(sys, "argv", run)
    some = list(bench.contenders())[1:3]
    monkeypatch.setattr(bench, "contenders", lambda: some)
    bench.main()
    report = json.loads(file.read_text(encoding="utf-8"))
    assert list(report["walks"]) == [contender.name for contender in some]
    assert "truco argentino, 2 players" in capsys.readouterr().out
