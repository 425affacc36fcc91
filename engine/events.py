"""The events of a step, as values, and the part of each event that a seat may know.

An event leaves the engine only through :func:`disclosed`, which returns the event as a seat may see
it. ``disclosed`` names every type of event. A new type that it does not name does not pass the type
checker, and is told to nobody.
"""

from typing import Never, NoReturn

from msgspec import Struct

from engine.cards import UNKNOWN, Card
from engine.numbers import NOBODY, Account, Seat, Side


class Event(Struct, frozen=True, gc=False, tag=True):
    """The base of all events. Seats, sides and accounts are kinds of numbers
    (:mod:`engine.numbers`); a ``duel`` is the index of a contest in its hand; an ``article`` is a
    key of :attr:`engine.rules.rule_set.RuleSet.articles`."""


class Dealt(Event, frozen=True, gc=False):
    """A hand begins. ``hands``: by seat; cards that the receiver may not see are ``UNKNOWN``."""

    number: int
    dealer: Seat
    mode: str
    turned: Card
    hands: tuple[tuple[Card, ...], ...]
    blind: bool = False
    """Nobody sees any card of this hand before it is laid, not even his own (PA-FER-02)."""
    unseen: Seat = NOBODY
    """The seat that has not looked at its cards and may call blind (TR-COM-01)."""


class ContestBegan(Event, frozen=True, gc=False):
    """A contest begins between these seats, in their order of play; the first is mano."""

    duel: int
    seats: tuple[Seat, ...]


class Laid(Event, frozen=True, gc=False):
    """A card was laid. ``card``: ``UNKNOWN`` to all others when it lies face down."""

    seat: Seat
    card: Card
    covered: bool


class Stacked(Event, frozen=True, gc=False):
    """A seat laid its last two cards face down in a pile (VE-PAR-02). Both are ``UNKNOWN`` to all
    others."""

    seat: Seat
    top: Card
    below: Card


class Turned(Event, frozen=True, gc=False):
    """Cards of piles were turned up: (seat, card), in the order in which they were laid."""

    cards: tuple[tuple[Seat, Card], ...]


class TrickEnded(Event, frozen=True, gc=False):
    """A trick is over: the side and the seat that won it; in a parda ``NO_SIDE`` and ``NOBODY``."""

    trick: int
    side: Side
    seat: Seat


class Called(Event, frozen=True, gc=False):
    """A call or a raise. ``wanted``, ``refused``: the points if it is accepted and if it is
    refused; ``NO_NUMBER`` for points that a formula decides later."""

    seat: Seat
    game: str
    verb: str
    number: int
    wanted: int
    refused: int


class Answered(Event, frozen=True, gc=False):
    """An answer. ``final``: false for a refusal that counts only if the partners refuse too.

    ``implied``: the call was accepted by laying a card."""

    seat: Seat
    game: str
    verb: str
    final: bool
    implied: bool


class Declared(Event, frozen=True, gc=False):
    """A seat stated its points, or said *son buenas* (``points`` is ``NO_NUMBER``).

    ``forced``: the program said it for the seat."""

    seat: Seat
    points: int
    forced: bool


class FlorAnnounced(Event, frozen=True, gc=False):
    """The flores of ``seats`` were announced. ``by``: the seat that did it; ``NOBODY``: the
    program. ``asked``: the seats that have to answer. ``partners``: seats with a flor that have to
    say first whether they add theirs (GA-FLO-04)."""

    by: Seat
    seats: tuple[Seat, ...]
    asked: tuple[Seat, ...]
    partners: tuple[Seat, ...] = ()


class FlorCompared(Event, frozen=True, gc=False):
    """Flores were compared: ``seat`` holds the best one. ``points``: its value."""

    seat: Seat
    points: int


class Annulled(Event, frozen=True, gc=False):
    """The pending call of this game has become void."""

    game: str
    article: str


