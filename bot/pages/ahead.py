"""The answers that a person may say ahead in the running hand of a slow table."""

from typing import Final

from bot.messages import Accepted, AnswerAhead
from bot.pages.page_spec import PageSpec, Reading
from bot.screens import reply_text
from bot.screens.hand.ahead import ahead_page, read_said
from bot.screens.pages import AHEAD, Page
from bot.words import words_for


async def _build(reading: Reading) -> Page:
    """Notes the answer of the key, or takes it back; then makes the page."""
    service, key, person = reading.service, reading.key, reading.reader
    told, said = "", read_said(key.topic)
    if said is not None:
        about, answer, moment = said
        given = AnswerAhead(
            request=f"ahead.{key.match}.{key.part}.{key.topic}.{person}",
            person=person,
            match=key.match,
            about=about,
            answer=answer,
            point=moment,
        )
        reply = await service.handle(given)
        told = "" if isinstance(reply, Accepted) else reply_text(reply, reading.locale)
    info = await service.matches.info(key.match)
    if info is None or info.seat_of(person) is None:
        return ahead_page(None, None, (), reading.words, told)
    view = await service.matches.view(key.match, person)
    waiting = await service.matches.ahead(key.match, person)
    return ahead_page(info, view, waiting, words_for(reading.locale, info.variant), told)


PAGE: Final = PageSpec(
    name=AHEAD,
    build=_build,
    keys=lambda topic, part: topic == "" or read_said(topic) is not None,
    personal=True,
)
