"""Seasons: the scoreboard begins anew, the old one is kept with its champions."""

from datetime import UTC, datetime

import pytest

from bot.catalogue import read_key
from bot.community.community_rules import rules_of
from bot.community.scoreboard import Scoreboard, Scoreboards, Wanted
from bot.messages import Accepted, PersonId, Refused
from bot.pages.scoreboard import scoreboard_key
from bot.screens import standings_page
from bot.screens.pages import BadKey, read_wanted, write_wanted
from bot.store import Changes, Store
from bot.store.changes import Tidy
from bot.store.model import Setting
from tests.bot.helpers import COMMUNITY, Table
from tests.bot.results import ADA, BRUNO, CIRO, DORA, match


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
    for number, (month, people) in enumerate(ends):
        played = match(f"m{number}", *people, community=COMMUNITY, at=day(month) + number)
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
