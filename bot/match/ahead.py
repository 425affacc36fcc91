"""Conditional answers: what a person may say ahead at a slow table, and the step that follows.

A person who plays over days says "if they call truco, I refuse", and need not come back to refuse.
A conditional answer is about one of three things (:data:`ABOUT`), for the running hand:

* the next step of the truco that the other side may call, and no other step;
* the envido, as long as nobody has called one. *Quiero* answers only the lowest call, said without
  a number; *no quiero* answers any call;
* the next time that the person lays a card in a trick which somebody else leads.

Each answer is carried out once. Its step follows from the person's own view, so the person could
always have pressed the same step. :mod:`bot.match.answering_ahead` carries it out.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.store.model import ConditionalAnswer
from engine.actions import FLOR, NO_QUIERO, PLAY, QUIERO, Action
from engine.cards import UNKNOWN
from engine.guard.envido import may_come
from engine.numbers import NO_NUMBER
from engine.seen.view import SeatView, table_of
from engine.state.state import ENVIDO_GAME, ORDINARY, PLAYING, TRUCO_GAME, Pending, Position
from engine.state.table import Table

TRUCO: Final = "truco"
ENVIDO: Final = "envido"
CARD: Final = "card"
ABOUT: Final = (TRUCO, ENVIDO, CARD)
"""The possible subjects of a conditional answer."""
LOWEST: Final = "lowest"
"""Lays the lowest card."""
WINNING: Final = "winning"
"""Lays the lowest card that wins the trick so far; the lowest of all if the own side is winning the
trick already, or if no card wins it."""
_ANSWERS: Final = {TRUCO: (QUIERO, NO_QUIERO), ENVIDO: (QUIERO, NO_QUIERO), CARD: (LOWEST, WINNING)}


class AheadChoice(Struct, frozen=True, gc=False):
    """A conditional answer that a seat may give now."""

    about: str
    answer: str
    call: str
    """The verb of the call that is answered; empty: any call. For the envido it is the lowest call,
    if only that call is answered."""


def choices(view: SeatView) -> Iterator[AheadChoice]:
    """The conditional answers that this seat may give now, without those due at once."""
    for about, answers in _ANSWERS.items():
        for answer in answers:
            one = made(view, about, answer)
            if one is not None and step_of(view, one) is None:
                yield AheadChoice(about, answer, call_of(view, one))


def made(view: SeatView, about: str, answer: str) -> ConditionalAnswer | None:
    """The conditional answer of this seat; ``None``: the event that it waits for cannot happen."""
    moment = _moment(view)
    if moment is None or answer not in _ANSWERS.get(about, ()) or not moment.may_happen(about):
        return None
    call = moment.next_truco if about == TRUCO else ""
    return ConditionalAnswer(view.seat, about, answer, view.number, view.duel, call)


def call_of(view: SeatView, ahead: ConditionalAnswer) -> str:
    """The verb of the call that is answered, as :attr:`AheadChoice.call`."""
    if ahead.about == ENVIDO and ahead.answer == QUIERO:
        return table_of(view).rules.envido.calls[0].verb
    return ahead.call


def step_of(view: SeatView, ahead: ConditionalAnswer) -> Action | None:
    """The step that carries out the conditional answer now, in the view of its seat; ``None``: the
    event that it waits for has not happened."""
    moment = _moment(view)
    return None if moment is None else moment.step(ahead)


def fits(view: SeatView, ahead: ConditionalAnswer) -> bool:
    """Whether the event that the answer waits for may still happen, in the view of its seat."""
    moment = _moment(view)
    if moment is None:
        return False
    if ahead.about == TRUCO:
        return moment.next_truco == ahead.call
    return moment.may_happen(ahead.about) and not (ahead.about == CARD and moment.follows)


def is_of(view: SeatView, ahead: ConditionalAnswer) -> bool:
    """Whether the answer was given for the hand, and the contest, that this view shows."""
    return (ahead.hand, ahead.duel) == (view.number, view.duel)


class _OwnMoment:
    """A seat that plays in the running contest."""

    def __init__(self, view: SeatView, position: Position) -> None:
        self._view = view
        self._position = position
        self._table: Final[Table] = table_of(view)
        self._top: Final[Pending | None] = position.stack[-1] if position.stack else None
        self._said = {offer.verb for offer in view.offered}

    def may_happen(self, about: str) -> bool:
        """Whether the event of an answer of this kind may still happen, or happens now."""
        view = self._view
        if about == TRUCO:
            return bool(self.next_truco)
        if about == ENVIDO:
            return bool(self._table.rules.envido.calls) and may_come(self._table, self._position)
        return bool(view.cards) and UNKNOWN not in view.cards

    @property
    def next_truco(self) -> str:
        """The truco step that the other side called, or may call next; empty: there is none."""
        position, mine = self._position, self._table.sides[self._view.seat]
        if position.special != ORDINARY:
            return ""
        called = next((entry for entry in position.stack if entry.game == TRUCO_GAME), None)
        if called is not None:
            place = called.step if called.side == mine else called.step - 1
        elif position.word == mine:
            return ""
        else:
            place = position.level
        steps = self._table.rules.truco.steps
        return steps[place].verb if place < len(steps) else ""

    @property
    def follows(self) -> bool:
        """Whether the seat has to lay a card now, in a trick that somebody else has led."""
        view, position = self._view, self._position
        waits = view.seat in view.awaited and self._top is None
        return waits and position.turn == view.seat and bool(position.laid)

    def step(self, ahead: ConditionalAnswer) -> Action | None:
        """The step that carries out this answer now; ``None``: its event has not happened."""
        if ahead.about == CARD:
            return self._card(ahead.answer) if self.follows else None
        if ahead.answer not in self._said or not self._is_asked(ahead):
            return None
        return Action(self._view.seat, ahead.answer)

    @property
    def _lowest_envido(self) -> str:
        return self._table.rules.envido.calls[0].verb

    def _is_asked(self, ahead: ConditionalAnswer) -> bool:
        """Whether the call that this answer is about waits for this seat's answer."""
        view, top = self._view, self._top
        if top is None or view.seat not in view.awaited:
            return False
        if top.side == self._table.sides[view.seat]:
            return False
        if ahead.about == TRUCO:  # an answer to another step was dropped before (`fits`)
            return top.game == TRUCO_GAME
        calls = {call.verb for call in self._table.rules.envido.calls}
        if top.game != ENVIDO_GAME or sum(word.verb in calls for word in view.said) != 1:
            return False
        lowest = top.step == 0 and _number_of(view, self._lowest_envido) == NO_NUMBER
        return lowest or ahead.answer == NO_QUIERO

    def _card(self, answer: str) -> Action | None:
        """The card to lay. ``None``: a card would lose the flor, so the person is asked."""
        view = self._view
        cards = [
            offer.arg for offer in view.offered if isinstance(offer, Action) and offer.verb == PLAY
        ]
        if not cards or FLOR in self._said:
            return None
        heights = self._table.heights(view.turned)
        lowest = sorted(cards, key=lambda card: (heights[card], card))
        chosen = lowest[0]
        if answer == WINNING:
            best = self._to_beat(heights)
            chosen = next((card for card in lowest if heights[card] > best), chosen)
        return Action(view.seat, PLAY, chosen)

    def _to_beat(self, heights: tuple[int, ...]) -> int:
        """The height that a card must beat: that of the highest card of this trick. If only the own
        side has laid a card of that height, the greatest height of all, so no card beats it."""
        view, sides = self._view, self._table.sides
        laid = [
            (0 if play.card == UNKNOWN else heights[play.card], sides[play.seat])
            for play in view.plays
            if play.trick == self._position.trick
        ]
        best = max(height for height, _ in laid)
        winners = {side for height, side in laid if height == best}
        return max(heights) if winners == {sides[view.seat]} else best


def _number_of(view: SeatView, verb: str) -> int:
    """The number with which this word was said last."""
    return next((word.number for word in reversed(view.said) if word.verb == verb), NO_NUMBER)


def _moment(view: SeatView) -> _OwnMoment | None:
    """The seat's moment; ``None``: it plays no contest now."""
    position = view.position
    if position is None or position.phase != PLAYING or view.seat not in position.contest:
        return None
    if position.gone >> view.seat & 1:
        return None
    return _OwnMoment(view, position)
