"""The catalogues are complete, agree with one another, and hold nothing that nobody says."""

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

from bot.catalogue import COMMANDS, GROUPS, LISTED
from bot.catalogue.commands import TYPED
from bot.community.linked_users import Outcome
from bot.pages.hint import SAID_BEFORE
from bot.reasons import ServiceReason
from bot.screens.rules.rules import order_text
from bot.store.notices import OF_TOURNAMENT
from bot.store.results.badges import BADGES, NUMBERS
from bot.tournaments.standings import TieBreak
from bot.tournaments.state import Format
from bot.words import (
    CHOICES,
    LOCALES,
    REGIONAL,
    SOURCE_LOCALE,
    MissingWords,
    Words,
    closest_locale,
    locale_of_client,
    regional,
    words_for,
)
from bot.words.articles import TOPICS
from bot.words.cards import MANILHAS, PLACES, TURNED, read_card, read_manilha, read_place
from bot.words.catalogues import CatalogueMessage, entries, entries_of, read, read_own
from bot.words.hearing import CalledLine, OtherYes, hear
from bot.words.jargon import jargon
from bot.words.options import option_specs, value_label
from bot.words.shouts import BUTTONS, SHOUTS, caption, shout
from bot.words.speech import SUIT_NAMES
from engine.actions import CORRE, DRAWN, END_REASONS, NO_QUIERO, QUIERO
from engine.cards import FRENCH, SPANISH, SPELLINGS, UNKNOWN, Spelling
from engine.errors import Reason
from engine.rules.rule_set import HAND_CAP, RuleSet
from engine.seen.senas import SENAS
from engine.state.state import GAME_NAMES, KIND_NAMES
from engine.teacher import Sitting, Why
from engine.teacher.habits import SHARES, Habit
from engine.variants import VARIANTS, rules_for, table_for
from tests.narrow import of_kind

ROOT = Path(__file__).parents[3]
READ_BY_ADAPTERS = {"button.hand", "button.options", "record.none", "language.set", "reply.done"}
"""Words that stand ready for adapters, beside the screens."""
SCOREBOARD = ("name", "earned", "matches", "won", "lost", "for", "against", "streak", "best")
BY_OTHERS = ("strength", "off", "chips")


def sentences_in(package: str, name: str, locale: str) -> dict[str, tuple[str, ...]]:
    """The sentence in the source language beside each message of a catalogue, by id."""
    path = ROOT / package.replace(".", "/") / "locale" / locale / "LC_MESSAGES" / f"{name}.po"
    read = read_po(BytesIO(path.read_bytes()))
    return {
        str(message.context): (message.id,) if isinstance(message.id, str) else tuple(message.id)
        for message in read
        if message.id
    }


def fields(form: str) -> set[str]:
    """The parameters of one form."""
    return {name for _, name, _, _ in string.Formatter().parse(form) if name}


def parameters(entry: CatalogueMessage) -> set[str]:
    """All parameters of a message; one said by number always takes ``n``."""
    found = set().union(*(fields(form) for form in entry.forms))
    return found | {"n"} if entry.plural else found


