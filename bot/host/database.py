"""``truco db backup|upgrade|check``: work on a database from outside the bot.

Each function raises :class:`bot.store.errors.StoreError`, whose text is one sentence."""

import asyncio
import os
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

from bot.common.database_address import is_postgres, sqlite_file
from bot.match import fair_deals
from bot.match.running_match import from_log, load
from bot.match.stakes import pot_of
from bot.messages import MatchId
from bot.model import LIVE, LIVE_TOURNAMENT, VOID, MatchInfo, Status
from bot.store import Store
from bot.store.changes import Stored
from bot.store.errors import DamagedMatch, DatabaseTrouble, StoreError, explained, name_of
from bot.store.migrations import newest
from bot.store.model import RegisterEntry
from bot.store.people.chips import match_of_pot, totals
from bot.store.queries import (
    chip_queries,
    commitment_register,
    match_queries,
    people_queries,
    result_queries,
    scoreboard_queries,
)
from bot.store.queries.recounting import problem_of_match, problems_of_counts, problems_of_person
from bot.store.records import is_log_whole, record_text
from bot.store.sqlite.driver import OWNER_ONLY, revision_of_file
from engine.errors import EngineError
from engine.fairness.deal import AZAR_2, FIRST_LINK, PROTOCOLS
from engine.fairness.tournament_table import SeenTables, read_tournament_table

_ENTRIES: Final = 1000
"""The number of entries of the register that are read at a time."""


async def backup(url: str, target: Path) -> None:
    """Copies the whole database as it is now, while the bot goes on. ``target`` must not exist yet;
    if the copy fails, nothing is left there."""
    if is_postgres(url):
        raise StoreError(DatabaseTrouble.OTHER, "A PostgreSQL database is copied with pg_dump.")
    file = _existing(url)
    await asyncio.to_thread(_backup, file, target)


def _backup(file: Path, target: Path) -> None:
    if target.exists():
        raise StoreError(
            DatabaseTrouble.EXISTS, f"{target} exists already; a backup replaces nothing."
        )
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source:
            source.execute("VACUUM INTO ?", (str(part),))
        with part.open("rb+") as copied:
            os.fsync(copied.fileno())
        part.rename(target)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise explained(error, file) from None
    except OSError as error:
        raise StoreError(
            DatabaseTrouble.FOLDER, f"The backup {target} cannot be written: {error.strerror}."
        ) from None


async def upgrade(url: str) -> str:
    """Brings the database to this version's tables; returns the revision that it has then."""
    store = await Store.open(url)
    await store.close()
    return newest()


async def check(url: str) -> tuple[str, ...]:
    """Everything that is wrong with a database, one sentence for each problem; empty: nothing. It
    checks the file itself, its revision, and every match that can still be played: each match must
    be what its log tells. Chips, sums and ratings are counted again. The bot may run meanwhile."""
    if is_postgres(url):
        problems = _revision_problems(await _postgres_revision(url), database_name(url))
    else:
        problems = await asyncio.to_thread(_check_file, _existing(url))
    return problems or await _check_matches(url)


def database_name(url: str) -> str:
    """The name of the database for people."""
    return name_of(make_url(url)) if is_postgres(url) else str(sqlite_file(url))


async def is_empty(url: str) -> bool:
    """Whether this place is ready for a new database: it exists and holds no table of ours. The
    first start makes the tables."""
    if is_postgres(url):
        return await _postgres_revision(url) is None
    return not await asyncio.to_thread(sqlite_file(url).exists)


async def _postgres_revision(url: str) -> str | None:
    """The revision of the tables; ``None``: there are no tables of ours."""
    import asyncpg  # an SQLite file does not need it

    from bot.store.postgres.driver import revision_on_server
    from bot.store.postgres.errors import POSTGRES_ERRORS, explained_postgres

    address = make_url(url).set(drivername="postgresql")
    try:
        connection = await asyncpg.connect(address.render_as_string(hide_password=False))
        try:
            return await revision_on_server(connection)
        finally:
            await connection.close()
    except POSTGRES_ERRORS as error:
        raise explained_postgres(error, name_of(address)) from None


def _revision_problems(revision: str | None, database: str) -> tuple[str, ...]:
    if revision is None:
        return (f"The database {database} holds no tables of truco.",)
    if revision != newest():
        return (f"The database {database} has revision {revision}; this version needs {newest()}.",)
    return ()


