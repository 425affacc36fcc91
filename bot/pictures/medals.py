"""Badges as medals: a ribbon, a disc, and on the disc a sign for the deed.

The signs are files in ``badge_files/`` that a designer can edit, one for each badge. The page puts
the medals together from one file; other pictures get each medal as one drawing."""

from functools import cache
from pathlib import Path
from typing import Final

from bot.pictures.svg import group, inside, tag

FILES: Final = Path(__file__).parent / "badge_files"
SIDE: Final = 112
"""Units of the square around a medal, and its pixels in pictures."""
_RADIUS: Final = 42
_LARGEST: Final = 57
"""The longest side of a sign on the disc, in units."""
_DRAWN: Final = 64
"""The side of a sign in its file, in units."""
_TRUCO: Final = "#a0342c"
_ENVIDO: Final = "#26609e"
_FLOR: Final = "#863e84"
_HOUSE: Final = "#805424"
_WOOD: Final = "#4a2d18"
_GOLD: Final = "#e0b04a"
_GROUNDS: Final = {
    _ENVIDO: "thirty_three low_envido by_mano falta falta_bluff",
    _FLOR: "flor contraflor_resto flor_38 reservada",
    _HOUSE: """
        first_win six_seats capote by_one ten_matches hundred_matches every_game
    """,
    _TRUCO: """
        bluff bluff_vale_cuatro bluff_nine vale_cuatro twelve ace_of_swords three_pardas best_piece
        blind_call gallo casal_maior casal_menor zap special_hand ferro three_duels liar
    """,
}
"""The badges by the colour of their medals. Each colour is a kind of deed."""
GROUND: Final = {badge: colour for colour, them in _GROUNDS.items() for badge in them.split()}
"""The colour of each badge's medal."""


@cache
def sign(badge: str) -> str:
    return inside((FILES / f"{badge}.svg").read_text("utf-8"))


def _medal(badge: str) -> str:
    colour, middle = GROUND[badge], SIDE - _RADIUS - 2
    left, top = SIDE / 2 - _LARGEST / 2, middle - _LARGEST / 2
    return (
        tag("path", d="M67 0h23L72 56H50zM45 0H22l18 56h22z", fill=colour)
        + "".join(
            tag("circle", cx=f"{SIDE / 2:g}", cy=f"{middle}", r=f"{radius}", fill=fill)
            for radius, fill in ((_RADIUS, _WOOD), (_RADIUS - 2, _GOLD), (_RADIUS - 6, colour))
        )
        + group(sign(badge), transform=f"translate({left:g} {top:g}) scale({_LARGEST / _DRAWN:g})")
    )


def medal_svg(badge: str) -> str:
    """The medal of a badge as one drawing."""
    view = f"0 0 {SIDE} {SIDE}"
    return tag("svg", _medal(badge), xmlns="http://www.w3.org/2000/svg", viewBox=view)


def sprite() -> str:
    """All medals (``medal-flor``, ...) in one file."""
    view = f"0 0 {SIDE} {SIDE}"
    drawn = (tag("symbol", _medal(badge), id=f"medal-{badge}", viewBox=view) for badge in GROUND)
    return tag("svg", *drawn, xmlns="http://www.w3.org/2000/svg")
