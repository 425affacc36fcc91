"""Faces of robots, drawn by us: each of them has its own, and all have the same expressions.

A face is a head, the same for good, and on its visor a look: a mood, or a seña that is being made.
The page puts both together from one file; other pictures get them as one drawing.
"""

from functools import lru_cache
from typing import Final

from bot.pictures.svg import circle, ellipse, group, line, path, place, tag

SIDE: Final = 64
"""Units of the square that a face stands in."""
COUNT: Final = 40
"""The number of heads; no two are alike."""
PERSON: Final = "person"
"""The head of somebody who is no robot, shown only while they make a seña."""

_VISOR: Final = "#1d2930"
_LIGHT: Final = "#c9fff0"
_SKIN: Final = "#ffe3bd"
_GLOVE: Final = "#fff4dc"
_TONGUE: Final = "#ff6f7d"
_INK: Final = "#3a2a20"
_METAL: Final = "#dfe5e4"
_STEEL: Final = "#7d8b8d"
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
"""Of each head its colour, and that of its edge."""

_HEADS: Final = (
    "M18 17H46Q56 17 56 27V48Q56 58 46 58H18Q8 58 8 48V27Q8 17 18 17Z",
    "M32 15A24 21.5 0 0 1 32 58A24 21.5 0 0 1 32 15Z",
    "M22 17H42Q47 17 49 22L56 49Q58 58 48 58H16Q6 58 8 49L15 22Q17 17 22 17Z",
    "M20 16H44L57 29V46L46 58H18L7 46V29Z",
    "M14 17H50Q57 17 56 24L51 50Q49 58 41 58H23Q15 58 13 50L8 24Q7 17 14 17Z",
)


def _tops(fill: str, edge: str) -> tuple[str, ...]:
    """What a head wears, behind it."""
    return (
        line("M32 18V8", _STEEL, 3) + circle(32, 6.5, 4.5, fill, stroke=edge, stroke_width=1.5),
        line("M24 18L17 7M40 18L47 7", _STEEL, 3)
        + circle(17, 6, 3.5, fill)
        + circle(47, 6, 3.5, fill),
        path("M25 18V13A7 8 0 1 1 39 13V18Z", "#ffe98a", stroke=_STEEL, stroke_width=2),
        line("M26 17L38 14.500L26 11.500L38 8.500L29 5", _STEEL, 2.8),
        path("M17 19Q18 6 32 6T47 19Z", edge)
        + tag("rect", x=10, y=16, width=44, height=4, rx=2, fill=edge),
        path("M22 19V12H27V7H37V12H42V19Z", _STEEL) + line("M27 12H37", _METAL, 2),
        line("M32 18V10", _STEEL, 3)
        + path("M32 11Q18 1 14 8T32 11Q46 1 50 8T32 11Z", fill, stroke=edge, stroke_width=1.2),
        path(
            "M16 20L19 7L27 14L32 4L37 14L45 7L48 20Z",
            fill,
            stroke=edge,
            stroke_width=1.5,
            stroke_linejoin="round",
        ),
    )


def _ears(fill: str, edge: str) -> tuple[str, ...]:
    """What a head has at its sides, behind it."""
    return (
        tag("rect", x=1, y=30, width=10, height=16, rx=4, fill=_STEEL)
        + tag("rect", x=53, y=30, width=10, height=16, rx=4, fill=_STEEL),
        circle(8, 38, 7, edge)
        + circle(56, 38, 7, edge)
        + circle(6, 38, 3, _METAL)
        + circle(58, 38, 3, _METAL),
        path("M12 30L1 24V50L12 44ZM52 30L63 24V50L52 44Z", fill, stroke=edge, stroke_width=1.5),
        "",
    )


