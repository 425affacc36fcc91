"""A newcomer's path through the guided match in a chat: whoever does as told reads all of it."""

import re

import pytest

from bot.model import Status
from tests.adapters.together.house import House, OnDiscord, OnTelegram, Player, alone
from tests.adapters.together.test_analysis import says
from tests.bot.teaching.test_lesson import CALLS, PATHS, obedient
from tests.narrow import present
from tests.virtual import pass_by

MOST_STEPS = 40


def plain(text: str) -> str:
    """The words alone: each platform has its own marks."""
    return " ".join(re.findall(r"\w+", text))


async def taught(house: House, player: Player, match: str) -> set[str]:
    """Does what the private hand says until the match is over; all that was told stood there."""
    told: set[str] = set()
    for _ in range(MOST_STEPS):
        if (await house.info(match)).status is not Status.PLAYING:
            return told
        screen = present(await house.service.screens.screen(match, player.user, "es"))
        for line in screen.lines:
            if line.id.startswith("lesson.") and line.id not in told:
                assert plain(line.text) in plain("\n".join(player.reads())), line.id
                told.add(line.id)
        view = await house.view_of(match, player.user)
        if view.seat in view.awaited:
            await player.button(rf"\.{re.escape(obedient(view, screen))}$")
        elif any(button.token.endswith(".NEXT") for button in screen.buttons):
            await player.button(r"\.NEXT$")
        await pass_by(4)
    raise AssertionError("it never ends")


@pytest.mark.parametrize("client", [OnDiscord, OnTelegram])
async def test_a_newcomers_path(house: House, client: type[Player]) -> None:
    zoe, eva = await house.arrives(client, "Zoe"), await house.arrives(client, "Eva")
    with alone(zoe, [zoe, eva]):
        await zoe.line("aprender")
        await pass_by(5)
        match = await house.lobby_of(zoe.user)
        told = await taught(house, zoe, match)
        await pass_by(20)
    assert told >= PATHS["argentino"]
    assert set(CALLS) & told
    assert says("\n".join(zoe.reads()), "result.taught")
    assert not house.api.floods
