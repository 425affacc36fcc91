"""Chips: stakes are held from the start, a pot is shared, and none is ever made or lost."""

import asyncio

import pytest

from bot.match.results import EndingMatch, pot_of
from bot.match.running_match import load
from bot.messages import (
    Accepted,
    AnyReply,
    Join,
    Leave,
    PersonId,
    ProposeEnd,
    Refused,
    SetOptions,
    Start,
)
from bot.model import Status
from bot.store import Changes, Store, StoreError
from bot.store.changes import Short
from bot.store.people.chips import BANK, GONE, MINT, pot, shares
from bot.store.queries import chip_queries, match_queries
from bot.store.results.model import Transfer
from tests.bot.community.test_ranking import ids, screen
from tests.bot.conftest import BesideAnother
from tests.bot.helpers import ANA, CARLA, COMMUNITY, DANI, Table, reason
from tests.bot.results import ADA, BRUNO, CIRO, DAY, DORA, NOON, gift, match
from tests.bot.store.test_store import step
from tests.narrow import of_kind, present

FIRST = 225
"""What a person has on the first day: 200, and the day's 25."""


async def balances(store: Store) -> dict[str, int]:
    """Every balance; that they are sound is looked at each time."""
    found = await store.read(chip_queries.balances)
    moved = await store.read(chip_queries.transfers)
    made: dict[str, int] = {}
    for transfer in moved:
        told = (transfer.amount, transfer.kind, transfer.payer)
        assert transfer.amount > 0 or told == (0, "level", MINT)
        made[transfer.payer] = made.get(transfer.payer, 0) - transfer.amount
        made[transfer.payee] = made.get(transfer.payee, 0) + transfer.amount
    assert found == {owner: amount for owner, amount in made.items() if amount}
    assert sum(found.values()) == 0
    assert all(amount > 0 for owner, amount in found.items() if owner != MINT)
    return found


async def people(store: Store) -> dict[str, int]:
    """What people have, and the bank."""
    found = await balances(store)
    return {owner: amount for owner, amount in found.items() if owner != MINT}


async def staked(table: Table, *players: PersonId, stake: int = 50, seats: int = 2) -> AnyReply:
    """A lobby of these people with that stake; the reply to its start, or the first refusal."""
    options = (("target", "12"), ("stake", str(stake)))
    reply = await table.opens(players[0], players=seats, options=options)
    for person in players[1:]:
        if isinstance(reply, Accepted):
            reply = await table.join(person)
    return await table.start(players[0]) if isinstance(reply, Accepted) else reply


async def played(table: Table) -> None:
    """Robots play for everybody who is away; whoever is there goes to the deck."""
    while (await screen(table)).kind != "result":
        await table.next_deadline()


async def send(table: Table, kind: type[Leave] | type[ProposeEnd], person: PersonId) -> None:
    assert isinstance(await table.ask(kind, person), Accepted)


# --- presents ------------------------------------------------------------------------------------


async def test_each_day_brings_one_present(table: Table) -> None:
    purses = table.service.purses
    assert [await purses.of(ADA), await purses.of(ADA)] == [FIRST, FIRST]
    table.restart()
    assert await table.service.purses.of(ADA) == FIRST
    table.time.pass_by(DAY)
    assert [await table.service.purses.of(ADA) for _ in range(2)] == [FIRST + 25] * 2
    assert await table.service.purses.of(ANA) == 0
    assert await people(table.store) == {ADA: FIRST + 25}


async def test_two_processes_give_it_once(table: Table) -> None:
    other = Table(table.store, time=table.time)
    await asyncio.gather(table.service.purses.of(ADA), other.service.purses.of(ADA))
    assert await people(table.store) == {ADA: FIRST}


