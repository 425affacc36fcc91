"""``/rapida``: people who want to play with somebody now are brought together."""

import asyncio
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.asking import read_press
from bot.asking.resumed import Resume
from bot.catalogue import page_for
from bot.community.bars import BAR, Bar
from bot.community.quick_queue import LONGEST, Ticket, Wish, candidates, width
from bot.match.vault import Vault
from bot.messages import CommunityId, Leave, PersonId, Refused
from bot.model import MatchInfo, Status
from bot.pages.page_spec import Community
from bot.pages.quick import PAGE
from bot.screens.pages import Page, PageKey
from bot.store import Store
from bot.store.changes import Changes
from bot.store.model import Setting
from bot.store.notices import PAIRED
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, NAMES, Table, commanded
from tests.bot.results import ADA, BRUNO, DAY
from tests.bot.store.test_processes import Open, opened, url
from tests.narrow import of_kind, present

__all__ = ["opened", "url"]

CLUB, BAR_OF_BETO = "discord:9", "telegram:-5"


async def wait(
    table: Table,
    person: PersonId,
    where: CommunityId = COMMUNITY,
    variant: str = "",
    fill: int = 60,
    players: int = 2,
) -> str:
    """Why they may not; empty: they wait, or play already."""
    name = NAMES.get(person, "Ana")
    refused = await table.service.quick.wait(person, name, where, Wish(variant, fill, players))
    return "" if refused is None else refused.reason


async def waiting(table: Table) -> list[PersonId]:
    return [ticket.person for ticket in await table.service.quick_queue.waiting()]


async def pass_by(table: Table, seconds: float) -> None:
    table.time.pass_by(seconds)
    await table.service.quick.bring_together()


async def tables_of(table: Table, person: PersonId) -> list[MatchInfo]:
    found = [
        await table.service.matches.info(match)
        for match in await table.service.matches.of_person(person)
    ]
    return [info for info in found if info is not None]


async def plays_with(table: Table, person: PersonId) -> list[list[PersonId]]:
    """Who else sits at each of this person's tables; a robot is nobody."""
    return [
        [seat.person for seat in info.seats if seat.person != person]
        for info in await tables_of(table, person)
    ]


async def says(table: Table, person: PersonId, **values: str) -> Page:
    """The answer to ``/rapida``."""
    found = await PAGE.answered(commanded(table, person, NAMES.get(person, "Ana"), values))
    return found if isinstance(found, Page) else await sees(table, person)


async def sees(table: Table, person: PersonId) -> Page:
    """The page as it is brought up to date."""
    here = Community(COMMUNITY, "Club")
    return await page_for(table.service, PageKey(PAGE.name), person, "es", here)


# --- who plays with whom -------------------------------------------------------------------------


async def test_two_from_different_places_play_at_one_table(table: Table) -> None:
    """Neither presses anything after the first word, and both are called."""
    assert await wait(table, ADA, CLUB) == ""
    assert await waiting(table) == [ADA]
    assert await wait(table, BRUNO, BAR_OF_BETO) == ""
    assert await waiting(table) == []
    assert await plays_with(table, ADA) == [[BRUNO]]
    (info,) = await tables_of(table, ADA)
    assert (info.status, info.quick, info.private) == (Status.PLAYING, True, True)
    assert info.community not in (CLUB, BAR_OF_BETO, COMMUNITY)
    notices = [notice for notice in await table.store.notices_waiting() if notice.kind == PAIRED]
    assert sorted(notice.person for notice in notices) == [ADA, BRUNO]
    table.match = info.match
    await table.next_deadline()  # also when somebody has let a turn pass meanwhile
    for notice in notices:
        assert await table.service.screens.notice(notice)


@pytest.mark.parametrize(
    ("game", "other_game", "meet"),
    [
        ("", "", True),
        ("", "mineiro", True),
        ("mineiro", "mineiro", True),
        ("mineiro", "argentino", False),
    ],
)
async def test_the_game_is_one_that_both_want(
    table: Table, game: str, other_game: str, meet: bool
) -> None:
    await wait(table, ANA, variant=game)
    await wait(table, BETO, variant=other_game)
    assert await plays_with(table, ANA) == ([[BETO]] if meet else [])
    if meet:
        assert {info.variant for info in await tables_of(table, ANA)} == {
            game or other_game or "argentino"
        }


@pytest.mark.parametrize(
    ("waited", "apart"), [(0, 150), (9.9, 150), (10, 300), (59.9, 900), (60, float("inf"))]
)
def test_the_longer_somebody_waits_the_less_strength_matters(waited: float, apart: float) -> None:
    assert width(waited) == apart


