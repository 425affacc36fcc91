"""Estimates the worth of a step by rollouts: the hidden cards are imagined, the step is taken, and
robots play the hand to its end.

All steps that are compared are played on in the same imagined deals with the same random numbers.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine import robots
from engine.actions import COVER, DESCARTA, STACK, Action, AnyAction, Close
from engine.apply import apply
from engine.cards import UNKNOWN
from engine.errors import EngineError
from engine.guard.legal import awaited, needs
from engine.numbers import NO_ACCOUNT, Seat, Side
from engine.robots.imagining.hidden_cards import Guess, guesses
from engine.robots.reading.situation import Situation
from engine.robots.reading.stakes import Stakes, match_share, pace_of
from engine.seen.view import view
from engine.state.state import State, other
from engine.teacher.moments import Moment

NORMAL: Final = 1.96
"""With very many deals, this many standard errors on each side are an interval of 95 %."""
DRAWN_FROM: Final = 16
"""The number of imagined deals for each deal that is played on. Deals that explain the play so far
better are taken more often."""
LONG: Final = 400
"""More steps than any hand has."""


GoesOn = Callable[[], bool]
"""A function that tells whether the result is still wanted. It is called before each deal that is
played on, and may wait a moment so that other threads get the processor."""


class Stopped(Exception):
    """Raised when nobody wants the result any more."""


def always() -> bool:
    """The function that always lets the work go on, without a pause."""
    return True


def ask(goes_on: GoesOn) -> None:
    """Raises ``Stopped`` if the result is not wanted any more."""
    if not goes_on():
        raise Stopped


class Measured(Struct, frozen=True):
    """A mean with the half width of its interval of 95 %."""

    mean: float
    margin: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.mean + self.margin


class Worth(Struct, frozen=True):
    """The result of one rollout for the seat's side."""

    points: float
    """The points that the side won in this hand, minus the points of the other side. Points beyond
    the target, or beyond the cap of a hand (DU-07), do not count."""
    chance: float
    """The chance of winning the match after this hand, from 0 to 1."""


class Counting:
    """Counts the points that a hand brings to one side."""

    def __init__(self, start: State, seat: Seat, dealer: Seat, duel: int) -> None:
        table = start.table.seated(dealer)
        self.side: Side = table.sides[seat]
        self.duel = duel
        self.seat = seat
        score, games = table.by_side(start.score), table.by_side(start.games)
        mine, theirs = self.side, other(self.side)
        rules = table.rules
        most = table.hand_cap or rules.match.target  # DU-07
        self._lacking = (
            min(rules.match.target - score[mine], most),
            min(rules.match.target - score[theirs], most),
        )
        self._match = match_share(rules.match.games_to_win, games[mine], games[theirs])
        self._stakes = Stakes(
            rules.match.target, score[mine], score[theirs], pace_of(table), self._match
        )

    @property
    def per_point(self) -> float:
        """The change in the chance of winning the match that one point makes at this score."""
        return self.of_match * self._stakes.unit

    @property
    def of_match(self) -> float:
        """By how much winning the game instead of losing it changes the chance of winning the
        match."""
        after, before = self._match
        return after - before

    def goes_on(self, state: State) -> bool:
        """Whether the contest that is counted can still bring points."""
        hand = state.hand
        assert hand is not None, "a hand was dealt"
        return needs(state) in ("seat", "close") and hand.duel == self.duel

    def worth(self, state: State) -> Worth:
        """The result of the hand so far."""
        hand = state.hand
        assert hand is not None, "a hand was dealt"
        won = [0, 0]
        for entry in (*hand.entries, *hand.waiting):
            won[entry.side] += entry.points * (entry.duel == self.duel)
        for held in hand.held:
            won[held.side] += held.points * (held.duel == self.duel)
        mine = min(won[self.side], self._lacking[0])
        theirs = min(won[other(self.side)], self._lacking[1])
        return Worth(mine - theirs, self._chance(state, mine, theirs))

    def _chance(self, state: State, mine: int, theirs: int) -> float:
        if state.winner != NO_ACCOUNT:
            return float(self.seat in state.table.holders[state.winner])
        after, before = self._match
        return before + (after - before) * self._stakes.after(mine, theirs)


def worlds(moment: Moment, rng: random.Random, count: int) -> list[State]:
    """At most ``count`` states that the seat cannot tell from the true one. In each the hidden
    cards are dealt anew; deals that explain well what happened come more often. There are fewer, or
    none, when the play so far fits too few of the imagined deals."""
    situation = Situation(moment.seen)
    imagined = guesses(situation, rng, count * DRAWN_FROM)
    found: dict[int, State | None] = {}
    chosen = _drawn([guess.weight for guess in imagined], count, rng)
    for index in chosen:
        if index not in found:
            found[index] = _replayed(moment, imagined[index])
    return [state for index in chosen if (state := found[index]) is not None]


