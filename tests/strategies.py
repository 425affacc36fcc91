"""Generators: tables of any game with any options, and matches played at random.

Hypothesis draws a seed; table, score and match follow from that number alone, so a failing example
is a number, and its record (printed with it) is a fixture that anybody can replay.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from engine.actions import (
    ACHICO,
    CARD_VERBS,
    CORRE,
    COVER,
    MAZO,
    MOSTRAR,
    NO_ARGUMENT,
    NO_QUIERO,
    PIDO_FLOR,
    PLAY,
    PLAY_NTH,
    STACK,
    Action,
    AnyAction,
    Close,
    Deal,
    Legal,
    Range,
    pile,
)
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import RANKS, SUITS, UNKNOWN
from engine.errors import BadRules
from engine.events import AnyEvent
from engine.guard.legal import awaited, is_trap, legal_actions, needs
from engine.record.notation import header_of, write_header, write_step
from engine.record.notation.words import ARGUMENTS, CARD, NUMBER, PERHAPS, SEAT
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

GAMES = tuple(VARIANTS)
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    name: {spec.name: spec.values for spec in variant.options} for name, variant in VARIANTS.items()
}

ENDLESS = 6000
"""Steps after which a match of random players is taken to be endless (they need a few hundred)."""

SHORT = {"target": ("12", "15", "18", "20"), "games_to_win": ("1", "1", "2")}
"""Values that keep a match short, where the game has them: drawn more often than the others."""

seeds = st.integers(0, 2**32 - 1)


def random_table(
    rng: Random,
    game: str,
    players: tuple[int, ...] = (),
    fixed: Mapping[str, str] | None = None,
    *,
    remember: bool = True,
) -> Table:
    """Any seats, any options but those that are given (as far as the game has them)."""
    values = OPTIONS[game]
    known = {name: value for name, value in (fixed or {}).items() if name in values}
    while True:
        options = {name: rng.choice(some) for name, some in values.items()}
        for name, short in SHORT.items():
            fitting = [value for value in short if value in values.get(name, ())]
            if fitting and rng.random() < 0.7:
                options[name] = rng.choice(fitting)
        try:
            seats = rng.choice(players or VARIANTS[game].players)
            return table_for(game, seats, options | known, remember=remember)
        except BadRules:  # eight seats with a clean deck and a vira: 25 cards of 24
            continue


def start_from(
    seed: int,
    game: str = "",
    players: tuple[int, ...] = (),
    fixed: Mapping[str, str] | None = None,
    *,
    remember: bool | None = None,
) -> State:
    """A match before its first hand, from a number; most of them close to the end of a game.

    Every other number is of a table that remembers nothing (:mod:`engine.memo`), unless told.
    """
    rng = Random(seed)
    remember = seed % 2 == 0 if remember is None else remember
    table = random_table(rng, game or rng.choice(GAMES), players, fixed, remember=remember)
    target = table.rules.match.target
    near = min(target, rng.choice((2, 2, 4, 6, target)))
    accounts = len(new_match(table).score)
    score = tuple(rng.randrange(target - near, target) for _ in range(accounts))
    to_win = table.rules.match.games_to_win
    return new_match(table, score, tuple(rng.randrange(to_win) for _ in range(accounts)))


def starts(game: str = "", players: tuple[int, ...] = (), **fixed: str) -> st.SearchStrategy[State]:
    """Starts of :func:`start_from`."""
    return seeds.map(lambda seed: start_from(seed, game, players, fixed))


@dataclass(frozen=True)
class Taken:
    """One step of a playout: what was done, and the state before and after."""

    before: State
    action: AnyAction
    after: State
    events: tuple[AnyEvent, ...]


@dataclass
class Playout:
    """A match played at random from a seed, legal steps only, faults among them now and then."""

    state: State
    seed: int
    taken: list[Taken] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.state
        rng = self.rng = Random(self.seed)
        # Matches have tempers: how often somebody speaks out of turn, calls, refuses, errs, lies.
        self.interrupts = rng.choice((0.05, 0.3, 0.6))
        self.calls = rng.choice((0.1, 0.4, 1.0))
        self.faults = rng.choice((0.0, 0.05, 0.3))
        self.weights = {
            MAZO: rng.choice((0.02, 0.1, 0.5)),
            NO_QUIERO: rng.choice((0.1, 0.5, 1.0)),
            ACHICO: rng.choice((0.2, 1.0)),
            CORRE: rng.choice((0.2, 1.0)),
            PLAY: rng.choice((0.5, 2.0)),
            PLAY_NTH: 1.0,
            COVER: rng.choice((0.05, 0.5)),
            MOSTRAR: rng.choice((0.1, 3.0)),
        }
        self.honest = rng.choice((0.0, 0.7, 1.0))
        self.hands = rng.choice(("any", "flush", "strong", "best", "equal", "mixed"))

    # --- choosing --------------------------------------------------------------------------

    def deal(self) -> Deal:
        """A deal: any, or one in which flores, the best cards or equal cards are frequent."""
        state, rng = self.state, self.rng
        table = state.table
        n = table.players
        dealer = rng.randrange(n) if state.hand is None else next_dealer(state)
        deck = list(table.deck)
        rng.shuffle(deck)
        modes = table.modes
        mode = rng.choice(modes) if state.hand is None and modes else ""
        drawn = deal_from(table, dealer, tuple(deck), mode)
        if drawn.turned != UNKNOWN:
            deck.remove(drawn.turned)
        heights = table.heights(drawn.turned)
        hands = []
        for cards in drawn.hands:
            kind = self.hands if rng.random() < 0.7 else "any"
            if kind == "mixed":
                kind = rng.choice(("flush", "strong", "best", "equal"))
            hand = self.drawn(deck, kind, len(cards), heights)
            deck = [card for card in deck if card not in hand]
            hands.append(hand)
        rng.shuffle(hands)
        if len({len(hand) for hand in hands}) > 1:  # somebody is dealt more than the others
            hands.sort(key=len)
            sizes = [len(cards) for cards in drawn.hands]
            rest = {size: [hand for hand in hands if len(hand) == size] for size in sizes}
            hands = [rest[size].pop() for size in sizes]
        return Deal(dealer, tuple(hands), drawn.turned, mode)

    def drawn(
        self, deck: list[int], kind: str, count: int, heights: tuple[int, ...]
    ) -> tuple[int, ...]:
        """So many cards of the rest of a shuffled deck."""
        rng = self.rng
        first: list[int] = []
        if kind == "flush":
            suit = rng.randrange(SUITS)
            first = [card for card in deck if card // RANKS == suit][:3]
        elif kind == "strong":
            best = sorted(deck, key=lambda card: -heights[card])[:8]
            first = rng.sample(best, min(len(best), rng.choice((1, 2, 2, 3))))
        elif kind == "best":
            first = sorted(deck, key=lambda card: -heights[card])[:2]
        elif kind == "equal":
            first = [card for card in deck if card % RANKS in (1, 2, 6)]
        hand = (first + [card for card in deck if card not in first])[:count]
        rng.shuffle(hand)
        return tuple(hand)

    def choose(self) -> AnyAction:
        """The next step: mostly of an awaited seat, at times of another that may act."""
        state, rng = self.state, self.rng
        must = needs(state)
        if must == "deal":
            return self.deal()
        if must == "close" and rng.random() < 0.5:
            return Close()
        seats = [s for s in state.table.seats if legal_actions(state, s)]
        waited = [s for s in awaited(state) if s in seats]
        if must == "close" and not seats:
            return Close()
        if waited and rng.random() >= self.interrupts:
            seats = waited
        seat = rng.choice(seats)
        legal = legal_actions(state, seat)
        if any(is_trap(state, action) for action in legal) and rng.random() >= self.faults:
            legal = tuple(action for action in legal if not is_trap(state, action))
            if not legal:
                seat = rng.choice(waited)
                legal = tuple(
                    action for action in legal_actions(state, seat) if not is_trap(state, action)
                )
        weights = [self.weights.get(action.verb, self.calls) for action in legal]
        return self.definite(rng.choices(legal, weights)[0])

    def definite(self, action: Legal) -> Action:
        """An action; of a range one number: often the true one, else mostly a small one."""
        if not isinstance(action, Range):
            return action
        hand = self.state.hand
        assert hand is not None
        true = self.state.table.envido_points(hand.dealt[action.seat], hand.turned)
        low, high = action.low, action.high
        if low <= true <= high and self.rng.random() < self.honest:
            return Action(action.seat, action.verb, true)
        if self.rng.random() < 0.6:
            high = min(high, low + 5)
        return Action(action.seat, action.verb, self.rng.randint(low, high))

    # --- playing ---------------------------------------------------------------------------

    def take(self, action: AnyAction) -> Taken:
        before = self.state
        step = apply(before, action)
        self.state = step.state
        taken = Taken(before, action, step.state, step.events)
        self.taken.append(taken)
        return taken

    def steps(self, limit: int = ENDLESS) -> Iterator[Taken]:
        """Play until the match is over, or for so many steps."""
        for _ in range(limit):
            if needs(self.state) == "over":
                return
            yield self.take(self.choose())

    def play(self, limit: int = ENDLESS) -> "Playout":
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


def universe_of(table: Table, seat: int) -> tuple[Action, ...]:
    """All words of all games with all their arguments, for one seat."""
    return _universe_of(table.players, table.rules.tricks.after_tie == "stack", seat)


@lru_cache(maxsize=64)
def _universe_of(players: int, piles: bool, seat: int) -> tuple[Action, ...]:
    return tuple(_every_step(players, piles, seat))


def _every_step(players: int, piles: bool, seat: int) -> Iterator[Action]:
    numbers = range(-1, 48)
    arguments: Mapping[str, Callable[[], range]] = {
        CARD: lambda: range(UNKNOWN, SUITS * RANKS),
        NUMBER: lambda: numbers,
        PERHAPS: lambda: numbers,
        SEAT: lambda: range(-1, players + 1),
    }
    every = range(UNKNOWN, SUITS * RANKS if piles else 1)
    for verb in sorted({*ARGUMENTS, *CARD_VERBS, "", "nonsense"}):
        yield Action(seat, verb, NO_ARGUMENT)
        kind = ARGUMENTS.get(verb, "")
        if verb == PLAY_NTH:
            values = range(-1, 5)
        elif verb == PIDO_FLOR:
            values = range(-1, players + 1)
        elif verb == STACK:
            yield from (Action(seat, verb, pile(top, below)) for top in every for below in every)
            continue
        else:
            values = arguments[kind]() if kind in arguments else range(1)
        for value in values:
            yield Action(seat, verb, value)


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
