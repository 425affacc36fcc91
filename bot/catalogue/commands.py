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


class Kind(StrEnum):
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


class Choice(Struct, frozen=True):
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
    kind: Kind
    choices: tuple[Choice, ...] = ()
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


def _values(values: tuple[str, ...], label: str = "") -> tuple[Choice, ...]:
    """Choices whose typed name is the value itself. ``label``: the beginning of their message
    ids."""
    return tuple(
        Choice(value, _same(value), f"{label}.{value}" if label else "") for value in values
    )


def _option_values(name: str, *, labelled: bool = True) -> tuple[Choice, ...]:
    """The values that an option has in any variant. A table accepts only those of its own game."""
    found = [
        value
        for variant in VARIANTS.values()
        for spec in variant.options
        if spec.name == name
        for value in spec.values
    ]
    return _values(tuple(dict.fromkeys(found)), f"option.{name}" if labelled else "")


def _yes_or_no(label: str) -> tuple[Choice, ...]:
    """The choices yes and no. ``label``: the beginning of their message ids."""
    return (
        Choice("si", Names("si", "sim", "yes"), f"{label}.si"),
        Choice("no", Names("no", "nao", "no"), f"{label}.no"),
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
    kind: Kind,
    choices: tuple[Choice, ...] = (),
    low: int = 0,
    high: int = 0,
    *,
    by_name: bool = False,
) -> Option:
    return Option(names.es, names, "", kind, choices, low, high, by_name)


_VARIANT: Final = _option(
    Names("variante", "variante", "variant"),
    Kind.CHOICE,
    _values(tuple(VARIANTS), "option.variant"),
)
_PLAYERS: Final = _option(
    Names("jugadores", "jogadores", "players"),
    Kind.CHOICE,
    _values(tuple(str(number) for number in _SEATS)),
)
_POINTS: Final = _option(
    Names("puntos", "pontos", "points"), Kind.CHOICE, _option_values("target", labelled=False)
)
_FLOR: Final = _option(
    Names("flor", "flor", "flor"),
    Kind.CHOICE,
    (
        Choice("con", Names("con", "com", "with"), "choice.flor.con"),
        Choice("sin", Names("sin", "sem", "without"), "choice.flor.sin"),
    ),
)
_TIME: Final = _option(
    Names("tiempo", "tempo", "time"), Kind.NUMBER, low=_SHORTEST_TURN, high=_LONGEST_TURN
)
_PACE: Final = _option(
    Names("ritmo", "ritmo", "pace"),
    Kind.CHOICE,
    (
        Choice("lento", Names("lento", "lento", "slow"), "option.pace.lento"),
        Choice("normal", _same("normal"), "option.pace.normal"),
        Choice("rapido", Names("rapido", "rapido", "fast"), "option.pace.rapido"),
    ),
)
_SENAS: Final = _option(Names("senas", "sinais", "signals"), Kind.CHOICE, _option_values("senas"))
_PRIVATE: Final = _option(
    Names("privada", "particular", "private"),
    Kind.CHOICE,
    _yes_or_no("option.private"),
)
_COMPETITIVE: Final = _option(
    Names("competitiva", "competitiva", "competitive"),
    Kind.CHOICE,
    _yes_or_no("option.competitive"),
)
_SPECTATORS: Final = _option(
    Names("espectadores", "espectadores", "spectators"),
    Kind.CHOICE,
    (
        *_yes_or_no("option.spectators"),
        Choice("tarde", Names("tarde", "depois", "late"), "option.spectators.tarde"),
    ),
)
_CUT: Final = _option(Names("corte", "corte", "cut"), Kind.CHOICE, _yes_or_no("option.cut"))
_DUPLICATE: Final = _option(
    Names("duplicado", "duplicado", "duplicate"),
    Kind.CHOICE,
    (
        Choice("10", Names("si", "sim", "yes"), "option.duplicate.10"),
        Choice("6", _same("6"), "option.duplicate.6"),
        Choice("15", _same("15"), "option.duplicate.15"),
        Choice("off", Names("no", "nao", "no"), "option.duplicate.off"),
    ),
    by_name=True,
)
_VELO: Final = _option(Names("velo", "velo", "velo"), Kind.CHOICE, _yes_or_no("option.velo"))
_SKILL: Final = _option(
    Names("nivel", "nivel", "skill"),
    Kind.CHOICE,
    (
        Choice(
            "principiante",
            Names("principiante", "iniciante", "beginner"),
            "option.skill.principiante",
        ),
        Choice("amigo", Names("amigo", "amigo", "friend"), "option.skill.amigo"),
        Choice("club", Names("club", "clube", "club"), "option.skill.club"),
        Choice("maestro", Names("maestro", "mestre", "master"), "option.skill.maestro"),
        Choice("igual", Names("igual", "igual", "even"), "option.skill.igual"),
    ),
    by_name=True,
)
_PUZZLE: Final = _option(
    Names("problema", "problema", "puzzle"),
    Kind.CHOICE,
    (
        Choice("justo", Names("problema", "problema", "puzzle"), "choice.problema.justo"),
        Choice("facil", Names("facil", "facil", "easy"), "choice.problema.facil"),
        Choice("dificil", Names("dificil", "dificil", "hard"), "choice.problema.dificil"),
    ),
)
_STAKE: Final = _option(Names("apuesta", "aposta", "stake"), Kind.NUMBER, high=MOST_STAKED)
_PERSON: Final = _option(Names("persona", "pessoa", "person"), Kind.PERSON)
_PARTNER: Final = _option(Names("persona", "pessoa", "person"), Kind.PERSON, by_name=True)
_UNITS: Final = {
    1: Names("individual", "individual", "singles"),
    2: Names("parejas", "duplas", "pairs"),
    3: Names("trios", "trios", "trios"),
}
"""The name of a tournament in which this many people play together."""
_ANSWER: Final = _option(
    Names("respuesta", "resposta", "answer"),
    Kind.CHOICE,
    (
        Choice("si", Names("si", "sim", "yes"), "choice.si"),
        Choice("no", Names("no", "nao", "no"), "choice.no"),
    ),
)
_USER: Final = _option(Names("usuario", "usuario", "user"), Kind.USER)
_LANGUAGE: Final = _option(
    Names("idioma", "idioma", "language"),
    Kind.CHOICE,
    (
        Choice(BY_GAME, Names("espanol", "espanhol", "spanish"), f"language.{BY_GAME}"),
        Choice("es_AR", Names("es_AR", "argentina", "argentine"), "language.es_AR"),
        Choice("es_UY", Names("es_UY", "uruguai", "uruguay"), "language.es_UY"),
        Choice("es_VE", _same("es_VE"), "language.es_VE"),
        Choice("es", _same("es"), "language.es"),
        Choice("pt_BR", Names("pt_BR", "portugues", "portuguese"), "language.pt_BR"),
        Choice("en", Names("en", "ingles", "english"), "language.en"),
    ),
)

