"""A scoreboard by chips: the chips of everybody with a result, for each community and for all."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "purses",
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("person", text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("minus_amount", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("purses_in_order", "purses", ["community", "minus_amount", "person"])
    op.create_index("purses_by_person", "purses", ["person"])
    op.execute(
        "INSERT INTO purses (community, person, name, minus_amount)"
        " SELECT results.community, results.person, max(results.name),"
        " -coalesce(max(balances.amount), 0) FROM results"
        " LEFT JOIN balances ON balances.owner = results.person"
        " GROUP BY results.community, results.person"
    )
    op.execute(
        "INSERT INTO purses (community, person, name, minus_amount)"
        " SELECT '*', purses.person, max(purses.name), max(purses.minus_amount) FROM purses"
        " GROUP BY purses.person"
    )


def downgrade() -> None:
    op.drop_table("purses")
