"""A series of matches: the best of three of the same people, one after another by itself."""

from typing import Final

from bot.model import MatchInfo, Status, teams
from engine.numbers import NO_ACCOUNT

WINS: Final = 2
"""The number of won matches that wins a series."""


def score(info: MatchInfo) -> tuple[int, ...]:
    """How many matches of the series each account has won, with this one if it is over."""
    before = info.series_won or (0,) * len(teams(info))
    return tuple(
        won + (account == info.winner and not info.is_void) for account, won in enumerate(before)
    )


def is_decided(info: MatchInfo) -> bool:
    """Whether somebody has won the series with this match."""
    return info.series and info.winner != NO_ACCOUNT and max(score(info)) >= WINS


def is_open(info: MatchInfo) -> bool:
    """Whether the match belongs to a series that nobody has won with it."""
    return info.series and not is_decided(info)


def goes_on(info: MatchInfo) -> bool:
    """Whether the next match of the series begins by itself: this one was played to its end, nobody
    has won the series yet, and somebody is there to play."""
    return (
        is_open(info)
        and info.status is Status.OVER
        and info.ended == "won"
        and info.winner != NO_ACCOUNT
        and not info.successor
        and not info.series_stopped
        and any(seat.present for seat in info.people)
        and not any(map(info.has_gone, info.people))
    )
