"""The ends that robots solve: nobody gains by knowing how they play them."""

from functools import cache

import pytest

from engine.actions import NO_QUIERO, QUIERO
from engine.cards import SPANISH
from engine.numbers import Seat
from engine.robots.imagining import beliefs
from engine.robots.reading.situation import Situation
from engine.robots.small_games import last_trick
from engine.robots.small_games.last_trick import RAISE, SILENT
from engine.robots.solving.bets import Game
from engine.seen.view import view
from tests.conversation import Talk

BEGIN = ("0 play 3e", "1 play 5b", "0 play 4c", "1 play 2o")
"""One trick each: seat 1 leads the last one, a tie is won by seat 0."""
LEADS, FOLLOWS = 1, 0
WORDS = ("truco", "retruco", "vale4")

Weights = dict[str, float]
"""By the card that the robot may hold, how likely it holds it and has come here."""


def situation(seat: int, own: str, seen: str, steps: tuple[str, ...]) -> Situation:
    """The last trick as a seat sees it. ``seen``: the last card of the other one, which matters
    only when it lies there."""
    cards = (own, seen) if seat == FOLLOWS else (seen, own)
    talk = Talk(f"3e 4c {cards[0]}", f"5b 2o {cards[1]}")
    return Situation(view(talk.say(*BEGIN, *steps).state, seat))


@cache
def mix(seat: int, own: str, seen: str, steps: tuple[str, ...]) -> dict[str, float]:
    """What a robot says."""
    scene = situation(seat, own, seen, steps)
    found = last_trick.mix(scene, scene.stakes)
    assert found is not None
    assert sum(found.values()) == pytest.approx(1)
    return found


def test_what_was_solved_for_one_card_is_known_for_every_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both seats, and whoever plays the hand on again, ask for the same game."""
    scene = situation(LEADS, "7e", "6c", ())
    first = last_trick.mix(scene, scene.stakes)
    monkeypatch.setattr(Game, "solve", None)
    for own in ("7e", "12b"):
        scene = situation(LEADS, own, "6c", ())
        again = last_trick.mix(scene, scene.stakes)
        assert again is not None
        assert (again == first) == (own == "7e")


class Reader:
    """One who knows all that a robot would do in the last trick, and does the best against it."""

    def __init__(self, robot: int) -> None:
        scene = situation(0, "7e", "6c", ())
        self.robot = robot
        self.heights = scene.heights
        won, lost, unit = scene.stakes.won, scene.stakes.lost, scene.stakes.unit
        self.worth = [(won(points) - lost(points)) / (2 * unit) for points in scene.table.worth]
        held = beliefs.last_levels(scene)
        gone = {SPANISH.read(step.split()[-1]) for step in BEGIN}
        self.likely: list[Weights] = [{}, {}]
        self.equals: dict[str, list[str]] = {}
        """By the first card of each height, all of them: the robot tells equal cards not apart."""
        for seat, shares in enumerate(self.likely):
            for level, share in held[Seat(seat)].items():
                fitting = [card for card in scene.table.deck if card not in gone]
                equals = [SPANISH.write(c) for c in fitting if scene.heights[c] == level]
                self.equals[equals[0]] = equals
                shares[equals[0]] = share

    def gains(self) -> float:
        """Points a hand, over all cards of both."""
        total = found = 0.0
        for own, share in self.likely[1 - self.robot].items():
            others = dict(self.likely[self.robot])
            if own in others:
                others[own] *= 1 - 1 / len(self.equals[own])
            others = {card: weight for card, weight in others.items() if weight}
            total += share * sum(others.values())
            found += share * self._start(own, others)
        return found / total

    def _say(self, card: str, own: str, steps: tuple[str, ...]) -> dict[str, float]:
        """The robot's mix with a card like this."""
        card = self._beside(own, card)
        shown = own if any("play" in step for step in steps) else "6c" if card != "6c" else "6e"
        return mix(self.robot, card, shown, steps)

    def _beside(self, own: str, card: str) -> str:
        """A card of this height that is not my own one."""
        return self.equals[card][-1] if card == own else card

    def _wins(self, own: str, card: str) -> bool:
        mine, its = self.heights[SPANISH.read(own)], self.heights[SPANISH.read(card)]
        return mine > its or (mine == its and self.robot == LEADS)

    def _compared(self, own: str, held: Weights, step: int) -> float:
        return self.worth[step] * sum(
            share if self._wins(own, card) else -share for card, share in held.items()
        )

    def _start(self, own: str, held: Weights) -> float:
        call = (f"{LEADS} truco",)
        if self.robot == FOLLOWS:
            return max(self._laid(own, held, 0, (), True), self._answered(own, held, 1, call))
        said = {card: self._say(card, own, ()) for card in held}
        silent = {card: share * said[card][SILENT] for card, share in held.items()}
        calls = {card: share * said[card][RAISE] for card, share in held.items()}
        return self._laid(own, silent, 0, (), True) + self._asked(own, calls, 1, call)

    def _answered(self, own: str, held: Weights, step: int, steps: tuple[str, ...]) -> float:
        """The robot answers my call."""
        said = {card: self._say(card, own, steps) for card in held}
        part = {
            word: {card: share * said[card].get(word, 0) for card, share in held.items()}
            for word in (NO_QUIERO, QUIERO, RAISE)
        }
        value = self.worth[step - 1] * sum(part[NO_QUIERO].values())
        value += self._laid(
            own, part[QUIERO], step, (*steps, f"{self.robot} quiero"), self.robot == FOLLOWS
        )
        if step < len(WORDS):
            value += self._asked(
                own, part[RAISE], step + 1, (*steps, f"{self.robot} {WORDS[step]}")
            )
        return value

    def _asked(self, own: str, held: Weights, step: int, steps: tuple[str, ...]) -> float:
        """I answer the call of the robot."""
        me = 1 - self.robot
        options = [
            -self.worth[step - 1] * sum(held.values()),
            self._laid(own, held, step, (*steps, f"{me} quiero"), me == FOLLOWS),
        ]
        if step < len(WORDS):
            raised = (*steps, f"{me} {WORDS[step]}")
            options.append(self._answered(own, held, step + 1, raised))
        return max(options)

    def _laid(
        self, own: str, held: Weights, step: int, steps: tuple[str, ...], may_call: bool
    ) -> float:
        """The one that leads lays its card; the other one sees it and may call."""
        if step == len(WORDS) or not may_call:
            return self._compared(own, held, step)
        if self.robot == FOLLOWS:
            laid = (*steps, f"{LEADS} play {own}")
            said = {card: self._say(card, own, laid) for card in held}
            calls = {card: share * said[card][RAISE] for card, share in held.items()}
            silent = {card: share - calls[card] for card, share in held.items()}
            folded = -self.worth[step] * sum(calls.values())
            return self._compared(own, silent, step) + max(
                folded, self._compared(own, calls, step + 1)
            )
        value = 0.0
        for card, share in held.items():
            other = self._beside(own, card)
            called = (*steps, f"{LEADS} play {other}", f"{FOLLOWS} {WORDS[step]}")
            accepts = mix(self.robot, other, own, called)[QUIERO]
            taken = self._compared(own, {card: share * accepts}, step + 1)
            value += max(
                self._compared(own, {card: share}, step),
                taken + self.worth[step] * share * (1 - accepts),
            )
        return value


