"""The service: commands in, replies out; commit, then show.

Commands of one match are decided one after another. Deciding (:mod:`bot.match.decide`) is a pure
function of the stored match. Its result is committed in one transaction, and only then shown. When
another process was faster, the commit says so and the command is decided again on the newest state.
A process may die between any two lines of this: nothing is left half done.

Everything else that an adapter may ask for is a part of the service: ``matches`` (looking at them),
``screens``, ``surfaces``, ``languages``, ``settings``, ``scoreboards``.
"""

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Final

from msgspec.structs import replace

from bot.chance import Chance, SystemChance
from bot.common.bounded import keep
from bot.common.lived_time import Time
from bot.common.observer import Observer, Unobserved
from bot.common.queues import Queues
from bot.common.tasks import end
from bot.community.admission import Admission
from bot.community.bars import Bars
from bot.community.calls import Calls
from bot.community.erasures import Erasures
from bot.community.house_rules import HouseRules
from bot.community.languages import Languages
from bot.community.linked_users import LinkedUsers, platform_of
from bot.community.own_data import OwnData
from bot.community.partners import Partners
from bot.community.profiles import Profiles
from bot.community.purses import Purses
from bot.community.saved_settings import SavedSettings
from bot.community.scoreboard import Scoreboards
from bot.community.seat_owners import SeatOwners
from bot.community.table_defaults import TAUGHT, last_setting, remembered
from bot.environment import Config, Environment
from bot.film.films import Films
from bot.match.deadlines import begins_tournament
from bot.match.decide import Decision, decide, with_tournament
from bot.match.match_reader import MatchReader
from bot.match.names import shown_name
from bot.match.proofs import Proofs
from bot.match.running_match import RunningMatch
from bot.match.running_matches import RunningMatches
from bot.match.thinking import Thinking
from bot.match.tournament_reader import CHANGING, TournamentReader
from bot.match.tournaments import OPENED, has_ended
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
    Refused,
    Rematch,
    Return,
    SayPhrase,
    SetOptions,
    Start,
    Tick,
    UserId,
)
from bot.model import Status, with_terms
from bot.reasons import ServiceReason
from bot.showing.announcements import Announcements
from bot.showing.clock import Clock
from bot.showing.commitments import Commitments
from bot.showing.match_screens import MatchScreens
from bot.showing.platform import Platform
from bot.showing.surface_registry import SurfaceRegistry
from bot.showing.surface_updater import SurfaceUpdater
from bot.store.changes import Changes, Committed, Repeated, Short, Store
from bot.store.model import Answer, Setting, Surface
from bot.store.processes import News

_ATTEMPTS: Final = 20
_REMEMBERED: Final = 2000
"""Accepted presses kept in memory."""
_AT_ONCE: Final = 1000
"""Commands being decided and stored at the same time; whoever comes then is told so at once."""
_SITTING: Final = (OpenTable, Join, Return)
"""Commands that give somebody a seat."""
_BARRED: Final = (Join, LookOn, Return, Rematch, SayPhrase)
"""Commands about a table that somebody who is barred there may not give."""
_TWICE: Final = 2.0
"""Within so many seconds the same press again is the same press."""


