"""``python -m bench.hour [--seconds N] [--seed N ...] [--tables N ...]``: an hour at lively tables.

The whole bot and real python-telegram-bot against the look-alike of the tests, over loopback
sockets, on a line that is slow and changes the order of things; time passes only when nobody has
anything to do, so the hour takes a minute or two. People think four to eight seconds. An onlooker
compares every call for attention with the table at the moment when the call arrives. With
``--disturbed`` a stranger writes thirty commands in 45 seconds now and then.
"""

import argparse
import asyncio
import logging
import sys
from collections.abc import Iterator, Sequence
from itertools import product

import structlog

from tests.adapters.telegram.hour import HOUR, Hour, lively_tables
from tests.adapters.telegram.server import BotApi, Late
from tests.virtual import VirtualLoop


async def played(
    seconds: float,
    seed: int,
    tables: int,
    *,
    hidden: bool,
    disturbed: bool,
    windows: Sequence[int] = (),
) -> Hour:
    """Plays this many seconds with this seed. ``hidden``: only one person has a private chat, and
    the hands of the others are messages that only they see. ``disturbed``: a stranger writes
    commands. ``windows``: the people who play in a window."""
    api = BotApi()
    async with api.running():
        return await lively_tables(
            api,
            seconds,
            tables=tables,
            disturbed=disturbed,
            seed=seed,
            late=Late(seed),
            closed=range(2 * tables - 1) if hidden else (),
            bot="administrator" if hidden else "member",
            windows=windows,
        )


def rows(found: dict[str, Hour]) -> Iterator[str]:
    """The table."""
    first = next(iter(found.values()))
    shown = ("table shown after: p50", "p95", "card shown after: p50", "p95", "slowest")
    messages = ("messages of the group", "a hand", "to each player, a hand")
    counted = ("actions", "writes an action", *messages, *shown, "hands", "ends unseen")
    names = (*counted, *first.watch.found)
    yield "| " + " | ".join(("", *names)) + " |"
    yield "|---" * (len(names) + 1) + "|"
    for name, hour in found.items():
        watch = hour.watch
        after = [
            f"{sorted(late)[(len(late) - 1) * part // 100]:.1f} s"
            for late, parts in ((watch.late, (50, 95)), (watch.cards, (50, 95, 100)))
            for part in parts
        ]
        hands = (len(watch.ends), len(watch.unseen))
        each = (f"{count / max(1, hands[0]):.1f}" for count in (hour.writes, hour.private / 2))
        an_action = f"{(hour.writes + hour.private) / max(1, hour.actions):.2f}"
        figures = (
            hour.actions,
            an_action,
            hour.writes,
            *each,
            *after,
            *hands,
            *watch.found.values(),
        )
        yield "| " + " | ".join((name, *map(str, figures))) + " |"


def in_windows(how: str, tables: int) -> Sequence[int]:
    """The people who play in windows, two at each table."""
    return {
        "nobody": (),
        "halves": range(0, 2 * tables, 2),
        "tables": [who for who in range(2 * tables) if who % 4 < 2],
        "all": range(2 * tables),
    }[how]


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=HOUR)
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--tables", type=int, nargs="+", default=[2])
    parser.add_argument("--disturbed", action="store_true", help="a stranger writes commands")
    parser.add_argument(
        "--windows",
        nargs="+",
        default=["nobody"],
        choices=("nobody", "halves", "tables", "all"),
        help="who plays in a window: one of the two of each table, every second table, everybody",
    )
    parser.add_argument("--what", action="store_true", help="and what was found, one a line")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    found = {}
    ways = product(given.tables, given.seed, given.windows, (False, True))
    for tables, seed, windows, hidden in ways:
        if hidden and windows != "nobody":
            continue
        loop = VirtualLoop()
        asyncio.set_event_loop(loop)
        work = played(
            given.seconds,
            seed,
            tables,
            hidden=hidden,
            disturbed=given.disturbed,
            windows=in_windows(windows, tables),
        )
        name = f"{tables} tables, seed {seed}, {'hidden hands' if hidden else 'private chats'}"
        if windows != "nobody":
            name += f", in windows: {windows}"
        found[name] = loop.run_until_complete(work)
        loop.close()
    sys.stdout.write("\n".join(rows(found)) + "\n")
    if given.what:
        for name, hour in found.items():
            sys.stdout.writelines(f"{name}: {problem}\n" for problem in hour.watch.seen)


if __name__ == "__main__":
    main()
