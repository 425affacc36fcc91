"""`make faults` draws faults that can be planted, and always the same for the same seed."""

import ast
import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess
from types import ModuleType

import pytest
from hypothesis import Phase, settings

from lab.executed import Executed, Record, block_at, blocks_of, first_marks, joined, read
from lab.fault_finder import Fault, faults_in, is_read
from lab.faults import (
    TESTS,
    WIDE,
    Trial,
    copied,
    database_server,
    drawn,
    folder_of,
    portions,
    recorded,
    sources,
    summary,
)
from lab.faults import test_files as files_of
from lab.nearest import MOST, alike, distances, near, nearest
from lab.planted import BROKEN, FAILED, PASSED, UNPLANTED, Answer, Job, Planter, came_of, exchanged
from lab.pytest_runs import pytest_in, read_result
from tests import postgres
from tests.narrow import present

ROOT = Path(__file__).parents[2]

CODE = '''
"""What a module says."""
LIMIT = 3

def fits(card: int, *, open: bool = False) -> bool:
    """What a function says."""
    assert card > 0
    if card < LIMIT and not open:
        log.info("nothing")
        return True
    return any(card == other for other in range(LIMIT + 1))

def keep(hands: list[int]) -> None:
    hands.sort()
    for hand, _ in zip(hands, hands, strict=True):
        hands.remove(hand)
        if hand:
            break
        raise ValueError
'''


def texts(code: str) -> dict[str, str]:
    """What each fault says, and the line it changes then."""
    source = code.encode()
    before = code.splitlines()
    found = {}
    for fault in faults_in("some.py", source):
        after = fault.planted(source).decode().splitlines()
        found[fault.what] = after[fault.line - 1].strip()
        assert before[: fault.line - 1] == after[: fault.line - 1]
    return found


def test_every_kind_of_fault() -> None:
    found = texts(CODE)
    assert found["`3` becomes `4`"] == "LIMIT = (4)"
    assert found["`False` becomes `True`"].endswith("open: bool = (True)) -> bool:")
    assert found["`card < LIMIT` becomes `card >= LIMIT`"].startswith("if (card >= LIMIT) and")
    assert found["`card < LIMIT` becomes `card <= LIMIT`"].startswith("if (card <= LIMIT) and")
    assert found["`card < LIMIT and (not open)` becomes `card < LIMIT or not open`"]
    assert found["`not open` becomes `open`"] == "if card < LIMIT and (open):"
    assert found["`card == other` becomes `card != other`"]
    assert found["`LIMIT + 1` becomes `LIMIT - 1`"]
    assert any(
        what.endswith("becomes `all((card == other for other in range(LIMIT + 1)))`")
        for what in found
    )
    assert found["`hands.remove(hand)` is dropped"] == "pass"
    assert found["`hand` becomes `not hand`"] == "if (not hand):"
    assert found["`break` is dropped"] == "pass"
    assert found["`raise ValueError` is dropped"] == "pass"
    assert found["it returns at once"] == "return"


def test_what_is_said_and_what_holds_is_left_alone() -> None:
    found = " ".join(texts(CODE))
    assert "card > 0" not in found
    assert "`True` becomes `False`" in found
    assert found.count("becomes `False`") == 1, "not that of zip"
    assert "log.info" not in found
    assert "says" not in found


def test_a_fault_that_cannot_be_read_is_not_drawn() -> None:
    assert is_read(b"a = 1")
    assert not is_read(b"a = = 1")


def test_the_same_seed_draws_the_same() -> None:
    folder = "adapters/telegram"
    one, again, other = (drawn(ROOT, folder, seed, 6) for seed in (1, 1, 2))
    assert one == again != other
    assert len(one) == 6
    for fault in one:
        assert folder_of(fault.path) == folder
        planted = fault.planted((ROOT / fault.path).read_bytes())
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse((ROOT / fault.path).read_bytes()))


def test_every_file_belongs_to_a_folder() -> None:
    found = {path for folder in TESTS for path in sources(ROOT, folder)}
    assert {"engine/apply.py", "bot/service/service.py", "adapters/app.py"} <= found
    assert folder_of("adapters/app.py") == "adapters"
    assert folder_of("adapters/web/tabs.py") == "adapters/web"


