"""One table of people on Discord, on Telegram and on the page, a whole match long."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from bot.messages import MatchId
from bot.model import Status
from bot.screen import Screen
from bot.showing.match_screens import MatchScreens
from bot.store.model import Surface
from tests.adapters.discord.lookalike.rest import ROUTES
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.adapters.together.secrecy import Reading
from tests.virtual import pass_by, the_loop


async def four(house: House) -> tuple[OnDiscord, OnTelegram, OnPage, OnDiscord]:
    """A person in a Discord channel, one in a Telegram group, one with a tab, and one in their own
    chat with the bot on Discord."""
    ana = house.on_discord("Ana")
    beto = await house.on_telegram("Beto")
    beto.chat = house.telegram.world.group("Los pibes", beto.client)
    carla = await house.on_page("Carla", "pt_BR")
    return ana, beto, carla, house.in_direct_chat("Dani", "en-US")


async def begun(house: House, *people: Player, **options: str) -> MatchId:
    match = await house.seated(*people, **options)
    await people[0].button(r"\.START$")
    return match


async def test_a_whole_match_and_nobody_is_told_a_card_too_much(house: House) -> None:
    match = await house.seated(*(people := await four(house)), puntos="15")
    reading = Reading(house, match)
    await people[0].button(r"\.START$")
    taken = await house.play(match, Random(1), look=reading.look)
    await pass_by(30)
    await reading.look()
    info = await house.info(match)
    assert (info.status, info.ended) == (Status.OVER, "won")
    assert taken > 20
    assert reading.told == []
    assert min(reading.wires.values()) > 20, reading.wires
    assert house.small.buckets.refusals == 0
    assert not house.api.floods


def wrong_seat(screens: MatchScreens, platform: str) -> Callable[[Surface], Any]:
    """Every picture of a platform is that of the next seat's hand."""
    right = screens.of_surface

    async def picture(surface: Surface) -> Screen | None:
        running = await screens._running.newest(surface.match)
        if surface.platform != platform or running is None or running.state is None:
            return await right(surface)
        seat = running.info.seat_of(surface.person)
        wrong = running.info.seats[0 if seat is None else (seat.seat + 1) % running.info.players]
        return await screens.screen(surface.match, wrong.person, surface.locale)

    return picture


