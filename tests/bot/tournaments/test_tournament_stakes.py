"""Stakes at a tournament: held from sign-up, given back or shared, and no chip is made or lost."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from msgspec.structs import replace

from bot.community.linked_users import Outcome
from bot.host.database import check
from bot.match.stakes import STAKED, prizes
from bot.match.tournaments import renamed
from bot.messages import Accepted, Join, OpenTable, StartTime
from bot.model import TOO_FEW, Status
from bot.screens.rendering.pictured import picture_of
from bot.screens.replies.replies import reply_text
from bot.screens.tournaments.tournament import build_tournament
from bot.store import Changes, Store
from bot.store.changes import Erase
from bot.store.people.chips import BANK, GONE, MINT, pot
from bot.store.queries import chip_queries
from bot.store.results.model import Transfer
from bot.tokens import LEAVE, LEAVE_EARLY, command
from bot.tournaments.standings import podium
from bot.tournaments.state import NOBODY, Format, Pairing
from bot.words import words_for
from tests.bot.helpers import COMMUNITY, PLACE, reason
from tests.bot.stateful.test_machine import Crash, CrashingStore
from tests.bot.store.test_chips import FIRST
from tests.bot.tournament_world import CONFIG, World, people
from tests.examples import many
from tests.narrow import of_kind


async def chips(world: World, *owners: str) -> list[int]:
    found = await world.check_chips()
    return [found.get(owner, 0) for owner in owners]


async def test_a_stake_is_held_from_sign_up_and_given_back_before_the_start(world: World) -> None:
    ana, beto, carla = people(3)
    await world.open(ana, stake=50)
    await world.join(beto)
    assert await chips(world, ana, beto, pot(world.match)) == [FIRST - 50, FIRST - 50, 100]
    assert {"tournament.pot", "tournament.stake_rule"} <= set(await world.lines())
    await world.leave(beto)
    assert await chips(world, ana, beto, pot(world.match)) == [FIRST - 50, FIRST, 50]
    await world.join(beto)
    await world.join(carla)
    await world.leave(ana)
    assert await chips(world, ana, beto, pot(world.match)) == [FIRST, FIRST - 50, 100]
    for person in (beto, carla):
        await world.leave(person)
    assert (await world.info()).status is Status.CLOSED
    assert await chips(world, ana, beto, carla, pot(world.match)) == [FIRST] * 3 + [0]


async def test_who_has_not_enough_does_not_sign_up(world: World) -> None:
    """Whoever has signed up is told so, whatever they have left."""
    ana, beto = people(2)
    assert reason(await world.open(ana, stake=FIRST + 1)) == "TOO_FEW_CHIPS"
    await world.open(beto, stake=100)
    elsewhere = world.match
    await world.open(ana, place="discord:5/6", stake=150)
    assert reason(await world.join("web:eva")) == "NOT_REGISTERED"
    assert reason(await world.join(beto)) == "TOO_FEW_CHIPS"
    assert reason(await world.join(ana)) == "SIGNED_UP"
    await world.leave(beto, elsewhere)
    assert isinstance(await world.join(beto), Accepted)
    assert await chips(world, ana, beto) == [FIRST - 150, FIRST - 150]


async def test_of_two_sign_ups_at_once_only_one_is_paid_for(two_stores: list[Store]) -> None:
    """Two processes have both looked whether the person has enough."""
    ana, beto, carla = people(3)
    world = World(two_stores)
    await world.open(ana, stake=150)
    first = world.match
    await world.open(beto, place="discord:5/6", stake=150)
    await world.table.service.purses.of(carla)
    joins = [
        Join(request=f"j{number}", person=carla, match=match, name="Carla")
        for number, match in enumerate((first, world.match))
    ]
    sent = [world.processes[n].service.handle(join) for n, join in enumerate(joins)]
    replies = await asyncio.gather(*sent)
    signed_up = [reply for reply in replies if isinstance(reply, Accepted)]
    assert len(signed_up) == 1
    (refused,) = [reply for reply in replies if not isinstance(reply, Accepted)]
    assert reason(refused) in ("TOO_FEW_CHIPS", "TRY_AGAIN")
    assert (await chips(world, carla)) == [FIRST - 150]


async def test_practice_has_no_stake(world: World) -> None:
    ana, *_ = people(1)
    opened = OpenTable(
        request="p",
        person=ana,
        community=COMMUNITY,
        place=PLACE,
        name=ana,
        format=Format.SWISS,
        options=(("competitive", "no"), ("stake", "5")),
    )
    assert reason(await world.send(opened)) == "NO_STAKE_IN_PRACTICE"
    free = replace(opened, request="q", options=(("competitive", "no"),))
    assert isinstance(await world.send(free), Accepted)


async def test_the_winners_share_three_quarters(world: World) -> None:
    """What cannot be divided is the bank's."""
    await world.held(6, Format.ELIMINATION, 2, stake=11)
    while pairings := (await world.tournament()).open:
        await world.sit(pairings[0].match)
        table = await world.info(pairings[0].match)
        assert (table.stake, table.staked) == (0, ())
        await world.win(pairings[0].match, 0)
    info = await world.info()
    assert info.status is Status.CONCLUDED
    tournament = await world.tournament()
    winner = next(pairing.winner for pairing in tournament.pairings[::-1])
    champions = [entrant.person for entrant in tournament.units[winner].people]
    each, bank = 25, 16  # of 66 the bank has 16, and two share 50
    found = await world.check_chips()
    assert {person: found[person] for person in people(6)} == {
        person: FIRST - 11 + (each if person in champions else 0) for person in people(6)
    }
    assert found[BANK] == bank
    for locale in ("es", "en", "pt_BR"):
        assert "tournament.prizes" in await world.lines(locale)
    screen = await world.screen()
    assert screen.prize == "+25 fichas"
    assert picture_of(screen) is not None
    moved = await world.table.store.read(chip_queries.transfers)
    kinds = {transfer.kind for transfer in moved if transfer.match == world.match}
    assert kinds == {"hold", "won", "bank"}


