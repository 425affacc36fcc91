"""The screens and texts of a match for one person, in that person's language."""

from collections.abc import Sequence
from typing import Final

import structlog
from cachetools import TTLCache
from msgspec.structs import replace

from bot import screens
from bot.common.pace import Pace
from bot.community.parts import PeopleParts
from bot.daily.standings import DailyStandings
from bot.film.films import Films
from bot.match.daily import has_result
from bot.match.deadlines import asked
from bot.match.lobby import no_seat_for
from bot.match.match_reader import public_info
from bot.match.onlookers import seen_by_onlookers
from bot.match.parts import PlayParts
from bot.match.running_match import RunningMatch, Seen, hand_ends, public_view
from bot.match.slow_turns import LAST_HOUR
from bot.match.tournaments import is_told
from bot.messages import AnyCommand, CommunityId, MatchId, PersonId, PlaceId, UserId
from bot.model import LIVE, MatchInfo, Status
from bot.screen import Button, OptionsSheet, Screen
from bot.screens.community.panel import Panel, build_panel
from bot.showing.attention import ASKING
from bot.showing.open_windows import OpenWindows
from bot.showing.platforms import Platforms
from bot.showing.table_memory import TableMemory
from bot.store.model import ANNOUNCEMENT, Surface
from bot.store.notices import (
    CHALLENGE,
    FULL,
    HOST_GONE,
    INVITED,
    LATE,
    OF_TOURNAMENT,
    PAIRED,
    REMIND,
    REMOVED,
    SEAT_FREE,
    Notice,
)
from bot.store.queries import commitment_register, match_queries, result_queries
from bot.store.results.model import NOTHING, Brought
from bot.words import BY_GAME, regional, words_for
from engine.seen.view import PUBLIC, SeatView

log = structlog.get_logger(__name__)

_BELIEVED: Final = 5.0
"""Seconds for which the number of a person's tables is remembered."""
_REMEMBERED: Final = 20_000


