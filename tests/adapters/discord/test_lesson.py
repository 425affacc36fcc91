"""The guided match on Discord."""

from bot.model import Status
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Seen
from tests.adapters.discord.lookalike.world import VIEW_CHANNEL
from tests.virtual import pass_by


async def test_a_lesson_needs_no_table_in_the_channel(house: House) -> None:
    """It is shown to whoever asks alone, also where no table could be; /mano brings it again."""
    house.small.take_permissions(house.channel, VIEW_CHANNEL)
    zoe, eva = house.person("Zoe"), house.person("Eva")
    asked = await zoe.slash("aprender")
    await pass_by(5)
    assert asked.reply is not None
    assert asked.reply.only_for is zoe.user
    (match,) = await house.service.matches.of_person(f"discord:{zoe.user.id}")
    assert (await house.info(match)).status is Status.PLAYING
    assert eva.sees() == []
    await pass_by(16 * 60)
    again = await zoe.slash("mano")
    assert again.reply is not None
    assert [id for id in Seen(again.reply).custom_ids if f".{match}." in id]