_PART: Final = _option(
    Names("parte", "parte", "part"),
    Kind.CHOICE,
    (
        Choice("falta", Names("falta", "falta", "falta envido"), verb=PASO_FALTA),
        Choice("contraflor", _same("contraflor"), verb=PASO_CONTRAFLOR),
        Choice("truco", _same("truco"), verb=PASO_TRUCO_FALTA),
    ),
)
"""The parts of a compound call (TR-COM-06)."""

_OF_A_TABLE: Final = (
    _VARIANT,
    _PLAYERS,
    _option(Names("chicos", "jogos", "games"), Kind.NUMBER, low=1, high=3),
    _POINTS,
    _FLOR,
    _option(Names("robots", "robos", "robots"), Kind.NUMBER, low=0, high=max(_SEATS) - 1),
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
        _option(Names("equipo", "time", "team"), Kind.CHOICE, _values(("A", "B"), "choice.equipo")),
        _option(Names("codigo", "codigo", "code"), Kind.TEXT),
    ),
    _command(
        "torneo",
        "torneio",
        "tournament",
        _option(
            Names("accion", "acao", "action"),
            Kind.CHOICE,
            (
                Choice("ver", Names("ver", "ver", "show"), "choice.torneo.ver"),
                Choice("abrir", Names("abrir", "abrir", "open"), "choice.torneo.abrir"),
                Choice("entrar", Names("entrar", "entrar", "join"), "choice.torneo.entrar"),
                Choice("salir", Names("salir", "sair", "leave"), "choice.torneo.salir"),
                Choice("empezar", Names("empezar", "comecar", "start"), "choice.torneo.empezar"),
                Choice(
                    "cancelar", Names("cancelar", "cancelar", "cancel"), "choice.torneo.cancelar"
                ),
            ),
        ),
        _option(
            Names("formato", "formato", "format"),
            Kind.CHOICE,
            (
                Choice(
                    "eliminacion",
                    Names("eliminacion", "eliminatoria", "elimination"),
                    "tournament.format.eliminacion",
                ),
                Choice("todos", Names("todos", "todos", "all"), "tournament.format.todos"),
                Choice("suizo", Names("suizo", "suico", "swiss"), "tournament.format.suizo"),
                Choice("arena", _same("arena"), "tournament.format.arena"),
                Choice("liga", Names("liga", "liga", "league"), "tournament.format.liga"),
            ),
        ),
        _option(
            Names("equipos", "equipes", "teams"),
            Kind.CHOICE,
            tuple(
                Choice(str(size), _UNITS[size], f"tournament.size.{size}") for size in UNIT_SIZES
            ),
        ),
        _option(Names("duracion", "duracao", "duration"), Kind.NUMBER, low=1, high=LONGEST_ARENA),
        _option(Names("dias", "dias", "days"), Kind.NUMBER, low=1, high=MOST_DAYS),
        _option(Names("empieza", "comeca", "starts"), Kind.START),
        _option(Names("codigo", "codigo", "code"), Kind.TEXT),
        _VARIANT,
        _POINTS,
        _FLOR,
        _TIME,
        _option(Names("robots", "robos", "robots"), Kind.CHOICE, _yes_or_no("choice")),
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
        _option(Names("opcion", "opcao", "option"), Kind.OPTION),
        _option(Names("valor", "valor", "value"), Kind.VALUE),
    ),
    _command("invitar", "convidar", "invite", _PERSON, _USER),
    _command(
        "amigos",
        "amigos",
        "friends",
        _option(
            Names("accion", "acao", "action"),
            Kind.CHOICE,
            (
                Choice("lista", Names("lista", "lista", "list"), "choice.accion.lista"),
                Choice("agregar", Names("agregar", "adicionar", "add"), "choice.accion.agregar"),
                Choice("quitar", Names("quitar", "tirar", "remove"), "choice.accion.quitar"),
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
        _option(Names("carta", "carta", "card"), Kind.CARD),
        _option(Names("tapada", "coberta", "covered"), Kind.FLAG),
    ),
    _command("truco", "truco", "truco"),
    _command(
        "envido",
        "envido",
        "envido",
        _option(
            Names("tipo", "tipo", "type"),
            Kind.CHOICE,
            (
                Choice("envido", _same("envido"), verb="envido"),
                Choice("real", Names("real", "real", "real envido"), verb="realenvido"),
                Choice("falta", Names("falta", "falta", "falta envido"), verb="faltaenvido"),
                Choice("a igualar", Names("a igualar", "igualar", "level"), verb="igualar"),
                Choice("piedras", Names("piedras", "pedras", "stones"), verb="piedras"),
            ),
        ),
        _option(Names("puntos", "pontos", "points"), Kind.NUMBER, low=1, high=_HIGHEST_NUMBER),
    ),
    _command(
        "flor",
        "flor",
        "flor",
        _option(
            Names("tipo", "tipo", "type"),
            Kind.CHOICE,
            (
                Choice("flor", _same("flor"), verb="flor"),
                Choice("contraflor", _same("contraflor"), verb="contraflor"),
                Choice("al resto", Names("al resto", "resto", "contraflor al resto"), verb="resto"),
                Choice(
                    "con flor quiero",
                    Names("con flor quiero", "quiero", "quero"),
                    verb="florquiero",
                ),
                Choice(
                    "me achico", Names("me achico", "achico", "con flor me achico"), verb="achico"
                ),
                Choice("con flor envido", _same("con flor envido"), verb="florenvido"),
                Choice("a ley", _same("a ley"), verb="aley"),
                Choice("a ley envido", _same("a ley envido"), verb="aleyenvido"),
                Choice("passo", _same("passo"), verb="passo"),
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
            Kind.CHOICE,
            (
                Choice("arriba", Names("arriba", "em cima", "high"), "button.cut.arriba"),
                Choice("medio", Names("medio", "meio", "middle"), "button.cut.medio"),
                Choice("abajo", Names("abajo", "embaixo", "low"), "button.cut.abajo"),
                Choice("toco", Names("toco", "toco", "touch"), "button.cut.toco"),
            ),
        ),
    ),
    _command(
        "canto",
        "canto",
        "declare",
        _option(
            Names("puntos", "pontos", "points"),
            Kind.NUMBER,
            (Choice("buenas", Names("buenas", "son buenas", "sao boas"), "choice.canto.buenas"),),
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
            Kind.CHOICE,
            (
                Choice(
                    "pidoflor",
                    Names("pido flor", "pedir flor", "ask flor"),
                    "choice.reclamar.pidoflor",
                ),
                Choice("mostrar", Names("mostrar", "mostrar", "show"), "choice.reclamar.mostrar"),
                Choice(
                    "denuncia",
                    Names("denuncia", "denuncia", "denounce"),
                    "choice.reclamar.denuncia",
                    verb=DENUNCIA,
                ),
                Choice(
                    "interfiere",
                    Names("interferir", "interferir", "interfere"),
                    "choice.reclamar.interfiere",
                    verb=INTERFIERE,
                ),
            ),
        ),
        _option(Names("persona", "pessoa", "person"), Kind.SEAT),
    ),
    _command(
        "sena",
        "sinal",
        "signal",
        _option(Names("sena", "sinal", "signal"), Kind.SENA),
        _option(Names("companero", "parceiro", "partner"), Kind.SEAT),
    ),
    _command(
        "acordar",
        "combinar",
        "agree",
        _option(Names("gesto", "gesto", "gesture"), Kind.WORDS),
        _option(Names("significado", "significado", "meaning"), Kind.WORDS),
        _option(Names("quitar", "tirar", "remove"), Kind.OWN_SIGN),
    ),
    _command(
        "mirar",
        "assistir",
        "watch",
        _option(Names("mesa", "mesa", "table"), Kind.TEXT),
        _option(Names("jugador", "jogador", "player"), Kind.SEAT),
    ),
    _command(
        "frase",
        "frase",
        "phrase",
        _option(
            Names("frase", "frase", "phrase"),
            Kind.CHOICE,
            tuple(Choice(id, Names(id, id, id), f"phrase.{id}") for id in PHRASES),
        ),
        _option(Names("callar", "calar", "silence"), Kind.SEAT),
    ),
    _command(
        "marcador",
        "placar",
        "scoreboard",
        _option(
            Names("por", "por", "by"),
            Kind.CHOICE,
            (
                Choice("puntos", Names("puntos", "pontos", "points"), "choice.por.puntos"),
                Choice("fuerza", Names("fuerza", "forca", "strength"), "choice.por.fuerza"),
                Choice("fichas", Names("fichas", "fichas", "chips"), "choice.por.fichas"),
            ),
        ),
        _option(
            Names("ambito", "ambito", "scope"),
            Kind.CHOICE,
            (
                Choice("aqui", Names("aqui", "aqui", "here"), "choice.ambito.aqui"),
                Choice("todo", Names("todo", "tudo", "everywhere"), "choice.ambito.todo"),
            ),
        ),
        _option(
            Names("periodo", "periodo", "period"),
            Kind.CHOICE,
            (
                Choice("siempre", Names("siempre", "sempre", "always"), "choice.periodo.siempre"),
                Choice("mes", Names("mes", "mes", "month"), "choice.periodo.mes"),
                Choice("semana", Names("semana", "semana", "week"), "choice.periodo.semana"),
            ),
        ),
        _option(
            Names("temporada", "temporada", "season"),
            Kind.CHOICE,
            (
                Choice("actual", Names("actual", "atual", "current"), "choice.temporada.actual"),
                Choice(
                    "anterior", Names("anterior", "anterior", "last"), "choice.temporada.anterior"
                ),
            ),
        ),
        _option(
            Names("formato", "formato", "format"),
            Kind.CHOICE,
            _values(tuple(str(number) for number in _SEATS), "choice.formato"),
        ),
        _VARIANT,
        in_match=False,
    ),
    _command(
        "perfil",
        "perfil",
        "profile",
        _option(Names("visible", "visivel", "visible"), Kind.CHOICE, _yes_or_no("choice.visible")),
        _option(Names("listado", "listado", "listed"), Kind.CHOICE, _yes_or_no("choice.listado")),
        _PERSON,
        in_match=False,
    ),
    _command(
        "reglas",
        "regras",
        "rules",
        _option(
            Names("tema", "tema", "topic"),
            Kind.CHOICE,
            (
                Choice("opciones", Names("opciones", "opcoes", "options"), "choice.tema.opciones"),
                Choice("mano", Names("mano", "mao", "hand"), "choice.tema.mano"),
                Choice("cartas", Names("cartas", "cartas", "cards"), "choice.tema.cartas"),
                Choice("senas", Names("senas", "sinais", "signals"), "choice.tema.senas"),
            ),
        ),
        _option(Names("articulo", "artigo", "article"), Kind.ARTICLE),
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
        _option(Names("persona", "pessoa", "person"), Kind.SEAT),
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
            Kind.CHOICE,
            (
                Choice("mes", Names("mes", "mes", "month"), "settings.temporada.mes"),
                Choice(
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
            Kind.CHOICE,
            (
                Choice("lista", Names("lista", "lista", "list"), "choice.accion.lista"),
                Choice("vetar", Names("vetar", "barrar", "bar"), "choice.vetar.vetar"),
                Choice("callar", Names("callar", "calar", "silence"), "choice.vetar.callar"),
                Choice("levantar", Names("levantar", "liberar", "lift"), "choice.vetar.levantar"),
            ),
        ),
        _PERSON,
        _USER,
        _option(
            Names("plazo", "prazo", "term"),
            Kind.CHOICE,
            (
                Choice("hora", Names("hora", "hora", "hour"), "choice.plazo.hora"),
                Choice("dia", Names("dia", "dia", "day"), "choice.plazo.dia"),
                Choice("semana", Names("semana", "semana", "week"), "choice.plazo.semana"),
                Choice("mes", Names("mes", "mes", "month"), "choice.plazo.mes"),
                Choice("ano", Names("ano", "ano", "year"), "choice.plazo.ano"),
            ),
        ),
        _option(Names("motivo", "motivo", "reason"), Kind.WORDS),
        in_match=False,
    ),
    _command(
        "cerrar",
        "fechar",
        "close",
        _option(Names("codigo", "codigo", "code"), Kind.TEXT),
    ),
    _command(
        "repeticion",
        "replay",
        "replay",
        _option(Names("partida", "partida", "match"), Kind.TEXT),
        _option(
            Names("forma", "forma", "form"),
            Kind.CHOICE,
            (
                Choice(FILM_FORM, Names("pelicula", "filme", "film"), "choice.film.pelicula"),
                Choice(FILE_FORM, Names("archivo", "arquivo", "file"), "choice.film.archivo"),
                Choice(PICTURE_FORM, Names("imagen", "imagem", "picture"), "choice.film.imagen"),
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
            Kind.CHOICE,
            (
                Choice("partida", Names("partida", "partida", "match"), "choice.que.partida"),
                Choice("habitos", Names("habitos", "habitos", "habits"), "choice.que.habitos"),
            ),
        ),
        _option(Names("partida", "partida", "match"), Kind.TEXT),
        in_match=False,
    ),
    _command(
        "verificar",
        "verificar",
        "verify",
        _option(Names("partida", "partida", "match"), Kind.TEXT),
        _option(Names("frase", "frase", "phrase"), Kind.WORDS),
        in_match=False,
    ),
    _command(
        "vincular",
        "vincular",
        "link",
        _option(Names("codigo", "codigo", "code"), Kind.TEXT),
        in_match=False,
    ),
    _command("privacidad", "privacidade", "privacy", in_match=False),
    _command("mis-datos", "meus-dados", "my-data", in_match=False),
    _command("borrar-mis-datos", "apagar-meus-dados", "delete-my-data", in_match=False),
)
"""In the order in which people see them."""


def offered(option: Option, variant: str) -> tuple[Choice, ...]:
    """The choices that this game has: calls that are not its words are left out."""
    return tuple(
        choice for choice in option.choices if not choice.verb or choice.verb in SHOUTS[variant]
    )


def verb_of(option: Option, value: str) -> str:
    """The word of the game that a choice stands for."""
    return next(choice.verb for choice in option.choices if choice.value == value)


COMMAND: Final = {command.id: command for command in COMMANDS}
"""The commands by their ids."""
