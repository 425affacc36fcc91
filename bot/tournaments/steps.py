"""The steps of a tournament: each function takes a tournament and returns the next one.

These functions refuse nothing. The caller checks first whether the step is allowed
(:mod:`bot.match.tournaments`)."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from bot.messages import MatchId, PersonId
from bot.tournaments import arena, elimination, round_robin, swiss
from bot.tournaments.state import (
    LEAST_UNITS,
    MOST_ENTRANTS,
    MOST_UNITS,
    NOBODY,
    UNDECIDED,
    Entrant,
    Format,
    Pairing,
    Tournament,
    Unit,
)
from bot.tournaments.teams import formed

_NEXT: Final[dict[Format, Callable[[Tournament], tuple[Pairing, ...]]]] = {
    Format.ELIMINATION: elimination.next_pairings,
    Format.ROUND_ROBIN: round_robin.next_pairings,
    Format.SWISS: swiss.next_pairings,
    Format.ARENA: arena.next_pairings,
    Format.LEAGUE: round_robin.next_pairings,
}


def most_entrants(tournament: Tournament) -> int:
    """The greatest number of people who may sign up."""
    units = MOST_UNITS.get(tournament.format, MOST_ENTRANTS)
    return min(MOST_ENTRANTS, units * tournament.size)


def least_entrants(tournament: Tournament) -> int:
    """The smallest number of people with which the tournament can start."""
    if tournament.robots:
        return 1
    return LEAST_UNITS * tournament.size


def signed_up(tournament: Tournament, entrant: Entrant) -> Tournament:
    """Adds a person. In an arena of single players this is possible after the start too: the person
    gets a pairing with the next ones. A person who had left comes back."""
    known = tournament.unit_of(entrant.person)
    if known != NOBODY:
        return _paired(_with_unit(tournament, known, out=False))
    tournament = replace(tournament, entrants=(*tournament.entrants, entrant))
    if not tournament.begun:
        return tournament
    return _paired(replace(tournament, units=(*tournament.units, Unit((entrant,)))))


def partner_chosen(
    tournament: Tournament, person: PersonId, partner: PersonId, name: str
) -> Tournament:
    """Notes that a person who has signed up wants to play with this partner. ``name``: the
    partner's name. If the person chooses more partners than a unit has room for, the oldest choice
    is dropped."""

    def chosen(one: Entrant) -> Entrant:
        others = tuple(each for each in one.partners if each[0] != partner)
        return replace(one, partners=(*others, (partner, name))[1 - tournament.size :])

    entrants = (
        chosen(entrant) if entrant.person == person else entrant for entrant in tournament.entrants
    )
    return replace(tournament, entrants=tuple(entrants))


def withdrawn(tournament: Tournament, person: PersonId) -> Tournament:
    """Removes a person, and all choices of that person as a partner. After the start the person's
    unit plays no more; a match that it plays now is decided at its table."""
    if not tournament.begun:
        left = tuple(entrant for entrant in tournament.entrants if entrant.person != person)
        return replace(tournament, entrants=tuple(entrant.without(person) for entrant in left))
    unit = tournament.unit_of(person)
    if unit == NOBODY:
        return tournament
    return _paired(_settled(_with_unit(tournament, unit, out=True)))


def _with_unit(tournament: Tournament, number: int, *, out: bool) -> Tournament:
    units = list(tournament.units)
    units[number] = replace(units[number], out=out)
    return replace(tournament, units=tuple(units))


def started(
    tournament: Tournament, seeds: Sequence[PersonId], robots: Sequence[str] = ()
) -> Tournament:
    """Forms the units and makes the first pairings. The choices of partners are dropped after that.
    ``robots``: names of robots that fill the missing places; empty: the host does not want them."""
    units = formed(tournament, seeds, robots)
    entrants = tuple(replace(entrant, partners=()) for entrant in tournament.entrants)
    return _paired(replace(tournament, entrants=entrants, units=units))


def opened(tournament: Tournament, pairing: Pairing, match: MatchId) -> Tournament:
    """Notes that a pairing has this match as its next table."""
    attempts = pairing.attempts + 1
    made = _replaced(tournament, pairing, replace(pairing, match=match, attempts=attempts))
    return replace(made, tables=(*made.tables, match))


def table_ended(tournament: Tournament, match: MatchId) -> Tournament:
    """Notes that nobody plays at this table any more."""
    left = tuple(table for table in tournament.tables if table != match)
    return replace(tournament, tables=left)


def decided(
    tournament: Tournament,
    match: MatchId,
    side: int,
    *,
    played: bool,
    absent: Sequence[int] = (),
    score: tuple[int, ...] = (),
) -> Tournament:
    """Notes the result of a pairing's match. ``side``: the winner, 0 or 1; :data:`NOBODY`: neither
    side has won. ``absent``: the sides that did not come; they are out of the tournament.
    ``score``: the points of both sides. A pairing that is decided does not change any more."""
    found = next((pairing for pairing in tournament.open if match and pairing.match == match), None)
    if found is None:
        return tournament
    winner = NOBODY if side == NOBODY else found.sides[side]
    tournament = _replaced(
        tournament, found, replace(found, winner=winner, played=played, score=score)
    )
    for missing in absent:
        tournament = _with_unit(tournament, found.sides[missing], out=True)
    return _paired(tournament)


def to_be_replayed(tournament: Tournament, match: MatchId) -> Tournament:
    """Gives a pairing another table: its match was stopped through no fault of its people."""
    found = next((pairing for pairing in tournament.open if match and pairing.match == match), None)
    return tournament if found is None else _replaced(tournament, found, replace(found, match=""))


def reminded(tournament: Tournament) -> Tournament:
    """Notes that the people have had their reminder, which is sent only once."""
    return replace(tournament, reminded=True)


def time_over(tournament: Tournament) -> Tournament:
    """Ends the time of an arena or a league's round. Running matches are played to their end."""
    return _paired(_settled(replace(tournament, closing=True)))


