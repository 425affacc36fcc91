"""Pages for one person: help and rules, scoreboards, invitations and friends, own signs, what is
kept of them and its deletion, their users."""

import asyncio
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot import tokens
from bot.community.bars import BAR, MUTE, Bar
from bot.community.linked_users import Outcome
from bot.community.scoreboard import BEFORE, FOREVER, HERE, POINTS, SEASON, Wanted
from bot.film.card import film_key, film_page, no_film_page
from bot.film.films import Viewer
from bot.match.names import shown_name
from bot.match.options import not_host
from bot.messages import (
    Accepted,
    AnyReply,
    CloseTable,
    CommunityId,
    DropSign,
    MatchId,
    PersonId,
    Refused,
    UserId,
)
from bot.model import NO_SIGNS, OWN_SIGN, SPECTATORS, MatchInfo, Status, is_registered
from bot.reasons import ServiceReason
from bot.screens import barred_text, reply_text, standings_page
from bot.screens.analysis import analysis_page, no_analysis_page, progress_page
from bot.screens.badges import badges_page
from bot.screens.hint import hint_page
from bot.screens.links import links_page, unlink_question, unlinked_page
from bot.screens.pages import (
    ALL_BADGES,
    ANALYSIS,
    ASK,
    ERASURE,
    FILM,
    HINT,
    INVITATION,
    LINK,
    NO,
    PRIVACY,
    PROOF,
    RECEIPT,
    SCOREBOARD,
    SIGNS,
    YES,
    Leaf,
    Page,
    PageKey,
    build_page,
    read_wanted,
    write_wanted,
)
from bot.screens.privacy import (
    date_text,
    erasure_noted,
    erasure_question,
    erasure_under_way,
    erasure_undone,
    privacy_page,
)
from bot.screens.profile import profile_page
from bot.screens.proof import (
    closed_page,
    lesson_proof_page,
    live_page,
    no_proof_page,
    receipt_page,
)
from bot.screens.signs import signs_page
from bot.service import Service
from bot.teaching.analyses import NoAnalysis, Progress
from bot.tokens import Token
from bot.words import regional, words_for
from engine.teacher import Measured

SHOWN_TO_ALL: Final = "si"
"""The choice of ``/perfil visible``."""
LAST_SEASON: Final = "anterior"
"""The choice of ``/marcador temporada``; the other one is the season of now."""
_ANSWER_MINUTES: Final = 15
"""A question may be answered for so long; an older button asks again."""
_MINUTES: Final = 10**6
_PATIENCE: Final = 0.8
"""After so many seconds an analysis that is not ready says how far it is."""
_PEOPLE: Final = 1000
_SHOWN_BARS: Final = 30
"""The list shows so many, those that end first."""
_DAY: Final = 86_400.0
TERMS: Final = {
    "hora": 3600.0,
    "dia": _DAY,
    "semana": 7 * _DAY,
    "mes": 30 * _DAY,
    "ano": 365 * _DAY,
}
"""How long a bar holds, in seconds, by the choices of ``/vetar``."""


class Administration(Struct, frozen=True):
    """Where an administrator's command was given."""

    community: CommunityId
    manages: bool
    """The person is an administrator there, as the platform says."""


class Community(Struct, frozen=True):
    """Where a page is read."""

    id: CommunityId
    name: str
    """As shown."""


def page_behind(button: Token) -> PageKey | None:
    """The page that this button of a screen opens, for the person who presses it; ``None``: it
    opens none."""
    match button.action:
        case tokens.FILM:
            return film_key(button.match)
        case tokens.RECEIPT:
            return PageKey(RECEIPT, button.match)
        case tokens.HINT:
            return PageKey(HINT, button.match)
        case _:
            return None


