"""``/reglas``: the rules of a table in short, and why its last hand ended as it did."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from bot.model import MatchInfo
from bot.screens.context import ScreenContext
from bot.screens.story import Told, story
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

ARTICLES: Final = {
    "argentino": {
        "target": "AR-MAT-01",
        "games_to_win": "AR-MAT-03",
        "end": "AR-MAT-05",
        "flor": "AR-FLO-15",
        "truco_when": "AR-TRU-02",
        "answer_by": "AR-PLA-03",
        "words": "AR-TRU-08",
        "envido_callers": "AR-ENV-02",
        "real_repeat": "AR-ENV-05",
        "truco_after_envido": "AR-ENV-08",
        "truco_over_envido": "AR-ENV-16",
        "falta": "AR-FAL-01",
        "buenas_from": "AR-FAL-03",
        "declare": "AR-ENV-11",
        "show": "AR-MOS-01",
        "show_penalty": "AR-MOS-03",
        "flor_when": "AR-FLO-03",
        "flor_call": "AR-FLO-13",
        "flor_values": "AR-FLO-07",
        "team_flores": "AR-FLO-09",
        "resto": "AR-FLO-08",
        "resto_refused_direct": "AR-FLO-06",
        "pido_false": "AR-FLO-13",
        "mazo": "AR-MAZ-01",
        "mazo_early": "AR-MAZ-02",
        "tie_lead": "AR-TRI-05",
        "cover_from": "AR-COV-01",
        "duels_from": "AR-PIC-02",
        "duels_until": "AR-PIC-02",
        "duel_cap": "AR-PIC-04",
    },
    "gauderio": {
        "target": "GA-SCO-03",
        "games_to_win": "GA-SCO-03",
        "truco_when": "GA-TRU-01",
        "real_envido": "GA-ENV-03",
        "envido_repeat": "GA-ENV-03",
        "envido_callers": "GA-ENV-01",
        "envido_first": "GA-ENV-08",
        "envido_tie": "GA-ENV-07",
        "flor": "GA-FLO-01",
        "flor_when": "GA-FLO-01",
        "flor_call": "GA-FLO-11",
        "flor_values": "GA-FLO-13",
        "contraflor_decline": "GA-FLO-08",
        "resto": "GA-FLO-09",
        "truco_with_flor": "GA-FLO-10",
        "all_tied": "GA-HAN-06",
        "tie_lead": "GA-TRI-03",
        "cover_from": "GA-COV-01",
        "mazo_early": "GA-FOL-01",
        "answer_by": "GA-PLA-01",
        "senas": "SI-01",
    },
    "paulista": {
        "deck": "PA-DEK-02",
        "manilhas": "PA-CAR-05",
        "target": "PA-SCO-02",
        "games_to_win": "PA-SCO-03",
        "truco_when": "PA-TRU-01",
        "answer_by": "PA-TRU-08",
        "raise_cap": "PA-TRU-09",
        "match_call": "PA-TRU-10",
        "truco_must_beat": "PA-TRU-11",
        "tie_lead": "PA-TRI-05",
        "show_after_tie": "PA-FIN-06",
        "all_tied": "PA-HAN-06",
        "cover_from": "PA-COV-01",
        "cover_limit": "PA-COV-04",
        "cover_after_tie": "PA-COV-04",
        "special_peek": "PA-ONZ-02",
        "special_solo": "PA-FIN-03",
        "special_call": "PA-ONZ-05",
        "special_value": "PA-ONZ-04",
        "special_run": "PA-ONZ-03",
        "ferro": "PA-FER-02",
        "claim_unbeatable": "PA-ONZ-07",
        "misdeal": "PA-DEA-04",
        "senas": "SI-01",
    },
    "mineiro": {
        "deck": "MI-DEK-02",
        "ladder": "MI-TRU-02",
        "target": "MI-SCO-02",
        "games_to_win": "MI-SCO-03",
        "truco_when": "MI-TRU-05",
        "answer_by": "MI-TRU-05",
        "raise_cap": "MI-TRU-05",
        "match_call": "MI-TRU-05",
        "truco_must_beat": "MI-TRU-05",
        "tie_lead": "MI-TRI-03",
        "show_after_tie": "MI-TRI-04",
        "all_tied": "MI-HAN-06",
        "cover_from": "MI-COV-01",
        "cover_limit": "MI-COV-01",
        "cover_after_tie": "MI-COV-01",
        "special_peek": "MI-DEZ-02",
        "special_solo": "MI-DEZ-07",
        "special_call": "MI-DEZ-05",
        "special_value": "MI-DEZ-04",
        "special_run": "MI-DEZ-03",
        "ferro": "MI-FER-01",
        "claim_unbeatable": "MI-DEZ-07",
        "senas": "SI-01",
    },
    "venezolano": {
        "target": "VE-MAT-01",
        "games_to_win": "VE-MAT-01",
        "truco_when": "VE-TRU-01",
        "answer_by": "VE-PLA-01",
        "envido_callers": "VE-ENV-02",
        "first_parda": "VE-PAR-02",
        "parda_calls": "VE-PAR-05",
        "reservada_pays": "VE-FLO-09",
        "flor_when": "VE-FLO-03",
        "aley_bluff": "VE-FLO-05",
        "mazo_early": "VE-MAZ-01",
        "cover_from": "VE-COV-01",
        "end": "VE-MAT-02",
    },
    "tradicional-18": {
        "target": "TR-MAT-02",
        "games_to_win": "TR-MAT-01",
        "achicar": "TR-MAT-03",
        "end": "TR-MAT-04",
        "teams": "TR-DEA-01",
        "gallo_mode": "TR-GAL-02",
        "gallo": "TR-GAL-01",
        "gallo_four_cards": "TR-GAL-04",
        "truco_when": "TR-TRU-01",
        "answer_by": "TR-GEN-08",
        "envido_callers": "TR-ENV-02",
        "numbered_envido": "TR-ENV-12",
        "refuse_count": "TR-ENV-10",
        "igualar_refused": "TR-ENV-17",
        "falta": "TR-ENV-18",
        "declare": "TR-ENV-06",
        "show": "TR-FLO-03",
        "flor_when": "TR-FLO-01",
        "flor_call": "TR-FLO-10",
        "flor_faults": "TR-FLO-03",
        "achico_plain": "TR-FLO-06",
        "resto": "TR-FLO-08",
        "pido_false": "TR-FLO-10",
        "mazo": "TR-GEN-04",
        "cover_from": "TR-GEN-09",
        "blind_calls": "TR-COM-01",
        "duels_from": "TR-SEI-02",
        "duels_until": "TR-SEI-02",
        "duel_cap": "TR-SEI-03",
    },
    "uruguayo": {
        "target": "UY-MAT-01",
        "games_to_win": "UY-MAT-01",
        "piece_values": "UY-CAR-05",
        "two_pieces": "UY-ENV-12",
        "equal_cards": "UY-CAR-04",
        "truco_when": "UY-TRU-01",
        "answer_by": "UY-PLA-01",
        "envido_callers": "UY-ENV-02",
        "raises": "UY-ENV-04",
        "numbered_envido": "UY-ENV-10",
        "falta": "UY-ENV-07",
        "falta_cap": "UY-ENV-08",
        "envido_tie": "UY-ENV-09",
        "declare": "UY-ENV-11",
        "show": "UY-ENV-11",
        "flor_when": "UY-FLO-03",
        "flor_call": "UY-FLO-10",
        "resto": "UY-FLO-07",
        "resto_refused_raise": "UY-FLO-07",
        "pido_false": "UY-FLO-10",
        "mazo": "UY-MAZ-03",
        "mazo_early": "UY-MAZ-01",
        "cover_from": "UY-COV-01",
        "blind_calls": "UY-PER-01",
        "duels_from": "UY-SEI-01",
        "duels_until": "UY-SEI-01",
        "duel_cap": "UY-SEI-03",
    },
}
"""The article of the variant's page that each option belongs to."""

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
    {
        "answer_by",
        "mazo",
        "senas",
        "team_flores",
        "teams",
        "cover_limit",
        "special_peek",
    }
)
_COVERS_ONLY: Final = frozenset({"cover_limit", "cover_after_tie"})

