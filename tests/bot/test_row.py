"""Hands as one picture: to the pixel what the deck draws."""

import pytest

from bot.pictures import french, spanish
from bot.pictures.raster import png
from bot.pictures.row import BACK, CARD, GAP, PLACES, Row, is_ready, pixels, prepare, row_png

DECKS = {"spanish": spanish.DECK, "french": french.DECK}
HANDS = [
    Row("spanish", ("12e", "7o", "10b")),
    Row("french", ("Kh", "2s")),
    Row("spanish", ("1c",)),
    Row("french", (BACK, BACK, BACK)),
    Row("spanish", ("1e", BACK, "4c", "5b")),
]


@pytest.mark.parametrize("row", HANDS)
def test_each_card_stands_in_its_place(row: Row) -> None:
    drawn = list(pixels(row_png(row)))
    wide = 4 * CARD
    places = max(PLACES, len(row.codes))
    assert {len(line) for line in drawn} == {4 * (places * (CARD + GAP) - GAP)}
    for place, code in enumerate(row.codes):
        deck = DECKS[row.deck]
        alone = list(pixels(png(deck.back_svg() if code == BACK else deck.card_svg(code), CARD)))
        start = 4 * place * (CARD + GAP)
        assert [line[start : start + wide] for line in drawn] == alone
    end = 4 * len(row.codes) * (CARD + GAP)
    assert not any(any(line[end:]) for line in drawn), "nothing behind the last card"


def test_the_same_hand_is_the_same_picture() -> None:
    one = Row("spanish", ("3e", "3b", "3o"))
    assert row_png(one) == row_png(Row("spanish", ("3e", "3b", "3o")))
    assert row_png(one) != row_png(Row("spanish", ("3b", "3e", "3o")))
    assert b"3e" not in row_png(one)[:64], "nothing in its head names a card"
    assert len(row_png(one)) < 60_000


def test_what_was_drawn_once_is_ready() -> None:
    row = Row("french", ("4d", "5d", "6d"))
    prepare(row)
    assert is_ready(row)
    assert not is_ready(Row("french", ("no", "such", "card")))
    with pytest.raises(KeyError):
        row_png(Row("french", ("7o",)))


def test_pictures_of_another_make_are_not_read() -> None:
    image = bytearray(png(spanish.card_svg("1o"), 8))
    image[25] = 2  # without opacity
    with pytest.raises(ValueError, match="not such a PNG"):
        list(pixels(bytes(image)))
