"""Puzzles for people: which one comes, what an answer does, what is told and to whom."""

import asyncio
import json
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from bot.catalogue import page_for, read_key
from bot.common.queues import Queues
from bot.community import puzzles as module
from bot.community.puzzles import (
    HISTORY,
    LEVELS,
    MINE,
    NoPuzzle,
    PuzzleHistory,
    Puzzles,
    PuzzleShown,
    first_difficulty,
)
from bot.pages.puzzle import puzzle_page
from bot.pictures.moment import PicturedMoment
from bot.screens.pages import PUZZLE, BadKey, Page, PageKey
from bot.store import Store
from bot.store.changes import Changes
from bot.store.model import Setting
from bot.store.results.ratings import BEGINNER, Strength, met
from bot.words import LOCALES, regional, words_for
from engine.puzzles import Puzzle, Shelf, shipped, table_at, view_of
from tests.bot.helpers import ANA, BETO, HERE, FakeTime, Table
from tests.narrow import of_kind, present

GAME: Final = "paulista"
SHIPPED: Final = shipped(GAME).puzzles
WORDS: Final = words_for("es")


def service(store: Store) -> Puzzles:
    """What one process knows of puzzles."""
    return Puzzles(store, Queues(), FakeTime())


async def asked(
    puzzles: Puzzles, person: str = ANA, level: str = LEVELS[0], game: str = GAME
) -> PuzzleShown:
    return of_kind(PuzzleShown, await puzzles.ask(person, game, level))


async def answered(puzzles: Puzzles, place: int, person: str = ANA) -> PuzzleShown:
    now = (await puzzles.of(person)).now
    return of_kind(PuzzleShown, await puzzles.answer(person, now, place))


def wrong(puzzle: Puzzle) -> list[int]:
    return [place for place in range(len(puzzle.answers)) if place != puzzle.best]


async def times_met(puzzles: Puzzles, puzzle: Puzzle) -> int:
    """How many people have moved the puzzle's rating."""
    return module._read(puzzle, await puzzles._ratings())[1]


async def test_the_first_puzzle_is_the_nearest_to_a_beginner(store: Store) -> None:
    found = await asked(service(store))
    away = [abs(first_difficulty(puzzle) - BEGINNER.mu) for puzzle in SHIPPED]
    assert abs(first_difficulty(found.puzzle) - BEGINNER.mu) == min(away)
    assert not found.is_over
    assert await asked(service(store)) == found, "it stays until it is over"


async def test_easier_and_harder_ones(store: Store) -> None:
    """At mineiro, where the puzzles that are shipped lie on both sides of an easy one."""
    difficulties = []
    for person, level in ((ANA, "facil"), (BETO, "dificil")):
        found = await asked(service(store), person, level, "mineiro")
        difficulties.append(first_difficulty(found.puzzle))
    easy, hard = difficulties
    assert easy < hard


def test_a_puzzle_that_robots_always_or_never_miss_has_a_rating_too() -> None:
    never, always = (
        first_difficulty(replace(SHIPPED[0], misses=misses)) - BEGINNER.mu for misses in (0.0, 1.0)
    )
    assert always == pytest.approx(-never)
    assert always > 0


async def test_a_right_first_answer_wins_against_the_puzzle(any_store: Store) -> None:
    puzzles = service(any_store)
    puzzle = (await asked(puzzles)).puzzle
    found = await answered(puzzles, puzzle.best)
    before = Strength(first_difficulty(puzzle), module.FIRST.sigma)
    mine, theirs = met(BEGINNER, before, True)
    assert (found.is_over, found.is_solved, found.mine.solved) == (True, True, 1)
    assert found.mine.strength == mine
    assert found.mine.change > 0
    assert await puzzles._rating(puzzle) == theirs
    assert theirs.mu < before.mu


