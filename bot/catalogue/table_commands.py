"""Commands about tables and tournaments: open one, sit down, begin, end."""

from typing import Final

from bot.catalogue.play_options import DUPLICATE, FLOR, OF_A_TABLE, POINTS, TIME
from bot.chat_commands import (
    Names,
    OptionChoice,
    OptionKind,
    chat_command,
    chat_option,
    choice_option,
    plain_choices,
    same_name,
    yes_or_no,
)
from bot.chat_options import PARTNER, PERSON, USER, VARIANT
from bot.match.table_phrases import PHRASES
from bot.table_options import STAKE
from bot.tournaments.state import LONGEST_ARENA, MOST_DAYS, UNIT_SIZES

_PUZZLE: Final = chat_option(
    Names("problema", "problema", "puzzle"),
    OptionKind.CHOICE,
    (
        OptionChoice("justo", Names("problema", "problema", "puzzle"), "choice.problema.justo"),
        OptionChoice("facil", Names("facil", "facil", "easy"), "choice.problema.facil"),
        OptionChoice("dificil", Names("dificil", "dificil", "hard"), "choice.problema.dificil"),
    ),
)
_UNITS: Final = {
    1: Names("individual", "individual", "singles"),
    2: Names("parejas", "duplas", "pairs"),
    3: Names("trios", "trios", "trios"),
}
"""The name of a tournament in which this many people play together."""
_ANSWER: Final = choice_option(
    Names("respuesta", "resposta", "answer"),
    "choice",
    Names("si", "sim", "yes"),
    Names("no", "nao", "no"),
)
JUGAR: Final = chat_command(
    "jugar", "jogar", "truco_play", *OF_A_TABLE, in_match=False, also="play"
)
APRENDER: Final = chat_command(
    "aprender", "aprender", "truco_learn", VARIANT, in_match=False, like="jugar", also="learn"
)
DIARIA: Final = chat_command(
    "diaria", "diaria", "truco_daily", VARIANT, _PUZZLE, in_match=False, also="daily"
)
DESAFIAR: Final = chat_command(
    "desafiar",
    "desafiar",
    "truco_challenge",
    PERSON,
    USER,
    *OF_A_TABLE,
    in_match=False,
    like="jugar",
    also="challenge",
)
UNIRSE: Final = chat_command(
    "unirse",
    "entrar",
    "truco_join",
    chat_option(
        Names("equipo", "time", "team"),
        OptionKind.CHOICE,
        plain_choices(("A", "B"), "choice.equipo"),
    ),
    chat_option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
    also="join",
)
TORNEO: Final = chat_command(
    "torneo",
    "torneio",
    "truco_tournament",
    choice_option(
        Names("accion", "acao", "action"),
        "choice.torneo",
        Names("ver", "ver", "show"),
        Names("abrir", "abrir", "open"),
        Names("entrar", "entrar", "join"),
        Names("salir", "sair", "leave"),
        Names("empezar", "comecar", "start"),
        Names("cancelar", "cancelar", "cancel"),
    ),
    choice_option(
        Names("formato", "formato", "format"),
        "tournament.format",
        Names("eliminacion", "eliminatoria", "elimination"),
        Names("todos", "todos", "all"),
        Names("suizo", "suico", "swiss"),
        same_name("arena"),
        Names("liga", "liga", "league"),
    ),
    chat_option(
        Names("equipos", "equipes", "teams"),
        OptionKind.CHOICE,
        tuple(
            OptionChoice(str(size), _UNITS[size], f"tournament.size.{size}") for size in UNIT_SIZES
        ),
    ),
    chat_option(
        Names("duracion", "duracao", "duration"), OptionKind.NUMBER, low=1, high=LONGEST_ARENA
    ),
    chat_option(Names("dias", "dias", "days"), OptionKind.NUMBER, low=1, high=MOST_DAYS),
    chat_option(Names("empieza", "comeca", "starts"), OptionKind.START),
    chat_option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
    VARIANT,
    POINTS,
    FLOR,
    TIME,
    chat_option(Names("robots", "robos", "robots"), OptionKind.CHOICE, yes_or_no("choice")),
    STAKE.typed,
    DUPLICATE,
    PARTNER,
    USER,
    in_match=False,
    also="tournament",
)
SALIR: Final = chat_command("salir", "sair", "truco_leave", also="leave")
EMPEZAR: Final = chat_command("empezar", "comecar", "start")
OPCIONES: Final = chat_command(
    "opciones",
    "opcoes",
    "truco_options",
    chat_option(Names("opcion", "opcao", "option"), OptionKind.OPTION),
    chat_option(Names("valor", "valor", "value"), OptionKind.VALUE),
    also="options",
)
MESA: Final = chat_command("mesa", "mesa", "table")
MANO: Final = chat_command("mano", "mao", "hand")
TERMINAR: Final = chat_command("terminar", "encerrar", "end", _ANSWER)
SACAR: Final = chat_command(
    "sacar",
    "remover",
    "remove",
    _ANSWER,
    chat_option(Names("persona", "pessoa", "person"), OptionKind.SEAT),
)
MIRAR: Final = chat_command(
    "mirar",
    "assistir",
    "truco_watch",
    chat_option(Names("mesa", "mesa", "table"), OptionKind.TEXT),
    chat_option(Names("jugador", "jogador", "player"), OptionKind.SEAT),
    also="watch",
)
FRASE: Final = chat_command(
    "frase",
    "frase",
    "truco_phrase",
    chat_option(
        Names("frase", "frase", "phrase"),
        OptionKind.CHOICE,
        tuple(OptionChoice(id, Names(id, id, id), f"phrase.{id}") for id in PHRASES),
    ),
    chat_option(Names("callar", "calar", "silence"), OptionKind.SEAT),
    also="phrase",
)
