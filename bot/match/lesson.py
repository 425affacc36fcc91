"""A guided match: the cards that are dealt, the wishes of the robot, and the explanations for the
newcomer.

The explanations follow from what the newcomer sees, so they are right whatever the newcomer does.
The engine knows nothing of guided matches.
"""

import random
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.environment import Config
from bot.match.prepared_hands import CALL_ENVIDO, CALL_TRUCO, PREPARED, PreparedHand
from bot.model import SPECTATORS, Lesson, MatchInfo, Terms
from engine.actions import FLOR, MAZO, NO_QUIERO, TENGO, Action, Deal
from engine.apply import next_dealer, next_mode
from engine.cards import UNKNOWN, Card
from engine.numbers import NOBODY
from engine.record.notation import write_action
from engine.robots import evaluate
from engine.seen.view import SeatView, table_of
from engine.state.state import (
    DECLARATION,
    ENVIDO_GAME,
    OVER,
    PLAYING,
    TRUCO_GAME,
    Pending,
    Position,
    State,
)
from engine.state.table import Table

ROBOT: Final = 1
"""The robot's seat when a guided match is opened. It deals first: the newcomer lays the first
card."""

LEAD: Final = "lead"
"""Topic: the newcomer lays the first card of the match."""
FOLLOW: Final = "follow"
"""Topic: a card lies on the table that the newcomer may beat."""
WON: Final = "won"
"""Topic: the newcomer has won the first trick of a hand."""
LOST: Final = "lost"
TIED: Final = "tied"
OVER_ONCE: Final = "over"
"""Topic: the first hand is over."""
ENVIDO_ASKED: Final = "envido"
"""Topic: somebody has called an envido, and the newcomer has to answer."""
DECLARE: Final = "declare"
"""Topic: the newcomer has to say their points."""
TRUCO_ASKED: Final = "truco"
"""Topic: somebody has called truco, and the newcomer has to answer."""
RAISED: Final = "raised"
"""Topic: somebody has raised a truco, and the newcomer has to answer."""
OWN_FLOR: Final = "flor"
"""Topic: the newcomer may say a flor."""
GOOD_ENVIDO: Final = 27
"""The points from which an envido is good."""


_CALLS: Final = (CALL_ENVIDO, CALL_TRUCO)
"""Topics about a call of one's own: told only where the master would make it."""
_ADVISED: Final = (ENVIDO_ASKED, TRUCO_ASKED, RAISED, *_CALLS)
"""Topics that say which word is the best one."""
_FEW: Final = 2


def is_taught(info: MatchInfo) -> bool:
    """Whether this is a guided match whose newcomer has not skipped the explanations."""
    return info.lesson is not None and not info.lesson.skipped


def is_over(info: MatchInfo, state: State) -> bool:
    """Whether the last prepared hand of a guided match is over."""
    return is_taught(info) and _is_last(info, state.number)


def is_learnt(info: MatchInfo, view: SeatView) -> bool:
    """Whether a guided match has been played to its end. False if it was stopped before."""
    playing = view.position is not None and view.position.phase != OVER
    return is_taught(info) and _is_last(info, view.number) and not playing


def _is_last(info: MatchInfo, number: int) -> bool:
    """Whether no prepared hand comes after the hand of this number."""
    return number >= len(PREPARED[info.variant].hands)


def ordinary(info: MatchInfo, config: Config) -> Terms:
    """The terms of the match after a guided match, unless its host chooses others: an ordinary
    match."""
    return replace(
        info.terms, competitive=True, turn_seconds=config.turn_seconds, spectators=SPECTATORS[0]
    )


def next_deal(info: MatchInfo, state: State) -> Deal | None:
    """The prepared deal that comes next; ``None``: the next hand is shuffled."""
    if not is_taught(info):
        return None
    hand, table = PREPARED[info.variant].hands[state.number], state.table
    dealer = next_dealer(state)
    newcomer = info.people[0].seat
    dealt = {newcomer: hand.mine, 1 - newcomer: hand.theirs}
    read = table.spelling.read
    return Deal(
        info.first_dealer if dealer == NOBODY else dealer,
        tuple(tuple(read(card) for card in dealt[seat].split()) for seat in (0, 1)),
        read(hand.turned) if hand.turned else UNKNOWN,
        next_mode(state),
    )


