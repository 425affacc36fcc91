"""Signs that partners agree on: who knows them, who sees them made, and what is left of them."""

import json
from pathlib import Path

import pytest

from bot.asking import Asking
from bot.catalogue import Send, ShowPage, Typed, page_for
from bot.catalogue.commands import COMMAND
from bot.catalogue.completion import value_choices
from bot.chat_commands import Cannot
from bot.environment import Config
from bot.match.own_signs import LONGEST_GESTURE, LONGEST_MEANING, MOST
from bot.messages import (
    Accepted,
    AddRobot,
    AgreeSign,
    AnyReply,
    DropSign,
    HandOver,
    Join,
    Leave,
    LookOn,
    NotSeated,
    PersonId,
    Refused,
    SendSena,
)
from bot.model import OwnSign, SeenSign, Status
from bot.screen import Screen
from bot.screens.pages import SIGNS, PageKey
from bot.store import Store
from bot.store.queries import match_queries
from bot.tokens import SENA, encode
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, HERE, STRANGER, Table, reason, whereabouts
from tests.bot.match.test_looks import look
from tests.bot.store.test_erasures import DAY, NAMED, ZOE, everything, tidy, traces
from tests.narrow import of_kind, present

EAR, LOW = "me toco la gorra", "vengo sin nada"
NOSE, HIGH = "me rasco la nariz", "juego alto"


async def agree(table: Table, person: PersonId, gesture: str = EAR, meaning: str = LOW) -> AnyReply:
    return await table.ask(AgreeSign, person, gesture=gesture, meaning=meaning)


async def drop(table: Table, person: PersonId, gesture: str = EAR) -> AnyReply:
    return await table.ask(DropSign, person, sign=gesture)


def id_of(gesture: str) -> str:
    return OwnSign(gesture, "", ()).id


async def sign(table: Table, person: PersonId, gesture: str = EAR, to: int = -1) -> AnyReply:
    return await table.ask(SendSena, person, sena=id_of(gesture), to=to)


async def known(table: Table, person: PersonId) -> dict[str, str]:
    signs = await table.service.matches.signs(table.match, person)
    return {sign.gesture: sign.meaning for sign in signs.known}


async def seen(table: Table, person: PersonId) -> tuple[SeenSign, ...]:
    return (await table.service.matches.signs(table.match, person)).seen


async def screen(table: Table, person: PersonId | None) -> Screen:
    """What this person sees; the stranger looks on."""
    if person == STRANGER:
        assert isinstance(await table.ask(LookOn, person, name="Eva"), Accepted)
    return await table.screen(person, "es")


async def lines(table: Table, person: PersonId | None) -> list[str]:
    found = await screen(table, person)
    return [line.id for line in found.lines if line.id in ("hand.sign", "hand.gesture")]


async def lobby(table: Table, **options: str) -> None:
    """Ana and Carla against Beto and Dani, before the match."""
    await table.open(ANA, 4, **options)
    for person in (BETO, CARLA, DANI):
        assert isinstance(await table.join(person), Accepted)


async def between_hands(table: Table) -> None:
    """The people who are asked leave the running hand; the next one is not dealt yet."""
    while (view := await table.view(None)).awaited:
        found = await table.info()
        await table.do(found.seats[view.awaited[0]].person, "mazo")


# --- who knows them ------------------------------------------------------------------------------


