"""Pages for one person: help and rules, what is kept of them, and its deletion."""

import zlib
from typing import Final

from bot.messages import PersonId
from bot.screens.pages import ERASURE, NO, PRIVACY, RULES, YES, Page, PageKey, build_page
from bot.screens.privacy import (
    erasure_noted,
    erasure_question,
    erasure_under_way,
    erasure_undone,
    privacy_page,
)
from bot.service import Service
from bot.words import words_for

_ANSWER_MINUTES: Final = 15
"""A question may be answered for so long; an older button asks again."""
_MINUTES: Final = 10**6
_PEOPLE: Final = 1000


async def page_for(service: Service, key: PageKey, person: PersonId | None, locale: str) -> Page:
    """The page as it is now; ``person`` ``None``: one that everybody may read.

    A page of :data:`ERASURE` does what its key answers, if this person was asked just before."""
    if key.what == PRIVACY or (key.what == ERASURE and person is None):
        return privacy_page(service.config, words_for(locale))
    if key.what == ERASURE and person is not None:
        return await _erasure(service, key, person, locale)
    info = await service.matches.info(key.match) if key.match else None
    if info is None or key.what != RULES:
        return build_page(key, locale, info)
    events = await service.matches.events(key.match, person)
    return build_page(key, locale, info, events, await service.matches.view(key.match, person))


async def _erasure(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    words, now = words_for(locale), service.time.utc()
    if key.topic == NO and await service.erasures.undo(person):
        return erasure_undone(words)
    at = await service.erasures.moment_of(person)
    if at is None and key.topic == YES and _is_answer(key.part, person, now):
        at = await service.erasures.ask(person)
    mark = _mark(person, now)
    if at is None:
        return erasure_question(service.config, mark, words)
    return erasure_under_way(words) if at <= now else erasure_noted(at, mark, words)


def _mark(person: PersonId, now: float) -> int:
    """The mark of a question that this person is asked now: the minute, and whose it is."""
    return int(now // 60) % _MINUTES * _PEOPLE + zlib.crc32(person.encode()) % _PEOPLE


def _is_answer(mark: int, person: PersonId, now: float) -> bool:
    """Whether this person was asked with that mark, not long ago."""
    minute, whose = divmod(mark, _PEOPLE)
    today, mine = divmod(_mark(person, now), _PEOPLE)
    return whose == mine and (today - minute) % _MINUTES <= _ANSWER_MINUTES
