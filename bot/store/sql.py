"""The store in a database: SQLAlchemy Core, today over aiosqlite.

How it is safe. One connection writes, readers have their own; SQLite's WAL lets them read the last
whole commit meanwhile. ``synchronous=FULL``: a commit that returned is on the disk. The driver's
own transactions are off, because they begin late and a writer would learn too late that it was
not alone: every writing transaction begins with ``BEGIN IMMEDIATE``. A read is one statement, which
needs none around it; only :meth:`SqlStore.load` has several.

How it is quick. Whoever commits while a transaction runs waits for the next one, and everyone who
waits goes into it together. The condition of a change is tested by inserting its log rows under
their key, ``on conflict do nothing returning``, which tells the winners of a whole batch at once.
"""

import asyncio
import os
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Integer,
    Table,
    Update,
    and_,
    bindparam,
    case,
    delete,
    event,
    func,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.messages import AnyReply, CommunityId, MatchId, PersonId, PlaceId
from bot.model import Status
from bot.store import tables
from bot.store.changes import (
    Changes,
    Committed,
    Lost,
    MatchChange,
    Outcome,
    Repeated,
    Seen,
    Stored,
    rounds,
)
from bot.store.errors import DRIVER_ERRORS, StoreError, Trouble, explained
from bot.store.lock import FileLock
from bot.store.migrations import upgrade
from bot.store.model import (
    Deadline,
    LogRow,
    MatchRow,
    Notice,
    NoticeState,
    Result,
    Snapshot,
    Surface,
)

Values = dict[str, Any]

_LIVE = (Status.LOBBY.value, Status.PLAYING.value)
_BUSY_SECONDS = 10.0