async def test_who_gets_it_is_told_what_it_means(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    await table.start()
    assert isinstance(await sign(table, ANA), Accepted)
    table.restart()
    assert await seen(table, CARLA) == (SeenSign(0, EAR, LOW),)
    assert await lines(table, CARLA) == ["hand.sign"]
    for other in (ANA, BETO, DANI, STRANGER):
        assert await seen(table, other) == ()
        assert await lines(table, other) == []
    assert await lines(table, None) == []


async def test_who_catches_one_sees_the_gesture_alone(table: Table) -> None:
    await lobby(table, senas="risk")
    await agree(table, ANA)
    await agree(table, BETO, EAR, HIGH)  # the same gesture means something else to them
    await table.start()
    await look(table, BETO, 0)
    assert isinstance(await sign(table, ANA), Accepted)
    assert await seen(table, BETO) == (SeenSign(0, EAR),)
    assert await seen(table, CARLA) == (SeenSign(0, EAR, LOW),)
    assert await seen(table, DANI) == ()
    assert await lines(table, BETO) == ["hand.gesture"]
    assert LOW not in str(await screen(table, BETO))


@pytest.mark.parametrize("mode", ["partner", "risk"])
async def test_others_cannot_tell_one_sign_from_another(mode: str) -> None:
    """Two tables that differ only in a gesture and its meaning."""
    pictures: list[dict[PersonId | None, tuple[object, ...]]] = []
    for gesture, meaning in ((EAR, LOW), (NOSE, HIGH)):
        table = Table(Store.in_memory())
        await lobby(table, senas=mode)
        await agree(table, ANA, gesture, meaning)
        await table.start()
        await sign(table, ANA, gesture)
        service, match = table.service, table.match
        pictures.append(
            {
                person: (
                    await screen(table, person),
                    await service.screens.options(match, person or STRANGER, "es"),
                    await service.matches.info(match),
                    await service.matches.view(match, person),
                    await page_for(service, PageKey(SIGNS, match), person, "es", HERE),
                    await service.own_data.of(person or STRANGER),
                    await table.store.read(match_queries.whole_log, match),
                )
                for person in (ANA, BETO, CARLA, DANI, STRANGER, None)
            }
        )
    first, second = pictures
    assert [person for person in first if first[person] != second[person]] == [ANA, CARLA]


async def test_a_third_partner_who_came_later_does_not_know_it(table: Table) -> None:
    await table.open(ANA, 6)
    await table.join(BETO)
    await table.join(CARLA, "A")
    assert isinstance(await agree(table, ANA), Accepted)
    await table.join(DANI, "A")
    assert await known(table, DANI) == {}
    assert await known(table, CARLA) == {EAR: LOW}
    await table.start()
    (place,) = [seat.seat for seat in (await table.info()).seats if seat.person == DANI]
    assert reason(await sign(table, ANA, to=place)) == "SIGN_UNKNOWN"
    assert isinstance(await sign(table, ANA), Accepted)
    assert await seen(table, DANI) == ()
    assert await seen(table, CARLA) == (SeenSign(0, EAR, LOW),)


async def test_a_sign_is_gone_with_one_who_knew_it(table: Table) -> None:
    """Somebody who sits down for a moment takes no sign to the other side."""
    await table.open(ANA, 4)
    await table.join(BETO, "A")
    await agree(table, ANA)
    assert await known(table, BETO) == {EAR: LOW}
    await table.join(BETO, "B")
    assert await known(table, ANA) == await known(table, BETO) == {}
    await table.join(CARLA, "A")
    await agree(table, CARLA)
    await table.ask(Leave, CARLA)
    await table.join(DANI, "A")
    assert await known(table, ANA) == await known(table, DANI) == {}


async def test_teams_made_by_chance_keep_a_sign_with_those_who_stay_together() -> None:
    together = set()
    for seed in range(6):
        table = Table(Store.in_memory(), seed=seed)
        await lobby(table, variant="tradicional-18", teams="random")
        await agree(table, ANA)
        await table.start()
        seats = {seat.person: seat.seat % 2 for seat in (await table.info()).seats}
        same = seats[ANA] == seats[CARLA]
        assert bool(await known(table, ANA)) == bool(await known(table, CARLA)) == same
        together.add(same)
    assert together == {True, False}


# --- when, and what ------------------------------------------------------------------------------


async def test_signs_are_agreed_on_before_the_match_and_between_hands(table: Table) -> None:
    await lobby(table)
    assert isinstance(await agree(table, ANA), Accepted)
    await table.start()
    assert reason(await agree(table, CARLA, NOSE, HIGH)) == "SIGNS_LATER"
    assert reason(await drop(table, CARLA)) == "SIGNS_LATER"
    await between_hands(table)
    assert isinstance(await agree(table, CARLA, NOSE, HIGH), Accepted)
    assert isinstance(await drop(table, CARLA), Accepted)
    assert await known(table, ANA) == {NOSE: HIGH}


async def test_writing_gives_nobody_more_time(table: Table) -> None:
    await lobby(table)
    table.time.pass_by(60)
    before = await table.due()
    await agree(table, ANA)
    assert await table.due() == before


async def test_what_is_refused(table: Table) -> None:
    await table.open(ANA, 4)
    assert reason(await agree(table, ANA)) == "NO_ONE_TO_AGREE"
    await table.ask(AddRobot, ANA, seat=2)
    assert reason(await agree(table, ANA)) == "NO_ONE_TO_AGREE", "robots know none"
    assert isinstance(await agree(table, STRANGER), NotSeated)
    table = Table(Store.in_memory())
    await lobby(table)
    for gesture, meaning in (("", LOW), (EAR, ""), ("\u200b\u202e", LOW), (EAR, "\u0301" * 9)):
        assert reason(await agree(table, ANA, gesture, meaning)) == "BAD_SIGN"
    assert reason(await drop(table, ANA, EAR)) == "NO_SUCH_SENA"
    off = Table(Store.in_memory())
    await lobby(off, senas="off")
    assert reason(await agree(off, ANA)) == "SENAS_OFF"
    two = Table(Store.in_memory())
    await two.open(ANA, 2)
    await two.join(BETO)
    assert reason(await agree(two, ANA)) == "NO_PARTNER"


async def test_what_is_written_is_cleaned_like_a_name(table: Table) -> None:
    await lobby(table)
    rude = "\u202eme\n to\u200bco @todos /salir a" + "\u0301" * 40
    await agree(table, ANA, rude, "x" * 500)
    ((gesture, meaning),) = (await known(table, ANA)).items()
    assert gesture == "me toco todos salir á" + "\u0301" * 3
    assert meaning == "x" * LONGEST_MEANING
    await agree(table, ANA, "y" * 500)
    assert (await known(table, ANA))["y" * LONGEST_GESTURE] == LOW


async def test_a_side_has_a_few(table: Table) -> None:
    await lobby(table)
    for number in range(MOST):
        assert isinstance(await agree(table, ANA, f"gesto {number}"), Accepted)
    refused = of_kind(Refused, await agree(table, CARLA))
    assert (refused.reason, refused.parameters) == ("TOO_MANY_SIGNS", (("n", str(MOST)),))
    assert isinstance(await agree(table, BETO), Accepted), "the other side has its own"
    assert isinstance(await agree(table, CARLA, "gesto 0", HIGH), Accepted)
    assert (await known(table, ANA))["gesto 0"] == HIGH
    assert len(await known(table, ANA)) == MOST


async def test_a_sign_that_nobody_knows_is_no_sena(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    await table.start()
    assert reason(await sign(table, BETO)) == "NO_SUCH_SENA"
    assert reason(await sign(table, ANA, NOSE)) == "NO_SUCH_SENA"
    assert isinstance(await sign(table, STRANGER), NotSeated)


async def test_robots_know_nothing_of_it(table: Table) -> None:
    """What a robot is told, its seat's view, is the same with a sign and without."""
    views = []
    for signs in (True, False):
        each = Table(Store.in_memory())
        await lobby(each, senas="public")
        await agree(each, ANA)
        await each.start()
        await each.ask(Leave, CARLA)
        if signs:
            assert isinstance(await sign(each, ANA), Accepted)
        running = present(await each.service.matches._running.newest(each.match))
        views.append([running.view(seat) for seat in range(4)])
    assert views[0] == views[1]


# --- commands, buttons, the page -----------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "/acordar me toco la gorra = vengo sin nada",
        "/acordar gesto:me toco la gorra significado:vengo sin nada",
        "/combinar significado:vengo sin nada gesto:me toco la gorra",
        "/agree meaning:vengo sin nada gesture:me toco la gorra",
    ],
)
async def test_a_sign_is_written_as_a_command(table: Table, line: str) -> None:
    await lobby(table)
    intent = of_kind(Send, (await Asking(table.service).line(whereabouts(ANA), line)).intent)
    assert isinstance(await table.send(intent.command), Accepted)
    assert await known(table, CARLA) == {EAR: LOW}


