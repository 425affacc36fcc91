"""The scoreboard of a day: posted once where a community wants it, with those who have shared."""

import asyncio

import pytest

from bot.community.bars import MUTE, Bar
from bot.community.board_places import boards_wanted
from bot.match import daily
from bot.match.vault import Vault
from bot.messages import Accepted, PersonId, Refused
from bot.model import MatchInfo
from bot.screens.daily.daily import signed, squares
from bot.screens.daily.day_board import DayBoard, DayRow, GameBoard, written
from bot.service import Service
from bot.store import Store
from bot.words import words_for
from tests.bot.beacons import OwnBeacon
from tests.bot.daily.test_daily import KEY, MIDNIGHT, Day
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, NAMES, PLACE
from tests.narrow import of_kind, present

ON = {"tabla": PLACE}


@pytest.fixture
def day(store: Store) -> Day:
    return Day(store)


async def shared(day: Day, person: PersonId, variant: str = "paulista") -> MatchInfo:
    """This person plays the hand of the day to its end and shares the result."""
    info = await finished(day, person, variant)
    assert isinstance(await day.share(info.match, person), Accepted)
    await day.service.updater.bring_all()
    day.platform.published.clear()
    return info


async def finished(day: Day, person: PersonId, variant: str = "paulista") -> MatchInfo:
    return await day.finish(await day.begun(person, variant), person)


async def until_over(day: Day) -> None:
    """The day ends, and the tables with its secrets close."""
    day.time.moment = MIDNIGHT + daily.DAY + daily.GRACE
    await day.tick(0.0)


async def wants(day: Day, **settings: str) -> None:
    assert isinstance(await day.service.settings.configure(COMMUNITY, settings or ON), Accepted)


async def posted(day: Day) -> list[str]:
    await day.service.updater.bring_all()
    assert {place for place, _ in day.platform.published} <= {PLACE}
    return [text for _, text in day.platform.published]


async def test_it_is_posted_when_the_day_is_over(day: Day) -> None:
    """With those who have shared, and the number of all others."""
    await wants(day)
    info = await shared(day, ANA)
    await finished(day, BETO)
    await day.tick(3 * 3600.0)
    assert await posted(day) == [], "the day is not over"
    await until_over(day)
    (text,) = await posted(day)
    par = await day.service.daily_standings.par(info.sealed_as)
    game = words_for("es").text("option.variant.paulista")
    assert words_for("es").text("daily.board.game", game=game, par=signed(present(par))) in text
    assert info.daily is not None
    assert NAMES[ANA] in text
    assert NAMES[BETO] not in text
    assert squares(info.daily.hands) in text
    assert words_for("es").text("daily.board.more", n=1) in text


async def test_that_of_a_day_that_hosts_share_is_posted_too(store: Store) -> None:
    day = Day(store)
    day.vault, day.beacon = Vault(KEY, day_word=b""), OwnBeacon()
    day.restart()
    await wants(day)
    info = await shared(day, ANA)
    assert daily.is_shared(info)
    await until_over(day)
    (text,) = await posted(day)
    assert NAMES[ANA] in text


async def test_all_games_stand_in_one_message(day: Day) -> None:
    await wants(day)
    for variant in ("paulista", "mineiro", "argentino"):
        await shared(day, ANA, variant)
    await until_over(day)
    (text,) = await posted(day)
    words = words_for("es")
    games = [words.text(f"option.variant.{game}") for game in ("argentino", "paulista", "mineiro")]
    places = [text.index(game) for game in games]
    assert places == sorted(places)


@pytest.mark.parametrize("hides", ["listed", "film", "silenced", "leaving"])
async def test_whoever_hides_is_not_named(day: Day, hides: str) -> None:
    await wants(day)
    for person in (ANA, BETO):
        await shared(day, person)
    service = day.service
    if hides == "listed":
        await service.profiles.let_list(BETO, listed=False)
    elif hides == "film":
        await service.films.hide(BETO, hidden=True)
    elif hides == "silenced":
        await service.bars.set(COMMUNITY, BETO, MUTE, Bar(day.time.utc() + 9e5))
    else:
        await service.erasures.ask(BETO)
    await until_over(day)
    (text,) = await posted(day)
    assert NAMES[ANA] in text
    assert NAMES[BETO] not in text


async def test_nothing_is_posted_where_nobody_wants_it(day: Day) -> None:
    await shared(day, ANA)
    await until_over(day)
    assert await posted(day) == []
    assert await day.store.notices_waiting() == ()


async def test_nothing_is_posted_where_nobody_has_shared(day: Day) -> None:
    await wants(day)
    await finished(day, ANA)
    await until_over(day)
    assert await posted(day) == []
    assert await day.store.notices_waiting() == ()


