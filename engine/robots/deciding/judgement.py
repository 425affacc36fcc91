"""One decision of a robot: the situation, the imagined deals, and what it expects of them."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from engine.actions import Action, Legal, Range
from engine.cards import Card
from engine.robots.deciding.mixes import UNDECIDED, Mix, blend, softmax
from engine.robots.imagining.hidden_cards import Guess, guesses
from engine.robots.imagining.likelihood import slope, strength
from engine.robots.imagining.outcomes import levels_of, win_share
from engine.robots.learnt import team_truco, truco_past
from engine.robots.learnt.truco_past import Chosen
from engine.robots.reading.noticed import LIKE_USUAL, Leaning, Noticed, leaning_of
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.seen.view import SeatView

TEMPERATURE: Final = 0.07
"""In points: of two options, one that is worse by this much is chosen a third as often (1/e). So a
robot does not always choose the same one of two options of nearly the same value."""


TRUST: Final = 0.7
"""In teams, the factor for the chance of winning after the other side has called truco. After such
a call :mod:`playout` finds too high a chance (measured: where it found 0.4, the chance in real play
was 0.3; where it found 0.6, it was 0.47)."""


ANSWERS: Final = 3
"""The factor for the number of imagined deals when the robot has to answer. An answer decides more
points than a card does, and a small number of deals gives the chance of winning only to a tenth."""


MANY: Final = 20
"""If a robot has imagined at least this many deals, a result that is the same in all of them is
taken as certain."""


class Outlook(Struct, frozen=True):
    """A robot's expectations of one imagined deal."""

    weight: float
    win: float
    """How surely my side wins the hand: 1 when it does, 0 when the others do, a half when neither
    side does."""
    rival: float
    """How strong the other side takes itself to be, from 0 to 1."""
    rivals: tuple[int, ...] = ()
    """One against one, the levels of the other's cards, lowest first."""


