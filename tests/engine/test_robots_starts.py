"""The envido solved ahead: robots find their way sooner with it, and find it without."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.robots.learnt import envido_starts, shipped
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.robots.small_games.envido_bets import MANO, PIE, openings
from engine.robots.solving import bets
from engine.robots.solving.bets import Game
from engine.seen.view import view
from engine.variants import table_for
from lab import envido_starts as maker
from lab.shipped_files import Section, file_of
from tests.conversation import Talk
from tests.narrow import present


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered of another file."""
    yield
    _forget()


def _forget() -> None:
    envido_starts.forget()
    envido_alone.forget()


def asked(score: tuple[int, int] = (12, 9)) -> Situation:
    return Situation(view(Talk("7e 6e 4o", "4c 6b 1o", score=score).state, 0))


def rounds(monkeypatch: pytest.MonkeyPatch, score: tuple[int, int]) -> int:
    """How long the game of this score is played until it is solved."""
    played: list[int] = []
    play = Game.play

    def counted(self: Game, rounds: int) -> None:
        played.append(rounds)
        play(self, rounds)

    _forget()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "play", counted)
        assert envido_alone.mix(asked(score)) is not None
    return sum(played)


def elsewhere(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setattr(envido_starts, "FILE", file)
    _forget()


def test_the_file_is_of_these_rules_and_whole() -> None:
    """When this fails after a change of rules: python -m lab.envido_starts --variant ..."""
    assert envido_starts.missing() == {}


def test_the_file_is_what_the_command_makes() -> None:
    """One game of it, made again, is the same to the byte."""
    found = envido_starts._read("gauderio")
    assert not isinstance(found, str)
    made = maker.stored([maker.ended("gauderio", (5, 3), PIE)])
    number, data = found.games["5 3 1"]
    assert made.games["5 3 1"] == (0, data)
    assert made.trees[0] == found.trees[number]


def test_every_score_of_every_game_has_its_place() -> None:
    for variant in envido_starts.games():
        target = table_for(variant, 2).rules.match.target
        for scores in ((0, 0), (target - 1, 0), (target // 2, target - 1)):
            assert envido_starts.place(variant, scores, target) == scores
            assert envido_starts.start(variant, scores, MANO)
            assert envido_starts.start(variant, scores, PIE)
        short = envido_starts.place(variant, (4, 2), 5)
        assert short == envido_starts.place(variant, (target * 4 // 5, target * 2 // 5), target)


def test_what_is_stored_is_read_again() -> None:
    """Who does one thing nearly always is read to do it always; of everybody else a regret is as it
    was, to a step of its root."""
    _, _, tree, regrets = maker.ended("gauderio", (5, 3), PIE)
    start = present(envido_starts.start("gauderio", (5, 3), PIE))
    sure = unsure = 0
    for (path, words), row in zip(tree, regrets, strict=True):
        known = [regret for word in words for regret in start[path][word]]
        types = len(row) // len(words)
        assert len(known) == len(row)
        step = max(row) ** 0.5 / envido_starts.LEVELS
        for kind in range(types):
            was, now = row[kind::types], known[kind::types]
            if max(was) > maker.SURE * sum(was):
                sure += 1
                assert [regret > 0 for regret in now] == [regret == max(was) for regret in was]
                continue
            unsure += 1
            for regret, other in zip(was, now, strict=True):
                assert other**0.5 == pytest.approx(regret**0.5, abs=step)
    assert min(sure, unsure) > 100


def test_with_the_file_a_game_is_solved_sooner(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scores = ((16, 7), (22, 10))
    quick = [rounds(monkeypatch, score) for score in scores]
    elsewhere(monkeypatch, tmp_path / "none")
    slow = [rounds(monkeypatch, score) for score in scores]
    assert 5 * sum(quick) < sum(slow)


def test_a_game_without_a_section_is_solved_from_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And it is known why."""
    elsewhere(monkeypatch, tmp_path / "none.bin")
    assert envido_starts.missing() == dict.fromkeys(envido_starts.games(), shipped.NO_FILE)
    assert envido_starts.start("argentino", (3, 3), MANO) is None
    assert sum(envido_alone.mix(asked()).values()) == pytest.approx(1)  # type: ignore[union-attr]


def test_a_section_that_is_no_list_of_games_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its digest is right, and still nothing can be read."""
    made = {"gauderio": Section(envido_starts.rules_mark("gauderio"), b"nonsense")}
    bad = tmp_path / "starts.bin"
    bad.write_bytes(file_of(made, envido_starts.VERSION))
    elsewhere(monkeypatch, bad)
    assert envido_starts.start("gauderio", (3, 3), MANO) is None


def test_a_start_of_another_shape_is_passed_over() -> None:
    """A tree with other words begins from nothing, and is solved as it is."""
    situation = asked()
    game = envido_alone.game(
        situation.table, envido_alone.turned_rank(situation), openings(situation), MANO
    )
    start = present(envido_starts.start("uruguayo", (3, 3), MANO))
    game.begin(start)
    game.solve()
    assert game.gap() <= bets.NEAR
