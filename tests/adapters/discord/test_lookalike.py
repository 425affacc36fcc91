"""The look-alike, driven by the unmodified client: what the real one does, it does."""

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from typing import Any

import discord
import pytest

from tests.adapters.discord.lookalike.errors import Refusal
from tests.adapters.discord.lookalike.people import Failed, Person
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import SEND_MESSAGES, VIEW_CHANNEL
from tests.adapters.discord.plain_bot import PNG, PlainBot, started
from tests.virtual import pass_by, run, settle


@pytest.fixture
def ana(small: Discord) -> Person:
    guild = small.world.add_guild("Club")
    return Person(small, small.world.add_user("Ana"), small.world.add_channel(guild, "mesa"))


async def test_a_message_with_a_picture_and_buttons(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        await ana.slash("show", what="update quiet", card="7o")
        (seen,) = ana.sees()
        assert seen.text == "Here\nTable\n7o"
        assert seen.labels == ["update", "quiet"]
        assert [(picture.name, picture.data, picture.description) for picture in seen.pictures] == [
            ("table.png", PNG, "an empty table")
        ]
        await ana.press("quiet")
        assert [message.text for message in ana.sees() if message.ephemeral] == ["only you"]
        await ana.press("update")
        assert ana.sees()[0].text == "updated\nTable\n7o"
        assert bot.pressed == [(ana.user.id, "quiet"), (ana.user.id, "update")]


async def test_the_new_components_and_a_select(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()):
        await ana.slash("layout")
        (seen,) = ana.sees()
        assert seen.ephemeral
        assert seen.text == "# Your hand"
        assert seen.alternative_texts == ["three cards"]
        await ana.choose("Copa")
        assert ana.sees()[-1].text == "chose copa"
        beto = Person(small, small.world.add_user("Beto"), ana.here)
        assert beto.sees() == []


async def test_modal_and_completion(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()):
        assert await ana.complete("show", "card", "7") == [("7o", "7o")]
        await ana.slash("show", what="modal")
        await ana.press("modal")
        await ana.submit("31")
        assert ana.sees()[0].text.startswith("you said 31")


@pytest.mark.errors("discord.ui.view")
async def test_an_answer_after_three_seconds_is_lost(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()):
        await ana.slash("show", what="late silent")
        pressed = ana.start_press("late")
        with pytest.raises(Failed):
            await ana._answered(pressed)
        await pass_by(2)
        assert pressed.refused == [10062]
        with pytest.raises(Failed):
            await ana.press("silent")


@pytest.mark.errors("discord.ui.view")
async def test_a_token_lives_a_quarter_of_an_hour(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        await ana.slash("show", what="edit_later")
        bot.pause = 899
        await ana.press("edit_later")
        await pass_by(899)
        assert ana.sees()[-1].text == "second"
        bot.pause = 901
        await ana.press("edit_later")
        await pass_by(901)
        assert ana.sees()[-1].text == "first"
        assert [request.answer["code"] for request in small.requests if request.status == 401] == [
            50027
        ]


async def test_the_first_follow_up_is_the_deferred_answer(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()):
        await ana.slash("show", what="think")
        await ana.press("think")
        assert [seen.text for seen in ana.sees() if seen.ephemeral] == ["thought", "and again"]


async def test_who_sees_the_deferred_answer_is_fixed_by_the_deferral(
    small: Discord, ana: Person
) -> None:
    """A private follow-up becomes public so. The look-alike complains of it in every test."""
    async with started(small, PlainBot()):
        await ana.slash("show", what="think_aloud")
        await ana.press("think_aloud")
        beto = Person(small, small.world.add_user("Beto"), ana.here)
        assert "thought" in [seen.text for seen in beto.sees()]
        assert "and again" not in [seen.text for seen in beto.sees()]
        assert "and again" in [seen.text for seen in ana.sees()]
        assert len(small.complaints) == 1
        small.rest.misdirected.clear()


async def test_a_dry_bucket_delays_and_is_never_overdrawn(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        channel = bot.get_channel(ana.here.id)
        assert isinstance(channel, discord.TextChannel)
        begun = small.now()
        sent: list[tuple[float, float]] = []

        async def send(number: int) -> None:
            await channel.send(str(number))

        await run(_all(send(number) for number in range(12)))
        times = [one.at - begun for one in small.sent("create_message")]
        assert [round(at) for at in times] == [0] * 5 + [5] * 5 + [10] * 2
        assert small.buckets.refusals == 0
        assert sent == []


async def test_a_bucket_the_client_does_not_know_of(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        channel = bot.get_partial_messageable(ana.here.id)
        fault = small.faults.limit(7.0, "create_message")
        await run(channel.send("patience"))
        assert fault.met == 1
        assert [seen.text for seen in ana.sees()] == ["patience"]


async def test_a_global_limit_stops_everything(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        channel = bot.get_partial_messageable(ana.here.id)
        small.faults.limit(4.0, "create_message", is_global=True)
        first = asyncio.create_task(channel.send("one"))
        await settle()
        other = asyncio.create_task(bot.fetch_channel(ana.here.id))
        await pass_by(3.9)
        assert not first.done()
        assert not other.done()
        await pass_by(0.1)
        assert first.done()
        assert other.done()
        await _all((first, other))


async def test_an_answer_that_got_lost_was_done_all_the_same(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        small.faults.add("create_message", lost=lambda: Refusal(500, 0, "Server Error"))
        message = await run(bot.get_partial_messageable(ana.here.id).send("once"))
        assert len(small.sent("create_message")) == 1
        assert [seen.text for seen in ana.sees()] == ["once"], "the same nonce is the same message"
        small.faults.add("update_message", lost=lambda: Refusal(500, 0, "Server Error"))
        await run(message.edit(content="changed"))
        assert ana.sees()[0].message.edits == 2


async def test_what_is_gone(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        channel = bot.get_partial_messageable(ana.here.id)
        message = await run(channel.send("here"))
        small.delete_message(small.world.messages[message.id])
        assert await _code(message.edit(content="there")) == 10008
        small.take_permissions(ana.here, SEND_MESSAGES)
        assert await _code(channel.send("no")) == 50013
        small.take_permissions(ana.here, VIEW_CHANNEL)
        assert await _code(channel.send("no")) == 50001
        small.delete_channel(ana.here)
        assert await _code(channel.send("no")) == 10003
        assert ana.here.guild is not None
        small.kick(ana.here.guild)
        await settle()
        assert {"guild_channel_delete", "guild_remove"} <= set(bot.events)
        assert list(bot.guilds) == []


async def test_archived_threads(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()) as bot:
        channel = bot.get_channel(ana.here.id)
        assert isinstance(channel, discord.TextChannel)
        message = await run(channel.send("a table"))
        thread = await run(message.create_thread(name="Match"))
        inside = small.world.channels[thread.id]
        told = await run(thread.send("here"))
        small.archive(inside)
        assert await _code(told.edit(content="there")) == 50083
        await run(thread.send("awake"))
        assert not inside.archived
        small.archive(inside, locked=True)
        assert await _code(thread.send("no")) == 50083


async def test_hour_old_messages_and_other_codes(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot(max_ratelimit_timeout=30.0)) as bot:
        channel = bot.get_partial_messageable(ana.here.id)
        message = await run(channel.send("here"))
        small.faults.code(30046, "update_message")
        with pytest.raises(discord.RateLimited):
            await run(message.edit(content="there"))
        small.faults.code(40003, "create_dm")
        user = await run(bot.fetch_user(ana.user.id))
        assert await _code(user.send("hello")) == 40003


async def test_what_a_person_cannot_do(small: Discord, ana: Person) -> None:
    async with started(small, PlainBot()):
        for bad in (
            ana.slash("sing"),
            ana.slash("show"),
            ana.slash("show", what=3),
            ana.slash("show", what="quiet", loud=True),
            ana.press("nothing"),
            ana.choose("Oro"),
            ana.submit("1"),
        ):
            with pytest.raises(AssertionError):
                await bad


async def test_the_token_and_the_intents_are_looked_at(small: Discord, ana: Person) -> None:
    small.token_revoked = True
    with pytest.raises(discord.LoginFailure):
        async with started(small, PlainBot()):
            pass
    small.token_revoked = False
    bot = PlainBot()
    bot._connection._intents.value |= 1 << 15
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with started(small, bot):
            pass


async def test_without_sessions_nobody_is_told(small: Discord, ana: Person) -> None:
    """Nothing is kept for a bot that is not there: the person sees it fail."""
    async with started(small, PlainBot()):
        await ana.slash("show", what="quiet")
    pressed = ana.start_press("quiet")
    async with started(small, PlainBot()):
        await pass_by(5)
        assert not pressed.answer


async def _all(work: Iterable[Awaitable[object]]) -> None:
    await asyncio.gather(*work)


async def _code(work: Coroutine[Any, Any, object]) -> int:
    with pytest.raises(discord.HTTPException) as caught:
        await run(work)
    return caught.value.code
