"""Words in pictures.

Our words are written in our own font, which is the same on every machine. Whole runs of letters are
written at once, so that the distances between letters are those of the font. Characters that the
font does not have, above all in people's names, are written in a font of the machine. If no font
has a character, a similar letter replaces it, or else a dot."""

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.drawing.fonts import font_with, from_right, is_own, machine_font, own_font

Colour = tuple[int, int, int]
Ink = Colour | int
"""The colour of letters: a colour, or its number in a picture with numbered colours."""

DOTS: Final = "…"
"""The end of a text that was cut."""
UNKNOWN: Final = "·"
"""The sign for a character that cannot be drawn."""
_OTHERS: Final = str.maketrans({"\u00a0": " ", "⏮": "«", "⏭": "»"})
_MOST_MARKS: Final = 3
"""The most marks on one letter. Some people put dozens on one."""
_INVISIBLE: Final = frozenset({"Cf", "Cc", "Cs", "Co", "Zl", "Zp"})
_BASELINE: Final = 0.98
"""The distance from the top of a line to its baseline, as a part of the letters' size."""

Run = tuple[str, str]
"""Letters that one font writes together, and the file of that font; empty: ours."""


def runs(text: str) -> list[Run]:
    """The drawn letters of a text, run by run."""
    return list(_runs(text))


def is_whole(text: str) -> bool:
    """Whether every character of the text, or a similar one, can be drawn."""
    return UNKNOWN in text or all(UNKNOWN not in letters for letters, _ in _runs(text))


@lru_cache(4096)
def _runs(text: str) -> tuple[Run, ...]:
    found: list[Run] = []
    for cluster in _clusters(text):
        letters, font = _drawn(cluster)
        before, other = found[-1] if found else ("", "")
        if letters == UNKNOWN and before.endswith(UNKNOWN) and not other:
            continue
        if found and font == other:
            found[-1] = before + letters, font
        elif font and before == " " and _goes_on(found, letters, font):
            found[-2:] = [(f"{found[-2][0]} {letters}", font)]
        else:
            found.append((letters, font))
    return tuple(found)


def _goes_on(found: list[Run], letters: str, font: str) -> bool:
    """Whether these letters continue the run before the space, in a script from the right."""
    if len(found) < 2 or found[-2][1] != font:
        return False
    return from_right(found[-2][0][0]) and from_right(letters[0])


@lru_cache(1024)
def _clusters(text: str) -> tuple[str, ...]:
    """The letters of a text, each with its accents. Invisible characters are left out."""
    made: list[str] = []
    for char in unicodedata.normalize("NFC", text.translate(_OTHERS)):
        kind = unicodedata.category(char)
        if kind in _INVISIBLE:
            continue
        if kind[0] == "M":
            if made and len(made[-1]) <= _MOST_MARKS:
                made[-1] += char
        else:
            made.append(" " if kind == "Zs" else char)
    return tuple(made)


@lru_cache(4096)
def _drawn(cluster: str) -> Run:
    """The drawn form of a letter: the letter in our font, else in a font of the machine, else a
    similar letter, else a dot."""
    for form in ("NFC", "NFKC"):
        if own := _own(unicodedata.normalize(form, cluster)):
            return own, ""
    letter = cluster.rstrip("\ufe0f\ufe0e")
    if font := font_with(letter):
        return letter, font
    return _own(unicodedata.normalize("NFKD", cluster)) or UNKNOWN, ""


def _own(letters: str) -> str:
    """The letters without their separate marks, if our font has them all; else nothing."""
    left = [letter for letter in letters if not unicodedata.combining(letter)]
    return "".join(left) if all(map(is_own, left)) else ""


def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return machine_font(file, size) if file else own_font(size)


@lru_cache(8192)
def _length(run: Run, size: int) -> float:
    letters, file = run
    return _font(file, size).getlength(letters)


def width(text: str, size: int) -> float:
    """The width of the text in pixels."""
    return sum(_length(run, size) for run in _runs(text))


def cut(text: str, size: int, room: float) -> str:
    """The text; if it is wider than ``room`` pixels, its beginning with dots at the end."""
    if width(text, size) <= room:
        return text
    letters = _clusters(text)
    kept = bisect_right(range(len(letters)), room, key=lambda n: width(_short(letters[:n]), size))
    return _short(letters[: max(kept - 1, 0)])


def _short(letters: Sequence[str]) -> str:
    """The beginning of a text that is cut."""
    return "".join(letters).rstrip() + DOTS


def wrapped(text: str, size: int, room: float, most: int) -> list[str]:
    """The text in at most ``most`` lines, none wider than ``room`` pixels. The rest is cut off."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [cut(line, size, room) for line in lines]


def write(image: Image.Image, x: float, y: float, text: str, size: int, colour: Ink) -> float:
    """Writes a line of text. ``x``, ``y``: the left end and the top of the line, in pixels. Returns
    the x of its right end."""
    draw = ImageDraw.Draw(image)
    base = round(y + _BASELINE * size)
    for run in _runs(text):
        letters, file = run
        # All fonts share a baseline and begin at a whole pixel. Otherwise letters are blurred.
        draw.text((round(x), base), letters, colour, _font(file, size), anchor="ls")
        x += _length(run, size)
    return x
