"""Makes puzzles of moments in which one step is clearly the best and the textbook chooses another.

There are four questions, and each takes longer than the one before. Does the master nearly always
take another step than the textbook? Does that step look better in a few imagined deals? Is it the
best of all steps in some more deals? Are the steps that came near it worse in many other deals, so
that no intervals overlap?
"""

import random
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from msgspec.structs import replace

from engine import robots
from engine.actions import MAZO, NO_QUIERO, Action
from engine.numbers import Seat
from engine.puzzles.puzzle import BadPuzzle, Puzzle, PuzzleAnswer, hand_of, id_of, view_of
from engine.record.notation import write_action
from engine.robots import SKILLS, Skill
from engine.robots.deciding.judgement import Judgement
from engine.robots.deciding.truco import at_stake
from engine.robots.players.skills import MASTER
from engine.seen.view import SeatView, table_of
from engine.state.state import PLAYING, TRUCO_GAME
from engine.teacher import Measured, Moment, Verdict, reason_of
from engine.teacher.rollouts import Compared, compared, counting_of, measured
from engine.teacher.tricks import trick_worths
from engine.teacher.verdicts import BUDGET, DOUBT, FEW, OFTEN
from engine.variants import VARIANTS

BLUFFERS: Final = 0.2
"""The share of players with a losing last card that are believed to call or raise with it."""
DEALS: Final = 80
"""The number of deals from which the shares of winning and losing cards are counted."""


def stands_on_belief(seen: SeatView, best: Action) -> bool:
    """Whether declining a truco is best only because others are believed to raise with good cards.

    That is so in two cases. In the first, the raise costs the others nothing, because the lower
    stake already wins the game for this seat's side. In the second, all cards of this seat lie on
    the table, and accepting is as good if every fifth player with a losing card raises."""
    if best.verb != NO_QUIERO:
        return False
    judgement = Judgement(seen, random.Random(0), DEALS)
    situation, top = judgement.situation, judgement.situation.top
    if top is None or top.game != TRUCO_GAME:
        return False
    if top.step > 1 and situation.stakes.wins_all(situation.table.worth[top.step - 1]):
        return True
    if seen.cards or not judgement.guesses:
        return False
    loses = sum(judgement.wins(guess) for guess in judgement.guesses) / len(judgement.guesses)
    bluffs = BLUFFERS * loses
    chance = bluffs / (bluffs + 1 - loses)
    won, lost = at_stake(situation, top.step)
    return chance * won + (1 - chance) * lost >= situation.stakes.lost(top.refused)


def is_best_known(seen: SeatView, best: Action, rest: Sequence[Action]) -> bool:
    """Whether the best answer is better than the rest also by the worths that are known without
    deals (:mod:`engine.teacher.tricks`), in which nobody folds to a call without hope."""
    known = trick_worths(seen, (best, *rest))
    others = [known[step].chance for step in rest if step in known]
    return best not in known or known[best].chance > max(others, default=0.0)


NEARLY_ALWAYS: Final = 0.75
"""The master takes the best step at least this often."""
GLANCE: Final = 8
"""The number of deals that tell whether a moment is worth measuring."""
GAP: Final = 0.8
"""Points. In those deals the best step must look better than the textbook's by this much."""
SOME: Final = 24
"""The number of deals in which all answers are played on."""
MANY: Final = 96
"""The number of other deals, which measure the best answer and the answers that came near it."""
CLOSE: Final = 0.4
"""Points. A step that is at most this far behind in some deals is too near to be told apart in
many."""
SEEN: Final = 0.01
"""The smallest difference between two answers in the chance of winning, because pages show it in
whole hundredths."""
MOST: Final = 12
"""The most answers of a puzzle."""
_OTHERS: Final[tuple[Skill, ...]] = tuple(skill for skill in SKILLS.values() if skill is not MASTER)


class PuzzleCandidate:
    """A moment in which the master may take another step than the textbook."""

    def __init__(self, moment: Moment, textbook: Action, rng: random.Random) -> None:
        self.moment = moment
        self.textbook = textbook
        self.rng = rng
        self.answers = answers_of(moment.seen)
        self.thought = robots.evaluate(moment.seen, rng) if self.answers else {}
        self.best = max(
            self.thought, key=lambda action: self.thought[action].share, default=textbook
        )

    @property
    def is_one(self) -> bool:
        """Whether the master nearly always takes another step than the textbook."""
        thought = self.thought
        return (
            self.best != self.textbook
            and self.textbook in self.answers
            and thought[self.best].share >= NEARLY_ALWAYS
            and thought[self.textbook].share < OFTEN
        )


def answers_of(seen: SeatView) -> tuple[Action, ...]:
    """The steps that the seat may take, in the order in which they are offered. Empty: no puzzle
    can be made of them, because there are too many, one has a free number, or the hand is not being
    played."""
    answers = tuple(action for action in seen.offered if isinstance(action, Action))
    playing = seen.position is not None and seen.position.phase == PLAYING
    good = len(answers) == len(seen.offered) and 2 <= len(answers) <= MOST
    return answers if playing and good else ()


