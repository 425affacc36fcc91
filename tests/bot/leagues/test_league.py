"""A league through the service: tables on demand, rounds of days, who came, and restarts."""

import asyncio
from random import Random

import pytest

from bot.community.linked_users import Outcome
from bot.match.stakes import prizes
from bot.match.vault import Vault
from bot.messages import Accepted, CloseTable, ProposeEnd
from bot.model import Status
from bot.store import Store
from bot.store.notices import CHALLENGE, ROUND, ROUND_ENDS
from bot.tournaments.standings import podium, standings
from bot.tournaments.state import NOBODY, Format, Pairing
from engine.fairness.verify import verify
from tests.bot.helpers import reason
from tests.bot.match.proofs import assert_right, play
from tests.bot.tournament_world import CONFIG, World, people
from tests.narrow import of_kind

DAY = 86_400.0
WEEK = 7 * DAY


async def pairing_of(world: World, person: str) -> Pairing:
    """What this person plays in the newest round."""
    tournament = await world.tournament()
    mine = tournament.of_unit(tournament.unit_of(person))
    return mine[-1]


async def people_of(world: World, pairing: Pairing) -> tuple[str, str]:
    units = (await world.tournament()).units
    one, other = (units[side].people[0].person for side in pairing.sides)
    return one, other


async def opened(world: World, person: str) -> str:
    """The person opens the table of their pairing; returns its code."""
    reply = of_kind(Accepted, await world.join(person))
    assert reply.match != world.match
    return reply.match


async def test_a_table_is_opened_by_either_side(store: Store) -> None:
    """The seal of the league is out before the first one sits down; the other one is called."""
    world = World([store], vault=Vault(b"k" * 32))
    await world.held(4, Format.LEAGUE)
    assert [pairing.match for pairing in (await world.tournament()).open] == ["", ""]
    assert not await world.waiting(CHALLENGE)
    pairing = await pairing_of(world, "discord:3")
    one, other = await people_of(world, pairing)
    table = await opened(world, "discord:3")
    info = await world.info(table)
    assert (info.part_of, info.league) == (world.match, True)
    assert [seat.person for seat in info.people] == ["discord:3"]
    seal = (await world.info()).commitment
    assert seal in info.torneo
    assert [text for _, text in world.table.platform.published if seal in text]
    (left,) = {one, other} - {"discord:3"}
    assert [notice.person for notice in await world.waiting(CHALLENGE)] == [left]
    assert await opened(world, left) == table
    assert (await world.info(table)).status is Status.PLAYING
    await world.win(table, 0)
    assert (await pairing_of(world, "discord:3")).winner == pairing.one
    assert reason(await world.join("discord:3")) == "NO_MATCH_YET"
    await world.check()


async def test_both_open_it_at_once(two_stores: list[Store]) -> None:
    """It is one table, and both sit there."""
    world = World(two_stores)
    await world.held(2, Format.LEAGUE)
    first, second = await asyncio.gather(world.join("discord:1"), world.join("discord:2"))
    assert isinstance(first, Accepted)
    assert first.match == of_kind(Accepted, second).match
    assert (await world.info(first.match)).status is Status.PLAYING
    await world.check()


async def test_nobody_has_lost_who_does_not_come_at_once(world: World) -> None:
    await world.held(2, Format.LEAGUE)
    pairing = await pairing_of(world, "discord:1")
    table = await opened(world, "discord:1")
    await world.wait(CONFIG.no_show)
    assert (await world.info(table)).status is Status.CLOSED
    after = await pairing_of(world, "discord:1")
    assert (after.match, after.is_open) == ("", True)
    unit = (await world.tournament()).unit_of("discord:1")
    assert after.came == (unit,)
    assert "tournament.came" in await world.lines()
    again = await opened(world, "discord:2")
    assert again != table
    await world.played(again, pairing.sides.index(unit))
    assert (await world.info()).status is Status.CONCLUDED
    assert podium(await world.tournament())[0] == (unit,)


