"""Requirement files: complete, pinned, and free of addresses and of paths."""

import re
import tomllib
from pathlib import Path

import pytest

from tools.check_requirements import problems

ROOT = Path(__file__).parents[1]


def test_nothing_strange_in_them() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://packages.example/simple",
        "--find-links /opt/wheels",
        "truco @ file:///home/somebody/truco",
        "msgspec==0.22.0",  # no hash follows
        "    # via -r /home/somebody/truco/requirements/run.in",
    ],
)
def test_strange_line_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "run.in").write_text("msgspec\n", "utf-8")
    (tmp_path / "run.txt").write_text(line + "\n", "utf-8")
    (sentence,) = problems(tmp_path)
    assert sentence == f"requirements/run.txt:1: does not belong here: {line}"


def test_file_without_its_twin_is_found(tmp_path: Path) -> None:
    (tmp_path / "run.in").write_text("msgspec\n", "utf-8")
    assert problems(tmp_path) == ["requirements/run: has only one of .in and .txt (make lock)"]


def test_project_and_run_in_ask_for_the_same() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    build = {re.split("[<>=]", name)[0] for name in project["build-system"]["requires"]}
    lines = (ROOT / "requirements" / "run.in").read_text("utf-8").splitlines()
    asked = {line for line in lines if line and not line.startswith("#")}
    assert asked == set(project["project"]["dependencies"]) | build
