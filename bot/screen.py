"""The neutral picture of a table: what every platform draws in its own way.

A screen is finished: its words are in one language, its buttons carry their tokens, and it holds
nothing that its reader may not know. Adapters lay it out; they add and look up nothing.
"""

from msgspec import Struct


class Line(Struct, frozen=True):
    """One line of text. ``id`` is the catalogue's message id (tests assert on it)."""

    id: str
    text: str
    weight: str = "normal"
    """``strong`` (what is being asked), ``normal``, ``quiet`` (the log)."""


class CardMark(Struct, frozen=True):
    """A card to be drawn."""

    code: str
    """``7o``; ``back`` for one that is face down or unknown to the reader."""
    label: str
    """Its name for a screen reader, in the screen's language."""
    token: str = ""
    """The button's token if it may be laid now; empty: it rests."""
    cover_token: str = ""
    """The token that lays it face down, where that is allowed now."""
    seat: int = -1
    """Who laid it (cards on the table)."""
    winning: bool = False
    """It has won, or is winning, its trick."""
    covered: bool = False
    """Laid face down (its owner may see what it is)."""
    named: str = ""
    """What it is called for its strength, where some cards have names ("zap", "perico")."""


class SeatMark(Struct, frozen=True):
    """One place at the table."""

    seat: int
    name: str
    side: str
    """``A`` or ``B``."""
    me: bool = False
    robot: bool = False
    away: bool = False
    """A robot stands in for an absent person."""
    empty: bool = False
    host: bool = False
    dealer: bool = False
    mano: bool = False
    turn: bool = False
    """The table waits for this seat."""
    gone: bool = False
    """Has left this hand."""
    playing: bool = True
    """Sits in the running contest (in a hand of duels only two do)."""
    cards: int = 0
    """Cards still in the hand."""
    says: str = ""
    """Its last word, as spoken ("Quiero", "27"), while it is among the newest of this contest."""


class Score(Struct, frozen=True):
    """The score of one side or account."""

    side: str
    names: tuple[str, ...]
    points: int
    target: int
    text: str
    """As players say it: "8 malas", "6 buenas"."""
    short: str = ""
    """The same beside a name, where a bare number says enough: "0", "8 malas"."""
    games: int = 0
    games_to_win: int = 1
    won: str = ""
    """The games in words, as this game calls them ("1 chico"); empty where there is but one."""
    mine: bool = False


class TrickRow(Struct, frozen=True):
    """The cards of one trick in the order they were laid."""

    number: int
    cards: tuple[CardMark, ...]
    done: bool
    won_by: str = ""
    """``A``, ``B`` or ``parda`` when it is done."""


class Button(Struct, frozen=True):
    """Something to press."""

    token: str
    label: str
    group: str
    """``answer``, ``call``, ``leave``, ``claim``, ``sena``, ``lobby``, ``match``."""
    style: str = "secondary"
    """``primary``, ``success``, ``danger``, ``secondary``."""
    confirm: str = ""
    """A question to be answered with yes before it is sent; empty: none."""


class Question(Struct, frozen=True):
    """At most one question on a screen: a number, or a choice from a list."""

    id: str
    text: str
    token: str
    """The token whose ``?`` the answer replaces (``envido ?``)."""
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label) pairs; empty: a number from low to high."""


class Field(Struct, frozen=True):
    """A table option in the lobby that the host may choose."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]


class Screen(Struct, frozen=True):
    """One picture."""

    kind: str
    """``lobby``, ``table``, ``hand``, ``result``."""
    match: str
    version: int
    locale: str
    title: str
    number: int = 0
    """Of the hand; 0 before the first."""
    point: str = ""
    """The moment of the game that it shows (:func:`bot.tokens.point`)."""
    deck: str = "spanish"
    """Which deck the codes of its cards belong to: ``spanish`` or ``french``."""
    lines: tuple[Line, ...] = ()
    scores: tuple[Score, ...] = ()
    seats: tuple[SeatMark, ...] = ()
    tricks: tuple[TrickRow, ...] = ()
    cards: tuple[CardMark, ...] = ()
    """The reader's own hand; always empty on a public screen."""
    turned: CardMark | None = None
    buttons: tuple[Button, ...] = ()
    senas: tuple[Button, ...] = ()
    """Señas the reader may send."""
    question: Question | None = None
    fields: tuple[Field, ...] = ()
    log: tuple[Line, ...] = ()
    """The last things that happened, oldest first."""
    deadline: float | None = None
    """When the time of the awaited seats, or that for claims, ends: UTC seconds since the epoch."""
    asked: tuple[int, ...] = ()
    """Seats the table waits for: whom drawing attention concerns."""
    alt: str = ""
    """The picture in words."""
    brief: str = ""
    """A private screen in at most 200 characters."""


def asked_first(token: str, *pictures: Screen | None) -> Button | None:
    """The button with this token, if what it does is asked about before it is done; ``None`` also
    where no picture (somebody's own, the table's) offers it any more."""
    buttons = (button for one in pictures if one is not None for button in one.buttons)
    return next((button for button in buttons if button.token == token and button.confirm), None)
