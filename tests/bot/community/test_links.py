"""Users of several platforms that are one person: codes, seats, unlinking."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.catalogue import page_for, read_key
from bot.chance import _LETTERS, new_code
from bot.community.erasure_notes import PERSON as ERASED
from bot.community.linked_users import (
    AT_ONCE,
    CODE,
    LONGEST,
    MINUTES,
    MOST_USERS,
    SECRET,
    USERS,
    Outcome,
)
from bot.messages import Accepted, Act, Leave, NotSeated, ProposeEnd, Rematch, Start, UserId
from bot.pages.links import linking
from bot.screens.pages import ASK, PRIVACY, YES, PageKey
from bot.screens.pages import LINK as LINKS
from bot.store import Changes, Store
from bot.store.model import Setting, Surface
from bot.store.people.linking import LINK
from bot.store.queries import people_queries
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.standings import ALWAYS, EVERYWHERE, Scope
from bot.words import words_for
from tests.bot import stored_results
from tests.bot.helpers import BETO, CARLA, HERE, NAMES, Beside, Dice, Table, dying, reason
from tests.bot.results import HERE as COMMUNITY_OF
from tests.bot.results import match as ended
from tests.bot.store.test_erasures import everything
from tests.examples import examples
from tests.narrow import of_kind, present
from tests.stores import store_beside

ANA = "discord:1001"
ANA_T = "telegram:2002"
ANA_W = "web:0a7ab"
EVA = "discord:5005"
NAMES.update({ANA: "Ana", ANA_T: "Ana T", ANA_W: "Ana W", EVA: "Eva"})


async def person_of(table: Table, *users: UserId) -> list[str]:
    return [await table.service.users.person_of(user) for user in users]


# --- codes -------------------------------------------------------------------------------------


async def test_a_code_makes_two_users_one_person(table: Table) -> None:
    assert await table.link(ANA, ANA_T) is Outcome.LINKED
    assert await person_of(table, ANA, ANA_T, EVA) == [ANA, ANA, EVA]
    table.restart()
    assert await person_of(table, ANA, ANA_T, EVA) == [ANA, ANA, EVA]
    assert (await table.service.users.of(ANA)).all == (ANA, ANA_T)


@pytest.mark.parametrize("locale", ["es", "pt_BR", "en"])
async def test_two_accounts_of_one_platform_can_be_linked_and_are_told_so(
    table: Table, locale: str
) -> None:
    shown = await page_for(table.service, PageKey(LINKS), ANA, locale, HERE)
    assert words_for(locale).text("link.any") in shown.text
    assert await table.link(ANA, EVA) is Outcome.LINKED
    assert await person_of(table, ANA, EVA) == [ANA, ANA]
    own = await table.service.users.link(ANA, await table.service.users.new_code(ANA))
    assert own is Outcome.OWN, "an account's own code is the one that is refused"


@pytest.mark.parametrize("typed", [str.upper, lambda code: f" {code.replace('-', ' ')} "])
async def test_a_code_is_typed_as_it_comes(table: Table, typed: Callable[[str], str]) -> None:
    code = await table.service.users.new_code(ANA)
    assert await table.service.users.link(ANA_T, typed(code)) is Outcome.LINKED


@pytest.mark.parametrize(
    ("asked", "typed", "stays"),
    [(ANA, ANA_T, ANA), (ANA_T, ANA, ANA_T), (ANA_W, ANA, ANA), (ANA, ANA_W, ANA)],
)
async def test_who_stays(table: Table, asked: UserId, typed: UserId, stays: UserId) -> None:
    assert await table.link(asked, typed) is Outcome.LINKED
    assert await person_of(table, asked, typed) == [stays, stays]


@pytest.mark.parametrize("swapped", [False, True])
async def test_who_has_users_already_stays(table: Table, swapped: bool) -> None:
    await table.link(ANA, ANA_T)
    pair = (ANA_T, EVA) if swapped else (EVA, ANA_T)
    assert await table.link(*pair) is Outcome.LINKED
    assert await person_of(table, ANA, ANA_T, EVA) == [ANA] * 3


async def test_a_code_holds_once_and_for_ten_minutes(table: Table) -> None:
    users = table.service.users
    first, code = await users.new_code(ANA), await users.new_code(ANA)
    assert await users.link(ANA_T, first) is Outcome.WRONG  # another was asked for
    table.time.pass_by(599)
    assert await users.link(ANA_T, code) is Outcome.LINKED
    assert await users.link(EVA, code) is Outcome.WRONG
    code = await users.new_code(ANA)
    table.time.pass_by(601)
    assert await users.link(EVA, code) is Outcome.WRONG
    assert not await table.store.read(people_queries.settings_named, CODE)


async def test_a_code_of_ones_own_is_not_used_up(table: Table) -> None:
    code = await table.service.users.new_code(ANA)
    assert await table.service.users.link(ANA, code) is Outcome.OWN
    assert await table.service.users.link(ANA_T, code) is Outcome.LINKED


@pytest.fixture
def pauses(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long each code took longer. The time passes by itself."""
    found: list[float] = []

    async def wait(wake: asyncio.Event, until: float | None) -> None:
        assert until is not None
        found.append(until - table.time.now())
        table.time.pass_by(found[-1])

    monkeypatch.setattr(table.time, "wait", wait)
    return found


