"""The page in a window of a chat platform: the platform proves which person opened it.

A page in a browser belongs to the person who made its key. A page in a window belongs to the person
of the chat: the platform signs a *start*, which names the person who opened the window and the
table for which they opened it. A start is taken soon after it was made, by one page
(:mod:`bot.community.taken_starts`). From then on the page has a *session*, which this server signs:
it belongs to the key that the page made for itself, is renewed with each connection and while a
connection lasts, and ends."""

import asyncio
import base64
import hmac
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from hashlib import sha256
from typing import Final, Protocol
from urllib.parse import parse_qsl

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from adapters.windows import HALL, HallCodes, window_path
from bot.community.linked_users import platform_of
from bot.match.names import shown_name
from bot.messages import CommunityId, MatchId, PlaceId, UserId

START_SECONDS: Final = 3600.0
"""Seconds for which a start is valid after the platform made it."""
AHEAD_SECONDS: Final = 60.0
"""Seconds by which the platform's clock may be ahead of ours."""
SESSION_SECONDS: Final = 24 * 3600.0
"""A session ends this many seconds after its last renewal ..."""
LONGEST_SECONDS: Final = 7 * 24 * 3600.0
"""... and this many seconds after its start, however often it was renewed."""
TELEGRAM_KEY: Final = bytes.fromhex(
    "e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d"
)
"""The public key with which Telegram signs starts for everybody, of its production servers
(https://core.telegram.org/bots/webapps#validating-data-for-third-party-use)."""
_FIELDS: Final = 40
"""The most fields of a start."""


class BadStart(Exception):
    """The start proves nothing: it is forged, too old, for another bot, or used already."""


class Opened(Struct, frozen=True):
    """The person that opened a window, and the purpose."""

    user: UserId
    name: str
    """The person's name on the platform, in a form that a table may show."""
    locale: str = ""
    """The language that the platform speaks with the person; empty: unknown."""
    target: str = ""
    """The table or invitation that the window was opened for, or :data:`HALL`; empty: none."""
    place: PlaceId = ""
    """The place of the chats where the window was opened, as far as it is known: whether the person
    may read there is not asked yet."""
    mark: str = ""
    """The text that the platform has signed, in any of the forms of a start."""
    token: str = ""
    """The token that tells the platform's client that the page was let in; empty: none."""
    begun: int = 0
    """The moment when the session began; 0: it begins now."""


class WindowHome(Struct, frozen=True):
    """The home of a window that shows no table: the person's own chat, or the hall's."""

    community: CommunityId
    place: PlaceId


def home_at(place: PlaceId) -> WindowHome:
    """The home of a window that shows the tables of this place."""
    return WindowHome(place.rpartition("/")[0], place)


class Starts(Protocol):
    """The signed starts of one platform."""

    @property
    def frames(self) -> tuple[str, ...]:
        """The origins whose pages may hold the window."""

    @property
    def is_proxied(self) -> bool:
        """Whether a proxy of the platform serves the page, at an origin of the platform's."""

    @property
    def origin(self) -> str:
        """The origin of such a proxy; empty: there is none, or it is not known yet."""

    @property
    def client_id(self) -> str:
        """The id by which the platform's client knows the page; empty: there is none."""

    async def read(self, text: str) -> Opened:
        """The person who opened the window, and its target. Raises :class:`BadStart`."""

    def home(self, user: UserId) -> WindowHome:
        """The user's own chat, where a window belongs while it shows no table and no hall."""


class _Person(Struct):
    id: int
    first_name: str = ""
    last_name: str = ""
    language_code: str = ""


_person_decoder: Final = msgspec.json.Decoder(_Person)


class Share(Protocol):
    """Prepares an invitation that a person sends from a window into a chat."""

    async def __call__(self, user: UserId, name: str, locale: str, match: MatchId) -> str:
        """The id by which the window's app sends it; empty: there is none."""


