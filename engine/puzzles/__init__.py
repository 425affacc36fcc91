"""Puzzles: positions of robots' matches with one clearly best answer that the textbook misses.

``shipped`` reads the puzzles that come with the program, ``view_of`` shows a puzzle as its seat saw
it, ``puzzle_of`` makes a puzzle of a moment.
"""

from engine.puzzles.files import BadFile, FileHead, Shelf, read_file, shipped, write_file
from engine.puzzles.making import PuzzleCandidate, puzzle_of
from engine.puzzles.puzzle import (
    BadPuzzle,
    Puzzle,
    PuzzleAnswer,
    action_of,
    moment_of,
    rules_mark,
    table_at,
    view_of,
)
