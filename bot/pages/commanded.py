"""Finds what a command shows, the same on every platform: the key of a page, a page, or a file.

A few things are left to the platform: the table, the person's hand, their users, all their data,
the language and the settings.
"""

from collections.abc import Awaitable, Callable, Iterable

from msgspec import Struct

from bot.catalogue import FILM_FORM, PICTURE_FORM, Asker, Show
from bot.film.card import film_key
from bot.film.films import Viewer
from bot.messages import MatchId, PlaceId
from bot.model import MatchInfo
from bot.pages.administration import Administration, bars_page, close_page
from bot.pages.people import personal_page, scoreboard_key
from bot.pages.tables import friends_page, invitation_page
from bot.screens.pages import (
    ERASURE,
    HELP,
    HINT,
    PRIVACY,
    PROOF,
    RULES,
    SIGNS,
    Page,
    PageKey,
    analysis_key,
)
from bot.screens.puzzle import puzzle_key
from bot.service import Service


class Commanded(Struct, frozen=True):
    """A command that shows something, and who gave it where."""

    show: Show
    asker: Asker
    info: MatchInfo | None
    """The table that the command means; ``None``: it means no table."""
    locale: str
    """The language of the answer."""
    shown: MatchId = ""
    """The table that a command without a code means here; empty: the newest of the place."""


class RecordFile(Struct, frozen=True):
    """A finished match as a file."""

    name: str
    data: bytes
    alt: str = ""
    """What the picture shows; empty: the file is the record, which is text."""


async def key_for(service: Service, commanded: Commanded) -> PageKey | None:
    """The key of the page that a command shows; ``None``: the command shows something else."""
    values = dict(commanded.show.values)
    table = "" if commanded.info is None else commanded.info.match
    match commanded.show.what:
        case "help":
            return PageKey(HELP, table)
        case "rules":
            return PageKey(RULES, table, values.get("tema", ""))
        case "hint" if table:
            return PageKey(HINT, table)
        case "signs" if table:
            return PageKey(SIGNS, table)
        case "privacy":
            return PageKey(PRIVACY)
        case "erasure":
            return PageKey(ERASURE)
        case "scoreboard":
            return scoreboard_key(values)
        case "analysis":
            return analysis_key(values)
        case "puzzle":
            return puzzle_key(values)
        case "proof":
            return PageKey(PROOF, await _match(service, commanded, values.get("partida", table)))
        case "record" if values.get("forma", FILM_FORM) == FILM_FORM:
            return film_key(await _match(service, commanded, values.get("partida", "")))
        case _:
            return None


async def page_of(
    service: Service,
    commanded: Commanded,
    administration: Callable[[], Awaitable[Administration]],
    links: Callable[[str], Iterable[str]],
) -> Page | None:
    """Carries out a command that is answered by a page, and returns the page. ``None``: the command
    is not answered by a page.

    ``administration``: finds out whether the person is an administrator here; it is called only if
    the command needs that. ``links``: makes of a table's code the addresses that open the table."""
    asker, info, locale = commanded.asker, commanded.info, commanded.locale
    values, person = dict(commanded.show.values), asker.person
    match commanded.show.what:
        case "friends":
            return await friends_page(service, person, values, locale)
        case "profile":
            return await personal_page(service, person, asker.name, values, locale)
        case "invitation" if info is not None:
            name, user = values.get("persona", ""), values.get("usuario", "")
            return await invitation_page(service, info.match, person, name, locale, links, user)
        case "bars":
            return await bars_page(service, await administration(), person, values, locale)
        case "close" if info is not None:
            where, wanted = await administration(), values.get("codigo", info.match).lower()
            return await close_page(service, where, wanted, person, asker.request, locale)
        case _:
            return None


async def record_file(service: Service, commanded: Commanded) -> RecordFile | None:
    """The file that ``/repeticion`` sends: a moving picture or the record. ``None``: there is no
    such match, or the person may not see it."""
    values = dict(commanded.show.values)
    match = await _match(service, commanded, values.get("partida", ""))
    viewer = Viewer(commanded.asker.person, commanded.asker.community)
    if values.get("forma") != PICTURE_FORM:
        return await written_record(service, match, commanded.locale, viewer)
    made = await service.films.moving(match, commanded.locale, viewer)
    return None if made is None else RecordFile(f"truco-{match}.gif", made.gif, made.alt)


async def written_record(
    service: Service, match: MatchId, locale: str, viewer: Viewer
) -> RecordFile | None:
    """The record of a finished match as a file; ``None``: there is no such match, or the viewer may
    not see it."""
    text = await service.films.record(match, locale, viewer)
    return None if text is None else RecordFile(f"truco-{match}.truco", text.encode())


async def match_meant(service: Service, code: str, place: PlaceId, shown: MatchId = "") -> MatchId:
    """The match with this code. Without a code: the table that is shown here, or else the newest
    match of the place; empty: there is none."""
    return code.lower() or shown or await service.matches.last_at_place(place) or ""


async def _match(service: Service, commanded: Commanded, code: str) -> MatchId:
    return await match_meant(service, code, commanded.asker.place, commanded.shown)
