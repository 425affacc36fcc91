"""The answers of an engine in seeded matches of every game, as digests: `make fast` compares two.

A program on its own (``python tools/answers.py ENGINE [--every-option] [--tables N]``), so that the
engine is that of the folder ``ENGINE`` and no other one is near. It prints a JSON object with the
engine's files and a line for every table. If two engines differ in one byte of an answer, or in the
order of the answers, their digests at that table differ.
"""

import argparse
import hashlib
import importlib
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from engine.state.state import State
    from engine.state.table import Table

STEPS: Final = 60
"""Steps of the shortest walk at a table."""
DECISIONS: Final = 2
"""How often a robot is asked at a table."""


class Chosen(NamedTuple):
    """A table of the comparison."""

    variant: str
    players: int
    options: tuple[tuple[str, str], ...]
    """The options that do not have their default."""

    @property
    def name(self) -> str:
        """The name of the table, which is also its seed."""
        options = "".join(f" {name}={value}" for name, value in self.options)
        return f"{self.variant} {self.players}{options}"


def _drawn(variant: str, players: int, rng: random.Random, must: dict[str, str]) -> Chosen:
    """A table with these options and others, each at its default half of the time."""
    from engine.errors import BadRules
    from engine.variants import VARIANTS, table_for

    for _ in range(50):
        given = dict(must)
        for spec in VARIANTS[variant].options:
            if spec.name not in given and rng.random() < 0.5:
                given[spec.name] = rng.choice(spec.values)
        try:
            table_for(variant, players, given)
        except BadRules:
            continue
        return Chosen(variant, players, tuple(sorted(given.items())))
    return Chosen(variant, players, tuple(must.items()))


def tables(more: int, every_option: bool) -> Iterator[Chosen]:
    """Every game for each number of players with the default options, ``more`` tables of each with
    options drawn, and perhaps a table for every value of every option."""
    from engine.errors import BadRules
    from engine.variants import VARIANTS, table_for

    for name, variant in VARIANTS.items():
        rng = random.Random(name)
        for players in variant.players:
            yield Chosen(name, players, ())
            for _ in range(more):
                yield _drawn(name, players, rng, {})
        if not every_option:
            continue
        for at, spec in enumerate(variant.options):
            for value in spec.values[1:]:
                for turn in range(len(variant.players)):
                    players = variant.players[(at + turn) % len(variant.players)]
                    try:
                        table_for(name, players, {spec.name: value})
                    except BadRules:
                        continue  # it needs another number of players, or another option
                    yield _drawn(name, players, rng, {spec.name: value})
                    break


class Told:
    """A digest of answers."""

    def __init__(self) -> None:
        import msgspec

        self._encode = msgspec.msgpack.Encoder(enc_hook=repr).encode
        self._digest = hashlib.sha256()

    def __call__(self, *answers: object) -> None:
        """Adds the next answers."""
        for answer in answers:
            self._digest.update(type(answer).__name__.encode())
            self._digest.update(self._encode(answer))

    def digest(self) -> str:
        """The digest of all answers so far."""
        return self._digest.hexdigest()


def _asked(state: "State", told: Told) -> None:
    """Asks all questions about a state."""
    from engine.guard.legal import (
        awaited,
        is_trap,
        legal_actions,
        needs,
        offered_actions,
        public_actions,
    )
    from engine.record.codec import decode, encode
    from engine.seen.view import PUBLIC, view

    told(needs(state), awaited(state), encode(state), decode(encode(state)) == state)
    told(view(state, PUBLIC))
    for seat in state.table.seats:
        legal = legal_actions(state, seat)
        told(legal, offered_actions(state, seat), public_actions(state, seat))
        told([is_trap(state, action) for action in legal], view(state, seat))


