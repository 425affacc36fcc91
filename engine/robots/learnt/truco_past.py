"""The public history of one hand of the truco of two, as a path through the learnt tables.

A :class:`Past` answers three questions: the strategy at this information set (:meth:`Past.now`),
the reach probability of this history for given cards (:meth:`Past.reach`), and the other player's
strategy after a call (:meth:`Past.answers`).
"""

from bisect import bisect_right
from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import Final, NamedTuple

from engine.cards import suit_of
from engine.numbers import NO_SIDE, Side
from engine.robots.learnt import truco_tables
from engine.robots.learnt.mix_tables import TrucoTable
from engine.robots.learnt.truco_spots import (
    ACCEPT,
    ANY_SUIT,
    ASKED,
    ASKED_ON_TURN,
    FIRST,
    NOBODY,
    NONE,
    RAISE,
    REFUSE,
    TURN,
    choices,
    codes_of,
    exact_spot,
    first_of,
    lying_of,
    spot_of,
    suit_told,
    suits_told,
    whose,
    words_in,
)
from engine.robots.learnt.truco_tables import First, Zone, home_step
from engine.robots.reading.noticed import LIKE_USUAL, Leaning, leant
from engine.robots.reading.scale import above_with
from engine.robots.reading.situation import CALL, REFUSED, Situation
from engine.robots.solving import playout
from engine.state.state import ORDINARY, TRUCO_GAME

OTHERWISE: Final = 0.1
"""The probability that a player ignores the tables and its cards: every choice is then possible."""
CALLS: Final = -2
"""A call as a choice on a turn; a card as a choice is its level."""


class PastChoice(NamedTuple):
    """One decision of the public history."""

    slot: int
    """The deciding player: 0, the mano, or 1."""
    kind: int
    """As in :func:`engine.robots.learnt.truco_spots.spot_of`."""
    step: int
    """The step of the ladder: on a turn the accepted step, when asked the step to be answered."""
    word: int
    """The slot that may call the next step; ``NOBODY``: either."""
    beater: int
    """The slot that has to beat the other's card in this trick (PA-TRU-11), or ``NOBODY``."""
    laid: int
    """How many cards lay on the table."""
    done: int
    """The choice that was made. On a turn: a level or ``CALLS``; when asked: ``REFUSE``, ``ACCEPT``
    or ``RAISE``."""
    words: int = 0
    """How many words were said since the last card, as in
    :func:`engine.robots.learnt.truco_spots.exact_spot`."""


class Chosen(NamedTuple):
    """A strategy at one spot: the share of each choice."""

    levels: tuple[int, ...]
    """The cards to lay, each a choice; none when asked."""
    shares: tuple[float, ...]
    """The share of each choice. On a turn: each card, then the call if it is possible; when asked:
    refusing, accepting, then a raise if it is possible."""

    @property
    def raises(self) -> float:
        """The share of the call on a turn."""
        return self.shares[-1] if len(self.shares) > len(self.levels) else 0.0


@lru_cache(maxsize=32)
def past_of(situation: Situation) -> "Past | None":
    """The history of this hand in the learnt tables; ``None``: the tables do not cover it. They
    cover two players, cards face up, no special hand, and only scores at which the bare hand does
    not decide the game.

    The function is called several times for one decision, so its newest results are kept.
    """
    view, position = situation.view, situation.position
    if view.players != 2 or not situation.alone or len(situation.rivals) != 1:
        return None
    if position.special != ORDINARY or situation.piling:
        return None
    if any(play.covered or play.card < 0 for play in view.plays):
        return None
    if min(_lacking(situation)) <= situation.table.worth[0]:
        return None  # no zone is learnt there
    zone = _zone(situation)
    table = truco_tables.table_at(situation.table, zone)
    if table is None:
        return None
    return Past(situation, table, solved=True)


def _zone(situation: Situation) -> Zone:
    """The zone of this score, for mano and pie."""
    worth = situation.table.worth
    mano, pie = _lacking(situation)
    return home_step(worth, mano), home_step(worth, pie)


