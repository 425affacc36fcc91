"""Tournaments through the service: signing up, tables, results, no-shows, restarts."""

import asyncio
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.community.linked_users import USERS, Outcome
from bot.match.vault import Vault
from bot.messages import Accepted, CloseTable, OpenTable, ProposeEnd, SetOptions, Start
from bot.model import WALKOVER, Status
from bot.screens.tournaments.tournament import build_tournament
from bot.store import Changes, Store
from bot.store.changes import Tidied, Tidy
from bot.store.model import Setting
from bot.store.notices import CHALLENGE
from bot.store.people.chips import BANK
from bot.store.people.linking import LINK
from bot.store.queries import match_queries, profile_queries, result_queries
from bot.store.results.model import Rating
from bot.tournaments.standings import podium, standings
from bot.tournaments.state import NOBODY, Format
from bot.tournaments.steps import rounds
from bot.words import words_for
from tests.bot.helpers import COMMUNITY, PLACE, reason
from tests.bot.store.test_chips import FIRST
from tests.bot.store.test_erasures import everything
from tests.bot.tournament_world import CONFIG, World, people
from tests.narrow import of_kind
from tests.stores import answer


async def test_sign_up(world: World) -> None:
    ana, beto, carla, *_ = people(3)
    assert isinstance(await world.open(ana), Accepted)
    assert reason(await world.open(beto)) == "TOURNAMENT_HERE"
    assert reason(await world.start(ana)) == "TOO_FEW_ENTRANTS"
    assert isinstance(await world.join(beto), Accepted)
    assert reason(await world.join(beto)) == "SIGNED_UP"
    assert reason(await world.leave(carla)) == "NOT_SIGNED_UP"
    assert isinstance(await world.leave(beto), Accepted)
    assert isinstance(await world.join(carla), Accepted)
    assert [entrant.person for entrant in (await world.tournament()).entrants] == [ana, carla]
    assert reason(await world.start(carla)) == "NOT_HOST"
    assert isinstance(await world.start(ana), Accepted)
    assert reason(await world.join(beto)) == "SIGN_UP_OVER"
    await world.check()


async def test_a_match_of_a_tournament_is_settled(world: World) -> None:
    ana, beto, carla = people(3)
    (pairing,) = await world.held(2)
    table = pairing.match
    assert reason(await world.join(carla, table)) == "TOURNAMENT_TABLE"
    assert isinstance(await world.join(beto, table), Accepted)
    for command in (
        Start(request="s", person=beto, match=table),
        SetOptions(request="o", person=beto, match=table, options=(("target", "15"),)),
    ):
        assert reason(await world.send(command)) == "TOURNAMENT_TABLE"
    assert (await world.info(table)).status is Status.LOBBY
    # Signing up again is coming to the match.
    assert isinstance(await world.join(ana), Accepted)
    info = await world.info(table)
    assert info.status is Status.PLAYING
    assert [seat.person for seat in info.seats] == [ana, beto]
    end = ProposeEnd(request="e", person=ana, match=table)
    assert reason(await world.send(end)) == "TOURNAMENT_TABLE"
    await world.win(table, 1)
    assert (await world.info()).status is Status.CONCLUDED
    assert podium(await world.tournament()) == ((1,), (0,))
    assert reason(await world.join(ana)) == "TOURNAMENT_OVER"
    brought = await world.table.store.read(result_queries.brought_by, table)
    assert {result.person: result.won for result in brought.results} == {ana: False, beto: True}


async def test_whoever_gets_up_may_come_back(world: World) -> None:
    ana, beto, carla, dani = people(4)
    (pairing,) = await world.held(4, size=2)
    seats = [person for person, _ in (await world.info(pairing.match)).kept]
    for person in seats[:3]:
        await world.join(person, pairing.match)
    await world.leave(seats[1], pairing.match)
    assert [person for person, _ in (await world.info(pairing.match)).kept] == [seats[1], seats[3]]
    await world.leave(seats[0], pairing.match)
    await world.leave(seats[2], pairing.match)
    assert (await world.info(pairing.match)).status is Status.LOBBY
    await world.check()
    await world.sit(pairing.match)
    assert [seat.person for seat in (await world.info(pairing.match)).seats] == seats
    assert set(seats) == {ana, beto, carla, dani}