def test_who_is_nearest_in_strength_comes_first() -> None:
    """Of equal ones, who has waited longest; who is too strong yet does not come."""
    mine, *others = (
        Ticket(name, name, at, CLUB) for name, at in zip("abcde", range(5), strict=True)
    )
    ratings = {"a": 1500, "b": 1651, "c": 1400, "d": 1600, "e": 1500}
    found = candidates(mine, others, ratings, now=9.0)
    assert [ticket.person for ticket in found] == ["e", "c", "d"]
    found = candidates(mine, others, ratings, now=10.0)
    assert [ticket.person for ticket in found] == ["e", "c", "d", "b"]


async def test_a_community_may_keep_to_itself(table: Table) -> None:
    await table.store.commit([Changes(settings=(Setting(CLUB, "rapida", "aqui"),))])
    await wait(table, ANA, CLUB)
    await wait(table, BETO, COMMUNITY)
    assert await waiting(table) == [ANA, BETO]
    await wait(table, CARLA, CLUB)
    assert await plays_with(table, ANA) == [[CARLA]]


@pytest.mark.parametrize(("who", "whom"), [(ANA, BETO), (BETO, ANA)])
async def test_nobody_meets_whom_they_avoid(table: Table, who: PersonId, whom: PersonId) -> None:
    """Whichever of the two does, and until they take it back."""
    await says(table, ANA, accion="evitar")
    await table.service.quick_queue.avoid(who, whom, "x")
    await wait(table, BETO, fill=0)
    await wait(table, ANA, fill=0)
    await pass_by(table, 90)
    assert await waiting(table) == [ANA, BETO]
    await table.service.quick_queue.avoid(who, whom, "")
    await pass_by(table, 1)
    assert await plays_with(table, BETO) == [[ANA]]


async def test_whom_one_avoids_is_named_by_the_command(table: Table) -> None:
    """And forgotten by a second one, or with their data."""
    await table.seated(ANA, BETO)
    for expected in ({BETO: "Beto"}, {}, {BETO: "Beto"}):
        await says(table, ANA, accion="evitar", persona="beto")
        assert await table.service.quick_queue.avoids(ANA) == expected
    await table.erase(BETO)
    assert await table.service.quick_queue.avoids(ANA) == {}


async def test_whom_a_place_has_barred_plays_with_nobody_who_asked_there(table: Table) -> None:
    bar = Bar(table.time.utc() + DAY, "Beto", "")
    await table.service.bars.set(CLUB, BETO, BAR, bar)
    await wait(table, BETO, COMMUNITY)
    await wait(table, ANA, CLUB)
    assert await waiting(table) == [ANA, BETO]
    assert await wait(table, BETO, CLUB) == "BARRED"


# --- waiting -------------------------------------------------------------------------------------


async def test_a_robot_comes_after_the_time_that_was_chosen(table: Table) -> None:
    await wait(table, ANA, fill=30)
    await wait(table, BETO, variant="mineiro", fill=0)
    await wait(table, CARLA, variant="argentino", fill=0)
    assert await plays_with(table, ANA) == [[BETO]]
    await pass_by(table, LONGEST - 1)
    assert await waiting(table) == [CARLA]


async def test_nobody_waits_longer_than_that(table: Table) -> None:
    await wait(table, ANA, fill=30)
    await pass_by(table, 29)
    assert await waiting(table) == [ANA]
    await pass_by(table, 1)
    assert await plays_with(table, ANA) == [[""]]
    await wait(table, BETO, fill=0)
    await pass_by(table, LONGEST)
    assert (await waiting(table), await plays_with(table, BETO)) == ([], [])


async def test_one_press_each_to_leave_and_to_play_against_a_robot(table: Table) -> None:
    await says(table, ANA)
    await says(table, ANA, accion="salir")
    assert await waiting(table) == []
    await says(table, ANA)
    begun = await says(table, ANA, accion="robot")
    assert (await waiting(table), await plays_with(table, ANA)) == ([], [[""]])
    assert (begun.text, begun.turns, begun.again) == (words_for("es").text("quick.begun"), (), "")


async def test_a_second_look_at_a_wait_that_is_over(table: Table) -> None:
    """It says whether a match has begun; only whoever has none may look for one."""
    await says(table, ANA)
    await wait(table, BETO)
    begun = await sees(table, ANA)
    assert (begun.text, begun.turns, begun.again) == (words_for("es").text("quick.begun"), (), "")
    over = await sees(table, CARLA)
    assert over.text == words_for("es").text("reason.NOT_WAITING")
    assert len(over.turns) == 1


