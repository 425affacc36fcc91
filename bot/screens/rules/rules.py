"""``/reglas``: the rules of a table in short, and the reasons for the end of its last hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from bot.model import MatchInfo
from bot.screens.history.story import story
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import SHEET
from bot.words import Words, words_for
from bot.words.cards import MANILHAS, PIECE_NAMES, TURNED
from bot.words.options import option_label, option_specs, value_label
from engine.apply import new_match
from engine.cards import RANKS, SUITS, Card, Spelling
from engine.events import AnyEvent
from engine.rules.rule_set import UNLIMITED
from engine.seen.senas import senas_for
from engine.seen.view import PUBLIC, SeatView
from engine.seen.view import view as seen_by
from engine.state.seats import has_pies
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

_FLOR_ONLY: Final = frozenset(
    {
        "flor_when",
        "flor_call",
        "flor_values",
        "team_flores",
        "resto",
        "resto_refused_direct",
        "pido_false",
        "contraflor_decline",
        "truco_with_flor",
    }
)
_DUELS_ONLY: Final = frozenset({"duels_from", "duels_until", "duel_cap"})
_TEAMS_ONLY: Final = frozenset(
    {"answer_by", "mazo", "senas", "team_flores", "teams", "cover_limit", "special_peek"}
)
_COVERS_ONLY: Final = frozenset({"cover_limit", "cover_after_tie"})

OUR_SENAS: Final = frozenset({"venezolano"})
"""Games whose señas are listed in no source: the pages show our own, and say so."""

TOPICS: Final = ("opciones", "mano", "cartas", "senas")
HEADINGS: Final = (
    "rules.hand.title",
    "rules.cards.title",
    "rules.senas.title",
    "rules.articles.title",
)
"""The headings of the last three topics, and the heading of the articles."""


def rules_card(
    info: MatchInfo | None,
    locale: str,
    events: Iterable[AnyEvent] = (),
    *,
    view: SeatView | None = None,
    topic: str = "",
    variant: str = "",
) -> str:
    """This table's rules in short, and the story of the last hand; after :data:`SHEET`, on a page
    of their own, the articles behind them. ``info`` ``None``: the usual rules of ``variant``.
    ``view``: the match as the reader sees it (for the duels of a hand). ``topic``: one of
    :data:`TOPICS`; empty: all of them."""
    table = (
        # Two players have no señas to read about.
        table_for(variant or next(iter(VARIANTS)), 4 if topic == "senas" else 2)
        if info is None
        else table_for(info.variant, info.players, dict(info.options))
    )
    words = words_for(locale, table.rules.variant)
    seen = view if view is not None else seen_by(new_match(table), PUBLIC)
    name = words.text(f"variant.{table.rules.variant}")
    players = words.text("lobby.players", n=table.players)
    title = words.text("rules.title", variant=name, players=players)
    told, articles = [title[:1].upper() + title[1:]], list[str]()
    wanted = (topic,) if topic else TOPICS
    if "opciones" in wanted:
        for label, value, article in _options(table, words):
            told.append(words.text("rules.option", label=label, value=value))
            if article:
                articles.append(words.text("rules.article", label=label, article=article))
    events = tuple(events)
    if "mano" in wanted and (topic or events):
        told += ["", words.text("rules.hand.title")]
        hand = [] if info is None else list(story(ScreenContext(info, seen, words), events))
        told += [sentence.text for sentence in hand] or [words.text("rules.hand.none")]
        articles += [
            words.text("rules.because", text=each.text, article=", ".join(each.articles))
            for each in hand
            if each.articles
        ]
    if "cartas" in wanted:
        told += ["", words.text("rules.cards.title"), order_text(table, words)]
    if topic == "senas" and not senas_for(table):
        why = "say.no_partner" if table.players == 2 else "reason.SENAS_OFF"
        told += ["", words.text("rules.senas.title"), words.text(why)]
    if "senas" in wanted and senas_for(table):
        told += ["", words.text("rules.senas.title")]
        if table.rules.variant in OUR_SENAS:
            told.append(words.text("rules.senas.ours"))
        told += [words.text(f"sena.{id}") for id in senas_for(table)]
    if articles:
        told += [SHEET, words.text("rules.articles.title"), *articles]
    return "\n".join(told)


def _options(table: Table, words: Words) -> Iterator[tuple[str, str, str]]:
    """The options that make a difference at this table: name, value and article of each."""
    chosen, match = dict(table.rules.options), table.rules.match
    for name in option_specs(table.rules.variant):
        if name not in chosen or not matters(table, name):
            continue
        label = option_label(words, name, match)
        value = value_label(words, name, chosen[name], match)
        yield label, value, VARIANTS[table.rules.variant].article_of(name)


def matters(table: Table, name: str) -> bool:
    """Whether an option makes a difference with this number of players and the other options."""
    if name in _FLOR_ONLY and table.rules.flor is None:
        return False
    if name in _DUELS_ONLY and not table.modes:
        return False
    if name in _COVERS_ONLY and table.rules.tricks.cover_from == UNLIMITED:
        return False
    if (decides := _DECIDES.get(name)) is not None:
        return decides(table)
    return table.players > 2 or name not in _TEAMS_ONLY


_DECIDES: Final[Mapping[str, Callable[[Table], bool]]] = {
    "show_penalty": lambda table: table.rules.show.claim,
    "flor": lambda table: not table.by_seat,  # AR-GAL-05
    "envido_callers": has_pies,  # AR-GAL-04, TR-ENV-02
    "games_to_win": lambda table: not table.deals,
    "duplicate": lambda table: table.players % 2 == 0,
    "match_call": lambda table: table.rules.match.games_to_win > 1,
    "special_solo": lambda table: table.players == 2,
    "misdeal": lambda table: False,
    "parda_calls": lambda table: table.rules.tricks.after_tie == "stack",
    "gallo_mode": lambda table: table.players == 3,
    "gallo_four_cards": lambda table: table.players == 3,
    "gallo": lambda table: table.players == 3 and dict(table.rules.options)["gallo_mode"] == "fijo",
}
"""For some options, whether the option makes a difference at a table."""


def order_text(table: Table, words: Words) -> str:
    """The deck from strong to weak, in words. Manilhas of a turned card are left out."""
    deck = table.spelling
    order = table.rules.cards.order
    steps = ", ".join(_step(step, words, deck) for step in order)
    if not table.turns:
        return words.text("rules.order", steps=steps)
    promoted = table.rules.cards
    if promoted.pieces:
        return words.text(
            f"rules.order.{TURNED[table.rules.variant]}",
            pieces=", ".join(words.the_rank(piece.rank, deck) for piece in promoted.pieces),
            substitute=words.the_rank(promoted.substitute, deck),
            steps=steps,
        )
    manilhas = ", ".join(
        words.with_name(words.suit(card, deck), name)
        for card, name in zip(order[0], MANILHAS, strict=True)
    )
    return words.text("rules.order.vira", manilhas=manilhas, steps=steps)


def pieces_text(table: Table, words: Words) -> str:
    """The ranks of the pieces from strong to weak, in a sentence: "el 2, el 4 ..."."""
    return words.list(
        _piece(table.spelling.ranks[piece.rank], words) for piece in table.rules.cards.pieces
    )


def _piece(rank: str, words: Words) -> str:
    told = words.text("rank.the", rank=rank)
    name = PIECE_NAMES.get(rank)
    return told if name is None else words.with_name(told, name)


def _step(cards: tuple[Card, ...], words: Words, deck: Spelling) -> str:
    ranks = {card % RANKS for card in cards}
    if len(cards) == SUITS and len(ranks) == 1:
        return words.rank(cards[0], deck)
    return words.cards(cards, deck)
