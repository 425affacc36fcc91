"""Typed commands: read in every language, turned into what the service understands."""

import re
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Final, TypeVar

import pytest
from msgspec.structs import replace

from bot import tokens
from bot.catalogue import (
    COMMAND,
    COMMANDS,
    GROUPS,
    LISTED,
    Asker,
    Intent,
    Pick,
    Send,
    Show,
    ShowPage,
    Typed,
    command_named,
    complete,
    interpret,
    language_named,
    parse,
    usage,
)
from bot.catalogue.commands import TYPED, offered
from bot.catalogue.phrases import phrases
from bot.catalogue.seat_commands import named_seat
from bot.chat_commands import Cannot, CommandGroup, Names, Option, OptionKind
from bot.messages import (
    Act,
    AddRobot,
    AnyCommand,
    Join,
    Leave,
    OpenTable,
    ProposeEnd,
    SeeOptions,
    SendSena,
    SetOptions,
    Start,
)
from bot.screens import build, cannot_text
from bot.tokens import decode
from bot.tournaments.state import Format
from bot.words import CHOICES, LOCALES, words_for
from bot.words.options import TIMES
from bot.words.shouts import plain
from engine.actions import DENUNCIA, Action
from engine.apply import apply, deal_from, new_match
from engine.errors import IllegalAction
from engine.record.notation import read_step
from engine.seen.senas import SENAS
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import MATCH, NAMES, dealt, dealt_anyhow, info_for, played
from tests.conversation import Talk
from tests.kept import check_kept
from tests.narrow import of_kind

TWO = table_for("argentino", 2)
FLOR = table_for("argentino", 2, {"flor": "con"})
FOUR = table_for("argentino", 4)


def asker(state: State | None = None, seat: int = 0, locale: str = "es") -> Asker:
    """Somebody who types, at this table."""
    return Asker(
        request="r1",
        person="web:Ana",
        name="Ana",
        community="web:playground",
        place="web:playground/mesa",
        locale=locale,
        match=MATCH,
        view=None if state is None else view(state, seat),
        seats=NAMES[: state.table.players] if state is not None else (),
    )


def typed(line: str, who: Asker) -> Intent:
    """What comes of a typed line."""
    read = of_kind(Typed, parse(line, who.locale, who.game))
    intent = interpret(read, who)
    assert intent is not None, line
    return intent


Sent = TypeVar("Sent", bound=AnyCommand)


def sent(kind: type[Sent], line: str, who: Asker) -> Sent:
    """The command of this kind that a typed line is."""
    intent = of_kind(Send, typed(line, who))
    assert isinstance(intent.command, kind)
    return intent.command


def act(line: str, state: State, seat: int = 0) -> str:
    """The step of the game that a typed line is."""
    command = sent(Act, line, asker(state, seat))
    assert command.point == ""
    return command.action


def question(line: str, state: State, seat: int = 0) -> tuple[str, tuple[str, ...]]:
    """The action that a question completes, and the answers it may have."""
    intent = of_kind(Pick, typed(line, asker(state, seat)))
    token = decode(intent.question.token)
    assert token.match == MATCH
    assert "?" in token.action
    return token.action, tuple(value for value, _ in intent.question.choices)


# --- the data ------------------------------------------------------------------------------------


FIRST: Final = ("truco", "envido", "quiero", "paso", "jugar", "mano", "marcador", "ayuda")
"""What people reach for first stands first in the lists."""
MOST: Final = 26


def every_name() -> Iterator[str]:
    for command in COMMANDS:
        for names in (command.names, *(option.names for option in command.options)):
            yield from names.all()


def test_names_suit_every_platform() -> None:
    """Telegram: lower-case letters, digits and underscores, 32 at most; Discord takes them too. A
    name that is only typed may have a hyphen."""
    assert [name for name in every_name() if not re.fullmatch(r"[a-z0-9_-]{1,32}", name)] == []
    listed = [name for listed in LISTED for name in listed.names.all()]
    listed += [name for group in GROUPS for part in group.parts for name in part.names.all()]
    assert [name for name in listed if not re.fullmatch(r"[a-z0-9_]{1,32}", name)] == []
    assert command_named("borrarmisdatos") is command_named("borrar-mis-datos") is not None
    assert language_named("/misdatos") == language_named("/mis-datos") == "es"
    assert language_named("/play") == language_named("/truco_play") == "en"
    assert language_named("/datos borrar") == language_named("/privacidad borrar") == "es"
    assert language_named("/privacy delete") == "en"


def test_the_list_is_short_and_begins_with_what_is_said_at_a_table() -> None:
    assert len(LISTED) <= MOST
    assert tuple(listed.id for listed in LISTED[: len(FIRST)]) == FIRST


@pytest.mark.parametrize("locale", LOCALES)
def test_a_language_has_no_name_twice(locale: str) -> None:
    for listed in (COMMANDS, LISTED):
        names = [command.names.of(locale) for command in listed]
        assert len(set(names)) == len(names)
    for command in COMMANDS:
        options = [option.names.of(locale) for option in command.options]
        assert len(set(options)) == len(options)
    for group in GROUPS:
        parts = [part.names.of(locale) for part in group.parts]
        assert len(set(parts)) == len(parts)


def test_a_name_of_a_group_hides_no_other_command() -> None:
    for group in GROUPS:
        for name in (*group.names.all(), *filter(None, (group.also,))):
            own = [command for command in COMMANDS if name in (*command.names.all(), command.also)]
            assert own in ([], [group.command]), name


def test_a_choice_by_option_is_of_parts_without_options() -> None:
    for group in GROUPS:
        assert group.by is None or not any(part.command.options for part in group.parts)


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.id)
def test_a_part_is_typed_after_its_group_or_by_its_own_name(group: CommandGroup) -> None:
    for locale in LOCALES:
        name = group.names.of(locale)
        assert parse(f"/{name}") == Typed(group.command.id)
        for part in group.parts:
            meant = Typed(part.command.id)
            own = part.command.names.of(locale)
            assert parse(f"/{name} {part.names.of(locale)}") == meant
            assert parse(f"/{own}") == meant


