"""Fonts: our own font for the words, and the machine's fonts for letters that it does not have.

Our font lies in the folder above (``font_files``, with its licence), so it is the same on every
machine. It has the Latin letters with all their accents. People's names may need other letters;
these are looked for in the folders where the machine keeps its fonts."""

import os
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

OWN_FILE: Final = Path(__file__).parents[1] / "font_files" / "DejaVuSansCondensed.ttf"
_OF_MACHINES: Final = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansThai-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKjp-Regular.otf",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "wqy-microhei.ttc",
    "unifont.otf",
    "NotoEmoji-Regular.ttf",
    "Arial Unicode.ttf",
    "seguisym.ttf",
    "msyh.ttc",
    "arial.ttf",
)
"""Files of fonts, the most similar to ours first."""
_WANTED: Final = frozenset(_OF_MACHINES)
_FOLDERS: Final = (
    "~/.local/share/fonts",
    "~/.fonts",
    "/usr/local/share/fonts",
    "/usr/share/fonts",
    "~/Library/Fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
"""Folders in which machines keep their fonts."""
_NOT_A_LETTER: Final = "\uffff"
_INDIC: Final = range(0x0900, 0x1100)
"""Scripts whose letters change with their neighbours. Those written from the right do so too."""


@lru_cache(64)
def own_font(size: int) -> ImageFont.FreeTypeFont:
    """Our font, ``size`` pixels high. Pillow's basic layout sets its words: Latin needs only
    kerning, and the other layout (Raqm) needs a library (FriBiDi) that some machines do not have.
    """
    return ImageFont.truetype(str(OWN_FILE), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(128)
def machine_font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the machine by its file. Raises ``OSError`` if there is no such file."""
    return ImageFont.truetype(name, size)


@lru_cache(1)
def machine_fonts() -> tuple[str, ...]:
    """The files of the fonts that this machine has."""
    found: dict[str, str] = {}
    for folder in _FOLDERS:
        for here, _, files in os.walk(Path(folder).expanduser()):
            for name in _WANTED.intersection(files):
                found.setdefault(name, str(Path(here, name)))
    return tuple(found[name] for name in _OF_MACHINES if name in found)


@lru_cache(2048)
def is_own(letter: str) -> bool:
    """Whether our font has this character."""
    return letter == " " or _has(own_font(32), letter)


@lru_cache(4096)
def font_with(letters: str) -> str:
    """The file of a font of the machine with all these characters; empty: there is none."""
    if any(map(_needs_shaping, letters)) and not _shapes():
        return ""
    for name in machine_fonts():
        if all(_has(machine_font(name, 32), letter) for letter in letters):
            return name
    return ""


def from_right(letter: str) -> bool:
    """Whether the character belongs to a script that is written from the right."""
    return unicodedata.bidirectional(letter) in ("R", "AL")


def _needs_shaping(letter: str) -> bool:
    return from_right(letter) or ord(letter) in _INDIC


@lru_cache(1)
def _shapes() -> bool:
    """Whether the libraries that join letters (as in Arabic) are installed on this machine."""
    return bool(features.check("raqm") and features.check("fribidi"))


def _has(font: ImageFont.FreeTypeFont, letter: str) -> bool:
    if unicodedata.combining(letter):
        return True  # A mark alone has no picture. A font that has the letters has their marks too.
    return bytes(font.getmask(letter)) != bytes(font.getmask(_NOT_A_LETTER))
