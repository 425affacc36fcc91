"""What just happened, as values, and who may know it.

:func:`disclosed` is the only way an event may leave the engine for a seat: it says what that seat
may see. It knows every type of event by name; a new one that has no line there does not pass the
type checker, and is told to nobody.
"""

from typing import Never, NoReturn

from msgspec import Struct

from engine.cards import UNKNOWN, Card
from engine.numbers import NOBODY, Account, Seat, Side


class Event(Struct, frozen=True, gc=False, tag=True):
    """Base of all events. Seats and sides are numbers as in :mod:`engine.numbers`."""


class Dealt(Event, frozen=True, gc=False):
    """A hand begins. ``hands`` by seat; somebody else's cards are ``UNKNOWN``."""

    number: int
    dealer: Seat
    mode: str
    turned: Card
    hands: tuple[tuple[Card, ...], ...]
    blind: bool = False
    """Nobody sees his own cards either (PA-FER-02)."""
    unseen: Seat = NOBODY
    """The seat that may still call before it looks at its cards (TR-COM-01)."""


class ContestBegan(Event, frozen=True, gc=False):
    """The seats of a duel (or all seats) begin; the first is mano."""

    duel: int
    seats: tuple[Seat, ...]


class Laid(Event, frozen=True, gc=False):
    """A card was laid; ``UNKNOWN`` for everyone else when face down."""

    seat: Seat
    card: Card
    covered: bool


class Stacked(Event, frozen=True, gc=False):
    """The last two cards were laid face down in a pile; ``UNKNOWN`` for everyone else."""

    seat: Seat
    top: Card
    below: Card


class Turned(Event, frozen=True, gc=False):
    """Cards of piles were turned up: seat and card, in playing order."""

    cards: tuple[tuple[Seat, Card], ...]


class TrickEnded(Event, frozen=True, gc=False):
    """``side`` and ``seat`` are -1 in a parda."""

    trick: int
    side: Side
    seat: Seat


class Called(Event, frozen=True, gc=False):
    """A call or raise. ``wanted``/``refused`` are points, -1 where a formula decides later."""

    seat: Seat
    game: str
    verb: str
    number: int
    wanted: int
    refused: int


class Answered(Event, frozen=True, gc=False):
    """An answer. ``final`` is false for a refusal that waits for the partners' word.

    ``implied``: accepted by laying a card."""

    seat: Seat
    game: str
    verb: str
    final: bool
    implied: bool


class Declared(Event, frozen=True, gc=False):
    """Points stated (``points``), or *son buenas* (-1).

    ``forced``: said by the program (automatic declarations)."""

    seat: Seat
    points: int
    forced: bool


class FlorAnnounced(Event, frozen=True, gc=False):
    """These seats have a flor; ``by`` said it (-1: the program), ``asked`` have to answer.

    ``partners`` hold one too and have to say first whether they add it (GA-FLO-04)."""

    by: Seat
    seats: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    partners: tuple[Seat, ...] = ()


class FlorCompared(Event, frozen=True, gc=False):
    """``seat`` holds the better flor, of this value."""

    seat: Seat
    points: int


class Annulled(Event, frozen=True, gc=False):
    """The pending call of this game is void."""

    game: str
    article: str


class Scored(Event, frozen=True, gc=False):
    """Points won. ``kind`` flor, envido or truco; ``held``: not counted before they are safe."""

    duel: int
    kind: str
    side: Side
    points: int
    article: str
    held: bool


class WentToDeck(Event, frozen=True, gc=False):
    """A seat left; ``whole``: its side gives up the contest."""

    seat: Seat
    whole: bool


class Shown(Event, frozen=True, gc=False):
    """Cards turned up to prove points."""

    seat: Seat
    cards: tuple[Card, ...]


class Checked(Event, frozen=True, gc=False):
    """Held points were decided: to the winner, or (not shown, a wrong number) to the others."""

    duel: int
    kind: str
    side: Side
    points: int
    article: str
    good: bool


