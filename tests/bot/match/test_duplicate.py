"""Duplicate matches of the service: what is dealt twice, what is counted, and what is refused."""

from random import Random

import pytest

from bot.community.table_defaults import recalled, remembered
from bot.match.fair_deals import first_hands
from bot.messages import Accepted, Leave, SetOptions
from bot.model import Status
from bot.reasons import ServiceReason
from bot.store import Store
from bot.tournaments.state import Format
from bot.words import words_for
from engine.actions import DRAWN
from engine.numbers import NO_ACCOUNT
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, Table, reason
from tests.bot.match.proofs import assert_right, play, sealed
from tests.narrow import present

FOUR = (ANA, BETO, CARLA, DANI)


@pytest.fixture
def table() -> Table:
    """A service with a vault."""
    return sealed(Store.in_memory())


async def whole(table: Table, seed: str, **options: str) -> str:
    """A duplicate match of people to its end, with a crash in each half; its record."""
    rng = Random(seed)
    deals = int(options["duplicate"])
    for hand in (2, deals + 2):
        while (await table.view(None)).number < hand:
            await play(table, rng, 1)
        table.restart()
    while (await table.info()).status is Status.PLAYING:
        await play(table, rng)
    return await assert_right(table)


@pytest.mark.parametrize(
    ("people", "variant"),
    [((ANA, BETO), "argentino"), ((ANA, BETO), "tradicional-18"), (FOUR, "paulista")],
)
async def test_a_whole_match(table: Table, people: tuple[str, ...], variant: str) -> None:
    options = {"duplicate": "6"}
    await table.seated(*people, players=len(people), variant=variant, **options)
    text = await whole(table, variant, **options)
    info = await table.info()
    assert len(info.by_hand) == 12
    assert len(info.cuts) == 6
    total = tuple(sum(hand[side] for hand in info.by_hand) for side in (0, 1))
    results = [line for line in text.split("\n") if line.startswith("result ")]
    assert [f"result A {points_a} B {points_b}" for points_a, points_b in info.by_hand] == results
    assert (await table.view(None)).games == total
    if total[0] == total[1]:
        assert (info.ended, info.winner) == (DRAWN, NO_ACCOUNT)
    else:
        assert (info.ended, info.winner) == ("won", total.index(max(total)))
    assert sorted(
        first_hands(info, table_for(variant, len(people), options), bytes.fromhex(info.secret))
    ) == [*range(1, 7)]


async def test_nobody_is_asked_to_cut_in_the_second_half(table: Table) -> None:
    await table.seated(ANA, BETO, variant="tradicional-18", duplicate="6")
    rng, cutters = Random(4), set[int]()
    while (info := await table.info()).status is Status.PLAYING:
        if info.cutter >= 0:
            cutters.add((await table.view(None)).number + 1)
        await play(table, rng, 1)
    assert cutters
    assert max(cutters) <= 6


async def test_what_each_person_has_won_is_told_as_a_result(table: Table) -> None:
    """The film tells the points of all hands before each."""
    await table.seated(ANA, BETO, duplicate="6")
    await whole(table, "result", duplicate="6")
    info = await table.info()
    assert info.ended == "won", "another seed makes no draw"
    results = await table.results()
    for seat, person in enumerate((ANA, BETO)):
        one = results[person]
        assert one.points_for == sum(hand[seat] for hand in info.by_hand)
        assert one.points_against == sum(hand[1 - seat] for hand in info.by_hand)
        assert one.won == (info.winner == seat)
    film = present(await table.service.films.film(table.match, "es"))
    for number, chapter in enumerate(film.chapters("es")):
        mine, theirs = (sum(hand[side] for hand in info.by_hand[:number]) for side in (0, 1))
        assert chapter.score == f"Ana {mine} – {theirs} Beto"


async def test_a_match_that_stops_in_the_second_half_shows_what_counted(table: Table) -> None:
    await table.seated(ANA, BETO, duplicate="6")
    rng = Random(2)
    while (await table.view(None)).number < 9:
        await play(table, rng, 1)
    before = await table.info()
    await table.agree(ANA, BETO)
    info = await table.info()
    assert info.ended == "agreed"
    assert info.final == tuple(sum(hand[side] for hand in before.by_hand) for side in (0, 1))
    lines = (await table.screen(ANA, "es")).lines
    assert not [line.id for line in lines if line.id.startswith("duplicate.")], "of its cards"
    await assert_right(table)


async def test_who_leaves_has_lost(table: Table) -> None:
    await table.seated(ANA, BETO, duplicate="6")
    await play(table, Random(2), 12)
    await table.ask(Leave, BETO)
    await table.agree(ANA)
    info = await table.info()
    assert (info.winner, info.ended) == (0, "left")
    await assert_right(table)


async def test_a_rematch_begins_anew(table: Table) -> None:
    await table.seated(ANA, BETO, duplicate="6")
    await play(table, Random(2), 40)
    await table.agree(ANA, BETO)
    await table.rematch()
    info = await table.info()
    assert dict(info.options) == {"duplicate": "6", "hand_cap": "11"}
    assert (info.cuts, info.by_hand) == ((), ())
    await table.join(BETO)
    await table.start()
    await play(table, Random(3), 20)
    assert len((await table.info()).cuts) >= 1


