"""``/perfil``: a person's profile, and who may see it."""

from collections.abc import Mapping
from typing import Final

from bot.chat_commands import Names, OptionKind, chat_command, chat_option, yes_or_no
from bot.chat_options import PERSON
from bot.messages import PersonId, Refused
from bot.model import is_registered
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens import reply_text
from bot.screens.pages import Page
from bot.screens.profile import profile_page
from bot.service import Service
from bot.words import words_for

SHOWN_TO_ALL: Final = "si"
"""The choice of ``/perfil visible`` that shows the profile to everybody."""


async def _answer(commanded: Commanded) -> Page:
    return await personal_page(
        commanded.service,
        commanded.person,
        commanded.name,
        commanded.values,
        commanded.locale,
    )


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
        won, lost = await service.profiles.head_to_head(person, other)
        met = words.text("met.line", name=name, n=won, other=called, m=lost) if won + lost else ""
        if profile.visible:
            known = is_registered(other)
            return profile_page(profile, called, locale, mine=False, registered=known, met=met)
        closed = f"{words.text('profile.closed', name=called)}\n{met}".rstrip()
        return Page(words.text("profile.title", name=called), closed)
    if visible := values.get("visible"):
        await service.profiles.let_see(person, visible=visible == SHOWN_TO_ALL)
    if listed := values.get("listado", ""):
        await service.profiles.let_list(person, listed=listed == SHOWN_TO_ALL)
    profile = await service.profiles.of(person, now)
    known, chips = is_registered(person), await service.purses.of(person)
    return profile_page(profile, name, locale, mine=True, registered=known, chips=chips)


PAGE: Final = PageSpec(
    name="perfil",
    command=chat_command(
        "perfil",
        "perfil",
        "truco_profile",
        chat_option(
            Names("visible", "visivel", "visible"), OptionKind.CHOICE, yes_or_no("choice.visible")
        ),
        chat_option(
            Names("listado", "listado", "listed"), OptionKind.CHOICE, yes_or_no("choice.listado")
        ),
        PERSON,
        in_match=False,
        also="profile",
    ),
    answer=_answer,
    audience=Audience.PERSON,
)