async def test_wrong_codes_make_the_next_one_slow_and_refuse_none(
    table: Table, pauses: list[float]
) -> None:
    users = table.service.users
    for _ in range(AT_ONCE):
        assert await users.link(EVA, "abcde-fghjk") is Outcome.WRONG
    assert pauses == []
    for _ in range(6):
        assert await users.link(EVA, "abcde-fghjk") is Outcome.WRONG
    assert pauses == [1.0, 2.0, 4.0, 8.0, LONGEST, LONGEST]
    code = await users.new_code(ANA)
    assert await users.link(EVA, code) is Outcome.LINKED
    assert pauses.pop() == LONGEST
    pauses.clear()
    assert await users.link(EVA, "wrong") is Outcome.WRONG
    assert pauses == [], "who has typed a right one begins anew"


async def test_an_attack_keeps_nobody_from_linking(table: Table, pauses: list[float]) -> None:
    """Twelve tabs with five wrong codes each, twice; then an honest tab elsewhere, and one at the
    same address."""
    users = table.service.users
    for _ in range(2):
        for tab in range(12):
            for _ in range(5):
                guess = await users.link(f"web:{tab:04x}", "wrong", "192.0.2.1")
                assert guess is Outcome.WRONG
    assert max(pauses) == LONGEST
    pauses.clear()
    code = await users.new_code(ANA)
    assert await users.link("web:fffe", code, "192.0.2.2") is Outcome.LINKED
    assert pauses == []
    code = await users.new_code(ANA_T)
    assert await users.link("web:ffff", code, "192.0.2.1") is Outcome.LINKED
    assert pauses == [LONGEST]


async def test_many_codes_at_once_wait_each_for_the_ones_before(
    table: Table, pauses: list[float]
) -> None:
    wrong = [table.service.users.link(EVA, f"wrong{number}") for number in range(20)]
    assert {*await asyncio.gather(*wrong)} == {Outcome.WRONG}
    assert len(pauses) == 20 - AT_ONCE


async def test_wrong_codes_count_for_ten_minutes(table: Table, pauses: list[float]) -> None:
    users = table.service.users
    for _ in range(AT_ONCE):
        await users.link(EVA, "wrong", "192.0.2.1")
    table.time.pass_by(60 * MINUTES)
    await users.link(EVA, "wrong", "192.0.2.1")
    assert pauses == []


async def test_a_wrong_code_holds_up_nobody_who_is_being_linked() -> None:
    """Linking is for one process at a time; a code is looked at before."""
    table = Table(store_beside(Beside("links")))
    assert await table.service.users.link(EVA, "wrong") is Outcome.WRONG


def test_a_code_is_beyond_guessing() -> None:
    """As many codes as the comment counts with."""
    code = new_code(Dice())
    assert len(set(_LETTERS)) ** len(code.replace("-", "")) == 31**10