async def test_who_does_not_come_has_lost(world: World) -> None:
    first, second = await world.held(4, Format.ROUND_ROBIN)
    here = (await world.info(first.match)).kept[0][0]
    await world.join(here, first.match)
    waiting = await world.table.store.notices_waiting([first.match])
    assert [notice.kind for notice in waiting] == [CHALLENGE, CHALLENGE]
    await world.wait(CONFIG.no_show / 2)
    now = await world.table.store.notices_waiting([first.match])
    again = [notice for notice in now if notice not in waiting]
    assert [notice.person for notice in again] == [(await world.info(first.match)).kept[0][0]]
    await world.wait(CONFIG.no_show / 2)
    tournament = await world.tournament()
    assert (await world.info(first.match)).ended == WALKOVER
    assert (await world.info(second.match)).ended == WALKOVER
    winners = [pairing.winner for pairing in tournament.pairings[:2]]
    assert winners == [tournament.unit_of(here), NOBODY]
    # Everybody else is out: the rest is decided without playing.
    assert (await world.info()).status is Status.CONCLUDED
    assert standings(tournament)[0].points == 3
    assert podium(tournament) == ((tournament.unit_of(here),),)


async def test_nobody_holds_a_round_up(store: Store) -> None:
    """The time to come to a match begins once, whoever sits down and gets up again."""
    world = World([store], vault=Vault(b"k" * 32))
    (pairing,) = await world.held(2)
    here, _ = (person for person, _ in (await world.info(pairing.match)).kept)
    await world.join(here, pairing.match)
    for _ in range(2):
        await world.leave(here, pairing.match)
        await world.join(here, pairing.match)
        await world.wait(CONFIG.no_show / 2)
    info = await world.info(pairing.match)
    assert (info.ended, info.winner) == (WALKOVER, 0)
    assert (await world.info()).status is Status.CONCLUDED


async def test_a_match_that_everybody_abandons_has_a_winner(world: World) -> None:
    """Nobody ends it before the time to come back is over."""
    (pairing,) = await world.held(2)
    await world.sit(pairing.match)
    for _ in range(20):
        if not any(seat.present for seat in (await world.info(pairing.match)).people):
            break
        await world.wait(CONFIG.turn_seconds + CONFIG.bank + 1)
    info = await world.info(pairing.match)
    assert not any(seat.present for seat in info.people)
    for person in ("discord:9", info.seats[0].person):
        end = ProposeEnd(request=world.request(), person=person, match=pairing.match)
        assert reason(await world.send(end)) == "TOURNAMENT_TABLE"
    assert (await world.info(pairing.match)).status is Status.PLAYING
    await world.wait(CONFIG.abandon)
    after = await world.info(pairing.match)
    ahead = max(info.seats, key=lambda seat: (after.final[seat.seat], seat.gone))
    assert (after.ended, after.winner) == ("abandoned", ahead.seat)
    assert podium(await world.tournament())[0] == (pairing.sides[ahead.seat],)
    await world.check()


async def test_my_match(world: World) -> None:
    """Whoever waits for a match, sits at it, or gets none any more is told so."""
    first, second = await world.held(4)
    await world.sit(first.match)
    winner, loser = (seat.person for seat in (await world.info(first.match)).seats)
    version = (await world.info(first.match)).version
    reply = of_kind(Accepted, await world.join(winner))
    assert (reply.match, reply.note) == (first.match, "")
    assert (await world.info(first.match)).version == version
    assert reason(await world.join(winner, first.match)) == "ALREADY_SEATED"
    await world.win(first.match, 0)
    assert reason(await world.join(winner)) == "NO_MATCH_YET"
    assert reason(await world.join(loser)) == "OUT_OF_TOURNAMENT"
    (waiting, _), *_ = (await world.info(second.match)).kept
    for _ in range(2):  # in a lobby too
        reply = of_kind(Accepted, await world.join(waiting))
        assert reply.match == second.match


