"""Where people are reached: calls, one message whatever the limits, tables in several places."""

from bot.model import Status
from tests.adapters.discord.house import House, lived_in
from tests.adapters.discord.lookalike.buckets import Limit
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.virtual import pass_by


def tables(person: Person, match: str) -> list[Seen]:
    """Messages in the channel with the button of one's own hand, the oldest first."""
    return [one for one in person.sees() if f"t1.{match}..HAND" in one.custom_ids]


def calls(house: House, person: Person) -> list[Seen]:
    """Messages that do nothing but mention somebody."""
    return [one for one in person.sees() if one.text.startswith("<@") and not one.buttons]


async def test_one_hand_however_narrow_the_limits(small: Discord) -> None:
    """discord.py sleeps with the message already sent; nobody gets it twice for that."""
    async with lived_in(small) as house:
        small.buckets.limits["create_dm"] = Limit(1, 20.0)
        small.buckets.limits["create_message"] = Limit(1, 20.0)
        ana, beto = house.person("Ana"), house.person("Beto")
        await house.seated(ana, beto, tiempo=3600)
        await pass_by(300)
        for person in (ana, beto):
            assert len([one for one in person.reads() if one.custom_ids]) == 1


async def test_who_lets_the_table_wait_is_called_once(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto, tiempo=600, hands=("1e 7e 4c", "1b 7o 4o"), dealer=1)
        # Nobody is called for the first turn: whoever began the match is there.
        await ana.press(custom_id=r"\.play 4c$")
        await pass_by(10)
        assert calls(house, ana) == []
        await pass_by(30)
        (call,) = calls(house, ana)
        assert f"<@{beto.user.id}>" in call.text
        assert call.message.mentions == (beto.user.id,)
        await beto.press(custom_id=r"\.play 1b$")
        await pass_by(5)
        assert calls(house, ana) == []
        assert (await house.info(match)).status is Status.PLAYING


async def test_a_new_hand_stands_at_the_bottom(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto)
        (first,) = tables(ana, match)
        view = await house.view(match, ana)
        waited = {0: ana, 1: beto}[view.awaited[0]]
        await waited.press(custom_id=r"^\?t1\..*\.mazo$")
        await waited.press(custom_id=r"^t1\..*\.mazo$")
        await pass_by(20)
        (second,) = tables(ana, match)
        assert second.id > first.id
        assert (await house.view(match, None)).number == 2


async def test_mesa_brings_the_table_down(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto)
        (before,) = tables(ana, match)
        await ana.slash("mesa")
        await pass_by(5)
        (after,) = tables(ana, match)
        assert after.id > before.id
        await beto.slash("truco")
        await pass_by(5)
        (still,) = tables(ana, match)
        assert still.id == after.id


async def test_a_table_of_one_s_own(small: Discord) -> None:
    """In the private chat: the lobby and the hand are one message."""
    async with lived_in(small) as house:
        ana = house.person("Ana")
        ana.here = ana.chat
        await ana.slash("jugar", robots=1)
        await pass_by(1)
        await ana.press(custom_id=r"START$")
        await ana.until_offered(custom_id=r"\.play ")
        shown = [one for one in ana.reads() if one.custom_ids]
        assert len(shown) == 1


async def test_by_its_code_from_another_server(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.open(ana)
        guild = small.world.add_guild("Otro")
        small.gateway.dispatch("GUILD_CREATE", small.world.guild_shape(guild), guild)
        beto.here = small.world.add_channel(guild, "lejos")
        await beto.slash("unirse", codigo=match)
        await pass_by(2)
        assert len([one for one in beto.sees() if f"t1.{match}..START" in one.custom_ids]) == 1
        await ana.press(custom_id=r"START$")
        await pass_by(3)
        assert len(tables(ana, match)) == 1
        assert len(tables(beto, match)) == 1


async def test_a_rematch_where_the_match_was(small: Discord) -> None:
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        match = await house.seated(ana, beto)
        await ana.slash("terminar")
        await beto.slash("terminar")
        await ana.press(custom_id=rf"t1\.{match}\.\.REMATCH$")
        await pass_by(3)
        after = (await house.info(match)).successor
        assert after
        assert len([one for one in ana.sees() if f"t1.{after}..START" in one.custom_ids]) == 1
        for person in (ana, beto):
            assert any(f"t1.{after}..LEAVE" in one.custom_ids for one in person.reads())