def families() -> set[str]:
    """Ids that the code puts together from enums and data."""
    ids = {f"reason.{reason}" for reason in (*Reason, *ServiceReason)}
    for deck in SPELLINGS.values():
        ids |= {f"{kind}.{rank}" for kind in ("rank", "ranks") for rank in deck.ranks}
        ids |= {f"suit.{suit}" for suit in SUIT_NAMES[deck.name]}
    ids |= {f"card.place.{place}" for place in PLACES}
    scores = {made.special.score_from for made in usual() if made.special is not None}
    ids |= {f"special.{score}" for score in scores} | {"special.other"}
    ids |= {f"trick.{number}" for number in (1, 2, 3)}
    ids |= {f"game.{game}" for game in GAME_NAMES} | {f"kind.{kind}" for kind in KIND_NAMES}
    ids |= {f"{kind}.{variant}" for kind in ("variant", "about", "help") for variant in VARIANTS}
    turned = {TURNED.get(name, "vira") for name, variant in VARIANTS.items() if variant.turned}
    kinds = ("card", "log", "table", "rules.order")
    ids |= {f"{kind}.{name}" for kind in kinds for name in turned}
    ids |= {f"sena.{sena.id}" for senas in SENAS.values() for sena in senas}
    ids |= {f"result.ended.{reason}" for reason in (*END_REASONS, DRAWN)}
    ids |= {f"scoreboard.{heading}" for heading in (*SCOREBOARD, *BY_OTHERS)}
    ids |= {id for badge in BADGES for id in (f"badge.{badge}", f"badge.{badge}.why")}
    ids |= {f"notice.{kind}" for kind in OF_TOURNAMENT}
    ids |= {f"tournament.tie.{tie_break}" for tie_break in TieBreak}
    ids |= {f"help.club.format.{form}" for form in Format}
    ids |= {f"teacher.{why}" for why in (*Why, *Sitting)}
    ids |= {f"hint.why.{why}" for why in SAID_BEFORE}
    ids |= {f"habits.{habit}" for habit in Habit}
    ids |= {f"jargon.{id}" for id in jargon()}
    ids |= {f"rules.topic.{topic}" for topic in TOPICS}
    ids |= {f"story.why.{why}" for why in ("two", "first", "next")}
    ids |= {f"habits.try.{habit}.much" for habit in Habit}
    ids |= {f"habits.try.{share}.little" for share in SHARES}
    ids |= {f"link.{outcome}" for outcome in Outcome}
    ids |= {f"link.platform.{platform}" for platform in ("discord", "telegram", "web")}
    ids |= {f"option.{name}" for variant in VARIANTS for name in option_specs(variant)}
    ids.add(f"option.{HAND_CAP.name}")
    for command in COMMANDS:
        ids.add(command.description)
        for option in command.options:
            ids.add(option.description)
            ids |= {choice.label for choice in option.choices if choice.label}
    for group in GROUPS:
        ids.add(group.description)
        ids |= {f"param.{group.id}.{group.by.es}"} if group.by is not None else set()
    return ids


def usual() -> tuple[RuleSet, ...]:
    """Every variant with its defaults."""
    return tuple(rules_for(variant) for variant in VARIANTS)


def value_ids() -> set[str]:
    """Labels of option values; a bare number may do without one."""
    return {
        f"option.{name}.{value}"
        for variant in VARIANTS
        for name, values in option_specs(variant).items()
        for value in values
    }


class Code(NamedTuple):
    """What the code says."""

    strings: set[str]
    """Every string of ``bot`` and ``adapters``."""
    said: list[tuple[str, str, set[str]]]
    """Where, id and keywords of every message that ``bot`` says with its id written out."""


@cache
def code() -> Code:
    found = Code(set(), [])
    for path in sorted(
        path for folder in ("bot", "adapters") for path in (ROOT / folder).rglob("*")
    ):
        if path.suffix == ".js":
            found.strings.update(re.findall(r"[\"'`]([\w.]+)[\"'`]", path.read_text("utf-8")))
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)):
                    found.strings.add(text)
                case ast.Call() if path.is_relative_to(ROOT / "bot"):
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    found.said.extend((where, *said) for said in said_by(node))
    return found


