"""Words in pictures, on every machine the same.

The letters are those of the font that Pillow brings with it. It has no accents and no opening
marks: accents are drawn over its letters, opening marks are its closing ones turned round. A
character that it does not have, and that no letter stands for, is drawn as a dot.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]

_TURNED: Final = {"¡": "!", "¿": "?"}
_DASHES: Final = {"–": 0.55, "—": 0.9, "-": 0.0}
"""The length of a dash, in letters' sizes; 0: the font has it."""
_OTHERS: Final = str.maketrans(
    {
        "«": "“",
        "»": "”",
        "…": "...",
        "º": "o",
        "ª": "a",
        "×": "x",
        "\u00a0": " ",
        "⏮": "<",
        "⏭": ">",
    }
)
UNKNOWN: Final = "·"
"""What stands for a character that is not drawn."""
_MARKS: Final = frozenset("\u0300\u0301\u0302\u0303\u0308\u0327")
"""Grave, acute, circumflex, tilde, two dots, cedilla."""


@lru_cache(64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@lru_cache(1024)
def _is_drawn(letter: str) -> bool:
    """Whether the font has this character."""
    font = _font(32)
    unknown = bytes(font.getmask("\uffff"))
    return letter == " " or bytes(font.getmask(letter)) != unknown


def parts(text: str) -> list[tuple[str, str]]:
    """Letters, each with the marks on it."""
    found: list[tuple[str, str]] = []
    for one in unicodedata.normalize("NFD", text.translate(_OTHERS)):
        if one in _MARKS and found:
            letter, marks = found[-1]
            found[-1] = letter, marks + one
        elif unicodedata.category(one) in ("Mn", "Cf"):
            continue
        elif one in _TURNED or _DASHES.get(one) or _is_drawn(one):
            found.append((one, ""))
        elif not found or found[-1][0] != UNKNOWN:
            found.append((UNKNOWN, ""))
    return found


@lru_cache(4096)
def _advance(letter: str, size: int) -> float:
    if dash := _DASHES.get(letter):
        return dash * size + size * 0.1
    return _font(size).getlength(_TURNED.get(letter, letter))


def width(text: str, size: int) -> float:
    """How wide the text becomes, in pixels."""
    return sum(_advance(letter, size) for letter, _ in parts(text))


def cut(text: str, size: int, room: float) -> str:
    """The text, or as much of it as there is room for, with dots at its end."""
    if width(text, size) <= room:
        return text
    left, kept = room - width("...", size), 0
    for letter in text:
        left -= width(letter, size)
        if left < 0:
            break
        kept += 1
    return f"{text[:kept].rstrip()}..."


def wrapped(text: str, size: int, room: float, most: int) -> list[str]:
    """The text in lines of this width, ``most`` of them; what is left over is cut."""
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


def write(image: Image.Image, x: float, y: float, text: str, size: int, colour: Colour) -> float:
    """Writes a line; ``y`` is its top. Returns where it ends."""
    draw = ImageDraw.Draw(image)
    font = _font(size)
    for letter, marks in parts(text):
        if dash := _DASHES.get(letter):
            middle = y + size * 0.62
            thick = max(1.0, size * 0.07)
            draw.rectangle((x + size * 0.05, middle, x + dash * size, middle + thick), colour)
        elif letter in _TURNED:
            _upside_down(image, x, y, _TURNED[letter], size, colour)
        elif letter == "i" and marks:
            thick, middle = _stem(size), x + _advance("i", size) / 2
            _, high, _, low = font.getbbox("x")
            draw.rectangle(
                (middle - thick / 2, y + high, middle + thick / 2 - 1, y + low - 1), colour
            )
        else:
            draw.text((x, y), letter, font=font, fill=colour)
        for mark in marks:
            _mark(draw, x, y, letter, mark, size, colour)
        x += _advance(letter, size)
    return x


def _stem(size: int) -> int:
    """How thick letters are."""
    return max(1, round(size * 0.085))


def _upside_down(
    image: Image.Image, x: float, y: float, letter: str, size: int, colour: Colour
) -> None:
    font = _font(size)
    left, top, right, bottom = (int(one) for one in font.getbbox(letter))
    stamp = Image.new("L", (right - left + 2, bottom - top + 2))
    ImageDraw.Draw(stamp).text((1 - left, 1 - top), letter, font=font, fill=255)
    turned = stamp.rotate(180)
    at = round(x + left - 1), round(y + top - 1 + size * 0.2)
    image.paste(colour, (*at, at[0] + turned.width, at[1] + turned.height), turned)


def _mark(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    letter: str,
    mark: str,
    size: int,
    colour: Colour,
) -> None:
    """One mark over (a cedilla: under) a letter."""
    left, top, right, bottom = _font(size).getbbox("x" if letter == "i" else letter)
    if letter == "i":
        left, right = 0, _advance("i", size)
    middle, high = x + (left + right) / 2, y + top - size * 0.08
    pen, reach = _stem(size), size * 0.13
    strokes = {
        "\u0301": [(-reach * 0.5, 0), (reach * 0.7, -reach)],
        "\u0300": [(reach * 0.5, 0), (-reach * 0.7, -reach)],
        "\u0302": [(-reach, 0), (0, -reach), (reach, 0)],
        "\u0303": [
            (-reach * 1.2, -reach * 0.3),
            (-reach * 0.5, -reach * 0.8),
            (reach * 0.4, -reach * 0.25),
            (reach * 1.2, -reach * 0.8),
        ],
    }
    if mark in strokes:
        points = [(middle + dx, high + dy) for dx, dy in strokes[mark]]
        draw.line(points, fill=colour, width=pen, joint="curve")
    elif mark == "\u0308":
        dot = pen * 0.75
        for side in (-1, 1):
            at = middle + side * reach * 0.8
            draw.ellipse((at - dot, high - 2 * dot, at + dot, high), fill=colour)
    else:
        low = y + bottom
        points = [(middle, low), (middle + reach * 0.5, low + reach * 0.6)]
        points.append((middle - reach * 0.4, low + reach))
        draw.line(points, fill=colour, width=pen, joint="curve")
