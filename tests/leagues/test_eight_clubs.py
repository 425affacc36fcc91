"""A season of eight clubs on two houses, one of which cheats in another way in each round."""

import pytest
from msgspec.structs import replace

from bot.leagues.book import read_book
from bot.leagues.entries import ROOMS, Room, RoomPlayed, RoomShown, record_hash
from bot.leagues.judging import judge
from tests.leagues.season import Houses, is_signed, key, played, pulse, terms_of
from tests.leagues.test_cheating import CHEAT, HONEST, Found, found, says, total_of

pytestmark = pytest.mark.dear
ARTICLES: dict[str, tuple[str, ...]] = {
    "changed": ("LI-17", "LI-20"),
    "own deals": ("LI-13",),
    "result": ("LI-17",),
    "early": ("LI-18", "LI-20"),
    "left out": ("LI-20",),
    "nothing": (),
    "twice": (),
}
"""By what the cheat does, round after round: as what it is found. A record that does not count is
missing when the round is over."""


def cheat(houses: Houses, round: int, how: str) -> tuple[int, Room]:
    """A round in which the cheat plays a room otherwise than it should; which one that is."""
    desk = houses.desk(CHEAT)
    mine = [
        fixture
        for fixture in desk.ledger().fixtures.values()
        if fixture.round == round and CHEAT in fixture.houses
    ]
    fixture = max(mine, key=lambda fixture: HONEST in fixture.houses)
    place = (round, fixture.board, ROOMS[fixture.houses.index(CHEAT)])
    plan = desk.plan(fixture, pulse(desk.ledger().beacon_round(round)))
    if how == "own deals":
        plan = replace(plan, secret=bytes(32))
    text = played(plan, place)
    points = total = total_of(text)
    if how == "result":
        points = (total[0] + 1, total[1])
    if how != "left out":
        says(houses, RoomPlayed(*place, record=record_hash(text), points=points))
    if how == "changed":
        others = (played(plan, seed) for seed in range(400))
        text = next(made for made in others if made != text and total_of(made) == total)
    if how != "early":
        houses.play(without=place)
    if how != "left out":
        says(houses, RoomShown(*place, record=text))
    houses.play(without=place)
    return place[1:]


def test_every_way_of_cheating_is_found_and_both_work_out_the_same_table() -> None:
    houses = Houses(terms_of(8))
    expected: Found = set()
    left: tuple[int, int, str] = (0, 0, "")
    for round, (how, articles) in enumerate(ARTICLES.items(), 1):
        houses.moment = houses.terms.starts(round)
        houses.go_on()
        if articles:
            left = round, *cheat(houses, round, how)
            expected |= {(article, CHEAT, *left) for article in articles}
        else:
            houses.play(without=left)
        houses.show()
    one, other = (judge(read_book({"": data}), is_signed) for data in houses.files)
    assert one == other
    assert found(one) == expected
    assert len(one.results) == 28
    assert sum(result.scored is None for result in one.results) == len(ARTICLES) - 2
    last = houses.book().chains[CHEAT][-1]
    second = key(CHEAT).signed(replace(last, at=last.at + 1))
    together = judge(read_book({"": houses.files[HONEST], "2": second}), is_signed)
    assert found(together) == expected | {("LI-05", CHEAT, 0, 0, "")}
