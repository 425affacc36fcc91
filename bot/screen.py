"""The neutral picture of a table, which every platform draws in its own way.

A screen is complete: its words are in one language, its buttons carry their tokens, and it holds
only what its reader may know. Adapters arrange it; they add nothing and look nothing up."""

from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

IN_WINDOWS: Final = "windows"
"""The kind of the screen that replaces a table whose people all play in windows."""


class Line(Struct, frozen=True, gc=False):
    """One line of text. ``id`` is the catalogue's message id (tests assert on it)."""

    id: str
    text: str
    weight: str = "normal"
    """``strong`` for a question, ``normal``, ``quiet`` for the log."""


class CardMark(Struct, frozen=True, gc=False):
    """A card to be drawn."""

    code: str
    """``7o``; ``back`` for a card that lies face down or that the reader does not know."""
    label: str
    """The card's name for a screen reader, in the screen's language."""
    token: str = ""
    """The token for laying it; empty: it may not be laid now."""
    cover_token: str = ""
    """The token that lays the card face down; empty: that is not allowed now."""
    seat: int = -1
    """The seat that laid the card (for cards on the table)."""
    winning: bool = False
    """The card has won, or is winning, its trick."""
    covered: bool = False
    """The card lies face down; its owner may still see it."""
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
    """A robot plays for an absent person."""
    empty: bool = False
    host: bool = False
    """The seat's person opened the table. Only the lobby shows it."""
    dealer: bool = False
    mano: bool = False
    turn: bool = False
    """The table waits for this seat."""
    gone: bool = False
    """The seat has left this hand."""
    playing: bool = True
    """The seat plays in the running contest; in a hand of duels only two seats do."""
    cards: int = 0
    """Cards still in the hand."""
    says: str = ""
    """The seat's last word, as spoken ("Quiero", "27"), while among this contest's newest."""
    spoke: int = 0
    """The number of that word in the contest, counted from 1; 0: the seat says nothing."""
    ahead: bool = False
    """After the end of the match: the seat has won, also if the others left. If nobody has won, the
    seat has the highest score."""


class Gesture(Struct, frozen=True, gc=False):
    """A seña that a seat makes: its face changes for a moment."""

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
    """The points that win a game; 0: no number of points does, as in a duplicate match."""
    text: str
    """The score in the players' words: "8 malas", "6 buenas"."""
    short: str = ""
    """A shorter form of ``text``, for the place beside a name: "0", "8 malas"."""
    games: int = 0
    games_to_win: int = 1
    won: str = ""
    """The games won, in this game's words ("1 chico"); empty if a match is a single game."""
    mine: bool = False


class TrickRow(Struct, frozen=True, gc=False):
    """The cards of one trick in the order they were laid."""

    number: int
    cards: tuple[CardMark, ...]
    done: bool
    won_by: str = ""
    """``A``, ``B`` or ``parda`` when the trick is over."""


class FinestHand(Struct, frozen=True, gc=False):
    """The hand of a match that brought the most points, as everybody saw it at its end."""

    told: str
    """The winner of the hand with the points: "Mano 5 para Ana: truco 3"."""
    tricks: tuple[TrickRow, ...]
    turned: CardMark | None = None


class Button(Struct, frozen=True, gc=False):
    """A button."""

    token: str
    label: str
    group: str
    """``answer``, ``call``, ``leave``, ``claim``, ``sena``, ``look``, ``lobby``, ``match``,
    ``proof``."""
    style: str = "secondary"
    """``primary``, ``success``, ``danger``, ``secondary``."""
    confirm: str = ""
    """The person must say yes to this question before the token is sent; empty: none."""


class Question(Struct, frozen=True, gc=False):
    """The one question that a screen may ask: for a number, or for a choice from a list."""

    id: str
    text: str
    token: str
    """A token with a ``?``, which the answer replaces (``envido ?``)."""
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    """Pairs of value and label; empty: a number from low to high."""


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
    """The present options, those that were chosen for later, and who chooses them."""
    fields: tuple[Field, ...]
    """All options, with the values for the next match."""
    mine: bool
    """The reader is the host and may change them."""
    buttons: tuple[Button, ...] = ()
    """Buttons for the host's other actions: add a robot, remove a robot, close the lobby."""


