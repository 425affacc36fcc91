"""Web Push: writes to the push services of browsers (RFC 8030), encrypted for the browser alone
(RFC 8291) and signed with a key of this bot (VAPID, RFC 8292).

The address of a subscription comes from a stranger, and this program writes there. So it must be
that of a push service that browsers are known to use, by HTTPS at the usual port; no redirect is
followed, and an answer is read up to its head."""

from base64 import urlsafe_b64encode
from collections.abc import Collection, Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import urlsplit

import aiohttp
import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from msgspec import Struct

from bot.community.push_subscriptions import BadSubscription, Subscription

SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of Chrome's kind, Firefox, Safari and Edge, with all hosts below."""
LONGEST_ADDRESS: Final = 1024
"""Characters of a subscription's address."""
LARGEST: Final = 2048
"""Bytes of a message before it is encrypted; push services take 4096 of an encrypted one."""
_SECONDS: Final = 10.0
_INFO: Final = b"truco web push"
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256, that is, its number of points (SP 800-186)."""
_LONGEST_REST: Final = 6 * 3600.0
_USUAL_REST: Final = 60.0

_log = structlog.get_logger(__name__)


class PushKey:
    """The key by which push services know this bot. It follows from the key that seals the secrets
    of matches (:mod:`bot.host.secret_key`): so it is made at the first start, kept in the same
    place as that key, and the same in all processes. If the key changes, browsers subscribe again
    when their page is opened next."""

    def __init__(self, key: bytes) -> None:
        # FIPS 186-5, A.2.1: 64 bits more than the order has, so that no number comes more often.
        drawn = HKDF(SHA256(), 40, salt=None, info=_INFO).derive(key)
        number = int.from_bytes(drawn) % (_ORDER - 1) + 1
        self.private: Final = ec.derive_private_key(number, ec.SECP256R1())

    def __repr__(self) -> str:
        return "PushKey()"

    @property
    def public(self) -> str:
        """The public key, as browsers are told it when they subscribe."""
        point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        return urlsafe_b64encode(point).decode().rstrip("=")


class PushVerdict(StrEnum):
    """The fate of a message at its push service."""

    TAKEN = "taken"
    GONE = "gone"
    """The browser has ended the subscription, or another bot's key made it."""
    LATER = "later"
    """The push service, or the network on the way, is out of order or overloaded."""
    REFUSED = "refused"
    """The push service refuses this message, and would refuse it again."""


class PushOutcome(Struct, frozen=True):
    """The answer of a push service."""

    verdict: PushVerdict
    rest: float = _USUAL_REST
    """Seconds after which to try again, if later."""


class PushMessage(Struct, frozen=True):
    """A message to a browser."""

    content: bytes
    lasts: float
    """Seconds for which the push service keeps the message for a browser that is not connected."""
    topic: str
    """It replaces an undelivered message with the same topic: at most 32 letters of base64."""
    urgent: bool = True
    """Whether a telephone that saves its battery is woken."""


class PushService:
    """Writes to push services. ``contact``: the address of the sender for their operators; it
    begins with ``https:`` or ``mailto:``. ``services``: the hosts that are written to; a test has
    its own, with the scheme ``http``."""

    def __init__(
        self,
        key: PushKey,
        contact: str,
        *,
        services: Collection[str] = SERVICES,
        scheme: str = "https",
    ) -> None:
        self._key = key
        self._contact = contact
        self._services = services
        self._scheme = scheme
        self.public: Final = key.public

    def check(self, address: str) -> None:
        """Raises :class:`bot.community.push_subscriptions.BadSubscription` unless this is an
        address at one of the push services."""
        try:
            parts = urlsplit(address)
            where = parts.hostname or "", parts.port
        except ValueError:
            raise BadSubscription from None
        plain = address.isascii() and address.isprintable() and " " not in address
        whole = plain and "\\" not in address and "@" not in parts.netloc
        if not whole or len(address) > LONGEST_ADDRESS or parts.scheme != self._scheme:
            raise BadSubscription
        if not any(_is_of(where, service) for service in self._services):
            raise BadSubscription

    async def send(self, to: Subscription, message: PushMessage) -> PushOutcome:
        """Sends a message to a browser. Never raises because of the network."""
        # The library is loaded only when a browser wants calls.
        from py_vapid import Vapid02
        from pywebpush import WebPushException, webpush_async

        assert len(message.content) <= LARGEST
        try:
            self.check(to.address)
        except BadSubscription:
            return PushOutcome(PushVerdict.GONE)
        told = urlsplit(to.address)
        limit = aiohttp.ClientTimeout(total=_SECONDS)
        async with aiohttp.ClientSession(timeout=limit) as one:
            narrow = _Narrow(one)
            try:
                await webpush_async(
                    {"endpoint": to.address, "keys": {"p256dh": to.key, "auth": to.secret}},
                    data=message.content.decode(),
                    vapid_private_key=Vapid02(self._key.private),
                    # The library adds for whom the token is, and that it ends in half a day.
                    vapid_claims={"sub": self._contact},
                    ttl=max(0, int(message.lasts)),
                    headers={
                        "topic": message.topic,
                        "urgency": "high" if message.urgent else "normal",
                    },
                    aiohttp_session=cast(aiohttp.ClientSession, narrow),
                )
            except WebPushException:
                pass  # the answer says more
            except (aiohttp.ClientError, TimeoutError, OSError) as error:
                _log.info("push.failed", service=told.hostname, error=type(error).__name__)
                return PushOutcome(PushVerdict.LATER)
            except ValueError:  # the browser's key is no point of the curve
                return PushOutcome(PushVerdict.GONE)
        outcome = _read(narrow.status, narrow.headers)
        if outcome.verdict is not PushVerdict.TAKEN:
            _log.info("push.refused", service=told.hostname, status=narrow.status)
        return outcome


class _Narrow:
    """The one request of a message, as the library makes it: no redirect is followed, and of the
    answer nothing is read but its head."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self.status = 0
        self.reason = ""
        self.headers: Mapping[str, str] = {}

    async def post(self, address: str, *, data: bytes, headers: Any, **_: object) -> "_Narrow":
        # The session knows the time limit.
        asked = self._session.post(address, data=data, headers=headers, allow_redirects=False)
        async with asked as answer:
            self.status, self.headers = answer.status, answer.headers
            answer.close()
        return self

    async def text(self) -> str:
        return ""


def _is_of(where: tuple[str, int | None], service: str) -> bool:
    """Whether a host and its port are those of a push service, or below it."""
    host, port = where
    name, _, own = service.partition(":")
    same = host == name or (not own and host.endswith(f".{name}"))
    return same and port == (int(own) if own else None)


def _read(status: int, headers: Mapping[str, str]) -> PushOutcome:
    """What the answer of a push service means (RFC 8030, section 5; RFC 8292, section 4.2)."""
    if HTTPStatus(200) <= status < HTTPStatus(300):
        return PushOutcome(PushVerdict.TAKEN)
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE, HTTPStatus.FORBIDDEN):
        return PushOutcome(PushVerdict.GONE)
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return PushOutcome(PushVerdict.LATER, _rest(headers.get("Retry-After", "")))
    return PushOutcome(PushVerdict.REFUSED)


def _rest(told: str) -> float:
    """The seconds until the next try. A date is not read, and stands for the usual number."""
    try:
        seconds = float(told)
    except ValueError:
        return _USUAL_REST
    return min(max(seconds, 1.0), _LONGEST_REST) if seconds == seconds else _USUAL_REST