async def page_for(
    service: Service, key: PageKey, user: UserId | None, locale: str, where: Community
) -> Page:
    """The page as it is now for this user; ``None``: one that everybody may read.

    A page of :data:`ERASURE` or :data:`LINK` does what its key answers, if this person was asked
    just before; one of :data:`SIGNS` does away with the sign that its key names; one of
    :data:`INVITATION` announces the table; one of :data:`PRIVACY` hides or shows the reader's name
    in films."""
    if user is None and key.what in (PRIVACY, ERASURE, LINK, SIGNS, INVITATION, ANALYSIS):
        return privacy_page(service.config, words_for(locale))
    person = None if user is None else await service.users.person_of(user)
    if key.what == PRIVACY and person is not None:
        if key.topic:
            await service.films.hide(person, hidden=key.topic == YES)
        hidden = await service.films.hides(person)
        return privacy_page(service.config, words_for(locale), hidden)
    if key.what == FILM:
        film = await service.films.film(key.match, locale, Viewer(person or "", where.id))
        if film is None:
            return no_film_page(locale)
        return film_page(film, key, locale, service.config.film_addresses(key.match))
    if key.what == ANALYSIS and person is not None:
        return await _analysis(service, key.match, person, locale)
    if key.what == PROOF:
        return await _proof(service, key.match, person, locale, where)
    if key.what == RECEIPT:
        receipt = await service.proofs.receipt(key.match, person) if person else None
        return receipt_page(key.match, receipt, words_for(locale))
    if key.what == SCOREBOARD:
        wanted, now = read_wanted(key.topic, key.part), service.time.utc()
        board = await service.scoreboards.of(where.id, wanted, now, person)
        return standings_page(board, where.name, locale)
    if key.what == ALL_BADGES:
        mine = await service.profiles.badges_of(person) if person else ()
        return badges_page({one.badge for one in mine}, key.part, locale)
    if key.what == ERASURE and person is not None:
        return await _erasure(service, key, person, locale)
    if key.what == LINK and user is not None:
        return await _links(service, key, user, locale)
    if key.what == SIGNS and person is not None:
        return await own_signs_page(service, key, person, locale)
    if key.what == INVITATION and person is not None:
        return await _announcing(service, key.match, person, locale)
    info = await service.matches.info(key.match) if key.match else None
    if info is None or not await _is_open_to(service, info, person, where):
        return build_page(replace(key, match=""), regional(locale, key.topic))
    locale = regional(locale, info.variant)
    if key.what == HINT:
        seen = None if person is None else await service.matches.view(key.match, person)
        # A robot may think for a tenth of a second: not where everybody waits.
        return await asyncio.to_thread(hint_page, info, seen, words_for(locale, info.variant))
    events = await service.matches.events(key.match, person)
    view = await service.matches.view(key.match, person)
    return build_page(key, locale, info, events, view, person)


async def _analysis(service: Service, match: MatchId, person: PersonId, locale: str) -> Page:
    """What the teacher says of the person's own match, or how far the analysis is. Without a code:
    of their last one."""
    wanted = match or await service.analyses.last(person)
    found = await service.analyses.of(wanted, person, _PATIENCE)
    words = words_for(locale)
    if isinstance(found, NoAnalysis):
        return no_analysis_page(found.why, words)
    if isinstance(found, Progress):
        return progress_page(found.match, found.hand, found.hands, words)
    told = tuple((one.verdict, one.reason, one.luck) for one in found.dearest)
    cost = Measured(found.cost, found.margin)
    local = regional(locale, found.info.variant)
    return analysis_page(found.info, found.choices, found.mistakes, cost, told, local)


async def _proof(
    service: Service, match: MatchId, person: PersonId | None, locale: str, where: Community
) -> Page:
    """What can be checked of a table: of one that goes on what this person may know, of a match
    that is over everything."""
    words = words_for(locale)
    info = await service.matches.info(match) if match else None
    if info is not None:
        if info.lesson is not None:
            return lesson_proof_page(words)
        record = await service.films.record(match, locale, Viewer(person or "", where.id))
        if record is not None:
            if closed := await service.proofs.closed(record):
                return closed_page(match, closed, service.config.verifiers, words)
        elif await _is_open_to(service, info, person, where) and (
            live := await service.proofs.live(match, person)
        ):
            return live_page(match, live, words)
    return no_proof_page(await service.proofs.register(), words)