class Judgement:
    """All that a robot works out for one decision. Each part is worked out when it is first
    needed."""

    def __init__(
        self,
        view: SeatView,
        rng: random.Random,
        budget: float,
        noticed: Noticed | None = None,
        notices: float = 1.0,
        believed: Leaning = LIKE_USUAL,
    ) -> None:
        """``noticed``: the counted words of the only rival in the finished hands of this match.
        ``notices``: how strongly the robot counters it, 0 to 1. ``believed``: how the rival is
        believed to differ from the learnt tables."""
        self.view = view
        self.noticed = noticed
        self.notices = notices
        self.situation = Situation(view, believed)
        self.rng = rng
        self.budget = budget

    @cached_property
    def guesses(self) -> list[Guess]:
        """The imagined deals; the sum of their weights is 1. Empty when the budget is below 1."""
        budget = self.budget * ANSWERS if self.situation.top is not None else self.budget
        found = guesses(self.situation, self.rng, budget)
        total = sum(guess.weight for guess in found)
        return [Guess(guess.weight / total, guess.dealt, guess.cards) for guess in found]

    def prefer(self, options: Sequence[tuple[float, Legal]]) -> Mix:
        """How often each option is chosen. ``options``: (value, action), at least one."""
        shares = self._shares([value for value, _ in options])
        found: Mix = {}
        for (_, legal), share in zip(options, shares, strict=True):
            assert isinstance(legal, Action), "a free number needs a decision of its own"
            found[legal] = found.get(legal, 0.0) + share
        return found

    def _shares(self, values: Sequence[float]) -> list[float]:
        return softmax(values, TEMPERATURE * self.situation.stakes.unit)

    def answers(
        self,
        accepted: tuple[float, Sequence[str]],
        refused: tuple[float, str],
        raises: Sequence[tuple[float, Legal]] = (),
        bold: float = 1.0,
        *,
        must: bool,
    ) -> Mix:
        """The mix of the answers to a pending call; undecided when none is offered.

        ``accepted``, ``refused``: the value of the answer, and its words. ``raises``: value and
        action of each raise. ``bold``: how often a raise is considered. ``must``: a refusal loses
        the game, so the call is accepted if that is offered.
        """
        value, words = accepted
        options = [(value, said) for word in words if (said := self.offered(word)) is not None]
        no = self.offered(refused[1])
        if no is not None and not (options and must):
            options.append((refused[0], no))
        plain = self.prefer(options) if options else UNDECIDED
        if not raises:
            return plain
        return blend([(bold, self.prefer([*options, *raises])), (1 - bold, plain)])

    def worthwhile(self, value: float, otherwise: float) -> float:
        """How often an option of this value is chosen over one of the value ``otherwise``."""
        return self._shares([value, otherwise])[0]

    def saying(self, words: Mapping[str, float], quiet: str) -> Mix:
        """The mix of a solved game, cut to the offered actions. ``quiet``: the word for silence,
        which leaves the choice undecided."""
        found: Mix = {}
        for word, share in words.items():
            said = None if word == quiet else self.named(word)
            if share > 0 and (word == quiet or isinstance(said, Action)):
                action = said if isinstance(said, Action) else None
                found[action] = found.get(action, 0.0) + share
        total = sum(found.values())
        return {action: share / total for action, share in found.items()} if total else UNDECIDED

    def offered(self, verb: str) -> Legal | None:
        """The first offered action with this verb; ``None``: there is none."""
        found = self.situation.offered.get(verb)
        return found[0] if found else None

    @cached_property
    def learnt(self) -> Chosen | None:
        """The learnt strategy for this turn, or for the answer to a truco. ``None``: the learnt
        tables do not cover this moment, or the budget is below 1."""
        if self.budget < 1:
            return None
        if (past := truco_past.past_of(self.situation)) is not None:
            return past.now(self.situation.levels)
        return team_truco.chosen(self.situation)

    @cached_property
    def leaning(self) -> Leaning:
        """How the only rival differs from a usual player in the truco, if the learnt tables cover
        the hand."""
        if self.noticed is None or truco_past.past_of(self.situation) is None or self.budget < 1:
            return LIKE_USUAL
        return leaning_of(self.situation.rules.variant, self.noticed)

    @cached_property
    def believing(self) -> "Judgement":
        """The same decision against a rival that differs from a usual player as :attr:`leaning`
        says."""
        return Judgement(self.view, self.rng, self.budget, believed=self.leaning)

    @cached_property
    def envido_words(self) -> envido_alone.Mix | None:
        """The mix of the words about the envido. ``None``: there is no envido to decide, or the
        budget is below 1."""
        return None if self.budget < 1 else envido_alone.mix(self.situation)

    def named(self, words: str) -> Legal | None:
        """The offered action with this verb, or with this verb and number; ``None``: there is
        none."""
        verb, _, number = words.partition(" ")
        for legal in self.situation.offered.get(verb, ()) if number else ():
            if isinstance(legal, Range) and legal.low <= int(number) <= legal.high:
                return Action(legal.seat, verb, int(number))
        return None if number else self.offered(verb)

    # --- the tricks ------------------------------------------------------------------------------

    @cached_property
    def to_lay(self) -> bool:
        """Whether the next card is mine."""
        return self.situation.position.turn == self.view.seat and bool(self.situation.levels)

    @cached_property
    def lay_values(self) -> dict[int, list[float]]:
        """For each level of my cards, how surely my side wins each imagined deal (1, 0 or a half)
        after I lay a card of that level now."""
        return {
            level: [win_share(self.situation, guess, level) for guess in self.guesses]
            for level in dict.fromkeys(self.situation.levels)
        }

    def average(self, wins: Sequence[float]) -> float:
        """The weighted mean of a list with one number for each imagined deal."""
        return sum(guess.weight * win for guess, win in zip(self.guesses, wins, strict=True))

    @cached_property
    def outlooks(self) -> list[Outlook]:
        """The expectations of each imagined deal. If the next card is mine, I lay the one that is
        best on average."""
        situation = self.situation
        if not self.guesses:
            return [Outlook(1.0, strength(situation, self.view.seat, self.view.cards), 0.45)]
        wins = self._hand_wins
        trust = 1.0 if situation.alone or not situation.challenged else TRUST
        return [
            Outlook(
                guess.weight,
                trust * win,
                rivals_strength(situation, guess.cards),
                tuple(levels_of(situation, guess.cards[situation.rivals[0]]))
                if truco_past.past_of(situation) is not None
                else (),
            )
            for guess, win in zip(self.guesses, wins, strict=True)
        ]

    @cached_property
    def _hand_wins(self) -> list[float]:
        """How surely my side wins each imagined deal: 1, 0, or a half."""
        if self.to_lay:
            return max(self.lay_values.values(), key=self.average)
        return [win_share(self.situation, guess, None) for guess in self.guesses]

    @property
    def wins_now(self) -> bool:
        """Whether one of my cards wins the hand at once, also after a call, so that this is the
        last moment to call."""
        situation, trick = self.situation, self.situation.trick()
        if not self.to_lay or not situation.running or situation.piling or situation.after(trick):
            return False
        must_beat = situation.rules.tricks.caller_must_beat  # PA-TRU-11: a tie loses then
        return any(
            situation.ended_by(level) == situation.side
            for level in situation.levels
            if level > trick.best or not must_beat
        )

    @cached_property
    def surely_won(self) -> bool:
        """Whether my side wins the hand in every one of many imagined deals."""
        return len(self.guesses) >= MANY and min(self._hand_wins) == 1.0

    @cached_property
    def surely_lost(self) -> bool:
        """Whether my side does not win the hand in any of many imagined deals."""
        if len(self.guesses) < MANY:
            return False
        if self.to_lay:
            return all(max(wins) == 0.0 for wins in self.lay_values.values())
        return max(self._hand_wins) == 0.0

    def wins(self, guess: Guess) -> float:
        """How surely my side wins the hand in this deal, if I lay the card that is best in it: 1,
        0, or a half."""
        if not self.to_lay:
            return win_share(self.situation, guess, None)
        return max(win_share(self.situation, guess, level) for level in set(self.situation.levels))

    @cached_property
    def chance(self) -> float:
        """How likely my side is to win the hand by its cards."""
        return sum(outlook.weight * outlook.win for outlook in self.outlooks)

    def expect(self, points: int) -> float:
        """The chance of winning the game if the hand is played to its end and pays these points."""
        stakes = self.situation.stakes
        return self.chance * stakes.won(points) + (1 - self.chance) * stakes.lost(points)


def rivals_strength(situation: Situation, cards: Sequence[Sequence[Card]]) -> float:
    """How strong the other side takes itself to be with these cards, from 0 to 1: mostly its best
    hand counts."""
    felt = [strength(situation, seat, cards[seat]) for seat in situation.rivals]
    if not felt:
        return 0.0
    return 0.7 * max(felt) + 0.3 * sum(felt) / len(felt)


def accepts_truco(situation: Situation, rival: float, step: int) -> float:
    """How likely the other side, at this strength, accepts a step of the ladder."""
    worth = situation.table.worth
    need = situation.stakes.turned().break_even(
        worth[step], worth[step - 1], situation.for_match(step)
    )
    return slope(rival, need + 0.05 + 0.07 * step, 0.07)
