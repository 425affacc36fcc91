"""How well robots play: clearly better than who plays at random, and than an honest textbook."""

import pytest

from engine.variants import table_for
from lab.players import PLAYERS
from lab.robots import duplicate


@pytest.mark.timeout(600)
@pytest.mark.dear
@pytest.mark.parametrize(
    ("game", "players", "other", "pairs", "least"),
    [
        ("argentino", 2, "random", 30, 0.5),
        ("argentino", 4, "random", 30, 0.5),
        ("uruguayo", 2, "random", 40, 0.5),
        ("uruguayo", 4, "random", 20, 1.0),
        ("uruguayo", 6, "random", 30, 0.5),
        ("gauderio", 2, "random", 50, 0.5),
        ("gauderio", 4, "random", 40, 0.5),
        ("gauderio", 6, "random", 25, 0.3),
        ("paulista", 2, "random", 50, 0.5),  # that one gives most to one who never bluffs
        ("paulista", 4, "random", 30, 0.5),
        ("mineiro", 2, "random", 50, 0.8),
        ("mineiro", 6, "random", 40, 0.5),
        ("venezolano", 2, "random", 40, 0.8),
        ("tradicional-18", 2, "random", 40, 0.8),
        ("argentino", 2, "honest", 120, 0),
        ("uruguayo", 2, "honest", 200, 0),
        ("gauderio", 2, "honest", 100, 0),
        ("paulista", 2, "honest", 120, 0),
        ("mineiro", 2, "honest", 120, 0),
        ("venezolano", 2, "honest", 120, 0.1),
        ("tradicional-18", 2, "honest", 100, 0),
    ],
)
def test_they_beat_weaker_players(
    game: str, players: int, other: str, pairs: int, least: float
) -> None:
    """The 95 % interval of points a hand lies above the bar (duplicate deals)."""
    table = table_for(game, players)
    mean, width = duplicate(table, PLAYERS["heuristic"], PLAYERS[other], pairs, 5)
    assert mean - width > least
