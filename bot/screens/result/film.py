"""One moment of a finished match, drawn like a table."""

from collections.abc import Iterator, Sequence

from bot.screen import Line, Screen
from bot.screens.history import score_lines
from bot.screens.history.chronicle import told
from bot.screens.moment import lines
from bot.screens.moment.context import ScreenContext
from bot.screens.result.result import outcome
from bot.screens.table import marks
from bot.screens.table.table_parts import in_play, title_of
from engine.events import AnyEvent, Called
from engine.numbers import NO_ACCOUNT
from engine.state.state import CLAIMS, OVER


def film_screen(
    context: ScreenContext,
    events: Sequence[AnyEvent],
    new: Sequence[AnyEvent],
    calls: Sequence[Called],
) -> Screen:
    """The screen of one frame. ``events``: the events of the hand so far. ``new``: the events of
    this step. ``calls``: the last call of each game in this hand before this step."""
    view, words = context.view, context.words
    text = tuple(_lines(context, events))
    scores, tricks, title = marks.scores(context), marks.tricks(context), title_of(context)
    said = [marks.score_line(context, scores), *(line.text for line in text)]
    said += marks.tricks_text(context, tricks)
    return Screen(
        kind="film",
        match=context.info.match,
        version=context.info.version,
        number=view.number,
        point=context.point,
        locale=words.locale,
        deck=context.table.spelling.name,
        title=title,
        lines=text,
        scores=marks.own_scores(scores, view),
        seats=marks.own_seats(marks.seats(context), view),
        tricks=tricks,
        cards=marks.held(context, view.cards, view.seat),
        turned=marks.turned(context),
        log=tuple(told(context, new, calls)),
        alt=words.text("table.alt", title=title, lines=" ".join(said)),
    )


def _lines(context: ScreenContext, events: Sequence[AnyEvent]) -> Iterator[Line]:
    position = context.position
    if context.view.winner != NO_ACCOUNT or context.view.ended:
        yield from outcome(context)
        if context.view.winner != NO_ACCOUNT:
            yield from score_lines.summary(context)
        return
    if (asked := lines.asked(context)) is not None:
        yield asked
    if position is None:
        return
    if position.phase == OVER:
        yield from score_lines.summary(context, events)
    elif position.phase == CLAIMS:
        yield from score_lines.ledger(context)
    else:
        yield from in_play(context)
        yield from lines.stakes(context)