@pytest.mark.parametrize("locale", CHOICES)
def test_a_line_of_the_list_has_forty_letters_at_most(locale: str) -> None:
    """Longer ones are cut on a telephone."""
    words = words_for(locale)
    told = {listed.id: words.text(listed.description) for listed in LISTED}
    assert {id: text for id, text in told.items() if not 0 < len(text) <= 40} == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_descriptions_fit_a_slash_menu(locale: str) -> None:
    """Discord: 100 characters for descriptions, 25 choices of 100 characters."""
    words = words_for(locale)
    for command in COMMANDS:
        ids = [command.description, *(option.description for option in command.options)]
        assert all(0 < len(words.text(id)) <= 100 for id in ids)
        for option in command.options:
            assert len(option.choices) <= 25
            for choice in option.choices:
                assert not choice.label or len(words.text(choice.label)) <= 100


def test_a_command_answers_to_its_names_in_every_language() -> None:
    for command in COMMANDS:
        for name in (*command.names.all(), *filter(None, (command.also,))):
            assert command_named(name) is command, name
            assert command_named(name.upper()) is command, name


def test_choices_are_what_the_rules_have() -> None:
    jugar = COMMAND["jugar"]
    assert tuple(choice.value for choice in jugar.option("variante").choices) == tuple(VARIANTS)
    for name, option in (("puntos", "target"), ("senas", "senas"), ("flor", "flor")):
        values = {
            value
            for variant in VARIANTS.values()
            for spec in variant.options
            if spec.name == option
            for value in spec.values
        }
        choices = [choice.value for choice in jugar.option(name).choices]
        assert (set(choices), len(choices)) == (values, len(values))
    players = {int(choice.value) for choice in jugar.option("jugadores").choices}
    assert players == {seats for variant in VARIANTS.values() for seats in variant.players}
    assert jugar.option("robots").high == max(players) - 1


# --- reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "command", "values"),
    [
        ("/carta 7o", "carta", {"carta": "7o"}),
        ("/CARTA 7O", "carta", {"carta": "7o"}),
        ("/card seven of coins", "carta", {"carta": "7o"}),
        ("/carta 1", "carta", {"carta": "1"}),
        ("/carta segunda tapada", "carta", {"carta": "2", "tapada": "on"}),
        ("/mis-datos", "mis-datos", {}),
        ("/mis_datos", "mis-datos", {}),
        ("/mis datos", "mis-datos", {}),
        ("/misdatos", "mis-datos", {}),
        ("/privacidad borrar", "borrar-mis-datos", {}),
        ("/configurar idioma:pt", "configurar", {"idioma": "pt_BR"}),
        ("/partida  analizar", "analizar", {}),
        ("/mano\nmesa", "mesa", {}),
        ("/mano ver:mesas", "mesas", {}),
        ("/truco_hand show:table", "mesa", {}),
        ("/Apagar_Meus_Dados", "borrar-mis-datos", {}),
        ("/delete my data", "borrar-mis-datos", {}),
        (
            "/jugar argentino 2 robots 1 flor con",
            "jugar",
            {"variante": "argentino", "jugadores": "2", "flor": "con", "robots": "1"},
        ),
        ("/jugar 2 robots 4", "jugar", {"jugadores": "4", "robots": "2"}),
        ("/jugar 2 robots 15", "jugar", {"puntos": "15", "robots": "2"}),
        ("/carta siete de oros tapada", "carta", {"carta": "7o", "tapada": "on"}),
        ("/carta tapada ancho de basto", "carta", {"carta": "1b", "tapada": "on"}),
        ("/carta tapada:si carta:7 o", "carta", {"carta": "7o", "tapada": "on"}),
        ("/carta tapada:no 7o", "carta", {"carta": "7o", "tapada": "off"}),
        ("/carta", "carta", {}),
        ("/envido", "envido", {}),
        ("/envido real envido", "envido", {"tipo": "real"}),
        ("/envido tipo:falta", "envido", {"tipo": "falta"}),
        ("/flor al resto", "flor", {"tipo": "al resto"}),
        ("/flor con flor quiero", "flor", {"tipo": "con flor quiero"}),
        ("/canto 27", "canto", {"puntos": "27"}),
        ("/canto son buenas", "canto", {"puntos": "buenas"}),
        ("/jugar 4 15 robots=2", "jugar", {"jugadores": "4", "puntos": "15", "robots": "2"}),
        ("/jugar tiempo:1d", "jugar", {"tiempo": "86400"}),
        ("/jogar tempo:6h", "jugar", {"tiempo": "21600"}),
        ("/play time:2min", "jugar", {"tiempo": "120"}),
        ("/play 6 with flor time:30", "jugar", {"jugadores": "6", "flor": "con", "tiempo": "30"}),
        ("/jogar", "jugar", {}),
        ("/reclamar pido flor Ana María", "reclamar", dict(tipo="pidoflor", persona="Ana María")),
        ("/seña cejas", "sena", {"sena": "cejas"}),
        ("/sinal ojos parceiro:Carla", "sena", {"sena": "ojos", "companero": "Carla"}),
        ("/opções falta to_buenas", "opciones", {"opcion": "falta", "valor": "to_buenas"}),
        ("/repetición abcd2345", "repeticion", {"partida": "abcd2345"}),
        ("/idioma português", "idioma", {"idioma": "pt_BR"}),
        ("/mão", "mano", {}),
        ("/desafiar con flor 4", "desafiar", {"jugadores": "4", "flor": "con"}),
        ("truco", "decir", {"verbo": "truco"}),
        ("¡Truco!", "decir", {"verbo": "truco"}),
        ("Quiero retruco", "decir", {"verbo": "quiero+retruco"}),
        ("vale 4", "decir", {"verbo": "vale4"}),
        ("no quiero", "decir", {"verbo": "noquiero"}),
        ("paso", "decir", {"verbo": "noquiero"}),
        ("tengo 27", "decir", {"verbo": "tengo 27"}),
        ("me voy al mazo", "decir", {"verbo": "mazo"}),
        ("/diaria problema", "diaria", {"problema": "justo"}),
        ("/diaria problema mineiro", "diaria", {"variante": "mineiro", "problema": "justo"}),
        (
            "/diaria problema dificil mineiro",
            "diaria",
            {"variante": "mineiro", "problema": "dificil"},
        ),
        ("/daily puzzle easy", "diaria", {"problema": "facil"}),
    ],
)  # fmt: skip
def test_typed_text_is_read(line: str, command: str, values: dict[str, str]) -> None:
    read = of_kind(Typed, parse(line))
    assert (read.command, dict(read.values)) == (command, values)


