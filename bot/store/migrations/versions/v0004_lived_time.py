"""Deadlines in lived time, and the last moment of lived time."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    clock = op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("moment", sa.Double, nullable=False),
        sa.Column("ahead", sa.Double, nullable=False),
    )
    # For the new version, no time has passed since the last step.
    last = op.get_bind().execute(sa.text("SELECT max(at) FROM log")).scalar()
    if last is not None:
        op.bulk_insert(clock, [{"id": 1, "moment": last, "ahead": 0.0}])
    op.add_column(
        "deadlines", sa.Column("since", sa.Double, nullable=False, server_default=sa.text("0"))
    )


def downgrade() -> None:
    """Converts deadlines back to UTC. Each keeps the time that was left."""
    connection = op.get_bind()
    moment = connection.execute(sa.text("SELECT moment FROM clock")).scalar()
    if moment is not None:
        connection.execute(
            sa.text("UPDATE deadlines SET due = due + :ahead"), {"ahead": time.time() - moment}
        )
    op.drop_column("deadlines", "since")
    op.drop_table("clock")
