"""A little SVG: elements as text.

Everything is presentation attributes: no style, no script, no reference to anything outside the
element itself. A picture made of these parts therefore looks the same inline, as an image, through
an external ``<use>`` and in a renderer that knows no CSS.
"""


def num(value: float) -> str:
    """A coordinate in as few characters as a tenth of a unit needs."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


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
