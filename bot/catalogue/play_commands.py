"""Commands of a seat in a running match: cards, calls, answers, signals."""

from typing import Final

from bot.chat_commands import (
    Names,
    OptionChoice,
    OptionKind,
    chat_command,
    chat_option,
    choice_option,
    same_name,
)
from engine.actions import DENUNCIA, INTERFIERE, PASO_CONTRAFLOR, PASO_FALTA, PASO_TRUCO_FALTA

_PART: Final = chat_option(
    Names("parte", "parte", "part"),
    OptionKind.CHOICE,
    (
        OptionChoice("falta", Names("falta", "falta", "falta envido"), verb=PASO_FALTA),
        OptionChoice("contraflor", same_name("contraflor"), verb=PASO_CONTRAFLOR),
        OptionChoice("truco", same_name("truco"), verb=PASO_TRUCO_FALTA),
    ),
)
"""The parts of a compound call (TR-COM-06)."""
_HIGHEST_NUMBER: Final = 40
"""The highest number of a call: the points of the longest game."""
CARTA: Final = chat_command(
    "carta",
    "carta",
    "card",
    chat_option(Names("carta", "carta", "card"), OptionKind.CARD),
    chat_option(Names("tapada", "coberta", "covered"), OptionKind.FLAG),
)
TRUCO: Final = chat_command("truco", "truco", "truco")
ENVIDO: Final = chat_command(
    "envido",
    "envido",
    "envido",
    chat_option(
        Names("tipo", "tipo", "type"),
        OptionKind.CHOICE,
        (
            OptionChoice("envido", same_name("envido"), verb="envido"),
            OptionChoice("real", Names("real", "real", "real envido"), verb="realenvido"),
            OptionChoice("falta", Names("falta", "falta", "falta envido"), verb="faltaenvido"),
            OptionChoice("a igualar", Names("a igualar", "igualar", "level"), verb="igualar"),
            OptionChoice("piedras", Names("piedras", "pedras", "stones"), verb="piedras"),
        ),
    ),
    chat_option(
        Names("puntos", "pontos", "points"), OptionKind.NUMBER, low=1, high=_HIGHEST_NUMBER
    ),
)
FLOR: Final = chat_command(
    "flor",
    "flor",
    "flor",
    chat_option(
        Names("tipo", "tipo", "type"),
        OptionKind.CHOICE,
        (
            OptionChoice("flor", same_name("flor"), verb="flor"),
            OptionChoice("contraflor", same_name("contraflor"), verb="contraflor"),
            OptionChoice(
                "al resto", Names("al resto", "resto", "contraflor al resto"), verb="resto"
            ),
            OptionChoice(
                "con flor quiero", Names("con flor quiero", "quiero", "quero"), verb="florquiero"
            ),
            OptionChoice(
                "me achico", Names("me achico", "achico", "con flor me achico"), verb="achico"
            ),
            OptionChoice("con flor envido", same_name("con flor envido"), verb="florenvido"),
            OptionChoice("a ley", same_name("a ley"), verb="aley"),
            OptionChoice("a ley envido", same_name("a ley envido"), verb="aleyenvido"),
            OptionChoice("passo", same_name("passo"), verb="passo"),
        ),
    ),
)
QUIERO: Final = chat_command("quiero", "quero", "quiero", _PART, also="accept")
PASO: Final = chat_command("paso", "corro", "paso", _PART, also="decline")
MAZO: Final = chat_command("mazo", "baralho", "fold")
CORTAR: Final = chat_command(
    "cortar",
    "cortar",
    "cut",
    choice_option(
        Names("donde", "onde", "where"),
        "button.cut",
        Names("arriba", "em cima", "high"),
        Names("medio", "meio", "middle"),
        Names("abajo", "embaixo", "low"),
        Names("toco", "toco", "touch"),
    ),
)
CANTO: Final = chat_command(
    "canto",
    "canto",
    "declare",
    chat_option(
        Names("puntos", "pontos", "points"),
        OptionKind.NUMBER,
        (OptionChoice("buenas", Names("buenas", "son buenas", "sao boas"), "choice.canto.buenas"),),
        low=0,
        high=39,
    ),
)
RECLAMAR: Final = chat_command(
    "reclamar",
    "reclamar",
    "claim",
    chat_option(
        Names("tipo", "tipo", "type"),
        OptionKind.CHOICE,
        (
            OptionChoice(
                "pidoflor", Names("pido flor", "pedir flor", "ask flor"), "choice.reclamar.pidoflor"
            ),
            OptionChoice("mostrar", Names("mostrar", "mostrar", "show"), "choice.reclamar.mostrar"),
            OptionChoice(
                "denuncia",
                Names("denuncia", "denuncia", "denounce"),
                "choice.reclamar.denuncia",
                verb=DENUNCIA,
            ),
            OptionChoice(
                "interfiere",
                Names("interferir", "interferir", "interfere"),
                "choice.reclamar.interfiere",
                verb=INTERFIERE,
            ),
        ),
    ),
    chat_option(Names("persona", "pessoa", "person"), OptionKind.SEAT),
)
SENA: Final = chat_command(
    "sena",
    "sinal",
    "signal",
    chat_option(Names("sena", "sinal", "signal"), OptionKind.SENA),
    chat_option(Names("companero", "parceiro", "partner"), OptionKind.SEAT),
)
