"""The service takes commands and returns replies. It stores first and shows after that.

:mod:`bot.handling.seating` checks a command first. Then its match decides it; commands of one match
are decided one after another. Deciding (:mod:`bot.match.decide`) is a pure function of the stored
match. The result is stored in one transaction (:mod:`bot.handling.commits`) and shown after that.
If the process dies between any two of these steps, nothing is left half done.

The service also holds the other parts that adapters need: ``matches`` (to read them), ``screens``,
``surfaces``, ``languages``, ``settings``, ``scoreboards``.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Final

from cachetools import FIFOCache
from msgspec.structs import replace

from bot.chance import Chance, SystemChance
from bot.common.lived_time import Time
from bot.common.observer import Observer, Unobserved
from bot.common.queues import Queues
from bot.common.tasks import end
from bot.community.admission import Admission
from bot.community.bars import Bars
from bot.community.calls import Calls
from bot.community.champions import Champions
from bot.community.erasures import Erasures
from bot.community.house_rules import HouseRules
from bot.community.languages import Languages
from bot.community.linked_users import LinkedUsers, platform_of
from bot.community.looking_on import LookingOn
from bot.community.named_people import NamedPeople
from bot.community.own_data import OwnData
from bot.community.partners import Partners
from bot.community.profiles import Profiles
from bot.community.purses import Purses
from bot.community.puzzles import Puzzles
from bot.community.saved_settings import SavedSettings
from bot.community.scoreboard import Scoreboards
from bot.community.seat_owners import SeatOwners
from bot.daily.boards import DayBoards
from bot.daily.days import Days
from bot.daily.standings import DailyStandings
from bot.environment import Config
from bot.film.films import Films
from bot.handling.commits import Commits
from bot.handling.presence import Presence
from bot.handling.seating import MatchFinder
from bot.match.match_reader import MatchReader
from bot.match.onlookers import LOOKED_ON
from bot.match.proofs import Proofs
from bot.match.running_matches import RunningMatches
from bot.match.tournament_reader import CHANGING, TournamentReader
from bot.match.tournaments import OPENED
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    AnyCommand,
    AnyReply,
    Ask,
    HandOver,
    Join,
    Leave,
    LookOn,
    MatchId,
    OpenTable,
    PersonId,
    PlaceId,
    PlayDaily,
    Refused,
    Rematch,
    Return,
    ShareDaily,
    Start,
    Tick,
    UserId,
)
from bot.model import Status
from bot.reasons import ServiceReason
from bot.showing.announcements import Announcements
from bot.showing.clock import Clock
from bot.showing.commitments import Commitments
from bot.showing.day_posts import DayPosts
from bot.showing.invitations import Invitations
from bot.showing.match_screens import MatchScreens
from bot.showing.platform import Platform
from bot.showing.season_posts import SeasonPosts
from bot.showing.surface_registry import SurfaceRegistry
from bot.showing.surface_updater import SurfaceUpdater
from bot.showing.tournament_posts import TournamentPosts
from bot.store.changes import Changes, Store
from bot.store.model import CHAMPIONS, CONCLUDED, SEAL, Notice, Surface
from bot.store.processes import News
from bot.teaching.analyses import Analyses
from bot.teaching.desk import Desk
from bot.teaching.habits import HabitReader

_REMEMBERED: Final = 2000
"""How many accepted presses are remembered."""
_AT_ONCE: Final = 1000
"""How many commands are decided and stored at the same time. Further ones are refused at once, with
the reason."""
_SITTING: Final = (OpenTable, Join, Return)
"""Commands that give a person a seat."""
_TWICE: Final = 2.0
"""Seconds within which an equal press counts as the same press."""
_SLOW: Final = 2.0
"""Seconds after which a person who waits for an answer is told that it takes longer."""


class Service:
    """Decides commands, and holds the parts that adapters call. All adapters may share one.

    ``time`` and ``chance`` are the machine's own; a test may bring others. ``observer`` is told
    what was done and how long it took. ``alone``: no other process writes to this store, so the
    states in memory are the newest. ``vault``: keeps the secrets from which deals follow; ``None``:
    packs are shuffled by chance, and nobody can check them."""

    def __init__(
        self,
        store: Store,
        config: Config | None = None,
        *,
        time: Time | None = None,
        chance: Chance | None = None,
        observer: Observer | None = None,
        alone: bool = False,
        vault: Vault | None = None,
    ) -> None:
        self.store = store
        self.observer: Final = observer or Unobserved()
        self.config: Final = config or Config()
        self.time: Final = time or Time()
        chance = chance or SystemChance()
        self._queues = Queues()
        self._begun: set[asyncio.Task[AnyReply]] = set()
        self._accepted: FIFOCache[AnyCommand, tuple[float, MatchId]] = FIFOCache(_REMEMBERED)
        """The commands that were accepted lately, without their request ids; each with the moment
        and its match."""
        self._calls = Calls(self.time, self.config)
        self._running = RunningMatches(store, alone=alone, vault=vault)
        self.clock: Final = Clock(
            store,
            self.time,
            self.handle,
            self.config.keep,
            self.config.keep_records,
            mended=self._show_clocks_anew,
            busy=self._is_busy,
            erase=self._carry_out_erasures,
        )
        self.matches: Final = MatchReader(store, self._running, self.time)
        self.tournaments: Final = TournamentReader(store, self._running)
        self.languages: Final = Languages(store, self.config.default_locale, changed=self._redraw)
        self.settings: Final = SavedSettings(store, self.languages, self.config)
        self.admission: Final = Admission(store, chance)
        self.scoreboards: Final = Scoreboards(store)
        self.champions: Final = Champions(store, self.scoreboards)
        self.purses: Final = Purses(store, self.time)
        self.profiles: Final = Profiles(store, self.settings)
        self.users: Final = LinkedUsers(
            store,
            self._queues,
            self.time,
            chance,
            leaving=self._is_leaving,
            moved=self._move_seats,
            parting=self._part,
            parted=self._show_anew,
        )
        self.looking_on: Final = LookingOn(store, self.matches, self.users)
        self.proofs: Final = Proofs(store, self._running, self.time)
        self.films: Final = Films(self.matches, self.settings, self.users)
        self._desk = Desk(self._is_at_work)
        self.analyses: Final = Analyses(store, self.matches, self.users, self._desk)
        self.habits: Final = HabitReader(store, self.matches, self.users, self._desk)
        self.bars: Final = Bars(store, self.users, self.time, self.config)
        self.named_people: Final = NamedPeople(self.admission, self.users)
        self.puzzles: Final = Puzzles(store, self._queues, self.time)
        self.own_data: Final = OwnData(
            store, self.matches, self.users, self.bars, self._queues, self.time
        )
        self.erasures: Final = Erasures(
            store,
            self._running,
            self._queues,
            self.settings,
            self.users,
            self.bars,
            self.time,
            self.config,
            leave=self.handle,
            changed=self._redraw,
        )
        self.daily_standings: Final = DailyStandings(store, self._running, self.time)
        self.screens: Final = MatchScreens(
            self._running,
            self.languages,
            self.settings,
            self.users,
            self.admission,
            store,
            self.films,
            self.daily_standings,
            self.time,
            self._place_name,
        )
        self.updater: Final = SurfaceUpdater(
            store,
            self.time,
            self.screens.of_surface,
            self.screens.notice,
            self.screens.is_true,
            self.users.reached_at,
            self._let_onlooker_go,
            self._post,
        )
        store.processes.listen(self._hear)
        self.day_boards: Final = DayBoards(
            store, self.users, self.bars, self.daily_standings, leaving=self._is_leaving
        )
        self.surfaces: Final = SurfaceRegistry(store, self.time, self.updater)
        self.seat_owners: Final = SeatOwners(
            store,
            self._running,
            self.tournaments,
            self.users,
            self.bars,
            self.surfaces,
            decided=self._decide,
            handle=self.handle,
        )
        self._seating = MatchFinder(
            store,
            self._queues,
            Commits(
                store,
                self.config,
                self.time,
                chance,
                vault,
                self.observer,
                self._queues,
                self._running,
                self.clock,
                self.updater,
                self.admission,
                self.purses,
                self.users,
                self.day_boards,
                self.champions,
            ),
            self._running,
            self.tournaments,
            self.admission,
            self.bars,
            self.users,
            self._calls,
            self.erasures,
            HouseRules(
                store,
                self._running,
                self.settings,
                self.admission,
                self.purses,
                self.users,
                self.bars,
                self.config,
            ),
            self.named_people,
            Partners(self.admission, self.users, self.bars),
            self.seat_owners,
            Presence(store, self._running, self.time, self.config),
        )
        self.days: Final = Days(
            self._running,
            self.matches,
            self.users,
            self.bars,
            self.time,
            self.daily_standings,
            self._decide,
            self.seat_owners.unite,
            self._takes_posts,
            sealing=vault is not None,
        )
        self._commitments = Commitments(
            store, self._running, self.languages, self.updater.platforms, self.tell
        )
        self._tournament_posts = TournamentPosts(
            store, self._running, self.languages, self.updater.platforms, self.tell
        )
        self._season_posts = SeasonPosts(
            store, self.champions, self.languages, self.updater.platforms, self.tell
        )
        self._day_posts = DayPosts(
            store,
            self._running,
            self.languages,
            self.daily_standings,
            self.day_boards,
            self.time,
            self.updater.platforms,
        )
        self.invitations: Final = Invitations(
            self.admission,
            self.users,
            self.screens,
            self.updater.platforms,
            self._calls,
            self.time,
        )
        self.announcements: Final = Announcements(
            self.settings, self.surfaces, self.updater.platforms, self._calls, self._queues
        )

    # --- commands --------------------------------------------------------------------------

    async def handle(
        self, command: AnyCommand, slow: Callable[[], Awaitable[None]] | None = None
    ) -> AnyReply:
        """Decides a command, stores the result, and returns the answer.

        If the same person sends the same request again, they get the first answer again, and
        nothing changes. ``slow`` is called once if the answer takes longer than two seconds (the
        database is locked, for example); it may not raise. The command counts all the same."""
        if len(self._begun) >= _AT_ONCE and not isinstance(command, Tick):
            return Refused(ServiceReason.BUSY, getattr(command, "match", ""))
        # The work is shielded: a command that has begun is finished, even if nobody waits for the
        # answer any more.
        task = asyncio.create_task(self._in_turn(command))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        began = asyncio.get_running_loop().time()
        if slow is not None:
            await asyncio.wait({task}, timeout=_SLOW)
            if not task.done():
                await slow()
        reply = await asyncio.shield(task)
        if not isinstance(command, Tick):
            self.observer.answered(asyncio.get_running_loop().time() - began)
        return reply

    @property
    def queue_length(self) -> int:
        """How many commands are being decided or stored."""
        return len(self._begun)

    async def handle_each(
        self,
        command: AnyCommand,
        then: Sequence[AnyCommand],
        slow: Callable[[], Awaitable[None]] | None = None,
    ) -> tuple[AnyReply, AnyReply]:
        """Decides a command, and then the commands that follow it until one is not accepted. The
        following commands get the match of the first one. Returns the first reply and the last.
        ``slow`` is called if the first answer takes long, as in :meth:`handle`."""
        first = reply = await self.handle(command, slow)
        for more in then:
            if not isinstance(reply, Accepted):
                break
            reply = await self.handle(replace(more, match=getattr(first, "match", "")))
        return first, reply

    async def _in_turn(self, command: AnyCommand) -> AnyReply:
        if not isinstance(command, Tick | HandOver):
            command = await self.seat_owners.in_name_of_person(command)
        plays = not isinstance(command, Tick | Leave)
        if plays and await self.erasures.moment_of(command.person) is not None:
            return Refused(ServiceReason.LEAVING_US, getattr(command, "match", ""))
        if isinstance(command, PlayDaily):
            return await self.days.play(command)
        if isinstance(command, ShareDaily) and await self.days.is_beside(command):
            return Refused(ServiceReason.DAILY_NO_RESULT, command.match)
        reply = await self._seating.decide(command)
        if isinstance(reply, Accepted):
            reply = await self._follow(command, reply)
        return self._once(command, reply)

    async def _follow(self, command: AnyCommand, reply: Accepted) -> AnyReply:
        """Does what an accepted command brings beside its match, and returns the reply to it."""
        if isinstance(command, CHANGING):
            for follows in await self.tournaments.following(command):
                await self._seating.decide(follows)
        if isinstance(command, _SITTING):
            seated = await self.seat_owners.unless_barred(command.person, reply)
            if not isinstance(seated, Accepted):
                return seated
            reply = seated
            await self._tell_apart(command.person, reply.match)
        if isinstance(command, OpenTable | Join | Rematch):
            await self._commitments.publish(command, reply.match)
        if isinstance(command, Join) and reply.note == OPENED:
            await self._commitments.publish_late(reply.match)
            sits = replace(command, match=reply.match, request=f"{command.request}+")
            return await self._seating.decide(replace(sits, from_tournament=True))
        if isinstance(command, LookOn) or reply.note == LOOKED_ON:
            await self.looking_on.changed(command.person, reply.match)
        if isinstance(command, Rematch):
            await self.seat_owners.unite(reply.match)
            await self._start_alone(command, reply.match)
        return reply

    async def _tell_apart(self, person: PersonId, match: MatchId) -> None:
        """Draws the person's pictures of their other table again, because with a second table they
        name its place."""
        others = [one for one in await self.matches.of_person(person) if one != match]
        if len(others) != 1:  # with more of them, their pictures name it already
            return
        self.screens.sits_anew(person)
        info = await self.matches.info(others[0])
        if info is None or not await self._place_name(info.place, person):
            return
        for surface in await self.surfaces.of_match(others[0]):
            if surface.person == person:
                await self.surfaces.redraw(surface.id)

    async def _start_alone(self, command: Rematch, match: MatchId) -> None:
        """Starts a rematch at once if nobody else has to agree. Its commitment is already in the
        register."""
        found = await self._running.load(match)
        if found is None or found.info.status is not Status.LOBBY:
            return
        if [seat.person for seat in found.info.people] == [command.person]:
            request = f"alone.{match}"
            await self._seating.decide(Start(request=request, person=command.person, match=match))

    async def tell(self, person: PersonId, text: str) -> None:
        """Tells a person something that concerns only them, on the platform where they did
        something last. It is told at most once, and only if this process can reach them."""
        user = await self.users.reached_at(person)
        platform = self.updater.platforms.get(platform_of(user))
        if platform is not None:
            await platform.tell(user, text)

    def _once(self, command: AnyCommand, reply: AnyReply) -> AnyReply:
        """The reply for a person. If they have pressed twice, the second press gets the reply of
        the first.

        A second press asks for a step that was just taken; without this it would be refused as too
        late. Typed commands are not treated in this way."""
        if not command.pressed:
            return reply
        key, now = replace(command, request=""), self.time.now()
        if isinstance(reply, Accepted):
            self._accepted[key] = (now, reply.match)
            return reply
        at, match = self._accepted.get(key, (-math.inf, ""))
        twice = now - at < _TWICE and not isinstance(reply, Ask)
        return Accepted(match) if twice else reply

    def _is_busy(self) -> bool:
        """Whether people's commands would have to wait if the clock sent deadlines now."""
        return len(self._begun) >= _AT_ONCE // 2

    def _is_at_work(self) -> bool:
        """Whether commands of people, or of robots at tables, are being decided or stored."""
        return bool(self._begun)

    async def _carry_out_erasures(self) -> None:
        await self.erasures.carry_out()
        await self.bars.tidy()
        await self.users.merge_left_over()

    def _redraw(self, match: MatchId | None = None) -> None:
        self.updater.wake(match)

    async def _show_clocks_anew(self, matches: set[MatchId]) -> None:
        """Draws the screens of these matches anew, because the deadlines on them are wrong."""
        shown = [one.id for match in matches for one in await self.store.surfaces_of(match)]
        if shown:
            await self.store.commit([Changes(doubted=tuple(shown))])
            self.updater.wake()

    def _hear(self, news: News) -> None:
        """Takes news of another process."""
        for match, version in news.changed.items():
            self._running.forget_older(match, version)
        self.updater.hear(news)
        if news.everything:
            self.clock.wake()

    # --- parts that are made after the parts that call them --------------------------------------

    async def _decide(self, command: AnyCommand) -> AnyReply:
        return await self._seating.decide(command)

    async def _is_leaving(self, users: Collection[UserId]) -> bool:
        return await self.erasures.is_leaving(users)

    async def _move_seats(self, before: PersonId, person: PersonId) -> None:
        await self.seat_owners.move(before, person)

    async def _part(self, users: Collection[UserId]) -> None:
        await self.days.part(users)

    async def _show_anew(self, person: PersonId) -> None:
        await self.seat_owners.show_anew(person)

    async def _let_onlooker_go(self, lost: Surface) -> None:
        await self.seat_owners.let_onlooker_go(lost)

    async def _place_name(self, place: PlaceId, person: PersonId) -> str:
        """The name of a place for this person; empty: they are not told it, or it has none."""
        platform = self.updater.platforms.get(platform_of(place))
        user = "" if platform is None else await self.users.on(platform.name, person)
        return await platform.place_name(place, user) if platform is not None and user else ""

    async def _post(self, notice: Notice) -> None:
        if notice.kind == SEAL:
            await self._commitments.publish_late(notice.match)
        elif notice.kind == CONCLUDED:
            await self._tournament_posts.post(notice)
        elif notice.kind == CHAMPIONS:
            await self._season_posts.post(notice)
        else:
            await self._day_posts.post(notice)

    async def _takes_posts(self, place: PlaceId) -> bool:
        platform = self.updater.platforms.get(platform_of(place))
        return platform is not None and await platform.address_in(place) is not None

    # --- running ---------------------------------------------------------------------------

    def add_platform(self, platform: Platform) -> None:
        """From now on surfaces and notices of this platform's name go through it."""
        self.updater.add_platform(platform)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs the clock and brings surfaces up to date for as long as the context lasts."""
        await self.clock.begin()
        tasks = [
            asyncio.create_task(self.clock.run()),
            asyncio.create_task(self.updater.run()),
        ]
        try:
            yield
        finally:
            await end(*tasks)
            await self._desk.end()
            if self._begun:
                await asyncio.wait(self._begun)
            await self.clock.end()
