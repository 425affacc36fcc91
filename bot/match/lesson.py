"""A guided match: the cards that are dealt, the wishes of the robot, and the explanations for the
newcomer.

The explanations follow from what the newcomer sees, so they are right whatever the newcomer does.
The engine knows nothing of guided matches."""

import random
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from bot.environment import Config
from bot.match.prepared_hands import PREPARED, TIE
from bot.model import SPECTATORS, Lesson, MatchInfo, Terms
from engine.actions import (
    BUENAS,
    COVER,
    DENUNCIA,
    FLOR,
    MAZO,
    NO_QUIERO,
    PIDO_FLOR,
    PLAY,
    QUIERO,
    TENGO,
    Action,
    Deal,
    Legal,
    Range,
)
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
    Spoken,
    State,
)
from engine.state.table import Table

ROBOT: Final = 1
"""The robot's seat when a guided match is opened. It deals first: the newcomer begins."""

LEAD: Final = "lead"
"""Topic: the newcomer lays the first card of the match."""
FOLLOW: Final = "follow"
"""Topic: a card lies on the table that the newcomer may beat."""
WON: Final = "won"
"""Topic: the newcomer has won the first trick of a hand."""
LOST: Final = "lost"
TIED: Final = "tied"
OVER_ONCE: Final = "over"
"""The beginning of a topic that is told when a hand is over; the hand's number follows."""
COUNT: Final = "count"
"""Topic: the newcomer may open the envido, so its points are counted on their own cards."""
ENVIDO_ASKED: Final = "envido"
"""Topic: somebody has called an envido, and the newcomer has to answer."""
DECLARE: Final = "declare"
"""Topic: the newcomer has to say their points."""
TRUCO_ASKED: Final = "truco"
"""Topic: somebody has called truco, and the newcomer has to answer."""
RAISED: Final = "raised"
"""Topic: somebody has raised a truco, and the newcomer has to answer."""
CALL_TRUCO: Final = "call.truco"
"""Topic: the newcomer may call or raise a truco, and the master would."""

ACCEPTED: Final = "accepted"
"""The result of a truco: the newcomer has accepted it."""
RAN: Final = "ran"
"""The newcomer has declined the truco, and the hand is over."""
WAS_ACCEPTED: Final = "accepted.theirs"
"""The robot has accepted the newcomer's truco."""
HAS_RUN: Final = "ran.theirs"
"""The robot has declined the newcomer's truco."""
ENVIDO_WON: Final = "envido.won"
"""The points of an envido were compared: the newcomer has more."""
ENVIDO_LOST: Final = "envido.lost"
ENVIDO_DECLINED: Final = "envido.declined"
"""The newcomer has declined an envido."""
ENVIDO_HAS_DECLINED: Final = "envido.declined.theirs"
"""The robot has declined an envido."""

_TRUCO_HAND: Final = 2
"""The number of the hand from which on trucos are taught."""
_ENVIDO_HAND: Final = 3
"""The number of the hand from which on envidos are taught."""
_NEVER: Final = 0
_ADVISED: Final = (ENVIDO_ASKED, TRUCO_ASKED, RAISED, COUNT, CALL_TRUCO)
"""Topics whose explanation names the best word."""
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
    """The terms of the match after a guided one, unless its host chooses others."""
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
    heights = table.heights(view.turned)
    lies = view.plays[-1] if view.plays and view.plays[-1].seat != view.seat else None
    for wished in PREPARED[info.variant].hands[view.number - 1].wishes:
        if wished in offered:
            return offered[wished]
        if wished == TIE and lies is not None and lies.trick == len(view.tricks):
            for action in offered.values():
                if action.verb == PLAY and heights[action.arg] == heights[lies.card]:
                    return action
    return None


def taught_in(table: Table, verb: str) -> int:
    """The hand from which on a guided match offers this word; 0: in none of its hands."""
    flores = () if table.rules.flor is None else (call.verb for call in table.rules.flor.calls)
    if verb in (COVER, MAZO, FLOR, PIDO_FLOR, DENUNCIA, *flores):
        return _NEVER
    if verb in _steps(table):
        return _TRUCO_HAND
    envidos = _envidos(table)
    if verb in envidos:
        return _ENVIDO_HAND if verb == envidos[0] else _NEVER
    return 1  # a card, and answers to what was called


def narrowed(info: MatchInfo, view: SeatView) -> SeatView:
    """The view without the words that a guided match has not taught yet. An envido is only called:
    neither raised nor said with a number."""
    if not is_taught(info) or view.position is None:
        return view
    table, stack = table_of(view), view.position.stack
    envidos = _envidos(table)
    raises = bool(stack) and stack[-1].game == ENVIDO_GAME

    def is_shown(offer: Legal) -> bool:
        if offer.verb in envidos and (raises or isinstance(offer, Range)):
            return False
        return _NEVER < taught_in(table, offer.verb) <= view.number

    return replace(
        view,
        offered=tuple(filter(is_shown, view.offered)),
        sayable=tuple(tuple(filter(is_shown, words)) for words in view.sayable),
    )


