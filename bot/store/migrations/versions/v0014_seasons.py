"""Seasons: months are kept after their end, and quarters are added up too."""

import math
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_RESULT = (
    "match",
    "person",
    "community",
    "name",
    "won",
    "points_for",
    "points_against",
    "at",
    "variant",
    "players",
    "earned",
)
_COUNTED = ("won", "lost", "points_for", "points_against", "streak", "best_streak", "earned")
_STANDING = (
    "period",
    "community",
    "variant",
    "players",
    "person",
    "name",
    *_COUNTED,
    "minus_earned",
    "minus_won",
    "minus_points",
    "folded",
    "last_at",
    "last_match",
)


def upgrade() -> None:
    """Works person by person, so that never many results are in memory."""
    connection = op.get_bind()
    op.execute("DELETE FROM standings WHERE period LIKE 'm%'")
    results = sa.table("results", *map(sa.column, _RESULT))
    standings = sa.table("standings", *map(sa.column, _STANDING))
    people = connection.execute(sa.select(results.c.person).distinct()).scalars().all()
    for person in people:
        theirs = connection.execute(sa.select(results).where(results.c.person == person)).fetchall()
        sums: dict[tuple[Any, ...], dict[str, Any]] = {}
        for row in sorted(theirs, key=lambda row: (row.at, row.match)):
            for key in _keys(row):
                sums[key] = _added(sums.get(key), row)
        names = ("period", "community", "variant", "players")
        rows = [dict(zip(names, key, strict=True)) | one for key, one in sums.items()]
        connection.execute(standings.insert(), [{**row, "person": person} for row in rows])


def downgrade() -> None:
    op.execute("DELETE FROM standings WHERE period LIKE 'q%'")


def _keys(row: Any) -> list[tuple[Any, ...]]:
    day = date(1970, 1, 1) + timedelta(days=math.floor((row.at - 10_800.0) / 86_400.0))
    periods = (f"m{day.year}-{day.month:02}", f"q{day.year}-{(day.month + 2) // 3}")
    return [
        (period, community, variant, players)
        for period in periods
        for community in (row.community, "*")
        for variant in dict.fromkeys(("", row.variant))
        for players in dict.fromkeys((0, row.players))
    ]


def _added(before: dict[str, Any] | None, row: Any) -> dict[str, Any]:
    old = before or dict.fromkeys(_COUNTED, 0)
    streak = old["streak"] + 1 if row.won else 0
    made = {
        "name": row.name,
        "folded": row.name.casefold(),
        "won": old["won"] + bool(row.won),
        "lost": old["lost"] + (not row.won),
        "points_for": old["points_for"] + row.points_for,
        "points_against": old["points_against"] + row.points_against,
        "streak": streak,
        "best_streak": max(old["best_streak"], streak),
        "earned": old["earned"] + row.earned,
        "last_at": row.at,
        "last_match": row.match,
    }
    return {
        **made,
        "minus_earned": -made["earned"],
        "minus_won": -made["won"],
        "minus_points": made["points_against"] - made["points_for"],
    }
