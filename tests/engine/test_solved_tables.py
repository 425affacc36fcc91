"""Which solved table of tricks 2 and 3 a hand takes."""

from collections.abc import Iterator
from typing import cast

import pytest

from engine.cards import UNKNOWN
from engine.robots.learnt import truco_tables
from engine.robots.learnt.truco_spots import ANY_SUIT, NOBODY
from engine.robots.learnt.truco_tables import First, solved_at
from engine.variants import table_for

ZONE = (3, 3)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered of another file."""
    truco_tables.forget()
    yield
    truco_tables.forget()


def test_the_nearest_first_cards_stand_for_others_with_the_same_winner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved = [First(5, 5, -1), First(6, 9, -1), First(9, 1, -1)]
    monkeypatch.setattr(truco_tables, "_solved_after", lambda game, start: {UNKNOWN: solved})
    monkeypatch.setattr(truco_tables, "_solved", lambda *told: told[-1])
    table = table_for("paulista", 2)

    def stands_for(mano: int, pie: int) -> object:
        return solved_at(table, (4, 4), 0, NOBODY, First(mano, pie, ANY_SUIT))

    assert stands_for(6, 9) == stands_for(8, 12) == First(6, 9, -1)
    assert stands_for(9, 8) == stands_for(2, 1) == First(9, 1, -1)
    assert stands_for(1, 1) == First(5, 5, -1)
    del solved[2:]
    truco_tables._nearest.cache_clear()
    assert stands_for(9, 8) is None


@pytest.mark.parametrize(
    ("turned", "like"), [("7d", "7d"), ("7c", "7d"), ("5h", "7d"), ("3s", "3d"), ("2d", "3d")]
)
def test_the_turned_card_with_which_cards_stand_most_alike_stands_for_another(
    turned: str, like: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_for("paulista", 2)
    read = table.spelling.read
    solved = {read(card): [First(6, 9, -1, read(card))] for card in ("3d", "7d")}
    monkeypatch.setattr(truco_tables, "_solved_after", lambda game, start: solved)
    monkeypatch.setattr(truco_tables, "_solved", lambda *told: told[-1])
    for mano, pie in ((6, 9), (7, 9)):
        found = solved_at(table, (4, 4), 0, NOBODY, First(mano, pie, ANY_SUIT, read(turned)))
        assert cast(object, found) == First(6, 9, ANY_SUIT, read(like))


@pytest.mark.parametrize(
    ("first", "turned", "like"),
    [
        ("2e 4e", "10b", "12c"),  # three cards on the level of the kings, four on that of the sixes
        ("2e 4e", "6b", "6c"),
        ("6o 5o", "4b", "12c"),  # four sixes
        ("12o 5o", "4b", "6c"),  # four kings
    ],
)
def test_a_turned_card_stands_for_another_where_levels_have_as_many_cards(
    first: str, turned: str, like: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_for("venezolano", 2)
    read = table.spelling.read
    heights = table.heights(read(turned))
    mano, pie = (heights[read(card)] for card in first.split())
    solved = {read(card): [First(mano, pie, -1, read(card))] for card in ("6c", "12c")}
    monkeypatch.setattr(truco_tables, "_solved_after", lambda game, start: solved)
    monkeypatch.setattr(truco_tables, "_solved", lambda *told: told[-1])
    found = solved_at(table, (4, 4), 0, NOBODY, First(mano, pie, ANY_SUIT, read(turned)))
    assert cast(object, found) == First(mano, pie, ANY_SUIT, read(like))


@pytest.mark.parametrize(
    ("turned", "order"), [("1e", "7e 3c 12c 6c"), ("6o", "6c 12c 3c 7e"), ("10e", "12c 3c 6c 7e")]
)
def test_a_level_less_leaves_the_other_levels_alike(turned: str, order: str) -> None:
    """With the ace of swords turned the cards below it stand as with another card turned."""
    table = table_for("uruguayo", 2)
    read = table.spelling.read
    first = First(3, 9, 0, read(turned))
    found = sorted(
        ["12c", "3c", "6c", "7e"], key=lambda name: truco_tables._unlike(table, read(name), first)
    )
    assert found == order.split()