@pytest.mark.dear
def test_who_reads_the_last_trick_gains_nothing() -> None:
    """The best answer to both seats of the robot, exactly, over all cards: at most a hundredth."""
    gained = (Reader(LEADS).gains() + Reader(FOLLOWS).gains()) / 2
    assert -1e-9 < gained < 0.01


def test_a_bluff_over_a_card_that_lies_there_gains_nothing() -> None:
    """Two of three calls of two are accepted: three points risked to save one that is lost. The
    seven of swords is seldom beaten; over a card that is beaten more often than not nothing would
    be accepted."""
    accepted = mix(LEADS, "7e", "1e", ("1 play 7e", "0 truco"))[QUIERO]
    assert accepted == pytest.approx(2 / 3, abs=0.02)
    assert mix(FOLLOWS, "1e", "7e", ("1 play 7e",)) == {RAISE: 1.0, SILENT: 0.0}
    assert 0 < mix(FOLLOWS, "4o", "7e", ("1 play 7e",))[RAISE] < 0.9


def test_only_what_everybody_sees_is_believed() -> None:
    """Both seats believe the same of both hands: a robot does not look at its own card first."""
    first, second = (
        beliefs.last_levels(situation(seat, own, other, ()))
        for seat, own, other in ((0, "7e", "6c"), (1, "6c", "7e"))
    )
    for seat in (0, 1):
        assert first[Seat(seat)] == pytest.approx(second[Seat(seat)])


def test_a_call_that_changes_nothing_is_not_made() -> None:
    """At 29 the hand wins the match as it is, whatever is called."""
    talk = Talk("3e 4c 7e", "5b 2o 6c", score=(29, 29)).say(*BEGIN)
    scene = Situation(view(talk.state, LEADS))
    assert last_trick.mix(scene, scene.stakes) is None


def test_who_has_not_the_word_calls_nothing_more() -> None:
    """Seat 1 called, and seat 0 said quiero: the retruco is seat 0's alone."""
    scene = situation(LEADS, "7e", "6c", ("1 truco", "0 quiero"))
    assert last_trick.mix(scene, scene.stakes) is None