@pytest.mark.parametrize("form", [Format.ROUND_ROBIN, Format.SWISS, Format.ARENA])
async def test_nobody_waits_for_a_match_after_the_last(world: World, form: Format) -> None:
    await world.held(4, form, minutes=8)
    if form is Format.ARENA:
        for pairing in (await world.tournament()).open:
            await world.sit(pairing.match)
        await world.wait(8 * 60)
    last_round = rounds(await world.tournament()) or 1
    for number in range(last_round):
        first, second = (await world.tournament()).open
        for pairing in (first, second):
            if (await world.info(pairing.match)).status is Status.LOBBY:
                await world.sit(pairing.match)
        await world.win(first.match, 0)
        done = (await world.info(first.match)).seats[1].person
        last = number == last_round - 1
        assert reason(await world.join(done)) == ("NO_MORE_MATCHES" if last else "NO_MATCH_YET")
        if not last:
            await world.win(second.match, 0)


async def test_leaving_a_tournament(world: World) -> None:
    """From a lobby, where one sits or not, and from a match."""
    await world.held(8, Format.ROUND_ROBIN)
    tables = [pairing.match for pairing in (await world.tournament()).open]
    one, two, three, _ = tables
    await world.join((await world.info(two)).kept[0][0], two)
    await world.sit(three)
    leavers = [
        (await world.info(one)).kept[1][0],
        (await world.info(two)).seats[0].person,
        (await world.info(three)).seats[0].person,
    ]
    for person in leavers:
        assert isinstance(await world.leave(person), Accepted)
        assert reason(await world.leave(person)) == "OUT_OF_TOURNAMENT"
    tournament = await world.tournament()
    by_table = {pairing.match: pairing for pairing in tournament.pairings}
    assert by_table[one].winner == by_table[one].one
    assert by_table[two].winner == by_table[two].other
    assert (await world.info(three)).seats[0].left
    end = ProposeEnd(request="e", person=(await world.info(three)).seats[1].person, match=three)
    assert isinstance(await world.send(end), Accepted)
    by_table = {pairing.match: pairing for pairing in (await world.tournament()).pairings}
    assert by_table[three].winner == by_table[three].other
    await world.check()


@pytest.mark.parametrize("plays", [False, True])
async def test_my_match_of_a_cancelled_tournament(world: World, plays: bool) -> None:
    """Where cards are on the table the match goes on; a lobby of it is no table any more."""
    (pairing,) = await world.held(2)
    if plays:
        await world.sit(pairing.match)
    await world.cancel("discord:1")
    answer = await world.join("discord:1")
    assert answer.match == pairing.match if plays else reason(answer) == "TOURNAMENT_OVER"
    shown = await world.lines()
    assert "tournament.cancelled" in shown
    assert "tournament.stayed_out" not in shown


@pytest.mark.parametrize("manages", [False, True])
async def test_cancelled(world: World, manages: bool) -> None:
    """By who has opened it, or by an administrator."""
    ana, beto, *_ = people(4)
    words = words_for("es")
    played, waiting = await world.held(4)
    await world.sit(played.match)
    assert await world.cancel(beto) == words.text("tournament.not_cancelled")
    assert (await world.info()).status is Status.HELD
    told = await world.cancel(beto if manages else ana, manages=manages)
    assert told == words.text("tournament.is_cancelled")
    assert (await world.info()).status is Status.CLOSED
    assert (await world.info(waiting.match)).status is Status.CLOSED
    # What is being played is played to its end, and counts for its people.
    await world.win(played.match, 0)
    assert (await world.info()).status is Status.CLOSED
    assert (await world.table.store.read(result_queries.brought_by, played.match)).results
    assert isinstance(await world.open(beto), Accepted)


async def test_nobody_closes_their_own_table_of_a_tournament(world: World) -> None:
    """Who does not want to lose does not get another table."""
    (pairing,) = await world.held(2)
    ((person, _), *_) = (await world.info(pairing.match)).kept
    await world.join(person, pairing.match)
    assert (await world.info(pairing.match)).host == person
    await world.cancel(person, match=pairing.match)
    assert (await world.info(pairing.match)).status is Status.LOBBY


