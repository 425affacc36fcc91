"""The reasons why a choice was a mistake, in the terms of the game: the better step, and the cards
or points of the seat that speak for it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

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
from engine.numbers import NO_SIDE
from engine.robots.imagining.likelihood import strength
from engine.robots.reading.situation import Situation
from engine.seen.view import SeatView, table_of
from engine.state.state import ENVIDO_GAME, TRUCO_GAME, Play
from engine.state.table import Table
from engine.teacher.verdicts import Verdict

POOR: Final = 0.3
"""A call with a lower chance of winning the hand than this is a bluff ..."""
GOOD: Final = 0.75
"""... unless the seat holds a card that beats at least this share of the other cards."""

GREAT: Final = 0.8
"""From this rank on points of the envido are no reason against calling it."""


class Why(StrEnum):
    """The reasons; each is a message of the catalogues, ``teacher.<value>``."""

    CALL_ENVIDO = "envido.call"
    KEEP_ENVIDO = "envido.keep"
    ACCEPT_ENVIDO = "envido.accept"
    REFUSE_ENVIDO = "envido.refuse"
    RAISE_ENVIDO = "envido.raise"
    OTHER_ENVIDO = "envido.other"
    FORCED = "forced"
    """A refusal would give the others all the points that they lack."""
    CHEAPER = "envido.cheaper"
    """An accepted envido that is lost costs no more than a declined one."""
    CALL_TRUCO = "truco.call"
    BLUFF_TRUCO = "truco.bluff"
    """The seat has no cards for the call; it makes the call so that the others decline."""
    KEEP_TRUCO = "truco.keep"
    ACCEPT_TRUCO = "truco.accept"
    REFUSE_TRUCO = "truco.refuse"
    ACCEPT_LAID = "truco.accept.laid"
    """The reason is a card of the seat's side on the table."""
    REFUSE_LAID = "truco.refuse.laid"
    """Even the best card of the seat's side, which lies in this trick, is not enough."""
    RAISE_TRUCO = "truco.raise"
    OVER_RAISE_TRUCO = "truco.much"
    STAY = "stay"
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


class Sitting(StrEnum):
    """The place of a seat in its contest."""

    MANO = "mano"
    PIE = "pie"
    BETWEEN = "between"


class Explanation(Struct, frozen=True):
    """The explanation why the other step was better."""

    why: Why
    points: int
    """The seat's own envido points; 0 in a game without an envido."""
    place: Sitting
    """The place of the seat. The texts name only mano and pie."""
    card: Card
    """The best card that the seat still holds or, for the reasons about a card on the table, that
    card. ``UNKNOWN``: there is none, or its side has laid a higher one (against a truco: in this
    trick)."""


def reason_of(found: Verdict) -> Explanation:
    """Why the other step was better than the chosen one."""
    return reason_for(found.moment.seen, found.best, found.moment.chosen)


def reason_for(seen: SeatView, best: Action, chosen: Action) -> Explanation:
    """The best reason for one step instead of another; ``PLAIN``: no reason fits."""
    table = table_of(seen)
    why = _why(table, seen, best, chosen)
    if why in (Why.ACCEPT_ENVIDO, Why.ACCEPT_TRUCO) and chosen.verb in (NO_QUIERO, ACHICO, MAZO):
        why = _why_not_declined(table, seen, why)
    if why is Why.KEEP_ENVIDO and _has_great_points(seen):
        why = Why.PLAIN  # a seat may wait with such points, but not because of them
    card = _telling_card(table, seen, is_against=why in (Why.KEEP_TRUCO, Why.REFUSE_TRUCO))
    if card == UNKNOWN and why in _FOR_A_LAID_CARD:
        card = _laid_card(table, seen, is_against=why is Why.REFUSE_TRUCO)
        why = _FOR_A_LAID_CARD[why] if card != UNKNOWN else why
    if why in (Why.CALL_TRUCO, Why.RAISE_TRUCO) and _is_bluff(seen, card):
        why = Why.BLUFF_TRUCO
    return Explanation(
        why=why,
        points=table.envido_points(seen.dealt, seen.turned) if table.rules.envido.calls else 0,
        place=_place(seen),
        card=card,
    )


def _has_great_points(seen: SeatView) -> bool:
    """Whether the points of this seat beat those of most hands, so that they are no reason to keep
    silent."""
    situation = Situation(seen)
    points = situation.table.envido_points(seen.dealt, seen.turned)
    return situation.scale.envido_rank(points) >= GREAT


def _is_bluff(seen: SeatView, card: Card) -> bool:
    """Whether a call of this seat is a bluff: it has no good card, and hardly a chance with the
    cards that it plays. ``card``: the result of :func:`_telling_card`. If a partner's card on the
    table is higher than the seat's own cards, the call is no bluff."""
    situation = Situation(seen)
    if UNKNOWN in seen.cards or (card == UNKNOWN and not situation.alone):
        return False
    best = max((situation.scale.chance[level] for level in situation.levels), default=0.0)
    return best < GOOD and strength(situation, seen.seat, seen.cards) < POOR


def _place(seen: SeatView) -> Sitting:
    contest = seen.position.contest if seen.position is not None else ()
    if not contest or seen.seat not in (contest[0], contest[-1]):
        return Sitting.BETWEEN
    return Sitting.MANO if seen.seat == contest[0] else Sitting.PIE


