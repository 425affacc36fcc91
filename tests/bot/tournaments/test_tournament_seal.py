"""One seal for a tournament: its tables' secrets follow from its own."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.catalogue import page_for
from bot.host.database import check
from bot.match.proofs import CheckedPart
from bot.match.vault import Vault
from bot.messages import Accepted, CloseTable, MatchId, Rematch
from bot.model import VOID, MatchInfo, Status
from bot.screens.history.proof import tournament_proof_page
from bot.screens.pages import PROOF, Page, PageKey
from bot.store import Store
from bot.store.model import RegisterEntry
from bot.store.notices import SEAL
from bot.store.queries import commitment_register, match_queries
from bot.tournaments.state import Format
from engine.fairness.deal import AZAR_2, FIRST_LINK
from engine.fairness.proof_result import ProofResult
from engine.fairness.tournament_table import TournamentTable, read_tournament_table
from engine.fairness.verify import verify
from engine.variants import table_for
from tests.bot.helpers import HERE, PLACE, dying
from tests.bot.ids import id_words
from tests.bot.scenes import info_for
from tests.bot.tournament_world import CONFIG, World, people
from tests.narrow import of_kind, present

KEY = b"k" * 32
MANAGER = "discord:0"


@pytest.fixture
def world(store: Store) -> World:
    return World([store], vault=Vault(KEY))


async def entry(world: World, match: MatchId = "") -> RegisterEntry:
    kept = await world.table.store.read(commitment_register.secret_of, match or world.match)
    return present(kept).entry


async def proved(world: World, match: MatchId) -> ProofResult:
    record = present(await world.table.service.matches.record(match))
    return verify(record)


def named(info: MatchInfo) -> TournamentTable:
    return present(read_tournament_table(info.torneo.split()))


async def closed_by_the_house(world: World, match: MatchId) -> None:
    close = CloseTable(request=world.request(), person=MANAGER, match=match)
    assert isinstance(await world.send(close), Accepted)


async def page(world: World, match: MatchId, locale: str = "es") -> Page:
    return await page_for(world.table.service, PageKey(PROOF, match), None, locale, HERE)


async def test_a_tournament_posts_one_seal_and_its_tables_none(world: World) -> None:
    await world.held(4)
    await world.table.service.updater.bring_all()
    info = await world.info()
    ((place, text),) = world.table.platform.published
    assert place == PLACE
    assert info.commitment in text
    for pairing in (await world.tournament()).open:
        await world.sit(pairing.match)
        table = await world.info(pairing.match)
        assert not table.shows_seal
        assert table.commitment not in (info.commitment, "")
    await world.table.service.updater.bring_all()
    assert len(world.table.platform.published) == 1
    assert not await world.waiting(SEAL)


async def test_who_does_not_see_the_place_gets_the_seal_alone(world: World) -> None:
    """Once, whatever partners they choose; nobody is told at the tables."""
    told = world.table.platform.told
    ana, beto, carla = "web:ana", "discord:2", "web:carla"
    assert isinstance(await world.open(ana, size=2, place="discord:1/7"), Accepted)
    seal = (await world.info()).commitment
    assert [(user, seal in text) for user, text in told] == [(ana, True)]
    await world.joined(beto, carla)
    for partner in (beto, ana):
        assert isinstance(await world.choose(carla, partner), Accepted)
    assert [user for user, _ in told] == [ana, carla]
    await world.join("discord:4")
    await world.start(ana)
    (pairing,) = (await world.tournament()).open
    await world.sit(pairing.match)
    assert [user for user, _ in told] == [ana, carla]


async def test_on_the_page_everybody_gets_the_seal_alone(world: World) -> None:
    """It has no place that could hold a message."""
    for number, person in enumerate(("web:ana", "web:beto")):
        await (world.join(person) if number else world.open(person))
    seal = (await world.info()).commitment
    told = world.table.platform.told
    assert [(user, seal in text) for user, text in told] == [("web:ana", True), ("web:beto", True)]


async def test_the_seal_is_posted_late_if_the_process_died(store: Store) -> None:
    world = World([store], vault=Vault(KEY))
    with dying(world.table.platform, "publish"):
        await world.open(people(1)[0])
    world.table.restart()
    await world.table.service.updater.bring_all()
    (tournament,) = await store.read(match_queries.all_matches)
    sealed = await entry(world, tournament)
    assert [sealed.commitment.hex() in text for _, text in world.table.platform.published] == [True]


async def test_the_secret_of_every_table_follows(world: World) -> None:
    """A record holds by its own secret while the tournament goes on, and by that of the tournament
    in the end."""
    first, second = await world.held(4)
    await world.played(first.match, 0)
    seal = await entry(world)
    assert (seal.secret, seal.ended) == (None, "")
    told = await proved(world, first.match)
    assert told.holds
    assert told.tournament == named(await world.info(first.match))
    assert not told.tournament_opened
    await world.played(second.match, 1)
    (final,) = (await world.tournament()).open
    await world.played(final.match, 1)
    assert (await world.info()).status is Status.CONCLUDED
    seal = await entry(world)
    assert seal.secret is not None
    assert seal.ended == "concluded"
    places = []
    for match in (first.match, second.match, final.match):
        told, own = await proved(world, match), await entry(world, match)
        assert told.holds
        assert told.tournament_opened
        assert told.tournament is not None
        assert told.tournament.commitment == seal.commitment
        assert told.tournament.number == seal.number < own.number
        assert own.secret == told.tournament.secret(AZAR_2, seal.secret)
        places.append((told.tournament.round, told.tournament.board, told.tournament.attempt))
    assert places == [(1, 1, 1), (1, 2, 1), (2, 1, 1)]


async def test_the_secret_waits_for_the_last_table(world: World) -> None:
    """A tournament is cancelled while its matches go on: whoever knew its secret would know their
    cards."""
    first, *_ = people(4)
    one, other = await world.held(4)
    for pairing in (one, other):
        await world.sit(pairing.match)
    await world.cancel(first)
    assert (await world.info()).status is Status.CLOSED
    assert (await entry(world)).ended == ""
    assert (await world.table.service.proofs.register()).overdue == 0
    world.table.restart()
    await world.win(one.match, 0)
    assert (await entry(world)).secret is None
    assert not (await proved(world, one.match)).tournament_opened
    await world.win(other.match, 0)
    seal = await entry(world)
    assert seal.secret is not None
    assert seal.ended == "closed"
    for pairing in (one, other):
        told = await proved(world, pairing.match)
        assert told.holds
        assert told.tournament_opened


async def test_a_tournament_that_never_begins_opens_its_seal(world: World) -> None:
    first, second = people(2)
    await world.open(first)
    await world.join(second)
    await world.cancel(first)
    seal = await entry(world)
    assert seal.ended == "closed"
    assert AZAR_2.commitment_of(world.match, seal.secret or b"") == seal.commitment


async def test_a_void_table_never_gives_its_secret_to_the_next(world: World) -> None:
    await world.held(2)
    secrets, matches = [], []
    for attempt in (1, 2, 3):
        (pairing,) = (await world.tournament()).open
        matches.append(pairing.match)
        table = await world.info(pairing.match)
        assert named(table).attempt == attempt
        if attempt != 2:  # that one is closed before it begins
            await world.sit(pairing.match)
        if attempt == 3:
            await world.win(pairing.match, 0)
        else:
            await closed_by_the_house(world, pairing.match)
        own = await entry(world, pairing.match)
        secrets.append(own.secret)
        if attempt == 1:
            assert own.ended == VOID
            assert (await proved(world, pairing.match)).holds
    assert None not in secrets
    assert len(set(secrets)) == 3
    assert (await proved(world, matches[0])).tournament_opened
    assert (await proved(world, matches[2])).tournament_opened


@pytest.mark.parametrize("form", Format)
async def test_no_two_tables_of_a_tournament_are_the_same(store: Store, form: Format) -> None:
    """Whatever the format, however often a table is void: no round, board and attempt comes twice,
    and in the end the register is open."""
    world, dice = World([store], vault=Vault(KEY)), Random(form)
    await world.held(5, form, minutes=20)
    voided = 0
    while (await world.info()).status is Status.HELD:
        tournament = await world.tournament()
        pairing = dice.choice(tournament.open)
        if not pairing.match:
            await world.wait(700)  # a person calls others five times in ten minutes at most
            unit = tournament.units[pairing.one]
            assert isinstance(await world.join(unit.people[0].person), Accepted)
            continue
        if (await world.info(pairing.match)).status is Status.LOBBY:
            await world.sit(pairing.match)
        if voided < 4 and dice.randrange(2):
            voided += 1
            await closed_by_the_house(world, pairing.match)
        else:
            await world.win(pairing.match, dice.randrange(2))
        if form is Format.ARENA:
            await world.wait(240)
    found = []
    for match in await store.read(match_queries.all_matches):
        info = await world.info(match)
        if info.part_of and info.status is Status.CLOSED:
            found.append(named(info))
        elif info.part_of:
            told = await proved(world, match)
            assert told.holds
            assert told.tournament_opened
            found.append(named(info))
    places = [(table.round, table.board, table.attempt) for table in found]
    assert len(places) == len(set(places)) > voided
    assert {table.tournament for table in found} == {world.match}
    assert await store.read(commitment_register.unopened) == ()


async def test_with_velo_the_secret_is_never_published(store: Store) -> None:
    """Every table's secret would be with it."""
    world = World([store], vault=Vault(KEY))
    first, second = people(2)
    await world.open(first, velo=True)
    await world.join(second)
    await world.start(first)
    (pairing,) = (await world.tournament()).open
    await world.played(pairing.match, 0)
    seal = await entry(world)
    assert (seal.secret, seal.ended) == (None, "velo")
    told = await proved(world, pairing.match)
    assert told.holds
    assert told.tournament is not None
    assert not told.tournament_opened
    assert seal.commitment.hex() in (await page(world, world.match)).text
    assert (await world.table.service.proofs.register()).lost == 0


