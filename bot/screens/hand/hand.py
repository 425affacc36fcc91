"""A hand, for its owner alone: my cards, and every step that I may take now."""

from collections.abc import Iterator
from typing import Final

from bot.match.lesson import is_taught
from bot.screen import CardMark, Line, Question, Screen
from bot.screens.daily import daily
from bot.screens.hand.gestures import gestures
from bot.screens.hand.hand_buttons import hand_buttons, own_cards, own_senas, piles
from bot.screens.hand.own_points import own_lines
from bot.screens.history import score_lines
from bot.screens.moment import lines
from bot.screens.moment.context import ScreenContext
from bot.screens.rules.options import mark
from bot.screens.rules.order import order_of
from bot.screens.table import duplicate, marks
from bot.screens.table.table_parts import TableParts
from bot.screens.teaching import lesson
from bot.screens.tournaments import league_room
from engine.actions import TENGO, Range
from engine.cards import UNKNOWN
from engine.numbers import NOBODY
from engine.state import state

BRIEF: Final = 200
"""Characters of the shortest form (an alert)."""
_BRIEFLY: Final = (
    "table.vira",
    "hand.envido",
    "hand.envido.pie",
    "hand.flor",
    "hand.flor.reservada",
    "hand.flor.first",
    "hand.flor.silent",
    "hand.manilhas",
    "hand.partner",
    "hand.heard",
    "hand.sign",
    "hand.gesture",
)
"""The lines of the shortest form, after the cards and the question."""
_HEARD: Final = 12
"""The most señas that are shown, the newest: platforms have no room for a screen of any length."""


def build_hand(context: ScreenContext, parts: TableParts) -> Screen:
    """The private screen of a seat."""
    info, view, words = context.info, context.view, context.words
    text = lesson.shown_lines(
        context,
        (
            *_lines(context, parts),
            *lines.phrases(info, words),
            *lines.onlookers(info, words),
            *mark(info, words, context.reader),
        ),
    )
    cards = own_cards(context)
    held = _held(context, cards)
    tricks, tricks_text = parts.tricks_for(context)
    said = [text[0].text, held] if text else [held]
    if parts.spoken:
        said.append(parts.spoken)
    said += [parts.score_line, *tricks_text, *(line.text for line in text[1:])]
    return Screen(
        kind="hand",
        match=info.match,
        version=info.version,
        number=view.number,
        point=context.point,
        locale=words.locale,
        deck=context.table.spelling.name,
        title=parts.title,
        lines=text,
        scores=marks.own_scores(parts.scores, view),
        seats=marks.own_seats(parts.seats, view),
        tricks=tricks,
        turned=parts.turned,
        cards=cards,
        buttons=tuple(hand_buttons(context)),
        senas=tuple(own_senas(context)),
        gestures=gestures(context),
        question=_question(context),
        order=order_of(context),
        guided=is_taught(info),
        log=parts.log.lines,
        deadline=context.deadline,
        asked=context.asked_seats,
        alt=words.text("table.alt", title=parts.title, lines=" ".join(said)),
        brief=_brief(context, text, held),
    )


def _lines(context: ScreenContext, parts: TableParts) -> Iterator[Line]:
    position = context.position
    yield from first_lines(context, parts)
    yield from _consulted(context)
    yield from daily.head(context)
    yield from league_room.head(context)
    over = position is not None and position.phase == state.OVER
    if over:
        yield from parts.summary
    yield from lesson.balloon(context)
    yield from lines.rested(context)
    if position is None:
        if not context.cutting:
            yield context.line("hand.none", "strong")
        yield from lines.teams(context)
        return
    yield from parts.matters_for(context)
    if context.view.seat not in context.left:
        yield from lines.absent(context)
    if over:
        yield from duplicate.capped(context)
        yield from duplicate.turned(context)
        return
    yield from _table_lines(context, parts, position)
    yield from own_lines(context, position)


def first_lines(context: ScreenContext, parts: TableParts) -> Iterator[Line]:
    """The first lines: what I have to do or wait for, and whether a robot plays for me: then the
    turn is the robot's. The clock belongs to the first line, so the step comes before the robot."""
    view, position = context.view, context.position
    mine = view.seat in context.deserted
    away = context.info.seats[view.seat].away and not mine
    is_robots = away and view.seat in view.awaited and context.top is None
    if mine:
        yield context.line("hand.deserted", "strong")
    waiting = parts.asked if context.deserted else None
    if waiting is not None:
        if not mine:
            yield waiting
    elif context.cutting:
        yield _cutting(context)
    elif position is not None and position.phase != state.OVER and not is_robots:
        yield _now(context, parts)
    if away:
        yield context.line("hand.robot", "strong")


def _consulted(context: ScreenContext) -> Iterator[Line]:
    """The question that a robot of my side asks me."""
    if (asked := context.own.consulted) is not None:
        name, call = context.name(asked.seat), _call(context, asked.call)
        yield context.line("hand.consult", "strong", name=name, call=call)


def _call(context: ScreenContext, step: str) -> str:
    """A step of the record as it is said: "¡Truco!"."""
    verb, *number = step.split(" ")
    return context.says(verb, *map(int, number))


