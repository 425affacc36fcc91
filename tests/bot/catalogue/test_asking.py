"""Which table a person means: one owner for every platform."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.asking import Asked, Asking, FollowUp, Resume, Whereabouts, follow_up
from bot.asking.choosing import About, Candidate, about, meant
from bot.asking.resumed import read_resumed
from bot.catalogue import COMMANDS, SAY, Pick, Send, Show, ShowPage, Typed
from bot.chat_commands import Cannot
from bot.match.onlookers import LOOKED_ON
from bot.match.signing_up import ENTERED, WITHDRAWN
from bot.messages import (
    Accepted,
    Act,
    AgreeSign,
    AnyCommand,
    Decline,
    DropSign,
    Join,
    Leave,
    LookOn,
    OpenTable,
    PlayDaily,
    Refused,
    Rematch,
    Return,
    SeeOptions,
    Start,
)
from bot.model import MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from bot.store import Store
from bot.tokens import LIMIT
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, NAMES, PLACE, Table, whereabouts
from tests.narrow import of_kind, present

ELSEWHERE = "web:playground/otra"


def info(match: str, *people: str, lobby: bool = False, host: str = "", free: int = 0) -> MatchInfo:
    seated = [Seat(seat, person=person, name=NAMES[person]) for seat, person in enumerate(people)]
    seated += [Seat(len(people) + seat) for seat in range(free)]
    return MatchInfo(
        match=match,
        community=COMMUNITY,
        place=PLACE,
        variant="argentino",
        options=(),
        players=len(seated),
        seats=tuple(seated),
        host=host or people[0],
        turn_seconds=60,
        status=Status.LOBBY if lobby else Status.PLAYING,
        created=0.0,
    )


RUNNING = Candidate(info("running2", ANA, BETO), here=True)
LOBBY = Candidate(info("lobbyabc", CARLA, lobby=True, free=1), here=True)
FULL = Candidate(info("fullabcd", ANA, BETO, lobby=True), here=True)
AWAITED = Candidate(info("awaited2", BETO, CARLA), here=True, awaited=True)
PART = Candidate(
    replace(
        info("partofit", CARLA, lobby=True, free=1), part_of="abcdefgh", kept=((DANI, "Dani"),)
    ),
    here=True,
)
PART_RUNNING = Candidate(replace(PART.info, match="partruns", status=Status.PLAYING), here=True)
FAR = Candidate(replace(info("faraway2", DANI, ANA), place=ELSEWHERE), here=False)
FAR_LOBBY = Candidate(replace(info("farlobby", DANI, ANA, lobby=True), place=ELSEWHERE), here=False)


@pytest.mark.parametrize(
    ("command", "person", "candidates", "expected"),
    [
        ("unirse", DANI, [RUNNING, LOBBY], ["lobbyabc"]),
        ("unirse", DANI, [LOBBY, RUNNING], ["lobbyabc"]),
        ("unirse", DANI, [RUNNING], ["running2"]),
        ("unirse", DANI, [RUNNING, FULL], ["fullabcd"]),
        ("unirse", CARLA, [RUNNING, LOBBY], ["lobbyabc"]),
        ("unirse", BETO, [RUNNING, LOBBY], ["lobbyabc"]),
        ("unirse", DANI, [FAR_LOBBY, LOBBY], ["lobbyabc"]),
        ("empezar", CARLA, [RUNNING, LOBBY, AWAITED], ["lobbyabc"]),
        ("empezar", BETO, [RUNNING, LOBBY, FULL], ["fullabcd"]),
        ("empezar", ANA, [RUNNING, FULL, LOBBY], ["fullabcd"]),
        ("opciones", ANA, [RUNNING], ["running2"]),
        ("opciones", ANA, [FAR_LOBBY, RUNNING], ["farlobby"]),
        (SAY, ANA, [LOBBY, RUNNING, FULL], ["running2"]),
        ("truco", BETO, [RUNNING, AWAITED, FULL], ["awaited2"]),
        ("carta", ANA, [FAR, RUNNING], ["running2"]),
        ("carta", ANA, [FAR, LOBBY], ["faraway2"]),
        ("carta", DANI, [LOBBY, RUNNING], ["running2"]),
        ("carta", CARLA, [LOBBY, RUNNING], ["lobbyabc"]),
        ("salir", CARLA, [LOBBY, RUNNING], ["lobbyabc"]),
        ("salir", ANA, [RUNNING, FULL, FAR], ["running2", "fullabcd"]),
        ("mesa", DANI, [LOBBY, RUNNING, FAR], ["running2"]),
        ("mesa", ANA, [FAR, FULL, RUNNING], ["running2"]),
        ("unirse", DANI, [], []),
        ("unirse", DANI, [LOBBY, PART], ["partofit"]),
        ("unirse", BETO, [PART, LOBBY], ["lobbyabc"]),
        ("unirse", BETO, [PART, PART_RUNNING], []),
    ],
)
def test_the_table_that_is_meant(
    command: str, person: str, candidates: list[Candidate], expected: list[str]
) -> None:
    assert [table.match for table in meant(command, person, candidates)] == expected


def test_of_equal_tables_the_one_that_is_shown_is_meant() -> None:
    tables = [RUNNING, FULL]
    assert [table.match for table in meant("salir", ANA, tables, "fullabcd")] == ["fullabcd"]
    assert [table.match for table in meant("salir", ANA, tables, "faraway2")] == [
        "running2",
        "fullabcd",
    ]
    # A shown table that fits less is not meant: one cannot sit down at a running match.
    shown = meant("unirse", DANI, [RUNNING, LOBBY], "running2")
    assert [table.match for table in shown] == ["lobbyabc"]


def test_an_invitation_is_to_the_lobby_that_is_shown() -> None:
    """Not to one's own, at another place; a running match invites nobody."""
    tables = [RUNNING, LOBBY, FULL]
    assert [table.match for table in meant("invitar", ANA, tables, "lobbyabc")] == ["lobbyabc"]
    for shown in ("", "running2", "fullabcd"):
        assert [table.match for table in meant("invitar", ANA, tables, shown)] == ["fullabcd"]
    assert [table.match for table in meant("empezar", ANA, tables, "lobbyabc")] == ["fullabcd"]


