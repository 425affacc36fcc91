"""Scoreboards and profiles as pictures: they show what the page tells, and nothing else."""

import io
import re
from html import unescape

import pytest
from msgspec.structs import fields, replace
from PIL import Image

from adapters.telegram.pages import text_page
from bot.community.profiles import LEVELS, Profile, RatingCurve, threshold
from bot.community.scoreboard import STRENGTH, Scoreboard, Wanted
from bot.pages.profile import personal_page, profile_page
from bot.pictures.board import Board
from bot.pictures.drawn import drawn
from bot.pictures.portrait import MEDALS, Portrait
from bot.screens import standings_page
from bot.screens.community.portrait import RATINGS, portrait
from bot.screens.pages import ALT, Page, PagePicture
from bot.store.results.badges import BADGES
from bot.store.results.model import Badge, Rating, Standing, Statistics
from bot.words import LOCALES, words_for
from engine.variants import VARIANTS
from tests.bot.community.test_ranking import won
from tests.bot.helpers import NAMES, Table
from tests.bot.results import ADA, BRUNO
from tests.narrow import of_kind

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
    return of_kind(Board, pictured(standings_page(scores, "La peña", locale)).shown)


def test_the_first_three_stand_on_a_podium_and_the_others_in_rows() -> None:
    found = shown(board(1, 10))
    assert [row.name for step in found.podium for row in step] == ["Name 1", "Name 2", "Name 3"]
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
    one = Rating("discord:1", "Ana", "argentino", 30.0, 4.0, 12)
    found = shown(Scoreboard(Wanted(by=STRENGTH).settled(), rows=(one,)))
    assert len(found.headings) == len(found.podium[0][0].numbers) == 3


def test_where_nobody_has_played_there_is_no_picture() -> None:
    assert standings_page(Scoreboard(Wanted(), ()), "La peña", "es").picture is None
    nobody = Profile(None, None, (), visible=False)
    assert profile_page(nobody, "Ana", "es", mine=True, registered=True).picture is None


def test_a_name_that_cannot_be_drawn_stands_beside_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.screens.community.standings.is_drawable", lambda name: name != "你好")
    scores = Scoreboard(Wanted(), (standing(1), standing(2, "你好")))
    beside = pictured(standings_page(scores, "La peña", "es")).beside
    assert beside.split("\n")[0] == "2. 你好"
    assert "Name 1" not in beside


# --- profiles ------------------------------------------------------------------------------------


