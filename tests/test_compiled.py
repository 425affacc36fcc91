"""What is compiled before a run is what the run would have compiled."""

import os
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

from tests.compiled import compile_one, is_fresh, place_of


@pytest.mark.parametrize("name", ["test_one.py", "conftest.py", "helpers.py"])
def test_it_is_fresh_until_the_file_changes(
    name: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    file = tmp_path / name
    file.write_text("def test_it() -> None:\n    assert 1 == 2\n")
    assert not is_fresh(file, place_of(file))
    compile_one(file, pytestconfig)
    assert is_fresh(file, place_of(file))
    file.write_text("def test_it() -> None:\n    assert 1 == 3\n")
    os.utime(file, (1, 1))
    assert not is_fresh(file, place_of(file))


def test_pytest_takes_it(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """When this fails after a new version of pytest: it asks something else of such a file."""
    file = tmp_path / "test_one.py"
    file.write_text("def test_it() -> None:\n    assert 1 == 2\n")
    compile_one(file, pytestconfig)
    assert rewrite._read_pyc(file, place_of(file)) is not None


def test_what_cannot_be_compiled_is_left_to_whoever_imports_it(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    file = tmp_path / "test_one.py"
    file.write_text("def test_it(: pass\n")
    compile_one(file, pytestconfig)
    assert not place_of(file).exists()
