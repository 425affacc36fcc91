"""The register says which round of the beacon was fixed for a match."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column. The round of older entries was not noted here, so they have none."""
    op.add_column("register", sa.Column("round", sa.Integer))
