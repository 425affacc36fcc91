"""``/repeticion``: a finished match as a film to turn, a moving picture or a file."""

from typing import Final

from msgspec import Struct

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.film.card import film_key, film_page, no_film_page
from bot.film.films import Viewer
from bot.match import daily
from bot.messages import MatchId, PersonId
from bot.pages.analysis import judged_steps
from bot.pages.page_spec import Commanded, PageSpec, Reading
from bot.screens.pages import FILM, Page, PageKey, read_eye
from bot.service import Service

FILM_FORM: Final = "pelicula"
PICTURE_FORM: Final = "imagen"
"""Two of the forms in which ``/repeticion`` gives a match; the third is a file."""


class RecordFile(Struct, frozen=True):
    """A finished match as a file."""

    name: str
    data: bytes
    alt: str = ""
    """The description of the picture; empty: the file is the record, which is text."""


async def record_file(commanded: Commanded) -> RecordFile | None:
    """The file that ``/repeticion`` sends: a moving picture or the record. ``None``: there is no
    such match, or the person may not see it."""
    films, values = commanded.service.films, commanded.values
    match = await commanded.match(values.get("partida", ""))
    viewer = Viewer(commanded.person, commanded.community)
    if values.get("forma") != PICTURE_FORM:
        return await written_record(commanded.service, match, commanded.locale, viewer)
    made = await films.moving(match, commanded.locale, viewer)
    return None if made is None else RecordFile(f"truco-{match}.gif", made.gif, made.alt)


async def written_record(
    service: Service, match: MatchId, locale: str, viewer: Viewer
) -> RecordFile | None:
    """The record of a finished match as a file; ``None``: no such match, or not for the viewer."""
    text = await service.films.record(match, locale, viewer)
    return None if text is None else RecordFile(f"truco-{match}.truco", text.encode())


async def _answer(commanded: Commanded) -> PageKey:
    return film_key(await commanded.match(commanded.values.get("partida", "")))


async def _build(reading: Reading) -> Page:
    service, key, person, locale = reading.service, reading.key, reading.person, reading.locale
    viewer = Viewer(person or "", reading.where.id)
    film = await service.films.film(key.match, locale, viewer)
    if film is None:
        return no_film_page(locale, await _why_none(service, key.match, person))
    judged = await judged_steps(service, key.match, person, locale)
    addresses = service.config.film_addresses(key.match)
    played = person is not None and await service.analyses.is_theirs(key.match, person)
    return film_page(film, key, locale, addresses, judged, played=played)


async def _why_none(service: Service, match: MatchId, person: PersonId | None) -> str:
    """The id of the sentence that says why there is no film: other people still play the deals of
    the person's own match, or will play them."""
    info = await service.matches.info(match) if match and person else None
    if info is None or person is None or info.seat_of(person) is None:
        return "record.none"
    if info.room is not None:
        return "film.room"
    opens = daily.opens(info)
    lasts = opens is not None and service.time.utc() < opens
    return "film.daily" if lasts else "record.none"


def _is_eye(topic: str, part: int) -> bool:
    read_eye(topic)
    return True


PAGE: Final = PageSpec(
    name=FILM,
    command=chat_command(
        "repeticion/replay/replay",
        chat_option("partida/partida/match", OptionKind.TEXT),
        choice_option(
            "forma/forma/form",
            "choice.film",
            "pelicula/filme/film, archivo/arquivo/file, imagen/imagem/picture",
        ),
        in_match=False,
    ),
    answer=_answer,
    build=_build,
    keys=_is_eye,
)