async def test_an_answer_that_comes_to_the_same_is_right_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To decline, or to go to the deck."""
    twice = [replace(puzzle, equal=(wrong(puzzle)[0],)) for puzzle in SHIPPED]
    monkeypatch.setattr(module, "shipped", lambda _: Shelf(GAME, tuple(twice), 0))
    puzzles = service(store)
    now = await asked(puzzles)
    assert now.left == min(2, len(now.puzzle.answers) - 2)
    found = await answered(puzzles, now.puzzle.equal[0])
    assert (found.is_over, found.is_solved, found.mine.solved) == (True, True, 1)
    assert found.mine.change > 0
    text = read_all(puzzle_page(found, "es"))
    assert WORDS.text("puzzle.solved.first") in text
    assert WORDS.text("puzzle.equal", step="|").split("|")[0] in text


async def test_later_tries_are_lost_and_count_no_more(store: Store) -> None:
    """The same answer twice is one try."""
    puzzles = service(store)
    puzzle = (await asked(puzzles)).puzzle
    place = wrong(puzzle)[0]
    first = await answered(puzzles, place)
    assert not first.is_over
    assert first.mine.change < 0
    assert await answered(puzzles, place) == first
    assert await answered(puzzles, len(puzzle.answers)) == first, "no such answer"
    theirs = await puzzles._rating(puzzle)
    then = await answered(puzzles, puzzle.best)
    assert (then.is_solved, then.mine.solved) == (True, 0)
    assert then.mine.strength == first.mine.strength
    assert await puzzles._rating(puzzle) == theirs


async def test_after_the_last_try_it_is_over(store: Store) -> None:
    puzzles = service(store)
    puzzle = (await asked(puzzles)).puzzle
    found = await asked(puzzles)
    for place in wrong(puzzle)[: found.left]:
        assert not found.is_over
        found = await answered(puzzles, place)
    assert (found.is_over, found.is_solved) == (True, False)
    assert await answered(puzzles, puzzle.best) == found, "too late"


async def test_two_processes_count_a_press_once(two_stores: list[Store]) -> None:
    one, other = (service(store) for store in two_stores)
    puzzle = (await asked(one)).puzzle
    both = await asyncio.gather(answered(one, puzzle.best), answered(other, puzzle.best))
    mine = await one._newest(ANA)
    assert (mine.tried, mine.solved) == ((puzzle.best,), 1)
    assert {found.mine for found in both} == {mine}
    assert await times_met(one, puzzle) == 1


async def test_different_presses_at_once_are_one_try(two_stores: list[Store]) -> None:
    one, other = (service(store) for store in two_stores)
    puzzle = (await asked(one)).puzzle
    await asyncio.gather(answered(one, puzzle.best), answered(other, wrong(puzzle)[0]))
    mine = await one._newest(ANA)
    assert len(mine.seen) == 1
    assert await times_met(one, puzzle) == 1
    assert mine.strength in (
        met(BEGINNER, Strength(first_difficulty(puzzle), module.FIRST.sigma), right)[0]
        for right in (True, False)
    )


async def test_a_puzzle_met_by_two_people_has_moved_twice(two_stores: list[Store]) -> None:
    one, other = (service(store) for store in two_stores)
    puzzle = (await asked(one, ANA)).puzzle
    assert (await asked(other, BETO)).puzzle == puzzle
    await asyncio.gather(answered(one, puzzle.best, ANA), answered(other, wrong(puzzle)[0], BETO))
    assert await times_met(one, puzzle) == 2


async def test_no_puzzle_comes_twice_and_at_last_there_are_none(store: Store) -> None:
    puzzles = service(store)
    seen = set()
    for _ in SHIPPED:
        puzzle = (await asked(puzzles)).puzzle
        await answered(puzzles, puzzle.best)
        seen.add(puzzle.id)
    assert seen == {puzzle.id for puzzle in SHIPPED}
    assert await puzzles.ask(ANA, GAME, LEVELS[0]) == NoPuzzle("puzzle.all", GAME)


async def test_a_game_without_puzzles_says_so(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "shipped", lambda _: shipped("none"))
    assert await service(store).ask(ANA, GAME, LEVELS[0]) == NoPuzzle("puzzle.none", GAME)


async def test_an_answer_to_another_puzzle_shows_the_one_before_the_person(store: Store) -> None:
    puzzles = service(store)
    assert await puzzles.answer(ANA, SHIPPED[0].id, 0) == NoPuzzle("puzzle.gone")
    now = await asked(puzzles)
    other = next(puzzle for puzzle in SHIPPED if puzzle != now.puzzle)
    assert await puzzles.answer(ANA, other.id, other.best) == now


async def test_what_is_kept_is_exported_and_goes_with_the_person(table: Table) -> None:
    puzzles = table.service.puzzles
    puzzle = (await asked(puzzles)).puzzle
    await answered(puzzles, puzzle.best)
    told = json.loads(await table.service.own_data.of(ANA))
    assert (told["puzzles"]["seen"], told["puzzles"]["solved"]) == ([puzzle.id], 1)
    assert MINE not in told["settings"]
    assert json.loads(await table.service.own_data.of(BETO))["puzzles"] is None


def read_all(page: Page) -> str:
    picture = "" if page.picture is None else page.picture.alt + page.picture.beside
    return "\n".join([page.title, page.text, picture, *(leaf.label for leaf in page.turns)])


@pytest.mark.parametrize("puzzle", shipped("argentino").puzzles, ids=lambda puzzle: puzzle.id)
def test_the_words_tell_every_card_on_the_table(puzzle: Puzzle) -> None:
    """A chat may take no pictures, and not everybody sees one."""
    page = puzzle_page(PuzzleShown(puzzle, PuzzleHistory(now=puzzle.id), 1500), "es")
    spelling, picture = table_at(puzzle).spelling, present(page.picture)
    laid = {WORDS.card(play.card, spelling) for play in view_of(puzzle).plays if not play.covered}
    for told in (page.text, f"{picture.alt} {picture.beside}"):
        assert not {card for card in laid if card not in told}


@pytest.mark.parametrize("locale", [*LOCALES, "es_AR", "es_UY", "es_VE"])
@pytest.mark.parametrize("puzzle", SHIPPED[:4], ids=lambda puzzle: puzzle.id)
def test_a_page_tells_the_answer_only_when_it_is_over(puzzle: Puzzle, locale: str) -> None:
    locale = regional(locale, puzzle.variant)
    words = words_for(locale, puzzle.variant)
    first = wrong(puzzle)[0]
    best = words.text("puzzle.best", step="|", points="", margin="", chance="").split("|")[0]
    for tried, over in (((), False), ((first,), len(puzzle.answers) == 2), ((puzzle.best,), True)):
        page = puzzle_page(
            PuzzleShown(puzzle, PuzzleHistory(now=puzzle.id, tried=tried), 1500), locale
        )
        assert (best in read_all(page)) == over
        keys = [read_key(leaf.key) for leaf in page.turns]
        assert all(len(leaf.key) <= 40 for leaf in page.turns)
        assert len({leaf.label for leaf in page.turns}) == len(page.turns)
        if over:
            assert {key.topic for key in keys} == {puzzle.variant}
        else:
            assert [key.part for key in keys] == [
                place for place in range(len(puzzle.answers)) if place not in tried
            ]
        picture = present(page.picture)
        assert isinstance(picture.shown, PicturedMoment)
        assert not picture.shown.told, "the text beside the picture tells it"
        assert page.position is not None
        played = [
            *(card.token for card in page.position.cards if card.token),
            *(card.cover_token for card in page.position.cards if card.cover_token),
            *(button.token for button in page.position.buttons),
        ]
        assert sorted(played) == sorted([] if over else [leaf.key for leaf in page.turns])


async def test_a_page_leads_through_a_puzzle(table: Table) -> None:
    page = await page_for(table.service, PageKey(PUZZLE, topic=GAME), ANA, "es", HERE)
    now = (await table.service.puzzles.of(ANA)).now
    puzzle = next(puzzle for puzzle in SHIPPED if puzzle.id == now)
    right = next(leaf for leaf in page.turns if read_key(leaf.key).part == puzzle.best)
    page = await page_for(table.service, read_key(right.key), ANA, "es", HERE)
    assert WORDS.text("puzzle.solved.first") in page.text
    page = await page_for(table.service, read_key(page.turns[1].key), ANA, "es", HERE)
    assert (await table.service.puzzles.of(ANA)).now != puzzle.id


async def test_a_page_that_everybody_may_read_shows_no_puzzle(table: Table) -> None:
    page = await page_for(table.service, PageKey(PUZZLE, topic=GAME), None, "es", HERE)
    assert page.turns == ()


@pytest.mark.parametrize("key", ["p1.problema...0", "p1.problema..mus.0", "p1.problema..12.0"])
def test_a_forged_key_is_no_page(key: str) -> None:
    with pytest.raises(BadKey):
        read_key(key)


async def test_a_puzzle_that_is_shipped_no_more_is_replaced(store: Store) -> None:
    gone = msgspec.json.encode(PuzzleHistory(now="0123456789", tried=(1,))).decode()
    await store.commit([Changes(settings=(Setting(ANA, MINE, gone),))])
    assert HISTORY.read(await store.settings_of(ANA)) is not None
    found = await asked(service(store))
    assert found.mine.tried == ()
