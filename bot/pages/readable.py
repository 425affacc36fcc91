"""Makes a page of any kind, with its present content for one reader."""

import asyncio
from typing import Final

from msgspec.structs import replace

from bot.community.puzzles import LEVELS, NoPuzzle
from bot.film.card import film_page, no_film_page
from bot.film.films import Viewer
from bot.match import daily
from bot.messages import MatchId, PersonId, UserId
from bot.model import SPECTATORS, MatchInfo, Status
from bot.pages.people import Community, erasure_page, links_of
from bot.pages.tables import announcing_page, own_signs_page
from bot.screens import pages, standings_page
from bot.screens.analysis import (
    Judged,
    analysis_page,
    hand_page,
    judged_line,
    measuring_page,
    no_analysis_page,
    progress_page,
)
from bot.screens.badges import badges_page
from bot.screens.habits import habits_page
from bot.screens.hint import hint_page
from bot.screens.pages import (
    ANALYSIS,
    BY_HAND,
    ERASURE,
    HABITS,
    HINT,
    INVITATION,
    LINK,
    PRIVACY,
    PUZZLE,
    SIGNS,
    YES,
    Page,
    PageKey,
    build_page,
    read_wanted,
)
from bot.screens.privacy import privacy_page
from bot.screens.proof import closed_page, lesson_proof_page, live_page, no_proof_page, receipt_page
from bot.screens.puzzle import no_puzzle_page, puzzle_page
from bot.service import Service
from bot.teaching.analyses import Analysis, SoFar
from bot.teaching.desk import Nothing, Progress
from bot.teaching.habits import WANTED
from bot.words import Words, regional, words_for
from engine.variants import VARIANTS

_PATIENCE: Final = 0.8
"""Seconds. If an analysis takes longer, the page shows its progress instead."""


async def page_for(
    service: Service, key: PageKey, user: UserId | None, locale: str, where: Community
) -> Page:
    """The page with its present content for this user. ``user=None``: a page that everybody may
    read.

    Some keys also change something. :data:`ERASURE` and :data:`LINK` carry out an answer, if this
    person was asked just before. :data:`SIGNS` removes the sign that its key names.
    :data:`INVITATION` announces the table. :data:`PUZZLE` answers a puzzle, or asks for one.
    :data:`PRIVACY` hides or shows the reader's name in films."""
    if user is None and key.what in (PRIVACY, ERASURE, LINK, SIGNS, INVITATION, ANALYSIS, PUZZLE):
        return privacy_page(service.config, words_for(locale))
    person = None if user is None else await service.users.person_of(user)
    if user is not None and person is not None:
        found = await _page_of_reader(service, key, user, person, locale)
        if found is not None:
            return found
    match key.what:
        case pages.FILM:
            film = await service.films.film(key.match, locale, Viewer(person or "", where.id))
            if film is None:
                return no_film_page(locale, day_lasts=await _day_lasts(service, key.match, person))
            judged = await judged_steps(service, key.match, person, locale)
            addresses = service.config.film_addresses(key.match)
            played = person is not None and await service.analyses.is_theirs(key.match, person)
            return film_page(film, key, locale, addresses, judged, played=played)
        case pages.PROOF:
            return await _proof(service, key.match, person, locale, where)
        case pages.RECEIPT:
            receipt = await service.proofs.receipt(key.match, person) if person else None
            return receipt_page(key.match, receipt, words_for(locale))
        case pages.SCOREBOARD:
            wanted, now = read_wanted(key.topic, key.part), service.time.utc()
            board = await service.scoreboards.of(where.id, wanted, now, person)
            return standings_page(board, where.name, locale)
        case pages.ALL_BADGES:
            mine = await service.profiles.badges_of(person) if person else ()
            return badges_page({one.badge for one in mine}, key.part, locale)
        case _:
            return await _page_of_table(service, key, person, locale, where)


async def _page_of_reader(
    service: Service, key: PageKey, user: UserId, person: PersonId, locale: str
) -> Page | None:
    """A page about the reader alone; ``None``: the key means another kind of page."""
    match key.what:
        case pages.PRIVACY:
            if key.topic:
                await service.films.hide(person, hidden=key.topic == YES)
            hidden = await service.films.hides(person)
            return privacy_page(service.config, words_for(locale), hidden)
        case pages.ANALYSIS if key.topic == HABITS:
            return await _habits(service, person, locale)
        case pages.ANALYSIS:
            return await _analysis(service, key, person, locale)
        case pages.PUZZLE:
            return await _puzzle(service, key, person, locale)
        case pages.ERASURE:
            return await erasure_page(service, key, person, locale)
        case pages.LINK:
            return await links_of(service, key, user, locale)
        case pages.SIGNS:
            return await own_signs_page(service, key, person, locale)
        case pages.INVITATION:
            return await announcing_page(service, key.match, person, locale)
        case _:
            return None