async def test_the_page_says_honestly_how_many_wait(table: Table) -> None:
    await wait(table, BETO, variant="mineiro")
    page = await says(table, ANA, variante="argentino")
    text = page.text.split("\n")
    assert (len(page.turns), page.again) == (3, str(PageKey(PAGE.name)))
    await wait(table, CARLA, variant="mineiro", fill=0)
    assert text == (await sees(table, ANA)).text.split("\n")


async def test_whoever_sits_somewhere_does_not_wait(table: Table) -> None:
    await wait(table, ANA)
    table.time.pass_by(1)
    await table.open(ANA)
    await wait(table, BETO)
    assert await waiting(table) == [BETO]
    assert await wait(table, ANA) == "ALREADY_SEATED"
    await table.ask(Leave, ANA)
    assert await wait(table, ANA) == ""
    assert await plays_with(table, BETO) == [[ANA]]


async def test_a_slow_table_is_no_reason_not_to_play_now(table: Table) -> None:
    await table.opens(ANA, turn_seconds=86_400)
    assert await wait(table, ANA) == ""


async def test_whoever_has_no_name_is_asked_for_one(table: Table) -> None:
    refused = present(await table.service.quick.wait(ANA, " ", COMMUNITY))
    assert (refused.reason, await waiting(table)) == ("BAD_NAME", [])


async def test_who_waits_outlives_the_process(table: Table) -> None:
    await wait(table, ANA)
    table.restart()
    await wait(table, BETO)
    assert await plays_with(table, ANA) == [[BETO]]


async def test_a_user_who_was_linked_waits_no_longer_by_the_old_name(table: Table) -> None:
    await wait(table, ANA, fill=0)
    await table.link(ANA, ADA)
    assert await table.service.users.person_of(ANA) == ADA
    await pass_by(table, 1)
    assert await waiting(table) == []


