"""The points that every call and sequence of calls pays at a table, wanted and refused.

Nothing is written down twice: each sequence is played on made-up deals, by the steps that a match
takes, and what the sides receive is read from the events. At these tables the program states and
shows the points, which changes nothing in what they pay.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import (
    ACHICO,
    CONTRAFLOR,
    ENVIDO,
    FLOR,
    FLOR_ENVIDO,
    FLOR_QUIERO,
    NO_ARGUMENT,
    NO_QUIERO,
    PASSO,
    PIEDRAS,
    PLAY,
    PLAY_NTH,
    QUIERO,
    REAL_ENVIDO,
    RESTO,
    STACK,
    Action,
    AnyAction,
    Close,
    Deal,
    Legal,
    Range,
)
from engine.apply import apply, new_match
from engine.cards import RANKS, UNKNOWN, Card, suit_of
from engine.events import AnyEvent, Checked, Scored
from engine.guard.legal import awaited, legal_actions, needs
from engine.state.state import (
    ENVIDO_POINTS_KIND,
    FLOR_POINTS_KIND,
    KIND_NAMES,
    TRUCO_POINTS_KIND,
    State,
)
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

FLOR_KIND: Final = KIND_NAMES[FLOR_POINTS_KIND]
ENVIDO_KIND: Final = KIND_NAMES[ENVIDO_POINTS_KIND]
TRUCO_KIND: Final = KIND_NAMES[TRUCO_POINTS_KIND]
EXAMPLES: Final = {PIEDRAS: 5, ENVIDO: 4, REAL_ENVIDO: 2}
"""The numbers with which calls that take one are shown."""
_BY_THE_PROGRAM: Final = {
    "declare": "auto",
    "show": "auto",
    "flor_call": None,
    "flor_faults": "refused",
    "blind_calls": "off",
    "end": "hand",
    "truco_when": "any_time",
}
"""Options of the tables on which sequences are played; ``None``: the game's usual value."""
_FLOR_CALLS: Final = (FLOR, FLOR_ENVIDO, CONTRAFLOR, RESTO)
_ANSWERS: Final = ((QUIERO, FLOR_QUIERO), (NO_QUIERO, ACHICO))
_TWICE: Final = 2
"""The number of times that a call without a limit is said in an example."""
_SEATS: Final = (0, 1)
Hand = tuple[Card, ...]
Paid = tuple[int, int]
"""The points if the first seat wins, and if the other one wins."""


class Payment(Struct, frozen=True):
    """The points that a sequence of calls pays."""

    kind: str
    """``flor``, ``envido`` or ``truco``."""
    calls: tuple[tuple[str, int], ...]
    """The calls in their order, each with its number or ``NO_ARGUMENT``. Empty: a hand in which
    nobody has called anything."""
    wanted: Paid | None
    """``None``: it cannot be accepted."""
    refused: int | None
    """The points of the side that called last; ``None``: it cannot be refused."""
    by_score: bool = False
    """The points of an accepted sequence depend on the score."""


@lru_cache(64)
def payments(table: Table, score: tuple[int, ...] = (0, 0)) -> tuple[Payment, ...]:
    """The sequences of this table's game: truco, envido, flor. ``score``: the score of the sides,
    for calls whose points depend on it."""
    rounds = _PlayedCalls(_played_at(table), score)
    usual = _deals(rounds.table, (False, False))
    return (*_truco(rounds, usual), *_envido(rounds, usual), *_flor(rounds))


def _played_at(table: Table) -> Table:
    """A table of two with the same rules, at which the program states and shows the points."""
    chosen = dict(table.rules.options)
    for spec in VARIANTS[table.rules.variant].options:
        wanted = _BY_THE_PROGRAM.get(spec.name, chosen.get(spec.name))
        chosen[spec.name] = spec.values[0] if wanted not in spec.values else str(wanted)
    return table_for(table.rules.variant, 2, chosen)


# --- deals ---------------------------------------------------------------------------------------


def _deals(table: Table, flores: tuple[bool, bool]) -> tuple[Deal, Deal]:
    """Two deals in which these seats hold a flor: one in which the first seat has the better cards
    for everything, and one in which the other seat has them."""
    turned, dealer = _turned(table), table.seats[1]
    first, second = flores
    strong, weak = _apart(table, turned, first, second)
    low, high = reversed(_apart(table, turned, second, first))
    return Deal(dealer, (strong, weak), turned), Deal(dealer, (low, high), turned)


