"""``/privacidad``: which data are kept, and whether films name the reader."""

from typing import Final

from bot.chat_commands import chat_command
from bot.pages.page_spec import Audience, PageSpec, Reading, topics
from bot.screens.pages import NO, PRIVACY, YES, Page
from bot.screens.privacy import privacy_page


async def _build(reading: Reading) -> Page:
    """A key with an answer hides the reader's name in films, or shows it."""
    films, person, answer = reading.service.films, reading.reader, reading.key.topic
    if answer:
        await films.hide(person, hidden=answer == YES)
    hidden = await films.hides(person)
    return privacy_page(reading.service.config, reading.words, hidden)


PAGE: Final = PageSpec(
    name=PRIVACY,
    command=chat_command("privacidad", "privacidade", "privacy", in_match=False),
    build=_build,
    keys=topics(YES, NO),
    personal=True,
    audience=Audience.EVERYBODY,
)
