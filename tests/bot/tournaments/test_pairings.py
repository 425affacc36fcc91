"""What holds of every tournament, whoever wins, leaves or does not come.

The oracles below share nothing with the code: they count what was played.
"""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tournaments import elimination, steps, swiss
from bot.tournaments.standings import podium, standings
from bot.tournaments.state import NOBODY, Entrant, Format, Pairing, Tournament
from bot.tournaments.teams import units_of
from tests.examples import examples

seeds = st.integers(0, 2**32)
_LONGEST = 60
"""Matches after which the time of an arena is over."""


def signed_up(form: Format, people: int, size: int = 1) -> Tournament:
    tournament = Tournament(form, size, 60 if form is Format.ARENA else 0)
    for number in range(people):
        tournament = steps.signed_up(tournament, Entrant(f"p{number}", f"P{number}"))
    return tournament


def played(tournament: Tournament, dice: Random, *, leaving: float = 0.0) -> Tournament:
    """The tournament to its end. ``leaving``: how often somebody leaves instead of playing, or one
    or both sides do not come."""
    tables = 0
    while not steps.is_over(tournament):
        if tables >= _LONGEST and tournament.format is Format.ARENA:
            tournament = steps.time_over(tournament)
        for pairing in tournament.open:
            if not pairing.match:
                tables += 1
                tournament = steps.opened(tournament, pairing, f"t{tables}")
        check(tournament)
        if not tournament.open:
            # Nobody is left to play with: an arena waits for its time to be over.
            assert tournament.format is Format.ARENA
            tournament = steps.time_over(tournament)
            continue
        pairing = dice.choice(tournament.open)
        fate = dice.random()
        if fate < leaving / 3:
            person = dice.choice(tournament.units[pairing.one].people).person
            tournament = steps.withdrawn(tournament, person)
        elif fate < leaving:
            side = dice.choice((0, 1, NOBODY))
            absent = tuple(other for other in (0, 1) if other != side)
            tournament = steps.decided(tournament, pairing.match, side, played=False, absent=absent)
        else:
            before = tournament
            side = dice.randrange(2)
            tournament = steps.decided(tournament, pairing.match, side, played=True)
            again = steps.decided(tournament, pairing.match, 1 - side, played=True)
            assert again == tournament != before, "one result for each match"
    check(tournament)
    return tournament


def check(tournament: Tournament) -> None:
    busy: Counter[int] = Counter()
    for pairing in tournament.pairings:
        assert pairing.one != pairing.other or pairing.one == NOBODY, "paired with themselves"
        assert pairing.is_open or pairing.winner in (*pairing.sides, NOBODY)
        if pairing.is_open:
            assert NOBODY not in pairing.sides
            busy.update(pairing.sides)
    assert all(number == 1 for number in busy.values()), "two matches at once"


def real(tournament: Tournament) -> list[Pairing]:
    return [pairing for pairing in tournament.pairings if not pairing.is_bye]


@given(seeds, st.integers(2, 40))
def test_elimination(seed: int, people: int) -> None:
    """Everybody but one loses once, in as few rounds as it takes."""
    tournament = played(steps.started(signed_up(Format.ELIMINATION, people), ()), Random(seed))
    lost = Counter(
        unit for pairing in real(tournament) for unit in pairing.sides if unit != pairing.winner
    )
    ((champion,), *_) = podium(tournament)
    assert lost == Counter(set(range(people)) - {champion})
    assert len(real(tournament)) == people - 1
    rounds = 1 + max(pairing.round for pairing in tournament.pairings)
    assert 2 ** (rounds - 1) < people <= 2**rounds
    byes = [
        pairing.one if pairing.other == NOBODY else pairing.other
        for pairing in tournament.pairings
        if pairing.is_bye
    ]
    assert sorted(byes) == list(range(2**rounds - people)), "the strongest have the byes"
    final = next(pairing for pairing in tournament.pairings if pairing.round == rounds - 1)
    assert set(final.sides) == {unit for place in podium(tournament)[:2] for unit in place}


@pytest.mark.parametrize("units", [2, 3, 8, 13, 32])
def test_the_strongest_meet_last(units: int) -> None:
    """If the stronger one always wins, each round is lost by its weaker half."""
    tournament = steps.started(signed_up(Format.ELIMINATION, units), ())
    while not steps.is_over(tournament):
        pairing = tournament.open[0]
        tournament = steps.opened(tournament, pairing, "t")
        side = pairing.sides.index(min(pairing.sides))
        tournament = steps.decided(tournament, "t", side, played=True)
    assert podium(tournament)[:2] == ((0,), (1,))
    if units > 3:
        assert set(podium(tournament)[2]) == {2, 3}
    assert elimination.slots(units).count(NOBODY) < len(elimination.slots(units)) / 2


