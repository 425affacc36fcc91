"""The register of commitments, and sealed secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "register",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("link", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary),
    )
    op.create_index("register_by_match", "register", ["match"], unique=True)
    unopened = sa.text("ended = ''")
    op.create_index(
        "register_unopened",
        "register",
        ["number"],
        sqlite_where=unopened,
        postgresql_where=unopened,
    )
    end = op.create_table(
        "register_end",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("link", sa.LargeBinary, nullable=False),
    )
    op.bulk_insert(end, [{"id": 1, "number": 0, "link": bytes(32)}])
    op.create_table(
        "secrets",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("secrets")
    op.drop_table("register_end")
    op.drop_table("register")
