"""Puzzles: positions of robots' matches with one clearly best answer that the textbook misses.

``shipped`` reads those that come with the program, ``view_of`` shows one as its seat saw it,
``puzzle_of`` makes one of a moment.
"""

from engine.puzzles.files import BadFile, Head, Shelf, read_file, shipped, write_file
from engine.puzzles.making import Candidate, puzzle_of
from engine.puzzles.puzzle import (
    Answer,
    BadPuzzle,
    Puzzle,
    action_of,
    moment_of,
    rules_mark,
    table_at,
    view_of,
)

__all__ = [
    "Answer",
    "BadFile",
    "BadPuzzle",
    "Candidate",
    "Head",
    "Puzzle",
    "Shelf",
    "action_of",
    "moment_of",
    "puzzle_of",
    "read_file",
    "rules_mark",
    "shipped",
    "table_at",
    "view_of",
    "write_file",
]
