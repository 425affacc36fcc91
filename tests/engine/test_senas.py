"""Señas: what they mean and who may give them (page *Señas y jerga*)."""

import itertools

import pytest

from engine.cards import SPANISH
from engine.senas import SENAS, holds, meanings, senas_for, true_senas
from engine.table import Table, table_for
from engine.variants import VARIANTS


def table(players: int = 4, **options: str) -> Table:
    return table_for("argentino", players, options)


@pytest.mark.parametrize(
    ("article", "flor", "cards", "expected"),
    [
        ("SE-EX-01", "sin", "1e 7o 4c", ["SE-AR-01", "SE-AR-04"]),
        ("SE-EX-02", "sin", "1b 3c 12b", ["SE-AR-02", "SE-AR-05"]),
        ("SE-EX-03", "sin", "7e 6e 3o", ["SE-AR-03", "SE-AR-05", "SE-AR-09"]),
        ("SE-EX-04", "sin", "7c 12c 4b", ["SE-AR-08"]),
        ("SE-EX-05", "con", "7c 6c 5b", ["SE-AR-08"]),
        ("SE-EX-06", "con", "5o 6o 12o", ["SE-AR-10"]),
        ("SE-EX-07", "sin", "4b 5c 10o", ["SE-AR-11"]),
        ("SE-EX-08", "sin", "2b 1c 11e", ["SE-AR-06", "SE-AR-07"]),
    ],
)
def test_worked_examples(article: str, flor: str, cards: str, expected: list[str]) -> None:
    dealt = [SPANISH.read(name) for name in cards.split()]
    assert list(true_senas(table(flor=flor), dealt)) == expected, article


def test_two_players_have_no_partner_to_tell() -> None:
    assert senas_for(table(players=2)) == ()


def test_option_off_takes_them_away() -> None:
    assert senas_for(table(senas="off")) == ()


@pytest.mark.parametrize("way", ["partner", "risk", "public"])
@pytest.mark.parametrize("players", [4, 6])
def test_the_list_depends_on_the_flor(players: int, way: str) -> None:
    without = senas_for(table(players, senas=way))
    with_flor = senas_for(table(players, senas=way, flor="con"))
    assert set(without) ^ set(with_flor) == {"SE-AR-09", "SE-AR-10"}
    assert "SE-AR-09" in without
    assert "SE-AR-12" in without
    assert len(without) == len(set(without)) == 11


def test_every_hand_has_a_true_sena() -> None:
    """*Ciego* is true exactly when nothing else is; the spoken one never is."""
    for flor in ("sin", "con"):
        here = table(flor=flor)
        for dealt in itertools.combinations(here.deck[::3], 3):
            true = true_senas(here, dealt)
            assert true
            assert ("SE-AR-11" in true) == (true == ("SE-AR-11",))
            assert "SE-AR-12" not in true
            assert set(true) <= set(senas_for(here))


def test_ids_belong_to_known_variants_and_cards() -> None:
    assert set(SENAS) <= set(VARIANTS)
    for sena in meanings(table()):
        assert sena.spoken == (sena.id == "SE-AR-12")
        for name in sena.cards:
            assert holds(table(), sena, [SPANISH.read(name)])