async def test_each_level_brings_one_present(table: Table) -> None:
    """The second level is 50 ranking points away, the third 150."""
    assert await table.service.purses.of(ADA) == FIRST
    two = ((ADA, 0, 20), (BRUNO, 1, 5))
    for days, (wins, levels) in enumerate(((2, 0), (1, 1), (4, 1), (1, 2), (7, 2), (0, 2))):
        at = NOON + days * DAY
        for number in range(wins):
            await table.store.commit([match(f"m{days}.{number}", *two, at=at)])
        for _ in range(2):
            assert await table.service.purses.of(ADA) == FIRST + 100 * levels
    table.restart()
    assert await table.service.purses.of(ADA) == FIRST + 200
    assert await table.service.purses.of(CIRO) == FIRST
    kinds = [
        transfer.id
        for transfer in await table.store.read(chip_queries.transfers)
        if transfer.kind == "level"
    ]
    assert kinds == [f"level.{number}.{ADA}" for number in (2, 3)]


# --- a pot ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "staked", "winners", "each", "bank"),
    [
        (50, 2, 1, 75, 25),
        (5, 2, 1, 8, 2),
        (1, 2, 1, 2, 0),
        (10, 4, 2, 15, 10),
        (5, 4, 2, 7, 6),
        (7, 3, 2, 8, 5),
        (50, 2, 0, 0, 100),
        (1, 8, 4, 1, 4),
    ],
)
def test_a_quarter_and_what_cannot_be_divided_is_the_bank_s(
    stake: int, staked: int, winners: int, each: int, bank: int
) -> None:
    assert shares(stake, staked, winners) == (each, bank)


