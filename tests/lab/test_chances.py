"""What robots expect is noted beside what is so."""

from engine.variants import table_for
from lab.chances import Watched, lines, watch


def test_every_answer_is_noted_with_who_wins() -> None:
    watched = watch(table_for("paulista", 2), 60, seed=3)
    answers = [one for found in watched.found.values() for one in found]
    assert len(answers) > 20
    assert all(-1e-9 <= expected <= 1 + 1e-9 for expected, _ in answers)
    assert all(so in (0.0, 0.5, 1.0) for _, so in answers)
    assert {so for _, so in answers} >= {0.0, 1.0}
    again = watch(table_for("paulista", 2), 60, seed=3)
    assert again.found == watched.found


def test_shares_are_told_by_the_chance_that_was_expected() -> None:
    watched = Watched()
    watched.found[1, 0, True] = [(0.1, 0.0)] * 15 + [(0.9, 1.0)] * 10 + [(0.9, 0.0)] * 10
    watched.found[2, 1, False] = [(0.5, 0.5)] * 3
    (line,) = lines(watched)
    assert "0.10 is 0.00 (15)" in line
    assert "0.90 is 0.50 (20)" in line
