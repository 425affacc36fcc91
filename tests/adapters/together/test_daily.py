"""``/diaria``, played by people on all three platforms on the same day."""

import json
from random import Random

from bot.community.community_rules import DAY_BOARD_IN
from bot.match import daily
from bot.match.vault import Vault
from bot.messages import MatchId
from bot.model import Status
from bot.screens.daily.daily import squares
from bot.store.queries import match_queries
from tests.adapters.discord.test_settings import pick
from tests.adapters.telegram.test_settings import panel, press
from tests.adapters.together.house import (
    House,
    OnDiscord,
    OnPage,
    OnTelegram,
    Player,
    alone,
    opened,
)
from tests.bot.daily.test_daily import played
from tests.virtual import EPOCH, pass_by, set_clocks

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


async def test_everybody_plays_the_same_hand_alone_and_once_and_may_share_its_end() -> None:
    """Its end tells the line to share where it was played."""
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        witness, people = house.on_discord("Gus"), await everybody(house)
        matches, texts = set(), set()
        for person in people:
            match = await hand_of(house, person)
            matches.add(match)
            with alone(person, (*people, witness)):
                await house.play(match, Random(7))
            info = await house.info(match)
            assert info.status is Status.OVER, person.user
            assert info.daily is not None
            assert info.sealed_as == daily.sealed_id(info.daily.number, "paulista")
            await pass_by(10)
            assert squares(info.daily.hands) in "\n".join(person.reads()), person.user
            log = await house.service.store.read(match_queries.whole_log, match)
            texts.add(tuple(played("\n".join(row.text for row in log))))
            await shares(house, person, match, witness)
            await person.line("diaria", variante="paulista")
            await pass_by(3)
            assert await house.service.matches.of_person(person.user) == (), "there is one a day"
        assert (len(matches), len(texts)) == (len(people), 1)


async def shares(house: House, player: Player, match: MatchId, witness: OnDiscord) -> None:
    """The channel and the group get the line once; who plays alone, or on the page, has no button
    for it. ``witness``: somebody else in the channel."""
    info = await house.info(match)
    assert info.daily is not None
    in_group = isinstance(player, OnTelegram) and player.chat is not player.client.private
    in_channel = isinstance(player, OnDiscord) and player.client.here is witness.client.here
    assert daily.is_shareable(info) == (in_group or in_channel), player.user
    if isinstance(player, OnPage):
        assert not [token for token in player.tokens() if token.endswith(".SHARE")]
    if not (in_group or in_channel):
        return
    await player.button(r"\.SHARE$")
    await pass_by(10)
    if isinstance(player, OnTelegram):
        told = [said.text for said in player.client.sees(player.chat)]
    else:
        told = witness.reads()
    name = info.people[0].name
    shared = [text for text in told if squares(info.daily.hands) in text and name in text]
    assert len(shared) == 1, player.user
    assert not daily.is_shareable(await house.info(match)), "the button goes"


async def wanted_in_the_group(house: House, player: OnTelegram) -> None:
    """Whoever has made a group wants the scoreboard of the day there."""
    shown = await panel(house.telegram, player.client, player.chat)
    await press(player.client, player.chat, shown, DAY_BOARD_IN)
    await press(player.client, player.chat, shown, DAY_BOARD_IN, f"telegram:{player.chat.id}/0")


async def wanted_in_the_channel(house: House, player: OnDiscord) -> None:
    house.discord.guild.managers.add(player.client.user.id)
    shown = await player.client.slash("configurar lugar")
    await pick(player.client, shown, "day_board", str(house.discord.channel.id))


async def test_the_scoreboard_of_the_day_is_posted_where_it_is_wanted() -> None:
    """In the channel and in the group, once, when the day is over; on the page, in private chats
    and in another group nothing is said. It begins in the last hour of a day, for all that
    passes until its end costs the platforms their polls and heartbeats."""
    set_clocks(daily.day_of(daily.number_at(EPOCH), "").ends - 3600)
    async with opened(vault=Vault(KEY, random=Random(3).randbytes)) as house:
        ana, alone, ema, fede, carla = people = await everybody(house)
        assert isinstance(ana, OnDiscord)
        assert isinstance(ema, OnTelegram)
        other = await house.on_telegram("Hugo")
        other.chat = house.telegram.world.group("Otro", other.client)
        people.append(other)
        await wanted_in_the_channel(house, ana)
        await wanted_in_the_group(house, ema)
        for person in people:
            match = await hand_of(house, person)
            await house.play(match, Random(7))
            await pass_by(10)
            if daily.is_shareable(await house.info(match)):
                await person.button(r"\.SHARE$")
        await pass_by(10)
        before = {player.user: len(told(house, player)) for player in people}
        info = await house.info(await ended(house, ana))
        assert info.daily is not None
        await pass_by(info.daily.ends + daily.GRACE + 120 - house.service.time.utc())
        said = {player.user: told(house, player)[before[player.user] :] for player in people}
        assert all(not said[player.user] for player in (alone, fede, carla, other)), said
        for player in (ana, ema):
            (board,) = said[player.user]
            assert squares(info.daily.hands) in board


async def ended(house: House, player: Player) -> MatchId:
    """This person's match of the day that has begun."""
    day = daily.sealed_id(daily.number_at(house.service.time.utc()), "paulista")
    return daily.hand_id(day, player.user)


def told(house: House, player: Player) -> list[str]:
    """Everything that this person has read where they asked for the hand, in messages of its
    own."""
    if isinstance(player, OnTelegram):
        return [shown.text for shown in player.client.sees(player.chat)]
    if isinstance(player, OnDiscord):
        return [seen.text for seen in player.client.sees(player.client.here)]
    return (
        [json.dumps(message) for message in player.page.heard] if isinstance(player, OnPage) else []
    )
