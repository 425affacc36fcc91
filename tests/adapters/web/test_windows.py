"""The page in a window of Telegram: who is let in, as whom, and to which table."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Final
from unittest.mock import AsyncMock, MagicMock
from urllib.parse import parse_qs, urlencode

import pytest
from aiohttp import WSMsgType

from adapters.web.discord_starts import DiscordStarts
from adapters.web.security import POLICY
from adapters.web.windows import (
    LONGEST_SECONDS,
    SESSION_SECONDS,
    START_SECONDS,
    BadStart,
    Opened,
    TelegramStarts,
    Windows,
)
from adapters.windows import WindowTarget
from bot.community.linked_users import Outcome
from bot.happenings import ChatTakesOver
from bot.messages import AddRobot, Leave
from tests.adapters.web.house import PATIENCE, House, Message, Page, a_key, my_turn, opened
from tests.adapters.web.telegram_windows import (
    NOW,
    STRANGER,
    hashed,
    opens,
    signature_of,
    signed,
    start_of,
    starts,
)

KEY, OTHER = "k" * 22, "o" * 22
FRAME = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}


class Clock:
    def __init__(self) -> None:
        self.at = float(NOW)

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def windows(clock: Clock) -> Windows:
    return Windows(b"s" * 32, {"telegram": starts(now=clock)}, clock)


@pytest.fixture
async def framed(windows: Windows) -> AsyncIterator[House]:
    async with opened(windows=windows) as house:
        yield house


@asynccontextmanager
async def window(
    house: House, start: str = "", *, key: str = "", session: str = "", match: str = ""
) -> AsyncIterator[Page]:
    """A window that is let in."""
    async with house.line() as page:
        page.key = key or a_key()
        await page.tell(
            "hello",
            key=page.key,
            locale="es",
            window="telegram",
            start=start,
            session=session,
            match=match,
        )
        yield page


async def refused(house: House, start: str, *, key: str = KEY, session: str = "") -> Message:
    """What a window hears that is not let in; its line ends."""
    async with window(house, start, key=key, session=session) as page:
        told = json.loads((await page.socket.receive()).data)
        assert (await page.socket.receive()).type is WSMsgType.CLOSE
        return dict(told)


# --- what Telegram signs ------------------------------------------------------------------------


PUBLISHED: Final = (
    "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C"
    "%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A"
    "%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A"
    "%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiM"
    "oKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private"
    "&auth_date=1733584787"
    "&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6"
    "&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLI"
    "lADQ"
)
"""The example of docs.telegram-mini-apps.com (init data), which Telegram's production servers have
signed for the bot of the next line; the tests of its libraries use it too."""
PUBLISHED_TOKEN: Final = "7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ"


async def test_the_published_example_is_read() -> None:
    """With Telegram's own key, which is the one that is taken where nothing else is said."""
    taken = TelegramStarts(PUBLISHED_TOKEN, lambda: 1733584787.0)
    opened = await taken.read(PUBLISHED)
    assert (opened.user, opened.name, opened.locale) == (
        "telegram:279058397",
        "Vladislav + - ? / Kibenko",
        "ru",
    )
    with pytest.raises(BadStart):
        await starts(PUBLISHED_TOKEN, lambda: 1733584787.0).read(PUBLISHED)


FIELDS: Final = {"auth_date": str(NOW), "user": '{"id": 42}'}
"""Those of a start that is right."""


def changed(start: str, **fields: str) -> str:
    """The same start with other fields, and the old hash."""
    known = {name: values[0] for name, values in parse_qs(start).items()}
    return urlencode(known | fields)


PROVES_NOTHING: Final = [
    "",
    "hash=",
    "x",
    "a=1&a=2",
    start_of(token="110201543:AAHanotherbotsanotherbotsanotherbots"),
    changed(start_of(), user='{"id": 43, "first_name": "Eva"}'),
    changed(start_of(), start_param="abcdefgh"),
    changed(start_of(), hash="0" * 64),
    changed(start_of(), hash="ñ"),
    start_of() + "&user=" + "x",
    start_of(at=NOW - START_SECONDS - 1),
    start_of(at=NOW + 3600),
    signed({"user": '{"id": 42}'}),
    signed({"auth_date": "²", "user": '{"id": 42}'}),
    signed({"auth_date": str(NOW), "user": "null"}),
    signed({"auth_date": str(NOW), "user": '{"id": "42"}'}),
    signed({"auth_date": str(NOW)}),
    "&".join(f"a{number}=1" for number in range(100)),
    # Whoever has found the token makes a right hash, and that is all.
    hashed(FIELDS),
    hashed({**FIELDS, "signature": ""}),
    hashed({**FIELDS, "signature": "ñ"}),
    hashed({**FIELDS, "signature": "A" * 86}),
    signed(FIELDS, signer=STRANGER),
    hashed({**FIELDS, "signature": signature_of(FIELDS, "4242:AAanother")}),
    hashed({**FIELDS, "signature": signature_of({**FIELDS, "user": '{"id": 43}'})}),
    hashed({**FIELDS, "signature": signature_of(FIELDS), "start_param": "abcdefgh"}),
]