async def test_another_duplicate_match_is_asked_for_again(table: Table) -> None:
    await table.open(duplicate="6", flor="con")
    kept = dict(recalled(remembered(await table.info())))
    assert kept["flor"] == "con"
    assert not {"duplicate", "hand_cap"} & set(kept)


async def test_values_that_there_are_not(table: Table) -> None:
    assert reason(await table.open(duplicate="7")) == "BAD_OPTION"
    assert reason(await table.open(players=3, variant="tradicional-18", duplicate="6")) == (
        ServiceReason.NO_DUPLICATE
    )


async def test_without_a_secret_no_deal_can_come_back() -> None:
    table = Table(Store.in_memory())
    assert reason(await table.open(duplicate="6")) == ServiceReason.NO_DUPLICATE
    await table.open()
    assert await options(table, duplicate="6") == ServiceReason.NO_DUPLICATE


async def options(table: Table, **wanted: str) -> str:
    """Why the host may not choose that; empty: they may."""
    reply = await table.ask(SetOptions, ANA, options=tuple(wanted.items()))
    return "" if isinstance(reply, Accepted) else reason(reply)


async def test_the_options_of_a_lobby(table: Table) -> None:
    await table.open()
    assert await options(table, duplicate="10") == ""
    before = await table.info()
    assert dict(before.options) == {"duplicate": "10", "hand_cap": "11"}
    assert await options(table, velo="si") == ServiceReason.NO_DUPLICATE
    assert await options(table, duplicate="11") == "BAD_OPTION"
    assert (await table.info()).terms == before.terms
    assert await options(table, variant="tradicional-18", players="3") == ServiceReason.NO_DUPLICATE
    assert await options(table, variant="gauderio") == ""
    assert dict((await table.info()).options) == {"duplicate": "10", "hand_cap": "9"}
    assert await options(table, hand_cap="13", legs="1") == "", (
        "both are the game's, whatever is given"
    )
    assert dict((await table.info()).options) == {"duplicate": "10", "hand_cap": "9"}
    assert await options(table, duplicate="off", velo="si") == ""
    assert dict((await table.info()).options) == {}


async def test_no_tournament_is_one(table: Table) -> None:
    reply = await table.opens(
        ANA,
        variant="argentino",
        players=2,
        options=(("duplicate", "6"),),
        format=Format.ELIMINATION,
    )
    assert reason(reply) == ServiceReason.NO_DUPLICATE


async def test_every_hand_can_be_had_as_a_receipt(table: Table) -> None:
    """Nothing of the order of the deals is told before the end."""
    await table.seated(ANA, BETO, duplicate="6")
    rng = Random(8)
    seen = set[int]()
    while (info := await table.info()).status is Status.PLAYING:
        lines = (await table.screen(ANA, "es")).lines
        told = {line.id for line in lines if line.id.startswith("duplicate.")}
        assert told <= {"duplicate.first", "duplicate.second", "duplicate.turn", "duplicate.capped"}
        assert ("duplicate.turn" in told) <= (len(info.by_hand) == 6)
        found = await table.service.proofs.live(table.match, ANA)
        if found is not None and found.receipt is not None:
            assert found.receipt.agrees
            seen.add(found.hands)
        await play(table, rng, 1)
    assert len(seen) == 12


def dealt(text: str) -> list[frozenset[str]]:
    """The cards of each hand of a record, whoever had them."""
    found: list[set[str]] = []
    for line in text.split("\n"):
        if line.startswith("hand "):
            found.append(set())
        elif line.startswith("deal "):
            found[-1].update(line.split()[2:])
    return [frozenset(cards) for cards in found]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
async def test_the_end_tells_what_the_cards_were_worth(table: Table, seed: str) -> None:
    await table.seated(ANA, BETO, duplicate="6")
    text = await whole(table, seed, duplicate="6")
    info, words = await table.info(), words_for("es")
    (a, b), (c, d) = (
        tuple(sum(hand[side] for hand in half) for side in (0, 1))
        for half in (info.by_hand[:6], info.by_hand[6:])
    )
    screen = await table.screen(ANA, "es")
    said = {line.id: line.text for line in screen.lines}
    legs = {"first": f"Ana {a} – {b} Beto", "second": f"Ana {c} – {d} Beto"}
    assert said["duplicate.legs"] == words.text("duplicate.legs", **legs)
    worth = ((a - b) - (c - d)) / 2
    points = f"{int(abs(worth)) or ''}½" if worth % 1 else str(int(abs(worth)))
    names = "Ana" if worth > 0 else "Beto"
    assert said["duplicate.luck"] == words.text("duplicate.luck", n=1, points=points, names=names)
    packs = dealt(text)
    pairs = [(packs.index(pack) + 1, at) for at, pack in enumerate(packs[6:], start=7)]

    def both(pair: tuple[int, int]) -> tuple[int, int]:
        one, two = (info.by_hand[hand - 1] for hand in pair)
        return one[0] + two[0], one[1] + two[1]

    def weight(pair: tuple[int, int]) -> int:
        return abs(both(pair)[0] - both(pair)[1])

    most = sorted(sorted(pairs), key=weight, reverse=True)[:3]
    told = [
        words.text(
            "duplicate.deal", one=first, two=second, score="{} – {}".format(*both((first, second)))
        )
        for first, second in sorted(most)
    ]
    assert said["duplicate.deals"] == words.text("duplicate.deals", deals="; ".join(told))
    assert {score.target for score in screen.scores} == {0}
