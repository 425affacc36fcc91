"""An index of settings by name, because the people to be erased are looked up every hour."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("settings_by_name", "settings", ["name", "owner"])


def downgrade() -> None:
    op.drop_index("settings_by_name", "settings")
