"""What the teacher says of choices in some hands, to three digits: a change of its measure shows.

In each ``golden/teacher/*.txt`` hands are played by chance, and a line has a choice of seat 0:
what the master does and how often, how often he does what was chosen, what that cost in points and
in chance, what it was worth, what the hidden cards made of it, the reason. After a wanted change
``TRUCO_REWRITE=1 pytest tests/engine/test_teacher_golden.py`` writes them anew.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine.actions import Action
from engine.apply import new_match
from engine.record.notation import write_action
from engine.state.table import Table
from engine.teacher import Match, Measured, luck_of, moments, reason_of, seed_of, verdict
from engine.teacher.verdicts import NOTHING
from engine.variants import table_for
from tests.engine.test_teacher import stepped, wandering
from tests.examples import some
from tests.kept import check_kept

GOLDEN = Path(__file__).parent / "golden" / "teacher"
GAMES = {
    "uruguayo-2": 1,
    "mineiro-2": 1,
    "venezolano-2": 2,
    "paulista-4": 2,
    "gauderio-4": 2,
    "tradicional-18-3": 1,
}
"""By file: how many hands."""


def measure(value: Measured) -> str:
    return f"{value.mean:.3f} +-{value.margin:.3f}"


def told(table: Table, match: Match) -> Iterator[str]:
    for moment in moments(match, table.seats[0]):
        found = verdict(moment, seed_of("golden", moment.place))
        assert isinstance(moment.chosen, Action)
        best, chosen = (write_action(table, action) for action in (found.best, moment.chosen))
        line = f"{chosen}: {found.share:.3f}, {best}: {found.often:.3f}"
        if found.points != NOTHING:
            luck = luck_of(match, found, 1)
            line += f", points {measure(found.points)}, chance {measure(found.chance)}"
            line += f", worth {found.worth:.3f}, luck {luck.points:.3f} +-{luck.margin:.3f}"
        yield f"{line}, {msgspec.json.encode(reason_of(found)).decode()}"


@pytest.mark.parametrize("game", some([*GAMES]))
def test_what_the_teacher_says(game: str) -> None:
    variant, _, players = game.rpartition("-")
    table = table_for(variant, int(players))
    match = stepped(new_match(table), wandering(table, GAMES[game], Random(variant)))
    found = "".join(f"{line}\n" for line in told(table, match))
    check_kept(GOLDEN / f"{game}.txt", found)
