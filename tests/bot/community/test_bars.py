"""People who are kept away from a community's tables, or silenced there."""

import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot.asking import Asking
from bot.community.bars import BAR, MUTE, Bar
from bot.community.linked_users import Outcome
from bot.environment import Config
from bot.messages import (
    Accepted,
    AnyReply,
    CloseTable,
    Join,
    Leave,
    PersonId,
    Refused,
    Return,
    SayPhrase,
)
from bot.model import Status
from bot.pages.bars import bars_page
from bot.pages.closing import close_page
from bot.pages.page_spec import Administration
from bot.store import Store
from bot.store.queries import people_queries
from bot.words import words_for
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    DANI,
    NAMES,
    PLACE,
    Table,
    reason,
    whereabouts,
)
from tests.bot.intruders import buttons, seats_and_steps, typed
from tests.narrow import of_kind

HOUR = 3600.0
ELSEWHERE = "discord:9"
OTHER = "telegram:7801"
"""Beto's user on another platform."""
NAMES[OTHER] = "Beto T"
HERE = Administration(COMMUNITY, manages=True)


async def bar(table: Table, line: str, person: PersonId = CARLA) -> list[str]:
    """An administrator types a command."""
    who = whereabouts(person, request=table.request())
    asked = await Asking(table.service).line(who, line)
    values = dict(getattr(asked.intent, "values", ()))
    return (await bars_page(table.service, HERE, person, values, "es")).text.split("\n")


async def barred(table: Table, person: PersonId = BETO, kind: str = BAR) -> None:
    until = table.time.utc() + HOUR
    assert await table.service.bars.set(COMMUNITY, person, kind, Bar(until, "Beto", "why")) is None
    if kind == BAR:
        await table.service.seat_owners.put_out(COMMUNITY, person)


async def opened(table: Table, person: PersonId, community: str = COMMUNITY) -> AnyReply:
    place = f"{community}/mesa"
    return await table.opens(person, community=community, place=place, name="Beto")


@pytest.mark.parametrize("stage", ["lobby", "playing", "over", "rematch"])
@pytest.mark.parametrize("linked", [False, True])
async def test_who_is_barred_finds_no_way_in(table: Table, stage: str, linked: bool) -> None:
    """At no stage of a table."""
    await finds_no_way_in(table, stage, linked=linked)


@pytest.mark.parametrize("unlike_store", ["sqlite", "postgresql"], indirect=True)
async def test_nor_with_another_store(kept: Table) -> None:
    """With a user who was linked after the bar, at a table that was opened after it. What a typed
    line means, no store decides."""
    await finds_no_way_in(kept, "rematch", linked=True, types=False)


async def finds_no_way_in(table: Table, stage: str, *, linked: bool, types: bool = True) -> None:
    """Beto tries every command, code, button, invitation and seat, with both of his users."""
    me = OTHER if linked else BETO
    code = await table.service.users.new_code(OTHER)
    await table.open(ANA, 4)
    code_of_table = await table.service.admission.invitation(table.match)
    await table.join(BETO)
    if stage != "lobby":
        await table.start(ANA)
    if stage in ("over", "rematch"):
        await table.agree(ANA, BETO)
    await barred(table)
    if linked:
        assert await table.service.users.link(BETO, code) is Outcome.LINKED
    if stage == "rematch":
        await table.rematch()
        assert [seat.person for seat in (await table.info()).people] == [ANA]
    before = await table.info()
    if stage == "lobby":
        assert [seat.person for seat in before.people] == [ANA]
    elif stage == "playing":
        assert before.seats[1].left
    invited = Join(
        request=table.request(), person=me, match="", name="Beto", invitation=code_of_table
    )
    tried = [*buttons(table, me), *seats_and_steps(table, me), invited]
    if types:
        values = ("", f" {table.match}", f" codigo:{code_of_table}", " Ana")
        tried += await typed(table, me, [(COMMUNITY, PLACE)], values, without=())
        tried += await typed(table, me, [(ELSEWHERE, f"{ELSEWHERE}/1")], values)
    unlike = {replace(command, request=""): command for command in tried}
    for command in unlike.values():
        await table.send(command)
        after = await table.info()
        seated = after.seat_of(me)
        assert seated is None or seated.left or stage == "over", command
        assert [seat.present for seat in after.seats] == [seat.present for seat in before.seats]
    assert {*await table.service.matches.in_community(COMMUNITY)} <= {table.match}
    # Elsewhere nothing holds.
    assert isinstance(await opened(table, me, ELSEWHERE), Accepted)


async def test_a_bar_ends_by_itself_and_leaves_nothing(kept: Table) -> None:
    await kept.open(ANA, 4)
    await barred(kept)
    refused = of_kind(Refused, await kept.join(BETO))
    assert dict(refused.parameters) == {"until": repr(kept.time.utc() + HOUR), "reason": "why"}
    kept.time.pass_by(HOUR)
    assert isinstance(await kept.join(BETO), Accepted)
    assert await kept.store.read(people_queries.settings_named, BAR) != {}
    await kept.service.bars.tidy()
    assert await kept.store.read(people_queries.settings_named, BAR) == {}


