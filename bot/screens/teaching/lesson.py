"""The texts of a guided match for its newcomer at this moment, with their own points and cards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.match import lesson
from bot.screen import Button, Line, Score, SeatMark
from bot.screens.moment.context import ScreenContext
from bot.tokens import SKIP
from bot.words.options import in_halves
from engine.actions import NO_QUIERO, QUIERO, TENGO
from engine.cards import UNKNOWN, Card, suit_of
from engine.moves.envido import REFUSED_PAYS
from engine.state.state import ENVIDO_POINTS_KIND, TRUCO_POINTS_KIND
from engine.state.table import Table

LINES: Final = "lesson."
"""The beginning of the ids of these lines. Platforms draw them apart from other lines."""
GROUP: Final = "lesson"
"""The group of the button that skips the rest of the lesson."""
_LATER: Final = {
    "table.worth": 2,
    "table.stake": 4,
    "table.word": 4,
    "hand.envido": 4,
    "table.people": 4,
    "hand.manilhas": 4,
}
"""Lines about what is taught later: the beginning of their ids, and the hand that shows them."""
_COUNTED: Final = {
    "pair": "lesson.count.pair",
    "piece": "lesson.count.piece",
    "single": "lesson.count.single",
}
"""The messages about the counting of points of cards."""
_CAME: Final = {
    lesson.ACCEPTED: "lesson.came.accepted",
    lesson.WAS_ACCEPTED: "lesson.came.accepted.theirs",
    lesson.RAN: "lesson.came.ran",
    lesson.HAS_RUN: "lesson.came.ran.theirs",
    lesson.ENVIDO_WON: "lesson.came.envido.won",
    lesson.ENVIDO_LOST: "lesson.came.envido.lost",
    lesson.ENVIDO_DECLINED: "lesson.came.envido.declined",
    lesson.ENVIDO_HAS_DECLINED: "lesson.came.envido.declined.theirs",
}
"""The sentence about the result of a call."""
_PLAIN: Final = {lesson.WON: "lesson.won", lesson.LOST: "lesson.lost", lesson.TIED: "lesson.tied"}
"""Topics whose message has the other player's name as its only parameter."""


def balloon(context: ScreenContext) -> tuple[Line, ...]:
    """The text of this moment: the result of the last call, then the new topic. It is empty if
    there is nothing to say, and outside of guided matches."""
    info, view = context.info, context.view
    if info.lesson is None or info.lesson.skipped or UNKNOWN in view.dealt:
        return ()
    if view.seat != info.people[0].seat:
        return ()
    return (*_came(context, info.lesson.came), *_new(context, info.lesson.now))


# --- the result of a call ------------------------------------------------------------------------


def _came(context: ScreenContext, came: str) -> Iterator[Line]:
    if not came:
        return
    name, view = context.name(1 - context.view.seat), context.view
    if came in (lesson.ACCEPTED, lesson.WAS_ACCEPTED):
        position, steps = context.position, context.rules.truco.steps
        top = position is not None and position.level == len(steps)
        id = "lesson.came.top" if top else _CAME[came]
        yield context.line(id, name=name, points=context.points(view.worth))
        return
    if came in (lesson.RAN, lesson.HAS_RUN):
        points = context.points(_won(context, TRUCO_POINTS_KIND))
        yield context.line(_CAME[came], name=name, points=points)
        return
    points = context.points(_won(context, ENVIDO_POINTS_KIND))
    said = [word.number for word in view.said if word.verb == TENGO and word.seat != view.seat]
    yield context.line(
        _CAME[came],
        name=name,
        points=points,
        n=context.table.envido_points(view.dealt, view.turned),
        theirs=said[-1] if said else 0,
    )
    id = "lesson.mano.own" if context.is_reader((view.mano,)) else "lesson.mano"
    yield context.line(id, mano=context.name(view.mano))


def _won(context: ScreenContext, kind: int) -> int:
    """The points of this kind that were won in this hand."""
    view = context.view
    safe = sum(entry.points for entry in view.entries if entry.kind == kind)
    return safe + sum(held.points for held in view.held if held.kind == kind)


# --- the new topic -------------------------------------------------------------------------------


def _new(context: ScreenContext, topic: str) -> Iterator[Line]:
    if topic in _PLAIN:
        yield context.line(_PLAIN[topic], name=context.name(1 - context.view.seat))
    elif topic.startswith(lesson.OVER_ONCE):
        yield from _over(context)
    elif topic in _TOLD:
        yield from _TOLD[topic](context)


