"""Señas: what they mean and who may give them (pages *Señas y jerga*, *Sinais e gírias*)."""

import itertools

import pytest

from engine.cards import FRENCH, SPANISH, UNKNOWN
from engine.seen.senas import SENAS, cards_of, holds, meanings, senas_for, true_senas
from engine.state.table import Table
from engine.variants import VARIANTS, table_for


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


@pytest.mark.parametrize(
    ("article", "turned", "cards", "expected"),
    [
        ("SE-EX-09", "3o", "2o 7c 12b", ["SE-UY-01", "SE-UY-11"]),
        # SE-UY-06: the 12 that is the 4 of the muestra gives the seña of the 4.
        ("SE-EX-10", "4e", "12e 6b 5c", ["SE-UY-02", "SE-UY-11"]),
        ("SE-EX-11", "12o", "12e 4b 10c", ["SE-UY-12"]),
        ("SE-EX-12", "6b", "10b 1e 3c", ["SE-UY-05", "SE-UY-07", "SE-UY-09", "SE-UY-11"]),
        ("SE-EX-13", "7c", "4e 2e 6e", ["SE-UY-11b", "SE-UY-10"]),
        ("", "7c", "5c 11c 1o", ["SE-UY-03", "SE-UY-04", "SE-UY-11b", "SE-UY-10b"]),
        ("", "7o", "7e 6b 4c", ["SE-UY-08"]),
        ("SE-EX-14", "11c", "12c 1b 6o", ["SE-VE-01", "SE-VE-04", "SE-VE-08"]),
        ("SE-EX-15", "4o", "10o 7e 3b", ["SE-VE-02", "SE-VE-05", "SE-VE-07", "SE-VE-08"]),
        ("SE-EX-16", "4o", "5c 6b 12e", ["SE-VE-09"]),
        ("", "4o", "1e 7o 6o", ["SE-VE-03", "SE-VE-06", "SE-VE-08"]),
        ("", "4o", "11o 10o 3c", ["SE-VE-01", "SE-VE-02", "SE-VE-07", "SE-VE-08b"]),
    ],
)
def test_senas_of_the_muestra_and_the_vira(
    article: str, turned: str, cards: str, expected: list[str]
) -> None:
    game = "venezolano" if expected[0].startswith("SE-VE") else "uruguayo"
    dealt = [SPANISH.read(name) for name in cards.split()]
    found = true_senas(table_for(game, 4), dealt, SPANISH.read(turned))
    assert list(found) == expected, article


# --- Sinais e gírias -----------------------------------------------------------------------------

MANILHAS = ["cheio", "zap", "copas", "espadilha", "ouros"]


@pytest.mark.parametrize(
    ("variant", "turned", "cards", "expected"),
    [
        # SI-05: in paulista the signal names the suit, the rank is the one above the turned card.
        ("paulista", "6d", "7c 4h 5s", ["zap"]),
        ("paulista", "6d", "7h 3s Qd", ["copas", "tres", "dama"]),
        ("paulista", "3d", "4s 3c 3h", ["espadilha", "dois_tres", "tres"]),
        ("paulista", "6d", "7d 2c Ah", ["ouros", "dois", "as"]),
        ("paulista", "7s", "Qc Qh 4d", ["cheio", "zap", "copas"]),
        ("paulista", "2c", "3s 2h Kd", ["espadilha", "dois", "rei"]),
        ("paulista", "6d", "Jc 4h 5s", ["valete"]),
        ("paulista", "6d", "4c 5h 6s", []),
        ("mineiro", "", "4c 5h 6s", ["zap"]),
        ("mineiro", "", "7h 7c 4d", ["copas"]),
        ("mineiro", "", "As Ah 4d", ["espadilha", "as"]),
        ("mineiro", "", "7d As 2c", ["cheio", "espadilha", "ouros", "dois"]),
        ("mineiro", "", "3c 3d Kh", ["dois_tres", "tres", "rei"]),
        ("mineiro", "", "7c 6d 4h", []),
    ],
)
def test_brazilian_signals(variant: str, turned: str, cards: str, expected: list[str]) -> None:
    here = table_for(variant, 4)
    dealt = [FRENCH.read(name) for name in cards.split()]
    found = true_senas(here, dealt, FRENCH.read(turned) if turned else UNKNOWN)
    assert list(found) == expected


@pytest.mark.parametrize(
    ("article", "cards", "expected"),
    [
        ("SE-EX-17", "3o 6c 7c", ["tres", "envido_alto"]),
        ("", "1e 2b 1c", ["espadao", "dois", "guembe"]),
        ("", "1b 7e 12o", ["bastiao", "sete_espada"]),
        ("", "7o 12o 4b", ["sete_ouro", "envido_baixo"]),
        ("", "4b 5c 10o", ["cego"]),
        # A flor has no signal of its own there, is no envido, and not nothing either.
        ("", "4c 6c 7c", []),
        ("", "4c 5c 1c", ["guembe"]),
    ],
)
def test_signals_of_gauderio(article: str, cards: str, expected: list[str]) -> None:
    """Section 3 of *Sinais e gírias*."""
    dealt = [SPANISH.read(name) for name in cards.split()]
    assert list(true_senas(table_for("gauderio", 4), dealt)) == expected, article


def test_brazilian_list() -> None:
    """The table of section 2, ids as there; none against one alone, none when switched off."""
    ids = {"zap", "copas", "espadilha", "ouros", "tres", "dois_tres", "cheio", "dois", "as"}
    ids |= {"rei", "valete", "dama", "pede_truco", "deixa_comigo"}
    for variant in ("paulista", "mineiro"):
        assert set(senas_for(table_for(variant, 4))) == ids
        assert senas_for(table_for(variant, 2)) == ()
        assert senas_for(table_for(variant, 8, {"senas": "off"})) == ()
        spoken = {sena.id for sena in meanings(table_for(variant, 4)) if sena.spoken}
        assert spoken == {"pede_truco", "deixa_comigo"}


def test_every_row_of_the_pages() -> None:
    """Section 3 of *Sinais e gírias*, and of *Señas y jerga* what is said aloud in Venezuela."""
    ids = {"espadao", "bastiao", "sete_espada", "sete_ouro", "tres", "dois", "guembe"}
    ids |= {"envido_baixo", "envido_alto", "cego"}
    assert set(senas_for(table_for("gauderio", 4))) == ids
    spoken = {sena.id for sena in meanings(table_for("venezolano", 4)) if sena.spoken}
    assert spoken == {"voy", "quedate"}


def test_manilha_signals_promise_the_hands_best_cards() -> None:
    here = table_for("paulista", 4)
    best = {sena.id: sena for sena in meanings(here) if sena.id in MANILHAS}
    turned = FRENCH.read("Jh")  # the kings
    names = ["Kc", "Kh", "Ks", "Kd"]
    for id, name in zip(MANILHAS[1:], names, strict=True):
        assert cards_of(here, best[id], turned) == {FRENCH.read(name)}
    assert cards_of(here, best["cheio"], turned) == {FRENCH.read(name) for name in names}
    assert cards_of(here, best["zap"]) == frozenset()  # before anything is turned


def test_cards_not_seen_are_no_signal() -> None:
    """SI-01: in the blind hand nobody knows a card."""
    assert true_senas(table_for("paulista", 4), (UNKNOWN,) * 3, FRENCH.read("4c")) == ()


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