async def _is_open_to(
    service: Service, info: MatchInfo, person: PersonId | None, where: Community
) -> bool:
    """Whether this person may read of the table as it is now: they need not look on to ask. A page
    that everybody may read tells what the table's own channel sees."""
    if person is None:
        return where.id == info.community
    if info.status is not Status.PLAYING or info.seat_of(person) is not None:
        return await service.screens.may_look(info, person)
    users = (await service.users.of(person)).all
    return info.spectators == SPECTATORS[0] and await service.admission.admits(info, users)


async def invitation_page(
    service: Service,
    match: MatchId,
    person: PersonId,
    name: str,
    locale: str,
    links: Callable[[str], Iterable[str]] = lambda _: (),
    user: UserId = "",
) -> Page:
    """Invites to a lobby: the person of this ``user`` or of this ``name``, or without one by its
    code, with the addresses that ``links`` makes of it. The host alone hands out the secret of a
    private table."""
    words = words_for(locale)
    title = words.text("invitation.title")
    info = await service.matches.info(match)
    if info is None or info.status is not Status.LOBBY:
        reason = ServiceReason.NO_SUCH_MATCH if info is None else ServiceReason.ALREADY_STARTED
        return Page(title, reply_text(Refused(reason, match), locale))
    if info.private and (refused := not_host(info, person)):
        return Page(title, reply_text(refused, locale))
    if name:
        found = await service.named_people.found(person, name, user)
        if isinstance(found, Refused):
            return Page(title, reply_text(found, locale))
        if full := await service.admission.invite(match, found[0]):
            return Page(title, reply_text(full, locale))
        return Page(title, words.text("invitation.named", name=found[1]))
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


async def _announcing(service: Service, match: MatchId, person: PersonId, locale: str) -> Page:
    """Announces the person's lobby, and says so; or says why not."""
    words = words_for(locale)
    info = await service.matches.info(match)
    if info is None:
        refused: Refused | None = Refused(ServiceReason.NO_SUCH_MATCH, match)
    else:
        refused = await service.announcements.announce(info, person)
    said = words.text("invitation.announced") if refused is None else reply_text(refused, locale)
    return Page(words.text("invitation.title"), said)


