"""The register says which round of the beacon was fixed for which table: once, and for good."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.environment import Environment
from bot.host.database import _has_round, check
from bot.match import dealing
from bot.match.finishing import finish
from bot.match.match_draft import MatchDraft
from bot.match.running_match import load
from bot.messages import Leave
from bot.model import VOID, Status
from bot.store import Changes, Store
from bot.words import words_for
from bot.words.catalogues import LOCALES
from engine.fairness.contributions import REASONS, pulse_line
from tests.adapters.beacon.chain import CHAIN, signed
from tests.bot.beacons import OwnBeacon
from tests.bot.helpers import ANA, BETO, Table
from tests.bot.match.proofs import assert_right, entry_of, page, sealed
from tests.narrow import present


async def test_the_register_has_the_round_before_it_exists(lit: Table, beacon: OwnBeacon) -> None:
    beacon.gate.clear()
    await lit.open()
    await lit.join(BETO)
    assert (await entry_of(lit)).round is None
    await lit.start()
    fixed = (await lit.info()).round
    assert (await entry_of(lit)).round == fixed > 0
    await lit.start()  # a second press fixes nothing anew
    lit.time.pass_by(30)
    await lit.start()
    assert (await entry_of(lit)).round == fixed
    beacon.gate.set()
    await lit.rounds_come()
    await lit.agree(ANA, BETO)
    assert (await entry_of(lit)).round == fixed
    assert f"proof {pulse_line(signed(fixed))}" in await lit.record()


async def test_no_round_is_fixed_twice(lit: Table, beacon: OwnBeacon) -> None:
    """Whatever a later step says, the register keeps the first one."""
    beacon.gate.clear()
    await lit.seated(ANA)
    fixed = (await lit.info()).round
    running = present(await load(lit.store, lit.match))
    draft = MatchDraft(running, Environment(lit.time.now(), lit.time.utc(), lit.dice, lit.config))
    dealing.fix_round(draft, replace(CHAIN, genesis=0))
    assert draft.fixed not in (None, fixed)
    _, change = finish(draft, ANA)
    await lit.store.commit([Changes(matches=(change,))])
    assert (await entry_of(lit)).round == fixed
    beacon.gate.set()
    await lit.rounds_end()


@pytest.mark.parametrize("reason", REASONS)
async def test_without_a_round_the_match_begins_and_says_so(
    lit: Table, beacon: OwnBeacon, reason: str
) -> None:
    """Whoever runs the bot may give any reason; everybody can look whether the beacon had it."""
    beacon.reason = reason
    await lit.seated(ANA, BETO)
    await lit.rounds_come()
    assert (await lit.info()).added == (f"faro none {reason}",)
    fixed = present((await entry_of(lit)).round)
    for locale in LOCALES:
        told, words = (await page(lit, ANA, locale)).text, words_for(locale)
        assert words.text(f"proof.faro.{reason}") in told
        assert words.text("proof.alone") in told
        assert words.text("proof.faro.fixed", round=fixed) in told
    await lit.agree(ANA, BETO)
    assert f"proof faro none {reason}" in await assert_right(lit)
    assert words_for("es").text("proof.faro.fixed", round=fixed) in (await page(lit, ANA)).text


async def test_without_a_beacon_no_round_is_fixed(store: Store) -> None:
    table = sealed(store)
    await table.seated(ANA, BETO)
    assert (await entry_of(table)).round is None


async def _played(url: str, *, given_up: bool = False) -> None:
    """A match that is over, or was given up when its round was fixed."""
    store, beacon = await Store.open(url), OwnBeacon()
    table = sealed(store, beacon)
    await table.open()
    await table.join(BETO)
    if given_up:
        beacon.gate.clear()
    await table.start()
    if given_up:
        for person in (ANA, BETO):
            request = table.request()
            await table.send(Leave(request=request, person=person, match=table.match))
        beacon.gate.set()
    await table.rounds_come()
    await table.agree(ANA, BETO)
    await store.close()


@pytest.mark.parametrize(
    ("given_up", "written", "wrong"),
    [
        (False, "round = round", False),
        (False, "round = round + 1", True),
        (False, "round = NULL", False),  # an entry of before
        (True, "round = round", False),
        (True, "ended = 'closed'", True),
    ],
)
async def test_the_check_of_a_database_compares(
    tmp_path: Path, given_up: bool, written: str, wrong: bool
) -> None:
    file = tmp_path / "truco.db"
    await _played(f"sqlite:///{file}", given_up=given_up)
    with closing(sqlite3.connect(file)) as rows, rows:
        rows.execute(f"UPDATE register SET {written}")
    told = await check(f"sqlite:///{file}")
    assert bool(told) is wrong, told
    assert all("which was fixed" in problem for problem in told)


async def test_a_match_has_the_round_that_was_fixed(lit: Table) -> None:
    await lit.seated(ANA, BETO)
    await lit.rounds_come()
    info, entry = await lit.info(), await entry_of(lit)
    fixed = present(entry.round)
    later, closed = replace(entry, round=fixed + 1), replace(entry, ended="closed")
    unbegun, bare = replace(info, table_hash="", added=()), replace(info, added=())
    none = replace(info, added=(f"faro none {REASONS[0]}",))
    for match, own, right in (
        (info, entry, True),
        (replace(info, round=fixed + 1), later, False),  # dealt with another pulse
        (replace(info, round=0), entry, False),
        (unbegun, entry, True),
        (unbegun, replace(entry, ended=VOID), True),
        (unbegun, closed, False),
        (bare, entry, True),  # it begins just now
        (replace(bare, status=Status.OVER), entry, False),
        (none, entry, True),
    ):
        assert _has_round(match, own) is right, (match.added, own)
