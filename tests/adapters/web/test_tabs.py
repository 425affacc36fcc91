"""Tabs and people: who is who, and what reaches whom."""

import asyncio
import re
from contextlib import closing
from typing import Any

import pytest
from aiohttp import ClientSession, WSCloseCode, WSMsgType

from adapters.listener import Listener
from adapters.web import Playground, limits
from adapters.web.protocol import AzarAdded
from adapters.web.tabs import BadTabKey, Outbox, user_of
from bot.environment import Config
from bot.service import Service
from bot.store import Store
from bot.words import words_for
from engine.variants import VARIANTS
from tests.adapters.web.house import PATIENCE, House, Message, Page, a_key, my_turn, opened, token
from tests.stores import all_bytes


def cards_of(screen: Message) -> list[str]:
    return [card["code"] for card in screen["cards"]]


def actions(screen: Message) -> list[str]:
    return [button["token"].split(".")[-1] for button in screen["buttons"]]


async def table_of_two(a: Page, b: Page) -> tuple[str, Message, Message]:
    """Both sit down and the cards are dealt; the table's name, and what each one sees."""
    match = await a.open_table(jugadores="2", puntos="15")
    await b.ask("sit", match=match)
    lobby = await a.screen(lambda screen: not any(seat["empty"] for seat in screen["seats"]))
    await a.ask("press", token=token(lobby, "START"))
    mine = await a.screen(lambda screen: screen["kind"] == "hand" and bool(screen["cards"]))
    theirs = await b.screen(lambda screen: screen["kind"] == "hand" and bool(screen["cards"]))
    return match, mine, theirs


# --- who is who -----------------------------------------------------------------------------


def test_a_key_is_a_person_and_cannot_be_read_from_it() -> None:
    key = "abcdefghijklmnopqrstuv"
    assert user_of(key) == user_of(key)
    assert user_of(key).startswith("web:")
    assert key not in user_of(key)
    assert user_of(key) != user_of(key[:-1] + "w")


@pytest.mark.parametrize("key", ["", "short", "x" * 21, "x" * 129, "x" * 30 + "é", "x" * 30 + " "])
def test_what_is_no_key(key: str) -> None:
    with pytest.raises(BadTabKey):
        user_of(key)


async def test_the_same_key_is_the_same_person(house: House) -> None:
    """In a second tab, and when the page has lost its line or was loaded again: the newest picture
    comes by itself."""
    key = a_key()
    async with house.visit("Beto") as other:
        async with house.visit("Ana", key=key) as first:
            match, mine, _ = await table_of_two(first, other)
            async with house.visit("Ana", key=key) as second:
                seen = [await second.screen()]
        async with house.visit("Ana", key=key) as again:
            seen.append(await again.screen())
        assert {screen["match"] for screen in seen} == {match}
        assert [cards_of(screen) for screen in seen] == [cards_of(mine)] * 2


async def test_keys_stay_out_of_everything_that_is_kept(caplog: pytest.LogCaptureFixture) -> None:
    store = Store.in_memory()
    async with opened(store=store) as house, house.visit("Ana") as ana, house.visit() as other:
        await table_of_two(ana, other)
        kept = all_bytes(store)
        assert b"Ana" in kept
        assert ana.key.encode() not in kept
        assert ana.key not in caplog.text
        assert all(ana.key not in raw for raw in ana.raw + other.raw)


# --- presses --------------------------------------------------------------------------------


async def test_nobody_plays_for_another_or_sees_their_cards(house: House) -> None:
    """Neither an onlooker who has the same name, nor the adversary."""
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match, mine, theirs = await table_of_two(ana, beto)
        player, adversary, turn = (ana, beto, mine) if my_turn(mine) else (beto, ana, theirs)
        card = turn["cards"][0]["token"]
        async with house.visit("Ana", match=match) as stranger:
            seen = await stranger.screen()
            assert seen["kind"] == "table"
            assert actions(seen) == seen["cards"] == seen["senas"] == []
            for page in (stranger, adversary):
                answer = await page.ask("press", token=card)
                assert (answer["tone"], bool(answer["text"])) == ("no", True)
            assert (await player.ask("press", token=card))["tone"] == "ok"
            for page, own in ((ana, cards_of(mine)), (beto, cards_of(theirs)), (stranger, [])):
                await page.screen(lambda screen: bool(screen["tricks"]))
                pictures = [said["screen"] for said in page.heard if said["t"] == "picture"]
                assert {code for shown in pictures for code in cards_of(shown)} == {*own}