class Scored(Event, frozen=True, gc=False):
    """A side won points. ``kind``: flor, envido or truco. ``held``: the points are not safe yet, so
    they are not counted yet."""

    duel: int
    kind: str
    side: Side
    points: int
    article: str
    held: bool


class WentToDeck(Event, frozen=True, gc=False):
    """A seat went to the deck. ``whole``: its side gives the contest up; off: the seat left
    alone."""

    seat: Seat
    whole: bool


class Shown(Event, frozen=True, gc=False):
    """A seat showed these cards to prove points."""

    seat: Seat
    cards: tuple[Card, ...]


class Checked(Event, frozen=True, gc=False):
    """Points that were not safe have been decided: to their winner, or to the others when the
    number was wrong or the cards were not shown. ``side``: the side that receives them."""

    duel: int
    kind: str
    side: Side
    points: int
    article: str
    good: bool


class FlorClaimed(Event, frozen=True, gc=False):
    """``seat`` asked ``target`` for its flor (*pido flor*). ``proved``: it has one."""

    seat: Seat
    target: Seat
    proved: bool


class Looked(Event, frozen=True, gc=False):
    """A seat has looked at its cards, and so may no longer call blind."""

    seat: Seat


class PutAway(Event, frozen=True, gc=False):
    """The lone player has put his fourth card away (TR-GAL-04). The card is told to nobody."""

    seat: Seat


class Denounced(Event, frozen=True, gc=False):
    """``seat`` denounced that the others stated points they do not have (TR-FAL-05). ``proved``: it
    was right."""

    seat: Seat
    proved: bool


class Interfered(Event, frozen=True, gc=False):
    """A seat that waits for another duel has spoken in the running one; its side loses that duel
    if the other side denounces it (TR-SEI-05)."""

    seat: Seat


class MeddlingDenounced(Event, frozen=True, gc=False):
    """``seat`` denounced that somebody of the other side has spoken in its duel: the other side
    loses that duel (TR-SEI-05)."""

    seat: Seat


class ContestEnded(Event, frozen=True, gc=False):
    """A contest is over: the side that won it; ``NO_SIDE``: neither."""

    duel: int
    side: Side


class ClaimsOpened(Event, frozen=True, gc=False):
    """No more cards are laid. Seats may claim and show cards until the hand is closed."""


class HandEnded(Event, frozen=True, gc=False):
    """A hand was counted. ``points``: what each side received in it, not cut at the target.
    ``score``: by account, after it."""

    points: tuple[int, int]
    score: tuple[int, ...]


class GameEnded(Event, frozen=True, gc=False):
    """An account won a game (chico). ``games``: the games of each account after it."""

    account: Account
    games: tuple[int, ...]


class MatchEnded(Event, frozen=True, gc=False):
    """The match is over. ``account`` won it; or it is ``NO_ACCOUNT`` and the match was stopped
    before its end (``reason``: one of :data:`engine.actions.END_REASONS`), or is a draw
    (:data:`engine.actions.DRAWN`)."""

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
    | MeddlingDenounced
    | ContestEnded
    | ClaimsOpened
    | HandEnded
    | GameEnded
    | MatchEnded
)


def disclosed(event: AnyEvent, seat: int) -> AnyEvent:
    """The event as ``seat`` may see it; -1 is the public, which sees what everyone may see.

    An event that may hold a hidden card is made anew, field by field. All fields of the other
    events are public, and they are returned as they are.
    """
    match event:
        case Called() | Answered() | FlorAnnounced() | Annulled() | WentToDeck() | Interfered():
            return event  # words, the most frequent events
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
            return event  # the rules make this known about a hand; a fact says it too
        case ContestBegan() | TrickEnded() | ContestEnded() | ClaimsOpened():
            return event
        case MeddlingDenounced():
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
    """Like ``assert_never``, but without the event in the message, because the event may hold a
    hand."""
    raise TypeError(f"no line in disclosed: {type(event).__name__}")
