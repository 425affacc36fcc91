"""The record of a room while it is played, with the proof of its deals (AZ-18 to AZ-20)."""

from collections.abc import Sequence

from bot.leagues.rooms import FIRST_DEALER, RoomPlan
from engine.actions import AnyAction
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.events import AnyEvent, HandEnded
from engine.fairness import deal, proof
from engine.fairness.deal import AZAR_2
from engine.fairness.transcript import public_lines
from engine.guard.legal import needs
from engine.numbers import Seat
from engine.record.notation import CUTS, write_result, write_step
from engine.robots.players.matches import Player, next_action
from engine.state.state import State


class RoomRecord:
    """A room from its first deal to its end. ``entry``: its number and link in its register."""

    def __init__(self, plan: RoomPlan, entry: tuple[int, bytes] = (1, deal.FIRST_LINK)) -> None:
        self._plan = plan
        self.table = table = plan.terms.table()
        self.state: State = new_match(table)
        self._mixed = mixed = plan.mixed(table)
        number, before = entry
        link = AZAR_2.link_of(before, number, plan.match, plan.commitment)
        self._lines = [
            *plan.header(table),
            *proof.match_proof(
                AZAR_2, plan.match, plan.commitment, (number, before, link), plan.added, mixed
            ),
        ]
        self._transcript = AZAR_2.first_transcript(mixed, plan.labels)
        self._hand: list[str] = []
        self._deck = plan.deck(table, mixed, 1)
        self._seen: set[int] = set()
        self.hands: list[tuple[int, int]] = []
        """The points of each hand that is over, by side."""

    @property
    def is_over(self) -> bool:
        """Whether all hands are played."""
        return needs(self.state) == "over"

    def deal(self) -> None:
        """Deals the next hand, as it follows from the secrets of the houses."""
        number = self.state.number + 1
        dealer = next_dealer(self.state) if self.state.number else Seat(FIRST_DEALER)
        self._deck = deck = self._plan.deck(self.table, self._mixed, number)
        choice = AZAR_2.own_choice(self._mixed, number)
        offset = AZAR_2.offset_of(self._mixed, number, choice, len(deck.cards))
        self._seen = set()
        action = deal_from(self.table, dealer, deal.cut(deck.cards, offset), next_mode(self.state))
        steps = [*write_step(self.state.table, action)]
        proved = proof.hand_proof(deck, choice, offset, proof.BY_OWN)
        if self.table.rules.cut and choice in CUTS:
            steps.insert(1, f"cut {choice}")
        self._add([*steps, *proved], self._apply(action))

    def take(self, action: AnyAction) -> None:
        """Takes a seat's step, or the end of claims. Raises :class:`engine.errors.EngineError`."""
        steps = [*write_step(self.state.table, action)]
        self._add(steps, self._apply(action))

    def text(self) -> str:
        """The whole record, once the room is over."""
        assert self.is_over
        return "\n".join([*self._lines, proof.secret_proof(self._plan.secret)]) + "\n"

    def _apply(self, action: AnyAction) -> tuple[AnyEvent, ...]:
        self.state, events = apply(self.state, action)
        return events

    def _add(self, lines: list[str], events: tuple[AnyEvent, ...]) -> None:
        write = self.table.spelling.write
        for card in proof.seen_cards(events):
            if card not in self._seen:
                self._seen.add(card)
                lines.append(proof.opening(*self._deck.opening(card), write(card)))
        ended = [event for event in events if isinstance(event, HandEnded)]
        lines += [write_result(event.points) for event in ended]
        self.hands += [event.points for event in ended]
        self._lines += lines
        self._hand += lines
        if ended:
            said = public_lines(self._hand)
            self._transcript = AZAR_2.next_transcript(self._transcript, said)
            self._lines.append(proof.transcript_proof(self._transcript))
            self._hand = []


def play_room(room: RoomRecord, players: Sequence[Player]) -> str:
    """Plays a room to its end with these players, by seat, and returns its record."""
    while not room.is_over:
        if needs(room.state) == "deal":
            room.deal()
        else:
            room.take(next_action(room.state, players))
    return room.text()
