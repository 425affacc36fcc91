"""The names that are shown: people's names after cleaning, and the robots' own names."""

import re
import unicodedata
from itertools import chain
from typing import Final

from msgspec.structs import replace

from bot.chance import Chance
from bot.model import Seat
from engine.record.notation.record import clean_name
from engine.robots.players.skills import BEGINNER, CLUB, FRIEND, MASTER, SKILLS

LONGEST: Final = 32

ROBOTS: Final = {
    skill: tuple(names.split())
    for skill, names in {
        MASTER: "Tuerca Bujía Chispa Resorte Pampa Lata Perilla Engranaje Tornillo Alambre",
        CLUB: "Dínamo Pistón Turbina Volante Brújula Radar Polea Antena Timón Bobina",
        FRIEND: "Bisagra Manija Canilla Pinza Martillo Bulón Linterna Carretel Rueda Yunque",
        BEGINNER: "Tuerquita Chispita Latita Perillita Tornillito Alambrito Clavito Ruedita"
        " Pinchito Botoncito",
    }.items()
}
"""The names of robots, by how well the robot plays."""
_FACES: Final = {name: face for face, name in enumerate(chain.from_iterable(ROBOTS.values()))}

_JOINERS: Final = "\u200c\u200d"
"""Characters that join others into an emoji or a word, and show nothing alone."""
_BLANK: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that show nothing."""
_CALLS: Final = re.compile(r"(?<!\w)@+(?=\w)|(?<![\w/<>])/(?=\w)")
"""Characters with which a messenger marks a person or a command."""


_BREAKS: Final = frozenset({"Cc", "Zl", "Zp"})
_UNWRITTEN: Final = frozenset({"Cf", "Cs", "Co", "Cn"})
"""Kinds of characters that are invisible, or whose look nobody can foresee."""
_MARKS: Final = 3
"""The most marks on a character; no script in use needs more. More would cover other lines."""


def shown_name(*names: str, longest: int = LONGEST) -> str:
    """The first of these names that has a visible character, cleaned: on one line and not too long.
    Empty when there is none. All names are cleaned here. A cleaned name does not change the
    direction of the words around it, does not cover them, and marks no person."""
    for name in names:
        kept = "".join(
            char for char in name if unicodedata.category(char) != "Cf" or char in _JOINERS
        )
        plain = _CALLS.sub("", clean_name(unicodedata.normalize("NFC", kept)))
        shown = _few_marks(plain)[:longest].strip(" " + _JOINERS)
        if any(unicodedata.category(char)[0] in "LNPS" and char not in _BLANK for char in shown):
            return shown
    return ""


def shown_text(text: str, longest: int) -> str:
    """A text of a person on one line, cleaned: it does not change the direction of the words around
    it and does not cover them. Empty when no character is visible."""
    spaced = "".join(" " if unicodedata.category(char) in _BREAKS else char for char in text)
    kept = "".join(
        char
        for char in unicodedata.normalize("NFC", spaced)
        if unicodedata.category(char) not in _UNWRITTEN or char in _JOINERS
    )
    told = _few_marks(" ".join(kept.split()))[:longest].strip(" " + _JOINERS)
    seen = any(unicodedata.category(char)[0] in "LNPS" and char not in _BLANK for char in told)
    return told if seen else ""


def _few_marks(name: str) -> str:
    """The name without marks that stand on no character, and without those above the limit."""
    kept, marks = [], _MARKS
    for char in name:
        if unicodedata.category(char)[0] == "M":
            marks += 1
            if marks > _MARKS:
                continue
        elif char not in _JOINERS:  # a joiner begins no character, so no marks may stand on it
            marks = _MARKS if char == " " else 0
        kept.append(char)
    return "".join(kept)


def names_at(level: str) -> tuple[str, ...]:
    """The names of robots of this level. Robots that play as well as the people of their table have
    the names of robots of a club, whatever these people's rating is."""
    return ROBOTS[SKILLS.get(level, CLUB)]


def robot_name(taken: set[str], chance: Chance, level: str) -> str:
    """The name of a robot of this level that nobody at the table has."""
    free = [name for name in names_at(level) if name not in taken]
    return free[chance.below(len(free))]


def face_of(name: str) -> int:
    """The number of a robot's face, from 0, the same for a name; today's names differ."""
    return _FACES.get(name, sum(name.encode()) % len(_FACES))


def renamed(seats: tuple[Seat, ...], level: str, chance: Chance) -> tuple[Seat, ...]:
    """The same seats, the robots with names of this level; a robot with such a name keeps it."""
    found = list(seats)
    for seat in seats:
        if seat.robot and not seat.foreign and seat.name not in names_at(level):
            name = robot_name({other.name for other in found}, chance, level)
            found[seat.seat] = replace(seat, name=name)
    return tuple(found)
