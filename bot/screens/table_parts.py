"""What all pictures of a table tell alike: the one that everybody sees, and those of its seats.

It is worked out once for a moment and a language, from what everybody may know. A seat's picture
adds what that seat alone may know, which stands nowhere here.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from bot.screen import CardMark, Line, Score, SeatMark, TrickRow
from bot.screens import lines, marks
from bot.screens.chronicle import Log, log
from bot.screens.context import ScreenContext
from bot.screens.spoken import spoken
from engine.events import AnyEvent


class TableParts:
    """The parts of a table's pictures at one moment, in one language.

    ``context`` is the public's, and ``events`` are the hand's as everybody may know them. Where
    only one picture is made, both may be its reader's. ``before``: what was told of the match at an
    earlier moment."""

    def __init__(
        self, context: ScreenContext, events: Sequence[AnyEvent] = (), before: Log | None = None
    ) -> None:
        self.context: Final = context
        self.log: Final = log(context, events, before)

    @cached_property
    def title(self) -> str:
        """See :func:`title_of`."""
        return title_of(self.context)

    @cached_property
    def asked(self) -> Line | None:
        """See :func:`bot.screens.lines.asked`."""
        return lines.asked(self.context)

    @cached_property
    def in_play(self) -> tuple[Line, ...]:
        """See :func:`in_play`."""
        return tuple(in_play(self.context))

    @cached_property
    def summary(self) -> tuple[Line, ...]:
        """See :func:`bot.screens.lines.summary`."""
        return tuple(lines.summary(self.context, self.log.events))

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """Both sides, of which none is the reader's."""
        return marks.scores(self.context)

    @cached_property
    def score_line(self) -> str:
        """See :func:`bot.screens.marks.score_line`."""
        return marks.score_line(self.context, self.scores)

    @cached_property
    def seats(self) -> tuple[SeatMark, ...]:
        """Everybody round the table, of whom nobody is the reader."""
        return marks.seats(self.context)

    @cached_property
    def spoken(self) -> str:
        """See :func:`bot.screens.spoken.spoken`."""
        return spoken(self.seats, self.context.words)

    @cached_property
    def turned(self) -> CardMark | None:
        """The turned card."""
        return marks.turned(self.context)

    @cached_property
    def tricks(self) -> tuple[TrickRow, ...]:
        """The cards on the table; those that lie face down are nobody's own."""
        return marks.tricks(self.context)

    @cached_property
    def tricks_text(self) -> tuple[str, ...]:
        """See :func:`bot.screens.marks.tricks_text`."""
        return marks.tricks_text(self.context, self.tricks)

    def tricks_for(self, reader: ScreenContext) -> tuple[tuple[TrickRow, ...], tuple[str, ...]]:
        """The cards on the table as a reader sees them, and in words: each seat knows its own cards
        that lie face down."""
        if reader.view.plays == self.context.view.plays:
            return self.tricks, self.tricks_text
        own = marks.tricks(reader)
        return own, marks.tricks_text(reader, own)


def title_of(context: ScreenContext) -> str:
    """ "Truco argentino, mano 3"; before the first hand only the game's name.

    It is marked where the match counts for the ranking, and where it is practice."""
    title = context.words.text(f"variant.{context.view.variant}")
    if context.view.number:
        title = context.words.text("table.title", variant=title, n=context.view.number)
    title = title[:1].upper() + title[1:]
    if context.info.ranked:
        return context.words.text("table.ranked", title=title)
    if not context.info.competitive:
        return context.words.text("table.practice", title=title)
    return title


def in_play(context: ScreenContext) -> Iterator[Line]:
    """While a hand is played: the sides, the duels, the turned card, what is at stake."""
    yield from lines.teams(context)
    yield from _duels(context)
    yield from lines.vira(context)
    yield from lines.stakes(context)


def _duels(context: ScreenContext) -> Iterator[Line]:
    """In a hand of duels: who plays whom, and who comes after them."""
    view = context.view
    if not context.is_duel:
        return
    total = len(view.contests)
    a, b = (context.name(seat) for seat in view.contests[view.duel])
    hand = context.duels_name[:1].upper() + context.duels_name[1:]
    yield lines.line(context, "table.duel", hand=hand, a=a, b=b, n=view.duel + 1, total=total)
    rest = [
        context.words.text("table.duels.pair", a=context.name(a), b=context.name(b))
        for a, b in view.contests[view.duel + 1 :]
    ]
    if rest:
        yield lines.line(context, "table.duels.next", "quiet", duels="; ".join(rest))
