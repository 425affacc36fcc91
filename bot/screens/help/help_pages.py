"""Pages of help, of rules, and of the payments of calls: ``/ayuda`` and ``/reglas``."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from bot.chat_commands import Listed
from bot.messages import PersonId
from bot.model import MatchInfo
from bot.screens.help.club_help import BADGES_TOPIC, CLUB, club_title, help_club
from bot.screens.help.game_help import help_commands, help_game, help_start
from bot.screens.help.payments import paying_table, payments_board, payments_lines, score_of
from bot.screens.help.primer import primer, primer_lines
from bot.screens.help.situation import help_here
from bot.screens.pages import (
    ABOUT_CARD,
    ALL_BADGES,
    COMMANDS,
    DICTIONARY,
    HELP,
    HERE,
    PAYMENTS,
    RULES,
    START,
    WORD,
    Leaf,
    Page,
    PageKey,
    PagePicture,
    page_picture,
    parts_of,
    title_of_part,
    turns,
)
from bot.screens.rules.rules import HEADINGS, TOPICS, order_text, rules_card
from bot.words import Words, words_for
from bot.words.articles import TOPICS as ASKED
from bot.words.articles import article_for, articles, articles_about, cited_in
from bot.words.jargon import Jargon, jargon, meanings
from engine.cards import SPELLINGS, UNKNOWN, Card
from engine.events import AnyEvent
from engine.seen.view import SeatView
from engine.state.table import Table
from engine.variants import VARIANTS, table_for


def help_dictionary(words: Words, game: str) -> str:
    """Every word with its meaning; the first line is the title. Those of ``game`` come first."""
    of_game = sorted(jargon().values(), key=lambda entry: game not in entry.games)
    return "\n".join([words.text("help.dictionary"), *(_line(words, entry) for entry in of_game)])


def help_word(words: Words, id: str) -> str:
    """All meanings of a word; the first line is the title."""
    found = [jargon()[other] for other in meanings(id)]
    return "\n".join([", ".join(found[0].words), *_meanings(words, found)])


def _meanings(words: Words, found: list[Jargon]) -> Iterator[str]:
    for entry in found:
        yield "\n".join(
            part for part in (words.text(f"jargon.{entry.id}"), _known_games(words, entry)) if part
        )


def _line(words: Words, entry: Jargon) -> str:
    said = ", ".join(entry.words)
    meaning = words.text(f"jargon.{entry.id}")
    return words.text("help.dictionary.word", words=said, meaning=meaning)


def _known_games(words: Words, entry: Jargon) -> str:
    """The games in which a word is said; empty: in all games."""
    if not entry.games:
        return ""
    named = words.list(words.text(f"option.variant.{game}") for game in entry.games)
    return words.text("help.dictionary.games", games=named)


def topic_text(topic: str, table: Table, locale: str) -> str:
    """A game's articles about a topic, in the reader's language; the first line is the title.
    ``topic``: one of :data:`bot.words.articles.TOPICS`."""
    words = words_for(locale, table.rules.variant)
    game = words.text(f"variant.{table.rules.variant}")
    lines = [words.text("rules.topic", topic=words.text(f"rules.topic.{topic}"), game=game)]
    for id in articles_about(topic, table.rules.article("hand")[:2]):
        text, _ = article_for(id, locale)
        lines.append(words.text("rules.topic.article", article=id, text=text))
    return "\n".join(lines if len(lines) > 1 else [*lines, words.text("rules.topic.none")])


def card_text(card: Card, table: Table, locale: str) -> str:
    """A card in this game: its name, the cards that beat it, those that tie, its points."""
    words = words_for(locale, table.rules.variant)
    name = words.card(card, table.spelling)
    return "\n".join([name[:1].upper() + name[1:], *_told(card, table, words)])


def _told(card: Card, table: Table, words: Words) -> Iterator[str]:
    order, deck = table.rules.cards.order, table.spelling
    place = next(number for number, step in enumerate(order) if card in step)
    above = [other for step in order[:place] for other in step]
    below = [other for step in order[place + 1 :] for other in step]
    equal = [other for other in order[place] if other != card]
    yield words.text("rules.card.place", n=place + 1, of=len(order))
    yield words.text("rules.card.beaten", n=len(above))
    yield words.text("rules.card.beats", n=len(below))
    if equal:
        yield words.text("rules.card.ties", cards=words.cards(equal, deck))
    if table.turns:
        yield words.text("rules.card.turned")
    if table.rules.envido.calls:
        yield words.text("rules.card.envido", n=table.envido_points((card,), UNKNOWN))


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
    for :func:`bot.screens.rules.rules.rules_card`. ``commands``: those that help tells."""
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
    """The button from the rules to the payments of calls, at the table or in this game."""
    topic = PAYMENTS if info is not None else f"{PAYMENTS}-{game}"
    if is_payments(topic):
        yield Leaf(str(replace(key, topic=topic, part=0)), words.text("page.payments"))


def _to_badges(words: Words) -> Iterator[Leaf]:
    """The button from the help about badges to the page of all badges."""
    yield Leaf(str(PageKey(ALL_BADGES)), words.text("badges.all"))


def is_asked(topic: str) -> bool:
    """Whether a topic of :data:`RULES` asks for one word, at the table of the key or in a game.
    Such a word is one of :data:`bot.words.articles.TOPICS`, or a card."""
    return _read_asked(topic) is not None


def _read_asked(topic: str) -> tuple[str, str] | None:
    """The word that is asked for, and the game; ``None``: the topic asks for no word."""
    asked, _, game = topic.partition("-")
    if game and game not in VARIANTS:
        return None
    if asked in ASKED:
        return asked, game
    code = asked.removeprefix(ABOUT_CARD)
    return (asked, game) if asked != code and read_code(code) is not None else None


def _asked(key: PageKey, locale: str, info: MatchInfo | None) -> Page | None:
    """The answer to a word that is asked for; ``None``: the key asks for no word."""
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
    """Whether a topic of :data:`RULES` asks for the payments of calls, at a table or in a game."""
    game = topic.removeprefix(f"{PAYMENTS}-")
    return topic == PAYMENTS or (game != topic and game in VARIANTS)


def _payments(key: PageKey, locale: str, info: MatchInfo | None, view: SeatView | None) -> Page:
    """The payments of every call, with the score of the table or at 0 to 0."""
    game = key.topic.removeprefix(PAYMENTS).removeprefix("-")
    if info is not None and game in ("", info.variant):
        table, score = _table_of(info.variant, info), score_of(view)
    else:
        table, score = paying_table(game or next(iter(VARIANTS))), (0, 0)
    rows, notes = payments_lines(table, score, locale)
    words = words_for(locale)
    board = payments_board(table, score, locale)
    topics = [] if info is not None else [f"{PAYMENTS}-{other}" for other in VARIANTS]
    here = f"{PAYMENTS}-{table.rules.variant}"
    return Page(
        title=board.title,
        text="\n".join([*rows, "", *notes]).strip(),
        topics=tuple(
            Leaf(str(replace(key, topic=each, part=0)), _label(each, words), here=each == here)
            for each in topics
        ),
        picture=page_picture(board, (board.title, *rows), beside=notes),
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
"""The id of the sentence that names the language of a quoted article."""


def _article(key: PageKey, words: Words) -> Page:
    """An article for this reader, with the articles that it names; none is longer than a page."""
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
    """The topics to which a page of help leads. The first page leads to all topics; a page about
    the club leads to the other pages about the club."""
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