def test_every_command_has_its_kind_of_table() -> None:
    kinds = {command.id: about(command.id) for command in COMMANDS}
    assert kinds["unirse"] is About.JOINING
    assert kinds["empezar"] is About.FORMING
    assert kinds["opciones"] is About.ARRANGING
    assert kinds["marcador"] is kinds["ayuda"] is kinds["mesa"] is About.LOOKING
    assert kinds["truco"] is kinds["mano"] is kinds["sena"] is About.PLAYING
    assert about(SAY) is About.PLAYING


class House(Table):
    """Tables in one place, and a way to ask about them."""

    @property
    def asking(self) -> Asking:
        return Asking(self.service)

    def who(
        self, person: str, *, shown: str = "", private: bool = False, hall: bool = False
    ) -> Whereabouts:
        request = self.request()
        return whereabouts(person, request=request, private=private, shown=shown, hall=hall)

    async def says(self, person: str, line: str, *, shown: str = "") -> Asked:
        """What the line means; a command is carried out."""
        asked = await self.asking.line(self.who(person, shown=shown), line)
        await self._do(asked)
        return asked

    async def answers(self, person: str, token: str) -> Asked:
        answer = present(read_resumed(token))
        asked = await self.asking.resumed(self.who(person), answer)
        await self._do(asked)
        return asked

    async def _do(self, asked: Asked) -> None:
        if isinstance(asked.intent, Send):
            await self.service.handle_each(asked.intent.command, asked.intent.then)

    async def table(self, *people: str, players: int = 2, start: bool = False) -> str:
        self.time.pass_by(1)
        first, *others = people
        opened = await self.says(first, f"/jugar {players}")
        assert isinstance(opened.intent, Send)
        match = (await self.service.matches.at_place(PLACE))[0]
        for person in others:
            await self.says(person, f"/unirse codigo:{match}")
        if start:
            await self.says(first, "/empezar", shown=match)
        return match


@pytest.fixture
def house(store: Store) -> House:
    return House(store)


async def test_a_third_person_joins_the_lobby_beside_a_newer_match(house: House) -> None:
    """The older table is an open lobby, the newer one a running match: a seat is free."""
    lobby = await house.table(CARLA)
    running = await house.table(ANA, BETO, start=True)
    asked = await house.says(DANI, "/unirse")
    assert present(asked.info).match == lobby
    assert (await house.info(lobby)).seat_of(DANI) is not None
    assert (await house.info(running)).status is Status.PLAYING


async def test_equal_tables_are_named_and_the_answer_repeats_the_command(house: House) -> None:
    first = await house.table(CARLA, players=4)
    second = await house.table(ANA, players=4)
    asked = await house.says(DANI, "/unirse equipo:B")
    question = of_kind(Pick, asked.intent).question
    assert question.id == "ask.table"
    assert [value for value, _ in question.choices] == [second, first]
    assert ["Ana" in label for _, label in question.choices] == [True, False]
    answered = await house.answers(DANI, question.token.replace("?", first, 1))
    assert isinstance(answered.intent, Send)
    assert of_kind(Join, answered.intent.command).team == "B"
    assert (await house.info(first)).seat_of(DANI) is not None


async def test_a_code_is_never_asked_about(house: House) -> None:
    first = await house.table(CARLA, players=4)
    await house.table(ANA, players=4)
    asked = await house.says(DANI, f"/unirse codigo:{first}")
    assert isinstance(asked.intent, Send)
    assert of_kind(Join, asked.intent.command).match == first


async def test_in_private_every_own_table_is_near(house: House) -> None:
    """So the table that one's host is of goes before the one that is shown there."""
    own = await house.table(ANA)
    other = await house.table(CARLA, ANA, players=4)
    there = replace(house.who(ANA, private=True, shown=other), place=ELSEWHERE)
    asked = await house.asking.line(there, "/empezar")
    assert present(asked.info).match == own