class MatchScreens:
    """Makes screens and sentences from the present state of stored matches."""

    def __init__(
        self,
        play: PlayParts,
        people: PeopleParts,
        daily_standings: DailyStandings,
        films: Films,
        platforms: Platforms,
        windows: OpenWindows,
    ) -> None:
        self._windows = windows
        self._store = play.store
        self._running = play.running
        self._time = play.time
        self._users = people.users
        self._admission = people.admission
        self._languages = people.languages
        self._settings = people.settings
        self._push = people.push_subscriptions
        self._daily_standings = daily_standings
        self._films = films
        self._platforms = platforms
        self._slow_reminders = play.slow_reminders
        self._several: TTLCache[PersonId, bool] = TTLCache(
            _REMEMBERED, _BELIEVED, timer=play.time.now
        )
        """Whether each person sits at several tables."""
        self._tables = TableMemory()
        self._pace = Pace()
        """Spreads out pictures that nobody asked for, so that answers to presses come first."""

    async def screen(
        self, match: MatchId, person: PersonId | None, locale: str = ""
    ) -> Screen | None:
        """The newest screen of a match. For a seated person it is private; with ``person=None`` it
        is public; for onlookers it is theirs; with :data:`bot.store.model.ANNOUNCEMENT` it
        announces a lobby. ``locale`` empty: the person's choice, else the community's, else the
        default. ``None`` for an unknown match, and for a person who may not look at it."""
        seen = await self.info_and_screen(match, person, locale)
        return None if seen is None else seen[1]

    async def info_and_screen(
        self, match: MatchId, person: PersonId | None, locale: str
    ) -> tuple[MatchInfo, Screen] | None:
        """The table as everyone may know it and this reader's screen, both of the same moment."""
        return await self._seen(await self._running.newest(match), person, locale)

    async def _seen(
        self, running: RunningMatch | None, person: PersonId | None, locale: str
    ) -> tuple[MatchInfo, Screen] | None:
        if running is None:
            return None
        announces = person == ANNOUNCEMENT
        reader = None if announces else person
        spoken = locale or await self._languages.spoken(reader, running.info.community)
        info = public_info(running, self._time)
        if announces:
            made = screens.build_announcement(info, words_for(spoken, info.variant))
            return None if made is None else (info, made)
        if info.tournament is not None:
            return info, screens.build_tournament(info, words_for(spoken, info.variant))
        seat = running.seat_of(person)
        if info.shares_deals and seat == PUBLIC:
            return None  # No other reader sees it.
        if person and seat == PUBLIC:
            if not await self.may_look(info, person):
                return None
            if (earlier := seen_by_onlookers(running, info)) is not None:
                info, seen = earlier
                then, before = public_view(seen)
                screen = screens.build(info, then, spoken, before)
                return info, screens.for_onlooker(screen, info, late=True)
        parts = self._tables.parts(running, info, spoken)
        brought = await self._brought(info) if info.status is Status.OVER else NOTHING
        finest = await self._finest(info) if info.status is Status.OVER else None
        sitting = None if seat == PUBLIC else person
        screen = self._tables.screen(
            parts,
            info,
            spoken,
            (seat, sitting),
            lambda: screens.build(
                info,
                running.view(seat, None if parts is None else parts.context.view),
                spoken,
                own=None if sitting is None else _own_matters(running, seat, sitting),
                brought=brought,
                parts=parts,
                finest=finest,
            ),
        )
        if person is not None and info.onlooker(person) is not None:
            return info, screens.for_onlooker(screen, info)
        if person and screen.kind == "lobby":
            screen = screens.for_person(screen, info, person)
        if person and seat != PUBLIC and info.status in LIVE:
            screen = await self._at_its_place(screen, info, person)
        return info, screen

    async def _at_its_place(self, screen: Screen, info: MatchInfo, person: PersonId) -> Screen:
        """A private screen. It names its place if the person sits at other tables too."""
        several = await self._sits_at_several(person)
        place = await self._platforms.place_name(info.place, person) if several else ""
        return replace(screen, title=f"{screen.title} · {place}") if place else screen

    def sits_anew(self, person: PersonId) -> None:
        """Notes that the person has sat down somewhere."""
        self._several.pop(person, None)

    async def _sits_at_several(self, person: PersonId) -> bool:
        """Whether the person has private pictures of several tables."""
        try:
            several = self._several[person]
        except KeyError:
            rows = await self._store.read(match_queries.matches_of, person)
            tables = [row for row in rows if row.info.seat_of(person) is not None]
            several = self._several[person] = len(tables) > 1
        return several

    async def ended_since(self, match: MatchId, number: int, locale: str) -> tuple[Screen, ...]:
        """The public screens at the end of the hands from this number on, the oldest first. The
        last hand is left out, even if it is over by now."""
        running = await self._running.newest(match)
        if running is None or running.state is None or number < 1:
            return ()
        # A hand from before the end of a match is told as it was told then.
        info = replace(public_info(running, self._time), status=Status.PLAYING, ended="")
        spoken = locale or await self._languages.spoken(None, info.community)
        if number >= running.state.number:
            ends: tuple[Seen, ...] = ()
        elif running.earlier is not None and running.earlier.state.number <= number:
            ends = (running.earlier,)
        else:
            # Several hands were played in the meantime, or the match is over; both are rare.
            ends = hand_ends(
                (await self._store.read(match_queries.whole_log, match))[: info.version]
            )
        found = []
        for seen in ends:
            view, events = public_view(seen)
            if view.number >= number:
                found.append(screens.build(info, view, spoken, events))
        return tuple(found)

    async def _brought(self, info: MatchInfo) -> Brought:
        """What a match that is over has brought its people."""
        if not info.shares_deals:
            if not (info.ranked or info.staked):
                return NOTHING
            return await self._store.read(result_queries.brought_by, info.match)
        kept = await self._store.read(commitment_register.secret_of, info.sealed_as)
        are_open = kept is not None and kept.entry.secret is not None
        if info.daily is None:
            return Brought(deals_are_open=are_open)
        standing = await self._daily_standings.of(info)
        return Brought(
            daily=standing,
            is_beside=standing is None and has_result(info),
            day_is_over=self._time.utc() >= info.daily.ends,
            deals_are_open=are_open,
        )

    async def _finest(self, info: MatchInfo) -> SeatView | None:
        """The hand for the picture of the result. If it cannot be made, the result has none."""
        try:
            return None if info.shares_deals else await self._films.finest(info.match)
        except Exception as error:
            log.error("finest_hand_failed", match=info.match, error=type(error).__name__)
            return None

    async def may_look(self, info: MatchInfo, person: PersonId) -> bool:
        """Whether this person may look. In a lobby: all who may sit there. In a running match: its
        people and onlookers. After its end: all, unless other tables have the same deals."""
        if info.seat_of(person) is not None or info.onlooker(person) is not None:
            return True
        if info.shares_deals:
            return False
        if info.status is Status.LOBBY:
            return await self._admission.admits(info, (await self._users.of(person)).all)
        return info.status is not Status.PLAYING

    async def options(self, match: MatchId, person: PersonId, locale: str) -> OptionsSheet | None:
        """The options of a table for this reader; ``None`` for an unknown match."""
        running = await self._running.newest(match)
        if running is None:
            return None
        info = running.info
        return screens.build_options(info, words_for(locale, info.variant), person)

    async def of_surface(self, surface: Surface) -> Screen | None:
        """A screen for a surface. It is at least as new as the surface should show."""
        await self._pace.turn()
        running = await self._running.at_least(surface.match, surface.wanted)
        seen = await self._seen(running, surface.person or None, surface.locale)
        if seen is None:
            return None
        info, screen = seen
        if (
            not surface.person
            and screen.kind == "table"
            and self._windows.all_look(info, surface.platform)
        ):
            return screens.in_windows(screen, info)
        return screen

    async def rests(self, surface: Surface, *, stands: bool = False) -> bool:
        """Whether this surface is not brought up to date for the moment, because its owner looks at
        their running table in a window; or, for a public surface, because all people of the table
        do and its message already says so (``stands``). Lobbies and ends are always shown."""
        if not surface.person:
            running = await self._running.newest(surface.match) if stands else None
            if running is None or running.info.status is not Status.PLAYING:
                return False
            return self._windows.all_look(running.info, surface.platform)
        looks = self._windows.looks(surface.match, surface.person, beside=surface.platform)
        return looks and await self._plays(surface.match, surface.person)

    async def is_held(self, notice: Notice, user: UserId) -> bool:
        """Whether a notice to this user waits. There are two cases: the notice asks for a step, and
        its person looks at the table in a window; or it would go to a browser whose page is closed,
        in quiet hours. It is sent afterwards if it is still true."""
        person = await self._users.person_of(notice.person)
        if not self._windows.has_page(person) and await self._push.is_quiet(user, notice.kind):
            return True
        if notice.kind not in ASKING:
            return False
        looks = self._windows.looks(notice.match, person)
        return looks and await self._plays(notice.match, person)

    async def _plays(self, match: MatchId, person: PersonId) -> bool:
        running = await self._running.newest(match)
        return running is not None and running.info.is_played_by(person)

    async def deed(self, command: AnyCommand, match: MatchId, locale: str) -> str:
        """A sentence with the result of the person's accepted command; empty: the new screen shows
        it. Call it as soon as the command was accepted."""
        running = await self._running.newest(match)
        if running is None:
            return ""
        seat = running.seat_of(command.person)
        events = running.events_for(seat)
        return screens.deed_text(command, running.info, running.view(seat), locale, events)

    async def notice(self, notice: Notice) -> str | None:
        """The words of a notice, also if it already names the user who is called; ``None``: the
        notice is no longer true."""
        await self._pace.turn()
        found = await self._called(notice)
        if found is None:
            return None
        running, person = found
        locale = await self._languages.spoken(person, running.info.community)
        # The sentence is made from the public's view, because others may be able to read the
        # notification too.
        tables, is_last = 0, False
        if notice.kind == REMIND and running.info.is_slow:
            ends = public_info(running, self._time).deadline
            is_last = ends is not None and ends - self._time.utc() <= LAST_HOUR
            also = await self._slow_reminders.told(person, notice.match, notice.at)
            tables = also and also + _reminds(notice, running, person)
        view = self._tables.public_view(running)
        return screens.notice_text(
            notice.kind, running.info, view, locale, tables=tables, is_last=is_last
        )

    async def notice_button(self, notice: Notice) -> Button | None:
        """The button to the table of a notice; ``None``: it has none, or is no longer true."""
        found = await self._called(notice)
        if found is None:
            return None
        running, person = found
        locale = await self._languages.spoken(person, running.info.community)
        return screens.notice_button(notice.kind, running.info, locale)

    async def is_true(self, notice: Notice) -> bool:
        """Whether a notice is still true. This is cheap."""
        return await self._called(notice) is not None

    async def _called(self, notice: Notice) -> tuple[RunningMatch, PersonId] | None:
        """The match of a notice, and the person who is called; ``None``: it is no longer true."""
        running = await self._running.at_least(notice.match, int(notice.moment))
        if running is None:
            return None
        person = await self._users.person_of(notice.person)
        if notice.kind == REMIND and running.info.is_slow:
            still = _reminds(notice, running, person) or await self._slow_reminders.told(
                person, notice.match, notice.at
            )
            return (running, person) if still else None
        if (
            notice.kind not in (INVITED, REMOVED, PAIRED)
            and str(running.row.moved) != notice.moment
        ):
            return None
        if notice.kind in OF_TOURNAMENT:
            return (running, person) if is_told(running.info, notice.kind, person) else None
        if not _is_still_so(notice.kind, running, person):
            return None
        return running, person

    async def locale_for(self, person: PersonId | None, match: MatchId) -> str:
        """The language of this person; with ``person=None``, of everybody at the table."""
        running = await self._running.load(match)
        return await self._languages.spoken(
            person, "" if running is None else running.info.community
        )

    async def regional(self, match: MatchId, locale: str) -> str:
        """The language for answers about a table to a reader of ``locale``. If the reader has left
        the country to the game, it is the language of the table's game."""
        running = await self._running.load(match) if locale == BY_GAME else None
        return locale if running is None else regional(locale, running.info.variant)

    async def panel(
        self,
        owner: CommunityId,
        locale: str,
        places: Sequence[tuple[PlaceId, str]] = (),
        posts: Sequence[tuple[PlaceId, str]] = (),
    ) -> Panel:
        """All settings of the administrators, with their present values. ``places``: the places to
        which tables may be confined, with their names. ``posts``: the places where the bot may post
        for everybody. Both are empty if the platform has no places, or its own list of them."""
        language = await self._languages.spoken(None, owner)
        settings = await self._settings.of(owner)
        return build_panel(language, settings, words_for(locale), places, posts)


