"""The truco of four, learnt by playing (:mod:`lab.learning.regrets`): two against two.

All four play by the same table of spots (:mod:`engine.robots.learnt.team_spots`), each by its own
cards. The first of two partners may leave the answer to the other. In every fourth hand partners
tell each other their best card, as with señas. In some hands two plain players take the rivals'
places (:mod:`lab.learning.plain_players`): they take their cards to be as strong as
:class:`engine.robots.reading.scale.CardScale` says, which counts both rivals, and lay them as
:func:`engine.robots.solving.playout.pick` does. Envido and flor are left out.

A team is not one player, so there is no guarantee that the strategy is hard to exploit; its
strength is measured.
"""

from typing import Final

from engine.robots.learnt.team_spots import (
    ASKED_FIRST,
    ASKED_LAST,
    STRONG,
    TURN,
    UNTOLD,
    code_of,
    lying_of,
    team_spot,
    told_of,
    winning,
)
from engine.robots.learnt.truco_spots import (
    ACCEPT,
    NOBODY,
    RAISE,
    REFUSE,
    choices,
    effect_on,
    whose,
)
from engine.robots.reading.scale import CardScale
from engine.robots.solving.playout import NONE, OpenTrick, pick
from lab.learning.hand_training import HandTraining
from lab.learning.plain_players import PlainPlayer

TOLD: Final = 0.25
"""The share of the hands with señas."""
SILENT: Final = 0.15
"""How often a player gives no seña in a hand with señas."""
LEFT: Final = 0.05
"""How often a robot's partner leaves it an answer without a reason, as people do, so that it learns
to answer by its own cards and by señas."""


