"""Outline and foliage for the drawings of both decks."""

from math import atan2, degrees

from bot.pictures.parts.palette import GREEN, GREEN_DARK, INK
from bot.pictures.svg import Point, circle, group, line, num, path, place


def inked(*content: str, width: float = 2) -> str:
    """Content with the deck's dark outline around every shape that has no outline of its own."""
    return group(*content, stroke=INK, stroke_width=width, stroke_linejoin="round")


def both(drawing: str) -> str:
    """A drawing and its reflection in the axis of the card."""
    return drawing + group(drawing, transform="matrix(-1 0 0 1 200 0)")


def spray(a: Point, b: Point, c: Point, leaves: int, *, size: float = 1, berries: str = "") -> str:
    """A branch bent from ``a`` towards ``b`` to ``c``, its leaves on alternate sides."""
    leaf = path("M0 0C4-9 14-10 24-3C15 5 6 5 0 0Z", GREEN) + line(
        "M3-1Q12-4 19-3", GREEN_DARK, 1.2
    )
    drawn = line(
        f"M{num(a[0])} {num(a[1])}Q{num(b[0])} {num(b[1])} {num(c[0])} {num(c[1])}", GREEN_DARK, 3
    )
    for i in range(leaves):
        t = (i + 0.6) / (leaves - 0.4)
        x = (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t**2 * c[0]
        y = (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t**2 * c[1]
        along = degrees(
            atan2(
                (1 - t) * (b[1] - a[1]) + t * (c[1] - b[1]),
                (1 - t) * (b[0] - a[0]) + t * (c[0] - b[0]),
            )
        )
        lean = 0 if i == leaves - 1 else 38 if i % 2 else -38
        drawn += place(leaf, x, y, turn=along + lean, scale=size)
        if berries and i % 2 and lean:
            drawn += place(circle(13, 0, 3.4, berries), x, y, turn=along - lean, scale=size)
    return drawn
