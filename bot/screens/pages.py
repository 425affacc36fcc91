"""Long texts by pages: ``/ayuda``, ``/reglas``, ``/marcador``, the same on every platform.

A page has a title, a text that fits every platform, and buttons to other pages: to topics, and,
where a topic is longer than a page, to the page before and the page after. A button carries its
page's key.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.chat_commands import Listed
from bot.community.scoreboard import AMBITS, BEFORE, ORDERS, SEASON, WHENS, Wanted
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.pictures.drawn import Picture
from bot.screen import Screen
from bot.screens.asked_rules import card_text, topic_text
from bot.screens.club_help import BADGES_TOPIC, CLUB, club_title, help_club
from bot.screens.dictionary import help_dictionary, help_word
from bot.screens.game_help import help_commands, help_game, help_start
from bot.screens.payments import paying_table, payments_board, payments_text, score_of
from bot.screens.primer import primer, primer_lines
from bot.screens.rules import HEADINGS, SHEET, TOPICS, order_text, rules_card
from bot.screens.situation import help_here
from bot.store.results.standings import season
from bot.words import Words, words_for
from bot.words.articles import TOPICS as ASKED
from bot.words.articles import article_for, articles, cited_in
from engine.cards import SPELLINGS, Card
from engine.events import AnyEvent
from engine.seen.view import SeatView
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

ROOM: Final = 3000
"""The most characters of a page's text. Discord's messages are the shortest, with 4000 after its
marks."""
ALT: Final = 1000
"""The most characters of an alternative text. Discord takes 1024, as many as Telegram below a
picture."""
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
RECEIPT: Final = "comprobante"
CARD: Final = "tarjeta"
HINT: Final = "pista"
ANALYSIS: Final = "analisis"
PUZZLE: Final = "problema"
HABITS: Final = "habitos"
"""The topic of :data:`ANALYSIS` that is no match, but the reader's habits."""
BY_HAND: Final = "manos"
"""The topic of :data:`ANALYSIS` that is every choice of one hand of a match."""
INVITATION: Final = "invitar"
TABLE_LIST: Final = "mesas"
HOLIDAYS: Final = "vacaciones"
ALL_BADGES: Final = "insignias"
ASK: Final = "quitar"
YES: Final = "si"
NO: Final = "no"
HERE: Final = "aqui"
"""Help for the moment at the table that it is about."""
START: Final = "inicio"
COMMANDS: Final = "comandos"
DICTIONARY: Final = "palabras"
"""The topic of :data:`HELP` that is the whole dictionary."""
PAYMENTS: Final = "pagos"
"""The topic of :data:`RULES` that is what calls pay: at the table, or with ``-`` and a game."""
ABOUT_CARD: Final = "carta_"
"""The beginning of the topic of :data:`RULES` that is a card, by its code."""
WORD: Final = "palabra-"
"""The beginning of the topic that is one word of it."""


class BadKey(Exception):
    """Not a page: forged, or of another time."""


class PageKey(Struct, frozen=True):
    """The page that is wanted; :meth:`__str__` is its button's token, 40 bytes at most."""

    what: str
    """The page's name: :data:`HELP`."""
    match: MatchId = ""
    """The table that it is about, if any."""
    topic: str = ""
    """Empty: what is needed first (help; at a table :data:`HERE`), everything (rules), or the
    question (erasure). Of :data:`PRIVACY`: :data:`YES` hides the reader's name in films, :data:`NO`
    shows it. Of :data:`FILM`: whose eye (:func:`write_eye`). Of :data:`SCOREBOARD`: which one
    (:func:`write_wanted`). Of :data:`PUZZLE`: the puzzle that is answered; a game, with none before
    the reader."""
    part: int = 0
    """Which part of a long page, which page of a scoreboard; of :data:`ERASURE` and :data:`LINK`
    the mark of the question that is answered, or of the user that is to be unlinked; of
    :data:`SIGNS` the number of the sign that shall go; of :data:`FILM` the step, from 0; of
    :data:`PUZZLE` the answer, by its place, or with a game the level, by its place; of
    :data:`BY_HAND` the number of the hand."""

    def __str__(self) -> str:
        return f"{PREFIX}{self.what}.{self.match}.{self.topic}.{self.part}"


