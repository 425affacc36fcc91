"""A seat view read the way a player reads the table: slots, sides, tricks, words, stakes.

*Slots* count from the mano of the running contest (0) in playing order; a slot's side is its
parity, so side 0 here is always the mano's. *Table sides* are those of the score.
"""

from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import ACHICO, FLOR_QUIERO, NO_QUIERO, QUIERO, Legal
from engine.cards import Card
from engine.moves.envido import FALTA, missing
from engine.numbers import BIT, NO_SIDE, Game, Seat, Side
from engine.robots import playout
from engine.robots.scale import Scale, scale_of
from engine.robots.stakes import Stakes, match_share, pace_of
from engine.rules.rule_set import FlorWorth
from engine.seen.view import SeatView, table_of
from engine.state.seats import lays_piles
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME, Pending, Position, other
from engine.state.table import Table

WANTED: Final = "wanted"
REFUSED: Final = "refused"
CALL: Final = "call"


class Word(Struct, frozen=True):
    """A call or an answer with the game it belongs to."""

    seat: Seat
    game: Game
    verb: str
    meaning: str
    """``call``, ``wanted`` or ``refused``."""
    step: int
    """Which call it is or answers: the step of the ladder, from 1; the index of the envido call."""
    weight: int
    """Points at stake when it is accepted; 0 for a formula."""


