"""Takes the steps of a guide: its blocks say what goes into which file.

A block names its file behind its language: ````` ```python bot/pages/hora.py `````. ``python`` is a
new file, ``toml`` is said in every catalogue (:mod:`tools.sentences`), and the lines of ``diff``
with a ``+`` go below the line that stands before them.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

from tools.sentences import bring_in

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(r"^```(\w+) ([\w./]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE: Final = ("adapters", "bot", "engine")


def follow(guide: Path, where: Path) -> list[str]:
    """Takes the steps of a guide in this copy of the code. Returns the files that it touches."""
    touched = []
    for kind, name, text in BLOCK.findall(guide.read_text("utf-8")):
        file = where / name
        match kind:
            case "python":
                assert not file.exists(), name
                file.write_text(text, "utf-8")
            case "toml":
                assert bring_in(where, tomllib.loads(text)) == []
            case "diff":
                file.write_text(patched(file.read_text("utf-8"), text), "utf-8")
            case _:
                raise AssertionError(kind)
        touched.append(name)
    return list(dict.fromkeys(touched))


def patched(text: str, block: str) -> str:
    """The text with the lines of a diff. What stands before and after them is there once."""
    before, after = [], []
    for line in block.splitlines(keepends=True):
        mark, rest = line[:1], line[1:]
        assert mark in (" ", "+", "-"), line
        before += [rest] * (mark in " -")
        after += [rest] * (mark in " +")
    assert text.count("".join(before)) == 1, block
    return text.replace("".join(before), "".join(after))


def copy_of_the_code(where: Path, *tests: str) -> None:
    """Copies the program and these folders of tests, as compiled as they are."""
    skipped = shutil.ignore_patterns("golden", "scenes", "data")
    for folder in (*CODE, *tests):
        shutil.copytree(ROOT / folder, where / folder, ignore=skipped)
    for file in (*ROOT.glob("tests/*.py"), ROOT / "pyproject.toml"):
        (where / file.relative_to(ROOT)).parent.mkdir(exist_ok=True)
        shutil.copy(file, where / file.relative_to(ROOT))


def run_tests(where: Path, folder: str, **tests: str) -> None:
    """Runs these test files in that folder of the copy. Fails with all that they said."""
    for name, text in tests.items():
        (where / folder / f"{name}.py").write_text(text, "utf-8")
    files = [f"{folder}/{name}.py" for name in tests]
    plain = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *files],
        cwd=where,
        env={"PYTHONPATH": str(where), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
