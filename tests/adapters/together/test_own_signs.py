"""Signs that partners agree on, over the wires of Discord, of Telegram and of the page."""

import pytest

from bot.showing.attention import JUST_NOW
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.virtual import pass_by

GESTURE, MEANING = "me toco la gorra", "vengo sin nada"


def read(player: Player) -> str:
    """Everything that this person's client shows or was sent."""
    if isinstance(player, OnDiscord):
        return "\n".join(str(seen.message.components) for seen in player.client.everything())
    if isinstance(player, OnTelegram):
        chats = {id(chat): chat for chat in (player.client.private, player.chat)}
        shown = [message for chat in chats.values() for message in player.client.sees(chat)]
        return "\n".join(f"{message.text} {message.buttons}" for message in shown)
    assert isinstance(player, OnPage)
    return "\n".join(player.page.raw)


def tells(player: Player) -> tuple[bool, bool]:
    """Whether the gesture, and its meaning, have come to this person."""
    told = read(player)
    return GESTURE in told, MEANING in told


async def watchers(house: House, group: OnTelegram) -> list[Player]:
    """Somebody who looks on in each place."""
    fede = house.on_discord("Fede")
    gabi = await house.on_telegram("Gabi", chat=group.chat)
    group.chat.members[gabi.client.id] = "member"
    hugo = await house.on_page("Hugo")
    return [fede, gabi, hugo]


@pytest.mark.parametrize("turn", range(4))
async def test_a_sign_reaches_the_partner_and_the_gesture_who_looks(
    house: House, turn: int
) -> None:
    """Each platform writes it, gets it, catches it; nobody else reads it anywhere."""
    ana = house.on_discord("Ana")
    beto = await house.on_telegram("Beto")
    people: list[Player] = [ana, beto, await house.on_page("Carla"), house.in_direct_chat("Dani")]
    beto.chat = house.telegram.world.group("Los pibes", beto.client)
    others = await watchers(house, beto)
    match = await house.seated(*people[turn:], *people[:turn], senas="risk")
    beto.chat = beto.client.private
    tab = others[-1]
    assert isinstance(tab, OnPage)
    await tab.page.tell("watch", match=match)
    writer, left, partner, right = (*people[turn:], *people[:turn])
    await writer.line("acordar", gesto=GESTURE, significado=MEANING)
    await pass_by(3)
    assert [tells(player) for player in (left, right, *others)] == [(False, False)] * 5
    await writer.line("empezar")
    await pass_by(3)
    await left.line("mirar", jugador=(await house.info(match)).seats[0].name)
    await pass_by(JUST_NOW + 1)
    await writer.line("sena", sena=GESTURE)
    await pass_by(5)
    if isinstance(left, OnDiscord):
        await left.line("mano")
    assert tells(partner) == (True, True)
    assert tells(left) == (True, False)
    assert [tells(player) for player in (right, *others)] == [(False, False)] * 4
    assert all(match in read(player) for player in others), "they do look on"
    public = [request for request in house.small.requests if request.public]
    if not isinstance(writer, OnDiscord):
        assert not [request for request in public if GESTURE in str(request.body)]
    assert not [request for request in public if MEANING in str(request.body)]


async def test_in_a_telegram_group_nothing_is_agreed_on(house: House) -> None:
    """Everybody there has read it."""
    ana = await house.on_telegram("Ana")
    ana.chat = house.telegram.world.group("Los pibes", ana.client)
    beto, carla = house.on_discord("Beto"), await house.on_page("Carla")
    match = await house.seated(ana, beto, carla)
    await ana.line("acordar", gesto=GESTURE, significado=MEANING)
    assert not (await house.service.matches.signs(match, ana.user)).known
    buttons = [button for message in ana.client.sees(ana.chat) for button in message.buttons]
    links = [button for button in buttons if "url" in button]
    assert links
