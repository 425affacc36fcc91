"""What people say of a tournament: what is understood, and what opens nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.asking import Asking, Whereabouts
from bot.catalogue import Send, Typed, command_named
from bot.catalogue.typed import parse, read_values
from bot.chat_commands import Cannot
from bot.community.table_defaults import TableDefaults, last_setting
from bot.messages import Join, OpenTable
from bot.model import Status
from bot.screens.lobby.lobby import build_lobby
from bot.screens.tournaments import tournament
from bot.store.changes import Changes
from bot.store.model import Setting
from engine.variants import table_for
from tests.bot.helpers import COMMUNITY, PLACE
from tests.bot.ids import IdWords
from tests.bot.scenes import info_for
from tests.bot.tournament_world import World
from tests.narrow import of_kind, present


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("suizo 2 h", {"formato": "suizo", "empieza": "2 h"}),
        ("suizo empieza 2 h", {"formato": "suizo", "empieza": "2 h"}),
        ("suizo a las 21:30 utc", {"formato": "suizo", "empieza": "a las 21:30 utc"}),
        ("suizo parejas", {"formato": "suizo", "equipos": "2"}),
        (
            "eliminacion por parejas apuesta:20",
            {"formato": "eliminacion", "equipos": "2", "apuesta": "20"},
        ),
        ("todos trios en 2 h", {"formato": "todos", "equipos": "3", "empieza": "en 2 h"}),
        ("entrar abcdefgh", {"accion": "entrar", "codigo": "abcdefgh"}),
        (
            "entrar abcdefgh persona:Ana Paz",
            {"accion": "entrar", "codigo": "abcdefgh", "persona": "Ana Paz"},
        ),
    ],
)
def test_what_is_said_of_a_tournament(line: str, values: dict[str, str]) -> None:
    command = present(command_named("torneo"))
    typed = of_kind(Typed, read_values(command, line, "es"))
    assert dict(typed.values) == values


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("/torneo suizo 21:30", "say.bad_start"),
        ("/torneo suizo a las 21 hs", "say.unclear"),
        ("/torneo suizo empieza a las 21", "say.bad_start"),
        ("/torneo suizo competitiva:si", "say.unknown_option"),
        ("/torneo suizo abrir cuanto antes", "say.unknown_game"),
    ],
)
async def test_what_is_not_understood_opens_nothing(world: World, line: str, refused: str) -> None:
    asked = await asking(world).line(somebody(), line)
    assert of_kind(Cannot, asked.intent).id == refused


def asking(world: World) -> Asking:
    return Asking(world.processes[0].service)


def somebody(pointed: tuple[str, str] | None = None) -> Whereabouts:
    return Whereabouts(
        request="q",
        person="telegram:2",
        name="Beto",
        community=COMMUNITY,
        place=PLACE,
        locale="es",
        pointed=pointed,
    )


@pytest.mark.parametrize("author", ["telegram:1", "telegram:2"])
async def test_an_answer_to_a_message_opens_a_tournament_with_nobody(
    world: World, author: str
) -> None:
    asked = await asking(world).line(somebody((author, "Ana")), "/torneo suizo")
    assert isinstance(asked.intent, Send)
    assert isinstance(asked.intent.command, OpenTable)
    assert (asked.intent.command.challenged, asked.intent.command.called) == ("", "")


@pytest.mark.parametrize(
    ("size", "author", "partner"),
    [(1, "telegram:1", ""), (2, "telegram:1", "Ana"), (2, "telegram:2", "")],
)
async def test_an_answer_to_a_message_chooses_its_author_where_people_play_together(
    world: World, size: int, author: str, partner: str
) -> None:
    await world.open("telegram:1", size=size)
    asked = await asking(world).line(somebody((author, "Ana")), "/torneo entrar")
    assert isinstance(asked.intent, Send)
    assert of_kind(Join, asked.intent.command).partner == partner


async def test_the_last_table_of_a_person_says_nothing_about_a_tournament(world: World) -> None:
    last = "variant=argentino players=2 competitive=no skill=principiante"
    setting = Setting("telegram:2", last_setting(COMMUNITY), last)
    await world.table.store.commit([Changes(settings=(setting,))])
    asked = await asking(world).line(somebody(), "/torneo suizo apuesta:5")
    assert isinstance(asked.intent, Send)
    options = dict(of_kind(OpenTable, asked.intent.command).options)
    assert (options["competitive"], options["skill"]) == ("si", "maestro")


@pytest.mark.parametrize(
    ("line", "skill"),
    [
        *((line, "club") for line in ("nivel club", "nivel:club", "con flor nivel clube")),
        *((line, "igual") for line in ("nivel igual", "skill:even", "com flor nivel:igual")),
        *((line, None) for line in ("con un amigo", "with a friend", "club")),
    ],
)
def test_a_skill_is_understood_behind_its_name_alone(line: str, skill: str | None) -> None:
    command = present(command_named("jugar"))
    typed = read_values(command, line, "es")
    assert (dict(typed.values).get("nivel") if isinstance(typed, Typed) else None) == skill


def test_a_skill_that_is_no_longer_known_is_not_taken_from_the_last_table() -> None:
    last = (("variant", "argentino"), ("players", "2"), ("skill", "experto"))
    assert "skill" not in TableDefaults(last=last).fill({})
    last = (("variant", "argentino"), ("players", "2"), ("skill", "club"))
    assert TableDefaults(last=last).fill({})["skill"] == "club"


@pytest.mark.parametrize(
    ("command", "option"), [("mirar", "mesa"), ("verificar", "partida"), ("unirse", "codigo")]
)
def test_a_word_behind_other_commands_is_the_code_of_a_table(command: str, option: str) -> None:
    typed = of_kind(Typed, parse(f"/{command} abcdefgh"))
    assert dict(typed.values) == {option: "abcdefgh"}


LONG_NAMES = st.lists(
    st.builds(str.__mul__, st.sampled_from("aé*_.😀"), st.integers(10, 120)),
    min_size=5,
    max_size=60,
)


@given(LONG_NAMES)
def test_as_many_names_are_told_as_a_message_has_room_for(names: list[str]) -> None:
    """Signs that a platform may write with a mark before them, and emoji, take two places."""

    def room(told: list[str]) -> int:
        doubled = "*_.😀"
        return sum(len(name) + sum(map(name.count, doubled)) + len("; ") for name in told)

    told = tournament._fitting(names)
    assert room(names[:told]) <= tournament._ROOM
    assert told == len(names) or room(names[: told + 1]) > tournament._ROOM


@pytest.mark.parametrize(("league", "said"), [(True, "lobby.league"), (False, "lobby.tournament")])
def test_a_table_of_a_tournament_says_whose_it_is(league: bool, said: str) -> None:
    table = table_for("argentino", 2)
    info = info_for(table, status=Status.LOBBY, part_of="torneo22", league=league)
    screen = build_lobby(info, IdWords("es"))
    told = {line.id: line.text for line in screen.lines}
    assert told[said] == f"<{said} tournament=torneo22>"
    assert len({"lobby.league", "lobby.tournament"} & told.keys()) == 1
