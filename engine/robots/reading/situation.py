"""A seat view read as a player reads the table: slots, sides, tricks, words, stakes.

A *slot* is a seat's number in the order of play of the running contest, from 0, the mano. The even
slots are side 0, so the mano is always of side 0; the odd slots are side 1. A *table side* is a
side as the score has it, A or B.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import ACHICO, FLOR_QUIERO, NO_QUIERO, QUIERO, Legal
from engine.cards import Card
from engine.moves.envido import FORMULAS, falta_here
from engine.moves.flor_worth import paid
from engine.numbers import BIT, NO_SIDE, Game, Seat, Side
from engine.robots.reading.noticed import LIKE_USUAL, Leaning
from engine.robots.reading.scale import Scale, scale_of
from engine.robots.reading.stakes import Stakes, match_share, pace_of
from engine.robots.solving import playout
from engine.rules.calls import FlorWorth
from engine.rules.rule_set import DuelRules
from engine.seen.senas import Sena, meanings
from engine.seen.view import SeatView, table_of
from engine.state.seats import lays_piles
from engine.state.state import ENVIDO_GAME, FLOR_GAME, TRUCO_GAME, Pending, Position, Spoken, other
from engine.state.table import Table

WANTED: Final = "wanted"
REFUSED: Final = "refused"
CALL: Final = "call"


class Word(Struct, frozen=True):
    """A call or an answer, with the game to which it belongs."""

    seat: Seat
    game: Game
    verb: str
    meaning: str
    """``call``, ``wanted`` or ``refused``."""
    step: int
    """The call that was made or answered. Truco: the step of the ladder, from 1. Envido: the index
    in the list of calls. Flor: 1, or 2 for a bet whose worth depends on the score."""
    weight: int
    """The points that the call pays if it is accepted; 0 if a formula decides, and for a flor."""
    after: int
    """One against one: how many cards lay on the table when the word was said."""


class Situation:
    """A view, read for one decision. Raises ``ValueError`` before the first deal."""

    def __init__(self, view: SeatView, leaning: Leaning = LIKE_USUAL) -> None:
        """``leaning``: how the rival is believed to differ from the learnt tables."""
        if view.position is None:
            raise ValueError("no hand has been dealt")
        self.view = view
        self.leaning = leaning
        self.table: Table = table_of(view)
        self.rules = self.table.rules
        self.scale: Scale = scale_of(self.table, view.turned)
        self.heights = self.scale.heights
        """The level of each card in this hand, by card number."""
        self.ties = playout.Ties(
            self.rules.tricks.tie_lead, self.scale.all_tied, self.rules.tricks.after_tie == "stack"
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
        """The pending call that has to be answered first; ``None``: nothing is pending."""
        return self.position.stack[-1] if self.position.stack else None

    def for_match(self, step: int) -> bool:
        """Whether a step of the ladder decides the whole match (PA-TRU-10)."""
        steps = self.rules.truco.steps
        return 0 < step <= len(steps) and steps[step - 1].match

    @property
    def alone(self) -> bool:
        """Whether the contest is one against one."""
        return self.count == 2

    @property
    def per_side(self) -> int:
        """How many players a side has in this contest."""
        return max(1, self.count // 2)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels of the cards that this seat still holds, lowest first; unknown cards are left
        out."""
        heights = self.heights
        return tuple(sorted(heights[card] for card in self.view.cards if card >= 0))

    @cached_property
    def running(self) -> tuple[tuple[int, int], ...]:
        """The cards of the running trick as (slot, level), in the order in which they were laid."""
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
        """Whether everybody now lays his last two cards in a pile (VE-PAR-02)."""
        return lays_piles(self.table, self.position.trick, self.position.tied)

    def trick(self) -> playout.OpenTrick:
        """The running trick with the cards laid so far; each call makes a new one."""
        position = self.position
        beaten = playout.NONE
        if position.beaten != NO_SIDE:
            beaten = position.beaten ^ self.mano_side
        trick = playout.OpenTrick(self.slot_of.get(position.lead, 0), beaten)
        for slot, level in self.running:
            trick.lay(slot, level)
        return trick

    @cached_property
    def score(self) -> tuple[int, ...]:
        """The score by table side with all points won so far, also those that are held."""
        score = list(self.table.by_side(self.view.score))
        if self.rules.match.standing:  # points of this contest are not in the score (TR-MAT-04)
            for entry in self.view.entries:
                score[entry.side] += entry.points * (entry.duel == self.view.duel)
        for held in self.view.held:
            score[held.side] += held.points
        return tuple(score)

    @property
    def by_side(self) -> tuple[int, int]:
        """(score of my side, score of the other side)."""
        return self.score[self.table_side], self.score[other(self.table_side)]

    @cached_property
    def stakes(self) -> Stakes:
        """The stakes of my side at this score."""
        mine, theirs = self.table_side, other(self.table_side)
        games = self.table.by_side(self.view.games)
        return Stakes(
            self.view.target,
            self.score[mine],
            self.score[theirs],
            pace_of(self.table),
            match_share(self.view.games_to_win, games[mine], games[theirs]),
            self.most,
        )

    @cached_property
    def hand_decides(self) -> bool:
        """Whether a side wins the game with the hand as it stands."""
        stakes, worth = self.stakes, self.view.worth
        return stakes.wins_all(worth) or stakes.loses_all(worth)

    @property
    def most(self) -> tuple[int, int] | None:
        """The most points that the rest of a duplicate match's hand can still count for my side,
        and for the others (DU-02, DU-07); ``None``: there is no cap."""
        cap = self.table.hand_cap
        mine, theirs = self.by_side
        return (max(cap - mine, 0), max(cap - theirs, 0)) if cap else None

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The calls and answers of the running contest, in the order in which they were said."""
        rules = self.rules
        words: list[Word] = []
        pending: list[Word] = []
        noes, final = 0, self.per_side if rules.answer_by == "accept_prevails" else 1
        for spoken in self.view.said:
            verb, seat = spoken.verb, spoken.seat
            if verb in (QUIERO, NO_QUIERO, FLOR_QUIERO, ACHICO):
                of_flor = verb in (FLOR_QUIERO, ACHICO)  # perhaps they answer an announcement
                if pending and of_flor == (pending[-1].game == FLOR_GAME):
                    call = pending[-1]
                    meaning = WANTED if verb in (QUIERO, FLOR_QUIERO) else REFUSED
                    words.append(
                        Word(
                            seat,
                            call.game,
                            verb,
                            meaning,
                            call.step,
                            call.weight,
                            _cards_before(spoken),
                        )
                    )
                    noes = noes + 1 if meaning == REFUSED else 0
                    if meaning == WANTED or noes >= final:
                        pending.pop()
                        noes = 0
                continue
            noes = 0
            word = self._call(spoken, pending)
            if word is None:
                continue
            if word.game == TRUCO_GAME and pending and pending[-1].game == ENVIDO_GAME:
                pending.pop()
            if pending and pending[-1].game == word.game:
                pending.pop()
            pending.append(word)
            words.append(word)
        return tuple(words)

    def _call(self, spoken: Spoken, pending: Sequence[Word]) -> Word | None:
        """The call that was said, after the calls that were pending; ``None``: it is no call."""
        verb, seat, after = spoken.verb, spoken.seat, _cards_before(spoken)
        ladder, envidos, bets = self._call_steps
        if verb in ladder:
            step = ladder[verb]
            return Word(seat, TRUCO_GAME, verb, CALL, step, self.table.worth[step], after)
        if verb in envidos:
            step = envidos[verb]
            rules = self.rules.envido.calls[step]
            before = next((old.weight for old in reversed(pending) if old.game == ENVIDO_GAME), 0)
            adds = rules.adds if spoken.number < 0 else spoken.number * rules.each
            weight = 0 if rules.formula else before + adds
            return Word(seat, ENVIDO_GAME, verb, CALL, step, weight, after)
        if verb in bets:
            return Word(seat, FLOR_GAME, verb, CALL, bets[verb], 0, after)
        return None

    @cached_property
    def _call_steps(self) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
        """The step of each call by its verb: of truco, of envido, and of flor."""
        rules = self.rules
        ladder = {step.verb: number for number, step in enumerate(rules.truco.steps, start=1)}
        envidos = {call.verb: number for number, call in enumerate(rules.envido.calls)}
        bets: dict[str, int] = {}
        if rules.flor is not None:
            # The announcement is no bet. A bet whose worth depends on the score is the highest.
            bets = {call.verb: 1 + bool(call.wanted.formula) for call in rules.flor.calls[1:]}
        return ladder, envidos, bets

    @cached_property
    def senas(self) -> list[tuple[Seat, Sena]]:
        """The señas that partners have given in this hand, with the seats that gave them."""
        if not self.view.heard:
            return []
        known = {sena.id: sena for sena in meanings(self.table)}
        return [
            (Seat(heard.seat), known[heard.sena])
            for heard in self.view.heard
            if heard.sena in known and heard.seat in self.partners
        ]

    @cached_property
    def challenged(self) -> bool:
        """Whether the other side has called truco in this contest."""
        return any(
            word.game == TRUCO_GAME and word.meaning == CALL and word.seat in self.rivals
            for word in self.words
        )

    def after(self, trick: playout.OpenTrick) -> list[int]:
        """The slots that will lay a card in this trick after mine."""
        return [
            slot
            for step in range(1, self.count)
            if not trick.laid >> (slot := (self.me + step) % self.count) & 1
            and not self.position.gone >> self.contest[slot] & 1
        ]

    def ended_by(self, level: int) -> int:
        """The side that wins the hand when my card of this level ends the trick;
        ``playout.NONE``: the hand goes on."""
        trick = self.trick()
        trick.lay(self.me, level)
        return playout.hand_winner((*self.results, trick.side), self.ties.all_tied)

    # --- what bets are about --------------------------------------------------------------------

    def falta(self, mine: bool) -> int:
        """The points that a falta pays if it is accepted now and my side (``mine``) or the other
        side wins."""
        return falta_here(_Paying(self), self._winner(mine))

    def _winner(self, mine: bool) -> Side:
        return self.table_side if mine else other(self.table_side)

    @property
    def _duel(self) -> DuelRules | None:
        """The rules of the running duel; ``None``: everybody plays."""
        return self.rules.duels if self.count < self.view.players else None

    def capped(self, points: int) -> int:
        """The points that an envido of this worth pays: in a duel not more than its cap
        (AR-PIC-04)."""
        duel = self._duel
        return points if duel is None or not duel.caps_all else min(points, duel.cap)

    def envido_worth(self, step: int, wanted: int) -> tuple[int, int]:
        """The points that an accepted envido pays: (to my side if it wins, to the other side if the
        other side wins).

        ``step``: the last call; ``wanted``: the points called so far, unless a formula decides.
        """
        rules = self.rules.envido
        name = rules.calls[step].formula
        ours, theirs = (
            self.capped(self._formula(name, mine) if name else wanted) for mine in (True, False)
        )
        if rules.cap:
            ours = min(ours, self._formula(rules.cap, True))
            theirs = min(theirs, self._formula(rules.cap, False))
        return ours, theirs

    def _formula(self, name: str, mine: bool) -> int:
        return max(1, FORMULAS[name](_Paying(self), self._winner(mine)))

    def flor_pays(self, worth: FlorWorth, caller: int, mine: bool) -> int:
        """The points that a flor bet pays if my side (``mine``) or the other side wins.

        ``caller``: the table side that has called it.
        """
        return paid(_Paying(self), self._winner(mine), worth, Side(caller))


class _Paying:
    """What the formulas of calls read (:class:`engine.moves.flor_worth.FlorInput`), in a view."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self.rules = situation.rules
        self.is_duel = situation.count < situation.view.players
        self.flores = situation.position.flores

    def by_side(self) -> tuple[int, int]:
        return self._situation.table.by_side(self._situation.view.score)

    def seats_in(self, side: Side) -> tuple[Seat, ...]:
        table, gone = self._situation.table, self._situation.position.gone
        return tuple(
            [seat for seat in table.seats if table.sides[seat] == side and not gone >> seat & 1]
        )


def _cards_before(spoken: Spoken) -> int:
    """The value of :attr:`Word.after`."""
    return 2 * spoken.trick + spoken.laid.bit_count()


def _paired(position: Position, sides: tuple[Side, ...]) -> Position:
    """The position with a contest in which the sides alternate, as slots need it.

    With one player against two, a seat that does not exist is put between the two partners; it
    counts as one that has left.
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
