"""The table as everyone may see it: the message in the channel."""

from collections.abc import Iterator, Sequence

from bot.screen import Button, Line, Screen
from bot.screens import buttons, lines, marks
from bot.screens.chronicle import log
from bot.screens.context import ScreenContext
from bot.screens.options import mark
from bot.screens.spoken import spoken
from engine.actions import DENUNCIA, DESCARTA, MAZO, MOSTRAR, PIDO_FLOR
from engine.events import AnyEvent
from engine.state.state import CLAIMS, OVER

_PRIVATE = frozenset({MAZO, PIDO_FLOR, MOSTRAR, DENUNCIA, DESCARTA})
"""Words that nobody should press by accident in front of everybody."""


def build_table(context: ScreenContext, events: Sequence[AnyEvent]) -> Screen:
    """The public screen of a running match."""
    info, view, words = context.info, context.view, context.words
    text = tuple(_lines(context, events))
    scores, tricks = marks.scores(context), marks.tricks(context)
    title = title_of(context)
    said = [one.text for one in text]
    seats = marks.seats(context)
    bubbles = [one] if (one := spoken(seats, words)) else []
    score = marks.score_line(context, scores)
    said[1:1] = [*bubbles, score, *marks.tricks_text(context, tricks)]
    return Screen(
        kind="table",
        match=info.match,
        version=info.version,
        number=view.number,
        point=context.point,
        locale=words.locale,
        deck=context.table.spelling.name,
        title=title,
        lines=text,
        scores=scores,
        seats=seats,
        tricks=tricks,
        turned=marks.turned(context),
        buttons=tuple(_buttons(context)),
        log=log(context, events),
        deadline=context.deadline,
        asked=context.asked_seats,
        alt=words.text("table.alt", title=title, lines=" ".join(said)),
    )


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


def _lines(context: ScreenContext, events: Sequence[AnyEvent]) -> Iterator[Line]:
    info, view, position = context.info, context.view, context.position
    first = lines.asked(context) or lines.between(context)
    if first is not None:
        yield first
    over = position is not None and position.phase == OVER
    if over:
        yield from lines.summary(context, events)
    yield from lines.rested(context)
    proposed = lines.proposal(context)
    if proposed is not None:
        yield proposed
    removal = lines.vote(context)
    if removal is not None:
        yield removal
    yield from lines.ready(context)
    if over:
        yield from lines.next_hand(context)
    elif position is None:
        yield from lines.teams(context)
    elif position.phase == CLAIMS:
        yield from lines.ledger(context)
    else:
        yield from lines.teams(context)
        yield from duels(context)
        yield from lines.vira(context)
        yield from lines.stakes(context)
        if not context.is_duel:
            mano, dealer = context.name(view.mano), context.name(view.dealer)
            host = context.name(info.host_seat)
            yield lines.line(context, "table.people", "quiet", mano=mano, dealer=dealer, host=host)
    yield from lines.root(context)
    yield from lines.absent(context)
    yield from lines.phrases(info, context.words)
    yield from lines.onlookers(info, context.words)
    yield from mark(info, context.words)


def duels(context: ScreenContext) -> Iterator[Line]:
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


def _buttons(context: ScreenContext) -> Iterator[Button]:
    """What the awaited seats may say, whatever cards they hold: from the public half of the guard
    alone."""
    view = context.view
    sayable = (offer for seat in view.awaited for offer in view.sayable[seat])
    said = (offer for offer in sayable if offer.verb not in _PRIVATE)
    yield from buttons.say_buttons(context, said)
    yield from buttons.go_on_buttons(context)
    yield from buttons.match_buttons(context)
    yield from buttons.options_buttons(context)
    if context.info.removable:
        label = context.words.text("button.return")
        yield Button(context.match_token("RETURN"), label, "match")
    if not any(seat.present for seat in context.info.people) and not context.left:
        yield Button(
            context.match_token("END"), context.words.text("button.end"), "match", "danger"
        )