def full(name: str = "Ana") -> Profile:
    sums = Standing("discord:1", name, 88, 32, 990, 700, 4, 11, 1240)
    rating = Rating("discord:1", name, "argentino", 30.0, 4.0, 12)
    badges = tuple(Badge("discord:1", badge, "abcdefgh", 0.0) for badge in BADGES)
    return Profile(
        sums,
        sums,
        (("argentino", sums), ("paulista", sums)),
        visible=True,
        ratings=(RatingCurve(rating, (1500, 1540, 1520)),),
        badges=badges,
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_a_profiles_picture_and_its_words_say_the_same(locale: str) -> None:
    page = profile_page(full(), "Ana", locale, mine=True, registered=True, chips=7)
    found = pictured(page)
    assert isinstance(found.shown, Portrait)
    curve = found.shown.curves[0]
    for said in (found.shown.level, found.shown.title, curve.number, found.shown.medals[0].name):
        assert said in f"{found.alt}\n{found.beside}"
    assert all(tile.number.rstrip(" %") in found.alt for tile in found.shown.tiles)
    assert page.curves[0].alt in found.alt
    assert page.curves[0].line not in found.alt, "a row of columns says nothing to a screen reader"
    assert len(found.alt) <= ALT


def crowded(games: int) -> Profile:
    """Somebody with ratings of so many games and all badges."""
    one = full()
    sums, (strength,) = one.whole, one.ratings
    assert sums is not None
    names = tuple(VARIANTS)[:games]
    ratings = tuple(
        replace(strength, rating=replace(strength.rating, variant=name)) for name in names
    )
    counted = {
        field.name: 12 for field in fields(Statistics) if field.name not in ("person", "variant")
    }
    return replace(
        one,
        games=tuple((name, sums) for name in names),
        ratings=ratings,
        statistics=Statistics("discord:1", "argentino", **counted),
    )


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("games", [1, 3, 4, 6])
def test_every_line_of_a_profile_is_told_with_its_picture(locale: str, games: int) -> None:
    """In the description or beside it, none of them in parts and none in both."""
    page = profile_page(crowded(games), "Ana", locale, mine=True, registered=True, chips=7)
    found = pictured(page)
    spoken = {curve.line: f"{curve.told}. {curve.alt}" for curve in page.curves}
    lines = [page.title, *(spoken.get(line, line) for line in page.text.split("\n"))]
    assert sorted([*found.alt.split("\n"), *found.beside.split("\n")]) == sorted(lines)
    assert len(found.alt) <= ALT


def test_what_the_picture_has_no_room_for_is_read_by_everybody() -> None:
    """Ratings from the fourth on, and badges when there are more than medals."""
    page = profile_page(crowded(6), "Ana", "es", mine=False, registered=True)
    found = pictured(page)
    assert isinstance(found.shown, Portrait)
    assert (len(found.shown.curves), len(page.curves)) == (RATINGS, 6)
    beside = found.beside.split("\n")
    for curve in page.curves[RATINGS:]:
        assert f"{curve.told}. {curve.alt}" in beside
    for badge in BADGES[MEDALS:]:
        assert words_for("es").text(f"badge.{badge}") in found.beside


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("games", "badges"), [(2, 6), (3, 33), (6, 12)])
def test_telegram_tells_all_of_a_profile_with_its_picture_or_in_words_alone(
    locale: str, games: int, badges: int
) -> None:
    one = crowded(games)
    one = replace(one, badges=one.badges[:badges])
    page = profile_page(one, "Ana", locale, mine=True, registered=True, chips=7)
    found, sent = pictured(page), text_page(page)
    said = unescape(re.sub("<[^>]*>", "", sent.html)).split("\n")
    if games == 2:
        assert sent.picture == found.shown
        assert {*found.alt.split("\n"), *found.owed} <= set(said)
    else:
        assert sent.picture is None
        assert said == [page.title, *page.text.split("\n")]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_row_of_a_scoreboard_is_told_whole(locale: str) -> None:
    people = tuple(standing(number, chr(96 + number) * 48) for number in range(1, 11))
    page = standings_page(replace(board(1, 10), rows=people), "La peña", locale)
    found = pictured(page)
    assert len(f"{page.title}\n{page.text}") > ALT + 100
    told = [*found.alt.split("\n"), *found.beside.split("\n")]
    assert sorted(told) == sorted([page.title, *page.text.split("\n")])


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


@pytest.mark.parametrize("name", ["A", ODD])
async def test_pictures_are_drawn_for_every_name(name: str) -> None:
    scores = replace(board(1, 10), rows=tuple(standing(n, name) for n in range(1, 11)))
    pages = (
        standings_page(replace(scores, place=40, mine=standing(40, name)), name, "es"),
        profile_page(full(name), name, "es", mine=True, registered=True),
    )
    for page in pages:
        data = await drawn(pictured(page).shown)
        with Image.open(io.BytesIO(data)) as image:
            assert (image.format, image.width) == ("PNG", 1000)
        assert len(data) < LARGEST


@pytest.mark.parametrize("number", range(1, len(LEVELS) + 1))
def test_the_way_to_the_next_level_is_a_part_of_a_hundred(number: int) -> None:
    """Nothing of it where a level begins, half of it half way, all of it at the highest level."""
    begins = threshold(number)
    for share in (0.0, 0.25, 0.5, 0.9):
        is_highest = number == len(LEVELS)
        earned = begins + (7 if is_highest else int(share * (threshold(number + 1) - begins)))
        whole = replace(full().whole, earned=earned)  # type: ignore[type-var]
        shown = portrait(replace(full(), whole=whole), "Ana", words_for("es"), registered=True)
        assert shown.reached == (100 if is_highest else pytest.approx(100 * share, abs=2))