def test_a_name_may_be_typed_with_a_hyphen_an_underscore_or_a_space() -> None:
    for command in COMMANDS:
        for name in command.names.all():
            for mark in ("-", "_", " ", ""):
                read = parse(f"/{name.replace('-', mark)}")
                assert isinstance(read, Typed), name
                assert read.command == command.id, name


def test_who_has_no_seat_starts_nothing() -> None:
    assert typed("/empezar", replace(asker(), seated=False)) == Cannot("reply.not_seated")
    assert typed("/empezar", replace(asker(), match="")) == Cannot("say.no_table")


@pytest.mark.parametrize(
    "line", ["hola", "", "quiero pizza", "¿truco?", "me tengo 27", "dale", "1", "tengo"]
)
def test_talk_is_left_alone(line: str) -> None:
    """A line that only looks like a call is answered to players alone: to others it is talk."""
    read = parse(line)
    assert read is None or (isinstance(read, Typed) and interpret(read, asker()) is None)


def test_loose_words_are_a_matter_of_the_table() -> None:
    """AR-TRU-08."""
    assert parse("dale", loose=True) == Typed("decir", (("verbo", "quiero"),))


@pytest.mark.parametrize(
    ("line", "id", "told"),
    [
        ("/xyz", "say.unknown_command", ""),
        ("/jugar " + "con flor " * 100, "say.long", ""),
        ("/", "say.unknown_command", ""),
        ("/carta 8x", "say.bad_card", "8x"),
        ("/carta carta:rojo", "say.bad_card", "rojo"),
        ("/canto 99", "say.bad_number", "33"),
        ("/canto mucho", "say.bad_number", "33"),
        ("/jugar robots:nueve", "say.bad_number", "7"),
        ("/jugar tiempo:8d", "say.bad_time", "604800"),
        ("/jugar tiempo:largo", "say.bad_time", "604800"),
        ("/jugar flor:quizas", "say.bad_value", "con o sin"),
        ("/envido gordo", "say.bad_value", "envido, real o falta"),
        ("/mazo ya", "say.unknown_option", "/mazo"),
        ("/jugar ligero", "say.unknown_word", "ligero"),
        ("/jugar 4 con argetino", "say.unknown_near", "argetino"),
        ("/jugar argetino con flor", "say.unknown_near", "argentino o argentine"),
        ("/play palista", "say.unknown_near", "paulista"),
        ("/diaria foo", "say.unknown_game", "/diaria [variante] [problema]"),
        ("/diaria paulsta", "say.unknown_near", "paulista"),
        ("/diaria contra un robt", "say.unknown_game", "contra"),
        ("/aprender ligero", "say.unknown_game", "/aprender [variante]"),
        ("/configurar ligero", "say.unknown_game", "temporada"),
        ("/carta tapada:quizas 7o", "say.bad_value", "quizas"),
    ],
)
def test_what_is_wrong_is_said_kindly(line: str, id: str, told: str) -> None:
    for locale in LOCALES:
        read = of_kind(Cannot, parse(line, locale))
        assert read.id == id, locale
        text = words_for(locale).text(read.id, **dict(read.parameters))
        assert locale != "es" or told in text


@pytest.mark.parametrize(
    ("line", "id"),
    [
        ("/carta " + "x" * 5000, "say.bad_card"),
        ("/canto " + "9" * 5000, "say.bad_number"),
        ("/jugar " + "9" * 5000, "say.bad_number"),
        ("/truco " + "9" * 5000, "say.unknown_option"),
    ],
)
def test_a_line_without_end_has_a_short_answer(line: str, id: str) -> None:
    read = of_kind(Cannot, parse(line, "es"))
    assert read.id == id
    assert len(cannot_text(read, "es")) < 400


def test_a_number_without_end_is_no_seat_and_no_declaration() -> None:
    assert parse("tengo " + "9" * 5000) == Typed("decir", (("parecido", "tengo"),))
    named = typed(
        "/sena 03 companero:" + "9" * 5000,
        asker(dealt(FOUR, 3, "4e 6b 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 2b")),
    )
    assert of_kind(Cannot, named).id == "say.no_person"


def test_usage_names_the_options() -> None:
    assert usage(COMMAND["carta"], "es") == "/carta [carta] [tapada]"
    assert usage(COMMAND["carta"], "en-US") == "/card [card] [covered]"


# --- meaning: the table and the match --------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "step"),
    [("/carta 2b", "stack 2b 2o"), ("/carta 2o", "stack 2o 2b"), ("/carta", "stack 2o 2b")],
)
def test_the_card_that_is_named_lies_on_top_of_the_pile(line: str, step: str) -> None:
    """VE-PAR-02: of two that are equally good either may."""
    talk = Talk("3e 2o 2b", "3c 5c 6o", game="venezolano", turned="4o", dealer=1)
    talk.say("0 play 3e", "1 play 3c")
    assert talk.lays(0) == {"stack 2o 2b", "stack 2b 2o"}
    assert act(line, talk.state) == step


def test_jugar_opens_a_table_and_seats_robots() -> None:
    intent = typed("/jugar 4 15 flor:con chicos:2 robots:3 tiempo:30 senas:off", asker())
    assert isinstance(intent, Send)
    assert intent.command == OpenTable(
        request="r1",
        person="web:Ana",
        community="web:playground",
        place="web:playground/mesa",
        name="Ana",
        players=4,
        options=(("target", "15"), ("games_to_win", "2"), ("flor", "con"), ("senas", "off")),
        turn_seconds=30,
    )
    assert [type(command) for command in intent.then] == [AddRobot] * 3
    assert len({command.request for command in intent.then}) == 3


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("/unirse B", Join),
        ("/salir", Leave),
        ("/terminar", ProposeEnd),
        ("/opciones flor con", SetOptions),
        ("/empezar", Start),
    ],
)
def test_commands_of_a_table(line: str, kind: type[AnyCommand]) -> None:
    sent(kind, line, replace(asker(), seated=True))


