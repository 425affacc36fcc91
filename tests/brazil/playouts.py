"""Generators: tables of either game with any options, and matches played at random.

As for Truco argentino, hypothesis draws the table, the score and a seed; the match is a
:class:`Playout` driven by that seed alone, so a failing example is a record that anybody can
replay. Most scores are near the end, so that special hands are dealt often.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from hypothesis import strategies as st

from engine.actions import (
    CORRE,
    COVER,
    MOSTRAR,
    NO_ARGUMENT,
    NO_QUIERO,
    PLACE,
    PLAY,
    QUIERO,
    Action,
    AnyAction,
    Deal,
    Range,
)
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import UNKNOWN
from engine.errors import BadRules
from engine.events import AnyEvent
from engine.legal import awaited, is_trap, legal_actions, needs
from engine.notation import header_of, write_header, write_step
from engine.state import State
from engine.table import Table, table_for
from engine.variants import VARIANTS

GAMES = ("paulista", "mineiro")
PLAYERS = (2, 4, 6, 8)
OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    game: {spec.name: spec.values for spec in VARIANTS[game].options} for game in GAMES
}

_VERBS = """play cover place truco seis nove dez doze queda quiero noquiero joga corre mostrar
mazo envido flor retruco tengo"""
VERBS = tuple(_VERBS.split())

ENDLESS = 4000
"""Steps after which a match of random players is taken to be endless."""

seeds = st.integers(0, 2**32 - 1)


def start_from(
    seed: int, game: str = "", players: int = 0, fixed: Mapping[str, str] | None = None
) -> State:
    """A match before its first hand, from a number: any game, seats, options but for those given.

    Half of the scores let the next hand be special; options that decide nothing but señas or
    lengthen the match are drawn rarely.
    """
    rng = Random(seed)
    game = game or rng.choice(GAMES)
    known = {name: value for name, value in (fixed or {}).items() if name in OPTIONS[game]}
    while True:
        options = {name: rng.choice(values) for name, values in OPTIONS[game].items()} | known
        if "target" not in known and rng.random() < 0.6:
            options["target"] = "12"
        try:
            table = table_for(game, players or rng.choice(PLAYERS), options)
            break
        except BadRules:  # eight seats with a clean deck and a vira: 25 cards of 24
            continue
    target = table.rules.match.target
    near = rng.choice((2, 2, 4, target))
    score = (rng.randrange(target - near, target), rng.randrange(target - near, target))
    to_win = table.rules.match.games_to_win
    return new_match(table, score, (rng.randrange(to_win), rng.randrange(to_win)))


def starts(game: str = "", players: int = 0, **fixed: str) -> st.SearchStrategy[State]:
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
    """A match played at random from a seed, legal steps only, a fault now and then."""

    state: State
    seed: int
    taken: list[Taken] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.state
        rng = self.rng = Random(self.seed)
        # Matches have tempers: how often somebody speaks out of turn, calls, runs, covers, errs.
        self.interrupts = rng.choice((0.05, 0.3, 0.6))
        self.calls = rng.choice((0.1, 0.4, 1.0))
        self.faults = rng.choice((0.0, 0.02, 0.2))
        self.pairs = rng.choice((0.0, 0.5))
        self.weights = {
            NO_QUIERO: rng.choice((0.1, 0.5)),
            CORRE: rng.choice((0.2, 1.0)),
            QUIERO: 1.0,
            PLAY: 1.0,
            PLACE: 1.0,
            COVER: rng.choice((0.05, 0.5)),
            MOSTRAR: rng.choice((0.1, 3.0)),
        }

    # --- choosing --------------------------------------------------------------------------

    def deal(self) -> Deal:
        """A random deal; with ``pairs`` somebody often holds the two best cards."""
        state, rng = self.state, self.rng
        table = state.table
        dealer = rng.randrange(table.players) if state.hand is None else next_dealer(state)
        deck = list(table.deck)
        rng.shuffle(deck)
        if rng.random() < 0.3:  # few ranks, so that tricks are tied
            deck.sort(key=lambda card: card % 10 not in (0, 1, 2))
            seen = deck[: 3 * table.players + 1]
            rng.shuffle(seen)
            deck[: len(seen)] = seen
        if rng.random() < self.pairs:
            self.give_pair(deck)
        return deal_from(table, dealer, tuple(deck))

    def give_pair(self, deck: list[int]) -> None:
        """Put the two best cards into the first seat's hand; the turned card stays."""
        n = self.state.table.players
        turned = deck[3 * n] if self.state.table.turns else UNKNOWN
        heights = self.state.table.heights(turned)
        best = sorted(self.state.table.deck, key=lambda card: -heights[card])[:2]
        for place, card in zip((0, n), best, strict=True):
            at = deck.index(card)
            deck[place], deck[at] = deck[at], deck[place]

    def choose(self) -> AnyAction:
        """The next step: mostly of an awaited seat, at times of another that may act."""
        state, rng = self.state, self.rng
        if needs(state) == "deal":
            return self.deal()
        seats = [seat for seat in range(state.table.players) if legal_actions(state, seat)]
        waited = [seat for seat in awaited(state) if seat in seats]
        if rng.random() >= self.interrupts:
            seats = waited
        seat = rng.choice(seats)
        legal = legal_actions(state, seat)
        if any(is_trap(state, one) for one in legal) and rng.random() >= self.faults:
            legal = tuple(one for one in legal if not is_trap(state, one))
            if not legal:
                seat = rng.choice(waited)
                legal = tuple(one for one in legal_actions(state, seat) if not is_trap(state, one))
        chosen = rng.choices(legal, [self.weights.get(one.verb, self.calls) for one in legal])[0]
        assert not isinstance(chosen, Range)
        return chosen

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
        for verb in VERBS:
            yield Action(seat, verb, NO_ARGUMENT)
            if verb in (PLAY, COVER):
                for card in range(UNKNOWN, 40):
                    yield Action(seat, verb, card)
            elif verb == PLACE:
                for place in range(-1, 5):
                    yield Action(seat, verb, place)
            else:
                yield Action(seat, verb, 0)
        yield Action(seat, "", NO_ARGUMENT)