def said_by(call: ast.Call) -> Iterator[tuple[str, set[str]]]:
    """Id and keywords of the message that this call says."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    name = call.func.id if isinstance(call.func, ast.Name) else name
    place = {"text": 0, "said": 0, "line": 1, "_line": 1}.get(name)
    if place is None or len(call.args) <= place:
        return
    keywords = {keyword.arg for keyword in call.keywords}
    known = {keyword for keyword in keywords if keyword is not None}
    said = call.args[place]
    if not isinstance(said, ast.Constant) or not isinstance(said.value, str):
        return
    if known == keywords and re.fullmatch(r"[a-z]+\.[\w.]+", said.value):
        yield said.value, known - {"weight"}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_locale_says_everything(locale: str) -> None:
    """With the same parameters, and translated from the sentence as it is now."""
    source, own = entries("es"), entries(locale)
    assert set(own) == set(source)
    assert [id for id, entry in own.items() if not all(entry.forms)] == []
    assert [id for id in source if parameters(own[id]) != parameters(source[id])] == []
    assert [id for id in source if own[id].plural != source[id].plural] == []
    translated = sentences_in("bot", "truco", locale)
    assert [id for id in source if translated[id] != source[id].forms] == []


def test_every_id_that_is_used_exists() -> None:
    known = set(entries("es"))
    missing = families() - known
    missing |= {id for _, id, _ in code().said if id not in known}
    labels = {id for id in value_ids() - known if not id.rpartition(".")[2].isdecimal()}
    assert not missing | labels


OWN = re.compile("|".join(rf"{re.escape(variant)}\." for variant in (*VARIANTS, "straight")))
"""How the id of a message begins that only one game says so, or games without malas."""


def test_every_id_is_used() -> None:
    unused = (
        {OWN.sub("", id, count=1) for id in entries("es")}
        - families()
        - value_ids()
        - code().strings
        - READ_BY_ADAPTERS
    )
    assert not unused


def test_a_games_own_message_stands_for_the_general_one() -> None:
    """With its parameters; elsewhere the general one is said."""
    own = [id for id in entries("es") if OWN.match(id)]
    for id in own:
        general = entries("es")[OWN.sub("", id, count=1)]
        assert parameters(entries("es")[id]) == parameters(general), id
        assert entries("es")[id].plural == general.plural, id
    assert own


@pytest.mark.parametrize(
    ("variant", "chico"),
    [("argentino", "2 chicos"), ("venezolano", "2 juegos"), ("tradicional-18", "2 medios juegos")],
)
def test_what_a_game_is_called(variant: str, chico: str) -> None:
    """TR-MAT-02: a chico is half of what is won in tradicional; VE-MAT-01."""
    words = words_for("es", variant)
    assert words.text("score.games", n=2) == chico
    assert value_label(words, "games_to_win", "2") == chico
    assert words_for("es").text("score.games", n=2) == "2 chicos"


_TU = re.compile(
    r"\b(?:tú|ti|contigo|tienes|quieres|puedes|sabes|pierdes|dejas|miras|juegas|cantas|siéntate"
    r"|sientas|elige|prueba (?:otra|de nuevo)|dile|pídele|aquí|vosotros|usted(?:es)?)\b",
    re.IGNORECASE,
)
"""Where people are spoken to as vos."""
_VOS = re.compile(
    r"\b(?:vos|tenés|querés|podés|sabés|perdés|dejás|mirás|jugás|cantás|armás|sentate|fijate"
    r"|elegí|probá|esperá|decí|pedile|acá|allá|recién|vosotros|usted(?:es)?)\b",
    re.IGNORECASE,
)
"""Where people are spoken to as tú."""
REGISTERS = {
    # Neither tú nor vos: what both say alike, or nobody in particular.
    "es": re.compile(
        r"\b(?:tú|ti|contigo|vos|tienes|tenés|quieres|querés|puedes|podés|sabes|sabés|pierdes"
        r"|perdés|dejas|dejás|miras|mirás|juegas|jugás|siéntate|sentate|pulsa|prueba otra"
        r"|elígelo|(?:^|(?<=[.:] ))(?:elige|compara|suelta"
        r"|(?:vuelve|volvé) a \w+[aei]r(?:l[oae]s?)?)"
        r"|(?<!se )escribe|acá|allá|recién|(?:aquí|ahora) en más|vosotros|usted(?:es)?)\b",
        re.IGNORECASE,
    ),
    "es_AR": _TU,
    "es_UY": _TU,
    "es_VE": _VOS,
    # As people in Brazil talk: no "há", no pronoun hung on a verb.
    "pt_BR": re.compile(
        r"\b(?:há|haverá|tu)\b|[aeir]-(?:lo|la|los|las)\b|^\w+-se\b|\bpara (?:mim|você)\b"
        r"|\b(?:dá|deu) para\b|\bpara (?:baixo|outra pessoa|dizer|jogar|ver)\b",
        re.IGNORECASE,
    ),
}
"""Words of another way of speaking than the catalogue's."""
SAID_BY_PEOPLE = {"help.manilhas.vira", "help.uruguayo", "help.venezolano"}
"""Where cards are turned: "vira-se uma carta, a vira"."""
LEFT_OUT = {
    # A tie is a tie; a score is counted in malas and buenas, as players of truco say everywhere.
    "en": re.compile(r"\bpardas?\b|\{n\} (?:bad|good)\b", re.IGNORECASE),
    # Argentina and Uruguay call a trick a "vuelta", and say "acá".
    "es_AR": re.compile(r"\bbazas?\b|\baquí\b", re.IGNORECASE),
    "es_UY": re.compile(r"\bbazas?\b|\baquí\b", re.IGNORECASE),
    # In Venezuela a card that is turned "se voltea".
    "es_VE": re.compile(r"\bdan? vuelta\b|\bdadas? vuelta\b", re.IGNORECASE),
    # Brazil quotes as English does.
    "pt_BR": re.compile(r"\bparda\b|«\S|\S»", re.IGNORECASE),
}
"""Words that a language's players do not say."""
CATALOGUES = (
    ("bot", "truco"),
    ("adapters.discord", "discord"),
    ("adapters.telegram", "telegram"),
    ("adapters.web", "playground"),
)