class FlorClaimed(Event, frozen=True, gc=False):
    """*Pido flor* of ``seat`` against ``target``."""

    seat: Seat
    target: Seat
    proved: bool


class Looked(Event, frozen=True, gc=False):
    """A seat that could call before looking at its cards sees them now."""

    seat: Seat


class PutAway(Event, frozen=True, gc=False):
    """The lone player has put his fourth card away, unseen by the others (TR-GAL-04)."""

    seat: Seat


class Denounced(Event, frozen=True, gc=False):
    """``seat`` denounced the points that the others stated (TR-FAL-05)."""

    seat: Seat
    proved: bool


class Interfered(Event, frozen=True, gc=False):
    """Somebody who waits meddled in the running duel, which his side loses (TR-SEI-05)."""

    seat: Seat


class ContestEnded(Event, frozen=True, gc=False):
    """``side`` won the contest's truco points, -1: nobody."""

    duel: int
    side: Side


class ClaimsOpened(Event, frozen=True, gc=False):
    """The last card is down; claims and showing are open until the hand is closed."""


class HandEnded(Event, frozen=True, gc=False):
    """Points each side received in this hand, not cut at the target; the score after it."""

    points: tuple[int, int]
    score: tuple[int, ...]


class GameEnded(Event, frozen=True, gc=False):
    """A game (chico) was won; ``games`` after it."""

    account: Account
    games: tuple[int, ...]


class MatchEnded(Event, frozen=True, gc=False):
    """The match is over; ``account`` -1 when it was stopped for ``reason``."""

    account: Account
    reason: str


AnyEvent = (
    Dealt
    | ContestBegan
    | Laid
    | Stacked
    | Turned
    | TrickEnded
    | Called
    | Answered
    | Declared
    | FlorAnnounced
    | FlorCompared
    | Annulled
    | Scored
    | WentToDeck
    | Shown
    | Checked
    | FlorClaimed
    | Looked
    | PutAway
    | Denounced
    | Interfered
    | ContestEnded
    | ClaimsOpened
    | HandEnded
    | GameEnded
    | MatchEnded
)


def disclosed(event: AnyEvent, seat: int) -> AnyEvent:
    """The event as ``seat`` may see it; seat -1 is the public (the channel).

    What holds a hidden card is built up field by field. The rest is public from its first field to
    its last, and passed on as it is.
    """
    match event:
        case Dealt():
            return Dealt(
                number=event.number,
                dealer=event.dealer,
                mode=event.mode,
                turned=event.turned,
                hands=tuple(
                    cards if _sees_his_cards(event, owner, seat) else (UNKNOWN,) * len(cards)
                    for owner, cards in enumerate(event.hands)
                ),
                blind=event.blind,
                unseen=event.unseen,
            )
        case Laid():
            return Laid(
                seat=event.seat,
                card=event.card if not event.covered or event.seat == seat else UNKNOWN,
                covered=event.covered,
            )
        case Stacked():
            mine = event.seat == seat
            return Stacked(
                seat=event.seat,
                top=event.top if mine else UNKNOWN,
                below=event.below if mine else UNKNOWN,
            )
        case Turned() | Shown():
            return event  # these cards lie face up now
        case Declared() | FlorCompared() | Checked() | FlorClaimed() | Denounced():
            return event  # what the rules make known of a hand; a fact says it too
        case ContestBegan() | TrickEnded() | ContestEnded() | ClaimsOpened():
            return event
        case Called() | Answered() | FlorAnnounced() | Annulled() | WentToDeck() | Interfered():
            return event
        case Looked() | PutAway():
            return event  # that a seat did so, without a card
        case Scored() | HandEnded() | GameEnded() | MatchEnded():
            return event
        case _:
            _told_to_nobody(event)


def _sees_his_cards(event: Dealt, owner: int, seat: int) -> bool:
    return owner == seat and not event.blind and owner != event.unseen


def _told_to_nobody(event: Never) -> NoReturn:
    """As ``assert_never``, whose message would hold the event, and with it perhaps a hand."""
    raise TypeError(f"no line in disclosed: {type(event).__name__}")
