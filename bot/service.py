"""The service: commands in, replies out; commit, then show.

Commands of one match are decided one after another. Deciding (:mod:`bot.match.decide`) is a pure
function of the match as it is stored; what comes of it is committed in one transaction, and only
then shown. When another process was faster, the commit says so and the command is decided again on
what is there now. A process that dies between any two lines of this leaves nothing half done.
"""

import asyncio
import hashlib
import math
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final

from msgspec.structs import replace

from bot import screens
from bot.chance import Chance, SystemChance
from bot.common.bounded import keep
from bot.common.queues import Queues
from bot.common.tasks import end
from bot.community.community_rules import LANGUAGE, CommunityRules, changed, habits_of, rules_of
from bot.community.scoreboard import Scoreboard, scoreboard
from bot.community.table_defaults import (
    TableDefaults,
    last_setting,
    newcomer_variant,
    recalled,
    remembered,
)
from bot.environment import Config, Environment
from bot.match.deadlines import Kind, asked, turn_ends
from bot.match.decide import Decision, decide
from bot.match.lobby import VARIANT, BadOptions
from bot.match.running_match import RunningMatch, load, record_text
from bot.messages import (
    Accepted,
    AnyCommand,
    AnyReply,
    Ask,
    CommunityId,
    MatchId,
    OpenTable,
    PersonId,
    PlaceId,
    Refused,
    Rematch,
    SetOptions,
    Start,
    Tick,
)
from bot.model import MatchInfo, Status
from bot.reasons import ServiceReason
from bot.screen import Screen
from bot.screens.panel import Panel, build_panel
from bot.showing.clock import Clock, SystemTime, Time
from bot.showing.surfaces import Platform, Surfaces, digest
from bot.store.changes import Changes, Committed, Repeated, Seen, Store
from bot.store.model import Answer, Notice, Preference, Setting, Surface
from bot.words import LOCALES, closest_locale, words_for
from engine.events import AnyEvent
from engine.seen.view import PUBLIC, SeatView

_ATTEMPTS: Final = 20
_EVERY_DEADLINE: Final = 100_000
_REMEMBERED: Final = 2000
"""Matches kept in memory; the others are loaded when somebody asks for them."""
_TWICE: Final = 2.0
"""Within so many seconds the same press again is the same press."""
_LANGUAGES: Final = 20_000
"""Languages kept in memory."""


