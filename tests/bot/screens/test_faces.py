"""The faces of robots: each has its own for good, and makes señas for those alone who get them."""

import gzip

import pytest

from bot.match.names import ROBOTS, face_of
from bot.match.running_match import RunningMatch
from bot.pictures import faces
from bot.screens import OwnMatters, build
from bot.screens.hand.gestures import LOOK_OF, OWN_SIGN
from bot.store.model import MatchRow, SentSena
from engine.apply import new_match
from engine.seen.senas import SENAS
from engine.variants import table_for
from tests.bot.scenes import info_for
from tests.strategies import Playout

NAMES = [name for names in ROBOTS.values() for name in names]
LARGEST = 4 * 1024
"""Bytes of all faces, packed."""


def test_no_two_robots_have_one_face() -> None:
    assert len({face_of(name) for name in NAMES}) == len(NAMES) == faces.COUNT
    assert len({faces.face_svg(face_of(name), "calm") for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", ["", "Oxidada", "Ñandú"])
def test_a_robot_of_another_name_has_a_face_too(name: str) -> None:
    assert face_of(name) == face_of(name)
    assert 0 <= face_of(name) < faces.COUNT


def test_every_look_is_drawn_differently() -> None:
    assert len({faces.face_svg(0, look) for look in faces.LOOKS}) == len(faces.LOOKS)


@pytest.mark.parametrize("game", SENAS)
def test_every_sena_of_a_game_has_a_look(game: str) -> None:
    assert {LOOK_OF[sena.id] for sena in SENAS[game]} <= set(faces.LOOKS)
    assert OWN_SIGN in faces.LOOKS


def test_the_file_of_all_faces_is_small() -> None:
    assert len(gzip.compress(faces.sprite().encode())) <= LARGEST


def test_gestures_come_in_the_order_in_which_they_were_made() -> None:
    table = table_for("argentino", 4)
    state = Playout(new_match(table), 5).play(1).state
    own, other = SentSena(2, "x1", (0,), "I touch my ear"), SentSena(2, "x2", (0,), "I cough")
    kiss, brows = SentSena(2, "SE-AR-06", (0,)), SentSena(2, "SE-AR-01", (0,))
    senas = (own, kiss, SentSena(2, "SE-AR-02", (1,)), other, brows)
    match = RunningMatch(MatchRow(info_for(table), senas=senas), (), state, ())
    signs = match.signs_of(match.info.seats[0].person)
    screen = build(match.info, match.view(0), "es", own=OwnMatters(signs=signs))
    assert [gesture.look for gesture in screen.gestures] == [OWN_SIGN, "kiss", OWN_SIGN, "brows"]
