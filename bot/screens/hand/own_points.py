"""The lines about the owner's cards now: their points and their strength."""

from collections.abc import Iterator

from bot.screen import Line
from bot.screens.hand.ahead import said_ahead
from bot.screens.moment.context import ScreenContext
from engine.actions import FLOR, NO_QUIERO, QUIERO
from engine.cards import UNKNOWN
from engine.guard.envido import may_come
from engine.guard.flor import may_say_own
from engine.numbers import NOBODY, Seat
from engine.rules.points import RESERVADA
from engine.state.seats import has_pies, lays_highest, pie
from engine.state.state import BLIND_GAME, CALLED, DECLARATION, ENVIDO_GAME, OPEN, Position


def own_lines(context: ScreenContext, position: Position) -> Iterator[Line]:
    """The lines about my own cards now."""
    view = context.view
    if view.seat == position.turn and view.cards and not context.has_four:
        if context.top is not None:
            if view.seat in view.awaited:  # the caller has nothing to answer
                yield context.line("hand.rest", "quiet")
        elif lays_highest(context.table, position.special, position.trick, position.tied):
            yield context.line("hand.highest", "quiet")
    if (points := own_points(context)) is not None:
        yield points
    if _may_lose_flor(context):
        yield context.line("hand.flor.first")
    if _kept_flor(context):
        yield context.line("hand.flor.silent", "quiet")
    yield from said_ahead(context)


def own_points(context: ScreenContext) -> Line | None:
    """The line with the points of the reader's own three cards, for the envido, as a flor or as
    manilhas. ``None``: the points do not matter now."""
    dealt = context.view.dealt
    if not dealt or UNKNOWN in dealt or context.has_four:
        return None
    if not context.table.rules.envido.calls:
        return _own_manilhas(context)
    if context.table.rules.flor is not None and context.table.has_flor(dealt, context.view.turned):
        if not _flor_matters(context):
            return None
        worth = context.table.flor_points(dealt, context.view.turned)
        if worth == RESERVADA:  # no number (VE-FLO-02)
            return context.line("hand.flor.reservada", "quiet")
        return context.line("hand.flor", "quiet", n=worth)
    if not _envido_matters(context):
        return None
    points = context.table.envido_points(dealt, context.view.turned)
    caller = _caller_for_me(context)
    if caller != NOBODY:
        name = context.name(caller)
        return context.line("hand.envido.pie", "quiet", n=points, name=name)
    return context.line("hand.envido", "quiet", n=points)


def _caller_for_me(context: ScreenContext) -> Seat:
    """The pie of my side, while only a pie may open the envido, and I am no pie and have laid no
    card yet (AR-ENV-02). ``NOBODY``: I may open the envido, or it is called already."""
    table, position, seat = context.table, context.position, context.view.seat
    if position is None or not table.rules.envido.pies_only or not has_pies(table):
        return NOBODY
    if seat not in position.contest or not may_come(table, position):
        return NOBODY
    if (position.opened | position.gone) >> seat & 1:
        return NOBODY
    mine = pie(table, position, table.sides[seat])
    return NOBODY if mine == seat else mine


def _flor_matters(context: ScreenContext) -> bool:
    """My flor may still be said, which one's first card ends (AR-FLO-03), or it is said and still
    to be compared or paid: at the end of the hand where each says its own (VE-FLO-04), after
    the answer to a blind call (TR-COM-08)."""
    position, seat = context.position, context.view.seat
    if position is None or not context.playing:
        return False
    settled = position.flor not in (OPEN, CALLED) and not context.table.each_his_own
    if settled and not any(pending.game == BLIND_GAME for pending in position.stack):
        return False
    return bool(position.flores >> seat & 1) or may_say_own(position, seat)


def _envido_matters(context: ScreenContext) -> bool:
    """Whether the envido is being negotiated or declared, or a seat may still call it."""
    position = context.position
    if position is None or not context.playing:
        return False
    games = {pending.game for pending in position.stack}
    return bool(games & {ENVIDO_GAME, DECLARATION, BLIND_GAME}) or may_come(context.table, position)


def _may_lose_flor(context: ScreenContext) -> bool:
    """I hold a flor that must be said, and one of my offered steps would lose it (VE-FLO-03,
    VE-FLO-06). With a reservada I lose nothing (VE-FLO-08)."""
    table, view, position = context.table, context.view, context.position
    if not table.each_his_own or not context.playing or position is None:
        return False
    if UNKNOWN in view.dealt or not table.has_flor(view.dealt, view.turned):
        return False
    if table.flor_points(view.dealt, view.turned) == RESERVADA or not may_say_own(
        position, view.seat
    ):
        return False
    return any(offer.verb in table.binding_words for offer in view.offered)


def _kept_flor(context: ScreenContext) -> bool:
    """I may only refuse an envido, because I kept back a flor (AR-FLO-03, UY-FLO-03)."""
    table, view, top = context.table, context.view, context.top
    if top is None or top.game != ENVIDO_GAME or table.rules.flor is None:
        return False
    if not view.dealt or UNKNOWN in view.dealt or not table.has_flor(view.dealt, view.turned):
        return False
    verbs = {offer.verb for offer in view.offered}
    return NO_QUIERO in verbs and not verbs & {QUIERO, FLOR}


def _own_manilhas(context: ScreenContext) -> Line | None:
    """My cards that have a name for their strength in this hand."""
    held = [card for card in context.named if card in context.view.cards]
    if not held:
        return None
    cards = context.words.list(context.named_card(card) for card in held)
    return context.line("hand.manilhas", "quiet", n=len(held), cards=cards)