async def test_a_bracket_without_people_shows_no_byes_of_nobody(world: World) -> None:
    await world.held(8)
    await world.wait(CONFIG.no_show)
    info = await world.info()
    assert info.status is Status.CONCLUDED
    shown = [line.id for line in build_tournament(info, words_for("es")).lines]
    assert shown[0] == "tournament.over.nobody"
    assert "tournament.bye" not in shown


async def test_a_bracket_shows_every_open_table(world: World) -> None:
    """Those too of the round below the one that has begun."""
    await world.held(8)
    for pairing in (await world.tournament()).open[:2]:
        await world.played(pairing.match, 0)
    tables = [pairing.match for pairing in (await world.tournament()).open]
    lines = (await world.screen()).lines
    shown = [line.text for line in lines if line.id == "tournament.pairing"]
    assert len(shown) == len(tables) == 3
    assert all(table in text for table, text in zip(tables, shown, strict=True))


async def test_the_code_is_shown_while_people_may_sign_up(world: World) -> None:
    async def shows_it() -> bool:
        lines = (await world.screen()).lines
        return "tournament.code" in [line.id for line in lines]

    for form in (Format.ELIMINATION, Format.ARENA):
        await world.open("discord:1", form)
        assert await shows_it()
        await world.join("discord:2")
        await world.start("discord:1")
        assert await shows_it() == (form is Format.ARENA)
        await world.cancel("discord:1")


async def test_whoever_leaves_is_host_no_longer(world: World) -> None:
    """The place is free again when the last one leaves."""
    ana, beto, carla = people(3)
    await world.open(ana)
    await world.leave(ana)
    assert (await world.info()).status is Status.CLOSED
    await world.open(beto)
    await world.joined(carla, ana)
    await world.leave(beto)
    assert ((await world.info()).host, (await world.info()).host_name) == (carla, carla)
    await world.join(beto)
    assert isinstance(await world.start(carla), Accepted)
    await world.leave(carla)
    assert (await world.info()).host == ana


