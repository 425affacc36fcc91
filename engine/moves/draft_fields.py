"""The fields of the working copy behind one step: taken from a state, and made into the next one.

:class:`engine.moves.draft.Draft` adds what the mechanisms do with them.
"""

from typing import Final

from engine.cards import Card
from engine.errors import UnknownCard
from engine.events import AnyEvent
from engine.nodes import NOT_SHOWN, Answers, Question
from engine.numbers import NO_SEATS, Seat, Side
from engine.state.facts import Fact
from engine.state.state import (
    CALLED,
    OPEN,
    Bet,
    DueProof,
    Entry,
    Hand,
    Held,
    Pending,
    Play,
    Position,
    Spoken,
    State,
    Statement,
    Step,
    Trick,
    make_position,
    step_of,
)
from engine.state.table import Table

Decision = tuple[Side, int, str]
"""Side that wins the contest (``NO_SIDE``: neither), truco points, article key."""


HANDS: Final = 1
"""The step looked at the cards of a seat, as dealt or as they lie there
(:meth:`DraftFields.dealt_to`, :meth:`DraftFields.seen_of`)."""
TRICKS: Final = 2
"""The step looked at the cards of the trick and at the winners of the tricks before
(:func:`engine.moves.tricks.end_trick`)."""
SCORE: Final = 4
"""The step looked at the score (:meth:`DraftFields.by_side`). Reaching the target need not be
marked: near the end of a game no step that wins points is remembered."""
WON: Final = 8
"""The step looked at points won before in this hand (:func:`engine.moves.ending.interfere`)."""


