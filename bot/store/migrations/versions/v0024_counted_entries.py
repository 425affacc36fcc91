"""The register's entries that are void or lost are counted without the others."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_WHICH = {
    "register_void": "ended = 'void'",
    "register_lost": "secret IS NULL AND ended NOT IN ('', 'velo')",
}


def upgrade() -> None:
    for name, which in _WHICH.items():
        where = sa.text(which)
        op.create_index(name, "register", ["number"], sqlite_where=where, postgresql_where=where)