class TeamTraining(HandTraining):
    """The truco of one zone of scores while it is learnt."""

    scale: CardScale
    """The strength of cards in the hand, by which plain players decide."""

    def __init__(
        self, seed: str, tie_lead: str, all_tied: int, piles: bool, plain: float, left: float = 0.0
    ) -> None:
        """``left``: how often partners leave an answer without a reason. The others are as in
        :class:`lab.learning.truco_training.Training`."""
        super().__init__(seed, all_tied, piles, plain)
        self.left = left
        self.tie_lead = tie_lead
        self.guests: list[PlainPlayer] = []
        """The plain players that take the rivals' places."""
        self.told = [UNTOLD, UNTOLD, UNTOLD, UNTOLD]
        """For each slot, what it has told its partner by a seña."""
        self.highest = [0, 0, 0, 0]
        """For each slot, the level of the best card that it was dealt, to which its seña refers."""
        self.trick: list[int] = []
        """The levels of the running trick, in the order in which they were laid."""

    def learn(self) -> None:
        """The robots and their rivals learn, on both sides. While a hand is played, ``self.above``
        counts the unseen cards."""
        for robot in (0, 1):
            self.robot = robot
            if self.rng.random() < self.plain:
                self.guests = [PlainPlayer(self.rng), PlainPlayer(self.rng)]
            self.learns(robot)
            self.learns(robot + 2)
            self.guests = []
            self.learns(1 - robot)
            self.learns(3 - robot)

    def goes(self) -> float:
        """As in :class:`HandTraining`."""
        return self._turn(0, 0, NOBODY)

    def dealt(self) -> None:
        """In a share of the hands (``TOLD``) each player, except with the frequency ``SILENT``,
        tells its partner its best card."""
        self.scale = CardScale(self.above, self.all_tied)
        signals = self.rng.random() < TOLD
        for slot in range(4):
            best = self.hands[slot][2]
            self.told[slot] = UNTOLD
            self.highest[slot] = best
            if signals and self.rng.random() >= SILENT:
                self.told[slot] = told_of(self.above[best])

    def learns(self, slot: int) -> None:
        """One traversal of the hand in which this slot learns."""
        self.me = slot
        self.goes()

    def _best(self) -> int:
        best = NONE
        for level in self.trick:
            if level > best:
                best = level
        return best

    def _codes(self, player: int, facing: int) -> list[int]:
        found: list[int] = []
        for level in self.hands[player]:
            found.append(code_of(self.above[level], effect_on(level, facing)))
        return found

    def _heard(self, player: int) -> int:
        """The partner's seña for this player, if it still counts."""
        partner = player ^ 2
        told = self.told[partner]
        if told != STRONG:
            return told
        held = self.hands[partner]
        return told if held and held[-1] == self.highest[partner] else UNTOLD

    def _spot(
        self,
        codes: list[int],
        kind: int,
        own: bool,
        player: int,
        facing: int,
        step: int,
        word: int,
        raises: bool,
    ) -> int:
        return team_spot(
            codes,
            kind,
            len(self.trick),
            own,
            winning(self.leader, self.trick, player & 1),
            len(self.results),
            self.first(player),
            step,
            word,
            0 if facing < 0 else lying_of(self.above[facing]),
            self._heard(player),
            raises,
        )

    def _turn(self, player: int, step: int, word: int) -> float:
        """A player lays a card, or calls first. ``word``: the side that may call the next step."""
        side = player & 1
        raises = step < self.most[side] and word in (NOBODY, side)
        if self.guests and side != self.robot:
            return self._guest_turn(player, step, word, raises)
        facing = self._best()
        codes = self._codes(player, facing)
        cards = choices(codes, len(self.trick) == 3)
        if len(cards) == 1 and not raises:
            return self._lay(player, 0, step, word)
        spot = self._spot(codes, TURN, False, player, facing, step, whose(word, side), raises)
        ways = len(cards) + (1 if raises else 0)
        row = self.row(spot, ways, side)
        if player != self.me:
            return self._taken(self.drawn(row, ways, side), cards, player, step, word)
        values: list[float] = []
        for way in range(ways):
            values.append(self._taken(way, cards, player, step, word))
        return self.learnt(row, values)

    def _taken(self, way: int, cards: list[int], player: int, step: int, word: int) -> float:
        if way < len(cards):
            return self._lay(player, cards[way], step, word)
        return self._asked((player + 1) & 3, step + 1, player, False)

    def _asked(self, player: int, step: int, caller: int, last: bool) -> float:
        """A player answers the call of this step. ``last``: its partner has left the answer to
        it."""
        side = player & 1
        raises = step < self.most[side]
        if self.guests and side != self.robot:
            return self._answered(self._guest_answer(player, raises), player, step, caller, last)
        own = (player - self.leader) & 3 < len(self.trick)
        facing = self._best()
        codes = self._codes(player, NONE if own else facing)
        kind = ASKED_LAST if last else ASKED_FIRST
        spot = self._spot(codes, kind, own, player, facing, step, 0, raises)
        ways = 3 if raises else 2
        row = self.row(spot, ways, side)
        if player != self.me:
            way = self.drawn(row, ways, side)
            if self.left and side == self.robot and not last and self.rng.random() < self.left:
                way = REFUSE
            return self._answered(way, player, step, caller, last)
        values: list[float] = []
        for way in range(ways):
            values.append(self._answered(way, player, step, caller, last))
        return self.learnt(row, values)

    def _answered(self, way: int, player: int, step: int, caller: int, last: bool) -> float:
        if way == REFUSE:
            if last:
                return self.paid(caller & 1, step - 1)
            return self._asked(player ^ 2, step, caller, True)
        if way == ACCEPT:
            return self._turn((self.leader + len(self.trick)) & 3, step, player & 1)
        return self._asked((player + 1) & 3, step + 1, player, False)

    def _lay(self, player: int, place: int, step: int, word: int) -> float:
        """The card at this place of the player's hand is laid."""
        hand = self.hands[player]
        level = hand[place]
        del hand[place]
        self.trick.append(level)
        for lower in range(level):
            self.above[lower] -= 1
        if len(self.trick) < 4:
            value = self._turn((player + 1) & 3, step, word)
        else:
            value = self._trick_over(step, word)
        for lower in range(level):
            self.above[lower] += 1
        self.trick.pop()
        hand.insert(place, level)
        return value

    def _trick_over(self, step: int, word: int) -> float:
        before, cards, trick = self.leader, self.trick, self._running()
        self.results.append(trick.side)
        winner = self.winner()
        if winner != NONE:
            value = self.paid(winner, step)
        else:
            self.leader = trick.leads_next(self.tie_lead)
            self.trick = []
            value = self._turn(self.leader, step, word)
            self.leader, self.trick = before, cards
        self.results.pop()
        return value

    def _running(self) -> OpenTrick:
        trick = OpenTrick(self.leader)
        for place in range(len(self.trick)):
            trick.lay((self.leader + place) & 3, self.trick[place])
        return trick

    # --- plain players ----------------------------------------------------------------------------

    def _strong(self, player: int) -> float:
        """How strong a plain player takes itself to be, as
        :func:`engine.robots.imagining.likelihood.strength`."""
        hand = self.hands[player]
        place = (player - self.leader) & 3
        if place == len(self.trick) == 3:
            return max(
                [
                    self.scale.ending(hand, level, self._running(), player, self.results, 2)
                    for level in hand
                ]
            )
        laid = self.trick[place] if place < len(self.trick) else NONE
        beaten = laid != NONE and self._best() > laid
        return self.scale.hand(hand, self.results, player & 1, 2, laid, beaten)

    def _guest_turn(self, player: int, step: int, word: int, raises: bool) -> float:
        """A plain player lays a card, or calls first."""
        guest = self.guests[player >> 1]
        if raises and guest.calls(self._strong(player), len(self.results)):
            return self._asked((player + 1) & 3, step + 1, player, False)
        hand, left = self.hands[player], 3 - len(self.trick)
        rivals = (left + 1) // 2
        level = pick(
            hand,
            self._running(),
            player,
            rivals,
            left - rivals,
            self.results,
            self.scale.chance,
            self.all_tied,
        )
        return self._lay(player, hand.index(level), step, word)

    def _guest_answer(self, player: int, raises: bool) -> int:
        """The action of a plain player when it is asked."""
        guest, strong = self.guests[player >> 1], self._strong(player)
        if raises and guest.raises(strong):
            return RAISE
        return ACCEPT if guest.accepts(strong) else REFUSE