def test_a_code_finds_a_table_elsewhere() -> None:
    nowhere = Asker(request="r", person="p", name="N", community="c", place="p", locale="en")
    command = sent(Join, "/join code:WXYZ2345", nowhere)
    assert command.match == "wxyz2345"
    assert typed("/join", nowhere) == Cannot("say.no_table")
    assert typed("/truco", nowhere) == Cannot("say.no_table")
    assert typed("/mesa", nowhere) == ShowPage("mesas"), "those of the whole place"
    assert typed("/help", nowhere) == ShowPage("ayuda")
    assert typed("/marcador mes", nowhere) == ShowPage("marcador", (("periodo", "mes"),))


def test_an_option_without_its_value_is_asked_for() -> None:
    intent = typed("/opciones cartas", asker())
    assert isinstance(intent, Send)  # no such option: the service says so
    intent = of_kind(Pick, typed("/opciones flor", asker()))
    assert decode(intent.question.token).action == "OPTION flor ?"
    assert intent.question.choices == (("sin", "sin flor"), ("con", "con flor"))
    sent(SeeOptions, "/opciones", asker())


def test_no_cards_no_words() -> None:
    assert typed("/truco", asker()) == Cannot("say.not_playing")
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    assert typed("/truco", asker(state, PUBLIC)) == Cannot("reply.not_seated")


@pytest.mark.parametrize(
    ("said", "match", "invitation"),
    [("ab2d3f4h", "ab2d3f4h", ""), ("ab2d3f4hab2d3f4h", "", "ab2d3f4hab2d3f4h")],
)
def test_who_joins_gives_a_code_of_a_table_or_of_an_invitation(
    said: str, match: str, invitation: str
) -> None:
    intent = of_kind(Send, interpret(Typed("unirse", (("codigo", said),)), asker()))
    assert isinstance(intent.command, Join)
    assert (intent.command.match, intent.command.invitation) == (match, invitation)


@pytest.mark.parametrize(
    ("said", "seat"), [("0", 0), ("1", 1), ("2", None), ("beto", 1), ("b", 1), ("zoe", None)]
)
def test_a_seat_is_named_by_its_number_or_its_name(said: str, seat: int | None) -> None:
    assert named_seat(said, ("Ana", "Beto")) == seat


# --- meaning: the game -----------------------------------------------------------------------


def test_truco_says_the_next_step_that_i_may_say() -> None:
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    assert act("/truco", state) == "truco"
    state, _ = played(state, "0 truco")
    assert act("/truco", state, 1) == "retruco"
    assert act("/truco", state, 0) == "retruco"  # refused by the engine: my own call
    state, _ = played(state, "1 retruco", "0 quiero")
    assert act("/truco", state, 0) == "vale4"
    assert act("truco", state, 0) == "truco"  # a plain word is exactly what it says
    state, _ = played(state, "0 vale4")
    assert act("/truco", state, 1) == "vale4"  # nothing above: the engine says so
    state, _ = played(state, "1 quiero")
    assert act("/truco", state, 1) == "vale4"


def test_answers_go_to_what_must_be_answered_first() -> None:
    state = dealt(FLOR, 1, "1e 7e 4e", "3o 12o 5o")
    called, _ = played(state, "1 truco")
    assert act("/quiero", called) == "quiero"
    assert act("/paso", called) == "noquiero"
    flor, _ = played(called, "0 flor")
    assert act("/quiero", flor, 1) == "florquiero"
    assert act("/paso", flor, 1) == "achico"
    assert act("no quiero", flor, 1) == "achico"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/quiero parte:falta", "paso truco quiero falta"),
        ("/quiero parte:truco", "paso falta quiero truco"),
        ("/paso parte:falta", "paso falta quiero truco"),
        ("/paso parte:truco", "paso truco quiero falta"),
        ("/quiero parte:contraflor", "paso truco quiero contraflor"),  # the engine says no
        ("/paso parte:contraflor", "paso contraflor quiero truco"),
        ("/quiero", "quiero"),
    ],
)
def test_a_compound_call_is_answered_in_parts(line: str, said: str) -> None:
    """TR-COM-06: never another part than the one that was said."""
    state = dealt(table_for("tradicional-18", 2), 0, "1e 7o 4c", "3e 12c 5o")
    state, _ = played(state, "1 ft")
    assert act(line, state, 0) == said


@pytest.mark.parametrize(("mazo", "asked"), [("player", True), ("team", False)])
def test_paso_keeps_out_where_one_leaves_alone(mazo: str, asked: bool) -> None:
    """UY-MAZ-03: with nothing to answer, and asked first; else it is *no quiero*."""
    table = table_for("uruguayo", 4, {"mazo": mazo})
    hands = ("7e 3e 11b", "10e 12o 4b", "7o 6o 1c", "7b 6b 2o")
    state = dealt(table, 3, *hands, turned="6c")
    for line in ("paso", "/paso"):
        if asked:
            assert question(line, state)[1] == ("mazo",)
        else:
            assert act(line, state) == "noquiero"
    called, _ = played(state, "0 truco")
    assert act("paso", called, 1) == "noquiero"


def test_envido_and_flor_have_kinds() -> None:
    state = dealt(FLOR, 1, "1e 7e 4e", "3o 12o 5o")
    assert act("/envido", state) == "envido"
    assert act("/envido real", state) == "realenvido"
    assert act("/envido falta", state) == "faltaenvido"
    assert act("/flor", state) == "flor"
    assert act("/flor contraflor", state) == "contraflor"
    flor, _ = played(state, "0 flor")
    action, choices = question("/flor", flor, 1)
    assert action == "?"
    assert choices == ("contraflor", "resto", "florquiero", "achico")


def test_a_card_is_laid_or_asked_for() -> None:
    """It is named by its place in the hand in every game, not only where a hand may be blind."""
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    for place, card in enumerate(("1e", "7o", "4c"), start=1):
        assert act(f"/carta {place}", state) == f"play {card}"
    assert act("/carta 7o", state) == "play 7o"
    assert act("/carta 7o tapada", state) == "cover 7o"
    assert act("/carta 3e", state) == "play 3e"  # not mine: the engine says so
    assert question("/carta", state) == ("play ?", ("1e", "7o", "4c"))
    assert question("/carta tapada", state) == ("cover ?", ("1e", "7o", "4c"))
    assert act("/carta", state, 1).startswith("play ")  # not my turn: the engine says so


