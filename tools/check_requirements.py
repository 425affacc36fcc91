"""Requirement files hold names, versions and hashes: no address and no machine's path."""

import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "requirements"

NAME = r"[a-z0-9][a-z0-9._-]*(\[[a-z0-9,_-]+\])?"
LOCKED_LINE = re.compile(
    rf"{NAME}==[a-z0-9.+!]+( ; [a-z_0-9 ='\"<>!.()*]+)? \\"  # a version, perhaps for some platforms
    r"|    --hash=sha256:[0-9a-f]{64}( \\)?"
    rf"|    # +(via( {NAME})?|{NAME}|(via )?-[rc] [a-z]+\.(in|txt))"  # who needs it
    r"|    # via",
    re.IGNORECASE,
)
ASKED_LINE = re.compile(rf"{NAME}([<>=!~]+[a-z0-9.*]+)?|-[rc] [a-z]+\.(in|txt)|#.*|", re.IGNORECASE)


def problems(folder: Path = FOLDER) -> list[str]:
    """One sentence for every line that does not belong in a requirement file."""
    asked = {path.stem: path for path in folder.glob("*.in")}
    locked = {path.stem: path for path in folder.glob("*.txt")}
    found = [
        f"requirements/{stem}: has only one of .in and .txt (make lock)"
        for stem in sorted(asked.keys() ^ locked.keys())
    ]
    for files, form in ((asked, ASKED_LINE), (locked, LOCKED_LINE)):
        for path in sorted(files.values()):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if not form.fullmatch(line):
                    found.append(f"requirements/{path.name}:{number}: does not belong here: {line}")
    return found


if __name__ == "__main__":
    if found := problems():
        sys.exit("\n".join(found))