@pytest.mark.parametrize("text", ["", "-", "\0", "x" * 5000, "link.code 1", "abcde-fghjk"])
async def test_a_forged_code_is_wrong(table: Table, text: str) -> None:
    await table.service.users.new_code(ANA)
    assert await table.service.users.link(EVA, text) is Outcome.WRONG


async def test_a_code_stands_nowhere(table: Table, store: Store, tmp_path: Path) -> None:
    code = await table.service.users.new_code(ANA)
    await table.service.users.link(EVA, "abcde-fghjk")
    kept = await everything(store, tmp_path)
    assert code.encode() not in kept
    assert code.replace("-", "").encode() not in kept
    for user in (ANA, EVA):
        told = json.loads(await table.service.own_data.of(user))
        assert not SECRET & told["settings"].keys()
    settings = await store.settings_of(ANA)
    assert settings.keys() <= SECRET


# --- who cannot be linked ------------------------------------------------------------------------


async def test_whom_it_refuses(table: Table) -> None:
    await table.link(ANA, ANA_T)
    assert await table.link(ANA, ANA_T) is Outcome.AGAIN
    await table.link(BETO, CARLA)
    assert await table.link(ANA, CARLA) is Outcome.BOTH
    await table.service.erasures.ask(EVA)
    assert await table.link(ANA, EVA) is Outcome.LEAVING
    assert await table.link(EVA, ANA) is Outcome.LEAVING
    for number in range(MOST_USERS - 2):
        assert await table.link(ANA, f"discord:7{number}") is Outcome.LINKED
    assert await table.link(ANA, "discord:80") is Outcome.MANY


async def test_one_code_for_two_at_once(kept: Table) -> None:
    code = await kept.service.users.new_code(ANA)
    both = await asyncio.gather(*(kept.service.users.link(user, code) for user in (ANA_T, EVA)))
    assert sorted(both) == [Outcome.LINKED, Outcome.WRONG]


async def test_each_types_the_others_code_at_once(kept: Table) -> None:
    users = kept.service.users
    one, two = await users.new_code(ANA), await users.new_code(ANA_T)
    both = await asyncio.gather(users.link(ANA_T, one), users.link(ANA, two))
    assert sorted(both) == [Outcome.AGAIN, Outcome.LINKED]
    assert len(set(await person_of(kept, ANA, ANA_T))) == 1


async def test_another_process_is_linking() -> None:
    table = Table(store_beside(Beside("links")))
    assert await table.link(ANA, ANA_T) is Outcome.BUSY
    assert await person_of(table, ANA_T) == [ANA_T]


# --- at tables -----------------------------------------------------------------------------------


async def test_in_the_middle_of_a_lobby_the_seat_becomes_the_persons(table: Table) -> None:
    await table.open(ANA_T)
    await table.join(BETO)
    assert await table.link(ANA, ANA_T) is Outcome.LINKED
    info = await table.info()
    assert [seat.person for seat in info.seats] == [ANA, BETO]
    assert info.host == ANA
    assert await table.service.matches.of_person(ANA_T) == ()
    for user in (ANA_T, ANA):
        assert reason(await table.join(user)) == "ALREADY_SEATED"
    assert isinstance(await table.start(ANA_T), Accepted)


@pytest.mark.parametrize("host", [ANA, ANA_T])
async def test_who_sits_twice_in_a_lobby_leaves_one_seat(table: Table, host: UserId) -> None:
    other = ANA_T if host == ANA else ANA
    await table.open(host, 4)
    await table.join(BETO)
    await table.join(other)
    assert await table.link(ANA, ANA_T) is Outcome.LEFT
    info = await table.info()
    assert sorted(seat.person for seat in info.people) == [ANA, BETO]
    assert info.seat_of(info.host) is not None


async def test_in_a_running_match_the_seat_becomes_the_persons(table: Table) -> None:
    await table.seated(BETO, ANA_T)
    await table.choose(BETO, target="15")
    info = await table.info()
    assert info.unseen == (ANA_T,)
    await table.ask(ProposeEnd, ANA_T)
    before = await table.service.matches.view(table.match, ANA_T)
    assert await table.link(ANA, ANA_T) is Outcome.LINKED
    info = await table.info()
    assert (info.unseen, info.agreed) == ((ANA,), (ANA,))
    assert ANA_T not in msgspec.json.encode(info).decode()
    after = await table.service.matches.view(table.match, ANA)
    assert before == after
    for user in (ANA, ANA_T):
        command = Act(request=user, person=user, match=table.match, action="mazo")
        assert not isinstance(await table.send(command), NotSeated)


