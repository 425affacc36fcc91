"""``/cerrar``: closes a table or cancels a tournament."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option
from bot.match.removal import may_be_closed
from bot.messages import Accepted, AnyReply, CloseTable, MatchId, PersonId, Refused
from bot.pages.page_spec import Administration, Audience, Commanded, PageSpec
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import Page
from bot.service import Service
from bot.words import words_for

_TABLE: Final = ("close.title", "close.done", "reason.NOT_ADMIN")
"""Of a table: the title, the answer at its closing, the refusal if the person may not."""
_TOURNAMENT: Final = ("tournament.cancel", "tournament.is_cancelled", "tournament.not_cancelled")
"""The same texts for a tournament."""


async def _answer(commanded: Commanded) -> Page:
    where = await commanded.administration()
    match = commanded.values.get("codigo", commanded.table).lower()
    person, request = commanded.person, commanded.request
    return await close_page(commanded.service, where, match, person, request, commanded.locale)


async def close_page(
    service: Service,
    where: Administration,
    match: MatchId,
    person: PersonId,
    request: str,
    locale: str,
) -> Page:
    """``/cerrar``: an administrator closes a table of their community, or a host closes their
    lobby. ``/torneo accion:cancelar``: an administrator or its host cancels it."""
    words = words_for(locale)
    info = await service.matches.info(match)
    reply: AnyReply
    manages = where.manages and info is not None and info.community == where.community
    close = CloseTable(request=request, person=person, match=match, as_host=not manages)
    if info is None or (where.manages and not manages and not may_be_closed(info, close)):
        reply = Refused(ServiceReason.NO_SUCH_MATCH if where.manages else ServiceReason.NOT_ADMIN)
    else:
        reply = await service.handle(close)
    is_tournament = info is not None and info.tournament is not None
    title, done, not_theirs = _TOURNAMENT if is_tournament else _TABLE
    match reply:
        case Accepted():
            told = words.text(done)
        case Refused(reason=ServiceReason.NOT_ADMIN):
            told = words.text(not_theirs)
        case _:
            told = reply_text(reply, locale)
    return Page(words.text(title), told)


PAGE: Final = PageSpec(
    name="cerrar",
    command=chat_command("cerrar/fechar/close", chat_option("codigo/codigo/code", OptionKind.TEXT)),
    answer=_answer,
    audience=Audience.REPLY,
)