def _over(context: ScreenContext) -> Iterator[Line]:
    """The lesson of the finished hand, and the topic of the next one."""
    rules, number = context.rules, context.view.number
    if number == 1:
        points = context.points(rules.truco.base)
        yield context.line("lesson.over", points=points, target=context.view.target)
    elif number == 2:
        yield context.line("lesson.over.envido" if rules.envido.calls else "lesson.over.up")
    else:
        yield context.line("lesson.over.last")
        if in_halves(rules.match):
            yield context.line("lesson.over.halves", half=(context.view.target + 1) // 2)
        if rules.flor is not None:
            points = context.points(rules.flor.alone)
            yield context.line("lesson.over.flor", points=points)


def _lead(context: ScreenContext) -> Iterator[Line]:
    if context.table.turns:
        id = "lesson.lead.pieces" if context.rules.cards.pieces else "lesson.lead.turned"
        yield context.line(id, turned=context.card(context.view.turned))
    else:
        yield context.line("lesson.lead")
    best = context.the_named_card(lesson.best_card(context.view, context.table))
    yield context.line("lesson.lead.best", best=best)


def _follow(context: ScreenContext) -> Iterator[Line]:
    """Whether one of my cards beats the card on the table, and the weakest card that does."""
    view, position = context.view, context.position
    assert position is not None
    laid = [play.card for play in view.plays if play.trick == position.trick]
    if not laid or not view.cards:
        return
    heights = context.table.heights(view.turned)
    to_beat = heights[laid[0]]
    told = {"name": context.name(1 - view.seat), "card": context.the_named_card(laid[0])}
    mine = sorted(view.cards, key=lambda card: heights[card])
    enough = next((card for card in mine if heights[card] > to_beat), UNKNOWN)
    equal = next((card for card in mine if heights[card] == to_beat), UNKNOWN)
    if enough != UNKNOWN:
        card = context.the_named_card(enough)
        yield context.line("lesson.follow.beat", **told, mine=card)
    elif equal != UNKNOWN:
        card = context.the_named_card(equal)
        yield context.line("lesson.follow.tie", **told, mine=card)
    else:
        low = context.the_named_card(mine[0])
        yield context.line("lesson.follow.low", **told, low=low)


def _truco(context: ScreenContext) -> Iterator[Line]:
    """The price of each answer to a truco."""
    top = context.top
    if top is None:
        return
    steps, verbs = context.rules.truco.steps, {offer.verb for offer in context.view.offered}
    more = next((step for step in steps[top.step :] if step.verb in verbs), None)
    yield context.line(
        "lesson.truco" if more is not None else "lesson.truco.top",
        name=context.name(top.seat),
        call=context.caption(steps[top.step - 1].verb),
        yes=context.caption(QUIERO),
        no=context.caption(NO_QUIERO),
        wanted=context.points(top.wanted),
        refused=context.points(top.refused),
        **({} if more is None else _raise(context, more.verb, more.worth)),
        answer=_answer(context),
    )


def _raise(context: ScreenContext, verb: str, worth: int) -> dict[str, str]:
    return {"more": context.caption(verb), "raised": context.points(worth)}


def _call_truco(context: ScreenContext) -> Iterator[Line]:
    view, lesson_ = context.view, context.info.lesson
    assert lesson_ is not None
    steps = context.rules.truco.steps
    step = next((step for step in steps if step.verb == lesson_.answer), steps[0])
    yield context.line(
        "lesson.call.truco",
        best=context.the_named_card(lesson.best_card(view, context.table)),
        call=context.caption(step.verb),
        name=context.name(1 - view.seat),
        worth=context.points(step.worth),
        refused=context.points(view.worth),
    )


def _count(context: ScreenContext) -> Iterator[Line]:
    """How the points of my own cards are counted, and the value of an envido."""
    view, table, calls = context.view, context.table, context.rules.envido.calls
    source = source_of_points(table, view.dealt, view.turned)
    pieces = [piece.points for piece in table.rules.cards.pieces]
    n = table.envido_points(view.dealt, view.turned)
    yield context.line(
        _COUNTED[source],
        n=n,
        sum=sum_of_points(table, view.dealt),
        bonus=table.rules.cards.pair_bonus,
        zero=context.words.list(_worthless(table)),
        low=min(pieces, default=0),
        high=max(pieces, default=0),
    )
    advised = context.info.lesson.answer if context.info.lesson is not None else ""
    call = next((legal for legal in calls if legal.verb == advised), calls[0])
    pays = REFUSED_PAYS[call.refused or context.rules.envido.refused](0, 0)
    yield context.line(
        "lesson.call.envido" if call.verb == advised else "lesson.call.envido.may",
        n=n,
        call=context.caption(call.verb),
        name=context.name(1 - view.seat),
        wanted=context.points(call.adds),
        refused=context.points(pays),
    )


def _envido(context: ScreenContext) -> Iterator[Line]:
    """The price of each answer to an envido."""
    top = context.top
    if top is None:
        return
    yield context.line(
        "lesson.envido",
        name=context.name(top.seat),
        call=context.caption(context.call_of(top)),
        yes=context.caption(QUIERO),
        no=context.caption(NO_QUIERO),
        wanted=context.points(top.wanted),
        refused=context.points(top.refused),
        n=context.table.envido_points(context.view.dealt, context.view.turned),
        answer=_answer(context),
    )


def _declare(context: ScreenContext) -> Iterator[Line]:
    n = context.table.envido_points(context.view.dealt, context.view.turned)
    yield context.line("lesson.declare", n=n)


def _answer(context: ScreenContext) -> str:
    """The caption of the word that the master would say."""
    found = context.info.lesson
    return context.caption(found.answer) if found is not None and found.answer else ""


_TOLD: Final[dict[str, Callable[[ScreenContext], Iterator[Line]]]] = {
    lesson.LEAD: _lead,
    lesson.FOLLOW: _follow,
    lesson.TRUCO_ASKED: _truco,
    lesson.RAISED: _truco,
    lesson.CALL_TRUCO: _call_truco,
    lesson.COUNT: _count,
    lesson.ENVIDO_ASKED: _envido,
    lesson.DECLARE: _declare,
}
"""The lines of each topic that is about the reader's cards or a call."""


def source_of_points(table: Table, dealt: Sequence[Card], turned: Card) -> str:
    """The source of these cards' points: a ``piece``, a ``pair`` of a suit, a ``single`` card."""
    if any(card in table.points(turned).pieces for card in dealt):
        return "piece"
    suits = [suit_of(card) for card in dealt]
    return "pair" if len({*suits}) < len(suits) else "single"


def _worthless(table: Table) -> list[str]:
    """The numbers of the cards that count 0 for the envido (AR-CAR-03)."""
    ranks = table.spelling.ranks
    return [rank for card, rank in enumerate(ranks) if not table.rules.cards.points[card]]


def sum_of_points(table: Table, dealt: Sequence[Card]) -> str:
    """The points of a pair of one suit as a sum: "7 + 1 + 20"."""
    suits = [suit_of(card) for card in dealt]
    pair = [card for card in dealt if suits.count(suit_of(card)) > 1]
    numbers = [str(table.envido_points((card,), UNKNOWN)) for card in pair]
    return " + ".join([*numbers, str(table.rules.cards.pair_bonus)])


# --- the screen ----------------------------------------------------------------------------------


def shown_lines(context: ScreenContext, text: Iterable[Line]) -> tuple[Line, ...]:
    """The lines of a screen; in a guided match without the lines about later topics."""
    if not lesson.is_taught(context.info):
        return tuple(text)
    hidden = tuple(begin for begin, hand in _LATER.items() if hand > context.view.number)
    return tuple(line for line in text if not line.id.startswith(hidden))


def plain_scores(context: ScreenContext, scores: tuple[Score, ...]) -> tuple[Score, ...]:
    """The scores of a guided match in plain numbers. Malas and buenas are explained at its end."""
    if not lesson.is_taught(context.info):
        return scores
    return tuple(
        replace(score, text=str(score.points), short=str(score.points)) for score in scores
    )


def plain_seats(context: ScreenContext, seats: tuple[SeatMark, ...]) -> tuple[SeatMark, ...]:
    """The seats of a guided match, without mano and dealer. The mano is told where it matters."""
    if not lesson.is_taught(context.info):
        return seats
    return tuple(replace(seat, mano=False, dealer=False) for seat in seats)


def skip_button(context: ScreenContext) -> tuple[Button, ...]:
    """The button to skip the lesson, for people who know the game; only in a guided match."""
    if not lesson.is_taught(context.info):
        return ()
    return (Button(context.match_token(SKIP), context.text("button.skip"), GROUP),)
