"""The players that robots are measured against stay as they are."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from engine.actions import Action
from engine.apply import new_match
from engine.seen.view import SeatView
from engine.variants import VARIANTS, table_for
from lab.bullies import RULES, bully, names_for
from lab.players import PLAYERS, Player
from lab.robots import play, seated

HANDS = 6


def decided(name: str, variant: str) -> str:
    """A digest of all steps of some hands between two such players."""
    said: list[str] = []
    plain = PLAYERS[name]

    def choose(seen: SeatView, rng: Random, budget: float) -> Action:
        action = plain.choose(seen, rng, budget)
        said.append(f"{action.seat} {action.verb} {action.arg}")
        return action

    player = Player(name, choose, 6)
    table = table_for(variant, 2, {})
    play(new_match(table), seated(table, player, player), Random(1), deal=Random(2), hands=HANDS)
    return sha256("\n".join(said).encode()).hexdigest()[:12]


FROZEN = {
    "honest": {
        "argentino": "af1957408c93",
        "gauderio": "e275ed08073f",
        "mineiro": "69c19a046d13",
        "paulista": "11e3819f137c",
        "tradicional-18": "dd1cf4e6106c",
        "uruguayo": "53120f9e4905",
        "venezolano": "7f84995947a3",
    },
    "equity": {
        "argentino": "2ead4bd4cbbd",
        "gauderio": "1524a6a95115",
        "mineiro": "58e19ac717c1",
        "paulista": "a34b6073192d",
        "tradicional-18": "d3e87f17656c",
        "uruguayo": "eb09df916e4a",
        "venezolano": "159ce8832be7",
    },
}
"""By player and game: what it decided when it became a yardstick."""


@pytest.mark.parametrize("variant", sorted(VARIANTS))
@pytest.mark.parametrize("name", sorted(FROZEN))
def test_a_yardstick_decides_as_ever(name: str, variant: str) -> None:
    """Otherwise figures of different years could not be compared."""
    assert decided(name, variant) == FROZEN[name][variant]


def test_every_bully_keeps_its_rule() -> None:
    """Each rule speaks somewhere, and a bully plays every game to the end of a hand."""
    assert len(RULES) > 20
    for variant in VARIANTS:
        table = table_for(variant, 2, {})
        for name in names_for(variant):
            players = seated(table, bully(name), PLAYERS["honest"])
            play(new_match(table), players, Random(1), deal=Random(2), hands=1)


def test_who_calls_in_the_last_trick_calls_there_alone() -> None:
    """A textbook player calls nothing here; the bully calls as soon as two tricks are over."""
    table = table_for("argentino", 2, {})
    calls: Counter[int] = Counter()
    last = bully("silent+last")

    def choose(seen: SeatView, rng: Random, budget: float) -> Action:
        action = last.choose(seen, rng, budget)
        calls[len(seen.tricks)] += action.verb == "truco"
        return action

    players = seated(table, Player("last", choose), bully("silent"))
    play(new_match(table), players, Random(1), deal=Random(2), hands=20)
    assert calls[2] > 5
    assert calls[0] == calls[1] == 0