def _is_still_so(kind: str, running: RunningMatch, person: PersonId) -> bool:
    """Whether a notice of this kind about a table is still true for the person."""
    info = running.info
    if kind == CHALLENGE:
        return info.status is Status.LOBBY and person in dict(info.kept)
    if kind == PAIRED:
        return info.status in LIVE and info.seat_of(person) is not None
    if kind == FULL:
        return info.status is Status.LOBBY and not info.starting and info.host == person
    if kind in (INVITED, SEAT_FREE):
        return no_seat_for(info, person) is None and info.seat_of(person) is None
    if kind == HOST_GONE:
        return info.status is Status.LOBBY and info.seat_of(person) is not None
    if kind == LATE:
        return _may_claim(running, person)
    return kind in ("end", REMOVED) or _waits_for(running, person)


def _may_claim(running: RunningMatch, person: PersonId) -> bool:
    """Whether this person may claim now, because an adversary's time has run out."""
    seat = running.info.seat_of(person)
    return seat is not None and seat.seat in running.claimants


def _reminds(notice: Notice, running: RunningMatch, person: PersonId) -> bool:
    """Whether the turn at a slow table of which this notice reminds still waits for the person, and
    its time has not run out."""
    late = (running.info.seats[seat].person for seat in running.info.late)
    waits = _waits_for(running, person) and person not in late
    return waits and str(running.row.moved) == notice.moment


def _waits_for(running: RunningMatch, person: PersonId) -> bool:
    """Whether the table waits for this person now."""
    seat = running.info.seat_of(person)
    return (
        seat is not None
        and seat.present
        and running.state is not None
        and seat.seat in asked(running.state, running.info)
    )


def _own_matters(running: RunningMatch, seat: int, sitting: PersonId) -> screens.OwnMatters:
    """The matters of the person in this seat alone."""
    return screens.OwnMatters(
        looks_at=running.looks_at(seat),
        signs=running.signs_of(sitting),
        consulted=running.asks(seat),
        ahead=running.ahead(seat),
    )