def following(info: MatchInfo, view: SeatView) -> Lesson:
    """The lesson with the explanation for this moment: the first topic that is new, if there is
    one. ``view``: what the newcomer sees."""
    assert info.lesson is not None
    shown = narrowed(info, view)
    kept = replace(info.lesson, came=_came(info.lesson, view), heard=len(view.said))
    for new in _topics(shown):
        if new in kept.told:
            continue
        answer = _masters_word(view, shown) if new in _ADVISED else ""
        if new != CALL_TRUCO or answer in _steps(table_of(view)):
            return replace(kept, now=new, told=(*kept.told, new), answer=answer)
    return replace(kept, now="", answer="")


def _masters_word(view: SeatView, shown: SeatView) -> str:
    """The verb that the master would take most often with the same view, of those ``shown``."""
    found = evaluate(view, random.Random(0))  # noqa: S311 - an opinion, no secret
    verbs = {legal.verb for legal in shown.offered}
    best = max(
        (action for action in found if action.verb in verbs),
        key=lambda action: (found[action].share, found[action].points),
    )
    return best.verb


def _steps(table: Table) -> tuple[str, ...]:
    return tuple(step.verb for step in table.rules.truco.steps)


def _envidos(table: Table) -> tuple[str, ...]:
    return tuple(call.verb for call in table.rules.envido.calls)


def _came(lesson: Lesson, view: SeatView) -> str:
    """The result of the last call, until the newcomer has laid a card or said something else."""
    if len(view.said) > lesson.heard:
        return _outcome(view, view.said[lesson.heard :])
    laid = view.plays[-1].seat if view.plays else NOBODY
    is_new = len(view.said) < lesson.heard or not (view.said or view.plays)
    return "" if is_new or laid == view.seat else lesson.came


def _outcome(view: SeatView, new: tuple[Spoken, ...]) -> str:
    """The result that the newest words have settled; empty: none."""
    table, position = table_of(view), view.position
    answers = (QUIERO, NO_QUIERO, TENGO, BUENAS)
    called = [number for number, word in enumerate(view.said) if word.verb not in answers]
    if position is None or not called:
        return ""
    call, after = view.said[called[-1]], view.said[called[-1] + 1 :]
    answer = next((word for word in after if word.verb in answers), None)
    if answer is None:
        return ""
    mine = answer.seat == view.seat
    if call.verb in _steps(table) and answer in new:
        if answer.verb == NO_QUIERO:
            return RAN if mine else HAS_RUN
        return ACCEPTED if mine else WAS_ACCEPTED
    if call.verb not in _envidos(table):
        return ""
    if answer.verb == NO_QUIERO:
        return ENVIDO_DECLINED if mine else ENVIDO_HAS_DECLINED
    if any(pending.game in (ENVIDO_GAME, DECLARATION) for pending in position.stack):
        return ""
    said = [word for word in after if word.verb == TENGO]
    if not said:
        return ""
    most = max(said, key=lambda word: (word.number, word.seat == view.mano))
    return ENVIDO_WON if most.seat == view.seat else ENVIDO_LOST


def _topics(view: SeatView) -> Iterator[str]:
    """All topics that fit this moment, the most urgent first."""
    position = view.position
    if position is None or view.winner >= 0 or view.ended or UNKNOWN in view.dealt:
        return
    if position.phase == OVER:
        yield f"{OVER_ONCE}.{view.number}"
    elif position.phase == PLAYING and view.seat in view.awaited:
        if position.stack:
            yield from _asked(view, position.stack[-1])
        else:
            yield from _turn(view, position)


def _asked(view: SeatView, top: Pending) -> Iterator[str]:
    verbs = {legal.verb for legal in view.offered}
    if top.game == DECLARATION and TENGO in verbs:
        yield DECLARE
    elif top.game == ENVIDO_GAME:
        yield ENVIDO_ASKED
    elif top.game == TRUCO_GAME:
        yield TRUCO_ASKED if top.step == 1 else RAISED


def _turn(view: SeatView, position: Position) -> Iterator[str]:
    table = table_of(view)
    verbs = {legal.verb for legal in view.offered}
    if verbs.intersection(_envidos(table)):
        yield COUNT
    mine = table.sides[view.seat]
    behind = bool(view.tricks) and view.tricks[0].side == 1 - mine
    if verbs.intersection(_steps(table)) and not behind and _is_strong(view, table):
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