class Rung(Struct, frozen=True, gc=False):
    """Cards that are equally strong, in the order of a hand."""

    codes: tuple[str, ...]
    text: str
    """The cards in words, with those that the reader holds."""
    short: str = ""
    """The rank, if these are all cards of that rank except stronger ones; else empty."""
    mine: tuple[str, ...] = ()
    """The codes of the cards among these that the reader holds."""


class Screen(Struct, frozen=True, gc=False):
    """One finished picture."""

    kind: str
    """``lobby``, ``table``, ``hand``, ``result``; ``announcement``: of a lobby, for people who are
    not at its table; ``tournament``; ``windows``: the players and the score, in place of a table.
    """
    match: str
    version: int
    locale: str
    title: str
    number: int = 0
    """The number of the hand; 0 before the first."""
    point: str = ""
    """The moment of the game that the screen shows (:func:`bot.tokens.point`)."""
    deck: str = "spanish"
    """The deck to which the codes of its cards belong: ``spanish`` or ``french``."""
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
    takes_senas: bool = False
    """For a public screen: the running hand is one in which people may make señas."""
    gestures: tuple[Gesture, ...] = ()
    """Señas that the reader has seen in this hand, oldest first; empty on a public screen."""
    question: Question | None = None
    fields: tuple[Field, ...] = ()
    folded: tuple[Button, ...] = ()
    """Buttons of a lobby that stand with the options, behind one press."""
    log: tuple[Line, ...] = ()
    """The last events, oldest first."""
    deadline: float | None = None
    """The end of the awaited seats' time, or of that for claims, in UTC seconds since the epoch."""
    asked: tuple[int, ...] = ()
    """Seats the table waits for. Their people are notified."""
    alt: str = ""
    """The picture in words."""
    brief: str = ""
    """A private screen in at most 200 characters."""
    order: tuple[Rung, ...] = ()
    """The strength of cards in the running hand, the strongest first. On own screens only."""
    guided: bool = False
    """The screen is for a newcomer in a guided match, so the order of the cards is always shown."""
    onlooker: bool = False
    """The screen is for an onlooker."""
    about: str = ""
    """For a result or a tournament: the game and its options."""
    moment: float | None = None
    """A moment that a line names in the form of :func:`written`, in UTC seconds since the epoch.
    Some platforms can show it in the reader's own time."""
    finest: FinestHand | None = None
    """For a result: the hand of the match."""
    podium: tuple[tuple[str, ...], ...] = ()
    """For a tournament that is over: the names in the first, second and third place. After a shared
    place the next one is empty."""
    prize: str = ""
    """For a tournament: the share of each winner in the pot; empty: nothing."""


def written(moment: float) -> str:
    """A moment (UTC seconds since the epoch) in the form of the lines of a screen."""
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"


def asked_first(token: str, *pictures: Screen | None) -> Button | None:
    """The button with this token, if the person has to confirm it first. ``None``: it needs no
    confirmation, or neither the person's screen nor the table's screen offers it any more."""
    buttons = (button for picture in pictures if picture is not None for button in picture.buttons)
    return next((button for button in buttons if button.token == token and button.confirm), None)


def asks_reader(screen: Screen) -> bool:
    """Whether the table waits for the screen's reader."""
    return any(seat.me and seat.turn for seat in screen.seats)


def is_done(screen: Screen) -> bool:
    """Whether the screen shows the end of a hand or match, and will not change any more."""
    return screen.kind == "result" or any(line.id.startswith("summary.") for line in screen.lines)


def laid_of(screen: Screen) -> tuple[int, int]:
    """The number of the hand, and how many cards lie on the table."""
    return screen.number, sum(len(row.cards) for row in screen.tricks)
