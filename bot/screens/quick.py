"""``/rapida``: who waits for somebody to play with, and what they can do meanwhile."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.community.quick_queue import QueueState, Ticket
from bot.screens.pages import Leaf, Page
from bot.tokens import saying
from bot.words import Words

LEAVE: Final = "salir"
ROBOT: Final = "robot"
SHOW: Final = "ver"


def quick_page(waiting: QueueState, words: Words, now: float, told: Iterable[str] = ()) -> Page:
    """How somebody waits, with a button for each thing that they can do. ``now``: UTC seconds since
    the epoch. ``told``: what has just been done, or why it was not."""
    ticket, lines = waiting.ticket, list(told)
    if ticket is None:
        ways = [_way(words, "quick.button")]
    else:
        lines += _waits(ticket, waiting.others, words, now)
        ways = [
            _way(words, "quick.robot", ROBOT),
            _way(words, "quick.leave", LEAVE),
            _way(words, "quick.again", SHOW),
        ]
    return Page(title=words.text("quick.title"), text="\n".join(lines), turns=tuple(ways))


def _waits(ticket: Ticket, others: int, words: Words, now: float) -> Iterator[str]:
    game = words.text(f"variant.{ticket.variant}" if ticket.variant else "quick.any")
    yield words.text("quick.waits", game=game)
    yield words.text("quick.others", n=others) if others else words.text("quick.alone")
    if ticket.fill:
        yield words.text("quick.fill", n=max(0, round(ticket.at + ticket.fill - now)))
    if ticket.pool:
        yield words.text("quick.pool")


def _way(words: Words, id: str, action: str = "") -> Leaf:
    values = (("accion", action),) if action else ()
    return Leaf(saying("rapida", *values), words.text(id))
