"""Faces of robots. Each robot has its own face, and all faces have the same expressions.

A face has two parts: a head, which never changes, and on its visor a look, which is a mood or a
seña. Their drawings are files in ``face_files/`` that a designer can edit; the ornaments of a robot
are drawn there in the first of the colours. The page puts head and look together from one file;
other pictures get them as one drawing."""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from bot.pictures.svg import group, inside, tag

FILES: Final = Path(__file__).parent / "face_files"
SIDE: Final = 64
"""Units of the square around a face."""
COUNT: Final = 40
"""The number of heads; no two are alike."""
PERSON: Final = "person"
"""The head of a person. It is shown only while the person makes a seña."""

_LIGHT: Final = "#c9fff0"
_COLOURS: Final = (
    ("#e8a13a", "#a8651a"),
    ("#4fb3c8", "#22748a"),
    ("#d9655a", "#96302b"),
    ("#8bbf55", "#4d7d27"),
    ("#a98ad6", "#6a4b9b"),
    ("#e6c84f", "#a08618"),
    ("#e68fb0", "#a84d70"),
    ("#6f95e0", "#3a5aa3"),
    ("#c9966b", "#835632"),
    ("#9fb0b3", "#5b6c70"),
)
"""The colours of heads, each with the colour of the head's edge."""

_SHAPES: Final = ("box", "egg", "bell", "helmet", "shield")
_TOPS: Final = ("antenna", "antennas", "bulb", "spring", "hat", "chimney", "propeller", "crown")
"""The ornaments on top of a head, drawn behind it."""
_EARS: Final = ("square", "round", "wings", "")
"""The ornaments at the sides of a head, drawn behind it."""
_VISORS: Final = ("angular", "round")

_MOODS: Final = "calm thinking calling glad sorry sly"
_SENAS: Final = """
    brows wink-right wink-left mouth-right mouth-left bite kiss ajar tilt nose closed tongue-up
    tongue-right tongue-left tongue cheeks come shoulder shoulders fingers little-finger chin
    ear jaw throat chest
"""
LOOKS: Final = (*_MOODS.split(), *_SENAS.split())
"""The names of all looks. Right and left in the name of a seña are those of the person who makes
it, so they are drawn the other way round."""


@cache
def _part(name: str) -> str:
    return inside((FILES / f"{name}.svg").read_text("utf-8"))


@lru_cache(COUNT)
def _head(number: int) -> str:
    """A head without a look."""
    row, column = divmod(number % COUNT, len(_COLOURS))
    top = _TOPS[(3 * column + 2 * row + 1) % len(_TOPS)]
    ears = _EARS[(column // 2 + column + row) % len(_EARS)]
    shape = _SHAPES[(column + row) % len(_SHAPES)]
    drawn = (
        _part(f"tops/{top}") + (_part(f"ears/{ears}") if ears else "") + _part(f"shapes/{shape}")
    )
    for drawn_in, colour in zip(_COLOURS[0], _COLOURS[column], strict=True):
        drawn = drawn.replace(drawn_in, colour)
    return drawn + _part(f"visors/{_VISORS[row % 2]}")


def face_svg(number: int, look: str) -> str:
    """The face of a robot as one drawing."""
    view = f"0 0 {SIDE} {SIDE}"
    drawn = _head(number) + group(_part(f"looks/{look}"), color=_LIGHT)
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", viewBox=view)


def sprite() -> str:
    """All heads (``face-0``, ..., ``face-person``) and looks (``look-calm``, ...) in one file."""
    view = f"0 0 {SIDE} {SIDE}"
    symbols = {f"face-{number}": _head(number) for number in range(COUNT)}
    symbols[f"face-{PERSON}"] = _part(PERSON)
    symbols |= {f"look-{name}": _part(f"looks/{name}") for name in LOOKS}
    drawn = (tag("symbol", content, id=id, viewBox=view) for id, content in symbols.items())
    return tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg")