class TelegramStarts:
    """The starts of Telegram's Mini Apps: ``initData``, signed with the bot's token, and once more
    with a key that Telegram alone has. Both have to be right, so the token alone signs none."""

    frames: Final = ("https://web.telegram.org",)
    is_proxied: Final = False
    origin: Final = ""
    client_id: Final = ""

    def __init__(
        self, token: str, now: Callable[[], float] = time.time, signer: bytes = TELEGRAM_KEY
    ) -> None:
        """``signer``: the public key of the second signature."""
        self._signer: Final = Ed25519PublicKey.from_public_bytes(signer)
        self._bot: Final = token.partition(":")[0]
        self._key: Final = hmac.digest(b"WebAppData", token.encode(), "sha256")
        self._halls: Final = HallCodes(token)
        self._now: Final = now

    def home(self, user: UserId) -> WindowHome:
        """The person's private chat with the bot, which has the person's own number."""
        return WindowHome(user, f"{user}/0")

    async def read(self, text: str) -> Opened:
        """The person who opened the window, and its target. ``text``: ``initData`` as the web view
        has it."""
        fields = fields_of(text)
        told = fields.pop("hash", "")
        right = hmac.digest(self._key, _lines(fields), "sha256").hex()
        if not hmac.compare_digest(right.encode(), told.encode()):
            raise BadStart
        signature = fields.pop("signature", "")
        content = f"{self._bot}:WebAppData\n".encode() + _lines(fields)
        try:
            self._signer.verify(_bytes_of(signature), content)
        except InvalidSignature:
            raise BadStart from None
        made = fields.get("auth_date", "")
        if not (made.isdecimal() and made.isascii()):
            raise BadStart
        if not -AHEAD_SECONDS <= self._now() - int(made) <= START_SECONDS:
            raise BadStart
        try:
            person = _person_decoder.decode(fields.get("user", ""))
        except msgspec.DecodeError:
            raise BadStart from None
        name = " ".join(part for part in (person.first_name, person.last_name) if part)
        param = fields.get("start_param", "").lower()
        place = self._halls.place(param)
        return Opened(
            user=f"telegram:{person.id}",
            name=shown_name(name),
            locale=person.language_code,
            target=HALL if place else param,
            place=place,
            mark=sha256(content).hexdigest(),
        )


def _lines(fields: dict[str, str]) -> bytes:
    """The fields in the form in which Telegram signs them."""
    return "\n".join(f"{name}={fields[name]}" for name in sorted(fields)).encode()


def _bytes_of(signature: str) -> bytes:
    """The bytes of a text in URL-safe base64. Raises :class:`BadStart`."""
    try:
        return base64.b64decode(signature.rstrip("=") + "==", altchars=b"-_", validate=True)
    except ValueError:
        raise BadStart from None


