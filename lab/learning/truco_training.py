"""Learns the truco of two by self-play (:mod:`lab.learning.regrets`).

The result is a strategy for each spot (:mod:`engine.robots.learnt.truco_spots`). Cards and calls
are those of a table; envido and flor are left out.

In some hands a plain player takes the rival's place (:mod:`lab.learning.plain_players`): the
result is a restricted Nash response (Johanson, Zinkevich and Bowling, 2007), hard to exploit and
good against plain players.

Each round deals anew, to the robot as mano and as pie, and traverses the hand once for the robot
and once for the rival.
"""

from engine.robots.learnt.truco_spots import (
    ACCEPT,
    ASKED,
    ASKED_ON_TURN,
    BEATS,
    NOBODY,
    RAISE,
    REFUSE,
    TIES,
    TURN,
    choices,
    codes_of,
    effect_of,
    lying_of,
    spot_of,
    whose,
)
from engine.robots.solving.playout import NONE, PARDA
from lab.learning.hand_training import HandTraining
from lab.learning.plain_players import PlainPlayer, strength


class Training(HandTraining):
    """The truco of one zone of scores while it is learnt."""

    def __init__(
        self, seed: str, tie_lead: str, all_tied: int, piles: bool, must_beat: bool, plain: float
    ) -> None:
        """``tie_lead``, ``must_beat``: the rules of the tricks, as in
        :class:`engine.robots.solving.playout.Ties` and :class:`engine.rules.rule_set.TrickRules`.
        The other parameters are as in :class:`HandTraining`."""
        super().__init__(seed, all_tied, piles, plain)
        self.mano_leads = tie_lead == "mano"
        self.last_leads = tie_lead == "last_tied"
        self.must_beat = must_beat
        self.guest: PlainPlayer | None = None
        """The plain player that takes the rival's place."""
        self.laid: list[int] = []

    def learn(self) -> None:
        """One traversal for robot and rival, in both seats."""
        for robot in (0, 1):
            self.robot = self.me = robot
            if self.rng.random() < self.plain:
                self.guest = PlainPlayer(self.rng)
            self.goes()
            self.guest = None
            self.me = 1 - robot
            self.goes()

    def goes(self) -> float:
        """As in :class:`HandTraining`."""
        return self._turn(0, NONE, 0, NOBODY, NOBODY)

    def _on_turn(self, facing: int) -> int:
        return 1 - self.leader if facing >= 0 else self.leader

    def _turn(self, player: int, facing: int, step: int, word: int, beater: int) -> float:
        """A player lays a card or calls first. ``facing``: the level to answer. ``word``: the
        player that may call the next step. ``beater``: the player that has to win this trick."""
        codes = codes_of(self.hands[player], self.above, self.laid, facing, beater == player)
        cards = choices(codes, facing >= 0)
        raises = step < self.most[player] and word in (NOBODY, player)
        if len(cards) == 1 and not raises:
            return self._lay(player, 0, facing, step, word, beater)
        if self.guest is not None and player != self.me:
            way = self._guest_turns(self.guest, player, facing, codes, cards, raises)
            return self._taken(way, cards, player, facing, step, word, beater)
        spot = spot_of(
            codes,
            TURN,
            player == 0,
            len(self.results),
            self.first(player),
            step,
            whose(word, player),
            lying_of(facing, self.above, self.laid),
            raises,
        )
        ways = len(cards) + (1 if raises else 0)
        row = self.row(spot, ways, player)
        if player != self.me:
            way = self.drawn(row, ways, player)
            return self._taken(way, cards, player, facing, step, word, beater)
        values: list[float] = []
        for way in range(ways):
            values.append(self._taken(way, cards, player, facing, step, word, beater))
        return self.learnt(row, values)

    def _taken(
        self,
        way: int,
        cards: list[int],
        player: int,
        facing: int,
        step: int,
        word: int,
        beater: int,
    ) -> float:
        if way < len(cards):
            return self._lay(player, cards[way], facing, step, word, beater)
        if self.must_beat and facing >= 0:
            beater = player
        return self._asked(1 - player, facing, step + 1, player, beater)

    def _asked(self, player: int, facing: int, step: int, caller: int, beater: int) -> float:
        """A player answers the call of this step."""
        on_turn = player == self._on_turn(facing)
        codes = codes_of(
            self.hands[player], self.above, self.laid, facing if on_turn else NONE, beater == player
        )
        raises = step < self.most[player]
        if self.guest is not None and player != self.me:
            way = self._guest_answers(self.guest, player, facing, on_turn, raises)
            return self._answered(way, player, facing, step, caller, beater)
        spot = spot_of(
            codes,
            ASKED_ON_TURN if on_turn else ASKED,
            player == 0,
            len(self.results),
            self.first(player),
            step,
            whose(beater, player),
            lying_of(facing, self.above, self.laid),
            raises,
        )
        ways = 3 if raises else 2
        row = self.row(spot, ways, player)
        if player != self.me:
            return self._answered(
                self.drawn(row, ways, player), player, facing, step, caller, beater
            )
        values: list[float] = []
        for way in range(ways):
            values.append(self._answered(way, player, facing, step, caller, beater))
        return self.learnt(row, values)

    def _answered(
        self, way: int, player: int, facing: int, step: int, caller: int, beater: int
    ) -> float:
        if way == REFUSE:
            return self.paid(caller, step - 1)
        if way == ACCEPT:
            return self._turn(self._on_turn(facing), facing, step, player, beater)
        if self.must_beat and facing >= 0 and player == self._on_turn(facing):
            beater = player
        return self._asked(caller, facing, step + 1, player, beater)

    def _lay(
        self, player: int, place: int, facing: int, step: int, word: int, beater: int
    ) -> float:
        """The card at this place of the player's hand is laid."""
        hand = self.hands[player]
        level = hand[place]
        del hand[place]
        self.laid.append(level)
        if facing < 0:
            value = self._turn(1 - player, level, step, word, beater)
        else:
            result = PARDA
            if level > facing:
                result = player
            elif level < facing or beater == player:
                result = 1 - player
            value = self._trick_over(player, result, step, word)
        self.laid.pop()
        hand.insert(place, level)
        return value

    def _trick_over(self, last: int, result: int, step: int, word: int) -> float:
        """A trick is over. ``last``: the player that laid second."""
        self.results.append(result)
        winner = self.winner()
        if winner != NONE:
            value = self.paid(winner, step)
        else:
            before = self.leader
            if result != PARDA:
                self.leader = result
            elif self.mano_leads:
                self.leader = 0
            else:
                self.leader = last if self.last_leads else 1 - last
            value = self._turn(self.leader, NONE, step, word, NOBODY)
            self.leader = before
        self.results.pop()
        return value

    # --- plain players ----------------------------------------------------------------------------

    def _strong(self, player: int, facing: int, on_turn: bool) -> float:
        """The strength of a plain player's hand, 0 to 1."""
        held = self.hands[player]
        if facing >= 0 and not on_turn:
            held = sorted([*held, facing])  # its own card lies there
        answered = facing if on_turn else NONE
        first = self.first(player)
        return strength(held, self.above, self.laid, answered, first, len(self.results))

    def _guest_turns(
        self,
        guest: PlainPlayer,
        player: int,
        facing: int,
        codes: list[int],
        cards: list[int],
        raises: bool,
    ) -> int:
        """The action of a plain player on its turn."""
        if raises and guest.calls(self._strong(player, facing, True), len(self.results)):
            return len(cards)
        if facing < 0:
            return guest.leads(len(cards), self.first(player))
        for wanted in (BEATS, TIES):
            for way in range(len(cards)):
                if effect_of(codes[cards[way]]) == wanted:
                    return way
        return 0

    def _guest_answers(
        self, guest: PlainPlayer, player: int, facing: int, on_turn: bool, raises: bool
    ) -> int:
        """The action of a plain player when it is asked."""
        strong = self._strong(player, facing, on_turn)
        if raises and guest.raises(strong):
            return RAISE
        return ACCEPT if guest.accepts(strong) else REFUSE
