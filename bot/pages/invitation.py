"""``/invitar``: invites a person to a lobby, or shows the lobby's invitation."""

from collections.abc import Callable, Iterable
from typing import Final

from bot.chat_commands import chat_command
from bot.chat_options import PERSON, USER
from bot.match.options import not_host
from bot.messages import MatchId, PersonId, Refused, UserId
from bot.model import SPECTATORS_NO, MatchInfo, Status
from bot.pages.page_spec import Audience, Commanded, PageSpec, Reading, topics
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import INVITATION, YES, Leaf, Page, PageKey
from bot.service import Service
from bot.words import words_for


async def _answer(commanded: Commanded) -> Page:
    values, name = commanded.values, commanded.values.get("persona", "")
    return await invitation_page(
        commanded.service,
        commanded.table,
        commanded.person,
        name,
        commanded.locale,
        commanded.links,
        values.get("usuario", ""),
    )


async def invitation_page(
    service: Service,
    match: MatchId,
    person: PersonId,
    name: str,
    locale: str,
    links: Callable[[str], Iterable[str]] = lambda _: (),
    user: UserId = "",
) -> Page:
    """Invites a person to a lobby: the person of this ``user``, or the one with this ``name``.
    Without both it shows the table's invitation, with the addresses that ``links`` makes of its
    code. Only the host gets the invitation of a private table."""
    words = words_for(locale)
    title = words.text("invitation.title")
    info = await service.matches.info(match)
    if info is None or info.status is not Status.LOBBY or info.shares_deals:
        return Page(title, reply_text(_closed(info, match, person), locale))
    if info.private and (refused := not_host(info, person)):
        return Page(title, reply_text(refused, locale))
    if name:
        found = await service.named_people.found(person, name, user)
        if isinstance(found, Refused):
            return Page(title, reply_text(found, locale))
        told = await service.invitations.invite(info, person, *found)
        if isinstance(told, Refused):
            return Page(title, _refused(told, info, person, locale))
        id = "invitation.told" if told else "invitation.named"
        return Page(title, words.text(id, name=found[1]))
    if not any(seat.free for seat in info.seats):
        full = Refused(ServiceReason.TABLE_FULL, match)
        return Page(title, _refused(full, info, person, locale))
    code = await service.admission.invitation(match) if info.private else match
    lines = [words.text("invitation.secret" if info.private else "invitation.open", code=code)]
    addresses = tuple(links(code))
    lines += [words.text("invitation.link", url=url) for url in addresses]
    if info.private:
        lines.append(words.text("invitation.kept"))
    turns: tuple[Leaf, ...] = ()
    if await service.announcements.refusal(info, person) is None:
        label = words.text("invitation.announce")
        turns = (Leaf(str(PageKey(INVITATION, match, YES)), label),)
    return Page(title, "\n".join(lines), turns=turns, links=addresses)


def _refused(refused: Refused, info: MatchInfo, person: PersonId, locale: str) -> str:
    """Why nobody is invited. Whoever sits at a full table reads how others look on, if they may."""
    if refused.reason != ServiceReason.TABLE_FULL or info.seat_of(person) is None:
        return reply_text(refused, locale)
    looks = not info.private and info.spectators != SPECTATORS_NO
    id = "invitation.look" if looks else "invitation.full"
    return words_for(locale).text(id, code=info.match)


def _closed(info: MatchInfo | None, match: MatchId, person: PersonId) -> Refused:
    """The refusal to invite anybody to this table. The names at a hand of the day and in a room of
    a league are not given to other people."""
    if info is not None and info.shares_deals and info.seat_of(person) is not None:
        why = ServiceReason.DAILY if info.room is None else ServiceReason.LEAGUE_ROOM
        return Refused(why, match)
    if info is None or info.shares_deals:
        return Refused(ServiceReason.NO_SUCH_MATCH, match)
    return Refused(ServiceReason.ALREADY_STARTED, match)


async def _build(reading: Reading) -> Page:
    """Announces the person's lobby."""
    return await announcing_page(reading.service, reading.key.match, reading.reader, reading.locale)


async def announcing_page(service: Service, match: MatchId, person: PersonId, locale: str) -> Page:
    """Announces the person's lobby and says so, or says why not."""
    words = words_for(locale)
    info = await service.matches.info(match)
    refused: Refused | None
    if info is None or info.shares_deals:
        refused = _closed(info, match, person)
    else:
        refused = await service.announcements.announce(info, person)
    said = words.text("invitation.announced") if refused is None else reply_text(refused, locale)
    return Page(words.text("invitation.title"), said)


PAGE: Final = PageSpec(
    name=INVITATION,
    command=chat_command("invitar/convidar/invite", PERSON, USER),
    answer=_answer,
    build=_build,
    keys=topics(YES),
    personal=True,
    audience=Audience.PERSON,
)