def test_laying_a_card_that_would_accept_a_call_is_asked_about() -> None:
    """AR-TRU-07 is a trap: legal, and never by accident."""
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    state, _ = played(state, "1 truco")
    intent = of_kind(Pick, typed("/carta 7o", asker(state)))
    assert intent.question.id == "ask.trap"
    assert intent.question.choices[0][0] == "play 7o"


def test_a_flor_that_is_none_is_asked_about() -> None:
    """TR-FLO-03: legal where the table wants it, and never by accident."""
    bold = table_for("tradicional-18", 2, {"flor_faults": "penalty", "blind_calls": "off"})
    false = of_kind(Pick, typed("/flor flor", asker(dealt(bold, 1, "1e 7o 4c", "3e 12c 5o"))))
    assert false.question.id == "hand.flor.confirm"
    assert false.question.choices[0][0] == "flor"
    assert act("/flor flor", dealt(bold, 1, "1e 7e 4e", "3e 12c 5o")) == "flor"


def test_who_waits_for_a_blind_call_is_asked_nothing() -> None:
    """TR-COM-01: what is typed meanwhile is refused, and no question that fits something else."""
    state = dealt(table_for("tradicional-18", 2), 1, "7o 4c 1b", "3e 12e 5e")
    assert act("/flor flor", state, 1) == "flor"
    assert act("/truco", state, 1) == "truco"


def test_going_to_the_deck_is_confirmed() -> None:
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    assert question("/mazo", state) == ("?", ("mazo",))
    assert question("al mazo", state) == ("?", ("mazo",))
    state, _ = played(state, "0 truco")
    assert act("/mazo", state, 0) == "mazo"  # one's own call is pending: the engine says so


def test_points_are_declared_or_asked_for() -> None:
    """AR-ENV-17."""
    state = dealt(table_for("argentino", 2, {"declare": "manual"}), 1, "1e 7o 4c", "3e 12c 5o")
    state, _ = played(state, "0 envido", "1 quiero")
    assert act("/canto 7", state) == "tengo 7"
    assert act("tengo 7", state) == "tengo 7"
    intent = of_kind(Pick, typed("/canto", asker(state)))
    assert decode(intent.question.token).action == "tengo ?"
    assert (intent.question.low, intent.question.high) == (0, 33)
    assert act("/canto son buenas", state) == "buenas"


def test_claims_name_somebody() -> None:
    """AR-FLO-13."""
    table = table_for("argentino", 4, {"flor": "con"})
    state = dealt(table, 3, "4e 6e 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 6b")
    state, _ = played(state, "0 mazo")
    assert question("/reclamar", state, 1) == ("pidoflor ?", ("0", "2"))
    assert act("/reclamar pido flor carla", state, 1) == "pidoflor 2"
    assert typed("/reclamar persona:Zoe", asker(state, 1)) == Cannot(
        "say.no_person", (("text", "Zoe"),)
    )
    assert act("/reclamar mostrar", state, 1) == "mostrar"


def test_senas_by_id_by_gesture_and_by_meaning() -> None:
    state = dealt(FOUR, 3, "4e 6b 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 2b")
    for said in ("SE-AR-01", "01", "cejas", "as de espadas"):
        command = sent(SendSena, f"/sena {said}", asker(state))
        assert command.sena == "SE-AR-01"
    command = sent(SendSena, "/sena 03 companero:carla", asker(state))
    assert (command.sena, command.to) == ("SE-AR-03", 2)
    action, choices = question("/sena", state)
    assert action == "SENA ?"
    assert set(choices) < {sena.id for sena in SENAS["argentino"]}
    two = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    assert typed("/sena cejas", asker(two)) == Cannot("say.no_partner")


def test_a_sena_is_meant_as_its_game_makes_it() -> None:
    """A three is a bitten lip in gaudério and a shoulder in mineiro."""
    gauderio = dealt(table_for("gauderio", 4), 3, "4e 6b 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 2b")
    mineiro = dealt(table_for("mineiro", 4), 3, "4c 6c 7c", "3c 2c 5h", "5s 6s 7s", "4d 5d 6d")
    for state, gesture in ((gauderio, "morder o labio"), (mineiro, "um ombro")):
        command = sent(SendSena, f"/sinal {gesture}", asker(state, locale="pt_BR"))
        assert command.sena == "tres"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_command_leads_somewhere(locale: str) -> None:
    state = dealt(FOUR, 3, "4e 6b 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 2b")
    who = replace(asker(state, 0, locale), seated=True)
    for command in COMMANDS:
        intent = typed(f"/{command.names.of(locale)}", who)
        assert isinstance(intent, Send | Show | ShowPage | Pick), command.id


# --- meaning: the games of Brazil ----------------------------------------------------------------

HANDS = ("2d Kc 5s", "2h 3s 4d", "3h Qd 6c", "7c 2s Js")


def test_a_game_is_opened_by_its_name() -> None:
    command = sent(OpenTable, "/jogar paulista 8 chicos:2", asker(locale="pt_BR"))
    assert (command.variant, command.players) == ("paulista", 8)
    assert command.options == (("games_to_win", "2"),)


def test_the_ladder_of_another_game() -> None:
    """PA-TRU-07, MI-TRU-01."""
    state = dealt(table_for("mineiro", 4), 3, *HANDS)
    steps = []
    for seat in (0, 1, 0, 1):
        steps.append(act("/truco", state, seat))
        state, _ = played(state, f"{seat} {steps[-1]}")
    assert steps == ["truco", "seis", "dez", "doze"]
    assert act("doze", state, 0) == "doze"  # said already: the engine says so
    assert act("corro", state, 0) == "noquiero"
    assert act("Quero!", state, 0) == "quiero"


def test_playing_and_running_in_a_special_hand() -> None:
    """PA-ONZ-03, PA-ONZ-04."""
    state = dealt(table_for("paulista", 4), 0, *HANDS, turned="Ad", score=(11, 9))
    for line in ("/quiero", "quero", "jogo"):
        assert act(line, state) == "joga"
    for line in ("/corro", "corro", "fujo"):
        assert act(line, state) == "corre"
    assert act("/truco", state) == "truco"  # refused before the decision, not punished
    assert act("/mazo", state) == "mazo"  # there is no such thing: the engine says so


