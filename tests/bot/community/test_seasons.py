"""Seasons: the scoreboard begins anew, the old one is kept with its champions."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from bot.catalogue import read_key
from bot.community.champions import TOLD, Due
from bot.community.community_rules import rules_of
from bot.community.scoreboard import Scoreboard, Scoreboards, Wanted
from bot.messages import Accepted, PersonId, Refused
from bot.pages.scoreboard import scoreboard_key
from bot.screens import standings_page
from bot.screens.community.standings import champions_text
from bot.screens.pages import BadKey, read_wanted, write_wanted
from bot.store import Changes, Store
from bot.store.changes import Erase, MatchChange, Tidy
from bot.store.model import Setting
from bot.store.notices import CHAMPIONS
from bot.store.queries.scoreboard_queries import BY_POINTS
from bot.store.results.model import Standing
from bot.store.results.standings import Scope, month
from bot.words import words_for
from tests.bot.community.test_alone import lost_to_robots
from tests.bot.community.test_ranking import won
from tests.bot.helpers import COMMUNITY, PLACE, FakeTime, Table
from tests.bot.results import ADA, BRUNO, CIRO, DAY, DORA, match


def day(month: int, number: int = 15) -> float:
    return datetime(2026, month, number, 12, tzinfo=UTC).timestamp()


async def a_year(store: Store) -> None:
    """Everybody wins and loses in March; Ada wins in June, Bruno in August and in November."""
    ends = [
        (3, ((ADA, 0, 20), (BRUNO, 1, 5))),
        (3, ((CIRO, 0, 20), (DORA, 1, 5))),
        (6, ((ADA, 0, 20), (BRUNO, 1, 5))),
        (8, ((BRUNO, 0, 20), (ADA, 1, 5))),
        (11, ((BRUNO, 0, 20), (CIRO, 1, 5))),
    ]
    for number, (when, sides) in enumerate(ends):
        played = match(f"m{number}", *sides, community=COMMUNITY, at=day(when) + number)
        await store.commit([played])
    await store.commit([Changes(tidy=Tidy(day(11) + 1000))])


async def shown(store: Store, season: str, now: float, reader: PersonId = ADA) -> Scoreboard:
    key = read_key(str(scoreboard_key({"temporada": season})))
    return await Scoreboards(store).of(COMMUNITY, read_wanted(key.topic, 0), now, reader)


def people(board: Scoreboard) -> list[PersonId]:
    return [standing.person for standing in board.rows]


async def test_a_season_of_a_month(store: Store) -> None:
    await a_year(store)
    now = await shown(store, "actual", day(11))
    assert people(now) == [BRUNO, CIRO]
    assert (now.wanted.season, now.is_over, now.earlier, now.mine) == (
        "m2026-11", False, "m2026-08", None,
    )  # fmt: skip
    before = await shown(store, "anterior", day(11))
    assert people(before) == [BRUNO, ADA]
    assert (before.wanted.season, before.is_over, before.earlier) == ("m2026-08", True, "m2026-06")
    assert (before.place, before.more) == (2, False)
    # A month without matches begins with nobody.
    assert people(await shown(store, "actual", day(12))) == []


async def test_a_season_of_a_quarter(store: Store) -> None:
    await a_year(store)
    await store.commit([Changes(settings=(Setting(COMMUNITY, "temporada", "trimestre"),))])
    assert people(await shown(store, "actual", day(10, 2))) == [BRUNO, CIRO]
    before = await shown(store, "anterior", day(11))
    assert (before.wanted.season, before.earlier) == ("q2026-3", "q2026-2")
    assert people(before) == [BRUNO, ADA]


async def test_the_first_three_of_a_season_that_is_over_are_its_champions(store: Store) -> None:
    await a_year(store)
    boards = Scoreboards(store)
    march = Wanted(period="temporada", season="m2026-03")
    for now, medals in ((day(3, 20), 0), (day(4, 2), 3)):
        page = standings_page(await boards.of(COMMUNITY, march, now, DORA), "La peña", "es")
        lines = page.text.split("\n")[1:5]
        assert [line[0] for line in lines if line[0] in "🥇🥈🥉"] == list("🥇🥈🥉")[:medals]
        assert lines[3].startswith("➤ 4. ")


async def test_each_season_is_a_button_away_from_the_one_after_it(store: Store) -> None:
    await a_year(store)
    boards, seen = Scoreboards(store), []
    wanted = Wanted(period="temporada")
    for _ in range(4):
        board = await boards.of(COMMUNITY, wanted, day(11))
        seen.append(board.wanted.season)
        page = standings_page(board, "La peña", "es")
        keys = [read_key(topic.key) for topic in page.topics]
        found = [read_wanted(key.topic, key.part) for key in keys]
        older = [earlier for earlier in found if earlier.season]
        assert all(len(leaf.key.encode()) <= 40 for leaf in (*page.topics, *page.turns))
        wanted = older[0] if older else wanted
        now = Wanted(period="temporada")
        assert (now in found) == board.is_over
    assert seen == ["m2026-11", "m2026-08", "m2026-06", "m2026-03"]


@pytest.mark.parametrize("season", ["m2026-13", "q2026-5", "w2026-10", "m0000-01", "m2026-1", "--"])
def test_a_season_that_cannot_be(season: str) -> None:
    topic = write_wanted(Wanted(period="temporada", season="m2026-01"))
    assert read_wanted(topic, 0).season == "m2026-01"
    with pytest.raises(BadKey):
        read_wanted(topic.replace("m2026-01", season), 0)
    with pytest.raises(BadKey):
        read_wanted(topic.replace("t", "x", 1), 0)


async def test_how_long_seasons_last_is_the_community_s_choice(table: Table) -> None:
    settings = table.service.settings
    assert (await settings.rules(COMMUNITY)).season == "mes"
    assert isinstance(await settings.configure(COMMUNITY, {"temporada": "trimestre"}), Accepted)
    assert (await settings.rules(COMMUNITY)).season == "trimestre"
    assert isinstance(await settings.configure(COMMUNITY, {"temporada": "siglo"}), Refused)
    assert isinstance(await settings.configure(COMMUNITY, {"temporada": "-"}), Accepted)
    assert rules_of(await settings.of(COMMUNITY)).season == "mes"


# --- the champions are told once ------------------------------------------------------------------


OVER = month(month(FakeTime().utc()).begins - 1.0)
"""The season before the one in which the tests begin."""


async def played_before(store: Store, at: float = OVER.begins) -> None:
    """Four people have played in a season that is over; Ada has won twice."""
    pairs = [(ADA, BRUNO), (CIRO, DORA), (ADA, DORA), (BRUNO, DORA)]
    for number, (winner, loser) in enumerate(pairs):
        people = ((winner, 0, 20), (loser, 1, 5))
        await store.commit([match(f"b{number}", *people, community=COMMUNITY, at=at + number)])


async def posts(*tables: Table) -> list[tuple[str, str]]:
    """What these processes have posted so far."""
    for table in tables:
        await table.service.updater.bring_all()
    return [post for table in tables for post in table.platform.published]


async def waiting(store: Store) -> list[str]:
    return [notice.kind for notice in await store.notices_waiting(None) if notice.kind == CHAMPIONS]


async def text(store: Store, locale: str = "es") -> str:
    first = await store.read(BY_POINTS.page, Scope(COMMUNITY), OVER, 3)
    return champions_text(OVER.key, first, words_for(locale))


async def test_two_processes_tell_them_once(two_stores: list[Store]) -> None:
    """The first match of each process ends before either has posted anything."""
    time = FakeTime()
    one, two = (Table(store, seed=seed, time=time) for seed, store in enumerate(two_stores))
    await played_before(one.store)
    for table in (one, two):
        table.service.updater.wake = lambda *_: None
    await won(one, ADA, BRUNO)
    await won(two, CIRO, DORA)
    expected = [(PLACE, await text(one.store))]
    assert await posts(one, two) == expected
    for table in (one, two):
        table.restart()
    await won(two, ADA, CIRO)
    assert await posts(one, two) == expected


async def test_two_first_results_at_once_tell_them_once(two_stores: list[Store]) -> None:
    """The second process has looked before the first has stored its result."""
    time = FakeTime()
    one, two = (Table(store, seed=seed, time=time) for seed, store in enumerate(two_stores))
    await played_before(one.store)
    due, found = one.service.champions.due, list[Due]()

    async def noted(changes: Sequence[MatchChange], now: float) -> Due:
        found.append(await due(changes, now))
        return found[-1]

    async def same(changes: Sequence[MatchChange], now: float) -> Due:
        return found[-1] if any(change.results for change in changes) else ((), ())

    one.service.champions.due = noted  # type: ignore[method-assign]
    await won(one, ADA, BRUNO)
    assert len(await posts(one)) == 1
    assert found[-1][0], "it was the first result"
    two.service.champions.due = same  # type: ignore[method-assign]
    await won(two, CIRO, DORA)
    assert len(await posts(one, two)) == 1


async def test_they_are_told_after_a_crash(store: Store) -> None:
    """The process dies between the first result and the message: the notice is a row."""
    table = Table(store)
    await played_before(store)
    table.service.updater.wake = lambda *_: None
    await won(table, ADA, BRUNO)
    assert table.platform.published == []
    assert await waiting(store) == [CHAMPIONS]
    for _ in range(2):
        table.restart()
        assert await posts(table) == [(PLACE, await text(store))]
        assert await waiting(store) == []


async def test_they_are_looked_at_with_the_match(store: Store) -> None:
    """Although the notice is of no match: nobody waits for the next look at everything."""
    table = Table(store)
    await played_before(store)
    await won(table, ADA, BRUNO)
    seasons = {
        asked for asked in table.service.updater._agenda._asked if asked.startswith("season-")
    }
    assert len(seasons) == 1


async def test_the_three_best_are_named(store: Store) -> None:
    await played_before(store)
    for locale in ("es", "pt_BR", "en"):
        title, *lines = (await text(store, locale)).split("\n")
        assert title.startswith("🏆")
        names = [person.title() for person in (ADA, BRUNO, CIRO)]
        assert [line[0] for line in lines] == list("🥇🥈🥉")
        assert all(name in line for name, line in zip(names, lines, strict=True))


async def test_nothing_is_told_where_nobody_has_played(store: Store) -> None:
    table = Table(store)
    await won(table, ADA, BRUNO)
    assert await waiting(store) == []
    assert await posts(table) == []


async def test_a_season_is_told_after_a_season_without_matches(store: Store) -> None:
    table = Table(store)
    await played_before(store)
    table.time.pass_by(40 * DAY)
    await won(table, ADA, BRUNO)
    assert await posts(table) == [(PLACE, await text(store))]


async def test_nothing_is_told_before_the_season_is_over(store: Store) -> None:
    table = Table(store)
    await played_before(store, at=month(table.time.utc()).begins)
    await won(table, ADA, BRUNO)
    assert await waiting(store) == []


async def test_a_match_against_robots_alone_tells_nothing(store: Store) -> None:
    table = Table(store)
    await played_before(store)
    await lost_to_robots(table)
    assert await waiting(store) == []
    await won(table, ADA, BRUNO)
    assert len(await posts(table)) == 1


async def test_each_season_is_told(store: Store) -> None:
    table = Table(store)
    for _ in range(3):
        await won(table, ADA, BRUNO)
        table.time.pass_by(31 * DAY)
    assert len(await posts(table)) == 2


async def test_a_quarter_is_a_season_where_the_community_wants_it(store: Store) -> None:
    table = Table(store)
    await played_before(store)
    await table.service.settings.configure(COMMUNITY, {"temporada": "trimestre"})
    await won(table, ADA, BRUNO)
    ((_, said),) = await posts(table)
    assert said.split("\n")[0] == champions_text("q2026-4", (), words_for("es"))


async def test_it_is_posted_where_the_community_has_its_posts(store: Store) -> None:
    table = Table(store)
    await played_before(store)
    for name, place in (("anuncios", f"{COMMUNITY}/a"), ("tabla", f"{COMMUNITY}/b")):
        assert isinstance(
            await table.service.settings.configure(COMMUNITY, {name: place}), Accepted
        )
    await won(table, ADA, BRUNO)
    assert [place for place, _ in await posts(table)] == [f"{COMMUNITY}/b"]


async def test_on_the_page_each_of_them_is_told(store: Store) -> None:
    table = Table(store)

    async def nowhere(_: str) -> None:
        return None

    table.platform.address_in = nowhere  # type: ignore[method-assign, assignment]
    people = ["web:ana", "web:beto"]
    both = ((people[0], 0, 20), (people[1], 1, 5))
    await store.commit([match("b", *both, community=COMMUNITY, at=OVER.begins)])
    await won(table, ADA, BRUNO)
    assert await posts(table) == []
    assert table.platform.told == [(person, await text(store)) for person in people]


async def test_an_erased_community_is_told_nothing(store: Store) -> None:
    table = Table(store)
    await played_before(store)
    table.service.updater.wake = lambda *_: None
    await won(table, ADA, BRUNO)
    await store.commit([Changes(erase=Erase((COMMUNITY,)))])
    assert await waiting(store) == []
    assert await posts(table) == []
    assert TOLD not in await store.settings_of(COMMUNITY)


async def test_it_is_not_told_again_after_everybody_of_the_running_season_is_erased(
    store: Store,
) -> None:
    """Then the running season has no results again, and the notice is cleared away long ago."""
    table = Table(store)
    await played_before(store)
    await won(table, "discord:8", "discord:9")
    assert len(await posts(table)) == 1
    await store.commit([Changes(erase=Erase(("discord:8", "discord:9")))])
    table.time.pass_by(3 * DAY)
    await store.commit([Changes(tidy=Tidy(table.time.utc() - DAY))])
    assert await store.read(BY_POINTS.page, Scope(COMMUNITY), month(table.time.utc()), 1) == ()
    await won(table, ADA, BRUNO)
    assert len(await posts(table)) == 1


@pytest.mark.parametrize("count", [1, 2])
def test_a_season_of_few_people_has_few_champions(count: int) -> None:
    rows = [Standing(f"discord:{n}", f"P{n}", 1, 0, 12, 3, 1, 1) for n in range(count)]
    assert len(champions_text("m2026-12", rows, words_for("es")).split("\n")) == 1 + count
