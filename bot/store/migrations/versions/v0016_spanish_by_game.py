"""Spanish can be neutral, of a country, or that of the game. People who chose Spanish before have
not chosen between these, so theirs becomes that of the game."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_FOLLOWED = "name IN ('discord_speaks', 'telegram_speaks')"
"""Settings that say which language a person's client had when last heard of."""


def upgrade() -> None:
    op.execute("UPDATE preferences SET locale = 'es_419' WHERE locale = 'es'")
    op.execute("UPDATE surfaces SET locale = 'es_419' WHERE locale = 'es'")
    op.execute(f"UPDATE settings SET value = 'es_419' WHERE value = 'es' AND {_FOLLOWED}")  # noqa: S608 - no value from outside


def downgrade() -> None:
    op.execute("UPDATE preferences SET locale = 'es' WHERE locale LIKE 'es%'")
    op.execute("UPDATE surfaces SET locale = 'es' WHERE locale LIKE 'es%'")
    op.execute(f"UPDATE settings SET value = 'es' WHERE value LIKE 'es%' AND {_FOLLOWED}")  # noqa: S608 - no value from outside
