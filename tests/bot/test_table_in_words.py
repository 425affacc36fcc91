"""A table's options in people's own words, in three languages: after ``/jugar``, ``/desafiar`` and
``/opciones``. What is understood has one reading; for the rest the answer changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.catalogue.intent import Asker, Intent, Send
from bot.catalogue.interpret import interpret
from bot.catalogue.option_names import option_names, value_names, values_alone
from bot.catalogue.typed import Cannot, Typed, parse
from bot.community.table_defaults import TABLE, TableDefaults
from bot.messages import OpenTable, SetOptions
from bot.words import LOCALES, words_for
from bot.words.options import VARIANT, option_specs
from engine.variants import VARIANTS
from tests.examples import examples

WHO = Asker(
    request="r1",
    person="web:Ana",
    name="Ana",
    community="web:playground",
    place="web:playground/mesa",
    locale="es",
    match="wxyz2345",
)


def meant(line: str, who: Asker = WHO) -> Intent:
    read = parse(line, who.locale, who.game)
    return interpret(read, who) if isinstance(read, Typed) else read or Cannot("talk")


def opened(line: str, who: Asker = WHO) -> OpenTable:
    intent = meant(line, who)
    assert isinstance(intent, Send), (line, intent)
    assert isinstance(intent.command, OpenTable)
    return intent.command


def changed(line: str, who: Asker = WHO) -> dict[str, str]:
    intent = meant(line, who)
    assert isinstance(intent, Send), (line, intent)
    assert isinstance(intent.command, SetOptions)
    return dict(intent.command.options)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_value_of_every_option_is_understood_by_its_names(game: str, locale: str) -> None:
    """The whole names, that is: a short form may belong to several values."""
    words = words_for(locale, game)
    who = replace(WHO, variant=game, locale=locale)
    for option, values in option_specs(game).items():
        if option == VARIANT:
            continue
        for name in sorted(option_names(option, words)):
            for value in values:
                for said in sorted(value_names(option, value, words)):
                    assert changed(f"/opciones {name} {said}", who) == {option: value}
        for value in values if option not in TABLE else ():
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
        ("tiempo por turno 45", {"turn_seconds": "45"}),
        ("al mejor de tres", {"games_to_win": "2"}),
    ],
)
def test_a_table_that_stands_is_changed_in_the_words_that_open_one(
    line: str, options: dict[str, str]
) -> None:
    assert changed(f"/opciones {line}") == options


def test_a_challenge_names_somebody_and_describes_the_table() -> None:
    table = opened("/desafiar a Ana María con flor a 15")
    assert table.challenged == "Ana María"
    assert dict(table.options) == {"flor": "con", "target": "15"}
    assert opened("/desafiar Ana Flor").challenged == "Ana Flor", "one word may be a name"


def test_a_value_of_one_other_game_alone_chooses_that_game() -> None:
    assert opened("/jugar de a tres").variant == "tradicional-18"
    assert opened("/jugar a 32").variant == "venezolano"
    at_home = replace(WHO, defaults=TableDefaults(first="mineiro"))
    assert opened("/jogar ladder 2-4-6-10-12", at_home).variant == "mineiro"


def test_a_last_table_that_does_not_fit_is_not_asked_about() -> None:
    """The game is that of newcomers then, as it is with one press for six."""
    last = replace(WHO, defaults=TableDefaults(last=(("variant", "venezolano"),)))
    assert opened("/jugar 6", last).variant == "argentino"


def test_a_value_of_several_other_games_is_asked_about() -> None:
    intent = meant("/jugar baralho limpo")
    assert isinstance(intent, Cannot)
    assert intent.id == "say.which_game"
    assert dict(intent.parameters) == {"usual": "Argentino", "games": "Paulista o Mineiro"}
    here = replace(WHO, defaults=TableDefaults(games=("argentino", "mineiro")))
    assert opened("/jugar baralho limpo", here).variant == "mineiro"


def test_what_has_several_readings_is_asked_about() -> None:
    intent = meant("/jugar 45")
    assert isinstance(intent, Cannot)
    assert intent.id == "say.unclear"
    assert dict(intent.parameters) == {"text": "45", "readings": "«tiempo:45» o «apuesta:45»"}
    for said, readings in values_alone().items():
        if len(readings) > 1:
            intent = meant(f"/jugar {said}")
            assert isinstance(intent, Cannot)
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
    intent = meant(line)
    assert isinstance(intent, Cannot)
    assert intent.id == "say.unknown_near"
    assert near in dict(intent.parameters)["near"].split(" o ")


@examples(20)
@given(st.lists(st.text("qwxzkj", min_size=4, max_size=9), min_size=1, max_size=4))
def test_no_nonsense_is_understood(nonsense: list[str]) -> None:
    for known in ("", "argentino ", "con flor a 15 "):
        intent = meant(f"/jugar {known}{' '.join(nonsense)}")
        assert isinstance(intent, Cannot), intent
