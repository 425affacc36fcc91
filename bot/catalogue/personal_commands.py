"""Commands about a person or a community that a platform answers in its own way."""

from typing import Final

from bot.catalogue.play_options import FLOR, PLAYERS, POINTS, SENAS, TIME
from bot.chat_commands import chat_command, choice_option
from bot.chat_options import VARIANT
from bot.table_options import SPECTATORS_OPTION
from bot.words import BY_GAME

_LANGUAGE: Final = choice_option(
    "idioma/idioma/language",
    "language",
    f"{BY_GAME}=espanol/espanhol/spanish, es_AR/argentina/argentine, es_UY/uruguai/uruguay, es_VE, "
    "es, pt_BR=pt/portugues/portuguese, en/ingles/english",
)
IDIOMA: Final = chat_command("idioma/idioma/language", _LANGUAGE, in_match=False)
CONFIGURAR: Final = chat_command(
    "configurar/configurar/settings",
    _LANGUAGE,
    VARIANT,
    PLAYERS,
    POINTS,
    FLOR,
    TIME,
    SENAS,
    SPECTATORS_OPTION.typed,
    choice_option(
        "temporada/temporada/season",
        "settings.temporada",
        "mes/mes/month, trimestre/trimestre/quarter",
    ),
    in_match=False,
)
MIS_DATOS: Final = chat_command("mis-datos/meus-dados/my-data", in_match=False)