async def _page_of_table(
    service: Service, key: PageKey, person: PersonId | None, locale: str, where: Community
) -> Page:
    """Help, rules, or a hint: about the table of the key if this person may read about it, else
    about no table."""
    info = await service.matches.info(key.match) if key.match else None
    if info is None or not await _is_open_to(service, info, person, where):
        return build_page(replace(key, match=""), regional(locale, key.topic))
    locale = regional(locale, info.variant)
    if key.what == HINT:
        seen = None if person is None else await service.matches.view(key.match, person)
        # A robot may think for a tenth of a second, so this runs in a thread.
        return await asyncio.to_thread(hint_page, info, seen, words_for(locale, info.variant))
    events = await service.matches.events(key.match, person)
    view = await service.matches.view(key.match, person)
    return build_page(key, locale, info, events, view, person)


async def _day_lasts(service: Service, match: MatchId, person: PersonId | None) -> bool:
    """Whether this is the person's hand of a day whose secret is not published yet."""
    info = await service.matches.info(match) if match and person else None
    if info is None or person is None or info.seat_of(person) is None:
        return False
    opens = daily.opens(info)
    return opens is not None and service.time.utc() < opens


async def judged_steps(
    service: Service, match: MatchId, person: PersonId | None, locale: str
) -> dict[int, str]:
    """The teacher's line on each choice of this person, by its step in the film. Empty: the person
    did not play there, or there is no analysis yet."""
    found = await service.analyses.ready(match, person) if person else None
    if found is None:
        return {}
    local = regional(locale, found.info.variant)
    return {
        verdict.moment.place: judged_line(found.info, verdict, luck, local)
        for verdict, luck in _judged(found)
    }


def _judged(found: Analysis) -> list[Judged]:
    luck = {one.verdict.moment.place: one.luck for one in found.mistakes}
    return [(verdict, luck.get(verdict.moment.place)) for verdict in found.verdicts]


async def _analysis(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    """The teacher's analysis of the person's own match, or its progress. Without a code: of their
    last match."""
    wanted = key.match or await service.analyses.last(person)
    key = replace(key, match=wanted)
    found = await service.analyses.of(wanted, person, _PATIENCE)
    words = words_for(locale)
    if isinstance(found, Nothing):
        return no_analysis_page(found.why, words)
    if isinstance(found, Progress):
        if found.wanted == wanted and isinstance(found.so_far, SoFar):
            return _measuring(found.so_far, key, locale)
        return _progress(found, key, words)
    local = regional(locale, found.info.variant)
    if key.topic == BY_HAND and found.verdicts:
        return hand_page(found.info, _judged(found), key.part, local)
    told = tuple((one.verdict, one.reason, one.luck) for one in found.dearest)
    counts = len(found.verdicts), len(found.mistakes)
    return analysis_page(found.info, *counts, found.cost, told, local)


def _measuring(so_far: SoFar, key: PageKey, locale: str) -> Page:
    told = tuple((one.verdict, one.reason, one.luck) for one in so_far.dearest)
    return measuring_page(
        so_far.info, so_far.left, told, key, regional(locale, so_far.info.variant)
    )


async def _habits(service: Service, person: PersonId, locale: str) -> Page:
    """The person's habits, or the progress of the count."""
    found = await service.habits.of(person, _PATIENCE)
    words = words_for(locale)
    if isinstance(found, Nothing):
        return no_analysis_page(found.why, words)
    if isinstance(found, Progress):
        return _progress(found, PageKey(ANALYSIS, topic=HABITS), words)
    games = tuple((one.variant, one.matches, one.found) for one in found.games)
    return habits_page(games, found.variant, found.advice, locale)


def _progress(found: Progress, wanted: PageKey, words: Words) -> Page:
    """The page with the progress of the task that is under way. ``wanted``: the page that was asked
    for."""
    is_other = found.wanted != (WANTED if wanted.topic == HABITS else wanted.match)
    key = wanted
    if is_other:
        of_habits = found.wanted == WANTED
        key = PageKey(ANALYSIS, topic=HABITS) if of_habits else PageKey(ANALYSIS, found.wanted)
    return progress_page(key, found.at, found.of, is_other=is_other, words=words)


async def _puzzle(service: Service, key: PageKey, person: PersonId, locale: str) -> Page:
    """A puzzle for this person: a new one of a game, or their puzzle after an answer."""
    if key.topic in VARIANTS:
        level = LEVELS[min(key.part, len(LEVELS) - 1)]
        found = await service.puzzles.ask(person, key.topic, level)
    else:
        found = await service.puzzles.answer(person, key.topic, key.part)
    if isinstance(found, NoPuzzle):
        return no_puzzle_page(found, words_for(locale))
    return puzzle_page(found, regional(locale, found.puzzle.variant))


async def _proof(
    service: Service, match: MatchId, person: PersonId | None, locale: str, where: Community
) -> Page:
    """The checks of a table's deals. Of a running table: the part that this person may know. Of a
    match that is over: everything."""
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
    """Whether this person may read about the present state of the table. They need not look on for
    that. ``person=None`` means everybody: they may read what the table's own channel shows, so
    nothing of a hand of the day, which no channel shows."""
    if person is None:
        return where.id == info.community and info.daily is None
    if info.status is not Status.PLAYING or info.seat_of(person) is not None:
        return await service.screens.may_look(info, person)
    users = (await service.users.of(person)).all
    return info.spectators == SPECTATORS[0] and await service.admission.admits(info, users)
