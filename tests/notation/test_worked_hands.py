"""The oracles are right about the worked hands of the rules pages, by themselves."""

from pathlib import Path

import pytest

from tests import oracle, oracle_tradicional, oracle_uruguayo
from tests.judged import Closing, Judge, judge_of, recorded

FOLDER = Path(__file__).parent
# Of venezolano ours too: what its page says in words.
PATHS = sorted({*FOLDER.rglob("??-ex-*.truco"), *(FOLDER / "venezolano").glob("*.truco")})


def is_over(judge: Judge) -> bool:
    """Whether no more is played; there may be something to claim."""
    if isinstance(judge, oracle.Judge):
        return judge.play_over
    if isinstance(judge, oracle_tradicional.Judge | oracle_uruguayo.Judge):
        return judge.phase != "play"
    return judge.over


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_oracle_knows_the_worked_hands(path: Path) -> None:
    record = recorded(path.read_text("utf-8"))
    judge = judge_of(record)
    assert is_over(judge)
    if isinstance(judge, Closing):
        judge.close()
    assert judge.points() == record.points