@pytest.mark.parametrize("begun", [False, True])
async def test_cancelled_every_stake_goes_back(world: World, begun: bool) -> None:
    ana, beto, *_ = people(4)
    await world.open(ana, stake=20)
    await world.joined(*people(4)[1:])
    if begun:
        await world.start(ana)
        await world.leave(beto)
    said = await world.cancel(ana)
    assert ((await world.info()).status is Status.CLOSED) != begun
    id = "tournament.not_cancelled" if begun else "tournament.is_cancelled"
    assert said == words_for("es").text(id)
    await world.cancel("discord:0", manages=True)
    assert await chips(world, *people(4), BANK) == [FIRST] * 4 + [0]
    assert "tournament.stakes_back" in await world.lines()


@pytest.mark.parametrize("leaves", [False, True])
async def test_who_leaves_or_does_not_come_has_lost_the_stake(world: World, leaves: bool) -> None:
    ana, beto = people(2)
    (pairing,) = await world.held(2, stake=20)
    if leaves:
        await world.leave(beto)
    else:
        await world.join(ana, pairing.match)
        await world.wait(CONFIG.no_show + 1)
    assert (await world.info()).status is Status.CONCLUDED
    assert await chips(world, ana, beto, BANK) == [FIRST + 10, FIRST - 20, 10]


async def test_the_button_of_sign_up_does_not_leave_a_tournament_that_has_begun(
    world: World,
) -> None:
    """It asks nothing, and somebody may press it in the second of the start."""
    ana, beto = people(2)
    await world.open(ana, stake=20)
    await world.join(beto)
    buttons = (await world.screen()).buttons
    (token,) = [button.token for button in buttons if LEAVE_EARLY in button.token]
    leave = command(token, person=beto, request="old", name="Beto")
    assert leave is not None
    await world.start(ana)
    assert reason(await world.send(leave)) == "LEAVING_COSTS"
    assert (await world.tournament()).plays(beto)
    shown = (await world.screen()).buttons
    assert [button.confirm != "" for button in shown if LEAVE in button.token] == [True]
    await world.cancel(ana, manages=True)
    await world.open(ana, stake=20)
    await world.join(beto)
    early = replace(leave, match=world.match, request="new")
    assert isinstance(await world.send(early), Accepted)
    assert await chips(world, beto) == [FIRST]


