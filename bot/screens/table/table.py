"""The public table: the message in the channel."""

from collections.abc import Iterator

from bot.screen import Button, Line, Screen
from bot.screens.history import score_lines
from bot.screens.moment import lines
from bot.screens.moment.context import ScreenContext
from bot.screens.rules.options import mark
from bot.screens.table import buttons, duplicate
from bot.screens.table.table_parts import TableParts
from bot.screens.teaching.lesson import shown_lines
from engine.actions import DENUNCIA, DESCARTA, MAZO, MOSTRAR, PIDO_FLOR
from engine.state.state import CLAIMS, OVER

_PRIVATE = frozenset({MAZO, PIDO_FLOR, MOSTRAR, DENUNCIA, DESCARTA})
"""Words that a person should not press by accident in front of everybody."""


def build_table(context: ScreenContext, parts: TableParts) -> Screen:
    """The public screen of a running match."""
    info, view, words = context.info, context.view, context.words
    text = shown_lines(context, tuple(_lines(context, parts)))
    said = [line.text for line in text]
    bubbles = [parts.spoken] if parts.spoken else []
    said[1:1] = [*bubbles, parts.score_line, *parts.tricks_text]
    return Screen(
        kind="table",
        match=info.match,
        version=info.version,
        number=view.number,
        point=context.point,
        locale=words.locale,
        deck=context.table.spelling.name,
        title=parts.title,
        lines=text,
        scores=parts.scores,
        seats=parts.seats,
        tricks=parts.tricks,
        turned=parts.turned,
        buttons=tuple(_buttons(context)),
        takes_senas=context.takes_senas,
        log=parts.log.lines,
        deadline=None if _is_kept(context) else context.deadline,
        asked=context.asked_seats,
        alt=words.text("table.alt", title=parts.title, lines=" ".join(said)),
    )


def _is_kept(context: ScreenContext) -> bool:
    """Whether the pack is cut after a hand. The message that tells how the hand ended stays in its
    channel, so only the person who cuts is asked."""
    return context.cutting and context.position is not None


def _lines(context: ScreenContext, parts: TableParts) -> Iterator[Line]:
    info, view, position = context.info, context.view, context.position
    if (first := parts.asked or lines.between(context)) is not None and not _is_kept(context):
        yield first
    over = position is not None and position.phase == OVER
    if over:
        yield from parts.summary
    yield from lines.rested(context)
    yield from parts.matters
    if over:
        yield from duplicate.capped(context)
        yield from duplicate.turned(context)
    elif position is None:
        yield from lines.teams(context)
    elif position.phase == CLAIMS:
        yield from score_lines.ledger(context)
    else:
        yield from parts.in_play
        yield from parts.stakes
        if not context.is_duel:
            mano, dealer = context.name(view.mano), context.name(view.dealer)
            yield context.line("table.people", "quiet", mano=mano, dealer=dealer)
    yield from lines.absent(context)
    yield from lines.phrases(info, context.words)
    yield from lines.onlookers(info, context.words)
    yield from mark(info, context.words)


def _buttons(context: ScreenContext) -> Iterator[Button]:
    """The words that the awaited seats may say, whatever cards they hold. They come from the public
    half of the guard alone."""
    view = context.view
    sayable = (offer for seat in view.awaited for offer in view.sayable[seat])
    said = (offer for offer in sayable if offer.verb not in _PRIVATE)
    yield from buttons.say_buttons(context, said)
    yield from buttons.go_on_buttons(context)
    yield from buttons.match_buttons(context)
    yield from buttons.options_buttons(context)
    if context.removable:
        label = context.text("button.return")
        yield Button(context.match_token("RETURN"), label, "match")
    if not context.voters and not context.left:
        yield Button(context.match_token("END"), context.text("button.end"), "match", "danger")