async def test_the_winner_takes_the_pot(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    held = {ADA: FIRST - 50, BRUNO: FIRST - 50, pot(table.match): 100}
    assert await people(table.store) == held
    assert "result.chips" not in ids(await screen(table))
    await send(table, Leave, BRUNO)
    assert await people(table.store) == held
    while (await screen(table)).kind != "result":
        if 0 in (await table.view(ADA)).awaited:
            await table.do(ADA, "mazo")
        else:
            await table.next_deadline()
    # Bruno left, so Ada has won although she gave every hand away.
    after = {ADA: FIRST + 25, BRUNO: FIRST - 50, BANK: 25}
    assert await people(table.store) == after
    (line,) = [line for line in (await screen(table)).lines if line.id == "result.chips"]
    assert "+25" in line.text
    assert "-50" in line.text
    table.restart()
    assert (await screen(table, ADA)).lines == (await screen(table, ADA)).lines
    assert await people(table.store) == after


async def test_an_amicable_end_gives_everybody_their_stake(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    await table.agree(ADA, BRUNO)
    assert await people(table.store) == {ADA: FIRST, BRUNO: FIRST}
    assert "result.chips.back" in ids(await screen(table))


async def test_who_has_left_gets_nothing_back_of_an_amicable_end(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO, CIRO, DORA, seats=4), Accepted)
    await send(table, Leave, DORA)
    await table.agree(ADA, BRUNO, CIRO)
    stayed = dict.fromkeys((ADA, BRUNO, CIRO), FIRST)
    assert await people(table.store) == stayed | {DORA: FIRST - 50, BANK: 50}


async def test_a_match_that_everybody_has_forgotten_gives_the_stakes_back(table: Table) -> None:
    """Nobody left on purpose: their time passed, robots keep every seat, nobody comes back."""
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    await played(table)
    assert (await table.info()).ended == "abandoned"
    assert await people(table.store) == {ADA: FIRST, BRUNO: FIRST}


async def test_a_table_without_a_registered_adversary_holds_nothing(table: Table) -> None:
    """A robot as adversary; and practice."""
    assert isinstance(await staked(table, ADA), Accepted)
    assert await people(table.store) == {ADA: FIRST}
    await send(table, Leave, ADA)
    assert isinstance(await table.open(CIRO), Accepted)
    for name, value in (("competitive", "no"), ("stake", "50")):
        assert isinstance(await table.ask(SetOptions, CIRO, options=((name, value),)), Accepted)
    assert isinstance(await table.join(DORA), Accepted)
    assert isinstance(await table.start(CIRO), Accepted)
    assert pot(table.match) not in await people(table.store)


# --- who may sit down ----------------------------------------------------------------------------


async def test_whoever_cannot_pay_sits_elsewhere(table: Table) -> None:
    assert reason(await staked(table, ADA, stake=FIRST + 1)) == "TOO_FEW_CHIPS"
    assert reason(await staked(table, ADA, stake=1001)) in ("TOO_FEW_CHIPS", "BAD_OPTION")
    assert reason(await staked(table, ADA, stake=-1)) in ("TOO_FEW_CHIPS", "BAD_OPTION")
    assert reason(await staked(table, ANA, stake=1)) == "NOT_REGISTERED"
    assert reason(await staked(table, ADA, CARLA, stake=1)) == "NOT_REGISTERED"
    higher = (("stake", str(FIRST + 1)),)
    assert reason(await table.ask(SetOptions, ADA, options=higher)) == "TOO_FEW_CHIPS"
    for bad in ("x", "1001", "-1", "99999999999", "٣"):
        assert isinstance(await table.ask(SetOptions, ADA, options=(("stake", bad),)), Refused)
    assert (await table.info()).stake == 1
    assert await table.service.purses.refusal(ADA, FIRST) is None


async def test_whoever_spent_their_chips_since_they_sat_down_stops_the_start(table: Table) -> None:
    """Nothing is held then, of nobody; the lobby stays as it was, and begins with a lower stake."""
    assert isinstance(await table.open(ADA, target="12"), Accepted)
    assert isinstance(await table.join(BRUNO), Accepted)
    await table.choose(ADA, stake="200")
    await table.service.purses.of(BRUNO)
    other = Table(table.store, time=table.time)
    other.requests = 1000
    options = (("stake", "100"),)
    elsewhere = await other.opens(BRUNO, place=f"{COMMUNITY}/2", name="Bruno", options=options)
    assert isinstance(elsewhere, Accepted)
    assert isinstance(await other.join(CIRO), Accepted)
    assert isinstance(await other.start(BRUNO), Accepted)
    before = await people(table.store)
    assert reason(await table.start(ADA)) == "SHORT_OF_CHIPS"
    info = await table.info()
    assert (info.status, info.ranked, info.staked) == (Status.LOBBY, (), ())
    assert await people(table.store) == before
    await table.choose(ADA, stake="100")
    assert isinstance(await table.start(ADA), Accepted)
    assert (await people(table.store))[pot(table.match)] == 200


async def test_a_rematch_stakes_again(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    await table.agree(ADA, BRUNO)
    await table.rematch(ADA)
    assert pot(table.match) not in await people(table.store)
    info = await table.info()
    assert (info.stake, info.staked) == (50, ())
    assert isinstance(await table.start(ADA), Accepted)
    assert (await people(table.store))[pot(table.match)] == 100


async def test_a_double_press_holds_once(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    again = Start(request=f"r{table.requests}", person=ADA, match=table.match)
    assert isinstance(await table.send(again), Accepted)
    assert (await people(table.store))[pot(table.match)] == 100


# --- who goes ------------------------------------------------------------------------------------


async def test_the_chips_of_whoever_is_erased_are_nobody_s(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    await table.agree(ADA, BRUNO)
    told = await table.service.own_data.of(BRUNO)
    assert '"kind": "hold"' in told
    await table.erase(BRUNO)
    assert await people(table.store) == {ADA: FIRST, GONE: FIRST}
    assert BRUNO not in str(await table.store.read(chip_queries.transfers))


async def test_the_stake_of_whoever_is_erased_during_a_match_is_the_bank_s(table: Table) -> None:
    assert isinstance(await staked(table, ADA, BRUNO), Accepted)
    await table.erase(BRUNO)
    await played(table)
    found = await people(table.store)
    assert pot(table.match) not in found
    assert BRUNO not in str(await table.store.read(chip_queries.transfers))


# --- the ledger ----------------------------------------------------------------------------------


def moved(match: str, version: int, *transfers: Transfer) -> Changes:
    return Changes(matches=step(version, match, transfers=transfers).matches)


def stakes(match: str, stake: int, *people: PersonId) -> Changes:
    """The match begins, and everybody's stake is held."""
    held = (
        Transfer(f"{match}.hold.{seat}", NOON, "hold", match, person, pot(match), stake)
        for seat, person in enumerate(people)
    )
    return moved(match, 1, *held)


@pytest.mark.parametrize("any_store", ["sqlite", "postgresql"], indirect=True)
async def test_the_database_refuses_a_negative_amount(any_store: Store) -> None:
    """It would take from the payee whatever they have."""
    with pytest.raises(StoreError):
        await any_store.commit([gift("g1", MINT, ADA, -1)])
    await any_store.commit([gift("g2", MINT, ADA, 5)])
    assert await balances(any_store) == {ADA: 5, MINT: -5}
    assert [transfer.amount for transfer in await any_store.read(chip_queries.transfers)] == [5]


async def test_two_processes_do_not_stake_the_same_chips(beside_another: BesideAnother) -> None:
    store = beside_another.store
    await store.commit([gift(f"g{person}", MINT, person, 10) for person in (ADA, BRUNO)])
    taken, late = stakes("m1", 8, ADA, BRUNO), stakes("m2", 8, BRUNO, ADA)
    (outcome,) = await beside_another.commit(taken, late)
    assert set(of_kind(Short, outcome).people) == {ADA, BRUNO}
    assert await people(store) == {ADA: 2, BRUNO: 2, pot("m1"): 16}
    assert await store.read(match_queries.version, "m2") == 0


async def test_a_partner_without_an_account_stakes_nothing_and_gets_nothing(table: Table) -> None:
    """Three people; the one without an account sat down before there was a stake."""
    assert isinstance(await table.open(ADA, 4, target="12"), Accepted)
    for person, team in ((DANI, "A"), (BRUNO, "B"), (CIRO, "B")):
        assert isinstance(await table.ask(Join, person, name="N", team=team), Accepted)
    await table.choose(ADA, stake="10")
    for person in (BRUNO, CIRO):
        await table.service.purses.of(person)
    assert isinstance(await table.start(ADA), Accepted)
    assert (await people(table.store))[pot(table.match)] == 30
    await send(table, Leave, BRUNO)
    await send(table, Leave, CIRO)
    while (await screen(table)).kind != "result":
        await table.next_deadline()
    found = await people(table.store)
    assert pot(table.match) not in found
    assert (found[ADA], found[BANK]) == (FIRST + 13, 7)
    assert DANI not in found


@pytest.mark.parametrize(
    ("winner", "paid"),
    [(2, {ADA: 10, BRUNO: 10}), (0, {ADA: 15, BANK: 5}), (-1, {ADA: 10, BRUNO: 10})],
)
async def test_if_nobody_has_won_who_staked_the_stakes_go_back(
    table: Table, winner: int, paid: dict[str, int]
) -> None:
    """Three people, each for themselves; one has no account and no stake."""
    assert isinstance(await table.open(ADA, 3, "tradicional-18"), Accepted)
    for person in (BRUNO, DANI):
        assert isinstance(await table.join(person), Accepted)
    await table.choose(ADA, stake="10")
    await table.service.purses.of(BRUNO)
    assert isinstance(await table.start(ADA), Accepted)
    found = present(await load(table.store, table.match))
    assert found.state is not None
    ending = EndingMatch(found.info, found.info, found.state, found.row, utc=1.0)
    assert ending.info.staked == (0, 1)
    assert {transfer.payee: transfer.amount for transfer in pot_of(ending, winner)} == paid
