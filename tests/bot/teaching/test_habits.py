"""``/analizar habitos``: whose matches are counted, to whom it is told, and in which words."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.catalogue import page_for, read_key
from bot.catalogue.typed import Typed, parse
from bot.screens.pages import ANALYSIS, HABITS, ROOM, Page, PageKey, analysis_key
from bot.screens.teaching.habits import habit_text, habits_page
from bot.store.queries import match_queries
from bot.teaching.habits import WANTED, GameHabits, Habits, advised
from bot.teaching.task_queue import Nothing, Progress
from bot.words import LOCALES, words_for
from engine.teacher.habits import FEW, SHARES, Found, Habit
from engine.variants import VARIANTS
from tests.bot.helpers import ANA, BETO, HERE, STRANGER, Table
from tests.bot.store.test_records import won
from tests.narrow import of_kind
from tests.stores import answer

WORDS = words_for("es")
LONG = 60.0


async def asked(table: Table, person: str | None) -> Page:
    return await page_for(table.service, PageKey(ANALYSIS, topic=HABITS), person, "es", HERE)


async def test_each_person_is_told_of_their_own_choices(table: Table) -> None:
    await won(table)
    for person, kinds in ((ANA, {Habit.BLUFF_ENVIDO}), (BETO, {Habit.FOLD_ENVIDO})):
        found = of_kind(Habits, await table.service.habits.of(person, LONG))
        (game,) = found.games
        assert (game.variant, game.matches) == ("argentino", 1)
        assert {habit.habit for habit in game.found} == kinds
        assert all(habit.cases == 1 for habit in game.found)
        assert (found.variant, found.advice) == ("", None), "one case is certain of nothing"
        assert (await asked(table, person)).title == WORDS.text("habits.title")
    await won(table)
    (game,) = of_kind(Habits, await table.service.habits.of(ANA, LONG)).games
    assert (game.matches, [habit.cases for habit in game.found]) == (2, [2])


@pytest.mark.parametrize("person", [STRANGER, ANA])
async def test_without_a_finished_match_there_is_none(table: Table, person: str) -> None:
    if person == STRANGER:
        await won(table)
    else:
        await table.seated(ANA, BETO)
    assert await table.service.habits.of(person, LONG) == Nothing("habits.none")
    assert (await asked(table, person)).text == WORDS.text("habits.none")


async def test_a_page_that_everybody_may_read_tells_nothing_of_it(table: Table) -> None:
    await won(table)
    assert (await asked(table, None)).title != WORDS.text("habits.title")


@pytest.mark.parametrize("change", [{"velo": True}, {"lesson": "guided"}])
async def test_matches_with_velo_and_guided_ones_are_left_out(
    table: Table, monkeypatch: pytest.MonkeyPatch, change: dict[str, object]
) -> None:
    await won(table)
    rows = await table.store.read(match_queries.last_matches_of, ANA, 1)
    changed = tuple(replace(row, info=replace(row.info, **change)) for row in rows)

    async def last(*_: object) -> object:
        return changed

    answer(monkeypatch, table.store, match_queries.last_matches_of, last)
    assert await table.service.habits.of(ANA, LONG) == Nothing("habits.none")


async def test_a_match_whose_record_is_closed_is_left_out_and_asked_for_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a hand of the day that others still play."""
    await won(table)

    async def closed(_: str) -> None:
        return None

    with monkeypatch.context() as patched:
        patched.setattr(table.service.habits._matches, "record", closed)
        assert await table.service.habits.of(ANA, LONG) == Nothing("habits.none")
    assert isinstance(await table.service.habits.of(ANA, LONG), Habits)


async def test_longer_work_says_how_far_it_is_and_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(table)
    free, read = asyncio.Event(), table.service.habits._matches.record

    async def slowly(match: str) -> str | None:
        await free.wait()
        return await read(match)

    monkeypatch.setattr(table.service.habits._matches, "record", slowly)
    assert await table.service.habits.of(ANA, 0.01) == Progress(WANTED, 1, 1)
    monkeypatch.setattr("bot.pages.analysis._PATIENCE", 0.01)
    page = await asked(table, ANA)
    assert page.text == WORDS.text("habits.progress", hand=1, hands=1)
    (again,) = page.turns
    assert read_key(again.key) == PageKey(ANALYSIS, topic=HABITS)
    # One task at a time for a person: an analysis waits for the habits.
    other = await page_for(table.service, PageKey(ANALYSIS, table.match), ANA, "es", HERE)
    assert other.text.split("\n") == [page.text, WORDS.text("analysis.other")]
    free.set()
    assert isinstance(await table.service.habits.of(ANA, LONG), Habits)


async def test_a_match_is_read_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await won(table)
    first = await table.service.habits.of(ANA, LONG)
    monkeypatch.setattr(table.service.habits._matches, "record", None)
    assert await table.service.habits.of(ANA, LONG) == first


@pytest.mark.parametrize("line", ["/analizar habitos", "/analisar hábitos", "/analyse what:habits"])
def test_it_is_asked_for_in_every_language(line: str) -> None:
    typed = parse(line)
    assert typed == Typed("analizar", (("que", "habitos"),))
    assert analysis_key(dict(typed.values)) == PageKey(ANALYSIS, topic=HABITS)
    assert analysis_key({"partida": "ABCD2345"}) == PageKey(ANALYSIS, "abcd2345")


def made(habit: Habit, certain: float, cases: int = 99) -> Found:
    """Something found that is so far from the master."""
    master = 0.4
    value = master + certain * 1.5
    ends = (value - abs(certain) / 10, value + abs(certain) / 10)
    means = (0.7, 0.3) if habit is Habit.SILENT_TRUCO else (29.0, 25.5)
    told = (0.1, 0.5)
    return Found(habit, cases, cases, value, *ends, master, 0.05, means, told, means)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_habit_of_every_game_has_its_words(variant: str, locale: str) -> None:
    ways = [(habit, way) for habit in Habit for way in (0.3, -0.3) if way > 0 or habit in SHARES]
    for habit, way in ways:
        found = made(habit, way)
        assert found.certain * way > 0
        every = tuple(made(kind, 0.3) for kind in Habit)
        games = tuple((name, 9, every) for name in (variant, "paulista", "uruguayo"))
        page = habits_page(games, variant, found, locale)
        assert "{" not in page.text
        assert len(page.text) < ROOM
        assert len(page.headings) == 3


def test_few_cases_are_said_to_be_few() -> None:
    for habit in Habit:
        few, enough = (habit_text(made(habit, 0.3, number), WORDS) for number in (FEW - 1, FEW))
        assert WORDS.text("habits.few") in few
        assert WORDS.text("habits.few") not in enough


def test_the_thing_to_try_is_about_a_game_that_is_told() -> None:
    near, far = made(Habit.FOLD_TRUCO, 0.1), made(Habit.FOLD_ENVIDO, 0.3)
    one, two = GameHabits("argentino", 9, (near,)), GameHabits("uruguayo", 2, (far,))
    assert advised([one, two]) == Habits((one, two), "uruguayo", far)
    assert advised([one]) == Habits((one,), "argentino", near)
    others = [GameHabits(name, 3, ()) for name in ("paulista", "mineiro")]
    assert advised([one, *others, two]) == Habits((one, *others), "argentino", near)
    assert advised([]) == Nothing("habits.none")