@pytest.mark.parametrize("came", [(), (1,), (2,), (1, 2)])
async def test_a_round_that_nobody_has_played(world: World, came: tuple[int, ...]) -> None:
    """It is won by whoever came alone; else it is a draw."""
    await world.held(2, Format.LEAGUE)
    for number in came:
        await opened(world, f"discord:{number}")
        await world.wait(CONFIG.no_show)
    await world.wait(WEEK - len(came) * CONFIG.no_show - 1)
    assert (await world.info()).status is Status.HELD
    await world.wait(1)
    tournament = await world.tournament()
    (pairing,) = tournament.pairings
    alone = tournament.unit_of(f"discord:{came[0]}") if len(came) == 1 else NOBODY
    assert (pairing.winner, pairing.played) == (alone, False)
    points = {place.unit: place.points for place in standings(tournament)}
    assert points == ({alone: 3, 1 - alone: 0} if len(came) == 1 else {0: 1, 1: 1})
    assert (await world.info()).status is Status.CONCLUDED
    assert ("tournament.draw" in await world.lines()) is False  # the standings say it
    await world.check()


async def test_who_looks_in_and_goes_has_not_come(world: World) -> None:
    await world.held(2, Format.LEAGUE)
    table = await opened(world, "discord:1")
    await world.leave("discord:1", table)
    await world.wait(CONFIG.no_show)
    assert (await pairing_of(world, "discord:1")).came == ()


async def test_against_robots(world: World) -> None:
    """They are there whenever a table is opened, and win nothing by that."""
    assert isinstance(await world.open("discord:1", Format.LEAGUE, robots=True), Accepted)
    assert isinstance(await world.start("discord:1"), Accepted)
    await world.wait(WEEK)
    assert (await pairing_of(world, "discord:1")).winner == NOBODY
    await world.open("discord:1", Format.LEAGUE, robots=True)
    await world.start("discord:1")
    table = await opened(world, "discord:1")
    assert (await world.info(table)).status is Status.PLAYING
    await world.send(CloseTable(request="c", person="discord:9", match=table))
    (unit,) = (await pairing_of(world, "discord:1")).came
    assert unit == (await world.tournament()).unit_of("discord:1")


async def test_another_time(world: World) -> None:
    """*Ahora no* closes the table, costs nobody a place, and gives nothing away: whoever opened it
    has not waited for the other one to the end of its time."""
    await world.held(2, Format.LEAGUE, stake=100)
    table = await opened(world, "discord:1")
    assert isinstance(await world.decline("discord:2", table), Accepted)
    assert (await world.info(table)).status is Status.CLOSED
    tournament = await world.tournament()
    assert [unit.out for unit in tournament.units] == [False, False]
    pairing = await pairing_of(world, "discord:1")
    assert (pairing.is_open, pairing.came) == (True, ())
    await world.check()
    before = await world.check_chips()
    await world.wait(WEEK)
    assert (await pairing_of(world, "discord:1")).winner == NOBODY
    assert podium(await world.tournament()) == ()
    assert sum((await world.check_chips()).values()) == sum(before.values())


async def test_rounds_follow_one_another(world: World) -> None:
    """The next one begins when all have played, or when the time is over; it lasts as long."""
    await world.held(4, Format.LEAGUE)
    called = [notice.person for notice in await world.waiting(ROUND)]
    assert sorted(called) == people(4)
    for pairing in (await world.tournament()).open:
        table = await opened(world, (await people_of(world, pairing))[0])
        await world.played(table, 0)
    assert (await world.tournament()).round == 1
    world.restart()
    await world.wait(WEEK - 1)
    assert (await world.tournament()).round == 1
    await world.wait(1)
    assert (await world.tournament()).round == 2
    await world.wait(WEEK)
    tournament = await world.tournament()
    assert (await world.info()).status is Status.CONCLUDED
    assert sorted(place.points for place in standings(tournament)) == [2, 2, 5, 5]
    await world.check()


