"""Erases people who ask for it, and communities that the bot has left.

A person who asks is erased some days later. Nothing is lost before that moment, and they may change
their mind until then. When it has come, matches are written without the person, one after another.
Then everything else goes in one transaction, with the note that the person is to be erased. If a
process dies in between, the note is still there, and another process starts again from the
beginning.

The note is a setting of the person or the community. Its value is the moment, in UTC seconds since
the epoch.
"""

from collections.abc import Awaitable, Callable, Collection
from typing import Final

import structlog

from bot.common.lived_time import Time
from bot.common.queues import Queues
from bot.community.admission import settings_about
from bot.community.bars import Bars
from bot.community.linked_users import LinkedUsers
from bot.community.saved_settings import SavedSettings
from bot.community.table_defaults import last_setting
from bot.environment import Config
from bot.match.running_matches import RunningMatches
from bot.messages import AnyReply, CommunityId, Leave, MatchId, PersonId, UserId
from bot.store.changes import Changes, Committed, Erase, Store
from bot.store.erasing import erased
from bot.store.errors import DamagedMatch
from bot.store.model import Setting
from bot.store.records import is_log_whole

PERSON: Final = "erased_at"
"""A person's setting: when everything about them goes."""
COMMUNITY: Final = "purged_at"
"""A community's setting: when everything about it goes."""
_LEASE: Final = "erasures"
_DAY: Final = 86_400.0
_GRACE: Final = 60.0
"""Seconds to wait after the moment, because the clocks of several processes differ."""
_ATTEMPTS: Final = 20

log = structlog.get_logger(__name__)


def homes_of(person: PersonId) -> tuple[CommunityId, ...]:
    """The communities that may be this person's alone: private chats with the bot."""
    platform, _, key = person.partition(":")
    return person, f"{platform}:@{key}"


