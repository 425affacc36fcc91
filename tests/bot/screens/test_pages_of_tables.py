"""What people read around a table, in three languages, as it was looked at: the lobby and its
options, invitations, friends, own signs, linked accounts."""

from pathlib import Path

import pytest

from bot.catalogue import page_for
from bot.messages import AgreeSign, PersonId, SendSena, SetOptions
from bot.model import OwnSign
from bot.pages.friends import friends_page
from bot.pages.invitation import invitation_page
from bot.screen import Screen
from bot.screens import as_text
from bot.screens.pages import ASK, LINK, SIGNS, Page, PageKey
from bot.words import LOCALES
from tests.bot.helpers import ANA, BETO, CARLA, DANI, HERE, Table
from tests.kept import check_kept
from tests.narrow import of_kind, present

GOLDEN = Path(__file__).parents[1] / "golden" / "tables"


def written(page: Page) -> str:
    return "\n".join([f"# {page.title}", page.text, *(f"[{leaf.label}]" for leaf in page.turns)])


async def screen(table: Table, person: PersonId, locale: str) -> str:
    found = of_kind(Screen, await table.service.screens.screen(table.match, person, locale))
    senas = [f"[{sena.label}]" for sena in found.senas[-2:]]
    return "\n".join([as_text(found), *senas])


async def sheet(table: Table, person: PersonId, locale: str) -> str:
    found = present(await table.service.screens.options(table.match, person, locale))
    return "\n".join([f"# {found.title}", *(line.text for line in found.lines)])


async def told(table: Table, locale: str) -> list[str]:
    service, parts = table.service, list[str]()
    await table.open(ANA, 4, senas="risk")
    for person in (BETO, CARLA, DANI):
        await table.join(person)
    match = table.match
    parts.append(await screen(table, ANA, locale))
    parts.append(written(await page_for(service, PageKey(SIGNS, match), ANA, locale, HERE)))
    for gesture, meaning in (("silbo", "el macho"), ("toso", "canto yo")):
        await table.ask(AgreeSign, ANA, match=match, gesture=gesture, meaning=meaning)
    parts.append(written(await page_for(service, PageKey(SIGNS, match), CARLA, locale, HERE)))
    links = await invitation_page(
        service, match, ANA, "", locale, lambda code: (f"https://truco.example/mesa/{code}",)
    )
    parts.append(written(links))
    parts.append(written(await invitation_page(service, match, ANA, "Nadie", locale)))
    private = (("private", "si"),)
    await table.ask(SetOptions, ANA, match=match, options=private)
    parts.append(await screen(table, BETO, locale))
    parts += [await sheet(table, person, locale) for person in (ANA, BETO)]
    for person in (ANA, BETO):
        parts.append(written(await invitation_page(service, match, person, "", locale)))
    for values in ({}, {"accion": "agregar"}, {"persona": "Beto"}, {"accion": "desafiar"}):
        parts.append(written(await friends_page(service, ANA, values, locale)))
    await table.start()
    sign = OwnSign("silbo", "", ()).id
    await table.ask(SendSena, ANA, match=match, sena=sign)
    parts.append(await screen(table, CARLA, locale))
    code = await service.users.new_code(ANA)
    await service.users.link("telegram:1", code)
    page = await page_for(service, PageKey(LINK), ANA, locale, HERE)
    parts.append(written(page))
    asks = next(leaf.key for leaf in page.turns if f".{ASK}." in leaf.key)
    parts.append(written(await page_for(service, _key(asks), ANA, locale, HERE)))
    return parts


def _key(text: str) -> PageKey:
    what, match, topic, part = text.split(".")[1:]
    return PageKey(what, match, topic, int(part))


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_pages_of_a_table_are_those_that_were_looked_at(
    table: Table, locale: str
) -> None:
    text = "\n\n".join(await told(table, locale)) + "\n"
    check_kept(GOLDEN / f"{locale}.txt", text)
