"""The emblems of the four suits, each drawn around the origin and pointing up."""

from bot.pictures.parts.palette import (
    BLUE_DARK,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_DARK,
    GREEN_LIGHT,
    RED,
    RED_DARK,
    STEEL,
    STEEL_LIGHT,
    WOOD_LIGHT,
)
from bot.pictures.svg import circle, ellipse, line, num, path, star


def coin(r: float = 27) -> str:
    """An oro: a milled gold coin with a sun on it."""
    return (
        circle(0, 0, r, GOLD)
        + circle(0, 0, r * 0.82, "none", stroke=GOLD_DARK, stroke_width=3, stroke_dasharray="2 2.4")
        + circle(0, 0, r * 0.66, GOLD_LIGHT, stroke=GOLD_DARK)
        + path(star(0, 0, r * 0.6, r * 0.3, 8), RED, stroke="none")
        + circle(0, 0, r * 0.24, GOLD, stroke=RED_DARK)
    )


def cup() -> str:
    """A copa: a red chalice on a gold foot, 48 wide and 62 high."""
    return (
        path("M-16 31C-15 22-5 23-4 14V6H4V14C5 23 15 22 16 31Z", GOLD)
        + ellipse(0, 12, 7.5, 4.5, GOLD_LIGHT)
        + path("M-23-24C-23-4-14 8 0 8C14 8 23-4 23-24Z", RED)
        + path("M10-22H21C20-6 13 4 4 6C9-2 11-10 10-22Z", RED_DARK, stroke="none")
        + path("M-22-13C-10-6 10-6 22-13L20-5C10 1-10 1-20-5Z", GOLD)
        + ellipse(0, -25, 23, 6, GOLD_LIGHT)
        + ellipse(0, -24.5, 17, 3, RED_DARK, stroke="none")
    )


def sword(length: float) -> str:
    """An espada, ``length`` units from pommel to point and 34 wide at the guard."""
    top, low = -length / 2, length / 2
    guard = low - 25
    t, g, s = num(top), num(guard), num(top + 13)
    return (
        path(f"M0 {t}L6 {s}V{g}H-6V{s}Z", STEEL_LIGHT)
        + path(f"M0 {t}L6 {s}V{g}H0Z", STEEL, stroke="none")
        + path(f"M-3.5 {g}H3.5V{num(low - 6)}H-3.5Z", BLUE_DARK)
        + line(f"M-3.5 {num(guard + 9)}L3.5 {num(guard + 6)}M-3.5 {num(guard + 15)}l7-3", GOLD, 1.8)
        + path(
            f"M-16 {num(guard - 4)}C-8 {num(guard + 1)} 8 {num(guard + 1)} 16 {num(guard - 4)}"
            f"C19 {num(guard + 3)} 10 {num(guard + 6)} 0 {num(guard + 5)}"
            f"C-10 {num(guard + 6)}-19 {num(guard + 3)}-16 {num(guard - 4)}Z",
            GOLD,
        )
        + circle(0, low - 4.5, 5, GOLD)
    )


def club(length: float) -> str:
    """A basto of this length: a green bough, thick at the top, its twigs cut off; 34 wide."""
    h = length / 2

    def y(part: float) -> str:
        return num(h * part)

    def twig(side: int, at: float) -> str:
        rise = h * at
        return path(
            f"M{num(side * 4)} {num(rise + 8)}L{num(side * 14)} {num(rise - 7)}"
            f"L{num(side * 6)} {num(rise - 9)}Z",
            GREEN,
        ) + ellipse(
            side * 11,
            rise - 8.5,
            4.6,
            2.8,
            WOOD_LIGHT,
            transform=f"rotate({side * 20} {num(side * 11)} {num(rise - 8.5)})",
        )

    d = (
        f"M-11 {y(-0.9)}C-12 {y(-0.5)}-6 {y(-0.35)}-8 {y(-0.1)}C-4 {y(0.15)}-7 {y(0.3)}-5.5 {y(0.5)}"
        f"C-4 {y(0.7)}-5 {y(0.85)}-4 {y(0.95)}Q0 {y(1.03)} 4 {y(0.95)}"
        f"C5 {y(0.8)} 4 {y(0.7)} 6 {y(0.5)}C8 {y(0.3)} 5 {y(0.1)} 8 {y(-0.1)}"
        f"C10 {y(-0.35)} 7 {y(-0.5)} 11 {y(-0.9)}Z"
    )
    shade = (
        f"M11 {y(-0.88)}C7 {y(-0.5)} 10 {y(-0.35)} 8 {y(-0.1)}C5 {y(0.1)} 8 {y(0.3)} 6 {y(0.5)}"
        f"C4 {y(0.7)} 5 {y(0.8)} 3.5 {y(0.95)}C2 {y(0.5)} 2 {y(0.1)} 3 {y(-0.88)}Z"
    )
    return (
        twig(-1, -0.08)
        + twig(1, 0.3)
        + path(d, GREEN)
        + path(shade, GREEN_DARK, stroke="none")
        + line(f"M-6 {y(-0.7)}V{y(-0.42)}M-3 {y(0.2)}V{y(0.45)}", GREEN_LIGHT, 2)
        + ellipse(0, -h * 0.9, 11, 4.8, WOOD_LIGHT)
        + ellipse(0, -h * 0.9, 5, 1.8, "none", stroke_width=1.2)
    )
