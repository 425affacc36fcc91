"""Heads and hands, shared by the courts of both decks.

Heads are drawn in the card's own units where the figures need them: between the top of the card and
the shoulders, a little left of the middle.
"""

from bot.pictures.parts.palette import ERMINE, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED, Dress
from bot.pictures.svg import circle, line, path, smooth


def face(x: float, y: float, *, glance: float = 0) -> str:
    """Eyes, brows, nose and mouth around the middle of a face, looking a little to one side."""
    g = glance
    return (
        circle(x - 8 + g, y, 2.2, INK, stroke="none")
        + circle(x + 8 + g, y, 2.2, INK, stroke="none")
        + line(
            f"M{x - 12 + g:g} {y - 6:g}q4-3 8-1M{x + 4 + g:g} {y - 7:g}q4-2 8 1"
            f"M{x + g:g} {y:g}l{-2 if g <= 0 else 2} 9h3",
            width=1.7,
        )
        + line(f"M{x - 5 + g:g} {y + 15:g}q5 3 10 0", RED, 2)
    )


def fist(x: float, y: float, dress: Dress) -> str:
    """A hand closed around something upright."""
    return path(
        f"M{x - 9:g} {y - 4:g}q0-4 5-4h8q5 0 5 4v6q0 6-6 6h-6q-6 0-6-6Z"
        f"M{x - 3:g} {y:g}h11M{x - 3:g} {y + 4:g}h10",
        dress.skin,
        stroke_width=1.6,
    )


def page_head(dress: Dress) -> str:
    """A youth with long hair, a ruff and a feathered cap, around ``x = 92``."""
    head = (
        path("M66 62C58 84 60 102 66 112Q92 122 118 112C124 102 126 84 118 62Z", dress.hair)
        + path("M84 100h16v12q-8 6-16 0Z", dress.skin)
        + path("M71 60H113V82C113 98 104 106 92 106C80 106 71 98 71 82Z", dress.skin)
        + path("M71 58H113V70Q102 72 98 66Q86 74 71 72Z", dress.hair, stroke_width=1.4)
        + face(92, 82, glance=2)
        + path(
            "M70 110Q80 120 92 112Q104 120 114 110L118 118Q104 128 92 120Q80 128 66 118Z", ERMINE
        )
    )
    cap = (
        path(
            smooth((86, 46), (88, 30), (102, 20), (120, 19), (130, 27), (118, 30), (110, 42)),
            ERMINE,
        )
        + line("M94 44Q100 28 124 25", width=1.4)
        + path("M62 64C52 46 72 36 94 38C118 36 132 48 122 64C104 57 80 57 62 64Z", dress.main)
        + path("M62 66C80 56 104 56 122 66V59C104 50 80 50 62 59Z", dress.second)
        + circle(92, 50, 5, GOLD)
    )
    return head + cap


def king_head(dress: Dress) -> str:
    """A beard, a crown and a collar of ermine, around ``x = 94``."""
    collar = path(
        "M68 108Q94 128 120 108Q134 116 136 130Q116 150 94 150Q72 150 52 130Q54 116 68 108Z", ERMINE
    ) + path("M64 124v7M76 133v7M112 133v7M124 124v7M100 139v6M88 139v6", stroke_width=2.6)
    head = (
        path("M70 60C60 84 62 106 70 116H118C126 106 128 84 118 60Z", dress.beard)
        + path("M72 56H116V86C116 100 106 110 94 110C82 110 72 100 72 86Z", dress.skin)
        + path(
            "M71 82Q78 92 86 90Q94 86 102 90Q110 92 117 82C120 108 110 128 94 132C78 128 68 108 71 82Z",
            dress.beard,
        )
        + path("M94 91Q86 88 80 96Q88 100 94 95Q100 100 108 96Q102 88 94 91Z", dress.beard)
        + line("M86 108Q88 120 94 126Q100 120 102 108", width=1.4)
        + _king_eyes()
    )
    crown = (
        path("M68 58L64 31L80 43L94 22L108 43L124 31L120 58Z", GOLD)
        + path("M94 30L101 50H87Z", GOLD_DARK, stroke="none")
        + path("M68 54Q94 48 120 54V66Q94 60 68 66Z", GOLD_LIGHT)
        + circle(94, 57, 4, dress.main)
        + circle(79, 59, 3, RED)
        + circle(109, 59, 3, RED)
        + circle(64, 30, 4, GOLD_LIGHT)
        + circle(94, 22, 4.5, RED)
        + circle(124, 30, 4, GOLD_LIGHT)
    )
    return collar + head + crown


def _king_eyes() -> str:
    return (
        circle(86, 77, 2.2, INK, stroke="none")
        + circle(102, 77, 2.2, INK, stroke="none")
        + line("M80 71q5-4 10-1M98 70q5-3 10 1M94 77l-3 9h5", width=1.8)
    )
