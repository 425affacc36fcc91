"""Hands of the day: what people have made of them, and what robots have done there first."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    person = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "daily_results",
        sa.Column("sealed", sa.Text, primary_key=True),
        sa.Column("person", person, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("hands", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_results_by_person", "daily_results", ["person", "number"])
    op.create_index("daily_results_by_time", "daily_results", ["at"])
    op.create_table(
        "daily_answers",
        sa.Column("sealed", sa.Text, primary_key=True),
        sa.Column("position", sa.Text, primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_answers_by_time", "daily_answers", ["at"])


def downgrade() -> None:
    op.drop_table("daily_answers")
    op.drop_table("daily_results")
