"""Adds the entries of a hand to the scores, in the order in which a hand is counted."""

from collections.abc import Sequence

from engine.numbers import NO_ACCOUNT, Account
from engine.state.state import Entry
from engine.state.table import Table


def counting_order(entry: Entry) -> tuple[int, int]:
    """Duel by duel, flor before envido before truco (AR-MAT-04, TR-MAT-04)."""
    return entry.duel, entry.kind


def tally(
    table: Table, score: tuple[int, ...], entries: Sequence[Entry]
) -> tuple[tuple[int, ...], Account]:
    """The scores after these entries, and the account that has won the game by them.

    Counting stops as soon as an account reaches the target, and it gets no more than the target.
    With ``more_points`` all entries are counted, and nobody has won with equal points
    (AR-MAT-05).
    """
    match = table.rules.match
    target, to_the_end = match.target, match.end == "more_points"
    made = list(score)
    for entry in entries if len(entries) < 2 else sorted(entries, key=counting_order):
        home = False
        for account in table.accounts[entry.side]:
            before, after = made[account], made[account] + entry.points
            if match.drops and before < match.buenas < after:
                after = match.buenas  # TR-MAT-03
            made[account] = after
            home = home or after >= target
        if home and not to_the_end:
            winner = _furthest(table, made, table.accounts[entry.side])
            return tuple(min(points, target) for points in made), winner
    winner = NO_ACCOUNT
    if to_the_end and made[0] != made[1] and max(made) >= target:
        winner = Account(made.index(max(made)))
    return tuple(made), winner


def with_points(table: Table, score: tuple[int, ...], points: tuple[int, int]) -> tuple[int, ...]:
    """The scores after each side has been paid these points. They are not cut at the target."""
    if not table.by_seat:
        return score[0] + points[0], score[1] + points[1]
    return tuple([had + points[table.sides[seat]] for seat, had in enumerate(score)])


def home(table: Table, score: tuple[int, ...], entries: Sequence[Entry]) -> Account:
    """The account that would have won the game by these entries; ``NO_ACCOUNT``."""
    if max(score) + sum([entry.points for entry in entries]) < table.rules.match.target:
        return NO_ACCOUNT
    return tally(table, score, entries)[1]


def _furthest(table: Table, score: list[int], accounts: tuple[Account, ...]) -> Account:
    """The account of a side that has won: the one with more points, or, with equal points, the one
    nearer the mano (AR-GAL-03, TR-GAL-03).

    A side has more than one account only if the dealer sits alone. Then the seat after the dealer
    is mano.
    """
    best = max(score[account] for account in accounts)
    return min(
        (account for account in accounts if score[account] == best),
        key=lambda account: (account - table.lone - 1) % table.players,
    )


def counted(table: Table, points: tuple[int, int]) -> tuple[int, int]:
    """The points of a hand that count for each side. In a duplicate match a hand may have a cap
    (DU-07)."""
    cap = table.hand_cap
    return (min(points[0], cap), min(points[1], cap)) if cap else points


def points_of(entries: tuple[Entry, ...]) -> tuple[int, int]:
    """The points that each side received. They are not cut at the target."""
    points = [0, 0]
    for entry in entries:
        points[entry.side] += entry.points
    return points[0], points[1]
