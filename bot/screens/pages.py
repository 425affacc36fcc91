"""Long texts as pages, the same on every platform: their keys, their parts, their pictures.

A page has a title, a text that fits every platform, and buttons to other pages: to topics, and in a
long topic to the page before and the page after. A button carries the key of its page."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.community.scoreboard import AMBITS, BEFORE, ORDERS, SEASON, WHENS, Wanted
from bot.messages import MatchId
from bot.pictures.kinds import Picture
from bot.screen import Screen
from bot.store.results.standings import season
from bot.words import Words
from engine.variants import VARIANTS

ROOM: Final = 3000
"""The most characters of a page's text. The limit is set by Discord, where a message has at most
4000 characters with its marks."""
ALT: Final = 1000
"""The most characters of an alternative text. Discord takes 1024, as Telegram below pictures."""
SHEET: Final = "\f"
"""This line of a text begins a new page."""
PREFIX: Final = "p1."
HELP: Final = "ayuda"
RULES: Final = "reglas"
PRIVACY: Final = "privacidad"
ERASURE: Final = "borrado"
LINK: Final = "vincular"
SCOREBOARD: Final = "marcador"
SIGNS: Final = "senas"
FILM: Final = "pelicula"
PROOF: Final = "prueba"
CARD: Final = "tarjeta"
AHEAD: Final = "siacaso"
HINT: Final = "pista"
ANALYSIS: Final = "analisis"
PUZZLE: Final = "problema"
HABITS: Final = "habitos"
"""The topic of :data:`ANALYSIS` about the reader's habits, in place of a match."""
BY_HAND: Final = "manos"
"""The topic of :data:`ANALYSIS` with every choice of one hand of a match."""
INVITATION: Final = "invitar"
TABLE_LIST: Final = "mesas"
HOLIDAYS: Final = "vacaciones"
ALL_BADGES: Final = "insignias"
ASK: Final = "quitar"
YES: Final = "si"
NO: Final = "no"
HERE: Final = "aqui"
"""The topic of help for the present moment at a table."""
START: Final = "inicio"
COMMANDS: Final = "comandos"
DICTIONARY: Final = "palabras"
"""The topic of :data:`HELP` that is the whole dictionary."""
PAYMENTS: Final = "pagos"
"""The topic of :data:`RULES` with the payments of calls: at the table, or with ``-`` and a game."""
ABOUT_CARD: Final = "carta_"
"""The beginning of a topic of :data:`RULES` about a card; the code of the card follows."""
WORD: Final = "palabra-"
"""The beginning of a topic of :data:`HELP` about one word of the dictionary."""


class BadKey(Exception):
    """The text is no key of a page: it is forged, or of an older version."""


class PageKey(Struct, frozen=True):
    """The key of a page; :meth:`__str__` is the token of its button, 40 bytes at most."""

    what: str
    """The page's name: :data:`HELP`."""
    match: MatchId = ""
    """The table of the page; empty: none."""
    topic: str = ""
    """Empty: the most important help (at a table :data:`HERE`), all rules, or the question before
    an erasure. In :data:`PRIVACY`: :data:`YES` hides the reader's name in films, :data:`NO` shows
    it. In :data:`FILM`: the eye (:func:`write_eye`). In :data:`SCOREBOARD`: the scoreboard
    (:func:`write_wanted`). In :data:`PUZZLE`: the puzzle that is answered; or a game, if the reader
    has no puzzle yet."""
    part: int = 0
    """The part of a long page, or the page of a scoreboard. In :data:`ERASURE` and :data:`LINK`:
    the mark of the question that is answered, or of the user to unlink. In :data:`SIGNS`: the
    number of the sign to remove. In :data:`FILM`: the step, from 0. In :data:`PUZZLE`: the answer,
    by its place; with a game, the level, by its place. In :data:`BY_HAND`: the number of the hand.
    """

    def __str__(self) -> str:
        return f"{PREFIX}{self.what}.{self.match}.{self.topic}.{self.part}"