async def test_the_command_alone_shows_them_and_takes_one_away(table: Table) -> None:
    asking = Asking(table.service)
    assert isinstance((await asking.line(whereabouts(ANA), "/acordar")).intent, Cannot)
    assert isinstance((await asking.line(whereabouts(ANA), "/acordar a = b")).intent, Cannot)
    await lobby(table)
    assert (await asking.line(whereabouts(ANA), "/acordar")).intent == ShowPage("senas")
    await agree(table, ANA)
    asker, _ = await asking.asker(whereabouts(CARLA), "acordar")
    option = COMMAND["acordar"].option("quitar")
    (told,) = value_choices(option, {}, asker, words_for("es"))
    assert told[0] == EAR
    dropped = await asking.chosen(whereabouts(CARLA), Typed("acordar", (("quitar", told[0]),)))
    assert isinstance(await table.send(of_kind(Send, dropped.intent).command), Accepted)
    assert await known(table, ANA) == {}


async def test_a_sign_is_made_by_its_gesture_or_by_a_button(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    await table.start()
    asking = Asking(table.service)
    intent = of_kind(Send, (await asking.line(whereabouts(ANA), "/sena Me toco la GORRA")).intent)
    assert of_kind(SendSena, intent.command).sena == id_of(EAR)
    token = encode(table.match, "", f"{SENA} {id_of(EAR)}")
    assert token in [sena.token for sena in (await screen(table, ANA)).senas]
    assert token not in [sena.token for sena in (await screen(table, BETO)).senas]
    assert isinstance(await table.press(ANA, token), Accepted)
    assert await seen(table, CARLA) == (SeenSign(0, EAR, LOW),)


# --- what becomes of them ------------------------------------------------------------------------


async def over(table: Table) -> None:
    for person in (BETO, DANI):
        await table.ask(Leave, person)
    for person in (ANA, CARLA):
        await table.ask(Leave, person)
    assert (await table.info()).status is Status.OVER


async def test_they_go_along_into_a_rematch(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    await agree(table, BETO, NOSE, HIGH)
    await table.start()
    first = table.match
    for person in (BETO, DANI):
        await table.ask(Leave, person)
    await table.agree(ANA, CARLA)
    assert (await table.info()).status is Status.OVER
    await table.rematch(ANA)
    assert await known(table, CARLA) == {EAR: LOW}
    assert await known(table, BETO) == {}, "those two have left"
    table.match = first
    assert await known(table, CARLA) == {}


async def test_a_person_who_is_linked_knows_them_still(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    assert isinstance(await table.ask(HandOver, ANA, to="telegram:9"), Accepted)
    assert await known(table, "telegram:9") == await known(table, CARLA) == {EAR: LOW}
    assert await known(table, ANA) == {}


async def test_fewer_seats_part_those_who_agreed(table: Table) -> None:
    await table.open(ANA, 4)
    await table.join(BETO, "A")
    await agree(table, ANA)
    await table.choose(ANA, players="2")
    assert await known(table, ANA) == {}


async def test_their_data_are_told_to_those_who_wrote_them(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    await agree(table, CARLA, NOSE, HIGH)
    told = {}
    for person in (ANA, BETO, CARLA, STRANGER):
        text = await table.service.own_data.of(person)
        told[person] = [row["signs"] for row in json.loads(text)["matches"]]
    mine = [{"gesture": EAR, "meaning": LOW}]
    assert told[ANA] == [mine]
    assert told[BETO] == [[]]
    assert told[CARLA] == [[{"gesture": NOSE, "meaning": HIGH}]]
    assert EAR not in await table.service.own_data.of(CARLA)


async def test_no_record_and_no_log_has_them(table: Table) -> None:
    await lobby(table)
    await agree(table, ANA)
    await table.start()
    await sign(table, ANA)
    await over(table)
    record = await table.record()
    rows = await table.store.read(match_queries.whole_log, table.match)
    for text in (record, *(row.text for row in rows)):
        assert EAR not in text
        assert LOW not in text


@pytest.mark.parametrize(
    ("any_store", "when"),
    [
        ("shared", "lobby"),
        ("postgresql", "playing"),
        ("sqlite", "over"),
        ("postgresql shared", "over"),
    ],
    indirect=["any_store"],
)
async def test_nothing_is_left_of_them_when_one_is_erased(
    any_store: Store, tmp_path: Path, when: str
) -> None:
    table = Table(any_store, config=Config(robot_budget=0, abandon=99 * DAY, lobby=99 * DAY))
    people = {ANA: "Ana", BETO: "Beto", ZOE: NAMED}
    await table.open(ANA, 4)
    for person, name in people.items():
        if person != ANA:
            await table.ask(Join, person, name=name)
    await agree(table, ANA, "oculto-77 a", "oculto-77 b")
    await agree(table, ZOE, "oculto-77 c", "oculto-77 d")
    if when != "lobby":
        await table.start()
        assert isinstance(await sign(table, ZOE, "oculto-77 c"), Accepted)
    if when == "over":
        for person in people:
            await table.ask(Leave, person)
        assert (await table.info()).status is Status.OVER
    assert b"oculto-77" in traces(await everything(any_store, tmp_path))
    await table.erase(ZOE)
    await tidy(table)
    assert traces(await everything(any_store, tmp_path)) == []


@pytest.mark.parametrize("any_store", ["sqlite", "postgresql shared"], indirect=True)
async def test_a_day_after_the_match_they_are_gone(any_store: Store, tmp_path: Path) -> None:
    table = Table(any_store)
    await lobby(table)
    await agree(table, ANA, "oculto-77 a", "oculto-77 b")
    await table.start()
    await over(table)
    assert b"oculto-77" in traces(await everything(any_store, tmp_path))
    table.time.pass_by(2 * DAY)
    await tidy(table)
    await table.store.scrub()
    assert b"oculto-77" not in traces(await everything(any_store, tmp_path))
    table.restart()
    assert await table.service.matches.record(table.match) is not None
