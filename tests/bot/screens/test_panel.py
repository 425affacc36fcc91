"""The settings that a community's panel offers: which, what holds, and what else there is."""

from collections.abc import Mapping, Sequence

import pytest

from bot.screens.community.panel import OfferedSetting, Panel, build_panel
from engine.variants import VARIANTS
from tests.bot.ids import id_words
from tests.narrow import present

MESA, BARRA, OTHER = "discord:1/2", "discord:1/3", "discord:1/9"
NAMED = ((MESA, "mesa"), (BARRA, "barra"))
ALWAYS = ["idioma", "juegos", "mesas", "temporada", "rapida"]
ANYWHERE, NOWHERE, ELSEWHERE = (
    f"<settings.{id}>" for id in ("lugares.any", "nowhere", "lugares.other")
)


def panel(
    settings: Mapping[str, str],
    places: Sequence[tuple[str, str]] = (),
    posts: Sequence[tuple[str, str]] = (),
) -> Panel:
    return build_panel("es", settings, id_words("es"), places, posts)


def entries(setting: OfferedSetting) -> list[str]:
    """What may be chosen, with a star where it is what holds."""
    return [entry.label + "*" * entry.chosen for entry in setting.entries]


@pytest.mark.parametrize(
    ("settings", "places", "posts", "more"),
    [
        ({}, (), (), []),
        ({}, NAMED, (), ["lugares", "anuncios"]),
        ({}, (), NAMED, ["tabla"]),
        ({"lugares": OTHER}, (), (), ["lugares"]),
        ({"anuncios": OTHER}, (), (), ["anuncios"]),
        ({"tabla": OTHER}, (), (), ["tabla"]),
    ],
)
def test_a_place_is_offered_where_there_is_one_to_choose_or_to_take_back(
    settings: dict[str, str],
    places: Sequence[tuple[str, str]],
    posts: Sequence[tuple[str, str]],
    more: list[str],
) -> None:
    assert [rule.name for rule in panel(settings, places, posts).rules] == [*ALWAYS, *more]


@pytest.mark.parametrize(
    ("name", "value", "holds", "offered"),
    [
        ("mesas", "", "<settings.mesas.any>", ["<settings.mesas.any>*", "1", "2", "3", "5", "10"]),
        ("mesas", "3", "3", ["<settings.mesas.any>", "1", "2", "3*", "5", "10"]),
        (
            "rapida",
            "",
            "<settings.rapida.any>",
            ["<settings.rapida.any>*", "<settings.rapida.aqui>"],
        ),
        (
            "rapida",
            "aqui",
            "<settings.rapida.aqui>",
            ["<settings.rapida.any>", "<settings.rapida.aqui>*"],
        ),
        ("lugares", "", ANYWHERE, ["mesa", "barra"]),
        ("lugares", f"{MESA},{OTHER}", f"mesa, {ELSEWHERE}", ["mesa*", "barra", f"{ELSEWHERE}*"]),
        ("anuncios", "", NOWHERE, [f"{NOWHERE}*", "mesa", "barra"]),
        ("anuncios", BARRA, "barra", [NOWHERE, "mesa", "barra*"]),
        ("anuncios", OTHER, ELSEWHERE, [NOWHERE, "mesa", "barra", f"{ELSEWHERE}*"]),
        ("tabla", "", NOWHERE, [f"{NOWHERE}*", "mesa", "barra"]),
        ("tabla", OTHER, ELSEWHERE, [NOWHERE, "mesa", "barra", f"{ELSEWHERE}*"]),
        (
            "flor",
            "con",
            "<option.flor.con>",
            ["<settings.usual>", "<option.flor.sin>", "<option.flor.con>*"],
        ),
        (
            "flor",
            "",
            "<settings.usual>",
            ["<settings.usual>*", "<option.flor.sin>", "<option.flor.con>"],
        ),
    ],
)
def test_what_holds_and_what_else_may_be_chosen(
    name: str, value: str, holds: str, offered: list[str]
) -> None:
    setting = present(panel({name: value} if value else {}, NAMED, NAMED).setting(name))
    assert (setting.holds, entries(setting)) == (holds, offered)


@pytest.mark.parametrize(
    ("games", "holds"),
    [
        ("", "<settings.juegos.any>"),
        ("paulista", "<option.variant.paulista>"),
        ("mineiro,argentino", "<option.variant.argentino>, <option.variant.mineiro>"),
    ],
)
def test_the_games_that_are_played(games: str, holds: str) -> None:
    setting = present(panel({"juegos": games} if games else {}).setting("juegos"))
    assert setting.holds == holds
    assert [entry.value for entry in setting.entries if entry.chosen] == (
        sorted(games.split(",")) if games else [entry.value for entry in setting.entries]
    )


@pytest.mark.parametrize(
    ("name", "held", "pressed", "value"),
    [
        ("lugares", MESA, BARRA, f"{MESA},{BARRA}"),
        ("lugares", MESA, MESA, "-"),
        ("mesas", "", "5", "5"),
        ("juegos", "mineiro", "paulista", "paulista,mineiro"),
        ("juegos", "mineiro", "mineiro", "-"),
        ("juegos", "", "mineiro", ",".join(game for game in VARIANTS if game != "mineiro")),
    ],
)
def test_a_press_changes_one_value_or_one_of_several(
    name: str, held: str, pressed: str, value: str
) -> None:
    setting = present(panel({name: held} if held else {}, NAMED).setting(name))
    assert setting.with_(pressed) == value


def test_a_habit_that_the_usual_game_has_not_is_not_offered() -> None:
    assert panel({}).setting("flor") is not None
    assert panel({"variante": "paulista"}).setting("flor") is None


def test_the_texts_are_all_that_holds() -> None:
    found = panel({"mesas": "3", "variante": "paulista", "jugadores": "4"})
    assert [text.split("\n") for text in found.texts()] == [
        [
            "<settings.title>",
            "<settings.idioma>: <language.es>",
            "<settings.juegos>: <settings.juegos.any>",
            "<settings.mesas>: 3",
            "<settings.temporada>: <settings.temporada.mes>",
            "<settings.rapida>: <settings.rapida.any>",
        ],
        [
            "<settings.habits>",
            "<option.variant>: <option.variant.paulista>",
            "<option.players>: <lobby.players n=4>",
            "<option.target>: <settings.usual>",
            "<option.turn_seconds>: <settings.usual>",
            "<option.senas>: <settings.usual>",
            "<option.spectators>: <settings.usual>",
        ],
    ]
    assert found.how == "<settings.how>"