@pytest.mark.parametrize(
    ("call", "id", "told"),
    [
        ("lose_hand", "ask.trap.lose_hand", "3 puntos para Beto y Dani"),
        ("lose_game", "ask.trap.lose_game", "Beto y Dani"),
    ],
)
def test_a_truco_that_costs_the_hand_is_asked_about(call: str, id: str, told: str) -> None:
    """PA-ONZ-05."""
    table = table_for("paulista", 4, {"special_call": call})
    state, _ = played(dealt(table, 0, *HANDS, turned="Ad", score=(11, 9)), "0 joga")
    for line in ("/truco", "truco"):
        intent = of_kind(Pick, typed(line, asker(state, 2)))
        assert intent.question.id == id
        assert told in intent.question.text
        assert intent.question.choices[0][0] == "truco"
    off = table_for("paulista", 4, {"special_call": "illegal"})
    state, _ = played(dealt(off, 0, *HANDS, turned="Ad", score=(11, 9)), "0 joga")
    assert act("/truco", state, 2) == "truco"  # refused by the engine


def test_cards_of_the_french_deck() -> None:
    state = dealt(table_for("paulista", 4), 3, *HANDS, turned="Ad")
    for said in ("2d", "dois de ouros", "two of diamonds", "pica-fumo", "1", "primeira"):
        assert act(f"/carta {said}", state) == "play 2d"
    assert act("/carta copas", state, 1) == "play 2h"
    assert act("/carta zap", state) == "play 2c"  # not mine: the engine says so
    assert act("/carta espadilha", dealt(table_for("mineiro", 4), 3, *HANDS)) == "play As"
    assert question("/carta", state) == ("play ?", ("2d", "Kc", "5s"))
    assert parse("/carta 7o", "es", "paulista") == Cannot(
        "say.bad_card", (("text", "7o"), ("like", "7s, siete de picas"))
    )
    assert parse("/carta zap") == Cannot(
        "say.bad_card", (("text", "zap"), ("like", "7o, siete de oros"))
    )


def test_a_blind_card_is_laid_by_its_place() -> None:
    """PA-FER-02."""
    table = table_for("paulista", 2, {"ferro": "blind"})
    state = dealt(table, 1, "3h 2c Kc", "3c 2s Jd", turned="7h", score=(11, 11))
    assert act("/carta 2", state) == "play 2"
    assert act("/carta terceira", state) == "play 3"
    assert question("/carta", state) == ("play ?", ("1", "2", "3"))
    assert act("/carta 3h tapada", state) == "cover 3h"  # refused by the engine
    assert act("/carta", state, 1) == "play 1"  # not my turn: the engine says so
    assert suggested("/carta ", asker(state))[:3] == ["/carta 1", "/carta 2", "/carta 3"]
    assert suggested("/carta ", asker(state, 1))[:1] == ["/carta tapada"]
    state, _ = played(state, "0 play 1", "1 play 1")
    assert question("/carta", state, 1) == ("play ?", ("2", "3"))


def test_options_are_those_of_the_game() -> None:
    lobby = replace(asker(locale="pt_BR"), variant="paulista")
    texts = suggested("/opcoes ", lobby)
    assert "/opcoes variant" in texts
    assert not {"/opcoes flor", "/opcoes misdeal"} & set(texts)
    intent = of_kind(Pick, typed("/opcoes ferro", lobby))
    assert [value for value, _ in intent.question.choices] == ["own", "peek", "blind"]
    values = suggested("/jogar variante:mineiro jogadores:", asker(locale="pt_BR"))
    assert [text[-1] for text in values] == ["2", "4", "6", "8"]
    assert suggested("/jogar variante:mineiro pontos:", asker(locale="pt_BR")) == [
        "/jogar variante:mineiro pontos:12"
    ]
    assert suggested("/jogar variante:mineiro flor:", asker(locale="pt_BR")) == []
    assert [text[-1] for text in suggested("/jugar jugadores:", asker())] == ["2", "3", "4", "6"]


def test_claiming_the_two_best_cards() -> None:
    """PA-ONZ-07."""
    state = dealt(
        table_for("paulista", 4), 3, "2c 2h 5s", *HANDS[2:], "Kc 3s 4d", turned="Ad", score=(11, 9)
    )
    state, _ = played(state, "0 joga")
    assert act("/reclamar", state) == "mostrar"
    assert act("zap e copas", state) == "mostrar"


# --- completion ------------------------------------------------------------------------------


def suggested(line: str, who: Asker) -> list[str]:
    return [suggestion.text for suggestion in complete(line, who)]


def test_commands_are_suggested_by_any_of_their_names() -> None:
    assert suggested("/ju", asker()) == ["/jugar "]
    assert suggested("/pla", asker()) == ["/jugar ", "/marcador "]
    assert suggested("/play", asker()) == ["/play "], "a whole name is kept"
    assert suggested("/terminar", asker()) == ["/terminar "]
    assert suggested("/pl", asker(locale="en")) == ["/truco_play ", "/truco_scoreboard "]
    assert len(suggested("/", asker())) == len(LISTED) - 1  # without that of administrators
    assert suggested("/sac", asker()) == ["/moderar sacar "]
    assert suggested("/ana", asker()) == ["/partida analizar "]
    assert suggested("/car", asker()) == ["/carta "]
    assert suggested("/partida ", asker())[:4] == [
        "/partida repeticion ",
        "/partida analizar ",
        "/partida verificar ",
        "/partida terminar ",
    ]
    assert suggested("/partida ver", asker()) == ["/partida verificar "]
    assert suggested("/partida analizar hab", asker()) == ["/partida analizar que:habitos"]
    assert suggested("hola", asker()) == []
    assert suggested("/xyz ", asker()) == []


def test_the_times_of_a_turn_are_suggested_in_their_units() -> None:
    found = {
        suggestion.text.split(":")[-1]: suggestion.label
        for suggestion in complete("/jugar tiempo:", asker())
    }
    assert [parse(f"/jugar tiempo:{time}") for time in found] == [
        Typed("jugar", (("tiempo", seconds),)) for seconds in TIMES
    ]
    assert found["3d"] == words_for("es").text("option.days", n=3)


def test_my_cards_are_suggested() -> None:
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    texts = suggested("/carta ", asker(state))
    assert texts[:3] == ["/carta 1e", "/carta 7o", "/carta 4c"]
    assert suggested("/carta si", asker(state)) == ["/carta 7o"]
    assert suggested("/carta 7o ", asker(state)) == ["/carta 7o tapada"]
    labels = [suggestion.label for suggestion in complete("/carta 7", asker(state))]
    assert labels == ["siete de oros"]