@pytest.mark.parametrize("locale", REGISTERS)
@pytest.mark.parametrize(("package", "name"), CATALOGUES)
def test_a_language_has_one_register(package: str, name: str, locale: str) -> None:
    mixed = {
        id: entry.forms
        for id, entry in read_own(package, name, locale).items()
        if id not in SAID_BY_PEOPLE
        if any(REGISTERS[locale].search(form) for form in entry.forms)
    }
    assert not mixed


@pytest.mark.parametrize("locale", LEFT_OUT)
@pytest.mark.parametrize(("package", "name"), CATALOGUES)
def test_nobody_reads_a_word_of_other_players(package: str, name: str, locale: str) -> None:
    """Also where a regional catalogue has nothing of its own, and the source is read."""
    known = read(package, name, locale)
    foreign = [id for id in known if any(LEFT_OUT[locale].search(form) for form in known[id].forms)]
    assert not foreign


@pytest.mark.parametrize("locale", LOCALES)
def test_a_mark_means_one_thing(locale: str) -> None:
    """The crossed swords are a suit on Telegram's buttons, and nothing else."""
    marked = [
        id for id, entry in entries(locale).items() if any("⚔" in form for form in entry.forms)
    ]
    assert not marked


@pytest.mark.parametrize("locale", LOCALES)
def test_a_match_that_counts_is_marked_as_it_is_told(locale: str) -> None:
    for id in ("table.ranked", "lobby.ranked", "help.club.counts.who"):
        assert "📈" in entries(locale)[id].forms[0], id


@pytest.mark.parametrize("locale", [*LOCALES, *REGIONAL])
def test_the_line_of_a_hand_uses_one_word_for_one_thing(locale: str) -> None:
    """ "Mano 4: ..., es mano Ana" and "Mano 4 para Ana: mano 1" use it twice."""
    hand = {"es": "mano", "pt": "mão", "en": "hand"}[locale[:2]]
    known = entries(locale)
    dealt = known["log.dealt"].forms[0].lower().replace("{mano}", "")
    assert dealt.count(hand) == 1
    assert known["summary.won"].forms[0].lower().count(hand) == 1
    assert hand not in known["summary.hand"].forms[0]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", ["uruguayo", "venezolano"])
def test_one_card_takes_the_place_of_a_piece(variant: str, locale: str) -> None:
    """ "El rey de ese palo", not "los reyes": the order of the cards names each piece alone."""
    table, words = table_for(variant, 2), words_for(locale, variant)
    cards, deck = table.rules.cards, table.spelling
    told = order_text(table, words)
    for rank in (cards.substitute, *(piece.rank for piece in cards.pieces)):
        assert len(re.findall(rf"{words.the_rank(rank, deck)}\b", told)) == 1
        assert len(re.findall(rf"{words.rank(rank, deck)}\b", told)) <= 1