async def test_a_start_that_proves_nothing_gets_a_sentence(framed: House) -> None:
    for start in PROVES_NOTHING:
        told = await refused(framed, start)
        assert told["t"] == "closed", start
        assert set(told) == {"t", "text"}
        assert len(framed.playground.tabs) == 0


async def test_a_start_is_taken_once(framed: House, windows: Windows, clock: Clock) -> None:
    start = start_of()
    async with window(framed, start, key=KEY) as page:
        assert (await page.hear("welcome"))["name"] == "Ana"
    assert (await refused(framed, start, key=OTHER))["t"] == "closed"
    async with window(framed, start, key=KEY) as page:  # it was loaded anew
        await page.hear("welcome")
    fields = {name: values[0] for name, values in parse_qs(start).items() if name != "hash"}
    padded = hashed({**fields, "signature": fields["signature"] + "=="})
    for written in (*rewritten(start), padded):
        assert (await refused(framed, written, key=OTHER))["t"] == "closed", written
    clock.at += START_SECONDS
    assert (await windows.begin("telegram", start)).user == "telegram:42"
    clock.at += 1
    with pytest.raises(BadStart):
        await windows.begin("telegram", start)


def rewritten(start: str) -> list[str]:
    """The same start in other letters: other orders and other ways to write a letter."""
    parts = start.split("&")
    return [
        "&".join(reversed(parts)),
        start.replace("hash=", "has%68="),
        start.replace("+", "%20"),
        start.replace("auth_date", "%61uth_date"),
    ]


async def test_a_session_belongs_to_its_page_and_ends(
    framed: House, windows: Windows, clock: Clock
) -> None:
    async with window(framed, start_of(), key=KEY) as page:
        session = (await page.hear("welcome"))["session"]
    clock.at += START_SECONDS * 2  # its start is long over
    async with window(framed, key=KEY, session=session) as page:
        renewed = (await page.hear("welcome"))["session"]
    assert renewed != session
    for told in (
        await refused(framed, "", key=OTHER, session=session),
        await refused(framed, "", session=session[:-2] + "00"),
        await refused(framed, "", session=session[2:]),
        await refused(framed, "", session="zz"),
        await refused(framed, "", session="00" * 32),
    ):
        assert told["t"] == "closed"
    another = Windows(b"t" * 32, {"telegram": starts(now=clock)}, clock)
    with pytest.raises(BadStart):
        another.resume(session, KEY)
    with pytest.raises(BadStart):
        windows.resume(session, KEY, "discord")
    clock.at += SESSION_SECONDS + 1
    assert (await refused(framed, "", session=session))["t"] == "closed"


def test_a_session_is_of_this_version_and_holds_to_its_last_second(
    windows: Windows, clock: Clock
) -> None:
    session = windows.session("telegram", Opened("telegram:42", "Ana"), KEY)
    clock.at += SESSION_SECONDS
    assert windows.resume(session, KEY).user == "telegram:42"
    clock.at += 1
    older = b"\x91\x01"
    for wrong in (session, (older + windows._signed(older)).hex()):
        with pytest.raises(BadStart):
            windows.resume(wrong, KEY)


