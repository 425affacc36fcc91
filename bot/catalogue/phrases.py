"""Phrases that people use for a table's options: *con flor*, *a 15*, *2x2*, *gallo*.

Each phrase stands for values of options of ``/jugar``, or of a table's other options, by their own
names (*mazo limpio* is ``deck`` = ``clean``). The phrases of all three languages are understood
everywhere, as names are. Phrases are compared in the form of :func:`bot.words.shouts.plain`."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.catalogue.commands import COMMAND
from bot.catalogue.option_names import NO, WITH, WITHOUT, YES, named_values, switches, values_alone
from bot.chat_commands import CommandSpec, Option
from bot.table_options import MOST_STAKED
from bot.words.shouts import plain

Values = tuple[tuple[str, str], ...]
"""Ids of options with canonical values."""

NAMES_OF_GAMES: Final = {
    "argentino": "argentino argentina argentinian argentine porteno rioplatense",
    "tradicional-18": "tradicional traditional",
    "paulista": "paulista brasileno brasileiro brazilian brasilero brasil brazil",
    "mineiro": "mineiro minero minas",
    "gauderio": "gauderio gaucho gauchesco",
    "uruguayo": "uruguayo uruguaya uruguaio uruguayan uruguay uruguai oriental charrua",
    "venezolano": "venezolano venezolana venezuelano venezuelan venezuela",
}
_MEANT: Final[Mapping[str, Values]] = {
    said: values
    for values, phrases in {
        (("nivel", "maestro"),): "maestro/mestre/master",
        (("nivel", "principiante"),): "principiante/iniciante/beginner",
        (("variante", "tradicional-18"),): "tradicional a 18/tradicional 18",
        (("variante", "uruguayo"),): "con muestra/com mostra",
        (("variante", "tradicional-18"), ("jugadores", "3")): "gallo/galo",
        (("flor", "con"),): "flor",
        (("jugadores", "2"),): "mano a mano/one on one/heads up",
        (("jugadores", "4"),): "parejas/duplas/pairs",
        (("tiempo", "60"),): "un minuto/um minuto/one minute",
        (("deck", "clean"),): "baralho limpo/mazo limpio/clean deck",
        (("deck", "full"),): "baralho sujo/baralho inteiro/mazo entero/full deck",
        (("manilhas", "fixed"),): "manilha velha/manilhas fixas/manilhas fijas/fixed manilhas",
        (("blind_calls", "on"),): "echando los perros/con perros",
        (("blind_calls", "off"),): "sin perros",
    }.items()
    for said in phrases.split("/")
}
_ADJECTIVES: Final = (
    ("privada privado particular private cerrada", ("privada", "si")),
    ("publica publico public abierta aberta", ("privada", "no")),
    ("competitiva competitivo competitive ranked valendo", ("competitiva", "si")),
    ("amistosa amistoso practica pratica practice treino friendly casual", ("competitiva", "no")),
    ("rapida rapido quick fast", ("ritmo", "rapido")),
    (
        "lenta lento tranqui tranquilo tranquila despacio devagar calmo calma slow",
        ("ritmo", "lento"),
    ),
)
_ANSWERS: Final = frozenset((*YES, *WITH, *WITHOUT))
"""Words that are a value only next to the name of an option: *flor no*, *sin privada*."""
_AGAINST: Final = ("contra", "against", "vs", "versus", *WITH)
_BEFORE_NAMES: Final = (*_AGAINST, "a", "al", "to", "ao")
_ROBOT: Final = ("robot", "robo", "bot", "maquina", "computadora", "computador", "computer", "pc")
_ROBOTS: Final = ("robots", "robos", "bots")
_A: Final = ("un", "una", "um", "uma", "a", "the", "el", "la", "o", "1", "")
_COUNTS: Final = {
    "1": ("uno", "um", "one", "un"),
    "2": ("dos", "dois", "two"),
    "3": ("tres", "three"),
    "4": ("cuatro", "quatro", "four"),
    "6": ("seis", "six"),
    "8": ("ocho", "oito", "eight"),
}
_TO: Final = ("a", "a los", "hasta", "hasta los", "ate", "ate os", "to", "up to", "first to", "de")
_POINTS: Final = ("puntos", "pontos", "points", "tantos")
_PEOPLE: Final = ("jugadores", "jogadores", "players", "personas", "pessoas", "people")
_OF: Final = ("de a", "de", "em", "entre", "for", "para", "somos")
_PAIRS: Final = ("en parejas", "de a parejas", "em duplas", "em dupla", "in pairs")
_BEST: Final = ("al mejor de", "mejor de", "melhor de", "best of")
_GAMES_WON: Final = ("chicos", "jogos", "games")
_MATCHES: Final = ("partidas", "partidos", "matches")
_SECONDS: Final = ("s", "seg", "segundos", "seconds")
_MINUTES: Final = ("min", "minuto", "minutos", "minute", "minutes")
_CHIPS: Final = ("fichas", "ficha", "chips", "chip")
_BETTING: Final = ("valendo", "apostando", "apostado", "betting", "staking")
_FOR: Final = ("por", "a", "for", "valendo", "apostando", "de")
_ONLOOKERS: Final = ("espectadores", "publico", "plateia", "mirones", "spectators", "audience")
_CUTS: Final = ("corte", "cortar", "cut")
_TIMES: Final = (10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600)
_HOURS: Final = ("hora", "horas", "hour", "hours")
_DAYS: Final = ("dia", "dias", "day", "days")
_A_TURN: Final = ("por turno", "por jugada", "por jogada", "a turn", "per turn", "a move")
"""Hours and days alone say when something begins."""
_SLOW: Final = tuple(
    (number, unit, number * seconds)
    for units, seconds, numbers in (
        (_HOURS, 3600, (1, 2, 6, 12, 24)),
        (_DAYS, 86_400, (1, 2, 3, 7)),
    )
    for number in numbers
    for unit in units
)

_DIGITS: Final = 9
_LONGEST_WORD: Final = 30
"""The most characters of a word that is compared with phrases."""
_MOST_COMPARED: Final = 3
"""The most characters of a phrase that is compared."""
_ARTICLES: Final = ("un", "una", "uno", "um", "uma", "al", "el", "la", "o", "the", "de", "del")
_LINKS: Final = ("y", "e", "a", "en", "em", "for", "to", "and", *WITH, "por", "favor", "please")
_TABLES: Final = ("truco", "partida", "partido", "mesa", "game", "jogo", "juego")
FILLERS: Final = frozenset((*_ARTICLES, *_LINKS, *_TABLES))
"""Words without a meaning of their own."""


def _numbers(value: str) -> tuple[str, ...]:
    return (value, *_COUNTS.get(value, ()))


def _of_games() -> Iterator[tuple[str, Values]]:
    for game, names in NAMES_OF_GAMES.items():
        for name in names.split():
            yield name, (("variante", game),)
            yield f"truco {name}", (("variante", game),)


def _of_players() -> Iterator[tuple[str, Values]]:
    for choice in COMMAND["jugar"].option("jugadores").choices:
        meant = (("jugadores", choice.value),)
        for said in _numbers(choice.value):
            if not said.isdecimal():
                yield said, meant
            yield from ((f"{before} {said}", meant) for before in _OF)
            yield from ((f"{said} {after}", meant) for after in _PEOPLE)
            yield from (
                (f"{preposition} {said} {two}", meant) for preposition in _OF for two in _PEOPLE
            )
        if int(choice.value) % 2 == 0:
            for each in _numbers(str(int(choice.value) // 2)):
                yield from ((f"{each} {word} {each}", meant) for word in ("contra", "x", "vs", "v"))
                yield from ((f"{each}{word}{each}", meant) for word in ("x", "vs", "v"))
    yield from ((said, (("jugadores", "4"),)) for said in _PAIRS)


def _of_points() -> Iterator[tuple[str, Values]]:
    for choice in COMMAND["jugar"].option("puntos").choices:
        meant = (("puntos", choice.value),)
        yield from ((f"{before} {choice.value}", meant) for before in _TO)
        yield from ((f"{choice.value} {after}", meant) for after in _POINTS)
        yield from (
            (f"{preposition} {choice.value} {two}", meant) for preposition in _TO for two in _POINTS
        )


def _of_numbers() -> Iterator[tuple[str, Values]]:
    chicos, robots = COMMAND["jugar"].option("chicos"), COMMAND["jugar"].option("robots")
    for many in range(chicos.low, chicos.high + 1):
        meant = (("chicos", str(many)),)
        for said in _numbers(str(many)):
            yield from ((f"{said} {word}", meant) for word in _GAMES_WON)
            yield from ((f"a {said} {word}", meant) for word in _GAMES_WON)
        for said in _numbers(str(2 * many - 1)):
            yield from ((f"{best} {said}", meant) for best in _BEST)
    for said in _numbers("3"):
        of_matches = (f"{best} {said} {word}" for best in _BEST for word in _MATCHES)
        yield from ((phrase, (("serie", "si"),)) for phrase in of_matches)
    for many in range(robots.low, robots.high + 1):
        for said in _numbers(str(many)):
            for word in (*_ROBOTS, *(_ROBOT if many == 1 else ())):
                yield f"{said} {word}", (("robots", str(many)),)
                yield from ((f"{how} {said} {word}", (("robots", str(many)),)) for how in _AGAINST)
    for seconds in _TIMES:
        meant = (("tiempo", str(seconds)),)
        yield from ((f"{seconds} {unit}", meant) for unit in _SECONDS)
        yield f"{seconds}s", meant
        if seconds % 60 == 0:
            yield from ((f"{seconds // 60} {unit}", meant) for unit in _MINUTES)
    for number, unit, seconds in _SLOW:
        meant = (("tiempo", str(seconds)),)
        yield from ((f"{number} {unit} {each}", meant) for each in _A_TURN)


def _of_manners() -> Iterator[tuple[str, Values]]:
    for words, value in ((WITH, "con"), (WITHOUT, "sin")):
        yield from ((f"{word} flores", (("flor", value),)) for word in words)
    yield from _of_robots()
    for words, value in ((WITH, "si"), (WITHOUT, "no")):
        for word in words:
            for audience in _ONLOOKERS:
                # *No público* does not mean a public table.
                if word not in NO or audience not in _negated():
                    yield f"{word} {audience}", (("espectadores", value),)
            yield from ((f"{word} {cut}", (("corte", value),)) for cut in _CUTS)
    for said, meant in _ADJECTIVES:
        yield from ((adjective, (meant,)) for adjective in said.split())
    for said, denied in _negated().items():
        yield from ((f"{word} {said}", denied) for word in WITHOUT)
    for word in WITHOUT:
        for chips in (*_CHIPS, "apuesta", "apuestas", "aposta", "apostas", "stake", "stakes"):
            yield f"{word} {chips}", (("apuesta", "0"),)


def _of_robots() -> Iterator[tuple[str, Values]]:
    for how in _AGAINST:
        for robot in (*_ROBOT, *_ROBOTS):
            yield from ((f"{how} {a} {robot}", (("robots", "1"),)) for a in _A)
    for robots in _ROBOTS:
        yield from ((f"{without} {robots}", (("robots", "0"),)) for without in WITHOUT)


@cache
def _negated() -> Mapping[str, Values]:
    """The meaning of each adjective after *no*. *No rápida* and *no lenta* mean the usual pace."""
    values = {}
    for said, (option, value) in _ADJECTIVES:
        other = {"si": "no", "no": "si"}.get(value, "normal")
        values.update(dict.fromkeys(said.split(), ((option, other),)))
    return MappingProxyType(values)


def _of_switches() -> Iterator[tuple[str, Values]]:
    """The phrases for options that can be switched: *con velo*, *sin señas*, *flor no*."""
    for name, meant in switches().items():
        con, sin = (meant["con"],), (meant["sin"],)
        yield from ((f"{name} {word}", con) for word in (*YES, *WITH))
        yield from ((f"{word} {name}", con) for word in WITH)
        yield from (
            (said, sin) for word in WITHOUT for said in (f"{name} {word}", f"{word} {name}")
        )


def _of_options() -> Iterator[tuple[str, Values]]:
    """The phrases that name an option and its value: *mazo limpio*, *cartas tapadas nunca*."""
    for known in (named_values(), values_alone()):
        yield from ((said, meant) for said, meant in known.items() if len(meant) == 1)


@cache
def phrases() -> Mapping[str, Values]:
    """The values that each phrase stands for."""
    made: dict[str, Values] = {}
    for rule in (_of_games, _of_players, _of_points, _of_numbers, _of_manners, _of_switches):
        for said, values in rule():
            made.setdefault(" ".join(said.split()), values)
    return MappingProxyType({**dict(_of_options()), **made, **_MEANT})


@cache
def _common() -> tuple[str, ...]:
    """The common phrases. Nearly all others are made of the labels of options."""
    labels = named_values()
    return tuple(said for said in phrases() if said in _MEANT or said not in labels)


@cache
def _longest() -> int:
    return max(len(said.split()) for said in phrases())


def speaks_so(command: CommandSpec) -> bool:
    """Whether the values of this command are a description of a table."""
    return any(option.id == "variante" for option in command.options)


def opens_table(command: CommandSpec) -> bool:
    """Whether this command opens a table. If so, it takes each of a table's options."""
    return command.id in ("jugar", "desafiar")