def test_nothing_of_anybody_elses_cards_is_suggested() -> None:
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    told = " ".join(suggested("/carta ", asker(state)) + suggested("/carta ", asker(state, PUBLIC)))
    assert not set(told.split()) & {"3e", "12c", "5o"}


def test_those_are_suggested_whom_the_command_can_name() -> None:
    """A partner for a seña; adversaries for a question about a flor, while it may be asked."""
    cards = "4e 6e 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 6b"
    state = dealt(table_for("argentino", 4, {"flor": "con"}), 3, *cards)
    assert suggested("/sena companero:", asker(state, 1)) == ["/sena companero:Dani"]
    assert suggested("/sena siete", asker(state, 1)) == ["/sena SE-AR-03", "/sena SE-AR-04"]
    assert suggested("/reclamar persona:", asker(state, 1)) == []
    state, _ = played(state, "0 mazo")
    assert suggested("/reclamar persona:", asker(state, 1)) == [
        "/reclamar persona:Ana",
        "/reclamar persona:Carla",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_what_is_suggested_is_understood(locale: str) -> None:
    state = dealt(FOUR, 3, "4e 6b 1e", "3c 12b 10o", "5b 6o 7c", "4o 5c 2b")
    who = asker(state, 0, locale)
    for command in COMMANDS:
        start = f"/{command.names.of(locale)} "
        for text in suggested(start, who):
            if text.endswith(":"):
                for more in suggested(text, who):
                    assert isinstance(parse(more, locale), Typed), more
            else:
                assert isinstance(parse(text, locale), Typed), text


def test_option_values_follow_the_option() -> None:
    assert suggested("/opciones flor ", asker())[:2] == ["/opciones flor sin", "/opciones flor con"]
    assert "/opciones falta" in suggested("/opciones fal", asker())


# --- the manual ------------------------------------------------------------------------------

PAGE = Path(__file__).parents[3] / "docs" / "commands.md"
OPENING = COMMAND["jugar"].options


def manual() -> str:
    """The page of all commands, made from the catalogue."""
    words = words_for("en")
    lines = [
        "# Commands",
        "",
        "What the lists of the platforms show, in this order. Every name works in every language,",
        "with or without accents; in English also without `truco_`. Options are typed with their",
        "name (`flor:con`) or without, in any order; all of them may be left out. A table may also",
        "be described as people do, with `/jugar`, `/desafiar Ana` and `/opciones`: *con flor*,",
        "*a 15*, *de a cuatro*, *2v2*, *tradicional*, *gallo*, *sin señas*, *contra un robot*,",
        "*mazo limpio*. The game's own words alone (*truco*, *envido*, *no quiero* ...) are calls.",
        "",
        "| command | português | English | does | options |",
        "|---|---|---|---|---|",
    ]
    for listed in LISTED:
        told = words.text(listed.description)
        if isinstance(listed, CommandGroup):
            options = "one of those below"
        elif listed.options[-len(OPENING) :] == OPENING and listed.id != "jugar":
            own = _options(listed.options[: -len(OPENING)])
            options = f"{own}, and those of `/jugar`"
        else:
            options = _options(listed.options)
        lines.append(f"{_named(listed.names)} {told} | {options} |")
    lines += [
        "",
        "## Commands of a group",
        "",
        "The first of a group is meant where none is named. Each is also understood by the name in",
        "the last column, alone. `/moderar` stands in the lists of administrators only; for a vote",
        "to remove somebody, and to close a lobby of their own, everybody has buttons or types.",
        "",
        "| command | português | English | does | options | also |",
        "|---|---|---|---|---|---|",
    ]
    for group in GROUPS:
        for part in group.parts:
            command = part.command
            told = words.text(command.description)
            row = f"{_named(group.names, part.names)} {told} | {_options(command.options)} |"
            lines.append(f"{row} `/{command.names.es}` |")
    lines += [
        "",
        "## Only typed",
        "",
        "There are buttons for these, so they stand in no list.",
        "",
        "| command | português | English | does | options |",
        "|---|---|---|---|---|",
    ]
    for command in TYPED:
        told = words.text(command.description)
        lines.append(f"{_named(command.names)} {told} | {_options(command.options)} |")
    lines += [
        "",
        "On Discord a person's menu has *Desafiar al truco* and *Sacar de la mesa*; that of a",
        "message which shows a match has *Analizar*.",
    ]
    return "\n".join(lines) + "\n"


def _named(names: Names, part: Names | None = None) -> str:
    own = [
        f"`/{names.of(locale)}`" if part is None else f"`/{names.of(locale)} {part.of(locale)}`"
        for locale in LOCALES
    ]
    return f"| {' | '.join(own)} |"


def _options(options: Iterable[Option]) -> str:
    return ", ".join(f"`{option.names.es}`" for option in options)


def test_the_manual_has_every_command() -> None:
    check_kept(PAGE, manual())


def test_every_kind_of_option_is_used() -> None:
    kinds = {option.kind for command in COMMANDS for option in command.options}
    assert kinds == set(OptionKind)


# --- a table in one's own words ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("con flor", {"flor": "con"}),
        ("sin flor", {"flor": "sin"}),
        ("com flor", {"flor": "con"}),
        ("without flor", {"flor": "sin"}),
        ("a 15", {"puntos": "15"}),
        ("a 30", {"puntos": "30"}),
        ("até 15", {"puntos": "15"}),
        ("30 puntos", {"puntos": "30"}),
        ("up to 24 points", {"puntos": "24"}),
        ("tradicional", {"variante": "tradicional-18"}),
        ("Tradicional a 18", {"variante": "tradicional-18"}),
        ("truco tradicional", {"variante": "tradicional-18"}),
        ("gallo", {"variante": "tradicional-18", "jugadores": "3"}),
        ("uruguaio", {"variante": "uruguayo"}),
        ("Gaúcho", {"variante": "gauderio"}),
        ("truco brasileiro", {"variante": "paulista"}),
        ("venezuelan", {"variante": "venezolano"}),
        ("de a cuatro", {"jugadores": "4"}),
        ("2v2", {"jugadores": "4"}),
        ("3 contra 3", {"jugadores": "6"}),
        ("mano a mano", {"jugadores": "2"}),
        ("em duplas", {"jugadores": "4"}),
        ("for 6 players", {"jugadores": "6"}),
        ("contra un robot", {"robots": "1"}),
        ("com 3 robôs", {"robots": "3"}),
        ("against the computer", {"robots": "1"}),
        ("sin señas", {"senas": "off"}),
        ("al mejor de 3", {"chicos": "2"}),
        ("2 minutos", {"tiempo": "120"}),
        ("45 s", {"tiempo": "45"}),
        (
            "al truco argentino de a 4, con flor y a 15",
            {"variante": "argentino", "jugadores": "4", "puntos": "15", "flor": "con"},
        ),
        ("variante:tradicional 4", {"variante": "tradicional-18", "jugadores": "4"}),
        ("gallo jugadores:4", {"variante": "tradicional-18", "jugadores": "4"}),
        ("4 15 flor:sin", {"jugadores": "4", "puntos": "15", "flor": "sin"}),
    ],
)
def test_a_table_is_described_as_people_do(line: str, meant: dict[str, str]) -> None:
    for name in ("jugar", "jogar", "play"):
        assert dict(of_kind(Typed, parse(f"/{name} {line}", "es")).values) == meant, name


