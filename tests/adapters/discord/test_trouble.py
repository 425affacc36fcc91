"""What goes wrong in Discord: restarts, sockets, limits, errors, things that are gone."""

import asyncio
import re
from collections.abc import Sequence
from random import Random

import discord
import pytest

from adapters.discord.account import Account
from adapters.discord.bot import DiscordAdapter
from adapters.discord.words import plain, say
from bot.environment import Config
from bot.service import Service
from bot.showing.platform import CannotConnect
from bot.store import Store
from tests.adapters.built import matches_built
from tests.adapters.discord.house import HANDS, NAMES, House, duel, lived_in
from tests.adapters.discord.lookalike.errors import Refusal
from tests.adapters.discord.lookalike.faults import SENDING
from tests.adapters.discord.lookalike.pace import Way, at_once, paced
from tests.adapters.discord.lookalike.people import Failed
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import SEND_MESSAGES, VIEW_CHANNEL
from tests.bot.helpers import Dice
from tests.virtual import LoopTime, pass_by, until

# --- the start ---------------------------------------------------------------------------------


async def test_a_token_that_discord_refuses(small: Discord) -> None:
    """It is said which setting is wrong, and nothing stays open."""
    small.token_revoked = True
    house = House(small)
    with pytest.raises(CannotConnect, match="TRUCO_DISCORD_TOKEN"):
        await house.start()
    assert house.adapter.client.is_closed()


async def test_an_address_at_which_nobody_answers(small: Discord) -> None:
    small.faults.add("get_my_user", cut=True, times=100)
    before = discord.http.Route.BASE
    house = House(small)
    with pytest.raises(CannotConnect, match=re.escape(f"{small.address}/api/v10")):
        await house.start()
    assert house.adapter.client.is_closed()
    assert before == discord.http.Route.BASE, "it is as it was"


# --- restarts ----------------------------------------------------------------------------------


async def test_a_restart_in_mid_hand(house: House) -> None:
    match, ana, beto = await duel(house)
    await beto.press(custom_id=r"\.play 1b$")
    seen, button = await ana.until_offered(custom_id=r"\.play 1e$")
    commands = house.small.sent("bulk_set_application_commands")
    await house.restart()
    interaction = await ana.press(custom_id=button.custom_id, on=seen.message)
    assert interaction.answer
    assert len((await house.view(match, None)).plays) == 2
    assert house.small.sent("bulk_set_application_commands") == commands, "nothing new to tell"
    await house.play(match, Random(1), until_number=2)


