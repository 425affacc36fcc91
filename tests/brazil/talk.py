"""Hands of paulista and mineiro played as conversations, so that a test reads like a table at play.

    talk = Talk("3h Kc 5s", "As Qd 4h", vira="6d")      # the cards of seats 0 and 1; seat 0 is mão
    talk.say("0 play 3h", "1 play 4h")
    assert talk.refused("0 truco") == Reason.OWN_CALL

Steps are words of a record; ``play 1`` is a place.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from engine.actions import NO_ARGUMENT, PLACE, PLAY, Action, AnyAction, Deal, Legal
from engine.apply import apply, new_match, next_dealer
from engine.cards import FRENCH, UNKNOWN
from engine.errors import IllegalAction, Reason
from engine.events import AnyEvent, Called, GameEnded, HandEnded, TrickEnded
from engine.facts import HOLDS
from engine.legal import awaited, legal_actions, needs, offered_actions, public_actions
from engine.state import State
from engine.table import table_for
from engine.view import view

E = TypeVar("E", bound=AnyEvent)

A, B, TIE = 0, 1, -1


def cards(text: str) -> tuple[int, ...]:
    """``7d Qc`` as card numbers."""
    return tuple(FRENCH.read(name) for name in text.split())


def names(numbers: Iterable[int]) -> set[str]:
    return {FRENCH.write(card) for card in numbers}


def read(text: str) -> Action:
    """A step in the words of a record."""
    seat, verb, *rest = text.split()
    if not rest:
        return Action(int(seat), verb)
    if rest[0] in ("1", "2", "3"):
        return Action(int(seat), PLACE, int(rest[0]))
    return Action(int(seat), verb, FRENCH.read(rest[0]))


def write(action: Legal) -> str:
    """The verb and argument of a step."""
    assert isinstance(action, Action)
    if action.arg == NO_ARGUMENT:
        return action.verb
    if action.verb == PLACE:
        return f"{PLAY} {action.arg}"
    return f"{action.verb} {FRENCH.write(action.arg)}"


class Talk:
    """A match at one table, from its first hand on."""

    game = "paulista"

    def __init__(
        self,
        *hands: str,
        vira: str = "",
        dealer: int | None = None,
        score: tuple[int, int] = (0, 0),
        games: tuple[int, int] = (0, 0),
        also: Mapping[str, str] | None = None,
        **options: str,
    ) -> None:
        """``also``: further options, where a dictionary holds them."""
        self.table = table_for(self.game, len(hands), {**options, **(also or {})})
        self.state: State = new_match(self.table, score, games)
        self.events: list[AnyEvent] = []
        first = len(hands) - 1 if dealer is None else dealer
        self._take(Deal(first, tuple(cards(hand) for hand in hands), turned_card(vira)))

    def _take(self, action: AnyAction) -> None:
        self.state, events = apply(self.state, action)
        self.events += events

    def deal(self, *hands: str, vira: str = "") -> "Talk":
        """The next hand, dealt by whoever has to."""
        dealt = tuple(cards(hand) for hand in hands)
        self._take(Deal(next_dealer(self.state), dealt, turned_card(vira)))
        return self

    def say(self, *steps: str) -> "Talk":
        for step in steps:
            try:
                self._take(read(step))
            except IllegalAction as error:
                raise AssertionError(f"{step}: {error.reason}") from error
        return self

    def refused(self, step: str) -> Reason:
        """The reason why this step is refused now; the state stays as it was."""
        before = self.state
        try:
            apply(before, read(step))
        except IllegalAction as error:
            assert self.state == before
            return error.reason
        raise AssertionError(f"{step} is legal")

    # --- looking ---------------------------------------------------------------------------

    def of(self, kind: type[E]) -> list[E]:
        """All events of this kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def points(self) -> tuple[int, int]:
        """What the last hand gave; it is over."""
        assert self.needs in ("deal", "over"), self.needs
        return self.of(HandEnded)[-1].points

    @property
    def score(self) -> tuple[int, ...]:
        return self.state.score

    @property
    def needs(self) -> str:
        return needs(self.state)

    @property
    def awaited(self) -> set[int]:
        return set(awaited(self.state))

    def legal(self, seat: int) -> set[str]:
        return {write(action) for action in legal_actions(self.state, seat)}

    def words(self, seat: int) -> set[str]:
        """Legal actions without the laying of cards."""
        return {word for word in self.legal(seat) if " " not in word}

    def lays(self, seat: int) -> set[str]:
        """Legal actions that lay a card."""
        return self.legal(seat) - self.words(seat)

    def offered(self, seat: int) -> set[str]:
        return {write(action) for action in offered_actions(self.state, seat)}

    def public(self, seat: int) -> set[str]:
        return {write(action) for action in public_actions(self.state, seat)}

    def may(self, verb: str) -> set[int]:
        """The seats that may say this word now."""
        return {seat for seat in range(self.table.players) if verb in self.legal(seat)}

    @property
    def tricks(self) -> list[int]:
        """Who won each trick of all hands, by side."""
        return [event.side for event in self.of(TrickEnded)]

    @property
    def worth(self) -> int:
        """What the hand is worth now, as everybody sees it."""
        return view(self.state, -1).worth

    @property
    def call(self) -> tuple[int, int]:
        """The last call: what it pays if accepted, and if refused."""
        last = self.of(Called)[-1]
        return last.wanted, last.refused

    @property
    def game_over(self) -> bool:
        return bool(self.of(GameEnded))

    def knows(self, seat: int) -> dict[int, set[str]]:
        """By seat, the cards this seat knows to be there, from its view alone."""
        seen = view(self.state, seat)
        found: dict[int, set[str]] = {}
        if seat >= 0 and UNKNOWN not in seen.dealt:
            found[seat] = names(seen.dealt)
        for fact in seen.facts:
            assert fact.kind == HOLDS
            if not fact.negated:
                found.setdefault(fact.seat, set()).add(FRENCH.write(fact.card))
        return found


class Mineiro(Talk):
    game = "mineiro"


def turned_card(text: str) -> int:
    return FRENCH.read(text) if text else UNKNOWN