async def test_a_connection_that_lasts_has_new_sessions_and_ends_with_the_last(
    clock: Clock,
) -> None:
    slept: asyncio.Queue[float] = asyncio.Queue()
    woken = asyncio.Event()

    async def sleep(seconds: float) -> None:
        slept.put_nowait(seconds)
        await woken.wait()
        clock.at += seconds
        await asyncio.sleep(0)

    windows = Windows(b"s" * 32, {"telegram": starts(now=clock)}, clock, sleep)
    async with opened(windows=windows) as house, window(house, start_of(), key=KEY) as page:
        first = (await page.hear("welcome"))["session"]
        assert await slept.get() == SESSION_SECONDS / 2
        woken.set()
        second = (await page.hear("session"))["session"]
        soon = Windows(b"s" * 32, {"telegram": starts()}, lambda: float(NOW))
        assert soon.resume(second, KEY).user == "telegram:42"
        assert second != first
        await page.hear("closed")
        assert clock.at == NOW + LONGEST_SECONDS
        assert (await page.socket.receive()).type is WSMsgType.CLOSE
        last = [message for message in page.heard if message["t"] == "session"][-1]["session"]
        clock.at += 1
        with pytest.raises(BadStart):
            windows.resume(last, KEY)


async def test_the_record_of_a_private_table_is_open_in_the_window(framed: House) -> None:
    match = await opens(framed, "telegram:42", private="si")
    await framed.does(AddRobot(request="r", person="telegram:42", match=match, seat=1))
    await framed.begins(match, "telegram:42")
    await framed.does(Leave(request="l", person="telegram:42", match=match))
    async with window(framed, start_of(42), key=KEY) as page:
        session = (await page.hear("welcome"))["session"]
    address = f"{framed.url}/partida/{match}/partida.truco"
    found = []
    for headers in (
        {"Truco-Key": KEY},
        {"Truco-Key": KEY, "Truco-Session": session},
        {"Truco-Key": OTHER, "Truco-Session": session},
    ):
        async with framed.session.get(address, headers=headers) as answer:
            found.append(answer.status)
    assert found == [404, 200, 404]


# --- framing --------------------------------------------------------------------------------------


async def test_only_telegram_may_hold_the_window(framed: House) -> None:
    async with framed.session.get(f"{framed.url}/ventana/telegram", headers=FRAME) as answer:
        assert answer.status == 200
        assert "X-Frame-Options" not in answer.headers
        rules = answer.headers[POLICY].split("; ")
        assert "frame-ancestors https://web.telegram.org" in rules
        assert 'data-window="telegram"' in await answer.text()


async def test_everything_else_is_as_closed_as_before(framed: House) -> None:
    for path in ("/", "/verificar", "/ws", "/health", "/ventana/discord", "/ventana/"):
        async with framed.session.get(framed.url + path, headers=FRAME) as answer:
            assert answer.status in (403, 404), path
            assert answer.headers["X-Frame-Options"] == "DENY", path
            assert "frame-ancestors 'none'" in answer.headers[POLICY], path


async def test_another_page_takes_nothing_of_the_window(framed: House) -> None:
    for dest in ("script", "embed", "object", "empty"):
        headers = FRAME | {"Sec-Fetch-Dest": dest}
        async with framed.session.get(f"{framed.url}/ventana/telegram", headers=headers) as answer:
            assert answer.status == 403, dest


# --- who it is, and where -------------------------------------------------------------------------


async def test_the_person_of_the_window_is_the_person_of_the_chat(framed: House) -> None:
    match = await opens(framed, "telegram:42", "telegram:43")
    await framed.begins(match, "telegram:42")
    async with (
        window(framed, start_of(42, start_param=match)) as ana,
        window(framed, start_of(43, "Beto"), match=match) as beto,
    ):
        hands = [await page.screen(lambda screen: screen["kind"] == "hand") for page in (ana, beto)]
        assert [[seat["me"] for seat in hand["seats"]] for hand in hands] == [
            [True, False],
            [False, True],
        ]
        codes = [{card["code"] for card in hand["cards"]} for hand in hands]
        assert not codes[0] & codes[1]
        turn = 0 if my_turn(hands[0]) else 1
        for page, own in zip((ana, beto), codes, strict=True):
            pictures = [message["screen"] for message in page.heard if message["t"] == "picture"]
            assert {card["code"] for picture in pictures for card in picture["cards"]} == own
        mine = (ana, beto)[turn]
        card = hands[turn]["cards"][0]["token"]
        assert (await mine.ask("press", token=card))["tone"] == "ok"
    info = await framed.info(match)
    assert [seat.person for seat in info.seats] == ["telegram:42", "telegram:43"]


async def test_a_stranger_sees_nothing_of_a_private_table(framed: House) -> None:
    match = await opens(framed, "telegram:42", private="si")
    async with window(framed, start_of(99, "Eva", start_param=match)) as eva:
        await eva.hear("welcome")
        await eva.hear("watching", lambda message: message["match"] == "")
        tables = await eva.hear("tables")
        assert tables["tables"] == []
        assert "picture" not in {message["t"] for message in eva.heard}


