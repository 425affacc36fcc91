"""The first answer to a request that brought a step, and the calls of the step, stand in the step's
log row. Earlier answers and calls stay where they are until they are cleared away. SQLite keeps
packed records by number: in the order of their keys most of them took a page of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_NEW = ("person", "request", "reply", "calls")
_ANSWERED = sa.text("request IS NOT NULL")


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
    if op.get_bind().dialect.name == "sqlite":
        with op.batch_alter_table(
            "records", recreate="always", table_kwargs={"sqlite_with_rowid": True}
        ):
            pass
