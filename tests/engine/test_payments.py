"""What every sequence of calls pays, as the engine plays it."""

import pytest

from engine.actions import NO_ARGUMENT
from engine.seen.payments import ENVIDO_KIND, FLOR_KIND, TRUCO_KIND, Payment, payments
from engine.variants import VARIANTS, rules_for, table_for
from tests.examples import some

BET, ROYAL, FALTA = "envido", "realenvido", "faltaenvido"
DOCUMENT = {
    # The table of the rules of truco argentino (S2): rejected, accepted (None: by the score).
    (BET,): (1, 2),
    (ROYAL,): (1, 3),
    (FALTA,): (1, None),
    (BET, BET): (2, 4),
    (BET, ROYAL): (2, 5),
    (BET, FALTA): (2, None),
    (ROYAL, FALTA): (3, None),
    (BET, BET, ROYAL): (4, 7),
    (BET, ROYAL, FALTA): (5, None),
    (BET, BET, ROYAL, FALTA): (7, None),
}


def of_kind(game: str, kind: str, options: dict[str, str] | None = None) -> dict[str, Payment]:
    """The payments of a game, by their calls without numbers."""
    table = table_for(game, 2, options or {})
    found = [paid for paid in payments(table) if paid.kind == kind]
    return {
        " ".join(f"{number}{verb}" if number >= 0 else verb for verb, number in paid.calls): paid
        for paid in found
    }


def test_the_table_of_the_users_document() -> None:
    """AR-ENV-06. *Envido, envido, falta* is the engine's as well."""
    found = of_kind("argentino", ENVIDO_KIND)
    for calls, (refused, wanted) in DOCUMENT.items():
        paid = found.pop(" ".join(calls))
        assert paid.refused == refused
        assert paid.by_score == (wanted is None)
        assert wanted is None or paid.wanted == (wanted, wanted)
    assert set(found) == {f"{BET} {BET} {FALTA}"}


def test_truco_of_the_users_document() -> None:
    found = of_kind("argentino", TRUCO_KIND)
    assert [(paid.wanted, paid.refused) for paid in found.values()] == [
        ((1, 1), None),
        ((2, 2), 1),
        ((3, 3), 2),
        ((4, 4), 3),
    ]


@pytest.mark.parametrize("game", VARIANTS)
def test_the_ladder_pays_what_the_rules_say(game: str) -> None:
    """Played, and not copied: an accepted call what it is worth, a refused one what was before."""
    ladder = rules_for(game).truco
    before = ladder.base
    found = list(of_kind(game, TRUCO_KIND).values())
    assert found[0].wanted == (before, before)
    for step, paid in zip(ladder.steps, found[1:], strict=True):
        assert paid.refused == before
        assert paid.wanted == (step.worth, step.worth) or paid.by_score
        before = step.worth


def test_the_falta_goes_by_the_score() -> None:
    """AR-FAL-01 at 9 to 4: who leads lacks 21, who trails wins the game."""
    table = table_for("argentino", 2)
    (falta,) = (paid for paid in payments(table, (9, 4)) if paid.calls == ((FALTA, NO_ARGUMENT),))
    assert falta.wanted == (21, 26)
    assert falta.refused == 1


@pytest.mark.parametrize(
    ("game", "calls", "wanted", "refused"),
    [
        ("argentino", "flor", (3, 3), None),
        ("argentino", "flor contraflor", (6, 6), 4),
        ("argentino", "flor resto", (30, 30), 6),
        ("argentino", "flor contraflor resto", (30, 30), 6),
        ("tradicional-18", "flor flor contraflor", (6, 6), 4),
        ("uruguayo", "flor florenvido", (5, 5), 3),
        ("uruguayo", "flor florenvido resto", (46, 46), 5),
        ("venezolano", "flor florenvido", (5, 5), 3),
        ("gauderio", "flor contraflor", (6, 6), 3),
        ("gauderio", "flor resto", (24, 24), 3),
    ],
)
def test_flores(game: str, calls: str, wanted: tuple[int, int] | None, refused: int | None) -> None:
    """AR-FLO-06, TR-FLO-07, UY-FLO-06, UY-FLO-07, VE-FLO-04, GA-FLO-07, GA-FLO-09."""
    options = {"flor": "con"} if game == "argentino" else {}
    table = table_for(game, 2, options)
    found = [
        (paid.wanted, paid.refused)
        for paid in payments(table)
        if paid.kind == FLOR_KIND and [verb for verb, _ in paid.calls] == calls.split()
    ]
    assert (wanted, refused) in found


@pytest.mark.parametrize(
    ("game", "calls", "wanted", "refused"),
    [
        ("venezolano", "envido 5piedras", (7, 7), 2),  # VE-ENV-04
        ("tradicional-18", "4envido", (4, 4), 1),  # TR-ENV-12
        ("tradicional-18", "2realenvido", (6, 6), 1),
        ("uruguayo", "realenvido realenvido", (6, 6), 3),  # UY-ENV-05
        ("gauderio", "envido realenvido", (5, 5), 2),  # GA-ENV-05
    ],
)
def test_envidos(game: str, calls: str, wanted: tuple[int, int], refused: int) -> None:
    paid = of_kind(game, ENVIDO_KIND)[calls]
    assert (paid.wanted, paid.refused) == (wanted, refused)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_value_of_every_option_has_its_payments(game: str) -> None:
    """Whatever is chosen: each sequence can be played, and pays something."""
    options = VARIANTS[game].options
    for name, value in some([(spec.name, value) for spec in options for value in spec.values]):
        for paid in payments(table_for(game, 2, {name: value})):
            assert paid.wanted is not None or paid.refused is not None, (name, value)
