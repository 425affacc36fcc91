"""A table's options in people's own words, in three languages: after ``/jugar``, ``/desafiar`` and
``/opciones``. What is understood has one reading; for the rest the answer changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.catalogue.intent import Asker, Intent, Send
from bot.catalogue.interpret import interpret
from bot.catalogue.option_names import option_names, value_names, values_alone
from bot.catalogue.typed import Typed, parse
from bot.chat_commands import Cannot
from bot.community.table_defaults import TABLE, TableDefaults, games_for, newcomer_variant
from bot.messages import OpenTable, SetOptions
from bot.words import LOCALES, words_for
from bot.words.options import VARIANT, option_specs
from engine.variants import VARIANTS
from tests.bot.helpers import asker_here
from tests.examples import examples, some
from tests.narrow import of_kind

WHO = asker_here(match="wxyz2345")


def meant(line: str, who: Asker = WHO) -> Intent:
    read = parse(line, who.locale, who.game)
    intent = interpret(read, who) if isinstance(read, Typed) else read
    return intent or Cannot("talk")


def opened(line: str, who: Asker = WHO) -> OpenTable:
    intent = meant(line, who)
    assert isinstance(intent, Send), (line, intent)
    return of_kind(OpenTable, intent.command)


def changed(line: str, who: Asker = WHO) -> dict[str, str]:
    intent = meant(line, who)
    assert isinstance(intent, Send), (line, intent)
    return dict(of_kind(SetOptions, intent.command).options)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_value_of_every_option_is_understood_by_its_names(game: str, locale: str) -> None:
    """The whole names, that is: a short form may belong to several values."""
    words = words_for(locale, game)
    who = replace(WHO, variant=game, locale=locale)
    ways = [
        (option, value, f"{name} {said}")
        for option, values in option_specs(game).items()
        if option != VARIANT
        for name in sorted(option_names(option, words))
        for value in values
        for said in sorted(value_names(option, value, words))
    ]
    for option, value, said in some(ways):
        assert changed(f"/opciones {said}", who) == {option: value}
        if option not in TABLE:
            assert (option, value) in opened(f"/jugar {game} {option} {value}", who).options


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("con flor", {"flor": "con"}),
        ("até 15, sem sinais", {"target": "15", "senas": "off"}),
        ("4 players", {"players": "4"}),
        ("tradicional de a cuatro", {"variant": "tradicional-18", "players": "4"}),
        ("cartas tapadas nunca", {"cover_from": "never"}),
        ("mazo:limpio", {"deck": "clean"}),
        ("clean deck", {"deck": "clean"}),
        ("privada, sin público", {"private": "si", "spectators": "no"}),
        ("amistosa", {"competitive": "no"}),
        ("tranqui", {"pace": "lento"}),
        ("por 40 fichas", {"stake": "40"}),
        ("valendo 10", {"stake": "10"}),
        ("apostando 10", {"stake": "10"}),
        ("betting 10", {"stake": "10"}),
        ("valendo 15 pontos", {"target": "15", "competitive": "si"}),
        ("sin apuesta", {"stake": "0"}),
        ("sem aposta", {"stake": "0"}),
        ("no stake", {"stake": "0"}),
        ("con velo", {"velo": "si"}),
        ("sem véu sobre o segredo", {"velo": "no"}),
        ("without velo", {"velo": "no"}),
        ("de 1 minuto", {"turn_seconds": "60"}),
        ("1 minute", {"turn_seconds": "60"}),
        ("tiempo por turno 45", {"turn_seconds": "45"}),
        ("tiempo por turno 45 con velo", {"turn_seconds": "45", "velo": "si"}),
        ("tiempo: 45 con velo", {"turn_seconds": "45", "velo": "si"}),
        ("6 horas por turno", {"turn_seconds": "21600"}),
        ("1 dia por jogada", {"turn_seconds": "86400"}),
        ("7 days a turn", {"turn_seconds": "604800"}),
        ("tiempo por turno 3 días", {"turn_seconds": "259200"}),
        ("al mejor de tres", {"games_to_win": "2"}),
        ("ritmo rápido", {"pace": "rapido"}),
        ("pace:lento", {"pace": "lento"}),
        ("puntos=15", {"target": "15"}),
        ("tiempo 30", {"turn_seconds": "30"}),
        ("falta to_buenas", {"falta": "to_buenas"}),
    ],
)
def test_a_table_that_stands_is_changed_in_the_words_that_open_one(
    line: str, options: dict[str, str]
) -> None:
    assert changed(f"/opciones {line}") == options


NEGATIONS = ("no", "não", "sin", "sem", "not", "without")
_PLAYED_OR_NOT = {
    "privada particular private": "privada",
    "competitiva competitive": "competitiva",
    "espectadores spectators": "espectadores",
    "corte cut": "corte",
    "velo": "velo",
    "flor": "flor",
    "senas señas sinais signals": "senas",
}
_ADJECTIVES = {
    "privado cerrada": ("privada", "no"),
    "publica pública público public aberta": ("privada", "si"),
    "competitivo ranked valendo": ("competitiva", "no"),
    "amistosa prática treino friendly casual": ("competitiva", "si"),
    "rapida rápido quick fast": ("ritmo", "normal"),
    "lenta lento devagar slow": ("ritmo", "normal"),
}


@pytest.mark.parametrize("negation", NEGATIONS)
def test_what_is_denied_is_read_as_denied_and_as_nothing_else(negation: str) -> None:
    expected = [
        (name, option, {"flor": "sin", "senas": "off"}.get(option, "no"))
        for names, option in _PLAYED_OR_NOT.items()
        for name in names.split()
    ]
    expected += [(part, *meant) for said, meant in _ADJECTIVES.items() for part in said.split()]
    for name, option, value in expected:
        if name == "público" and negation in ("sin", "sem", "without"):
            option, value = "espectadores", "no"  # without an audience
        for line, more in (("", {}), ("a 15 ", {"puntos": "15"}), ("2v2, ", {"jugadores": "4"})):
            read = parse(f"/jugar {line}{negation} {name}")
            assert isinstance(read, Typed), (line, name, read)
            assert dict(read.values) == {option: value} | more, name


@pytest.mark.parametrize("said", [*NEGATIONS, "si", "sim", "yes"])
def test_an_answer_without_an_option_is_no_value(said: str) -> None:
    assert isinstance(meant(f"/jugar {said}"), Cannot)
    assert isinstance(meant(f"/jugar {said} gallo"), Cannot)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("flor no", {"flor": "sin"}),
        ("flor:não", {"flor": "sin"}),
        ("privada no competitiva", {"privada": "si", "competitiva": "no"}),
        ("privada no, competitiva", {"privada": "no", "competitiva": "si"}),
        ("privada no competitiva no", {"privada": "no", "competitiva": "no"}),
        ("flor sin señas", {"flor": "con", "senas": "off"}),
        ("con flor no ranked", {"flor": "con", "competitiva": "no"}),
        ("con 15", {"puntos": "15"}),
    ],
)
def test_a_word_between_two_options_belongs_to_one_of_them(
    line: str, values: dict[str, str]
) -> None:
    read = of_kind(Typed, parse(f"/jugar {line}"))
    assert dict(read.values) == values


def test_an_option_of_a_table_that_stands_takes_yes_and_no() -> None:
    assert changed("/opciones flor no") == {"flor": "sin"}
    assert changed("/opciones flor sí") == {"flor": "con"}
    assert changed("/opciones blind_calls não", replace(WHO, variant="uruguayo")) == {
        "blind_calls": "off"
    }


def test_a_challenge_names_somebody_and_describes_the_table() -> None:
    table = opened("/desafiar a Ana María con flor a 15")
    assert table.challenged == "Ana María"
    assert dict(table.options) == {"flor": "con", "target": "15"}


@pytest.mark.parametrize(
    ("line", "person", "table"),
    [
        ("Ana Flor", "Ana Flor", {}),
        ("Dos Santos", "Dos Santos", {}),
        ("El Gallo Claudio", "El Gallo Claudio", {}),
        ("La Pública", "La Pública", {}),
        ("Rosa Flor a 30", "Rosa Flor", {"puntos": "30"}),
        ("Juan de la Cruz a 15", "Juan de la Cruz", {"puntos": "15"}),
        ("Beto 2 a 15", "Beto 2", {"puntos": "15"}),
        ("flor:con Dos Santos", "Dos Santos", {"flor": "con"}),
        ("persona:Dos Santos flor:con", "Dos Santos", {"flor": "con"}),
        ("Ana, privada", "Ana", {"privada": "si"}),
        ("contra Ana no competitiva", "Ana", {"competitiva": "no"}),
        ("Ana con mazo limpio", "Ana", {"deck": "clean"}),
        ("Ana 2v2", "Ana", {"jugadores": "4"}),
    ],
)
def test_a_challenge_begins_with_the_whole_name(
    line: str, person: str, table: dict[str, str]
) -> None:
    read = of_kind(Typed, parse(f"/desafiar {line}"))
    assert dict(read.values) == {"persona": person} | table


def test_where_the_platform_names_somebody_the_line_may_describe_the_table_alone() -> None:
    for line, values in (("argentino", {"variante": "argentino"}), ("Beto", {"persona": "Beto"})):
        assert parse(f"/desafiar {line}", pointed=True) == Typed("desafiar", tuple(values.items()))


def test_three_play_the_usual_game_where_it_has_so_many() -> None:
    """AR-GAL-01; who says *gallo* means the old one."""
    for line, game in (("de a tres", "argentino"), ("gallo", "tradicional-18")):
        command = opened(f"/jugar {line}")
        assert (command.variant, command.players) == (game, 3)


def test_a_value_of_one_other_game_alone_chooses_that_game() -> None:
    assert opened("/jugar a 32").variant == "venezolano"
    at_home = replace(WHO, defaults=TableDefaults(first="mineiro"))
    assert opened("/jogar ladder 2-4-6-10-12", at_home).variant == "mineiro"


def test_a_last_table_that_does_not_fit_is_not_asked_about() -> None:
    """The game is that of newcomers then, as it is with one press for six."""
    last = replace(WHO, defaults=TableDefaults(last=(("variant", "venezolano"),)))
    assert opened("/jugar 6", last).variant == "argentino"


def test_a_value_of_several_other_games_is_asked_about() -> None:
    intent = of_kind(Cannot, meant("/jugar baralho limpo"))
    assert intent.id == "say.which_game"
    assert dict(intent.parameters) == {"usual": "Argentino", "games": "Paulista o Mineiro"}
    here = replace(WHO, defaults=TableDefaults(games=("argentino", "mineiro")))
    assert opened("/jugar baralho limpo", here).variant == "mineiro"


def test_what_has_several_readings_is_asked_about() -> None:
    intent = of_kind(Cannot, meant("/jugar 45"))
    assert intent.id == "say.unclear"
    assert dict(intent.parameters) == {"text": "45", "readings": "«tiempo:45» o «apuesta:45»"}
    for said, readings in values_alone().items():
        if len(readings) > 1:
            intent = of_kind(Cannot, meant(f"/jugar {said}"))
            assert intent.id == "say.unclear", said


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("/opciones con flro", "flor"),
        ("/jugar de cautro", "cuatro"),
        ("/jugar tradisional", "tradicional"),
        ("/jugar marzo limpio", "mazo limpio"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_is_near(line: str, near: str) -> None:
    intent = of_kind(Cannot, meant(line))
    assert intent.id == "say.unknown_near"
    assert near in dict(intent.parameters)["near"].split(" o ")


@examples(20)
@given(st.lists(st.text("qwxzkj", min_size=4, max_size=9), min_size=1, max_size=4))
def test_no_nonsense_is_understood(nonsense: list[str]) -> None:
    for known in ("", "argentino ", "con flor a 15 "):
        assert isinstance(meant(f"/jugar {known}{' '.join(nonsense)}"), Cannot)


@pytest.mark.parametrize(
    ("locale", "games", "offered"),
    [
        ("es_UY", ("argentino", "uruguayo"), ("uruguayo", "argentino")),
        ("es", ("uruguayo", "mineiro"), ("uruguayo", "mineiro")),
        ("pt_BR", ("argentino", "gauderio", "mineiro"), ("mineiro", "gauderio", "argentino")),
        ("PT", ("gauderio", "paulista"), ("paulista", "gauderio")),
    ],
)
def test_games_that_speakers_know_come_first(
    locale: str, games: tuple[str, ...], offered: tuple[str, ...]
) -> None:
    assert games_for(locale, games) == offered
    assert sorted(games_for(locale)) == sorted(VARIANTS)
    assert games_for(locale)[0] == newcomer_variant(locale)