class DraftFields:
    """The fields of :mod:`engine.state.state`, and a note of everything else that a step looks at.

    A mechanism reads everything that the position does not hold through methods, and these methods
    mark in ``beyond`` what was read (:data:`HANDS`, :data:`TRICKS`, :data:`SCORE`, :data:`WON`).
    The same step from the same position may then have another result, so it is not remembered. Two
    looks at hands do not prevent that: a question with a yes or a no (:meth:`asks`), and the cards
    that are shown as a proof (:meth:`engine.moves.draft.Draft.turn_up_proofs`).
    """

    __slots__ = (
        "_dealt",
        "_hand",
        "_seen",
        "aley",
        "asked",
        "barred",
        "beaten",
        "begun",
        "bets",
        "beyond",
        "blind",
        "cards",
        "claimed",
        "contest",
        "covered",
        "decided",
        "discard",
        "duel",
        "ended",
        "entries",
        "envido",
        "events",
        "facts",
        "first",
        "flor",
        "flores",
        "games",
        "gone",
        "held",
        "home",
        "implied",
        "lacking",
        "laid",
        "lead",
        "level",
        "ley",
        "limits",
        "mute",
        "opened",
        "owing",
        "phase",
        "played_out",
        "plays",
        "proofs",
        "put_away",
        "rules",
        "said",
        "score",
        "shown",
        "shown_at",
        "shut",
        "special",
        "stack",
        "state",
        "stated",
        "statements",
        "stopped",
        "suspects",
        "table",
        "tied",
        "trick",
        "tricks",
        "turn",
        "waiting",
        "winner",
        "word",
    )

    def __init__(self, state: State, hand: Hand) -> None:
        self.state = state
        self._hand = hand
        self.table = state.table
        self.rules = state.table.rules
        self.score: tuple[int, ...] = state.score
        self.games: tuple[int, ...] = state.games
        self.first = state.first
        self.winner = state.winner
        self.ended = state.ended
        self.events: list[AnyEvent] = []
        self.home = False
        self.decided: Decision | None = None
        self.played_out = False
        """Whether the cards have decided the contest."""
        self.beyond = 0
        """The things beyond its position at which the step has looked."""
        self.asked: Answers = {}
        """The answers to the questions about hands that the step has asked."""
        self.shown_at = NOT_SHOWN
        """How many events the step had when cards were shown as proofs; :data:`NOT_SHOWN`."""
        self.shown = 0
        """How many seats have then shown cards."""
        self.implied: tuple[Fact, ...] = ()
        """The facts that the step has told, with those that were known before, without the facts
        of the cards that it has shown."""

        self.duel = hand.duel
        self.cards: tuple[tuple[Card, ...], ...] = hand.cards
        self.plays: tuple[Play, ...] = hand.plays
        self.tricks: tuple[Trick, ...] = hand.tricks
        self.said: tuple[Spoken, ...] = hand.said
        self._dealt: tuple[tuple[Card, ...], ...] = hand.dealt
        self._seen: tuple[tuple[Card, ...], ...] = hand.seen
        self.entries: tuple[Entry, ...] = hand.entries
        self.held: tuple[Held, ...] = hand.held
        self.facts: tuple[Fact, ...] = hand.facts
        self.stopped = hand.stopped
        self.waiting: tuple[Entry, ...] = hand.waiting
        self.proofs: tuple[DueProof, ...] = hand.proofs
        self.statements: tuple[Statement, ...] = hand.statements
        self.put_away = hand.put_away
        self.bets: tuple[Bet, ...] = hand.bets

        self.take_over(hand.position)

    def take_over(self, position: Position) -> None:
        """Go on from this position."""
        self.contest: tuple[Seat, ...] = position.contest
        self.turn = position.turn
        self.lead = position.lead
        self.trick = position.trick
        self.laid = position.laid
        self.opened = position.opened
        self.gone = position.gone
        self.level = position.level
        self.word = position.word
        self.stack: tuple[Pending, ...] = position.stack
        self.envido = position.envido
        self.flor = position.flor
        self.flores = position.flores
        self.phase = position.phase
        self.claimed = position.claimed
        self.owing = position.owing
        self.begun = position.begun
        self.special = position.special
        self.covered = position.covered
        self.tied = position.tied
        self.beaten = position.beaten
        self.limits: tuple[int, ...] = position.limits
        self.barred = position.barred
        self.lacking = position.lacking
        self.blind = position.blind
        self.discard = position.discard
        self.shut = position.shut
        self.suspects = position.suspects
        self.stated = position.stated
        self.aley = position.aley
        self.mute = position.mute
        self.ley = position.ley

    def position(self) -> Position:
        """The current position."""
        return make_position(
            self.contest,
            self.turn,
            self.lead,
            self.trick,
            self.laid,
            self.opened,
            self.gone,
            self.level,
            self.word,
            self.stack,
            self.envido,
            self.flor,
            self.flores,
            self.phase,
            self.claimed,
            self.owing,
            self.begun,
            self.special,
            self.covered,
            self.tied,
            self.beaten,
            self.limits,
            self.barred,
            self.lacking,
            self.blind,
            self.discard,
            self.shut,
            self.suspects,
            self.stated,
            self.aley,
            self.mute,
            self.ley,
        )

    def step(self) -> Step:
        """The new state, frozen, and the events of the step."""
        if self.trick or self.envido not in (OPEN, CALLED):
            # Some fields only decide how an envido may be called. They are cleared once the envido
            # is over, so that fewer positions differ.
            self.barred, self.lacking, self.shut = NO_SEATS, 0, 0
        before, hand = self.state, self._hand
        made = Hand(
            hand.mode,
            self._dealt,
            hand.turned,
            self.duel,
            self.cards,
            self.plays,
            self.tricks,
            self.said,
            self._seen,
            self.position(),
            hand.start,
            self.entries,
            self.held,
            self.facts,
            self.stopped,
            self.waiting,
            self.proofs,
            self.statements,
            self.put_away,
            self.bets,
        )
        state = State(
            self.table,
            before.dealer,
            before.number,
            self.first,
            self.score,
            self.games,
            made,
            self.winner,
            self.ended,
        )
        return step_of((state, tuple(self.events)))

    # --- what lies beyond the position -------------------------------------------------------

    def looks_at(self, what: int) -> None:
        """Notes that the step depends on this (:data:`HANDS` ...)."""
        self.beyond |= what

    def by_position(self, *, and_trick: bool = False) -> bool:
        """Whether the step depends on its position alone; with ``and_trick``, on that and the cards
        of the trick."""
        return not self.beyond & ~(TRICKS if and_trick else 0)

    def dealt_to(self, seat: Seat) -> tuple[Card, ...]:
        self.beyond |= HANDS
        return self._dealt[seat]

    def seen_of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a seat that lie face up or were shown."""
        self.beyond |= HANDS
        return self._seen[seat]

    def has_flor(self, seat: Seat) -> bool:
        """Whether a seat was dealt a flor; raises :class:`UnknownCard` when unknown cards hide
        it."""
        found = self.asks(Table.has_flor, seat)
        if found is None:
            raise UnknownCard
        return found

    def asks(self, question: Question, seat: Seat) -> bool | None:
        """The answer to a question about the cards dealt to a seat; ``None``: they are not known.
        A step that has looked at hands in this way alone can be remembered with the answers."""
        found = self.asked[question, seat] = question(self.table, self._dealt[seat], self.turned)
        return found

    @property
    def turned(self) -> Card:
        """The vira or muestra of this deal; ``UNKNOWN`` where none is turned."""
        return self._hand.turned

    @property
    def start(self) -> tuple[int, ...]:
        """The score before this hand."""
        return self._hand.start

    def by_side(self) -> tuple[int, int]:
        """The score of the two sides, in the form that the formulas read (TR-MAT-04, TR-GAL-03)."""
        self.beyond |= SCORE
        return self.table.by_side(self.score)
