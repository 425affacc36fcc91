"""A finished hand, arranged for the modules that count what its players did.

Everything follows from the hand's events and from the state after its last step. Both follow from
the record alone, so every reader of the record counts the same."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from engine.actions import NO_QUIERO, QUIERO
from engine.cards import Card
from engine.events import (
    Answered,
    AnyEvent,
    Called,
    ContestBegan,
    Dealt,
    FlorAnnounced,
    GameEnded,
    HandEnded,
    Laid,
    Scored,
    TrickEnded,
    WentToDeck,
)
from engine.numbers import NO_ACCOUNT, NOBODY, Account, Seat
from engine.state.state import (
    ENVIDO_GAME,
    ENVIDO_POINTS_KIND,
    FLOR_POINTS_KIND,
    GAME_NAMES,
    TRUCO_GAME,
    TRUCO_POINTS_KIND,
    Entry,
    Hand,
    State,
)
from engine.state.table import Table

TRUCO: Final = GAME_NAMES[TRUCO_GAME]
ENVIDO: Final = GAME_NAMES[ENVIDO_GAME]
_ENVIDO_PLAYED: Final = ("envido.accepted", "envido.falta", "envido.level")
"""The articles by which an accepted envido pays."""
_ENVIDO_REFUSED: Final = ("envido.refused", "leave.envido")
_TRUCO_REFUSED: Final = ("truco.refused", "leave.truco")


class LaidCard(Struct, frozen=True):
    """A card that a seat laid face up."""

    seat: Seat
    card: Card


class Contest(Struct):
    """The words and the cards of one contest of a hand."""

    duel: int
    seats: tuple[Seat, ...]
    """The seats of the contest, from its mano on."""
    called: list[Called] = []
    answered: list[Answered] = []
    answered_to: list[Seat] = []
    """For each answer of that list, the seat whose call it answers; ``NOBODY``: none."""
    flores: list[Seat] = []
    """The seats whose flor was announced, by themselves or because another one asked."""
    gone: list[Seat] = []
    """The seats that left alone."""
    gone_before_envido: list[Seat] = []
    """The seats that left alone before the envido was over, so they had no part in it."""
    tricks: list[TrickEnded] = []
    won_with: list[LaidCard | None] = []
    """By trick, the card that won it; ``None``: a parda, or a card of a pile."""
    lying: list[LaidCard] = []
    """The cards of a trick that was not finished."""
    laid: list[LaidCard] = []
    """All cards that were laid face up."""
    covered: list[Card] = []
    accepted: bool = False
    """Whether the last call of truco was accepted."""
    bluffs: dict[str, Called | None] = {}
    """By game, the result of :meth:`FinishedHand.bluff`, which each seat and a badge need."""

    def calls(self, game: str) -> list[Called]:
        return [called for called in self.called if called.game == game]


class FinishedHand(Struct, frozen=True):
    """A hand that was counted."""

    table: Table
    """The table as it was seated in this hand."""
    hand: Hand
    blind: bool
    """A blind hand: nobody saw any card before it was laid."""
    score: tuple[int, ...]
    """The score by account after the hand."""
    winner: Account
    """The account that has won a game (chico) with this hand; ``NO_ACCOUNT``: none."""
    contests: tuple[Contest, ...]

    def entries(self, contest: Contest, kind: int) -> list[Entry]:
        """The points of a contest won with the flor, the envido or the truco (``kind``)."""
        return [
            entry for entry in self.hand.entries if (entry.duel, entry.kind) == (contest.duel, kind)
        ]

    def envido(self, contest: Contest) -> Entry | None:
        """The points of an envido that was accepted and compared; ``None``: there was none."""
        found = self.entries(contest, ENVIDO_POINTS_KIND)
        return next((entry for entry in found if entry.article in _ENVIDO_PLAYED), None)

    def truco(self, contest: Contest) -> Entry | None:
        """The points of the contest itself; ``None``: nobody has won it."""
        found = self.entries(contest, TRUCO_POINTS_KIND)
        return found[-1] if found else None

    def flor(self, contest: Contest) -> list[Entry]:
        return self.entries(contest, FLOR_POINTS_KIND)

    def dealt_to(self, seat: Seat) -> tuple[Card, ...]:
        """A seat's three cards, without the one that a lone player has put away."""
        put_away = self.hand.put_away
        mine = self.hand.dealt[seat]
        return tuple(card for card in mine if card != put_away) if len(mine) > 3 else mine

    def envido_of(self, seat: Seat) -> int:
        return self.table.envido_points(self.dealt_to(seat), self.hand.turned)

    def best_envido(self, contest: Contest, side: int) -> int:
        """The best points for the envido of a side in a contest."""
        away = contest.gone_before_envido
        seats = [seat for seat in self.side(contest, side) if seat not in away]
        return max((self.envido_of(seat) for seat in seats), default=0)

    def side(self, contest: Contest, side: int) -> list[Seat]:
        return [seat for seat in contest.seats if self.table.sides[seat] == side]

    def best_card(self, contest: Contest, side: int) -> int:
        """The height of a side's best card left: in hand, or face up in the unfinished trick."""
        heights = self.table.heights(self.hand.turned)
        used = {laid.card for laid in contest.laid} | set(contest.covered)
        seats = [seat for seat in self.side(contest, side) if seat not in contest.gone]
        cards = [card for seat in seats for card in self.dealt_to(seat) if card not in used]
        cards += [laid.card for laid in contest.lying if laid.seat in seats]
        return max((heights[card] for card in cards), default=0)

    def bluff(self, contest: Contest, game: str) -> Called | None:
        """The first call of this game with which a side bluffed: the others refused although they
        had the better cards. For a truco they had a better card than all that the caller's side
        still had; for an envido, more points. ``None``: nobody bluffed, or cards were not seen."""
        if game not in contest.bluffs:
            contest.bluffs[game] = self._bluff(contest, game)
        return contest.bluffs[game]

    def _bluff(self, contest: Contest, game: str) -> Called | None:
        calls = contest.calls(game)
        if not calls or self.blind:
            return None
        kind, articles = TRUCO_POINTS_KIND, _TRUCO_REFUSED
        if game == ENVIDO:
            kind, articles = ENVIDO_POINTS_KIND, _ENVIDO_REFUSED
        caller = calls[-1]
        mine = self.table.sides[caller.seat]
        entries = self.entries(contest, kind)
        if not any(entry.article in articles and entry.side == mine for entry in entries):
            return None
        best = self.best_envido if game == ENVIDO else self.best_card
        return caller if best(contest, mine) < best(contest, 1 - mine) else None


