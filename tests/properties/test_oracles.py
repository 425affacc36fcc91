"""Every game: engine and oracle agree on every hand, over every option.

At every step they agree on what each seat may do, for whom the table waits and which numbers are
published; at the end of a hand on its points and on who has won the game with it; between hands on
whether duels are due. Where the oracle keeps them, also on the score and on each duel.
"""

from collections.abc import Mapping

import pytest
from hypothesis import given

from engine.actions import Deal
from engine.apply import next_mode
from engine.events import GameEnded, HandEnded
from engine.guard.legal import awaited, is_trap, legal_actions, needs, public_actions
from engine.record.notation import write_action
from engine.record.notation.record import REDONDA
from engine.state.state import State
from tests import oracle, oracle_brazil, oracle_tradicional
from tests.examples import examples
from tests.judged import JUDGES, Judge, follow, published, tell
from tests.oracle_common import duels_are_due
from tests.strategies import ENDLESS, OPTIONS, Taken, seeds, start_from

PHASES = {"deal": "over", "over": "over", "close": "claims", "seat": "play"}
"""What the oracle calls what the engine needs."""

LENGTHS = {"uruguayo": 150, "venezolano": 150, "tradicional-18": 250}
"""Steps of a match that are followed, where not all are."""


class Follower:
    """An oracle that is told every step of a playout."""

    def __init__(self, start: State) -> None:
        self.table = start.table
        self.begin = JUDGES[start.table.rules.variant]
        self.judge: Judge | None = None
        self.said = 0
        """How many numbers of this hand have been published."""
        self.mode = ""
        """Of the hand before, in this game; empty for its first."""

    def follow(self, taken: Taken) -> None:
        """Raise ``AssertionError`` where the two disagree."""
        if isinstance(taken.action, Deal):
            self.begun(taken)
        judge = self.judge = tell(self.judge, self.begin, taken)
        if isinstance(judge, oracle.Judge | oracle_tradicional.Judge):
            assert published(taken) == judge.said[self.said :], "what is declared (AR-ENV-10)"
            self.said = len(judge.said)
        must = needs(taken.after)
        assert judge.phase == PHASES[must], "when play stops"
        if judge.phase == "over":
            self.counted(judge, taken)
            return
        assert judge.awaited() == set(awaited(taken.after)), "for whom the table waits"
        for seat in range(self.table.players):
            legal = legal_actions(taken.after, seat)
            words = {write_action(self.table, action) for action in legal}
            assert words == judge.legal(seat), f"what seat {seat} may do"
        if isinstance(judge, oracle.Judge) and must == "seat":
            assert tuple(judge.score()) == taken.after.score, "safe points"
        if isinstance(judge, oracle_brazil.Judge):
            self.faults(judge, taken.after)

    def begun(self, taken: Taken) -> None:
        """AR-PIC-01, UY-SEI-01, TR-SEI-02."""
        hand, before = taken.after.hand, taken.before
        assert hand is not None
        if self.table.modes and before.hand is not None:
            options = dict(self.table.rules.options)
            due = self.mode == REDONDA and duels_are_due(options, before.score)
            assert (next_mode(before) != REDONDA) == due
            assert (hand.mode != REDONDA) == due
        self.mode, self.said = hand.mode, 0

    def faults(self, judge: oracle_brazil.Judge, state: State) -> None:
        """What of that is a fault, and what everyone may know of it."""
        for seat in range(self.table.players):
            expected, legal = judge.legal(seat), legal_actions(state, seat)
            traps = {write_action(self.table, action) for action in legal if is_trap(state, action)}
            assert traps == (judge.faults(seat) & expected)
            public = {write_action(self.table, action) for action in public_actions(state, seat)}
            spoken = {word for word in expected - traps if " " not in word}
            assert spoken - {"mostrar"} == public - {"mostrar"}
            assert "mostrar" in public or "mostrar" not in spoken

    def counted(self, judge: Judge, taken: Taken) -> None:
        (ended,) = (event for event in taken.events if isinstance(event, HandEnded))
        assert ended.points == judge.points()
        won = [event.account for event in taken.events if isinstance(event, GameEnded)]
        winner = judge.winner()
        assert won == ([] if winner is None else [winner])
        if won:
            self.mode = ""
        if not won and isinstance(judge, oracle_tradicional.Judge):
            assert ended.score == judge.final_score()
        if isinstance(judge, oracle.Judge | oracle_brazil.Judge):
            assert ended.score == judge.final_score()
        if isinstance(judge, oracle.Judge):
            self.duels(judge, taken.after)
        if isinstance(judge, oracle_brazil.Judge):
            assert taken.after.games == judge.games_after()
            after = (0, 0) if won and needs(taken.after) == "deal" else judge.final_score()
            assert taken.after.score == after or needs(taken.after) == "over"

    def duels(self, judge: oracle.Judge, state: State) -> None:
        assert state.hand is not None
        for duel in range(len(judge.contests)):
            entries = [entry for entry in state.hand.entries if entry.duel == duel]
            paid = tuple(
                sum(entry.points for entry in entries if entry.side == side) for side in (0, 1)
            )
            assert paid == judge.duel_points(duel)