OUR_SENAS: Final = frozenset({"venezolano"})
"""Games whose señas no source lists: the pages give ours, and say so."""

TOPICS: Final = ("opciones", "mano", "cartas", "senas")
HEADINGS: Final = (
    "rules.hand.title",
    "rules.cards.title",
    "rules.senas.title",
    "rules.articles.title",
)
"""The headings of the last three topics, and the heading of the articles."""
SHEET: Final = "\f"
"""A line that begins a page."""


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
    of their own, the articles of all that.

    ``info`` ``None``: the usual rules of ``variant``. ``view``: the match as the reader sees it
    (for the duels of a hand). ``topic``: one of :data:`TOPICS`, empty: all of them."""
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
        hand = [] if info is None else list(_story(ScreenContext(info, seen, words), events))
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
    """The options that make a difference at this table: name, value, article."""
    chosen, match = dict(table.rules.options), table.rules.match
    for name in option_specs(table.rules.variant):
        if name not in chosen or not matters(table, name):
            continue
        label = option_label(words, name, match)
        value = value_label(words, name, chosen[name], match)
        yield label, value, ARTICLES[table.rules.variant].get(name, "")


def matters(table: Table, name: str) -> bool:
    """Whether an option makes a difference with so many players and the other options."""
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
"""By option, whether it makes a difference at a table."""


def _story(context: ScreenContext, events: Iterable[AnyEvent]) -> Iterator[Told]:
    return story(context, events, ARTICLES[context.table.rules.variant])


def order_text(table: Table, words: Words) -> str:
    """The deck from strong to weak, in words; without the manilhas of a turned card."""
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
