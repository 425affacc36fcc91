"""Onlookers: they see what the channel sees, or one hand late, and never anything more."""

import msgspec
import pytest
from msgspec.structs import replace

from bot.asking import Asking, Whereabouts, follow_up
from bot.catalogue import Intent, Pick, Send, ShowPage, Typed, page_for, parse
from bot.chat_commands import Cannot
from bot.community.bars import BAR, Bar
from bot.community.linked_users import Outcome
from bot.match.onlookers import LOOKED_ON, MOST_ONLOOKERS
from bot.messages import (
    Accepted,
    AnyReply,
    HandOver,
    Leave,
    LookAt,
    LookOn,
    NotSeated,
    PersonId,
    ProposeEnd,
    Rematch,
    SayPhrase,
    SetOptions,
    Silence,
)
from bot.model import Status
from bot.pages.page_spec import Community
from bot.screen import Screen
from bot.screens.pages import RULES, Page, PageKey
from bot.showing.platform import LOST
from bot.store.notices import SEAT_FREE, Notice
from bot.store.queries import match_queries
from bot.tokens import command
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    DANI,
    NAMES,
    PLACE,
    STRANGER,
    Table,
    reason,
    whereabouts,
)
from tests.narrow import of_kind, present

ELSEWHERE = "telegram:77"
"""Eva on another platform."""


async def look_on(table: Table, person: PersonId, name: str = "") -> AnyReply:
    name = name or NAMES.get(person, "Eva")
    return await table.ask(LookOn, person, name=name)


async def means(table: Table, person: PersonId, text: str) -> Intent | None:
    """What a line means in this person's own chat with the bot."""
    own = f"test:@{person}"
    who = whereabouts(STRANGER, name="Eva", community=own, place=f"{own}/1", private=True)
    who = replace(who, request=table.request(), person=person)
    return (await Asking(table.service).line(who, text)).intent


async def test_an_onlooker_stops_looking_on_from_their_own_chat(table: Table) -> None:
    """By the command alone, also after a restart, and after the account was linked."""
    await table.seated(ANA, BETO)
    assert await means(table, STRANGER, "/salir") == Cannot("say.no_table")
    await look_on(table, STRANGER)
    await table.shown_in("tab", STRANGER)
    table.restart()
    assert await table.link(ELSEWHERE, STRANGER) is Outcome.LINKED
    person = await table.service.users.person_of(STRANGER)
    assert person == ELSEWHERE
    intent = of_kind(Send, await means(table, person, "/salir"))
    assert isinstance(intent.command, Leave)
    assert intent.command.match == table.match
    assert (await table.send(intent.command)).note == LOOKED_ON  # type: ignore[union-attr]
    assert await means(table, person, "/salir") == Cannot("say.no_table")
    assert await table.service.looking_on.of(person) == ()


async def test_who_sits_somewhere_leaves_that_table_first(table: Table) -> None:
    await table.seated(ANA, BETO)
    await look_on(table, STRANGER)
    seen = table.match
    await table.open(STRANGER)
    for expected in (table.match, seen):
        intent = of_kind(Send, await means(table, STRANGER, "/salir"))
        assert intent.command.match == expected  # type: ignore[union-attr]
        await table.send(intent.command)


async def test_a_table_that_is_looked_on_at_is_shown_nowhere_by_a_command(table: Table) -> None:
    """Only leaving it and saying a phrase there are about it."""
    await table.seated(ANA, BETO)
    await look_on(table, STRANGER)
    for text in ("/mano", "/truco", "/pista"):
        assert isinstance(await means(table, STRANGER, text), Cannot), text
    assert await means(table, STRANGER, "/mesa") == ShowPage("mesas"), "the tables of the place"


async def leave(table: Table, person: PersonId) -> AnyReply:
    return await table.ask(Leave, person)


async def choose(table: Table, value: str, name: str = "spectators") -> AnyReply:
    person = (await table.info()).host
    options = ((name, value),)
    return await table.ask(SetOptions, person, options=options)


