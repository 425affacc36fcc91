"""A typed call that was accepted gets a reaction, which is no message."""

import pytest
from telegram.constants import ReactionEmoji

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


async def test_a_line_in_private_gets_one_before_the_hand_follows(match: Match) -> None:
    """The hand of whoever is not asked now rests for some seconds."""
    player = await match.turn()
    called = player.say("/truco")
    await pass_by(2)
    assert called.reactions == [ACCEPTED]
    proposed = player.say("/terminar")
    await pass_by(2)
    assert proposed.reactions == [ACCEPTED]


async def test_a_group_that_allows_none_is_not_asked_again_and_again(
    match: Match, group: Chat
) -> None:
    """Its calls count all the same."""
    group.reactions = frozenset({ReactionEmoji.FIRE})
    for number, line in enumerate(("truco", "quiero")):
        player = await match.turn()
        before = await match.version()
        player.say(f"/{line}@{BOT}", group)
        await pass_by(10)
        assert await match.version() > before, number
    assert len(match.house.api.of(REACTS)) == 1


async def test_what_is_refused_is_told_where_it_was_said(match: Match) -> None:
    """It tells nothing of cards: only a refusal that may goes to the person alone."""
    other = match.other_than(await match.turn())
    before = len(other.sees())
    said = other.say(f"/empezar@{BOT}", match.group)
    await pass_by(10)
    told = [shown.json.get("reply_to_message", {}) for shown in match.group.messages]
    assert [answered["message_id"] for answered in told if answered] == [said.id]
    assert len(other.sees()) == before, "not in private"
