"""Commands about tables and tournaments: open one, sit down, begin, end."""

from typing import Final

from bot.catalogue.play_options import DUPLICATE, FLOR, OF_A_TABLE, POINTS, TIME
from bot.chat_commands import (
    YES_OR_NO,
    OptionKind,
    chat_command,
    chat_option,
    choice_option,
    choices,
)
from bot.chat_options import PARTNER, PERSON, USER, VARIANT
from bot.match.table_phrases import PHRASES
from bot.table_options import STAKE
from bot.tournaments.state import LONGEST_ARENA, MOST_DAYS

_PUZZLE: Final = choice_option(
    "problema/problema/puzzle",
    "choice.problema",
    "justo=problema/problema/puzzle, facil/facil/easy, dificil/dificil/hard",
)
_ANSWER: Final = choice_option("respuesta/resposta/answer", "choice", YES_OR_NO)
JUGAR: Final = chat_command("jugar/jogar/truco_play", *OF_A_TABLE, in_match=False, also="play")
APRENDER: Final = chat_command(
    "aprender/aprender/truco_learn", VARIANT, in_match=False, like="jugar", also="learn"
)
DIARIA: Final = chat_command(
    "diaria/diaria/truco_daily", VARIANT, _PUZZLE, in_match=False, also="daily"
)
DESAFIAR: Final = chat_command(
    "desafiar/desafiar/truco_challenge",
    PERSON,
    USER,
    *OF_A_TABLE,
    in_match=False,
    like="jugar",
    also="challenge",
)
UNIRSE: Final = chat_command(
    "unirse/entrar/truco_join",
    choice_option("equipo/time/team", "choice.equipo", "A, B"),
    chat_option("codigo/codigo/code", OptionKind.TEXT),
    also="join",
)
TORNEO: Final = chat_command(
    "torneo/torneio/truco_tournament",
    choice_option(
        "accion/acao/action",
        "choice.torneo",
        "ver/ver/show, abrir/abrir/open, entrar/entrar/join, salir/sair/leave, "
        "empezar/comecar/start, cancelar/cancelar/cancel",
    ),
    choice_option(
        "formato/formato/format",
        "tournament.format",
        "eliminacion/eliminatoria/elimination, todos/todos/all, suizo/suico/swiss, arena, "
        "liga/liga/league",
    ),
    choice_option(
        "equipos/equipes/teams",
        "tournament.size",
        "1=individual/individual/singles, 2=parejas/duplas/pairs, 3=trios",
    ),
    chat_option("duracion/duracao/duration", OptionKind.NUMBER, low=1, high=LONGEST_ARENA),
    chat_option("dias/dias/days", OptionKind.NUMBER, low=1, high=MOST_DAYS),
    chat_option("empieza/comeca/starts", OptionKind.START),
    chat_option("codigo/codigo/code", OptionKind.TEXT),
    VARIANT,
    POINTS,
    FLOR,
    TIME,
    choice_option("robots/robos/robots", "choice", YES_OR_NO),
    STAKE.typed,
    DUPLICATE,
    PARTNER,
    USER,
    in_match=False,
    also="tournament",
)
SALIR: Final = chat_command("salir/sair/truco_leave", also="leave")
EMPEZAR: Final = chat_command("empezar/comecar/start")
OPCIONES: Final = chat_command(
    "opciones/opcoes/truco_options",
    chat_option("opcion/opcao/option", OptionKind.OPTION),
    chat_option("valor/valor/value", OptionKind.VALUE),
    also="options",
)
MESA: Final = chat_command("mesa/mesa/table")
MANO: Final = chat_command("mano/mao/hand")
TERMINAR: Final = chat_command("terminar/encerrar/end", _ANSWER)
SACAR: Final = chat_command(
    "sacar/remover/remove", _ANSWER, chat_option("persona/pessoa/person", OptionKind.SEAT)
)
MIRAR: Final = chat_command(
    "mirar/assistir/truco_watch",
    chat_option("mesa/mesa/table", OptionKind.TEXT),
    chat_option("jugador/jogador/player", OptionKind.SEAT),
    also="watch",
)
FRASE: Final = chat_command(
    "frase/frase/truco_phrase",
    chat_option("frase/frase/phrase", OptionKind.CHOICE, choices("phrase", ", ".join(PHRASES))),
    chat_option("callar/calar/silence", OptionKind.SEAT),
    also="phrase",
)
