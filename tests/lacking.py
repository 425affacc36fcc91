"""What a game still lacks outside its own module, all of it in one message.

A game is registered in :mod:`engine.variants` and runs. Other tables know it by its name: words,
pages, tests. :func:`lacking` asks all of them and says of each what is missing and where it goes.
What has to stand in a table follows from the game's rule sets, over every pair of option values.
What is learnt ahead is named with the command that makes it, and about how long that takes.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.catalogue.phrases import NAMES_OF_GAMES
from bot.table_options import PACE
from bot.words.cards import PIECES, TURNED
from bot.words.catalogues import LOCALES, entries_of
from bot.words.hearing import verbs_heard
from bot.words.options import PLAYERS, TURN_SECONDS, option_specs
from bot.words.shouts import SHOUTS
from engine import puzzles
from engine.actions import BUENAS, CORRE, DESCARTA, INTERFIERE, MOSTRAR, QUIERO, TENGO, VER
from engine.robots.learnt import envido_starts, truco_tables
from engine.seen.senas import SENAS
from engine.variants import VARIANTS, rules_for
from lab.envido_starts import MINUTES as ENVIDO_MINUTES
from lab.puzzles import MINUTES as PUZZLE_MINUTES
from lab.truco_tables import MINUTES as TRUCO_MINUTES
from tests.engine.test_rule_ids import OF_GAMES
from tests.needs import article_keys, rule_sets, words_of_game
from tests.properties.test_leaks import FORGOTTEN

ROOT: Final = Path(__file__).parents[1]
LOCALE: Final = "bot/locale/{}/LC_MESSAGES/truco.po"

Lacks = Iterator[tuple[str, str]]
"""Where something goes, and what is missing there."""


# --- what is missing ---------------------------------------------------------------------------


NOT_TYPED: Final = frozenset({TENGO, MOSTRAR, DESCARTA, INTERFIERE, CORRE, VER})
"""Words that people do not type: a command or another word stands for them."""


def _engine(game: str) -> Lacks:
    declared = {key for rules in rule_sets(game) for key, _ in rules.articles}
    for key in sorted({key for rules in rule_sets(game) for key in article_keys(rules)} - declared):
        yield f"engine/variants/{game}.py, ARTICLES", key
    for spec in VARIANTS[game].options:
        if not spec.article and spec.name != "senas":
            yield f"engine/variants/{game}.py, OPTIONS", spec.name
    if any(spec.name == "senas" for spec in VARIANTS[game].options) and game not in SENAS:
        yield "engine.seen.senas.SENAS", game


def _words(game: str) -> Lacks:
    said = words_of_game(game) | ({TENGO, BUENAS} if rules_for(game).envido.calls else set())
    for word in sorted(said - {*SHOUTS.get(game, ())}):
        yield f"bot/words/shouts.toml, games.{game}", word
    heard = verbs_heard(game) if game in SHOUTS else ()
    for word in sorted(said - NOT_TYPED - {*heard}):
        yield "bot/words/phrases", word
    if game not in NAMES_OF_GAMES:
        yield "bot.catalogue.phrases.NAMES_OF_GAMES", game
    pieces = any(rules.cards.pieces for rules in rule_sets(game))
    if pieces and game not in TURNED:
        yield "bot.words.cards.TURNED", game
    several_names = len({name for rules in rule_sets(game) for name in rules.cards.pieces}) == 2
    if pieces and several_names and game not in PIECES:
        yield "bot.words.cards.PIECES", game


def messages_of(game: str) -> Iterator[str]:
    """The ids that the catalogues must have because this game is there."""
    yield from (f"variant.{game}", f"option.variant.{game}", f"about.{game}", f"help.{game}")
    for name, values in option_specs(game).items():
        if name in ("variant", PLAYERS, TURN_SECONDS, PACE.name):
            continue
        yield f"option.{name}"
        yield from (f"option.{name}.{value}" for value in values if not value.isdecimal())
    yield from (f"sena.{sena.id}" for sena in SENAS.get(game, ()))
    if VARIANTS[game].turned:
        turned = TURNED.get(game, "vira")
        yield from (f"{kind}.{turned}" for kind in ("card", "log", "table", "rules.order"))
    special = rules_for(game).special
    if special is not None:
        yield f"special.{special.score_from}"


def _messages(game: str) -> Lacks:
    for locale in LOCALES:
        known = entries_of(locale, game)
        for id in dict.fromkeys(messages_of(game)):
            if id not in known:
                yield LOCALE.format(locale), id


def language_of(game: str) -> str:
    """The language of the people who play it, which is that of its words and of its page."""
    return "pt_BR" if SHOUTS[game][QUIERO] == "Quero!" else "es"


SPEC_HEADINGS: Final = ("## Rules", "Where the sources differ", "### All options, default first")
RULES_BLOCKS: Final = ("<!-- order -->", "<!-- ladder -->", "<!-- options -->")


def _pages(game: str) -> Lacks:
    for folder, wanted in (("spec", SPEC_HEADINGS), ("rules", RULES_BLOCKS)):
        page = ROOT / "docs" / folder / f"{game}.md"
        text = page.read_text("utf-8") if page.exists() else ""
        yield from (
            (f"docs/{folder}/{game}.md", heading) for heading in wanted if heading not in text
        )
    if game in OF_GAMES and f"{OF_GAMES[game].prefix}-EX-01" not in OF_GAMES[game].text:
        yield f"docs/spec/{game}.md", f"### {OF_GAMES[game].prefix}-EX-01, the worked hands"
    for index, link in (
        ("README.md", f"](docs/rules/{game}.md)"),
        ("docs/spec/README.md", f"]({game}.md)"),
    ):
        if link not in (ROOT / index).read_text("utf-8"):
            yield index, link


def seats_of(pattern: str, game: str) -> set[int]:
    """The numbers of seats that records of a game among these files have."""
    seats = set()
    for path in ROOT.glob(pattern):
        text = path.read_text("utf-8")
        if re.search(rf"^(?:> )?variant {game}$", text, re.MULTILINE):
            seats |= {
                int(players) for players in re.findall(r"^(?:> )?players (\d)$", text, re.MULTILINE)
            }
    return seats


def _tests(game: str) -> Lacks:
    if rules_for(game).envido.calls and game not in {name for name, _, _ in FORGOTTEN}:
        yield "tests.properties.test_leaks.FORGOTTEN", f"({game!r}, 'envido.declared', {{}})"
    if not seats_of("tests/notation/*/*.truco", game):
        yield f"tests/notation/{game}/", "a worked hand (??-ex-01.truco)"
    for pattern in ("tests/walks/*.truco", "tests/playthroughs/*.txt"):
        for players in sorted(set(VARIANTS[game].players) - seats_of(pattern, game)):
            yield pattern, f"one for {players} players"


def _learnt(game: str) -> Lacks:
    """What robots and the page of puzzles play better with; a game plays without it."""
    makers = (
        (envido_starts.missing(), envido_starts.FILE, "lab.envido_starts", ENVIDO_MINUTES),
        (truco_tables.missing(), truco_tables.FILE, "lab.truco_tables", TRUCO_MINUTES),
    )
    for missing, file, module, minutes in makers:
        if game in missing:
            yield str(file.relative_to(ROOT)), _command(game, module, minutes)
    shelf = puzzles.shipped(game)
    if shelf.refused or not shelf.puzzles:
        where = f"engine/puzzles/shipped/{game}.jsonl"
        yield where, _command(game, "lab.puzzles", PUZZLE_MINUTES)


def _command(game: str, module: str, minutes: int) -> str:
    return f"python -m {module} --variant {game} ({minutes} minutes)"


KINDS: Final = (_engine, _words, _messages, _pages, _tests, _learnt)


def lacking(game: str) -> str:
    """What this game lacks, a line for each place where something is to be put; empty: nothing."""
    missing: defaultdict[str, list[str]] = defaultdict(list)
    for kind in KINDS:
        for where, what in kind(game):
            missing[where].append(what)
    return "\n".join(f"{where}: {', '.join(what)}" for where, what in missing.items())
