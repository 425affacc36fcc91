"""The tables of version 0.1.0. Nothing makes them any more: a new database gets those of today, and
the steps after this one bring an older one forward."""

revision = "0017"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Version 0.1.0 has done it."""
