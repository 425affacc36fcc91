"""Seals: a hash over each log row and the one before it, and over each match."""

import base64
import json
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_MATCH = (
    "SELECT match, version, status, community, place, created, row, snapshot, snapshot_number"
    " FROM matches WHERE match = :match"
)
_DEADLINES = "SELECT match, id, kind, due, seat, moment, since FROM deadlines"


def upgrade() -> None:
    """Seals what is stored as it is; nothing is checked."""
    op.add_column("log", sa.Column("seal", sa.LargeBinary, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("snapshot_seal", sa.LargeBinary))
    op.add_column("matches", sa.Column("seal", sa.LargeBinary, nullable=False, server_default=""))
    connection = op.get_bind()
    deadlines: dict[str, list[tuple[Any, ...]]] = {}
    for row in connection.execute(sa.text(_DEADLINES)).all():
        deadlines.setdefault(row[0], []).append(tuple(row))
    logged = connection.execute(
        sa.text("SELECT match, number, at, text FROM log ORDER BY match, number")
    ).all()
    seals = {match: _chain(rows) for match, rows in groupby(logged, key=lambda row: row[0])}
    del logged
    if chained := [
        {"match": match, "number": number, "seal": seal}
        for match, known in seals.items()
        for number, seal in known.items()
    ]:
        connection.execute(
            sa.text("UPDATE log SET seal = :seal WHERE match = :match AND number = :number"),
            chained,
        )
    names = [one[0] for one in connection.execute(sa.text("SELECT match FROM matches")).all()]
    for name in names:
        found = connection.execute(sa.text(_MATCH), {"match": name}).one()
        *head, text, snapshot, number = found
        known = seals.get(name, {})
        row = json.loads(text)
        row["sealed"] = base64.b64encode(known.get(head[1], b"")).decode()
        text = json.dumps(row, ensure_ascii=False)
        snapshot_seal = None if snapshot is None else known.get(number, b"")
        values = (*head, text, snapshot, number, snapshot_seal)
        connection.execute(
            sa.text(
                "UPDATE matches SET row = :row, snapshot_seal = :snapshot_seal, seal = :seal"
                " WHERE match = :match"
            ),
            {
                "match": name,
                "row": text,
                "snapshot_seal": snapshot_seal,
                "seal": _seal_of_match(values, deadlines.get(name, ())),
            },
        )


def _chain(rows: Iterable[Sequence[Any]]) -> dict[int, bytes]:
    """The seals of a match's log rows, by number."""
    former, seals = b"", {}
    for match, number, at, text in rows:
        said = f"{match}\n{number}\n{float(at)!r}\n{text}".encode()
        former = seals[number] = blake2b(former + said, digest_size=16).digest()
    return seals


def _seal_of_match(values: Sequence[Any], deadlines: Iterable[Sequence[Any]]) -> bytes:
    said = [
        value if isinstance(value, bytes) else str(value).encode()
        for row in (values, *sorted(deadlines, key=lambda row: str(row[1])))
        for value in row
    ]
    sizes = ",".join(str(len(one)) for one in said).encode()
    return blake2b(b"".join([sizes, *said]), digest_size=16).digest()


def downgrade() -> None:
    """Leaves the new values in the row of a match: older versions ignore them."""
    op.drop_column("matches", "seal")
    op.drop_column("matches", "snapshot_seal")
    op.drop_column("log", "seal")
