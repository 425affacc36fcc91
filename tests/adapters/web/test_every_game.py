"""Every game, for every number of seats, is played to its end through the page's own line."""

from random import Random

import pytest

from bot.model import Status
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.variants import VARIANTS
from tests.adapters.web.house import House, Message, Page, my_turn, token
from tests.examples import some

TABLES = [
    pytest.param(variant.name, players, marks=[pytest.mark.dear] * (players > 2))
    for variant in VARIANTS.values()
    for players in variant.players
]
"""The usual run plays at tables for two; larger ones are played in other ways there."""
ENDLESS = 1500


def pressable(screen: Message, rng: Random) -> str:
    """The token of something to press: an answer or a card, at times a call."""
    marks = [card["token"] for card in screen["cards"] if card["token"]]
    covers = [card["cover_token"] for card in screen["cards"] if card["cover_token"]]
    answers = [button["token"] for button in screen["buttons"] if button["group"] == "answer"]
    calls = [button["token"] for button in screen["buttons"] if button["group"] == "call"]
    if calls and (rng.random() < 0.2 or not marks + answers):
        return str(rng.choice(calls))
    if covers and rng.random() < 0.05:
        return str(rng.choice(covers))
    if screen["question"] is not None:
        answers.append(screen["question"]["token"])
    return str(rng.choice(answers or marks))


async def press(house: House, page: Page, token: str, rng: Random) -> None:
    """Presses, and says the number or makes the choice that it is asked for.

    Robots may have ended the match since: then that is what one is told.
    """
    answer = await page.ask("press", token=token)
    if answer["t"] == "ask":
        asked = answer["question"]
        value = str(rng.randint(asked["low"], min(asked["high"], asked["low"] + 5)))
        if asked["choices"]:
            value = rng.choice(asked["choices"])[0]
        answer = await page.ask("press", token=asked["token"], value=value)
    assert answer["t"] in ("reply", "ask"), answer
    if answer.get("tone", "ok") not in ("ok", "stale"):
        info = await house.service.matches.info(token.split(".")[1])
        assert info is not None, (token, answer)
        assert info.status is Status.OVER, (token, answer)


@pytest.mark.parametrize(("variant", "players"), some(TABLES))
async def test_a_whole_match(house: House, variant: str, players: int) -> None:
    specs = {spec.name: spec.values for spec in VARIANTS[variant].options}
    rng = Random(players)
    async with house.visit("Ana") as page:
        target = min(specs["target"], key=int)
        table = f"/jugar variante:{variant} jugadores:{players} puntos:{target}"
        await page.ask("line", text=f"{table} robots:{players - 1}")
        lobby = await page.screen(lambda shown: not any(seat["empty"] for seat in shown["seats"]))
        assert len(lobby["seats"]) == players
        await page.ask("press", token=token(lobby, "START"))
        for _ in range(ENDLESS):
            screen = await page.screen(lambda shown: my_turn(shown) or shown["kind"] == "result")
            if screen["kind"] == "result":
                break
            await press(house, page, pressable(screen, rng), rng)
        else:
            pytest.fail("the match does not end")
        answer = await page.ask("record", match=lobby["match"])
        played = replay(parse_record(answer["text"]))
        assert played.error is None
        assert played.state.winner >= 0
