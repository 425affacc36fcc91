"""The parts of a screen that are the same for everybody at a table.

They are worked out once for a moment and a language, from public knowledge. The screen of a seat
adds the secrets of that seat; none of these are kept here."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from bot.model import is_practice
from bot.screen import Line, Score, TrickRow
from bot.screens.history import score_lines
from bot.screens.history.chronicle import Log, log
from bot.screens.moment import lines
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.spoken import spoken
from bot.screens.table import duplicate, marks
from bot.screens.teaching.lesson import plain_scores, plain_seats
from engine.events import AnyEvent


class TableParts:
    """The parts that all screens of a table share at one moment, in one language.

    ``context``: the match as the public sees it. ``events``: the events of the running hand as the
    public knows them. A caller that makes a screen for only one reader may pass that reader's
    context and events instead. ``before``: the parts of an earlier moment of the match in the same
    language: its log is continued if it fits, and scores that nobody has changed are taken over."""

    def __init__(
        self,
        context: ScreenContext,
        events: Sequence[AnyEvent] = (),
        before: "TableParts | None" = None,
    ) -> None:
        self.context: Final = context
        self.log: Final[Log] = log(context, events, None if before is None else before.log)
        self.title: Final = title_of(context)
        """The title of the screen (:func:`title_of`)."""
        same = before is not None and marks.are_scores_the_same(before.context, context)
        kept = before if same else None
        self.scores: Final[tuple[Score, ...]] = (
            plain_scores(context, marks.scores(context)) if kept is None else kept.scores
        )
        """The scores; none is marked as the reader's."""
        self.score_line: Final[str] = (
            marks.score_line(context, self.scores) if kept is None else kept.score_line
        )
        """The scores as one line of text (:func:`bot.screens.table.marks.score_line`)."""
        self.seats: Final = plain_seats(context, marks.seats(context))
        """The seats round the table; none is marked as the reader's."""
        self.spoken: Final = spoken(self.seats, context.words)
        """The last word of each seat, as one text (:func:`bot.screens.moment.spoken.spoken`)."""
        self.turned: Final = marks.turned(context)
        """The turned card; ``None``: there is none."""
        self.tricks: Final = marks.tricks(context)
        """The cards on the table. A card that lies face down is not marked as anybody's own."""
        self.tricks_text: Final = marks.tricks_text(context, self.tricks)
        """The cards on the table as lines of text (:func:`bot.screens.table.marks.tricks_text`)."""
        self.asked: Final = lines.asked(context)
        """The people the table waits for (:func:`bot.screens.moment.lines.asked`)."""
        self.in_play: Final = tuple(in_play(context))
        """The lines about the running hand (:func:`in_play`)."""
        self.matters: Final = tuple(lines.matters(context))
        """The lines about what people proposed, voted or failed to do."""
        self.stakes: Final = tuple(lines.stakes(context))
        """The lines about the points of the hand (:func:`bot.screens.moment.lines.stakes`)."""

    def matters_for(self, reader: ScreenContext) -> Iterable[Line]:
        """The same lines, which may speak to the reader."""
        return lines.matters(reader) if self.matters else ()

    def stakes_for(self, reader: ScreenContext) -> Iterable[Line]:
        """The same lines, which may speak to the reader."""
        speaks = any([line.id in lines.NAME_A_SIDE for line in self.stakes])
        return lines.stakes(reader) if speaks else self.stakes

    @cached_property
    def summary(self) -> tuple[Line, ...]:
        """The lines that tell how the finished hand was won."""
        return tuple(score_lines.summary(self.context, self.log.events))

    def tricks_for(self, reader: ScreenContext) -> tuple[tuple[TrickRow, ...], tuple[str, ...]]:
        """The cards on the table as a reader sees them, and the same as lines of text. A seat's
        reader sees that seat's own cards that lie face down."""
        if reader.view.plays == self.context.view.plays:
            return self.tricks, self.tricks_text
        own = marks.tricks(reader)
        return own, marks.tricks_text(reader, own)


def title_of(context: ScreenContext) -> str:
    """ "Truco argentino, mano 3"; before the first hand only the game's name. The title has a mark
    if the match counts for the ranking, and another mark if it is practice."""
    title = context.text(f"variant.{context.view.variant}")
    if context.view.number:
        title = context.text("table.title", variant=title, n=context.view.number)
    title = title[:1].upper() + title[1:]
    if context.info.ranked:
        return context.text("table.ranked", title=title)
    if is_practice(context.info):
        return context.text("table.practice", title=title)
    return title


def in_play(context: ScreenContext) -> Iterator[Line]:
    """While a hand is played, the same for everybody: the sides, the duels, the turned card."""
    yield from lines.teams(context)
    yield from _duels(context)
    yield from duplicate.playing(context)
    yield from lines.vira(context)


def _duels(context: ScreenContext) -> Iterator[Line]:
    """In a hand of duels: the players of this duel, and those of the next one."""
    view = context.view
    if not context.is_duel:
        return
    total = len(view.contests)
    a, b = (context.name(seat) for seat in view.contests[view.duel])
    hand = context.duels_name[:1].upper() + context.duels_name[1:]
    yield context.line("table.duel", hand=hand, a=a, b=b, n=view.duel + 1, total=total)
    rest = [
        context.text("table.duels.pair", a=context.name(a), b=context.name(b))
        for a, b in view.contests[view.duel + 1 :]
    ]
    if rest:
        yield context.line("table.duels.next", "quiet", duels="; ".join(rest))
