"""Web Push: the browsers that get messages while the page is closed.

A browser of the page is a user, so its subscription is a setting of that user: it is given out,
erased and saved with the user's other data, also after the user was linked with others. The
browser's push service knows the browser by an address. With the address and two keys anybody could
write there, so they are given to nobody."""

import re
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.community.linked_users import LinkedUsers, platform_of
from bot.messages import Accepted, PersonId, UserId
from bot.store import Store
from bot.store.changes import Changes, Repeated
from bot.store.json_settings import JsonSetting
from bot.store.model import StoredAnswer
from bot.store.notices import CHALLENGE, INVITED, LATE, OF_TOURNAMENT, PAIRED, REMIND, SEAT_FREE

PUSH: Final = "push"
"""The setting of a user that holds a subscription."""
TURN: Final = "turn"
CALL: Final = "call"
SEAT: Final = "seat"
TOURNAMENT: Final = "tournament"
DAY: Final = "day"
KINDS: Final = (TURN, CALL, SEAT, TOURNAMENT, DAY)
"""The kinds of messages, each about one thing: the person's turn; a call to answer; a seat that is
kept for them, a table to which they were invited, or a match of the queue; the events of a
tournament of theirs; a new hand of the day."""
KIND_OF: Final = {
    "turn": TURN,
    REMIND: TURN,
    LATE: TURN,
    "bet": CALL,
    CHALLENGE: SEAT,
    INVITED: SEAT,
    PAIRED: SEAT,
    SEAT_FREE: SEAT,
    **dict.fromkeys(OF_TOURNAMENT, TOURNAMENT),
}
"""The kinds of notices that a browser gets, each with the kind that its person chooses."""
QUIET_FROM: Final = 22
QUIET_UNTIL: Final = 8
"""The hours between which a person gets no messages, unless they chose other hours."""
_HOURS: Final = range(24)
_MINUTE: Final = 60.0
_DAY_MINUTES: Final = 24 * 60
_P256: Final = re.compile(r"[A-Za-z0-9_-]{87}")
"""An uncompressed point of the curve P-256, in base64."""
_AUTH: Final = re.compile(r"[A-Za-z0-9_-]{22}")


class BadSubscription(Exception):
    """This is no subscription that a browser has made, or its time zone is unknown."""


class QuietHours(Struct, frozen=True):
    """The hours of a person's day in which they get no messages, by the clocks of their zone: it is
    quiet from the beginning of hour ``begin`` to the beginning of hour ``end``. Two equal hours: it
    is never quiet."""

    zone: str
    """The name of the zone in the IANA database: ``America/Montevideo``."""
    begin: int = QUIET_FROM
    end: int = QUIET_UNTIL

    def is_quiet(self, utc: float) -> bool:
        """Whether it is quiet at this moment (seconds since the epoch)."""
        try:
            zone = _zone(self.zone)
        except BadSubscription:  # it was known where it was chosen
            zone = ZoneInfo("UTC")
        hour = datetime.fromtimestamp(utc, zone).hour
        if self.begin <= self.end:
            return self.begin <= hour < self.end
        return hour >= self.begin or hour < self.end

    def quiet_until(self, utc: float) -> float:
        """The first full minute from this moment on in which it is not quiet. Clocks may be put
        forward or back until then, so each minute is checked by itself."""
        at = utc
        for _ in range(2 * _DAY_MINUTES):
            if not self.is_quiet(at):
                return at
            at = (at // _MINUTE + 1) * _MINUTE
        return at


class Subscription(Struct, frozen=True, omit_defaults=True):
    """The subscription of a browser, and the messages that it wants."""

    address: str
    """The address at its push service."""
    key: str
    """Its public key, for which messages are encrypted (``p256dh``)."""
    secret: str
    """The secret that the browser shares with this program besides that key (``auth``)."""
    quiet: QuietHours
    kinds: tuple[str, ...] = KINDS
    since: float = 0.0
    """UTC seconds since the epoch."""

    def checked(self) -> "Subscription":
        """The same subscription, with its kinds in order. Raises :class:`BadSubscription`. It does
        not check the address: the part that writes to the address does."""
        hours = self.quiet.begin in _HOURS and self.quiet.end in _HOURS
        keys = _P256.fullmatch(self.key) and _AUTH.fullmatch(self.secret)
        if not (hours and keys) or any(kind not in KINDS for kind in self.kinds):
            raise BadSubscription
        _zone(self.quiet.zone)
        return replace(self, kinds=tuple(kind for kind in KINDS if kind in self.kinds))

    def told(self) -> dict[str, Any]:
        """The facts about the subscription that the person gets among their own data."""
        quiet = self.quiet
        return {"kinds": self.kinds, "quiet": [quiet.begin, quiet.end], "zone": quiet.zone}


SUBSCRIPTION: Final = JsonSetting(PUSH, Decoder(Subscription))


class PushSubscriptions:
    """Keeps the subscriptions of browsers."""

    def __init__(self, store: Store, users: LinkedUsers, time: Time) -> None:
        self._store = store
        self._users = users
        self._time = time

    async def of(self, user: UserId) -> Subscription | None:
        """The subscription of this user's browser; ``None``: it has none."""
        return SUBSCRIPTION.read(await self._store.settings_of(user))

    async def reaching(self, user: UserId) -> tuple[UserId, Subscription] | None:
        """The browser in which the person of this user gets messages, as its user and its
        subscription: the user's own browser, else another of the person's. ``None``: no browser has
        a subscription."""
        person = await self._users.person_of(user)
        for asked in (user, *(await self._users.of(person)).all):
            if (found := await self.of(asked)) is not None:
                return asked, found
        return None

    async def is_quiet(self, user: UserId, notice: str) -> bool:
        """Whether a browser would show this user a notice of this kind, but not at this hour."""
        if (kind := KIND_OF.get(notice)) is None:
            return False
        found = await self.reaching(user)
        if found is None or platform_of(found[0]) != platform_of(user):
            return False
        wanted = found[1]
        # A notice about a seat may be about a seat of a tournament.
        is_told = kind in wanted.kinds or (kind == SEAT and TOURNAMENT in wanted.kinds)
        return is_told and wanted.quiet.is_quiet(self._time.utc())

    async def save(self, user: UserId, wanted: Subscription) -> None:
        """Stores the subscription of the user's browser. Raises :class:`BadSubscription`."""
        before = await self.of(user)
        since = self._time.utc() if before is None else before.since
        kept = replace(wanted.checked(), since=since)
        await self._store.save(SUBSCRIPTION.row(user, kept))

    async def end(self, user: UserId, address: str = "") -> None:
        """Removes the subscription of the user's browser. With an ``address``: unless the browser
        has another address by now."""
        found = await self.of(user)
        if found is not None and address in ("", found.address):
            await self._store.save(SUBSCRIPTION.row(user, None))

    async def wanting(self, kind: str) -> dict[UserId, Subscription]:
        """All browsers that want messages of this kind."""
        found = await self._store.read(SUBSCRIPTION.of_all)
        return {user: wanted for user, wanted in found.items() if kind in wanted.kinds}

    async def is_first(self, person: PersonId, event: str) -> bool:
        """Notes that a person gets a message about an event that is no notice of a match. Returns
        whether it was not noted before, in any process."""
        answer = StoredAnswer(person, f"push:{event}", Accepted(), self._time.utc())
        (outcome,) = await self._store.commit([Changes(answer=answer)])
        return not isinstance(outcome, Repeated)


def _zone(name: str) -> ZoneInfo:
    """The time zone of this name. Raises :class:`BadSubscription`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadSubscription from None
