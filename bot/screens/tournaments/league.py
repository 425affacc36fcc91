"""A league between houses in words: its table, its rounds, and its posts for clubs."""

from collections.abc import Iterable, Iterator

from bot.leagues.entries import ROOMS, Room
from bot.leagues.judging import LeagueResult, LeagueRow
from bot.leagues.terms import Fixture, LeagueTerms
from bot.screens.moment.dates import date_text
from bot.tournaments.state import NOBODY
from bot.words import Words

_ROOMS = dict(zip(ROOMS, ("league.room.open", "league.room.closed"), strict=True))


def room_name(room: Room, words: Words) -> str:
    return words.text(_ROOMS[room])


def when(terms: LeagueTerms, round: int, words: Words) -> str:
    """The line with the present round and its end. ``round``: 0: none has begun; above the number
    of rounds: the league is over."""
    if not round:
        return words.text("league.begins", date=date_text(terms.starts(1), words))
    if round > terms.rounds:
        return words.text("league.ended")
    until = date_text(terms.starts(round + 1), words)
    return words.text("league.round", round=round, of=terms.rounds, date=until)


def pairing(terms: LeagueTerms, fixture: Fixture, words: Words) -> str:
    one, other = terms.teams[fixture.one].name, terms.teams[fixture.other].name
    return words.text("league.pairing", one=one, other=other)


def table(rows: Iterable[LeagueRow], words: Words) -> Iterator[str]:
    """The league table, the best team first."""
    for row in rows:
        won, lost = row.imps
        yield words.text(
            "league.row",
            place=row.placing.place,
            team=row.team,
            points=row.placing.points,
            won=won,
            lost=lost,
        )


def result(terms: LeagueTerms, made: LeagueResult, words: Words) -> str:
    """The result of a decided pairing."""
    one, other = terms.teams[made.fixture.one].name, terms.teams[made.fixture.other].name
    if made.conceded != NOBODY or made.scored is None:
        winner, loser = (one, other) if made.winner == made.fixture.one else (other, one)
        return words.text("league.result.conceded", winner=winner, loser=loser)
    won, lost = made.scored.imps
    return words.text("league.result", one=one, won=won, lost=lost, other=other)


def round_post(terms: LeagueTerms, round: int, pairings: Iterable[Fixture], words: Words) -> str:
    """The post for a club when a round can be played."""
    lines = [terms.name, when(terms, round, words)]
    lines += [pairing(terms, fixture, words) for fixture in pairings]
    return "\n".join([*lines, words.text("league.how")])


def results_post(
    terms: LeagueTerms, decided: Iterable[LeagueResult], rows: Iterable[LeagueRow], words: Words
) -> str:
    """The post for all clubs when pairings are decided: the results, and the table."""
    told = [result(terms, made, words) for made in decided]
    return "\n".join([terms.name, *told, "", *table(rows, words)])