def _drawn(weights: Sequence[float], count: int, rng: random.Random) -> list[int]:
    """The indexes that are taken: each as often as its weight says, evenly spread."""
    total = sum(weights)
    if not total:
        return []
    step, start = total / count, rng.random() * total / count
    found: list[int] = []
    reached = 0.0
    for index, weight in enumerate(weights):
        reached += weight
        while len(found) < count and start + step * len(found) < reached:
            found.append(index)
    return found


def _replayed(moment: Moment, guess: Guess) -> State | None:
    """The state at this moment with the imagined cards; ``None``: the play so far is not possible
    with these cards."""
    hidden = _face_down(moment, guess)
    state = moment.start
    try:
        state = apply(state, replace(moment.deal, hands=guess.dealt)).state
        for step in moment.steps:
            state = apply(state, _with_card(step, hidden)).state
    except EngineError:
        return None
    hand = state.hand
    same = hand is not None and hand.position == moment.seen.position
    return state if same and view(state, moment.seen.seat).cards == moment.seen.cards else None


def _face_down(moment: Moment, guess: Guess) -> dict[int, list[int]]:
    """By seat, the cards that it has laid face down in this imagined deal."""
    open_cards = {play.card for play in moment.seen.plays}
    return {
        seat: [card for card in dealt if card not in guess.cards[seat] and card not in open_cards]
        for seat, dealt in enumerate(guess.dealt)
    }


def _with_card(step: AnyAction, hidden: dict[int, list[int]]) -> AnyAction:
    if isinstance(step, Action) and step.verb in (COVER, DESCARTA, STACK) and step.arg == UNKNOWN:
        cards = hidden[step.seat]
        return replace(step, arg=cards.pop(0) if cards else UNKNOWN)
    return step


def played_on(state: State, dice: int, budget: float, counting: Counting) -> Worth:
    """The result of the hand when robots play it to its end. ``dice``: the seed of their choices.
    ``budget``: as for :func:`engine.robots.choose`."""
    rng = random.Random(dice)
    for _ in range(LONG):
        if not counting.goes_on(state):
            break
        state = apply(state, _next(state, rng, budget)).state
    return counting.worth(state)


class Compared(Struct, frozen=True):
    """Several steps of one seat, played on in the same imagined deals."""

    worths: tuple[tuple[Worth, ...], ...]
    """For each imagined deal the result of each step, in the order of the given steps."""
    size: float
    """The effective size of the deals."""


def compared(
    moment: Moment,
    steps: Sequence[Action],
    rng: random.Random,
    count: int,
    budget: float,
    goes_on: GoesOn = always,
) -> Compared:
    """The results of these steps in at most ``count`` imagined deals. ``budget``: as for
    :func:`engine.robots.choose`. Raises ``Stopped`` if ``goes_on`` returns false."""
    counting = counting_of(moment)
    found = []
    drawn = worlds(moment, rng, count)
    for state in drawn:
        ask(goes_on)
        dice = rng.getrandbits(64)
        found.append(
            tuple(played_on(apply(state, step).state, dice, budget, counting) for step in steps)
        )
    return Compared(tuple(found), effective_size(drawn))


def together(parts: Sequence[Compared]) -> Compared:
    """The same steps of one seat, compared in several lots of imagined deals."""
    filled = [part for part in parts if part.worths]
    count = sum(len(part.worths) for part in filled)
    again = sum(len(part.worths) ** 2 / part.size for part in filled)
    worths = tuple(worth for part in filled for worth in part.worths)
    return Compared(worths, count**2 / again if again else 0.0)


def counting_of(moment: Moment) -> Counting:
    """The counting of this moment's hand for the seat's side."""
    seen = moment.seen
    return Counting(moment.start, seen.seat, seen.dealer, seen.duel)


def _next(state: State, rng: random.Random, budget: float) -> AnyAction:
    table = state.table
    if needs(state) == "close":
        claims = (robots.claim(view(state, seat), rng) for seat in table.seats)
        return next((claim for claim in claims if claim is not None), Close())
    views = [view(state, seat) for seat in awaited(state)]
    return robots.choose(robots.speaker(views), rng, budget)


def effective_size(drawn: Sequence[State]) -> float:
    """The number of different deals that would tell as much. A deal that was drawn again is played
    on with other random numbers, but it tells nothing new about the hidden cards."""
    times = Counter(map(id, drawn)).values()
    return len(drawn) ** 2 / sum(count**2 for count in times) if drawn else 0.0


def measured(values: Sequence[float], doubt: float = 0.0, size: float | None = None) -> Measured:
    """The mean of at least two values. ``doubt``: the part that is added to the half width of the
    interval. ``size``: the effective number of values if some of them depend on one another;
    without it all values count."""
    count = len(values)
    size = count if size is None else size
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Measured(mean, student(size - 1) * sqrt(variance / size) + doubt)


def student(freedom: float) -> float:
    """The number of standard errors on each side of an interval of 95 %, by Student's t with this
    many degrees of freedom. The number is exact to 0.002 from 7 degrees of freedom on (the
    expansion of Cornish and Fisher)."""
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