async def test_who_sits_twice_in_a_running_match_has_to_wait(table: Table) -> None:
    await table.seated(ANA, ANA_T)
    assert await table.link(ANA, ANA_T) is Outcome.PLAYING
    assert await person_of(table, ANA_T) == [ANA_T]
    for user in (ANA, ANA_T):
        await table.ask(Leave, user)
    assert await table.link(ANA, ANA_T) is Outcome.LINKED


async def test_who_was_invited_by_the_name_of_another_user_may_sit(table: Table) -> None:
    await table.service.admission.befriend(BETO, ANA_T, "Ana")
    await table.open(BETO, private="si")
    await table.link(ANA, ANA_T)
    assert reason(await table.join(EVA)) == "PRIVATE_TABLE"
    assert isinstance(await table.join(ANA), Accepted)


async def _challenged(table: Table) -> None:
    """Beto has played with Ana's Telegram user, and keeps a seat for her."""
    await table.seated(BETO, ANA_T)
    await table.agree(BETO, ANA_T)
    assert isinstance(await table.opens(BETO, challenged="Ana T"), Accepted)


@pytest.mark.parametrize("user", [ANA, ANA_T])
async def test_a_seat_that_is_kept_is_the_persons(table: Table, user: UserId) -> None:
    await _challenged(table)
    await table.link(ANA, ANA_T)
    assert reason(await table.join(EVA)) == "SEAT_KEPT"
    assert isinstance(await table.join(user), Accepted)
    info = await table.info()
    assert (info.kept, info.seats[1].person) == ((), ANA)


async def test_nobody_keeps_a_seat_for_themselves(table: Table) -> None:
    await _challenged(table)
    await table.link(BETO, ANA_T)
    await table.ask(Start, EVA)
    await table.join(BETO)
    assert (await table.info()).kept == ()
    assert isinstance(await table.join(EVA), Accepted)


async def test_a_process_dies_before_it_moves_the_seat(table: Table) -> None:
    await table.open(ANA_T)
    with dying(table.service.happenings, "publish"):
        await table.link(ANA, ANA_T)
    table.restart()
    assert isinstance(await table.start(ANA_T), Accepted)
    assert (await table.info()).seats[0].person == ANA


async def test_a_rematch_seats_persons(table: Table) -> None:
    await table.seated(BETO, ANA_T, ANA, CARLA, players=4)
    await table.agree(BETO, ANA_T, ANA, CARLA)
    assert await table.link(ANA, ANA_T) is Outcome.LINKED
    reply = of_kind(Accepted, await table.ask(Rematch, BETO))
    info = await table.info(reply.match)
    assert sorted(seat.person for seat in info.people) == sorted([BETO, ANA, CARLA])


async def test_private_pictures_go_with_the_seat_and_come_back_to_nobody(table: Table) -> None:
    await table.seated(ANA_T, BETO)
    surface = await table.shown_in("chat", person=ANA_T)
    await table.service.updater.bring_all()
    await table.link(ANA, ANA_T)
    await table.service.updater.bring_all()
    given = present(await table.store.surface(surface))
    assert (given.person, given.shown) == (ANA, given.wanted)
    assert table.platform.shown["chat"][-1].kind == "hand"
    await table.service.users.unlink(ANA, ANA_T)
    doubted = of_kind(Surface, await table.store.surface(surface))
    assert doubted.shown < doubted.wanted  # the platform sees whose chat it is


async def test_a_person_is_called_where_they_did_something_last(table: Table) -> None:
    users = table.service.users
    assert await users.reached_at(ANA) == ANA
    await table.link(ANA, ANA_T)
    await table.link(ANA, ANA_W)
    for user in (ANA_T, ANA, ANA_W, ANA_T):
        assert await users.acting(user) == ANA
        assert await users.reached_at(ANA) == user
        table.restart()
        users = table.service.users
        assert await users.reached_at(ANA) == user
    await users.unlink(ANA, ANA_T)
    assert await users.reached_at(ANA) == ANA
    assert await users.on("telegram", ANA) == ""
    assert await users.on("web", ANA) == ANA_W
    assert await users.on("discord", ANA) == ANA