async def test_nobody_starts_it_or_wins_it(world: World) -> None:
    ana, beto = people(2)
    await world.held(2, stake=20)
    await world.wait(CONFIG.no_show)
    assert (await world.info()).status is Status.CONCLUDED
    assert await chips(world, ana, beto, BANK) == [FIRST, FIRST, 0]
    assert "tournament.stakes_back" in await world.lines()
    await world.open(ana, stake=20)
    await world.wait(CONFIG.lobby)
    assert (await world.info()).status is Status.CLOSED
    assert await chips(world, ana, BANK) == [FIRST, 0]


@pytest.mark.parametrize("form", [Format.ELIMINATION, Format.SWISS, Format.ROUND_ROBIN])
async def test_where_nobody_comes_nobody_wins(world: World, form: Format) -> None:
    """One of three rests in the first round, and the others are out then."""
    await world.held(3, form, stake=20)
    for _ in range(4):
        await world.wait(CONFIG.no_show + 1)
    info = await world.info()
    assert info.status is Status.CONCLUDED
    assert await chips(world, *people(3), BANK) == [FIRST] * 3 + [0]
    assert "tournament.over.nobody" in await world.lines()
    assert (await world.screen()).podium == ()


async def test_who_comes_to_an_arena_too_late_to_play_gets_the_stake_back(world: World) -> None:
    ana, beto, carla = people(3)
    (pairing,) = await world.held(2, Format.ARENA, minutes=10, stake=20)
    await world.sit(pairing.match)
    await world.wait(595)
    assert isinstance(await world.join(carla, late=True), Accepted)
    await world.wait(6)
    await world.win(pairing.match, 0)
    info = await world.info()
    assert info.status is Status.CONCLUDED
    first, second = (await world.tournament()).units[:2]
    winner, loser = (unit.people[0].person for unit in (first, second))
    assert {ana, beto} == {winner, loser}
    balances = [FIRST + 10, FIRST - 20, FIRST, 10]
    assert await chips(world, winner, loser, carla, BANK) == balances
    assert "tournament.prize" in await world.lines()


async def test_who_stays_out_at_the_start_gets_the_stake_back(world: World) -> None:
    first, *others = people(5)
    await world.open(first, size=2, stake=20)
    await world.joined(*others)
    await world.start(first)
    assert await chips(world, *people(5)) == [FIRST - 20] * 4 + [FIRST]
    lines = (await world.screen()).lines
    (told,) = [line.text for line in lines if line.id == "tournament.stayed_out.staked"]
    assert told == words_for("es").text("tournament.stayed_out.staked", n=1, names=people(5)[-1])


async def test_who_comes_late_stakes_too_and_who_comes_back_does_not(world: World) -> None:
    ana, beto, carla = people(3)
    await world.held(2, Format.ARENA, stake=20)
    await world.leave(beto)
    assert isinstance(await world.join(carla, late=True), Accepted)
    assert isinstance(await world.join(beto, late=True), Accepted)
    assert await chips(world, ana, beto, carla, pot(world.match)) == [FIRST - 20] * 3 + [60]
    assert reason(await world.join("web:eva", late=True)) == "NOT_REGISTERED"


@pytest.mark.parametrize("begun", [False, True])
async def test_two_entrants_become_one_person(world: World, begun: bool) -> None:
    """Before the start one stake goes back; later the unit that gives up has lost it."""
    ana, beto, *_ = people(4)
    await world.open(ana, stake=20)
    await world.joined(*people(4)[1:])
    if begun:
        await world.start(ana)
    assert await world.link(beto, ana) is Outcome.LINKED
    paid = 40 if begun else 20
    assert await chips(world, beto) == [2 * FIRST - paid]
    assert (await world.tournament()).stakes == (4 if begun else 3)
    await world.cancel(beto, manages=True)
    assert await chips(world, beto, *people(4)[2:], BANK) == [2 * FIRST, FIRST, FIRST, 0]