async def show_to(table: Table, person: PersonId) -> None:
    """The table is shown to this person, at an address that has their name."""
    await table.shown_in(person, person, locale="es")


async def seen(table: Table, person: PersonId | None) -> Screen | None:
    return await table.service.screens.screen(table.match, person, "es")


async def finish_hand(table: Table) -> None:
    """The hand is left to the others, and the next one dealt."""
    await table.act(ANA, "mazo")
    await table.next_hand()


def bare(screen: Screen) -> Screen:
    """What a picture shows of the table."""
    return replace(screen, buttons=(), version=0, onlooker=False)


async def names(table: Table) -> list[str]:
    return [onlooker.name for onlooker in (await table.info()).onlookers]


# --- coming and going ----------------------------------------------------------------------------


async def test_onlookers_are_listed_to_everybody_the_first_by_name(table: Table) -> None:
    await table.heads_up()
    for number in range(6):
        await look_on(table, f"web:{number}", f"Mirón {number}")
    for person in (None, ANA, "web:3"):
        screen = present(await seen(table, person))
        (line,) = (line for line in screen.lines if line.id == "table.onlookers")
        assert [f"Mirón {number}" in line.text for number in range(6)] == [True] * 4 + [False] * 2
        assert "2" in line.text


async def test_an_onlooker_leaves_and_no_seat_is_touched(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER)
    screen = present(await seen(table, STRANGER))
    left = command(screen.buttons[0].token, person=STRANGER, request="left", name="Eva")
    assert isinstance(left, Leave)
    reply = await table.send(left)
    assert follow_up(left, reply).looked_on
    assert await names(table) == []
    assert await seen(table, STRANGER) is None
    assert isinstance(await leave(table, STRANGER), NotSeated)
    assert not any(seat.away for seat in (await table.info()).seats)


async def test_a_table_has_room_for_so_many_and_nobody_looks_on_twice(table: Table) -> None:
    await table.open(ANA)
    for number in range(MOST_ONLOOKERS):
        assert isinstance(await look_on(table, f"web:{number}"), Accepted)
    before = (await table.info()).version
    assert isinstance(await look_on(table, "web:0"), Accepted)
    assert (await table.info()).version == before
    assert reason(await look_on(table, STRANGER)) == "TOO_MANY_ONLOOKERS"
    assert reason(await look_on(table, ANA)) == "ALREADY_SEATED"
    assert reason(await look_on(table, "web:x", "\u200b")) == "BAD_NAME"


async def test_nobody_is_kept_as_an_onlooker_of_a_match_that_is_over(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER)
    await silence(table, STRANGER)
    await table.agree(ANA, BETO)
    info = await table.info()
    assert info.status is Status.OVER
    assert (info.onlookers, info.silent_onlookers) == ((), ())
    assert reason(await look_on(table, STRANGER)) == "TABLE_CLOSED"
    assert await seen(table, STRANGER) is not None  # its record is for everybody, too
    reply = of_kind(Accepted, await table.ask(Rematch, ANA))
    assert present(await table.service.matches.info(reply.match)).onlookers == ()


async def test_an_onlooker_whose_last_picture_is_lost_looks_on_no_longer(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER)
    await show_to(table, STRANGER)
    await table.shown_in("second", STRANGER)
    await table.service.updater.bring_all()
    table.platform.deliveries = [LOST]
    await table.do(ANA, "play 7o")
    await table.service.updater.bring_all()
    assert await names(table) == ["Eva"]
    table.platform.deliveries = [LOST]
    await table.do(BETO, "play 12c")
    await table.service.updater.bring_all()
    assert await names(table) == []


# --- the option ----------------------------------------------------------------------------------


async def test_the_host_lets_nobody_look_on_from_the_next_hand_on(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER)
    await show_to(table, STRANGER)
    await table.service.updater.bring_all()
    assert isinstance(await choose(table, "no"), Accepted)
    assert await names(table) == ["Eva"]
    await finish_hand(table)
    assert await names(table) == []
    assert reason(await look_on(table, STRANGER)) == "NO_SPECTATORS"
    await table.service.updater.bring_all()
    assert (STRANGER, None) in table.platform.retired
    assert await seen(table, None) is not None  # the channel of the table is its own


