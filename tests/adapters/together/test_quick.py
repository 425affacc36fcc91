"""``/rapida`` from one platform to the other: each plays where they are, and nothing is pressed
between the word and the first card."""

from random import Random

import pytest

from bot.messages import MatchId
from bot.model import Status
from tests.adapters.telegram.house import BOT
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.adapters.together.secrecy import Reading
from tests.virtual import pass_by


async def one_of(house: House, where: str) -> Player:
    match where:
        case "channel":
            return house.on_discord("Ana")
        case "chat of Discord":
            return house.in_direct_chat("Dani")
        case "chat of Telegram":
            return await house.on_telegram("Beto")
        case "group":
            player = await house.on_telegram("Beto")
            player.chat = house.telegram.world.group("Los pibes", player.client)
            return player
        case _:
            return await house.on_page("Carla")


async def found(house: House, player: Player) -> MatchId:
    matches = house.service.matches
    await until_sits(house, player)
    (match,) = await matches.of_person(player.user)
    return match


async def until_sits(house: House, player: Player) -> None:
    for _ in range(50):
        if await house.service.matches.of_person(player.user):
            return
        await pass_by(0.5)
    raise AssertionError(player.user)


@pytest.mark.parametrize(
    ("one", "other"),
    [("channel", "chat of Telegram"), ("group", "page"), ("page", "chat of Discord")],
)
async def test_each_plays_where_they_are(house: House, one: str, other: str) -> None:
    people = [await one_of(house, where) for where in (one, other)]
    await people[0].line("rapida")
    assert await house.service.matches.of_person(people[0].user) == ()
    await people[1].line("rapida")
    match = await found(house, people[1])
    seats = (await house.info(match)).seats
    assert {seat.person for seat in seats} == {player.user for player in people}
    await pass_by(5)
    if not isinstance(people[0], OnPage):  # there the table covers it
        with pytest.raises((AssertionError, TimeoutError)):
            await people[0].button(r"^l1\.\.rapida\.")
    reading = Reading(house, match)
    assert await house.play(match, Random(1), steps=60, look=reading.look) > 5
    assert reading.told == []


@pytest.mark.parametrize("leaver", [0, 1])
async def test_whoever_leaves_comes_back_by_a_button_of_their_hand(
    house: House, leaver: int
) -> None:
    """No channel shows the match, so the button stands nowhere else."""
    people = [await one_of(house, where) for where in ("chat of Discord", "chat of Telegram")]
    for player in people:
        await player.line("rapida")
    match, gone = await found(house, people[1]), people[leaver]
    await pass_by(5)
    await gone.line("salir")
    await pass_by(5)

    async def is_away() -> bool:
        seat = (await house.info(match)).seat_of(gone.user)
        return seat is not None and seat.away

    assert await is_away()
    await gone.button(rf"{match}\.\.RETURN$")
    await pass_by(2)
    assert not await is_away()


async def test_whoever_comes_back_in_a_channel_or_group_shows_the_table_to_nobody_there(
    house: House,
) -> None:
    """Their hand stands there, where nobody else sees it."""
    ana, beto = await one_of(house, "channel"), await one_of(house, "group")
    assert isinstance(ana, OnDiscord)
    assert isinstance(beto, OnTelegram)
    ana.client.user.dm_refusal = 50007
    for player in (ana, beto):
        await player.line("rapida")
    match = await found(house, beto)
    await pass_by(5)
    await ana.line("salir")
    await pass_by(5)
    await ana.button(rf"{match}\.\.RETURN$")
    await beto.line("salir")
    beto.client.say(f"/mano@{BOT}", beto.chat, ephemeral=True)
    await pass_by(5)
    await beto.client.press("RETURN", beto.chat).answer()
    await pass_by(5)
    assert not any(seat.away for seat in (await house.info(match)).seats)
    assert all(surface.person for surface in await house.service.surfaces.of_match(match))


async def test_a_robot_comes_by_itself(house: House) -> None:
    ana = await one_of(house, "chat of Telegram")
    await ana.line("rapida", espera="30")
    await pass_by(25)
    assert await house.service.matches.of_person(ana.user) == ()
    await pass_by(10)
    match = await found(house, ana)
    assert (await house.info(match)).status is Status.PLAYING
    assert await house.play(match, Random(1), steps=20) > 1
