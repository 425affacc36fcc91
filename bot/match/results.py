"""Decides the winner of a match that ends, and the results and the chips of each person."""

from typing import NamedTuple

from bot.model import MatchInfo, forfeited, is_alone, is_someone
from bot.store.model import MatchRow
from bot.store.people.chips import BANK, payments, shares
from bot.store.results import statistics
from bot.store.results.earnings import LOST, WON
from bot.store.results.model import MatchResult, Transfer
from engine.numbers import NO_ACCOUNT, NOBODY
from engine.state.state import State


class EndingMatch(NamedTuple):
    """The facts of a match that ends from which its results follow."""

    before: MatchInfo
    """The table before the command that ends the match."""
    info: MatchInfo
    state: State
    row: MatchRow
    utc: float
    """Seconds; the moment of the end."""


def standing(state: State) -> tuple[int, ...]:
    """The score as people see it, by account: of the running game; of all hands if duplicate."""
    return state.games if state.table.deals else state.score


def winner_of(match: EndingMatch, account: int) -> int:
    """The account that wins the match. ``account``: the winner by points; ``NO_ACCOUNT``: the match
    was stopped. An account loses if all its people have left, even if robots have won for it."""
    holders = match.state.table.holders
    lost = forfeited(_judged(match), holders)
    stayed = [staying for staying in range(len(holders)) if staying not in lost]
    if account in stayed or not lost or not stayed:
        return account
    if account == NO_ACCOUNT and len(stayed) > 1:
        return NO_ACCOUNT
    games, score = match.state.games, match.state.score
    return max(stayed, key=lambda staying: (games[staying], score[staying]))


def ahead(match: EndingMatch) -> int:
    """The account that wins a match of a tournament after everybody has left it: the account of
    robots, if there is one, because robots never leave. Otherwise the account with the better
    score; with equal scores, the one whose last person left later."""
    games, score, seats = match.state.games, match.state.score, match.info.seats
    holders = match.state.table.holders
    stayed = [max(seats[seat].gone for seat in own) for own in holders]
    robots = [not any(seats[seat].person for seat in own) for own in holders]
    return max(
        range(len(stayed)),
        key=lambda account: (robots[account], games[account], score[account], stayed[account]),
    )


def _judged(match: EndingMatch) -> MatchInfo:
    """The table as if the last leaver had stayed: the others left before, so they do not win."""
    everybody_left = all(map(match.info.has_gone, match.info.people))
    return match.before if everybody_left else match.info


def _points(info: MatchInfo, games: tuple[int, ...], state: State) -> tuple[int, ...]:
    """Each account's points in a match that is over. ``games``: those of finished games."""
    if state.table.deals:
        return state.games
    games = games or (0,) * len(state.table.holders)
    return tuple(a + b for a, b in zip(games, info.final, strict=True)) if info.final else games


def score_in_tournament(
    info: MatchInfo, games: tuple[int, ...], state: State | None
) -> tuple[int, ...]:
    """The points of both sides in a tournament's match that is over; empty: it never began. If it
    was not played to its end, the winner gets the points that were still missing, so nobody loses
    less by leaving. In a duplicate match no points are missing; there the winner gets at least the
    other side's points and the most points of one hand. ``games``: the points of finished games."""
    if state is None:
        return ()
    points, rules = [*_points(info, games, state)], state.table.rules.match
    if info.ended == "won" or info.winner == NO_ACCOUNT:
        return tuple(points)
    if state.table.deals:
        least = points[1 - info.winner] + state.table.hand_cap
        points[info.winner] = max(points[info.winner], least)
    else:
        score = (info.final or state.score)[info.winner]
        missing = rules.target * (rules.games_to_win - state.games[info.winner]) - score
        points[info.winner] += max(0, missing)
    return tuple(points)


def of_people(match: EndingMatch, winner: int) -> tuple[MatchResult, ...]:
    """The result of each person. A person who left has lost, even if their robot won."""
    points, holders = _points(match.info, match.row.points, match.state), match.state.table.holders
    seats = _judged(match).seats
    own: dict[int, int] = {seat: account for account, seats in enumerate(holders) for seat in seats}
    others = {account: max(points[:account] + points[account + 1 :]) for account in own.values()}
    won = {
        seat.seat: own[seat.seat] == winner and not seats[seat.seat].left
        for seat in match.info.people
    }
    return tuple(
        MatchResult(
            match=match.info.match,
            person=seat.person,
            community=match.info.community,
            name=seat.name,
            won=won[seat.seat],
            points_for=points[own[seat.seat]],
            points_against=others[own[seat.seat]],
            at=match.utc,
            account=own[seat.seat],
            variant=match.info.variant,
            players=match.info.players,
            ranked=seat.seat in match.info.ranked,
            worth=_worth(match, seat.seat, won[seat.seat]),
            seats=len(holders[own[seat.seat]]),
            alone=is_alone(match.info),
            counts=statistics.written(match.row.counts, seat.seat, left=seats[seat.seat].left),
        )
        for seat in match.info.people
        if not is_someone(seat.person)
    )


def _worth(match: EndingMatch, seat: int, won: bool) -> int:
    """The ranking points that the match brings this seat; 0 for a person who has left."""
    if seat not in match.info.ranked or _judged(match).seats[seat].left:
        return 0
    return WON if won else LOST


def pot_of(match: EndingMatch, winner: int) -> tuple[Transfer, ...]:
    """The transfers out of the pot: the winners who staked share it. If none of them staked,
    everybody gets the stake back. People who have left get nothing, unless the match is void."""
    info, seats = match.info, _judged(match).seats
    stayed = [
        seat
        for seat in info.staked
        if not is_someone(seats[seat].person)
        if info.is_void or not seats[seat].left
    ]
    winners = [seat for seat in stayed if seat in _winning(match, winner)]
    each, bank = shares(info.stake, len(info.staked), len(winners))
    kind = "won"
    if not set(_winning(match, winner)) & set(info.staked):
        winners, each, kind = stayed, info.stake, "back"
        bank = info.stake * (len(info.staked) - len(stayed))
    paid = [(seat, info.seats[seat].person, each) for seat in winners]
    return (
        *payments(info.match, paid, kind, match.utc),
        *payments(info.match, [(NOBODY, BANK, bank)], "bank", match.utc),
    )


def _winning(match: EndingMatch, winner: int) -> tuple[int, ...]:
    return () if winner == NO_ACCOUNT else match.state.table.holders[winner]