class Service:
    """Decides commands, and holds the parts that adapters call. All adapters may share one.

    ``time`` and ``chance`` are the machine's unless a test brings its own. ``observer`` is told
    what is done and how long it took. ``alone``: nobody else writes to this store, so what is
    remembered here is the newest there is. ``vault``: keeps the secrets that deals follow from;
    ``None``: packs are shuffled by chance, and nobody can check them."""

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
        self._vault = vault
        self.observer: Final = observer or Unobserved()
        self.config: Final = config or Config()
        self.time: Final = time or Time()
        self._chance = chance or SystemChance()
        self._queues = Queues()
        self._thinking = Thinking(decide)
        self._begun: set[asyncio.Task[AnyReply]] = set()
        self._accepted: OrderedDict[AnyCommand, tuple[float, MatchId]] = OrderedDict()
        """The commands that were accepted lately, without their request ids, each with the time and
        its match."""
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
        self.admission: Final = Admission(store, self._chance)
        self.scoreboards: Final = Scoreboards(store)
        self.purses: Final = Purses(store, self.time)
        self.profiles: Final = Profiles(store, self.settings)
        self.users: Final = LinkedUsers(
            store,
            self._queues,
            self.time,
            self._chance,
            leaving=self._is_leaving,
            moved=self._move_seats,
            parted=self._show_anew,
        )
        self.proofs: Final = Proofs(store, self._running, self.time)
        self.films: Final = Films(self.matches, self.settings, self.users)
        self.bars: Final = Bars(store, self.users, self.time, self.config)
        self._partners = Partners(self.admission, self.users, self.bars)
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
        self.screens: Final = MatchScreens(
            self._running,
            self.languages,
            self.settings,
            self.users,
            self.admission,
            store,
            self.time,
        )
        self.updater: Final = SurfaceUpdater(
            store,
            self.time,
            self.screens.of_surface,
            self.screens.notice,
            self.screens.is_true,
            self.users.reached_at,
            self._let_onlooker_go,
            self._publish_late,
        )
        store.processes.listen(self._hear)
        self.surfaces: Final = SurfaceRegistry(store, self.time, self.updater)
        self._house_rules = HouseRules(
            store,
            self._running,
            self.matches,
            self.settings,
            self.admission,
            self.purses,
            self.users,
            self.bars,
            self.config,
        )
        self.seat_owners: Final = SeatOwners(
            store,
            self._running,
            self.tournaments,
            self.users,
            self.bars,
            self.surfaces,
            decided=self._decided,
            handle=self.handle,
        )
        self._commitments = Commitments(
            store, self._running, self.languages, self.updater.platforms, self.tell
        )
        self.announcements: Final = Announcements(
            self.settings, self.surfaces, self.updater.platforms, self._calls, self._queues
        )

    # --- commands --------------------------------------------------------------------------

    async def handle(self, command: AnyCommand) -> AnyReply:
        """Decides a command, stores the result, and answers.

        The same request of the same person again gets the first answer again and changes
        nothing."""
        if len(self._begun) >= _AT_ONCE and not isinstance(command, Tick):
            return Refused(ServiceReason.BUSY, getattr(command, "match", ""))
        # Shielded: a command that has begun is finished, even if nobody waits for the answer any
        # more.
        task = asyncio.create_task(self._in_turn(command))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        began = asyncio.get_running_loop().time()
        reply = await asyncio.shield(task)
        if not isinstance(command, Tick):
            self.observer.answered(asyncio.get_running_loop().time() - began)
        return reply

    @property
    def queue_length(self) -> int:
        """How many commands are being decided or stored."""
        return len(self._begun)

    async def handle_each(
        self, command: AnyCommand, then: Sequence[AnyCommand]
    ) -> tuple[AnyReply, AnyReply]:
        """Decides a command and then those that follow it, until one is not accepted. Those that
        follow are about the match of the first. Returns the first reply and the last."""
        first = reply = await self.handle(command)
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
        reply = await self._decided(command)
        if isinstance(reply, Accepted) and isinstance(command, CHANGING):
            for follows in await self.tournaments.following(command):
                await self._decided(follows)
        if isinstance(reply, Accepted) and isinstance(command, _SITTING):
            reply = await self.seat_owners.unless_barred(command.person, reply)
        if isinstance(command, OpenTable | Join | Rematch) and isinstance(reply, Accepted):
            await self._commitments.publish(command, reply.match)
        if isinstance(command, Join) and isinstance(reply, Accepted) and reply.note == OPENED:
            await self._commitments.publish_late(reply.match)
            sits = replace(command, match=reply.match, request=f"{command.request}+")
            reply = await self._decided(replace(sits, from_tournament=True))
        if isinstance(command, Rematch) and isinstance(reply, Accepted):
            await self.seat_owners.unite(reply.match)
            await self._start_alone(command, reply.match)
        return self._once(command, reply)

    async def _start_alone(self, command: Rematch, match: MatchId) -> None:
        """A rematch starts at once when nobody else has to agree. Its commitment stands in the
        register by now."""
        found = await self._running.load(match)
        if found is None or found.info.status is not Status.LOBBY:
            return
        if [seat.person for seat in found.info.people] == [command.person]:
            request = f"alone.{match}"
            await self._decided(Start(request=request, person=command.person, match=match))

    async def tell(self, person: PersonId, text: str) -> None:
        """Tells somebody something that concerns them alone, where they did something last; at most
        once, and only if this process reaches them."""
        user = await self.users.reached_at(person)
        platform = self.updater.platforms.get(platform_of(user))
        if platform is not None:
            await platform.tell(user, text)

    def _once(self, command: AnyCommand, reply: AnyReply) -> AnyReply:
        """Answers the second half of a double press like the first half.

        It asks for a step that has just been done, and is not refused as too late. What is typed is
        not pressed twice."""
        if not command.pressed:
            return reply
        key, now = replace(command, request=""), self.time.now()
        if isinstance(reply, Accepted):
            keep(self._accepted, key, (now, reply.match), _REMEMBERED)
            return reply
        at, match = self._accepted.get(key, (-math.inf, ""))
        twice = now - at < _TWICE and not isinstance(reply, Ask)
        return Accepted(match) if twice else reply

    async def _decided(self, command: AnyCommand) -> AnyReply:
        if isinstance(command, OpenTable):
            # In turn by person and by place: two tables that are opened at once must not both be
            # counted as the last one that there is room for.
            async with (
                self._seating(command.person) as alone,
                self._queues.turn("place " + command.place),
            ):
                return await self._open(command) if alone else Refused(ServiceReason.TRY_AGAIN)
        if isinstance(command, Join) and command.invitation:
            match = await self.admission.match_of(command.invitation)
            if not match:
                return await self._refuse(command, Refused(ServiceReason.NO_SUCH_INVITATION))
            command = replace(command, match=match)
        if isinstance(command, _BARRED) and (barred := await self._house_rules.keep_away(command)):
            return await self._refuse(command, barred)
        if isinstance(command, Join) and command.invitation:
            await self.admission.invite(command.match, command.person)
        if isinstance(command, Join) and command.partner:
            found = await self._running.load(command.match)
            meant = command if found is None else await self._partners.found(command, found.info)
            if isinstance(meant, Refused):
                return await self._refuse(command, meant)
            command = meant
        elif isinstance(command, Join) and not command.accepts:
            table = await self.tournaments.table_of(command.match, command.person)
            if table:
                await self.seat_owners.unite(table)
                command = replace(command, match=table, from_tournament=True)
            elif await self.tournaments.would_open(command.match, command.person):
                if often := self._calls.refusal(command.person):
                    return await self._refuse(command, replace(often, match=command.match))
                self._calls.note(command.person)
        async with self._queues.turn(command.match):
            if isinstance(command, Rematch):
                async with self._seating(command.person) as alone:
                    if not alone:
                        return Refused(ServiceReason.TRY_AGAIN, command.match)
                    return await self._rematch(command)
            if isinstance(command, LookOn) and (
                private := await self._house_rules.shut_out(command)
            ):
                return await self._refuse(command, private)
            if isinstance(command, Join) and await self._is_new(command):
                if refused := await self._house_rules.refuse_seat(command):
                    return await self._refuse(command, refused)
                async with self._seating(command.person) as alone:
                    if not alone:
                        return Refused(ServiceReason.TRY_AGAIN, command.match)
                    if not await self._is_expected(command) and (
                        enough := await self._house_rules.too_many_tables(command.person)
                    ):
                        return await self._refuse(command, replace(enough, match=command.match))
                    return await self._decide(command, command.match)
            if isinstance(command, Start) or (
                isinstance(command, Tick) and begins_tournament(command.deadline)
            ):
                command = replace(command, seeds=await self.tournaments.seeds(command.match))
            if isinstance(command, SetOptions) and (
                refused := await self._house_rules.refuse_options(command)
            ):
                return await self._refuse(command, refused)
            return await self._decide(command, command.match)

    @asynccontextmanager
    async def _seating(self, person: PersonId) -> AsyncIterator[bool]:
        """Nobody else gives this person a seat meanwhile, so that a limit holds; gives ``False`` if
        another process does so just now."""
        lease, processes = f"seating:{person}", self.store.processes
        async with self._queues.turn("person " + person):
            if lease not in await processes.claim([lease], keep=True):
                yield False
                return
            try:
                yield True
            finally:
                await processes.release([lease])

    async def _open(self, command: OpenTable) -> AnyReply:
        await self.erasures.back(command.community)  # whoever plays there has the bot
        here = await self.store.matches_at(command.place)
        forbidden = await self._house_rules.refuse_opening(command, here)
        if forbidden:
            return await self._refuse(command, forbidden)
        if command.challenged:
            found = await self._challenged(command)
            if isinstance(found, Refused):
                return await self._refuse(command, found)
            command = replace(command, kept=(found,))
        return await self._decide(command, "")

    async def _challenged(self, command: OpenTable) -> tuple[PersonId, str] | Refused:
        """Whom the person challenges; or why not."""
        if refused := self._calls.refusal(command.person):
            return refused
        found = await self.meant(command.person, command.challenged, command.called)
        if isinstance(found, Refused):
            return found
        person, name = await self.users.person_of(found[0]), found[1]
        if await self.bars.refusal(command.community, person):
            return Refused(ServiceReason.PERSON_BARRED, parameters=(("name", name),))
        self._calls.note(command.person)
        return person, name

    async def meant(
        self, person: PersonId, name: str, user: UserId
    ) -> tuple[PersonId, str] | Refused:
        """Whom this person names: the person of the user whom the platform names, or else (``user``
        is empty) the one of the name."""
        if not user:
            return await self.admission.find(person, name)
        found, name = await self.users.person_of(user), shown_name(name)
        if found == person or not name:
            return Refused(ServiceReason.NO_SUCH_PERSON, parameters=(("name", name),))
        return found, name

    async def _rematch(self, command: Rematch) -> AnyReply:
        """Opens a rematch, under the community's rules for any table, unless it is open already."""
        found = await self._running.newest(command.match)
        if found is None or found.info.status is not Status.OVER or found.info.successor:
            return await self._decide(command, command.match)
        info, wanted = found.info, with_terms(found.info, found.info.coming)
        async with self._queues.turn("place " + info.place):
            here = await self.store.matches_at(info.place)
            forbidden = await self._house_rules.refuse_rematch(wanted, command.person, here)
            if forbidden:
                return await self._refuse(command, replace(forbidden, match=info.match))
            people = [seat.person for seat in info.people]
            barred = [one for one in people if await self.bars.refusal(info.community, one)]
            command = replace(command, without=tuple(barred))
            reply = await self._decide(command, command.match)
        made = await self._running.load(reply.match) if isinstance(reply, Accepted) else None
        if made is not None and made.info.private and made.info.status is Status.LOBBY:
            # Whoever has played there may sit there again.
            await self.admission.invite(made.info.match, *(seat.person for seat in info.people))
        return reply

    async def _is_new(self, command: Join) -> bool:
        """Whether the person has no seat at that table yet."""
        found = await self._running.load(command.match)
        return found is not None and found.info.seat_of(command.person) is None

    async def _is_expected(self, command: Join) -> bool:
        """Whether the person plays in that tournament already, or in the one that the table is part
        of: no limit keeps them from their match."""
        found = await self._running.load(command.match)
        if found is None:
            return False
        tournament, kept = found.info.tournament, dict(found.info.kept)
        entered = tournament is not None and tournament.entrant(command.person) is not None
        return entered or (bool(found.info.part_of) and command.person in kept)

    async def _refuse(self, command: AnyCommand, refused: Refused) -> AnyReply:
        """Refuses a command without deciding it; a repeated request gets its first answer."""
        return await self._commit(command, Decision(refused)) or refused

    async def _decide(self, command: AnyCommand, match: MatchId) -> AnyReply:
        for _ in range(_ATTEMPTS):
            found = await self._running.with_secret(match) if match else None
            if found is None and self._running.is_damaged(match):
                return Refused(ServiceReason.DAMAGED, match)
            environment = Environment(
                self.time.now(), self.time.utc(), self._chance, self.config, self._vault
            )
            if isinstance(command, Tick):
                decision = await self._thinking.decide(found, command, environment)
            else:
                decision = decide(found, command, environment)
            unchanged = found if not decision.changes else None
            if unchanged is not None and not await self._running.is_newest(unchanged):
                continue
            reply = await self._stored(command, found, decision, environment)
            if reply is not None:
                return reply
            self._running.forget(match)
        return Refused(ServiceReason.TRY_AGAIN, match)

    async def _stored(
        self,
        command: AnyCommand,
        before: RunningMatch | None,
        decision: Decision,
        environment: Environment,
    ) -> AnyReply | None:
        """Stores a decision, with what it does to the tournament whose table it ends; as
        :meth:`_commit`."""
        tables = [one for one in decision.after if before and has_ended(before.info, one.info)]
        if not tables:
            return await self._commit(command, decision)
        ended = tables[0]
        # Matches of a tournament that end at once do so one after another.
        async with self._queues.turn(ended.info.part_of):
            tournament = await self._running.newest(ended.info.part_of)
            if tournament is not None:
                decision = with_tournament(decision, tournament, ended, environment)
            return await self._commit(command, decision)

    async def _commit(self, command: AnyCommand, decision: Decision) -> AnyReply | None:
        """Stores a decision; the reply, or ``None`` when somebody else was faster."""
        answer = None
        if not isinstance(command, Tick):
            now = self.time.utc()
            answer = Answer(command.person, command.request, decision.reply, now)
        elif not decision.changes:
            return decision.reply
        try:
            changes = Changes(
                matches=decision.changes,
                answer=answer,
                settings=_remembered(command, decision),
                lived=self.clock.note(),
            )
            began = asyncio.get_running_loop().time()
            (outcome,) = await self.store.commit([changes])
            took = asyncio.get_running_loop().time() - began
        except BaseException:
            # It may be stored or not: what is remembered here can no longer be trusted.
            for after in decision.after:
                self._running.forget(after.info.match)
            raise
        match outcome:
            case Committed():
                steps = sum(len(change.log) for change in decision.changes)
                self.observer.committed(took, steps)
                for after in decision.after:
                    self._running.remember(after)
                    self.updater.wake(after.info.match)
                    if after.info.status in (Status.CLOSED, Status.OVER):
                        await self.admission.end(after.info.match)
                    elif isinstance(command, Start):
                        await self.admission.end_lobby(after.info.match)
                if decision.after:
                    self.clock.wake()
                return decision.reply
            case Repeated(reply):
                return reply
            case Short(people):
                return await self._short_of_chips(decision, people)
            case _:
                return None

    async def _short_of_chips(self, decision: Decision, people: tuple[PersonId, ...]) -> Refused:
        """The match does not begin: these people have spent their chips since they sat down. Or
        somebody does not enter a tournament: they have spent theirs since they were asked."""
        info = decision.after[-1].info
        if info.tournament is not None:
            refused = await self.purses.refusal(people[0], info.stake)
            return replace(refused or Refused(ServiceReason.TRY_AGAIN), match=info.match)
        seats = [(seat.name, await self.users.person_of(seat.person)) for seat in info.people]
        names = [name for name, person in seats if person in people]
        parameters = (("names", ", ".join(names)),)
        return Refused(ServiceReason.SHORT_OF_CHIPS, info.match, parameters)

    def _is_busy(self) -> bool:
        """People's commands would have to wait for what the clock sends now."""
        return len(self._begun) >= _AT_ONCE // 2

    async def _carry_out_erasures(self) -> None:
        await self.erasures.carry_out()
        await self.bars.tidy()
        await self.users.merge_left_over()

    def _redraw(self, match: MatchId | None = None) -> None:
        self.updater.wake(match)

    async def _show_clocks_anew(self, matches: set[MatchId]) -> None:
        """What people see of these matches' deadlines is wrong."""
        shown = [one.id for match in matches for one in await self.store.surfaces_of(match)]
        if shown:
            await self.store.commit([Changes(doubted=tuple(shown))])
            self.updater.wake()

    def _hear(self, news: News) -> None:
        """Another process has done something."""
        for match, version in news.changed.items():
            self._running.forget_older(match, version)
        self.updater.hear(news)
        if news.everything:
            self.clock.wake()

    # --- parts that are made after those that call them ------------------------------------------

    async def _is_leaving(self, users: Collection[UserId]) -> bool:
        return await self.erasures.is_leaving(users)

    async def _move_seats(self, before: PersonId, person: PersonId) -> None:
        await self.seat_owners.move(before, person)

    async def _show_anew(self, person: PersonId) -> None:
        await self.seat_owners.show_anew(person)

    async def _let_onlooker_go(self, lost: Surface) -> None:
        await self.seat_owners.let_onlooker_go(lost)

    async def _publish_late(self, match: MatchId) -> None:
        await self._commitments.publish_late(match)

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
            if self._begun:
                await asyncio.wait(self._begun)
            await self.clock.end()


def _remembered(command: AnyCommand, decision: Decision) -> tuple[Setting, ...]:
    """The options of this table, saved as the host's last ones when a match starts; of a guided
    match, only that it was begun."""
    if not isinstance(command, Start) or not decision.after:
        return ()
    info = decision.after[-1].info
    if info.lesson is not None:
        return (Setting(command.person, TAUGHT, info.variant),)
    if info.tournament is not None:
        info = replace(info, stake=0)
    return (Setting(command.person, last_setting(info.community), remembered(info)),)
