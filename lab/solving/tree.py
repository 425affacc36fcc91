"""The public tree of tricks 2 and 3: the decisions, the possible cards and words, and the payoffs.

Words are said by the seat that is awaited: calls out of turn are left out, and so are cards laid
face down. Leaving (*mazo*) is left out too: laying a card and refusing every later call loses no
more.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, PLAY, QUIERO
from engine.numbers import Seat
from engine.robots.solving import playout
from lab.solving.position import EITHER, MANO, PIE, TIED, Position

Step = tuple[str, int]
"""A step: a verb, and the strength of the card that is laid, or else 0."""
LAST: Final[Step] = (PLAY, 0)
"""The step of laying the only card that is left."""
Held = tuple[tuple[int, ...], tuple[int, ...]]
"""By seat, the pairs that it may hold at a node, as indexes of its range."""


class End(NamedTuple):
    """A terminal node: the hand is over, or only the last card is left to lay."""

    held: Held
    seat: Seat
    """The seat whose pairs have the payoffs in ``pays``."""
    pays: tuple[float, ...]
    """The gain of the mano, in points, for each pair that ``seat`` may hold."""


class Decision(NamedTuple):
    """A node at which a seat is awaited. Each pair that the seat may hold is an information set."""

    held: Held
    seat: Seat
    done: tuple[tuple[Seat, Step], ...]
    """All cards and words since trick 2 began."""
    steps: tuple[Step, ...]
    after: "tuple[Node, ...]"
    """The node that follows each step."""
    places: tuple[tuple[int, ...], ...]
    """By step, the indexes in ``held[seat]`` of the pairs with which the step may be taken."""


Node = Decision | End


class _State(NamedTuple):
    """The public state of the hand."""

    results: tuple[int, ...]
    turn: Seat
    """The seat that lays the next card."""
    facing: int
    """The strength of the card that lies in the trick; 0: no card."""
    laid: tuple[int, int]
    """The strength of the card that each seat laid in trick 2; 0: no card."""
    level: int
    word: int
    done: tuple[tuple[Seat, Step], ...]


def tree_of(position: Position, sensible: bool = False) -> Node:
    """The tree from the start of trick 2 on. ``sensible``: nobody lays a card that loses the hand
    at once if another card does not; such a card is never better."""
    return _Builder(position, sensible).root()


def decisions(node: Node) -> Iterator[Decision]:
    """All decisions of a tree, earlier decisions before later ones."""
    if isinstance(node, Decision):
        yield node
        for after in node.after:
            yield from decisions(after)


class _Builder:
    def __init__(self, position: Position, sensible: bool) -> None:
        self._sensible = sensible
        self._position = position
        self._pairs = position.ranges.pairs
        self._setting = position.setting
        self._words = position.setting.words

    def root(self) -> Node:
        start = self._position
        lead = self._setting.leads_after(start.result, PIE)
        held = tuple(tuple(range(len(pairs))) for pairs in self._pairs)
        state = _State((start.result,), lead, 0, (0, 0), start.level, start.word, ())
        return self._turn(state, (held[0], held[1]))

    def _ends(self, held: Held, winner: int, level: int) -> End:
        """A terminal node whose payoff does not depend on the cards."""
        pays = self._setting.pays(winner, level)
        return End(held, MANO, (pays,) * len(held[MANO]))

    def _turn(self, state: _State, held: Held) -> Node:
        """The seat on turn lays a card, or says the next step of the ladder."""
        seat = state.turn
        everybody = tuple(range(len(held[seat])))
        places: dict[Step, tuple[int, ...]] = {}
        after: list[Node] = []
        if len(state.results) == 2 and state.facing:
            after.append(self._last(state, held))
            if not self._may_call(state, seat):
                return after[0]
            places[LAST] = everybody
        else:
            places = self._by_card(state, held)
            after += [self._laid(state, held, step, mine) for step, mine in places.items()]
        if self._may_call(state, seat):
            call = (self._words[state.level], 0)
            after.append(self._asked(self._did(state, seat, call), held, seat, state.level + 1))
            places[call] = everybody
        return Decision(held, seat, state.done, tuple(places), tuple(after), tuple(places.values()))

    def _by_card(self, state: _State, held: Held) -> dict[Step, tuple[int, ...]]:
        """For each card that the seat on turn may lay, lowest first, the pairs that hold it."""
        found: dict[Step, list[int]] = {}
        for place, kind in enumerate(held[state.turn]):
            cards = self._cards(state, state.turn, kind)
            if self._sensible and state.facing:
                cards = tuple(card for card in cards if not self._loses(state, card)) or cards
            for card in cards:
                found.setdefault((PLAY, card), []).append(place)
        return {step: tuple(found[step]) for step in sorted(found)}

    def _loses(self, state: _State, card: int) -> bool:
        """Whether the seat on turn loses the hand by answering with this card."""
        results = (*state.results, _result(state.turn, card, state.facing))
        return self._winner(results) == 1 - state.turn

    def _asked(self, state: _State, held: Held, caller: Seat, step: int) -> Decision:
        """The other seat answers the call of this step."""
        seat = PIE if caller == MANO else MANO
        accepts, refuses = (QUIERO, 0), (NO_QUIERO, 0)
        accepted = self._did(state, seat, accepts)._replace(level=step, word=seat)
        steps = [refuses, accepts]
        after = [self._ends(held, caller, step - 1), self._turn(accepted, held)]
        if step < len(self._words):
            raises = (self._words[step], 0)
            steps.append(raises)
            after.append(self._asked(self._did(state, seat, raises), held, seat, step + 1))
        everybody = tuple(range(len(held[seat])))
        return Decision(
            held, seat, state.done, tuple(steps), tuple(after), (everybody,) * len(steps)
        )

    def _laid(self, state: _State, held: Held, step: Step, places: tuple[int, ...]) -> Node:
        """A card is laid, and not the last one of the hand."""
        seat, card = state.turn, step[1]
        other = PIE if seat == MANO else MANO
        mine = tuple([held[seat][place] for place in places])
        held = (mine, held[PIE]) if seat == MANO else (held[MANO], mine)
        state = self._did(state, seat, step)
        if len(state.results) == 1:
            laid = (card, state.laid[1]) if seat == MANO else (state.laid[0], card)
            state = state._replace(laid=laid)
        if not state.facing:
            return self._turn(state._replace(turn=other, facing=card), held)
        result = _result(seat, card, state.facing)
        results = (*state.results, result)
        winner = self._winner(results)
        if winner != playout.NONE:
            return self._ends(held, winner, state.level)
        lead = self._setting.leads_after(result, seat)
        return self._turn(state._replace(results=results, turn=lead, facing=0), held)

    def _winner(self, results: tuple[int, ...]) -> int:
        return playout.hand_winner(results, self._setting.ties.all_tied)

    def _last(self, state: _State, held: Held) -> End:
        """Only the last card of the seat on turn is left."""
        seat = state.turn
        pays = []
        for kind in held[seat]:
            (card,) = self._cards(state, seat, kind)
            results = (*state.results, _result(seat, card, state.facing))
            pays.append(self._setting.pays(self._winner(results), state.level))
        return End(held, seat, tuple(pays))

    def _cards(self, state: _State, seat: Seat, kind: int) -> tuple[int, ...]:
        """The strengths that a seat with this pair still holds."""
        low, high = self._pairs[seat][kind]
        gone = state.laid[seat]
        if not gone:
            return (low,) if low == high else (low, high)
        return (high,) if gone == low else (low,)

    def _may_call(self, state: _State, seat: Seat) -> bool:
        return state.level < len(self._words) and state.word in (EITHER, seat)

    @staticmethod
    def _did(state: _State, seat: Seat, step: Step) -> _State:
        return state._replace(done=(*state.done, (seat, step)))


def _result(seat: Seat, card: int, facing: int) -> int:
    """The winner of the trick, when a card answers another card."""
    if card == facing:
        return TIED
    other = PIE if seat == MANO else MANO
    return seat if card > facing else other