async def test_a_tournament_without_a_seal_has_tables_with_their_own(store: Store) -> None:
    """It was opened before there were seals of tournaments, or where nothing was sealed."""
    world = World([store])
    first, second, *_ = people(2)
    await world.open(first)
    await world.join(second)
    assert (await world.info()).commitment == ""
    assert world.table.platform.published == []
    world.table.vault = Vault(KEY)
    world.table.restart()
    await world.start(first)
    await world.table.service.updater.bring_all()
    await _has_its_own_seal(world, published=1)


@pytest.mark.errors("secret_lost")
async def test_where_the_key_is_lost_tables_have_their_own(store: Store) -> None:
    world = World([store], vault=Vault(KEY))
    first, second, *_ = people(2)
    await world.open(first)
    await world.join(second)
    world.table.vault = Vault(b"another")
    world.table.restart()
    await world.start(first)
    await world.table.service.updater.bring_all()
    await _has_its_own_seal(world, published=2)
    assert (await entry(world)).secret is None
    assert (await world.table.service.proofs.register()).lost == 1


async def _has_its_own_seal(world: World, published: int) -> None:
    (pairing,) = (await world.tournament()).open
    table = await world.info(pairing.match)
    assert (table.torneo, table.shows_seal) == ("", True)
    texts = [text for _, text in world.table.platform.published]
    assert [table.commitment in text for text in texts].count(True) == 1
    assert len(texts) == published
    await world.played(pairing.match, 0)
    told = await proved(world, pairing.match)
    assert told.holds
    assert told.tournament is None