async def test_a_window_without_a_table_shows_no_tables_of_strangers(framed: House) -> None:
    async with framed.visit("Zoe") as zoe:
        await zoe.open_table(jugadores="2")
        async with window(framed, start_of()) as ana:
            shown = await ana.hear("tables")
            assert (shown["tables"], bool(shown["title"])) == ([], True)
        async with framed.visit("Yan") as yan:
            shown = await yan.hear("tables")
            assert (len(shown["tables"]), shown["title"]) == (1, "")


async def test_people_are_called_as_in_their_chats(framed: House) -> None:
    long = "Ana\u202e María\x07" + "a" * 100
    async with window(framed, start_of(user=7, name=long)) as page:
        assert (await page.hear("welcome"))["name"] == ("Ana María " + "a" * 100)[:32]
    async with window(framed, start_of(name="Ana\u202e María")) as ana:
        assert (await ana.hear("welcome"))["name"] == "Ana María"


async def test_invitations_are_made_where_a_platform_has_a_way(windows: Windows) -> None:
    async def share(user: str, name: str, locale: str, match: str) -> str:
        return f"{user} {name} {locale} {match}"

    given = ("telegram:42", "Ana", "es", "abcdefgh")
    assert (await windows.share(*given), windows.link("telegram:42", "code")) == ("", "")
    windows.sharing["telegram"] = share
    windows.links["telegram"] = "https://t.me/bot/mesa?startapp={}".format
    assert await windows.share(*given) == "telegram:42 Ana es abcdefgh"
    assert windows.link("telegram:42", "code") == "https://t.me/bot/mesa?startapp=code"
    assert windows.link("web:42", "code") == ""


async def test_markup_in_a_start_parameter_leads_nowhere(framed: House) -> None:
    async with window(framed, start_of(start_param="<img/onerror=x>")) as page:
        await page.hear("welcome")
        assert (await page.hear("reply"))["tone"] == "no"
        await page.hear("tables")
        assert "onerror" not in "".join(page.raw)


async def test_the_window_of_a_user_who_was_unlinked_shows_no_hand(framed: House) -> None:
    """The window shows the table as to a stranger, and the person's own chats rest no longer."""
    users = framed.service.users
    told: list[ChatTakesOver] = []
    awake = asyncio.Event()

    async def hears(happened: ChatTakesOver) -> None:
        told.append(happened)
        awake.set()

    framed.service.happenings.listen(ChatTakesOver, hears)
    code = await users.new_code("discord:1")
    assert await users.link("telegram:42", code) is Outcome.LINKED
    match = await opens(framed, "discord:1", "telegram:43")
    await framed.begins(match, "discord:1")
    async with window(framed, start_of(42, start_param=match)) as page:
        hand = await page.screen(lambda screen: screen["kind"] == "hand")
        person = await users.person_of("telegram:42")
        assert framed.service.windows.looks(match, person)
        assert await users.unlink("discord:1", "telegram:42")
        picture = await page.screen(lambda screen: screen["kind"] == "table")
        assert picture["version"] >= hand["version"]
        assert not any(seat["me"] for seat in picture["seats"])
        async with asyncio.timeout(PATIENCE):
            await awake.wait()
        assert told == [ChatTakesOver(match, person)]
        assert not framed.service.windows.looks(match, person)


@pytest.mark.parametrize(
    ("kind", "scope", "taken"),
    [
        ("Bearer", "identify", True),
        ("Bearer", "guilds identify", True),
        ("Bearer", "guilds", False),
        ("MAC", "identify", False),
    ],
)
async def test_a_token_of_discord_says_who_somebody_is(kind: str, scope: str, taken: bool) -> None:
    async def nowhere(_user: str, _guild: int, _channel: int) -> WindowTarget:
        return WindowTarget()

    starts = DiscordStarts("t", "s", "", page="", application=lambda: 42, wanted=nowhere)
    told = {"access_token": "abc", "token_type": kind, "scope": scope}
    starts._answered = AsyncMock(return_value=json.dumps(told))  # type: ignore[method-assign]
    with nullcontext() if taken else pytest.raises(BadStart):
        assert await starts._exchanged(MagicMock(), "code") == "abc"
