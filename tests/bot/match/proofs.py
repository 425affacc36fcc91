"""What tests of proved deals share: tables with a vault, the page of proofs, the verifiers."""

from random import Random
from typing import Final

from bench.presses import turn
from bot.catalogue import page_for
from bot.match.vault import Vault
from bot.messages import Accepted, Cut, PersonId
from bot.model import MatchInfo, Status
from bot.screens.pages import PROOF, Page, PageKey
from bot.store import Store
from bot.store.model import RegisterEntry
from bot.store.queries import commitment_register
from engine.fairness import deal
from engine.record.notation import parse_record
from engine.record.replay import replay as replayed
from tests.bot.beacons import OwnBeacon
from tests.bot.helpers import HERE, Table
from tests.fairness.verifiers import VERIFIERS
from tests.narrow import present

KEY: Final = b"k" * 32


def sealed(store: Store, beacon: OwnBeacon | None = None) -> Table:
    """A service with a vault; with a beacon if there is one."""
    return Table(store, vault=Vault(KEY, random=Random(1).randbytes), beacon=beacon)


async def page(table: Table, person: PersonId | None, locale: str = "es") -> Page:
    return await page_for(table.service, PageKey(PROOF, table.match), person, locale, HERE)


async def play(table: Table, rng: Random, most: int = 600) -> None:
    """So many steps of people or of the clock, unless the match ends before."""
    for _ in range(most):
        info = await table.info()
        if info.status is not Status.PLAYING:
            return
        if info.cutter >= 0 and info.seats[info.cutter].present and rng.random() < 0.7:
            where = rng.choice(deal.CHOICES)
            cutter = info.seats[info.cutter].person
            assert isinstance(await table.ask(Cut, cutter, where=where), Accepted)
        else:
            await go_on(table, info, rng)


async def go_on(table: Table, info: MatchInfo, rng: Random) -> None:
    """A step of a person who is awaited, or else of the clock."""
    people = [seat.person for seat in info.seats]
    chosen = await turn(table.service.matches, table.match, people, str, rng)
    if chosen is None:
        await table.next_deadline()
    else:
        assert isinstance(await table.press(*chosen), Accepted)


async def assert_right(table: Table) -> str:
    """Every verifier finds the record right, and it replays; gives its text."""
    text = await table.record()
    found = {name: check(text) for name, check in VERIFIERS.items()}
    assert found == dict.fromkeys(VERIFIERS), text
    assert replayed(parse_record(text)).error is None
    return text


async def entry_of(table: Table) -> RegisterEntry:
    return present(await table.store.read(commitment_register.secret_of, table.match)).entry