async def test_a_lobby_that_becomes_private_lets_its_onlookers_go(table: Table) -> None:
    await table.open(ANA)
    await look_on(table, STRANGER)
    await choose(table, "si", "private")
    assert await names(table) == []
    assert reason(await look_on(table, STRANGER)) == "PRIVATE_LOOK"
    assert await seen(table, STRANGER) is None


async def test_guests_and_friends_look_on_at_a_private_table(table: Table) -> None:
    await table.open(ANA)
    await choose(table, "si", "private")
    await table.service.admission.invite(table.match, CARLA)
    await table.service.admission.befriend(ANA, DANI, "Dani")
    await table.start(ANA)
    for person in (CARLA, DANI):
        assert isinstance(await look_on(table, person), Accepted)
    for person in (STRANGER, ELSEWHERE):
        assert reason(await look_on(table, person)) == "PRIVATE_LOOK"
    await leave(table, CARLA)
    assert isinstance(await look_on(table, CARLA), Accepted)
    await table.agree(ANA)
    assert (await table.info()).status is Status.OVER
    kept = await table.store.settings_of(f"table:{table.match}")
    assert kept == {}


async def test_who_is_barred_looks_on_no_longer(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER)
    bar = Bar(table.time.utc() + 3600, "Eva", "why")
    assert await table.service.bars.set(COMMUNITY, STRANGER, BAR, bar) is None
    await table.service.seat_owners.put_out(COMMUNITY, STRANGER)
    assert await names(table) == []
    assert reason(await look_on(table, STRANGER)) == "BARRED"


@pytest.mark.parametrize("spectators", ["no", "tarde"])
async def test_no_page_tells_others_how_the_hand_goes(table: Table, spectators: str) -> None:
    await table.heads_up()
    await choose(table, spectators)
    await finish_hand(table)
    await table.do(ANA if 0 in (await table.view(None)).awaited else BETO, "truco")
    here, elsewhere = Community(COMMUNITY, "here"), Community("telegram:-9", "elsewhere")

    async def page(match: str, person: PersonId | None, where: Community) -> Page:
        return await page_for(table.service, PageKey(RULES, match, "mano"), person, "es", where)

    plain = await page("", STRANGER, here)
    assert await page(table.match, STRANGER, here) == plain
    assert await page(table.match, None, elsewhere) == plain
    assert await page(table.match, ANA, here) != plain
    assert await page(table.match, None, here) != plain  # what the channel sees anyway


# --- one hand late -------------------------------------------------------------------------------


async def test_one_hand_late_nothing_of_the_running_hand_arrives(table: Table) -> None:
    await table.heads_up()
    await choose(table, "tarde")
    await table.do(ANA, "play 7o")
    await finish_hand(table)
    await look_on(table, STRANGER)
    await show_to(table, STRANGER)
    await table.service.updater.bring_all()
    (first,) = table.platform.shown[STRANGER]
    assert (first.number, [len(row.cards) for row in first.tricks]) == (1, [1])
    assert first.lines[0].id == "table.onlookers.late"
    assert first.deadline is None
    assert first.asked == ()
    turn = ANA if 0 in (await table.view(None)).awaited else BETO
    await table.do(turn, "truco")
    await table.service.updater.bring_all()
    assert table.platform.shown[STRANGER] == [first], "a picture tells that something happened"
    table.restart()
    again = present(await seen(table, STRANGER))
    assert bare(again) == bare(first)
    await table.do(BETO if turn == ANA else ANA, "noquiero")  # the hand is over
    await table.service.updater.bring_all()
    newest, public = table.platform.shown[STRANGER][-1], await seen(table, None)
    assert public is not None
    assert bare(newest) == bare(public)


