"""What people write and press, and what they are told; who else may knock."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs

from adapters.telegram import Webhook
from adapters.telegram.connection import REVOKED_PAUSE
from adapters.telegram.layout import page_of
from bot.model import Status
from bot.screens import build
from bot.store.changes import Changes, Tidied, Tidy
from bot.words import words_for
from engine.seen.view import PUBLIC, view
from engine.variants import table_for
from tests.adapters.telegram.errors import bad
from tests.adapters.telegram.house import BOT, House, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat
from tests.bot.scenes import dealt, info_for, played
from tests.virtual import pass_by


@contextmanager
def logged() -> Iterator[list[str]]:
    """The events that are logged meanwhile."""
    events: list[str] = []
    with capture_logs() as entries:
        yield events
    events.extend(str(entry["event"]) for entry in entries)


# --- play against a robot, /start ----------------------------------------------------------------


async def own_tables(house: House, one: Person) -> list[str]:
    return list(await house.service.matches.at_place(f"telegram:{one.id}/0"))


@pytest.mark.parametrize(
    ("language", "game"),
    [("es", "argentino"), ("pt-br", "paulista"), ("es-uy", "uruguayo"), ("en", "argentino")],
)
async def test_one_tap_and_one_plays_against_a_robot(
    house: House, language: str, game: str
) -> None:
    eva = await house.person("Eva", language)
    await house.until(lambda: eva.find("g1.jugar.robots"))
    await eva.press("g1.jugar.robots").answer()
    (match,) = await own_tables(house, eva)
    info = await house.info(match)
    assert (info.status, info.variant, info.players) == (Status.PLAYING, game, 2)
    assert [seat.robot for seat in info.seats].count(True) == 1
    await house.until(lambda: "play " in str([shown.buttons for shown in eva.sees()]))
    # Tapped again it is the same game.
    await pass_by(3)
    before = eva.sees()[-1].id
    await eva.press("g1.jugar.robots").answer()
    await pass_by(3)
    assert await own_tables(house, eva) == [match]
    assert eva.sees()[-1].id > before, "it is shown again"


async def test_start_in_private_starts_the_table_that_waits(house: House) -> None:
    eva = await house.person("Eva", "en")
    eva.say("/play")
    await house.until(lambda: eva.find("START"))
    (match,) = await own_tables(house, eva)
    eva.say("/start")
    await pass_by(5)
    assert (await house.info(match)).status is Status.PLAYING


async def test_the_first_start_of_a_host_opens_the_chat_and_starts_nothing(house: House) -> None:
    """Telegram's own button writes it, too."""
    ana = house.world.person("Ana")
    beto = await house.person("Beto")
    group = house.world.group("Los pibes", ana, beto)
    match = await house.seated(group, ana, beto, start=False)
    await ana.open()
    await pass_by(5)
    assert (await house.info(match.id)).status is Status.LOBBY


# --- what is told --------------------------------------------------------------------------------


def test_a_match_of_one_game_tells_no_games() -> None:
    table = table_for("argentino", 2)
    state = dealt(table, 1, "1e 1b 3o", "4c 5c 6o", score=(29, 3))
    state, events = played(state, "0 truco", "1 noquiero")
    info = info_for(table, status=Status.OVER)
    screen = build(info, view(state, PUBLIC), "es", events)
    assert screen.kind == "result"
    assert all(not score.won for score in screen.scores)
    assert any(score.games for score in screen.scores)
    assert "()" not in page_of(screen).html


async def test_the_scoreboard_of_a_private_chat_is_no_groups(
    house: House, ana: Person, group: Chat
) -> None:
    ana.say("/marcador")
    ana.say(f"/marcador@{BOT}", group)
    await pass_by(5)
    assert "este chat" in ana.sees()[-1].text
    assert "este grupo" in ana.sees(group)[-1].text


async def test_a_rematch_is_told_with_people_and_game(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto, options="con flor a 15")
    await house.until(lambda: ana.find("HAND", group))
    ana.say(f"/terminar@{BOT}", group)
    beto.say(f"/terminar@{BOT}", group)
    await house.until(lambda: ana.find("REMATCH", group), 90)
    await ana.press("REMATCH", group).answer()
    await pass_by(30)
    screen = await house.service.screens.screen(match.id, None, "es")
    assert screen is not None
    (line,) = [line.text for line in screen.lines if line.id == "result.rematch"]
    for told in ("Ana y Beto", "Argentino", "con flor", (await match.info()).successor):
        assert told in line