def analysis_key(values: Mapping[str, str]) -> PageKey:
    """The page that ``/analizar`` opens with these values."""
    if values.get("que") == HABITS:
        return PageKey(ANALYSIS, topic=HABITS)
    match = values.get("partida", "").lower()
    if "mano" in values:
        return PageKey(ANALYSIS, match, BY_HAND, int(values["mano"]))
    return PageKey(ANALYSIS, match)


_AMBIT_LETTERS: Final = dict(zip(AMBITS, "at", strict=True))
_ORDER_LETTERS: Final = dict(zip(ORDERS, ("", "f", "c"), strict=True))
_PERIOD_LETTERS: Final = dict(zip(WHENS, "xmst", strict=True))


def write_wanted(wanted: Wanted) -> str:
    """A scoreboard as the topic of a key: its order (left out for ranking points), two letters, a
    digit, the game, and a season."""
    ambit, period = _AMBIT_LETTERS[wanted.ambit], _PERIOD_LETTERS[wanted.period]
    season = f"@{wanted.season}" if wanted.season else ""
    return f"{_ORDER_LETTERS[wanted.by]}{ambit}{period}{wanted.players}{wanted.variant}{season}"


def read_wanted(topic: str, page: int) -> Wanted:
    """The scoreboard of a key. Raises :class:`BadKey`."""
    found = _WANTED.fullmatch(topic)
    if found is None or page > _LAST_PAGE:
        raise BadKey
    order, ambit, period, players, variant, key = found.groups()
    known = not key or key == BEFORE or season(key) is not None
    if not known or (key and period != _PERIOD_LETTERS[SEASON]):
        raise BadKey
    orders = {letter: name for name, letter in _ORDER_LETTERS.items()}
    ambits = {letter: name for name, letter in _AMBIT_LETTERS.items()}
    periods = {letter: name for name, letter in _PERIOD_LETTERS.items()}
    by, when = orders[order], periods[period]
    return Wanted(ambits[ambit], when, variant, int(players), page, by, key or "")


_WANTED: Final = re.compile(
    "([{}]?)([{}])([{}])([0-9])({}|)(?:@([mq0-9-]+))?".format(
        "".join(_ORDER_LETTERS.values()),
        "".join(_AMBIT_LETTERS.values()),
        "".join(_PERIOD_LETTERS.values()),
        "|".join(map(re.escape, VARIANTS)),
    )
)
_LAST_PAGE: Final = 100_000


ALL_OPEN: Final = -1
"""The eye of a film that sees all hands."""
_EYE: Final = re.compile(r"([a0-7])[a-d]?")


def write_eye(eye: int, way: str = "") -> str:
    """The eye of a film as the topic of a key. ``way``: a letter. It makes the keys different for
    buttons of one page that lead to the same step."""
    return ("a" if eye == ALL_OPEN else str(eye)) + way


def read_eye(topic: str) -> int:
    """The eye of a key; without a topic, the eye that sees all hands. Raises :class:`BadKey`."""
    found = _EYE.fullmatch(topic or "a")
    if found is None:
        raise BadKey
    return ALL_OPEN if found[1] == "a" else int(found[1])


class Leaf(Struct, frozen=True):
    """A button to another page."""

    key: str
    label: str
    here: bool = False
    """This is the button of the page that is being read."""


class PageTable(Struct, frozen=True):
    """A page's text as a table, for platforms that can draw a table."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: int
    """The reader's own row; -1: none."""
    before: str
    """The text above the table."""
    after: str
    """The text below the table."""


class PageCurve(Struct, frozen=True):
    """A line of a page's text with a curve, for platforms that can draw a curve."""

    line: str
    """The line of the text, with the curve made of characters."""
    told: str
    """The line without the curve."""
    numbers: tuple[int, ...]
    """The numbers of the curve, the newest last."""
    alt: str
    """The curve in words, for people who do not see it."""