async def test_a_round_is_called_once_before_its_end(world: World) -> None:
    """Those who have still to play."""
    first, second = await world.held(4, Format.LEAGUE)
    table = await opened(world, (await people_of(world, first))[0])
    await world.played(table, 1)
    await world.wait(WEEK - DAY - 1)
    assert not await world.waiting(ROUND_ENDS)
    await world.wait(1)
    left = set(await people_of(world, second))
    assert {notice.person for notice in await world.waiting(ROUND_ENDS)} == left
    world.restart()
    await world.wait(60)
    assert len(await world.waiting(ROUND_ENDS)) == 2
    await world.wait(DAY)
    await world.wait(WEEK - DAY)
    assert len(await world.waiting(ROUND_ENDS)) == 2 + 4


async def test_what_is_being_played_is_played_to_its_end(world: World) -> None:
    """Also when the round is over; no other table is opened in it."""
    first, second = await world.held(4, Format.LEAGUE)
    await world.wait(WEEK - 20)
    table = await opened(world, (await people_of(world, first))[0])
    await world.sit(table)
    await world.wait(20)
    tournament = await world.tournament()
    assert tournament.closing
    assert [pairing.is_open for pairing in tournament.pairings] == [True, False]
    assert "tournament.league.closing" in await world.lines()
    assert reason(await world.join((await people_of(world, second))[0])) == "NO_MATCH_YET"
    await world.win(table, 1)
    tournament = await world.tournament()
    assert (tournament.round, tournament.closing) == (1, False)
    assert tournament.pairings[0].winner == first.other
    await world.check()


async def test_a_table_that_we_broke(world: World) -> None:
    """Its people may play again in this round; after that it is a draw."""
    await world.held(2, Format.LEAGUE)
    table = await opened(world, "discord:1")
    await world.sit(table)
    await world.send(CloseTable(request="c", person="discord:9", match=table))
    assert (await pairing_of(world, "discord:1")).match == ""
    await world.wait(WEEK)
    assert (await pairing_of(world, "discord:1")).winner == NOBODY
    assert (await world.info()).status is Status.CONCLUDED


@pytest.mark.parametrize("when", ["before", "lobby", "playing"])
async def test_leaving_a_league(world: World, when: str) -> None:
    """The adversary has won this match, and all that would have come."""
    (pairing,) = await world.held(3, Format.LEAGUE)
    leaver, stays = await people_of(world, pairing)
    table = ""
    if when != "before":
        table = await opened(world, stays)
        if when == "playing":
            await world.sit(table)
    assert isinstance(await world.leave(leaver), Accepted)
    if when == "playing":
        end = ProposeEnd(request="e", person=stays, match=table)
        assert isinstance(await world.send(end), Accepted)
    tournament = await world.tournament()
    assert tournament.pairings[pairing.place].winner == pairing.other
    assert tournament.round > 0
    await world.check()
    while (await world.info()).status is Status.HELD:
        await world.wait(WEEK)
    (out,) = [place for place in standings(await world.tournament()) if place.unit == pairing.one]
    assert (out.won, out.points) == (0, 0)


async def test_two_who_become_one_person_play_once(world: World) -> None:
    await world.held(3, Format.LEAGUE)
    assert await world.link("discord:2", "discord:1") is Outcome.LINKED
    tournament = await world.tournament()
    assert [unit.out for unit in tournament.units] == [True, False, False]
    assert all(
        NOBODY not in (pairing.winner,) for pairing in tournament.pairings if not pairing.is_bye
    )
    await world.check()


async def test_months_pass(two_stores: list[Store]) -> None:
    """A league of eight lives through restarts of both processes, hourly tidying and long rests."""
    world = World(two_stores)
    await world.held(8, Format.LEAGUE)
    dice = world.random
    for _ in range(200):
        info, tournament = await world.info(), await world.tournament()
        if info.status is not Status.HELD:
            break
        world.restart(dice.randrange(2))
        ready = [pairing for pairing in tournament.open if not pairing.match]
        if ready and not tournament.closing and dice.random() < 0.5:
            one, _ = await people_of(world, dice.choice(ready))
            table = await opened(world, one)
            if dice.random() < 0.7:
                await world.played(table, dice.randrange(2))
        await world.wait(dice.choice([600.0, DAY, 3 * DAY]))
        await world.processes[0].service.clock._tidy()
        await world.check()
    assert (await world.info()).status is Status.CONCLUDED
    assert len((await world.tournament()).pairings) == 28