async def test_a_rematch_belongs_to_no_tournament(world: World) -> None:
    (pairing,) = await world.held(2)
    await world.sit(pairing.match)
    winner = (await world.info(pairing.match)).seats[0].person
    await world.win(pairing.match, 0)
    reply = await world.send(Rematch(request="r", person=winner, match=pairing.match))
    again = await world.info(of_kind(Accepted, reply).match)
    assert (again.torneo, again.shows_seal) == ("", False)
    assert again.commitment


async def test_a_tournament_that_takes_long_is_not_overdue(store: Store) -> None:
    long = replace(CONFIG, lobby=7 * 86_400.0)
    world = World([store], vault=Vault(KEY), config=long)
    first, *_ = people(1)
    await world.open(first)
    await world.wait(3 * 86_400)
    told = await world.table.service.proofs.register()
    assert (told.live, told.overdue) == (1, 0)


@pytest.mark.parametrize("locale", ["es", "pt_BR", "en"])
async def test_what_verificar_shows(world: World, locale: str) -> None:
    one, other = await world.held(4)
    seal = (await world.info()).commitment
    before = (await page(world, world.match, locale)).text
    assert seal in before
    await world.sit(one.match)
    live = (await page(world, one.match, locale)).text
    assert seal in live
    assert (await world.info(one.match)).commitment in live
    await world.win(one.match, 0)
    unopened = (await page(world, one.match, locale)).text
    assert seal in unopened
    await world.played(other.match, 0)
    (final,) = (await world.tournament()).open
    await world.played(final.match, 0)
    opened = (await page(world, one.match, locale)).text
    assert seal in opened
    assert opened != unopened
    assert opened.count("✓") == unopened.count("✓") + 1
    after = (await page(world, world.match, locale)).text
    secret = present((await entry(world)).secret)
    assert secret.hex() in after
    assert secret.hex() not in before + live + unopened


