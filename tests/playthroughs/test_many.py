"""Many short matches over rare options: a change in anything that the engine answers shows.

Each line of ``many.lines`` is a table, and behind ``|`` what comes of the matches that are played
there at random: the score at the end, a digest of all answers, and one of all opinions. Answers are
all that a playthrough says after each step (events, legal actions, views), and besides why other
steps of one seat are refused, which claims may come true and which señas are true; of later steps
only the events and what is legal. Opinions are what robots think at some of these steps, and what
the teacher would say of them.

After a wanted change ``TRUCO_REWRITE=1 pytest tests/playthroughs`` writes the numbers anew.
``python -m tests.playthroughs.test_many 17`` prints the answers behind line 17: compare them with
those before the change.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from engine import robots
from engine.actions import Action
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.errors import IllegalAction
from engine.guard.legal import awaited, legal_actions, needs
from engine.guard.refusals import at_this_table
from engine.numbers import Seat
from engine.record.notation import write_action
from engine.record.replay import Played
from engine.robots.deciding.claims import flor_chance
from engine.robots.reading.situation import Situation
from engine.seen.claimable import claimable
from engine.seen.senas import meanings, true_senas
from engine.seen.view import PUBLIC, Heard, view
from engine.state.state import TRUCO_GAME, State
from engine.state.table import Table
from engine.teacher import Match
from engine.teacher.habits import cases_of
from engine.teacher.reasons import reason_for
from engine.variants import VARIANTS, table_for
from tests.examples import some
from tests.kept import is_rewriting, write_kept
from tests.narrow import present
from tests.playthroughs.test_playthroughs import Answers, event_text
from tests.strategies import GAMES, OPTIONS, Playout, Taken, concrete, universe_of

FILE: Final = Path(__file__).parent / "many.lines"
LINES: Final = FILE.read_text("utf-8").splitlines()
STEPS: Final = 24
"""So many at each table; when a match is over, another one begins."""
MORE: Final = 100
"""So many further steps, of which less is told."""
THINKS: Final = 3
"""Robots are asked after every third step, and whenever they are asked what is rare."""
TRIES: Final = 5
"""After every fifth of these, other steps are tried."""
FLUSH: Final = 0.4
"""In so many of the matches with flor many hands are flores."""
OTHERS: Final = 6
"""So many steps of all that words could say are tried, besides one with each word of the table."""


def table_of(line: str) -> Table:
    game, players, *options = line.partition(" | ")[0].split()
    return table_for(game, int(players), dict(option.split("=") for option in options))


def begun(table: Table, rng: Random) -> State:
    """A match before a hand, mostly close to the end of a game."""
    match = table.rules.match
    near = rng.choice((2, 4, 8, match.target))
    accounts = len(new_match(table).score)
    score = [max(0, match.target - rng.randint(1, near)) for _ in range(accounts)]
    return new_match(table, (*score,), (*(rng.randrange(match.games_to_win) for _ in score),))


@lru_cache(maxsize=16)
def words_of(table: Table, seat: int) -> tuple[tuple[Action, ...], ...]:
    """The steps that a seat could say with each word of the table."""
    found: dict[str, list[Action]] = {}
    for step in universe_of(table, seat):
        if at_this_table(table, step.verb, step.arg):
            found.setdefault(step.verb, []).append(step)
    return tuple(map(tuple, found.values()))


def refusals(state: State, seat: int, rng: Random) -> Iterator[str]:
    """Why a seat may not take other steps."""
    table = state.table
    legal = concrete(legal_actions(state, seat))
    tried = [rng.choice(steps) for steps in words_of(table, seat)]
    for step in (*tried, *rng.sample(universe_of(table, seat), OTHERS)):
        if step not in legal:
            with pytest.raises(IllegalAction) as caught:
                apply(state, step)
            yield f"no {step.seat} {step.verb} {step.arg}: {caught.value.reason}"


def beyond(state: State, rng: Random) -> Iterator[str]:
    """Answers that no playthrough has."""
    table, hand = state.table, state.hand
    assert hand is not None
    yield from refusals(state, rng.choice(table.seats), rng)
    everyone = view(state, PUBLIC)
    for seat in table.seats:
        if words := claimable(everyone, seat):
            yield f"may come true {seat}: {[write_action(table, word) for word in words]}"
        elif not hand.said and not hand.plays:
            yield f"senas {seat}: {true_senas(table, hand.dealt[seat], hand.turned)}"


def in_short(taken: Taken) -> Iterator[str]:
    """Answers without views."""
    state = taken.after
    table = state.table
    yield from (event_text(event, table.spelling) for event in taken.events)
    yield from (f"legal {legal_actions(state, seat)}" for seat in table.seats)


def heard_by(table: Table, seat: Seat, rng: Random) -> tuple[Heard, ...]:
    """What some partners have signalled, true or not."""
    senas = [meaning.id for meaning in meanings(table)]
    side = table.sides[seat]
    return tuple(
        Heard(other, rng.choice(senas))
        for other in table.seats
        if senas and other != seat and table.sides[other] == side and rng.random() < 0.5
    )


def is_rare(state: State) -> bool:
    """Whether something is to be answered or claimed that is no truco."""
    stack = present(state.hand).position.stack
    return needs(state) == "close" or bool(stack and stack[-1].game != TRUCO_GAME)


def opinions(state: State, rng: Random) -> Iterator[str]:
    """What robots think, and what the teacher would say."""
    table, hand = state.table, state.hand
    assert hand is not None
    if needs(state) == "close":
        everyone = view(state, PUBLIC)
        yield f"flores {digits(*(flor_chance(everyone, table, holder) for holder in table.seats))}"
        claims = (robots.claim(view(state, seat), rng) for seat in table.seats)
        yield f"claims {[claim and write_action(table, claim) for claim in claims]}"
    if needs(state) != "seat":
        return
    looking = [view(state, seat) for seat in table.seats]
    if not hand.said and not hand.plays:
        yield f"senas {[robots.sena_for(seen, rng) for seen in looking]}"
    yield f"speaks up {[robots.speaks_up(seen) for seen in looking]}"
    waited = awaited(state)
    yield f"speaks {robots.speaker([looking[seat] for seat in waited]).seat}"
    seat = rng.choice(waited)
    seen = view(state, seat, heard_by(table, seat, rng))
    situation = Situation(seen)
    yield f"{situation.words} {situation.by_side} {situation.running} {situation.challenged}"
    if table.rules.envido.calls:
        yield f"falta {situation.falta(True)} {situation.falta(False)}"
    if table.rules.flor is not None:
        own = situation.table_side
        pays = [situation.flor_pays(call.wanted, own, True) for call in table.rules.flor.calls]
        yield f"flor {pays} {digits(*(flor_chance(seen, table, holder) for holder in table.seats))}"
    budget, skill = rng.choice((0, 1, 3)), rng.choice([*robots.SKILLS.values()])
    dice = Random(rng.random())
    for step, estimate in robots.evaluate(seen, dice, budget, skill).items():
        numbers = digits(estimate.points, estimate.chance, estimate.share)
        yield f"{seat} {write_action(table, step)}: {numbers}"
    if UNKNOWN in seen.dealt:
        return  # the teacher says nothing of such a step
    steps = [action for action in seen.offered if isinstance(action, Action)]
    for best, chosen in pairwise(rng.sample(steps, len(steps))):
        yield f"{write_action(table, best)} for {write_action(table, chosen)}: " + str(
            reason_for(seen, best, chosen)
        )


def digits(*numbers: float) -> str:
    """Three digits of each. What lies between two of them by a hair is rounded up everywhere."""
    return " ".join(f"{number + 1e-9:.3f}" for number in numbers)


def habits(start: State, taken: Sequence[Taken]) -> Iterator[str]:
    """The cases that bear on somebody's habits."""
    steps = [Played(at, step.after, step.events, step.action) for at, step in enumerate(taken)]
    match = Match(start, tuple(steps), ((),) * start.table.players)
    for case in cases_of(match, start.table.seats[-1]):
        power = digits(case.strength)
        yield f"{case.kind} {case.alone} {power} {case.did} {case.raised} {case.points}"