def _apart(table: Table, turned: Card, strong: bool, weak: bool) -> tuple[Hand, Hand]:
    """Two hands of which the first is better in every way. ``strong``, ``weak``: they are a
    flor."""
    heights = table.heights(turned)
    cards = sorted((card for card in table.deck if card != turned), key=lambda card: heights[card])
    for better in _hands(table, cards[::-1], turned, flor=strong):
        for other in _hands(table, cards, turned, flor=weak):
            if _beats(table, better, other, turned):
                return better, other
    raise AssertionError(table.rules.variant)


def _hands(table: Table, cards: list[Card], turned: Card, *, flor: bool) -> Iterator[Hand]:
    """Hands of these cards, those of the first ones first, that are a flor or are none. A reservada
    need not be announced, so it is none of them (VE-FLO-08)."""
    suits = [[card for card in cards if suit_of(card) == suit] for suit in range(4)]
    found = chain(*(combinations(suit, 3) for suit in suits)) if flor else combinations(cards, 3)
    for hand in found:
        if table.has_flor(hand, turned) == flor and not table.reservada(hand, turned):
            yield hand


def _turned(table: Table) -> Card:
    """A turned card that is none of the pieces, if one is turned."""
    if not table.turns:
        return UNKNOWN
    pieces = {piece.rank for piece in table.rules.cards.pieces}
    return next(card for card in table.deck if card % RANKS not in pieces)


def _beats(table: Table, one: Hand, other: Hand, turned: Card) -> bool:
    """Whether a hand wins every trick, the envido and the flor."""
    heights = table.heights(turned)
    if min(heights[card] for card in one) <= max(heights[card] for card in other):
        return False
    if not table.rules.envido.calls:
        return True
    both = table.has_flor(one, turned) and table.has_flor(other, turned)
    worth = table.flor_points if both else table.envido_points
    return worth(one, turned) > worth(other, turned)


# --- sequences -----------------------------------------------------------------------------------

Call = tuple[str, int]
"""A call and its number, or ``NO_ARGUMENT``."""


class _PlayedHand:
    """A hand that is played by these rules: it tells which words a seat may say, and which points
    the sides have received."""

    def __init__(self, table: Table, deal: Deal, score: tuple[int, ...]) -> None:
        self.state: State = apply(new_match(table, score), deal).state
        self._events: list[AnyEvent] = []

    def says(self, verb: str, number: int = NO_ARGUMENT) -> bool:
        """Says this word for a seat if the seat may say it; returns whether it may."""
        for seat in _SEATS:
            for legal in legal_actions(self.state, seat):
                if legal.verb == verb and _covers(legal, number):
                    self._take(Action(seat, verb, number))
                    return True
        return False

    def received(self, kind: str) -> Paid:
        """The points of each side for one kind, when the hand has been played to its end without
        another word."""
        while needs(self.state) in ("seat", "close"):
            if needs(self.state) == "close":
                self._take(Close())
            else:
                self._take(self._quiet())
        won = [event for event in self._events if isinstance(event, Scored | Checked)]
        of_kind = [event for event in won if event.kind == kind]
        checked = any(isinstance(event, Checked) for event in of_kind)
        points = [0, 0]
        for event in of_kind:
            # Points that were held count by what became of them, or at the end if nothing did.
            if isinstance(event, Checked) or not (event.held and checked):
                points[event.side] += event.points
        return points[0], points[1]

    def _quiet(self) -> Action:
        """A step without a call: a card, or a refusal."""
        legal = legal_actions(self.state, awaited(self.state)[0])
        steps = [step for step in legal if isinstance(step, Action)]
        quiet = (step for verb in _QUIET for step in steps if step.verb == verb)
        return next(quiet, steps[0])

    def _take(self, action: AnyAction) -> None:
        self.state, happened = apply(self.state, action)
        self._events += happened


_QUIET: Final = (PLAY, PLAY_NTH, STACK, *_ANSWERS[1], PASSO)


def _covers(legal: Legal, number: int) -> bool:
    if isinstance(legal, Range):
        return legal.low <= number <= legal.high
    return legal.arg == number


