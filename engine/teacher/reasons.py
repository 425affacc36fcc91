"""Why a choice was a mistake, in the terms of the game: what was to be done instead, and which of
the seat's cards or points speak for it."""

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct

from engine.actions import (
    ACHICO,
    CORRE,
    COVER,
    FLOR,
    FLOR_QUIERO,
    IGUALAR,
    JOGA,
    MAZO,
    NO_QUIERO,
    PLAY,
    QUIERO,
    Action,
)
from engine.cards import UNKNOWN, Card
from engine.seen.view import SeatView, table_of
from engine.state.state import ENVIDO_GAME, TRUCO_GAME, Play
from engine.state.table import Table
from engine.teacher.verdicts import Verdict


class Why(StrEnum):
    """The reasons; each is a message of the catalogues, ``teacher.<value>``."""

    CALL_ENVIDO = "envido.call"
    KEEP_ENVIDO = "envido.keep"
    ACCEPT_ENVIDO = "envido.accept"
    REFUSE_ENVIDO = "envido.refuse"
    RAISE_ENVIDO = "envido.raise"
    OTHER_ENVIDO = "envido.other"
    CALL_TRUCO = "truco.call"
    KEEP_TRUCO = "truco.keep"
    ACCEPT_TRUCO = "truco.accept"
    REFUSE_TRUCO = "truco.refuse"
    RAISE_TRUCO = "truco.raise"
    OVER_RAISE_TRUCO = "truco.much"
    STAY = "stay"
    LEAVE = "leave"
    LEAD_HIGHER = "lead.higher"
    LEAD_LOWER = "lead.lower"
    WIN_TRICK = "card.win"
    TIE_TRICK = "card.tie"
    LAY_HIGHER = "card.higher"
    LAY_LOWER = "card.lower"
    LET_GO = "card.pass"
    THROW_LOWER = "card.throw"
    SPARE_PARTNER = "card.partner"
    LAY_OPEN = "card.open"
    SAY_FLOR = "flor.say"
    PLAY_SPECIAL = "special.play"
    RUN_SPECIAL = "special.run"
    PLAIN = "plain"


class Place(StrEnum):
    """Where a seat sits in its contest."""

    MANO = "mano"
    PIE = "pie"
    BETWEEN = "between"


class Reason(Struct, frozen=True):
    """Why the other step was better."""

    why: Why
    points: int
    """The seat's own envido points; 0 in a game without an envido."""
    place: Place
    """Where it sits; between mano and pie nothing is said of it."""
    card: Card
    """The best card that the seat still holds; ``UNKNOWN``: none, or its side has laid a higher
    one (against a truco: in this trick)."""


def reason_of(found: Verdict) -> Reason:
    """Why the other step was better than the chosen one."""
    return reason_for(found.moment.seen, found.best, found.moment.chosen)


def reason_for(seen: SeatView, best: Action, chosen: Action) -> Reason:
    """The reason that fits best for one step instead of another; ``PLAIN`` where none fits."""
    table = table_of(seen)
    why = _why(table, seen, best, chosen)
    return Reason(
        why=why,
        points=table.envido_points(seen.dealt, seen.turned) if table.rules.envido.calls else 0,
        place=_place(seen),
        card=_telling_card(table, seen, is_against=why in (Why.KEEP_TRUCO, Why.REFUSE_TRUCO)),
    )


def _place(seen: SeatView) -> Place:
    contest = seen.position.contest if seen.position is not None else ()
    if not contest or seen.seat not in (contest[0], contest[-1]):
        return Place.BETWEEN
    return Place.MANO if seen.seat == contest[0] else Place.PIE


def _telling_card(table: Table, seen: SeatView, *, is_against: bool) -> Card:
    """The card that speaks for a step about the truco. A card of the own side that lies open and is
    higher says more than any that is still held, so then there is none. ``is_against``: it speaks
    against the truco; then the cards of finished tricks are as nothing."""
    heights = table.heights(seen.turned)
    best = max(seen.cards, key=lambda card: heights[card], default=UNKNOWN)
    laid = [
        heights[play.card]
        for play in seen.plays
        if not play.covered
        and table.sides[play.seat] == table.sides[seen.seat]
        and not (is_against and play.trick < len(seen.tricks))
    ]
    return best if best != UNKNOWN and heights[best] >= max(laid, default=0) else UNKNOWN


