"""Hands as one picture: each card in its place, as its deck draws it, and in few bytes."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.pictures.deck import BACK
from bot.pictures.drawing.look import FELT
from bot.pictures.drawing.row import CARD, GAP, PLACES, is_ready, prepare, row_png
from bot.pictures.drawing.sprites import on_felt
from bot.pictures.row import CardRow

HANDS = [
    CardRow("spanish", ("12e", "7o", "10b")),
    CardRow("french", ("Kh", "2s")),
    CardRow("spanish", ("1c",)),
    CardRow("french", (BACK, BACK, BACK)),
    CardRow("spanish", ("1e", BACK, "4c", "5b")),
]
LARGEST = 25 * 1024
"""Bytes of a hand of three."""
OFF = 4.0
"""So much a colour may be off on the average, of 255: a picture has few."""


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
        assert image.mode == "P"
        return image.convert("RGB")


def off(image: Image.Image, other_image: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(image, other_image)).mean)


@pytest.mark.parametrize("row", HANDS)
def test_each_card_stands_in_its_place(row: CardRow) -> None:
    drawn = opened(row_png(row))
    places = max(PLACES, len(row.codes))
    assert drawn.width == places * (CARD + GAP) + GAP
    for place, code in enumerate(row.codes):
        alone = on_felt(row.deck, code, CARD)
        start = GAP + place * (CARD + GAP)
        box = (start, GAP, start + CARD, drawn.height - GAP)
        assert off(drawn.crop(box), alone) < OFF
        drawn.paste(FELT, box)
    nothing = Image.new("RGB", drawn.size, FELT)
    assert off(drawn, nothing) < OFF, "felt between the cards and behind the last"


def test_the_same_hand_is_the_same_picture() -> None:
    one = CardRow("spanish", ("3e", "3b", "3o"))
    first = row_png(one)
    row_png.cache_clear()
    assert row_png(one) == first
    assert row_png(one) != row_png(CardRow("spanish", ("3b", "3e", "3o")))
    with Image.open(io.BytesIO(first)) as image:
        assert image.info == {}, "it carries nothing but what it shows"


@pytest.mark.parametrize(
    "row", [CardRow("spanish", ("12e", "11b", "10o")), CardRow("french", ("Kh", "Qs", "Jd"))]
)
def test_a_hand_of_courts_is_small(row: CardRow) -> None:
    assert len(row_png(row)) < LARGEST


def test_what_was_drawn_once_is_ready() -> None:
    row = CardRow("french", ("4d", "5d", "6d"))
    prepare(row)
    assert is_ready(row)
    assert not is_ready(CardRow("french", ("no", "such", "card")))
    with pytest.raises(KeyError):
        row_png(CardRow("french", ("7o",)))
