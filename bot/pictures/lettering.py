"""Words in pictures.

Our words are written in the font that Pillow brings with it, on every machine the same. It has no
accents and no opening marks: accents are drawn over its letters, opening marks are its closing ones
turned round. What it does not have, people's names above all, is written in a font of the machine;
where none has it, a letter that looks alike stands for it, and else a dot.
"""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.fonts import font_with, from_right, is_own, machine_font, own_font

Colour = tuple[int, int, int]
Ink = Colour | int
"""What is written with: a colour, or a number where a picture has numbers for colours."""

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
_ALIKE: Final = str.maketrans(
    dict(zip("ıłøđħŧŁØĐĦŦ", "ilodhtLODHT", strict=True))
    | {"æ": "ae", "œ": "oe", "Æ": "AE", "Œ": "OE", "ß": "ss", "þ": "th", "Þ": "Th", "ð": "d"}
)
UNKNOWN: Final = "·"
"""What stands for a character that is not drawn."""
_MARKS: Final = "\u0300\u0301\u0302\u0303\u0308\u0327"
"""Grave, acute, circumflex, tilde, two dots, cedilla."""
_MOST_MARKS: Final = 3
"""On one letter; some people pile up dozens."""
_INVISIBLE: Final = frozenset({"Cf", "Cc", "Cs", "Co", "Zl", "Zp"})

Part = tuple[str, str]
"""A letter of our font and the marks on it, or a run of what a font of the machine writes."""


def parts(text: str) -> list[Part]:
    """What is drawn for a text, piece by piece."""
    return list(_parts(text))


def is_whole(text: str) -> bool:
    """Whether every character of the text, or one that looks alike, can be drawn."""
    return UNKNOWN in text or all(letter != UNKNOWN for letter, _ in _parts(text))


@lru_cache(4096)
def _parts(text: str) -> tuple[Part, ...]:
    found: list[Part] = []
    for cluster in _clusters(text):
        for part in _drawn(cluster):
            before = found[-1][0] if found else ""
            if part[0] == UNKNOWN == before:
                continue
            if (font := _font_of(part[0])) and font == _font_of(before):
                found[-1] = before + part[0], ""
            elif font and before == " " and _goes_on(found, part[0]):
                found[-2:] = [(f"{found[-2][0]} {part[0]}", "")]
            else:
                found.append(part)
    return tuple(found)


def _goes_on(found: list[Part], run: str) -> bool:
    """Whether these letters and those before the space are one line that begins on the right."""
    if len(found) < 2 or _font_of(found[-2][0]) != _font_of(run):
        return False
    return from_right(found[-2][0][0]) and from_right(run[0])


@lru_cache(1024)
def _clusters(text: str) -> tuple[str, ...]:
    """The letters of a text, each with its accents. Invisible characters are left out."""
    made: list[str] = []
    for one in unicodedata.normalize("NFC", text.translate(_OTHERS)):
        kind = unicodedata.category(one)
        if kind in _INVISIBLE:
            continue
        if kind[0] == "M":
            if made and len(made[-1]) <= _MOST_MARKS:
                made[-1] += one
        else:
            made.append(" " if kind == "Zs" else one)
    return tuple(made)


def _drawn(cluster: str) -> Iterator[Part]:
    """What is drawn for a letter: the letter in our font, else in a font of the machine, else a
    letter that looks alike, else a dot."""
    for form in ("NFD", "NFKD"):
        if (own := _own(unicodedata.normalize(form, cluster), strict=True)) is not None:
            yield from own
            return
    letter = cluster.rstrip("\ufe0f\ufe0e")
    if font_with(letter):
        yield letter, ""
        return
    alike = unicodedata.normalize("NFKD", cluster.translate(_ALIKE))
    own = _own(alike.translate(_ALIKE), strict=False)
    yield from ((UNKNOWN, ""),) if own is None else own


def _own(letters: str, *, strict: bool) -> list[Part] | None:
    """The parts that draw a letter in our own font; ``None``: the font lacks it. An accent that we
    cannot draw gives ``None`` when ``strict``, and else is left out."""
    made: list[Part] = []
    for one in letters:
        if unicodedata.combining(one):
            if one not in _MARKS and strict:
                return None
            if one in _MARKS and made and one not in made[-1][1]:
                made[-1] = made[-1][0], made[-1][1] + one
        elif one in _TURNED or _DASHES.get(one) or is_own(one):
            made.append((one, ""))
        else:
            return None
    return made or None


@lru_cache(4096)
def _font_of(letter: str) -> str:
    """The machine's font for a piece of text; empty: our own font."""
    if not letter or letter in _TURNED or letter in _DASHES or letter == UNKNOWN:
        return ""
    return "" if len(letter) == 1 and is_own(letter) else font_with(letter.replace(" ", ""))


@lru_cache(4096)
def _advance(letter: str, size: int) -> float:
    if dash := _DASHES.get(letter):
        return dash * size + size * 0.1
    if font := _font_of(letter):
        return machine_font(font, _machine_size(size)).getlength(letter)
    return own_font(size).getlength(_TURNED.get(letter, letter))


def _machine_size(size: int) -> int:
    """The size at which a machine's font looks as large as our own at ``size``."""
    return max(1, round(size * 0.9))


def width(text: str, size: int) -> float:
    """The width of the text in pixels."""
    return sum(_advance(letter, size) for letter, _ in _parts(text))


def cut(text: str, size: int, room: float) -> str:
    """The text, or its beginning with dots behind it if it is wider than ``room`` pixels."""
    if width(text, size) <= room:
        return text
    letters, left = _clusters(text), room - width("...", size)
    kept = bisect_right(range(len(letters)), left, key=lambda n: width("".join(letters[:n]), size))
    return f"{''.join(letters[: max(kept - 1, 0)]).rstrip()}..."


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
    """Writes a line of text. ``x``, ``y``: its left end and its top, in pixels. Returns the x at
    which it ends."""
    draw = ImageDraw.Draw(image)
    font = own_font(size)
    for letter, marks in _parts(text):
        if dash := _DASHES.get(letter):
            middle = y + size * 0.62
            thick = max(1.0, size * 0.07)
            draw.rectangle((x + size * 0.05, middle, x + dash * size, middle + thick), colour)
        elif name := _font_of(letter):
            other = machine_font(name, _machine_size(size))
            # Both fonts stand on the same line.
            draw.text((x, y + font.getmetrics()[0]), letter, colour, other, anchor="ls")
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
    """The thickness of the strokes of letters, in pixels."""
    return max(1, round(size * 0.085))


def _upside_down(
    image: Image.Image, x: float, y: float, letter: str, size: int, colour: Ink
) -> None:
    font = own_font(size)
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
    colour: Ink,
) -> None:
    """One mark over (a cedilla: under) a letter."""
    left, top, right, bottom = own_font(size).getbbox("x" if letter == "i" else letter)
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
