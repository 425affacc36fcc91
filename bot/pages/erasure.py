"""``/borrar-mis-datos``: the person's request to be erased, and its withdrawal."""

from typing import Final

from bot.chat_commands import chat_command
from bot.pages.page_spec import PageSpec, Reading, topics
from bot.pages.privacy import erasure_noted, erasure_question, erasure_under_way, erasure_undone
from bot.pages.questions import is_answer, mark_of
from bot.screens.pages import ERASURE, NO, YES, Page


async def _build(reading: Reading) -> Page:
    """Carries out the answer of the key, if this person was asked a short time ago."""
    service, key, person = reading.service, reading.key, reading.reader
    words, now = reading.words, service.time.utc()
    if key.topic == NO and await service.erasures.undo(person):
        return erasure_undone(words)
    at = await service.erasures.moment_of(person)
    if at is None and key.topic == YES and is_answer(key.part, person, now):
        at = await service.erasures.ask(person)
    mark = mark_of(person, now)
    if at is None:
        return erasure_question(service.config, mark, words)
    return erasure_under_way(words) if at <= now else erasure_noted(at, mark, words)


PAGE: Final = PageSpec(
    name=ERASURE,
    command=chat_command("borrar-mis-datos/apagar-meus-dados/delete-my-data", in_match=False),
    build=_build,
    keys=topics(YES, NO),
    personal=True,
)
