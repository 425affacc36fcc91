"""What the study room tells is what the robots' tables say, and holds together."""

from collections.abc import Iterator

import pytest

from engine.cards import SPANISH, Card
from engine.robots.learnt.mix_tables import SHARES
from engine.robots.learnt.truco_spots import exact_spot, suit_told
from engine.robots.learnt.truco_tables import First, solved_at
from engine.robots.learnt.truco_tables import forget as forget_tables
from engine.teacher import study_room
from engine.teacher.study_room import OVER, RARE, StudiedDecision, StudiedPosition
from engine.variants import table_for
from lab.table_files import COARSE
from tests.narrow import present

TABLE = table_for("argentino", 2)
ZONE = (3, 3)
Path = tuple[str, ...]


@pytest.fixture(autouse=True, scope="module")
def forgotten() -> Iterator[None]:
    yield
    study_room.position.cache_clear()
    study_room.names.cache_clear()
    forget_tables()


def paths(
    studied: StudiedPosition, at: int = 0, path: Path = ()
) -> Iterator[tuple[Path, StudiedDecision]]:
    """Every decision, and the answers that lead there."""
    decision = studied.decisions[at]
    yield path, decision
    for answer, after in zip(decision.answers, decision.after, strict=True):
        if after >= 0:
            yield from paths(studied, after, (*path, answer))


def cards_of(name: str) -> list[Card]:
    """The first cards of mano and pie."""
    return [SPANISH.read(card) for card in name.split("-")]


def positions() -> list[StudiedPosition]:
    found = [study_room.position(name) for name in study_room.names()]
    return [position for position in found if position is not None]


def test_six_positions_of_each_result() -> None:
    first = [[TABLE.strength[card] for card in cards_of(n)] for n in study_room.names()]
    assert [[*study_room.levels_of(n)] for n in study_room.names()] == first
    results = [(mano > pie) - (mano < pie) for mano, pie in first]
    assert results == [1] * 6 + [0] * 6 + [-1] * 6
    assert len(positions()) == 18
    assert study_room.FILE.stat().st_size < 400_000


@pytest.mark.parametrize("name", study_room.names())
def test_the_mixes_are_those_of_the_tables(name: str) -> None:
    """In trick 2, where one hand is one spot of the tables."""
    studied = present(study_room.position(name))
    mano, pie = (TABLE.strength[card] for card in cards_of(name))
    table = present(solved_at(TABLE, ZONE, 0, -1, First(mano, pie, suit_told(mano, [0] * 15, []))))
    compared = 0
    for path, decision in paths(studied):
        laid = [int(step) for step in path if step.isdigit()]
        if len(laid) > 2:
            continue
        words = [0]
        for step in path:
            words = [*words, 0] if step.isdigit() else [*words[:-1], words[-1] + 1]
        asked = not decision.answers[0].isdigit()
        for hand in decision.hands:
            known = dict(zip(hand.answers, hand.shares, strict=True))
            # The tables also tell how often a card is laid that loses the hand at once: never.
            shares = [
                known.get(place, 0)
                for place, answer in enumerate(decision.answers)
                if not answer.isdigit() or int(answer) in hand.held
            ]
            spot = exact_spot(laid, words, asked, list(hand.held))
            mix = table.mix(spot, len(shares))
            assert mix is not None, (path, hand)
            compared += 1
            for share, robots in zip(shares, mix, strict=True):
                assert abs(share / 100 - robots) <= COARSE / SHARES + 0.01, (path, hand, mix)
    assert compared > 1000


def test_every_decision_holds_together() -> None:
    for studied in positions():
        assert 0 < studied.gain < 10
        found = list(paths(studied))
        assert len(found) == len(studied.decisions), "each is reached, and once"
        for _, decision in found:
            assert sum(decision.shares) == 100
            assert all(after >= OVER or after == RARE for after in decision.after)
            for hand in decision.hands:
                assert sum(hand.shares) == 100
                mean = sum(a * b for a, b in zip(hand.shares, hand.worth, strict=True)) / 100
                assert max(hand.worth) - mean < 7, "what is told is exact"
                assert max(map(abs, hand.worth)) <= 400


def test_to_refuse_costs_what_was_accepted_before() -> None:
    for studied in positions():
        for path, decision in paths(studied):
            if "noquiero" in decision.answers:
                called = sum(step in ("truco", "retruco", "vale4") for step in path)
                place = decision.answers.index("noquiero")
                for hand in decision.hands:
                    assert hand.worth[hand.answers.index(place)] == -100 * called


def test_a_decision_is_found_by_its_answers() -> None:
    studied = positions()[0]
    assert study_room.decision_at(studied) is studied.decisions[0]
    assert present(study_room.decision_at(studied, "truco")).seat == 1
    assert study_room.decision_at(studied, "truco", "noquiero") is None
    assert study_room.decision_at(studied, "vale4") is None
