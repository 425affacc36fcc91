"""The oracles are right about the worked hands of the rules pages, by themselves."""

from pathlib import Path

import pytest

from tests.judged import Closing, judge_of, recorded

FOLDER = Path(__file__).parent
# Of venezolano ours too: what its page says in words.
PATHS = sorted({*FOLDER.rglob("??-ex-*.truco"), *(FOLDER / "venezolano").glob("*.truco")})


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_oracle_knows_the_worked_hands(path: Path) -> None:
    record = recorded(path.read_text("utf-8"))
    judge = judge_of(record)
    assert judge.phase != "play"
    if isinstance(judge, Closing) and judge.phase == "claims":
        judge.close()
    assert judge.points() == record.points