def finished_hand(state: State, events: Sequence[AnyEvent]) -> FinishedHand:
    """The finished hand of these events, from deal to count. ``state``: after the last event."""
    assert state.hand is not None
    contests: list[Contest] = []
    blind, winner, score = False, NO_ACCOUNT, state.score
    for event in events:
        match event:
            case Dealt():
                blind = event.blind
            case ContestBegan():
                contests.append(Contest(event.duel, event.seats))
            case HandEnded():
                score = event.score
            case GameEnded():
                winner = event.account
            case _ if contests:
                _take(contests[-1], event)
            case _:
                pass
    return FinishedHand(state.table, state.hand, blind, score, winner, tuple(contests))


def _take(contest: Contest, event: AnyEvent) -> None:
    match event:
        case Called():
            contest.called.append(event)
            contest.accepted = contest.accepted and event.game != TRUCO
        case Answered():
            contest.answered.append(event)
            calls = contest.calls(event.game)
            contest.answered_to.append(calls[-1].seat if calls else NOBODY)
            if event.game == TRUCO and event.verb == QUIERO:
                contest.accepted = True
        case FlorAnnounced():
            told = (*event.seats, *event.asked)
            contest.flores += [seat for seat in told if seat not in contest.flores]
        case WentToDeck():
            if not event.whole:
                contest.gone.append(event.seat)
        case Scored():
            if event.kind == ENVIDO:
                contest.gone_before_envido = list(contest.gone)
        case Laid():
            if event.covered:
                contest.covered.append(event.card)
            else:
                contest.laid.append(LaidCard(event.seat, event.card))
                contest.lying.append(contest.laid[-1])
        case TrickEnded():
            cards = [laid for laid in contest.lying if laid.seat == event.seat]
            contest.won_with.append(cards[-1] if cards and event.seat != NOBODY else None)
            contest.tricks.append(event)
            contest.lying = []
        case _:
            pass


def refused(answer: Answered) -> bool:
    """Whether this answer refuses a call for the whole side."""
    return answer.verb == NO_QUIERO and answer.final
