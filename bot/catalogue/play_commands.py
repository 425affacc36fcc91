"""Commands of a seat in a running match: cards, calls, answers, signals."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option, choices
from engine.actions import DENUNCIA, INTERFIERE, PASO_CONTRAFLOR, PASO_FALTA, PASO_TRUCO_FALTA

_PART: Final = choice_option(
    "parte/parte/part",
    "",
    f"falta/falta/falta envido>{PASO_FALTA}, contraflor>{PASO_CONTRAFLOR}, "
    f"truco>{PASO_TRUCO_FALTA}",
)
"""The parts of a compound call (TR-COM-06)."""
_HIGHEST_NUMBER: Final = 40
"""The highest number of a call: the points of the longest game."""
CARTA: Final = chat_command(
    "carta/carta/card",
    chat_option("carta/carta/card", OptionKind.CARD),
    chat_option("tapada/coberta/covered", OptionKind.FLAG),
)
TRUCO: Final = chat_command("truco")
ENVIDO: Final = chat_command(
    "envido",
    choice_option(
        "tipo/tipo/type",
        "",
        "envido>envido, real/real/real envido>realenvido, falta/falta/falta envido>faltaenvido, "
        "a igualar/igualar/level>igualar, piedras/pedras/stones>piedras",
    ),
    chat_option("puntos/pontos/points", OptionKind.NUMBER, low=1, high=_HIGHEST_NUMBER),
)
FLOR: Final = chat_command(
    "flor",
    choice_option(
        "tipo/tipo/type",
        "",
        "flor>flor, contraflor>contraflor, al resto/resto/contraflor al resto>resto, "
        "con flor quiero/quiero/quero>florquiero, me achico/achico/con flor me achico>achico, "
        "con flor envido>florenvido, a ley>aley, a ley envido>aleyenvido, passo>passo",
    ),
)
QUIERO: Final = chat_command("quiero/quero/quiero", _PART, also="accept")
PASO: Final = chat_command("paso/corro/paso", _PART, also="decline")
MAZO: Final = chat_command("mazo/baralho/fold")
CORTAR: Final = chat_command(
    "cortar/cortar/cut",
    choice_option(
        "donde/onde/where",
        "button.cut",
        "arriba/em cima/high, medio/meio/middle, abajo/embaixo/low, toco/toco/touch",
    ),
)
CANTO: Final = chat_command(
    "canto/canto/declare",
    chat_option(
        "puntos/pontos/points",
        OptionKind.NUMBER,
        choices("choice.canto", "buenas/son buenas/sao boas"),
        low=0,
        high=39,
    ),
)
RECLAMAR: Final = chat_command(
    "reclamar/reclamar/claim",
    choice_option(
        "tipo/tipo/type",
        "choice.reclamar",
        "pidoflor=pido flor/pedir flor/ask flor, mostrar/mostrar/show, "
        f"denuncia/denuncia/denounce>{DENUNCIA}, "
        f"interfiere=interferir/interferir/interfere>{INTERFIERE}",
    ),
    chat_option("persona/pessoa/person", OptionKind.SEAT),
)
SENA: Final = chat_command(
    "sena/sinal/signal",
    chat_option("sena/sinal/signal", OptionKind.SENA),
    chat_option("companero/parceiro/partner", OptionKind.SEAT),
)