def wish(info: MatchInfo, view: SeatView) -> Action | None:
    """The step that the robot would like to take in a prepared hand. ``None``: it thinks for
    itself. A robot that plays for the newcomer always thinks for itself."""
    if not is_taught(info) or not info.seats[view.seat].robot:
        return None
    table = table_of(view)
    offered = {
        write_action(table, action): action for action in view.offered if isinstance(action, Action)
    }
    wishes = _hand(info, view).wishes
    return next((offered[text] for text in wishes if text in offered), None)


def following(info: MatchInfo, view: SeatView) -> Lesson:
    """The lesson with the explanation for this moment: the first topic that is new, if there is
    one. ``view``: what the newcomer sees."""
    assert info.lesson is not None
    told = info.lesson.told
    for new in _topics(view, _hand(info, view)):
        if new in told:
            continue
        answer = _masters_word(view) if new in _ADVISED else ""
        if new not in _CALLS or answer in _calls(table_of(view), new):
            return replace(info.lesson, now=new, told=(*told, new), answer=answer)
    return replace(info.lesson, now="", answer="")


def _masters_word(view: SeatView) -> str:
    """The verb of the action that the master would take most often with the same view. If he would
    leave the hand, it is the refusal."""
    found = evaluate(view, random.Random(0))  # noqa: S311 - an opinion, no secret
    best = max(found, key=lambda action: (found[action].share, found[action].points))
    return NO_QUIERO if best.verb == MAZO else best.verb


def _calls(table: Table, topic: str) -> tuple[str, ...]:
    """The words that this topic about a call of one's own may advise."""
    if topic == CALL_TRUCO:
        return (table.rules.truco.steps[0].verb,)
    return tuple(call.verb for call in table.rules.envido.calls)


def _hand(info: MatchInfo, view: SeatView) -> PreparedHand:
    return PREPARED[info.variant].hands[view.number - 1]


def _topics(view: SeatView, hand: PreparedHand) -> Iterator[str]:
    """All topics that fit this moment, the most urgent first."""
    position = view.position
    if position is None or view.winner >= 0 or view.ended or UNKNOWN in view.dealt:
        return
    if position.phase == OVER:
        yield OVER_ONCE
    elif position.phase == PLAYING and view.seat in view.awaited:
        if position.stack:
            yield from _asked(view, position.stack[-1])
        else:
            yield from _turn(view, position, hand)


def _asked(view: SeatView, top: Pending) -> Iterator[str]:
    verbs = {legal.verb for legal in view.offered}
    if FLOR in verbs:
        yield OWN_FLOR
    if top.game == DECLARATION and TENGO in verbs:
        yield DECLARE
    elif top.game == ENVIDO_GAME:
        yield ENVIDO_ASKED
    elif top.game == TRUCO_GAME:
        yield TRUCO_ASKED if top.step == 1 else RAISED


def _turn(view: SeatView, position: Position, hand: PreparedHand) -> Iterator[str]:
    table = table_of(view)
    verbs = {legal.verb for legal in view.offered}
    calls = {call.verb for call in table.rules.envido.calls}
    if FLOR in verbs:
        yield OWN_FLOR
    points = table.envido_points(view.dealt, view.turned) if calls else 0
    if CALL_ENVIDO in hand.teaches and calls & verbs and points >= GOOD_ENVIDO:
        yield CALL_ENVIDO
    mine = table.sides[view.seat]
    behind = bool(view.tricks) and view.tricks[0].side == 1 - mine
    first = table.rules.truco.steps[0].verb
    if CALL_TRUCO in hand.teaches and first in verbs and not behind and _is_strong(view, table):
        yield CALL_TRUCO
    if view.tricks and position.trick == 1:
        yield WON if view.tricks[0].side == mine else LOST if behind else TIED
    if position.trick == 0 and any(not play.covered for play in view.plays):
        yield FOLLOW
    elif view.number == 1 and not view.plays:
        yield LEAD


def best_card(view: SeatView, table: Table) -> Card:
    """The highest card that the viewer still holds; of equal cards the first."""
    heights = table.heights(view.turned)
    return max(view.cards, key=lambda card: heights[card])


def _is_strong(view: SeatView, table: Table) -> bool:
    """Whether the viewer's best card is beaten by hardly any card that others may hold."""
    heights = table.heights(view.turned)
    best = heights[best_card(view, table)]
    seen = {*view.dealt, *(card for cards in view.seen for card in cards), view.turned}
    above = [card for card in table.deck if heights[card] > best and card not in seen]
    return len(above) <= _FEW
