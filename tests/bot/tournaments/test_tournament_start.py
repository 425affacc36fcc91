"""A tournament that begins by itself, at a set time: its start, its reminder, and restarts."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from bot.catalogue import Typed, command_named
from bot.catalogue.start_times import start_of
from bot.catalogue.typed import read_values
from bot.chat_commands import Cannot
from bot.messages import Accepted, Refused, StartTime
from bot.model import TOO_FEW, Status
from bot.screen import written
from bot.screens.tournaments.tournament import build_tournament
from bot.store import Store
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.model import Deadline
from bot.store.notices import CHALLENGE, NOT_STARTED, STARTING
from bot.tournaments.state import Format
from bot.words import words_for
from tests.bot.tournament_world import CONFIG, World, people
from tests.narrow import of_kind, present

PAGE = "web:casa/mesa"
PLACE = "discord:5/6"
HOUR = StartTime(60)


async def opened(world: World, number: int, start: StartTime = HOUR) -> float:
    """With so many people; returns when it begins."""
    first, *others = people(number)
    assert isinstance(await world.open(first, place=PLACE, start=start), Accepted)
    await world.joined(*others)
    return (await world.tournament()).begins


async def test_it_begins_at_its_time(world: World) -> None:
    begins = await opened(world, 4)
    assert begins == world.time.utc() + 3600
    await world.wait(3599)
    assert (await world.info()).status is Status.SIGN_UP
    assert isinstance(await world.join("discord:5"), Accepted)
    assert (await world.tournament()).begins == begins
    await world.wait(1)
    assert (await world.info()).status is Status.HELD
    assert len((await world.tournament()).units) == 5
    assert await world.waiting(CHALLENGE)
    await world.check()


async def test_the_strongest_is_seeded_first(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def seeds(match: str) -> Sequence[str]:
        return tuple(reversed(people(4)))

    monkeypatch.setattr(world.processes[0].service.tournaments, "seeds", seeds)
    await opened(world, 4)
    await world.wait(3600)
    units = (await world.tournament()).units
    assert [unit.people[0].person for unit in units] == people(4)[::-1]


async def test_who_has_signed_up_is_called_once(world: World) -> None:
    await opened(world, 3)
    await world.wait(3600 - CONFIG.reminder - 1)
    assert not await world.waiting(STARTING)
    await world.wait(1)
    assert sorted(notice.person for notice in await world.waiting(STARTING)) == people(3)
    await world.join("discord:4")
    await world.leave("discord:2")
    world.restart()
    await world.wait(60)
    assert sorted(notice.person for notice in await world.waiting(STARTING)) == people(3)


async def test_whoever_has_left_is_not_called(world: World) -> None:
    await opened(world, 3)
    await world.wait(3600 - CONFIG.reminder)
    await world.leave("discord:2")
    platform = world.processes[0].platform
    platform.name = "discord"
    world.restart()
    await world.processes[0].service.updater.bring_all()
    assert sorted(notice.person for notice, _ in platform.notices) == ["discord:1", "discord:3"]
    assert {text for _, text in platform.notices} == {
        words_for("es").text("notice.starting", game="truco argentino", match=world.match)
    }


async def test_who_signs_up_shortly_before_it_begins_is_not_called(world: World) -> None:
    """They know."""
    await opened(world, 2, StartTime(int(CONFIG.reminder // 60)))
    await world.wait(CONFIG.reminder - 1)
    assert not await world.waiting(STARTING)
    await world.wait(1)
    assert (await world.info()).status is Status.HELD


async def test_its_host_may_start_it_sooner(world: World) -> None:
    await opened(world, 2)
    assert isinstance(await world.start("discord:1"), Accepted)
    assert world.match not in {row.match for row in await world.table.store.deadlines()}


async def test_with_too_few_people_it_closes(world: World) -> None:
    """They are told so."""
    await opened(world, 1)
    assert "tournament.begins" in {line.id for line in (await world.screen()).lines}
    await world.wait(3600)
    info = await world.info()
    assert (info.status, info.ended) == (Status.CLOSED, TOO_FEW)
    assert [notice.person for notice in await world.waiting(NOT_STARTED)] == ["discord:1"]
    shown = build_tournament(info, words_for("es"))
    assert [line.id for line in shown.lines] == ["tournament.too_few"]
    assert isinstance(await world.open("discord:2", place=PLACE), Accepted)


async def test_when_it_begins_is_shown(world: World) -> None:
    begins = await opened(world, 2)
    for locale in ("es", "en", "pt_BR"):
        screen = build_tournament(await world.info(), words_for(locale))
        assert screen.moment == begins
        (line,) = [line for line in screen.lines if line.id == "tournament.begins.enough"]
        assert written(begins) in line.text
    await world.start("discord:1")
    assert (await world.screen()).moment is None


@pytest.mark.parametrize("away", [1800.0, 3000.0, 7200.0])
async def test_it_begins_by_the_wall_clock_after_a_rest(world: World, away: float) -> None:
    """Everything else waits while the bot is down; people who have agreed on a time do not."""
    begins = await opened(world, 2)
    await world.processes[0].clock.end()
    now = world.time.now()
    world.time.jumped = away
    world.restart()
    await world.processes[0].clock.begin()
    assert abs(world.time.now() - now) < 1
    await world.wait(0)
    assert (await world.info()).status is (Status.HELD if away >= 3600 else Status.SIGN_UP)
    if away < 3600:
        assert bool(await world.waiting(STARTING)) == (away >= 3600 - CONFIG.reminder)
        await world.wait(begins - world.time.utc())
        assert (await world.info()).status is Status.HELD


async def test_a_look_that_fails_is_made_up_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begins = await opened(world, 2, StartTime(9))  # no reminder comes in between
    clock = world.processes[0].clock
    world.time.mend()
    world.time.jumped = -300

    async def away() -> list[Deadline]:
        raise StoreError(DatabaseTrouble.UNREACHABLE, "Away.")

    with monkeypatch.context() as once:
        once.setattr(clock._store, "deadlines", away)
        with pytest.raises(StoreError):
            await clock.look()
    await clock.look()
    await world.wait(540)
    assert (await world.info()).status is Status.SIGN_UP
    await world.wait(begins - world.time.utc())
    assert (await world.info()).status is Status.HELD


@pytest.mark.parametrize(("days", "hours"), [(-5, 96), (2, 96), (5, 96), (5, 4)])
async def test_a_clock_that_is_wrong_by_days_for_a_moment_begins_nothing(
    world: World, days: int, hours: int
) -> None:
    """Nor does it close a tournament for want of people: neither could be taken back."""
    begins = await opened(world, 2, StartTime(60 * hours))
    clock = world.processes[0].clock
    world.time.mend()
    world.time.jumped = days * 86_400.0
    await clock.look()
    await world.wait(1)
    assert (await world.info()).status is Status.SIGN_UP
    assert isinstance(await world.join("discord:3"), Accepted)
    await world.leave("discord:3")
    await world.wait(1)
    assert (await world.info()).status is Status.SIGN_UP
    world.time.jumped = 0.0
    await clock.look()
    await world.wait(begins - world.time.utc() - 1)
    assert (await world.info()).status is Status.SIGN_UP
    await world.wait(1)
    assert (await world.info()).status is Status.HELD


async def test_two_processes_begin_it_once(two_stores: list[Store]) -> None:
    world = World(two_stores)
    await opened(world, 4)
    await world.wait(3600 - CONFIG.reminder)
    assert sorted(notice.person for notice in await world.waiting(STARTING)) == people(4)
    world.restart(1)
    await world.wait(CONFIG.reminder)
    tournament = await world.tournament()
    assert len(tournament.pairings) == 2
    await world.check()


@pytest.mark.parametrize(
    ("place", "sign_up", "latest", "refusal"),
    [
        (PAGE, CONFIG.sign_up, 30, ("START_TOO_FAR", "30")),
        (PLACE, CONFIG.sign_up, 7 * 1440, ("START_TOO_MANY_DAYS", "7")),
        (PLACE, 86_400.0, 1440, ("START_TOO_MANY_DAYS", "1")),
        (PLACE, 86_340.0, 1439, ("START_TOO_FAR", "1439")),
    ],
)
async def test_a_start_that_is_too_far_away(
    store: Store, place: str, sign_up: float, latest: int, refusal: tuple[str, str]
) -> None:
    """The page has one place for all: nobody keeps it for long. ``latest``: in minutes."""
    world = World([store], config=replace(CONFIG, sign_up=sign_up))
    told = of_kind(Refused, await world.open("discord:1", place=place, start=StartTime(latest + 1)))
    assert (told.reason, dict(told.parameters)["n"]) == refusal
    assert isinstance(await world.open("discord:1", place=place, start=StartTime(latest)), Accepted)


@pytest.mark.parametrize(
    ("place", "form", "start", "waits"),
    [
        (PLACE, Format.ELIMINATION, HOUR, [("begin", 3600.0)]),
        (PLACE, Format.ELIMINATION, None, [("lobby", CONFIG.sign_up)]),
        (PAGE, Format.ELIMINATION, None, [("lobby", CONFIG.lobby)]),
    ],
)
async def test_what_a_sign_up_waits_for(
    world: World, place: str, form: Format, start: StartTime | None, waits: list[tuple[str, float]]
) -> None:
    await world.open("discord:1", form, place=place, start=start)
    assert await deadlines(world) == waits


@pytest.mark.parametrize(
    ("form", "waits"),
    [
        (Format.ELIMINATION, []),
        (Format.ARENA, [("arena", 45 * 60.0)]),
        (Format.LEAGUE, [("round", 7 * 86_400.0)]),
    ],
)
async def test_what_a_held_tournament_waits_for(
    world: World, form: Format, waits: list[tuple[str, float]]
) -> None:
    await world.held(4, form, minutes=45)
    assert await deadlines(world) == waits


async def deadlines(world: World) -> list[tuple[str, float]]:
    """What the tournament itself waits for, and for how many seconds."""
    rows = await world.table.store.due(float("inf"), 99)
    return [
        (row.kind, row.due - world.time.now())
        for row in rows
        if row.match == world.match and row.kind != "remind"
    ]


@pytest.mark.parametrize(("minutes", "after"), [(1, 60), (30, 1800), (1439, 1439 * 60)])
async def test_a_clock_time_is_the_next_one(world: World, minutes: int, after: int) -> None:
    now = world.time.utc()
    world.time.pass_by(86_400 - now % 86_400)
    now = world.time.utc()
    clock = StartTime(minutes, clock=True)
    assert await opened(world, 1, clock) == now + after
    world.time.pass_by(after)
    await world.open("discord:2", place=f"{PLACE}7", start=clock)
    assert (await world.tournament()).begins == now + after + 86_400


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("90 min", StartTime(90)),
        ("en 2 h", StartTime(120)),
        ("2hs", StartTime(120)),
        ("1 h 30", StartTime(90)),
        ("1h30m", StartTime(90)),
        ("dentro de 3 días", StartTime(3 * 1440)),
        ("in 1 day 2 hours", StartTime(26 * 60)),
        ("em 45 minutos", StartTime(45)),
        ("21:30 UTC", StartTime(1290, clock=True)),
        ("a las 21:30 utc", StartTime(1290, clock=True)),
        ("21:30-3", StartTime(30, clock=True)),
        ("21:30 UTC-03:00", StartTime(30, clock=True)),
        ("9:05+5:30", StartTime(215, clock=True)),
        ("21 30-3", StartTime(30, clock=True)),  # as one platform hands it on
        *((wrong, None) for wrong in ("", "2", "21:30", "25:00 UTC", "21:61Z", "0 min", "2x", "h")),
        ("in 21 h", StartTime(21 * 60)),
        ("às 21h30-3", StartTime(30, clock=True)),
        ("21h utc", StartTime(1260, clock=True)),
        ("a las 21:30 hs UTC", StartTime(1290, clock=True)),
        *((wrong, None) for wrong in ("às 21h", "a las 9 hs", "at 9 h", "21h30", "21 hs")),
        *((wrong, None) for wrong in ("2 1 h", "1 30 m", "às 21h da noite")),
        *((wrong, None) for wrong in ("mañana", "2 h 90", "21:30-15", "-5 min", "1h30m9")),
    ],
)
def test_reading_a_start(text: str, start: StartTime | None) -> None:
    assert start_of(text) == start


def test_a_start_among_other_values() -> None:
    command = present(command_named("torneo"))
    typed = of_kind(Typed, read_values(command, "abrir empieza:en 2 h suizo equipos:2", "es"))
    assert dict(typed.values) == {
        "accion": "abrir",
        "empieza": "en 2 h",
        "formato": "suizo",
        "equipos": "2",
    }
    for wrong in ("empieza:21:30", "empieza:2"):
        assert of_kind(Cannot, read_values(command, f"abrir {wrong}", "es")).id == "say.bad_start"
