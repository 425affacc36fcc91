"""A push service on the loopback, and the browser behind it: it checks what the descriptions demand
of a request, reads what is encrypted, and refuses as it is told.

Written from RFC 8030 (requests), RFC 8188 and 8291 (encryption) and RFC 8292 (VAPID); nothing of it
is shared with what is tested.
"""

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from adapters.web.push_service import PushKey, PushService
from bot.community.push_subscriptions import KINDS, QuietHours, Subscription

CONTACT = "mailto:host@truco.example"
NEVER = QuietHours("America/Montevideo", 0, 0)


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt=salt, info=info).derive(secret)


def decrypted(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """The content of a message (RFC 8291, section 3.4; RFC 8188, section 2)."""
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= size, "one record alone"
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    shared = private.exchange(ec.ECDH(), public)
    info = b"WebPush: info\0" + point(private.public_key()) + sender
    keyed = derived(auth, shared, info, 32)
    key = derived(salt, keyed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, keyed, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(key).decrypt(nonce, record, None).rstrip(b"\0")
    assert padded.endswith(b"\x02"), "the last record"
    return padded[:-1]


@dataclass
class Told:
    """A message that the push service has taken, as the browser reads it."""

    path: str
    content: dict[str, Any]
    lasts: int
    topic: str
    urgency: str


@dataclass
class Answer:
    """How the push service answers next."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)


class Receiver:
    """The push service, and one browser."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        self.key = PushKey(b"k" * 32)
        self.told: list[Told] = []
        self.asked = 0
        self.answers: list[Answer] = []
        self.elsewhere = 0
        """How often somebody followed a redirect."""
        self.origin = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Receiver"]:
        app = web.Application()
        app.router.add_post("/push/{browser}", self._push)
        app.router.add_route("*", "/elsewhere", self._elsewhere)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        sockets = site._server.sockets  # type: ignore[union-attr]
        self.origin = f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            await runner.cleanup()

    def service(self) -> PushService:
        """What writes to this push service."""
        host = self.origin.removeprefix("http://")
        return PushService(self.key, CONTACT, services=(host,), scheme="http")

    def subscription(
        self, browser: str = "ana", kinds: tuple[str, ...] = KINDS, quiet: QuietHours = NEVER
    ) -> Subscription:
        public = encoded(point(self.private.public_key()))
        address = f"{self.origin}/push/{browser}"
        return Subscription(address, public, encoded(self.auth), quiet, kinds)

    async def _elsewhere(self, _request: web.Request) -> web.Response:
        self.elsewhere += 1
        return web.Response(status=201)

    async def _push(self, request: web.Request) -> web.Response:
        self.asked += 1
        if self.answers:
            answer = self.answers.pop(0)
            return web.Response(status=answer.status, headers=answer.headers)
        headers, body = request.headers, await request.read()
        assert len(body) <= 4096
        assert headers["Content-Encoding"] == "aes128gcm"
        lasts, topic = int(headers["TTL"]), headers["Topic"]
        assert lasts >= 0
        assert 0 < len(topic) <= 32
        assert topic.replace("-", "").replace("_", "").isalnum()
        self._check_sender(headers["Authorization"])
        content = json.loads(decrypted(body, self.private, self.auth))
        self.told.append(Told(request.path, content, lasts, topic, headers["Urgency"]))
        return web.Response(status=201, headers={"Location": f"{self.origin}/message/1"})

    def _check_sender(self, told: str) -> None:
        scheme, _, rest = told.partition(" ")
        assert scheme == "vapid"
        fields = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert fields["k"] == self.key.public
        head, claims, signature = fields["t"].split(".")
        raw = decoded(signature)
        pair = (int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
        public.verify(encode_dss_signature(*pair), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
        assert json.loads(decoded(head))["alg"] == "ES256"
        claimed = json.loads(decoded(claims))
        assert claimed["aud"] == self.origin
        assert claimed["sub"] == CONTACT
        assert 0 < claimed["exp"] - time.time() <= 24 * 3600