class PageMedal(Struct, frozen=True):
    """A line of a page's text about a badge, for platforms that can draw a medal."""

    line: str
    badge: str
    mine: bool
    """The badge belongs to the reader, or to the person whom the page is about."""


class PagePicture(Struct, frozen=True):
    """A page as a picture, for platforms that send pictures."""

    shown: Picture
    alt: str
    """The alternative text of the picture, at most 1000 characters."""
    beside: str
    """The page's text that the picture does not show, or for which ``alt`` has no room."""
    owed: tuple[str, ...] = ()
    """The lines of ``beside`` about the picture's content that it or ``alt`` has no room for."""


class Page(Struct, frozen=True):
    """A page in the reader's language."""

    title: str
    text: str
    headings: tuple[str, ...] = ()
    """Lines of the text that stand above others."""
    topics: tuple[Leaf, ...] = ()
    turns: tuple[Leaf, ...] = ()
    """The page before and the page after, if there are any."""
    table: PageTable | None = None
    links: tuple[str, ...] = ()
    """Addresses in the text that the reader hands on to others."""
    record: MatchId = ""
    """The finished match whose record is sent with the page as a file."""
    curves: tuple[PageCurve, ...] = ()
    medals: tuple[PageMedal, ...] = ()
    picture: PagePicture | None = None
    again: str = ""
    """The key of the page that replaces this one by itself after a moment; empty: it stays."""
    position: Screen | None = None
    """A position to be played, for platforms that can draw a table; its cards and words carry keys
    of pages. It contains everything that ``picture`` shows."""


def title_of_part(title: str, part: int, parts: int) -> str:
    """The title of this part of a long page."""
    return title if parts == 1 else f"{title} ({part + 1}/{parts})"


def turns(here: PageKey, parts: int, words: Words) -> Iterator[Leaf]:
    """Buttons to the part before and the part after."""
    for step, id in ((-1, "page.before"), (1, "page.after")):
        if 0 <= here.part + step < parts:
            yield Leaf(str(replace(here, part=here.part + step)), words.text(id))


def described(*lines: str) -> str:
    """The description of a picture, cut to the length that every platform takes."""
    told = "\n".join(line for line in lines if line)
    return told if len(told) <= ALT else f"{told[: ALT - 1]}…"


def page_picture(
    shown: Picture,
    told: Iterable[str],
    *,
    names: Iterable[str] = (),
    left: Iterable[str] = (),
    beside: Iterable[str],
) -> PagePicture:
    """A page's picture, described by the lines ``told`` as far as every platform takes them. The
    text beside the picture has, in this order: ``names`` that cannot be drawn, lines without room
    in the picture (``left``) or in its description, and the rest of the page."""
    kept: list[str] = []
    owed = list(left)
    for line in told:
        fits = len("\n".join([*kept, line])) <= ALT
        (kept if fits else owed).append(line)
    return PagePicture(shown, "\n".join(kept), "\n".join([*names, *owed, *beside]), tuple(owed))


def parts_of(text: str) -> list[str]:
    """The text in pieces of a page's length."""
    return [piece for sheet in text.split(SHEET) for piece in _pieces(sheet)]


def _pieces(text: str) -> list[str]:
    """Cuts the text between lines; a line that is too long, between words."""
    made = [""]
    for line in text.split("\n"):
        waiting = line
        while len(waiting) > ROOM:
            cut = waiting.rfind(" ", 1, ROOM)
            cut = ROOM if cut < 0 else cut
            made += [waiting[:cut]]
            waiting = waiting[cut:].lstrip()
        if len(made[-1]) + 1 + len(waiting) > ROOM:
            made.append(waiting)
        else:
            made[-1] += f"\n{waiting}"
    return [piece.strip("\n") for piece in made if piece.strip("\n")] or [""]