async def test_one_hand_late_hides_what_people_do_meanwhile(table: Table) -> None:
    """Turns that pass, a proposed end, phrases at the table. Onlookers' own are shown."""
    await table.heads_up()
    await choose(table, "tarde")
    await finish_hand(table)
    await look_on(table, STRANGER)
    before, number = await seen(table, STRANGER), (await table.view(None)).number
    assert before is not None

    async def nothing_is_new() -> None:
        now = present(await seen(table, STRANGER))
        assert bare(now) == bare(before)

    await table.ask(ProposeEnd, ANA)
    await nothing_is_new()
    await table.ask(ProposeEnd, BETO, agree=False)
    await say(table, BETO)
    await nothing_is_new()
    while not any(seat.away for seat in (await table.info()).seats):
        await table.next_deadline()
        assert (await table.view(None)).number == number
        await nothing_is_new()
    await say(table, STRANGER)
    now = present(await seen(table, STRANGER))
    assert sum(line.id == "table.phrase" for line in now.lines) == 1


# --- phrases -------------------------------------------------------------------------------------


async def say(table: Table, person: PersonId) -> AnyReply:
    return await table.ask(SayPhrase, person, phrase="suerte")


async def silence(table: Table, onlooker: PersonId, person: PersonId = ANA) -> AnyReply:
    return await table.ask(Silence, person, seat=-1, onlooker=onlooker)


async def said(table: Table) -> int:
    screen = present(await seen(table, None))
    return sum(line.id == "table.phrase" for line in screen.lines)


async def test_onlookers_say_phrases_until_the_host_silences_them(table: Table) -> None:
    await table.heads_up()
    assert isinstance(await say(table, STRANGER), NotSeated)
    await look_on(table, STRANGER)
    assert isinstance(await say(table, STRANGER), Accepted)
    assert await said(table) == 1
    assert reason(await say(table, STRANGER)) == "TOO_MANY_PHRASES"
    table.time.pass_by(table.config.phrase_pause)
    assert reason(await silence(table, STRANGER, BETO)) == "NOT_HOST"
    assert isinstance(await silence(table, STRANGER), Accepted)
    assert await said(table) == 0
    assert reason(await say(table, STRANGER)) == "SILENCED"
    await leave(table, STRANGER)
    await look_on(table, STRANGER)
    assert reason(await say(table, STRANGER)) == "SILENCED", "coming back undid it"
    assert isinstance(await silence(table, STRANGER), Accepted)
    assert isinstance(await say(table, STRANGER), Accepted)
    assert reason(await silence(table, "web:zzz")) == "NO_SUCH_SEAT"


async def test_who_was_silent_beside_the_table_is_silent_at_it(table: Table) -> None:
    await table.open(ANA)
    await look_on(table, BETO)
    await silence(table, BETO)
    await table.join(BETO)
    assert reason(await say(table, BETO)) == "SILENCED"
    assert (await table.info()).silent_onlookers == ()


# --- words ---------------------------------------------------------------------------------------


def at_the_table(person: PersonId, place: str = PLACE) -> Whereabouts:
    return whereabouts(person, name="Eva", place=place)


async def test_the_command_means_a_table_or_a_player(table: Table) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4, senas="risk")
    asking = Asking(table.service)
    looks = LookOn(request="r", person=STRANGER, match=table.match, name="Eva")
    for where, line in ((PLACE, "/mirar"), ("discord:9/1", f"/mirar mesa:{table.match.upper()}")):
        asked = await asking.line(at_the_table(STRANGER, where), line)
        assert asked.intent == Send(looks), line
    asked = await asking.line(at_the_table(STRANGER, "discord:9/1"), "/mirar")
    assert isinstance(asked.intent, Cannot)
    asked = await asking.line(at_the_table(STRANGER), "/mirar jugador:Ana")
    assert asked.intent == Cannot("reply.not_seated")
    assert isinstance((await asking.line(at_the_table(ANA), "/mirar")).intent, Pick)
    asked = await asking.line(at_the_table(ANA), "/mirar jugador:Beto")
    assert asked.intent == Send(LookAt(request="r", person=ANA, match=table.match, seat=1))
    assert isinstance(parse("/watch table:aaaaaaaa", "en"), Typed)


