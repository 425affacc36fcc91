"""``/cerrar``: closes a table or cancels a tournament."""

from typing import Final

from bot.chat_commands import Names, OptionKind, chat_command, chat_option
from bot.messages import Accepted, AnyReply, CloseTable, MatchId, PersonId, Refused
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Administration, Audience, Commanded, PageSpec
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import Page
from bot.service import Service
from bot.words import words_for

_TABLE: Final = ("close.title", "close.done", "reason.NOT_ADMIN")
"""The title, what is said when it is done, and what is said to whom it is not theirs to do."""
_TOURNAMENT: Final = ("tournament.cancel", "tournament.is_cancelled", "tournament.not_cancelled")
"""The same of a tournament."""


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
    lobby. ``/torneo accion:cancelar``: an administrator, or the person who opened a tournament,
    cancels it. The lobby of a tournament's table cannot be closed by its host."""
    words = words_for(locale)
    info = await service.matches.info(match)
    reply: AnyReply
    hosted = info is not None and info.host == person and _may_be_closed(info)
    if not where.manages and not hosted:
        reply = Refused(ServiceReason.NOT_ADMIN)
    elif info is None or (info.community != where.community and not hosted):
        reply = Refused(ServiceReason.NO_SUCH_MATCH)
    else:
        reply = await service.handle(CloseTable(request=request, person=person, match=match))
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


def _may_be_closed(info: MatchInfo) -> bool:
    """Whether the host may close it without an administrator: a lobby or a tournament of their own.
    A tournament with a stake that has begun can only be cancelled by an administrator; otherwise a
    host who is losing could get the stake back."""
    if info.tournament is not None:
        return not (info.stake and info.status is Status.HELD)
    return info.status is Status.LOBBY and not info.part_of


PAGE: Final = PageSpec(
    name="cerrar",
    command=chat_command(
        "cerrar",
        "fechar",
        "close",
        chat_option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
    ),
    answer=_answer,
    audience=Audience.REPLY,
)