def _check_file(file: Path) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source:
            found = [str(row[0]) for row in source.execute("PRAGMA integrity_check(20)")]
            if found != ["ok"]:
                return tuple(f"The database {file} is damaged: {problem}." for problem in found)
            return _revision_problems(revision_of_file(source), str(file))
    except sqlite3.Error as error:
        raise explained(error, file) from None


async def _check_matches(url: str) -> tuple[str, ...]:
    store = await Store.reading(url)
    try:
        problems = [
            f"The row of match {match} is missing."
            for match in await store.read(match_queries.matches_beside)
        ]
        tournaments, infos = [], dict[MatchId, MatchInfo]()
        for match in await store.read(match_queries.all_matches):
            try:
                stored = await store.read(match_queries.load, match)
                if stored is not None and stored.row.info.tournament is not None:
                    tournaments.append(match)
                if stored is not None and stored.row.info.commitment:
                    infos[match] = stored.row.info
                problem = await _problem_of(store, match)
            except DamagedMatch as error:
                problem = str(error)
            except EngineError as error:
                problem = f"The log of match {match} cannot be replayed ({error.reason})."
            if problem:
                problems.append(problem)
            else:
                problems += await _check_counts(store, match)
        problems += await _check_chips(store, tournaments)
        problems += await _check_ranking(store)
        for user in await store.read(people_queries.unmerged):
            problems.append(f"{user} is linked, and has chips, results or ratings of their own.")
        problems += await _check_register(store, infos)
    finally:
        await store.close()
    return tuple(problems)


async def _check_counts(store: Store, match: MatchId) -> list[str]:
    """The problems with the counts in a match's results. They are counted again from its record."""
    stored, results = (
        await store.read(match_queries.load, match),
        (await store.read(result_queries.brought_by, match)).results,
    )
    if stored is None or not results:
        return []
    info, text = stored.row.info, record_text(await store.read(match_queries.whole_log, match))
    return list(problems_of_counts(info, results, text))


async def _check_chips(store: Store, tournaments: Collection[MatchId]) -> list[str]:
    """The problems with the chips. Each balance must be the sum of its transfers. Only a running
    match has a pot, and a tournament that is not over; the tournament says how large its pot is.
    The bot may write meanwhile, so a problem is reported only after a second look."""
    wrong: list[str] = []
    for _ in range(3):
        balances, made = (
            await store.read(chip_queries.balances),
            totals(await store.read(chip_queries.transfers)),
        )
        wrong = [
            f"The chips of {owner} are {balances.get(owner, 0)}, the transfers make {amount}."
            for owner, amount in sorted(made.items())
            if balances.get(owner, 0) != amount
        ]
        wrong += [f"The chips of {owner} come from nowhere." for owner in balances.keys() - made]
        pots = {
            match: amount for owner, amount in balances.items() if (match := match_of_pot(owner))
        }
        for match in sorted({*pots, *tournaments}):
            with suppress(DamagedMatch):  # a damaged match was reported before
                wrong += _problem_of_pot(
                    match, await store.read(match_queries.load, match), pots.get(match, 0)
                )
        if not wrong:
            break
    return wrong


def _problem_of_pot(match: MatchId, found: Stored | None, amount: int) -> list[str]:
    """The problems with the chips in one pot. Only a running match has a pot, and a tournament that
    is not over; the tournament says how large it is."""
    info = None if found is None else found.row.info
    if info is not None and info.status in LIVE_TOURNAMENT:
        told = pot_of(info)
        return [] if told == amount else [f"The pot of {match} is {amount}, and should be {told}."]
    if amount and (info is None or info.status is not Status.PLAYING):
        return [f"Match {match} is not being played, and its pot is not empty."]
    return []


async def _check_ranking(store: Store) -> list[str]:
    """The problems with sums, ratings, statistics and badges. Those of a person or a match are read
    together at one moment, and counted again."""
    problems: list[str] = []
    for person in await store.read(result_queries.people_counted):
        problems += problems_of_person(person, await store.read(people_queries.kept_of, person))
    for match in await store.read(result_queries.rated_matches):
        problem = problem_of_match(*await store.read(result_queries.moved_by_match, match))
        problems += [problem] if problem else []
    for person, community in await store.read(scoreboard_queries.wrong_copies):
        problems.append(f"The rating of {person} in {community} is not that person's rating.")
    for person, community in await store.read(scoreboard_queries.wrong_purses):
        problems.append(f"The scoreboard by chips of {community} is wrong about {person}.")
    return problems


