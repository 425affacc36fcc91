"""Writes the specification as a bundle for other engines: `make spec`.

docs/spec/bundle.md describes the contents of ``dist/truco-spec-<version>.tar.gz`` and the outcomes.
The records are the worked hands of the articles and the playthroughs of the tests, at least one for
every game and number of players. The same files make the same bytes.
"""

import gzip
import hashlib
import io
import json
import sys
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from adapters.cli_record import replay_as_json
from adapters.version import VERSION
from engine.record.notation import parse_record
from engine.record.replay import replay

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
NAME: Final = f"truco-spec-{VERSION}"
SUMS: Final = "SHA256SUMS"
_PAGES: Final = ("spec/*.md", "duplicate.md", "fairness/*.*")
"""The pages that are copied from docs/: the articles, and the pages for other programs to which
they refer."""
_WORKED_HANDS: Final = "tests/notation/*/??-ex-*.truco"
_PLAYTHROUGHS: Final = "tests/playthroughs/*.txt"
_INPUT: Final = "> "
"""The beginning of the lines of a record in a playthrough."""
_FIELDS: Final = ("score", "games", "winner")


def outcome(text: str) -> dict[str, Any]:
    """The outcome of a record, in the words of docs/spec/bundle.md.

    Raises :class:`~engine.errors.BadRecord`; ``ValueError`` for a record that fails, or that does
    not end with a finished hand.
    """
    record = parse_record(text)
    played = replay(record)
    whole = played.complete and [hand.finished for hand in played.hands[-1:]] == [True]
    if played.error is not None or not whole:
        raise ValueError(f"no outcome: {played.error or 'it ends within a hand'}")
    said = replay_as_json("", record, played, None)
    hands = [{"points": hand["points"]} for hand in said["hands"]]
    return {"hands": hands} | {name: said[name] for name in _FIELDS}


def records() -> Iterator[tuple[str, str]]:
    """The records, each with its path in the bundle without an ending."""
    for path in ROOT.glob(_WORKED_HANDS):
        yield _place(path, text := path.read_text("utf-8")), text
    for path in ROOT.glob(_PLAYTHROUGHS):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        text = "".join(line.removeprefix(_INPUT) for line in lines if line.startswith(_INPUT))
        if not replay(parse_record(text)).hands[-1].finished:
            text = text[: text.rindex("hand dealer ")]
        yield _place(path, text), text


def _place(path: Path, text: str) -> str:
    return f"records/{parse_record(text).header.variant}/{path.stem}"


def files() -> dict[str, bytes]:
    """Every file of the bundle by its path, and at the end the SHA-256 of all files."""
    found = {"check.js": (DOCS / "spec" / "check.js").read_bytes()}
    found["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    for pattern in _PAGES:
        for path in DOCS.glob(pattern):
            found[path.relative_to(DOCS).as_posix()] = path.read_bytes()
    for place, text in records():
        found[f"{place}.truco"] = text.encode()
        found[f"{place}.json"] = json.dumps(outcome(text)).encode() + b"\n"
    found = dict(sorted(found.items()))
    sums = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in found.items())
    return found | {SUMS: "".join(sums).encode()}


def packed(contents: Mapping[str, bytes]) -> bytes:
    """These files as an archive in one folder, without any data of this machine or this hour."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in contents.items():
            entry = tarfile.TarInfo(f"{NAME}/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(raw.getvalue(), mtime=0)


def main(dist: Path) -> None:
    dist.mkdir(parents=True, exist_ok=True)
    file = dist / f"{NAME}.tar.gz"
    file.write_bytes(packed(files()))
    print(file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