def take_phrase(command: CommandSpec, words: list[str]) -> tuple[Values, list[str]] | None:
    """Reads the phrase at the beginning of these words. Returns its values as options of the
    command, and the words after the phrase; ``None``: there is no phrase."""
    if not speaks_so(command):
        return None
    known = {option.id for option in command.options}
    every = COMMAND["jugar"].options
    foreign = {option.id for option in every if option.id not in known}
    for length in range(min(_longest(), len(words)), 0, -1):
        values = _meant(words[:length])
        if (
            values
            and all(
                option in known or (opens_table(command) and option not in foreign)
                for option, _ in values
            )
            and not _begins_next(words, length)
        ):
            return values, words[length:]
    return None


def _takes(command: CommandSpec, phrase: str) -> bool:
    """Whether the command understands the whole of this phrase."""
    taken = take_phrase(command, phrase.split())
    return taken is not None and not taken[1]


def _begins_next(words: list[str], length: int) -> bool:
    """Whether the last of these ``length`` words belongs to the next phrase and does not answer the
    one before. *Privada no competitiva* means private and not competitive. After a comma, and when
    *no* follows every name (*privada no competitiva no*), the *no* belongs to the phrase before."""
    last, before = words[length - 1], words[: length - 1]
    said = plain(last)
    if not (said in _ANSWERS or said.isdecimal()) or last[-1] in ",;." or not _meant(before):
        return False
    for longer in range(min(_longest(), len(words) - length + 1), 1, -1):
        if _meant(words[length - 1 : length - 1 + longer]):
            rest = words[length - 1 + longer :]
            return not (rest and answers(rest[0]) and not _begins(rest))
    return False


