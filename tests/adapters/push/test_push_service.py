"""Where messages go, and what becomes of them."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec.structs import replace

from adapters.web.push_service import (
    LARGEST,
    LONGEST_ADDRESS,
    PushKey,
    PushMessage,
    PushOutcome,
    PushService,
    PushVerdict,
)
from bot.community.push_subscriptions import BadSubscription
from tests.adapters.push.receiver import Answer, Receiver, decoded, point

MESSAGE = PushMessage(b'{"tag":"x"}', 60, "topic")
OUTSIDE = PushService(PushKey(b"k" * 32), "mailto:host@truco.example")


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def-_",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-par02p.notify.windows.com/w/?token=abc%2b",
    ],
)
def test_the_push_services_of_browsers_are_known(address: str) -> None:
    OUTSIDE.check(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/x",
        "https://push.example.com/x",
        "https://evilfcm.googleapis.com.evil.example/x",
        "https://xfcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com:x/",
        "https://me:you@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example\\@fcm.googleapis.com/x",
        "https://evil.example#@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x\r\nHost: evil.example",
        "https://fcm.googleapis.com/ x",
        "https://fcm.googleapis.com./x",
        "https://fcm。googleapis。com/x",
        "ftp://fcm.googleapis.com/x",
        "https://fcm.googleapis.com/" + "x" * LONGEST_ADDRESS,
    ],
)
def test_nothing_else_is_written_to(address: str) -> None:
    with pytest.raises(BadSubscription):
        OUTSIDE.check(address)


async def test_what_is_kept_from_before_is_checked_once_more(receiver: Receiver) -> None:
    wanted = receiver.subscription()
    assert (await OUTSIDE.send(wanted, MESSAGE)).verdict is PushVerdict.GONE
    assert receiver.asked == 0


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (Answer(200), PushOutcome(PushVerdict.TAKEN)),
        (Answer(201), PushOutcome(PushVerdict.TAKEN)),
        (Answer(202), PushOutcome(PushVerdict.TAKEN)),
        (Answer(404), PushOutcome(PushVerdict.GONE)),
        (Answer(410), PushOutcome(PushVerdict.GONE)),
        (Answer(403), PushOutcome(PushVerdict.GONE)),
        (Answer(400), PushOutcome(PushVerdict.REFUSED)),
        (Answer(413), PushOutcome(PushVerdict.REFUSED)),
        (Answer(300), PushOutcome(PushVerdict.REFUSED)),
        (Answer(302, {"Location": "/elsewhere"}), PushOutcome(PushVerdict.REFUSED)),
        (Answer(429, {"Retry-After": "90"}), PushOutcome(PushVerdict.LATER, 90)),
        (Answer(429, {"Retry-After": "-1"}), PushOutcome(PushVerdict.LATER, 1)),
        (Answer(429, {"Retry-After": "nan"}), PushOutcome(PushVerdict.LATER)),
        (Answer(429, {"Retry-After": "1e99"}), PushOutcome(PushVerdict.LATER, 6 * 3600)),
        (Answer(500), PushOutcome(PushVerdict.LATER)),
    ],
)
async def test_what_an_answer_means(
    receiver: Receiver, answer: Answer, outcome: PushOutcome
) -> None:
    receiver.answers = [answer]
    assert await receiver.service().send(receiver.subscription(), MESSAGE) == outcome
    assert (receiver.asked, receiver.elsewhere) == (1, 0)


async def test_a_push_service_that_is_away_is_asked_later(receiver: Receiver) -> None:
    host = "127.0.0.1:9"
    away = PushService(receiver.key, "mailto:host@truco.example", services=(host,), scheme="http")
    wanted = replace(receiver.subscription(), address=f"http://{host}/push/ana")
    assert (await away.send(wanted, MESSAGE)).verdict is PushVerdict.LATER


async def test_a_key_that_is_no_point_of_the_curve_is_gone(receiver: Receiver) -> None:
    wanted = replace(receiver.subscription(), key="B" + "A" * 86)
    assert (await receiver.service().send(wanted, MESSAGE)).verdict is PushVerdict.GONE


async def test_the_longest_message_fits(receiver: Receiver) -> None:
    long = replace(MESSAGE, content=b'"' + b"x" * (LARGEST - 2) + b'"')
    assert await receiver.service().send(receiver.subscription(), long) == PushOutcome(
        PushVerdict.TAKEN
    )
    assert len(receiver.told[0].content) == LARGEST - 2


def test_the_key_follows_from_the_one_that_is_kept() -> None:
    key, again, other = PushKey(b"k" * 32), PushKey(b"k" * 32), PushKey(b"l" * 32)
    assert key.public == again.public != other.public
    assert decoded(key.public) == point(key.private.public_key())
    assert isinstance(key.private.curve, ec.SECP256R1)
    assert repr(key) == "PushKey()"
