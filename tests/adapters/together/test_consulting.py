"""A robot that asks its partner before it calls has two buttons, on every platform."""

import pytest

from bot.match import robot_turns
from bot.match.deadline_kinds import DeadlineKind
from bot.messages import MatchId
from engine.actions import PLAY, QUIERO
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.bot.test_consulting import caller
from tests.virtual import pass_by


async def asked(house: House, player: Player, match: MatchId) -> int:
    """Cards are laid until the robot opposite asks; its seat."""
    for _ in range(60):
        rows = [row for row in await house.service.store.deadlines() if row.match == match]
        for row in rows:
            if row.kind == DeadlineKind.CONSULT:
                await pass_by(1.0)
                return row.seat
        view = await house.service.matches.view(match, player.user)
        assert view is not None
        if view.seat in view.awaited:
            steps = [step for step in view.offered if step.verb in (QUIERO, PLAY)]
            await player.act(match, steps[0])
        await pass_by(1.0)
    raise AssertionError


@pytest.mark.parametrize(
    ("client", "word"), [(OnDiscord, "yes"), (OnTelegram, "no"), (OnPage, "yes")]
)
async def test_the_partner_decides_by_a_button(
    house: House, client: type[Player], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robot_turns, "choose", caller("truco"))
    player = await house.arrives(client, "Ana")
    await player.line("jugar", jugadores="4", variante="argentino", consulta="si")
    match = await house.lobby_of(player.user)
    await player.button(r"START$")
    await pass_by(5.0)
    seat = await asked(house, player, match)
    await player.button(rf"LET \d+ {word}$")
    await pass_by(0.1)
    view = await house.service.matches.view(match, player.user)
    assert view is not None
    assert view.position is not None
    assert [pending.seat for pending in view.position.stack] == [seat] * (word == "yes")
