"""The moment of a match that a screen shows: the calls, the seats that are asked, the next steps.

This module holds no words of any language; :mod:`bot.screens.moment.context` has them."""

from collections.abc import Sequence
from typing import Final

from bot.match.lesson import is_taught
from bot.messages import PersonId
from bot.model import MatchInfo, Status, forfeited, gives_hints
from bot.tokens import encode
from bot.words.cards import MANILHAS
from engine.cards import UNKNOWN, Card
from engine.moves.envido import worth
from engine.numbers import EVERYBODY, NO_ACCOUNT, NOBODY, A, B
from engine.rules.ranking import order_with, pieces_of
from engine.rules.rule_set import RuleSet
from engine.seen.senas import senas_for
from engine.seen.view import SeatView
from engine.state import state
from engine.state.facts import HOLDS
from engine.state.seats import is_blind
from engine.state.table import Table


class MatchMoment:
    """A match as one reader sees it at this moment."""

    def __init__(
        self,
        info: MatchInfo,
        view: SeatView,
        table: Table,
        moment: str,
        public: "MatchMoment | None" = None,
    ) -> None:
        """``public``: this moment as the public sees it, if it is known; what follows from public
        knowledge alone is taken from it."""
        self.info = info
        self.view = view
        self.table = table
        self.point = moment
        self.position: Final[state.Position | None] = view.position
        """The running contest, while there is one."""
        self.playing: Final = view.position is not None and view.position.phase == state.PLAYING
        """Whether cards or words can still follow in this hand."""
        stack = () if view.position is None else view.position.stack
        self.top: Final[state.Pending | None] = stack[-1] if stack else None
        """The call that must be answered first."""
        self.left: Final[tuple[int, ...]] = self._left() if public is None else public.left
        """The people who lose unless one returns: all left, except those of one account."""
        self.deserted: Final[tuple[int, ...]] = (
            self._deserted() if public is None else public.deserted
        )
        """The people for whom the table waits because robots hold the seats of all people. It waits
        until :attr:`bot.match.deadline_kinds.DeadlineKind.ABANDON`. People who left on purpose are
        not among these."""
        self.asked_seats: Final[tuple[int, ...]] = (
            self._asked_seats() if public is None else public.asked_seats
        )
        """The seats the table waits for."""
        self.voters: Final[tuple[int, ...]] = info.voters if public is None else public.voters
        """The seats of the people who vote."""
        self.removable: Final[tuple[int, ...]] = (
            info.removable if public is None else public.removable
        )
        """The seats of absent people, who may be removed by a vote."""
        self.offers_hints: Final[bool] = (
            self._offers_hints() if public is None else public.offers_hints
        )
        """Whether the people of this table may ask for a hint now. A guided match has none while it
        tells the newcomer what to do."""

    @property
    def reader(self) -> PersonId:
        """The person who reads the screen; empty: it is for everybody."""
        return "" if self.view.seat < 0 else self.info.seats[self.view.seat].person

    @property
    def winner(self) -> int:
        """The account that has won the match, by points or because the others left. ``NO_ACCOUNT``:
        there is none, or the match is void."""
        if self.info.is_void:
            return NO_ACCOUNT
        return self.view.winner if self.info.winner == NO_ACCOUNT else self.info.winner

    @property
    def score(self) -> tuple[int, ...]:
        """The score by account; for a match that was stopped, the score at that moment. In a
        duplicate match, the points of all hands together."""
        return self.info.final or (self.view.games if self.table.deals else self.view.score)

    def _left(self) -> tuple[int, ...]:
        accounts = self.view.accounts
        lost = forfeited(self.info, accounts)
        if len(accounts) - len(lost) != 1:
            return ()
        return tuple(
            seat for account in lost for seat in accounts[account] if self.info.seats[seat].person
        )

    def seats_of(self, side: int) -> list[int]:
        return [seat for seat, own in enumerate(self.table.sides) if own == side]

    def contest_of(self, side: int) -> list[int]:
        """The seats of a side that play the running contest."""
        contest = () if self.position is None else self.position.contest
        return [seat for seat in contest if self.table.sides[seat] == side]

    def is_reader(self, seats: Sequence[int]) -> bool:
        """Whether the reader alone is meant by these seats. Then words speak to them, and do not
        name them as if they were somebody else."""
        return list(seats) == [self.view.seat]

    def proved(self, seat: int) -> tuple[Card, ...]:
        """Cards that this seat turned up to prove points, in this hand."""
        return tuple(
            fact.card
            for fact in self.view.facts
            if fact.seat == seat and fact.kind == HOLDS and not fact.negated
            if fact.known_to == EVERYBODY
        )

    def peeked(self, seat: int) -> tuple[Card, ...]:
        """Cards of this seat that the reader saw before the hand and that others did not see."""
        return tuple(
            fact.card
            for fact in self.view.facts
            if fact.seat == seat and fact.kind == HOLDS and not fact.negated
            if fact.known_to != EVERYBODY
        )

    @property
    def manilhas(self) -> tuple[Card, ...]:
        """The four cards above all others, the strongest first; none in games without them."""
        if self.table.rules.special is None or (self.table.turns and self.view.turned == UNKNOWN):
            return ()
        order = order_with(self.table.rules.cards, self.view.turned)
        return tuple(step[0] for step in order[: len(MANILHAS)])

    @property
    def pieces(self) -> tuple[Card, ...]:
        """The cards promoted by the turned card (pieces), the strongest first (UY-CAR-01)."""
        return tuple(card for card, _ in pieces_of(self.table.rules.cards, self.view.turned))

    @property
    def blind(self) -> bool:
        """Whether nobody sees any card in this hand, not even their own (PA-FER-02)."""
        return self.position is not None and is_blind(self.table, self.position.special)

    @property
    def takes_senas(self) -> bool:
        """Whether people may make señas now: in a duel nobody has a partner to see them."""
        return self.playing and not (self.is_duel or self.blind) and bool(senas_for(self.table))

    def call_of(self, pending: state.Pending) -> str:
        rules = self.table.rules
        if pending.game in (state.FLOR_GAME, state.FLOR_PARTNERS):
            assert rules.flor is not None, "a flor at a table without flor"
            return rules.flor.calls[pending.step].verb
        if pending.game == state.ENVIDO_GAME:
            return rules.envido.calls[pending.step].verb
        if pending.game == state.BLIND_GAME and rules.blind is not None:
            return rules.blind.calls[pending.step].verb
        return rules.truco.steps[pending.step - 1].verb

    @property
    def queda(self) -> bool:
        """Whether the pending call is the queda, the call for the whole match (PA-TRU-10)."""
        top = self.top
        steps = self.table.rules.truco.steps
        return top is not None and top.game == state.TRUCO_GAME and steps[top.step - 1].match

    @property
    def for_game(self) -> bool:
        """Whether the accepted calls make this hand decide the game (VE-TRU-03)."""
        level = 0 if self.position is None else self.position.level
        return level > 0 and self._decides_game(level)

    @property
    def asks_for_game(self) -> bool:
        """Whether the pending call would make this hand decide the game (VE-TRU-03)."""
        top = self.top
        return top is not None and top.game == state.TRUCO_GAME and self._decides_game(top.step)

    def _decides_game(self, level: int) -> bool:
        step = self.table.rules.truco.steps[level - 1]
        return bool(step.formula) and not step.match

    @property
    def deciding(self) -> bool:
        """Whether a side still has to decide about the special hand: to play it or to run."""
        return self.top is not None and self.top.game == state.SPECIAL_GAME

    @property
    def opening(self) -> bool:
        """Whether a seat with a flor still has to begin the bet (TR-COM-08)."""
        top = self.top
        return top is not None and top.game == state.FLOR_GAME and top.seat == NOBODY

    def passed(self, pending: state.Pending) -> bool:
        """Whether all who were asked refused this call, to be paid later (TR-COM-06)."""
        position = self.position
        assert position is not None
        spoken = pending.said_no | position.gone
        sides = self.table.sides
        return all(spoken >> seat & 1 for seat in position.contest if sides[seat] != pending.side)

    @property
    def unseen(self) -> int:
        """The seat that may still call before looking at its cards (TR-COM-01)."""
        return self.position.blind if self.position is not None and self.playing else NOBODY

    @property
    def discarding(self) -> int:
        """The seat that has to put one of four cards away (TR-GAL-04)."""
        if self.position is None or not self.playing or self.unseen != NOBODY:
            return NOBODY
        return self.position.discard

    @property
    def has_four(self) -> bool:
        """Whether the reader still has to put the fourth card away (TR-GAL-04)."""
        position = self.position
        return self.playing and position is not None and position.discard == self.view.seat >= 0

    @property
    def cutting(self) -> bool:
        """Whether the next deal waits for somebody's cut."""
        return self.info.cutter >= 0 and not self.playing

    def _deserted(self) -> tuple[int, ...]:
        people = self.info.people
        if self.info.status is not Status.PLAYING or any(seat.present for seat in people):
            return ()
        return tuple(
            seat.seat for seat in people if not seat.left and not self.info.is_removed(seat)
        )

    def _asked_seats(self) -> tuple[int, ...]:
        if self.deserted:
            return self.deserted
        return (self.info.cutter,) if self.cutting else self.view.awaited

    def _offers_hints(self) -> bool:
        return self.playing and gives_hints(self.info) and not is_taught(self.info)

    @property
    def deadline(self) -> float | None:
        """The end of the time of the people who may act; ``None`` while nobody may."""
        claims = self.position is not None and self.position.phase == state.CLAIMS
        return self.info.deadline if claims or self.asked_seats else None

    @property
    def rules(self) -> RuleSet:
        return self.table.rules

    @property
    def is_duel(self) -> bool:
        """Whether the running contest is one of several duels."""
        return len(self.view.contests) > 1

    def by_side(self) -> tuple[int, int]:
        """The score of the two sides, for formulas (TR-GAL-03)."""
        return self.table.by_side(self.view.score)

    def wanted(self) -> tuple[int, int] | None:
        """The points of the pending call if it is accepted: for side A and for side B, if that side
        wins. ``None``: the call is a resto, whose points depend on flores that are not said yet."""
        top = self.top
        assert top is not None
        if top.game != state.ENVIDO_GAME:
            return (top.wanted, top.wanted) if top.wanted else None
        return worth(self, top, A), worth(self, top, B)

    @property
    def is_falta(self) -> bool:
        """Whether the pending call is a falta, except where a duel limits it (AR-PIC-04)."""
        top, duels = self.top, self.rules.duels
        if top is None or top.game != state.ENVIDO_GAME:
            return False
        if self.rules.envido.calls[top.step].formula != "falta":
            return False
        return not self.is_duel or duels is None or duels.cap >= self.rules.match.target

    @property
    def unready(self) -> tuple[int, ...]:
        """The seats of present people who have not asked to go on, while only time has to pass."""
        position, info = self.position, self.info
        if position is None or self.playing or self.cutting or info.status is not Status.PLAYING:
            return ()
        return tuple(
            seat.seat for seat in info.people if seat.present and seat.person not in info.ready
        )

    def code(self, card: Card) -> str:
        """The code of a card, for its picture; ``back`` for an unknown card."""
        return "back" if card == UNKNOWN else self.table.spelling.write(card)

    def token(self, action: str) -> str:
        """The token of a step of the game. It is only valid at this point of the hand."""
        return encode(self.info.match, self.point, action)

    def match_token(self, action: str) -> str:
        """The token of an action on the match that is valid at any moment."""
        return encode(self.info.match, "", action)
