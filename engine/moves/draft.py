"""The working copy behind one step.

:func:`engine.apply.apply` opens a :class:`Draft` of a state, the mechanisms change the draft, and
:meth:`Draft.step` makes the new state of it. No draft leaves the engine, and the old state never
changes.

Points are won through :mod:`engine.moves.scoring`, which keeps the ledger; calls are made through
:mod:`engine.moves.negotiation`, which keeps the stack. Three flags report that a step ends
something. ``home``: a side reached the target with points of the flor or the envido, so play stops
at once (AR-MAT-05). ``stopped``: points that are held would reach it. ``decided``: the contest is
over and pays its truco points.
"""

from collections.abc import Iterable
from typing import Final

from engine.cards import Card
from engine.errors import UnknownCard
from engine.events import AnyEvent
from engine.nodes import NOT_SHOWN, Answers, Question
from engine.numbers import NO_NUMBER, NO_SEATS, Seat, Side
from engine.state.facts import Fact, known
from engine.state.proofs import all_turned_up
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
"""The step looked at the cards of a seat, as dealt or as they lie there (:meth:`Draft.dealt_to`,
:meth:`Draft.seen_of`), or at the turned card."""
TRICKS: Final = 2
"""The step looked at the cards of the trick and at the winners of the tricks before
(:func:`engine.moves.tricks.end_trick`)."""
SCORE: Final = 4
"""The step looked at the score (:meth:`Draft.by_side`). Reaching the target need not be marked:
near the end of a game no step that wins points is remembered."""
WON: Final = 8
"""The step looked at points won before in this hand (:func:`engine.moves.ending.interfere`)."""


_BESIDE: Final = (
    "_dealt _hand _seen asked bets beyond cards decided duel ended entries events facts first "
    "games held home implied played_out plays proofs put_away rules said score shown shown_at "
    "state statements stopped table tricks waiting winner"
)
"""The fields of a draft beside those of its position."""


class Draft:
    """A state while a step changes it. The fields are those of :mod:`engine.state.state`.

    A mechanism reads everything that the position does not hold through methods, and these methods
    mark in ``beyond`` what was read (:data:`HANDS`, :data:`TRICKS`, :data:`SCORE`, :data:`WON`).
    The same step from the same position may then have another result, so it is not remembered. Two
    looks at hands do not prevent that: a question with a yes or a no (:meth:`asks`), and the cards
    that are shown as a proof (:meth:`turn_up_proofs`).
    """

    __slots__ = (*Position.__struct_fields__, *_BESIDE.split())

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
        """How many events of shown cards follow there."""
        self.implied: tuple[Fact, ...] = ()
        """All facts that the step has told, also if they were known before. The facts that follow
        from the shown cards are not among them."""

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

    def worth(self) -> int:
        """The worth of the contest now, in points."""
        return self.table.worth_of(self.special, self.level)

    # --- what lies beyond the position -------------------------------------------------------

    def looks_at(self, what: int) -> None:
        """Notes that the step depends on this (:data:`HANDS` ...)."""
        self.beyond |= what

    def by_position(self, *, and_trick: bool = False) -> bool:
        """Whether the step depends on its position and on the answers alone; with ``and_trick``,
        also on the cards of the trick."""
        return not self.beyond & ~(TRICKS if and_trick else 0)

    def dealt_to(self, seat: Seat) -> tuple[Card, ...]:
        """The cards dealt to a seat, without one that it put away."""
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
        """The answer to a question about the cards dealt to a seat; ``None``: unknown cards hide
        it. A step that has looked at hands in this way alone can be remembered with the answers."""
        found = self.asked[question, seat] = question(self.table, self._dealt[seat], self.turned)
        return found

    def by_side(self) -> tuple[int, int]:
        """The score of the two sides, in the form that the formulas read (TR-MAT-04, TR-GAL-03)."""
        self.beyond |= SCORE
        return self.table.by_side(self.score)

    # --- cards -------------------------------------------------------------------------------

    def see(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        """These cards of a seat lie face up from now on."""
        seen = list(self._seen)
        seen[seat] = seen[seat] + cards
        self._seen = tuple(seen)

    def put_one_away(self, seat: Seat, card: Card) -> None:
        """The seat puts this card away and keeps its other cards (TR-GAL-04)."""
        held = self.dealt_to(seat)
        at = held.index(card)
        kept = held[:at] + held[at + 1 :]
        self._dealt = self.cards = (*self._dealt[:seat], kept, *self._dealt[seat + 1 :])
        self.put_away = card

    # --- who ---------------------------------------------------------------------------------

    def seats_in(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side that are in the contest and have not left it, from the mano on."""
        sides, gone = self.table.sides, self.gone
        return tuple(
            [seat for seat in self.contest if sides[seat] == side and not gone >> seat & 1]
        )

    def everyone_in(self) -> tuple[Seat, ...]:
        """The seats that are in the contest and have not left it, from the mano on."""
        gone = self.gone
        return tuple([seat for seat in self.contest if not gone >> seat & 1])

    def contests(self) -> tuple[tuple[Seat, ...], ...]:
        return self.table.contests(self.state.dealer, self._hand.mode)

    @property
    def turned(self) -> Card:
        """The vira or muestra of this deal; ``UNKNOWN`` where none is turned."""
        return self._hand.turned

    @property
    def start(self) -> tuple[int, ...]:
        """The score before this hand."""
        return self._hand.start

    @property
    def is_duel(self) -> bool:
        """Whether the running contest is one of several in this deal."""
        return len(self.contest) < self.table.players

    # --- what was said, and what it tells ----------------------------------------------------

    def speak(self, seat: Seat, verb: str, number: int = NO_NUMBER) -> None:
        """Put a word into the hand's record of words."""
        self.said = (*self.said, Spoken(seat, verb, number, self.trick, self.laid))

    def learn(
        self,
        kind: str,
        seat: Seat,
        article: str,
        low: int = 0,
        high: int = 0,
        *,
        negated: bool = False,
        card: Card = -1,
    ) -> None:
        """Adds a fact, if it is new. A fact that follows from cards needs a look at them that is
        noted (:meth:`dealt_to`, :meth:`looks_at`); one that follows from a word needs none."""
        fact = Fact(kind, seat, article, low, high, negated, card)
        self.implied = (*self.implied, fact)
        if self.shown_at != NOT_SHOWN:
            self.beyond |= HANDS  # the order of the facts depends on the cards shown
        if fact not in self.facts:
            self.facts = (*self.facts, fact)

    def learn_all(self, facts: Iterable[Fact]) -> None:
        """Adds those of these facts that are new. They follow from the cards of a seat."""
        self.beyond |= HANDS
        self.facts = known(self.facts, facts)

    def turn_up_proofs(self) -> None:
        """The seats that have to prove points turn their cards up. A remembered step does this too,
        with the proofs that were due before it (:mod:`engine.memo`)."""
        self.shown_at = len(self.events)
        if self.proofs != self._hand.proofs:
            self.beyond |= HANDS  # this step made a proof due, or has shown cards already
        if self.proofs:
            self._seen, self.facts, events = all_turned_up(
                self.table, self.proofs, self._dealt, self._seen, self.facts, self.turned
            )
            self.events += events
            self.shown = len(events)
            self.proofs = ()
