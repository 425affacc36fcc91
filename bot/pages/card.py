"""The picture of a finished match, to be handed on: the winner, the score, and the hand of the
match."""

from typing import Final

from bot.film.card import no_film_page
from bot.film.films import Viewer
from bot.film.pictures import card_of
from bot.pages.page_spec import PageSpec, Reading, no_key
from bot.screens.pages import CARD, Page, page_picture


async def _build(reading: Reading) -> Page:
    service, match, words = reading.service, reading.key.match, reading.words
    film = await service.films.film(
        match, reading.locale, Viewer(reading.person or "", reading.where.id)
    )
    title = words.text("card.title")
    if film is None:
        return no_film_page(reading.locale)
    shown = await service.films.make(lambda: card_of(film, reading.locale))
    links = service.config.film_addresses(match)
    told = [f"{shown.won}", *((f"{shown.hand}: {shown.told}",) if shown.told else ())]
    text = [*told, *(words.text("card.address", address=address) for address in links)]
    return Page(
        title,
        "\n".join(text),
        links=links,
        picture=page_picture(shown, told, names=(title,), beside=text[len(told) :]),
    )


PAGE: Final = PageSpec(name=CARD, build=_build, keys=no_key)
