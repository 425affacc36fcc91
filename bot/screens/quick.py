"""``/rapida``: who waits for somebody to play with, and what they can do meanwhile."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.community.quick_queue import PLAYERS, QueueState, Ticket
from bot.screens.pages import Leaf, Page
from bot.tokens import saying
from bot.words import Words

LEAVE: Final = "salir"
ROBOT: Final = "robot"
SHOW: Final = "ver"
_NUMBERS: Final = dict(zip(PLAYERS, ("quick.players.2", "quick.players.4"), strict=True))


def quick_page(waiting: QueueState, words: Words, now: float, told: Iterable[str] = ()) -> Page:
    """How somebody waits, with a button for each thing that they can do. ``now``: UTC seconds since
    the epoch. ``told``: what has just been done, or why it was not."""
    ticket, lines = waiting.ticket, list(told)
    if ticket is None:
        ways = [_way(words, "quick.button")]
    else:
        lines += _waits(ticket, waiting.others, words, now)
        ways = [
            _way(words, _of(ticket, "quick.robot", "quick.robot.four"), accion=ROBOT),
            _way(words, "quick.leave", accion=LEAVE),
            _way(words, "quick.again", accion=SHOW),
            *_other_tables(ticket, words),
        ]
    return Page(title=words.text("quick.title"), text="\n".join(lines), turns=tuple(ways))


def _waits(ticket: Ticket, others: int, words: Words, now: float) -> Iterator[str]:
    game = words.text(f"variant.{ticket.variant}" if ticket.variant else "quick.any")
    yield words.text(_of(ticket, "quick.waits", "quick.waits.four"), game=game)
    yield words.text("quick.others", n=others) if others else words.text("quick.alone")
    if ticket.fill:
        yield words.text(
            _of(ticket, "quick.fill", "quick.fill.four"),
            n=max(0, round(ticket.at + ticket.fill - now)),
        )
    if ticket.pool:
        yield words.text("quick.pool")


def _of(ticket: Ticket, two: str, four: str) -> str:
    """The id of what is said of a table for two, or for four."""
    return two if ticket.players == PLAYERS[0] else four


def _other_tables(ticket: Ticket, words: Words) -> Iterator[Leaf]:
    """The ways to wait for a table of another number of players, all else as it is."""
    for number in PLAYERS:
        if number != ticket.players:
            values = {"jugadores": str(number), "espera": str(ticket.fill)}
            if ticket.variant:
                values["variante"] = ticket.variant
            yield _way(words, _NUMBERS[number], **values)


def _way(words: Words, id: str, **values: str) -> Leaf:
    return Leaf(saying("rapida", *values.items()), words.text(id))