async def test_an_arena_ends_with_its_time(world: World) -> None:
    late = people(4)[3]
    (pairing,) = await world.held(3, Format.ARENA, minutes=8)
    await world.sit(pairing.match)
    assert reason(await world.join(late)) == "NOT_SIGNED_UP"
    assert isinstance(await world.join(late, late=True), Accepted)
    assert len((await world.tournament()).open) == 2
    await world.win(pairing.match, 0)
    assert (await world.info()).status is Status.HELD
    await world.wait(8 * 60)
    assert (await world.tournament()).closing
    assert reason(await world.join("discord:9")) == "SIGN_UP_OVER"
    for pairing in (await world.tournament()).open:
        await world.played(pairing.match, 1)
    assert (await world.info()).status is Status.CONCLUDED
    await world.check()


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize(
    ("two_stores", "number"),
    [("shared", 8), pytest.param("postgresql", 16, marks=pytest.mark.dear)],
    indirect=["two_stores"],
)
async def test_a_whole_tournament(two_stores: list[Store], form: Format, number: int) -> None:
    """People who do not come, who give up and leave, matches that we break, two processes that know
    different things, and restarts: it ends with one winner, and counts each match once."""
    if form is Format.LEAGUE:  # a league of 16 has 120 pairings, and many tables for each
        number = min(number, 9)
    world = World(two_stores, seed=number)
    await world.held(number, form, minutes=60, stake=10)
    dice, left, broken = world.random, 0, 0
    for turn in range(60 * number):
        info = await world.info()
        if info.status is not Status.HELD:
            break
        if turn in (number // 2, number):
            world.restart(dice.randrange(len(world.processes)))
        if form is Format.ARENA and turn == 4 * number:
            await world.wait(3600)
        tournament = await world.tournament()
        if not tournament.open:
            await world.wait(600)
            continue
        pairing = dice.choice(tournament.open)
        if not pairing.match:  # in a league somebody opens it
            if tournament.closing or not dice.randrange(6):
                await world.wait(86_400)
            else:
                unit = tournament.units[dice.choice(pairing.sides)]
                assert isinstance(await world.join(unit.people[0].person), Accepted)
            await world.check()
            continue
        table = await world.info(pairing.match)
        match dice.randrange(12):
            case 0 if left < number // 4:
                person = dice.choice(tournament.units[pairing.one].people).person
                left += isinstance(await world.leave(person), Accepted)
            case 1 if table.status is Status.LOBBY and turn < number:
                await world.wait(CONFIG.no_show)
            case 2 if broken < 2:
                broken += 1
                close = CloseTable(request=f"b{broken}", person="discord:0", match=table.match)
                assert isinstance(await world.send(close), Accepted)
            case 3:
                await world.wait(60)
            case _ if table.status is Status.LOBBY:
                await world.sit(pairing.match)
            case _:
                seats = [seat for seat in table.seats if not seat.left]
                if len(seats) == len(table.seats):
                    await world.win(pairing.match, dice.randrange(2))
                else:
                    end = ProposeEnd(
                        request=world.request(), person=seats[0].person, match=table.match
                    )
                    await world.send(end)
        await world.check()
    assert (await world.info()).status is Status.CONCLUDED
    tournament = await world.tournament()
    tables = [pairing.match for pairing in tournament.pairings if pairing.match]
    assert len(tables) == len(set(tables))
    for pairing in tournament.pairings:
        count = 0
        if pairing.match:
            brought = await world.table.store.read(result_queries.brought_by, pairing.match)
            count = len(brought.results)
        assert count == (2 if pairing.played and pairing.winner != NOBODY else 0)
    winners = podium(tournament)
    assert not winners or len(winners[0]) == 1
    after = await world.check_chips()
    champion = tournament.units[winners[0][0]].people[0].person if winners else ""
    bank = 10 * number // 4 if winners else 0
    won = {
        person: 10 * number - bank - 10 if person == champion else -10 for person in people(number)
    }
    assert after.get(BANK, 0) == bank
    for person in people(number):
        assert after[person] == FIRST + (won[person] if winners else 0)


async def test_matches_that_end_at_once(two_stores: list[Store]) -> None:
    """Four tables end at the same instant, on two processes: each counts once, and each semifinal
    has one table."""
    world = World(two_stores)
    first = await world.held(8)
    ends = []
    for pairing in first:
        await world.sit(pairing.match)
        winner, loser = (seat.person for seat in (await world.info(pairing.match)).seats)
        await world.leave(loser, pairing.match)
        ends.append(ProposeEnd(request=world.request(), person=winner, match=pairing.match))
    sent = [world.processes[number % 2].service.handle(end) for number, end in enumerate(ends)]
    assert all(isinstance(reply, Accepted) for reply in await asyncio.gather(*sent))
    tournament = await world.tournament()
    winners = [pairing.winner for pairing in tournament.pairings[:4]]
    assert winners == [pairing.one for pairing in first]
    assert len(tournament.pairings) == 6
    await world.check()
    lobbies = await two_stores[0].read(match_queries.matches_at, PLACE)
    assert {row.info.match for row in lobbies} == {pairing.match for pairing in tournament.open}


@pytest.mark.parametrize("any_store", ["sqlite", "postgresql shared"], indirect=True)
async def test_whoever_is_erased_is_known_to_no_tournament(
    any_store: Store, tmp_path: Path
) -> None:
    """They leave what they have signed up for; of what is over only a place is left."""
    zoe = "discord:7470331"
    world = World([any_store])
    table = world.processes[0]
    beto, carla, dani = people(3)
    await world.open(zoe)
    await world.joined(beto, carla, dani)
    await world.start(zoe)
    over = world.match
    for pairing in (await world.tournament()).open:
        if zoe in dict((await world.info(pairing.match)).kept):
            await world.sit(pairing.match)
    told = json.loads(await table.service.own_data.of(zoe))
    (mine,) = [match for match in told["matches"] if match["match"] == over]
    assert (mine["format"], mine["host"], mine["out"]) == ("eliminacion", True, False)
    assert set(mine["tables"]) < {match["match"] for match in told["matches"]}
    await table.service.erasures.ask(zoe)
    tournament = await world.tournament()
    assert tournament.unit_of(zoe) not in tournament.active
    world.time.pass_by(8 * 86_400)
    await table.clock.send_due()
    await table.service.erasures.carry_out()
    assert b"7470331" not in await everything(any_store, tmp_path)
    world.restart()
    await world.check()
    entrants = (await world.tournament()).entrants
    assert [entrant.person for entrant in entrants[1:]] == [beto, carla, dani]


async def test_two_users_of_a_tournament_become_one_person(world: World) -> None:
    """One who has signed up is the person from then on; one who has done so twice plays once."""
    ana, beto, carla = people(3)
    await world.open(ana)
    await world.joined(beto, "telegram:4", carla, "telegram:5")
    assert await world.link("discord:9", "telegram:4") is Outcome.LINKED
    assert await world.link(beto, "telegram:5") is Outcome.LINKED
    entrants = [entrant.person for entrant in (await world.tournament()).entrants]
    assert entrants == [ana, beto, "discord:9", carla]
    await world.start(ana)
    (pairing,) = [
        pairing
        for pairing in (await world.tournament()).open
        if "discord:9" in dict((await world.info(pairing.match)).kept)
    ]
    assert isinstance(await world.join("telegram:4", pairing.match), Accepted)
    await world.check()


async def test_a_seat_that_is_kept_is_the_new_persons(world: World) -> None:
    ana, beto = people(2)
    (pairing,) = await world.held(2)
    assert await world.link("telegram:9", ana) is Outcome.LINKED
    assert [person for person, _ in (await world.info(pairing.match)).kept] == ["telegram:9", beto]
    assert (await world.info()).host == "telegram:9"
    await world.check()
    await world.sit(pairing.match)


@pytest.mark.parametrize("seated", [False, True])
async def test_two_units_that_become_one_person(world: World, seated: bool) -> None:
    """One plays on, and the other gives its match up."""
    ana, beto, *_ = people(4)
    await world.held(4, Format.ROUND_ROBIN)
    before = await world.tournament()
    table = before.table_of(ana)
    assert table != before.table_of(beto)
    if seated:
        await world.join(ana, table)
    assert await world.link(beto, ana) is Outcome.LINKED
    after = await world.tournament()
    assert [entrant.person for entrant in after.entrants] == people(4)[1:]
    assert [unit.out for unit in after.units] == [True, False, False, False]
    assert (await world.info(table)).status is Status.CLOSED
    assert after.table_of(beto) == before.table_of(beto)
    await world.wait(CONFIG.no_show / 2)
    assert (await world.info()).status is Status.HELD


async def test_two_units_are_one_person_and_the_process_that_linked_them_died(world: World) -> None:
    """Both sit at running tables. The first command is about one of these, not the tournament."""
    ana, beto, *_ = people(4)
    await world.held(4, Format.ROUND_ROBIN)
    before = await world.tournament()
    tables = [before.table_of(person) for person in (ana, beto)]
    for table in tables:
        await world.sit(table)
    await world.table.store.commit(
        [Changes(settings=(Setting(ana, LINK, beto), Setting(beto, USERS, ana)))]
    )
    await world.send(Start(request="s", person=beto, match=tables[0]))
    after = await world.tournament()
    assert [unit.out for unit in after.units] == [True, False, False, False]
    assert after.table_of(beto) == tables[1]
    seats = [(await world.info(table)).seat_of(beto) for table in tables]
    assert [seat is not None and seat.left for seat in seats] == [True, False]


@pytest.mark.parametrize("other", [1, 3])
async def test_people_of_pairs_are_not_linked_before_it_is_over(world: World, other: int) -> None:
    """Neither partners, nor two whose partners would lose their place."""
    await world.held(4, Format.ELIMINATION, 2)
    before = await world.tournament()
    one = before.units[0].people[0].person
    two = before.units[other // 2].people[other % 2].person
    assert await world.link(two, one) is Outcome.TOURNAMENT
    assert await world.link(one, two) is Outcome.TOURNAMENT
    assert await world.tournament() == before
    assert await world.table.service.users.person_of(one) == one
    assert await world.link("telegram:9", one) is Outcome.LINKED
    await world.leave(two)
    assert await world.link("telegram:9", two) is Outcome.LINKED
    await world.check()


async def test_partners_who_become_one_person_while_it_begins_are_out(world: World) -> None:
    """The link was made just before the start, in another process."""
    await world.held(4, Format.ELIMINATION, 2)
    before = await world.tournament()
    one, two = (entrant.person for entrant in before.units[0].people)
    table = before.table_of(one)
    users = world.processes[0].service.users
    await world.table.store.commit(
        [Changes(settings=(Setting(one, LINK, two), Setting(two, USERS, one)))]
    )
    assert await users.person_of(one) == two
    await world.join(two)  # the next command of the person finds it
    after = await world.tournament()
    assert after.units[0].out
    assert (await world.info(table)).status is Status.CLOSED
    assert (await world.info()).status is Status.CONCLUDED


async def test_a_unit_that_is_out_stays_out(world: World) -> None:
    """The person plays on with the other one, whichever of them was linked."""
    ana, beto, carla, _ = people(4)
    await world.held(4, Format.ROUND_ROBIN)
    await world.leave(beto)
    assert await world.link(beto, ana) is Outcome.LINKED
    assert [unit.out for unit in (await world.tournament()).units] == [False, True, False, False]
    assert isinstance(await world.join(beto), Accepted)
    assert await world.link("telegram:9", carla) is Outcome.LINKED
    assert (await world.tournament()).unit_of("telegram:9") == 2


async def test_whoever_is_barred_leaves_the_tournament(world: World) -> None:
    ana, beto, *_ = people(3)
    await world.open(ana)
    await world.join(beto)
    await world.table.service.seat_owners.put_out(COMMUNITY, beto)
    assert [entrant.person for entrant in (await world.tournament()).entrants] == [ana]


async def test_tables_of_a_tournament_count_for_no_limit(store: Store) -> None:
    """Its channel and its community have room for ordinary tables."""
    world = World([store], config=replace(CONFIG, community_tables=2))
    await world.table.service.settings.configure(COMMUNITY, {"mesas": "1"})
    await world.held(8)
    eve, fede = (
        OpenTable(request="o", person=person, community=COMMUNITY, place=PLACE, name=person)
        for person in ("discord:21", "discord:22")
    )
    assert isinstance(await world.send(eve), Accepted)
    assert reason(await world.send(fede)) == "ENOUGH_TABLES"


async def test_seeds_are_ratings(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ratings(person: str) -> tuple[Rating, ...]:
        strong = float(person.removeprefix("discord:"))
        return (
            Rating(person, person, "argentino", 20 + strong, 2.0, 20),
            Rating(person, person, "mineiro", 40 - strong, 2.0, 20),
        )

    answer(monkeypatch, world.processes[0].store, profile_queries.ratings_of, ratings)
    await world.held(4)
    units = (await world.tournament()).units
    assert [unit.people[0].person for unit in units] == people(4)[::-1]


async def test_what_is_over_is_tidied_away(store: Store) -> None:
    world = World([store])
    (pairing,) = await world.held(2)
    await world.played(pairing.match, 0)
    before = await world.info()
    world.time.pass_by(2 * 86_400)
    old = world.time.utc() - 86_400
    (tidied,) = await store.commit([Changes(tidy=Tidy(old))])
    assert isinstance(tidied, Tidied)
    assert set(tidied.packed) == {world.match, pairing.match}
    world.restart()
    assert await world.info() == before
    (tidied,) = await store.commit([Changes(tidy=Tidy(old, records_before=world.time.utc()))])
    assert set(of_kind(Tidied, tidied).deleted) == {world.match, pairing.match}
