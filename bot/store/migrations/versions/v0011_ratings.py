"""Ratings, and the changes that each match made to them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    seats = sa.Column("seats", sa.Integer, nullable=False, server_default="0")
    op.add_column("results", seats)
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "ratings",
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("provisional", sa.Integer, nullable=False),
        sa.Column("minus_mu", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    order = ["provisional", "minus_mu", "sigma", "person"]
    op.create_index("ratings_in_order", "ratings", ["community", "variant", "players", *order])
    op.create_index("ratings_by_person", "ratings", ["person", "variant", "players"])
    op.create_table(
        "rated",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_index("rated_by_person", "rated", ["person", "variant", "players", "number"])


def downgrade() -> None:
    op.drop_table("rated")
    op.drop_table("ratings")
    with op.batch_alter_table("results") as results:
        results.drop_column("seats")
