"""Generators: tables with any options, and matches played at random.

Hypothesis draws the table, the score and a seed; the match itself is a :class:`Playout` driven by
that seed alone, so a failing example is a table and a number, and its record (printed with it) is a
fixture that anybody can replay.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from engine.actions import (
    ACHICO,
    BUENAS,
    COVER,
    MAZO,
    NO_ARGUMENT,
    NO_QUIERO,
    PIDO_FLOR,
    PLAY,
    TENGO,
    Action,
    AnyAction,
    Close,
    Deal,
    Legal,
    Range,
)
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import UNKNOWN
from engine.events import AnyEvent
from engine.legal import awaited, legal_actions, needs
from engine.notation import header_of, write_header, write_step
from engine.state import State
from engine.table import Table, table_for
from engine.variants import VARIANTS

OPTIONS: Mapping[str, tuple[str, ...]] = {
    spec.name: spec.values for spec in VARIANTS["argentino"].options
}

_VERBS = """play cover truco retruco vale4 envido realenvido faltaenvido quiero noquiero flor
contraflor resto florquiero achico mazo tengo buenas pidoflor mostrar"""
VERBS = tuple(_VERBS.split())


def options(**fixed: str) -> st.SearchStrategy[dict[str, str]]:
    """Every option of section C, each drawn from its values (or fixed)."""
    return st.fixed_dictionaries(
        {
            name: st.just(fixed[name]) if name in fixed else st.sampled_from(values)
            for name, values in OPTIONS.items()
        }
    )


@st.composite
def tables(draw: st.DrawFn, /, players: tuple[int, ...] = (2, 4, 6), **fixed: str) -> Table:
    """A table of Truco argentino with options drawn at random."""
    return table_for("argentino", draw(st.sampled_from(players)), draw(options(**fixed)))


seeds = st.integers(0, 2**32 - 1)


@st.composite
def starts(draw: st.DrawFn, /, players: tuple[int, ...] = (2, 4, 6), **fixed: str) -> State:
    """A match before its first hand; half of them close to the end."""
    table = draw(tables(players, **fixed))
    target = table.rules.match.target
    games = table.rules.match.games_to_win
    close = draw(st.booleans())
    points = st.integers(max(0, target - 5), target - 1) if close else st.integers(0, target - 1)
    won = st.integers(0, games - 1)
    return new_match(table, (draw(points), draw(points)), (draw(won), draw(won)))


@dataclass(frozen=True)
class Taken:
    """One step of a playout: what was done, and the state before and after."""

    before: State
    action: AnyAction
    after: State
    events: tuple[AnyEvent, ...]


@dataclass
class Playout:
    """A match played at random from a seed, legal steps only, traps among them."""

    state: State
    seed: int
    taken: list[Taken] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.state
        self.rng = Random(self.seed)
        rng = self.rng
        # Matches have tempers: how often somebody speaks out of turn, leaves, refuses, lies.
        self.interrupts = rng.choice((0.05, 0.3, 0.6))
        self.weights = {
            MAZO: rng.choice((0.02, 0.1, 0.5)),
            NO_QUIERO: rng.choice((0.2, 1.0)),
            ACHICO: rng.choice((0.2, 1.0)),
            PLAY: rng.choice((0.5, 2.0)),
            COVER: rng.choice((0.05, 0.5)),
        }
        self.honest = rng.choice((0.0, 0.7, 1.0))
        self.flores = rng.choice((0.0, 0.3, 0.7))

    # --- choosing --------------------------------------------------------------------------

    def deal(self) -> Deal:
        """A random deal; with ``flores`` many seats get three cards of one suit."""
        state, rng = self.state, self.rng
        n = state.table.players
        dealer = rng.randrange(n) if state.hand is None else next_dealer(state)
        deck = list(state.table.deck)
        rng.shuffle(deck)
        modes = state.table.modes
        mode = rng.choice(modes) if state.hand is None and modes else ""
        if rng.random() >= self.flores:
            return deal_from(state.table, dealer, tuple(deck), mode)
        hands = []
        for _ in range(n):
            suit = rng.randrange(4)
            flush = [card for card in deck if card // 10 == suit]
            hand = flush[:3] if len(flush) >= 3 and rng.random() < 0.6 else deck[:3]
            deck = [card for card in deck if card not in hand]
            hands.append(tuple(hand))
        rng.shuffle(hands)
        return Deal(dealer, tuple(hands), mode=mode)

    def choose(self) -> AnyAction:
        """The next step: mostly of an awaited seat, at times of another that may act."""
        state, rng = self.state, self.rng
        must = needs(state)
        if must == "deal":
            return self.deal()
        if must == "close" and rng.random() < 0.5:
            return Close()
        seats = [s for s in range(state.table.players) if legal_actions(state, s)]
        waited = [s for s in awaited(state) if s in seats]
        if must == "close" and not seats:
            return Close()
        if waited and rng.random() >= self.interrupts:
            seats = waited
        seat = rng.choice(seats)
        legal = legal_actions(state, seat)
        weights = [self.weights.get(action.verb, 1.0) for action in legal]
        return self.definite(rng.choices(legal, weights)[0])

    def definite(self, action: Legal) -> Action:
        """An action; of a range one number, often the true one."""
        if not isinstance(action, Range):
            return action
        hand = self.state.hand
        assert hand is not None
        true = self.state.table.envido(hand.dealt[action.seat])
        if action.low <= true <= action.high and self.rng.random() < self.honest:
            return Action(action.seat, action.verb, true)
        return Action(action.seat, action.verb, self.rng.randint(action.low, action.high))

    # --- playing ---------------------------------------------------------------------------

    def take(self, action: AnyAction) -> Taken:
        before = self.state
        step = apply(before, action)
        self.state = step.state
        taken = Taken(before, action, step.state, step.events)
        self.taken.append(taken)
        return taken

    def steps(self, limit: int = 1_000_000) -> Iterator[Taken]:
        """Play until the match is over, or for so many steps."""
        for _ in range(limit):
            if needs(self.state) == "over":
                return
            yield self.take(self.choose())

    def play(self, limit: int = 1_000_000) -> "Playout":
        for _ in self.steps(limit):
            pass
        return self

    def record(self) -> str:
        """The match so far as a record."""
        table = self.start.table
        lines = [*write_header(header_of(table, (), self.start.score, self.start.games))]
        for taken in self.taken:
            lines += write_step(table, taken.action)
        return "\n".join(lines) + "\n"


def universe(table: Table) -> Iterator[Action]:
    """Every step that words could say at this table, and some that they could not."""
    for seat in range(-1, table.players + 1):
        yield from universe_of(table, seat)


def universe_of(table: Table, seat: int) -> Iterator[Action]:
    arguments: dict[str, Callable[[], range]] = {
        PLAY: lambda: range(UNKNOWN, 40),
        COVER: lambda: range(UNKNOWN, 40),
        TENGO: lambda: range(-1, 41),
        PIDO_FLOR: lambda: range(-1, table.players + 1),
    }
    for verb in VERBS:
        yield Action(seat, verb, NO_ARGUMENT)
        if verb in arguments:
            for value in arguments[verb]():
                yield Action(seat, verb, value)
        else:
            yield Action(seat, verb, 0)
    yield Action(seat, "", NO_ARGUMENT)
    yield Action(seat, "descarta", 3)


def concrete(legal: tuple[Legal, ...]) -> set[Action]:
    """Legal actions with every number of a range written out."""
    found: set[Action] = set()
    for action in legal:
        if isinstance(action, Range):
            found |= {
                Action(action.seat, action.verb, n) for n in range(action.low, action.high + 1)
            }
        else:
            found.add(action)
    return found


__all__ = [
    "BUENAS",
    "OPTIONS",
    "VERBS",
    "Playout",
    "Taken",
    "concrete",
    "options",
    "seeds",
    "starts",
    "tables",
    "universe",
]
