"""The first position of a contest, and what the score decides of it."""

from typing import NamedTuple

from engine.numbers import NO_SEATS, NO_SIDE, NO_SIDES, NOBODY, SIDES, Seat, Seats, Side
from engine.rules.rule_set import SpecialRules
from engine.state.state import (
    FERRO,
    OPEN,
    ORDINARY,
    PLAYING,
    SPECIAL,
    SPECIAL_GAME,
    VOID,
    Pending,
    Position,
)
from engine.state.table import Table


class ScoreTerms(NamedTuple):
    """What the score decides of a contest. At most tables it is the same at every score
    (:attr:`engine.state.table.Table.score_matters`)."""

    special: int
    """The kind of hand: :data:`ORDINARY`, :data:`SPECIAL` or :data:`FERRO`."""
    decides: Side
    """The side that decides whether to play a special hand; ``NO_SIDE``: nobody decides."""
    limits: tuple[int, ...]
    lacking: int
    shut: int
    """These three as in :class:`engine.state.state.Position`."""


def terms_at(table: Table, score: tuple[int, ...]) -> ScoreTerms:
    """What this score decides of a contest."""
    special, decides = kind(table, score)
    return ScoreTerms(
        special, decides, _limits(table, score), _lacking(table, score), _shut(table, score)
    )


def judged_by(table: Table, score: tuple[int, ...], start: tuple[int, ...]) -> tuple[int, ...]:
    """The score by which a contest is judged: whether its hand is special, and which calls a side
    may still make. ``start``: the score before the hand."""
    return score if table.rules.match.standing else start


def opening(
    table: Table, contest: tuple[Seat, ...], terms: ScoreTerms, flores: Seats, begun: Seats
) -> Position:
    """The first position of a contest: its first seat is mano.

    ``flores`` and ``begun`` come from the contests before it in the same deal.
    """
    rules = table.rules.special
    asks = rules is not None and terms.special == SPECIAL
    return Position(
        contest=contest,
        turn=contest[0],
        lead=contest[0],
        trick=0,
        laid=NO_SEATS,
        opened=NO_SEATS,
        gone=NO_SEATS,
        level=0,
        word=NO_SIDE,
        stack=(_decision(rules, terms.decides),) if rules is not None and asks else (),
        envido=OPEN if table.rules.envido.calls else VOID,
        flor=OPEN if table.rules.flor is not None else VOID,
        flores=flores,
        phase=PLAYING,
        claimed=NO_SIDES,
        owing=NO_SEATS,
        begun=begun | table.mask_of(contest),
        special=terms.special,
        limits=terms.limits,
        lacking=terms.lacking,
        blind=_may_call_blind(table, contest),
        discard=table.lone if table.rules.gallo.four_cards else NOBODY,
        shut=terms.shut,
    )


def kind(table: Table, score: tuple[int, ...]) -> tuple[int, Side]:
    """The kind of hand at this score (:data:`ORDINARY`, :data:`SPECIAL` or :data:`FERRO`), and the
    side that decides whether to play; ``NO_SIDE``: nobody decides."""
    rules = table.rules.special
    if rules is None:
        return ORDINARY, NO_SIDE
    there = tuple(points >= rules.score_from for points in score)
    if all(there):
        return FERRO, NO_SIDE
    if not any(there) or (table.players == 2 and not rules.alone):
        return ORDINARY, NO_SIDE
    return SPECIAL, SIDES[there.index(True)]


def _decision(rules: SpecialRules, side: Side) -> Pending:
    """The question whether to play or to run, put to ``side``: the side that is near its goal."""
    return Pending(SPECIAL_GAME, 1 - side, NOBODY, 0, wanted=rules.worth, refused=rules.run)


def _limits(table: Table, score: tuple[int, ...]) -> tuple[int, ...]:
    """PA-TRU-09, ``raise_cap=needed``: by side, the highest call that it may make. A side may not
    call when the hand already pays all that it lacks."""
    if not table.rules.truco.needed_only:
        return ()
    target = table.rules.match.target
    return tuple(
        sum(1 for worth in table.worth[:-1] if points + worth < target) for points in score
    )


def _lacking(table: Table, score: tuple[int, ...]) -> int:
    """The points that the leader lacks to win, at least 1. 0 at a table where this number limits no
    call (VE-ENV-04)."""
    if not table.unbounded:
        return 0
    return max(1, table.rules.match.target - max(score))


def _shut(table: Table, score: tuple[int, ...]) -> int:
    """TR-ENV-17: the envido calls that do not exist at equal scores."""
    if not table.unless_level:
        return 0
    one, two = table.by_side(score)
    return table.unless_level if one == two else 0


def _may_call_blind(table: Table, contest: tuple[Seat, ...]) -> Seat:
    """TR-COM-01: the seat that may call blind: the pie of the side that does not deal. Nobody in a
    duel."""
    if table.rules.blind is None or len(contest) < table.players:
        return NOBODY
    dealer = contest[-1]
    return next(seat for seat in contest[::-1] if table.sides[seat] != table.sides[dealer])
