"""Commands about a person or a community that a platform answers in its own way."""

from typing import Final

from bot.catalogue.play_options import FLOR, PLAYERS, POINTS, SENAS, TIME
from bot.chat_commands import (
    Names,
    OptionChoice,
    OptionKind,
    chat_command,
    chat_option,
    choice_option,
    same_name,
)
from bot.chat_options import VARIANT
from bot.table_options import SPECTATORS_OPTION
from bot.words import BY_GAME

_LANGUAGE: Final = chat_option(
    Names("idioma", "idioma", "language"),
    OptionKind.CHOICE,
    (
        OptionChoice(BY_GAME, Names("espanol", "espanhol", "spanish"), f"language.{BY_GAME}"),
        OptionChoice("es_AR", Names("es_AR", "argentina", "argentine"), "language.es_AR"),
        OptionChoice("es_UY", Names("es_UY", "uruguai", "uruguay"), "language.es_UY"),
        OptionChoice("es_VE", same_name("es_VE"), "language.es_VE"),
        OptionChoice("es", same_name("es"), "language.es"),
        OptionChoice("pt_BR", Names("pt", "portugues", "portuguese"), "language.pt_BR"),
        OptionChoice("en", Names("en", "ingles", "english"), "language.en"),
    ),
)
IDIOMA: Final = chat_command("idioma", "idioma", "language", _LANGUAGE, in_match=False)
CONFIGURAR: Final = chat_command(
    "configurar",
    "configurar",
    "settings",
    _LANGUAGE,
    VARIANT,
    PLAYERS,
    POINTS,
    FLOR,
    TIME,
    SENAS,
    SPECTATORS_OPTION.typed,
    choice_option(
        Names("temporada", "temporada", "season"),
        "settings.temporada",
        Names("mes", "mes", "month"),
        Names("trimestre", "trimestre", "quarter"),
    ),
    in_match=False,
)
MIS_DATOS: Final = chat_command("mis-datos", "meus-dados", "my-data", in_match=False)