def _table_lines(
    context: ScreenContext, parts: TableParts, position: state.Position
) -> Iterator[Line]:
    """The lines about the running hand that everybody reads, and the señas that I was given."""
    if position.phase == state.CLAIMS:
        if position.owing >> context.view.seat & 1:
            yield context.line("hand.show", "strong")
        yield from score_lines.ledger(context)
    for heard in context.view.heard[-_HEARD:]:
        sena = context.text(f"sena.{heard.sena}")
        yield context.line("hand.heard", name=context.name(heard.seat), sena=sena)
    for seen in context.own.signs.seen[-_HEARD:]:
        name, gesture = context.name(seen.seat), seen.gesture
        if seen.meaning:
            yield context.line("hand.sign", name=name, gesture=gesture, meaning=seen.meaning)
        else:
            yield context.line("hand.gesture", name=name, gesture=gesture)
    yield from partners(context)
    yield from parts.in_play
    yield from parts.stakes_for(context)


def _cutting(context: ScreenContext) -> Line:
    if context.info.cutter == context.view.seat:
        return context.line("hand.asked.cut", "strong")
    return context.line("table.asked.cut", "strong", name=context.name(context.info.cutter))


def partners(context: ScreenContext) -> Iterator[Line]:
    """Before a special hand: my partners' cards, as far as I was shown them (PA-ONZ-02)."""
    for seat in range(context.view.players):
        cards = context.peeked(seat)
        if cards and seat != context.view.seat:
            text = context.words.list(context.named_card(card) for card in cards)
            yield context.line("hand.partner", name=context.name(seat), cards=text)


def _now(context: ScreenContext, parts: TableParts) -> Line:
    """The strong line: the step that I have to take, or the step for which we wait."""
    view, position, top = context.view, context.position, context.top
    assert position is not None
    if position.phase == state.CLAIMS:
        return context.line("hand.claims", "strong")
    if view.seat not in position.contest:
        a, b = (context.name(seat) for seat in position.contest)
        return context.line("hand.duel.wait", "strong", a=a, b=b)
    if position.gone >> view.seat & 1:
        return context.line("hand.gone", "strong")
    if view.seat not in view.awaited:
        assert parts.asked is not None, "a hand in play waits for somebody"
        return parts.asked
    if top is None and next(piles(context), None) is not None:
        return context.line("hand.stack", "strong")
    if context.unseen == view.seat:
        return context.line("hand.asked.blind", "strong")
    if context.discarding == view.seat:
        return context.line("hand.asked.discard", "strong")
    return context.line("hand.turn", "strong") if top is None else _asked(context, top)


def _asked(context: ScreenContext, top: state.Pending) -> Line:
    """The strong line for a person who has to answer: what is asked, and by whom."""
    if top.game == state.DECLARATION:
        if top.seat == NOBODY:
            return context.line("hand.asked.tantos", "strong")
        caller, call = context.name(top.seat), context.says(TENGO, top.best)
        return context.line("hand.asked.beat", "strong", caller=caller, call=call)
    if context.deciding:
        many = len(context.view.awaited) > 1
        id = "hand.asked.special.team" if many else "hand.asked.special"
        return context.line(id, "strong", hand=context.special_hand())
    if context.opening:
        return context.line("hand.asked.open", "strong")
    id = "hand.asked.team" if len(context.view.awaited) > 1 else "hand.asked"
    if top.game == state.FLOR_GAME and not top.step:
        id = "hand.asked.flor"
    if top.game == state.FLOR_PARTNERS:
        id = "hand.asked.partners"
    call = context.called(top)
    return context.line(id, "strong", caller=context.name(top.seat), call=call)


def _held(context: ScreenContext, cards: tuple[CardMark, ...]) -> str:
    """My cards in words."""
    if not context.view.cards:
        return context.text("hand.cards.none")
    if context.blind or UNKNOWN in context.view.cards:
        return context.text("hand.cards.blind", n=len(context.view.cards))
    return context.text("hand.cards", cards=context.words.list([card.label for card in cards]))


def _question(context: ScreenContext) -> Question | None:
    """The question for the number of a spoken declaration."""
    for offer in context.view.offered:
        if isinstance(offer, Range) and offer.verb == TENGO:
            text = context.text("hand.tengo")
            return Question("hand.tengo", text, context.token(f"{TENGO} ?"), offer.low, offer.high)
    return None


def _brief(context: ScreenContext, text: tuple[Line, ...], held: str) -> str:
    """My cards, the question, and as many of the other lines as have room."""
    said = held
    strong = [line.text for line in text if line.weight == "strong"]
    more = [line.text for line in text if line.id in _BRIEFLY]
    score = _score(context)
    for part in (*strong, *more, score):
        if len(said) + 1 + len(part) <= BRIEF:
            said = f"{said} {part}"
    return said


def _score(context: ScreenContext) -> str:
    """Our points and theirs. If each seat has a score of its own, all scores."""
    points = context.score
    if len(points) > 2:
        return context.score_pair(points)
    mine = context.table.sides[context.view.seat]
    return context.text("hand.score", mine=points[mine], theirs=points[1 - mine])
