"""A lobby is announced in the server's channel for that, and joined from there."""

from bot.model import Status
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.world import Channel
from tests.adapters.discord.test_settings import chief, pick
from tests.virtual import pass_by

ROLE = 4321


async def announced(house: House, ana: Person, **options: str) -> tuple[str, Channel]:
    """Ana chooses a channel and a role, opens a table and announces it."""
    board = house.small.world.add_channel(house.guild, "tablon")
    panel = await ana.slash("configurar lugar")
    await pick(ana, panel, "announcements", str(board.id))
    await pick(ana, panel, "role", str(ROLE))
    match = await house.open(ana, **options)
    await ana.slash("invitar mesa")
    await ana.press(custom_id=r"^p1\.invitar\.")
    await pass_by(5)
    return match, board


def standing(person: Person, board: Channel) -> list[Seen]:
    return person.sees(board)


async def test_it_is_announced_once_and_joined_from_there(house: House) -> None:
    ana, beto = chief(house), house.person("Beto")
    match, board = await announced(house, ana, jugadores="4")
    (seen,) = standing(beto, board)
    assert seen.message.roles == (ROLE,)
    assert f"<@&{ROLE}>" in seen.text
    assert f"<#{house.channel.id}>" in seen.text
    assert len(seen.custom_ids) == 2
    there = beto.at(board)
    pressed = await there.press(custom_id=rf"\.{match}\.\.JOIN A")
    await pass_by(10)
    assert pressed.answer
    info = await house.info(match)
    assert [seat.person for seat in info.people] == [
        f"discord:{ana.user.id}",
        f"discord:{beto.user.id}",
    ]
    # The table itself does not come there, and nothing is sent anew.
    (seen,) = standing(beto, board)
    assert seen.message.roles == (ROLE,)
    assert "START" not in str(seen.custom_ids)
    assert not [id for id in seen.custom_ids if id.endswith("JOIN A")]
    assert [id for id in seen.custom_ids if id.endswith("JOIN B")]
    # The lobby is still in its own channel.
    assert ana.find(custom_id=rf"\.{match}\.\.START$")
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(10)
    assert (await house.info(match)).status is Status.PLAYING
    assert standing(beto, board) == []


async def test_it_stays_away_when_somebody_deletes_it(house: House) -> None:
    ana, beto = chief(house), house.person("Beto")
    match, board = await announced(house, ana, jugadores="4")
    (seen,) = standing(beto, board)
    del house.small.world.messages[seen.message.id]
    await beto.press(custom_id=rf"\.{match}\.\.JOIN A")
    await pass_by(20)
    assert standing(beto, board) == []
    left = await house.service.surfaces.of_match(match)
    assert not [surface for surface in left if surface.announces]
    await ana.slash("invitar mesa")
    assert ana.last is not None
    assert ana.last.reply is not None
    assert not [id for id in Seen(ana.last.reply).custom_ids if id.startswith("p1.invitar")]


async def test_it_lasts_over_a_restart_and_goes_with_a_match_in_a_thread(house: House) -> None:
    ana, beto = chief(house), house.person("Beto")
    panel = await ana.slash("configurar lugar")
    await pick(ana, panel, "threads", "on")
    match, board = await announced(house, ana)
    await house.restart()
    await beto.at(board).press(custom_id=rf"\.{match}\.\.JOIN")
    await pass_by(5)
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(10)
    assert standing(beto, board) == []
    threads = [channel for channel in house.small.world.channels.values() if channel.is_thread]
    assert [thread.parent for thread in threads] == [house.channel]
