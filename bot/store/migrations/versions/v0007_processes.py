"""Tables for the processes that share a database, and for their leases."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("lease", sa.Text, primary_key=True),
        sa.Column("process", sa.Text, nullable=False),
    )
    op.create_index("leases_by_process", "leases", ["process"])


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_table("processes")
