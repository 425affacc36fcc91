"""Two against two: by buttons of Discord and of Telegram, on the page, in a window of Telegram."""

from random import Random

from bot.model import Status
from tests.adapters.together.house import House, OnPage, OnTelegram, Player
from tests.adapters.together.secrecy import Reading
from tests.virtual import pass_by, settle

TAKES_OVER = 4.0
"""Seconds after which a chat has surely taken over from a window (two, and the line's)."""


async def closes(window: OnPage) -> None:
    """The line of a window ends, and the chat takes over."""
    await window.page.socket.close()
    await settle()
    await pass_by(TAKES_OVER)


async def test_no_wire_tells_a_card_while_windows_open_and_close(house: House) -> None:
    dora = house.on_discord("Dora")
    tina, wanda = await house.on_telegram("Tina"), await house.on_telegram("Wanda")
    paul = await house.on_page("Paul")
    # Whoever plays in a window of Discord belongs here, too.
    people: list[Player] = [dora, tina, paul, wanda]
    match = await house.seated(*people, puntos="30")
    reading = Reading(house, match)
    await house.begun(match, *people)
    rng = Random(1)
    window: OnPage | None = None
    rested = before = 0
    for turn in range(10):
        if window is None:
            window = await house.in_window(wanda, match)
            house.people[wanda.user] = [window]
            before = len(house.api.writes(wanda.client.id))
        await house.play(match, rng, steps=3, look=reading.look)
        if turn % 2 and (await house.info(match)).status is Status.PLAYING:
            assert len(house.api.writes(wanda.client.id)) == before, "her chat rests"
            rested += 1
            await closes(window)
            window = None
            house.people[wanda.user] = [wanda]
            await reading.look()
            await its_hand_is_right(house, match, wanda)
            await house.play(match, rng, steps=2, look=reading.look)
    assert rested >= 4
    assert reading.told == []
    assert min(reading.wires.values()) > 10, reading.wires


async def its_hand_is_right(house: House, match: str, one: OnTelegram) -> None:
    """The last message of the private chat lets the person lay what the table lets them lay."""
    view = await house.view(match, one.user)
    marks = [str(mark.get("callback_data")) for mark in one.client.sees()[-1].buttons]
    lays = {mark for mark in marks if ".play " in mark}
    awaited = view.seat in view.awaited
    offered = [offer for offer in view.offered if offer.verb == "play"]
    assert len(lays) == (len(offered) if awaited else 0), (marks, offered)