def _begins(words: list[str]) -> bool:
    """Whether these words begin with a phrase of two words or more."""
    return any(_meant(words[:length]) for length in range(2, min(_longest(), len(words)) + 1))


def is_plainly_phrase(command: CommandSpec, words: list[str]) -> bool:
    """Whether these words begin with a phrase that cannot be a person's name: one of several words
    (*con* counts as one), or one like *2v2*."""
    said = words[1:] if plain(words[0]) in WITH else words
    for meant in (words, said):
        taken = take_phrase(command, meant) if meant else None
        if taken is not None and len(taken[1]) <= len(meant) - 2:
            return True
    first = plain(words[0])
    return first[:1].isdecimal() and not first.isdecimal() and bool(_meant(words[:1]))


def called(words: list[str]) -> str:
    """A name without the word that stands before it: *a Ana*, *against Ana*."""
    led = len(words) > 1 and plain(words[0]) in _BEFORE_NAMES
    return " ".join(words[led:]).rstrip(",")


def is_number(said: str) -> bool:
    """Whether this is a number of reasonable length."""
    return said.isdecimal() and len(said) <= _DIGITS


def answers(word: str) -> bool:
    """Whether this word alone says *yes* or *no* without naming an option."""
    return plain(word) in _ANSWERS


def _meant(words: list[str]) -> Values:
    said = _said(words)
    return phrases().get(said) or _stake(said.split())