def _judged(state: "State", told: Told) -> None:
    """Asks a robot on the first awaited seat for the share and the worth of each step."""
    from engine import robots
    from engine.guard.legal import awaited
    from engine.robots.small_games import envido_alone
    from engine.seen.view import view

    envido_alone.forget()
    waited = [view(state, seat) for seat in awaited(state)]
    seen = waited[0]
    estimates = robots.evaluate(seen, random.Random(1), 6)
    told(list(estimates.items()), robots.choose(seen, random.Random(2), 6))
    told(robots.speaker(waited).seat, robots.sena_for(seen, random.Random(3)))
    for seat in state.table.seats:
        told(robots.speaks_up(view(state, seat)), robots.claim(view(state, seat), random.Random(4)))


def _fresh(table: "Table", rng: random.Random) -> "State":
    """A match before its first hand, half of the time with points already won."""
    from engine.apply import new_match

    if rng.random() < 0.5:
        return new_match(table)
    target = table.rules.match.target
    return new_match(table, tuple(rng.randrange(target) for _ in table.account_names))


def played(chosen: Chosen, steps: int, decisions: int) -> str:
    """The digest of the engine's answers at this table. The answers come from a walk of this many
    steps: most are offered, some are legal but not offered, and some are refused."""
    from engine.actions import Action, Close, Legal, Range
    from engine.apply import apply, deal_from, next_dealer, next_mode
    from engine.errors import IllegalAction
    from engine.guard.legal import awaited, legal_actions, needs, offered_actions
    from engine.record.notation import header_of, write_deal, write_header, write_step
    from engine.variants import table_for

    def one_of(legal: Legal) -> Action:
        if isinstance(legal, Action):
            return legal
        assert isinstance(legal, Range)
        return Action(legal.seat, legal.verb, rng.randint(legal.low, legal.high))

    told, rng = Told(), random.Random(chosen.name)
    table = table_for(chosen.variant, chosen.players, dict(chosen.options))
    told(write_header(header_of(table)))
    state, asked = _fresh(table, rng), 0
    words: list[Action] = []
    for _ in range(steps):
        _asked(state, told)
        must = needs(state)
        if must == "over":
            state = _fresh(table, rng)
        elif must == "deal":
            dealer = next_dealer(state)
            deck = list(table.deck)
            rng.shuffle(deck)
            mode = next_mode(state)
            dealt = rng.randrange(table.players) if dealer < 0 else dealer
            deal = deal_from(table, dealt, tuple(deck), mode)
            state, events = apply(state, deal)
            told(write_deal(table, deal), events)
        elif must == "close" and rng.random() < 0.5:
            state, events = apply(state, Close())
            told(events)
        else:
            seats = awaited(state) or table.seats
            if must == "seat" and asked < decisions and rng.random() < 0.3:
                _judged(state, told)
                asked += 1
            dice = rng.random()
            ways = (
                offered_actions(state, seats[0])
                if dice < 0.9
                else legal_actions(state, rng.choice(table.seats))
            )
            step = one_of(rng.choice(ways)) if ways else None
            if words and dice > 0.8:
                other = rng.choice(words)
                try:
                    told(apply(state, other).events)
                except IllegalAction as refused:
                    told(str(refused.reason))
            if step is None:
                continue
            words.append(step)
            state, events = apply(state, step)
            told(write_step(table, step), events)
    return told.digest()


def files() -> dict[str, str]:
    """Every module of the engine with the file that it was loaded from."""
    import engine

    root = Path(engine.__file__).parent
    names = {
        ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
        for path in root.rglob("*.py")
    }
    return {name: importlib.import_module(name).__file__ or "" for name in sorted(names)}


def main() -> None:
    """Print the answers of the engine in a folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("engine", type=Path, help="the folder that holds the package `engine`")
    parser.add_argument("--every-option", action="store_true")
    parser.add_argument("--tables", type=int, default=0, help="more tables of each kind")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    given = parser.parse_args()
    sys.path[0] = str(given.engine.resolve())
    digests = {
        table.name: played(table, given.steps, given.decisions)
        for table in tables(given.tables, given.every_option)
    }
    print(json.dumps({"files": files(), "digests": digests}))


if __name__ == "__main__":
    main()
