"""The results of a community are found without those of others."""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("results_by_community", "results", ["community", "at"])
