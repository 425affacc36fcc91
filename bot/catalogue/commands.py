"""Every chat command once, as data: names, options and choices in three languages."""

from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.match.options import MOST_STAKED
from bot.match.table_phrases import PHRASES
from bot.tournaments.state import LONGEST_ARENA, MOST_DAYS, UNIT_SIZES
from bot.words import BY_GAME
from bot.words.shouts import SHOUTS
from engine.actions import DENUNCIA, INTERFIERE, PASO_CONTRAFLOR, PASO_FALTA, PASO_TRUCO_FALTA
from engine.variants import VARIANTS


class OptionKind(StrEnum):
    """The kinds of values that an option takes. From ``card`` on, suggestions depend on the
    table."""

    CHOICE = "choice"
    NUMBER = "number"
    """From ``low`` to ``high``, or one of the choices."""
    FLAG = "flag"
    TEXT = "text"
    CARD = "card"
    """One of my cards."""
    SEAT = "seat"
    """Somebody at the table."""
    PERSON = "person"
    """Somebody by name, whether at the table or not."""
    USER = "user"
    """A user whom the platform names: chosen from a list, or the writer of the message that a
    person answers. Nobody can type such a value."""
    SENA = "sena"
    """A seña of the variant."""
    OWN_SIGN = "own sign"
    """A sign that partners have agreed on, by its gesture."""
    START = "start"
    """When something begins: how long from now, or a clock time with its distance from UTC."""
    WORDS = "words"
    """Free words of the person."""
    ARTICLE = "article"
    """An article of the specification, by its id."""
    OPTION = "option"
    """A table option."""
    VALUE = "value"
    """A value of that table option."""


class Names(Struct, frozen=True):
    """A name in each language. Names of all languages are understood everywhere."""

    es: str
    pt_BR: str
    en: str

    def of(self, locale: str) -> str:
        """The name in this language. ``locale``: the name of a catalogue, such as ``pt_BR``."""
        return {"pt_BR": self.pt_BR, "en": self.en}.get(locale, self.es)

    def all(self) -> tuple[str, ...]:
        """Every name once."""
        return tuple(dict.fromkeys((self.es, self.pt_BR, self.en)))


class OptionChoice(Struct, frozen=True):
    """A fixed value of an option."""

    value: str
    names: Names
    """The names that may be typed."""
    label: str = ""
    """Message id of what is shown; empty: the value itself."""
    verb: str = ""
    """The word of the game that this choice stands for; a game without the word does not offer the
    choice."""


class Option(Struct, frozen=True):
    """An option of a command. All are optional."""

    id: str
    names: Names
    description: str
    """The id of the message that describes the option."""
    kind: OptionKind
    choices: tuple[OptionChoice, ...] = ()
    low: int = 0
    high: int = 0
    by_name: bool = False
    """The value is understood only after the option's name; without the name it would mean
    something else."""


class CommandSpec(Struct, frozen=True):
    """A command as people see it."""

    id: str
    """The command's name in the default language: ``jugar``."""
    names: Names
    description: str
    """The id of the message that describes the command."""
    options: tuple[Option, ...] = ()
    in_match: bool = True
    """The command is about a table; the others (``marcador``, ``ayuda``) work anywhere."""

    def option(self, id: str) -> Option:
        """The option of this id."""
        return next(option for option in self.options if option.id == id)


def _same(name: str) -> Names:
    return Names(name, name, name)


def _values(values: tuple[str, ...], label: str = "") -> tuple[OptionChoice, ...]:
    """Choices whose typed name is the value itself. ``label``: the beginning of their message
    ids."""
    return tuple(
        OptionChoice(value, _same(value), f"{label}.{value}" if label else "") for value in values
    )


def _option_values(name: str, *, labelled: bool = True) -> tuple[OptionChoice, ...]:
    """The values that an option has in any variant. A table accepts only those of its own game."""
    found = [
        value
        for variant in VARIANTS.values()
        for spec in variant.options
        if spec.name == name
        for value in spec.values
    ]
    return _values(tuple(dict.fromkeys(found)), f"option.{name}" if labelled else "")


