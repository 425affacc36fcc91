"""The truco of the last trick, one against one, as a small game solved to an equilibrium.

Each player has one card left. What everybody knows says how likely each card is
(:func:`engine.robots.imagining.beliefs.last_levels`); with that the words of the trick are a small
game, which :mod:`bets` solves. Both seats are judged as an onlooker judges them: a robot that
looked at its own card first would be read by it.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from engine.actions import NO_QUIERO, QUIERO
from engine.robots.imagining import beliefs
from engine.robots.reading.situation import CALL, Situation, Word
from engine.robots.reading.stakes import Stakes
from engine.robots.solving import playout
from engine.robots.solving.bets import Game
from engine.robots.solving.betting_tree import Choice, Fold, Node, OpenNumber, Showdown
from engine.state.state import ORDINARY, TRUCO_GAME

LEADS, FOLLOWS = 0, 1
"""The two players of the game: the leader, who lays the first card of the trick, and the
follower."""

SILENT: Final = "silent"
"""The word for laying the card in silence."""
RAISE: Final = "raise"
"""The next step of the ladder."""

Mix = dict[str, float]
"""The share of each of ``SILENT``, ``RAISE``, ``QUIERO`` and ``NO_QUIERO`` in the solution."""


def mix(situation: Situation, stakes: Stakes) -> Mix | None:
    """The mix of the words in the last trick; ``None``: this is not the last trick."""
    if not is_last(situation):
        return None
    trick = _Trick(situation, stakes)
    if situation.running:
        return trick.over_a_card()
    return trick.before_the_cards()


def is_last(situation: Situation) -> bool:
    """Whether two players have one card each, or have laid it, and the hand ends with them."""
    view, position = situation.view, situation.position
    if not situation.alone or len(situation.rivals) != 1 or position.special != ORDINARY:
        return False
    if any(play.covered or play.card < 0 for play in view.plays):
        return False
    if situation.rules.tricks.caller_must_beat or situation.piling:
        return False
    if position.stack and (len(position.stack) > 1 or position.stack[0].game != TRUCO_GAME):
        return False
    laid = {slot for slot, _ in situation.running}
    if len(laid) > 1 or any(
        view.counts[seat] != (slot not in laid) for seat, slot in situation.slot_of.items()
    ):
        return False
    if view.counts[view.seat] and len(situation.levels) != 1:
        return False  # its own card is face down
    ends = {
        playout.hand_winner((*situation.results, result), situation.ties.all_tied)
        for result in (0, 1, playout.PARDA)
    }
    return ends <= {0, 1}


class _Held(NamedTuple):
    """The cards that one player may hold, and how likely each is, by the public information."""

    levels: tuple[int, ...]
    likely: tuple[float, ...]


class _Words(NamedTuple):
    """The possible words of the last trick and their worths: everything from which its tree is
    made.

    All worths are the leader's.
    """

    level: int
    """The step of the ladder that is accepted."""
    word: int | None
    """The seat that may call the next step; ``None``: either."""
    caller: int
    """The player that speaks first. If it is the follower, it has called out of turn."""
    worths: tuple[tuple[float, float], ...]
    """For each step of the ladder, the worth when the leader wins the hand, and when the follower
    wins it."""
    calls: tuple[tuple[bool, ...], ...]
    """For each step of the ladder, the players that may say it and gain by it."""

    def tree(self) -> Node:
        """The tree of the words of the trick."""
        root = self._speaks(LEADS, self.laid(self.level, self.word))
        return self._speaks(FOLLOWS, root) if self.caller == FOLLOWS else root

    def may_call(self, player: int, step: int) -> bool:
        """Whether this player may say the step, and gains by it."""
        return step < len(self.calls) and self.calls[step][player]

    def laid(self, step: int, word: int | None) -> Node:
        """The node after the leader has laid its card, which the follower sees."""
        won, lost = self.worths[step]
        if word == LEADS or not self.may_call(FOLLOWS, step + 1):
            return Showdown(won, lost)
        more, less = self.worths[step + 1]
        return OpenNumber(LEADS, (-lost, -won), (-less, -more))

    def _asked(self, step: int, caller: int) -> Choice:
        """The node at which the other player answers the call of this step."""
        other = 1 - caller
        after: dict[str, Node] = {
            NO_QUIERO: Fold(self.worths[step - 1][caller]),
            QUIERO: self.laid(step, other),
        }
        if self.may_call(other, step + 1):
            after[RAISE] = self._asked(step + 1, other)
        return Choice(other, after)

    def _speaks(self, player: int, after: Node) -> Node:
        """The node at which a player may call before the leader lays its card. ``after``: the node
        that follows when the player is silent."""
        step = self.level + 1
        if self.word not in (None, player) or not self.may_call(player, step):
            return after
        return Choice(player, {SILENT: after, RAISE: self._asked(step, player)})


@lru_cache(maxsize=128)
def _solved(
    words: _Words,
    ranks: tuple[tuple[int, ...], tuple[int, ...]],
    likely: tuple[tuple[float, ...], tuple[float, ...]],
    point: float,
) -> Node:
    """The first node of the solved game. The result is remembered: both seats need the same game,
    and rollouts of one hand come again and again to the same words with the same cards on the
    table."""
    root = words.tree()
    Game(root, ranks, (list(likely[LEADS]), list(likely[FOLLOWS]))).solve(point)
    return root


class _Trick:
    """The last trick of a hand as a game of two."""

    def __init__(self, situation: Situation, stakes: Stakes) -> None:
        self.situation = situation
        self.stakes = stakes
        leader = situation.slot_of[situation.position.lead]
        self.me = LEADS if situation.me == leader else FOLLOWS
        seats = (situation.contest[leader], situation.contest[1 - leader])
        self.seats = seats
        self.sides = tuple(situation.table.sides[seat] for seat in seats)
        tied = playout.hand_winner((*situation.results, playout.PARDA), situation.ties.all_tied)
        self.tie_leads = tied == leader & 1
        """Whether a tie wins the hand for the leader."""
        self.level = 0
        """The step that was accepted when the trick began."""
        self.word: int | None = None
        """The seat that might call the next step then; ``None``: either."""
        self.said: list[Word] = []
        """The words of the truco that were said in it."""
        self._begin()

    def _begin(self) -> None:
        """Reads from the words which step was accepted before this trick, and what was said in
        it."""
        pending = 0
        for word in self.situation.words:
            if word.game != TRUCO_GAME:
                continue
            if word.after >= 2 * self.situation.position.trick:
                self.said.append(word)
            elif word.meaning == CALL:
                if pending:
                    self.level, self.word = pending, self._player(word)
                pending = word.step
            else:
                self.level, self.word, pending = pending, self._player(word), 0

    def _player(self, word: Word) -> int:
        """The speaker."""
        return self.seats.index(word.seat)

    def _worth(self, player: int, step: int) -> float:
        """The worth to the leader when ``player`` wins the hand at this step."""
        mine = player == self.me
        if self.situation.for_match(step):
            found = self.stakes.match_won() if mine else self.stakes.match_lost()
        else:
            points = self.situation.table.worth[step]
            found = self.stakes.won(points) if mine else self.stakes.lost(points)
        return found if self.me == LEADS else -found

    def _words(self, caller: int) -> _Words:
        """The words of this trick. ``caller``: who speaks first."""
        steps = range(len(self.situation.rules.truco.steps) + 1)
        worths = tuple([(self._worth(LEADS, step), self._worth(FOLLOWS, step)) for step in steps])
        limits = self.situation.position.limits
        most = [limits[side] if limits else len(steps) for side in self.sides]
        calls = tuple(
            [
                tuple(
                    [
                        0 < step <= most[player]
                        and worths[step - 1][player] != worths[step][player]
                        for player in (LEADS, FOLLOWS)
                    ]
                )
                for step in steps
            ]
        )
        return _Words(self.level, self.word, caller, worths, calls)

    # --- what to say ------------------------------------------------------------------------------

    def _held(self) -> tuple[_Held, _Held]:
        found = beliefs.last_levels(self.situation)
        return tuple(  # type: ignore[return-value]
            _Held(
                tuple(sorted(found[seat])),
                tuple([found[seat][level] for level in sorted(found[seat])]),
            )
            for seat in self.seats
        )

    def _ranks(self, held: tuple[_Held, _Held]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return (
            tuple([2 * level + self.tie_leads for level in held[LEADS].levels]),
            tuple([2 * level + (not self.tie_leads) for level in held[FOLLOWS].levels]),
        )

    def _come(self) -> tuple[Node, tuple[_Held, _Held], list[float]] | None:
        """The node to which the words said before the first card of the trick lead, what both may
        hold as the trick begins, and the follower's range after its answers; ``None``: a player
        said a word that gains nothing at this score."""
        over = 2 * self.situation.position.trick
        said = [word for word in self.said if word.after == over]
        caller = self._player(said[0]) if said else LEADS
        words = self._words(caller)
        if said and not words.may_call(caller, self.level + 1):
            return None
        held = self._held()
        likely = held[LEADS].likely, held[FOLLOWS].likely
        node = _solved(words, self._ranks(held), likely, self.stakes.unit)
        follows = list(held[FOLLOWS].likely)
        path = [RAISE if word.meaning == CALL else QUIERO for word in said]
        if not path and self.situation.running and isinstance(node, Choice):
            path = [SILENT]
        for token in path:
            if not isinstance(node, Choice) or token not in node.words:
                return None
            if node.player == FOLLOWS:
                follows = [share * node.mix(kind)[token] for kind, share in enumerate(follows)]
            node = node.after[node.words.index(token)]
        return node, held, follows

    def before_the_cards(self) -> Mix | None:
        """The mix of the words before the first card of the trick."""
        if self.situation.top is None and self.me != LEADS:
            return None
        come = self._come()
        if come is None:
            return None
        node, held, _ = come
        if not isinstance(node, Choice) or node.player != self.me:
            return None
        return node.mix(held[self.me].levels.index(self.situation.levels[0]))

    def over_a_card(self) -> Mix | None:
        """The mix of the words after the leader has laid its card, which the follower sees."""
        top = self.situation.top
        if top is not None and (top.step != self.situation.position.level + 1 or self.me != LEADS):
            return None  # the follower sees the card and knows the answer
        come = self._come()
        if come is None:
            return None
        node, held, follows = come
        if not isinstance(node, OpenNumber):
            return None
        shown = self.situation.running[0][1]
        levels = held[FOLLOWS].levels
        beats = [level > shown or (level == shown and not self.tie_leads) for level in levels]
        # If no card would have said these words, they tell nothing about the cards.
        shares = follows if sum(follows) > 0 else list(held[FOLLOWS].likely)
        if shown in levels:  # nobody holds the card that lies there
            lies = self.situation.view.plays[-1].card
            part = beliefs.part_of_others(self.situation, self.seats[FOLLOWS], lies)
            shares = [
                share * part if level == shown else share
                for share, level in zip(shares, levels, strict=True)
            ]
        better = sum([share for share, beaten in zip(shares, beats, strict=True) if beaten])
        total = sum(shares)
        bluffs, accepts = node.solved(better / total if total > 0 else 0.0)
        if self.me == LEADS:
            return {QUIERO: accepts, NO_QUIERO: 1 - accepts}
        if top is not None:
            return None
        calls = 1.0 if beats[levels.index(self.situation.levels[0])] else bluffs
        return {RAISE: calls, SILENT: 1 - calls}
