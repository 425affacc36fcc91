"""``python -m bench.hour [--seconds N] [--seed N]``: an hour at two lively tables of one group.

The whole bot and real python-telegram-bot against the look-alike of the tests, over loopback
sockets, on a line that is slow and changes the order of things; time passes only when nobody has
anything to do, so the hour takes a minute or two. People think four to eight seconds. Somebody who
looks on holds every call for attention against the table as it is when the call arrives.
"""

import argparse
import asyncio
import logging
import sys
from collections.abc import Iterator

import structlog

from tests.adapters.telegram.hour import HOUR, Hour, two_tables
from tests.adapters.telegram.server import BotApi, Late
from tests.virtual import VirtualLoop


async def played(seconds: float, seed: int, *, hidden: bool) -> Hour:
    """So long, by these dice. ``hidden``: nobody but one has a private chat, and the others' hands
    are messages that only they see."""
    api = BotApi()
    async with api.running():
        late = Late(seed)
        if hidden:
            return await two_tables(
                api, seconds, seed=seed, late=late, closed=(0, 1, 2), bot="administrator"
            )
        return await two_tables(api, seconds, seed=seed, late=late)


def rows(found: dict[str, Hour]) -> Iterator[str]:
    """The table."""
    first = next(iter(found.values()))
    shown = ("table shown after: p50", "p95")
    names = ("actions", "messages of the group", *shown, *first.watch.found)
    yield "| " + " | ".join(("", *names)) + " |"
    yield "|---" * (len(names) + 1) + "|"
    for name, hour in found.items():
        late = sorted(hour.watch.late)
        after = (f"{late[len(late) * part // 100]:.1f} s" for part in (50, 95))
        figures = (hour.actions, hour.writes, *after, *hour.watch.found.values())
        yield "| " + " | ".join((name, *map(str, figures))) + " |"


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=HOUR)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--what", action="store_true", help="and what was found, one a line")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    found = {}
    for name, hidden in (("private chats", False), ("hidden hands", True)):
        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        hour = loop.run_until_complete(played(given.seconds, given.seed, hidden=hidden))
        found[name] = hour
        loop.close()
    sys.stdout.write("\n".join(rows(found)) + "\n")
    if given.what:
        for name, hour in found.items():
            sys.stdout.writelines(f"{name}: {one}\n" for one in hour.watch.seen)


if __name__ == "__main__":
    main()