def test_habits_are_described_in_the_same_words() -> None:
    read = parse("/configurar tradicional con flor contra un robot", "es")
    assert isinstance(read, Cannot), "a habit has no robots"
    read = of_kind(Typed, parse("/configurar gallo sin señas", "es"))
    assert dict(read.values) == {"variante": "tradicional-18", "jugadores": "3", "senas": "off"}


def test_every_phrase_means_what_its_options_take() -> None:
    for (said, values), locale in zip(phrases().items(), cycle(LOCALES), strict=False):
        assert said == plain(said)
        named = " ".join(f"{option}:{value}" for option, value in values)
        assert parse(f"/jugar {said}", locale) == parse(f"/jugar {named}", locale)


# --- speaking in a duel of others ------------------------------------------------------------


def punta() -> State:
    """Six at tradicional, in the first duel: seats 0 and 3 play, the others wait."""
    table = table_for("tradicional-18", 6, {"blind_calls": "off"})
    state = new_match(table)
    return apply(state, deal_from(table, 5, table.deck, "punta")).state


def test_tr_sei_05_who_waits_may_speak_and_is_asked_first_what_it_costs() -> None:
    state = punta()
    intent = of_kind(Pick, typed("/reclamar interferir", asker(state, 2)))
    assert intent.question.id == "ask.trap.interfere"
    assert "4 puntos" in intent.question.text
    (choice,) = intent.question.choices or ()
    token = intent.question.token.replace("?", choice[0])
    pressed = of_kind(Act, tokens.command(token, person="web:Carla", request="r2", name="Carla"))
    after = apply(state, read_step(state, 2, pressed.action)).state
    assert after.score == (0, 0)
    screen = build(info_for(state.table), view(after, 3), "es")
    (button,) = [button for button in screen.buttons if button.token.endswith(DENUNCIA)]
    points = words_for("es").text("points", n=4)
    assert button.confirm == words_for("es").text("hand.meddling.confirm", points=points)
    assert apply(after, read_step(after, 3, DENUNCIA)).state.score == (0, 4)


def test_tr_sei_05_no_button_speaks_in_a_duel() -> None:
    state = punta()
    for seat in range(6):
        screen = build(info_for(state.table), view(state, seat), "es")
        assert not any("interfiere" in button.token for button in screen.buttons)
    playing = typed("/reclamar interferir", asker(state, 0))
    assert isinstance(playing, Send), "whoever plays the duel is refused"
    assert isinstance(playing.command, Act)
    with pytest.raises(IllegalAction):
        apply(state, read_step(state, 0, playing.command.action))


def test_other_games_do_not_offer_interfering() -> None:
    kinds = COMMAND["reclamar"].options[0]
    for variant in VARIANTS:
        there = {choice.value for choice in offered(kinds, variant)}
        assert ("interfiere" in there) == (variant == "tradicional-18")
    state = dealt_anyhow(table_for("argentino", 6), dealer=5)
    assert act("/reclamar interferir", state, 2) == "interfiere"
    with pytest.raises(IllegalAction):
        apply(state, Action(2, "interfiere"))


def test_whoever_enters_a_tournament_says_with_whom_they_want_to_play() -> None:
    command = sent(Join, "/torneo entrar persona:Dos Santos", replace(asker(), match="abcd2345"))
    assert command.partner == "Dos Santos"
    later = of_kind(Cannot, typed("/torneo salir persona:Beto", replace(asker(), match="abcd2345")))
    assert later.id == "say.partner_later"


def test_a_format_opens_a_tournament_also_where_there_is_one() -> None:
    """The refusal says that there is one; the tournament itself, shown once more, would not."""
    there = replace(asker(), match="abcd2345")
    assert sent(OpenTable, "/torneo formato:liga", there).format == Format.LEAGUE
    assert isinstance(typed("/torneo", there), Show)


@pytest.mark.parametrize(
    ("line", "form", "deals"),
    [
        ("/torneo abrir duplicado:si", Format.LEAGUE, "10"),
        ("/torneo abrir duplicado:6 formato:liga equipos:2", Format.LEAGUE, "6"),
        ("/torneo abrir duplicado:6 formato:suizo", Format.SWISS, "6"),
        ("/torneo abrir duplicado:no", Format.ELIMINATION, "off"),
        ("/torneo abrir", Format.ELIMINATION, "off"),
    ],
)
def test_a_tournament_of_duplicate_matches_is_a_league(line: str, form: Format, deals: str) -> None:
    command = sent(OpenTable, line, asker())
    assert command.format == form
    assert dict(command.options).get("duplicate", "off") == deals


def test_robots_of_a_tournament_are_no_robots_of_its_tables() -> None:
    intent = of_kind(Send, typed("/torneo abrir robots:si apuesta:20", asker()))
    assert isinstance(intent.command, OpenTable)
    assert (intent.command.robots, intent.then) == (True, ())
    assert dict(intent.command.options)["stake"] == "20"
    plainly = of_kind(Send, typed("/torneo abrir suizo", asker()))
    assert isinstance(plainly.command, OpenTable)
    assert not plainly.command.robots
    assert dict(plainly.command.options)["stake"] == "0"
