"""The sums of a person lie together. For matches against robots alone only the sums that people see
are kept: those of all time and all games."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_SCOPE: Final = ("period", "community", "variant", "players")
_BY_PERSON: Final = ("person", *_SCOPE)
_ORDER: Final = ("minus_earned", "minus_won", "lost", "minus_points", "folded", "person")
_NUMBERS: Final = ("won", "lost", "points_for", "points_against", "streak", "best_streak", "earned")
_TYPES: Final = {
    "period": sa.Text,
    "community": sa.Text,
    "variant": sa.Text,
    "players": sa.Integer,
    "person": sa.Text,
    "name": sa.Text,
    **dict.fromkeys(_NUMBERS, sa.Integer),
    "minus_earned": sa.Integer,
    "minus_won": sa.Integer,
    "minus_points": sa.Integer,
    "folded": sa.Text,
    "last_at": sa.Double,
    "last_match": sa.Text,
}
_STANDINGS: Final = sa.table("standings", *map(sa.column, _SCOPE))


def upgrade() -> None:
    columns = _STANDINGS.c
    told = sa.and_(columns.period == "", columns.variant == "", columns.players == 0)
    op.execute(sa.delete(_STANDINGS).where(columns.community == "alone", ~told))
    _keep_by_person()


def _keep_by_person() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("standings_pkey", "standings")
        op.create_primary_key("standings_pkey", "standings", list(_BY_PERSON))
        return
    op.drop_index("standings_in_order", "standings")
    op.rename_table("standings", "standings_before")
    op.create_table(
        "standings",
        *(sa.Column(name, kind, nullable=False) for name, kind in _TYPES.items()),
        sa.PrimaryKeyConstraint(*_BY_PERSON),
        sqlite_with_rowid=False,
    )
    names = ", ".join(_TYPES)
    op.execute(f"INSERT INTO standings ({names}) SELECT {names} FROM standings_before")  # noqa: S608
    op.drop_table("standings_before")
    op.create_index("standings_in_order", "standings", [*_SCOPE, *_ORDER])
