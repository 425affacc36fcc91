"""Whoever tries to play a hand of the day twice, with several users or with a clock put back; and
who leaves one without meaning it."""

import asyncio

import pytest

from bot.asking import Asking
from bot.asking.resumed import read_resumed
from bot.catalogue import Pick, Send, Typed
from bot.film.films import Viewer
from bot.match import daily
from bot.match.vault import Vault
from bot.messages import Accepted, GoOn, Leave, MatchId, PersonId, Return, Start
from bot.model import Status
from bot.reasons import ServiceReason
from bot.screen import Screen
from bot.store import Store
from bot.words import words_for
from tests.bot import stored_results
from tests.bot.beacons import OwnBeacon
from tests.bot.daily.test_daily import DISCORD, KEY, TELEGRAM, Day
from tests.bot.helpers import ANA, BETO, reason, whereabouts
from tests.narrow import of_kind, present


@pytest.fixture
def day(store: Store) -> Day:
    return Day(store)


async def link(day: Day) -> None:
    """The user of Telegram belongs to the person of Discord from now on."""
    await day.link(DISCORD, TELEGRAM)
    assert await day.service.users.person_of(TELEGRAM) == DISCORD


async def told(day: Day, match: MatchId, person: PersonId = DISCORD) -> Screen:
    return await day.screen(person, "es", match)


def ids(screen: Screen) -> list[str]:
    return [line.id for line in screen.lines]


# --- linked users --------------------------------------------------------------------------------


async def test_what_was_played_before_the_link_is_found_after_it(day: Day) -> None:
    """Also by the person who has not played it: it is theirs now."""
    match = await day.begun(TELEGRAM)
    await day.finish(match, TELEGRAM)
    await link(day)
    for user in (DISCORD, TELEGRAM):
        assert await day.begun(user) == match
        assert "daily.result" in ids(await told(day, match))
    assert isinstance(await day.share(match, TELEGRAM), Accepted)


async def test_of_two_hands_of_linked_users_the_one_with_the_result_counts(day: Day) -> None:
    """One was played to its end, the other was begun; then they are linked."""
    counts, beside = await day.begun(TELEGRAM), await day.begun(DISCORD)
    info = await day.finish(counts, TELEGRAM)
    await link(day)
    assert await day.begun(DISCORD) == counts
    ended = await day.finish(beside, DISCORD)
    assert daily.has_result(ended)
    (row,) = await day.store.read(stored_results.on_day, info.sealed_as)
    assert (row.person, row.match) == (DISCORD, counts)
    assert await day.begun(DISCORD) == counts
    assert "daily.result" in ids(await told(day, counts))
    screen = await told(day, beside)
    assert "daily.twice" in ids(screen), "that one says so, and is not shared"
    assert screen.buttons == ()
    assert reason(await day.share(beside, DISCORD)) == ServiceReason.DAILY_NO_RESULT
    assert await day.store.notices_waiting() == ()


@pytest.mark.parametrize("first", [DISCORD, TELEGRAM])
@pytest.mark.parametrize("finished", [True, False])
async def test_whoever_was_linked_does_not_play_again_after_it(
    day: Day, first: PersonId, finished: bool
) -> None:
    """Neither of the two: both know the cards. One that was begun goes on."""
    if first == DISCORD:
        await link(day)
        match = await day.begun(TELEGRAM)
    else:
        match = await day.begun(TELEGRAM)
        await link(day)
    if finished:
        await day.finish(match, DISCORD)
    assert await day.service.users.unlink(DISCORD, TELEGRAM)
    assert reason(await day.play(TELEGRAM)) == ServiceReason.DAILY_PLAYED
    assert await day.begun(DISCORD) == match
    info = await day.finish(match, DISCORD)
    (row,) = await day.store.read(stored_results.on_day, info.sealed_as)
    assert (row.person, row.match) == (DISCORD, match)
    assert await day.begun(TELEGRAM, "paulista"), "nobody has begun that one"


async def test_nobody_plays_a_shared_day_again_either(day: Day) -> None:
    day.vault, day.beacon = Vault(KEY, day_word=b""), OwnBeacon()
    day.restart()
    await link(day)
    assert daily.is_shared(await day.info(await day.begun(TELEGRAM)))
    assert await day.service.users.unlink(DISCORD, TELEGRAM)
    assert reason(await day.play(TELEGRAM)) == ServiceReason.DAILY_PLAYED


