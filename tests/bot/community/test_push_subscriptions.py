"""What a browser wants to be told, and when it is quiet where its person lives."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.community.push_subscriptions import DAY, TURN, BadSubscription, QuietHours, Subscription
from bot.store import Store
from tests.bot.helpers import ANA, BETO, Table

MADRID = "Europe/Madrid"
WANTED = Subscription("https://push", "A" * 87, "B" * 22, QuietHours(MADRID))


def at(zone: str, text: str, fold: int = 0) -> float:
    """The moment at which a clock of the zone shows this; of two, the second with ``fold``."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def clock(zone: str, moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, ZoneInfo(zone)):%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("zone", "now", "until"),
    [
        (MADRID, "2027-01-15 23:30", "2027-01-16 08:00"),
        (MADRID, "2027-01-15 07:59", "2027-01-15 08:00"),
        (MADRID, "2027-01-15 08:00", "2027-01-15 08:00"),
        (MADRID, "2027-01-15 21:59", "2027-01-15 21:59"),
        # Clocks are put forward at two, and back at three.
        (MADRID, "2027-03-27 23:00", "2027-03-28 08:00"),
        (MADRID, "2027-10-30 23:00", "2027-10-31 08:00"),
        ("Asia/Kathmandu", "2027-05-01 22:10", "2027-05-02 08:00"),
        ("America/Asuncion", "2027-05-01 22:10", "2027-05-02 08:00"),
    ],
)
def test_it_is_quiet_by_the_clocks_of_the_person(zone: str, now: str, until: str) -> None:
    moment = at(zone, now)
    quiet = QuietHours(zone)
    assert clock(zone, quiet.quiet_until(moment)) == until
    assert quiet.is_quiet(moment) == (now != until)


def test_hours_that_are_left_out_or_come_twice() -> None:
    """It is quiet from two to three: never in the night in which that hour is left out, and twice
    in the one in which it comes again."""
    quiet = QuietHours(MADRID, 2, 3)
    spring = at(MADRID, "2027-03-28 01:59")
    assert not any(quiet.is_quiet(spring + 60 * minute) for minute in range(180))
    for fold in (0, 1):
        assert quiet.is_quiet(at(MADRID, "2027-10-31 02:30", fold))
    begins = at(MADRID, "2027-10-31 02:00")
    assert quiet.quiet_until(begins) - begins == 2 * 3600


def test_who_travels_has_the_hours_of_the_zone_that_was_told_last() -> None:
    moment = at("UTC", "2027-01-15 12:00")
    assert not QuietHours(MADRID).is_quiet(moment)
    assert QuietHours("Asia/Tokyo", 20, 8).is_quiet(moment)


def test_a_zone_that_this_machine_does_not_know_harms_nobody() -> None:
    """Another process, with newer zones, may have kept it."""
    assert QuietHours("Mars/Olympus").is_quiet(at("UTC", "2027-01-15 23:00"))


def test_two_equal_hours_are_no_quiet() -> None:
    quiet = QuietHours("UTC", 5, 5)
    assert not any(quiet.is_quiet(3600.0 * hour) for hour in range(24))
    assert datetime.fromtimestamp(quiet.quiet_until(5 * 3600.0), UTC).hour == 5


@pytest.mark.parametrize(
    "bad",
    [
        {"key": "A" * 86},
        {"key": "A" * 86 + "!"},
        {"secret": "B" * 23},
        {"kinds": ("cards",)},
        {"quiet": QuietHours("Mars/Olympus")},
        {"quiet": QuietHours("../../etc/passwd")},
        {"quiet": QuietHours("")},
        {"quiet": QuietHours(MADRID, 24, 8)},
        {"quiet": QuietHours(MADRID, -1, 8)},
    ],
)
async def test_what_no_browser_has_made_changes_nothing(bad: dict[str, object]) -> None:
    subscriptions = Table(Store.in_memory()).service.push_subscriptions
    with pytest.raises(BadSubscription):
        await subscriptions.save(ANA, replace(WANTED, **bad))
    assert await subscriptions.of(ANA) is None


async def test_it_is_kept_and_ended(unlike_store: Store) -> None:
    table = Table(unlike_store)
    await table.service.push_subscriptions.save(ANA, replace(WANTED, kinds=(DAY, TURN)))
    since = table.time.utc()
    table.time.pass_by(60)
    table.restart()
    subscriptions = table.service.push_subscriptions
    await subscriptions.save(ANA, replace(WANTED, kinds=(TURN, DAY, TURN)))
    found = await subscriptions.of(ANA)
    assert found == replace(WANTED, kinds=(TURN, DAY), since=since)
    await subscriptions.save(BETO, replace(WANTED, kinds=(TURN,)))
    assert list(await subscriptions.wanting(DAY)) == [ANA]
    await subscriptions.end(ANA, "https://another")
    assert await subscriptions.of(ANA) is not None, "it has another address by now"
    await subscriptions.end(ANA, WANTED.address)
    assert await subscriptions.of(ANA) is None


async def test_an_event_is_told_once_for_all_processes(unlike_store: Store) -> None:
    one, other = Table(unlike_store).service, Table(unlike_store).service
    first = [
        await each.push_subscriptions.is_first(person, "day.7")
        for each in (one, other, one)
        for person in (ANA, BETO)
    ]
    assert first == [True, True, False, False, False, False]
