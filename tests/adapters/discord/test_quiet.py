"""Lively tables on Discord: few requests, few pictures, and no sound for who plays.

A few minutes; ``python -m bench.quiet`` plays an hour."""

from tests.adapters.discord.hour import ANSWER, lively_tables
from tests.adapters.discord.lookalike.server import Discord


async def test_two_lively_tables(small: Discord) -> None:
    hour = await lively_tables(small, 300)
    assert hour.hands > 15
    beside = hour.requests.total() - hour.requests[ANSWER]
    assert beside / hour.hands <= 13, hour.requests
    assert sorted(hour.cards)[len(hour.cards) * 95 // 100] <= 5.0, "a card in the channel"
    assert hour.uploads / hour.hands <= 4
    assert hour.standing / hour.hands < 1.1, "one message a hand"
    assert hour.rung == 0
