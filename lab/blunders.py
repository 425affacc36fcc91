"""The share of planted blunders that the teacher names: ``python -m lab.blunders --seed 1``.

Masters play single hands of argentino for two. Where a seat could take a step that every player
knows to be wrong, this step replaces the seat's own step, and the teacher judges it. The program
prints, for each kind of blunder, how many the teacher calls mistakes and the processor time of a
verdict. It also prints how many of the masters' own choices the teacher calls mistakes (false
blame).
"""

import argparse
import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from msgspec.structs import replace

from engine.actions import NO_QUIERO, PLAY, QUIERO, Action
from engine.apply import apply, deal_from, new_match
from engine.cards import SPANISH, UNKNOWN
from engine.guard.legal import needs
from engine.numbers import Seat
from engine.record.notation import write_action
from engine.record.replay import Played
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.sure_points import sure_points
from engine.robots.players.matches import RobotPlayer, next_action
from engine.robots.reading.situation import Situation
from engine.state.state import TRUCO_GAME
from engine.state.table import Table
from engine.teacher import Match, Moment, Verdict, moments, reason_of, seed_of, verdict
from engine.variants import table_for

GAME: Final = "argentino"
DEALS: Final = 100
"""The number of imagined deals that tell whether the cards win the hand."""
MIDDLE: Final = (0, 24)
"""The lowest and the highest score in the middle of a match."""
FALTA: Final = 20
"""A falta is planted with these points of the envido or one more. The number is also the highest
score at which it is planted."""
GREAT: Final = 31
"""Fewer points of the envido than these are never sure to be the best."""
PLAINLY: Final = 0.25
"""A card is plainly worse if its chance of winning the hand, with all cards open, is lower by this
much."""
HIGH: Final = 10
"""A card is good if at most this many cards are higher."""
CHOICES: Final = 416
"""The number of masters' choices in which false blame is looked for."""

Wrong = Callable[[Situation], Action | None]
"""A kind of blunder: the step that is wrong in this situation; ``None``: there is no such step."""


def hand(table: Table, score: tuple[int, int], seed: str, least: int = 0) -> Match:
    """One hand of two masters. ``least``: at least one of them has this many points of the
    envido."""
    rng = random.Random(seed)
    start, deck = new_match(table, score), list(table.deck)
    while True:
        rng.shuffle(deck)
        deal = deal_from(table, Seat(rng.randrange(2)), tuple(deck))
        if max(table.envido_points(cards, UNKNOWN) for cards in deal.hands) >= least:
            break
    state, events = apply(start, deal)
    steps = [Played(0, state, events, deal)]
    masters = [RobotPlayer(rng) for _ in table.seats]
    while needs(state) == "seat":
        action = next_action(state, masters)
        state, events = apply(state, action)
        steps.append(Played(0, state, events, action))
    return Match(start, tuple(steps), ((),) * table.players)


# --- kinds of blunders ----------------------------------------------------------------------------


def falta(situation: Situation) -> Action | None:
    """A falta with hardly any points, far from the end, by a side that is not behind. A side that
    is behind may bluff like this, because it loses less than the other side."""
    seen, (mine, theirs) = situation.view, situation.by_side
    points = situation.table.envido_points(seen.dealt, seen.turned)
    if situation.top is not None or not FALTA <= points <= FALTA + 1:
        return None
    if not theirs <= mine <= FALTA:
        return None
    return _said(situation, "faltaenvido")


def silence(situation: Situation) -> Action | None:
    """Silence about the envido when one more point wins and nobody can have better points."""
    may = _said(situation, "envido") is not None and situation.top is None
    sure = may and situation.stakes.lacking == 1 and sure_points(situation)
    return _card(situation, min(situation.levels)) if sure else None


def folds_swords(situation: Situation) -> Action | None:
    """A refusal of a truco with the ace of swords in hand."""
    holds = SPANISH.read("1e") in situation.view.cards
    return _said(situation, NO_QUIERO) if holds and _asked(situation) else None


def folds_winner(situation: Situation) -> Action | None:
    """A refusal of a truco in trick 2 or 3 with cards that nearly always win."""
    if not situation.results or not _asked(situation) or _wins(situation) < 0.9:
        return None
    return _said(situation, NO_QUIERO)


def accepts_lost(situation: Situation) -> Action | None:
    """The acceptance of a truco in trick 2 or 3 with cards that cannot win."""
    if not situation.results or not _asked(situation) or _wins(situation) > 0:
        return None
    return _said(situation, QUIERO)


def silent_winner(situation: Situation) -> Action | None:
    """The card that wins the hand, laid without the truco that could be called before it."""
    if len(situation.results) < 2 or not situation.running or situation.top is not None:
        return None
    wins = situation.levels and situation.ended_by(situation.levels[0]) == situation.side
    if (
        not wins
        or _above(situation, situation.trick().best) > HIGH
        or not {"truco", "retruco", "vale4"} & {*situation.offered}
    ):
        return None
    return _card(situation, situation.levels[0])


def loses_now(situation: Situation) -> Action | None:
    """A card that loses the hand at once when another card does not."""
    if not situation.results or not situation.running or situation.top is not None:
        return None
    ends = {level: situation.ended_by(level) for level in situation.levels}
    bad = [level for level, end in ends.items() if end == 1 - situation.side]
    return _worse(situation, min(bad)) if bad and len(bad) < len(ends) else None


