"""The hand of the day when somebody is away: its person, or the bot."""

import pytest

from bot.match import daily
from bot.messages import Accepted, MatchId
from bot.model import Status
from bot.store import Store
from bot.store.queries import daily_hands
from tests.bot.daily.test_daily import MIDNIGHT, Day, told
from tests.bot.helpers import ANA, COMMUNITY, PLACE
from tests.narrow import present

BEFORE_MIDNIGHT = MIDNIGHT + daily.DAY - 3600.0


@pytest.fixture
def day(store: Store) -> Day:
    """An hour before midnight."""
    return Day(store, at=BEFORE_MIDNIGHT)


async def half_played(day: Day) -> MatchId:
    """Two hands are over, and the person is asked something."""
    match = await day.begun(ANA, "paulista")
    while (await day.view(ANA, match)).number < 3 or not (await day.view(ANA, match)).awaited:
        if not await day.step(match, ANA):
            await day.tick()
    return match


async def is_away(day: Day, seconds: float) -> None:
    """The bot stops, and comes back so much later; for it no time has passed."""
    await day.service.clock.end()
    now = day.time.now()
    day.time.jumped += seconds
    day.restart()
    await day.service.clock.begin()
    assert abs(day.time.now() - now) < 1
    await day.tick(0.0)


# --- its person ----------------------------------------------------------------------------------


async def test_whoever_comes_back_before_midnight_goes_on_where_they_were(day: Day) -> None:
    match = await half_played(day)
    before, seen = await day.text(match), await day.view(ANA, match)
    day.restart()
    await day.tick(900.0)
    assert await day.begun(ANA, "paulista") == match
    assert await day.text(match) == before, "nobody has played for them"
    assert await day.view(ANA, match) == seen
    info = await day.finish(match, ANA)
    assert daily.has_result(info)
    assert (await day.service.daily_standings.of(info)) is not None


async def test_whoever_comes_back_after_midnight_gets_the_next_one(day: Day) -> None:
    match = await half_played(day)
    await day.tick(3600.0)
    lines = await told(day, match)
    assert not {"daily.result", "daily.share", "daily.streak"} & lines.keys()
    following = await day.begun(ANA, "paulista")
    assert following != match
    info = await day.info(following)
    assert present(info.daily).number == 331
    assert (await day.view(ANA, following)).number == 1
    assert (await day.info(match)).status is Status.OVER
    assert await day.store.read(daily_hands.results_of, ANA) == ()


async def test_who_is_not_done_at_midnight_has_no_streak_of_that_day(day: Day) -> None:
    day.time.moment -= daily.DAY
    match = ""
    for number in (329, 330, 331):
        match = await day.begun(ANA, "paulista")
        if number == 330:
            await day.step(match, ANA)
        else:
            await day.finish(match, ANA)
        day.time.moment = MIDNIGHT + (number - 329) * daily.DAY + daily.GRACE
        await day.tick(0.0)
    assert present(await day.service.daily_standings.of(await day.info(match))).streak == 1


# --- the bot -------------------------------------------------------------------------------------


async def test_a_rest_before_midnight_takes_nothing_from_anybody(day: Day) -> None:
    match = await half_played(day)
    seen = await day.view(ANA, match)
    await is_away(day, 900.0)
    assert await day.view(ANA, match) == seen
    assert daily.has_result(await day.finish(match, ANA))


async def test_a_rest_over_midnight_ends_the_day(day: Day) -> None:
    """The matches of that day end, its secret is published, and nobody gets an hour more."""
    match = await half_played(day)
    await is_away(day, 7200.0)
    info = await day.info(match)
    assert (info.status, info.ended) == (Status.OVER, "abandoned")
    assert (await day.info(info.sealed_as)).status is Status.CLOSED
    assert (await day.kept(info.sealed_as)).entry.secret is not None
    assert await day.service.matches.record(match) is not None
    following = await day.begun(ANA, "paulista")
    assert following != match


async def test_a_rest_over_midnight_loses_no_scoreboard(day: Day) -> None:
    assert isinstance(await day.service.settings.configure(COMMUNITY, {"tabla": PLACE}), Accepted)
    match = await day.begun(ANA, "paulista")
    await day.finish(match, ANA)
    await day.share(match, ANA)
    await day.service.updater.bring_all()
    day.platform.published.clear()
    await is_away(day, 7200.0)
    await day.service.updater.bring_all()
    assert [place for place, _ in day.platform.published] == [PLACE]


async def test_a_rest_of_days_lets_nobody_play_an_old_day(store: Store) -> None:
    """So far ahead the clock may be wrong, so what cannot be undone waits; but nobody plays on."""
    day = Day(store, at=BEFORE_MIDNIGHT)
    match = await half_played(day)
    await is_away(day, 3 * daily.DAY)
    following = await day.begun(ANA, "paulista")
    info = await day.info(following)
    assert present(info.daily).number == 333
    assert (await day.info(match)).status is Status.PLAYING
    await day.step(match, ANA)
    assert (await day.info(match)).status is Status.OVER
    await day.tick(daily.DAY)
    assert (await day.kept((await day.info(match)).sealed_as)).entry.secret is not None


async def test_a_clock_that_goes_back_before_midnight_opens_no_day_again(store: Store) -> None:
    """The day was over: its secret is known, so nobody plays its cards any more."""
    day = Day(store, at=BEFORE_MIDNIGHT)
    match = await half_played(day)
    day.time.pass_by(3600.0 + daily.GRACE)
    await day.tick(0.0)
    day.time.jumped = -7200.0
    reply = await day.play(ANA, "paulista")
    assert not isinstance(reply, Accepted) or reply.match == match
    assert (await day.info(match)).status is Status.OVER
