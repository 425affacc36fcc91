"""A press writes fewer rows and pages: all deadlines of a match are one row; the version that a
surface should show is its match's; tables that every press writes are kept in the order of their
keys (SQLite)."""

import json
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_BY_KEY = ("log", "answers", "notices")
_TYPES = {
    "match": str,
    "id": str,
    "kind": str,
    "due": float,
    "seat": int,
    "moment": str,
    "since": float,
}
_DEADLINE = tuple(_TYPES)
_EACH = sa.table("deadlines", *map(sa.column, _DEADLINE))


def upgrade() -> None:
    op.drop_index("surfaces_behind", "surfaces")
    with op.batch_alter_table("surfaces") as surfaces:
        surfaces.drop_column("wanted")
    _deadlines_together()
    if _is_sqlite():
        _keep_by_key()


def _is_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _keep_by_key() -> None:
    """Writes the tables anew, in the order of their keys."""
    for table in _BY_KEY:
        with op.batch_alter_table(
            table, recreate="always", table_kwargs={"sqlite_with_rowid": False}
        ):
            pass


def _deadlines_together() -> None:
    """One row for each match, with the moment of its earliest deadline."""
    found = op.get_bind().execute(sa.select(_EACH).order_by(*_EACH.c)).mappings().all()
    op.drop_table("deadlines")
    made = op.create_table(
        "deadlines",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("rows", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    if not _is_sqlite():
        op.create_index("deadlines_by_due", "deadlines", ["due"])
    rows = []
    for match, group in groupby(filter(_is_sound, found), key=lambda row: row["match"]):
        each = [dict(row) for row in group]
        due = min(row["due"] for row in each)
        rows.append({"match": match, "due": due, "rows": json.dumps(each, ensure_ascii=False)})
    op.bulk_insert(made, rows)


def _is_sound(row: Any) -> bool:
    """Whether a deadline can be read. A deadline that cannot be read is left out. Then its match is
    damaged, as it was before, and no other match is."""
    return all(isinstance(row[name], kind) for name, kind in _TYPES.items())
