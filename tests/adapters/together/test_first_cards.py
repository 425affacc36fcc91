"""The way of two newcomers to their first cards: `/jugar`, and one press each."""

import pytest

from tests.adapters.together.house import House, OnDiscord, OnTelegram, Player, alone
from tests.virtual import pass_by


async def two(house: House, client: type[Player]) -> tuple[Player, Player]:
    """Two people of a channel, or of a group, who have private chats."""
    ana, beto = await house.arrives(client, "Ana"), await house.arrives(client, "Beto")
    if isinstance(ana, OnTelegram) and isinstance(beto, OnTelegram):
        ana.chat = beto.chat = house.telegram.world.group("Los pibes", ana.client, beto.client)
    return ana, beto


@pytest.mark.parametrize("client", [OnDiscord, OnTelegram])
async def test_one_press_each(house: House, client: type[Player]) -> None:
    ana, beto = await two(house, client)
    await ana.line("jugar")
    match = await house.lobby_of(ana.user)
    await beto.button(r"\.JOIN$")
    await ana.button(r"\.START$")
    await pass_by(5)
    view = await house.view_of(match, ana.user)
    await (ana if view.seat in view.awaited else beto).button(r"\.play ")
    await pass_by(1)
    assert len((await house.view_of(match, None)).plays) == 1


@pytest.mark.parametrize("client", [OnDiscord, OnTelegram])
async def test_the_invitation_is_a_button_of_the_lobby(house: House, client: type[Player]) -> None:
    """Whoever presses it has it alone; robots come from the list of options."""
    ana, beto = await two(house, client)
    await ana.line("jugar")
    match = await house.lobby_of(ana.user)
    with alone(ana, [ana, beto]):
        await ana.button(r"\.INVITE$")
        await pass_by(2)
        assert match in ana.told()
    await ana.button(r"options$|\.OPTIONS$")
    await pass_by(2)
    await ana.button(r"\.ROBOT$")
    await pass_by(2)
    assert not any(seat.free for seat in (await house.info(match)).seats)
