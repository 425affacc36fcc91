"""Writes the surfaces of matches, and the languages and settings of people and communities."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.store.changes import Changes, SurfaceSeen
from bot.store.statements import tables
from bot.store.statements.preparing import Statement, Values, is_given, upsert
from bot.store.transaction import Rows, Work, ask, tell

_LONG_AGO: Final = -(2**31)
"""Less than what any surface has shown."""


def _seeing() -> sa.Update:
    """The new values of a surface after it was shown, see :class:`bot.store.changes.SurfaceSeen`.
    ``surface``: its id; ``now``: the version that was shown; ``read``: the value of ``shown`` when
    the drawing began."""
    columns = tables.surfaces.c
    now, read = sa.bindparam("now", type_=sa.Integer), sa.bindparam("read", type_=sa.Integer)
    anew = columns.shown < read
    older = columns.shown > now
    return (
        sa.update(tables.surfaces)
        .where(columns.id == sa.bindparam("surface"))
        .values(
            shown=sa.case((sa.or_(anew, older), columns.shown), else_=now),
            digest=sa.case(
                (sa.or_(older, sa.and_(anew, columns.digest == "")), columns.digest),
                else_=sa.bindparam("look", type_=sa.Text),
            ),
            address=sa.func.coalesce(sa.bindparam("moved", type_=sa.Text), columns.address),
            lost=sa.or_(columns.lost, sa.bindparam("gone", type_=sa.Boolean)),
        )
    )


def _anew() -> sa.ColumnElement[int]:
    """The new value of ``shown`` for a surface that must be shown anew."""
    shown = tables.surfaces.c.shown
    return sa.case((shown < 0, shown - 1), else_=-1)


_SEE_THERE: Final = Statement(  # ``there``: the address where it was
    _seeing()
    .where(tables.surfaces.c.address == sa.bindparam("there"))
    .returning(tables.surfaces.c.id)
)


def see_there(changes: Sequence[Changes]) -> Work[set[int]]:
    """Stores the notes about surfaces that have not moved. Returns the indexes of the changes whose
    surface has another address by now."""
    seen = {
        i: surface
        for i, change in enumerate(changes)
        for surface in change.seen
        if surface.read is not None
    }
    if not seen:
        return set()
    assert all(changes[i] == Changes(seen=(surface,)) for i, surface in seen.items())
    rows = [_seen_values(surface) for surface in seen.values()]
    foreseen: Rows = [(surface.surface,) for surface in seen.values()]
    there = {row[0] for row in (yield from ask(_SEE_THERE, *rows, foreseen=foreseen))}
    return {i for i, surface in seen.items() if surface.surface not in there}


_VERSION_LOCKED: Final = Statement(  # SQLite needs no lock: it has one writer
    sa.select(tables.matches.c.version)
    .where(is_given(tables.matches.c.match))
    .with_for_update(read=True)
)


def shown_late(changes: Sequence[Changes]) -> Work[set[int]]:
    """The indexes of the changes with a surface that asks for an older version than its match's
    newest one. The match's row is locked: another process's step waits, then finds the surface."""
    lost = set()
    for index, change in enumerate(changes):
        for surface in change.surfaces:
            found = yield from ask(_VERSION_LOCKED, {"match": surface.match})
            if found and found[0][0] > surface.wanted:
                lost.add(index)
    return lost


_SURFACE: Final = upsert(tables.surfaces)
_NO_SURFACE: Final = Statement(sa.delete(tables.surfaces).where(is_given(tables.surfaces.c.id)))
_SEE: Final = Statement(_seeing())
_DOUBT: Final = Statement(
    sa.update(tables.surfaces)
    .where(tables.surfaces.c.id == sa.bindparam("surface"))
    .values(shown=_anew(), digest="")
)


def write_surfaces(changes: Sequence[Changes]) -> Work[None]:
    yield from tell(_SURFACE, [asdict(row) for change in changes for row in change.surfaces])
    yield from tell(
        _NO_SURFACE, [{"id": surface} for change in changes for surface in change.forgotten]
    )
    yield from tell(
        _SEE,
        [_seen_values(seen) for change in changes for seen in change.seen if seen.read is None],
    )
    yield from tell(
        _DOUBT, [{"surface": surface} for change in changes for surface in change.doubted]
    )


_PREFERENCE: Final = upsert(tables.preferences)
_SETTING: Final = upsert(tables.settings)
_NO_SETTING: Final = Statement(
    sa.delete(tables.settings).where(
        is_given(tables.settings.c.owner), is_given(tables.settings.c.name)
    )
)
_theirs = sa.exists().where(
    tables.matches.c.match == tables.surfaces.c.match,
    tables.matches.c.community == sa.bindparam("owner"),
)
_REDRAW: Final = Statement(
    sa.update(tables.surfaces)
    .where(
        tables.surfaces.c.locale == "",
        sa.or_(tables.surfaces.c.person == sa.bindparam("owner"), _theirs),
    )
    .values(shown=_anew())
)


def write_owners(changes: Sequence[Changes]) -> Work[None]:
    """Writes languages and settings of people and communities."""
    preferences = [row for change in changes for row in change.preferences]
    yield from tell(_PREFERENCE, [asdict(row) for row in preferences])
    yield from tell(_REDRAW, [{"owner": row.owner} for row in preferences])
    rows = {(row.owner, row.name): row for change in changes for row in change.settings}
    yield from tell(_SETTING, [asdict(row) for row in rows.values() if row.value])
    yield from tell(
        _NO_SETTING,
        [{"owner": owner, "name": name} for (owner, name), row in rows.items() if not row.value],
    )


def _seen_values(seen: SurfaceSeen) -> Values:
    return {
        "surface": seen.surface,
        "now": seen.shown,
        "read": _LONG_AGO if seen.read is None else seen.read.shown,
        "there": "" if seen.read is None else seen.read.address,
        "look": seen.digest,
        "moved": seen.address,
        "gone": seen.lost,
    }
