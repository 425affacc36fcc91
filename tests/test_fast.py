"""The compiled engine (`make fast`): which modules are compiled, and that it answers the same."""

import ast
import importlib
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from tools import fast

ROOT = Path(__file__).parents[1]
MODULES = fast.modules()
DECIDING = (
    "apply.py",
    "guard/legal.py",
    "memo.py",
    "moves/draft.py",
    "moves/ending.py",
    "moves/scoring.py",
    "robots/solving/betting_tree.py",
    "robots/solving/mixed.py",
    "robots/solving/playout.py",
    "rules/points.py",
    "seen/imagine.py",
    "state/table.py",
)
"""Modules in which the engine and its robots spend their time."""


def module_of(path: Path) -> object:
    parts = path.with_suffix("").parts
    return importlib.import_module(".".join(parts).removesuffix(".__init__"))


def has_structs(path: Path) -> bool:
    """Whether the module defines a struct: the classes themselves are asked."""
    module = module_of(path)
    return any(
        isinstance(var, type)
        and issubclass(var, msgspec.Struct)
        and var.__module__ == getattr(module, "__name__", "")
        for var in vars(module).values()
    )


def are_floats(values: ast.Tuple) -> bool:
    return all(
        isinstance(value, ast.Constant) and type(value.value) is float for value in values.elts
    )


def test_module_is_compiled_unless_it_defines_a_struct() -> None:
    """The rule reads the source."""
    for path in MODULES:
        expected: str | None = None
        if path.name == "__init__.py":
            expected = fast.FACE
        elif path.parent.name == "variants":
            expected = fast.RULES
        elif has_structs(path):
            expected = fast.STRUCT
        elif path.as_posix() == "engine/numbers.py":
            expected = fast.NUMBERS
        assert fast.interpreted(ROOT / path) == expected, path


def test_no_class_that_stays_python_inherits_from_a_compiled_one() -> None:
    """The compiled class would refuse it when it is imported."""
    compiled = {
        getattr(module_of(path), "__name__", "")
        for path in MODULES
        if fast.interpreted(ROOT / path) is None
    }
    refused = [
        (found.__module__, found.__name__, base.__name__)
        for path in MODULES
        if fast.interpreted(ROOT / path) is not None
        for found in vars(module_of(path)).values()
        if isinstance(found, type) and found.__module__ not in compiled
        for base in found.__mro__[1:]
        if base.__module__ in compiled
    ]
    assert refused == []


def test_no_compiled_constant_is_a_tuple_of_so_many_floats() -> None:
    """mypyc 2.4 takes such a constant for one that was not set; ``Final[tuple[float, ...]]`` is
    any number of floats."""
    found = [
        f"{path}:{node.lineno}"
        for path in MODULES
        if fast.interpreted(ROOT / path) is None
        for node in ast.parse((ROOT / path).read_bytes()).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Final"
        if isinstance(node.value, ast.Tuple) and are_floats(node.value)
    ]
    assert found == []


@pytest.mark.parametrize("name", DECIDING)
def test_deciding_module_is_compiled(name: str) -> None:
    assert fast.interpreted(ROOT / "engine" / name) is None


def test_without_a_compiler_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/nowhere/cc -pthread")
    with pytest.raises(fast.NotPossible, match="/nowhere/cc"):
        fast.check_compiler()


def test_without_the_headers_of_python_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", shlex.join([sys.executable, "-c", "raise SystemExit(1)"]))
    with pytest.raises(fast.NotPossible, match=r"Python\.h"):
        fast.check_compiler()


def test_tree_of_another_engine_is_not_current(tmp_path: Path) -> None:
    root, tree = tmp_path / "root", tmp_path / "tree"
    for folder in (root, tree):
        (folder / "engine").mkdir(parents=True)
        (folder / "engine" / "one.py").write_text("", "utf-8")
    assert not fast.is_current(root, tree)
    fast.note(tree)
    assert fast.is_current(root, tree)
    (root / "engine" / "one.py").write_text("ONE = 1\n", "utf-8")
    assert not fast.is_current(root, tree)


def test_new_files_come_to_a_tree_that_is_compiled_already(tmp_path: Path) -> None:
    root, tree = tmp_path / "root", tmp_path / "tree"
    for folder in (root, tree):
        (folder / "engine" / "robots").mkdir(parents=True)
        (folder / "engine" / "robots" / "one.bin").write_bytes(folder.name.encode())
        (folder / "engine" / "robots" / f"{folder.name}.py").touch()
    (tree / "engine" / "robots" / "one.so").write_bytes(b"compiled")
    for name in fast.FILES:
        (root / name).touch()
    fast.copy(root, tree, ["engine"])
    robots = tree / "engine" / "robots"
    assert {path.name for path in robots.iterdir()} == {"one.bin", "one.so", "root.py"}
    assert (robots / "one.bin").read_bytes() == b"root"


def test_a_differing_engine_is_found(tmp_path: Path) -> None:
    """Two engines in Python, one of which offers words before cards."""
    fast.copy(ROOT, tmp_path, ["engine"])
    path = tmp_path / "engine" / "guard" / "legal.py"
    text = path.read_text("utf-8")
    cards = "table.lays(seat, hand.cards[seat], lay == EITHER)"
    assert f"return {cards} + calls" in text
    path.write_text(text.replace(f"return {cards} + calls", f"return calls + {cards}"), "utf-8")
    found = list(fast.differences(["--steps", "6"], tree=tmp_path, python=sys.executable))
    assert "The two engines answer differently: argentino 2" in found


def data_of(root: Path) -> dict[Path, bytes]:
    """The files that come with an engine."""
    return {path: (root / path).read_bytes() for path in fast.data_files(root)}


def test_compiled_engine_gives_the_same_bytes() -> None:
    """`make fast-test` compares much longer."""
    if not (fast.TREE / fast.STAMP).exists():
        pytest.skip("nothing is compiled here (make fast)")
    if not fast.is_current():
        pytest.skip("another version of the engine is compiled here (make fast)")
    if data_of(ROOT) != data_of(fast.TREE):
        pytest.skip("the compiled engine has other files than this one (make fast)")
    assert list(fast.differences(["--steps", "30"])) == []
