"""A typed call that was accepted gets a reaction, which is no message."""

import pytest

from adapters.telegram.wire import ACCEPTED
from tests.adapters.telegram.house import BOT, House, Match
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat
from tests.virtual import pass_by

SLOW = "tiempo:600"
REACTS = "setMessageReaction"


@pytest.fixture
async def match(house: House, ana: Person, beto: Person, group: Chat) -> Match:
    """A table at which nobody hurries."""
    match = await house.seated(group, ana, beto, options=SLOW)
    await pass_by(5)
    return match


async def test_an_accepted_call_gets_a_reaction_and_no_answer(match: Match) -> None:
    player = await match.turn()
    said = player.say(f"/truco@{BOT}", match.group)
    await pass_by(10)
    assert said.reactions == [ACCEPTED]
    answers = [shown for shown in match.group.messages if "reply_to_message" in shown.json]
    assert answers == []
    (called,) = match.house.api.of(REACTS)
    assert "is_big" not in called.values


async def test_what_is_refused_or_hidden_gets_none(match: Match) -> None:
    """Nor do commands that only ask, nor what is no command. A hidden message shows what came of it
    at once."""
    player = await match.turn()
    other = match.other_than(player)
    for line in (f"/quiero@{BOT}", f"/mesa@{BOT}", "hola"):
        assert other.say(line, match.group).reactions == []
        await pass_by(10)
    player.say(f"/truco@{BOT}", match.group, ephemeral=True)
    await pass_by(10)
    assert await match.turn() is other, "it was accepted"
    other.say(f"/quiero@{BOT}", match.group, ephemeral=True)
    await pass_by(10)
    assert await match.turn() is player, "it was accepted"
    assert not match.house.api.of(REACTS)
