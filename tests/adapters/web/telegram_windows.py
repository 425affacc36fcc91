"""Starts of Telegram's windows, signed in the way that Telegram's documentation describes; with a
key pair of the tests' own in the place of Telegram's."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.web.windows import TelegramStarts
from bot.messages import Join, MatchId, OpenTable, PersonId, PlaceId
from tests.adapters.web.house import House

TOKEN: Final = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"
NOW: Final = 1_790_000_000
SIGNER: Final = Ed25519PrivateKey.from_private_bytes(b"telegram".ljust(32))
"""Signs in Telegram's place."""
STRANGER: Final = Ed25519PrivateKey.from_private_bytes(b"somebody".ljust(32))
"""Signs in nobody's place."""


CLUB, GROUP = "telegram:-100", "telegram:-100/0"


async def opens(
    house: House, host: PersonId, *others: PersonId, place: PlaceId = GROUP, **options: str
) -> MatchId:
    """A table that its host opens by the command of a chat; the others sit down there."""
    opening = OpenTable(
        request=f"open {host} {place}",
        person=host,
        name=host,
        community=place.rpartition("/")[0],
        place=place,
        options=tuple(options.items()),
    )
    match = await house.does(opening)
    for person in others:
        join = Join(request=f"join {person} {match}", person=person, match=match, name=person)
        await house.does(join)
    return match


def starts(token: str = TOKEN, now: Callable[[], float] = time.time) -> TelegramStarts:
    """What takes the starts of these tests."""
    return TelegramStarts(token, now, SIGNER.public_key().public_bytes_raw())


def hashed(fields: dict[str, str], token: str = TOKEN) -> str:
    """``initData`` of these fields, with the hash that whoever has the token can make."""
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    digest = hmac.new(key, _lines(fields), hashlib.sha256).hexdigest()
    return urlencode({**fields, "hash": digest})


def signature_of(
    fields: dict[str, str], token: str = TOKEN, signer: Ed25519PrivateKey = SIGNER
) -> str:
    """The signature that Telegram alone can make."""
    content = f"{token.partition(':')[0]}:WebAppData\n".encode() + _lines(fields)
    return base64.urlsafe_b64encode(signer.sign(content)).decode().rstrip("=")


def signed(fields: dict[str, str], token: str = TOKEN, signer: Ed25519PrivateKey = SIGNER) -> str:
    """``initData`` of these fields, signed twice."""
    return hashed({**fields, "signature": signature_of(fields, token, signer)}, token)


def _lines(fields: dict[str, str]) -> bytes:
    return "\n".join(f"{name}={value}" for name, value in sorted(fields.items())).encode()


def start_of(
    user: int = 42, name: str = "Ana", *, at: float = NOW, token: str = TOKEN, **more: str
) -> str:
    """The start of a window that this user opens."""
    person = json.dumps({"id": user, "first_name": name, "language_code": "es", "is_premium": True})
    fields = {"auth_date": str(int(at)), "user": person, "chat_instance": "-77", **more}
    return signed(fields, token)
