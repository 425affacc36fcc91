"""Each line that people say at a table is understood, refused with the reason, or explained.

``data/spoken_lines.txt`` holds lines as documents and pages of rules give them, at the moment at
which they are said: the line, where it comes from, and what comes of it. With ``TRUCO_REWRITE``
what comes of each line is written anew; the difference is the review.

``data/everyday_lines.txt`` holds what people say beside the game in words of the game.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

from bot.catalogue import Asker, Intent, Pick, Send, Typed, interpret, parse
from bot.chat_commands import Cannot
from bot.messages import Act
from bot.screens import cannot_text
from bot.words import LOCALES, hearing
from bot.words.hearing import CalledLine, Doubt, _book, hear
from engine.apply import apply
from engine.errors import BadRecord, IllegalAction
from engine.record.notation import read_step
from engine.seen.view import PUBLIC
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from tests.bot.catalogue.test_catalogue import asker
from tests.bot.scenes import dealt, played
from tests.examples import some
from tests.kept import check_kept
from tests.narrow import of_kind

LINES: Final = Path(__file__).parents[1] / "data" / "spoken_lines.txt"
SOURCES: Final = 300
"""How many lines the file holds at least."""
EVERYDAY: Final = LINES.with_name("everyday_lines.txt")


class Moment(Struct, frozen=True):
    """A moment at a table, and who speaks."""

    game: str
    hands: tuple[str, ...]
    steps: tuple[str, ...] = ()
    seat: int = 0
    options: tuple[tuple[str, str], ...] = ()
    turned: str = "??"

    def state(self) -> State:
        return _state(self)


@cache
def _state(at: Moment) -> State:
    players = len(at.hands)
    table = table_for(at.game, players, dict(at.options))
    begun = dealt(table, players - 1, *at.hands, turned=at.turned)
    return played(begun, *at.steps)[0]


_PLAIN: Final = ("7e 6e 4o", "7c 5c 1o")
_FLORES: Final = ("7e 6e 4e", "7c 5c 1c")
_ONE_FLOR: Final = ("7e 6e 4e", "7c 5c 1o")
_FRENCH: Final = ("4c 7h 2d", "3c 4h 5s")
_OF_FOUR: Final = ("7e 10o 4b", "2c 11o 5b", "6c 7c 4o", "3b 12c 1o")
_WITH_FLOR: Final = (("flor", "con"),)
_MANUAL: Final = (("declare", "manual"),)
_LOOSE: Final = (("words", "loose"),)


def _of(game: str, prefix: str, turned: str, hands: tuple[str, ...] = _PLAIN) -> dict[str, Moment]:
    """The moments that every game has with an envido."""
    made = {
        "": (),
        " truco": ("1 truco",) if game != "gauderio" and game != "uruguayo" else None,
        " asked truco": ("0 play 7e", "1 truco"),
        " asked retruco": ("0 truco", "1 retruco"),
        " has the quiero": ("0 play 7e", "1 truco", "0 quiero", "1 play 1o"),
        " asked envido": ("0 play 7e", "1 envido"),
        " truco, then envido": ("0 truco", "1 envido"),
    }
    looks = ("0 ver",) if game == "tradicional-18" else ()
    return {
        f"{prefix}{name}": Moment(game, hands, (*looks, *steps), turned=turned)
        for name, steps in made.items()
        if steps is not None
    }


MOMENTS: Final = {
    **_of("argentino", "argentino", "??"),
    "argentino asked falta": Moment("argentino", _PLAIN, ("0 play 7e", "1 faltaenvido")),
    "argentino loose, asked truco": Moment(
        "argentino", _PLAIN, ("0 play 7e", "1 truco"), options=_LOOSE
    ),
    "argentino flor": Moment("argentino", _FLORES, options=_WITH_FLOR),
    "argentino asked flor": Moment("argentino", _FLORES, ("0 flor",), 1, _WITH_FLOR),
    "argentino asked contraflor": Moment(
        "argentino", _FLORES, ("0 flor", "1 contraflor"), 0, _WITH_FLOR
    ),
    "argentino alone with flor": Moment("argentino", _ONE_FLOR, options=_WITH_FLOR),
    "argentino declares": Moment("argentino", _PLAIN, ("0 envido", "1 quiero"), options=_MANUAL),
    "argentino declares second": Moment(
        "argentino", _PLAIN, ("0 envido", "1 quiero", "0 tengo 33"), 1, _MANUAL
    ),
    **_of("tradicional-18", "tradicional", "??", ("7e 5e 4o", "6c 3c 1o")),
    "tradicional before its cards": Moment("tradicional-18", _OF_FOUR, seat=2),
    "tradicional asked cft": Moment("tradicional-18", _OF_FOUR, ("2 cft",), 3),
    "tradicional asked flor": Moment("tradicional-18", _FLORES, ("0 ver", "0 flor"), 1),
    **_of("uruguayo", "uruguayo", "6b"),
    "uruguayo with numbers": Moment(
        "uruguayo", _PLAIN, options=(("numbered_envido", "on"),), turned="6b"
    ),
    "uruguayo flor": Moment("uruguayo", _FLORES, turned="6b"),
    "uruguayo asked flor": Moment("uruguayo", _FLORES, ("0 flor",), 1, turned="6b"),
    "uruguayo asked con flor envido": Moment(
        "uruguayo", _FLORES, ("0 flor", "1 florenvido"), 0, turned="6b"
    ),
    **_of("venezolano", "venezolano", "6b"),
    "venezolano asked vale nueve": Moment(
        "venezolano", _PLAIN, ("0 truco", "1 retruco", "0 vale9"), 1, turned="6b"
    ),
    "venezolano flor": Moment("venezolano", _ONE_FLOR, turned="6b"),
    "venezolano asked flor": Moment("venezolano", _FLORES, ("0 flor",), 1, turned="6b"),
    **_of("gauderio", "gauderio", "??"),
    "gauderio flor": Moment("gauderio", _FLORES),
    "gauderio asked flor": Moment("gauderio", _FLORES, ("0 flor",), 1),
    "gauderio partner asked": Moment(
        "gauderio", ("7e 6e 4e", "2c 11o 5b", "6c 7c 4c", "3b 12c 1o"), ("0 flor",), 2
    ),
    "paulista": Moment("paulista", _FRENCH, turned="Kd"),
    "paulista asked truco": Moment("paulista", _FRENCH, ("1 truco",), turned="Kd"),
    "paulista asked seis": Moment("paulista", _FRENCH, ("0 truco", "1 seis"), turned="Kd"),
    "paulista asked nove": Moment(
        "paulista", _FRENCH, ("1 truco", "0 seis", "1 nove"), turned="Kd"
    ),
    "mineiro": Moment("mineiro", _FRENCH),
    "mineiro asked truco": Moment("mineiro", _FRENCH, ("1 truco",)),
    "mineiro asked seis": Moment("mineiro", _FRENCH, ("0 truco", "1 seis")),
    "mineiro asked dez": Moment("mineiro", _FRENCH, ("1 truco", "0 seis", "1 dez")),
}


class Line(Struct, frozen=True):
    """A line of the file."""

    moment: str
    said: str
    source: str
    outcome: str


def lines(file: Path = LINES) -> Iterator[Line]:
    moment = ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            moment = line.strip("[]")
        elif line and not line.startswith("#"):
            said, source, outcome = (part.strip() for part in f"{line}|".split("|")[:3])
            yield Line(moment, said, source, outcome)


def meant(moment: str, said: str, locale: str = "es") -> Intent | None:
    """What comes of a line."""
    at = MOMENTS[moment]
    read = _read(said, locale, at.game, ("words", "loose") in at.options)
    if not isinstance(read, Typed):
        return read
    return interpret(read, _asker(at, locale))


@cache
def _read(said: str, locale: str, game: str, loose: bool) -> Typed | Cannot | None:
    """What a line says in a game, at whatever moment."""
    return parse(said, locale, game, loose=loose)


@cache
def _asker(at: Moment, locale: str) -> Asker:
    return asker(at.state(), at.seat, locale)


def outcome(moment: str, said: str) -> str:
    """The steps of the game that come of a line, or why there are none."""
    intent = meant(moment, said)
    match intent:
        case None:
            return "talk"
        case Cannot(id, told):
            return f"explained: {id} {' '.join(text for name, text in told if name != 'ways')}"
        case Pick(question=question):
            return f"asked: {question.id}"
        case Send(command=Act() as command, then=then):
            return _taken(
                MOMENTS[moment], (command, *(later for later in then if isinstance(later, Act)))
            )
        case _:
            raise AssertionError(intent)


def _taken(at: Moment, commands: tuple[Act, ...]) -> str:
    """What the engine says of the steps, as far as it takes them."""
    state, taken = at.state(), list[str]()
    for command in commands:
        if command.action.endswith("?"):
            return f"asked: {command.action}"
        try:
            state = apply(state, read_step(state, at.seat, command.action)).state
        except (IllegalAction, BadRecord) as refused:
            return ", ".join((*taken, f"{command.action} refused: {refused.reason}"))
        taken.append(command.action)
    return ", ".join(taken)


@pytest.mark.parametrize("file", [LINES, EVERYDAY], ids=lambda file: file.stem)
def test_lines_as_they_are_spoken(file: Path) -> None:
    """Every line as the file has it."""
    found, before = list[str](), ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("["):
            before = line.strip("[]")
        if not line or line.startswith(("[", "#")):
            found.append(line)
            continue
        said, source = (part.strip() for part in line.split("|")[:2])
        found.append(f"{said:34} | {source:24} | {outcome(before, said)}".rstrip())
    check_kept(file, "\n".join(found) + "\n")


def test_no_spoken_line_is_silent() -> None:
    """None is taken for talk that the other side reads, each has its source, and each game has
    its lines."""
    told = tuple(lines())
    assert [line for line in told if line.outcome in ("", "talk") or not line.source] == []
    assert len({(line.moment, line.said) for line in told}) == len(told) >= SOURCES
    assert {MOMENTS[line.moment].game for line in told} == set(VARIANTS)
    assert set(MOMENTS) == {line.moment for line in told}
    kinds = Counter(line.outcome.partition(":")[0].rpartition(" ")[2] for line in told)
    assert min(kinds["refused"], kinds["explained"]) >= 20


def test_everyday_talk_makes_no_call_at_any_moment() -> None:
    """What could be meant as a call is asked privately, and all else is talk."""
    told = tuple(lines(EVERYDAY))
    assert min(Counter(line.source for line in told).values()) >= 30
    for said in {line.said for line in told}:
        for moment in some([*MOMENTS]):
            assert outcome(moment, said).startswith(("talk", "explained")), (moment, said)
    free = [line for line in told if line.moment in VARIANTS]
    refused = [line.said for line in free if line.outcome != "talk"]
    assert len(refused) * 6 <= len(free)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_call_is_taken_for_talk(variant: str) -> None:
    """Whatever begins a line of talk begins no way to say a call."""
    book = _book(variant)
    for said in {*book.own, *book.sham}:
        assert not any(said.startswith(talk) for talk in book.talk)
    for talk in book.talk:
        assert hear(variant, talk) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_an_explanation_fits_an_alert(locale: str) -> None:
    for line in lines():
        intent = meant(line.moment, line.said, locale)
        if isinstance(intent, Cannot):
            assert len(cannot_text(intent, locale)) <= 200, line


@pytest.mark.parametrize("line", ["quiero " + "a b " * 2000, "che " * 4000, "truco, " * 3000])
def test_a_long_line_asks_for_few_keys(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared grows no faster than the line."""
    asked, key = list[int](), hearing._key

    def counted(words: list[str]) -> str:
        asked.append(len(words))
        return key(words)

    monkeypatch.setattr(hearing, "_key", counted)
    hear("argentino", line)
    assert sum(asked) <= 12 * len(line.split())


def test_who_has_no_seat_only_talks() -> None:
    """A line that is no call is answered to players alone."""
    state = MOMENTS["argentino"].state()
    for said in ("¿envido?", "truquito", "33", "returco"):
        read = of_kind(Typed, parse(said))
        assert interpret(read, asker(state, PUBLIC)) is None


def test_a_word_that_looks_like_a_call_is_talk_where_the_call_may_not_be_made() -> None:
    for said, verb in (("really", "realenvido"), ("score", "noquiero"), ("truquito", "truco")):
        assert hear("argentino", said) == Doubt(verb, is_perhaps=True)
    assert meant("argentino has the quiero", "really", "es") is None
    assert meant("argentino", "score", "es") is None
    assert meant("argentino asked truco", "truquito", "es") is None
    assert isinstance(meant("argentino", "truquito", "es"), Cannot)
    assert isinstance(meant("argentino", "really", "es"), Cannot)


def test_an_h_is_silent() -> None:
    for said, verb in (("henvido", "envido"), ("no khiero", "noquiero")):
        assert hear("argentino", said) == hear("argentino", verb), said
        assert isinstance(hear("argentino", said), CalledLine)