def test_a_copy_has_what_tests_read_and_nothing_that_runs_here(tmp_path: Path) -> None:
    copy = copied(tmp_path)
    assert [*(copy / "tests" / "bot" / "data").glob("*.gz")]
    assert (copy / ".env.example").exists()
    assert not {".git", ".venv", "artifacts", "data"} & {path.name for path in copy.iterdir()}


def test_every_test_file_belongs_to_a_folder() -> None:
    assert "tests/bot/stateful/test_machine.py" in files_of(ROOT, "bot")
    assert "tests/adapters/test_cli.py" in files_of(ROOT, "adapters")
    assert "tests/adapters/web/test_chat.py" in files_of(ROOT, "adapters"), "what they share"
    counted = {file for folder in TESTS for file in files_of(ROOT, folder)}
    beside = ("tests/bench/", "tests/browser/", "tests/docs/", "tests/lab/", "tests/test_")
    for file in (ROOT / "tests").rglob("test_*.py"):
        name = file.relative_to(ROOT).as_posix()
        assert name in counted or name.startswith(beside), name


# --- which test executes what --------------------------------------------------------------------

BLOCKS = b'''
TABLE = {1: lambda: one()}

def f(limit=3):
    """What it says."""
    first()
    if limit:
        second()
    third()
    for _ in range(limit):
        fourth()
    else:
        fifth()

    class Inside:
        sixth = 6

        def g(self):
            seventh()
'''


@pytest.mark.parametrize(
    ("places", "same"),
    [
        (("What it says", "first()", "if limit"), True),
        (("third()", "range(limit)"), True),
        (("sixth = 6", "class Inside"), True),
        (("first()", "second()"), False),
        (("first()", "third()"), False),  # the second may raise, or return
        (("range(limit)", "fourth()"), False),
        (("fourth()", "fifth()"), False),
        (("sixth = 6", "seventh()"), False),
    ],
)
def test_blocks(places: tuple[str, ...], same: bool) -> None:
    blocks = blocks_of(BLOCKS)
    found = [block_at(blocks, BLOCKS.index(text.encode())) for text in places]
    assert None not in found
    assert (len({*found}) == 1) is same


def test_what_an_import_executes_is_in_no_block() -> None:
    blocks = blocks_of(BLOCKS)
    assert block_at(blocks, BLOCKS.index(b"lambda")) is None
    assert block_at(blocks, BLOCKS.index(b"limit=3") + 6) is None
    assert block_at(blocks, BLOCKS.index(b"one()")) is not None


PROJECT = {
    "engine/__init__.py": "",
    "engine/sums.py": """
from functools import cache
LIMIT = 3
@cache
def kept():
    return 7
def early():
    return 1
def plain(large):
    if large:
        return kept()
    return 0
""",
    "tests/__init__.py": "",
    "tests/conftest.py": """
import pytest
from engine import sums
@pytest.fixture(scope="session")
def shared():
    return sums.plain(False)
""",
    "tests/test_sums.py": """
import subprocess, sys, threading
import pytest
from engine import sums
EARLY = sums.early()
def test_one():
    assert sums.kept() == 7
def test_two():
    assert sums.plain(True) == 7
def test_three(shared):
    assert shared == 0
def test_four(shared):
    pass
def test_five():
    subprocess.run([sys.executable, "-c", "pass"], check=True)
def test_six():
    beside = threading.Thread(target=sums.plain, args=(False,))
    beside.start()
    beside.join()
def test_seven():
    assert sums.LIMIT
    assert EARLY == 1
@pytest.mark.dear
def test_eight():
    sums.kept()
""",
    "pyproject.toml": """
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib"]
pythonpath = ["."]
filterwarnings = ["error"]
asyncio_default_fixture_loop_scope = "function"
markers = ["dear: long"]
""",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Record]:
    """A small project, and what its tests execute."""
    root = tmp_path_factory.mktemp("project")
    for name, text in PROJECT.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    (root / "lab").mkdir()
    for name in ("executed.py", "planted.py"):
        (root / "lab" / name).write_bytes((ROOT / "lab" / name).read_bytes())
    file = root / "record"
    done = present(pytest_in(root, "tests/test_sums.py", seconds=60, EXECUTED=str(file)))
    assert done.returncode == 0, done.stdout
    return root, read(file)


