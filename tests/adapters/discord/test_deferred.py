"""While a command is worked out, Discord shows everybody that an answer is coming, and fills that
place with whatever comes first: never with what one person alone may see."""

import asyncio

import pytest

from adapters.discord.answering import Load
from adapters.discord.caller import Caller
from adapters.discord.follow_up import FollowUps
from bot.asking import Whereabouts
from bot.environment import Config
from tests.adapters.discord.house import HANDS, House, lived_in
from tests.adapters.discord.lists import older
from tests.adapters.discord.lookalike.pace import Way, paced
from tests.adapters.discord.lookalike.people import Person
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import Interaction
from tests.virtual import pass_by


def slow_commands(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Every typed command takes so long from now on."""
    whereabouts = FollowUps.whereabouts

    async def slowly(self: FollowUps, caller: Caller) -> Whereabouts:
        await asyncio.sleep(seconds)
        return await whereabouts(self, caller)

    monkeypatch.setattr(FollowUps, "whereabouts", slowly)


def is_awaited(asked: Interaction) -> bool:
    """Whether Discord still shows that its answer is coming."""
    return asked.thinking


def cards_shown(person: Person, to: Person, *codes: str) -> bool:
    """Whether ``to`` sees buttons with these cards in the channel of ``person``."""
    ids = [id for seen in to.sees(person.here) for id in seen.custom_ids]
    return all(any(id.endswith(f".play {code}") for id in ids) for code in codes)


@pytest.mark.parametrize(
    ("command", "known", "late"),
    [
        ("mesa", True, True),
        ("mesa", True, False),
        ("mesa", False, True),
        ("mesa", False, False),
        ("jugar", False, False),
    ],
)
async def test_a_hand_never_becomes_the_answer_of_a_public_command(
    house: House, monkeypatch: pytest.MonkeyPatch, command: str, known: bool, late: bool
) -> None:
    """``known``: the bot has met the closed private chat before. ``late``: the command reaches the
    bot so late that it is deferred at once; otherwise it takes long itself."""
    ana, beto, carla = (house.person(name) for name in ("Ana", "Beto", "Carla"))
    beto.user.dm_refusal = 50007
    if known:
        await house.service.settings.save(f"discord:{beto.user.id}", discord_hand="closed")
    match = await house.open(ana, jugadores="2")
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    await pass_by(15 * 60)  # his press can be answered no more
    house.arrange(await house.table(match), HANDS, 0)
    slow_commands(monkeypatch, 4.0)
    if late:
        monkeypatch.setattr(Load, "came", lambda *_: True)
    asked = beto.with_lists(older()).start_slash(command)
    await pass_by(2)
    assert is_awaited(asked)
    await ana.press(custom_id=r"\.START$")
    await pass_by(1)
    for person in (ana, carla):
        assert not cards_shown(beto, person, "1b")
    assert is_awaited(asked), "only its own answer ends it"
    await pass_by(30)
    assert not is_awaited(asked)
    assert asked.reply is not None
    assert asked.reply.only_for is None
    for person in (ana, carla):
        assert not cards_shown(beto, person, "1b")
    await beto.press(custom_id=rf"\.{match}\..*\.HAND$")
    assert cards_shown(beto, beto, "1b", "7o", "4o")


async def test_a_refusal_that_meets_its_deferral_stays_private(
    small: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ready after the deferral has reached Discord, and before we know that."""
    async with lived_in(small, config=Config(robot_budget=0, tables=1)) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        await ana.slash("jugar")
        before = [seen.id for seen in beto.sees()]
        slow_commands(monkeypatch, 1.6)
        small.pace = paced({"create_interaction_response": Way(0.05, 0.4)})
        asked = await ana.slash("jugar")
        await pass_by(10)
        assert asked.answer == 5
        assert [seen for seen in beto.sees() if seen.id not in before] == []
        (told,) = asked.followups
        assert told.only_for is ana.user


async def test_a_refusal_whose_way_is_barred_is_not_told_to_everybody(
    small: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The public deferral cannot be taken away: then nothing private is written there."""
    async with lived_in(small, config=Config(robot_budget=0, tables=1)) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        await ana.slash("jugar")
        monkeypatch.setattr(Load, "came", lambda *_: True)
        small.faults.server_error("delete_original_webhook_message", times=10)
        await ana.slash("jugar")
        await pass_by(30)
        assert not [seen for seen in beto.sees() if not seen.thinking and not seen.buttons]
