"""Two against two: by buttons of Discord, on the page, and in windows of Discord and of Telegram,
whose people play by the buttons of their chats in between."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.model import Status
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, opened
from tests.adapters.together.secrecy import Reading
from tests.virtual import pass_by, settle

TAKES_OVER = 4.0
"""Seconds after which a chat has surely taken over from a window (two, and the line's)."""
Chat = OnDiscord | OnTelegram


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with opened(activities=True) as it:
        yield it


async def opens(house: House, player: Chat, match: str) -> OnPage:
    """The person looks at the table in a window from now on, and plays there."""
    if isinstance(player, OnTelegram):
        window = await house.in_window(player, match)
    else:
        window = await house.in_activity(player)
    assert window.screen()["match"] == match
    house.people[player.user] = [window]
    return window


async def close(house: House, windows: dict[Chat, OnPage]) -> None:
    """The lines of the windows end, and the chats take over."""
    for player, window in windows.items():
        await window.page.socket.close()
        house.people[player.user] = [player]
    await settle()
    await pass_by(TAKES_OVER)


def written(house: House, player: Chat) -> int:
    """How much was written to the person's private chat."""
    if isinstance(player, OnTelegram):
        return len(house.api.writes(player.client.id))
    writes = ("create_message", "update_message")
    told = [request for request in house.small.requests if request.operation in writes]
    return sum(request.place == player.client.chat.id for request in told)


@pytest.mark.dear
async def test_no_wire_tells_a_card_while_windows_open_and_close(house: House) -> None:
    dora, dina = house.on_discord("Dora"), house.on_discord("Dina")
    paul, wanda = await house.on_page("Paul"), await house.on_telegram("Wanda")
    framed: tuple[Chat, ...] = dina, wanda
    match = await house.seated(dora, dina, paul, wanda, puntos="30")
    reading = Reading(house, match)
    await house.begun(match, dora)
    rng = Random(1)
    windows: dict[Chat, OnPage] = {}
    before: dict[Chat, int] = {}
    rested = 0
    for turn in range(10):
        if not windows:
            windows = {player: await opens(house, player, match) for player in framed}
            await pass_by(1.0)
            before = {player: written(house, player) for player in framed}
        await house.play(match, rng, steps=3, look=reading.look)
        if turn % 2 and (await house.info(match)).status is Status.PLAYING:
            for player in framed:
                assert written(house, player) == before[player], (player.user, "the chat rests")
            rested += 1
            await close(house, windows)
            windows = {}
            await reading.look()
            for player in framed:
                await its_hand_is_right(house, match, player)
            await house.play(match, rng, steps=2, look=reading.look)
    assert rested >= 3
    assert reading.told == []
    assert min(reading.wires.values()) > 10, reading.wires


async def its_hand_is_right(house: House, match: str, player: Chat) -> None:
    """The last message of the private chat lets the person lay what the table lets them lay."""
    view = await house.view_of(match, player.user)
    if isinstance(player, OnTelegram):
        marks = [str(mark.get("callback_data")) for mark in player.client.sees()[-1].buttons]
    else:
        marks = player.client.sees(player.client.chat)[-1].custom_ids
    lays = {mark for mark in marks if ".play " in mark}
    awaited = view.seat in view.awaited
    offered = [offer for offer in view.offered if offer.verb == "play"]
    assert len(lays) == (len(offered) if awaited else 0), (marks, offered)


@pytest.mark.parametrize("platform", ["telegram", "discord"])
async def test_a_window_shows_the_table_that_the_queue_has_opened(
    house: House, platform: str
) -> None:
    """Nothing is pressed there; whoever waits may have asked in the chat."""
    if platform == "telegram":
        beto = await house.on_telegram("Beto")
        player: Chat = beto
        window = await house.in_window(beto, "")
    else:
        dora = house.on_discord("Dora")
        player = dora
        window = await house.in_activity(dora)
    paul = await house.on_page("Paul")
    await player.line("rapida")
    await paul.line("rapida")
    await settle()
    await pass_by(3.0)
    (match,) = await house.service.matches.of_person(player.user)
    for page in (window, paul):
        assert page.screen()["match"] == match