@lru_cache(COUNT)
def _head(number: int) -> str:
    """A head without a look."""
    row, column = divmod(number % COUNT, len(_COLOURS))
    fill, edge = _COLOURS[column]
    shape = _HEADS[(column + row) % len(_HEADS)]
    tops, ears = _tops(fill, edge), _ears(fill, edge)
    return "".join(
        (
            tops[(3 * column + 2 * row + 1) % len(tops)],
            ears[(column // 2 + column + row) % len(ears)],
            path(shape, fill, stroke=edge, stroke_width=2.5),
            path(
                "M16 22Q32 17 48 22",
                "none",
                stroke="#fff",
                stroke_opacity=0.45,
                stroke_width=2.5,
                stroke_linecap="round",
            ),
            tag("rect", x=13, y=27, width=38, height=26, rx=12 if row % 2 else 8, fill=_VISOR),
        )
    )


def _person() -> str:
    return ellipse(32, 35, 25, 26, _SKIN) + path(
        "M6 33Q4 8 32 7T58 33Q50 28 46 20Q34 27 18 22Q14 30 6 33Z", "#5a3a25"
    )


# --- looks -------------------------------------------------------------------------------------


def _dot(x: float, y: float = 36, r: float = 3.6) -> str:
    return circle(x, y, r, "currentColor", stroke="none")


_EYES: Final = _dot(24) + _dot(40)
_SHUT_LEFT: Final = "M20 37Q24 33.5 28 37"
_SHUT_RIGHT: Final = "M36 37Q40 33.5 44 37"
_SMILE: Final = "M26 44.500Q32 49 38 44.5"
_FLAT: Final = "M27 46H37"


def _drawn(lines: str, *parts: str) -> str:
    return path(lines) + "".join(parts)


def _hand(x: float, y: float, *fingers: str) -> str:
    """A hand in front of the head; its fingers begin at its middle."""
    palm = circle(0, 0, 6.5, _GLOVE, stroke=_INK, stroke_width=1.8)
    lines = "".join(
        line(f"M0 0{finger}", colour, width)
        for finger in fingers
        for colour, width in ((_INK, 6.6), (_GLOVE, 3.4))
    )
    return place(lines + palm if fingers else palm, x, y)


LOOKS: Final = {
    # moods
    "calm": _drawn(_SMILE, _EYES),
    "thinking": _drawn("M28 47H35M36 28.500Q40 26.5 44 28.5", _dot(26, 34), _dot(42, 34)),
    "calling": _drawn(
        "M20 30L27 28.500M44 30L37 28.5", _EYES, ellipse(32, 46, 5.5, 4.6, "currentColor")
    ),
    "glad": _drawn(
        "M19.5 37.500Q24 31 28.5 37.500M35.5 37.500Q40 31 44.5 37.5",
        path("M24.5 43H39.500Q38 50.5 32 50.500T24.5 43Z", "currentColor"),
    ),
    "sorry": _drawn(
        "M26 48Q32 43.5 38 48M19 32.500L27 30M45 32.500L37 30", _dot(24, 37), _dot(40, 37)
    ),
    "sly": _drawn(
        "M19.5 34H28.500M35.5 34H44.500M27 46.500Q34 48.5 39 42.5",
        _dot(26, 36.5, 2.8),
        _dot(42, 36.5, 2.8),
    ),
    # señas
    "brows": _drawn(
        "M18.5 31Q24 25.5 29 31M35 31Q40 25.5 45.5 31" + _FLAT, _dot(24, 37), _dot(40, 37)
    ),
    "wink-right": _drawn(_SHUT_LEFT + _SMILE, _dot(40)),
    "wink-left": _drawn(_SHUT_RIGHT + _SMILE, _dot(24)),
    "mouth-right": _drawn("M17 47.500Q22 48.5 29 44.5", _EYES),
    "mouth-left": _drawn("M47 47.500Q42 48.5 35 44.5", _EYES),
    "bite": _drawn("M25 44.500H39M28 45V48.500M32 45V49M36 45V48.5", _EYES),
    "kiss": _drawn(
        _SHUT_LEFT + _SHUT_RIGHT,
        path(
            "M32 45.500Q28 41 26.5 44.500T32 50.500Q39 47.5 37.5 44.500T32 45.500Z",
            "#ff6f7d",
            stroke="none",
        ),
    ),
    "ajar": _drawn("", _EYES, circle(32, 46.5, 3.2)),
    "tilt": _drawn("M27 47L38 43.5", _dot(24, 37.5), _dot(40, 33.5)),
    "nose": _drawn(
        "M19 33L27 36M45 33L37 36M29 39.500L32 37.500L35 39.500M29 42L32 40L35 42M27 48H37"
    ),
    "closed": _drawn("M20 36Q24 39.5 28 36M36 36Q40 39.5 44 36" + _FLAT),
    "tongue-up": _drawn(
        "M25 47.500H39",
        _EYES,
        path("M28.5 47V43.500Q32 39.5 35.5 43.500V47Z", _TONGUE, stroke="none"),
    ),
    "tongue-right": _drawn("M24 46H37", _EYES, circle(20.5, 45.5, 3.6, _TONGUE, stroke="none")),
    "tongue-left": _drawn("M27 46H40", _EYES, circle(43.5, 45.5, 3.6, _TONGUE, stroke="none")),
    "tongue": _drawn(
        "M26 44H38", _EYES, path("M28.5 44V48.5Q32 53 35.5 48.5V44Z", _TONGUE, stroke="none")
    ),
    "cheeks": _drawn("M30 47H34", _EYES, circle(21.5, 45.5, 4.5), circle(42.5, 45.5, 4.5)),
    "come": _drawn("M19 31L28 29M45 31L36 29" + _SMILE, _dot(24, 38), _dot(40, 38)),
    "shoulder": _drawn(_SMILE, _EYES, path("M3 62Q3 48 17 52L21 62Z", _GLOVE, stroke=_INK)),
    "shoulders": _drawn(
        _SMILE, _EYES, path("M3 62Q3 48 17 52L21 62ZM61 62Q61 48 47 52L43 62Z", _GLOVE, stroke=_INK)
    ),
    "fingers": _drawn(_SMILE, _EYES, _hand(12, 56, "L-5-14", "L5-14")),
    "little-finger": _drawn(_SMILE, _EYES, _hand(12, 56, "L-6-13")),
    "chin": _drawn(_SMILE, _EYES, _hand(32, 57, "L-7-4", "L7-4")),
    "ear": _drawn(_SMILE, _EYES, _hand(58, 38, "L-1-9")),
    "jaw": _drawn(
        _SMILE,
        _EYES,
        path("M58 32V46Q58 57 47 57H40", stroke=_GLOVE, stroke_width=3.4),
        _hand(38, 57, "L-7-2"),
    ),
    "throat": _drawn(_FLAT, _EYES, _hand(22, 59, "L14 0", "L13 4")),
    "chest": _drawn(_SMILE, _EYES, _hand(44, 59, "L-11-3", "L-12 2")),
}
"""Each look's features. Right and left of a seña are meant from the side of the person who makes
it, so they are drawn the other way round."""


def _look(name: str) -> str:
    return group(
        LOOKS[name],
        fill="none",
        stroke="currentColor",
        stroke_width=2.6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def face_svg(number: int, look: str) -> str:
    """The face of a robot as one drawing."""
    view = f"0 0 {SIDE} {SIDE}"
    inside = _head(number) + group(_look(look), color=_LIGHT)
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=view)


def sprite() -> str:
    """All heads (``face-0``, ..., ``face-person``) and all looks (``look-calm``, ...) in one file."""
    view = f"0 0 {SIDE} {SIDE}"
    symbols = {f"face-{number}": _head(number) for number in range(COUNT)}
    symbols[f"face-{PERSON}"] = _person()
    symbols |= {f"look-{name}": _look(name) for name in LOOKS}
    drawn = (tag("symbol", content, id=id, viewBox=view) for id, content in symbols.items())
    return tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg")
