"""A game in one picture: it shows what the engine says, and its page loses no word to it."""

import io
import re
from html import unescape
from itertools import product

import pytest
from PIL import Image

from adapters.telegram.message import CAPTION, length
from adapters.telegram.pages import text_page
from bot.pictures.drawn import png
from bot.pictures.primer import Primer
from bot.screens.help.help_pages import build_page
from bot.screens.pages import ALT, COMMANDS, HELP, RULES, START, Page, PageKey
from bot.words import LOCALES, words_for
from engine.cards import UNKNOWN
from engine.rules.ranking import order_with
from engine.variants import VARIANTS, table_for
from tests.examples import some
from tests.narrow import of_kind

LARGEST = 80 * 1024


def page_of(variant: str, locale: str = "es") -> Page:
    return build_page(PageKey(HELP, topic=variant), locale)


def primer_of(variant: str, locale: str = "es") -> Primer:
    page = page_of(variant, locale)
    assert page.picture is not None
    return of_kind(Primer, page.picture.shown)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_cards_stand_in_the_order_of_the_game(variant: str) -> None:
    table, shown = table_for(variant, 2), primer_of(variant)
    deck = table.spelling
    steps = tuple(tuple(map(deck.read, step)) for step in shown.steps)
    turned = {*table.deck} - {card for step in steps for card in step}
    assert len(turned) == table.turns
    assert steps == order_with(table.rules.cards, *(turned or {UNKNOWN}))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_call_for_the_game_is_none_for_the_match(locale: str) -> None:
    """VE-TRU-03: with several games it decides one of them."""
    told = words_for(locale).text("primer.call.game", call="Vale juego")
    assert primer_of("venezolano", locale).calls[-1] == told


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_line_of_the_page_is_read_beside_the_picture_or_describes_it(
    variant: str, locale: str
) -> None:
    page = page_of(variant, locale)
    assert page.picture is not None
    assert len(page.picture.alt) <= ALT
    told = {*page.picture.alt.split("\n"), *page.picture.beside.split("\n")}
    title = page.title.removesuffix(" (1/2)")  # ties and cards face down stand on the second page
    assert {title, *page.text.split("\n")} - {""} <= told
    sent = text_page(page)
    said = unescape(re.sub("<[^>]*>", "", sent.html)).split("\n")
    assert said == [page.title, *page.text.split("\n")]
    assert (sent.picture is not None) == (length("\n".join(said)) <= CAPTION)


@pytest.mark.parametrize(("variant", "locale"), some([*product(VARIANTS, LOCALES)]))
def test_it_is_drawn(variant: str, locale: str) -> None:
    data = png(primer_of(variant, locale))
    with Image.open(io.BytesIO(data)) as image:
        assert (image.format, image.width) == ("PNG", 1000)
    assert len(data) < LARGEST


@pytest.mark.parametrize(
    "key", [PageKey(HELP, topic=START), PageKey(HELP, topic=COMMANDS), PageKey(RULES)]
)
def test_other_pages_have_none(key: PageKey) -> None:
    assert build_page(key, "es").picture is None