# --- one person ----------------------------------------------------------------------------------


async def test_a_linked_user_looks_on_as_one_person_and_never_beside_a_seat(table: Table) -> None:
    await table.heads_up()
    for person in (STRANGER, ELSEWHERE):
        await look_on(table, person)
    await silence(table, ELSEWHERE)
    assert isinstance(await table.ask(HandOver, ELSEWHERE, to=STRANGER), Accepted)
    info = await table.info()
    assert [onlooker.person for onlooker in info.onlookers] == [STRANGER]
    assert info.silent_onlookers == (STRANGER,)
    assert isinstance(await table.ask(HandOver, STRANGER, to=BETO), Accepted)
    info = await table.info()
    assert (info.onlookers, info.silent_onlookers, info.silent) == ((), (), (1,))


async def test_linking_moves_whoever_looks_on(table: Table) -> None:
    await table.heads_up()
    await look_on(table, ELSEWHERE)
    await table.service.surfaces.add(
        table.match, platform="telegram", address="77", chat="77", person=ELSEWHERE
    )
    await table.link(ELSEWHERE, STRANGER)
    person = await table.service.users.person_of(STRANGER)
    assert [onlooker.person for onlooker in (await table.info()).onlookers] == [person]
    shown = [surface.person for surface in await table.store.surfaces_of(table.match)]
    assert shown == [person]


async def test_what_is_kept_of_an_onlooker_is_told_and_goes(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER, "Zulema")
    await show_to(table, STRANGER)
    await say(table, STRANGER)
    told = msgspec.json.decode(await table.service.own_data.of(STRANGER))
    assert told["looks_on"] == [{"match": table.match, "name": "Zulema", "silent": False}]
    await silence(table, STRANGER)
    await table.service.erasures.ask(STRANGER)
    assert await names(table) == []
    assert reason(await look_on(table, STRANGER)) == "LEAVING_US"
    table.time.pass_by(table.config.erase + 120)
    await table.service.erasures.carry_out()
    stored = present(await table.store.read(match_queries.load, table.match))
    row = msgspec.json.encode(stored.row.info)
    assert b"Zulema" not in row
    assert STRANGER.encode() not in row


async def test_an_onlooker_whom_nothing_shows_the_table_is_erased_too(table: Table) -> None:
    await table.heads_up()
    await look_on(table, STRANGER, "Zulema")
    await say(table, STRANGER)
    await table.erase(STRANGER)
    info = await table.info()
    assert (info.onlookers, info.phrases) == ((), ())


# --- a seat that comes free ---------------------------------------------------------------------


async def freed(table: Table) -> list[Notice]:
    """The calls to a seat that came free."""
    await table.service.updater.bring_all()
    return [notice for notice, _ in table.platform.notices if notice.kind == SEAT_FREE]


async def gone(table: Table, person: PersonId) -> None:
    await table.ask(Leave, person)


async def test_who_looks_on_at_a_full_lobby_is_told_of_a_seat_and_takes_it(table: Table) -> None:
    await table.open(ANA)
    await look_on(table, CARLA)
    await table.join(BETO)
    assert await freed(table) == []
    await gone(table, BETO)
    (notice,) = await freed(table)
    assert notice.person == CARLA
    assert await table.service.screens.notice(notice)
    button = present(await table.service.screens.notice_button(notice))
    assert isinstance(await table.press(CARLA, button.token), Accepted)
    assert await table.service.screens.notice(notice) is None, "the seat is taken"
    assert [seat.person for seat in (await table.info()).people] == [ANA, CARLA]


async def test_nobody_is_told_of_a_seat_that_is_not_for_them(table: Table) -> None:
    """One that was free before, or of a match that has begun."""
    await table.open(ANA, 4)
    await look_on(table, CARLA)
    await table.join(BETO)
    await gone(table, BETO)
    assert await freed(table) == []
    await table.open(ANA)
    await table.join(BETO)
    await look_on(table, CARLA)
    await table.start(ANA)
    await gone(table, BETO)
    assert await freed(table) == []