async def test_whoever_gives_it_up_and_parts_does_not_play_again(day: Day) -> None:
    match = await day.begun(TELEGRAM)
    await link(day)
    await day.ask(Leave, DISCORD, match=match)
    assert await day.service.users.unlink(DISCORD, TELEGRAM)
    for user in (DISCORD, TELEGRAM):
        assert reason(await day.play(user)) == ServiceReason.DAILY_PLAYED


async def test_two_processes_deal_it_once(two_stores: list[Store]) -> None:
    """The day, the hand and its first cards: whoever is slower finds them."""
    one, other = (Day(store) for store in two_stores)
    replies = await asyncio.gather(*(day.play(ANA) for day in (one, other, one, other)))
    (match,) = {reply.match for reply in replies if isinstance(reply, Accepted)}
    assert len([reply for reply in replies if isinstance(reply, Accepted)]) == 4
    assert await one.text(match) == await other.text(match)
    info = await one.finish(match, ANA)
    (row,) = await two_stores[1].read(stored_results.on_day, info.sealed_as)
    hands = len(present(info.daily).hands)
    assert (row.person, row.match, len(row.hands.split(","))) == (ANA, match, hands)
    assert await other.begun(ANA) == match


# --- the clock -----------------------------------------------------------------------------------


async def test_a_day_whose_seal_is_open_is_not_played_when_the_clock_goes_back(day: Day) -> None:
    """Its cards are known to everybody by then. Who has played it still finds what they made."""
    match = await day.begun(ANA)
    info = await day.finish(match, ANA)
    day.time.pass_by(daily.DAY)
    await day.tick(daily.GRACE)
    assert (await day.info(info.sealed_as)).status is Status.CLOSED
    day.time.jumped = -daily.DAY
    assert daily.number_at(day.time.utc()) == 330
    assert reason(await day.play(BETO)) == ServiceReason.DAILY_OPENED
    assert await day.begun(ANA) == match


# --- leaving it ----------------------------------------------------------------------------------


async def test_who_leaves_from_elsewhere_is_asked_first(day: Day) -> None:
    """They may have left a table there, and pressed twice: a hand of the day is left for good."""
    match = await day.begun(ANA)
    asking = Asking(day.service)
    asked = await asking.chosen(whereabouts(ANA), Typed("salir"))
    assert isinstance(asked.intent, Pick)
    ((wanted, _),) = asked.intent.question.choices
    assert wanted == match
    answer = present(read_resumed(asked.intent.question.token.replace("?", match)))
    sure = await asking.resumed(whereabouts(ANA), answer)
    assert isinstance(of_kind(Send, sure.intent).command, Leave)
    for near in (whereabouts(ANA, shown=match), whereabouts(ANA, private=True)):
        there = await asking.chosen(near, Typed("salir"))
        assert isinstance(there.intent, Send)


# --- when it is over -----------------------------------------------------------------------------


async def test_a_press_after_its_end_is_told_that_it_is_over(day: Day) -> None:
    """And not that people have stopped a match by agreement, which then would count for nobody."""
    match = await day.begun(ANA)
    await day.finish(match, ANA)
    for command in (Start, GoOn, Return):
        late = command(request=day.request(), person=ANA, match=match)
        assert reason(await day.send(late)) == ServiceReason.DAILY_OVER


async def test_its_film_tells_how_it_ended(day: Day) -> None:
    match = await day.begun(ANA, "uruguayo")
    info = await day.finish(match, ANA)
    assert info.ended == "agreed"
    day.time.pass_by(daily.DAY)
    await day.tick(daily.GRACE)
    film = present(await day.service.films.film(match, "es", Viewer(ANA)))
    assert ids(film.frame(len(film) - 1, "es").screen)[0] == "daily.result"
    card = film.result("es", None)
    assert ids(card) == ["daily.result"]
    assert card.moment is None


async def test_its_title_does_not_call_it_practice(day: Day) -> None:
    match = await day.begun(ANA)
    words = words_for("es", "argentino")
    variant = words.text("variant.argentino")
    title = words.text("table.title", variant=variant[:1].upper() + variant[1:], n=1)
    assert (await told(day, match, ANA)).title == title
