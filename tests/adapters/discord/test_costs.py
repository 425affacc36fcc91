"""What a press on Discord costs, counted."""

import pytest

from engine.seen.view import PUBLIC
from tests.adapters.built import seats_built
from tests.adapters.discord.house import lived_in
from tests.adapters.discord.lookalike.server import Discord
from tests.virtual import pass_by


async def test_each_screen_is_built_once(small: Discord, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the table's own pace lets its picture wait: the public's, and each seat's."""
    built = seats_built(monkeypatch)
    async with lived_in(small) as house:
        ana, beto = house.person("Ana"), house.person("Beto")
        await house.seated(ana, beto, hands=("1e 7e 4c", "1b 7o 4o"), dealer=0, tiempo="600")
        await beto.press(custom_id=r"\.play 1b$")
        for who, card, moments in ((ana, "1e", 1), (ana, "7e", 1), (beto, "7o", 2)):
            await pass_by(20)
            built.clear()
            await who.press(custom_id=rf"\.play {card}$")
            await pass_by(20)
            assert sorted(built) == sorted((PUBLIC, 0, 1) * moments), "a card, or also a new deal"
