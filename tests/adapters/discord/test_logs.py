"""Logs tell what happened, and nothing that opens anything or shows a card."""

import io
import re
from random import Random

import pytest

from bot.host.log import set_up_logging
from bot.host.setting_values import LogFormat, LogLevel
from bot.messages import AnyCommand, AnyReply
from bot.service import Service
from tests.adapters.discord.house import lived_in
from tests.adapters.discord.lookalike.errors import Refusal
from tests.adapters.discord.lookalike.server import TOKEN, Discord
from tests.virtual import pass_by


@pytest.fixture(params=[LogFormat.CONSOLE, LogFormat.JSON])
def lines(request: pytest.FixtureRequest, logging_as_it_was: None) -> io.StringIO:
    """Everything that is logged, at the most talkative level."""
    stream = io.StringIO()
    set_up_logging(LogLevel.DEBUG, request.param, stream)
    return stream


@pytest.mark.errors("discord.failed")
async def test_a_match_with_everything_that_goes_wrong(
    small: Discord, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        beto.user.dm_refusal = 50007
        match = await house.seated(
            ana, beto, hands=("1e 7e 4c", "1b 7o 4o"), dealer=0, tiempo="86400"
        )
        await beto.press(custom_id=r"\.HAND$")
        small.faults.server_error(times=2)
        small.faults.limit(3.0, times=2)
        small.faults.limit(2.0, "update_webhook_message", "execute_webhook", times=3)
        small.faults.add(cut=True, times=2)
        small.faults.add("create_interaction_response", cut=True, times=1)
        small.faults.add(lost=lambda: Refusal(502, 0, "Bad Gateway"), times=2)
        await house.play(match, Random(1), until_number=3, within=300)
        small.gateway.cut()
        await pass_by(30)

        handle, step = Service.handle, "play" + " 1e"

        async def failing(self: Service, command: AnyCommand) -> AnyReply:
            if command.request.startswith("discord:"):
                last = small.world.interactions[int(command.request.removeprefix("discord:"))]
                raise RuntimeError(f"{last.token} {TOKEN} {step}")
            return await handle(self, command)

        monkeypatch.setattr(Service, "handle", failing)
        broken = await ana.slash("truco")
        assert broken.reply is not None
        assert broken.reply.only_for is ana.user
        monkeypatch.undo()
    told = lines.getvalue()
    assert "discord" in told
    assert TOKEN not in told
    for interaction in small.world.interactions.values():
        assert interaction.token not in told
    assert not re.search(r"\b(play|cover) \w+", told)
    assert "webhooks/" not in told