class Erasures:
    """Notes which people and communities are to be erased, and erases them when the moment has
    come."""

    def __init__(
        self,
        store: Store,
        running: RunningMatches,
        queues: Queues,
        settings: SavedSettings,
        users: LinkedUsers,
        bars: Bars,
        time: Time,
        config: Config,
        leave: Callable[[Leave], Awaitable[AnyReply]],
        changed: Callable[[MatchId], None],
    ) -> None:
        """``leave`` takes a person from a table. ``changed`` is called with each match whose log
        was written anew."""
        self._store = store
        self._running = running
        self._queues = queues
        self._settings = settings
        self._users = users
        self._bars = bars
        self._time = time
        self._config = config
        self._leave = leave
        self._changed = changed
        self._unscrubbed = True
        self._forget: list[Callable[[UserId], None]] = []

    def listen(self, forget: Callable[[UserId], None]) -> None:
        """Calls ``forget`` with every user whom this process erases from now on, so that the caller
        can forget them too."""
        self._forget.append(forget)

    # --- asking --------------------------------------------------------------------------------

    async def moment_of(self, person: PersonId) -> float | None:
        """The moment at which everything about this person is erased; ``None``: they have not asked
        for it.

        If one of their users asked just before it was linked, that counts for the whole person.
        """
        users = (await self._users.of(person)).all
        moments = [_moment((await self._settings.of(one)).get(PERSON, "")) for one in users]
        return min((at for at in moments if at is not None), default=None)

    async def is_leaving(self, users: Collection[UserId]) -> bool:
        """Whether one of these users is to be erased. It asks the store, because what this process
        remembers may be older."""
        noted = await self._store.settings_named(PERSON)
        return any(_moment(noted.get(one, "")) is not None for one in users)

    async def ask(self, person: PersonId) -> float:
        """Notes that the person is to be erased some days from now. Returns the moment (UTC seconds
        since the epoch). To ask again changes nothing. The person leaves their tables at once, and
        can sit down nowhere until then."""
        person = await self._users.person_of(person)
        at = await self.moment_of(person)
        if at is None:
            at = self._time.utc() + self._config.erase
            await self._settings.save(person, **{PERSON: repr(at)})
            log.info("erasure_asked")
        await self._leave_tables(person)
        return at

    async def undo(self, person: PersonId) -> bool:
        """Withdraws the person's wish to be erased; ``False``: there was none, or the moment has
        come."""
        at = await self.moment_of(person)
        if at is None or at <= self._time.utc():
            return False
        users = (await self._users.of(person)).all
        unset = tuple(Setting(one, PERSON, "") for one in users)
        await self._store.commit([Changes(settings=unset)])
        log.info("erasure_undone")
        return True

    async def left(self, *names: CommunityId) -> None:
        """Notes that a community has removed the bot. ``names``: all ids under which something of
        it is stored."""
        at = self._time.utc() + self._config.purge
        for name in names:
            if COMMUNITY not in await self._settings.of(name):
                await self._settings.save(name, **{COMMUNITY: repr(at)})

    async def back(self, *names: CommunityId) -> None:
        """Notes that the community has added the bot again."""
        for name in names:
            if COMMUNITY in await self._settings.of(name):
                await self._settings.save(name, **{COMMUNITY: ""})

    async def _leave_tables(self, person: PersonId) -> None:
        for row in await self._store.tournaments_of(person):
            request = f"erased.{row.info.match}.{row.info.version}"
            await self._leave(Leave(request=request, person=person, match=row.info.match))
        for row in await self._store.matches_of(person):
            seat = row.info.seat_of(person)
            if seat is not None and not seat.left:
                request = f"erased.{row.info.match}.{row.info.version}"
                await self._leave(Leave(request=request, person=person, match=row.info.match))
        for match in dict.fromkeys(
            one.match for one in (await self._store.kept_of(person)).surfaces
        ):
            found = await self._running.newest(match)
            if found is not None and found.info.onlooker(person) is not None:
                request = f"erased.{match}.{found.info.version}"
                await self._leave(Leave(request=request, person=person, match=match))

    # --- carrying out --------------------------------------------------------------------------

    async def carry_out(self) -> None:
        """Erases everybody whose moment has come. Of several processes only one does it."""
        people = await self._due(PERSON)
        communities = await self._due(COMMUNITY)
        if people or communities:
            if _LEASE not in await self._store.processes.claim([_LEASE], keep=True):
                return
            try:
                for person in people:
                    await self._careful(self._erase(person))
                for community in communities:
                    await self._careful(self._purge(community))
            finally:
                await self._store.processes.release([_LEASE])
            self._unscrubbed = True
        if self._unscrubbed:
            self._unscrubbed = not await self._store.scrub()

    async def _careful(self, work: Awaitable[None]) -> None:
        """Runs one erasure. If it fails, the others go on, and it is tried again an hour later."""
        try:
            await work
        except Exception as error:
            log.error("erasure_failed", error=type(error).__name__)

    async def _due(self, name: str) -> tuple[str, ...]:
        before = self._time.utc() - _GRACE
        noted = await self._store.settings_named(name)
        moments = {owner: _moment(value) for owner, value in noted.items()}
        return tuple(
            sorted(owner for owner, at in moments.items() if at is not None and at <= before)
        )

    async def _erase(self, user: UserId) -> None:
        # The user may have been linked in the moment in which they asked.
        person = await self._users.person_of(user)
        await self._leave_tables(person)
        # What a user did before it was linked is told under its own name.
        users = tuple(dict.fromkeys((*(await self._users.of(person)).all, user)))
        homes = tuple(home for user in users for home in homes_of(user))
        owners = tuple(dict.fromkeys((*users, *homes)))
        damaged = []
        for user in users:
            own = homes_of(user)
            for match in await self._store.matches_naming((user, *own)):
                async with self._queues.turn(match):
                    if not await self._write_without(match, user, own):
                        damaged.append(match)
                    self._running.forget(match)
                self._changed(match)
            await self._bars.forget_who(user)
        # Answers to others may name this person. These were given while they were at a table.
        since = self._time.utc() - self._config.erase + _DAY
        await self._store.commit(
            [
                Changes(
                    erase=Erase(
                        owners=owners,
                        settings=(
                            *(last_setting(home) for home in homes),
                            *(name for user in users for name in settings_about(user)),
                        ),
                        answers_before=since,
                        matches=tuple(damaged),
                    )
                )
            ]
        )
        for user in users:
            for forget in self._forget:
                forget(user)
        log.info("erasure_done")

    async def _write_without(
        self, match: MatchId, person: PersonId, homes: tuple[CommunityId, ...]
    ) -> bool:
        """Writes a match anew without a person. Returns ``False`` if the match is damaged, because
        then nobody can say where it names the person."""
        for _ in range(_ATTEMPTS):
            try:
                stored = await self._store.load(match)
                rows = await self._store.log(match)
            except DamagedMatch:
                return False
            if stored is None:
                return True
            whole = tuple(row for row in rows if row.number <= stored.row.info.version)
            if not is_log_whole(stored.row, whole, stored.packed):
                return False
            changes = Changes(matches=(erased(stored, whole, person, homes),))
            (outcome,) = await self._store.commit([changes])
            if isinstance(outcome, Committed):
                return True
        raise TimeoutError(match)

    async def _purge(self, community: CommunityId) -> None:
        """Erases everything about a community. If one of a match's people has played in another
        community too, the match is kept for them, without its place. Nothing is erased while
        somebody plays."""
        if await self._store.matches_in(community):
            return
        gone = []
        elsewhere: dict[PersonId, bool] = {}
        for match in await self._store.matches_naming((community,)):
            async with self._queues.turn(match):
                running = await self._running.newest(match)
                people = () if running is None else running.info.people
                needed = [
                    await self._plays_elsewhere(one.person, community, elsewhere) for one in people
                ]
                if not any(needed) or not await self._write_without(match, "", (community,)):
                    gone.append(match)
                self._running.forget(match)
        kept_under = (community, *await self._bars.owners(community))
        erase = Erase(kept_under, (last_setting(community),), matches=tuple(gone))
        await self._store.commit([Changes(erase=erase)])
        log.info("community_purged")

    async def _plays_elsewhere(
        self, person: PersonId, community: CommunityId, known: dict[PersonId, bool]
    ) -> bool:
        """Whether a person has results in another community. ``known``: the answers so far, by
        person."""
        if person not in known:
            results = (await self._store.kept_of(person)).results
            known[person] = any(one.community != community for one in results)
        return known[person]


def _moment(value: str) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
