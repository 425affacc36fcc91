"""The neutral picture of a table; every platform draws it in its own way.

A screen is finished: its words are in one language, its buttons carry their tokens, and it holds
only what its reader may know. Adapters lay it out; they add nothing and look nothing up.
"""

from datetime import UTC, datetime

from msgspec import Struct


class Line(Struct, frozen=True, gc=False):
    """One line of text. ``id`` is the catalogue's message id (tests assert on it)."""

    id: str
    text: str
    weight: str = "normal"
    """``strong`` (what is being asked), ``normal``, ``quiet`` (the log)."""


class CardMark(Struct, frozen=True, gc=False):
    """A card to be drawn."""

    code: str
    """``7o``; ``back`` for a card that is face down or unknown to the reader."""
    label: str
    """Its name for a screen reader, in the screen's language."""
    token: str = ""
    """The token for laying it; empty: it may not be laid now."""
    cover_token: str = ""
    """The token that lays it face down, where that is allowed now."""
    seat: int = -1
    """The seat that laid it (for cards on the table)."""
    winning: bool = False
    """It has won, or is winning, its trick."""
    covered: bool = False
    """Laid face down (its owner may see what it is)."""
    named: str = ""
    """Its name in games where strong cards have names ("zap", "perico"); else empty."""


class SeatMark(Struct, frozen=True, gc=False):
    """One seat at the table."""

    seat: int
    name: str
    side: str
    """``A`` or ``B``."""
    me: bool = False
    robot: bool = False
    face: int = -1
    """The number of a robot's face (:mod:`bot.pictures.faces`); -1: it has none."""
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
    """It plays in the running contest (in a hand of duels only two do)."""
    cards: int = 0
    """Cards still in the hand."""
    says: str = ""
    """Its last word, as spoken ("Quiero", "27"), while it is among the newest of this contest."""
    spoke: int = 0
    """Which word of the contest that is, counted from 1; 0: it says nothing."""
    ahead: bool = False
    """Once the match is over: it has won, also because the others left; where nobody has, no score
    is higher than its own."""


class Gesture(Struct, frozen=True, gc=False):
    """A seña as it is made: somebody's face for a moment."""

    seat: int
    """The seat that makes it."""
    look: str
    """One of :data:`bot.pictures.faces.LOOKS`."""


class Score(Struct, frozen=True, gc=False):
    """The score of one side or account."""

    side: str
    names: tuple[str, ...]
    points: int
    target: int
    text: str
    """As players say it: "8 malas", "6 buenas"."""
    short: str = ""
    """The same, shorter, to stand beside a name: "0", "8 malas"."""
    games: int = 0
    games_to_win: int = 1
    won: str = ""
    """The games won, in this game's words ("1 chico"); empty where a match is one game."""
    mine: bool = False


class TrickRow(Struct, frozen=True, gc=False):
    """The cards of one trick in the order they were laid."""

    number: int
    cards: tuple[CardMark, ...]
    done: bool
    won_by: str = ""
    """``A``, ``B`` or ``parda`` when it is done."""


class FinestHand(Struct, frozen=True, gc=False):
    """The hand of a match that brought the most points, as everybody saw it at its end."""

    told: str
    """Who won it, and with what: "Mano 5 para Ana: truco 3"."""
    tricks: tuple[TrickRow, ...]
    turned: CardMark | None = None


class Button(Struct, frozen=True, gc=False):
    """Something to press."""

    token: str
    label: str
    group: str
    """``answer``, ``call``, ``leave``, ``claim``, ``sena``, ``look``, ``lobby``, ``match``,
    ``proof``."""
    style: str = "secondary"
    """``primary``, ``success``, ``danger``, ``secondary``."""
    confirm: str = ""
    """The person must answer this question with yes before the token is sent; empty: no
    question."""


class Question(Struct, frozen=True, gc=False):
    """At most one question on a screen: a number, or a choice from a list."""

    id: str
    text: str
    token: str
    """The token whose ``?`` the answer replaces (``envido ?``)."""
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label) pairs; empty: a number from low to high."""


class Field(Struct, frozen=True, gc=False):
    """A table option that the host may choose."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]


class OptionsSheet(Struct, frozen=True, gc=False):
    """The options of a table, for one reader."""

    match: str
    locale: str
    title: str
    lines: tuple[Line, ...]
    """What holds now, what was chosen for later, and who chooses."""
    fields: tuple[Field, ...]
    """All options, with the values that come."""
    mine: bool
    """The reader is the host and may change them."""


class Rung(Struct, frozen=True, gc=False):
    """Cards that are equally strong, in the order of a hand."""

    codes: tuple[str, ...]
    text: str
    """The cards in words, and which of them the reader holds."""
    short: str = ""
    """The rank, where these are all cards of one rank but those named above; else empty."""
    mine: tuple[str, ...] = ()
    """Codes of those in the reader's hand."""


class Screen(Struct, frozen=True, gc=False):
    """One finished picture."""

    kind: str
    """``lobby``, ``table``, ``hand``, ``result``; ``announcement``: of a lobby, for those who are
    not at its table; ``tournament``."""
    match: str
    version: int
    locale: str
    title: str
    number: int = 0
    """The number of the hand; 0 before the first."""
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
    gestures: tuple[Gesture, ...] = ()
    """Señas that the reader has seen in this hand, oldest first; always empty on a public
    screen."""
    question: Question | None = None
    fields: tuple[Field, ...] = ()
    log: tuple[Line, ...] = ()
    """The last things that happened, oldest first."""
    deadline: float | None = None
    """When the time of the awaited seats, or the time for claims, ends: UTC seconds since the
    epoch."""
    asked: tuple[int, ...] = ()
    """Seats the table waits for. Their people are notified."""
    alt: str = ""
    """The picture in words."""
    brief: str = ""
    """A private screen in at most 200 characters."""
    order: tuple[Rung, ...] = ()
    """What beats what in the running hand, strongest first; on a person's own screen alone."""
    onlooker: bool = False
    """It is for somebody who looks on without a seat."""
    about: str = ""
    """What was played, of a result or a tournament: the game and its options."""
    moment: float | None = None
    """A moment that a line names, as :func:`written` gives it, in UTC seconds since the epoch. A
    platform that can writes it in the reader's own time."""
    finest: FinestHand | None = None
    """Of a result, the hand of the match."""
    podium: tuple[tuple[str, ...], ...] = ()
    """Of a tournament that is over: who is first, second and third."""
    prize: str = ""
    """What each of those who are first gets of its pot; empty: nothing."""


def written(moment: float) -> str:
    """A moment (UTC seconds since the epoch) as it stands in the lines of a screen."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


def asked_first(token: str, *pictures: Screen | None) -> Button | None:
    """The button with this token, if it needs confirmation.

    ``None``: it needs none, or neither picture (the person's own, the table's) offers it any
    more."""
    buttons = (button for one in pictures if one is not None for button in one.buttons)
    return next((button for button in buttons if button.token == token and button.confirm), None)
