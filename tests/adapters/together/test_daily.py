"""``/diaria``, played by people on all three platforms on the same day."""

from random import Random

from bot.match import daily
from bot.match.vault import Vault
from bot.messages import MatchId
from bot.model import Status
from bot.screens.daily import squares
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player, opened
from tests.adapters.together.test_proof import seen_by
from tests.bot.test_daily import played
from tests.virtual import pass_by

KEY = b"k" * 32


async def hand_of(house: House, player: Player) -> MatchId:
    """The hand of the day that this person begins."""
    await player.line("diaria", variante="paulista")
    await pass_by(3)
    (match,) = await house.service.matches.of_person(player.user)
    return match


async def everybody(house: House) -> list[Player]:
    """One in a server's channel, one in a private chat with the bot on Discord, one in each of
    Telegram's kinds of chat, one on the page."""
    telegram = await house.on_telegram("Ema")
    telegram.chat = house.telegram.world.group("Truco", telegram.client)
    return [
        house.on_discord("Ana"),
        house.in_direct_chat("Beto", "pt-BR"),
        telegram,
        await house.on_telegram("Fede", "en"),
        await house.on_page("Carla", "en"),
    ]


async def test_everybody_plays_the_same_hand_alone() -> None:
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        people = await everybody(house)
        matches = {}
        for one in people:
            match = matches[one.user] = await hand_of(house, one)
            others = [other for other in people if other is not one]
            before = [len(seen_by(house, other)) for other in others]
            await house.play(match, Random(7))
            info = await house.info(match)
            assert info.status is Status.OVER, one.user
            assert before == [len(seen_by(house, other)) for other in others], "it is played alone"
        assert len(set(matches.values())) == len(people)
        logs = [await house.service.store.log(match) for match in matches.values()]
        texts = [played("\n".join(row.text for row in log)) for log in logs]
        assert all(text == texts[0] for text in texts[1:])


async def test_the_end_tells_the_line_to_share_where_it_was_played() -> None:
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        for one in await everybody(house):
            match = await hand_of(house, one)
            await house.play(match, Random(7))
            await pass_by(10)
            info = await house.info(match)
            assert info.daily is not None
            told = "\n".join(seen_by(house, one))
            assert squares(info.daily.hands) in told, one.user
            await one.line("diaria", variante="paulista")
            await pass_by(3)
            assert await house.service.matches.of_person(one.user) == (), "there is one a day"


async def test_a_channel_sees_nothing_of_it() -> None:
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        ana, beto = house.on_discord("Ana"), house.on_discord("Beto")
        carla = await house.on_page("Carla")
        before = [len(seen_by(house, one)) for one in (beto, carla)]
        match = await hand_of(house, ana)
        assert isinstance(ana, OnDiscord)
        assert isinstance(carla, OnPage)
        await house.play(match, Random(7), steps=3)
        assert before == [len(seen_by(house, one)) for one in (beto, carla)]
        assert (await house.info(match)).sealed_as == daily.sealed_id(
            daily.number_at(house.service.time.utc()), "paulista"
        )


async def test_whoever_shares_is_read_where_they_asked() -> None:
    """The channel and the group get the line once; who plays alone, or on the page, has no button
    for it."""
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        witness = house.on_discord("Gus")
        for one in await everybody(house):
            match = await hand_of(house, one)
            await house.play(match, Random(7))
            await pass_by(10)
            info = await house.info(match)
            assert info.daily is not None
            in_group = isinstance(one, OnTelegram) and one.chat is not one.client.private
            in_channel = isinstance(one, OnDiscord) and one.client.here is witness.client.here
            assert daily.is_shareable(info) == (in_group or in_channel), one.user
            if isinstance(one, OnPage):
                assert not [token for token in one.tokens() if token.endswith(".SHARE")]
            if not (in_group or in_channel):
                continue
            await one.button(r"\.SHARE$")
            await pass_by(10)
            if isinstance(one, OnTelegram):
                told = [said.text for said in one.client.sees(one.chat)]
            else:
                told = seen_by(house, witness)
            name = info.people[0].name
            shared = [text for text in told if squares(info.daily.hands) in text and name in text]
            assert len(shared) == 1, one.user
            assert not daily.is_shareable(await house.info(match)), "the button goes"