def analysis_key(values: Mapping[str, str]) -> PageKey:
    """The page that ``/analizar`` with these values asks for."""
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
    """A scoreboard as the topic of a key: its order (by ranking points: none), two letters, a
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
    """The eye of a film as the topic of a key. ``way``: a letter that tells apart the buttons of
    one page which lead to the same step."""
    return ("a" if eye == ALL_OPEN else str(eye)) + way


def read_eye(topic: str) -> int:
    """The eye of a key; without a topic it sees all hands. Raises :class:`BadKey`."""
    found = _EYE.fullmatch(topic or "a")
    if found is None:
        raise BadKey
    return ALL_OPEN if found[1] == "a" else int(found[1])


class Leaf(Struct, frozen=True):
    """A button to another page."""

    key: str
    label: str
    here: bool = False
    """It is the page being read."""


class PageTable(Struct, frozen=True):
    """A page's text as a table, for where a table can be drawn."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: int
    """The reader's own row; -1: none."""
    before: str
    """The text above it."""
    after: str
    """The text below it."""


class PageCurve(Struct, frozen=True):
    """A line of a page's text with a curve, for where a curve can be drawn."""

    line: str
    """The line as it stands in the text, the curve made of characters."""
    told: str
    """The same without the curve."""
    numbers: tuple[int, ...]
    """The curve, the newest last."""
    alt: str
    """What the curve shows, for who does not see it."""


class PageMedal(Struct, frozen=True):
    """A line of a page's text about a badge, for where its medal can be drawn."""

    line: str
    badge: str
    mine: bool
    """The reader has it, or whoever the page is about."""


class PagePicture(Struct, frozen=True):
    """A page as a picture, for where pictures are sent."""

    shown: Picture
    alt: str
    """What the picture shows, in at most 1000 characters."""
    beside: str
    """What of the page's text the picture does not show, or ``alt`` has no room for."""
    owed: tuple[str, ...] = ()
    """The lines of ``beside`` about what the picture shows: it or ``alt`` has no room for them."""


class Page(Struct, frozen=True):
    """A page in somebody's language."""

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
    """The finished match whose record goes with it, as a file."""
    curves: tuple[PageCurve, ...] = ()
    medals: tuple[PageMedal, ...] = ()
    picture: PagePicture | None = None
    again: str = ""
    """The key of the page that takes the place of this one by itself after a moment; empty: this
    one stays."""
    position: Screen | None = None
    """A position to be played, for where a table can be drawn: its cards and words carry keys of
    pages. What ``picture`` shows stands in it."""


def build_page(
    key: PageKey,
    locale: str,
    info: MatchInfo | None = None,
    events: Iterable[AnyEvent] = (),
    view: SeatView | None = None,
    person: PersonId | None = None,
    *,
    commands: Iterable[Listed] = (),
) -> Page:
    """Help or rules for a person (``None``: for everybody); ``info``, ``events`` and ``view`` as
    for :func:`bot.screens.rules.rules_card`. ``commands``: those that help tells."""
    words = words_for(locale, info.variant if info is not None else "")
    if key.what == RULES and key.topic in articles():
        return _article(key, words)
    if key.what == HELP:
        usual = START if info is None else HERE
        topic = usual if key.topic in ("", HERE) else key.topic
        if topic == HERE and info is not None:
            text = help_here(info, view, person, words)
        else:
            text = _help(topic, info, words, commands)
        topics = _topics_of_help(topic, info)
    else:
        topic = key.topic
        if is_payments(topic):
            return _payments(key, locale, info, view)
        if (asked := _asked(key, locale, info)) is not None:
            return asked
        wanted = topic if topic in TOPICS else ""
        usual = topic if topic in VARIANTS else next(iter(VARIANTS))
        text = rules_card(info, locale, events, view=view, topic=wanted, variant=usual)
        topics = () if info is not None else tuple(VARIANTS)
        topic = topic or ("" if info is not None else usual)
    title, _, rest = text.partition("\n")
    parts = parts_of(rest.strip())
    part = min(key.part, len(parts) - 1)
    here = replace(key, topic=topic, part=part)
    return Page(
        title=title_of_part(title, part, len(parts)),
        text=parts[part],
        headings=tuple(words.text(id) for id in HEADINGS) if key.what == RULES else (),
        topics=(
            *(
                Leaf(str(replace(key, topic=each, part=0)), _label(each, words), here=each == topic)
                for each in topics
            ),
            *(_to_payments(key, info, topic, words) if key.what == RULES else ()),
            *(_to_badges(words) if key.what == HELP and topic == BADGES_TOPIC else ()),
        ),
        turns=tuple(turns(here, len(parts), words)),
        picture=_primer(topic, parts[0], info, words) if key.what == HELP and not part else None,
    )


