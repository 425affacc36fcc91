"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("row", sa.Text, nullable=False),
        sa.Column("snapshot", sa.LargeBinary),
        sa.Column("snapshot_number", sa.Integer),
    )
    op.create_index("matches_by_place", "matches", ["place", "created"])
    op.create_table(
        "sitting",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
    )
    op.create_index("sitting_by_person", "sitting", ["person"])
    op.create_table(
        "log",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "deadlines",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("moment", sa.Text, nullable=False),
    )
    op.create_index("deadlines_by_due", "deadlines", ["due"])
    op.create_table(
        "results",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("points_for", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("results_by_community", "results", ["community", "at"])
    op.create_table(
        "answers",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("request", sa.Text, primary_key=True),
        sa.Column("reply", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("answers_by_time", "answers", ["at"])
    op.create_table(
        "surfaces",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("expires", sa.Double),
        sa.Column("lost", sa.Boolean, nullable=False),
    )
    op.create_index(
        "surfaces_behind",
        "surfaces",
        ["match"],
        sqlite_where=sa.text("shown < wanted"),
        postgresql_where=sa.text("shown < wanted"),
    )
    op.create_index("surfaces_by_match", "surfaces", ["match"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("moment", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_index("notices_by_state", "notices", ["state", "at"])
    op.create_table(
        "preferences",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("locale", sa.Text, nullable=False),
    )
