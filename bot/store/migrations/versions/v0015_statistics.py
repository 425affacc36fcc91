"""What people did in their matches, counted, and the badges that this brought."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_NUMBERS = (
    "matches",
    "hands",
    "envidos_called",
    "envidos_won",
    "envidos_refused",
    "trucos_called",
    "trucos_accepted",
    "trucos_refused",
    "bluffs",
    "flores",
)


def upgrade() -> None:
    """Older matches were not counted."""
    op.add_column("results", sa.Column("counts", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "statistics",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Integer, nullable=False) for name in _NUMBERS),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "badges",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("badge", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("badges_by_match", "badges", ["match"])


def downgrade() -> None:
    op.drop_table("badges")
    op.drop_table("statistics")
    with op.batch_alter_table("results") as batch:
        batch.drop_column("counts")
