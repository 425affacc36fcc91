"""Hands played as conversations, so that a test reads like a table at play.

    talk = Talk("7e 6e 4o", "4c 6c 1o")          # the cards of seats 0 and 1; seat 0 is mano
    talk.say("0 envido", "1 quiero", "0 play 4o")
    assert talk.points == (2, 0)
    assert talk.refused("0 play 7e") == Reason.NOT_YOUR_TURN

Steps are the words of a record, read by a few lines of this module alone.
"""

from collections.abc import Mapping
from typing import Self, TypeVar

from engine.actions import (
    CARD_VERBS,
    DESCARTA,
    NO_ARGUMENT,
    PLAY,
    PLAY_NTH,
    STACK,
    Action,
    AnyAction,
    Close,
    Deal,
    Legal,
    Range,
    cards_of_pile,
    pile,
)
from engine.apply import apply, new_match, next_dealer
from engine.cards import SPANISH, UNKNOWN, Spelling
from engine.errors import IllegalAction, Reason
from engine.events import AnyEvent, Declared, Shown, TrickEnded
from engine.guard.legal import awaited, legal_actions, needs, offered_actions, public_actions
from engine.state.state import Hand, State
from engine.variants import table_for

E = TypeVar("E", bound=AnyEvent)


def cards(text: str, spelling: Spelling = SPANISH) -> tuple[int, ...]:
    """``7o 12e`` as card numbers."""
    return tuple(spelling.read(name) for name in text.split())


def read(text: str, spelling: Spelling = SPANISH) -> AnyAction:
    """A step in the words of a record; ``close`` ends the claims, ``play 1`` is a place."""
    if text == "close":
        return Close()
    seat, verb, *rest = text.split()
    if not rest:
        return Action(int(seat), verb)
    if verb == "paso":  # an answer in part: the whole phrase is the verb
        return Action(int(seat), " ".join((verb, *rest)))
    if verb == STACK:
        return Action(int(seat), verb, pile(*(spelling.read(name) for name in rest)))
    if verb in CARD_VERBS and rest[0] in ("1", "2", "3"):
        return Action(int(seat), PLAY_NTH, int(rest[0]))
    if verb in CARD_VERBS or verb == DESCARTA:
        return Action(int(seat), verb, spelling.read(rest[0]))
    return Action(int(seat), verb, int(rest[0]))


def write(action: Legal, spelling: Spelling = SPANISH) -> str:
    """The verb and argument of a step."""
    if isinstance(action, Range):
        return f"{action.verb} {action.low}-{action.high}"
    if action.verb == STACK:
        return " ".join([STACK, *map(spelling.write, cards_of_pile(action.arg))])
    if action.verb == PLAY_NTH:
        return f"{PLAY} {action.arg}"
    if action.verb in CARD_VERBS or action.verb == DESCARTA:
        return f"{action.verb} {spelling.write(action.arg)}"
    if action.arg != NO_ARGUMENT:
        return f"{action.verb} {action.arg}"
    return action.verb


class Talk:
    """A match at one table, from its first hand on."""

    def __init__(
        self,
        *hands: str,
        dealer: int | None = None,
        mode: str = "",
        score: tuple[int, ...] = (),
        games: tuple[int, ...] = (),
        also: Mapping[str, str] | None = None,
        game: str = "argentino",
        turned: str = "",
        **options: str,
    ) -> None:
        """``also``: further options, where a dictionary holds them."""
        self.table = table_for(game, len(hands), {**options, **(also or {})})
        self.spelling = self.table.spelling
        self.turned = self.card(turned)
        self.state: State = new_match(self.table, score, games)
        self.events: list[AnyEvent] = []
        self.last: tuple[AnyEvent, ...] = ()
        """Events of the last step."""
        self._take(
            Deal(
                len(hands) - 1 if dealer is None else dealer,
                tuple(cards(hand, self.spelling) for hand in hands),
                self.turned,
                mode,
            )
        )

    def card(self, name: str) -> int:
        """The number of a card; of no name ``UNKNOWN``."""
        return self.spelling.read(name) if name else UNKNOWN

    def write(self, action: Legal) -> str:
        return write(action, self.spelling)

    def _take(self, action: AnyAction) -> None:
        self.state, self.last = apply(self.state, action)
        self.events += self.last

    def deal(self, *hands: str, mode: str = "", turned: str = "") -> Self:
        """The next hand, dealt by whoever has to."""
        dealt = tuple(cards(hand, self.spelling) for hand in hands)
        if turned:
            self.turned = self.card(turned)
        self._take(Deal(next_dealer(self.state), dealt, self.turned, mode))
        return self

    def say(self, *steps: str) -> Self:
        for step in steps:
            try:
                self._take(read(step, self.spelling))
            except IllegalAction as error:
                raise AssertionError(f"{step}: {error.reason}") from error
        return self

    def refused(self, step: str) -> Reason:
        """The reason why this step is refused now; the state stays as it was."""
        before = self.state
        try:
            apply(before, read(step, self.spelling))
        except IllegalAction as error:
            assert self.state == before
            return error.reason
        raise AssertionError(f"{step} is legal")

    def end(self) -> tuple[int, int]:
        """The points of the hand, which is over; claims are closed first."""
        if needs(self.state) == "close":
            self._take(Close())
        assert needs(self.state) in ("deal", "over"), needs(self.state)
        return self.points

    # --- looking ---------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        assert self.state.hand is not None
        return self.state.hand

    @property
    def points(self) -> tuple[int, int]:
        """Safe points of the hand so far."""
        entries = self.hand.entries
        return (
            sum(entry.points for entry in entries if entry.side == 0),
            sum(entry.points for entry in entries if entry.side == 1),
        )

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
        return {self.write(action) for action in legal_actions(self.state, seat)}

    def words(self, seat: int) -> set[str]:
        """Legal actions without the laying of cards."""
        return {
            self.write(action)
            for action in legal_actions(self.state, seat)
            if action.verb not in CARD_VERBS
        }

    def lays(self, seat: int) -> set[str]:
        """Legal actions that lay a card."""
        return self.legal(seat) - self.words(seat)

    def offered(self, seat: int) -> set[str]:
        return {self.write(action) for action in offered_actions(self.state, seat)}

    def public(self, seat: int) -> set[str]:
        return {self.write(action) for action in public_actions(self.state, seat)}

    def may(self, verb: str) -> set[int]:
        """The seats that may say this word now."""
        return {seat for seat in range(self.table.players) if verb in self.legal(seat)}

    def of(self, kind: type[E]) -> list[E]:
        """All events of this kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def declared(self) -> list[tuple[int, int | None]]:
        """What was declared: seat and number, ``None`` for *son buenas*."""
        return [
            (event.seat, None if event.points < 0 else event.points) for event in self.of(Declared)
        ]

    @property
    def tricks(self) -> list[int]:
        """Who won each trick, by side; -1: parda."""
        return [event.side for event in self.of(TrickEnded)]

    @property
    def shown(self) -> dict[int, set[str]]:
        """Cards turned up, by seat."""
        found: dict[int, set[str]] = {}
        for event in self.of(Shown):
            found.setdefault(event.seat, set()).update(self.spelling.write(c) for c in event.cards)
        return found


CALLS = {"envido", "realenvido", "faltaenvido"}