def _telling_card(table: Table, seen: SeatView, *, is_against: bool) -> Card:
    """The card that speaks for a step about the truco. ``UNKNOWN``: the own side has a higher card
    on the table, which is the better reason. ``is_against``: the card speaks against the truco;
    then cards of finished tricks do not count."""
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


def _why_not_declined(table: Table, seen: SeatView, why: Why) -> Why:
    """The reason to accept a call: the price of declining it, or else ``why``."""
    assert seen.position is not None
    call = seen.position.stack[-1]
    if call.refused >= seen.target - table.by_side(seen.score)[call.side]:
        return Why.FORCED
    if call.game == ENVIDO_GAME:
        _, lost = Situation(seen).envido_worth(call.step, call.wanted)
        return Why.CHEAPER if lost <= call.refused else why
    return why


_FOR_A_LAID_CARD = {Why.ACCEPT_TRUCO: Why.ACCEPT_LAID, Why.REFUSE_TRUCO: Why.REFUSE_LAID}
"""The reasons to give instead if the seat's side has laid a higher card than the seat holds."""


def _laid_card(table: Table, seen: SeatView, *, is_against: bool) -> Card:
    """The highest open card of the own side, if it lies in this trick or in one that the others
    have not won; else ``UNKNOWN``. ``is_against``: only a card of this trick counts."""
    heights, mine = table.heights(seen.turned), table.sides[seen.seat]
    laid = [
        play
        for play in seen.plays
        if not play.covered
        and table.sides[play.seat] == mine
        and not (is_against and play.trick < len(seen.tricks))
    ]
    if not laid:
        return UNKNOWN
    best = max(laid, key=lambda play: heights[play.card])
    is_lost = best.trick < len(seen.tricks) and seen.tricks[best.trick].side not in (NO_SIDE, mine)
    return UNKNOWN if is_lost else best.card


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
    if pending == TRUCO_GAME and best.verb in envidos and chosen.verb in (NO_QUIERO, MAZO):
        fair = strength(Situation(seen), seen.seat, seen.cards) >= POOR
        if fair:  # the step gave up the hand, and not the envido alone
            return Why.ACCEPT_TRUCO
    if IGUALAR in (best.verb, chosen.verb):
        return Why.PLAIN  # this depends on the score, not on the seat's points alone
    if best.verb in envidos or chosen.verb in envidos:
        return _call(best, chosen, envidos, _ENVIDO_CALLS)
    if chosen.verb == MAZO:
        return Why.STAY
    if best.verb in trucos or chosen.verb in trucos:
        return _call(best, chosen, trucos, _TRUCO_CALLS)
    return _card(table, seen, best, chosen)


_ENVIDO_ANSWERS = (Why.ACCEPT_ENVIDO, Why.REFUSE_ENVIDO, Why.RAISE_ENVIDO, Why.OTHER_ENVIDO)
_TRUCO_ANSWERS = (Why.ACCEPT_TRUCO, Why.REFUSE_TRUCO, Why.RAISE_TRUCO, Why.OVER_RAISE_TRUCO)
_ENVIDO_CALLS = (Why.CALL_ENVIDO, Why.KEEP_ENVIDO, Why.OTHER_ENVIDO)
_TRUCO_CALLS = (Why.CALL_TRUCO, Why.KEEP_TRUCO, Why.PLAIN)


def _answer(best: Action, chosen: Action, calls: set[str], why: tuple[Why, Why, Why, Why]) -> Why:
    accept, refuse, higher, much = why
    if best.verb in (NO_QUIERO, ACHICO):
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
    laid = [play for play in seen.plays if play.trick >= len(seen.tricks)]
    heights = table.heights(seen.turned)
    verbs = (best.verb, chosen.verb)
    if verbs == (PLAY, COVER):
        # Of another card, or of one that loses face up too, it would say nothing.
        counts = heights[best.arg] >= max(_highest(table, seen, laid))
        return Why.LAY_OPEN if best.arg == chosen.arg and counts else Why.PLAIN
    if verbs != (PLAY, PLAY):
        return Why.PLAIN
    better, mine = heights[best.arg], heights[chosen.arg]
    if better == mine:
        return Why.PLAIN
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
    """The reason to lay one card and not the other in a trick that the others are winning.
    ``better``, ``mine``: the results of the two cards in that trick (1: win, 0: tie, -1: loss).
    ``is_higher``: the better step lays the higher card."""
    if is_higher:
        return {1: Why.WIN_TRICK, 0: Why.TIE_TRICK}.get(better, Why.PLAIN)
    return {(1, 1): Why.LAY_LOWER, (-1, 1): Why.LET_GO, (-1, -1): Why.THROW_LOWER}.get(
        (better, mine), Why.PLAIN
    )


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _highest(table: Table, seen: SeatView, laid: Sequence[Play]) -> tuple[int, int]:
    """The height of the highest open card of this trick: of the own side, and of the others; -1:
    none."""
    heights = table.heights(seen.turned)
    tops = [-1, -1]
    for play in laid:
        theirs = table.sides[play.seat] != table.sides[seen.seat]
        if not play.covered:
            tops[theirs] = max(tops[theirs], heights[play.card])
    return tops[0], tops[1]
