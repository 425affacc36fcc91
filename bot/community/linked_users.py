"""Links users of several platforms, so that they are one person.

A *user* is an account of one platform: ``discord:123``, ``telegram:456``, the hash of a tab's key.
A person has one user or more. The person's id is the id of the *main* user. A user that is not
linked is a person of its own.

A link is a setting of the other user, with the id of the person. The main user's setting lists the
others, and only those count whose own setting says the same. So a user belongs to one person at any
moment, whatever two processes do, and it is always clear which one, even if a process dies in
between. Only one process at a time links or unlinks, under a lease.

After a link, everything that both persons had belongs to one person
(:mod:`bot.store.writing.merging`). It stays so when they are unlinked.

A link is made by a code: one user asks for it, another types it. Only the hash of a code is stored,
as a setting of the user who asked. It can be used once, within some minutes.

Codes that were typed are counted by user and by source (where the line came from). After some codes
the next one takes longer, also a right one; none is refused, so nobody can keep others from
linking. These pauses only spare the store. A code cannot be guessed because there are so many codes
(:func:`bot.chance.new_code`): 31^10, or 8 * 10^14. If a hundred codes were valid all the time and
strangers tried ten thousand a minute, day and night, they would find one in some 1,500 years (31^10
/ 100 / 10,000 minutes)."""

import hashlib
import hmac
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Final

import structlog
from cachetools import FIFOCache
from msgspec import Struct

from bot.chance import Chance, new_code
from bot.common.lived_time import Time
from bot.common.queues import Queues
from bot.community.erasure_notes import ErasureNotes
from bot.community.profiles import FILM_HIDDEN, VISIBLE
from bot.happenings import Happenings, PersonLinked, UserParted, UsersParting
from bot.messages import PersonId, UserId
from bot.model import Status
from bot.store import Store
from bot.store.changes import Changes
from bot.store.model import Setting
from bot.store.people.linking import LINK, Merge
from bot.store.processes import held
from bot.store.queries import match_queries, people_queries
from bot.store.results.standings import UNLISTED

USERS: Final = "users"
"""A person's setting: the other users, separated by blanks."""
LAST: Final = "last_user"
"""A person's setting: the user who did something last, if that is not the main user."""
CODE: Final = "link_code"
"""A user's setting: the hash of the code, and when it ends."""
SECRET: Final = frozenset({CODE, "link_tries"})
"""Settings shown to nobody, not even to the user. Earlier versions stored the second."""
MINUTES: Final = 10
"""Minutes for which a code is valid, and for which wrong codes are counted."""
AT_ONCE: Final = 4
"""Codes that one user, or one source, may type in a row before the next one takes longer."""
LONGEST: Final = 15.0
"""The most seconds that a code takes longer."""
MOST_USERS: Final = 8
_LEASE: Final = "links"
TAB: Final = "web"
_REMEMBERED: Final = 20_000
_COUNTED: Final = AT_ONCE + 4
"""The most codes that are counted; more make no longer pause."""

log = structlog.get_logger(__name__)


class Outcome(StrEnum):
    """The result of typing a code."""

    LINKED = "linked"
    LEFT = "left"
    """The two are linked. Both sat at the same lobby, and one of the two seats is free again."""
    WRONG = "wrong"
    """There is no such code: it is mistyped, used, or too old."""
    OWN = "own"
    """The user typed their own code; it must be typed on the other platform."""
    AGAIN = "again"
    """The two are one person already."""
    BOTH = "both"
    """Both users already belong to persons with several users."""
    MANY = "many"
    PLAYING = "playing"
    """Both sit at one running match."""
    TOURNAMENT = "tournament"
    """Both play for teams of one tournament: one person cannot have both places."""
    LEAVING = "leaving"
    """One of the two has asked to be erased."""
    BUSY = "busy"
    """Another process is linking users just now."""


class Linked(Struct, frozen=True):
    """The users of a person, the main one first."""

    main: UserId
    others: tuple[UserId, ...]

    @property
    def all(self) -> tuple[UserId, ...]:
        return (self.main, *self.others)


