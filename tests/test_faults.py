"""`make faults` draws faults that can be planted, and always the same for the same seed."""

import ast
from pathlib import Path

import pytest

from tools.faults import TESTS, concerned, drawn, faults_in, folder_of, is_read, sources

ROOT = Path(__file__).parents[1]

CODE = '''
"""What a module says."""
LIMIT = 3

def fits(card: int, *, open: bool = False) -> bool:
    """What a function says."""
    assert card > 0
    if card < LIMIT and not open:
        log.info("nothing")
        return True
    return any(card == one for one in range(LIMIT + 1))

def keep(hands: list[int]) -> None:
    hands.sort()
    for hand in hands:
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
    assert found["`card == one` becomes `card != one`"]
    assert found["`LIMIT + 1` becomes `LIMIT - 1`"]
    assert any(
        what.endswith("becomes `all((card == one for one in range(LIMIT + 1)))`") for what in found
    )
    assert found["`hands.remove(hand)` is dropped"] == "pass"
    assert found["`hand` becomes `not hand`"] == "if (not hand):"
    assert found["`break` is dropped"] == "pass"
    assert found["`raise ValueError` is dropped"] == "pass"
    assert found["it returns at once"] == "return"


def test_what_is_said_and_what_holds_is_left_alone() -> None:
    found = " ".join(texts(CODE))
    assert "card > 0" not in found
    assert "log.info" not in found
    assert "says" not in found


def test_a_fault_that_cannot_be_read_is_not_drawn() -> None:
    assert is_read(b"a = 1")
    assert not is_read(b"a = = 1")


@pytest.mark.parametrize("folder", TESTS)
def test_the_same_seed_draws_the_same(folder: str) -> None:
    one, again, other = (drawn(ROOT, folder, seed, 6) for seed in (1, 1, 2))
    assert one == again != other
    assert len(one) == 6
    for fault in one:
        assert folder_of(fault.path) == folder
        planted = fault.planted((ROOT / fault.path).read_bytes())
        assert ast.dump(ast.parse(planted)) != ast.dump(ast.parse((ROOT / fault.path).read_bytes()))


def test_every_file_belongs_to_a_folder() -> None:
    found = {path for folder in TESTS for path in sources(ROOT, folder)}
    assert {"engine/apply.py", "bot/service.py", "adapters/app.py"} <= found
    assert folder_of("adapters/app.py") == "adapters"
    assert folder_of("adapters/web/tabs.py") == "adapters/web"


def test_tests_that_speak_of_the_module_come_first() -> None:
    path = "bot/host/settings.py"
    fault = faults_in(path, (ROOT / path).read_bytes())[0]
    tests = concerned(ROOT, fault)
    assert tests[0] == "tests/bot/test_settings.py"
    assert set(tests) == {
        one.relative_to(ROOT).as_posix() for one in (ROOT / "tests/bot").rglob("test_*.py")
    }
