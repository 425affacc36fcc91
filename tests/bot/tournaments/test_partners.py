"""Choosing a partner for a tournament of pairs or trios, through the service."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.community.bars import BAR, Bar
from bot.community.linked_users import Outcome
from bot.messages import Accepted, AnyReply, Join, OpenTable
from bot.store import Store
from bot.tokens import JOIN_TOGETHER, decode
from bot.tournaments import steps
from bot.tournaments.state import Entrant, Format, Tournament
from bot.tournaments.teams import chosen_teams, units_of, waiting, waiting_for
from tests.bot.helpers import COMMUNITY, reason
from tests.bot.store.test_erasures import everything
from tests.bot.tournament_world import CONFIG, World, people


def note(reply: AnyReply) -> tuple[str, str]:
    """What is told, and about whom."""
    assert isinstance(reply, Accepted), reply
    return reply.note, dict(reply.parameters).get("names", "")


async def teams(world: World) -> list[set[str]]:
    return [
        {entrant.person for entrant in unit.people} for unit in (await world.tournament()).units
    ]


async def test_a_pair_that_has_chosen_one_another_plays_together(world: World) -> None:
    ana, beto, carla, dani, eva, fede = people(6)
    await world.open(ana, size=2)
    await world.join(eva)
    await world.join(fede)
    assert note(await world.choose(carla, ana)) == ("tournament.chosen", ana)
    await world.joined(beto, dani)
    assert note(await world.choose(ana, carla)) == ("tournament.together", carla)
    # Nothing changes by saying it again.
    version = (await world.info()).version
    assert note(await world.choose(ana, carla)) == ("tournament.together", carla)
    assert (await world.info()).version == version
    await world.start(ana)
    assert {ana, carla} in await teams(world)
    await world.check()


async def test_a_trio(world: World) -> None:
    ana, beto, carla, *others = people(6)
    await world.open(ana, size=3)
    await world.joined(beto, carla, *others)
    for person, partner in ((ana, beto), (carla, beto), (beto, ana)):
        await world.choose(person, partner)
    assert note(await world.accept(beto)) == ("tournament.together", carla)
    await world.start(ana)
    assert {ana, beto, carla} in await teams(world)


async def test_somebody_who_has_not_signed_up_may_be_chosen(world: World) -> None:
    """By their account; the choice waits for them."""
    ana, beto, carla, dani = people(4)
    await world.open(ana, size=2)
    assert note(await world.choose(ana, "Beto", user=beto)) == ("tournament.chosen", "Beto")
    await world.joined(carla, dani)
    screen = await world.screen()
    assert "tournament.waits" in [line.id for line in screen.lines]
    assert JOIN_TOGETHER in [decode(button.token).action for button in screen.buttons]
    assert note(await world.accept(beto)) == ("tournament.together", ana)
    screen = await world.screen()
    assert "tournament.team" in [line.id for line in screen.lines]
    assert JOIN_TOGETHER not in [decode(button.token).action for button in screen.buttons]
    await world.start(ana)
    assert {ana, beto} in await teams(world)


async def test_what_cannot_be_chosen(world: World) -> None:
    ana, beto, carla, dani, eva = people(5)
    await world.open(ana, size=2)
    before = await world.info()
    assert reason(await world.choose(ana, ana)) == "PARTNER_IS_SELF"
    assert reason(await world.choose(ana, "Ana", user=ana)) == "PARTNER_IS_SELF"
    assert reason(await world.choose(eva, "Zoe")) == "NO_SUCH_PARTNER"
    assert reason(await world.accept(eva)) == "NOBODY_CHOSE_YOU"
    assert await world.info() == before, "and nobody has signed up by that"
    for person in (beto, carla):
        await world.choose(person, ana)
    assert reason(await world.accept(ana)) == "SEVERAL_CHOSE_YOU"
    await world.join(dani)
    await world.start(ana)
    assert reason(await world.choose(ana, carla)) == "PARTNERS_SETTLED"
    assert reason(await world.accept(ana)) == "PARTNERS_SETTLED"
    await world.cancel(ana)
    await world.open(ana)
    assert reason(await world.choose(beto, ana)) == "NO_PARTNERS"
    assert [entrant.person for entrant in (await world.tournament()).entrants] == [ana]


async def test_several_people_of_one_name(world: World) -> None:
    ana, *_ = people(1)
    await world.open(ana, size=2)
    users = world.table.service
    for person in ("discord:7", "discord:8"):
        await users.handle(_named(world, person, "Beto"))
    assert reason(await world.choose(ana, "beto")) == "SEVERAL_PARTNERS"
    assert note(await world.choose(ana, "Beto", user="discord:8")) == ("tournament.chosen", "Beto")


def _named(world: World, person: str, name: str) -> Join:
    return Join(request=world.request(), person=person, match=world.match, name=name)


async def test_whoever_is_barred_is_chosen_by_nobody(world: World) -> None:
    ana, beto = people(2)
    bar = Bar(world.time.utc() + 86_400, "Beto", "")
    await world.table.service.bars.set(COMMUNITY, beto, BAR, bar)
    await world.open(ana, size=2)
    assert reason(await world.choose(ana, "Beto", user=beto)) == "PERSON_BARRED"


@pytest.mark.parametrize("signed_up", [False, True])
async def test_a_choice_goes_with_the_person(world: World, signed_up: bool) -> None:
    """Whoever was chosen and is linked is chosen still, by their new name."""
    ana, beto, carla, dani = people(4)
    await world.open(ana, size=2)
    if signed_up:
        await world.join("telegram:4")
    await world.choose(ana, "Beto", user="telegram:4")
    assert await world.link(beto, "telegram:4") is Outcome.LINKED
    assert note(await world.accept(beto)) == ("tournament.together", ana)
    await world.joined(carla, dani)
    await world.start(ana)
    assert {ana, beto} in await teams(world)


async def test_two_who_have_chosen_one_another_become_one_person(world: World) -> None:
    ana, beto, carla = people(3)
    await world.open(carla, size=2)
    await world.join(ana)
    await world.choose(beto, ana)
    await world.choose(ana, beto)
    assert await world.link(beto, ana) is Outcome.LINKED
    entrants = (await world.tournament()).entrants
    assert [(entrant.person, entrant.partners) for entrant in entrants] == [(carla, ()), (beto, ())]


@pytest.mark.parametrize(
    ("any_store", "signed_up"),
    [("sqlite", False), ("shared", True), ("postgresql", True), ("postgresql shared", False)],
    indirect=["any_store"],
)
async def test_whoever_is_erased_was_chosen_by_nobody(
    any_store: Store, tmp_path: Path, signed_up: bool
) -> None:
    ana, beto = people(2)
    zoe = "discord:7470331"
    world = World([any_store])
    table = world.processes[0]
    await world.open(ana, Format.ELIMINATION, 2)
    await world.join(beto)
    if signed_up:
        await world.join(zoe)
    await world.choose(ana, "Zoe747", user=zoe)
    told = json.loads(await table.service.own_data.of(ana))
    assert [match["partners"] for match in told["matches"]] == [["Zoe747"]]
    await world.erase(zoe)
    assert [entrant.person for entrant in (await world.tournament()).entrants] == [ana, beto]
    assert (await world.tournament()).chosen == ()
    left = await everything(any_store, tmp_path)
    assert b"7470331" not in left
    assert b"Zoe747" not in left


async def test_a_pair_that_does_not_fit_into_a_trio_waits(world: World) -> None:
    """Two pairs have chosen one another; then one of each chooses the other: one is left over."""
    ana, beto, carla, dani = people(4)
    await world.open(ana, size=3)
    await world.joined(beto, carla, dani)
    await world.choose(ana, beto)
    assert note(await world.choose(beto, ana))[0] == "tournament.together"
    await world.choose(carla, dani)
    assert note(await world.choose(dani, carla))[0] == "tournament.together"
    await world.choose(ana, carla)
    assert note(await world.choose(carla, ana))[0] == "tournament.together"
    (team,) = chosen_teams(await world.tournament())
    assert [entrant.person for entrant in team] == [ana, beto, carla]
    assert note(await world.choose(dani, carla))[0] == "tournament.chosen"
    assert dani in [entrant.person for entrant, _ in waiting(await world.tournament())]


async def test_the_limit_of_tables_keeps_nobody_from_their_tournament(store: Store) -> None:
    world = World([store], config=replace(CONFIG, tables=1))
    ana, beto, carla, dani = people(4)
    await world.open(ana, size=2)
    await world.joined(beto, carla, dani)
    elsewhere = OpenTable(
        request="t", person=beto, community=COMMUNITY, place="discord:5/6", name="Beto"
    )
    assert isinstance(await world.send(elsewhere), Accepted)
    assert note(await world.choose(beto, ana))[0] == "tournament.chosen"
    await world.choose(ana, beto)
    await world.start(ana)
    (pairing,) = (await world.tournament()).open
    assert isinstance(await world.join(beto, pairing.match), Accepted)


# --- who plays together, whoever has chosen whom --------------------------------------------------


seeds = st.integers(0, 2**32)


def chosen(size: int, *choices: str, people: str = "abcdefgh") -> Tournament:
    """A tournament for which these people have signed up. A choice is two letters: who, and
    whom."""
    tournament = Tournament(Format.ELIMINATION, size)
    for person in people:
        tournament = steps.signed_up(tournament, Entrant(person, person.upper()))
    for pair in choices:
        tournament = steps.partner_chosen(tournament, pair[0], pair[1], pair[1].upper())
    return tournament


def lettered(tournament: Tournament) -> set[str]:
    return {
        "".join(sorted(entrant.person for entrant in team)) for team in chosen_teams(tournament)
    }


def test_only_those_who_have_chosen_one_another_play_together() -> None:
    assert lettered(chosen(2, "ab", "ba", "ac", "ca", "de")) == {"ac"}
    assert lettered(chosen(3, "ab", "ba", "bc", "cb", "de", "ed", "fd")) == {"abc", "de"}
    assert lettered(chosen(3, "ab", "ba", "cd", "dc", "bc", "cb")) == {"abc"}, "four are too many"


def test_whoever_chooses_more_than_there_is_room_for_takes_the_oldest_choice_back() -> None:
    assert chosen(2, "ab", "ac").chosen == ("c",)
    assert chosen(3, "ab", "ac", "ad").chosen == ("c", "d")


def test_who_waits_for_an_answer() -> None:
    tournament = chosen(3, "ab", "ba", "cb", "cz", "ab")
    assert [(entrant.person, names) for entrant, names in waiting(tournament)] == [
        ("c", ("B", "Z"))
    ]
    assert [entrant.person for entrant in waiting_for(tournament, "b")] == ["c"]
    assert [entrant.person for entrant in waiting_for(tournament, "z")] == ["c"], (
        "they may sign up later"
    )


def test_nobody_has_chosen_somebody_who_has_withdrawn() -> None:
    left = steps.withdrawn(chosen(2, "ab", "ba"), "b")
    assert left.chosen == ()
    assert lettered(steps.signed_up(left, Entrant("b", "B"))) == set()


def test_the_strongest_unit_is_the_first_one() -> None:
    units = units_of(chosen(2, "ab", "ba", people="abcdef"), "abcdef")
    assert ["".join(entrant.person for entrant in unit.people) for unit in units] == [
        "ab",
        "cf",
        "de",
    ]


def test_who_is_one_too_many_has_no_team() -> None:
    """The last two have a team, and so an earlier one stays out."""
    units = units_of(chosen(2, "de", "ed", people="abcde"), "abcde")
    assert {entrant.person for unit in units for entrant in unit.people} == {"a", "b", "d", "e"}


@given(st.integers(2, 20), st.sampled_from((2, 3)), seeds, st.floats(0, 1))
def test_units_are_whole_and_keep_teams(number: int, size: int, seed: int, much: float) -> None:
    dice = Random(seed)
    people = "abcdefghijklmnopqrst"[: max(number, 2 * size)]
    choices = [
        person + other
        for person in people
        for other in dice.sample(people, 4)
        if person != other and dice.random() < much
    ]
    tournament = chosen(size, *choices, people=people)
    order = dice.sample(people, len(people))
    units = units_of(tournament, order)
    inside = [entrant.person for unit in units for entrant in unit.people]
    assert {len(unit.people) for unit in units} == {size}
    assert len(units) == len(people) // size, "as many as there can be"
    assert len(set(inside)) == len(inside)
    whole = {team for team in lettered(tournament) if len(team) == size}
    assert whole <= {"".join(sorted(entrant.person for entrant in unit.people)) for unit in units}
    out = [person for person in people if person not in inside]
    free = [person for person in people if not any(person in team for team in whole)]
    assert out == free[len(free) - len(out) :], "the last ones without a team stay out"
    started = steps.started(tournament, order)
    assert not any(entrant.partners for unit in started.units for entrant in unit.people)
    assert started.chosen == ()
