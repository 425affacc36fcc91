"""Robots at truco uruguayo: what the muestra changes."""

import random

from engine import robots
from engine.actions import QUIERO, Action
from engine.cards import SPANISH
from engine.robots.reading.scale import Scale, scale_of
from engine.seen.view import view
from engine.variants import table_for
from tests.conversation import Talk
from tests.engine.decisions import how_often


def test_pieces_are_read_off_the_muestra() -> None:
    """UY-CAR-01: the same two is an ordinary one, or the best card of all."""
    table = table_for("uruguayo", 2)
    two = SPANISH.read("2c")
    common, piece = scale_of(table, SPANISH.read("6b")), scale_of(table, SPANISH.read("6c"))
    assert common.chance[common.heights[two]] < 0.9
    assert piece.chance[piece.heights[two]] == 1
    talks = [Talk("2c 3e 7b", "12e 11b 4o", game="uruguayo", turned=up) for up in ("6b", "6c")]
    weak, strong = (view(talk.say("0 play 7b", "1 truco").state, 0) for talk in talks)
    worth = [robots.evaluate(seen, random.Random(1)) for seen in (weak, strong)]
    accepted = [found[Action(0, QUIERO)].points for found in worth]
    assert accepted[1] > accepted[0] + 0.5
    assert how_often(strong, 40)["noquiero"] == 0


def test_points_are_read_off_the_muestra() -> None:
    """UY-ENV-01: 30 with a piece is middling company where pieces are about."""
    plain = Scale(table_for("argentino", 2))
    pieces = scale_of(table_for("uruguayo", 2), SPANISH.read("7o"))
    assert pieces.envido_rank(29) < plain.envido_rank(29)
    assert pieces.envido_rank(37) > 0.99
    # Whatever its suit.
    assert pieces.envido == scale_of(table_for("uruguayo", 2), SPANISH.read("7e")).envido