def _said(words: list[str]) -> str:
    """These words as phrases are compared; *mazo:limpio* becomes *mazo limpio*."""
    return " ".join(plain(" ".join(words)).replace(":", " ").replace("=", " ").split())


def _stake(words: list[str]) -> Values:
    """Any number of chips: *por 40 fichas*, *apostando 40*."""
    if len(words) == 3 and words[0] in _FOR:
        words = words[1:]
    if len(words) != 2:
        return ()
    many = words[0] if words[1] in _CHIPS else words[1] if words[0] in _BETTING else ""
    stakes = many.isdecimal() and len(many) < 5 and int(many) <= MOST_STAKED
    return (("apuesta", many),) if stakes else ()


def take_named(option: Option, words: list[str]) -> tuple[str, list[str]] | None:
    """Reads a phrase as the value of this option alone: ``variante:tradicional``."""
    for length in range(min(_longest(), len(words)), 0, -1):
        values = dict(_meant([option.id, *words[:length]]) or _meant(words[:length]))
        if option.id in values:
            return values[option.id], words[length:]
    return None


def unclear(words: list[str]) -> tuple[int, Values]:
    """How many words at the beginning could be values of several options, and all meanings."""
    for length in range(min(_longest(), len(words)), 0, -1):
        said = _said(words[:length])
        readings = named_values().get(said) or values_alone().get(said, ())
        if len(readings) > 1:
            return length, readings
    return 0, ()