class LinkedUsers:
    """Knows which person each user belongs to and how to reach them; links and unlinks users."""

    def __init__(
        self,
        store: Store,
        queues: Queues,
        time: Time,
        chance: Chance,
        erasure_notes: ErasureNotes,
        happenings: Happenings,
    ) -> None:
        self._store = store
        self._queues = queues
        self._time = time
        self._chance = chance
        self._erasure_notes = erasure_notes
        self._happenings = happenings
        self._typed: FIFOCache[str, tuple[float, ...]] = FIFOCache(_REMEMBERED)
        """The moments at which codes were typed lately, by user and by source. A right code ends
        its user's count."""
        self._acted: FIFOCache[tuple[str, PersonId], UserId] = FIFOCache(_REMEMBERED)
        """By platform: the user of a person who did something last."""

    # --- which person a user belongs to ---------------------------------------------------------

    async def person_of(self, user: UserId) -> PersonId:
        """The person to whom this user belongs. For the id of a person: the person itself."""
        return (await self._store.settings_of(user)).get(LINK, user)

    async def of(self, person: PersonId) -> Linked:
        listed = (await self._store.settings_of(person)).get(USERS, "").split()
        others = [user for user in listed if await self.person_of(user) == person]
        return Linked(person, tuple(others))

    async def on(self, platform: str, person: PersonId) -> UserId:
        """A person's user on a platform; empty: there is none. Of several, the user who did
        something last."""
        here = [user for user in (await self.of(person)).all if platform_of(user) == platform]
        last = self._acted.get((platform, person), "")
        return last if last in here else next(iter(here), "")

    async def reached_at(self, person: PersonId) -> UserId:
        """The user through whom the bot calls this person: the user who did something last."""
        linked = await self.of(person)
        if not linked.others:
            return person
        last = (await self._store.settings_of(person)).get(LAST, "")
        return last if last in linked.others else person

    async def acting(self, user: UserId) -> PersonId:
        """The person to whom this user belongs. Notes that this user has just done something."""
        person = await self.person_of(user)
        settings = await self._store.settings_of(person)
        if USERS in settings:
            self._acted[(platform_of(user), person)] = user
            if settings.get(LAST, person) != user:
                await self._save(Setting(person, LAST, "" if user == person else user))
        return person

    # --- linking -------------------------------------------------------------------------------

    async def new_code(self, user: UserId) -> str:
        """Makes a new code for this user. It replaces an earlier one."""
        code = new_code(self._chance)
        until = self._time.utc() + 60.0 * MINUTES
        await self._save(Setting(user, CODE, f"{_hash(code)} {until!r}"))
        return code

    async def link(self, user: UserId, code: str, source: str = "") -> Outcome:
        """Links the user who has typed a code with the user who asked for the code. ``source``:
        where the user's line comes from, if that is known.

        They become one person. If one of them already has linked users, that person stays.
        Otherwise the one stays who is not a tab of the page; else who asked for the code."""
        await self._pause(user, source)
        # A wrong code holds up nobody who is being linked.
        if await self._who_asked(code, self._time.utc()) is None:
            return Outcome.WRONG
        self._typed.pop(user, None)
        async with self._alone() as alone:
            return await self._link(user, code) if alone else Outcome.BUSY

    async def _pause(self, user: UserId, source: str) -> None:
        """Waits the longer, the more codes were typed by this user or from this source. The code is
        counted before it is checked, so that of many codes at once each one delays the next."""
        now, most = self._time.now(), 0
        for typist in (user, f"from {source}") if source else (user,):
            lately = [at for at in self._typed.get(typist, ()) if now - at < 60.0 * MINUTES]
            most = max(most, len(lately))
            self._typed[typist] = (*lately[-_COUNTED:], now)
        if most >= AT_ONCE:
            await self._time.pause(min(2.0 ** (most - AT_ONCE), LONGEST))

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[bool]:
        """Holds the lease for linking and unlinking. Gives ``False`` if another process has it."""
        async with self._queues.turn(_LEASE), held(self._store.processes, _LEASE) as alone:
            yield alone

    async def _link(self, user: UserId, code: str) -> Outcome:
        now = self._time.utc()
        asked = await self._who_asked(code, now)
        if asked is None:  # it was used meanwhile
            return Outcome.WRONG
        if asked == user:
            return Outcome.OWN
        links = await self._links()
        one, two = (_linked(links, links.get(asking, asking)) for asking in (user, asked))
        if one.main == two.main:
            return Outcome.AGAIN
        if one.others and two.others:
            return Outcome.BOTH
        if await self._erasure_notes.is_leaving((*one.all, *two.all)):
            return Outcome.LEAVING
        stays, goes = (one, two) if self._stays(one, two) else (two, one)
        if len(stays.all) >= MOST_USERS:
            return Outcome.MANY
        shared = [
            row.info.status
            for row in await self._store.read(match_queries.matches_of, goes.main)
            if row.info.seat_in_result(stays.main) is not None
        ]
        if Status.PLAYING in shared:
            return Outcome.PLAYING
        if await self._are_in_one_tournament(goes.main, stays.main):
            return Outcome.TOURNAMENT
        await self._save(
            Setting(goes.main, LINK, stays.main),
            Setting(stays.main, USERS, " ".join((*stays.others, goes.main))),
            Setting(asked, CODE, ""),
            *await self._wishes(goes.main, stays.main),
            merge=Merge(goes.main, stays.main, now),
        )
        log.info("users_linked")
        await self._happenings.publish(PersonLinked(goes.main, stays.main))
        return Outcome.LEFT if shared else Outcome.LINKED

    async def _wishes(self, before: UserId, person: PersonId) -> tuple[Setting, ...]:
        """The settings about where the person is shown, after a link. If one of the two users did
        not want to be shown somewhere, the person is not shown there."""
        wishes = [
            Setting(person, name, "1")
            for name in (UNLISTED, FILM_HIDDEN)
            if before in await self._store.read(people_queries.settings_named, name)
        ]
        visible = await self._store.read(people_queries.settings_named, VISIBLE)
        if person in visible and before not in visible:
            wishes.append(Setting(person, VISIBLE, ""))
        return tuple(wishes)

    async def _are_in_one_tournament(self, one: PersonId, other: PersonId) -> bool:
        """Whether both still play in the same tournament of pairs or trios. Such people cannot be
        linked: one person cannot play twice in a unit, and of two units one would lose its place,
        with partners who did nothing. In a tournament of single players the person gives one of the
        two entries up instead."""
        held = [
            row.info.tournament for row in await self._store.read(match_queries.tournaments_of, one)
        ]
        return any(
            each is not None and each.size > 1 and each.plays(one) and each.plays(other)
            for each in held
        )

    def _stays(self, one: Linked, two: Linked) -> bool:
        """Whether the first of two persons stays after the link. ``two`` has asked for the code."""
        if one.others or two.others:
            return bool(one.others)
        tab = [platform_of(linked.main) == TAB for linked in (one, two)]
        return tab[1] and not tab[0]

    async def _who_asked(self, code: str, now: float) -> UserId | None:
        """The user who asked for this code, if it is valid; ``None``: nobody. Removes old codes."""
        wanted, found = _hash(code), None
        for owner, value in (await self._store.read(people_queries.settings_named, CODE)).items():
            kept, _, until = value.partition(" ")
            if float(until) <= now:
                await self._save(Setting(owner, CODE, ""))
            elif hmac.compare_digest(kept, wanted):
                found = owner
        return found

    async def unlink(self, user: UserId, other: UserId) -> bool:
        """Makes a linked user a person of its own, without any data. ``other``: another user of the
        same person, or the user itself. Returns ``False`` if that user is not linked or is the main
        user, or if another process is linking somebody. The person keeps everything."""
        async with self._alone() as alone:
            links = await self._links()
            person = links.get(user, user)
            if not alone or links.get(other) != person:
                return False
            together = _linked(links, person)
            await self._happenings.publish(UsersParting(together.all))
            others = [linked for linked in together.others if linked != other]
            settings = await self._store.settings_of(person)
            changed = [Setting(other, LINK, ""), Setting(person, USERS, " ".join(others))]
            if settings.get(LAST) == other:
                changed.append(Setting(person, LAST, ""))
            await self._save(*changed)
            log.info("users_unlinked")
            await self._happenings.publish(UserParted(person))
            return True

    async def merge_left_over(self) -> None:
        """Gives each person the chips, results and ratings that an older version left with the
        person's linked users."""
        async with self._alone() as alone:
            left = await self._store.read(people_queries.unmerged) if alone else {}
            for user, person in left.items():
                wishes = await self._wishes(user, person)
                await self._save(*wishes, merge=Merge(user, person, self._time.utc()))

    async def _links(self) -> dict[UserId, PersonId]:
        """All links, from the store. This process may remember older ones."""
        return await self._store.read(people_queries.settings_named, LINK)

    async def _save(self, *settings: Setting, merge: Merge | None = None) -> None:
        await self._store.commit([Changes(settings=settings, merge=merge)])


def platform_of(user: UserId) -> str:
    """The name of the user's platform."""
    return user.partition(":")[0]


def _linked(links: Mapping[UserId, PersonId], person: PersonId) -> Linked:
    return Linked(person, tuple(sorted(user for user, whose in links.items() if whose == person)))


def normal(code: str) -> str:
    """A typed code in the form in which the bot makes codes."""
    return "".join(letter for letter in code.lower() if letter.isalnum())


def _hash(code: str) -> str:
    return hashlib.sha256(b"truco link\0" + normal(code).encode()).hexdigest()