def _yes_or_no(label: str) -> tuple[OptionChoice, ...]:
    """The choices yes and no. ``label``: the beginning of their message ids."""
    return (
        OptionChoice("si", Names("si", "sim", "yes"), f"{label}.si"),
        OptionChoice("no", Names("no", "nao", "no"), f"{label}.no"),
    )


_SEATS: Final = sorted({players for variant in VARIANTS.values() for players in variant.players})


FILM_FORM: Final = "pelicula"
FILE_FORM: Final = "archivo"
PICTURE_FORM: Final = "imagen"
"""In what form ``/repeticion`` gives a match."""
_SHORTEST_TURN: Final = 5
_LONGEST_TURN: Final = 86_400
_HIGHEST_NUMBER: Final = 40
"""The highest number of a call: the points of the longest game."""
_MOST_HANDS: Final = 999


def _command(
    id: str, pt_BR: str, en: str, *options: Option, in_match: bool = True, like: str = ""
) -> CommandSpec:
    """A command of the list. ``like``: another command; this one gets the same options and their
    descriptions."""
    own = tuple(
        replace(option, description=f"param.{like or id}.{option.id}") for option in options
    )
    return CommandSpec(id, Names(id, pt_BR, en), f"command.{id}", own, in_match)


def _option(
    names: Names,
    kind: OptionKind,
    choices: tuple[OptionChoice, ...] = (),
    low: int = 0,
    high: int = 0,
    *,
    by_name: bool = False,
) -> Option:
    return Option(names.es, names, "", kind, choices, low, high, by_name)