def fields_of(text: str) -> dict[str, str]:
    """The fields of a start. Raises :class:`BadStart`: a field that stands there twice proves
    nothing."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=_FIELDS)
    except ValueError:
        raise BadStart from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise BadStart
    return fields


class _Session(Struct, frozen=True, array_like=True):
    platform: str
    user: UserId
    name: str
    key: str
    """The digest of the key of the page to which the session belongs."""
    begun: int
    ends: int
    place: PlaceId = ""
    """See :class:`Opened`."""
    is_hall: bool = False
    """The window was opened for the hall."""

    @property
    def opened(self) -> Opened:
        """The person who opened the window, and its target."""
        target = HALL if self.is_hall else ""
        return Opened(self.user, self.name, target=target, place=self.place, begun=self.begun)


_session_decoder: Final = msgspec.msgpack.Decoder(_Session)
_session_encoder: Final = msgspec.msgpack.Encoder()


class Windows:
    """Lets windows in: by a start once, by a session after that."""

    def __init__(
        self,
        secret: bytes,
        starts: dict[str, Starts],
        now: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """``secret``: signs the sessions; the same in all processes. ``starts``: by platform."""
        self._secret: Final = hmac.digest(secret, b"truco window sessions", "sha256")
        self._starts: Final = starts
        self._now: Final = now
        self._sleep: Final = sleep
        self.sharing: Final[dict[str, Share]] = {}
        """By connected platform, the function that prepares invitations."""
        self.links: Final[dict[str, Callable[[str], str]]] = {}
        """By connected platform, the function that gives the link to a window for a table or for
        the code of an invitation."""

    @property
    def platforms(self) -> tuple[str, ...]:
        return tuple(self._starts)

    def of(self, platform: str) -> Starts:
        """The starts of this platform, one of :attr:`platforms`."""
        return self._starts[platform]

    def proxied(self, path: str) -> str:
        """The origin of the platform whose proxy serves this path; empty: there is none."""
        for platform, starts in self._starts.items():
            if starts.is_proxied and path.startswith(f"{window_path(platform)}/"):
                return starts.origin
        return ""

    def home(self, platform: str, user: UserId) -> WindowHome:
        """The user's own chat, where a window belongs while it shows no table and no hall."""
        return self._starts[platform].home(user)

    async def share(self, user: UserId, name: str, locale: str, match: MatchId) -> str:
        """See :class:`Share`, for a user of any platform."""
        share = self.sharing.get(platform_of(user))
        return "" if share is None else await share(user, name, locale, match)

    def link(self, user: UserId, target: str) -> str:
        """The link with which this user hands on a table or an invitation: it opens a window of
        their platform; empty: their platform has no windows."""
        link = self.links.get(platform_of(user))
        return "" if link is None else link(target)

    async def opened(self, platform: str, start: str, session: str, key: str) -> Opened:
        """The person who opened a window, by its session or, if the session is missing or has
        ended, by its start. Raises :class:`BadStart`."""
        if platform not in self._starts:
            raise BadStart
        with suppress(BadStart):
            return self.resume(session, key, platform)
        return await self.begin(platform, start)

    async def begin(self, platform: str, start: str) -> Opened:
        """The person who opened a window with this start. The caller has to check whether another
        page has already taken the start. Raises :class:`BadStart`."""
        return await self._starts[platform].read(start)

    def session(self, platform: str, opened: Opened, key: str) -> str:
        """A session for the page with this key."""
        begun = opened.begun or int(self._now())
        ends = int(min(self._now() + SESSION_SECONDS, begun + LONGEST_SECONDS))
        content = _session_encoder.encode(
            _Session(
                platform,
                opened.user,
                opened.name,
                page_of(key),
                begun,
                ends,
                opened.place,
                opened.target == HALL,
            )
        )
        return (content + self._signed(content)).hex()

    async def renewals(self, session: str, key: str) -> AsyncIterator[str]:
        """The sessions of a page whose connection lasts, each at half the time of the one before.
        They stop when the last one has ended and no other may follow. Raises :class:`BadStart`: the
        session is none of ours."""
        found = self._read(session)
        while (left := found.ends - self._now()) > 0:
            if found.ends >= found.begun + LONGEST_SECONDS:
                await self._sleep(left)
                continue
            await self._sleep(left / 2)
            session = self.session(found.platform, found.opened, key)
            found = self._read(session)
            yield session

    def resume(self, session: str, key: str, platform: str = "") -> Opened:
        """The person of a session. ``platform``: the platform that holds the window; empty: it was
        not told. Raises :class:`BadStart`: the session has ended, belongs to another page or
        platform, or is none of ours."""
        found = self._read(session)
        mine = found.key == page_of(key) and platform in ("", found.platform)
        if not mine or found.ends < self._now() or found.platform not in self._starts:
            raise BadStart
        return found.opened

    def _read(self, session: str) -> _Session:
        """A session that this server has signed, perhaps long ago."""
        try:
            signed = bytes.fromhex(session)
        except ValueError:
            raise BadStart from None
        content, signature = signed[:-32], signed[-32:]
        if not hmac.compare_digest(self._signed(content), signature):
            raise BadStart
        try:
            return _session_decoder.decode(content)
        except msgspec.DecodeError:
            raise BadStart from None  # of another version

    def _signed(self, content: bytes) -> bytes:
        return hmac.digest(self._secret, content, "sha256")


def page_of(key: str) -> str:
    """The digest of this key, which stands for the page in the store and in sessions."""
    return sha256(b"truco window key\0" + key.encode()).hexdigest()[:32]