async def test_a_draw_of_two_who_came_alone_wins_no_pot(world: World) -> None:
    await world.held(2, Format.LEAGUE, stake=100)
    for person in people(2):
        await opened(world, person)
        await world.wait(CONFIG.no_show)
    assert (await pairing_of(world, "discord:1")).came == (0, 1)
    await world.wait(WEEK)
    assert (await world.info()).status is Status.CONCLUDED
    assert not prizes(await world.info()).winners


async def test_who_stays_wins_where_all_others_leave(world: World) -> None:
    await world.held(4, Format.LEAGUE, stake=100)
    for person in people(4)[1:]:
        await world.leave(person)
    info = await world.info()
    assert info.status is Status.CONCLUDED
    assert [winner.person for winner in prizes(info).winners] == ["discord:1"]


async def test_choosing_a_partner_opens_no_table(world: World) -> None:
    await world.held(4, Format.LEAGUE, size=2)
    assert reason(await world.choose("discord:1", "discord:3", user="discord:3"))
    assert reason(await world.accept("discord:1"))
    assert not any(pairing.match for pairing in (await world.tournament()).pairings)


async def test_nobody_is_called_to_their_table_again_and_again(world: World) -> None:
    await world.held(2, Format.LEAGUE)
    for _ in range(CONFIG.calls):
        match = await opened(world, "discord:1")
        assert isinstance(await world.decline("discord:2", match), Accepted)
    assert reason(await world.join("discord:1")) == "TOO_MANY_CALLS"
    assert (await pairing_of(world, "discord:1")).match == ""
    await world.wait(600)
    assert await opened(world, "discord:1")


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_league_of_duplicate_matches(store: Store, seed: int) -> None:
    """Both sides have the same cards, under the league's one seal; a draw is a point for each."""
    world = World([store], vault=Vault(b"k" * 32))
    await world.held(2, Format.LEAGUE, duplicate="6")
    world.table.match = match = await opened(world, "discord:1")
    await opened(world, "discord:2")
    playing = await world.info(match)
    assert dict(playing.options) == {"duplicate": "6", "hand_cap": "11"}
    rng = Random(seed)
    while (await world.info(match)).status is Status.PLAYING:
        await play(world.table, rng)
    info = await world.info(match)
    proof = verify(await assert_right(world.table))
    assert proof.hands == len(info.by_hand) == 12
    assert proof.tournament_opened
    (pairing,) = (await world.tournament()).pairings
    points = [sum(hand[side] for hand in info.by_hand) for side in (0, 1)]
    assert list(pairing.score) == points
    drawn = points[0] == points[1]
    assert pairing.winner == (NOBODY if drawn else pairing.sides[points.index(max(points))])
    await world.check()


@pytest.mark.parametrize("side", [0, 1])
async def test_nobody_loses_less_by_leaving_a_duplicate_match(store: Store, side: int) -> None:
    """What a hand counts at most is the least by which the others win."""
    world = World([store], vault=Vault(b"k" * 32))
    await world.held(2, Format.LEAGUE, duplicate="6")
    world.table.match = match = await opened(world, "discord:1")
    await opened(world, "discord:2")
    await play(world.table, Random(1), 40)
    await world.win(match, side)
    (pairing,) = (await world.tournament()).pairings
    assert pairing.winner == pairing.sides[side]
    made = [sum(hand[account] for hand in (await world.info(match)).by_hand) for account in (0, 1)]
    assert pairing.score[1 - side] == made[1 - side]
    assert pairing.score[side] == max(made[side], made[1 - side] + 11)
    await world.check()