# --- who is seen ----------------------------------------------------------------------------------


@pytest.mark.parametrize("left_over", [False, True])
@pytest.mark.parametrize("hidden", [ANA, ANA_T, None])
async def test_whoever_does_not_want_to_be_seen_is_not_seen(
    kept: Table, hidden: UserId | None, left_over: bool
) -> None:
    for user in (ANA, ANA_T):
        await kept.store.commit([ended(f"m{user}", (user, 0, 20), (BETO, 1, 5))])
    if hidden is not None:
        await kept.service.profiles.let_list(hidden, listed=False)
        await kept.service.films.hide(hidden, hidden=True)
    await _one_person(kept, left_over)
    assert await kept.service.films.hides(ANA) == (hidden is not None)
    assert await _listed(kept) == ({BETO} if hidden else {ANA, BETO})
    await kept.service.profiles.let_list(ANA, listed=True)  # the person may think otherwise
    assert await _listed(kept) == {ANA, BETO}


async def _listed(table: Table) -> set[str]:
    found = await table.store.read(BY_POINTS.page, Scope(EVERYWHERE), ALWAYS, 9)
    return {standing.person for standing in found}


@pytest.mark.parametrize("left_over", [False, True])
@pytest.mark.parametrize("shown", [(ANA,), (ANA_T,), (ANA, ANA_T)])
async def test_a_profile_is_shown_if_both_showed_theirs(
    kept: Table, shown: tuple[UserId, ...], left_over: bool
) -> None:
    await kept.store.commit([ended("m", (ANA_T, 0, 20), (BETO, 1, 5))])
    for user in shown:
        await kept.service.profiles.let_see(user, visible=True)
    await _one_person(kept, left_over)
    assert await kept.service.profiles.is_visible(ANA) == (len(shown) == 2)


async def _one_person(table: Table, left_over: bool) -> None:
    """Links Ana's users, now or as an older version did: the results stayed where they were."""
    if left_over:
        both = (Setting(ANA_T, LINK, ANA), Setting(ANA, USERS, ANA_T))
        await table.store.commit([Changes(settings=both)])
        await table.service.users.merge_left_over()
    else:
        assert await table.link(ANA, ANA_T) is Outcome.LINKED
    assert ANA_T not in {
        result.person
        for result in await table.store.read(stored_results.in_community, COMMUNITY_OF)
    }


# --- unlinking, and the person's data ------------------------------------------------------------


async def test_unlinking(table: Table) -> None:
    users = table.service.users
    await table.link(ANA, ANA_T)
    await table.open(ANA_T)
    assert not await users.unlink(ANA_T, ANA)  # the main one is the person
    assert not await users.unlink(EVA, ANA_T)
    assert not await users.unlink(ANA, EVA)
    assert await users.unlink(ANA_T, ANA_T)
    assert await person_of(table, ANA, ANA_T) == [ANA, ANA_T]
    assert (await table.info()).seats[0].person == ANA
    assert isinstance(await table.join(ANA_T), Accepted)
    for name in (LINK, USERS):
        assert not await table.store.read(people_queries.settings_named, name)
    assert await table.link(ANA_T, EVA) is Outcome.LINKED


async def test_everything_of_all_users_is_given_and_erased(kept: Table, tmp_path: Path) -> None:
    await kept.seated(ANA_T, BETO)  # before they were one
    await kept.agree(ANA_T, BETO)
    before = kept.match
    await kept.link(ANA, ANA_T)
    await kept.seated(ANA_T, BETO)
    told = json.loads(await kept.service.own_data.of(ANA))
    assert [match["match"] for match in told["matches"]] == [kept.match]
    (linked,) = told["linked"]
    assert linked["user"] == ANA_T
    assert [match["match"] for match in linked["matches"]] == [before]
    await kept.service.erasures.ask(await kept.service.users.person_of(ANA_T))
    assert reason(await kept.open(ANA_T)) == "LEAVING_US"
    kept.time.pass_by(8 * 86_400.0)
    await kept.service.erasures.carry_out()
    left = await everything(kept.store, tmp_path)
    for trace in (ANA, ANA_T, "Ana T"):
        assert trace.encode() not in left, trace
    assert await person_of(kept, ANA, ANA_T) == [ANA, ANA_T]