async def test_a_community_that_changes_its_mind_is_heard(day: Day) -> None:
    await wants(day)
    await shared(day, ANA)
    await until_over(day)
    assert len(await day.store.notices_waiting()) == 1
    await wants(day, tabla="-")
    assert await posted(day) == []
    assert await day.store.notices_waiting() == ()


# --- once ----------------------------------------------------------------------------------------


async def test_after_a_crash_before_it_was_posted_it_is_posted_once(day: Day) -> None:
    """The process dies between the end of the day and the post, and once more after the post."""
    await wants(day)
    for variant in ("paulista", "mineiro"):
        await shared(day, ANA, variant)
    await until_over(day)
    for _ in range(2):
        day.restart()
        await day.tick(0.0)
        assert len(await posted(day)) == 1


async def test_two_processes_post_it_once(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    await wants(day)
    await shared(day, ANA)
    here = day.service
    day.restart()
    for service in (here, day.service):
        monkeypatch.setattr(service.updater, "wake", lambda *_: None)
    day.time.moment = MIDNIGHT + daily.DAY + daily.GRACE
    await asyncio.gather(send_due(here), send_due(day.service))
    await asyncio.gather(here.updater.bring_all(), day.service.updater.bring_all())
    assert len(day.platform.published) == 1


async def send_due(service: Service) -> None:
    while await service.clock.send_due():
        pass


async def test_a_bot_that_was_away_for_a_day_posts_nothing_old(day: Day) -> None:
    await wants(day)
    await shared(day, ANA)
    day.time.moment = MIDNIGHT + 2 * daily.DAY
    await day.tick(0.0)
    assert await posted(day) == []
    assert await day.store.notices_waiting() == ()


async def test_a_bot_that_was_away_for_some_hours_posts_it_late(day: Day) -> None:
    await wants(day)
    await shared(day, ANA)
    day.restart()
    day.time.moment = MIDNIGHT + 1.5 * daily.DAY
    await day.tick(0.0)
    assert len(await posted(day)) == 1


# --- the setting ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["web:another/mesa", f"{PLACE},{PLACE}", COMMUNITY])
async def test_the_place_is_one_of_the_community(day: Day, place: str) -> None:
    refused = of_kind(Refused, await day.service.settings.configure(COMMUNITY, {"tabla": place}))
    assert dict(refused.parameters).keys() == {"tabla"}
    assert not (await day.service.settings.rules(COMMUNITY)).day_board_in


async def test_whoever_ends_reads_that_it_will_be_posted(day: Day) -> None:
    quiet = await finished(day, ANA)
    assert "daily.board.soon" not in await day.lines(ANA, quiet.match)
    await wants(day)
    assert "daily.board.soon" in await day.lines(ANA, quiet.match)
    alone = of_kind(Accepted, await day.play(BETO, "paulista", private=True))
    await day.finish(alone.match, BETO)
    assert "daily.board.soon" not in await day.lines(BETO, alone.match)
    await until_over(day)
    assert "daily.board.soon" not in await day.lines(ANA, quiet.match)


# --- the text ------------------------------------------------------------------------------------


def test_who_has_as_many_points_has_the_same_place() -> None:
    rows = tuple(
        DayRow(name, points, (points,), 1) for name, points in (("A", 3), ("B", 3), ("C", -1))
    )
    board = DayBoard(330, (GameBoard("paulista", None, rows, 0),))
    said = written(board, words_for("es")).split("\n")[2:]
    assert [line.split(".")[0] for line in said] == ["1", "1", "3"]


@pytest.mark.parametrize("games", [1, 3, 7])
def test_it_fits_into_a_message(games: int) -> None:
    rows = tuple(DayRow("N" * 32, 12, (1, 2, 3, 4, 5, 6), 365) for _ in range(50))
    board = DayBoard(999, tuple(GameBoard("paulista", 7, rows, 3) for _ in range(games)))
    said = written(board, words_for("es"))
    assert len(said) < 3000
    assert "43" in said or games > 1, "who is not shown is counted"


def test_a_day_without_names_has_no_text() -> None:
    assert written(DayBoard(330, ()), words_for("es")) == ""


async def test_a_person_of_another_community_stands_elsewhere() -> None:
    day = Day(Store.in_memory())
    await wants(day)
    await shared(day, ANA)
    for person in (CARLA, DANI):
        reply = of_kind(Accepted, await day.play(person, "paulista", private=True))
        await day.finish(reply.match, person)
    assert await boards_wanted(day.store, 330) == ((COMMUNITY, PLACE),)
    assert await boards_wanted(day.store, 331) == ()
