"""What the look-alike refuses and what time does there, as in the real Discord; the tests of the
adapter, whose client is the unmodified one, rely on it."""

from typing import Any

import pytest

from tests.adapters.discord.lookalike import rules
from tests.adapters.discord.lookalike.errors import Refusal
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.world import SEND_MESSAGES, VIEW_CHANNEL
from tests.adapters.discord.test_rules import Caller, caller
from tests.virtual import pass_by, run, settle

SAID = {"type": 4, "data": {"content": "x"}}


async def code_of(bot: Caller, method: str, path: str, body: Any) -> int:
    """The code with which a request is refused."""
    status, told = await run(bot.call(method, path, body))
    assert status >= 400, told
    return int(told["code"])


async def test_an_answer_after_three_seconds_is_lost() -> None:
    async with caller() as bot:
        pressed = bot.interaction(2)
        path = f"/interactions/{pressed.id}/t/callback"
        await pass_by(3.1)
        assert await code_of(bot, "POST", path, SAID) == 10062
        assert (pressed.dead, pressed.refused) == (True, [10062])


async def test_a_token_lives_a_quarter_of_an_hour() -> None:
    async with caller() as bot:
        assert (await run(bot.answer(2, SAID)))[0] == 200
        path = f"/webhooks/{bot.small.world.application}/t/messages/@original"
        await pass_by(899)
        assert (await run(bot.call("PATCH", path, {"content": "second"})))[0] == 200
        await pass_by(2)
        assert await code_of(bot, "PATCH", path, {"content": "third"}) == 50027


async def test_who_sees_the_deferred_answer_is_fixed_by_the_deferral() -> None:
    """A private follow-up becomes public so. The look-alike complains of it in every test."""
    async with caller() as bot:
        await run(bot.answer(2, {"type": 5}))
        path = f"/webhooks/{bot.small.world.application}/t"
        for _ in range(2):
            body = {"content": "thought", "flags": rules.EPHEMERAL}
            assert (await run(bot.call("POST", path, body)))[0] == 200
        first, second = bot.small.world.in_channel(bot.channel)
        assert (first.only_for, second.only_for) == (None, bot.user)
        assert len(bot.small.complaints) == 1


async def test_an_answer_that_got_lost_was_done_all_the_same() -> None:
    """The same nonce is the same message."""
    async with caller() as bot:
        bot.small.faults.add("create_message", lost=lambda: Refusal(500, 0, "Server Error"))
        body = {"content": "once", "nonce": "1", "enforce_nonce": True}
        assert (await run(bot.send(body)))[0] == 500
        assert (await run(bot.send(body)))[0] == 200
        assert len(bot.small.world.messages) == 1


async def test_what_is_gone() -> None:
    async with caller() as bot:
        _, chat = await run(bot.call("POST", "/users/@me/channels", {"recipient_id": bot.user.id}))
        bot.user.dm_refusal = 50278
        closed = f"/channels/{chat['id']}/messages"
        assert await code_of(bot, "POST", closed, {"content": "x"}) == 50278
        path = f"/channels/{bot.channel.id}/messages"
        _, message = await run(bot.send({"content": "here"}))
        bot.small.delete_message(bot.small.world.messages[int(message["id"])])
        changed = await code_of(bot, "PATCH", f"{path}/{message['id']}", {"content": "there"})
        assert changed == 10008
        bot.small.take_permissions(bot.channel, SEND_MESSAGES)
        assert await code_of(bot, "POST", path, {"content": "no"}) == 50013
        bot.small.take_permissions(bot.channel, VIEW_CHANNEL)
        assert await code_of(bot, "POST", path, {"content": "no"}) == 50001
        bot.small.delete_channel(bot.channel)
        assert await code_of(bot, "POST", path, {"content": "no"}) == 10003


async def test_archived_threads() -> None:
    async with caller() as bot:
        thread = bot.small.world.add_thread(bot.channel, "Match")
        path = f"/channels/{thread.id}/messages"
        _, told = await run(bot.call("POST", path, {"content": "here"}))
        bot.small.archive(thread)
        assert await code_of(bot, "PATCH", f"{path}/{told['id']}", {"content": "there"}) == 50083
        assert (await run(bot.call("POST", path, {"content": "awake"})))[0] == 200
        assert not thread.archived
        bot.small.archive(thread, locked=True)
        assert await code_of(bot, "POST", path, {"content": "no"}) == 50083


async def test_a_message_of_an_hour_ago_is_hardly_edited() -> None:
    async with caller() as bot:
        _, message = await run(bot.send({"content": "here"}))
        path = f"/channels/{bot.channel.id}/messages/{message['id']}"
        await pass_by(3601)
        assert (await run(bot.call("PATCH", path, {"content": "there"})))[0] == 200
        assert await code_of(bot, "PATCH", path, {"content": "no"}) == 30046


async def test_what_a_person_cannot_do(ana: Person) -> None:
    for bad in (
        ana.slash("sing"),
        ana.slash("jugar", jugadores="seven"),
        ana.slash("jugar", loud=True),
        ana.press("nothing"),
        ana.choose("Oro"),
        ana.submit("1"),
    ):
        with pytest.raises(AssertionError):
            await bad
    await settle()
