"""No file says where packages are fetched from, or where something lies on somebody's machine."""

import subprocess
from pathlib import Path

import pytest

from tools.check_addresses import ROOT, files, problems

HOME = "/".join(("", "home", "somebody"))
INDEX = "https://" + ".".join(("pypi", "org"))


def test_the_project_names_none() -> None:
    names = files()
    assert {"Makefile", "README.md", "docs/performance.md", "engine/apply.py"} <= set(names)
    assert problems(ROOT, names) == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (f"See [a library]({INDEX}/project/library/).", "a package index"),
        ("RUN pip install --index-url" + "=https://packages.example truco", "a package index"),
        ("npm install --registry" + " http://packages.example", "a package index"),
        ("https://" + "registry.example/truco.tgz", "a package index"),
        ("index = 'https://packages.example" + "/simple'", "a package index"),
        (f'DATA = "{HOME}/truco/data"', "a machine's path"),
        ("see " + "file://" + HOME, "a machine's path"),
        ("cd " + "/".join(("", "tmp", "truco")), "a machine's path"),
    ],
)
def test_a_planted_one_is_found(line: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(f"# A page\n{line}\n", "utf-8")
    (sentence,) = problems(tmp_path, ["page.md"])
    assert sentence.startswith(f"page.md:2: {what}: ")


@pytest.mark.parametrize(
    "line",
    [
        "uv pip compile --no-emit-index-url --no-emit-find-links",
        "https://core.telegram.org/bots/api",
        "/opt/truco/bin/truco run --data /data",
        "bot/home/page, a/tmp/b, ../work/there",
        "a simple page: https://example.org/simplest",
    ],
)
def test_other_lines_are_left_alone(line: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(f"{line}\n", "utf-8")
    assert problems(tmp_path, ["page.md"]) == []


def test_files_are_looked_at_before_they_are_committed(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("*.log\n", "utf-8")
    (tmp_path / "page.md").write_text("# A page\n", "utf-8")
    (tmp_path / "a.log").write_text("nothing\n", "utf-8")
    (tmp_path / "card.png").write_bytes(b"\x89PNG\0" + HOME.encode())
    assert files(tmp_path) == [".gitignore", "card.png", "page.md"]
    assert problems(tmp_path, files(tmp_path)) == []