async def test_who_presses_after_the_end_is_told_how_it_ended(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto, options="tiempo:600")
    one = await match.turn()
    await house.until(lambda: match.find(one, "truco"))
    found = match.find(one, "truco")
    assert found is not None
    place, shown, button = found
    ana.say(f"/terminar@{BOT}", group)
    beto.say(f"/terminar@{BOT}", group)
    await house.until(lambda: ana.find("REMATCH", group), 90)
    late = await one.press(button, place, on=shown).answer()
    words = words_for("es")
    assert late.text.startswith(words.text("result.ended.agreed"))
    assert late.text != words.text("reason.TABLE_CLOSED")


async def test_a_press_days_after_the_end_is_told_how_it_ended(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """The match is packed by then, and nobody remembers its messages."""
    match = await house.seated(group, ana, beto, options="tiempo:600")
    one = await match.turn()
    await house.until(lambda: match.find(one, "truco"))
    found = match.find(one, "truco")
    assert found is not None
    place, shown, button = found
    ana.say(f"/terminar@{BOT}", group)
    beto.say(f"/terminar@{BOT}", group)
    await house.until(lambda: ana.find("REMATCH", group), 90)
    await pass_by(60)
    (tidied,) = await house.store.commit([Changes(tidy=Tidy(4e9))])
    assert isinstance(tidied, Tidied)
    assert len(tidied.packed) == 1
    late = await one.press(button, place, on=shown).answer()
    assert late.text.startswith(words_for("es").text("result.ended.agreed"))


async def test_what_nobody_understands_is_named(house: House, ana: Person, group: Chat) -> None:
    ana.say(f"/jugar@{BOT} con flor argetino", group)
    await pass_by(5)
    assert re.search(r"«argetino».*argentino", ana.sees(group)[-1].text)
    ana.say(f"/jugar@{BOT} gallo", group)
    await house.until(lambda: ana.find("START", group))
    info = await house.info(await house.match_at(group))
    assert (info.variant, info.players) == ("tradicional-18", 3)


async def test_a_nervous_finger_is_told_nothing(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto)
    one = await match.turn()
    action = next(each for each in await match.offered(one) if each.startswith("play "))
    await house.until(lambda: match.find(one, action))
    found = match.find(one, action)
    assert found is not None
    place, shown, button = found
    first = one.press(button, place, on=shown)
    second = one.press(button, place, on=shown)
    await first.answer()
    await second.answer()
    assert not first.alert
    assert (second.text, second.alert) == ("", False)


async def test_who_presses_too_late_gets_no_box_to_close(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto, options="tiempo:600")
    one = await match.turn()
    await house.until(lambda: match.find(one, "truco"))
    found = match.find(one, "truco")
    assert found is not None
    place, shown, button = found
    await one.press(button, place, on=shown).answer()
    await pass_by(5)
    late = await one.press(button, place, on=shown).answer()
    assert late.text.startswith(words_for("es").text("reply.stale").partition(".")[0])
    assert not late.alert


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "client", "spoken"),
    [
        ("/jogar", "pt-br", "pt_BR"),
        ("/jogar", "de", "pt_BR"),
        ("/jogar", "en", "pt_BR"),
        ("/play", "en", "en"),
        ("/jugar", "en", "es_419"),
        ("/jugar", "es-UY", "es_UY"),
    ],
)
async def test_a_group_that_chose_no_language_speaks_as_its_first_table_was_asked_for(
    house: House, line: str, client: str, spoken: str
) -> None:
    bia, eva = house.world.person("Bia", client), house.world.person("Eva", "en")
    group = house.world.group("Nós", bia, eva)
    bia.say(f"{line}@{BOT}", group)
    await house.until(lambda: bia.find("START", group))
    community = f"telegram:{group.id}"
    assert await house.service.languages.of(community) == spoken
    assert words_for(spoken).text("button.start.robots") in bia.buttons(group)


