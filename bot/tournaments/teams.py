"""The teams of a tournament: the people who have chosen one another, and teams that are drawn from
the others."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.messages import PersonId
from bot.tournaments.state import Entrant, Format, Tournament, Unit

_ROBOT: Final = "robot "
"""The beginning of a robot's id while units are formed; no person's id has a blank."""

Team = tuple[Entrant, ...]


def chosen_teams(tournament: Tournament) -> tuple[Team, ...]:
    """The teams of people who have chosen one another, as long as they fit into one unit: pairs,
    and in a tournament of trios trios too. A third person belongs to a pair if this person and one
    of the pair have chosen each other. People who signed up earlier come first."""
    people = {entrant.person: entrant for entrant in tournament.entrants}
    team: dict[PersonId, list[Entrant]] = {
        entrant.person: [entrant] for entrant in tournament.entrants
    }
    for entrant in tournament.entrants:
        for other in (people[chosen] for chosen, _ in entrant.partners if chosen in people):
            mine, theirs = team[entrant.person], team[other.person]
            fits = mine is not theirs and len(mine) + len(theirs) <= tournament.size
            if fits and other.has_chosen(entrant.person):
                mine.extend(theirs)
                team.update((each.person, mine) for each in theirs)
    made = {id(each): tuple(each) for each in team.values() if len(each) > 1}
    return tuple(made.values())


def are_together(tournament: Tournament, person: PersonId, other: PersonId) -> bool:
    """Whether these two people will play in one unit, by their choices."""
    teams = [{entrant.person for entrant in team} for team in chosen_teams(tournament)]
    return any({person, other} <= team for team in teams)


def waiting(tournament: Tournament) -> tuple[tuple[Entrant, tuple[str, ...]], ...]:
    """Each entrant who has chosen partners that have not chosen the entrant, or that do not fit
    into the team, with the names of these partners."""
    found = []
    for entrant in tournament.entrants:
        entrants = [(tournament.entrant(person), name) for person, name in entrant.partners]
        names = [
            name if other is None else other.name
            for other, name in entrants
            if other is None
            or not other.has_chosen(entrant.person)
            or not are_together(tournament, entrant.person, other.person)
        ]
        if names:
            found.append((entrant, tuple(names)))
    return tuple(found)


def waiting_for(tournament: Tournament, person: PersonId) -> Team:
    """The people who have chosen this person, and whom this person has not chosen."""
    mine = tournament.entrant(person)
    return tuple(
        entrant
        for entrant in tournament.entrants
        if entrant.has_chosen(person) and not (mine and mine.has_chosen(entrant.person))
    )


def formed(
    tournament: Tournament, seeds: Sequence[PersonId], robots: Sequence[str]
) -> tuple[Unit, ...]:
    """The units of a tournament that begins. If the host wants robots, they complete the units of
    people. They also make units of their own, so many that nobody rests: in a bracket the number of
    all units is a power of two, else it is even. Units of robots come last. ``robots``: their
    names; if these do not suffice, numbers are added to them."""
    if not tournament.robots:
        return tuple(
            Unit(tuple(map(_as_in_units, team.people))) for team in units_of(tournament, seeds)
        )
    size, people = tournament.size, len(tournament.entrants)
    number = _number_with_robots(tournament)
    named = [
        Entrant(f"{_ROBOT}{robot}", _robot_name(robots, robot))
        for robot in range(number * size - people)
    ]
    missing = -people % size
    completed = replace(tournament, entrants=(*tournament.entrants, *named[:missing]))
    others = [named[at : at + size] for at in range(missing, len(named), size)]
    teams = [*(unit.people for unit in units_of(completed, seeds)), *others]
    return tuple(Unit(tuple(map(_as_in_units, team))) for team in teams)


def _number_with_robots(tournament: Tournament) -> int:
    """The number of all units, with those of robots."""
    units = max(2, -(-len(tournament.entrants) // tournament.size))
    if tournament.format is Format.ELIMINATION:
        return 1 << (units - 1).bit_length()
    return units + units % 2


def _robot_name(names: Sequence[str], number: int) -> str:
    again, place = divmod(number, len(names))
    return f"{names[place]} {again + 1}" if again else names[place]


def _as_in_units(one: Entrant) -> Entrant:
    """An entrant as a unit keeps it."""
    return Entrant("" if one.person.startswith(_ROBOT) else one.person, one.name)


def units_of(tournament: Tournament, seeds: Sequence[PersonId]) -> tuple[Unit, ...]:
    """The units of the people who have signed up. ``seeds``: people from the strongest to the
    weakest; people who are not among them come after them.

    People who have chosen one another play together. Of the others the strongest play with the
    weakest, so that all units are about equal. If the number does not fit, the people without a
    whole team who signed up last stay out. The first unit is the strongest: its people have the
    best places among all who play."""
    size, order = tournament.size, {person: place for place, person in enumerate(seeds)}
    ranked = sorted(tournament.entrants, key=lambda entrant: order.get(entrant.person, len(order)))
    teams = chosen_teams(tournament)
    whole = [team for team in teams if len(team) == size]
    taken = {entrant.person for team in whole for entrant in team}
    free = [entrant for entrant in tournament.entrants if entrant.person not in taken]
    number = len(free) // size
    playing = {entrant.person for entrant in free[: number * size]}
    begun = [team for team in teams if playing.issuperset(entrant.person for entrant in team)]
    made = [
        *whole,
        *_drawn([entrant for entrant in ranked if entrant.person in playing], begun, size),
    ]
    inside = taken | playing
    rank = {
        entrant.person: place
        for place, entrant in enumerate(entrant for entrant in ranked if entrant.person in inside)
    }
    strongest_first = [
        tuple(sorted(team, key=lambda entrant: rank[entrant.person])) for team in made
    ]
    strongest_first.sort(key=lambda team: rank[team[0].person])
    strongest_first.sort(key=lambda team: sum(rank[entrant.person] for entrant in team))
    return tuple(Unit(team) for team in strongest_first)


def _drawn(ranked: Sequence[Entrant], begun: Sequence[Team], size: int) -> list[Team]:
    """Teams of these people. ``ranked``: the strongest first; as many as make whole teams.
    ``begun``: pairs among them that need a third one; so many of them as there are teams stay
    together. The strongest pair gets the weakest of the others."""
    place = {entrant.person: number for number, entrant in enumerate(ranked)}
    kept = begun[: len(ranked) // size]
    pairs = sorted(kept, key=lambda team: sum(place[entrant.person] for entrant in team))
    paired = {entrant.person for team in pairs for entrant in team}
    others = [entrant for entrant in ranked if entrant.person not in paired]
    completed = [(*team, others.pop()) for team in pairs]
    number = len(others) // size
    people: list[list[Entrant]] = [[] for _ in range(number)]
    for turn in range(size):
        some = others[turn * number : (turn + 1) * number]
        for own, entrant in zip(people, some if turn % 2 == 0 else reversed(some), strict=True):
            own.append(entrant)
    return [*completed, *map(tuple, people)]