def puzzle_of(candidate: PuzzleCandidate, source: str) -> Puzzle | None:
    """The puzzle of a candidate; ``None``: the candidate makes no puzzle. ``source``: the match of
    its moment."""
    moment, best, rng = candidate.moment, candidate.best, candidate.rng
    table = table_of(moment.seen)
    if stands_on_belief(moment.seen, best):
        return None
    glance = compared(moment, (best, candidate.textbook), rng, GLANCE, BUDGET)
    if len(glance.worths) < FEW or _lead(glance) < GAP:
        return None
    rest = [answer for answer in candidate.answers if answer != best]
    glimpse = compared(moment, (best, *rest), rng, SOME, BUDGET)
    same = _same(rest, glimpse)
    first = _worths(moment, (best, *rest), glimpse)
    if first is None:
        return None
    if not is_best_known(moment.seen, best, [step for step in rest if step not in same]):
        return None
    found = [(step, worth) for step, worth in zip(rest, first[1:], strict=True) if step not in same]
    rest, some = [step for step, _ in found], (first[0], *(worth for _, worth in found))
    if any(not _better(some[0], worth) for worth in some[1:]):
        return None
    near = _near(some, rest)
    many = _worths(moment, (best, *near), compared(moment, (best, *near), rng, MANY, BUDGET))
    if many is None or any(not _apart(many[0], worth) for worth in many[1:]):
        return None
    if best.verb in _calls(moment.seen) and many[0].points.margin <= DOUBT:
        return None
    worths = dict(zip((best, *rest), some, strict=True)) | dict(
        zip((best, *near), many, strict=True)
    )
    if any(not _apart(worths[best], worths[step]) for step in rest):
        return None  # in more deals another step is the best one
    worths |= {step: replace(worths[best], step=write_action(table, step)) for step in same}
    answers = tuple(worths[answer] for answer in candidate.answers)
    return _written(candidate, answers, same, source)


def _same(rest: Sequence[Action], found: Compared) -> list[Action]:
    """The steps that give up the hand with the same result as the best one in every deal."""
    return [
        step
        for at, step in enumerate(rest, start=1)
        if step.verb == MAZO and all(worths[0] == worths[at] for worths in found.worths)
    ]


def _calls(seen: SeatView) -> set[str]:
    """The words that call or raise. A call with the same result in all deals is refused in all of
    them. That says more about our robots than about truco."""
    rules = table_of(seen).rules
    trucos = {step.verb for step in rules.truco.steps}
    return trucos | {call.verb for call in rules.envido.calls}


def _lead(found: Compared) -> float:
    """The points that the first step gains more than the second one."""
    return fmean(better.points - worse.points for better, worse in found.worths)


def _near(some: Sequence[PuzzleAnswer], rest: Sequence[Action]) -> list[Action]:
    """The steps whose intervals touch that of the best one, and always the next best."""
    second = max(some[1:], key=lambda answer: answer.chance.mean)
    return [
        action
        for action, answer in zip(rest, some[1:], strict=True)
        if answer is second or not _apart(some[0], answer)
    ]


def _better(best: PuzzleAnswer, other: PuzzleAnswer) -> bool:
    return best.points.mean - other.points.mean > CLOSE and best.chance.mean > other.chance.mean


def _apart(better: PuzzleAnswer, worse: PuzzleAnswer) -> bool:
    """Whether their intervals lie apart, in points and in chance, and a page shows it."""
    return (
        better.points.low > worse.points.high
        and better.chance.low > worse.chance.high
        and better.chance.mean - worse.chance.mean >= SEEN
    )


def _worths(
    moment: Moment, steps: Sequence[Action], found: Compared
) -> tuple[PuzzleAnswer, ...] | None:
    """The worth of each step; ``None``: too few deals explain the moment."""
    if found.size < FEW:
        return None
    table, doubt = table_of(moment.seen), DOUBT * counting_of(moment).per_point
    return tuple(
        PuzzleAnswer(
            write_action(table, step),
            _rounded(
                measured([worths[at].points for worths in found.worths], DOUBT, found.size), 2
            ),
            _rounded(
                measured([worths[at].chance for worths in found.worths], doubt, found.size), 4
            ),
        )
        for at, step in enumerate(steps)
    )


def _rounded(value: Measured, digits: int) -> Measured:
    return Measured(round(value.mean, digits), round(value.margin, digits))


def _written(
    candidate: PuzzleCandidate,
    answers: tuple[PuzzleAnswer, ...],
    same: Sequence[Action],
    source: str,
) -> Puzzle | None:
    """The puzzle as it is stored; ``None``: the stored form does not hold everything that the seat
    sees."""
    moment, best = candidate.moment, candidate.best
    seen, table, hand = moment.seen, table_of(moment.seen), hand_of(moment.seen, moment.start.score)
    default = {spec.name: spec.default for spec in VARIANTS[seen.variant].options}
    options = tuple((name, value) for name, value in seen.options if default[name] != value)
    share = candidate.thought[best].share
    verdict = Verdict(_choosing(moment, candidate.textbook), best, share, 0.0)
    puzzle = Puzzle(
        id=id_of(seen, options, hand),
        variant=seen.variant,
        players=seen.players,
        options=options,
        seat=seen.seat,
        dealer=seen.dealer,
        number=seen.number,
        first=moment.start.first,
        score=seen.score,
        games=seen.games,
        hand=hand,
        steps=tuple(
            (Seat(step.seat), write_action(table, step))
            for step in moment.steps
            if isinstance(step, Action)
        ),
        answers=answers,
        best=candidate.answers.index(best),
        textbook=candidate.answers.index(candidate.textbook),
        reason=reason_of(verdict),
        misses=round(_misses(moment, best, candidate.rng), 3),
        source=source,
        equal=tuple(candidate.answers.index(step) for step in same),
    )
    try:
        return puzzle if view_of(puzzle) == seen else None
    except BadPuzzle:
        return None


def _choosing(moment: Moment, textbook: Action) -> Moment:
    return Moment(moment.place, moment.seen, textbook, moment.start, moment.deal, moment.steps)


def _misses(moment: Moment, best: Action, rng: random.Random) -> float:
    """How often weaker robots take another step than the best one, from 0 to 1."""
    return fmean(
        1 - robots.evaluate(moment.seen, rng, skill=skill)[best].share for skill in _OTHERS
    )