@pytest.mark.parametrize("platform", ["discord", "telegram", "web"])
async def test_a_leak_would_be_found_on_every_wire(
    house: House, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    match = await house.seated(*(people := await four(house)))
    wrong = wrong_seat(house.service.screens, platform)
    monkeypatch.setattr(house.service.screens, "of_surface", wrong)
    reading = Reading(house, match)
    await people[0].button(r"\.START$")
    await pass_by(3)
    await reading.look()
    assert {leak.partition(" ")[0] for leak in reading.told} == {platform}


@pytest.mark.parametrize("presser", range(3))
async def test_a_rematch_is_shown_wherever_the_match_was(house: House, presser: int) -> None:
    people = await four(house)
    match = await begun(house, *people)
    for person in people:
        await person.line("terminar")
    assert (await house.info(match)).ended == "agreed"
    await pass_by(5)
    await people[presser].button(rf"\.{match}\.\.REMATCH$")
    await pass_by(5)
    again = (await house.info(match)).successor
    after = await house.service.surfaces.of_match(again)
    ana, beto, carla, dani = (person.user for person in people)
    shown = {(surface.platform, surface.person): surface.locale for surface in after}
    assert shown == {
        ("discord", ""): "",
        ("telegram", ""): "es",
        ("discord", ana): "",
        ("telegram", beto): "",
        ("web", carla): "pt_BR",
        ("discord", dani): "",
    }
    assert not [surface for surface in after if surface.shown < surface.wanted]


def take_down(house: House, platform: str, seconds: float) -> None:
    """For so long nothing reaches the platform, and nothing comes from it."""
    if platform == "telegram":
        house.api.go_down(seconds)
        return
    every = {name for _, _, name, _ in ROUTES}
    fault = house.small.faults.add(*every, times=100_000, cut=True)
    asyncio.get_running_loop().call_later(seconds, lambda: setattr(fault, "times", 0))


@pytest.mark.parametrize("platform", ["discord", pytest.param("telegram", marks=pytest.mark.dear)])
async def test_a_platform_is_down_for_two_minutes(house: House, platform: str) -> None:
    """The others play on. Afterwards everybody sees the newest picture, and plays to the end."""
    carla, dani = await house.on_page("Carla"), await house.on_page("Dani")
    ana, beto = house.on_discord("Ana"), await house.on_telegram("Beto")
    match = await begun(house, carla, ana, dani, beto, puntos="15")
    absent = ana if platform == "discord" else beto
    others = [player for player in house.players if player is not absent]
    down = the_loop().time() + 120
    take_down(house, platform, 120)
    house.players = others
    taken = await house.play(match, Random(3), before=down)
    assert taken > 0
    assert (await house.info(match)).status is Status.PLAYING
    await pass_by(max(0.0, down - the_loop().time()) + 90)
    for surface in await house.service.surfaces.of_match(match):
        assert (surface.lost, surface.shown) == (False, surface.wanted), surface.platform
    house.players.append(absent)
    await house.play(match, Random(4))
    assert (await house.info(match)).ended == "won"


async def test_every_place_has_its_own_language(house: House) -> None:
    ana = house.on_discord("Ana")
    beto = await house.on_telegram("Beto")
    beto.chat = house.telegram.world.group("Os amigos", beto.client)
    await house.service.languages.choose(f"telegram:{beto.chat.id}", "pt_BR")
    carla = await house.on_page("Carla", "en")
    elsewhere = house.small.world.add_channel(house.small.world.add_guild("Club"), "table")
    eva = house.on_discord("Eva", "en-US", channel=elsewhere)
    match = await begun(house, ana, beto, carla, eva)
    wanted = {
        ("discord", f"#{house.discord.channel.id}"): "es",
        ("discord", f"#{elsewhere.id}"): "en",
        ("telegram", str(beto.chat.id)): "pt_BR",
    }
    await pass_by(5)
    assert await spoken(house, match) == wanted
    for person in (ana, beto, carla, eva):
        await person.line("terminar")
    await carla.button(r"\.REMATCH$")
    await pass_by(5)
    assert await spoken(house, (await house.info(match)).successor) == wanted


async def spoken(house: House, match: MatchId) -> dict[tuple[str, str], str]:
    """The language of every table that everybody sees."""
    found = {}
    for surface in await house.service.surfaces.of_match(match):
        screen = await house.service.screens.of_surface(surface)
        assert screen is not None
        if not surface.person:
            found[surface.platform, surface.chat] = screen.locale
    return found


async def test_who_plays_from_their_own_chat_is_called_there(house: House) -> None:
    """Discord shows no table of this match: the call is a message of its own in the chat."""
    beto = await house.on_telegram("Beto")
    dani = house.in_direct_chat("Dani")
    match = await begun(house, beto, dani)
    for _ in range(20):
        waited = (await house.view_of(match, None)).awaited
        seat = (await house.info(match)).seat_of(dani.user)
        assert seat is not None
        if seat.seat in waited:
            break
        await house.play(match, Random(1), steps=1)
    before = len(dani.client.reads())
    await pass_by(60)
    called = dani.client.reads()[before:]
    assert [message for message in called if f"<@{dani.client.user.id}>" in message.text]


async def test_a_lobby_that_closes_closes_everywhere(house: House) -> None:
    people = await four(house)
    match = await house.seated(*people)
    for person in people:
        await person.button(rf"\.{match}\.\.LEAVE$")
    assert (await house.info(match)).status is Status.CLOSED
    await pass_by(5)
    for surface in await house.service.surfaces.of_match(match):
        assert surface.shown == surface.wanted
    assert not [token for token in people[2].tokens() if token]
    assert people[0].client.find(custom_id=rf"\.{match}\.\.(JOIN|START)") is None
    assert people[1].client.find("JOIN", people[1].chat) is None