class Situation:
    """One decision's reading of a view. Raises ``ValueError`` before the first deal."""

    def __init__(self, view: SeatView) -> None:
        if view.position is None:
            raise ValueError("no hand has been dealt")
        self.view = view
        self.table: Table = table_of(view)
        self.rules = self.table.rules
        self.scale: Scale = scale_of(self.table, view.turned)
        self.heights = self.scale.heights
        """Level of each card in this hand, by card number."""
        self.ties = playout.Ties(
            self.rules.tricks.tie_lead,
            self.scale.all_tied,
            self.rules.tricks.after_tie == "stack",
        )
        self.position: Position = _paired(view.position, self.table.sides)
        self.contest = self.position.contest
        self.count = len(self.contest)
        self.slot_of: dict[int, int] = {seat: index for index, seat in enumerate(self.contest)}
        self.me = self.slot_of.get(view.seat, 0)
        self.side = self.me & 1
        sides = (*self.table.sides, NO_SIDE)
        self.table_side = sides[view.seat]
        self.mano_side = sides[self.contest[0]]
        gone = self.position.gone
        self.rivals = tuple(
            seat for seat in self.contest if sides[seat] != self.table_side and not gone >> seat & 1
        )
        self.partners = tuple(
            seat
            for seat in self.contest
            if sides[seat] == self.table_side and seat != view.seat and not gone >> seat & 1
        )
        self.results = tuple(
            playout.PARDA if trick.side == NO_SIDE else trick.side ^ self.mano_side
            for trick in view.tricks
        )
        self.offered: dict[str, list[Legal]] = {}
        for legal in view.offered:
            self.offered.setdefault(legal.verb, []).append(legal)

    @property
    def top(self) -> Pending | None:
        """What has to be answered first."""
        return self.position.stack[-1] if self.position.stack else None

    def for_match(self, step: int) -> bool:
        """Whether a step of the ladder is for the whole match."""
        steps = self.rules.truco.steps
        return 0 < step <= len(steps) and steps[step - 1].match

    @property
    def alone(self) -> bool:
        """Whether it is one against one."""
        return self.count == 2

    @property
    def per_side(self) -> int:
        """Players a side."""
        return max(1, self.count // 2)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels of the cards I still hold, lowest first."""
        heights = self.heights
        return tuple(sorted(heights[card] for card in self.view.cards if card >= 0))

    @cached_property
    def running(self) -> tuple[tuple[int, int], ...]:
        """The cards of the running trick: (slot, level), in the order laid."""
        heights = self.heights
        return tuple(
            (
                self.slot_of[play.seat],
                playout.COVERED if play.covered or play.card < 0 else heights[play.card],
            )
            for play in self.view.plays
            if play.trick == self.position.trick and play.seat in self.slot_of
        )

    @cached_property
    def laid(self) -> frozenset[Card]:
        """The cards that lie face up in the running contest."""
        return frozenset(play.card for play in self.view.plays if not play.covered)

    @property
    def piling(self) -> bool:
        """Whether the last cards are being laid in piles (VE-PAR-02)."""
        return lays_piles(self.table, self.position.trick, self.position.tied)

    def trick(self) -> playout.Trick:
        """The running trick, to be played on."""
        position = self.position
        beaten = playout.NONE
        if position.beaten != NO_SIDE:
            beaten = position.beaten ^ self.mano_side
        trick = playout.Trick(self.slot_of.get(position.lead, 0), beaten)
        for slot, level in self.running:
            trick.lay(slot, level)
        return trick

    @cached_property
    def score(self) -> tuple[int, ...]:
        """The score as it will be when held points are safe."""
        score = list(self.table.by_side(self.view.score))
        if self.rules.match.standing:  # what lies in the plate is not counted yet (TR-MAT-04)
            for entry in self.view.entries:
                score[entry.side] += entry.points * (entry.duel == self.view.duel)
        for held in self.view.held:
            score[held.side] += held.points
        return tuple(score)

    @property
    def by_side(self) -> tuple[int, int]:
        """The score of my side and of the other one."""
        return self.score[self.table_side], self.score[other(self.table_side)]

    @cached_property
    def stakes(self) -> Stakes:
        """What points are worth to my side now."""
        mine, theirs = self.table_side, other(self.table_side)
        games = self.table.by_side(self.view.games)
        return Stakes(
            self.view.target,
            self.score[mine],
            self.score[theirs],
            pace_of(self.table),
            match_share(self.view.games_to_win, games[mine], games[theirs]),
        )

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Calls and answers of the running contest, each with its game."""
        rules = self.rules
        ladder = {step.verb: number for number, step in enumerate(rules.truco.steps, start=1)}
        envidos = {call.verb: number for number, call in enumerate(rules.envido.calls)}
        bets: dict[str, int] = {}
        if rules.flor is not None:
            # The announcement is no bet; what stands for the rest of the game is the highest.
            bets = {call.verb: 1 + bool(call.wanted.formula) for call in rules.flor.calls[1:]}
        words: list[Word] = []
        pending: list[Word] = []
        noes, final = 0, self.per_side if rules.answer_by == "accept_prevails" else 1
        for spoken in self.view.said:
            verb, seat = spoken.verb, spoken.seat
            if verb in (QUIERO, NO_QUIERO, FLOR_QUIERO, ACHICO):
                of_flor = verb in (FLOR_QUIERO, ACHICO)  # perhaps of one that is only announced
                if pending and of_flor == (pending[-1].game == FLOR_GAME):
                    call = pending[-1]
                    meaning = WANTED if verb in (QUIERO, FLOR_QUIERO) else REFUSED
                    words.append(Word(seat, call.game, verb, meaning, call.step, call.weight))
                    noes = noes + 1 if meaning == REFUSED else 0
                    if meaning == WANTED or noes >= final:
                        pending.pop()
                        noes = 0
                continue
            noes = 0
            if verb in ladder:
                step = ladder[verb]
                weight = self.table.worth[step]
                word = Word(seat, TRUCO_GAME, verb, CALL, step, weight)
            elif verb in envidos:
                step = envidos[verb]
                call_rules = rules.envido.calls[step]
                before = next(
                    (old.weight for old in reversed(pending) if old.game == ENVIDO_GAME), 0
                )
                adds = call_rules.adds if spoken.number < 0 else spoken.number * call_rules.each
                weight = 0 if call_rules.formula else before + adds
                word = Word(seat, ENVIDO_GAME, verb, CALL, step, weight)
            elif verb in bets:
                word = Word(seat, FLOR_GAME, verb, CALL, bets[verb], 0)
            else:
                continue
            if word.game == TRUCO_GAME and pending and pending[-1].game == ENVIDO_GAME:
                pending.pop()
            if pending and pending[-1].game == word.game:
                pending.pop()
            pending.append(word)
            words.append(word)
        return tuple(words)

    @cached_property
    def challenged(self) -> bool:
        """Whether the other side has called the truco."""
        return any(
            word.game == TRUCO_GAME and word.meaning == CALL and word.seat in self.rivals
            for word in self.words
        )

    # --- what bets are about --------------------------------------------------------------------

    def falta(self, mine: bool) -> int:
        """What a falta pays my side (or the other one), were it accepted now."""
        side = self.table_side if mine else other(self.table_side)
        duels = self.rules.duels
        target = self.rules.match.target
        if self.count < self.view.players and duels is not None and duels.cap < target:
            return duels.cap
        score = self.table.by_side(self.view.score)
        return max(1, FALTA[self.rules.envido.falta](self.rules, score, side))

    def formula(self, name: str, mine: bool) -> int:
        """What a named formula of the envido comes to for my side (or the other one)."""
        score, side = self.table.by_side(self.view.score), self.table_side
        won, lost = (score[side], score[1 - side]) if mine else (score[1 - side], score[side])
        if name == "level":
            return lost - won if lost > won else missing(self.rules, won)
        if name == "loser_home":
            return max(1, self.rules.match.target - lost)
        return self.falta(mine)

    def capped(self, points: int) -> int:
        """Envido points as a duel pays them."""
        duels = self.rules.duels
        if self.count < self.view.players and duels is not None and duels.caps_all:
            return min(points, duels.cap)
        return points

    def envido_worth(self, step: int, wanted: int) -> tuple[int, int]:
        """What an accepted envido pays: (my side, the other side)."""
        rules = self.rules.envido
        name = rules.calls[step].formula
        capped = self.capped(wanted)
        ours, theirs = (
            self.capped(self.formula(name, mine)) if name else capped for mine in (True, False)
        )
        if rules.cap:
            ours = min(ours, self.formula(rules.cap, True))
            theirs = min(theirs, self.formula(rules.cap, False))
        return ours, theirs

    def flor_pays(self, worth: FlorWorth, caller: int, mine: bool) -> int:
        """What a flor bet of the ``caller`` side pays my side (or the other one)."""
        flor = self.rules.flor
        assert flor is not None, "a flor bet without flor"
        side = self.table_side if mine else other(self.table_side)
        announced = self.position.flores & ~self.position.gone
        flores = [(announced & seats).bit_count() for seats in self.table.seats_of]
        number = {
            "": 0,
            "further": max(0, flores[side] - 1),
            "own": flores[side],
            "caller": flores[caller],
            "called": flores[1 - caller],
            "all": sum(flores),
        }[worth.flores]
        points = worth.points + flor.alone * number
        if not worth.formula:
            return points
        target, score = self.rules.match.target, self.table.by_side(self.view.score)
        if worth.formula in ("same_as_falta", "falta"):
            return points + self.falta(mine)
        if worth.formula == "winner_chico":
            return points + missing(self.rules, score[side])
        if worth.formula == "win_chico":
            return points + max(1, target - score[side])
        points += max(1, target - max(score))
        return points + flor.alone * sum(flores) * (worth.formula == "plus_flores")


def _paired(position: Position, sides: tuple[Side, ...]) -> Position:
    """A position in which slots and sides alternate, as the reading of tricks takes them to.

    With one player against two a slot between the two is left to somebody who has gone.
    """
    contest = position.contest
    if len(contest) % 2 == 0:
        return position
    ghost = Seat(len(sides))
    one, two, three = contest
    paired: tuple[Seat, ...] = (one, two, ghost, three)
    if sides[one] == sides[two]:
        paired = (one, ghost, two, three)
    elif sides[one] == sides[three]:
        paired = (*contest, ghost)
    return replace(position, contest=paired, gone=position.gone | BIT << ghost)
