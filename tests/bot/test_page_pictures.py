"""Scoreboards and profiles as pictures: they show what the page tells, and nothing else."""

import io

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.community.profiles import Profile, Strength
from bot.community.scoreboard import STRENGTH, Scoreboard, Wanted
from bot.pages import personal_page
from bot.pictures.board import Board
from bot.pictures.drawn import drawn
from bot.pictures.medals import SIGNS
from bot.pictures.portrait import Portrait
from bot.screens import standings_page
from bot.screens.pages import ALT, Page, PagePicture
from bot.screens.profile import profile_page
from bot.store.badges import BADGES
from bot.store.model import Badge, Rating, Standing
from bot.words import LOCALES, words_for
from tests.bot.helpers import NAMES, Table
from tests.bot.test_ranking import ADA, BRUNO, won

LARGEST = 150_000
"""Bytes of a picture."""
ODD = "𝓙𝓾𝓪𝓷 你好 محمد 🔥 Ñ" + "W" * 30


def standing(number: int, name: str = "") -> Standing:
    return Standing(f"discord:{number}", name or f"Name {number}", 9, 3, 90, 30, 2, 5, 300 - number)


def board(first: int, count: int, **more: object) -> Scoreboard:
    people = tuple(standing(number) for number in range(first, first + count))
    wanted = Wanted(page=(first - 1) // 10)
    return replace(Scoreboard(wanted, people), **more)


def pictured(page: Page) -> PagePicture:
    assert page.picture is not None
    return page.picture


def shown(scores: Scoreboard, locale: str = "es") -> Board:
    found = pictured(standings_page(scores, "La peña", locale)).shown
    assert isinstance(found, Board)
    return found


def test_the_first_three_stand_on_a_podium_and_the_others_in_rows() -> None:
    found = shown(board(1, 10))
    assert [one.name for step in found.podium for one in step] == ["Name 1", "Name 2", "Name 3"]
    assert [row.place for row in found.rows] == [str(place) for place in range(4, 11)]
    second = shown(board(11, 4))
    assert second.podium == ()
    assert [row.place for row in second.rows] == ["11", "12", "13", "14"]


def test_ones_own_row_is_always_there_and_marked() -> None:
    def marked(found: Board) -> list[str]:
        steps = [row for step in found.podium for row in step]
        return [row.place for row in (*steps, *found.rows) if row.mine]

    assert marked(shown(board(1, 10, place=2, mine=standing(2)))) == ["2"]
    assert marked(shown(board(1, 10, place=7, mine=standing(7)))) == ["7"]
    far = shown(board(1, 10, place=40, mine=standing(40)))
    assert (marked(far), far.apart, far.rows[-1].name) == (["40"], True, "Name 40")
    assert marked(shown(board(1, 10))) == []


def test_somebody_who_is_not_listed_has_no_place() -> None:
    found = shown(board(1, 3, place=0, mine=standing(40)))
    assert [(row.place, row.name) for row in found.rows] == [("–", "Name 40")]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_scoreboards_picture_and_its_words_say_the_same(locale: str) -> None:
    page = standings_page(board(1, 4, place=4, mine=standing(4)), "La peña", locale)
    found = pictured(page)
    assert isinstance(found.shown, Board)
    assert found.alt.startswith(found.shown.title)
    for step in found.shown.podium:
        for row in step:
            assert f"{row.place}. {row.name}" in found.alt
            assert row.numbers[0] in found.alt
    told = [line for line in f"{found.alt}\n{found.beside}".split("\n") if line]
    assert told == [page.title, *page.text.split("\n")]


def test_ratings_have_columns_of_their_own() -> None:
    one = Rating("discord:1", "Ana", "argentino", 2, 30.0, 4.0, 12)
    found = shown(Scoreboard(Wanted(by=STRENGTH).settled(), ratings=(one,)))
    assert len(found.headings) == len(found.podium[0][0].numbers) == 3


def test_nobody_there_is_no_picture() -> None:
    assert standings_page(Scoreboard(Wanted(), ()), "La peña", "es").picture is None


def test_a_name_that_cannot_be_drawn_stands_beside_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.screens.standings.is_whole", lambda name: name != "你好")
    scores = Scoreboard(Wanted(), (standing(1), standing(2, "你好")))
    beside = pictured(standings_page(scores, "La peña", "es")).beside
    assert beside.split("\n")[0] == "2. 你好"
    assert "Name 1" not in beside


# --- profiles ------------------------------------------------------------------------------------


def full(name: str = "Ana") -> Profile:
    sums = Standing("discord:1", name, 88, 32, 990, 700, 4, 11, 1240)
    rating = Rating("discord:1", name, "argentino", 2, 30.0, 4.0, 12)
    badges = tuple(Badge("discord:1", badge, "abcdefgh", 0.0) for badge in BADGES)
    return Profile(
        sums,
        sums,
        (("argentino", sums), ("paulista", sums)),
        visible=True,
        ratings=(Strength(rating, (1500, 1540, 1520)),),
        badges=badges,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_a_profiles_picture_and_its_words_say_the_same(locale: str) -> None:
    page = profile_page(full(), "Ana", locale, mine=True, registered=True, chips=7)
    found = pictured(page)
    assert isinstance(found.shown, Portrait)
    curve = found.shown.curves[0]
    for said in (found.shown.level, found.shown.title, curve.number, found.shown.medals[0].name):
        assert said in found.alt
    assert all(tile.number.rstrip(" %") in found.alt for tile in found.shown.tiles)
    assert page.curves[0].alt in found.alt
    assert page.curves[0].line not in found.alt, "a row of columns says nothing to a screen reader"
    assert len(found.alt) <= ALT
    assert page.text.endswith(found.beside)


def test_what_only_its_person_reads_is_no_part_of_the_picture() -> None:
    """Neither chips nor who may see the profile."""
    mine = profile_page(full(), "Ana", "es", mine=True, registered=True, chips=777)
    other = profile_page(full(), "Ana", "es", mine=False, registered=True)
    assert pictured(mine).shown == pictured(other).shown
    assert pictured(mine).alt == pictured(other).alt
    assert "777" in pictured(mine).beside
    assert "777" not in f"{pictured(other).alt}{pictured(other).beside}"


async def test_a_profile_that_is_not_shown_has_no_picture(table: Table) -> None:
    await won(table, ADA, BRUNO)
    name = NAMES.get(BRUNO, "Ana")
    asked = {"persona": name}
    closed = await personal_page(table.service, ADA, NAMES.get(ADA, "Ana"), asked, "es")
    assert closed.picture is None


def test_before_the_first_match_there_is_no_picture() -> None:
    nobody = Profile(None, None, (), visible=False)
    assert profile_page(nobody, "Ana", "es", mine=True, registered=True).picture is None


def test_every_badge_has_a_sign() -> None:
    assert set(SIGNS) == set(BADGES)


@pytest.mark.parametrize("name", ["A", ODD])
async def test_pictures_are_drawn_for_every_name(name: str) -> None:
    scores = replace(board(1, 10), standings=tuple(standing(n, name) for n in range(1, 11)))
    pages = (
        standings_page(replace(scores, place=40, mine=standing(40, name)), name, "es"),
        profile_page(full(name), name, "es", mine=True, registered=True),
    )
    for page in pages:
        data = await drawn(pictured(page).shown)
        with Image.open(io.BytesIO(data)) as image:
            assert (image.format, image.width) == ("PNG", 1000)
        assert len(data) < LARGEST


def test_words_of_pictures_are_there_in_every_language() -> None:
    for locale in LOCALES:
        assert words_for(locale).text("portrait.provisional", n=1, enough=10)