class _PlayedCalls:
    """Plays sequences of calls at one table, from one score."""

    def __init__(self, table: Table, score: tuple[int, ...]) -> None:
        self.table = table
        self._score = score

    def hand(self, deal: Deal, calls: Sequence[Call]) -> _PlayedHand | None:
        """The hand after these calls; ``None``: one of them may not be said."""
        hand = _PlayedHand(self.table, deal, self._score)
        return hand if all(hand.says(*call) for call in calls) else None

    def payment(
        self, kind: str, deals: Sequence[Deal], calls: tuple[Call, ...], *, by_score: bool = False
    ) -> Payment:
        """The points that a sequence pays. ``deals``: the deal that the first side wins, and the
        deal that the other side wins."""
        yes = self._answer(deals[0], calls, _ANSWERS[0])
        no = self._answer(deals[0], calls, _ANSWERS[1])
        wanted = None
        if yes or not no:
            ends = (self._after(deal, calls, yes).received(kind) for deal in deals)
            one, other = (points[side] for side, points in enumerate(ends))
            wanted = (one, other)
        refused = sum(self._after(deals[0], calls, no).received(kind)) if no else None
        return Payment(kind, calls, wanted, refused, by_score and wanted is not None)

    def _answer(self, deal: Deal, calls: Sequence[Call], words: Sequence[str]) -> str:
        """Which of these words answers the last of the calls; empty: none."""
        found = (word for word in words if calls and self._after(deal, calls, "").says(word))
        return next(found, "")

    def _after(self, deal: Deal, calls: Sequence[Call], answer: str) -> _PlayedHand:
        hand = self.hand(deal, calls)
        assert hand is not None, calls
        assert not answer or hand.says(answer), (calls, answer)
        return hand


def _truco(rounds: _PlayedCalls, deals: Sequence[Deal]) -> Iterator[Payment]:
    steps, calls = rounds.table.rules.truco.steps, tuple[Call, ...]()
    yield rounds.payment(TRUCO_KIND, deals, calls)
    for step in steps:
        calls = (*calls, (step.verb, NO_ARGUMENT))
        yield rounds.payment(TRUCO_KIND, deals, calls, by_score=bool(step.formula))


def _envido(rounds: _PlayedCalls, deals: Sequence[Deal]) -> Iterator[Payment]:
    formulas = {call.verb for call in rounds.table.rules.envido.calls if call.formula}
    for calls in sorted(_envido_calls(rounds, deals[0], ()), key=len):
        by_score = calls[-1][0] in formulas
        yield rounds.payment(ENVIDO_KIND, deals, calls, by_score=by_score)


def _envido_calls(
    rounds: _PlayedCalls, deal: Deal, before: tuple[Call, ...]
) -> Iterator[tuple[Call, ...]]:
    """The sequences that begin with these calls, no call below the one before it. A call that may
    be said without end is said twice at most, and one with a number is an example."""
    calls = [call for call in rounds.table.rules.envido.calls if not call.ley]
    verbs = [call.verb for call in calls]
    for call in calls[verbs.index(before[-1][0]) if before else 0 :]:
        said = [verb for verb, _ in before].count(call.verb)
        alone = (call.verb, NO_ARGUMENT)
        if call.bare and said < min(call.times, _TWICE) and rounds.hand(deal, (*before, alone)):
            yield (*before, alone)
            yield from _envido_calls(rounds, deal, (*before, alone))
        numbered = (call.verb, EXAMPLES.get(call.verb, 0))
        is_example = call.high and not (said or (call.bare and before))
        if is_example and rounds.hand(deal, (*before, numbered)):
            yield (*before, numbered)


def _flor(rounds: _PlayedCalls) -> Iterator[Payment]:
    table, flor = rounds.table, rounds.table.rules.flor
    if flor is None:
        return
    # The seat with the flor is the mano, so that it may say the flor at once at every table.
    other = replace(_deals(table, (False, True))[1], dealer=table.seats[0])
    alone = (_deals(table, (True, False))[0], other)
    yield rounds.payment(FLOR_KIND, alone, ((FLOR, NO_ARGUMENT),))
    both = _deals(table, (True, True))
    formulas = {call.verb for call in flor.calls if call.wanted.formula}
    for calls in _flor_calls(rounds, both[0], ()):
        paid = rounds.payment(FLOR_KIND, both, calls, by_score=calls[-1][0] in formulas)
        if len(calls) > 1 or paid.refused is not None:
            yield paid


def _flor_calls(
    rounds: _PlayedCalls, deal: Deal, before: tuple[Call, ...]
) -> Iterator[tuple[Call, ...]]:
    for verb in _FLOR_CALLS:
        calls = (*before, (verb, NO_ARGUMENT))
        if rounds.hand(deal, calls):
            yield calls
            yield from _flor_calls(rounds, deal, calls)