@cache
def _comparable(command: CommandSpec) -> tuple[str, ...]:
    """All that the command understands, as it is compared with a word that nobody understands."""
    names = [
        plain(name)
        for option in command.options
        if not option.by_name
        for choice in option.choices
        for name in (choice.value, *choice.names.all())
    ]
    if not speaks_so(command):
        return tuple(dict.fromkeys(names))
    takes_all = opens_table(command)
    said = (phrase for phrase in _common() if takes_all or _takes(command, phrase))
    return tuple(name for name in dict.fromkeys([*names, *said]) if not answers(name))


def nearest(command: CommandSpec, words: list[str]) -> tuple[str, tuple[str, ...]]:
    """The words at the beginning that nobody understands, and the known phrases most similar to
    them, the likeliest first."""
    known = _comparable(command)
    for length in range(min(_MOST_COMPARED, len(words)), 0, -1):
        said = plain(" ".join(words[:length]))
        if len(said) > _LONGEST_WORD:
            continue
        like = [
            phrase for phrase in known if not phrase.isdecimal() and phrase.count(" ") == length - 1
        ]
        if near := get_close_matches(said, like, 2, 0.7 if length == 1 else 0.8):
            return " ".join(words[:length]), tuple(near)
    return " ".join(words[: 2 if answers(words[0]) else 1]), ()