async def test_a_group_keeps_the_language_it_has(house: House, ana: Person, group: Chat) -> None:
    ana.say(f"/idioma@{BOT} en", group)
    await pass_by(5)
    ana.say(f"/jogar@{BOT}", group)
    await house.until(lambda: ana.find("START", group))
    assert words_for("en").text("button.start.robots") in ana.buttons(group)


# --- the line to Telegram ------------------------------------------------------------------------


async def test_a_secret_that_is_no_text_is_refused_quietly(api: BotApi) -> None:
    async with opened(
        api, webhook=Webhook("https://truco.example/telegram", "s3cret", port=0)
    ) as house:
        assert house.adapter.webhook is not None
        path = urlsplit("https://truco.example/telegram").path.encode()
        with logged() as events:
            reader, writer = await asyncio.open_connection("127.0.0.1", house.adapter.webhook.port)
            writer.write(
                b"POST " + path + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
                b"X-Telegram-Bot-Api-Secret-Token: \xff\xfe\r\nConnection: close\r\n\r\n{}"
            )
            answer = await reader.read()
            writer.close()
            await writer.wait_closed()
        assert answer.startswith(b"HTTP/1.1 403"), answer[:40]
        assert events == ["telegram_wrong_secret"]


async def test_a_token_that_is_revoked_is_no_network_trouble(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    await house.seated(group, ana, beto)
    await pass_by(5)
    assert await house.adapter.well() is True
    known = house.api.token
    with logged() as events:
        house.api.token = "1:another"
        before = house.api.strangers
        await pass_by(REVOKED_PAUSE * 3)
        assert await house.adapter.well() == "the token is refused"
    assert events.count("telegram_token_refused") == 1
    assert "telegram_not_reached" not in events
    assert "telegram_rejected" not in events
    assert house.api.strangers - before < 12, "it is not asked again and again"
    house.api.token = known
    await pass_by(REVOKED_PAUSE + 60)
    assert await house.adapter.well() is True


async def test_any_call_shows_that_the_token_is_refused(api: BotApi) -> None:
    """Nobody asks for updates here."""
    webhook = Webhook("https://truco.example/telegram", "s3cret", port=0)
    async with opened(api, webhook=webhook) as house:
        ana = house.world.person("Ana")
        group, known = house.world.group("Los pibes", ana), api.token
        with logged() as events:
            api.token = "1:another"
            assert not await house.adapter.wire.is_admin(group.id, ana.id)
            assert await house.adapter.well() == "the token is refused"
        assert "telegram_token_refused" in events
        api.token = known


async def test_who_is_being_answered_at_the_end_is_answered(house: House, ana: Person) -> None:
    house.adapter.limits.hold(ana.id, 3)
    ana.say("/ayuda")
    await pass_by(1)
    before = len(ana.sees())
    await house.stop()
    assert len(ana.sees()) > before


@pytest.mark.parametrize("is_refused", [False, True])
async def test_any_answer_shows_that_telegram_is_there(api: BotApi, is_refused: bool) -> None:
    """Also one that refuses. Nobody asks for updates here, so that no other answer shows it."""
    webhook = Webhook("https://truco.example/telegram", "s3cret", port=0)
    async with opened(api, webhook=webhook) as house:
        ana = house.world.person("Ana")
        group, wire = house.world.group("Los pibes", ana), house.adapter.wire
        api.go_down(200)
        assert not await wire.is_admin(group.id, ana.id)
        await pass_by(100)
        assert wire.is_down
        await pass_by(200)
        if is_refused:
            api.fail("getChatMember", "error", error=bad("user not found"))
        assert await wire.is_admin(group.id, ana.id) is not is_refused
        assert not wire.is_down


async def test_an_answer_that_nobody_can_read_ends_nothing(
    house: House, ana: Person, beto: Person, group: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a member without a status, for instance."""
    await house.seated(group, ana, beto)

    async def unreadable(*_: object, **__: object) -> None:
        raise KeyError("status")

    monkeypatch.setattr(type(house.adapter.wire.bot), "get_chat_member", unreadable)
    with logged() as events:
        assert await house.adapter.wire.is_admin(group.id, ana.id) is False
        ana.say(f"/configurar@{BOT}", group)
        await pass_by(5)
    assert "telegram_unreadable" in events
    assert "telegram_failed" not in events
    assert words_for("es").text("settings.title") in ana.reads(group)