_VARIANT: Final = _option(
    Names("variante", "variante", "variant"),
    OptionKind.CHOICE,
    _values(tuple(VARIANTS), "option.variant"),
)
_PLAYERS: Final = _option(
    Names("jugadores", "jogadores", "players"),
    OptionKind.CHOICE,
    _values(tuple(str(number) for number in _SEATS)),
)
_POINTS: Final = _option(
    Names("puntos", "pontos", "points"), OptionKind.CHOICE, _option_values("target", labelled=False)
)
_FLOR: Final = _option(
    Names("flor", "flor", "flor"),
    OptionKind.CHOICE,
    (
        OptionChoice("con", Names("con", "com", "with"), "choice.flor.con"),
        OptionChoice("sin", Names("sin", "sem", "without"), "choice.flor.sin"),
    ),
)
_TIME: Final = _option(
    Names("tiempo", "tempo", "time"), OptionKind.NUMBER, low=_SHORTEST_TURN, high=_LONGEST_TURN
)
_PACE: Final = _option(
    Names("ritmo", "ritmo", "pace"),
    OptionKind.CHOICE,
    (
        OptionChoice("lento", Names("lento", "lento", "slow"), "option.pace.lento"),
        OptionChoice("normal", _same("normal"), "option.pace.normal"),
        OptionChoice("rapido", Names("rapido", "rapido", "fast"), "option.pace.rapido"),
    ),
)
_SENAS: Final = _option(
    Names("senas", "sinais", "signals"), OptionKind.CHOICE, _option_values("senas")
)
_PRIVATE: Final = _option(
    Names("privada", "particular", "private"),
    OptionKind.CHOICE,
    _yes_or_no("option.private"),
)
_COMPETITIVE: Final = _option(
    Names("competitiva", "competitiva", "competitive"),
    OptionKind.CHOICE,
    _yes_or_no("option.competitive"),
)
_SPECTATORS: Final = _option(
    Names("espectadores", "espectadores", "spectators"),
    OptionKind.CHOICE,
    (
        *_yes_or_no("option.spectators"),
        OptionChoice("tarde", Names("tarde", "depois", "late"), "option.spectators.tarde"),
    ),
)
_CUT: Final = _option(Names("corte", "corte", "cut"), OptionKind.CHOICE, _yes_or_no("option.cut"))
_DUPLICATE: Final = _option(
    Names("duplicado", "duplicado", "duplicate"),
    OptionKind.CHOICE,
    (
        OptionChoice("10", Names("si", "sim", "yes"), "option.duplicate.10"),
        OptionChoice("6", _same("6"), "option.duplicate.6"),
        OptionChoice("15", _same("15"), "option.duplicate.15"),
        OptionChoice("off", Names("no", "nao", "no"), "option.duplicate.off"),
    ),
    by_name=True,
)
_VELO: Final = _option(Names("velo", "velo", "velo"), OptionKind.CHOICE, _yes_or_no("option.velo"))
_SKILL: Final = _option(
    Names("nivel", "nivel", "skill"),
    OptionKind.CHOICE,
    (
        OptionChoice(
            "principiante",
            Names("principiante", "iniciante", "beginner"),
            "option.skill.principiante",
        ),
        OptionChoice("amigo", Names("amigo", "amigo", "friend"), "option.skill.amigo"),
        OptionChoice("club", Names("club", "clube", "club"), "option.skill.club"),
        OptionChoice("maestro", Names("maestro", "mestre", "master"), "option.skill.maestro"),
        OptionChoice("igual", Names("igual", "igual", "even"), "option.skill.igual"),
    ),
    by_name=True,
)
_PUZZLE: Final = _option(
    Names("problema", "problema", "puzzle"),
    OptionKind.CHOICE,
    (
        OptionChoice("justo", Names("problema", "problema", "puzzle"), "choice.problema.justo"),
        OptionChoice("facil", Names("facil", "facil", "easy"), "choice.problema.facil"),
        OptionChoice("dificil", Names("dificil", "dificil", "hard"), "choice.problema.dificil"),
    ),
)
_STAKE: Final = _option(Names("apuesta", "aposta", "stake"), OptionKind.NUMBER, high=MOST_STAKED)
_PERSON: Final = _option(Names("persona", "pessoa", "person"), OptionKind.PERSON)
_PARTNER: Final = _option(Names("persona", "pessoa", "person"), OptionKind.PERSON, by_name=True)
_UNITS: Final = {
    1: Names("individual", "individual", "singles"),
    2: Names("parejas", "duplas", "pairs"),
    3: Names("trios", "trios", "trios"),
}
"""The name of a tournament in which this many people play together."""
_ANSWER: Final = _option(
    Names("respuesta", "resposta", "answer"),
    OptionKind.CHOICE,
    (
        OptionChoice("si", Names("si", "sim", "yes"), "choice.si"),
        OptionChoice("no", Names("no", "nao", "no"), "choice.no"),
    ),
)
_USER: Final = _option(Names("usuario", "usuario", "user"), OptionKind.USER)
_LANGUAGE: Final = _option(
    Names("idioma", "idioma", "language"),
    OptionKind.CHOICE,
    (
        OptionChoice(BY_GAME, Names("espanol", "espanhol", "spanish"), f"language.{BY_GAME}"),
        OptionChoice("es_AR", Names("es_AR", "argentina", "argentine"), "language.es_AR"),
        OptionChoice("es_UY", Names("es_UY", "uruguai", "uruguay"), "language.es_UY"),
        OptionChoice("es_VE", _same("es_VE"), "language.es_VE"),
        OptionChoice("es", _same("es"), "language.es"),
        OptionChoice("pt_BR", Names("pt_BR", "portugues", "portuguese"), "language.pt_BR"),
        OptionChoice("en", Names("en", "ingles", "english"), "language.en"),
    ),
)

_PART: Final = _option(
    Names("parte", "parte", "part"),
    OptionKind.CHOICE,
    (
        OptionChoice("falta", Names("falta", "falta", "falta envido"), verb=PASO_FALTA),
        OptionChoice("contraflor", _same("contraflor"), verb=PASO_CONTRAFLOR),
        OptionChoice("truco", _same("truco"), verb=PASO_TRUCO_FALTA),
    ),
)
"""The parts of a compound call (TR-COM-06)."""

_OF_A_TABLE: Final = (
    _VARIANT,
    _PLAYERS,
    _option(Names("chicos", "jogos", "games"), OptionKind.NUMBER, low=1, high=3),
    _POINTS,
    _FLOR,
    _option(Names("robots", "robos", "robots"), OptionKind.NUMBER, low=0, high=max(_SEATS) - 1),
    _TIME,
    _SKILL,
    _PACE,
    _SENAS,
    _PRIVATE,
    _COMPETITIVE,
    _SPECTATORS,
    _STAKE,
    _CUT,
    _DUPLICATE,
    _VELO,
)
"""The options that describe a new table."""