def test_a_name_that_the_card_has_already_is_not_repeated() -> None:
    """In Portuguese the second manilha is called like its suit."""
    words, deck = words_for("pt_BR", "paulista"), FRENCH
    queen, four = deck.read("Qh"), deck.read("4c")
    assert words.with_name(words.card(queen, deck), "copas") == words.card(queen, deck)
    assert words.with_name(words.card(four, deck), "zap") != words.card(four, deck)


@pytest.mark.parametrize("locale", LOCALES)
def test_points_are_stones_at_a_venezolano_table(locale: str) -> None:
    """VE-MAT-01. The numbers of an envido are no stones."""
    words = re.compile(r"\b(?:puntos?|pontos?|points?)\b", re.IGNORECASE)
    told = {"table.worth", "points", "teacher.forced", "option.target"}
    told |= {id for id in entries(locale) if re.match(r"(analysis\.(cost|lost|luck)|puzzle\.)", id)}
    own = entries_of(locale, "venezolano")
    forms = {id: " ".join(re.sub(r"{\w+}", "", form) for form in own[id].forms) for id in told}
    assert not [id for id, form in forms.items() if words.search(form)]


@pytest.mark.parametrize("locale", CHOICES)
@pytest.mark.parametrize(("package", "name"), CATALOGUES)
def test_a_sentence_calls_a_command_as_the_lists_of_its_language_do(
    package: str, name: str, locale: str
) -> None:
    """Names of other languages, of an earlier version and of what is only typed are understood, but
    nobody is told them. On Telegram people type, so there they are told what they may type."""
    language = locale if locale in LOCALES else "es"
    listed = {command.names.of(language) for command in LISTED}
    if package == "adapters.telegram":
        listed |= {command.names.of(language) for command in TYPED}
    for id, entry in read(package, name, locale).items():
        forms = "\n".join(entry.forms)
        told = set(re.findall(r"(?<![\w/])/([a-z_-]+)", forms))
        assert told <= listed, (id, told - listed)


def test_in_portuguese_a_queda_is_a_call() -> None:
    """No badge calls a game by this word."""
    badges = {
        id: entry for id, entry in read("bot", "truco", "pt_BR").items() if id[:6] == "badge."
    }
    assert "badge.capote.why" in badges
    mixed = {
        id for id, entry in badges.items() if any("queda" in form.lower() for form in entry.forms)
    }
    assert not mixed


def test_messages_are_said_with_their_parameters() -> None:
    wrong = [
        (where, id, given)
        for where, id, given in code().said
        if given != parameters(entries("es")[id])
    ]
    assert not wrong


@pytest.mark.parametrize("locale", [*LOCALES, *REGIONAL])
def test_refusals_say_what_to_do_next(locale: str) -> None:
    """Each has at least two sentences or clauses: what is wrong, and what to do."""
    for reason in (*Reason, *ServiceReason):
        text = entries(locale)[f"reason.{reason}"].forms[0]
        assert len(re.findall(r"[.:;,](?: |$)", text)) >= 2, reason
        assert len(text) <= 200, reason  # it fits into an alert


COUNTED = re.compile(r"\{(\w+)\} (?!(?:das|pros|puedes|empatas)\b)[a-zà-ú]+[aeo]s\b")
"""A number before a noun of several: "{n} fichas"."""
SEVERAL_DO = re.compile(r"(?<![\w{])\w{2,}[aeã][nm]\b[^{]*: \{names\}")
"""What several do, before their names: "Miran: {names}"."""
ALWAYS_SEVERAL = {
    "a constant": (
        *(f"badge.{badge}.why" for badge in NUMBERS if badge != "six_seats"),
        *("help.daily", "help.club.badges.what", "help.club.chips.pot", "help.club.counts.again"),
        *("help.club.format.arena", "help.club.format.liga", "help.club.format.todos"),
        *("help.club.levels.keep", "help.club.levels.what", "help.club.tournaments.open"),
        *("link.code", "say.long", "reason.BAD_TIME", "reason.START_TOO_FAR"),
        *("reason.START_TOO_MANY_DAYS", "reason.TOO_MANY_BARS", "reason.TOO_MANY_CALLS"),
        *("reason.TOO_MANY_FRIENDS", "reason.TOO_MANY_GUESTS", "reason.TOO_MANY_ONLOOKERS"),
        "reason.TOO_MANY_SIGNS",
    ),
    "of points, with a decimal": (
        *("analysis.lost", "analysis.lost.points", "analysis.luck.bad", "analysis.luck.good"),
        *("habits.envido.size", "puzzle.best", "puzzle.textbook"),
    ),
    "two people at least": (
        *("daily.better", "reason.BAD_PLAYERS", "reason.TOO_FEW_ENTRANTS"),
        *("reason.TOURNAMENT_FULL", "tournament.begins", "tournament.start"),
        *("tournament.start.enough", "tournament.team"),
    ),
    "five chips at least": ("lobby.staked", "reason.TOO_FEW_CHIPS"),
    "cases, several on each side": ("habits.cases.both",),
    "hands of a hundred": ("habits.truco.silent",),
    "the name of a step": ("hint.step.other",),
}
"""Sentences without a singular, by what they count."""