class Service:
    """Everything an adapter may ask for. Safe to share between all of them.

    ``time`` and ``chance`` are the machine's unless a test brings its own. ``alone``: nobody else
    writes to this store, so what is remembered here is the newest there is."""

    def __init__(
        self,
        store: Store,
        config: Config | None = None,
        *,
        time: Time | None = None,
        chance: Chance | None = None,
        alone: bool = False,
    ) -> None:
        self._alone = alone
        self.store = store
        self.config = config or Config()
        self.time = time or SystemTime()
        self._chance = chance or SystemChance()
        self._queues = Queues()
        self._begun: set[asyncio.Task[AnyReply]] = set()
        self._live: OrderedDict[MatchId, RunningMatch] = OrderedDict()
        self._accepted: OrderedDict[AnyCommand, tuple[float, MatchId]] = OrderedDict()
        """What was accepted lately, without its request: when, and about which match."""
        self._languages: OrderedDict[PersonId | CommunityId, str | None] = OrderedDict()
        """What is known of the languages chosen, while nobody else writes them."""
        self.clock = Clock(store, self.time, self.handle, self.config.keep)
        self.surfaces = Surfaces(store, self.time, self._picture_for, self._notice_words)

    # --- commands --------------------------------------------------------------------------

    async def handle(self, command: AnyCommand) -> AnyReply:
        """Decides a command, stores what comes of it, and answers.

        The same person's same request again gets the first answer again and changes nothing."""
        # What has begun is finished, whether or not somebody still waits for the answer.
        task = asyncio.create_task(self._in_turn(command))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return await asyncio.shield(task)

    async def handle_each(
        self, command: AnyCommand, then: Sequence[AnyCommand]
    ) -> tuple[AnyReply, AnyReply]:
        """Decides a command and what follows it, for as long as they are accepted; the later ones
        are about the match of the first. The first reply and the last."""
        first = reply = await self.handle(command)
        for more in then:
            if not isinstance(reply, Accepted):
                break
            reply = await self.handle(replace(more, match=getattr(first, "match", "")))
        return first, reply

    async def _in_turn(self, command: AnyCommand) -> AnyReply:
        return self._once(command, await self._decided(command))

    def _once(self, command: AnyCommand, reply: AnyReply) -> AnyReply:
        """The second half of a double press asks for what has just been done: it is not told that
        this is too late. What is typed is not pressed twice."""
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
            # Whoever counts tables counts one after another.
            async with self._queues.turn("place " + command.place):
                return await self._open(command)
        async with self._queues.turn(command.match):
            if isinstance(command, Rematch):
                return await self._rematch(command)
            if isinstance(command, SetOptions) and (refused := await self._not_played(command)):
                return await self._refuse(command, refused)
            return await self._decide(command, command.match)

    async def _open(self, command: OpenTable) -> AnyReply:
        here = await self.store.matches_at(command.place)
        for row in here:
            if row.info.status is Status.LOBBY and row.info.host == command.person:
                refused = Refused(ServiceReason.ALREADY_OPEN, row.info.match)
                return await self._refuse(command, refused)
        if forbidden := await self._forbidden(command, len(here)):
            return await self._refuse(command, forbidden)
        return await self._decide(command, "")

    async def _rematch(self, command: Rematch) -> AnyReply:
        """The table that a rematch opens is one like any other, unless it stands already."""
        live = await self._fresh(command.match)
        if live is None or live.info.status is not Status.OVER or live.info.successor:
            return await self._decide(command, command.match)
        info = live.info
        async with self._queues.turn("place " + info.place):
            here = await self.store.matches_at(info.place)
            if forbidden := await self._forbidden(info, len(here)):
                return await self._refuse(command, replace(forbidden, match=info.match))
            return await self._decide(command, command.match)

    async def _forbidden(self, table: OpenTable | MatchInfo, beside: int) -> Refused | None:
        """Why the community has no such table, beside so many in the same place; ``None``: it may
        be opened."""
        rules = await self._rules(table.community)
        return rules.refusal(table.place, table.variant, beside)

    async def _not_played(self, command: SetOptions) -> Refused | None:
        """Why a lobby may not become one of that game; ``None``: it may, or stays what it is."""
        variant = dict(command.options).get(VARIANT)
        live = await self._load(command.match) if variant else None
        if variant is None or live is None:
            return None
        rules = await self._rules(live.info.community)
        refused = rules.refuses(variant)
        return refused and replace(refused, match=command.match)

    async def _rules(self, community: CommunityId) -> CommunityRules:
        return rules_of(await self.store.settings_of(community))

    async def _refuse(self, command: AnyCommand, refused: Refused) -> AnyReply:
        """Refuses what need not be decided; the first answer, where it was answered before."""
        return await self._commit(command, Decision(refused)) or refused

    async def _decide(self, command: AnyCommand, match: MatchId) -> AnyReply:
        for _ in range(_ATTEMPTS):
            live = await self._load(match) if match else None
            environment = Environment(self.time.now(), self._chance, self.config)
            if isinstance(command, Tick):
                # A robot may think for a while; people's commands must not wait for it.
                decision = await asyncio.to_thread(decide, live, command, environment)
            else:
                decision = decide(live, command, environment)
            if not decision.changes and live is not None and not await self._newest(live):
                continue
            reply = await self._commit(command, decision)
            if reply is not None:
                return reply
            self._live.pop(match, None)
        return Refused(ServiceReason.TRY_AGAIN, match)

    async def _newest(self, live: RunningMatch) -> bool:
        """Whether a refusal was judged by the newest state there is, in any process."""
        if self._alone and self._live.get(live.info.match) is live:
            return True
        if await self.store.version(live.info.match) == live.info.version:
            return True
        self._live.pop(live.info.match, None)
        return False

    async def _commit(self, command: AnyCommand, decision: Decision) -> AnyReply | None:
        """Stores a decision; the reply, or ``None`` when somebody else was faster."""
        answer = None
        if not isinstance(command, Tick):
            now = self.time.now()
            answer = Answer(command.person, command.request, decision.reply, now)
        elif not decision.changes:
            return decision.reply
        try:
            changes = Changes(
                matches=decision.changes, answer=answer, settings=_remembered(command, decision)
            )
            (outcome,) = await self.store.commit([changes])
        except BaseException:
            # It may be stored or not: what is remembered here can no longer be trusted.
            for live in decision.after:
                self._live.pop(live.info.match, None)
            raise
        match outcome:
            case Committed():
                for live in decision.after:
                    self._remember(live)
                    self.surfaces.wake(live.info.match)
                if decision.after:
                    self.clock.wake()
                return decision.reply
            case Repeated(reply):
                return reply
            case _:
                return None

    async def _load(self, match: MatchId) -> RunningMatch | None:
        live = self._live.get(match)
        if live is None:
            live = await load(self.store, match)
            if live is not None:
                self._remember(live)
        return live

    def _remember(self, live: RunningMatch) -> None:
        match = live.info.match
        known = self._live.get(match)
        if known is not None and known.info.version > live.info.version:
            live = known
        keep(self._live, match, live, _REMEMBERED)

    # --- running ---------------------------------------------------------------------------

    def add_platform(self, platform: Platform) -> None:
        """From now on surfaces and notices of this platform's name go through it."""
        self.surfaces.add_platform(platform)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs the clock and brings surfaces up to date for as long as the context lasts."""
        tasks = [
            asyncio.create_task(self.clock.run()),
            asyncio.create_task(self.surfaces.run()),
        ]
        try:
            yield
        finally:
            await end(*tasks)
            if self._begun:
                await asyncio.wait(self._begun)

    # --- looking ---------------------------------------------------------------------------

    async def info(self, match: MatchId) -> MatchInfo | None:
        """The table as everyone may know it; ``None`` for an unknown match."""
        live = await self._fresh(match)
        return None if live is None else _pictured(live)

    async def view(self, match: MatchId, person: PersonId | None) -> SeatView | None:
        """The game as this person sees it (``None`` or a stranger: as the public does).

        ``None`` before the start, and for an unknown match."""
        live = await self._fresh(match)
        return None if live is None else live.view(live.seat_of(person))

    async def events(self, match: MatchId, person: PersonId | None) -> tuple[AnyEvent, ...]:
        """What happened in the running (or last) hand, as this person may know it."""
        live = await self._fresh(match)
        return () if live is None else live.events_for(live.seat_of(person))

    async def deed(self, command: AnyCommand, match: MatchId, locale: str) -> str:
        """What an accepted command has done, in a sentence for whoever gave it: to be asked as soon
        as it was accepted. Empty: the new picture says it all."""
        live = await self._fresh(match)
        if live is None:
            return ""
        seat = live.seat_of(command.person)
        return screens.deed_text(command, live.info, live.view(seat), locale, live.events_for(seat))

    async def picture(
        self, match: MatchId, person: PersonId | None, locale: str = ""
    ) -> Screen | None:
        """The newest picture: private for a seated person, public for ``None`` and strangers.

        ``locale`` empty: the person's choice, else the community's, else the default."""
        seen = await self.sight(match, person, locale)
        return None if seen is None else seen[1]

    async def sight(
        self, match: MatchId, person: PersonId | None, locale: str = ""
    ) -> tuple[MatchInfo, Screen] | None:
        """The table as everyone may know it and this reader's picture, both of one moment."""
        live = await self._fresh(match)
        if live is None:
            return None
        spoken = locale or await self._locale(person, live.info.community)
        seat = live.seat_of(person)
        info = _pictured(live)
        return info, screens.build(info, live.view(seat), spoken, live.events_for(seat))

    async def _fresh(self, match: MatchId) -> RunningMatch | None:
        """The match as stored now, whoever changed it last."""
        live = await self._load(match)
        if live is not None and not await self._newest(live):
            live = await self._load(match)
        return live

    async def _locale(self, person: PersonId | None, community: CommunityId) -> str:
        mine = await self.language_of(person) if person else None
        return mine or await self.language_of(community) or self.config.default_locale

    async def matches_at(self, place: PlaceId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches of a place, newest first."""
        return tuple(row.info.match for row in await self.store.matches_at(place))

    async def matches_in(self, community: CommunityId) -> tuple[MatchId, ...]:
        """The same of all places of a community."""
        return tuple(row.info.match for row in await self.store.matches_in(community))

    async def matches_of(self, person: PersonId) -> tuple[MatchId, ...]:
        """Open lobbies and running matches in which this person has a seat, newest first."""
        return tuple(row.info.match for row in await self.store.matches_of(person))

    async def match_of(self, person: PersonId, place: PlaceId) -> MatchId | None:
        """The table of this place at which the person sits: a running match before a lobby."""
        mine = [row.info for row in await self.store.matches_of(person) if row.info.place == place]
        mine.sort(key=lambda info: info.status is Status.LOBBY)
        return mine[0].match if mine else None

    async def awaited(self, platform: str) -> tuple[PersonId, ...]:
        """People of a platform for whom some table waits just now."""
        found: dict[PersonId, None] = {}
        for row in await self.store.due(math.inf, _EVERY_DEADLINE):
            info = await self.info(row.match) if row.kind == Kind.TURN else None
            if info is not None and info.seats[row.seat].person.startswith(f"{platform}:"):
                found[info.seats[row.seat].person] = None
        return tuple(found)

    async def reachable(self) -> bool:
        """Whether matches can be read; raises what the store raises."""
        await self.store.last_match_at("")
        return True

    async def last_match_at(self, place: PlaceId) -> MatchId | None:
        """The newest table of a place, whatever has become of it (for a rematch, a replay)."""
        row = await self.store.last_match_at(place)
        return None if row is None else row.info.match

    async def record(self, match: MatchId) -> str | None:
        """The match in the record format, whole, once it is over: then anybody may check it.

        ``None`` for an unknown match, one that never started, and one that is still running: its
        record holds the cards of everyone."""
        live = await self._fresh(match)
        if live is None or live.info.status is not Status.OVER:
            return None
        return record_text(await self.store.log(match))

    async def scoreboard(self, community: CommunityId, *, since: float | None = None) -> Scoreboard:
        """The people of a community by what they have won; ``since`` in UTC seconds."""
        return scoreboard(community, await self.store.results(community, since))

    # --- surfaces --------------------------------------------------------------------------

    async def add_surface(
        self,
        match: MatchId,
        *,
        platform: str,
        address: str,
        chat: str,
        person: PersonId | None = None,
        locale: str = "",
        lifetime: float | None = None,
        key: str = "",
        shown: Screen | None = None,
    ) -> str:
        """Keeps a picture of the match up to date at this address; returns the surface's id.

        ``person``: whose private picture (``None``: the public one). ``chat``: what the platform's
        waits are counted by. ``locale`` empty: whatever that person, or the community, has chosen.
        ``lifetime``: seconds after which it can be changed no longer. The same address again for
        the same match replaces what was there and is shown anew; ``key`` is what makes it the same
        where addresses change: what stood at the one before is then taken out of use. ``shown``: a
        reply has put this picture there already. Waits for the surface's turn, and for whoever
        writes beside it."""
        name = "\n".join((match, platform, key or address, person or ""))
        surface = Surface(
            id=hashlib.sha256(name.encode()).hexdigest()[:24],
            match=match,
            platform=platform,
            chat=chat,
            address=address,
            person=person or "",
            locale=locale,
            expires=None if lifetime is None else self.time.now() + lifetime,
        )
        async with self.surfaces.turns.turn(surface.id):
            await self.surfaces.turns.leave(surface.id)
            before = await self.store.surface(surface.id)
            # In the match's queue: what is wanted here must not fall between a commit and this.
            async with self._queues.turn(match):
                surface = replace(surface, wanted=await self.store.version(match))
                if shown is not None:
                    surface = replace(surface, shown=shown.version, digest=digest(shown))
                await self.store.commit([Changes(surfaces=(surface,))])
            if before is not None and not before.lost and before.address != address:
                self.surfaces.retire(before, surface)
        self.surfaces.wake(match)
        return surface.id

    async def remove_surface(self, surface: str) -> None:
        """Forgets a surface (a tab that was closed); what stands there is taken out of use."""
        async with self.surfaces.turns.turn(surface):
            await self.surfaces.turns.leave(surface)
            before = await self.store.surface(surface)
            await self.store.commit([Changes(forgotten=(surface,))])
            if before is not None and not before.lost:
                self.surfaces.retire(before, None)

    async def shown(self, surface: str, screen: Screen) -> None:
        """Notes that a reply itself has just brought this surface up to date."""
        await self.store.commit([Changes(seen=(Seen(surface, screen.version, digest(screen)),))])

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        """Where a match is shown."""
        return await self.store.surfaces_of(match)

    async def surface(self, surface: str) -> Surface | None:
        """One of them; ``None``: it is no more."""
        return await self.store.surface(surface)

    @asynccontextmanager
    async def turn_of(self, surface: str) -> AsyncIterator[Surface | None]:
        """The surface's turn, for whoever is to write there by their own account: the surface as it
        is now, which nobody else changes meanwhile."""
        async with self.surfaces.turns.turn(surface):
            yield await self.store.surface(surface)

    async def move_surface(self, surface: Surface, address: str, screen: Screen) -> bool:
        """Notes that the surface, which was as given, is elsewhere from now on and that this was
        shown there; for who has its turn, or writes beside it. ``False``: it was put elsewhere by
        others, and what was sent is taken out of use."""
        seen = Seen(surface.id, screen.version, digest(screen), address)
        return await self.surfaces.note(surface, seen)

    async def redraw(self, surface: str) -> None:
        """Shows a surface anew: what is there may not be what was last sent."""
        await self.store.commit([Changes(doubted=(surface,))])
        found = await self.store.surface(surface)
        if found is not None:
            self.surfaces.wake(found.match)

    async def notice_text(self, notice: Notice) -> str | None:
        """The words of a notice while it is still true."""
        return await self._notice_words(notice)

    async def lose_surface(self, surface: str) -> None:
        """Notes that the platform can show nothing there any more."""
        await self.store.commit([Changes(seen=(Seen(surface, -1, "", lost=True),))])

    async def _picture_for(self, surface: Surface) -> Screen | None:
        return await self.picture(surface.match, surface.person or None, surface.locale)

    async def _notice_words(self, notice: Notice) -> str | None:
        live = await self._fresh(notice.match)
        if live is None or str(live.row.moved) != notice.moment:
            return None
        if notice.kind != "end" and not _awaits(live, notice.person):
            return None
        locale = await self._locale(notice.person, live.info.community)
        # From the public's view: a notification may be read by whoever stands beside.
        return screens.notice_text(notice.kind, live.info, live.view(PUBLIC), locale)

    # --- languages -------------------------------------------------------------------------

    async def language_of(self, owner: PersonId | CommunityId) -> str | None:
        """The language chosen by a person or for a community; ``None``: none was."""
        if owner in self._languages:
            return self._languages[owner]
        chosen = await self.store.locale_of(owner)
        if not self._alone:
            return chosen
        if owner not in self._languages:  # what was set meanwhile is newer
            keep(self._languages, owner, chosen, _LANGUAGES)
        return self._languages[owner]

    async def locale_for(self, person: PersonId | None, match: MatchId) -> str:
        """In what language this person, or with ``None`` everybody at the table, is spoken to."""
        live = await self._load(match)
        return await self._locale(person, "" if live is None else live.info.community)

    async def set_language(self, owner: PersonId | CommunityId, locale: str) -> str | None:
        """Remembers it and redraws; returns the catalogue's name for it, ``None``: not ours."""
        spoken = closest_locale(locale)
        if spoken not in LOCALES or spoken[:2].lower() != locale[:2].lower():
            return None
        try:
            await self.store.commit([Changes(preferences=(Preference(owner, spoken),))])
        except BaseException:
            self._languages.pop(owner, None)  # it may be stored or not
            raise
        if self._alone:
            keep(self._languages, owner, spoken, _LANGUAGES)
        self.surfaces.wake()
        return spoken

    # --- settings ----------------------------------------------------------------------------

    async def habits_for(
        self, community: CommunityId, person: PersonId, locale: str = ""
    ) -> TableDefaults:
        """What a table is like that this person, of this language, opens there without saying
        anything."""
        settings = await self.store.settings_of(community)
        mine = await self.store.settings_of(person)
        return TableDefaults(
            habits_of(settings),
            recalled(mine.get(last_setting(community), "")),
            rules_of(settings).games,
            newcomer_variant(locale),
        )

    async def configure(self, owner: CommunityId, values: Mapping[str, str]) -> AnyReply:
        """Sets a community's language, rules and habits, all of these or none; whether somebody
        may is the adapter's to know. :data:`bot.community.community_rules.USUAL` takes a setting
        back."""
        wanted = {name: value for name, value in values.items() if name != LANGUAGE}
        try:
            made = changed(owner, await self.store.settings_of(owner), wanted, self.config)
        except BadOptions as error:
            return Refused(error.reason, parameters=error.problems)
        if LANGUAGE in values and await self.set_language(owner, values[LANGUAGE]) is None:
            return Refused(ServiceReason.NO_SUCH_LANGUAGE)
        await self.set_settings(owner, **made)
        return Accepted(note="settings.set")

    async def takes_tables(self, community: CommunityId, place: PlaceId) -> bool:
        """Whether tables, also those of elsewhere, may stand in this place of the community."""
        return (await self._rules(community)).stand_in(place)

    async def panel(
        self, owner: CommunityId, locale: str, places: Sequence[tuple[PlaceId, str]] = ()
    ) -> Panel:
        """Everything that administrators may set, and what holds. ``places``: those that tables
        may be confined to, and their names (empty: that is not this platform's, or is its own)."""
        language = await self.language_of(owner) or self.config.default_locale
        settings = await self.store.settings_of(owner)
        return build_panel(language, settings, words_for(locale), places)

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        """What is set for a person or a community, by name."""
        return await self.store.settings_of(owner)

    async def set_settings(self, owner: PersonId | CommunityId, **values: str) -> None:
        """Sets these and leaves the others; an empty value unsets."""
        rows = tuple(Setting(owner, name, value) for name, value in values.items())
        await self.store.commit([Changes(settings=rows)])


def _remembered(command: AnyCommand, decision: Decision) -> tuple[Setting, ...]:
    """What the next table of whoever starts one is like."""
    if not isinstance(command, Start) or not decision.after:
        return ()
    info = decision.after[-1].info
    return (Setting(command.person, last_setting(info.community), remembered(info)),)


def _pictured(live: RunningMatch) -> MatchInfo:
    return replace(live.info, deadline=turn_ends(live.deadlines))


def _awaits(live: RunningMatch, person: PersonId) -> bool:
    """Whether the table waits for this person just now."""
    seat = live.info.seat_of(person)
    return (
        seat is not None
        and seat.present
        and live.state is not None
        and seat.seat in asked(live.state, live.info)
    )