def _to_payments(key: PageKey, info: MatchInfo | None, game: str, words: Words) -> Iterator[Leaf]:
    """The button from the rules to what calls pay, at the table or in this game."""
    topic = PAYMENTS if info is not None else f"{PAYMENTS}-{game}"
    if is_payments(topic):
        yield Leaf(str(replace(key, topic=topic, part=0)), words.text("page.payments"))


def _to_badges(words: Words) -> Iterator[Leaf]:
    """The button from the help about badges to all of them."""
    yield Leaf(str(PageKey(ALL_BADGES)), words.text("badges.all"))


def is_asked(topic: str) -> bool:
    """Whether a topic of :data:`RULES` is a word that is asked, at the table of the key or in a
    game: :data:`bot.words.articles.TOPICS`, or a card."""
    return _read_asked(topic) is not None


def _read_asked(topic: str) -> tuple[str, str] | None:
    """What is asked, and the game; ``None``: it is another topic."""
    asked, _, game = topic.partition("-")
    if game and game not in VARIANTS:
        return None
    if asked in ASKED:
        return asked, game
    code = asked.removeprefix(ABOUT_CARD)
    return (asked, game) if asked != code and read_code(code) is not None else None


def _asked(key: PageKey, locale: str, info: MatchInfo | None) -> Page | None:
    """The answer to a word that is asked; ``None``: the key is about something else."""
    found = _read_asked(key.topic)
    if found is None:
        return None
    asked, game = found
    card = read_code(asked.removeprefix(ABOUT_CARD)) if asked not in ASKED else None
    table = _table_of(game or (info.variant if info is not None else _game_of(card)), info)
    if card is None:
        text = topic_text(asked, table, locale)
    else:
        deck, number = card
        if table.spelling.name != deck:
            table = table_for(_game_of(card), 2)
        text = card_text(number, table, locale)
    title, _, rest = text.partition("\n")
    words, parts = words_for(locale), parts_of(rest)
    here = replace(key, part=min(key.part, len(parts) - 1))
    games = VARIANTS if card is None else ()
    return Page(
        title=title_of_part(title, here.part, len(parts)),
        text=parts[here.part],
        topics=tuple(
            Leaf(
                str(replace(key, topic=f"{asked}-{other}", part=0)),
                _label(other, words),
                here=other == table.rules.variant,
            )
            for other in games
        ),
        turns=tuple(turns(here, len(parts), words)),
    )


def read_code(code: str) -> tuple[str, Card] | None:
    """A card by its code, with the name of its deck; ``None``: no deck has it."""
    for deck in SPELLINGS.values():
        try:
            return deck.name, deck.read(code)
        except ValueError:
            continue
    return None


def _game_of(card: tuple[str, Card] | None) -> str:
    """The first game, or the first one that has this card."""
    decks = ((game, declared.deck) for game, declared in VARIANTS.items())
    return next(game for game, deck in decks if card is None or deck == card[0])


def is_payments(topic: str) -> bool:
    """Whether a topic of :data:`RULES` is what calls pay, at the table of the key or in a game."""
    game = topic.removeprefix(f"{PAYMENTS}-")
    return topic == PAYMENTS or (game != topic and game in VARIANTS)


def _payments(key: PageKey, locale: str, info: MatchInfo | None, view: SeatView | None) -> Page:
    """What every call pays, with the score of the table or at 0 to 0."""
    game = key.topic.removeprefix(PAYMENTS).removeprefix("-")
    if info is not None and game in ("", info.variant):
        table, score = _table_of(info.variant, info), score_of(view)
    else:
        table, score = paying_table(game or next(iter(VARIANTS))), (0, 0)
    title, *lines = payments_text(table, score, locale).split("\n")
    words = words_for(locale)
    topics = [] if info is not None else [f"{PAYMENTS}-{other}" for other in VARIANTS]
    here = f"{PAYMENTS}-{table.rules.variant}"
    return Page(
        title=title,
        text="\n".join(lines).strip(),
        topics=tuple(
            Leaf(str(replace(key, topic=each, part=0)), _label(each, words), here=each == here)
            for each in topics
        ),
        picture=page_picture(
            payments_board(table, score, locale), (title, *lines), beside=lines[-2:]
        ),
    )


