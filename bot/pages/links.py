"""``/vincular``: the users that belong to one person, and the code that links one more user."""

import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from bot.chat_commands import OptionKind, chat_command, chat_option
from bot.community.linked_users import MINUTES, Linked, Outcome, platform_of
from bot.messages import MatchId, PersonId, UserId
from bot.pages.page_spec import PageSpec, Reading, topics
from bot.pages.questions import PEOPLE, is_answer, mark_of
from bot.screens.pages import ASK, LINK, YES, Leaf, Page, PageKey
from bot.service import Service
from bot.words import Words, words_for


def links_page(
    linked: Linked,
    here: UserId,
    words: Words,
    *,
    marks: Sequence[int],
    code: str,
    outcome: Outcome | None,
) -> Page:
    """The users of a person, the user who reads the page, and a button for each user that may be
    unlinked. ``marks``: the marks of these others. ``code``: a new code to be shown. ``outcome``:
    the result of a code that was typed."""
    lines = [] if outcome is None else [words.text(f"link.{outcome}")]
    lines.append(_told(linked, here, words))
    if code:
        lines += [words.text("link.code", code=code, n=MINUTES), words.text("link.any")]
    unlinking = (
        Leaf(str(PageKey(LINK, topic=ASK, part=mark)), words.text("link.unlink", user=name))
        for mark, name in zip(marks, _names(linked.all, words)[1:], strict=True)
    )
    new = Leaf(str(PageKey(LINK)), words.text("link.new"))
    return _page(words, lines, turns=(*unlinking, new))


def unlink_question(linked: Linked, other: UserId, mark: int, words: Words) -> Page:
    """Asks whether this user shall be unlinked. A yes brings ``mark`` back."""
    names = dict(zip(linked.all, _names(linked.all, words), strict=True))
    text = words.text("link.question", user=names[other], main=names[linked.main])
    yes = Leaf(str(PageKey(LINK, topic=YES, part=mark)), words.text("link.yes"))
    return _page(words, [text], turns=(yes,))


def unlinked_page(words: Words) -> Page:
    """The page after a user was unlinked: it is now a person of its own."""
    return _page(words, [words.text("link.unlinked")])


def _page(words: Words, lines: Iterable[str], turns: tuple[Leaf, ...] = ()) -> Page:
    return Page(words.text("link.title"), "\n\n".join(lines), turns=turns)


def _told(linked: Linked, here: UserId, words: Words) -> str:
    if not linked.others:
        return words.text("link.alone")
    names = (
        words.text("link.user.here", user=name) if user == here else name
        for user, name in zip(linked.all, _names(linked.all, words), strict=True)
    )
    return words.text("link.users", users=words.list(names))


def _names(users: Sequence[UserId], words: Words) -> list[str]:
    """The platforms of the users, numbered where a platform has several users."""
    names: list[str] = []
    platforms = [platform_of(user) for user in users]
    for place, platform in enumerate(platforms):
        name = words.text(f"link.platform.{platform}")
        before = platforms[:place].count(platform)
        names.append(f"{name} {before + 1}" if before else name)
    return names


COMMAND: Final = chat_command(
    "vincular/vincular/link", chat_option("codigo/codigo/code", OptionKind.TEXT), in_match=False
)
"""The command that a platform serves with :func:`linking`."""


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
    ``source``: the address from which the user's line comes, if that is known."""
    if not code:
        page = await _links_of(service, PageKey(LINK), user, locale)
        return Linking(page, await service.users.person_of(user))
    outcome = await service.users.link(user, code, source)
    page = await _links_as_they_are(service, user, locale, outcome=outcome)
    person = await service.users.person_of(user)
    linked = outcome in (Outcome.LINKED, Outcome.LEFT)
    tables = await service.matches.of_person(person) if linked else ()
    return Linking(page, person, tables)


async def _build(reading: Reading) -> Page:
    """Carries out the answer of the key, if this person was asked a short time ago."""
    assert reading.user is not None
    return await _links_of(reading.service, reading.key, reading.user, reading.locale)


async def _links_of(service: Service, key: PageKey, user: UserId, locale: str) -> Page:
    words, now = words_for(locale), service.time.utc()
    linked = await service.users.of(await service.users.person_of(user))
    for other in linked.others:
        asked = f"{user} {other}"
        if key.topic == ASK and key.part == _number(other):
            return unlink_question(linked, other, mark_of(asked, now), words)
        answers = key.topic == YES and is_answer(key.part, asked, now)
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
    """A number for a user, as it is used in the key of a button."""
    return zlib.crc32(user.encode()) % PEOPLE


PAGE: Final = PageSpec(name=LINK, build=_build, keys=topics(ASK, YES), personal=True)