@pytest.mark.parametrize("any_store", ["sqlite", "postgresql shared"], indirect=True)
async def test_whoever_is_erased_gets_nothing_of_the_pot(any_store: Store) -> None:
    """Cancelled, their stake is the bank's."""
    ana, beto, *_ = people(4)
    world = World([any_store])
    await world.held(4, Format.ROUND_ROBIN, stake=20)
    await world.erase(beto)
    world.restart()
    assert await chips(world, pot(world.match), GONE) == [80, FIRST - 20]
    await world.cancel(ana, manages=True)
    assert await chips(world, ana, BANK, GONE) == [FIRST, 20, FIRST - 20]


@pytest.mark.parametrize(
    ("any_store", "withdrawn"), [("shared", False), ("postgresql", True)], indirect=["any_store"]
)
async def test_a_tournament_that_goes_whole_gives_the_stakes_back(
    any_store: Store, withdrawn: bool
) -> None:
    """Somebody had withdrawn before; somebody is linked, somebody erased."""
    ana, beto, carla, dani = people(4)
    world = World([any_store])
    await world.open(ana, stake=20)
    await world.joined(beto, carla, dani)
    if withdrawn:
        await world.leave(dani)
    assert await world.link("telegram:9", beto) is Outcome.LINKED
    await world.erase(carla)
    step = Erase(owners=(COMMUNITY,), settings=(), matches=(world.match,))
    await any_store.commit([Changes(erase=step)])
    found = await any_store.read(chip_queries.balances)
    assert pot(world.match) not in found
    assert sum(found.values()) == 0
    assert [found[owner] for owner in (ana, "telegram:9", dani, GONE)] == [FIRST] * 4


async def test_a_pot_that_is_wrong_is_found(tmp_path: Path, empty_database: Path) -> None:
    shutil.copy(empty_database, tmp_path / "truco.db")
    url = f"sqlite:///{tmp_path}/truco.db"
    store = await Store.open(url, exclusive=False)
    world = World([store])
    await world.open(people(1)[0], stake=20)
    await world.join(people(2)[1])
    assert await check(url) == ()
    gone = Transfer("x", 0.0, "bank", world.match, pot(world.match), BANK, 5)
    await store.commit([Changes(transfers=(gone,))])
    assert await check(url) == (f"The pot of {world.match} is 35, and should be 40.",)
    await store.commit([Changes(transfers=(replace(gone, id="y", amount=35),))])
    assert await check(url) == (f"The pot of {world.match} is 0, and should be 40.",)
    await store.close()


async def test_a_damaged_tournament_is_told_and_stops_no_check(
    tmp_path: Path, empty_database: Path
) -> None:
    shutil.copy(empty_database, tmp_path / "truco.db")
    url = f"sqlite:///{tmp_path}/truco.db"
    store = await Store.open(url, exclusive=False)
    world = World([store])
    await world.open(people(1)[0], stake=20)
    with closing(sqlite3.connect(tmp_path / "truco.db")) as database, database:
        database.execute("UPDATE matches SET status = 'held'")
    (told,) = await check(url)
    assert world.match in told
    await store.close()


async def random_step(world: World, dice_turn: int) -> None:
    """Something that somebody does, or that befalls them."""
    dice = world.random
    everybody = [*people(9), *(f"telegram:{n}" for n in range(3))]
    person, other = dice.sample(everybody, 2)
    match dice.randrange(12):
        case 0 | 1 | 2:
            await world.join(person, late=True)
        case 3:
            await world.leave(person)
        case 4 if dice_turn > 12:
            await world.start((await world.info()).host)
        case 5:
            await world.table.link(person, other)
        case 6 if dice.random() < 0.3:
            await world.table.service.erasures.ask(person)
        case 7:
            await world.wait(dice.choice((60, 600)))
            await world.table.service.erasures.carry_out()
        case 8 if dice.random() < 0.1:
            await world.cancel(person, manages=True)
        case 9:
            world.restart(dice.randrange(len(world.processes)))
        case _:
            await _somebody_gives_up(world)