async def _check_register(store: Store, infos: Mapping[MatchId, MatchInfo]) -> list[str]:
    """The problems with the register: a missing entry, a link that does not follow from the one
    before, a secret that does not fit its commitment, a secret that came twice, a tournament's
    table with a wrong secret, a match whose deals have another round of the beacon than the fixed
    one. ``infos``: the matches with a commitment."""
    wrong: list[str] = []
    found = dict[MatchId, RegisterEntry]()
    secrets = dict[bytes, MatchId]()
    link, number = FIRST_LINK, 0
    while entries := await store.read(commitment_register.entries, number + 1, _ENTRIES):
        for entry in entries:
            number += 1
            if entry.number != number:
                return [*wrong, f"Entry {number} of the register is missing."]
            before, match, commitment = link, entry.match, entry.commitment
            link = entry.link
            by = [
                protocol
                for protocol in PROTOCOLS.values()
                if protocol.link_of(before, number, match, commitment) == link
            ]
            if not by:
                return [*wrong, f"Entry {number} of the register does not follow the one before."]
            if entry.secret and by[0].commitment_of(match, entry.secret) != commitment:
                wrong.append(f"The secret of match {match} is not the one committed to.")
            if entry.secret and secrets.setdefault(entry.secret, match) != match:
                wrong.append(f"The secret of match {match} is that of {secrets[entry.secret]}.")
            found[match] = entry
    seen = SeenTables()
    for match, info in infos.items():
        own = found.get(match)
        if own is None:
            continue
        if info.torneo and not _follows(info.torneo, own, found, seen):
            wrong.append(
                f"The secret of match {match} does not follow from that of its tournament."
            )
        if own.round is not None and not _has_round(info, own):
            wrong.append(f"Match {match} was not dealt with round {own.round}, which was fixed.")
    return wrong


def _has_round(info: MatchInfo, entry: RegisterEntry) -> bool:
    """Whether the deals of a match have the round of the beacon that was fixed for it. Also true if
    the match says why it has no round, or if it was given up and counts as void."""
    if not info.shares_deals and info.round != entry.round:
        return False
    if not info.table_hash and not info.only_seals:
        return entry.ended in ("", VOID)
    if not info.added:
        return info.status in LIVE
    added = fair_deals.contributions_of(info)
    return bool(added.no_pulse) if added.pulse is None else added.pulse.round == entry.round


def _follows(
    line: str, own: RegisterEntry, entries: Mapping[MatchId, RegisterEntry], seen: SeenTables
) -> bool:
    """Whether a table has the secret that its tournament gives it, and no other table has the same
    secret, as far as both are published (AZ-37 to AZ-40)."""
    table = read_tournament_table(line.split())
    above = None if table is None else entries.get(table.tournament)
    if table is None or above is None or not seen.is_new(table, own.match):
        return False
    committed = (above.number, above.commitment) == (table.number, table.commitment)
    if not committed or above.number >= own.number:
        return False
    if above.secret is None or own.secret is None:
        return True
    return own.secret == table.secret(AZAR_2, above.secret)


async def _problem_of(store: Store, match: MatchId) -> str:
    """The problem with a match; empty: none. The bot may take steps meanwhile."""
    running, stored = await load(store, match), await store.read(match_queries.load, match)
    if running is None or stored is None:
        return ""
    version = running.info.version
    log = [row for row in await store.read(match_queries.whole_log, match) if row.number <= version]
    if not is_log_whole(running.row, log, stored.packed):
        raise DamagedMatch(match)
    if running.state is not None and running.state != from_log(log)[0]:
        return f"Match {match} is not what its log tells."
    people = set(running.info.findable)
    if people != await store.read(match_queries.sitting, match) and version == await store.read(
        match_queries.version, match
    ):
        return f"Who sits at match {match} is not what its log tells."
    return ""


def _existing(url: str) -> Path:
    file = sqlite_file(url)
    if not file.is_file():
        raise StoreError(DatabaseTrouble.MISSING, f"There is no database {file}.")
    return file
