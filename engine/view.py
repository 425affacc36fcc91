"""What one seat may know, built up from nothing.

``view(state, seat)`` fills a :class:`SeatView` field by field; seat ``PUBLIC`` (-1) is the channel,
which sees what everyone sees. Nothing here is a state with parts blanked out.
"""

from typing import Final

from msgspec import Struct

from engine.actions import Legal
from engine.cards import Card
from engine.facts import Fact
from engine.state import Entry, Play, Position, Spoken, Trick

PUBLIC: Final = -1


class Heard(Struct, frozen=True):
    """A seña that a partner sent to this seat in this hand (it may be false)."""

    seat: int
    sena: str
    """Its id, e.g. ``SE-AR-01``."""


class HeldPoints(Struct, frozen=True):
    """Points not yet safe, as everyone may know them."""

    duel: int
    kind: int
    side: int
    points: int
    show: bool


class SeatView(Struct, frozen=True):
    """A match as one seat sees it. Seats, sides and masks as in :mod:`engine.state`."""

    seat: int
    """Who looks; ``PUBLIC`` for the channel."""
    variant: str
    options: tuple[tuple[str, str], ...]
    """Every option with its value, in the order of the variant's page."""
    players: int
    number: int
    """Hands dealt so far; 0 before the first."""
    dealer: int
    mano: int
    mode: str
    contests: tuple[tuple[int, ...], ...]
    """The hand's contests in order; one of all seats, or three duels."""
    duel: int
    target: int
    score: tuple[int, ...]
    games: tuple[int, ...]
    games_to_win: int
    turned: Card
    dealt: tuple[Card, ...]
    """My cards as dealt; empty for the public."""
    cards: tuple[Card, ...]
    """What I still hold."""
    counts: tuple[int, ...]
    """How many cards each seat still holds."""
    plays: tuple[Play, ...]
    """Cards laid in the running contest; face-down ones are ``UNKNOWN`` but for their owner."""
    tricks: tuple[Trick, ...]
    said: tuple[Spoken, ...]
    seen: tuple[tuple[Card, ...], ...]
    """Cards of each seat face up or shown, over the whole hand."""
    position: Position | None
    """The public position of the running contest; ``None`` before the first deal."""
    worth: int
    """What the running contest is worth now, in points."""
    entries: tuple[Entry, ...]
    """Points won so far in this hand."""
    held: tuple[HeldPoints, ...]
    facts: tuple[Fact, ...]
    awaited: tuple[int, ...]
    """Seats the table waits for."""
    legal: tuple[Legal, ...]
    """My legal actions, the traps among them; empty for the public."""
    offered: tuple[Legal, ...]
    """My legal actions without the traps: what a screen may show and a robot may choose."""
    sayable: tuple[tuple[Legal, ...], ...]
    """By seat, what everyone knows it may say now (cards and traps left out): the only source of
    buttons that others can see. Whether its own cards allow it, only the seat is told."""
    winner: int
    ended: str
    heard: tuple[Heard, ...] = ()
    """Señas sent to this seat in this hand; filled in by whoever carries them."""