def _table_of(game: str, info: MatchInfo | None) -> Table:
    """The table at which a game is explained: the reader's own, or the smallest usual one."""
    if info is not None and info.variant == game:
        return table_for(game, info.players, dict(info.options))
    return table_for(game, VARIANTS[game].players[0])


def _primer(topic: str, text: str, info: MatchInfo | None, words: Words) -> PagePicture | None:
    """The picture of a game that is explained; ``None``: the page is about something else."""
    if topic not in VARIANTS:
        return None
    table = _table_of(topic, info)
    order = order_text(table, words_for(words.locale, topic))
    told = primer_lines(table, words.locale, order)
    rest = [line for line in text.split("\n") if line not in ("", order)]
    return page_picture(primer(table, words.locale), told, left=rest, beside=())


_IN: Final = {"en": "rules.quoted.english", "es": "rules.quoted.es", "pt": "rules.quoted.pt"}
"""What is said of the language in which an article is quoted."""


def _article(key: PageKey, words: Words) -> Page:
    """An article as this reader may read it, with the articles that it names. None is longer than
    a page."""
    text, language = article_for(key.topic, words.locale)
    return Page(
        title=words.text("rules.quoted", article=key.topic),
        text=f"{text}\n\n{words.text(_IN[language])}",
        topics=tuple(
            Leaf(str(replace(key, topic=article)), article) for article in cited_in(key.topic)
        ),
    )


def _games(info: MatchInfo | None) -> tuple[str, ...]:
    """The games, this table's first."""
    if info is None:
        return tuple(VARIANTS)
    return (info.variant, *(game for game in VARIANTS if game != info.variant))


def _topics_of_help(topic: str, info: MatchInfo | None) -> tuple[str, ...]:
    """The topics to which a page of help leads: from the beginning to all, from a page about the
    club to the others about it."""
    first = (*((HERE,) if info is not None else ()), START)
    if topic in CLUB:
        return (*first, *CLUB)
    topics = (*first, *_games(info), COMMANDS)
    if topic in (START, COMMANDS, DICTIONARY) or topic.startswith(WORD):
        topics += (DICTIONARY,)
    return (*topics, *CLUB) if topic == START else topics


def _help(topic: str, info: MatchInfo | None, words: Words, commands: Iterable[Listed]) -> str:
    if topic == START:
        return help_start(words)
    if topic == COMMANDS:
        return help_commands(words, commands)
    if topic == DICTIONARY:
        return help_dictionary(words, "" if info is None else info.variant)
    if topic.startswith(WORD):
        return help_word(words, topic.removeprefix(WORD))
    if topic in CLUB:
        return help_club(topic, words)
    return help_game(_table_of(topic, info), words.locale)


def _label(topic: str, words: Words) -> str:
    if topic in (HERE, START):
        return words.text("page.here" if topic == HERE else "page.start")
    if topic in (COMMANDS, DICTIONARY):
        return words.text("help.commands" if topic == COMMANDS else "help.dictionary")
    if topic in CLUB:
        return club_title(topic, words)
    name = words.text(f"variant.{topic.removeprefix(f'{PAYMENTS}-')}")
    return name[:1].upper() + name[1:]


def title_of_part(title: str, part: int, parts: int) -> str:
    """The title of a page that is one of so many."""
    return title if parts == 1 else f"{title} ({part + 1}/{parts})"


def turns(here: PageKey, parts: int, words: Words) -> Iterator[Leaf]:
    """Buttons to the page before and the page after, of so many."""
    for step, id in ((-1, "page.before"), (1, "page.after")):
        if 0 <= here.part + step < parts:
            yield Leaf(str(replace(here, part=here.part + step)), words.text(id))


def described(*lines: str) -> str:
    """The text of a picture, as long as every platform takes it."""
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
    """A page's picture, described by the lines ``told`` as far as every platform takes them.

    Everybody reads beside it, in this order: ``names`` that cannot be drawn, lines for which there
    is no room in the picture (``left``) or in its description, and the rest of the page."""
    kept: list[str] = []
    owed = list(left)
    for line in told:
        fits = len("\n".join([*kept, line])) <= ALT
        (kept if fits else owed).append(line)
    return PagePicture(shown, "\n".join(kept), "\n".join([*names, *owed, *beside]), tuple(owed))


def parts_of(text: str) -> list[str]:
    """Pieces of a page's length."""
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
