"""Hands as one picture: to the pixel what the deck draws."""

import io

import pytest
from PIL import Image

from bot.pictures import french, spanish
from bot.pictures.raster import png
from bot.pictures.row import CARD, GAP, PLACES, Row, is_ready, prepare, row_png
from bot.pictures.small import BACK

DECKS = {"spanish": spanish.DECK, "french": french.DECK}
HANDS = [
    Row("spanish", ("12e", "7o", "10b")),
    Row("french", ("Kh", "2s")),
    Row("spanish", ("1c",)),
    Row("french", (BACK, BACK, BACK)),
    Row("spanish", ("1e", BACK, "4c", "5b")),
]


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
        assert image.mode == "RGBA"
        return image.copy()


@pytest.mark.parametrize("row", HANDS)
def test_each_card_stands_in_its_place(row: Row) -> None:
    drawn = opened(row_png(row))
    places = max(PLACES, len(row.codes))
    assert drawn.width == places * (CARD + GAP) - GAP
    for place, code in enumerate(row.codes):
        deck = DECKS[row.deck]
        alone = opened(png(deck.back_svg() if code == BACK else deck.card_svg(code), CARD))
        start = place * (CARD + GAP)
        box = (start, 0, start + CARD, drawn.height)
        assert drawn.crop(box) == alone
        drawn.paste((0, 0, 0, 0), box)
    assert not any(drawn.tobytes()), "nothing between the cards and behind the last"


def test_the_same_hand_is_the_same_picture() -> None:
    one = Row("spanish", ("3e", "3b", "3o"))
    first = row_png(one)
    row_png.cache_clear()
    assert row_png(one) == first
    assert row_png(one) != row_png(Row("spanish", ("3b", "3e", "3o")))
    assert opened(row_png(one)).info == {}, "it carries nothing but what it shows"
    assert len(row_png(one)) < 60_000


def test_what_was_drawn_once_is_ready() -> None:
    row = Row("french", ("4d", "5d", "6d"))
    prepare(row)
    assert is_ready(row)
    assert not is_ready(Row("french", ("no", "such", "card")))
    with pytest.raises(KeyError):
        row_png(Row("french", ("7o",)))