@pytest.mark.parametrize(
    ("text", "executed_by"),
    [
        ("return 7", {"one", "two", "five"}),  # a cache hides nothing
        ("if large", {"two", "three", "four", "five", "six"}),  # nor a fixture, nor a thread
        ("return kept()", {"two", "five"}),  # another program may execute anything
        ("return 0", {"three", "four", "five", "six"}),
        ("return 1", {"one", "two", "three", "four", "five", "six", "seven"}),  # when collected
        ("LIMIT = 3", {"one", "two", "three", "four", "five", "six", "seven"}),
    ],
)
def test_which_tests_execute_it(
    project: tuple[Path, Record], text: str, executed_by: set[str]
) -> None:
    _, record = project
    source = PROJECT["engine/sums.py"]
    block = block_at(blocks_of(source.encode()), source.index(text))
    found = [test.name.rpartition("_")[2] for test in record.of("engine/sums.py", block)]
    assert {*found} == executed_by
    if len(found) == 7:  # those that execute anything of the file come first
        assert found[-1] == "seven"


def test_tests_run_in_the_order_that_is_asked_for(project: tuple[Path, Record]) -> None:
    """The name of a file stands for all its tests."""
    root, _ = project
    order = root / "order"
    (root / "tests" / "test_none.py").write_text("def test_none():\n    pass\n")
    names = [f"tests/test_sums.py::test_{number}" for number in ("six", "one", "three")]
    order.write_text("\n".join([*names, "tests/test_none.py"]))
    files = ("tests/test_none.py", "tests/test_sums.py")
    done = present(pytest_in(root, "-v", *files, seconds=60, EXECUTED_ORDER=str(order)))
    found = re.findall(r"^(\S+::\S+) PASSED", done.stdout, re.MULTILINE)
    assert found == [*names, "tests/test_none.py::test_none"]