async def test_looking_never_asks(house: House) -> None:
    await house.table(CARLA, players=4)
    newest = await house.table(ANA, players=4)
    for line in ("/mesa", "/reglas", "/ayuda"):
        asked = await house.says(DANI, line)
        assert isinstance(asked.intent, Show | ShowPage), line
        assert present(asked.info).match == newest, line


@pytest.mark.parametrize("line", ["/ayuda", "/reglas", "/pista", "/frase", "/opciones", "/truco"])
async def test_in_the_hall_no_table_of_others_is_meant(house: House, line: str) -> None:
    await house.table(ANA, BETO, start=True)
    asked = await house.asking.line(house.who(DANI, hall=True), line)
    assert asked.info is None
    reads = line in ("/ayuda", "/reglas")
    assert isinstance(asked.intent, ShowPage) if reads else asked.intent == Cannot("say.no_table")
    own = await house.asking.line(house.who(ANA, hall=True), line)
    assert own.info is not None


async def test_in_the_hall_a_free_seat_is_found(house: House) -> None:
    lobby = await house.table(CARLA)
    asked = await house.asking.line(house.who(DANI, hall=True), "/unirse")
    assert present(asked.info).match == lobby


async def test_what_does_not_fit_a_button_is_told_with_the_codes(house: House) -> None:
    first = await house.table(CARLA, players=4)
    second = await house.table(ANA, players=4)
    typed = Typed("unirse", (("equipo", "x" * LIMIT),))
    asked = await house.asking.chosen(house.who(DANI), typed)
    assert isinstance(asked.intent, Cannot)
    assert asked.intent.id == "say.which_table"
    (told,) = (value for name, value in asked.intent.parameters if name == "tables")
    assert first in told
    assert second in told


@pytest.mark.parametrize(
    "token",
    [
        "l1.",
        "l1.short.unirse",
        "l1.abcd2345",
        "l1.abcd2345.nothing",
        "l1.abcd2345.unirse.equipo",
        "l1.abcd2345.unirse.puntos=4",
        "l1.abcd2345.decir.other=truco",
        "l1.ABCD2345.unirse",
        "t1.abcd2345..JOIN",
        "l1.abcd2345.unirse.equipo=" + "A" * LIMIT,
    ],
)
def test_a_forged_answer_is_none(token: str) -> None:
    assert read_resumed(token) is None


def test_an_answer_is_read_back() -> None:
    assert read_resumed("l1.abcd2345.decir.verbo=truco") == Resume(
        "abcd2345", Typed(SAY, (("verbo", "truco"),))
    )
    begin = "l1.abcd2345.decir.verbo="
    longest = "x" * (LIMIT - len(begin))
    assert read_resumed(begin + longest) == Resume("abcd2345", Typed(SAY, (("verbo", longest),)))
    assert read_resumed(f"{begin}{longest}x") is None


MATCH = "abcd2345"
WHO: dict[str, Any] = {"request": "r", "person": ANA}
AT: dict[str, Any] = {**WHO, "match": MATCH}
OPENS: dict[str, Any] = {**WHO, "community": COMMUNITY, "place": PLACE, "name": "Ana"}


@pytest.mark.parametrize(
    ("command", "note", "after"),
    [
        (OpenTable(**OPENS), "", FollowUp(MATCH, here=True, seat=True)),
        (OpenTable(**OPENS, format="suizo"), "", FollowUp(MATCH, here=True)),
        (Join(**WHO, match="", name="Ana"), "", FollowUp(MATCH, here=True, seat=True)),
        *(
            (Join(**WHO, match="", name="Ana"), note, FollowUp(MATCH, here=True))
            for note in ENTERED
        ),
        (PlayDaily(**OPENS, variant="mineiro"), "", FollowUp(MATCH, seat=True)),
        (LookOn(**AT, name="Ana"), "", FollowUp(MATCH, seat=True)),
        (Return(**AT), "", FollowUp(MATCH, here=True, seat=True)),
        (Leave(**AT), WITHDRAWN, FollowUp()),
        (Leave(**AT), LOOKED_ON, FollowUp(MATCH, gone=True, looked_on=True)),
        (Leave(**AT), "", FollowUp(MATCH, gone=True)),
        (Decline(**AT), "", FollowUp(MATCH, gone=True)),
        (SeeOptions(**AT), "", FollowUp(MATCH, options=True)),
        (AgreeSign(**AT, gesture="a", meaning="b"), "", FollowUp(MATCH, signs=True)),
        (DropSign(**AT, sign="a"), "", FollowUp(MATCH, signs=True)),
        (Start(**AT), "", FollowUp(MATCH, begins=True)),
        (
            Rematch(**WHO, match="before23"),
            "",
            FollowUp(MATCH, here=True, seat=True, before="before23"),
        ),
        (Act(**AT, action="truco"), "", FollowUp()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_follows_a_command(command: AnyCommand, note: str, after: FollowUp) -> None:
    assert follow_up(command, Accepted(match=MATCH, note=note)) == after
    assert follow_up(command, Refused(ServiceReason.NOT_HOST, MATCH)) == FollowUp()