def test_a_sentence_that_counts_has_a_singular() -> None:
    """In Spanish and Portuguese; English counts nothing that they do not count."""
    lacking = {
        OWN.sub("", id, count=1)
        for package, name in CATALOGUES
        for locale in (*(locale for locale in LOCALES if locale != "en"), *REGIONAL)
        for id, entry in read_own(package, name, locale).items()
        if not entry.plural
        if any(COUNTED.search(form) or SEVERAL_DO.search(form) for form in entry.forms)
    }
    assert lacking == {id for ids in ALWAYS_SEVERAL.values() for id in ids}


def test_a_missing_message_is_a_mistake() -> None:
    with pytest.raises(MissingWords):
        words_for("es").text("no.such.id")
    with pytest.raises(MissingWords):
        words_for("es").text("table.asked.play")
    with pytest.raises(MissingWords):
        words_for("es").text("points")


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("es", "es"),
        ("es-MX", "es"),
        ("es_AR", "es_AR"),
        ("ES-uy", "es_UY"),
        ("pt", "pt_BR"),
        ("pt-BR", "pt_BR"),
        ("pt_PT", "pt_BR"),
        ("en-GB", "en"),
        ("EN_us", "en"),
        ("fr", "es"),
        ("", "es"),
        ("../..", "es"),
    ],
)
def test_the_nearest_language_answers(wanted: str, found: str) -> None:
    assert closest_locale(wanted) == found
    assert Words(wanted).locale == found


@pytest.mark.parametrize(
    ("told", "variant", "spoken"),
    [
        ("es", "argentino", "es_AR"),
        ("es", "tradicional-18", "es_AR"),
        ("es-419", "uruguayo", "es_UY"),
        ("es", "venezolano", "es_VE"),
        ("es", "paulista", "es"),
        ("es", "", "es"),
        ("es-VE", "argentino", "es_VE"),
        ("es-ES", "venezolano", "es"),
        ("pt-BR", "argentino", "pt_BR"),
        ("en", "venezolano", "en"),
        ("de", "argentino", "en"),
        ("zh-CN", "", "en"),
        ("ca", "argentino", "es"),
    ],
)
def test_spanish_is_that_of_the_reader_or_else_of_the_game(
    told: str, variant: str, spoken: str
) -> None:
    """A client that tells a country is followed; one that only says Spanish leaves it to the
    table."""
    locale = locale_of_client(told)
    assert locale in CHOICES
    assert words_for(locale, variant).locale == regional(locale, variant) == spoken
    assert words_for(spoken, variant) is words_for(locale, variant)


def test_neutral_spanish_stays_neutral_at_every_table() -> None:
    for variant in VARIANTS:
        assert words_for("es", variant).locale == "es"
        own = words_for("es", variant).text("hand.turn")
        assert own != words_for("es_AR", variant).text("hand.turn")