def _why(table: Table, seen: SeatView, best: Action, chosen: Action) -> Why:
    envidos = {call.verb for call in table.rules.envido.calls}
    trucos = {step.verb for step in table.rules.truco.steps}
    pending = seen.position.stack[-1].game if seen.position and seen.position.stack else None
    if best.verb == FLOR:
        return Why.SAY_FLOR
    if best.verb in (JOGA, CORRE):
        return Why.PLAY_SPECIAL if best.verb == JOGA else Why.RUN_SPECIAL
    if pending == ENVIDO_GAME:
        return _answer(best, chosen, envidos, _ENVIDO_ANSWERS)
    if pending == TRUCO_GAME and best.verb not in envidos and chosen.verb not in envidos:
        return _answer(best, chosen, trucos, _TRUCO_ANSWERS)
    if IGUALAR in (best.verb, chosen.verb):
        return Why.PLAIN  # it depends on the score, not on the seat's points alone
    if best.verb in envidos or chosen.verb in envidos:
        return _call(best, chosen, envidos, _ENVIDO_CALLS)
    if MAZO in (best.verb, chosen.verb):
        return Why.LEAVE if best.verb == MAZO else Why.STAY
    if best.verb in trucos or chosen.verb in trucos:
        return _call(best, chosen, trucos, _TRUCO_CALLS)
    return _card(table, seen, best, chosen)


_ENVIDO_ANSWERS = (Why.ACCEPT_ENVIDO, Why.REFUSE_ENVIDO, Why.RAISE_ENVIDO, Why.OTHER_ENVIDO)
_TRUCO_ANSWERS = (Why.ACCEPT_TRUCO, Why.REFUSE_TRUCO, Why.RAISE_TRUCO, Why.OVER_RAISE_TRUCO)
_ENVIDO_CALLS = (Why.CALL_ENVIDO, Why.KEEP_ENVIDO, Why.OTHER_ENVIDO)
_TRUCO_CALLS = (Why.CALL_TRUCO, Why.KEEP_TRUCO, Why.PLAIN)


def _answer(best: Action, chosen: Action, calls: set[str], why: tuple[Why, Why, Why, Why]) -> Why:
    accept, refuse, higher, much = why
    if best.verb in (NO_QUIERO, ACHICO, MAZO):
        return refuse
    if best.verb in calls:
        return much if chosen.verb in calls else higher
    if best.verb in (QUIERO, FLOR_QUIERO):
        return much if chosen.verb in calls else accept
    return Why.PLAIN


def _call(best: Action, chosen: Action, calls: set[str], why: tuple[Why, Why, Why]) -> Why:
    say, keep, other = why
    if best.verb in calls:
        return other if chosen.verb in calls else say
    return keep


def _card(table: Table, seen: SeatView, best: Action, chosen: Action) -> Why:
    verbs = (best.verb, chosen.verb)
    if verbs == (PLAY, COVER):
        return Why.LAY_OPEN
    if verbs != (PLAY, PLAY):
        return Why.PLAIN
    heights = table.heights(seen.turned)
    better, mine = heights[best.arg], heights[chosen.arg]
    if better == mine:
        return Why.PLAIN
    laid = [play for play in seen.plays if play.trick >= len(seen.tricks)]
    if not laid:
        return Why.LEAD_HIGHER if better > mine else Why.LEAD_LOWER
    own, theirs = _highest(table, seen, laid)
    if better > mine and max(own, mine) > theirs:
        rivals_follow = seen.position is not None and len(laid) < len(seen.position.contest) - 1
        return Why.LAY_HIGHER if rivals_follow and better > own else Why.PLAIN
    if own > theirs:
        return Why.SPARE_PARTNER
    return _by_outcome(_sign(better - theirs), _sign(mine - theirs), better > mine)


def _by_outcome(better: int, mine: int, is_higher: bool) -> Why:
    """What each of the two cards does in a trick that the others are winning: 1 wins it, 0 ties it,
    -1 loses it. ``is_higher``: the better one is the higher card."""
    if is_higher:
        return {1: Why.WIN_TRICK, 0: Why.TIE_TRICK}.get(better, Why.PLAIN)
    return {
        (1, 1): Why.LAY_LOWER,
        (-1, 1): Why.LET_GO,
        (-1, -1): Why.THROW_LOWER,
    }.get((better, mine), Why.PLAIN)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _highest(table: Table, seen: SeatView, laid: Sequence[Play]) -> tuple[int, int]:
    """The height of the highest card of this trick that lies open: of the own side, and of the
    others; -1: none."""
    heights = table.heights(seen.turned)
    tops = [-1, -1]
    for play in laid:
        theirs = table.sides[play.seat] != table.sides[seen.seat]
        if not play.covered:
            tops[theirs] = max(tops[theirs], heights[play.card])
    return tops[0], tops[1]
