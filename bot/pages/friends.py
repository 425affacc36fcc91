"""``/amigos``: the people who may always sit at the person's private tables."""

from collections.abc import Mapping
from typing import Final

from bot.chat_commands import chat_command, choice_option
from bot.chat_options import PERSON, USER
from bot.messages import PersonId, Refused
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.screens import reply_text
from bot.screens.pages import Page
from bot.service import Service
from bot.words import words_for


async def _answer(commanded: Commanded) -> Page:
    return await friends_page(
        commanded.service, commanded.person, commanded.values, commanded.locale
    )


async def friends_page(
    service: Service, person: PersonId, values: Mapping[str, str], locale: str
) -> Page:
    """``/amigos``: carries out the command, and shows the list of friends. A challenge without a
    name (``accion`` is ``desafiar``) asks for it."""
    words, admission = words_for(locale), service.admission
    name = values.get("persona", "")
    action = values.get("accion", "agregar" if name else "lista")
    if action == "desafiar":
        return Page(words.text("friends.challenge.title"), words.text("friends.challenge"))
    lines = []
    if action != "lista" and not name:
        lines.append(words.text("friends.whom"))
    elif action != "lista":
        found = await service.named_people.found(person, name, values.get("usuario", ""))
        if not isinstance(found, Refused) and action == "agregar":
            refused = await admission.befriend(person, *found)
            done = reply_text(refused, locale) if refused else ""
            lines.append(done or words.text("friends.added", name=found[1]))
        elif not isinstance(found, Refused):
            await admission.unfriend(person, found[0])
            lines.append(words.text("friends.removed", name=found[1]))
        else:
            lines.append(reply_text(found, locale))
    names = sorted((await admission.friends(person)).values())
    told = words.text("friends.list", n=len(names), names=words.list(names)) if names else ""
    lines.append(told or words.text("friends.none"))
    return Page(words.text("friends.title"), "\n".join(lines))


PAGE: Final = PageSpec(
    name="amigos",
    command=chat_command(
        "amigos/amigos/friends",
        choice_option(
            "accion/acao/action",
            "choice.accion",
            "lista/lista/list, agregar/adicionar/add, quitar/tirar/remove",
        ),
        PERSON,
        USER,
        in_match=False,
    ),
    answer=_answer,
    audience=Audience.PERSON,
)