@pytest.mark.parametrize("locale", REGIONAL)
@pytest.mark.parametrize(("package", "name"), CATALOGUES)
def test_a_regional_catalogue_holds_only_what_is_said_otherwise(
    package: str, name: str, locale: str
) -> None:
    """Each message is one of the source, translates its sentence as it is now, takes its
    parameters, and differs."""
    source, own = read(package, name, SOURCE_LOCALE), read_own(package, name, locale)
    translated = sentences_in(package, name, locale)
    sentences = sentences_in(package, name, SOURCE_LOCALE)
    assert set(own) <= set(source)
    for id, entry in own.items():
        assert translated[id] == sentences[id], id
        assert entry.plural == source[id].plural, id
        assert parameters(entry) == parameters(source[id]), id
        assert all(entry.forms), id
        assert entry.forms != source[id].forms, id
    rest = set(source) - set(own)
    assert {id: source[id] for id in rest}.items() <= read(package, name, locale).items()


@pytest.mark.parametrize("locale", REGIONAL)
def test_a_regional_catalogue_says_what_a_player_feels(locale: str) -> None:
    """Questions, refusals, a first match, help and the end."""
    own = read_own("bot", "truco", locale)
    kinds = Counter(id.split(".")[0] for id in own if id.split(".")[0] not in VARIANTS)
    for kind, least in (("hand", 20), ("reason", 20), ("lesson", 10), ("help", 8), ("result", 2)):
        assert kinds[kind] >= least, kind


def test_a_message_that_a_game_has_for_itself_goes_before_that_of_the_country() -> None:
    other = words_for("es_AR").text("hand.asked.beat", caller="A", call="B")
    own = words_for("es_AR", "gauderio").text("hand.asked.beat", caller="A", call="B")
    assert own != other


@pytest.mark.parametrize(
    ("locale", "spanish", "french"),
    [
        ("es", "siete de oros", "la reina de diamantes"),
        ("pt_BR", "sete de ouros", "a dama de ouros"),
        ("en", "seven of coins", "the queen of diamonds"),
    ],
)
def test_cards_have_names(locale: str, spanish: str, french: str) -> None:
    words = words_for(locale)
    assert words.card(SPANISH.read("7o")) == spanish
    assert words.the_card(FRENCH.read("Qd"), FRENCH) == french
    assert words.card(UNKNOWN) == words.the_card(UNKNOWN, FRENCH) == words.text("card.hidden")


