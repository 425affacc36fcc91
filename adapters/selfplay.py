"""Matches of robots against themselves, written as records for training and study.

No match of people is read. A match follows from its table, its levels and its seed alone."""

import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from engine.actions import Deal
from engine.apply import new_match
from engine.record.notation import header_of, write_header, write_step
from engine.robots import Skill
from engine.robots.players.matches import RobotPlayer, steps
from engine.state.table import Table

IN_A_FOLDER: Final = 1000
"""The most files in a folder, because a folder with millions of files is slow."""


def record_of(table: Table, skills: Sequence[Skill], seed: str) -> str:
    """One match as a record. ``skills``: by seat."""
    players = [
        RobotPlayer(random.Random(f"{seed} {seat}"), skill) for seat, skill in enumerate(skills)
    ]
    lines = [*write_header(header_of(table, [skill.name for skill in skills]))]
    for action, _ in steps(new_match(table), players, deal=random.Random(f"{seed} deals")):
        if isinstance(action, Deal):
            lines.append("")
        lines += write_step(table, action)
    return "\n".join(lines) + "\n"


def write(
    folder: Path, table: Table, skills: Sequence[Skill], *, seed: int, first: int, matches: int
) -> Iterator[Path]:
    """Writes the matches with these numbers, each into its own file. A file appears only when it is
    complete. Matches that already have a file are skipped. Yields each new file."""
    for number in range(first, first + matches):
        file = folder / f"{number // IN_A_FOLDER:05}" / f"{number:08}.truco"
        if file.exists():
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(record_of(table, skills, f"{seed} {number}"), "utf-8")
        part.replace(file)
        yield file