def test_a_test_file_is_recorded_once(
    project: tuple[Path, Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, _ = project
    files = {"a": 1, "b": 1}
    asked: list[list[str]] = []

    def told(_: Path, *names: str, EXECUTED: str, seconds: float) -> object:
        asked.append([*names])
        found = {name: str(files[name]) for name in names}
        lines: list[dict[str, object]] = [
            {"first_marks": {"": 1}, "imported": "eJxjAAAAAQAB", "files": found}
        ]
        lines += [
            {"name": f"{name}::test_{files[name]}", "seconds": 1, "marks": ""} for name in names
        ]
        Path(EXECUTED).write_text("\n".join(json.dumps(line) for line in lines))
        return CompletedProcess([], 0)

    monkeypatch.setattr("lab.faults.RECORDS", tmp_path)
    monkeypatch.setattr("lab.faults.test_files", lambda *_: [*files])
    monkeypatch.setattr("lab.faults.digest_of", lambda path: str(files[path.name]))
    monkeypatch.setattr("lab.faults.pytest_in", told)
    recorded(root, "engine")
    files["b"] = 2
    files["c"] = 1
    record = recorded(root, "engine")
    assert {test.name for test in record.tests} == {"a::test_1", "b::test_2", "c::test_1"}
    assert {test.name for test in recorded(root, "engine").tests} == {
        test.name for test in record.tests
    }
    assert asked == [["a", "b"], ["b", "c"]]
    (root / "engine" / "more.py").write_text("")
    recorded(root, "engine")
    (root / "engine" / "more.py").unlink()
    assert asked[2:] == [["a", "b", "c"]]
    assert len([*tmp_path.iterdir()]) == 1


def test_parts_of_a_record_know_together_what_was_imported() -> None:
    parts = [Record({"": 2}, b"\0\1", {"a": "1"}), Record({"": 2}, b"\1\0", {"b": "1"})]
    assert joined(parts, {"a": "1", "b": "1"}).imported == b"\1\1"


def test_few_tests_come_first() -> None:
    tests = [Executed(str(number), seconds, b"") for number, seconds in enumerate((1, 18, 7, 90))]
    assert [[test.name for test in part] for part in portions(tests)] == [["0", "1"], ["2", "3"]]
    assert [len(part) for part in portions(tests[:2])] == [2]
    assert [len(part) for part in portions(tests[3:])] == [1]


def test_marks_are_numbered_through_all_modules(project: tuple[Path, Record]) -> None:
    root, record = project
    assert first_marks(root) == record.first_marks
    assert record.first_marks == {"engine/__init__.py": 1, "engine/sums.py": 1, "": 6}


# --- which tests are near ------------------------------------------------------------------------


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


def test_tests_with_rare_words_of_a_function_are_like_it(tmp_path: Path) -> None:
    texts = {
        "test_rare.py": "from engine import stake_of",
        "test_large.py": "from engine import stake_of " + "several other words".title() * 9,
        "test_usual.py": "from engine import deal",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    source = b"class Bet:\n    def paid(self):\n        return stake_of(self)\n\nMOST = deal(3)\n"
    inside, outside = (
        Fault("engine/bet.py", 1, "Bet.paid", "x", source.index(text), 0, "")
        for text in (b"stake_of", b"3")
    )
    assert inside.text_around(source) == (
        "Bet.paid\ndef paid(self):\n        return stake_of(self)"
    )
    assert outside.text_around(source) == "Bet.paid\nMOST = deal(3)"
    like = alike(tmp_path, inside.text_around(source), [*texts])
    assert like == ["test_rare.py", "test_large.py", "test_usual.py"]


def test_few_files_are_near(tmp_path: Path) -> None:
    texts = {"sums.py": "", **{f"test_{number}.py": "import sums" for number in range(MOST + 1)}}
    (tmp_path / "tests").mkdir()
    for name, text in texts.items():
        (tmp_path / "tests" / name).write_text(text.replace("sums", "tests.sums"))
    tests = [f"tests/{name}" for name in texts if name.startswith("test_")]
    assert nearest(tmp_path, "tests/sums.py", tests) == tests[:MOST]


# --- faults that are planted ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "test", "came"),
    [
        (PASSED, "", "passed"),
        (PASSED, "one", "unsure"),  # something ended the process
        (FAILED, "one", "failed"),
        (FAILED, "", "unsure"),  # no test is named
        (2, "one", "unsure"),
        (UNPLANTED, "", "unplanted"),
        (BROKEN, "Traceback", "unsure"),
        (-signal.SIGSEGV, "one", "failed"),
        (-signal.SIGSEGV, "", "unsure"),
        (-signal.SIGXCPU, "one", "late"),
        (-signal.SIGKILL, "one", "late"),
    ],
)
def test_what_the_exit_code_of_a_process_says(code: int, test: str, came: str) -> None:
    assert came_of(code, test) == came


@pytest.mark.parametrize(
    ("code", "text", "came", "failed"),
    [
        (0, "1 passed", "passed", ""),
        (1, "FAILED tests/a.py::b[c d] - assert", "failed", "tests/a.py::b[c d]"),
        (1, "ERROR tests/a.py::b", "failed", "tests/a.py::b"),
        (1, "ERROR tests/a.py - NameError", "failed", "tests/a.py"),
        (1, "1 failed", "unsure", "1 failed"),
        (2, "FAILED tests/a.py::b", "unsure", "FAILED tests/a.py::b"),
        (2, "ERROR tests/a.py - NameError", "failed", "tests/a.py"),
        (2, "ERROR tests/a.py::b", "unsure", "ERROR tests/a.py::b"),
        (4, "ImportError while loading conftest 'a'", "failed", ""),
        (3, "INTERNALERROR>", "unsure", "INTERNALERROR>"),
        (4, "usage", "unsure", "usage"),
        (5, "no tests ran", "not executed", ""),
        (-signal.SIGSEGV, "", "failed", ""),
    ],
)
def test_what_the_exit_code_of_pytest_says(code: int, text: str, came: str, failed: str) -> None:
    assert read_result(code, text) == (came, failed)


class Item:
    nodeid = "one"


@pytest.mark.parametrize(
    ("runs", "came"),
    [
        ("passed", "passed"),
        ("failed; failed; passed passed", "failed"),
        ("failed; passed failed; passed passed", "failed"),
        ("failed; passed passed", "unsure"),
        ("failed; failed; passed failed", "unsure"),
        ("late; late; passed passed", "failed"),  # a hang
        ("late; passed passed", "late"),  # all tests together took too long
        ("unplanted", "unplanted"),
        ("unsure", "unsure"),
    ],
)
def test_the_answer_to_a_job(
    runs: str, came: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_text("a = 1")
    (tmp_path / "jobs").write_text("")
    left: list[str] = re.findall(r"\w+", runs)
    planter = Planter(tmp_path, tmp_path / "jobs")

    def forked(_: object, __: float, plant: object) -> str:
        assert (tmp_path / "a.py").read_text() == ("a = 1" if plant is None else "a = 2")
        planter.told.write_text("one")
        return left.pop(0)

    monkeypatch.setattr(planter, "_forked", forked)
    job = Job("a.py", 4, 5, "2", ["one"], 1)
    assert planter._answer(job, [Item()]).came == came
    assert not left
    assert planter._answer(job, []).came == "not executed"


def test_a_function_that_was_executed_too_early(tmp_path: Path) -> None:
    """Its result may be in a cache already, so that the fault would not be seen."""
    code = "def early():\n    return 1\n"
    (tmp_path / "a.py").write_text(code)
    (tmp_path / "jobs").write_text("")
    planter = Planter(tmp_path, tmp_path / "jobs")
    planter.executed = {(str(tmp_path / "a.py"), 1)}
    begin = code.index("1")
    job = Job("a.py", begin, begin + 1, "2", ["one"], 1)
    assert planter._answer(job, [Item()]).came == "unplanted"
    assert (tmp_path / "a.py").read_text() == code


def test_a_function_with_a_lambda_in_its_first_line_gets_other_code(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    before = b"def made(of=lambda: 1):\n    return of() + 1\n"
    loaded = ModuleType("planted_here")
    loaded.__file__ = str(file)
    exec(compile(before, str(file), "exec"), vars(loaded))
    sys.modules[loaded.__name__] = loaded
    try:
        after = before.replace(b"+ 1", b"+ 2")
        assert exchanged(str(file), before, after, before.index(b"return"))
        assert loaded.made() == 3
    finally:
        del sys.modules[loaded.__name__]


def test_the_summary_counts_what_is_unsure_apart() -> None:
    came = ["noticed", "unsure", "late", "survived", "not executed"]
    faults = [Fault("engine/a.py", 1, "x", how, 0, 0, "") for how in came]
    lines = [*summary("engine", faults, came)]
    assert lines[0] == "\nengine: 1 of 5 noticed, 2 unsure."
    assert [line.split()[1] for line in lines[1:]] == ["unsure:", "late:", "survived:", "not"]


def test_a_test_that_fails_anyway_notices_nothing(
    project: tuple[Path, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, record = project
    answers = [Answer("unsure", "one"), Answer("failed", "one"), Answer("unplanted")]
    early = PROJECT["engine/sums.py"].index("LIMIT = 3")
    inside = PROJECT["engine/sums.py"].index("return 0")
    faults = [
        Fault("engine/sums.py", 1, "x", "x", begin, begin, "") for begin in (inside, inside, early)
    ]
    monkeypatch.setattr("lab.faults.recorded", lambda *_: record)
    monkeypatch.setattr("lab.faults.nearest", lambda *_: [])
    monkeypatch.setattr(Trial, "_answers", lambda _, jobs: answers[-len(jobs) :] if jobs else [])
    monkeypatch.setattr("lab.faults.run", lambda _, names, __: ("failed", names[0]))
    assert Trial(root).outcomes("engine", faults) == ["unsure", "noticed", "unsure"]


@pytest.mark.parametrize(
    ("runs", "came"),
    [
        ("failed failed passed passed", "noticed"),
        ("failed passed failed passed passed", "noticed"),
        ("failed passed passed", "unsure"),
        ("failed failed passed failed", "unsure"),
        ("unsure", "unsure"),
        ("late", "late"),
        ("not_executed", "not executed"),
    ],
)
@pytest.mark.parametrize("failed", ["tests/test_sums.py::test_one", ""])
def test_a_fault_with_a_program_of_its_own(
    runs: str, came: str, failed: str, project: tuple[Path, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, record = project
    left: Iterator[str] = iter(runs.split())
    begin = PROJECT["engine/sums.py"].index("LIMIT = 3")
    names: list[list[str]] = []

    def ran(_: Path, tests: list[str], __: float) -> tuple[str, str]:
        names.append(tests)
        return next(left).replace("_", " "), failed

    monkeypatch.setattr("lab.faults.recorded", lambda *_: record)
    monkeypatch.setattr("lab.faults.nearest", lambda *_: [])
    monkeypatch.setattr(Trial, "_answers", lambda _, jobs: [Answer("unplanted") for _ in jobs])
    monkeypatch.setattr("lab.faults.run", ran)
    fault = Fault("engine/sums.py", 1, "x", "x", begin, begin, "")
    assert Trial(root).outcomes("engine", [fault]) == [came]
    assert next(left, None) is None
    assert all(tests == ([failed] if failed else names[0]) for tests in names[1:])


@pytest.mark.dear
def test_what_comes_of_faults(
    project: tuple[Path, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, record = project
    source = PROJECT["engine/sums.py"]
    expected = {
        ("return 7", "return 8"): "noticed",  # a cache holds the function
        ("if large", "if not large"): "noticed",
        ("return 0", "return 1"): "noticed",
        ("return kept()", "return 7"): "survived",
        ("return 1", "return 2"): "noticed",  # executed before any test
        ("LIMIT = 3", "LIMIT = 0"): "noticed",  # no function
        ("LIMIT = 3", "LIMIT ="): "noticed",  # a test file cannot be collected
        ("return 0", "return __import__('os').abort()"): "noticed",
        ("return 0", "return __import__('os')._exit(2)"): "unsure",
        ("return 0", "return __import__('os')._exit(0)"): "unsure",
    }
    faults = [
        Fault("engine/sums.py", 1, "x", "x", begin, begin + len(text), instead)
        for text, instead in expected
        for begin in [source.index(text)]
    ]
    monkeypatch.setattr("lab.faults.recorded", lambda *_: record)
    monkeypatch.setattr("lab.faults.test_files", lambda *_: ["tests/test_sums.py"])
    assert Trial(root).outcomes("engine", faults) == [*expected.values()]
    assert (root / "engine" / "sums.py").read_text() == source


@pytest.mark.parametrize("alone", [False, True])
def test_the_nearest_tests_are_asked_first(
    alone: bool, project: tuple[Path, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, record = project
    source = PROJECT["engine/sums.py"]
    asked: list[list[str]] = []

    def answers(_: Trial, jobs: list[Job]) -> list[Answer]:
        asked.extend(job.tests for job in jobs)
        return [Answer("failed", "one") if "0" in job.text else Answer("passed") for job in jobs]

    monkeypatch.setattr("lab.faults.recorded", lambda *_: record)
    monkeypatch.setattr("lab.faults.test_files", lambda *_: ["tests/test_sums.py"])
    monkeypatch.setattr("lab.faults.is_recorded", lambda *_: False)
    monkeypatch.setattr(Trial, "_answers", answers)
    begin = source.index("return 0")
    faults = [
        Fault("engine/sums.py", 1, "x", "x", begin, begin, text) for text in ("return 0", "pass")
    ]
    trial = Trial(root, near_alone=alone)
    assert trial.outcomes("engine", faults) == ["noticed", "survived"]
    assert asked[:2] == [["tests/test_sums.py"]] * 2
    others = [len(tests) for tests in asked[2:]]
    assert others == ([] if alone else [4]), "of what the nearest do not notice"


@pytest.mark.parametrize("folder", WIDE)
def test_files_that_hold_a_little_of_everything_are_asked_last(folder: str) -> None:
    wide = [*WIDE[folder]]
    for fault in drawn(ROOT, folder, 1, 2):
        near = Trial(ROOT)._nearest(folder, fault)
        assert near[-len(wide) :] == wide
        assert len({*near}) == len(near) > len(wide)


def test_what_fails_in_these_runs_is_not_made_small() -> None:
    ours, usual = settings.get_profile("faults"), settings.get_profile("ci")
    assert {*usual.phases} - {*ours.phases} >= {Phase.shrink, Phase.explain}
    assert ours.max_examples == usual.max_examples
    assert ours.derandomize


def test_all_runs_share_a_database_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is killed leaves none behind; what earlier runs left in it goes."""
    if why := postgres.missing():
        pytest.skip(why)
    monkeypatch.delenv(postgres.RUNNING, raising=False)
    with database_server():
        with postgres.shared() as folder:
            asyncio.run(postgres.make_database(folder, "old"))
        with postgres.shared() as again:
            assert again == folder
            asyncio.run(postgres.drop_databases(again))
            url = asyncio.run(postgres.make_database(again, "old"))
    assert postgres.RUNNING not in os.environ
    assert not Path(folder).exists()
    assert url.endswith(folder)


def test_near_tests_are_those_of_what_has_changed_and_changed_ones() -> None:
    found = near(ROOT, ["bot/match/own_signs.py", "tests/test_kept.py", "docs/none.py"])
    assert {"tests/bot/match/test_own_signs.py", "tests/test_kept.py"} <= {*found}
    assert len(found) < 10
