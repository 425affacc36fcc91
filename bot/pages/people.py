"""Pages about one person: the profile, the request to be erased, linked users."""

import zlib
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from bot.community.linked_users import Outcome
from bot.community.scoreboard import BEFORE, FOREVER, HERE, POINTS, SEASON, Wanted
from bot.messages import CommunityId, MatchId, PersonId, Refused, UserId
from bot.model import is_registered
from bot.screens import reply_text
from bot.screens.links import links_page, unlink_question, unlinked_page
from bot.screens.pages import ASK, LINK, NO, SCOREBOARD, YES, Page, PageKey, write_wanted
from bot.screens.privacy import erasure_noted, erasure_question, erasure_under_way, erasure_undone
from bot.screens.profile import profile_page
from bot.service import Service
from bot.words import words_for

SHOWN_TO_ALL: Final = "si"
"""The choice of ``/perfil visible`` that shows the profile to everybody."""
LAST_SEASON: Final = "anterior"
"""The choice of ``/marcador temporada`` for the season before; the other choice is the running
season."""
_ANSWER_MINUTES: Final = 15
"""Minutes in which a question may be answered; an older button asks again."""
_MINUTES: Final = 10**6
_PEOPLE: Final = 1000


class Community(Struct, frozen=True):
    """The community in which a page is read."""

    id: CommunityId
    name: str
    """The name of the community as it is shown."""


async def personal_page(
    service: Service, person: PersonId, name: str, values: Mapping[str, str], locale: str
) -> Page:
    """``/perfil``: the person's own profile, or the profile of somebody who lets others see it.
    ``name``: the person's own name as it is shown. The command may change who sees the person's
    profile."""
    words, now = words_for(locale), service.time.utc()
    wanted = values.get("persona", "")
    if wanted:
        found = await service.admission.find(person, wanted)
        if isinstance(found, Refused):
            return Page(words.text("profile.title", name=wanted[:32]), reply_text(found, locale))
        other, called = await service.users.person_of(found[0]), found[1]
        profile = await service.profiles.shown_to_others(other, now)
        if profile.visible:
            known = is_registered(other)
            return profile_page(profile, called, locale, mine=False, registered=known)
        closed = words.text("profile.closed", name=called)
        return Page(words.text("profile.title", name=called), closed)
    if visible := values.get("visible"):
        await service.profiles.let_see(person, visible=visible == SHOWN_TO_ALL)
    if listed := values.get("listado", ""):
        await service.profiles.let_list(person, listed=listed == SHOWN_TO_ALL)
    profile = await service.profiles.of(person, now)
    known, chips = is_registered(person), await service.purses.of(person)
    return profile_page(profile, name, locale, mine=True, registered=known, chips=chips)


async def erasure_page(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
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


def scoreboard_key(values: Mapping[str, str]) -> PageKey:
    """The key of the scoreboard that a command asks for."""
    wanted = Wanted(
        values.get("ambito", HERE),
        SEASON if values.get("temporada") else values.get("periodo", FOREVER),
        values.get("variante", ""),
        int(values.get("formato", "0")),
        by=values.get("por", POINTS),
        season=BEFORE if values.get("temporada") == LAST_SEASON else "",
    )
    return PageKey(SCOREBOARD, topic=write_wanted(wanted))


class Linking(Struct, frozen=True):
    """The result for a person who asks for a code, or types one."""

    page: Page
    person: PersonId
    """The person to whom this user belongs from now on."""
    tables: tuple[MatchId, ...] = ()
    """The tables that are now shown here because of the link."""


async def linking(
    service: Service, user: UserId, code: str, locale: str, source: str = ""
) -> Linking:
    """Links this user with the code that they have typed. Without a code it makes a new one.
    ``source``: where the user's line comes from, if that is known."""
    if not code:
        page = await links_of(service, PageKey(LINK), user, locale)
        return Linking(page, await service.users.person_of(user))
    outcome = await service.users.link(user, code, source)
    page = await _links_as_they_are(service, user, locale, outcome=outcome)
    person = await service.users.person_of(user)
    linked = outcome in (Outcome.LINKED, Outcome.LEFT)
    tables = await service.matches.of_person(person) if linked else ()
    return Linking(page, person, tables)


async def links_of(service: Service, key: PageKey, user: UserId, locale: str) -> Page:
    words, now = words_for(locale), service.time.utc()
    linked = await service.users.of(await service.users.person_of(user))
    for other in linked.others:
        asked = f"{user} {other}"
        if key.topic == ASK and key.part == _number(other):
            return unlink_question(linked, other, _mark(asked, now), words)
        answers = key.topic == YES and _is_answer(key.part, asked, now)
        if answers and await service.users.unlink(user, other):
            return unlinked_page(words)
    if key.topic:
        return await _links_as_they_are(service, user, locale)
    code = await service.users.new_code(user)
    return await _links_as_they_are(service, user, locale, code=code)


async def _links_as_they_are(
    service: Service, user: UserId, locale: str, *, code: str = "", outcome: Outcome | None = None
) -> Page:
    linked = await service.users.of(await service.users.person_of(user))
    marks = [_number(other) for other in linked.others]
    return links_page(linked, user, words_for(locale), marks=marks, code=code, outcome=outcome)


def _number(user: UserId) -> int:
    """A number that stands for a user on a button."""
    return zlib.crc32(user.encode()) % _PEOPLE


def _mark(person: PersonId, now: float) -> int:
    """A mark for a question that this person is asked now. It holds the minute and a number for the
    person."""
    return int(now // 60) % _MINUTES * _PEOPLE + zlib.crc32(person.encode()) % _PEOPLE


def _is_answer(mark: int, person: PersonId, now: float) -> bool:
    """Whether the mark belongs to a question that this person was asked a short time ago."""
    minute, whose = divmod(mark, _PEOPLE)
    today, mine = divmod(_mark(person, now), _PEOPLE)
    return whose == mine and (today - minute) % _MINUTES <= _ANSWER_MINUTES