async def _somebody_gives_up(world: World) -> None:
    tournament = await world.tournament()
    if not tournament.open:
        return
    pairing = world.random.choice(tournament.open)
    table = await world.info(pairing.match)
    unit = tournament.units[world.random.choice(pairing.sides)]
    assert NOBODY not in pairing.sides
    loser = world.random.choice(unit.people).person
    if table.status is Status.LOBBY and world.random.random() < 0.5:
        for person, _ in table.kept:
            await world.join(person, pairing.match)
    elif table.status is Status.LOBBY:
        await world.decline(loser, pairing.match)
    else:
        await world.leave(loser, pairing.match)


@pytest.mark.errors("deadline_failed", "erasure_failed")
@pytest.mark.parametrize("seed", range(many(6)))
async def test_whatever_happens_no_chip_is_made_or_lost(store: Store, seed: int) -> None:
    """People sign up, leave, are linked and erased, a process dies before or after it has stored
    something: at every moment the pot is what the tournament says, and at the end it is empty."""
    crashing = CrashingStore(store)
    world = World([cast(Store, crashing)] * 2, seed=seed)
    dice = world.random
    form, size = dice.choice(list(Format)), dice.choice((1, 1, 2))
    assert isinstance(await world.open(people(1)[0], form, size, 8, stake=7), Accepted)
    for turn in range(50):
        crashing.crash = dice.choice(("", "", "", "before", "after"))
        try:
            await random_step(world, turn)
        except Crash:
            world.restart(0)
            world.restart(1)
        crashing.crash = ""
        await world.check_chips()
        if (await world.info()).status in (Status.CONCLUDED, Status.CLOSED):
            break
    await world.cancel("discord:0", manages=True)
    found = await world.check_chips()
    assert pot(world.match) not in found
    presents = -found[MINT]
    assert sum(amount for owner, amount in found.items() if owner != MINT) == presents


async def test_too_few_have_signed_up_when_it_is_to_begin(world: World) -> None:
    ana, *_ = people(1)
    await world.open(ana, place="discord:5/6", stake=20, start=StartTime(30))
    await world.wait(30 * 60)
    assert (await world.info()).ended == TOO_FEW
    assert await chips(world, ana, pot(world.match)) == [FIRST, 0]


async def test_whoever_stakes_is_told_so(world: World) -> None:
    """Once; and whoever wants to leave later is told what it costs."""
    ana, beto = people(2)
    opened = await world.open(ana, Format.ARENA, stake=20)
    joined = await world.join(beto)
    for reply, locale in ((opened, "es"), (joined, "en"), (joined, "pt_BR")):
        assert isinstance(reply, Accepted)
        assert dict(reply.parameters)[STAKED] == "20"
        assert words_for(locale).text("tournament.paid", n=20) in reply_text(reply, locale)
    await world.start(ana)
    words, questions = words_for("es"), []
    for paid in (True, False):
        info = await world.info()
        screen = build_tournament(info if paid else replace(info, stake=0), words)
        questions += [button.confirm for button in screen.buttons if button.confirm]
    late, staked = (words.text(f"tournament.quit.{id}") for id in ("confirm.late", "staked"))
    assert questions == [f"{late} {staked}", late]
    await world.leave(beto)
    back = of_kind(Accepted, await world.join(beto, late=True))
    assert STAKED not in dict(back.parameters)


async def test_who_has_left_wins_no_pot(world: World) -> None:
    """Two wins are the most of three people, but whoever leaves loses the stake."""
    await world.held(3, Format.ROUND_ROBIN, stake=50)
    info, tournament = await world.info(), await world.tournament()
    won = tuple(
        Pairing(number, 0, unit, other_unit, "m", unit, played=True)
        for number, (unit, other_unit) in enumerate(((0, 1), (0, 2), (1, 2)))
    )
    stays = replace(tournament, pairings=won)
    first, second = (tournament.units[unit].people[0].person for unit in (0, 1))
    found = prizes(replace(info, tournament=stays))
    assert [winner.person for winner in found.winners] == [first]
    gone = (replace(tournament.units[0], out=True), *tournament.units[1:])
    found = prizes(replace(info, tournament=replace(stays, units=gone)))
    assert [winner.person for winner in found.winners] == [second]


