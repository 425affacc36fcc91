"""No transfer of chips is negative: the database itself refuses one."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_NAME = "transfers_not_negative"


def upgrade() -> None:
    with op.batch_alter_table("transfers") as transfers:
        transfers.create_check_constraint(_NAME, sa.text("amount >= 0"))


def downgrade() -> None:
    with op.batch_alter_table("transfers") as transfers:
        transfers.drop_constraint(_NAME, type_="check")
