"""The first answer to a request that brought a step, and the calls of the step, stand in the step's
log row. Earlier answers and calls stay where they are until they are cleared away. SQLite keeps
packed records by number: in the order of their keys most of them took a page of their own."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_NEW = ("person", "request", "reply", "calls")
_ANSWERED = sa.text("request IS NOT NULL")
_LOG = sa.table("log", *map(sa.column, ("match", "number", "at", *_NEW)))
_ANSWERS = sa.table("answers", *map(sa.column, ("person", "request", "reply", "at")))
_NOTICE = ("id", "match", "person", "kind", "moment", "at", "state")
_NOTICES = sa.table("notices", *map(sa.column, _NOTICE))


def upgrade() -> None:
    for name in _NEW:
        op.add_column("log", sa.Column(name, sa.Text))
    op.create_index(
        "log_by_request",
        "log",
        ["person", "request"],
        unique=True,
        sqlite_where=_ANSWERED,
        postgresql_where=_ANSWERED,
    )
    _keep_records(by_key=False)


def downgrade() -> None:
    _keep_records(by_key=True)
    _answers_alone()
    _calls_alone()
    op.drop_index("log_by_request", "log")
    with op.batch_alter_table("log", table_kwargs={"sqlite_with_rowid": False}) as log:
        for name in _NEW:
            log.drop_column(name)


def _keep_records(*, by_key: bool) -> None:
    if op.get_bind().dialect.name == "sqlite":
        with op.batch_alter_table(
            "records", recreate="always", table_kwargs={"sqlite_with_rowid": not by_key}
        ):
            pass


def _answers_alone() -> None:
    rows = op.get_bind().execute(sa.select(_LOG).where(_LOG.c.request.is_not(None))).mappings()
    answers = [
        {
            "person": row["person"],
            "request": row["request"],
            "reply": row["reply"] or json.dumps({"type": "Accepted", "match": row["match"]}),
            "at": row["at"],
        }
        for row in rows
    ]
    if answers:
        op.get_bind().execute(sa.insert(_ANSWERS), answers)


def _calls_alone() -> None:
    """The calls in each match's newest log row that names the people whom it calls."""
    newest: dict[str, Any] = {}
    told = sa.select(_LOG).where(_LOG.c.calls.is_not(None)).order_by(_LOG.c.match, _LOG.c.number)
    for row in op.get_bind().execute(told).mappings():
        newest[row["match"]] = row
    notices = []
    for match, row in newest.items():
        for line in row["calls"].splitlines():
            name, person, kind, moment = json.loads(line)
            values = (f"{match}.{name}", match, person, kind, moment, row["at"], "waiting")
            notices.append(dict(zip(_NOTICE, values, strict=True)))
    if notices:
        op.get_bind().execute(sa.insert(_NOTICES), notices)