def not_played(tournament: Tournament, match: MatchId, came: Sequence[int]) -> Tournament:
    """Notes that a table of a league has closed without a result. ``came``: the sides that were
    there. The pairing may be played until its round is over. Robots win nothing by being there."""
    found = next((pairing for pairing in tournament.open if match and pairing.match == match), None)
    if found is None:
        return tournament
    sides = {found.sides[side] for side in came}
    there = {*found.came, *(unit for unit in sides if not tournament.units[unit].of_robots)}
    again = replace(found, match="", came=tuple(sorted(there)))
    return _paired(_settled(_replaced(tournament, found, again)))


def _settled(tournament: Tournament) -> Tournament:
    """The league after all pairings that cannot be played any more are decided: those of a unit
    that is out, or of a round that is over. If only one side came, that side wins."""
    if tournament.format is not Format.LEAGUE:
        return tournament
    for pairing in tournament.open:
        winner = _given(tournament, pairing)
        if winner == UNDECIDED and tournament.closing:
            winner = pairing.came[0] if len(pairing.came) == 1 else NOBODY
        if not pairing.match and winner != UNDECIDED:
            tournament = _replaced(tournament, pairing, replace(pairing, winner=winner))
    return tournament


def rounds(tournament: Tournament) -> int:
    """The number of rounds; 0 for an arena, which has none."""
    units = len(tournament.units)
    match tournament.format:
        case Format.ELIMINATION:
            return elimination.rounds(units)
        case Format.ROUND_ROBIN | Format.LEAGUE:
            return units - 1 + units % 2
        case Format.SWISS:
            return swiss.rounds(units)
        case Format.ARENA:
            return 0


def is_over(tournament: Tournament) -> bool:
    """Whether all pairings are decided and no more will come."""
    if not tournament.begun or tournament.open:
        return False
    if tournament.format is Format.ARENA and not tournament.closing:
        return False
    return not _NEXT[tournament.format](tournament)


def _replaced(tournament: Tournament, old: Pairing, new: Pairing) -> Tournament:
    pairings = tuple(new if pairing is old else pairing for pairing in tournament.pairings)
    return replace(tournament, pairings=pairings)


def _paired(tournament: Tournament) -> Tournament:
    """The tournament with all pairings that can be made now. A pairing with a missing side is
    decided at once, and may bring others."""
    while made := _NEXT[tournament.format](tournament):
        judged = tuple(replace(pairing, winner=_given(tournament, pairing)) for pairing in made)
        tournament = replace(tournament, pairings=(*tournament.pairings, *judged))
        if tournament.format is Format.LEAGUE:
            tournament = replace(tournament, closing=False, reminded=False)
    return tournament


def _given(tournament: Tournament, pairing: Pairing) -> int:
    """The side that wins a pairing without playing; :data:`UNDECIDED`: it must be played. Two units
    of robots do not play each other."""
    if all(unit != NOBODY and tournament.units[unit].of_robots for unit in pairing.sides):
        return min(pairing.sides)  # nobody wants to see that: the higher seed wins
    there = [unit for unit in pairing.sides if unit != NOBODY and not tournament.units[unit].out]
    if len(there) == len(pairing.sides):
        return UNDECIDED
    return there[0] if there else NOBODY