async def test_a_bar_is_for_every_user_and_stays_with_each(kept: Table) -> None:
    """Users linked before and after it; unlinking frees none of those who were linked before."""
    assert await kept.link(OTHER, BETO) is Outcome.LINKED
    await barred(kept, OTHER)
    assert await kept.service.users.unlink(OTHER, BETO)
    for user in (BETO, OTHER):
        assert reason(await opened(kept, user)) == "BARRED"
    late = "discord:5"
    assert await kept.link(OTHER, late) is Outcome.LINKED
    assert reason(await opened(kept, late)) == "BARRED"
    # Who was linked only later was never barred.
    assert await kept.service.users.unlink(OTHER, late)
    assert isinstance(await opened(kept, late), Accepted)


async def test_who_sits_there_by_a_user_linked_later_gets_up(table: Table) -> None:
    await barred(table)
    await table.open(ANA, 4)
    await table.join(OTHER)
    assert await table.link(OTHER, BETO) is Outcome.LINKED
    assert [seat.person for seat in (await table.info()).people] == [ANA]


@pytest.fixture
def meanwhile(table: Table, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Another process bars Beto after this one has looked for the first time from now on."""
    bars = table.service.bars
    look = bars.refusal

    async def barred_meanwhile(community: str, person: PersonId, *kinds: str) -> Refused | None:
        found = await look(community, person, *kinds)
        monkeypatch.setattr(bars, "refusal", look)
        await bars.set(COMMUNITY, BETO, BAR, Bar(table.time.utc() + HOUR, "Beto"))
        return found

    return lambda: monkeypatch.setattr(bars, "refusal", barred_meanwhile)


async def test_a_bar_and_a_seat_at_once(table: Table, meanwhile: Callable[[], None]) -> None:
    """In the end nobody sits there."""
    await table.open(ANA, 4)
    meanwhile()
    assert reason(await table.join(BETO)) == "BARRED"
    assert [seat.person for seat in (await table.info()).people] == [ANA]


async def test_a_bar_and_a_new_table_at_once(table: Table, meanwhile: Callable[[], None]) -> None:
    meanwhile()
    reply = await table.open(BETO)
    assert reason(reply) == "BARRED"
    assert (await table.info(of_kind(Refused, reply).match)).people == ()


async def test_a_bar_and_a_return_at_once(table: Table, meanwhile: Callable[[], None]) -> None:
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await table.ask(Leave, BETO)
    meanwhile()
    assert reason(await table.ask(Return, BETO)) == "BARRED"
    assert [seat.person for seat in (await table.info()).people if seat.left] == [BETO]


async def test_nobody_challenges_who_is_barred(table: Table) -> None:
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)
    await barred(table)
    assert reason(await table.opens(ANA, challenged="Beto")) == "PERSON_BARRED"


async def test_who_is_silenced_plays_on(table: Table) -> None:
    await table.seated(ANA, BETO)
    await barred(table, kind=MUTE)
    assert reason(await table.ask(SayPhrase, BETO, phrase="suerte")) == "MUTED"
    assert (await table.info()).seats[1].present
    assert isinstance(await table.ask(SayPhrase, ANA, phrase="suerte"), Accepted)


# --- administrators -------------------------------------------------------------------------------


async def test_an_administrator_bars_lists_and_lifts(table: Table) -> None:
    words = words_for("es")
    await table.seated(ANA, BETO, players=2)
    said = "/vetar persona:Beto plazo:dia motivo:gritaba @todos mucho"
    done, line = await bar(table, said)
    until = table.time.utc() + 24 * HOUR
    assert "Beto" in done
    assert "gritaba todos mucho" in line
    assert [listed.bar.until for listed in await table.service.bars.of(COMMUNITY)] == [until]
    assert (await table.info()).seats[1].left
    (told,) = table.platform.told
    assert told[0] == BETO
    assert "gritaba todos mucho" in told[1]
    assert reason(await opened(table, BETO)) == "BARRED"
    assert (await bar(table, "/bar list")) == [line]
    assert (await bar(table, "/vetar levantar Zoe"))[0] == words.text("bars.unknown", name="Zoe")
    assert await bar(table, "/barrar liberar Beto") == [
        words.text("bars.lifted", name="Beto"),
        words.text("bars.none"),
    ]
    assert isinstance(await opened(table, BETO, COMMUNITY), Accepted)
    assert (await bar(table, "/vetar callar Ana"))[0].startswith("Ana")
    assert [listed.kind for listed in await table.service.bars.of(COMMUNITY)] == [MUTE]
    # Nobody bars themselves, and nobody whom no table here has seen.
    for line in ("/vetar Carla", "/vetar Zoe"):
        assert (await bar(table, line))[0] == words.text("reason.NO_SUCH_PERSON", name=line[7:])


async def test_who_only_practised_is_found_when_the_table_is_over(kept: Table) -> None:
    """They stand on no scoreboard; their names are found all the same, in this community alone."""
    await kept.seated(BETO, target="12")
    await kept.give_up(BETO)
    found = kept.service.bars.find
    assert await found(COMMUNITY, ANA, "beto") == (BETO, NAMES[BETO])
    assert isinstance(await found(ELSEWHERE, ANA, "beto"), Refused)


async def test_others_than_administrators_do_not(table: Table) -> None:
    await table.seated(ANA, BETO)
    where = Administration(COMMUNITY, manages=False)
    refused = words_for("es").text("reason.NOT_ADMIN")
    for values in ({}, {"persona": "Beto"}, {"accion": "levantar", "persona": "Beto"}):
        page = await bars_page(table.service, where, ANA, values, "es")
        assert page.text == refused
    page = await close_page(table.service, where, table.match, ANA, "r", "es")
    assert page.text == refused
    assert (await table.info()).status is Status.PLAYING
    assert await table.service.bars.of(COMMUNITY) == ()


async def test_a_user_whom_the_platform_names(table: Table) -> None:
    """No table needs to have seen them."""
    values = {"persona": "Quien sea", "usuario": OTHER, "plazo": "hora"}
    await bars_page(table.service, HERE, ANA, values, "es")
    assert reason(await opened(table, OTHER)) == "BARRED"
    lift = {"accion": "levantar", "persona": "x", "usuario": OTHER}
    await bars_page(table.service, HERE, ANA, lift, "es")
    assert isinstance(await opened(table, OTHER), Accepted)


@pytest.mark.parametrize("started", [False, True])
async def test_an_administrator_closes_a_table(table: Table, started: bool) -> None:
    await table.open()
    if started:
        await table.start()
    elsewhere = Administration(ELSEWHERE, manages=True)
    await close_page(table.service, elsewhere, table.match, CARLA, "r1", "es")
    assert (await table.info()).status in (Status.LOBBY, Status.PLAYING)
    page = await close_page(table.service, HERE, table.match, CARLA, "r2", "es")
    assert page.text == words_for("es").text("close.done")
    info = await table.info()
    assert (info.status, info.ended) == ((Status.OVER, "void") if started else (Status.CLOSED, ""))
    assert (await table.store.read(people_queries.kept_of, ANA)).results == ()
    again = CloseTable(request="r3", person=CARLA, match=table.match)
    assert reason(await table.send(again)) == "TABLE_CLOSED"


# --- what is kept ---------------------------------------------------------------------------------


async def test_a_bar_outlives_its_person_without_naming_them(kept: Table) -> None:
    await kept.open(ANA, 4)
    await kept.join(BETO)
    await barred(kept)
    own = json.loads(await kept.service.own_data.of(BETO))
    told = [(listed["community"], listed["kind"], listed["reason"]) for listed in own["bars"]]
    assert told == [(COMMUNITY, BAR, "why")]
    erase = kept.config.erase
    until = kept.time.utc() + 2 * erase
    await kept.service.bars.set(COMMUNITY, BETO, BAR, Bar(until, "Beto", "a reason of Beto's"))
    await kept.erase(BETO)
    assert reason(await opened(kept, BETO)) == "BARRED"
    (one,) = await kept.service.bars.of(COMMUNITY)
    assert (one.bar.name, one.bar.reason) == ("", "")
    assert BETO not in one.owner
    assert "reason of" not in str(await kept.store.read(people_queries.settings_named, BAR))


async def test_a_community_that_goes_takes_its_bars(kept: Table) -> None:
    await barred(kept)
    await kept.service.erasure_notes.left(COMMUNITY)
    kept.time.pass_by(kept.config.purge + HOUR)
    await kept.service.bars.set(COMMUNITY, BETO, BAR, Bar(kept.time.utc() + HOUR, "Beto", "why"))
    await kept.service.erasures.carry_out()
    assert await kept.store.read(people_queries.settings_named, BAR) == {}


async def test_the_host_of_the_bot_bars_everywhere() -> None:
    table = Table(Store.in_memory(), config=Config(robot_budget=0, barred=frozenset({OTHER})))
    for community in (COMMUNITY, ELSEWHERE):
        assert reason(await opened(table, OTHER, community)) == "BARRED_EVERYWHERE"
    assert await table.link(ANA, OTHER) is Outcome.LINKED
    assert reason(await table.open(ANA)) == "BARRED_EVERYWHERE"


async def test_what_was_pressed_before_does_not_bring_one_back(table: Table) -> None:
    """Whoever was put out of a match stays away when the bar is lifted, until they return."""
    await table.seated(ANA, BETO)
    await barred(table)
    back = Return(request=table.request(), person=BETO, match=table.match)
    assert reason(await table.send(back)) == "BARRED"
    await table.service.bars.lift(COMMUNITY, BETO)
    assert (await table.info()).seats[1].left
    back = Return(request=table.request(), person=BETO, match=table.match)
    assert isinstance(await table.send(back), Accepted)
    await table.ask(Leave, BETO)