async def own_signs_page(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    """The own signs that this person knows at a table, without the one that the key names."""
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
    """``/amigos``: does what it asks for, and shows the list. It is shown too to whoever has
    challenged nobody in particular (``accion`` is ``desafiar``)."""
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
    told = words.text("friends.list", names=words.list(names)) if names else ""
    lines.append(told or words.text("friends.none"))
    return Page(words.text("friends.title"), "\n".join(lines))


async def personal_page(
    service: Service, person: PersonId, name: str, values: Mapping[str, str], locale: str
) -> Page:
    """``/perfil``: one's own profile (``name`` is one's name as shown), or that of somebody who
    lets others see it. It may change who sees one's own."""
    words, now = words_for(locale), service.time.utc()
    wanted = values.get("persona", "")
    if wanted:
        found = await service.admission.find(person, wanted)
        if isinstance(found, Refused):
            return Page(words.text("profile.title", name=wanted[:32]), reply_text(found, locale))
        other, called = await service.users.person_of(found[0]), found[1]
        profile = await service.profiles.of(other, now)
        if profile.visible:
            known = is_registered(other)
            return profile_page(profile, called, locale, mine=False, registered=known)
        closed = words.text("profile.closed", name=called)
        return Page(words.text("profile.title", name=called), closed)
    if visible := values.get("visible"):
        await service.profiles.let_see(person, visible=visible == SHOWN_TO_ALL)
    if listed := values.get("listado", ""):
        await service.profiles.let_list(person, listed=listed == SHOWN_TO_ALL)
    profile = await service.profiles.of(person, now)
    known, chips = is_registered(person), await service.purses.of(person)
    return profile_page(profile, name, locale, mine=True, registered=known, chips=chips)


async def bars_page(
    service: Service,
    where: Administration,
    person: PersonId,
    values: Mapping[str, str],
    locale: str,
) -> Page:
    """``/vetar``: does what an administrator asks for, and shows the list."""
    words = words_for(locale)
    title = words.text("bars.title")
    if not where.manages:
        return Page(title, reply_text(Refused(ServiceReason.NOT_ADMIN), locale))
    name = values.get("persona", "")
    action = values.get("accion", "vetar" if name else "lista")
    lines = []
    if action != "lista" and not name:
        lines.append(words.text("bars.whom"))
    elif action == "levantar":
        user, bars = values.get("usuario", ""), service.bars
        lifted = (
            await bars.lift(where.community, await service.users.person_of(user))
            if user
            else await bars.lift_named(where.community, name)
        )
        lines.append(words.text("bars.lifted" if lifted else "bars.unknown", name=name))
    elif action != "lista":
        lines.append(await _bar(service, where, person, values, locale))
    listed = await service.bars.of(where.community)
    for one in listed[:_SHOWN_BARS]:
        known = one.bar.name or words.text("someone")
        id = "bars.line" if one.kind == BAR else "bars.line.mute"
        said = {"until": repr(one.bar.until), "reason": one.bar.reason}
        lines.append(f"{known}: {barred_text(id, said, words)}")
    if not listed:
        lines.append(words.text("bars.none"))
    return Page(title, "\n".join(lines))


async def _bar(
    service: Service,
    where: Administration,
    person: PersonId,
    values: Mapping[str, str],
    locale: str,
) -> str:
    """Bars or silences somebody, tells them so, and says what was done."""
    name, user = values["persona"], values.get("usuario", "")
    kind = MUTE if values.get("accion") == "callar" else BAR
    found: tuple[PersonId, str] | Refused
    if user:
        found = await service.users.person_of(user), shown_name(name)
    else:
        found = await service.bars.find(where.community, person, name)
    if isinstance(found, Refused):
        return reply_text(found, locale)
    barred, name = found
    if barred == person:
        refused = Refused(ServiceReason.NO_SUCH_PERSON, parameters=(("name", name),))
        return reply_text(refused, locale)
    until = service.time.utc() + TERMS[values.get("plazo", "semana")]
    bar = Bar(until, name, values.get("motivo", ""))
    if full := await service.bars.set(where.community, barred, kind, bar):
        return reply_text(full, locale)
    if kind == BAR:
        await service.seat_owners.put_out(where.community, barred)
    spoken = words_for(await service.languages.spoken(barred, where.community))
    refusal = await service.bars.refusal(where.community, barred, kind)
    if refusal is not None:
        await service.tell(barred, reply_text(refusal, spoken.locale))
    return words_for(locale).text(
        "bars.barred" if kind == BAR else "bars.muted",
        name=name,
        until=date_text(until, words_for(locale)),
    )


async def close_page(
    service: Service,
    where: Administration,
    match: MatchId,
    person: PersonId,
    request: str,
    locale: str,
) -> Page:
    """``/cerrar``: an administrator closes a table of their community, or a host their lobby.
    ``/torneo accion:cancelar``: they cancel a tournament, as does who has opened it. A lobby of a
    tournament is not its host's to close."""
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
    done = isinstance(reply, Accepted)
    held = info is not None and info.tournament is not None
    told = words.text("tournament.is_cancelled" if held else "close.done")
    return Page(words.text("close.title"), told if done else reply_text(reply, locale))


def _may_be_closed(info: MatchInfo) -> bool:
    """Whether the host alone may close it: their lobby, or their tournament. One with a stake that
    has begun only an administrator cancels: a host who is losing would get the stake back."""
    if info.tournament is not None:
        return not (info.stake and info.status is Status.HELD)
    return info.status is Status.LOBBY and not info.part_of


async def _erasure(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    words, now = words_for(locale), service.time.utc()
    if key.topic == NO and await service.erasures.undo(person):
        return erasure_undone(words)
    at = await service.erasures.moment_of(person)
    if at is None and key.topic == YES and _is_answer(key.part, person, now):
        at = await service.erasures.ask(person)
    mark = _mark(person, now)
    if at is None:
        return erasure_question(service.config, mark, words)
    return erasure_under_way(words) if at <= now else erasure_noted(at, mark, words)


def scoreboard_key(values: Mapping[str, str]) -> PageKey:
    """The scoreboard that a command asks for."""
    wanted = Wanted(
        values.get("ambito", HERE),
        SEASON if values.get("temporada") else values.get("periodo", FOREVER),
        values.get("variante", ""),
        int(values.get("formato", "0")),
        by=values.get("por", POINTS),
        season=BEFORE if values.get("temporada") == LAST_SEASON else "",
    )
    return PageKey(SCOREBOARD, topic=write_wanted(wanted))


class Linking(Struct, frozen=True):
    """What a person is shown who asks for a code, or types one."""

    page: Page
    person: PersonId
    """Who this user is from now on."""
    tables: tuple[MatchId, ...] = ()
    """The tables that come up here now, because of the link."""


async def linking(service: Service, user: UserId, code: str, locale: str) -> Linking:
    """What becomes of a code that this user has typed; without one, a new code."""
    if not code:
        page = await _links(service, PageKey(LINK), user, locale)
        return Linking(page, await service.users.person_of(user))
    outcome = await service.users.link(user, code)
    page = await _links_as_they_are(service, user, locale, outcome=outcome)
    person = await service.users.person_of(user)
    linked = outcome in (Outcome.LINKED, Outcome.LEFT)
    tables = await service.matches.of_person(person) if linked else ()
    return Linking(page, person, tables)


async def _links(service: Service, key: PageKey, user: UserId, locale: str) -> Page:
    words, now = words_for(locale), service.time.utc()
    linked = await service.users.of(await service.users.person_of(user))
    for other in linked.others:
        asked = f"{user} {other}"
        if key.topic == ASK and key.part == _number(other):
            return unlink_question(linked, other, _mark(asked, now), words)
        answers = key.topic == YES and _is_answer(key.part, asked, now)
        if answers and await service.users.unlink(user, other):
            return unlinked_page(words)
    if key.topic:
        return await _links_as_they_are(service, user, locale)
    code = await service.users.new_code(user)
    return await _links_as_they_are(service, user, locale, code=code)


async def _links_as_they_are(
    service: Service, user: UserId, locale: str, *, code: str = "", outcome: Outcome | None = None
) -> Page:
    linked = await service.users.of(await service.users.person_of(user))
    marks = [_number(other) for other in linked.others]
    return links_page(linked, user, words_for(locale), marks=marks, code=code, outcome=outcome)


def _number(user: UserId) -> int:
    """Which of a person's users a button means."""
    return zlib.crc32(user.encode()) % _PEOPLE


def _mark(person: PersonId, now: float) -> int:
    """The mark of a question that this person is asked now: the minute, and whose it is."""
    return int(now // 60) % _MINUTES * _PEOPLE + zlib.crc32(person.encode()) % _PEOPLE


def _is_answer(mark: int, person: PersonId, now: float) -> bool:
    """Whether this person was asked with that mark, not long ago."""
    minute, whose = divmod(mark, _PEOPLE)
    today, mine = divmod(_mark(person, now), _PEOPLE)
    return whose == mine and (today - minute) % _MINUTES <= _ANSWER_MINUTES