@pytest.mark.parametrize(
    ("velo", "changed", "last"),
    [
        (False, {}, "<proof.torneo.later>"),
        (False, {"ended": "over"}, "<proof.torneo.lost>"),
        (False, {"ended": "over", "secret": KEY}, f"<proof.torneo.open secret={KEY.hex()}>"),
        (True, {"ended": "over"}, "<proof.torneo.velo>"),
    ],
)
def test_each_line_about_the_seal(velo: bool, changed: dict[str, Any], last: str) -> None:
    info = info_for(table_for("argentino", 2), velo=velo)
    kept = RegisterEntry(7, info.match, b"seal", b"", 1_800_000_000.0, **changed)
    told = tournament_proof_page(info, kept, id_words("es"))
    assert told.title == f"<proof.title code={info.match}>"
    first, second, *others = told.text.split("\n")
    assert first == f"<proof.seal seal={b'seal'.hex()}>"
    assert second == "<proof.register.torneo n=7 when=15/1/27, 8:00>"
    assert others == ["<proof.torneo.tables>", last]


async def test_a_record_with_another_secret_of_the_tournament_is_wrong(world: World) -> None:
    (pairing,) = await world.held(2)
    await world.played(pairing.match, 0)
    record = present(await world.table.service.matches.record(pairing.match))
    body, _, secret = record.rstrip().rpartition(" ")
    told = present(await world.table.service.proofs.closed(f"{body} {secret[::-1]}\n"))
    assert told.wrong is CheckedPart.SEAL


@pytest.fixture
def url(tmp_path: Path, empty_database: Path) -> str:
    return f"sqlite:///{shutil.copy(empty_database, tmp_path / 'truco.db')}"


async def _played(url: str) -> tuple[MatchId, MatchId]:
    """A tournament of two that is over: its id, and that of its table."""
    store = await Store.open(url)
    world = World([store], vault=Vault(KEY))
    (pairing,) = await world.held(2)
    await world.played(pairing.match, 0)
    await store.close()
    return world.match, pairing.match


@pytest.mark.parametrize("forged", ["table", "twice", "late"])
async def test_the_check_of_a_database_finds_a_forged_table(url: str, forged: str) -> None:
    """The operator writes register and secrets anew, each with right hashes: a table's secret is
    another, or that of another entry, or the tournament came after its table."""
    tournament, table = await _played(url)
    assert await check(url) == ()
    file = url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as rows, rows:
        entries = rows.execute("SELECT number, match, secret FROM register ORDER BY number")
        made = {match: secret for _, match, secret in entries}
        order = [table, tournament] if forged == "late" else [tournament, table]
        if forged != "late":
            made[table] = bytes(32) if forged == "table" else made[tournament]
        link = FIRST_LINK
        rows.execute("UPDATE register SET number = number + 100")
        for number, match in enumerate(order, 1):
            commitment = AZAR_2.commitment_of(match, made[match])
            link = AZAR_2.link_of(link, number, match, commitment)
            rows.execute(
                "UPDATE register SET number = ?, commitment = ?, link = ?, secret = ?"
                " WHERE match = ?",
                (number, commitment, link, made[match], match),
            )
        rows.execute("UPDATE register_end SET number = 2, link = ?", (link,))
    told = [problem for problem in await check(url) if "secret" in problem]
    assert [problem for problem in told if f"match {table} does not follow" in problem]
    assert bool([problem for problem in told if " is that of " in problem]) is (forged == "twice")