async def test_pressing_twice_does_it_once(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        match, mine, theirs = await table_of_two(ana, beto)
        player, turn = (ana, mine) if my_turn(mine) else (beto, theirs)
        press = turn["cards"][0]["token"]
        first = await player.ask("press", id="same", token=press)
        again = await player.ask("press", id="same", token=press)
        assert first == again
        assert first["tone"] == "ok"
        view = await house.service.matches.view(match, None)
        assert view is not None
        assert len(view.plays) == 1


# --- typed lines ----------------------------------------------------------------------------


async def test_what_is_no_command_is_answered_kindly(house: House) -> None:
    async with house.visit("Ana") as ana:
        for text in ("hola", "/nada", "/carta", "/jugar jugadores:99", "/", "   "):
            answer = await ana.ask("line", text=text)
            assert answer["tone"] == "no"
            assert answer["text"]


# --- languages and names --------------------------------------------------------------------


async def test_each_tab_in_its_own_language(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Bia") as bia:
        match = await ana.open_table()
        await bia.hear("tables", lambda said: said["tables"])
        await bia.tell("locale", locale="pt_BR")
        await bia.hear("locale", lambda message: message["locale"] == "pt_BR")
        assert (await bia.hear("tables"))["tables"][0]["match"] == match, "in that language"
        await bia.tell("watch", match=match)
        assert (await bia.screen())["locale"] == "pt_BR"
        await bia.tell("locale", locale="en")
        assert (await bia.screen(lambda screen: screen["locale"] == "en"))["match"] == match
        answer = await bia.ask("press", token="nonsense")
        assert "nothing has changed" in answer["text"]


async def test_names_are_one_line_of_text(house: House) -> None:
    """No name takes none away; who comes without one gets one."""
    wicked = "<b>A\u202en\x00a</b>\n" + "x" * 40
    async with house.visit(wicked) as ana:
        assert ana.heard[-1]["name"] == f"<b>An a</b> {'x' * 40}"[: limits.NAME]
        for name in ("  Ana   María ", " \u202e "):
            await ana.tell("name", name=name)
        await ana.ask("line", text="/jugar")
        # The page writes it as text, whatever it holds (tests/browser looks at that).
        assert (await ana.screen())["seats"][0]["name"] == "Ana María"
    async with house.visit(" \n ") as nobody:
        assert nobody.heard[-1]["name"].isalpha()


# --- what is no message ---------------------------------------------------------------------


MALFORMED = [
    "",
    "not json",
    "[]",
    "null",
    "{}",
    '{"t":"nothing"}',
    '{"t":"press"}',
    '{"t":"press","id":"1","token":5}',
    '{"t":"press","id":"1","token":"t1.x","extra":1}',
    '{"t":"press","id":"../..","token":"t1.aaaaaaaa..START"}',
    '{"t":"press","id":"1","token":"t1.aaaaaaaa..START\\u0000"}',
    '{"t":"press","id":"1","token":"t1.aaaaaaaa.1000.? ?","value":"quiero\\n"}',
    '{"t":"hello","key":"aaaaaaaaaaaaaaaaaaaaaaaaa"}',
    "[" * 2000,
    '{"t":"quick","id":"1","players":1e9}',
]


async def test_malformed_messages_change_nothing(house: House) -> None:
    async with house.visit("Ana") as ana:
        match = await ana.open_table()
        before = await house.service.matches.info(match)
        for data in MALFORMED:
            await ana.socket.send_str(data)
            answer = await ana.hear("reply")
            assert answer["tone"] == "no", data
            assert len(answer["text"]) > 20
            assert "Traceback" not in answer["text"]
            assert await house.service.matches.info(match) == before, data
        # and the line is still good
        assert (await ana.ask("line", text="/ayuda"))["t"] == "panel"


async def test_forged_presses_are_refused_kindly(house: House) -> None:
    forged: list[tuple[str, dict[str, Any]]] = [
        ("press", {"token": "t1.zzzzzzzz..START"}),
        ("press", {"token": "t1.zzzzzzzz.1000.play 7o"}),
        ("press", {"token": "p1.otra...0"}),
        ("press", {"token": "l1.zzzzzzzz.nothing"}),
        ("press", {"token": "l1.zzzzzzzz.unirse.puntos=3"}),
        ("press", {"token": "l1.x.unirse"}),
        ("sit", {"match": "zzzzzzzz"}),
        ("sit", {"match": "' or 1=1"}),
        ("field", {"match": "zzzzzzzz", "name": "target", "value": "15"}),
        ("record", {"match": "zzzzzzzz"}),
        ("quick", {"players": 3}),
        ("quick", {"players": -1}),
    ]
    async with house.visit("Ana") as ana:
        for kind, message in forged:
            answer = await ana.ask(kind, **message)
            assert answer["tone"] == "no", message
            assert answer["text"]


async def test_a_message_may_not_be_huge(house: House) -> None:
    async with house.visit("Ana") as ana:
        await ana.socket.send_str("x" * (limits.MESSAGE_BYTES + 1))
        while (frame := await ana.socket.receive(timeout=PATIENCE)).type is WSMsgType.TEXT:
            pass
        assert frame.type is WSMsgType.CLOSE


@pytest.mark.parametrize(("locale", "game"), [("es", "argentino"), ("pt-BR", "paulista")])
async def test_the_hall_says_which_game_one_press_opens(
    house: House, locale: str, game: str
) -> None:
    """The one of the visitor's language, afterwards what was played last, where it has so many."""
    async with house.line() as page:
        await page.tell("hello", key=a_key(), name="Ana", locale=locale)
        said = await page.hear("games")
        games = {opening["players"]: opening for opening in said["games"]}
        assert {opening["variant"] for opening in games.values()} == {game}
        choices = [choice["variant"] for choice in said["choices"]]
        assert (choices[0], sorted(choices)) == (game, sorted(VARIANTS))
        assert all(choice["about"] for choice in said["choices"])
        assert games.keys() == {2, 4, 6}
        await page.ask("line", text="/jugar variante:venezolano")
        lobby = await page.screen()
        await page.ask("press", token=token(lobby, "START"))
        await page.tell("watch", match="")
        games = {opening["players"]: opening for opening in (await page.hear("games"))["games"]}
        assert games[2]["variant"] == games[4]["variant"] == "venezolano"
        assert games[6]["variant"] != "venezolano", "there is none for six"


async def test_pages_are_told_that_the_server_goes() -> None:
    with closing(Listener("127.0.0.1", 0)) as listener:
        service = Service(Store.in_memory(), Config())
        playground = Playground(service, listener, locale="es", windows=None)
        url = listener.address.rstrip("/")
        async with ClientSession() as session:
            async with service.running(), playground.running():
                socket = await session.ws_connect(f"{url}/ws", headers={"Origin": url})
                heard = asyncio.create_task(socket.receive())
            assert (await heard).type is WSMsgType.CLOSE
            assert socket.close_code == WSCloseCode.GOING_AWAY


async def test_a_private_table_stands_in_the_list_of_those_who_may_sit_there(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto, house.visit("Eva") as eva:
        match = await ana.open_table(privada="si")
        told = await ana.ask("line", text="/invitar")
        assert told["t"] == "panel"
        (code,) = re.findall(r"codigo:([a-z0-9]{16})", told["page"]["text"])
        assert f"/mesa/{code}" in told["page"]["text"]
        open_one = await eva.open_table()
        for person in (beto, eva):
            await person.tell("watch", match="")
            listed = await person.hear(
                "tables", lambda said: open_one in [card["match"] for card in said["tables"]]
            )
            assert match not in [card["match"] for card in listed["tables"]]
        refused = await beto.ask("sit", match=match)
        assert refused["text"] == words_for("es").text("reason.PRIVATE_TABLE", host="Ana")
        # The address of the invitation opens the page, which says its code.
        async with house.session.get(f"{house.url}/mesa/{code}") as response:
            assert response.status == 200
        assert (await beto.ask("line", text=f"/unirse codigo:{code}"))["tone"] == "ok"
        await beto.tell("watch", match="")
        await beto.hear("tables", lambda said: match in [card["match"] for card in said["tables"]])
        assert not [raw for raw in eva.raw if code in raw or match in raw]


def test_a_page_that_reads_too_slowly_overflows() -> None:
    outbox = Outbox()
    for _ in range(limits.WAITING):
        outbox.put(AzarAdded("abcd2345"))
    assert not outbox.overflowed
    outbox.put(AzarAdded("abcd2345"))
    assert outbox.overflowed