@pytest.mark.parametrize("deck", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_card_is_read_back_by_its_name(locale: str, deck: Spelling) -> None:
    words = words_for(locale)
    assert len({words.card(card, deck) for card in range(40)}) == 40
    for card in range(40):
        assert read_card(words.card(card, deck), deck) == deck.write(card)
        assert read_card(words.the_card(card, deck), deck) == deck.write(card)
        assert read_card(deck.write(card).upper(), deck) == deck.write(card)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_card_is_called_as_a_part_of_another(locale: str) -> None:
    """What a picture must not tell is looked for by name."""
    words = words_for(locale)
    for deck in SPELLINGS.values():
        names = [words.card(card, deck) for card in range(40)]
        assert [(a, b) for a in names for b in names if a != b and a in b] == []


def test_a_card_by_what_it_is_in_this_hand() -> None:
    assert [read_manilha(name) for name in MANILHAS] == list(MANILHAS)
    assert read_manilha("Pica fumo") == "pica-fumo"
    assert read_manilha("ouros") == read_manilha("Ourinho") == "pica-fumo"
    assert (read_manilha("gato"), read_manilha("copeta")) == ("zap", "copas")
    assert read_manilha("7c") is None
    assert [read_place(said) for said in ("2", "Primeira", "tercera", "4")] == ["2", "1", "3", None]


@pytest.mark.parametrize(
    ("deck", "typed", "card"),
    [
        (SPANISH, "ancho de espada", "1e"),
        (SPANISH, "el 7 de oro", "7o"),
        (SPANISH, "12 basto", "12b"),
        (SPANISH, "Siete  de Oros!", "7o"),
        (SPANISH, "macho", "1e"),
        (SPANISH, "rei de copas", "12c"),
        (SPANISH, "8o", None),
        (SPANISH, "7x", None),
        (SPANISH, "siete", None),
        (SPANISH, "7 de oros y 3 de copas", None),
        (SPANISH, "", None),
        (SPANISH, "??", None),
        (FRENCH, "o sete de paus", "7c"),
        (FRENCH, "Rainha de copas", None),
        (FRENCH, "dama de copas", "Qh"),
        (FRENCH, "jack of spades", "Js"),
        (FRENCH, "as de ouros", "Ad"),
        (FRENCH, "a de picas", "As"),
        (FRENCH, "10h", None),
    ],
)
def test_cards_as_people_type_them(deck: Spelling, typed: str, card: str | None) -> None:
    assert read_card(typed, deck) == card


def test_shouts_are_the_games_own_in_every_language() -> None:
    assert shout("argentino", "vale4") == "¡Vale cuatro!"
    assert shout("argentino", "tengo", 27) == "Tengo 27."
    assert caption("argentino", "vale4") == "Vale cuatro"
    assert set(BUTTONS) == set(SHOUTS) == set(VARIANTS)


@pytest.mark.parametrize(
    ("variant", "verb"),
    [(variant, verb) for variant in VARIANTS for verb in sorted(BUTTONS[variant])],
)
def test_a_shout_is_understood_when_somebody_types_it(variant: str, verb: str) -> None:
    understood = {CORRE: NO_QUIERO}.get(verb, verb)  # what waits decides what running means
    for said in (caption(variant, verb), shout(variant, verb)):
        heard = of_kind(CalledLine, hear(variant, said))
        # An answer in parts says each part.
        assert " ".join(f"{word.verb} {word.about}".rstrip() for word in heard.said) == (
            understood.replace("paso ", "noquiero ")
        )


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_step_of_a_ladder_has_its_shout(variant: str) -> None:
    specs = {spec.name: spec.values for spec in VARIANTS[variant].options}
    for ladder in specs.get("ladder", ("",)):
        given = {"games_to_win": "2"} | ({"ladder": ladder} if ladder else {})
        for step in rules_for(variant, given).truco.steps:
            assert shout(variant, step.verb)
            heard = of_kind(CalledLine, hear(variant, caption(variant, step.verb)))
            assert [said.verb for said in heard.said] == [step.verb]
    assert shout("paulista", "seis") == "Seis!"
    assert (shout("mineiro", QUIERO), shout("mineiro", CORRE)) == ("Quero!", "Corro.")


def test_words_that_differ_in_a_letter_which_is_heard_are_two() -> None:
    assert hear("mineiro", "then") is None
    assert hear("mineiro", "then truco") == hear("mineiro", "truco")
    assert hear("mineiro", "ten") == hear("mineiro", "dez")


def test_other_words_for_yes_need_the_option() -> None:
    """AR-TRU-08."""
    assert hear("argentino", "dale") == OtherYes("dale")
    assert hear("argentino", "Dale!", loose=True) == hear("argentino", "quiero")
    assert hear("argentino", "sí", loose=True) == OtherYes("si")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("locale", LOCALES)
def test_every_value_of_every_option_has_a_meaning(locale: str, variant: str) -> None:
    words = words_for(locale, variant)
    for name, values in option_specs(variant).items():
        labels = [value_label(words, name, value) for value in values]
        assert len(set(labels)) == len(values), name
        assert all(label and "{" not in label for label in labels)
        assert all(len(label) <= 100 for label in labels), name


PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "one"
msgid "uno"
msgstr "{one}"

msgctxt "two"
msgid "dos"
msgstr ""
"""


def test_the_source_stands_where_its_own_language_says_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another language what is not translated stays empty, so that a test sees it."""
    for locale in ("es", "en"):
        folder = tmp_path / "spoken_here" / "locale" / locale / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "few.po").write_text(PO.replace("{one}", f"{locale} uno"), "utf-8")
    (tmp_path / "spoken_here" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    for locale, two in (("es", ("dos",)), ("en", ("",))):
        found = read_own("spoken_here", "few", locale)
        assert {id: entry.forms for id, entry in found.items()} == {
            "one": (f"{locale} uno",),
            "two": two,
        }
    assert read_own("spoken_here", "few", REGIONAL[0]) == {}
    with pytest.raises(FileNotFoundError):
        read_own("spoken_here", "few", "pt_BR")
