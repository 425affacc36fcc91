"""The files of puzzles that come with the program: a file for each game, a line for each puzzle.

The first line names the rules of the puzzles, and the command that made them. Puzzles of other
rules are refused.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from engine.errors import BadRules
from engine.puzzles.puzzle import BadPuzzle, Puzzle, rules_mark, view_of
from engine.variants import table_for

FORMAT: Final = 1
SHIPPED: Final = Path(__file__).parent / "shipped"
"""The folder of the files."""


class FileHead(Struct, frozen=True):
    """The first line of a file."""

    format: int
    variant: str
    players: int
    rules: str
    """The mark of the rules (:func:`engine.puzzles.puzzle.rules_mark`)."""
    made: str
    """The command that made it."""


class Shelf(Struct, frozen=True):
    """The puzzles of one game that fit today's rules."""

    variant: str
    puzzles: tuple[Puzzle, ...]
    refused: int
    """The number of puzzles in the file that do not fit."""


class BadFile(Exception):
    """The text is no file of puzzles, or it has another format."""


_head: Final = msgspec.json.Decoder(FileHead)
_puzzle: Final = msgspec.json.Decoder(Puzzle)
_encoder: Final = msgspec.json.Encoder()


def read_file(text: str) -> Shelf:
    """The puzzles of a file. Raises :class:`BadFile`."""
    lines = text.splitlines()
    try:
        head = _head.decode(lines[0])
        if head.format != FORMAT:
            raise BadFile(head.format)
        found = [_puzzle.decode(line) for line in lines[1:]]
        fitting = rules_mark(table_for(head.variant, head.players)) == head.rules
    except (msgspec.MsgspecError, IndexError, BadRules) as error:
        raise BadFile from error
    good = tuple(puzzle for puzzle in found if fitting and _fits(puzzle, head))
    return Shelf(head.variant, good, len(found) - len(good))


def _fits(puzzle: Puzzle, head: FileHead) -> bool:
    if (puzzle.variant, puzzle.players) != (head.variant, head.players):
        return False
    try:
        view_of(puzzle)
    except BadPuzzle:
        return False
    return True


def write_file(head: FileHead, puzzles: Sequence[Puzzle]) -> str:
    return "".join(_encoder.encode(record).decode() + "\n" for record in (head, *puzzles))


@lru_cache(maxsize=16)
def shipped(variant: str) -> Shelf:
    """The puzzles of a game that come with the program. Without a file there are none."""
    path = SHIPPED / f"{variant}.jsonl"
    if not path.exists():
        return Shelf(variant, (), 0)
    return read_file(path.read_text("utf-8"))
