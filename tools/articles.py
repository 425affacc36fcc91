"""``python tools/articles.py``: writes the articles of docs/spec and docs/rules for ``/reglas``.

The installed program has no docs/, so it carries the text of the articles as data.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SPECIFICATION: Final = ROOT / "docs" / "spec"
WRITTEN: Final = ROOT / "bot" / "words" / "articles.json"
PAGES: Final = ROOT / "docs" / "rules"
TOLD: Final = ROOT / "bot" / "words" / "articles_told.json"
"""The articles as docs/rules tells them, each in the language of its game."""

_ID: Final = r"(?:[A-Z]{2}-(?!EX-)[A-Z]{3}-\d\d|SI-\d\d)"
_BEGINS: Final = re.compile(rf"\*\*({_ID})(?:…(\d\d))?\*\*")
_ROW_ENDS: Final = re.compile(rf"\| ({_ID}) \|$")
_TABLES: Final = re.compile(r"<!-- (\w+) -->\n.*?<!-- /\1 -->\n", re.DOTALL)
_DIFFERENCES: Final = re.compile(r"^## \w\. Where the sources differ", re.MULTILINE)
"""The heading after which a page only speaks about articles."""


def articles(page: str) -> dict[str, str]:
    """The articles of a page by id, as plain text; a table keeps its rows."""
    found: dict[str, str] = {}
    for ids, line, is_row in _lines(_DIFFERENCES.split(page)[0]):
        for id in ids if line else ():
            before = found.get(id, "")
            found[id] = f"{before}\n{line}" if is_row else f"{before} {line}"
    return {id: text.strip() for id, text in found.items()}


def _lines(text: str) -> Iterator[tuple[list[str], str, bool]]:
    """The lines that belong to articles, each with the ids of its articles, and whether it is a row
    of a table."""
    running: list[str] = []
    headings: list[str] = []
    for line in text.split("\n"):
        if line.startswith("|"):
            cells = [_plain(cell) for cell in line.strip("|").split("|")]
            own = _row_id(line)
            if set(line) <= set("|-: "):
                continue
            if not headings:
                headings = cells
                if not own:
                    yield running, " | ".join(cells), True
            elif own:
                yield [own], _row(headings, cells, own), True
            else:
                yield running, " | ".join(cells), True
            continue
        headings = headings if not line.strip() and line else []
        if line.startswith(("#", "```")):
            running = []
        begun = list(_BEGINS.finditer(line))
        if not begun:
            if line.startswith("- "):
                running = []
            yield running, _plain(line), False
            continue
        yield [] if line.startswith("- ") else running, _plain(line[: begun[0].start()]), False
        for begin, following in zip(begun, [*begun[1:], None], strict=True):
            running = _ids(begin)
            end = following.start() if following else None
            yield running, _plain(line[begin.end() : end]), False


def _ids(begun: re.Match[str]) -> list[str]:
    first, last = begun[1], begun[2]
    if last is None:
        return [first]
    return [f"{first[:-2]}{number:02}" for number in range(int(first[-2:]), int(last) + 1)]


def _row_id(row: str) -> str:
    """The article of a row: its first cell, in bold, or its last one."""
    found = re.match(rf"\| \*\*({_ID})\*\* \|", row) or _ROW_ENDS.search(row)
    return found[1] if found else ""


def _row(headings: list[str], cells: list[str], own: str) -> str:
    told = zip(headings, cells, strict=True)
    return "; ".join(f"{heading}: {cell}" for heading, cell in told if cell != own)


def _plain(text: str) -> str:
    """The text without Markdown's marks."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\*\*|`|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)", "", text)
    return text.removeprefix("- ").strip()


def told(page: str) -> dict[str, str]:
    """The articles of a page of docs/rules, without its tables, as sentences."""
    found, together = dict[str, str](), list[str]()
    for id, text in articles(_TABLES.sub("", page)).items():
        together.append(id)
        if sentence := _sentence(text):  # several articles before one sentence share it
            found |= dict.fromkeys(together, sentence)
            together.clear()
    return found


def _sentence(text: str) -> str:
    """A part of a sentence as one: *la más alta gana la baza;* between two articles."""
    text = text.strip(" ,;:")
    end = "" if text.endswith((".", "?", "!")) or not text else "."
    return text[:1].upper() + text[1:] + end


def made(folder: Path = SPECIFICATION) -> str:
    """The text of the file of this folder's articles."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.md")):
        page = path.read_text("utf-8")
        found |= articles(page) if folder == SPECIFICATION else told(page)
    return json.dumps(found, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def main() -> int:
    """Writes the files."""
    WRITTEN.write_text(made(), "utf-8")
    TOLD.write_text(made(PAGES), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
