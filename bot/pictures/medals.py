"""Badges as medals: a ribbon, a disc, and on it a sign for what brought it."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.pictures.deck import BACK
from bot.pictures.lettering import Colour
from bot.pictures.look import CREAM, GOLD, WOOD, centred, disc, fitting, sized_card

SIDE: Final = 112
"""Pixels of the square that a medal stands in."""
_RADIUS: Final = 42
_TRUCO: Final = (160, 52, 44)
_ENVIDO: Final = (38, 96, 158)
_FLOR: Final = (134, 62, 132)
_HOUSE: Final = (128, 84, 36)
_STAR: Final = "*"


class Sign(Struct, frozen=True):
    """What is on a medal: a few letters, a star, or cards."""

    ground: Colour
    letters: str = ""
    cards: tuple[str, ...] = ()
    deck: str = "spanish"


SIGNS: Final = {
    "first_win": Sign(_HOUSE, _STAR),
    "six_seats": Sign(_HOUSE, "6"),
    "thirty_three": Sign(_ENVIDO, "33"),
    "low_envido": Sign(_ENVIDO, "7"),
    "by_mano": Sign(_ENVIDO, "="),
    "falta": Sign(_ENVIDO, "F"),
    "falta_bluff": Sign(_ENVIDO, "F?"),
    "bluff": Sign(_TRUCO, "?"),
    "bluff_vale_cuatro": Sign(_TRUCO, "4?"),
    "bluff_nine": Sign(_TRUCO, "9?"),
    "vale_cuatro": Sign(_TRUCO, "4"),
    "twelve": Sign(_TRUCO, "12"),
    "ace_of_swords": Sign(_TRUCO, cards=("1e",)),
    "three_pardas": Sign(_TRUCO, "==="),
    "flor": Sign(_FLOR, cards=("5o", "6o", "7o")),
    "contraflor_resto": Sign(_FLOR, cards=("5c", "6c", "7c")),
    "flor_38": Sign(_FLOR, "38"),
    "reservada": Sign(_FLOR, cards=(BACK, BACK, BACK)),
    "best_piece": Sign(_TRUCO, cards=("2e",)),
    "blind_call": Sign(_TRUCO, cards=(BACK,)),
    "gallo": Sign(_TRUCO, "1:2"),
    "casal_maior": Sign(_TRUCO, cards=("7h", "4c"), deck="french"),
    "casal_menor": Sign(_TRUCO, cards=("7d", "As"), deck="french"),
    "zap": Sign(_TRUCO, cards=("4c",), deck="french"),
    "special_hand": Sign(_TRUCO, "11"),
    "ferro": Sign(_TRUCO, cards=(BACK, BACK), deck="french"),
    "three_duels": Sign(_TRUCO, "3x"),
    "capote": Sign(_HOUSE, "0"),
    "by_one": Sign(_HOUSE, "+1"),
    "ten_matches": Sign(_HOUSE, "10"),
    "hundred_matches": Sign(_HOUSE, "100"),
    "every_game": Sign(_HOUSE, "7"),
    "liar": Sign(_TRUCO, "25?"),
}
"""The sign of each badge."""


@lru_cache(64)
def medal(badge: str) -> Image.Image:
    """The medal of a badge on a transparent ground; nobody changes it."""
    sign = SIGNS.get(badge, Sign(_HOUSE, _STAR))
    image = Image.new("RGBA", (SIDE, SIDE))
    middle = SIDE / 2, SIDE - _RADIUS - 2
    _ribbon(image, sign.ground)
    for radius, colour in ((_RADIUS, WOOD), (_RADIUS - 2, GOLD), (_RADIUS - 7, sign.ground)):
        disc(image, middle, radius, colour)
    if sign.cards:
        _fan(image, sign, middle)
    elif sign.letters == _STAR:
        _star(image, middle)
    else:
        size = fitting(sign.letters, 2 * _RADIUS - 22, 40, 32, 25)
        centred(image, middle[0], middle[1] - size * 0.58, sign.letters, size, CREAM, SIDE)
    return image


def _ribbon(image: Image.Image, colour: Colour) -> None:
    """Two bands that cross where the disc hangs."""
    corners = [(0.10, 0), (0.30, 0), (0.13, 0.5), (-0.07, 0.5)]
    for side in (-1, 1):
        _fill(image, colour, [((0.5 + side * x) * SIDE, y * SIDE) for x, y in corners])


def _fill(image: Image.Image, colour: Colour, points: list[tuple[float, float]]) -> None:
    """A smooth figure with these corners: drawn four times as large and made smaller."""
    times = 4
    large = Image.new("L", (image.width * times, image.height * times))
    ImageDraw.Draw(large).polygon([(x * times, y * times) for x, y in points], fill=255)
    image.paste(colour, (0, 0), large.resize(image.size, Image.Resampling.BOX))


def _fan(image: Image.Image, sign: Sign, middle: tuple[float, float]) -> None:
    wide = 30 if len(sign.cards) == 1 else 25
    spread = 16
    for number, code in enumerate(sign.cards):
        turn = number - (len(sign.cards) - 1) / 2
        one = sized_card(sign.deck, code, wide).rotate(
            -turn * spread, Image.Resampling.BICUBIC, expand=True
        )
        left = middle[0] - one.width / 2 + turn * 13
        top = middle[1] - one.height / 2 + abs(turn) * 3
        image.paste(one, (round(left), round(top)), one)


def _star(image: Image.Image, middle: tuple[float, float]) -> None:
    points = []
    for number in range(10):
        radius, angle = (24, 10)[number % 2], number * pi / 5 - pi / 2
        points.append((middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)))
    _fill(image, CREAM, points)
