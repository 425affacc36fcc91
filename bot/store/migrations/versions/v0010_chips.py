"""Chips: transfers, and the balances that follow from them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "transfers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("payer", sa.Text, nullable=False),
        sa.Column("payee", sa.Text, nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
    )
    op.create_index("transfers_by_payer", "transfers", ["payer"])
    op.create_index("transfers_by_payee", "transfers", ["payee"])
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "balances",
        sa.Column("owner", text, primary_key=True),
        sa.Column("amount", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("balances")
    op.drop_table("transfers")