COMMANDS: Final[tuple[CommandSpec, ...]] = (
    _command("jugar", "jogar", "play", *_OF_A_TABLE, in_match=False),
    _command("aprender", "aprender", "learn", _VARIANT, in_match=False, like="jugar"),
    _command("diaria", "diaria", "daily", _VARIANT, _PUZZLE, in_match=False),
    _command(
        "desafiar",
        "desafiar",
        "challenge",
        _PERSON,
        _USER,
        *_OF_A_TABLE,
        in_match=False,
        like="jugar",
    ),
    _command(
        "unirse",
        "entrar",
        "join",
        _option(
            Names("equipo", "time", "team"), OptionKind.CHOICE, _values(("A", "B"), "choice.equipo")
        ),
        _option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
    ),
    _command(
        "torneo",
        "torneio",
        "tournament",
        _option(
            Names("accion", "acao", "action"),
            OptionKind.CHOICE,
            (
                OptionChoice("ver", Names("ver", "ver", "show"), "choice.torneo.ver"),
                OptionChoice("abrir", Names("abrir", "abrir", "open"), "choice.torneo.abrir"),
                OptionChoice("entrar", Names("entrar", "entrar", "join"), "choice.torneo.entrar"),
                OptionChoice("salir", Names("salir", "sair", "leave"), "choice.torneo.salir"),
                OptionChoice(
                    "empezar", Names("empezar", "comecar", "start"), "choice.torneo.empezar"
                ),
                OptionChoice(
                    "cancelar", Names("cancelar", "cancelar", "cancel"), "choice.torneo.cancelar"
                ),
            ),
        ),
        _option(
            Names("formato", "formato", "format"),
            OptionKind.CHOICE,
            (
                OptionChoice(
                    "eliminacion",
                    Names("eliminacion", "eliminatoria", "elimination"),
                    "tournament.format.eliminacion",
                ),
                OptionChoice("todos", Names("todos", "todos", "all"), "tournament.format.todos"),
                OptionChoice("suizo", Names("suizo", "suico", "swiss"), "tournament.format.suizo"),
                OptionChoice("arena", _same("arena"), "tournament.format.arena"),
                OptionChoice("liga", Names("liga", "liga", "league"), "tournament.format.liga"),
            ),
        ),
        _option(
            Names("equipos", "equipes", "teams"),
            OptionKind.CHOICE,
            tuple(
                OptionChoice(str(size), _UNITS[size], f"tournament.size.{size}")
                for size in UNIT_SIZES
            ),
        ),
        _option(
            Names("duracion", "duracao", "duration"), OptionKind.NUMBER, low=1, high=LONGEST_ARENA
        ),
        _option(Names("dias", "dias", "days"), OptionKind.NUMBER, low=1, high=MOST_DAYS),
        _option(Names("empieza", "comeca", "starts"), OptionKind.START),
        _option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
        _VARIANT,
        _POINTS,
        _FLOR,
        _TIME,
        _option(Names("robots", "robos", "robots"), OptionKind.CHOICE, _yes_or_no("choice")),
        _STAKE,
        _PARTNER,
        _USER,
        in_match=False,
    ),
    _command("salir", "sair", "leave"),
    _command("empezar", "comecar", "start"),
    _command(
        "opciones",
        "opcoes",
        "options",
        _option(Names("opcion", "opcao", "option"), OptionKind.OPTION),
        _option(Names("valor", "valor", "value"), OptionKind.VALUE),
    ),
    _command("invitar", "convidar", "invite", _PERSON, _USER),
    _command(
        "amigos",
        "amigos",
        "friends",
        _option(
            Names("accion", "acao", "action"),
            OptionKind.CHOICE,
            (
                OptionChoice("lista", Names("lista", "lista", "list"), "choice.accion.lista"),
                OptionChoice(
                    "agregar", Names("agregar", "adicionar", "add"), "choice.accion.agregar"
                ),
                OptionChoice("quitar", Names("quitar", "tirar", "remove"), "choice.accion.quitar"),
            ),
        ),
        _PERSON,
        _USER,
        in_match=False,
    ),
    _command("mesa", "mesa", "table"),
    _command("mano", "mao", "hand"),
    _command("pista", "dica", "hint"),
    _command(
        "carta",
        "carta",
        "card",
        _option(Names("carta", "carta", "card"), OptionKind.CARD),
        _option(Names("tapada", "coberta", "covered"), OptionKind.FLAG),
    ),
    _command("truco", "truco", "truco"),
    _command(
        "envido",
        "envido",
        "envido",
        _option(
            Names("tipo", "tipo", "type"),
            OptionKind.CHOICE,
            (
                OptionChoice("envido", _same("envido"), verb="envido"),
                OptionChoice("real", Names("real", "real", "real envido"), verb="realenvido"),
                OptionChoice("falta", Names("falta", "falta", "falta envido"), verb="faltaenvido"),
                OptionChoice("a igualar", Names("a igualar", "igualar", "level"), verb="igualar"),
                OptionChoice("piedras", Names("piedras", "pedras", "stones"), verb="piedras"),
            ),
        ),
        _option(
            Names("puntos", "pontos", "points"), OptionKind.NUMBER, low=1, high=_HIGHEST_NUMBER
        ),
    ),
    _command(
        "flor",
        "flor",
        "flor",
        _option(
            Names("tipo", "tipo", "type"),
            OptionKind.CHOICE,
            (
                OptionChoice("flor", _same("flor"), verb="flor"),
                OptionChoice("contraflor", _same("contraflor"), verb="contraflor"),
                OptionChoice(
                    "al resto", Names("al resto", "resto", "contraflor al resto"), verb="resto"
                ),
                OptionChoice(
                    "con flor quiero",
                    Names("con flor quiero", "quiero", "quero"),
                    verb="florquiero",
                ),
                OptionChoice(
                    "me achico", Names("me achico", "achico", "con flor me achico"), verb="achico"
                ),
                OptionChoice("con flor envido", _same("con flor envido"), verb="florenvido"),
                OptionChoice("a ley", _same("a ley"), verb="aley"),
                OptionChoice("a ley envido", _same("a ley envido"), verb="aleyenvido"),
                OptionChoice("passo", _same("passo"), verb="passo"),
            ),
        ),
    ),
    _command("quiero", "quero", "accept", _PART),
    _command("paso", "corro", "decline", _PART),
    _command("mazo", "baralho", "fold"),
    _command(
        "cortar",
        "cortar",
        "cut",
        _option(
            Names("donde", "onde", "where"),
            OptionKind.CHOICE,
            (
                OptionChoice("arriba", Names("arriba", "em cima", "high"), "button.cut.arriba"),
                OptionChoice("medio", Names("medio", "meio", "middle"), "button.cut.medio"),
                OptionChoice("abajo", Names("abajo", "embaixo", "low"), "button.cut.abajo"),
                OptionChoice("toco", Names("toco", "toco", "touch"), "button.cut.toco"),
            ),
        ),
    ),
    _command(
        "canto",
        "canto",
        "declare",
        _option(
            Names("puntos", "pontos", "points"),
            OptionKind.NUMBER,
            (
                OptionChoice(
                    "buenas", Names("buenas", "son buenas", "sao boas"), "choice.canto.buenas"
                ),
            ),
            low=0,
            high=39,
        ),
    ),
    _command(
        "reclamar",
        "reclamar",
        "claim",
        _option(
            Names("tipo", "tipo", "type"),
            OptionKind.CHOICE,
            (
                OptionChoice(
                    "pidoflor",
                    Names("pido flor", "pedir flor", "ask flor"),
                    "choice.reclamar.pidoflor",
                ),
                OptionChoice(
                    "mostrar", Names("mostrar", "mostrar", "show"), "choice.reclamar.mostrar"
                ),
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
        _option(Names("persona", "pessoa", "person"), OptionKind.SEAT),
    ),
    _command(
        "sena",
        "sinal",
        "signal",
        _option(Names("sena", "sinal", "signal"), OptionKind.SENA),
        _option(Names("companero", "parceiro", "partner"), OptionKind.SEAT),
    ),
    _command(
        "acordar",
        "combinar",
        "agree",
        _option(Names("gesto", "gesto", "gesture"), OptionKind.WORDS),
        _option(Names("significado", "significado", "meaning"), OptionKind.WORDS),
        _option(Names("quitar", "tirar", "remove"), OptionKind.OWN_SIGN),
    ),
    _command(
        "mirar",
        "assistir",
        "watch",
        _option(Names("mesa", "mesa", "table"), OptionKind.TEXT),
        _option(Names("jugador", "jogador", "player"), OptionKind.SEAT),
    ),
    _command(
        "frase",
        "frase",
        "phrase",
        _option(
            Names("frase", "frase", "phrase"),
            OptionKind.CHOICE,
            tuple(OptionChoice(id, Names(id, id, id), f"phrase.{id}") for id in PHRASES),
        ),
        _option(Names("callar", "calar", "silence"), OptionKind.SEAT),
    ),
    _command(
        "marcador",
        "placar",
        "scoreboard",
        _option(
            Names("por", "por", "by"),
            OptionKind.CHOICE,
            (
                OptionChoice("puntos", Names("puntos", "pontos", "points"), "choice.por.puntos"),
                OptionChoice("fuerza", Names("fuerza", "forca", "strength"), "choice.por.fuerza"),
                OptionChoice("fichas", Names("fichas", "fichas", "chips"), "choice.por.fichas"),
            ),
        ),
        _option(
            Names("ambito", "ambito", "scope"),
            OptionKind.CHOICE,
            (
                OptionChoice("aqui", Names("aqui", "aqui", "here"), "choice.ambito.aqui"),
                OptionChoice("todo", Names("todo", "tudo", "everywhere"), "choice.ambito.todo"),
            ),
        ),
        _option(
            Names("periodo", "periodo", "period"),
            OptionKind.CHOICE,
            (
                OptionChoice(
                    "siempre", Names("siempre", "sempre", "always"), "choice.periodo.siempre"
                ),
                OptionChoice("mes", Names("mes", "mes", "month"), "choice.periodo.mes"),
                OptionChoice("semana", Names("semana", "semana", "week"), "choice.periodo.semana"),
            ),
        ),
        _option(
            Names("temporada", "temporada", "season"),
            OptionKind.CHOICE,
            (
                OptionChoice(
                    "actual", Names("actual", "atual", "current"), "choice.temporada.actual"
                ),
                OptionChoice(
                    "anterior", Names("anterior", "anterior", "last"), "choice.temporada.anterior"
                ),
            ),
        ),
        _option(
            Names("formato", "formato", "format"),
            OptionKind.CHOICE,
            _values(tuple(str(number) for number in _SEATS), "choice.formato"),
        ),
        _VARIANT,
        in_match=False,
    ),
    _command(
        "perfil",
        "perfil",
        "profile",
        _option(
            Names("visible", "visivel", "visible"), OptionKind.CHOICE, _yes_or_no("choice.visible")
        ),
        _option(
            Names("listado", "listado", "listed"), OptionKind.CHOICE, _yes_or_no("choice.listado")
        ),
        _PERSON,
        in_match=False,
    ),
    _command(
        "reglas",
        "regras",
        "rules",
        _option(
            Names("tema", "tema", "topic"),
            OptionKind.CHOICE,
            (
                OptionChoice(
                    "opciones", Names("opciones", "opcoes", "options"), "choice.tema.opciones"
                ),
                OptionChoice("mano", Names("mano", "mao", "hand"), "choice.tema.mano"),
                OptionChoice("cartas", Names("cartas", "cartas", "cards"), "choice.tema.cartas"),
                OptionChoice("senas", Names("senas", "sinais", "signals"), "choice.tema.senas"),
            ),
        ),
        _option(Names("articulo", "artigo", "article"), OptionKind.ARTICLE),
        in_match=False,
    ),
    _command("ayuda", "ajuda", "help", in_match=False),
    _command(
        "terminar",
        "encerrar",
        "end",
        _ANSWER,
    ),
    _command(
        "sacar",
        "remover",
        "remove",
        _ANSWER,
        _option(Names("persona", "pessoa", "person"), OptionKind.SEAT),
    ),
    _command(
        "idioma",
        "idioma",
        "language",
        _LANGUAGE,
        in_match=False,
    ),
    _command(
        "configurar",
        "configurar",
        "settings",
        _LANGUAGE,
        _VARIANT,
        _PLAYERS,
        _POINTS,
        _FLOR,
        _TIME,
        _SENAS,
        _SPECTATORS,
        _option(
            Names("temporada", "temporada", "season"),
            OptionKind.CHOICE,
            (
                OptionChoice("mes", Names("mes", "mes", "month"), "settings.temporada.mes"),
                OptionChoice(
                    "trimestre",
                    Names("trimestre", "trimestre", "quarter"),
                    "settings.temporada.trimestre",
                ),
            ),
        ),
        in_match=False,
    ),
    _command(
        "vetar",
        "barrar",
        "bar",
        _option(
            Names("accion", "acao", "action"),
            OptionKind.CHOICE,
            (
                OptionChoice("lista", Names("lista", "lista", "list"), "choice.accion.lista"),
                OptionChoice("vetar", Names("vetar", "barrar", "bar"), "choice.vetar.vetar"),
                OptionChoice("callar", Names("callar", "calar", "silence"), "choice.vetar.callar"),
                OptionChoice(
                    "levantar", Names("levantar", "liberar", "lift"), "choice.vetar.levantar"
                ),
            ),
        ),
        _PERSON,
        _USER,
        _option(
            Names("plazo", "prazo", "term"),
            OptionKind.CHOICE,
            (
                OptionChoice("hora", Names("hora", "hora", "hour"), "choice.plazo.hora"),
                OptionChoice("dia", Names("dia", "dia", "day"), "choice.plazo.dia"),
                OptionChoice("semana", Names("semana", "semana", "week"), "choice.plazo.semana"),
                OptionChoice("mes", Names("mes", "mes", "month"), "choice.plazo.mes"),
                OptionChoice("ano", Names("ano", "ano", "year"), "choice.plazo.ano"),
            ),
        ),
        _option(Names("motivo", "motivo", "reason"), OptionKind.WORDS),
        in_match=False,
    ),
    _command(
        "cerrar",
        "fechar",
        "close",
        _option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
    ),
    _command(
        "repeticion",
        "replay",
        "replay",
        _option(Names("partida", "partida", "match"), OptionKind.TEXT),
        _option(
            Names("forma", "forma", "form"),
            OptionKind.CHOICE,
            (
                OptionChoice(FILM_FORM, Names("pelicula", "filme", "film"), "choice.film.pelicula"),
                OptionChoice(FILE_FORM, Names("archivo", "arquivo", "file"), "choice.film.archivo"),
                OptionChoice(
                    PICTURE_FORM, Names("imagen", "imagem", "picture"), "choice.film.imagen"
                ),
            ),
        ),
        in_match=False,
    ),
    _command(
        "analizar",
        "analisar",
        "analyse",
        _option(
            Names("que", "que", "what"),
            OptionKind.CHOICE,
            (
                OptionChoice("partida", Names("partida", "partida", "match"), "choice.que.partida"),
                OptionChoice(
                    "habitos", Names("habitos", "habitos", "habits"), "choice.que.habitos"
                ),
            ),
        ),
        _option(Names("partida", "partida", "match"), OptionKind.TEXT),
        _option(Names("mano", "mao", "hand"), OptionKind.NUMBER, low=1, high=_MOST_HANDS),
        in_match=False,
    ),
    _command(
        "verificar",
        "verificar",
        "verify",
        _option(Names("partida", "partida", "match"), OptionKind.TEXT),
        _option(Names("frase", "frase", "phrase"), OptionKind.WORDS),
        in_match=False,
    ),
    _command(
        "vincular",
        "vincular",
        "link",
        _option(Names("codigo", "codigo", "code"), OptionKind.TEXT),
        in_match=False,
    ),
    _command("privacidad", "privacidade", "privacy", in_match=False),
    _command("mis-datos", "meus-dados", "my-data", in_match=False),
    _command("borrar-mis-datos", "apagar-meus-dados", "delete-my-data", in_match=False),
)
"""In the order in which people see them."""


def offered(option: Option, variant: str) -> tuple[OptionChoice, ...]:
    """The choices that this game has: calls that are not its words are left out."""
    return tuple(
        choice for choice in option.choices if not choice.verb or choice.verb in SHOUTS[variant]
    )


def verb_of(option: Option, value: str) -> str:
    """The word of the game that a choice stands for."""
    return next(choice.verb for choice in option.choices if choice.value == value)


COMMAND: Final = {command.id: command for command in COMMANDS}
"""The commands by their ids."""