@given(seeds, st.integers(2, 16))
def test_round_robin(seed: int, people: int) -> None:
    tournament = played(steps.started(signed_up(Format.ROUND_ROBIN, people), ()), Random(seed))
    met = Counter(frozenset(pairing.sides) for pairing in real(tournament))
    assert met == Counter(map(frozenset, combinations(range(people), 2)))
    byes = Counter(max(pairing.sides) for pairing in tournament.pairings if pairing.is_bye)
    assert byes == (Counter(range(people)) if people % 2 else Counter())
    won = Counter(pairing.winner for pairing in real(tournament))
    assert {standing.unit: standing.points for standing in standings(tournament)} == {
        unit: won[unit] for unit in range(people)
    }
    assert sum(standing.points for standing in standings(tournament)) == people * (people - 1) // 2


@given(seeds, st.integers(2, 64))
@examples(40)
def test_swiss(seed: int, people: int) -> None:
    """Nobody meets anybody twice where that can be avoided, and nobody rests twice."""
    tournament = played(steps.started(signed_up(Format.SWISS, people), ()), Random(seed))
    rounds = 1 + max(pairing.round for pairing in tournament.pairings)
    assert rounds == swiss.rounds(people)
    met = Counter(frozenset(pairing.sides) for pairing in real(tournament))
    if people > 5:
        assert max(met.values()) == 1
    byes = Counter(max(pairing.sides) for pairing in tournament.pairings if pairing.is_bye)
    assert sum(byes.values()) == rounds * (people % 2)
    assert max(byes.values(), default=1) == 1
    assert all(
        sum(unit in pairing.sides for pairing in tournament.pairings) == rounds
        for unit in range(people)
    )
    first = standings(tournament)[0]
    assert first.points == max(standing.points for standing in standings(tournament))
    assert sum(standing.points for standing in standings(tournament)) == len(tournament.pairings)


def _can_be_paired(units: list[int], met: set[frozenset[int]]) -> bool:
    """Whether there is a round without a pair of those that have met: by trying all."""
    if not units:
        return True
    first, *rest = units
    return any(
        frozenset((first, other)) not in met
        and _can_be_paired([unit for unit in rest if unit != other], met)
        for other in rest
    )


@given(seeds, st.integers(2, 10))
def test_swiss_repeats_only_what_it_must(seed: int, people: int) -> None:
    """Also when people leave: a round repeats a pair only if every round would."""
    start = steps.started(signed_up(Format.SWISS, people), ())
    tournament = played(start, Random(seed), leaving=0.3)
    for number in range(1 + max(pairing.round for pairing in tournament.pairings)):
        met = {
            frozenset(pairing.sides) for pairing in tournament.pairings if pairing.round < number
        }
        here = [pairing for pairing in real(tournament) if pairing.round == number]
        if any(frozenset(pairing.sides) in met for pairing in here):
            assert not _can_be_paired([unit for pairing in here for unit in pairing.sides], met)


@given(seeds, st.integers(2, 12))
def test_arena(seed: int, people: int) -> None:
    tournament = played(steps.started(signed_up(Format.ARENA, people), ()), Random(seed))
    for unit in range(people):
        streak = points = 0
        for pairing in tournament.pairings:
            if unit in pairing.sides:
                won = pairing.winner == unit
                points += (4 if streak > 1 else 2) * won
                streak = streak + 1 if won else 0
        assert points == next(
            standing.points for standing in standings(tournament) if standing.unit == unit
        )
    if people > 3:
        times = Counter(unit for pairing in tournament.pairings for unit in pairing.sides)
        assert len(times) == people, "everybody plays"


@given(seeds, st.sampled_from(Format), st.integers(2, 16), st.floats(0, 1))
def test_every_tournament_ends(seed: int, form: Format, people: int, leaving: float) -> None:
    """Whoever leaves or does not come, it ends. Who shares the first place has the same
    points; a bracket has one winner at most."""
    start = steps.started(signed_up(form, people), ())
    tournament = played(start, Random(seed), leaving=leaving)
    assert not tournament.open
    on_podium = podium(tournament)
    first = on_podium[0] if on_podium else ()
    points = {standing.unit: standing.points for standing in standings(tournament)}
    assert len({points[unit] for unit in first}) <= 1
    assert len(first) <= 1 or form is not Format.ELIMINATION
    assert played(start, Random(seed), leaving=leaving) == tournament, "it follows from its steps"
    places = [unit for place in on_podium for unit in place]
    assert len(set(places)) == len(places)
    # Nobody plays on after they have left, and nobody wins a match at which they were not.
    for pairing in tournament.pairings:
        assert pairing.winner == NOBODY or pairing.winner in pairing.sides