def spends_best(situation: Situation) -> Action | None:
    """The best card, laid in the second trick when a bad card would win the trick too and the third
    trick is still to come."""
    if len(situation.results) != 1 or situation.results[0] != 1 - situation.side:
        return None
    levels = sorted(situation.levels)
    if not situation.running or situation.top is not None or levels[0] <= situation.trick().best:
        return None
    good = _above(situation, levels[1]) <= HIGH and _above(situation, levels[0]) >= HIGH + 4
    return _worse(situation, levels[1]) if good else None


KINDS: Final[dict[str, tuple[Wrong, int]]] = {
    "falta with 20 points": (falta, 11),
    "silence with a sure envido": (silence, 12),
    "folds the ace of swords": (folds_swords, 14),
    "folds a winner": (folds_winner, 9),
    "accepts what is lost": (accepts_lost, 9),
    "calls no truco and wins": (silent_winner, 6),
    "lays what loses now": (loses_now, 9),
    "spends the best card": (spends_best, 9),
}
"""The kinds of blunders, and how many of each kind are planted: 79 together."""


def _asked(situation: Situation) -> bool:
    return situation.top is not None and situation.top.game == TRUCO_GAME


def _said(situation: Situation, verb: str) -> Action | None:
    found = situation.offered.get(verb, [None])[0]
    return found if isinstance(found, Action) else None


def _card(situation: Situation, level: int) -> Action | None:
    for legal in situation.offered.get(PLAY, ()):
        if isinstance(legal, Action) and situation.heights[legal.arg] == level:
            return legal
    return None


def _worse(situation: Situation, level: int) -> Action | None:
    """A card of this level, if another card plainly wins more often."""
    judgement = Judgement(situation.view, random.Random(0), DEALS)
    wins = {card: judgement.average(each) for card, each in judgement.lay_values.items()}
    return _card(situation, level) if max(wins.values()) > wins[level] + PLAINLY else None


def _wins(situation: Situation) -> float:
    """The share of the imagined deals, by weight, in which the cards win the hand if all cards are
    open."""
    judgement = Judgement(situation.view, random.Random(0), DEALS)
    return sum(guess.weight * judgement.wins(guess) for guess in judgement.guesses)


def _above(situation: Situation, level: int) -> int:
    """How many cards of the deck are higher."""
    return sum(situation.heights[card] > level for card in situation.table.deck)


# --- the measure ----------------------------------------------------------------------------------


def planted(kind: str, number: int, seed: int) -> Iterator[Moment]:
    """This many moments with a blunder of this kind, each from another hand."""
    table, (wrong, _) = table_for(GAME, 2), KINDS[kind]
    rng = random.Random(f"{seed} {kind}")
    ends = kind == "silence with a sure envido"
    for deal in count():
        score = (
            (29, rng.randrange(27, 30)) if ends else (rng.randint(*MIDDLE), rng.randint(*MIDDLE))
        )
        match = hand(table, score, f"{seed} {kind} {deal}", GREAT if ends else 0)
        for moment in (found for seat in table.seats for found in moments(match, seat)):
            if (step := wrong(Situation(moment.seen))) is not None:
                yield replace(moment, chosen=step)
                number -= 1
                break
        if not number:
            return


def own_choices(number: int, seed: int) -> Iterator[Moment]:
    table, rng = table_for(GAME, 2), random.Random(f"{seed} own")
    for deal in count():
        match = hand(table, (rng.randrange(30), rng.randrange(30)), f"{seed} own {deal}")
        for moment in (found for seat in table.seats for found in moments(match, seat)):
            yield moment
            number -= 1
            if not number:
                return


def _line(found: Verdict) -> str:
    moment, table = found.moment, table_for(GAME, 2)
    best, chosen = (write_action(table, step) for step in (found.best, moment.chosen))
    cards = " ".join(map(SPANISH.write, moment.seen.dealt))
    return (
        f"    {moment.seen.score} {cards}: {chosen} ({found.share:.2f}), {best} "
        f"({found.often:.2f}), {found.points.mean:+.2f} +- {found.points.margin:.2f}, "
        f"{reason_of(found).why}{'' if found.is_mistake else ' (not named)'}"
    )


def measure(drawn: Iterator[Moment], seed: int, *, every: bool, mistakes: bool) -> tuple[int, int]:
    """The number of choices that are called mistakes, and the number of judged choices. Prints
    every verdict with ``every``, or the mistakes with ``mistakes``."""
    named = judged = 0
    for number, moment in enumerate(drawn):
        found = verdict(moment, seed_of(str(seed), number))
        named, judged = named + found.is_mistake, judged + 1
        if every or (mistakes and found.is_mistake):
            print(_line(found), flush=True)
    return named, judged


def main() -> None:
    """Print a line for each kind, and one for false blame."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--choices", type=int, default=CHOICES, help="of masters")
    parser.add_argument("--every", action="store_true", help="print each verdict")
    given = parser.parse_args()
    total = 0
    for kind, (_, number) in KINDS.items():
        drawn = list(planted(kind, number, given.seed))
        began = time.process_time()
        named, judged = measure(iter(drawn), given.seed, every=given.every, mistakes=False)
        total += named
        spent = (time.process_time() - began) / judged
        print(f"  {kind:28} {named:3} of {judged:3} named, {spent:.2f} s each", flush=True)
    print(f"  together {total} of {sum(number for _, number in KINDS.values())}", flush=True)
    own = list(own_choices(given.choices, given.seed))
    began = time.process_time()
    named, judged = measure(iter(own), given.seed, every=False, mistakes=True)
    print(f"  false blame {named} of {judged}, {(time.process_time() - began) / judged:.3f} s each")


if __name__ == "__main__":
    main()
