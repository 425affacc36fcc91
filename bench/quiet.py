"""``python -m bench.quiet [--seconds N] [--seed N ...] [--tables N]``: Discord's messages.

The whole bot and real discord.py against the look-alike of the tests, over loopback sockets, on a
slow line; time passes only when nobody has anything to do. Tables of two, each in a channel, are
played in private by people who think up to nine seconds; cards are emoji. The bench counts the
messages of the bot, and the messages that ring.
"""

import argparse
import asyncio
import logging
import sys
from collections.abc import Iterator
from typing import Final

import structlog

from tests.adapters.discord.hour import ANSWER, HOUR, Hour, lively_tables
from tests.adapters.discord.lookalike.server import running
from tests.virtual import VirtualLoop

_NAMES: Final = (
    "seed",
    "matches",
    "hands",
    "steps a hand",
    "requests beside answers",
    "with answers",
    "uploads",
    "messages that stay",
    "card seen after: half",
    "95 of 100",
    "sounds a match",
)


async def played(seconds: float, seed: int, tables: int) -> Hour:
    """Plays this many seconds with this seed."""
    async with running() as small:
        return await lively_tables(small, seconds, tables=tables, seed=seed)


def rows(found: dict[int, Hour]) -> Iterator[str]:
    """The table. The columns from the steps on are for each hand, the last one for each match."""
    yield "| " + " | ".join(_NAMES) + " |"
    yield "|---" * len(_NAMES) + "|"
    for seed, hour in found.items():
        every = hour.requests.total()
        beside = every - hour.requests[ANSWER]
        counts = (hour.actions, beside, every, hour.uploads, hour.standing)
        each = (f"{count / hour.hands:.1f}" for count in counts)
        cards = sorted(hour.cards)
        seen = (f"{cards[(len(cards) - 1) * part // 100]:.1f} s" for part in (50, 95))
        rung = f"{hour.rung / hour.matches:.1f}"
        figures = (seed, hour.matches, hour.hands, *each, *seen, rung)
        yield "| " + " | ".join(map(str, figures)) + " |"


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=HOUR)
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--tables", type=int, default=2)
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    found = {}
    for seed in given.seed:
        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        found[seed] = loop.run_until_complete(played(given.seconds, seed, given.tables))
        loop.close()
    sys.stdout.write("\n".join(rows(found)) + "\n")


if __name__ == "__main__":
    main()
