"""The points of a flor: the flores that count, the formula, and false flores (AR-FLO-08)."""

from collections.abc import Callable
from typing import Final, Protocol

from engine.moves.draft import Draft
from engine.moves.envido import FormulaInput, falta, falta_here, missing
from engine.moves.scoring import win_shown
from engine.numbers import NOBODY, SIDES, Seat, Seats, Side
from engine.rules.calls import FlorRules, FlorWorth
from engine.state.state import FLOR_POINTS_KIND


class FlorInput(FormulaInput, Protocol):
    """The values that the worth of a flor reads as well."""

    @property
    def flores(self) -> Seats:
        """The seats that have announced a flor."""

    def seats_in(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side that are in the contest and have not left it."""


def rules_of(draft: FlorInput) -> FlorRules:
    """The flor's rules at a table that has one."""
    rules = draft.rules.flor
    assert rules is not None, "a flor at a table without flor"
    return rules


def announced(draft: FlorInput, side: Side) -> tuple[Seat, ...]:
    """The seats of a side whose announced flor still counts: those that have not left
    (AR-MAZ-09)."""
    return tuple(seat for seat in draft.seats_in(side) if draft.flores >> seat & 1)


COUNTED: Final[dict[str, Callable[[FlorInput, Side, Side], int]]] = {
    "": lambda draft, side, caller: 0,
    "further": lambda draft, side, caller: max(len(announced(draft, side)) - 1, 0),
    "own": lambda draft, side, caller: len(announced(draft, side)),
    "caller": lambda draft, side, caller: len(announced(draft, caller)),
    "called": lambda draft, side, caller: len(announced(draft, 1 - caller)),
    "all": lambda draft, side, caller: sum(len(announced(draft, either)) for either in SIDES),
}
"""How many flores a call pays for. Each function takes the side that scores and the side that
called. ``own``: the flores of the side that scores; ``further``: the same without one; ``caller``,
``called``: those of the side that called, or of the other; ``all``: those of both."""


def shown(draft: Draft, worth: FlorWorth, caller: Side) -> int:
    """The points that a screen names for a call before anybody knows who will score. Further flores
    are added later."""
    if worth.flores in ("", "further"):
        return worth.points
    return worth.points + rules_of(draft).alone * COUNTED[worth.flores](draft, caller, caller)


def paid(draft: FlorInput, side: Side, worth: FlorWorth, caller: Side) -> int:
    """The points that a call pays the side that wins it."""
    points = worth.points + rules_of(draft).alone * COUNTED[worth.flores](draft, side, caller)
    return points + (RESTO_FORMULAS[worth.formula](draft, side) if worth.formula else 0)


def _claimant(draft: Draft, side: Side) -> Seat:
    """A seat of this side that said flor in this contest and has not left, at a table where that
    word may be false; ``NOBODY``: there is none."""
    counted = announced(draft, side)
    return next(
        (
            seat
            for duel, seat, said in draft.statements
            if duel == draft.duel and said < 0 and seat in counted
        ),
        NOBODY,
    )


def pay(
    draft: Draft,
    side: Side,
    worth: FlorWorth,
    caller: Side,
    seat: Seat,
    article: str,
    *,
    compared: bool = False,
) -> None:
    """Pays the points of a settled flor to a side. ``seat``: the holder of the flor that decided.

    Points are held if a seat of the side may have said flor falsely. If it did, the side keeps the
    points of its other flores (TR-FLO-03). ``compared``: the flores were compared, so the best one
    is proved.
    """
    points = paid(draft, side, worth, caller)
    counted = announced(draft, side) if worth.flores else (seat,)
    claimant, alone = _claimant(draft, side), rules_of(draft).alone
    if claimant not in counted or (compared and claimant == seat):
        win_shown(draft, FLOR_POINTS_KIND, side, points, article, counted)
        return
    keeps = alone * (len(counted) - 1) if claimant == seat else points - alone
    win_shown(
        draft, FLOR_POINTS_KIND, side, points, article, counted, claimant=claimant, keeps=keeps
    )


# --- al resto (AR-FLO-08) -------------------------------------------------------------------


def _shortfall(draft: FlorInput, winner: Side) -> int:
    return max(1, draft.rules.match.target - max(draft.by_side()))


def _contest_shortfall(draft: FlorInput, winner: Side) -> int:
    """UY-FLO-07, ``leader_shortfall``: in a duel what the falta is worth there (UY-SEI-03)."""
    duels = draft.rules.duels
    return duels.cap if draft.is_duel and duels is not None else _shortfall(draft, winner)


RESTO_FORMULAS: Final[dict[str, Callable[[FlorInput, Side], int]]] = {
    "leader_shortfall": _shortfall,
    "plus_flores": lambda draft, winner: (
        _shortfall(draft, winner) + rules_of(draft).alone * COUNTED["all"](draft, winner, winner)
    ),
    "same_as_falta": falta,
    "falta": falta_here,
    "contest_shortfall": _contest_shortfall,
    "win_chico": lambda draft, winner: max(1, draft.rules.match.target - draft.by_side()[winner]),
    # TR-FLO-08: what the winner needs to end its chico.
    "winner_chico": lambda draft, winner: missing(draft.rules, draft.by_side()[winner]),
}
