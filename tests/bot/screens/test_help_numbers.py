"""Every number in the help about a game is what the engine does at such a table.

What is expected is found by playing: calls are said and accepted at a table of the engine, and the
points that it gives are read from its events. The help reads the rule set instead.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from bot.screens.help.help_pages import build_page
from bot.screens.help.primer import primer
from bot.screens.help.situation import help_here
from bot.screens.pages import HELP, Page, PageKey
from bot.screens.rules.rules import order_text
from bot.words import LOCALES, REGIONAL, words_for
from bot.words.catalogues import entries
from bot.words.shouts import caption
from engine.actions import (
    BUENAS,
    CORRE,
    DESCARTA,
    ENVIDO,
    FLOR,
    JOGA,
    PLAY,
    PLAY_NTH,
    QUIERO,
    REAL_ENVIDO,
    STACK,
    TENGO,
    VER,
    Action,
    Close,
    Range,
)
from engine.apply import apply, deal_from, new_match
from engine.cards import RANKS, UNKNOWN, Card
from engine.errors import BadRules
from engine.events import Scored
from engine.guard.legal import awaited, legal_actions, needs
from engine.rules.rule_set import DUPLICATE
from engine.seen.view import view
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import MATCH, info_for
from tests.examples import some
from tests.narrow import present

Cards = tuple[Card, ...]
QUIET = (VER, DESCARTA, STACK, PLAY, PLAY_NTH, BUENAS, TENGO, QUIERO, CORRE)
"""What is done, the first that is legal, when nothing has to be said."""
LANGUAGES = (*LOCALES, *REGIONAL)


def tables() -> Iterator[Table]:
    """Every game at every size with every value of each option, one at a time."""
    for game, variant in VARIANTS.items():
        for players in variant.players:
            yield table_for(game, players)
        for spec in (*variant.options, DUPLICATE):
            for value in spec.values[1:]:
                for players in (variant.players[0], variant.players[-1]):
                    try:
                        yield table_for(game, players, {spec.name: value})
                    except BadRules:
                        continue
    yield table_for("argentino", 4, {"flor": "con", "team_flores": "single", "target": "15"})
    yield table_for("gauderio", 4, {"flor_call": "auto", "games_to_win": "3"})
    yield table_for("mineiro", 2, {"ladder": "2-4-8-10-12", "games_to_win": "3"})


TABLES = tuple({table.key: table for table in tables()}.values())


def flores(table: Table, hands: tuple[Cards, ...], turned: Card) -> int:
    """The seats that hold a flor, as the engine sees it."""
    return sum(bool(table.has_flor(hand, turned)) for hand in hands)


def dealt(table: Table, seed: int, held: int, score: int = 0) -> State:
    """A first hand in which so many seats hold a flor, or any hand in a game without envido."""
    rng, deck = Random(seed), list(table.deck)
    dealer = seed % table.players
    while True:
        rng.shuffle(deck)
        deal = deal_from(table, dealer, tuple(deck))
        if not table.rules.envido.calls or flores(table, deal.hands, deal.turned) == held:
            break
    rest = (0,) * (len(table.account_names) - 1)
    return apply(new_match(table, (score, *rest)), deal).state


def step(state: State, wanted: str) -> Action | None:
    """A legal step with this verb, of any seat."""
    for seat in range(state.table.players):
        for legal in legal_actions(state, seat):
            if legal.verb != wanted:
                continue
            return Action(seat, wanted, legal.low) if isinstance(legal, Range) else legal
    return None


def play(state: State, *words: str) -> list[Scored] | None:
    """Says these words as soon as each may be said, and else plays cards until the hand is over.
    ``None``: one of the words could not be said."""
    said, scored = list(words), list[Scored]()
    while needs(state) in ("seat", "close"):
        wanted = step(state, said[0]) if said else None
        quiet = (step(state, verb) for verb in QUIET if awaited(state))
        if needs(state) == "close":
            state, events = apply(state, Close())
        elif wanted is not None:
            said.pop(0)
            state, events = apply(state, wanted)
        else:
            state, events = apply(state, next(action for action in quiet if action is not None))
        scored += [event for event in events if isinstance(event, Scored)]
    return None if said else scored


def won(table: Table, kind: str, held: int, *words: str, score: int = 0) -> int:
    """The points that somebody wins of this kind when these words are said in a hand."""
    for seed in range(60):
        scored = play(dealt(table, seed, held, score), *words)
        if scored is not None:
            points = sum(event.points for event in scored if event.kind == kind)
            if points:
                return points
    raise AssertionError((table, kind, words))


@cache
def truco(table: Table) -> list[int]:
    """What a hand is worth without a call, and after each accepted call but one for the whole
    game."""
    calls = [ladder_step.verb for ladder_step in table.rules.truco.steps if not ladder_step.formula]
    worth = [won(table, "truco", 0)]
    for n in range(len(calls)):
        worth.append(won(table, "truco", 0, *calls[: n + 1], QUIERO))
    return worth


@cache
def special(table: Table) -> list[int]:
    """From which score a side decides about its hands, for how much they are then played, and what
    running costs; nothing where nobody decides."""
    for score in range(table.rules.match.target):
        if step(dealt(table, 1, 0, score), JOGA) is not None:
            played = won(table, "truco", 0, JOGA, score=score)
            scored = present(play(dealt(table, 1, 0, score), CORRE))
            return [score, played, scored[0].points]
    return []


@cache
def envido(table: Table) -> list[int]:
    """What two cards of a suit are worth beyond their sum, and what the calls pay."""
    read = table.spelling.read
    bonus = table.envido_points((read("7o"), read("6o"), read("1e")), turned(table)) - 13
    calls = [call for call in (ENVIDO, REAL_ENVIDO) if call in table.envido_words]
    return [bonus, *(won(table, "envido", 0, call, QUIERO) for call in calls)]


def turned(table: Table) -> Card:
    """A turned card that is no piece, of the suit of bastos; unknown where none is turned."""
    return table.spelling.read("6b") if table.turns else UNKNOWN


def pieces(table: Table) -> list[int]:
    """The ranks of the cards that beat every other because of the turned card, and their points."""
    if not table.rules.cards.pieces:
        return []
    card, spelling = turned(table), table.spelling
    heights, usual = table.heights(card), table_for("argentino", 2).heights(UNKNOWN)
    best = [piece for piece in table.deck if heights[piece] > heights[spelling.read("1e")]]
    assert len({piece // RANKS for piece in best}) == 1 != max(usual)
    low = (spelling.read("12o"), spelling.read("12c"))
    ranks = [int(spelling.ranks[piece % RANKS]) for piece in best]
    return [*ranks, *(table.envido_points((piece, *low), card) for piece in best)]


def match(table: Table) -> list[int]:
    """How far a match goes, by the options that somebody chooses."""
    options = dict(table.rules.options)
    if DUPLICATE.name in options:
        return [int(options[DUPLICATE.name])]
    games = int(options["games_to_win"])
    return [int(options["target"]), *([games] if games > 1 else [])]


def halves(table: Table) -> list[int]:
    """The malas and the buenas where the help counts them (TR-MAT-02)."""
    if table.rules.variant != "tradicional-18":
        return []
    target = int(dict(table.rules.options)["target"])
    return [target // 2, target - target // 2]


@cache
def expected(table: Table) -> Counter[int]:
    found = [*match(table), *halves(table), *truco(table), *special(table), *pieces(table)]
    if table.rules.envido.calls:
        found += envido(table)
    if table.rules.flor is not None:
        found.append(won(table, "flor", 1, FLOR))
    return Counter(found)


def page_at(table: Table, locale: str, topic: str) -> Page:
    return build_page(PageKey(HELP, MATCH, topic), locale, info_for(table))


def numbers(text: str, table: Table, locale: str) -> Counter[int]:
    """The numbers of a text but those of the line with the order of the cards."""
    order = order_text(table, words_for(locale, table.rules.variant))
    assert order in text
    return Counter(int(number) for number in re.findall(r"\d+", text.replace(order, "")))


@pytest.mark.parametrize("game", VARIANTS)
def test_a_tables_help_has_its_numbers(game: str) -> None:
    for table in some([table for table in TABLES if table.rules.variant == game]):
        for locale in LANGUAGES:
            page = page_at(table, locale, game)
            assert numbers(page.text, table, locale) == expected(table), (table.key, locale)


@pytest.mark.parametrize("game", VARIANTS)
def test_without_a_table_the_help_has_the_usual_numbers(game: str) -> None:
    table = table_for(game, VARIANTS[game].players[0])
    elsewhere = table_for("paulista" if game == "argentino" else "argentino", 2)
    for locale in LANGUAGES:
        for page in (
            build_page(PageKey(HELP, topic=game), locale),
            page_at(elsewhere, locale, game),
        ):
            assert numbers(page.text, table, locale) == expected(table), (locale, page.text)


@pytest.mark.parametrize("game", VARIANTS)
def test_the_picture_has_the_tables_numbers(game: str) -> None:
    for table in some([table for table in TABLES if table.rules.variant == game]):
        shown = primer(table, "es")
        told = [int(number) for line in shown.calls for number in re.findall(r"\d+", line)]
        assert told == truco(table), table.key
        assert len(shown.calls) == 1 + len(table.rules.truco.steps)
        assert (shown.hand is None) != bool(table.rules.envido.calls)
        if shown.hand is not None:
            assert re.findall(r"\d+", shown.hand.told) == ["33", str(envido(table)[0])], table.key


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", VARIANTS)
def test_now_says_what_the_next_call_makes_the_hand_worth(game: str, locale: str) -> None:
    table = table_for(game, 2)
    words = words_for(locale, game)
    calls = [ladder_step.verb for ladder_step in table.rules.truco.steps if not ladder_step.formula]
    for worth, call in zip(truco(table)[1:], calls, strict=True):
        state = dealt(table, 0, 0)
        looked = step(state, VER)
        state = state if looked is None else apply(state, looked).state
        for before in calls[: calls.index(call)]:
            action = present(step(state, before))
            state, _ = apply(state, action)
        action = present(step(state, call))
        text = help_here(info_for(table), view(state, action.seat), None, words)
        line = next(line for line in text.split("\n") if f" {caption(game, call)}:" in line)
        assert re.findall(r"\d+", line) == [str(worth)]


LARGE = {
    "es": "cinco|seis|siete|ocho|nueve|diez|once|doce|quince|dieciocho|veinte|treinta",
    "pt": "cinco|seis|sete|oito|nove|dez|onze|doze|quinze|dezoito|vinte|trinta",
    "en": "five|six|seven|eight|nine|ten|eleven|twelve|fifteen|eighteen|twenty|thirty",
}
"""Numbers that depend on the table, as words. Smaller ones are the cards and tricks of a hand."""
SEATS = {"seis", "ocho", "oito", "six", "eight"}
"""Numbers of players, which are no points: six and eight play duels in tradicional."""


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("game", VARIANTS)
def test_no_number_of_points_is_written_as_a_word(game: str, locale: str) -> None:
    """Such a number would stay the same at every table."""
    table = table_for(game, VARIANTS[game].players[0])
    text = page_at(table, locale, game).text.replace(order_text(table, words_for(locale, game)), "")
    for call in table.rules.truco.steps:
        text = text.replace(caption(game, call.verb).lower(), "")
    found = set(re.findall(rf"\b(?:{LARGE[locale[:2]]})\b", text))
    assert found <= (SEATS if 8 in VARIANTS[game].players and table.rules.duels else set())


_NUMBERED = re.compile(r"([\w-]+\.)?(help|primer|lesson)\.|badge\.(?!ace_of_swords)\w+\.why$")
"""Messages that explain: the help of games and of the club, and how one gets a badge; the ace of
swords is a card."""


@pytest.mark.parametrize("locale", LANGUAGES)
def test_no_help_has_a_number_of_its_own(locale: str) -> None:
    """Numbers are parameters, which the rules of the table fill in."""
    known = entries(locale)
    told = [id for id in known if _NUMBERED.match(id)]
    assert told
    fixed = [id for id in told if any(re.search(r"\d", form) for form in known[id].forms)]
    assert fixed == []
