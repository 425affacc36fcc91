"""``/verificar``: the checks of a table's deals."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option
from bot.film.films import Viewer
from bot.messages import MatchId, PersonId
from bot.pages.about_table import is_open_to
from bot.pages.page_spec import Commanded, Community, PageSpec, Reading
from bot.screens.history import proof
from bot.screens.pages import PROOF, Page, PageKey
from bot.service import Service
from bot.words import words_for


async def _answer(commanded: Commanded) -> PageKey:
    match = await commanded.match(commanded.values.get("partida", commanded.table))
    return PageKey(PROOF, match)


async def _build(reading: Reading) -> Page:
    return await _proof(
        reading.service, reading.key.match, reading.person, reading.locale, reading.where
    )


async def _proof(
    service: Service, match: MatchId, person: PersonId | None, locale: str, where: Community
) -> Page:
    """The checks of a table's deals. For a running table, the part that this person may know; for a
    match that is over, everything."""
    words = words_for(locale)
    info = await service.matches.info(match) if match else None
    if info is not None:
        if info.lesson is not None:
            return proof.lesson_proof_page(words)
        if info.tournament is not None and (entry := await service.proofs.tournament(match)):
            return proof.tournament_proof_page(info, entry, words)
        record = await service.films.record(match, locale, Viewer(person or "", where.id))
        if record is not None:
            if closed := await service.proofs.closed(record):
                return proof.closed_page(info, closed, service.config.verifiers, words)
        elif await is_open_to(service, info, person, where) and (
            live := await service.proofs.live(match, person)
        ):
            return proof.live_page(info, live, words)
    return proof.no_proof_page(await service.proofs.register(), words)


PAGE: Final = PageSpec(
    name=PROOF,
    command=chat_command(
        "verificar/verificar/verify",
        chat_option("partida/partida/match", OptionKind.TEXT),
        chat_option("frase/frase/phrase", OptionKind.WORDS),
        in_match=False,
    ),
    answer=_answer,
    build=_build,
)
