"""Finished matches packed into records."""

import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.store.migrations.versions import v0005_seals

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sa.Column("moves", sa.LargeBinary, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("records_by_time", "records", ["at"])
    op.create_table(
        "finished",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("finished_by_time", "finished", ["at"])
    op.execute(
        "INSERT INTO finished SELECT log.match, max(log.at) FROM log JOIN matches"
        " ON matches.match = log.match WHERE matches.status IN ('over', 'closed')"
        " GROUP BY log.match"
    )


def downgrade() -> None:
    """Turns each record back into the last row of its log; the rows before it are empty."""
    # Everything that is stored here gets new seals.
    v0005_seals.downgrade()
    connection = op.get_bind()
    records = sa.table("records", *map(sa.column, ("match", "number", "at", "moves", "names")))
    log = sa.table("log", *map(sa.column, ("match", "number", "at", "text")))
    matches = sa.table("matches", *map(sa.column, ("match", "snapshot", "snapshot_number")))
    for (match,) in connection.execute(sa.select(records.c.match)).fetchall():
        found = connection.execute(sa.select(records).where(records.c.match == match))
        record = found.one()
        rows = [
            {"match": match, "number": number, "at": record.at, "text": ""}
            for number in range(1, record.number + 1)
        ]
        rows[-1]["text"] = _text(record)
        connection.execute(log.insert(), rows)
        # A snapshot that no version can read, so the match is rebuilt from its log.
        connection.execute(
            matches.update()
            .where(matches.c.match == match)
            .values(snapshot=b"\0", snapshot_number=record.number)
        )
    op.drop_table("finished")
    op.drop_table("records")
    v0005_seals.upgrade()


def _text(record: Any) -> str:
    names = json.loads(record.names)
    lines = []
    for line in zlib.decompress(record.moves).decode().splitlines():
        before, sign, number = line.partition("#")
        named = sign and line.startswith("seat ")
        lines.append((before + names[int(number)][1]).rstrip() if named else line)
    return "\n".join(lines)
