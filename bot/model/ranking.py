"""The teams of a table, and whether its match counts for anybody."""

from bot.messages import PersonId
from bot.model.match_info import MatchInfo
from bot.model.people import is_registered
from engine.variants import table_for


def teams(info: MatchInfo) -> tuple[tuple[int, ...], ...]:
    """The seats of each team, team A first, if the teams are known before the deal. In gallo por
    turno each seat is alone, because the dealer of each hand plays against the others."""
    return table_for(info.variant, info.players, dict(info.options)).holders


def team_of(info: MatchInfo, seat: int) -> str:
    """``A`` or ``B``. Empty if the teams change with every hand."""
    known = teams(info)
    if len(known) > 2:
        return ""
    return "AB"[next(side for side, seats in enumerate(known) if seat in seats)]


def is_alone(info: MatchInfo) -> bool:
    """Whether people play only against robots: no two people sit on different sides."""
    accounts = {seat: account for account, own in enumerate(teams(info)) for seat in own}
    return len({accounts[seat.seat] for seat in info.people}) < 2


def may_count(info: MatchInfo) -> bool:
    """Whether a match here can count for the ranking: everybody who sits here is registered."""
    return not info.has_foreign and all(is_registered(seat.person) for seat in info.people)


def is_practice(info: MatchInfo) -> bool:
    """Whether the match counts for nothing: no ranking, day, league or tournament."""
    return not (info.competitive or info.daily is not None or info.room is not None or info.part_of)


def playing_for_ranking(info: MatchInfo) -> tuple[int, ...]:
    """The seats whose people would play for ranking points if the match began now: registered
    people with a registered adversary."""
    seats = [seat.seat for seat in info.people if is_registered(seat.person)]
    if not info.competitive or info.has_foreign:
        return ()
    accounts = {seat: account for account, own in enumerate(teams(info)) for seat in own}
    return tuple(seats) if len({accounts[seat] for seat in seats}) > 1 else ()


def gives_hints(info: MatchInfo) -> bool:
    """Whether the people of this match may ask for hints: the match does not count for anybody's
    ranking, or they play against robots alone, or no person here is registered. There are no hints
    in a hand of the day, a room of a league or a tournament, and none against a robot from outside,
    because they would change its ladder."""
    if info.shares_deals or info.part_of or info.has_foreign:
        return False
    registered = any(is_registered(seat.person) for seat in info.people)
    return not info.competitive or not registered or is_alone(info)


def waits_for(info: MatchInfo) -> tuple[PersonId, ...]:
    """In the lobby of a rematch, the people who have not asked for it yet."""
    return tuple(seat.person for seat in info.people if seat.person not in info.ready)


def forfeited(info: MatchInfo, accounts: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The accounts whose people have all left on purpose, so that only robots play for them."""
    return tuple(
        account
        for account, seats in enumerate(accounts)
        if (people := [info.seats[seat] for seat in seats if info.seats[seat].person])
        and all(seat.left for seat in people)
    )
