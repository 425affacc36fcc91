"""Pages of one table: invitations and own signs. Also the page of friends, who can be invited."""

from collections.abc import Callable, Iterable, Mapping

from bot.match.options import not_host
from bot.messages import DropSign, MatchId, PersonId, Refused, UserId
from bot.model import NO_SIGNS, OWN_SIGN, MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import ASK, INVITATION, YES, Leaf, Page, PageKey
from bot.screens.signs import signs_page
from bot.service import Service
from bot.words import words_for


async def invitation_page(
    service: Service,
    match: MatchId,
    person: PersonId,
    name: str,
    locale: str,
    links: Callable[[str], Iterable[str]] = lambda _: (),
    user: UserId = "",
) -> Page:
    """Invites a person to a lobby: the person of this ``user``, or with this ``name``. Without both
    it shows the table's invitation, with the addresses that ``links`` makes of its code. Only the
    host gets the invitation of a private table."""
    words = words_for(locale)
    title = words.text("invitation.title")
    info = await service.matches.info(match)
    if info is None or info.status is not Status.LOBBY or info.daily is not None:
        return Page(title, reply_text(_closed(info, match, person), locale))
    if info.private and (refused := not_host(info, person)):
        return Page(title, reply_text(refused, locale))
    if name:
        found = await service.named_people.found(person, name, user)
        if isinstance(found, Refused):
            return Page(title, reply_text(found, locale))
        told = await service.invitations.invite(info, person, found[0])
        if isinstance(told, Refused):
            return Page(title, reply_text(told, locale))
        id = "invitation.told" if told else "invitation.named"
        return Page(title, words.text(id, name=found[1]))
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


def _closed(info: MatchInfo | None, match: MatchId, person: PersonId) -> Refused:
    """Why nobody is invited to this table. Nobody else learns whose hand of the day it is."""
    if info is not None and info.daily is not None and info.seat_of(person) is not None:
        return Refused(ServiceReason.DAILY, match)
    if info is None or info.daily is not None:
        return Refused(ServiceReason.NO_SUCH_MATCH, match)
    return Refused(ServiceReason.ALREADY_STARTED, match)


async def announcing_page(service: Service, match: MatchId, person: PersonId, locale: str) -> Page:
    """Announces the person's lobby and says so, or says why not."""
    words = words_for(locale)
    info = await service.matches.info(match)
    refused: Refused | None
    if info is None or info.daily is not None:
        refused = _closed(info, match, person)
    else:
        refused = await service.announcements.announce(info, person)
    said = words.text("invitation.announced") if refused is None else reply_text(refused, locale)
    return Page(words.text("invitation.title"), said)


async def own_signs_page(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    """The own signs that this person knows at a table. The sign that the key names is removed
    first."""
    words = words_for(locale)
    info = await service.matches.info(key.match)
    if info is None:
        return signs_page(None, NO_SIGNS, words)
    known = await service.matches.signs(key.match, person)
    told = ""
    if key.topic == ASK and (sign := f"{OWN_SIGN}{key.part}") in {one.id for one in known.known}:
        request = f"sign.{key.match}.{info.version}.{key.part}"
        dropping = DropSign(request=request, person=person, match=key.match, sign=sign)
        told = reply_text(await service.handle(dropping), locale)
        known = await service.matches.signs(key.match, person)
    return signs_page(info, known, words, told)


async def friends_page(
    service: Service, person: PersonId, values: Mapping[str, str], locale: str
) -> Page:
    """``/amigos``: carries out the command, and shows the list of friends. A challenge without a
    name shows the list too (``accion`` is ``desafiar``)."""
    words, admission = words_for(locale), service.admission
    name = values.get("persona", "")
    action = values.get("accion", "agregar" if name else "lista")
    lines = []
    if action == "desafiar":
        lines.append(words.text("friends.challenge"))
    elif action != "lista" and not name:
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