@given(seeds, st.integers(2, 8), st.floats(0, 0.3))
def test_league(seed: int, people: int, leaving: float) -> None:
    """Rounds end by their time: what nobody has played is won by whoever alone came, or drawn; what
    is being played is played to its end. Each two meet once."""
    dice = Random(seed)
    tournament = steps.started(signed_up(Format.LEAGUE, people), ())
    came: dict[frozenset[int], set[int]] = {}
    results: dict[frozenset[int], int] = {}
    tables = 0
    while not steps.is_over(tournament):
        check(tournament)
        round, pairing = tournament.round, dice.choice(tournament.open)
        sides = frozenset(pairing.sides)
        fate = dice.random()
        if fate < leaving / 4:
            person = tournament.units[pairing.one].people[0].person
            tournament = steps.withdrawn(tournament, person)
            if not pairing.match:
                results[sides] = pairing.other
        elif fate < 0.15:
            waiting = [idle for idle in tournament.open if not idle.match]
            tournament = steps.time_over(tournament)
            for idle in waiting:
                (alone, *more) = came.get(frozenset(idle.sides)) or {NOBODY}
                results[frozenset(idle.sides)] = NOBODY if more else alone
        elif not pairing.match and not tournament.closing:
            tables += 1
            tournament = steps.opened(tournament, pairing, f"t{tables}")
        elif pairing.match and fate < 0.5:
            there = [side for side in (0, 1) if dice.random() < 0.5]
            came.setdefault(sides, set()).update(pairing.sides[side] for side in there)
            before = tournament
            tournament = steps.not_played(tournament, pairing.match, there)
            gone = [unit for unit in pairing.sides if before.units[unit].out]
            if gone:
                left = sides - set(gone)
                results[sides] = next(iter(left)) if left else NOBODY
            elif before.closing:
                (alone, *more) = came[sides] or {NOBODY}
                results[sides] = NOBODY if more else alone
        elif pairing.match:
            side = dice.randrange(2)
            tournament = steps.decided(tournament, pairing.match, side, played=True)
            results[sides] = pairing.sides[side]
        if tournament.round > round:
            assert not tournament.closing
            assert all(pairing.round == tournament.round for pairing in tournament.open)
    assert sorted(tuple(sorted(pairing.sides)) for pairing in real(tournament)) == list(
        combinations(range(people), 2)
    )
    drawn: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for pairing in real(tournament):
        if frozenset(pairing.sides) in results:
            assert pairing.winner == results[frozenset(pairing.sides)]
        else:
            assert any(tournament.units[side].out for side in pairing.sides)
        won[pairing.winner] += 1
        drawn.update(pairing.sides if pairing.winner == NOBODY else ())
    for place in standings(tournament):
        unit, out = place.unit, tournament.units[place.unit].out
        assert place.points == 3 * won[unit] + (0 if out else drawn[unit])
        assert (place.won, place.drawn) == (won[unit], 0 if out else drawn[unit])
        assert place.won + place.drawn + place.lost == people - 1


@given(st.integers(2, 20), st.sampled_from((1, 2, 3)), seeds)
def test_units(people: int, size: int, seed: int) -> None:
    tournament = signed_up(Format.ELIMINATION, max(people, 2 * size), size)
    names = [entrant.person for entrant in tournament.entrants]
    order = Random(seed).sample(names, len(names))
    units = units_of(tournament, order)
    assert {len(unit.people) for unit in units} == {size}
    inside = [entrant.person for unit in units for entrant in unit.people]
    kept = names[: len(names) // size * size]
    assert sorted(inside) == sorted(kept), "who has signed up last stays out"
    if size == 2:
        ranks = {person: place for place, person in enumerate(p for p in order if p in kept)}
        sums = {sum(ranks[entrant.person] for entrant in unit.people) for unit in units}
        assert len(sums) == 1, "the strongest with the weakest"
    assert units[0].people[0].person == next(person for person in order if person in kept)


def test_who_left_an_arena_comes_back() -> None:
    tournament = steps.started(signed_up(Format.ARENA, 4), ())
    tournament = steps.withdrawn(tournament, "p3")
    assert tournament.units[3].out
    assert not steps.signed_up(tournament, Entrant("p3", "P3")).units[3].out
    late = steps.signed_up(tournament, Entrant("late", "Late"))
    assert late.unit_of("late") == len(late.units) - 1
