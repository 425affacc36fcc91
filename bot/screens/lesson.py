"""What a guided match tells its newcomer at this moment, with their own points and cards."""

from collections.abc import Sequence
from typing import Final

from bot.match import lesson
from bot.match.prepared_hands import CALL_ENVIDO, CALL_TRUCO
from bot.screen import Button, Line
from bot.screens import lines
from bot.screens.context import ScreenContext
from bot.screens.rules import pieces_text
from bot.tokens import SKIP
from engine.actions import NO_QUIERO, QUIERO
from engine.cards import UNKNOWN, Card, suit_of
from engine.state.state import Pending
from engine.state.table import Table

LINES: Final = "lesson."
"""How the ids of what is told begin: platforms draw these lines apart from the others."""
GROUP: Final = "lesson"
"""The group of the button that skips the rest."""
FEW_POINTS: Final = 24
"""Fewer points than these are little for an envido."""
_WHY: Final = {
    "pair": "lesson.envido.why.pair",
    "piece": "lesson.envido.why.piece",
    "single": "lesson.envido.why.single",
}
"""What is said of where points come from."""
_PLAIN: Final = {
    lesson.WON: "lesson.won",
    lesson.LOST: "lesson.lost",
    lesson.TIED: "lesson.tied",
}
"""Topics whose message says the name of the other player and nothing else."""


def balloon(context: ScreenContext) -> Line | None:
    """What is told just now; ``None``: nothing, or this is no guided match."""
    info, view = context.info, context.view
    if info.lesson is None or not info.lesson.now or UNKNOWN in view.dealt:
        return None
    if view.seat != info.people[0].seat:
        return None
    topic, answer, top = info.lesson.now, info.lesson.answer, context.top
    other = context.name(1 - view.seat)
    if topic in _PLAIN:
        return lines.line(context, _PLAIN[topic], name=other)
    if topic == lesson.OVER_ONCE:
        points = context.points(context.rules.truco.base)
        return lines.line(context, "lesson.over", points=points, target=view.target)
    if topic == lesson.LEAD:
        return _lead(context)
    if topic == lesson.FOLLOW:
        return _follow(context)
    if topic in (lesson.TRUCO_ASKED, lesson.RAISED) and top is not None:
        return _truco(context, top, answer) if answer else None
    return _points(context, topic, answer)


def _lead(context: ScreenContext) -> Line:
    best = context.the_named_card(lesson.best_card(context.view, context.table))
    if not context.table.turns:
        return lines.line(context, "lesson.lead", best=best)
    turned = context.card(context.view.turned)
    if not context.rules.cards.pieces:
        return lines.line(context, "lesson.lead.turned", best=best, turned=turned)
    pieces = pieces_text(context.table, context.words)
    return lines.line(context, "lesson.lead.pieces", best=best, turned=turned, pieces=pieces)


def _follow(context: ScreenContext) -> Line | None:
    """Whether one of my cards beats the one that lies there, and which is enough for that."""
    view, position = context.view, context.position
    assert position is not None
    laid = [play.card for play in view.plays if play.trick == position.trick]
    if not laid or not view.cards:
        return None
    heights = context.table.heights(view.turned)
    to_beat = heights[laid[0]]
    told = {"name": context.name(1 - view.seat), "card": context.the_named_card(laid[0])}
    mine = sorted(view.cards, key=lambda card: heights[card])
    enough = next((card for card in mine if heights[card] > to_beat), UNKNOWN)
    equal = next((card for card in mine if heights[card] == to_beat), UNKNOWN)
    if enough != UNKNOWN:
        return lines.line(
            context, "lesson.follow.beat", **told, mine=context.the_named_card(enough)
        )
    if equal != UNKNOWN:
        return lines.line(context, "lesson.follow.tie", **told, mine=context.the_named_card(equal))
    return lines.line(context, "lesson.follow.low", **told, low=context.the_named_card(mine[0]))


def _truco(context: ScreenContext, top: Pending, answer: str) -> Line:
    return lines.line(
        context,
        "lesson.truco" if top.step == 1 else "lesson.raised",
        name=context.name(top.seat),
        wanted=context.points(top.wanted),
        refused=context.points(top.refused),
        answer=context.caption(answer),
    )


def _points(context: ScreenContext, topic: str, answer: str) -> Line | None:
    """The topics about the points of my cards, and about calling myself."""
    view, table = context.view, context.table
    if topic == lesson.OWN_FLOR and table.rules.flor is not None:
        return lines.line(context, "lesson.flor", points=context.points(table.rules.flor.alone))
    if topic == CALL_TRUCO:
        step = table.rules.truco.steps[0]
        best = context.the_named_card(lesson.best_card(view, table))
        call, worth = context.caption(step.verb), context.points(step.worth)
        return lines.line(context, "lesson.call.truco", best=best, call=call, worth=worth)
    n = table.envido_points(view.dealt, view.turned)
    if topic == lesson.DECLARE:
        return lines.line(context, "lesson.declare", n=n)
    if topic == CALL_ENVIDO and answer:
        return lines.line(context, "lesson.call.envido", n=n, call=context.caption(answer))
    if topic != lesson.ENVIDO_ASKED:
        return None
    id, accepting = "lesson.envido.fair", QUIERO
    if n >= lesson.GOOD_ENVIDO and answer not in ("", NO_QUIERO):
        id, accepting = "lesson.envido.good", answer
    elif n < FEW_POINTS and answer == NO_QUIERO:
        id = "lesson.envido.bad"
    yes, no = context.caption(accepting), context.caption(NO_QUIERO)
    pieces = [piece.points for piece in table.rules.cards.pieces]
    why = context.words.text(
        _WHY[source_of_points(table, view.dealt, view.turned)],
        bonus=table.rules.cards.pair_bonus,
        low=min(pieces, default=0),
        high=max(pieces, default=0),
    )
    return lines.line(context, id, why=why, n=n, yes=yes, no=no)


def source_of_points(table: Table, dealt: Sequence[Card], turned: Card) -> str:
    """Where the points of these cards come from: a ``piece``, a ``pair`` of one suit, or a
    ``single`` card."""
    if any(card in table.points(turned).pieces for card in dealt):
        return "piece"
    suits = [suit_of(card) for card in dealt]
    return "pair" if len({*suits}) < len(suits) else "single"


def skip_button(context: ScreenContext) -> tuple[Button, ...]:
    """The button for somebody who knows the game already; none elsewhere."""
    if not lesson.is_taught(context.info):
        return ()
    return (Button(context.match_token(SKIP), context.words.text("button.skip"), GROUP),)
