"""Checks that no file has the address of a package index or a path of a machine.

Both differ from machine to machine: packages are named, and a person who installs them uses their
own index. ``git`` lists the files, also files that are not committed yet.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]

INDEX = re.compile(
    r"https?://[^\s\"'<>)\]]*"
    r"(\bpypi\b|pythonhosted|npmjs|\bregistry\.|crates\.io|anaconda|artifactory|devpi|/simple\b)"
    r"|--(extra-)?index-url[ =]|--find-links[ =]|--registry[ =]",
    re.IGNORECASE,
)
MACHINE = re.compile(r"(?<![\w.*}])/(home|Users)/\w|(?<![\w.*}/])/(root|work|tmp)/\w|file:///\w")

PLANTED = {"tests/test_requirements.py"}
"""The faults that the tests of these checks plant."""


def files(root: Path = ROOT) -> list[str]:
    """The files of the project, without what git is told to ignore."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    return sorted({name for name in told.decode().split("\0") if name and name not in PLANTED})


def problems(root: Path, names: Iterable[str]) -> list[str]:
    """One sentence for every line with an address or a path of a machine."""
    found = []
    for name in names:
        path = root / name
        data = path.read_bytes() if path.is_file() else b""
        if b"\0" in data:
            continue  # a picture
        for number, line in enumerate(data.decode("utf-8").splitlines(), 1):
            if match := INDEX.search(line):
                found.append(f"{name}:{number}: a package index: {match[0]}")
            elif match := MACHINE.search(line):
                found.append(f"{name}:{number}: a machine's path: {match[0]}")
    return found


if __name__ == "__main__":
    if found := problems(ROOT, files()):
        sys.exit("\n".join(found))