async def test_another_process_has_noted_that_somebody_leaves(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This process has not heard of it yet: what is stored counts."""

    async def older(owner: str) -> dict[str, str]:
        return {}

    await table.service.erasures.ask(ANA_T)
    monkeypatch.setattr(table.service.settings, "of", older)
    assert await table.link(ANA, ANA_T) is Outcome.LEAVING
    assert await person_of(table, ANA_T) == [ANA_T]


async def _asked_while_linked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Telegram user asks to be erased when the link has been looked at, and is not stored."""

    async def meanwhile(one: str, other: str) -> bool:
        await table.service.erasures.ask(ANA_T)
        return False

    monkeypatch.setattr(table.service.users, "_are_in_one_tournament", meanwhile)
    assert await table.link(ANA, ANA_T) is Outcome.LINKED
    monkeypatch.undo()


async def test_who_asks_to_be_erased_while_they_are_linked_is_erased_wholly(
    kept: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kept.seated(ANA_T, BETO)
    await kept.agree(ANA_T, BETO)
    await _asked_while_linked(kept, monkeypatch)
    assert reason(await kept.open(ANA)) == "LEAVING_US"
    kept.time.pass_by(8 * 86_400.0)
    await kept.service.erasures.carry_out()
    left = await everything(kept.store, tmp_path)
    for trace in (ANA, ANA_T, "Ana T"):
        assert trace.encode() not in left, trace
    assert not await kept.store.read(people_queries.settings_named, ERASED)


async def test_they_may_change_their_mind_as_the_person(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _asked_while_linked(table, monkeypatch)
    at = present(await table.service.erasures.moment_of(ANA))
    assert await table.service.erasures.ask(ANA_T) == at  # nothing changes
    assert await table.service.erasures.undo(ANA)
    table.time.pass_by(8 * 86_400.0)
    await table.service.erasures.carry_out()
    assert await person_of(table, ANA, ANA_T) == [ANA, ANA]


# --- the page ------------------------------------------------------------------------------------


def keys(page: object) -> list[PageKey]:
    return [read_key(leaf.key) for leaf in page.turns]  # type: ignore[attr-defined]


async def test_the_page_links_and_unlinks(table: Table) -> None:
    service = table.service
    page = await page_for(service, PageKey(LINKS), ANA, "es", HERE)
    assert [key.topic for key in keys(page)] == [""]
    code = next(line for line in page.text.splitlines() if ":" in line and "/" in line)
    page = (await linking(service, ANA_T, code.rpartition(":")[2], "es")).page
    assert await person_of(table, ANA_T) == [ANA]
    ask, _ = keys(page)
    assert ask.topic == ASK
    question = await page_for(service, ask, ANA_T, "es", HERE)
    (yes,) = keys(question)
    assert yes.topic == YES
    for user in (ANA, EVA):  # the question was not theirs
        await page_for(service, yes, user, "es", HERE)
        assert await person_of(table, ANA_T) == [ANA]
    table.time.pass_by(20 * 60)
    await page_for(service, yes, ANA_T, "es", HERE)  # too old
    assert await person_of(table, ANA_T) == [ANA]
    (yes,) = keys(await page_for(service, ask, ANA_T, "es", HERE))
    await page_for(service, yes, ANA_T, "es", HERE)
    assert await person_of(table, ANA_T) == [ANA_T]


async def test_a_page_for_everybody_has_no_code(table: Table) -> None:
    page = await page_for(table.service, PageKey(LINKS), None, "es", HERE)
    assert page == await page_for(table.service, PageKey(PRIVACY), None, "es", HERE)
    assert not await table.store.read(people_queries.settings_named, CODE)


async def test_each_button_unlinks_its_own_user(table: Table) -> None:
    await table.link(ANA, ANA_T)
    await table.link(ANA, EVA)
    for user, left in ((EVA, [ANA, ANA]), (ANA_T, [ANA, ANA_T])):
        asks = keys((await linking(table.service, ANA, "none", "es")).page)
        ask = asks[(await table.service.users.of(ANA)).others.index(user)]
        (yes,) = keys(await page_for(table.service, ask, ANA, "es", HERE))
        await page_for(table.service, yes, ANA, "es", HERE)
        assert await person_of(table, user) == [user]
        assert await person_of(table, ANA, ANA_T) == left
    assert (await table.service.users.of(ANA)).others == ()


async def test_only_the_users_own_setting_counts(table: Table) -> None:
    """A list that is out of date names nobody else's user."""
    await table.link(ANA, ANA_T)
    await table.service.settings.save(BETO, **{USERS: f"{ANA_T} {EVA}"})
    assert (await table.service.users.of(BETO)).all == (BETO,)
    assert await table.service.users.on("telegram", BETO) == ""


# --- lives ---------------------------------------------------------------------------------------

USERS_OF_ALL = (ANA, ANA_T, ANA_W, EVA, BETO)
users_drawn = st.sampled_from(USERS_OF_ALL)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("link"), users_drawn, users_drawn),
        st.tuples(st.just("unlink"), users_drawn, users_drawn),
        st.tuples(st.sampled_from(["open", "join", "leave", "start", "erase"]), users_drawn),
    ),
    max_size=14,
)


