"""What people write and press, and what they are told; who else may knock."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from structlog.testing import capture_logs

from adapters.telegram import Webhook
from adapters.telegram.connection import REVOKED_PAUSE
from adapters.telegram.layout import page_of
from bot.happenings import LanguageChanged
from bot.messages import AnyCommand, AnyReply
from bot.model import Status
from bot.screens import build
from bot.store.changes import Changes, Tidied, Tidy
from bot.words import words_for
from engine.seen.view import PUBLIC, view
from engine.variants import table_for
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


async def own_tables(house: House, person: Person) -> list[str]:
    return list(await house.service.matches.at_place(f"telegram:{person.id}/0"))


@pytest.mark.parametrize(("language", "game"), [("pt-br", "paulista"), ("es-uy", "uruguayo")])
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


async def test_a_press_after_the_end_is_told_how_it_ended(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Also days later, when the match is packed and nobody remembers its messages."""
    match = await house.seated(group, ana, beto, options="tiempo:600")
    player = await match.turn()
    place, shown, button = await house.until(lambda: match.find(player, "truco"))
    ana.say(f"/terminar@{BOT}", group)
    beto.say(f"/terminar@{BOT}", group)
    await house.until(lambda: ana.find("REMATCH", group), 90)
    ended = words_for("es").text("result.ended.agreed")
    late = await player.press(button, place, on=shown).answer()
    assert late.text.startswith(ended)
    await pass_by(60)
    (tidied,) = await house.store.commit([Changes(tidy=Tidy(4e9))])
    assert isinstance(tidied, Tidied)
    assert len(tidied.packed) == 1
    late = await player.press(button, place, on=shown).answer()
    assert late.text.startswith(ended)


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "client", "spoken"),
    [("/jogar", "de", "pt_BR"), ("/jugar", "en", "es_419"), ("/jugar", "es-UY", "es_UY")],
)
async def test_a_group_that_chose_no_language_speaks_as_its_first_table_was_asked_for(
    house: House, line: str, client: str, spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """... from the first word: a tournament's seal is posted while it is still being opened."""
    before: list[str | None] = []
    handle = house.service.handle_each

    async def noting(command: AnyCommand, *more: Any) -> tuple[AnyReply, AnyReply]:
        before.append(await house.service.languages.of(community))
        return await handle(command, *more)

    monkeypatch.setattr(house.service, "handle_each", noting)
    bia, eva = house.world.person("Bia", client), house.world.person("Eva", "en")
    group = house.world.group("Nós", bia, eva)
    community = f"telegram:{group.id}"
    bia.say(f"{line}@{BOT}", group)
    await house.until(lambda: bia.find("START", group))
    assert before == [spoken]
    assert await house.service.languages.of(community) == spoken
    assert words_for(spoken).text("button.start.robots") in bia.buttons(group)


async def test_a_refused_table_chooses_no_language_for_its_group(house: House) -> None:
    bia = house.world.person("Bia", "de")
    group = house.world.group("Nós", bia)
    bia.say(f"/jogar@{BOT} aposta:1000", group)
    await pass_by(5)
    assert not bia.find("START", group)
    assert len(group.messages) > 1, "the refusal"
    assert await house.service.languages.of(f"telegram:{group.id}") is None
    bia.say(f"/jugar@{BOT}", group)
    await house.until(lambda: bia.find("START", group))
    assert await house.service.languages.of(f"telegram:{group.id}") == "es_419"


async def test_a_refused_table_leaves_a_language_that_is_chosen_meanwhile(house: House) -> None:
    bia, languages = house.world.person("Bia", "de"), house.service.languages
    group = house.world.group("Nós", bia)

    async def choose(changed: LanguageChanged) -> None:
        if await languages.of(changed.owner) == "pt_BR":
            await languages.choose(changed.owner, "en")

    house.service.happenings.listen(LanguageChanged, choose)
    bia.say(f"/jogar@{BOT} aposta:1000", group)
    await pass_by(5)
    assert len(group.messages) > 1, "the refusal"
    assert await languages.of(f"telegram:{group.id}") == "en"


async def test_of_two_first_tables_the_accepted_one_chooses_the_language(house: House) -> None:
    ana, bia = house.world.person("Ana", "es-AR"), house.world.person("Bia", "pt-br")
    group = house.world.group("Nosotros", ana, bia)
    ana.say(f"/jugar@{BOT}", group)
    bia.say(f"/jogar@{BOT} aposta:1000", group)
    await pass_by(5)
    assert await house.service.languages.of(f"telegram:{group.id}") == "es_AR"


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


async def test_who_is_being_answered_at_the_end_is_answered(house: House, ana: Person) -> None:
    house.adapter.limits.hold(ana.id, 3)
    ana.say("/ayuda")
    await pass_by(1)
    before = len(ana.sees())
    await house.stop()
    assert len(ana.sees()) > before