def _lacking(situation: Situation) -> tuple[int, int]:
    """The points that mano and pie lack to win the game."""
    mine, theirs = situation.stakes.lacking, situation.stakes.lacking_theirs
    return (mine, theirs) if situation.me == 0 else (theirs, mine)


def above_in(situation: Situation) -> list[int]:
    """By level, how many cards of the hand's deck are higher, without the turned one."""
    return above_with(situation.table, situation.view.turned)


class Past:
    """The public history of a hand, with the strategies that the tables have for it."""

    def __init__(self, situation: Situation, table: TrucoTable, solved: bool = False) -> None:
        """``table``: the learnt table of the zone. ``solved``: whether a solved table of tricks 2
        and 3 is used before it."""
        heights, view = situation.heights, situation.view
        self._leaning = situation.leaning
        self._situation = situation
        self._table = table
        self._above = above_in(situation)
        self._laid = [heights[play.card] for play in view.plays]
        self._slots = [situation.slot_of[play.seat] for play in view.plays]
        self._first = situation.results[0] if situation.results else playout.PARDA
        limits = situation.position.limits
        sides = [situation.table.sides[seat] for seat in situation.contest]
        home = [home_step(situation.table.worth, side) for side in _lacking(situation)]
        self.most = [
            min(step, limits[side]) if limits else step
            for step, side in zip(home, sides, strict=True)
        ]
        """For each slot, the highest step that it says."""
        self._sides: list[Side] = sides
        self._now = (0, NOBODY, NOBODY)
        """The accepted step, who may call the next one, and who has to beat the other's card."""
        self.said = 0
        """How many words were said since the last card, as in :attr:`PastChoice.words`."""
        self.out_of_turn: set[int] = set()
        """The words, by number, that called while the next card was the other player's: the tables
        know no such calls."""
        self.decisions = self._told()
        self._usual = truco_tables.usual_levels(situation.table, self._above)
        self._solved = self._solved_tricks() if solved else None

    def _solved_tricks(self) -> TrucoTable | None:
        """The solved table for tricks 2 and 3 of this hand. ``None``: there is none, a player
        called out of turn in these tricks, or a player may not say every step of the ladder."""
        situation = self._situation
        if len(self._laid) < 2 or min(self.most) < len(situation.rules.truco.steps):
            return None
        if any(situation.words[number].after > 1 for number in self.out_of_turn):
            return None
        begun = [
            (decision.step, decision.word) for decision in self.decisions if decision.laid == 2
        ]
        step, word = begun[0] if begun else self._now[:2]
        mano, pie = (self._usual[level] for level in self._laid[:2])
        first = First(mano, pie, self._suit_told(), situation.view.turned)
        return truco_tables.solved_at(situation.table, _zone(situation), step, word, first)

    def _suit_told(self) -> int:
        """What the suits of the first cards tell."""
        situation = self._situation
        if not situation.rules.envido.calls:
            return ANY_SUIT
        led, followed = [play.card for play in situation.view.plays[:2]]
        levels = [
            situation.heights[card]
            for card in situation.table.deck
            if suit_of(card) == suit_of(led) and card != situation.view.turned
        ]
        told = suit_told(self._laid[0], self._above, levels)
        if told == ANY_SUIT and self._laid[0] == self._laid[1]:
            return suits_told(suit_of(led), suit_of(followed))
        return told

    def _on_turn(self, laid: int) -> int:
        """The slot that lays the next card, given the number of cards laid."""
        if laid % 2:
            return 1 - self._slots[laid - 1]
        if laid < len(self._slots):
            return self._slots[laid]
        return self._situation.slot_of.get(self._situation.position.lead, 0)

    def _told(self) -> list[PastChoice]:
        """All decisions of the hand, in order."""
        must_beat = self._situation.rules.tricks.caller_must_beat
        truco = [
            (number, word)
            for number, word in enumerate(self._situation.words)
            if word.game == TRUCO_GAME
        ]
        found: list[PastChoice] = []
        level, may, pending, beater, said = 0, NOBODY, 0, NOBODY, 0
        for laid in range(len(self._laid) + 1):
            said = 0
            if laid % 2 == 0:
                beater = NOBODY
            on_turn = self._on_turn(laid)
            while truco and truco[0][1].after <= laid:
                number, word = truco.pop(0)
                slot = self._situation.slot_of[word.seat]
                kind = ASKED_ON_TURN if slot == on_turn else ASKED
                if word.meaning != CALL:
                    done = REFUSE if word.meaning == REFUSED else ACCEPT
                    found.append(PastChoice(slot, kind, pending, may, beater, laid, done, said))
                    said += 1
                    if done == ACCEPT:
                        level, may = pending, slot
                    pending = 0
                    continue
                if pending:
                    found.append(PastChoice(slot, kind, pending, may, beater, laid, RAISE, said))
                    level, may = pending, slot
                elif slot == on_turn:
                    found.append(PastChoice(slot, TURN, level, may, beater, laid, CALLS, said))
                else:
                    self.out_of_turn.add(number)
                pending = word.step
                said += words_in(word.step)
                if must_beat and laid % 2 and slot == on_turn:
                    beater = slot
            if laid < len(self._laid):
                done = self._laid[laid]
                found.append(PastChoice(on_turn, TURN, level, may, beater, laid, done, said))
        self._now = level, may, beater
        self.said = said
        return found

    # --- what the tables say ----------------------------------------------------------------------

    @property
    def accepted(self) -> tuple[int, int]:
        """The accepted step of the ladder, and the slot that may say the next one."""
        return self._now[:2]

    def gone_on(self, done: PastChoice, level: int = NONE) -> "Past":
        """The same hand after one more decision. ``level``: the level of the card that the decision
        lays."""
        further = copy(self)
        further.decisions = [*self.decisions, done]
        if level != NONE:
            further._laid = [*self._laid, level]
        return further

    def now(self, levels: Sequence[int]) -> Chosen | None:
        """The strategy of the seat that looks, with these cards (levels, ascending); ``None``: the
        spot was not learnt."""
        situation = self._situation
        top, laid = situation.top, len(self._laid)
        level, may, beater = self._now
        if situation.position.beaten != NO_SIDE:
            beater = self._sides.index(situation.position.beaten)
        on_turn = self._on_turn(laid) == situation.me
        if top is None:
            if not on_turn:
                return None
            kind, step = TURN, level
        elif top.game == TRUCO_GAME and len(situation.position.stack) == 1:
            kind, step = ASKED_ON_TURN if on_turn else ASKED, top.step
        else:
            return None
        choice = PastChoice(situation.me, kind, step, may, beater, laid, NONE, self.said)
        return self.chosen(choice, levels)

    def answers(self, step: int, levels: Sequence[int]) -> tuple[float, ...] | None:
        """The strategy (refuse, accept, raise) of the other player when the seat that looks, with
        these cards, now calls this step."""
        situation = self._situation
        laid, slot = len(self._laid), 1 - situation.me
        _, may, beater = self._now
        on_turn = self._on_turn(laid) == slot
        if situation.rules.tricks.caller_must_beat and laid % 2 and not on_turn:
            beater = situation.me
        kind = ASKED_ON_TURN if on_turn else ASKED
        choice = PastChoice(slot, kind, step, may, beater, laid, NONE, self.said + words_in(step))
        found = self.chosen(choice, levels)
        return None if found is None else found.shares

    def reach(self, slot: int, dealt: Sequence[int]) -> float:
        """The probability that a player with these levels makes all decisions that this slot has
        made."""
        held = sorted(dealt)
        likely = 1.0
        for decision in self.decisions:
            if decision.slot != slot:
                continue
            likely *= self._likely(decision, held)
            if decision.kind == TURN and decision.done != CALLS:
                if decision.done not in held:
                    return 0.0
                held.remove(decision.done)
        return likely

    def _likely(self, one: PastChoice, held: Sequence[int]) -> float:
        found = self.chosen(one, held)
        if found is None:
            return 1.0
        shares = found.shares
        if one.kind != TURN:
            share = shares[one.done] if one.done < len(shares) else 0.0
        elif one.done == CALLS:
            share = found.raises
        else:
            # Cards that are one choice have the lowest of them as its name. A card that is no
            # choice of its own counts as the next lower choice.
            share = shares[max(bisect_right(found.levels, one.done) - 1, 0)]
        return OTHERWISE / len(shares) + (1 - OTHERWISE) * share

    def chosen(self, one: PastChoice, held: Sequence[int]) -> Chosen | None:
        """The strategy at this decision with these cards (levels, ascending); ``None``: the spot
        was not learnt."""
        found = self._learnt(one, held)
        if found is None or self._leaning == LIKE_USUAL or one.slot == self._situation.me:
            return found
        return _leant(found, self._leaning)

    def _learnt(self, one: PastChoice, held: Sequence[int]) -> Chosen | None:
        """The strategy of the tables, without the correction for the rival's leaning."""
        if one.laid > 1 and self._solved is not None:
            solved = self._exactly(self._solved, one, held)
            if solved is not None:
                return solved
        slot, on_table = one.slot, self._laid[: one.laid]
        facing = on_table[-1] if one.laid % 2 else NONE
        answered = NONE if one.kind == ASKED else facing
        codes = codes_of(list(held), self._above, on_table, answered, one.beater == slot)
        said = one.word if one.kind == TURN else one.beater
        raises = one.step < self.most[slot]
        if one.kind == TURN:
            raises = raises and one.word in (NOBODY, slot)
        spot = spot_of(
            codes,
            one.kind,
            slot == 0,
            one.laid // 2,
            first_of(self._first, slot) if one.laid > 1 else FIRST,
            one.step,
            whose(said, slot),
            lying_of(facing, self._above, on_table),
            raises,
        )
        levels: tuple[int, ...] = ()
        ways = 2 + raises
        if one.kind == TURN:
            levels = tuple([held[place] for place in choices(codes, facing != NONE)])
            ways = len(levels) + raises
        if ways == 1:
            return Chosen(levels, (1.0,))
        shares = self._table.mix(spot, ways)
        return None if shares is None else Chosen(levels, shares)

    def _exactly(self, table: TrucoTable, one: PastChoice, held: Sequence[int]) -> Chosen | None:
        """The solved strategy; ``None``: the solved table does not have this spot."""
        words = [
            before.words
            for before in self.decisions
            if 1 < before.laid < one.laid and before.kind == TURN and before.done != CALLS
        ]
        asked = one.kind != TURN
        laid = [self._usual[level] for level in self._laid[2 : one.laid]]
        levels_held = [self._usual[level] for level in held]
        spot = exact_spot(laid, [*words, one.words], asked, levels_held)
        raises = one.step < self.most[one.slot]
        if asked:
            shares = table.mix(spot, 2 + raises)
            return None if shares is None else Chosen((), shares)
        levels = tuple(sorted(set(held)))
        ways = len(levels) + (raises and one.word in (NOBODY, one.slot))
        shares = (1.0,) if ways == 1 else table.mix(spot, ways)
        return None if shares is None else Chosen(levels, shares)


def _leant(found: Chosen, leaning: Leaning) -> Chosen:
    """A strategy with another share of calls (on a turn) or refusals (when asked). The other
    choices keep their proportions."""
    shares = found.shares
    count = len(shares)
    if not found.levels:
        at, factor = REFUSE, leaning.refuses.factor
    elif count > len(found.levels):
        at, factor = count - 1, leaning.calls.factor
    else:
        return found
    if factor == 1.0:
        return found
    often = leant(OTHERWISE / count + (1 - OTHERWISE) * shares[at], factor)
    rest = sum(shares) - shares[at]
    others = [
        share / rest if rest > 0 else 1 / (count - 1)
        for place, share in enumerate(shares)
        if place != at
    ]
    mixed = [(1 - often) * share for share in others]
    return Chosen(found.levels, (*mixed[:at], often, *mixed[at:]))