def follow_match(start: State, seed: int) -> None:
    length = LENGTHS.get(start.table.rules.variant, ENDLESS)
    follow(start, seed, Follower(start).follow, length)


@pytest.mark.parametrize("game", JUDGES)
@given(seed=seeds)
def test_engine_and_oracle_agree(game: str, seed: int) -> None:
    fixed = {"show": "auto"} if game == "tradicional-18" else {}  # argentino's oracle judges that
    follow_match(start_from(seed, game, fixed=fixed), seed)


SHOWN = {"show": "auto"}
OPEN = {"first_parda": "stacked", "truco_when": "any_time", "target": "32"}
USUAL = {"declare": "auto", "show": "auto", "mazo": "team", "blind_calls": "off"}
"""Of uruguayo."""


def unusual(name: str) -> dict[str, str]:
    """A table of uruguayo as usual, but for this."""
    return USUAL | {
        name: next(value for value in OPTIONS["uruguayo"][name] if value != USUAL[name])
    }


@pytest.mark.parametrize(
    ("game", "players", "fixed"),
    [
        ("argentino", (2, 4), {"flor": "con"}),
        ("argentino", (6,), {"flor": "con"}),  # duels
        ("argentino", (3,), {}),  # AR-GAL-01 to 05
        ("argentino", (3, 4, 6), {"mazo": "player"}),
        ("argentino", (2, 3, 4), {"show": "claim", "declare": "manual"}),
        ("tradicional-18", (3,), SHOWN),  # gallo
        ("tradicional-18", (6, 8), SHOWN),  # punta
        ("tradicional-18", (2, 4), SHOWN | {"blind_calls": "on"}),
        ("tradicional-18", (), SHOWN | {"flor_faults": "penalty", "blind_calls": "off"}),
        ("uruguayo", (), USUAL),
        *[("uruguayo", (), unusual(name)) for name in USUAL],
        # Piles, a ley and flores meet every call there is.
        ("venezolano", (2,), OPEN),
        ("venezolano", (4,), OPEN),
        *[
            ("gauderio", (4, 6), {"flor": "con", "truco_with_flor": rule})
            for rule in OPTIONS["gauderio"]["truco_with_flor"]
        ],
        ("gauderio", (), {"target": "30"}),
        *[
            (game, (), fixed)
            for game in ("paulista", "mineiro")
            for fixed in (
                {"ferro": "blind"},
                {"truco_must_beat": "on", "show_after_tie": "highest"},
                {"match_call": "on", "games_to_win": "3", "raise_cap": "none"},
            )
        ],
    ],
)
@examples(40)
@given(seed=seeds)
def test_they_agree_where_this_is_fixed(
    game: str, players: tuple[int, ...], fixed: Mapping[str, str], seed: int
) -> None:
    follow_match(start_from(seed, game, players, fixed), seed)


@pytest.mark.parametrize("flor", ["sin", "con"])
def test_they_agree_where_much_is_remembered(flor: str) -> None:
    """Match after match at the same few tables, all the other options by default."""
    defaults = {name: values[0] for name, values in OPTIONS["argentino"].items()} | {"flor": flor}
    for seed in range(80):
        follow_match(start_from(seed, "argentino", fixed=defaults, remember=True), seed)