async def test_a_restart_changes_no_message_that_is_right(
    small: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three tables one was not shown its last step; that one is drawn, and then who presses."""
    built = matches_built(monkeypatch)
    async with lived_in(small) as house:
        tables = []
        for number in range(3):
            channel = small.world.add_channel(house.guild, f"mesa {number}")
            dealer, mano = (
                house.person(name, channel=channel) for name in NAMES[2 * number : 2 * number + 2]
            )
            match = await house.seated(dealer, mano, hands=HANDS, dealer=0, tiempo="600")
            await mano.press(custom_id=r"\.play 1b$")
            tables.append((match, dealer, mano))
        await pass_by(30)
        late = small.faults.add(*SENDING, cut=True, times=1000)
        await tables[1][1].press(custom_id=r"\.play 1e$")
        await pass_by(2)
        await house.stop()
        late.times = 0
        await pass_by(40)
        sent, built[:] = len(small.sent(*SENDING)), []
        await house.start()
        await pass_by(120)
        assert set(built) == {tables[1][0]}
        drawn = small.sent(*SENDING)[sent:]
        assert drawn
        channels = {request.params.get("channel_id") for request in drawn}
        assert channels.isdisjoint(str(table[1].chat.id) for table in (tables[0], tables[2]))
        built.clear()
        await tables[2][1].press(custom_id=r"\.play 1e$")
        await pass_by(5)
        assert set(built) <= {tables[2][0]}
        assert len((await house.view(tables[2][0], None)).plays) == 2


@pytest.mark.parametrize(
    "moment",
    [0.3, 1.4, 2.1, *(pytest.param(at, marks=pytest.mark.dear) for at in (0, 0.9, 1.1, 1.9, 3))],
)
async def test_pressed_while_the_bot_ends(house: House, moment: float) -> None:
    """An orderly end logs no error. The step counts if the bot heard of it, and either way people
    see after the start how the table stands."""
    match, ana, beto = await duel(house)
    await beto.until_offered(custom_id=r"\.play 1b$")
    table = next(seen.message for seen in reversed(beto.sees()) if not seen.ephemeral)
    stale = beto.find(custom_id=r"\.play 7o$")
    assert stale is not None
    house.small.pace = paced(
        {
            "update_message": Way(1.0, 1.0),
            "create_message": Way(1.0, 1.0),
            "create_interaction_response": Way(0.2, 0.2),
        }
    )
    await beto.press(custom_id=r"\.play 1b$")
    ending = asyncio.create_task(house.stop())
    await pass_by(moment)
    beto.start_press(custom_id=stale[1].custom_id, on=stale[0].message)
    ana.start_press(custom_id=rf"t1.{match}..HAND", on=table)
    await until(ending.done, 60)
    ending.result()
    house.small.pace = at_once
    await house.start()
    await pass_by(10)
    await ana.press(custom_id=r"\.play 4c$")
    await house.play(match, Random(1), until_number=2)


# --- sockets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["cut", "ask_to_reconnect"])
async def test_a_press_while_the_socket_is_down(house: House, how: str) -> None:
    match, ana, beto = await duel(house)
    await beto.until_offered(custom_id=r"\.play 1b$")
    getattr(house.small.gateway, how)()
    await beto.press(custom_id=r"\.play 1b$")
    assert house.small.gateway.resumed == 1
    await ana.press(custom_id=r"\.play 1e$")
    assert len((await house.view(match, None)).plays) == 2
    await pass_by(300)
    assert await house.adapter.well(), "it is connected again"


@pytest.mark.errors("discord.client")
async def test_a_gateway_that_lets_nobody_in(house: House) -> None:
    """For a moment that is as it must be; for longer the bot is not well, until it is back."""
    assert await house.adapter.well()
    house.small.gateway.closed = True
    house.small.gateway.cut()
    for seconds, well in ((10, True), (45, True), (10, False), (60, False)):
        await pass_by(seconds)
        assert await house.adapter.well() is well
    house.small.gateway.closed = False
    # discord.py tries again after ever longer pauses, by lot.
    await pass_by(2400)
    assert await house.adapter.well()


async def test_a_session_that_is_lost(house: House) -> None:
    match, _, beto = await duel(house)
    await beto.until_offered(custom_id=r"\.play 1b$")
    house.small.gateway.forget_sessions()
    with pytest.raises(Failed):
        await beto.press(custom_id=r"\.play 1b$")
    await pass_by(30)
    await beto.press(custom_id=r"\.play 1b$")
    await house.play(match, Random(1), until_number=2)
    await pass_by(60)
    assert await house.adapter.well(), "it is connected again"


# --- limits -------------------------------------------------------------------------------------


async def test_dry_buckets_lose_no_interaction(small: Discord) -> None:
    for limit in small.buckets.limits.values():
        limit.count, limit.seconds = 1, 20.0
    async with lived_in(small) as house:
        match, _, _ = await duel(house, tiempo="86400")
        await house.play(match, Random(1), until_number=3, within=300)
        done = small.world.interactions.values()
        assert not [
            interaction for interaction in done if interaction.refused or not interaction.answer
        ]
        assert all(interaction.answered_at == interaction.at for interaction in done)


async def test_limits_that_nobody_announced(house: House) -> None:
    match, _, _ = await duel(house, tiempo="86400")
    house.small.faults.limit(3.0, times=6)
    house.small.faults.limit(8.0, is_global=True, times=2)
    await house.play(match, Random(1), until_number=3, within=300)
    done = house.small.world.interactions.values()
    assert not [interaction for interaction in done if interaction.refused]
    refused = [request for request in house.small.requests if request.status == 429]
    assert refused
    assert house.waits.asked == {"discord": len(refused)}


async def test_server_errors(house: House) -> None:
    """Whatever is sent fails for a while: the match goes on, and in the end all is shown."""
    match, ana, _ = await duel(house, tiempo="86400", puntos="15")
    house.small.faults.server_error(times=12)
    house.small.faults.add(lost=lambda: Refusal(502, 0, "Bad Gateway"), times=3)
    await house.play(match, Random(1))
    await pass_by(300)
    assert any(id.endswith(".REMATCH") for seen in ana.sees()[-3:] for id in seen.custom_ids)


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_answer_that_came_too_late_is_not_given_again(house: House, code: int) -> None:
    """Nor where it has been given already; what was decided stands, and is shown."""
    match, ana, beto = await duel(house, tiempo="86400")
    await beto.until_offered(custom_id=r"\.play 1b$")
    house.small.faults.code(code, "create_interaction_response")
    with pytest.raises(Failed):
        await beto.press(custom_id=r"\.play 1b$")
    last = f"/interactions/{beto.last.id}/" if beto.last else ""
    assert len([request for request in house.small.requests if last in request.path]) == 1
    assert len((await house.view(match, None)).plays) == 1
    await ana.press(custom_id=r"\.play 1e$")
    await house.play(match, Random(1), until_number=2)


@pytest.mark.parametrize("done", [False, True])
async def test_a_connection_that_breaks_at_the_answer(
    small: Discord, done: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """The press counts once; the person sees it fail, and then the table as it is."""
    async with lived_in(small) as house:
        match, ana, beto = await duel(house, tiempo="86400")
        await beto.until_offered(custom_id=r"\.play 1b$")
        how = {"lost": lambda: Refusal(502, 0, "Bad Gateway")} if done else {"cut": True}
        small.faults.add("create_interaction_response", times=1, **how)
        small.faults.add("create_interaction_response", times=9, cut=True)
        try:
            await beto.press(custom_id=r"\.play 1b$")
        except Failed:
            assert not done
        small.faults.clear()
        assert len((await house.view(match, None)).plays) == 1
        await ana.press(custom_id=r"\.play 1e$")
        await house.play(match, Random(1), until_number=2)
    assert "discord.failed" not in capsys.readouterr().out


# --- things that are gone -----------------------------------------------------------------------


async def test_the_channel_is_deleted(house: House) -> None:
    """The match goes on in private, and its people are told where."""
    match, ana, beto = await duel(house, puntos="15")
    await beto.until_offered(custom_id=r"\.play 1b$")
    told = plain(say("es", "lost"))
    house.small.delete_channel(house.channel)
    await beto.press(custom_id=r"\.play 1b$")
    await pass_by(30)
    for person in (ana, beto):
        assert [seen.text for seen in person.reads()].count(told) == 1
    await house.play(match, Random(1))
    assert (await house.info(match)).ended == "won"
    refused = [request for request in house.small.requests if request.status in (403, 404)]
    assert len(refused) < 5, "it is not tried for ever"


async def test_a_bot_that_is_let_in_again(house: House) -> None:
    """Its tables stand there again, by themselves and once."""
    match, ana, beto = await duel(house, tiempo="86400")
    await beto.until_offered(custom_id=r"\.play 1b$")
    house.small.kick(house.guild)
    await beto.press(custom_id=r"\.play 1b$")
    await pass_by(30)
    assert not [
        surface for surface in await house.service.surfaces.of_match(match) if not surface.person
    ]
    assert len([request for request in house.small.requests if request.status in (403, 404)]) < 5
    before = {message.id for message in ana.sees()}
    house.small.invite(house.guild)
    await pass_by(5)
    (table,) = [message for message in ana.sees() if message.id not in before]
    assert any(id.endswith(".HAND") for id in table.custom_ids)
    await ana.press(custom_id=r"\.play 1e$")
    await house.play(match, Random(1), until_number=2)


@pytest.mark.parametrize("permission", [SEND_MESSAGES, VIEW_CHANNEL])
async def test_permissions_that_are_taken_away(house: House, permission: int) -> None:
    match, _, beto = await duel(house)
    await beto.until_offered(custom_id=r"\.play 1b$")
    house.small.take_permissions(house.channel, permission)
    await beto.press(custom_id=r"\.play 1b$")
    await house.play(match, Random(1), until_number=3)
    assert len([request for request in house.small.requests if request.status in (403, 404)]) < 20


async def test_an_archived_thread(house: House) -> None:
    thread = house.small.world.add_thread(house.channel, "partida")
    house.small.gateway.dispatch(
        "THREAD_CREATE", house.small.world.channel_shape(thread), house.guild
    )
    ana, beto = (house.person(name, channel=thread) for name in NAMES[:2])
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, puntos="15")
    await beto.until_offered(custom_id=r"\.play 1b$")
    house.small.archive(thread)
    await beto.press(custom_id=r"\.play 1b$")
    await pass_by(20)
    await ana.press(custom_id=r"\.play 1e$")
    house.small.archive(thread, locked=True)
    await house.play(match, Random(1), until_number=3)


# --- shards -------------------------------------------------------------------------------------


async def test_two_shards(small: Discord) -> None:
    """The table on the second shard, the private chats on the first."""
    house = House(small)
    small.gateway.shards = 2
    other = small.world.add_guild("Otro club", shard=(1, 2))
    channel = small.world.add_channel(other, "mesa")
    await house.start(shards=2)
    try:
        ana, beto = (house.person(name, channel=channel) for name in NAMES[:2])
        match = await house.seated(ana, beto, puntos="15")
        await house.play(match, Random(1), until_number=2)
        assert {shard for _, shard in small.gateway.identified} == {(0, 2), (1, 2)}
    finally:
        await house.stop()


@pytest.mark.parametrize(
    ("shards", "ids", "own"),
    [(1, None, None), (2, None, None), (None, None, None), (1, [0], [0]), (4, (1, 3), [1, 3])],
)
async def test_the_connections_that_are_asked_for(
    shards: int | None, ids: Sequence[int] | None, own: list[int] | None
) -> None:
    """One is enough for a bot that asks for one."""
    service = Service(Store.in_memory(), Config(), time=LoopTime(), chance=Dice())
    client = DiscordAdapter(service, Account("no token", shards=shards, shard_ids=ids)).client
    several = isinstance(client, discord.AutoShardedClient)
    assert several is (shards != 1 or ids is not None)
    if isinstance(client, discord.AutoShardedClient):
        assert client.shard_count == shards
        assert client.shard_ids == own


async def test_an_end_waits_for_drawings_only_so_long(
    small: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord fails at every edit and the client tries again for half a minute: the bot ends all
    the same, and nothing of it goes on. What was not drawn is drawn by the next start."""
    monkeypatch.setattr("adapters.discord.bot._HANDS_OVER", 0.5)
    async with lived_in(small) as house:
        _, ana, beto = await duel(house, tiempo="86400")
        await beto.until_offered(custom_id=r"\.play 1b$")
        failing = small.faults.server_error(times=1000)
        await beto.press(custom_id=r"\.play 1b$")
        await until(lambda: failing.met > 0, 20)
        drawing = list(house.service.updater._tasks.work)
        assert drawing
        await house.stop()
        assert all(task.cancelled() for task in drawing)
        small.faults.all.clear()
        await house.start()
        await ana.until_offered(custom_id=r"\.play 1e$")