async def live(table: Table, lives: list[tuple[str, ...]]) -> None:
    """After each step a simple model knows whose users they are, and nobody sits twice."""
    model = {user: user for user in USERS_OF_ALL}
    service, leaving = table.service, set[str]()
    for number, (step, *who) in enumerate(lives):
        user = who[0]
        request = f"step{number}"
        match step:
            case "link":
                outcome = await table.link(user, who[1])
                if outcome in (Outcome.LINKED, Outcome.LEFT):
                    (person,) = set(await person_of(table, user, who[1]))
                    both = {model[user], model[who[1]]}
                    assert person in both
                    assert len(both) == 2
                    model = {u: person if p in both else p for u, p in model.items()}
            case "unlink":
                if await service.users.unlink(user, who[1]):
                    assert model[user] == model[who[1]] != who[1]
                    model[who[1]] = who[1]
            case "open":
                await table.open(user, 4)
            case "join" if table.match:
                await table.join(user)
            case "leave" if table.match:
                await table.send(Leave(request=request, person=user, match=table.match))
            case "start" if table.match:
                await table.send(Start(request=request, person=user, match=table.match))
            case "erase":
                leaving.add(user)
                await table.erase(await service.users.person_of(user))
                erased = model[user]
                model = {u: u if p == erased else p for u, p in model.items()}
            case _:
                pass
        assert await person_of(table, *USERS_OF_ALL) == [model[user] for user in USERS_OF_ALL]
        for person in set(model.values()):
            linked = (await service.users.of(person)).all
            assert sorted(linked) == sorted(u for u, p in model.items() if p == person)
            assert linked[0] == person
        for person in USERS_OF_ALL:
            for match in await service.matches.of_person(person):
                info = present(await service.matches.info(match))
                sitting = [seat.person for seat in info.people]
                assert len(set(sitting)) == len(sitting)
                assert all(model.get(sitter, sitter) == sitter for sitter in sitting), (step, who)


@examples(40)
@given(steps)
def test_lives_in_memory(lives: list[tuple[str, ...]]) -> None:
    asyncio.run(live(Table(Store.in_memory()), lives))


@pytest.mark.parametrize("seed", range(2))
async def test_lives_in_every_store(kept: Table, seed: int) -> None:
    rng = Random(seed)
    lives: list[tuple[str, ...]] = []
    for _ in range(25):
        step = rng.choice(("link", "link", "unlink", "open", "join", "join", "leave", "erase"))
        lives.append((step, rng.choice(USERS_OF_ALL), rng.choice(USERS_OF_ALL)))
    await live(kept, lives)