@pytest.mark.errors("quick_failed")
async def test_one_pair_that_cannot_be_opened_stops_nobody_else(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = table.service.quick
    for person in (ADA, BRUNO):
        await table.service.quick_queue.put(person, "Ana", CLUB, Wish("mineiro", 0))
    for person in (ANA, BETO):
        await table.service.quick_queue.put(person, "Ana", CLUB, Wish("argentino", 0))
    open_ = quick._open

    async def fails(*tickets: Ticket) -> Refused | None:
        if tickets[0].variant == "mineiro":
            raise OSError
        return await open_(*tickets)

    monkeypatch.setattr(quick, "_open", fails)
    await quick.bring_together()
    assert (await waiting(table), await plays_with(table, ANA)) == ([ADA, BRUNO], [[BETO]])


async def test_who_waits_again_in_the_same_instant_is_brought_together_again(table: Table) -> None:
    for number in range(2):
        await wait(table, ANA)
        await wait(table, BETO)
        (info,) = await tables_of(table, ANA)
        for person in (ANA, BETO):
            await table.send(Leave(request=f"{person}{number}", person=person, match=info.match))
    assert await waiting(table) == []


# --- two against two ------------------------------------------------------------------------------


async def test_four_play_two_against_two_the_strongest_with_the_weakest(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [ANA, BETO, CARLA, DANI]
    rated = dict(zip(people, (1500, 1600, 1400, 1450), strict=True))

    async def ratings(tickets: Sequence[Ticket]) -> dict[PersonId, int]:
        return {ticket.person: rated.get(ticket.person, 1500) for ticket in tickets}

    monkeypatch.setattr(table.service.quick, "_ratings", ratings)
    await wait(table, ADA)
    for person in people:
        assert await waiting(table) == [ADA, *people[: people.index(person)]]
        await wait(table, person, players=4)
    (info,) = await tables_of(table, ANA)
    teams = [{info.seats[seat].person for seat in team} for team in ((0, 2), (1, 3))]
    assert teams == [{BETO, CARLA}, {ANA, DANI}]
    assert (info.status, info.quick) == (Status.PLAYING, True)
    assert await waiting(table) == [ADA]


async def test_four_have_one_game_that_all_want(table: Table) -> None:
    for person, game in ((ANA, ""), (BETO, "mineiro"), (CARLA, "argentino"), (DANI, "mineiro")):
        await wait(table, person, variant=game, fill=0, players=4)
    assert await waiting(table) == [ANA, BETO, CARLA, DANI]
    await wait(table, ADA, variant="mineiro", fill=0, players=4)
    assert await waiting(table) == [CARLA]
    assert {info.variant for info in await tables_of(table, ANA)} == {"mineiro"}


async def test_robots_fill_a_table_of_four(table: Table) -> None:
    """Two people are no partners then; and whoever wants no robots goes on waiting."""
    await wait(table, ANA, fill=30, players=4)
    await wait(table, BETO, fill=0, players=4)
    await wait(table, CARLA, fill=120, players=4)
    await pass_by(table, 30)
    (info,) = await tables_of(table, ANA)
    assert [seat.person for seat in info.seats] == [ANA, CARLA, "", ""]
    assert await waiting(table) == [BETO]


async def test_one_press_changes_the_number_of_players(table: Table) -> None:
    """Whoever waits keeps their place, their game and their time."""
    await says(table, ANA, variante="mineiro", espera="90")
    (before,) = await table.service.quick_queue.waiting()
    page = await sees(table, ANA)
    press = of_kind(Resume, read_press(page.turns[-1].key))
    await says(table, ANA, **dict(press.typed.values))
    (after,) = await table.service.quick_queue.waiting()
    assert after == replace(before, players=4)


_HUNDRED = [f"discord:{number}" for number in range(100, 200)]


async def test_two_processes_bring_nobody_together_with_two(opened: Open) -> None:
    """Both look at the same moment, again and again, at people who come and go."""
    tables = [Table(await opened(), seed=seed) for seed in (1, 2)]
    for number, person in enumerate(_HUNDRED[:12]):
        await wait_stored(tables[number % 2], person)
    looks = (table.service.quick.bring_together() for table in (*tables, *tables))
    leaves = (table.service.quick.leave(_HUNDRED[3]) for table in tables)
    await asyncio.gather(*looks, *leaves)
    for table in tables:
        await table.service.quick.bring_together()
    left = await waiting(tables[0])
    for person in _HUNDRED[:12]:
        sits = await tables_of(tables[0], person)
        gone = person == _HUNDRED[3]
        assert len(sits) + (person in left) == 1 - (gone and not sits), person
    assert len(left) <= 1


async def test_whoever_is_just_given_a_seat_elsewhere_is_left_alone(opened: Open) -> None:
    """And the other one goes on waiting."""
    here, there = [Table(await opened(), seed=seed) for seed in (1, 2)]
    for person in (ADA, BRUNO):
        await wait_stored(here, person)
    async with vars(there.service)["_handling"].finder.alone(BRUNO):
        await here.service.quick.bring_together()
        assert await waiting(here) == [ADA, BRUNO]
    await here.service.quick.bring_together()
    assert await plays_with(there, ADA) == [[BRUNO]]


async def test_who_leaves_while_a_match_is_opened_is_not_seated(table: Table) -> None:
    for person in (ADA, BRUNO):
        await wait_stored(table, person)
    tickets = await table.service.quick_queue.waiting()
    await table.service.quick.leave(BRUNO)
    assert await table.service.quick._open(*tickets) is not None
    assert (await waiting(table), await tables_of(table, BRUNO)) == ([ADA], [])


async def wait_stored(table: Table, person: PersonId) -> None:
    """They wait, and nobody has looked yet."""
    await table.service.quick_queue.put(person, "Ana", CLUB, Wish(fill=0))


@pytest.mark.parametrize("alone", [False, True])
async def test_without_a_beacon_they_play_too(alone: bool) -> None:
    table = Table(Store.in_memory(), vault=Vault(b"k" * 32))
    assert await wait(table, ADA, CLUB) == ""
    if alone:
        await pass_by(table, 61)
    else:
        assert await wait(table, BRUNO, BAR_OF_BETO) == ""
    (info,) = await tables_of(table, ADA)
    table.match = info.match
    await table.next_deadline()
    info = await table.info()
    assert (info.status, bool(info.table_hash)) == (Status.PLAYING, True)
    assert [seat.robot for seat in info.seats] == [False, alone]


async def test_any_game_is_that_of_the_language(table: Table) -> None:
    """A Brazilian who takes any game does not end up at an Argentine table against a robot."""
    assert PAGE.answer is not None
    await PAGE.answer(replace(commanded(table, ANA, "Ana", {}), locale="pt_BR"))
    await table.service.quick.against_robot(ANA)
    (info,) = await tables_of(table, ANA)
    assert info.variant == "paulista"
