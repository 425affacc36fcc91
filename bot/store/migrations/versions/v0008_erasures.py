"""Settings found by their name: who wants to be erased is asked every hour."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("settings_by_name", "settings", ["name", "owner"])


def downgrade() -> None:
    op.drop_index("settings_by_name", "settings")