class Told(NamedTuple):
    """What is behind a line."""

    score: str
    answers: list[str]
    opinions: list[str]


def told(line: str) -> Told:
    """Plays the matches of a line."""
    table = table_of(line)
    name = line.partition(" | ")[0]
    rng, other_rng = Random(name), Random(f"{name} opinions")
    found = Told("", [], [])
    answers, left, state = Answers(), STEPS + MORE, begun(table, rng)
    while left:
        playout, answers_too = Playout(state, rng.randrange(2**32)), left > MORE
        if table.rules.flor is not None and rng.random() < FLUSH:
            playout.hands = "flush"
        for taken in playout.steps(left):
            left -= 1
            state = taken.after
            found.answers.append(f"> {taken.action}")
            if left < MORE:
                found.answers.extend(in_short(taken))
                if left % TRIES == 0:
                    found.answers.extend(refusals(state, rng.choice(table.seats), rng))
                continue
            found.answers.extend(answers.of(state, taken.events))
            found.answers.extend(beyond(state, rng))
            if left % THINKS == 0 or is_rare(state):
                found.opinions.append(f"> {taken.action}")
                found.opinions.extend(opinions(state, other_rng))
        if answers_too:
            found.opinions.extend(habits(playout.start, playout.taken[:STEPS]))
        if needs(state) == "over":
            state = begun(table, rng)
    return found._replace(score="-".join(map(str, state.score)))


def digest(lines: Sequence[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:10]


def answered(line: str) -> str:
    """The line as it should be."""
    found = told(line)
    name = line.partition(" | ")[0]
    return f"{name} | {found.score} {digest(found.answers)} {digest(found.opinions)}"


@pytest.mark.parametrize("game", GAMES)
def test_many_matches(game: str) -> None:
    lines = some([line for line in LINES if line.startswith(f"{game} ")])
    found = [answered(line) for line in lines]
    if is_rewriting():
        new = dict(zip(lines, found, strict=True))
        text = "".join(f"{new.get(line, line)}\n" for line in FILE.read_text("utf-8").splitlines())
        write_kept(FILE, text)
        return
    assert found == lines


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_is_played(game: str) -> None:
    """With every number of seats, too."""
    tables = [table_of(line) for line in LINES if line.startswith(f"{game} ")]
    assert {table.players for table in tables} == {*VARIANTS[game].players}
    played = {pair for table in tables for pair in table.rules.options}
    assert played >= {(name, value) for name, some in OPTIONS[game].items() for value in some}


if __name__ == "__main__":
    behind = told(LINES[int(sys.argv[1]) - 1])
    sys.stdout.writelines(f"{line}\n" for line in (*behind.answers, *behind.opinions))