class SqlStore:
    """The :class:`bot.store.changes.Store` of a database. Made by :meth:`open`."""

    def __init__(
        self, writer: AsyncEngine, reader: AsyncEngine, file: Path, lock: FileLock | None
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._file = file
        self._lock = lock
        self._insert = postgresql.insert if writer.name == "postgresql" else sqlite.insert
        self._queue: list[tuple[Changes, asyncio.Future[Outcome]]] = []
        self._writing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, url: str, *, exclusive: bool = True) -> "SqlStore":
        """Opens the database, making and migrating it first where that is needed.

        ``exclusive``: refuse to share the file with another process (tests of races share it).
        Raises :class:`StoreError`, whose text says in one sentence what is wrong."""
        file = sqlite_file(url)
        _make_folder(file.parent)
        lock = FileLock(file) if exclusive else None
        if lock is not None:
            lock.take()
        try:
            await asyncio.to_thread(_try_file, file)
        except StoreError:
            if lock is not None:
                lock.release()
            raise
        writer = _engine(url, begin="BEGIN IMMEDIATE", size=1)
        reader = _engine(url, size=4)
        store = cls(writer, reader, file, lock)
        try:
            await upgrade(writer, file)
        except DRIVER_ERRORS as error:
            await store.close()
            raise explained(error, file) from None
        except BaseException:
            await store.close()
            raise
        return store

    @classmethod
    def reading(cls, url: str) -> "SqlStore":
        """An existing database as it is, whoever else uses it; nothing may be committed."""
        reader = _engine(url, size=1, pragmas=())
        return cls(reader, reader, sqlite_file(url), None)

    async def close(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._writer.dispose()
        await self._reader.dispose()
        if self._lock is not None:
            self._lock.release()

    # --- writing -------------------------------------------------------------------------

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        loop = asyncio.get_running_loop()
        waiting = [(change, loop.create_future()) for change in changes]
        self._queue.extend(waiting)
        # A task of its own: who waits may be cancelled, what others wait for may not.
        task = asyncio.create_task(self._flush())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return tuple(await asyncio.gather(*(future for _, future in waiting)))

    async def _flush(self) -> None:
        async with self._writing:
            batch, self._queue = self._queue, []
            if not batch:
                return
            try:
                await self._write_batch(batch)
            except Exception as error:
                if len(batch) == 1:
                    _fail(batch[0][1], error)
                    return
                # Somebody's values cannot be written: the others must not suffer from it.
                for one in batch:
                    try:
                        await self._write_batch([one])
                    except Exception as own_error:
                        _fail(one[1], own_error)

    async def _write_batch(self, batch: list[tuple[Changes, asyncio.Future[Outcome]]]) -> None:
        changes = [change for change, _ in batch]
        outcomes: list[Outcome] = [Lost()] * len(changes)
        try:
            async with self._writer.begin() as connection:
                for turn in rounds(changes):
                    made = await self._write_round(connection, [changes[i] for i in turn])
                    for index, outcome in zip(turn, made, strict=True):
                        outcomes[index] = outcome
        except DRIVER_ERRORS as error:
            raise explained(error, self._file) from None
        for (_, future), outcome in zip(batch, outcomes, strict=True):
            if not future.done():
                future.set_result(outcome)

    async def _write_round(
        self, connection: AsyncConnection, changes: Sequence[Changes]
    ) -> list[Outcome]:
        lost = await self._mark(connection, changes)
        lost |= await self._see(connection, changes)
        repeated = await self._answer(
            connection, [c for i, c in enumerate(changes) if i not in lost]
        )
        outcomes: list[Outcome] = []
        winners: list[Changes] = []
        appended, beaten = await self._append(
            connection,
            [c for i, c in enumerate(changes) if i not in lost and _asked(c) not in repeated],
        )
        for index, change in enumerate(changes):
            if (reply := repeated.get(_asked(change))) is not None:
                outcomes.append(Repeated(reply))
            elif index in lost or _matches_of(change) & beaten:
                outcomes.append(Lost())
            else:
                outcomes.append(Committed())
                winners.append(change)
        losers = [c for c, o in zip(changes, outcomes, strict=True) if isinstance(o, Lost)]
        await self._take_back(connection, losers, appended)
        await self._write_matches(connection, [part for c in winners for part in c.matches])
        await self._write_rest(connection, winners)
        return outcomes

    async def _mark(self, connection: AsyncConnection, changes: Sequence[Changes]) -> set[int]:
        """Takes notices; the indexes of the changes whose notice waits no longer."""
        lost: set[int] = set()
        for index, change in enumerate(changes):
            if (mark := change.mark) is None:
                continue
            assert change == Changes(mark=mark)
            statement = (
                update(tables.notices)
                .where(
                    tables.notices.c.id == mark.notice,
                    tables.notices.c.state == NoticeState.WAITING.value,
                )
                .values(state=mark.state.value)
                .returning(tables.notices.c.id)
            )
            if (await connection.execute(statement)).first() is None:
                lost.add(index)
        return lost

    async def _answer(
        self, connection: AsyncConnection, changes: Sequence[Changes]
    ) -> dict[tuple[str, str] | None, AnyReply]:
        """Keeps the answers; the first ones of the requests that had one already."""
        rows = {
            (answer.person, answer.request): {
                "person": answer.person,
                "request": answer.request,
                "reply": msgspec.json.encode(answer.reply).decode(),
                "at": answer.at,
            }
            for answer in (change.answer for change in changes)
            if answer is not None
        }
        table = tables.answers
        kept = await self._insert_new(connection, table, list(rows.values()))
        known = set(rows) - kept
        if not known:
            return {}
        statement = select(table.c.person, table.c.request, table.c.reply).where(
            tuple_(table.c.person, table.c.request).in_(list(known))
        )
        found = await connection.execute(statement)
        return {
            (person, request): msgspec.json.decode(reply, type=AnyReply)
            for person, request, reply in found
        }

    async def _append(
        self, connection: AsyncConnection, changes: Sequence[Changes]
    ) -> tuple[set[tuple[Any, ...]], set[MatchId]]:
        """Appends log rows; the keys of the new ones, the matches whose rows were there already."""
        rows = {
            (row.match, row.number): {
                "match": row.match,
                "number": row.number,
                "at": row.at,
                "text": row.text,
            }
            for change in changes
            for part in change.matches
            for row in part.log
        }
        kept = await self._insert_new(connection, tables.log, list(rows.values()))
        return kept, {match for match, _ in set(rows) - kept}

    async def _insert_new(
        self, connection: AsyncConnection, table: Table, rows: list[Values]
    ) -> set[tuple[Any, ...]]:
        """Inserts what is not there yet; the keys of what was inserted."""
        if not rows:
            return set()
        keys = list(table.primary_key.columns)
        statement = self._insert(table).on_conflict_do_nothing().returning(*keys)
        return {tuple(row) for row in await connection.execute(statement, rows)}

    async def _take_back(
        self,
        connection: AsyncConnection,
        losers: Sequence[Changes],
        appended: set[tuple[Any, ...]],
    ) -> None:
        """What was inserted for a change that lost on another count."""
        answers = [answer for change in losers if (answer := change.answer) is not None]
        if answers:
            table = tables.answers
            await connection.execute(
                delete(table).where(
                    tuple_(table.c.person, table.c.request).in_(
                        [(answer.person, answer.request) for answer in answers]
                    )
                )
            )
        rows = {
            (row.match, row.number)
            for change in losers
            for part in change.matches
            for row in part.log
        } & appended
        if rows:
            await connection.execute(
                delete(tables.log).where(
                    tuple_(tables.log.c.match, tables.log.c.number).in_(list(rows))
                )
            )

    async def _write_matches(
        self, connection: AsyncConnection, parts: Sequence[MatchChange]
    ) -> None:
        if not parts:
            return
        await self._upsert(connection, tables.matches, [_match_values(part.row) for part in parts])
        seated = [part for part in parts if part.sitting is not None]
        await self._replace(
            connection,
            tables.sitting,
            [part.row.info.match for part in seated],
            [
                {"match": part.row.info.match, "person": person}
                for part in seated
                for person in sorted(set(part.sitting or ()))
            ],
        )
        await self._replace(
            connection,
            tables.deadlines,
            [part.row.info.match for part in parts],
            [msgspec.structs.asdict(row) for part in parts for row in part.deadlines],
        )
        results = [msgspec.structs.asdict(row) for part in parts for row in part.results]
        if results:
            await connection.execute(tables.results.insert(), results)
        notices = [_notice_values(row) for part in parts for row in part.notices]
        if notices:
            await connection.execute(self._insert(tables.notices).on_conflict_do_nothing(), notices)
        await connection.execute(
            update(tables.surfaces)
            .where(tables.surfaces.c.match == bindparam("of_match"))
            .values(wanted=bindparam("version")),
            [{"of_match": p.row.info.match, "version": p.row.info.version} for p in parts],
        )

    async def _write_rest(self, connection: AsyncConnection, changes: Sequence[Changes]) -> None:
        surfaces = [msgspec.structs.asdict(row) for change in changes for row in change.surfaces]
        await self._upsert(connection, tables.surfaces, surfaces)
        forgotten = [surface for change in changes for surface in change.forgotten]
        if forgotten:
            await connection.execute(
                delete(tables.surfaces).where(tables.surfaces.c.id.in_(forgotten))
            )
        await self._write_seen(connection, changes)
        await self._upsert(
            connection,
            tables.preferences,
            [msgspec.structs.asdict(row) for change in changes for row in change.preferences],
        )
        for preference in (row for change in changes for row in change.preferences):
            await self._redraw(connection, preference.owner)
        await self._write_settings(connection, changes)
        for change in changes:
            if change.outdated is not None:
                await self._forget(connection, change.outdated)

    async def _write_settings(
        self, connection: AsyncConnection, changes: Sequence[Changes]
    ) -> None:
        rows = {
            (row.owner, row.name): msgspec.structs.asdict(row)
            for change in changes
            for row in change.settings
        }
        await self._upsert(
            connection, tables.settings, [row for row in rows.values() if row["value"]]
        )
        unset = [key for key, row in rows.items() if not row["value"]]
        if unset:
            columns = tables.settings.c
            await connection.execute(
                delete(tables.settings).where(tuple_(columns.owner, columns.name).in_(unset))
            )

    async def _write_seen(self, connection: AsyncConnection, changes: Sequence[Changes]) -> None:
        seen = [row for change in changes for row in change.seen if row.read is None]
        if seen:
            await connection.execute(_seeing(), [_seen_values(row) for row in seen])
        doubted = [surface for change in changes for surface in change.doubted]
        if doubted:
            await connection.execute(
                update(tables.surfaces)
                .where(tables.surfaces.c.id.in_(doubted))
                .values(shown=_anew(), digest="")
            )

    async def _see(self, connection: AsyncConnection, changes: Sequence[Changes]) -> set[int]:
        """Notes what became of surfaces that are where they were; the indexes of the changes whose
        surface is elsewhere by now."""
        lost: set[int] = set()
        for index, change in enumerate(changes):
            for seen in change.seen:
                if seen.read is None:
                    continue
                assert change == Changes(seen=(seen,))
                columns = tables.surfaces.c
                statement = _seeing().where(columns.address == seen.read.address)
                found = await connection.execute(
                    statement.returning(columns.id), _seen_values(seen)
                )
                if found.first() is None:
                    lost.add(index)
        return lost

    async def _redraw(self, connection: AsyncConnection, owner: PersonId | CommunityId) -> None:
        theirs = select(tables.matches.c.match).where(tables.matches.c.community == owner)
        columns = tables.surfaces.c
        await connection.execute(
            update(tables.surfaces)
            .where(columns.locale == "", or_(columns.person == owner, columns.match.in_(theirs)))
            .values(shown=_anew())
        )

    async def _forget(self, connection: AsyncConnection, before: float) -> None:
        await connection.execute(delete(tables.answers).where(tables.answers.c.at < before))
        await connection.execute(
            delete(tables.notices).where(
                tables.notices.c.at < before,
                tables.notices.c.state != NoticeState.WAITING.value,
            )
        )
        columns = tables.surfaces.c
        await connection.execute(
            delete(tables.surfaces).where(or_(columns.expires < before, columns.lost))
        )

    async def _upsert(
        self, connection: AsyncConnection, table: Table, rows: Sequence[Values]
    ) -> None:
        if not rows:
            return
        statement = self._insert(table)
        keys = list(table.primary_key.columns)
        values = {
            column.name: statement.excluded[column.name]
            for column in table.columns
            if not column.primary_key
        }
        await connection.execute(
            statement.on_conflict_do_update(index_elements=keys, set_=values), list(rows)
        )

    async def _replace(
        self,
        connection: AsyncConnection,
        table: Table,
        matches: Sequence[MatchId],
        rows: Sequence[Values],
    ) -> None:
        if matches:
            await connection.execute(delete(table).where(table.c.match.in_(matches)))
        if rows:
            await connection.execute(table.insert(), list(rows))

    # --- reading -------------------------------------------------------------------------

    async def load(self, match: MatchId) -> Stored | None:
        async with self._reader.connect() as connection:
            await connection.exec_driver_sql("BEGIN")  # several reads of one moment
            row = (
                await connection.execute(
                    select(
                        tables.matches.c.row,
                        tables.matches.c.snapshot,
                        tables.matches.c.snapshot_number,
                    ).where(tables.matches.c.match == match)
                )
            ).first()
            if row is None:
                return None
            found = _match_row(row)
            after = 0 if found.snapshot is None else found.snapshot.number
            log = await _log(connection, match, after)
            deadlines = await connection.execute(
                select(tables.deadlines).where(tables.deadlines.c.match == match)
            )
            return Stored(found, log, tuple(Deadline(**row) for row in deadlines.mappings()))

    async def version(self, match: MatchId) -> int:
        statement = select(func.max(tables.log.c.number)).where(tables.log.c.match == match)
        async with self._reader.connect() as connection:
            return (await connection.execute(statement)).scalar() or 0

    async def log(self, match: MatchId) -> tuple[LogRow, ...]:
        async with self._reader.connect() as connection:
            return await _log(connection, match, 0)

    async def matches(self) -> tuple[MatchId, ...]:
        """Every match there is."""
        async with self._reader.connect() as connection:
            found = await connection.execute(select(tables.matches.c.match))
            return tuple(found.scalars())

    async def due(self, now: float, limit: int) -> tuple[Deadline, ...]:
        columns = tables.deadlines.c
        statement = (
            select(tables.deadlines)
            .where(columns.due <= now)
            .order_by(columns.due, columns.match, columns.id)
            .limit(limit)
        )
        async with self._reader.connect() as connection:
            found = await connection.execute(statement)
            return tuple(Deadline(**row) for row in found.mappings())

    async def next_due(self) -> float | None:
        async with self._reader.connect() as connection:
            found = await connection.execute(select(func.min(tables.deadlines.c.due)))
            earliest: float | None = found.scalar()
            return earliest

    async def surface(self, surface: str) -> Surface | None:
        statement = select(tables.surfaces).where(tables.surfaces.c.id == surface)
        async with self._reader.connect() as connection:
            row = (await connection.execute(statement)).mappings().first()
            return None if row is None else Surface(**row)

    async def surfaces_of(self, match: MatchId) -> tuple[Surface, ...]:
        columns = tables.surfaces.c
        statement = (
            select(tables.surfaces)
            .where(columns.match == match, columns.lost.is_(False))
            .order_by(columns.id)
        )
        async with self._reader.connect() as connection:
            found = await connection.execute(statement)
            return tuple(Surface(**row) for row in found.mappings())

    async def surfaces_behind(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Surface, ...]:
        columns = tables.surfaces.c
        condition = and_(columns.shown < columns.wanted, columns.lost.is_(False))
        if matches is not None:
            condition = and_(condition, columns.match.in_(matches))
        async with self._reader.connect() as connection:
            found = await connection.execute(select(tables.surfaces).where(condition))
            return tuple(Surface(**row) for row in found.mappings())

    async def notices_waiting(
        self, matches: Collection[MatchId] | None = None
    ) -> tuple[Notice, ...]:
        columns = tables.notices.c
        condition = columns.state == NoticeState.WAITING.value
        if matches is not None:
            condition = and_(condition, columns.match.in_(matches))
        statement = select(tables.notices).where(condition).order_by(columns.at, columns.id)
        async with self._reader.connect() as connection:
            found = await connection.execute(statement)
            return tuple(
                Notice(**{**row, "state": NoticeState(row["state"])}) for row in found.mappings()
            )

    async def results(
        self, community: CommunityId, since: float | None = None
    ) -> tuple[Result, ...]:
        columns = tables.results.c
        statement = (
            select(tables.results)
            .where(columns.community == community)
            .order_by(columns.at, columns.match, columns.person)
        )
        if since is not None:
            statement = statement.where(columns.at >= since)
        async with self._reader.connect() as connection:
            found = await connection.execute(statement)
            return tuple(Result(**row) for row in found.mappings())

    async def matches_at(self, place: PlaceId) -> tuple[MatchRow, ...]:
        columns = tables.matches.c
        return await self._rows(and_(columns.place == place, columns.status.in_(_LIVE)))

    async def matches_in(self, community: CommunityId) -> tuple[MatchRow, ...]:
        columns = tables.matches.c
        # All that begins so, as the index has it: the sign after the stroke is the nought.
        inside = and_(columns.place > f"{community}/", columns.place < f"{community}0")
        return await self._rows(and_(inside, columns.status.in_(_LIVE)))

    async def last_match_at(self, place: PlaceId) -> MatchRow | None:
        columns = tables.matches.c
        rows = await self._rows(
            and_(columns.place == place, columns.status != Status.CLOSED.value), limit=1
        )
        return rows[0] if rows else None

    async def matches_of(self, person: PersonId) -> tuple[MatchRow, ...]:
        mine = select(tables.sitting.c.match).where(tables.sitting.c.person == person)
        columns = tables.matches.c
        return await self._rows(and_(columns.match.in_(mine), columns.status.in_(_LIVE)))

    async def _rows(self, condition: Any, limit: int | None = None) -> tuple[MatchRow, ...]:
        columns = tables.matches.c
        statement = (
            select(columns.row, columns.snapshot, columns.snapshot_number)
            .where(condition)
            .order_by(columns.created.desc(), columns.match)
            .limit(limit)
        )
        async with self._reader.connect() as connection:
            return tuple(_match_row(row) for row in await connection.execute(statement))

    async def locale_of(self, owner: PersonId | CommunityId) -> str | None:
        statement = select(tables.preferences.c.locale).where(tables.preferences.c.owner == owner)
        async with self._reader.connect() as connection:
            locale: str | None = (await connection.execute(statement)).scalar()
            return locale

    async def settings_of(self, owner: PersonId | CommunityId) -> dict[str, str]:
        columns = tables.settings.c
        statement = select(columns.name, columns.value).where(columns.owner == owner)
        async with self._reader.connect() as connection:
            found = await connection.execute(statement)
            return {name: value for name, value in found}


def sqlite_file(url: str) -> Path:
    """The file of an SQLite address."""
    database = make_url(url).database
    assert database
    return Path(database)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            Trouble.FOLDER, f"The folder {folder} cannot be made: {error.strerror}."
        ) from None


_PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")


def _try_file(file: Path) -> None:
    """Whether it can be opened at all: a failure is told more cleanly before there are pools."""
    if file.exists() and not os.access(file, os.W_OK):
        # SQLite itself would notice at the first write, which may be a day later.
        raise StoreError(Trouble.READ_ONLY, f"The database {file} is read-only.")
    try:
        with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS)) as connection:
            connection.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        raise explained(error, file) from None


def _engine(
    url: str, *, begin: str = "", size: int, pragmas: tuple[str, ...] = _PRAGMAS
) -> AsyncEngine:
    engine = create_async_engine(
        make_url(url).set(drivername="sqlite+aiosqlite"),
        pool_size=size,
        max_overflow=0,
        connect_args={"timeout": _BUSY_SECONDS},
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def _connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    if begin:

        @event.listens_for(engine.sync_engine, "begin")
        def _begun(connection: Any) -> None:
            connection.exec_driver_sql(begin)

    return engine


async def _log(connection: AsyncConnection, match: MatchId, after: int) -> tuple[LogRow, ...]:
    columns = tables.log.c
    statement = (
        select(tables.log)
        .where(columns.match == match, columns.number > after)
        .order_by(columns.number)
    )
    found = await connection.execute(statement)
    return tuple(LogRow(**row) for row in found.mappings())


def _match_values(row: MatchRow) -> Values:
    info = row.info
    return {
        "match": info.match,
        "version": info.version,
        "status": info.status.value,
        "community": info.community,
        "place": info.place,
        "created": info.created,
        "row": msgspec.json.encode(msgspec.structs.replace(row, snapshot=None)).decode(),
        "snapshot": None if row.snapshot is None else row.snapshot.data,
        "snapshot_number": None if row.snapshot is None else row.snapshot.number,
    }


def _match_row(found: Any) -> MatchRow:
    row = msgspec.json.decode(found.row, type=MatchRow)
    if found.snapshot is None:
        return row
    return msgspec.structs.replace(row, snapshot=Snapshot(found.snapshot_number, found.snapshot))


def _notice_values(notice: Notice) -> Values:
    return {**msgspec.structs.asdict(notice), "state": notice.state.value}


_LONG_AGO = -(2**31)
"""Less than what any surface has shown."""


def _seeing() -> Update:
    """Notes what became of a surface, see :class:`bot.store.changes.Seen`."""
    columns = tables.surfaces.c
    now, read = bindparam("now", type_=Integer), bindparam("read", type_=Integer)
    anew = columns.shown < read
    older = columns.shown > now
    return (
        update(tables.surfaces)
        .where(columns.id == bindparam("surface"))
        .values(
            shown=case((or_(anew, older), columns.shown), else_=now),
            digest=case(
                (or_(older, and_(anew, columns.digest == "")), columns.digest),
                else_=bindparam("look"),
            ),
            address=func.coalesce(bindparam("moved"), columns.address),
            lost=or_(columns.lost, bindparam("gone")),
        )
    )


def _seen_values(seen: Seen) -> Values:
    return {
        "surface": seen.surface,
        "now": seen.shown,
        "read": _LONG_AGO if seen.read is None else seen.read.shown,
        "look": seen.digest,
        "moved": seen.address,
        "gone": seen.lost,
    }


def _anew() -> ColumnElement[int]:
    """What a surface has shown that is to be shown anew."""
    shown = tables.surfaces.c.shown
    return case((shown < 0, shown - 1), else_=-1)


def _asked(change: Changes) -> tuple[str, str] | None:
    return None if change.answer is None else (change.answer.person, change.answer.request)


def _matches_of(change: Changes) -> set[MatchId]:
    return {part.row.info.match for part in change.matches}


def _fail(future: asyncio.Future[Outcome], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
