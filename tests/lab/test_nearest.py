"""``make test-near`` asks the test files that are nearest to what has changed."""

from pathlib import Path

from lab.nearest import MOST, distances, near, nearest

ROOT = Path(__file__).parents[2]


def test_the_nearest_tests_have_the_name_or_import_it(tmp_path: Path) -> None:
    texts = {
        "engine/__init__.py": "",
        "engine/sums.py": "",
        "engine/more.py": "from engine import (\n    other,  # of (no) module\n    sums,\n)",
        "tests/test_far.py": "import engine.more  # that is larger than the others",
        "tests/test_more.py": "from engine.more import one",
        "tests/test_other.py": "import engine",
        "tests/test_large_sum.py": "import engine.more  # its name says what it tests",
        "tests/test_direct.py": "from engine.sums import (  # in brackets\n    add,\n)",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    tests = [name for name in texts if name.startswith("tests/")]
    assert nearest(tmp_path, "engine/sums.py", tests) == [
        "tests/test_large_sum.py",
        "tests/test_direct.py",
        "tests/test_more.py",
        "tests/test_far.py",
    ]
    assert distances(tmp_path, "engine/sums.py")["tests/test_more.py"] == 2


def test_few_files_are_near(tmp_path: Path) -> None:
    texts = {"sums.py": "", **{f"test_{number}.py": "import sums" for number in range(MOST + 1)}}
    (tmp_path / "tests").mkdir()
    for name, text in texts.items():
        (tmp_path / "tests" / name).write_text(text.replace("sums", "tests.sums"))
    tests = [f"tests/{name}" for name in texts if name.startswith("test_")]
    assert nearest(tmp_path, "tests/sums.py", tests) == tests[:MOST]


def test_near_tests_are_those_of_what_has_changed_and_changed_ones() -> None:
    found = near(ROOT, ["bot/match/own_signs.py", "tests/test_kept.py", "docs/none.py"])
    assert {"tests/bot/match/test_own_signs.py", "tests/test_kept.py"} <= {*found}
    assert len(found) < 10
