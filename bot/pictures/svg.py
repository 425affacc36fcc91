"""A little SVG: elements as text, and the few curves the decks are drawn with.

Everything is presentation attributes: no style, no script, no reference to anything outside the
element itself. A picture made of these parts therefore looks the same inline, as an image, through
an external ``<use>`` and in a renderer that knows no CSS.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin

Point = tuple[float, float]
Corner = tuple[float, float, bool]
"""A point of a smooth curve; ``True`` makes it a sharp corner."""


def num(value: float) -> str:
    """A coordinate in as few characters as a tenth of a unit needs."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def nums(*values: float) -> str:
    """Coordinates in a row, with a space only where a minus sign does not part them already."""
    return " ".join(num(value) for value in values).replace(" -", "-")


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """One element. Underscores in attribute names become hyphens; ``None`` leaves one out."""
    head = name
    for key, value in attributes.items():
        if value is not None:
            text = value if isinstance(value, str) else num(value)
            head += f' {key.replace("_", "-")}="{text}"'
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def group(*children: str, **attributes: str | float | None) -> str:
    """A ``<g>``."""
    return tag("g", *children, **attributes)


def place(content: str, x: float, y: float, *, turn: float = 0, scale: float = 1) -> str:
    """Content drawn around the origin, put at a point, turned by degrees and scaled."""
    transform = f"translate({num(x)} {num(y)})"
    if turn:
        transform += f"rotate({num(turn)})"
    if scale != 1:
        transform += f"scale({scale:.3g})"
    return group(content, transform=transform)


def path(d: str, fill: str | None = None, **attributes: str | float | None) -> str:
    """A ``<path>``; without ``fill`` it takes that of its group."""
    return tag("path", d=d, fill=fill, **attributes)


def line(d: str, stroke: str | None = None, width: float | None = None) -> str:
    """A path that is only a line."""
    return path(d, "none", stroke=stroke, stroke_width=width)


def circle(
    x: float, y: float, r: float, fill: str | None = None, **attributes: str | float | None
) -> str:
    """A ``<circle>``."""
    return tag("circle", cx=x or None, cy=y or None, r=r, fill=fill, **attributes)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, **attributes: str | float | None
) -> str:
    """An ``<ellipse>``."""
    return tag("ellipse", cx=x or None, cy=y or None, rx=rx, ry=ry, fill=fill, **attributes)


def _path_data(start: Point, steps: Iterable[tuple[str, Sequence[Point]]]) -> str:
    # Relative steps are shorter; measuring each from the rounded pen keeps errors from adding up.
    pen = (round(start[0], 1), round(start[1], 1))
    d, last = f"M{nums(*pen)}", ""
    for letter, points in steps:
        offsets = nums(*(c for x, y in points for c in (x - pen[0], y - pen[1])))
        d += offsets if letter == last and offsets[0] == "-" else letter + offsets
        dx, dy = (round(c - p, 1) for c, p in zip(points[-1], pen, strict=True))
        pen, last = (pen[0] + dx, pen[1] + dy), letter
    return d + "Z"


def polygon(points: Iterable[Point]) -> str:
    """Path data for a closed polygon."""
    first, *others = points
    return _path_data(first, (("l", (point,)) for point in others))


def star(x: float, y: float, outer: float, inner: float, rays: int, turn: float = 0) -> str:
    """Path data for a star with so many rays, the first pointing up, turned by degrees."""
    start = turn * pi / 180 - pi / 2
    return polygon(
        (x + radius * cos(start + pi * i / rays), y + radius * sin(start + pi * i / rays))
        for i in range(2 * rays)
        for radius in (inner if i % 2 else outer,)
    )


def _clockwise(points: Sequence[Corner]) -> list[Corner]:
    # Overlapping outlines in one path fill as their union only if they all turn the same way.
    closed = [*points, points[0]]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(closed))
    return list(points) if area >= 0 else list(reversed(points))


def smooth(*points: Point | Corner, tension: float = 1 / 6) -> str:
    """Path data for a closed curve through the points (Catmull-Rom), always clockwise."""
    ring = _clockwise([(p[0], p[1], len(p) == 3 and bool(p[2])) for p in points])
    count = len(ring)

    def tangent(i: int) -> Point:
        before, here, after = ring[i - 1], ring[i], ring[(i + 1) % count]
        if here[2]:
            return 0.0, 0.0
        return (after[0] - before[0]) * tension, (after[1] - before[1]) * tension

    steps: list[tuple[str, Sequence[Point]]] = []
    for i in range(count):
        (ax, ay, sharp), (bx, by, sharp_too) = ring[i], ring[(i + 1) % count]
        if sharp and sharp_too:
            steps.append(("l", ((bx, by),)))
            continue
        (tx, ty), (ux, uy) = tangent(i), tangent((i + 1) % count)
        steps.append(("c", ((ax + tx, ay + ty), (bx - ux, by - uy), (bx, by))))
    return _path_data(ring[0][:2], steps)


def limb(*joints: tuple[float, float, float]) -> str:
    """Path data for an arm, a leg, a stalk: joints ``(x, y, thickness)``, bending gently."""
    left: list[Corner] = []
    right: list[Corner] = []
    for i, (x, y, thickness) in enumerate(joints):
        x0, y0, _ = joints[max(i - 1, 0)]
        x1, y1, _ = joints[min(i + 1, len(joints) - 1)]
        length = hypot(x1 - x0, y1 - y0)
        nx, ny = (y1 - y0) / length * thickness / 2, (x0 - x1) / length * thickness / 2
        end = i in (0, len(joints) - 1)
        left.append((x + nx, y + ny, end))
        right.append((x - nx, y - ny, end))
    return smooth(*left, *reversed(right))