async def test_who_alone_has_staked_has_nothing_to_win(world: World) -> None:
    """The others are robots: the stake goes back, whoever wins."""
    await world.held(2, Format.ROUND_ROBIN, stake=50)
    info, tournament = await world.info(), await world.tournament()
    won = replace(tournament, pairings=(Pairing(0, 0, 0, 1, "m", 0, played=True),))
    assert prizes(replace(info, tournament=won)).winners
    other = tournament.units[1].people[0].person
    alone = won.with_stakes(other, ())
    assert not prizes(replace(info, tournament=alone)).winners


async def circle(world: World, form: Format = Format.ROUND_ROBIN, stake: int = 11) -> None:
    """Three have beaten one another in a circle, and nothing decides between them."""
    await world.held(3, form, minutes=10, stake=stake)
    while pairings := (await world.tournament()).open:
        await world.played(pairings[0].match, pairings[0].round % 2)
    assert (await world.info()).status is Status.CONCLUDED


async def test_who_shares_the_first_place_shares_the_pot(world: World) -> None:
    """What cannot be divided is the bank's: of 33 it has 8, three share 24, and one chip is left.
    Whoever signed up first gets as much as the others."""
    await circle(world)
    tournament = await world.tournament()
    assert podium(tournament) == ((0, 1, 2),)
    assert {pairing.score for pairing in tournament.pairings if pairing.played} <= {
        (30, 0),
        (0, 30),
    }
    assert await chips(world, *people(3), BANK) == [FIRST - 11 + 8] * 3 + [9]
    screen = await world.screen()
    assert screen.podium == (tuple(people(3)),)
    assert screen.prize == "+8 fichas"
    assert [line.id for line in screen.lines].count("tournament.standing.tied") == 3
    assert "tournament.ties" in await world.lines()
    assert picture_of(screen) is not None


async def test_an_erased_one_of_those_who_share_the_first_place_gets_nothing(world: World) -> None:
    await circle(world)
    info = await world.info()
    assert info.tournament is not None
    ana, beto, carla = people(3)
    erased = replace(info, tournament=renamed(info.tournament, ana, "someone:0"))
    assert [winner.person for winner in prizes(erased).winners] == [beto, carla]
    assert (prizes(erased).each, prizes(erased).bank) == (12, 9)
    gone = renamed(renamed(info.tournament, ana, "someone:0"), beto, "someone:1")
    gone = renamed(gone, carla, "someone:2")
    assert prizes(replace(info, tournament=gone)).winners == ()


async def test_one_person_with_two_of_the_tied_units_is_paid_once(world: World) -> None:
    """In an arena a unit that has left keeps its place."""
    await circle(world)
    info = await world.info()
    assert info.tournament is not None
    ana, beto, carla = people(3)
    together = renamed(replace(info.tournament, format=Format.ARENA), beto, ana)
    together = together.with_stakes(ana, (1, 2))
    found = prizes(replace(info, tournament=together))
    assert sorted(winner.person for winner in found.winners) == [ana, carla]
    assert (found.each, found.bank) == (12, 9)


async def test_who_leaves_a_match_has_no_better_difference_for_it(world: World) -> None:
    """The winner gets what was missing to the end; who did not come, nothing."""
    (pairing,) = await world.held(2, Format.ROUND_ROBIN)
    await world.played(pairing.match, 1)
    assert [pairing.score for pairing in (await world.tournament()).pairings] == [(0, 30)]
    (pairing,) = await world.held(2, Format.ROUND_ROBIN)
    await world.decline(people(2)[0], pairing.match)
    tournament = await world.tournament()
    (pairing,) = tournament.pairings
    assert pairing.winner == tournament.unit_of(people(2)[1])
    assert (pairing.played, pairing.score) == (False, ())
