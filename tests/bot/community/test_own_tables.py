"""The own tables in ``/mesas``: which come first, whom they wait for, how long there is."""

import pytest
from msgspec.structs import replace

from bot.model import MatchInfo, Status
from bot.screens.lobby.table_list import MOST, OwnTable, is_own, tables_page
from bot.words import LOCALES, words_for
from engine.variants import table_for
from tests.bot.scenes import info_for

HOUR = 3600.0
DAY = 24 * HOUR
TWO = table_for("argentino", 2)


def table(match: str, asked: set[int], left: float | None = None, **changes: object) -> OwnTable:
    """A table at which the reader sits in the first seat."""
    info = info_for(TWO, match=match, deadline=left, **changes)
    return OwnTable(info, 0, frozenset(asked))


def away(info: MatchInfo) -> MatchInfo:
    mine, *others = info.seats
    return replace(info, seats=(replace(mine, away=True), *others))


def test_what_waits_for_the_reader_comes_first() -> None:
    lobby = table("lobby111", set(), status=Status.LOBBY)
    theirs = table("theirs11", {1}, 5 * HOUR)
    robots = OwnTable(away(theirs.info), 0, frozenset({1}))
    robots = OwnTable(replace(robots.info, match="robots11"), 0, robots.asked)
    later, sooner = table("later111", {0}, 3 * DAY), table("sooner11", {0}, HOUR)
    page = tables_page([lobby, theirs, later, robots, sooner], [], "es", 0.0)
    assert [leaf.key for leaf in page.turns[:5]] == [
        "l1.sooner11.mano",
        "l1.later111.mano",
        "l1.robots11.mano",
        "l1.theirs11.mano",
        "l1.lobby111.mesa",
    ]
    words = words_for("es")
    heading, *lines = page.text.split("\n")
    assert heading == words.text("tables.mine")
    states = ("tables.mine.turn", "tables.mine.turn", "tables.mine.away", "tables.mine.waits")
    name = theirs.info.seats[1].name
    for line, state in zip(lines, states, strict=False):
        assert words.text(state, names=name) in line
        assert words.text("tables.with", names=name) in line


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("left", "unit", "number"),
    [
        (20.0, "minutes", 1),
        (119 * 60.0, "minutes", 119),
        (2 * HOUR, "hours", 2),
        (47.9 * HOUR, "hours", 47),
        (2 * DAY, "days", 2),
        (-5.0, "minutes", 1),
    ],
)
def test_how_long_there_is(locale: str, left: float, unit: str, number: int) -> None:
    page = tables_page([table("turn1111", {0}, 1000.0 + left)], [], locale, 1000.0)
    assert page.text.endswith(words_for(locale).text(f"tables.left.{unit}", n=number))


def test_what_is_over_and_hands_of_the_day_are_no_tables_to_come_back_to() -> None:
    assert is_own(info_for(TWO))
    assert not is_own(info_for(TWO, status=Status.OVER))
    assert not is_own(info_for(TWO, status=Status.CLOSED))


def test_more_tables_than_have_buttons_are_counted() -> None:
    many = [table(f"table{number:03}", {0}, float(number)) for number in range(MOST + 2)]
    page = tables_page(many, [], "es", 0.0)
    assert sum(leaf.key.endswith(".mano") for leaf in page.turns) == MOST
    assert page.text.endswith(words_for("es").text("tables.more", n=2))
