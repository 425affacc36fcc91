"""The tables of version 0.1.0. Nothing makes these tables any more: a new database gets today's
tables, and the later steps bring an older database forward."""

revision = "0017"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Does nothing: version 0.1.0 has made these tables."""
