"""Sums of results, and an index of results by person."""

import math
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    standings = op.create_table(
        "standings",
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("person", text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("points_for", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("minus_won", sa.Integer, nullable=False),
        sa.Column("minus_points", sa.Integer, nullable=False),
        sa.Column("folded", text, nullable=False),
        sa.Column("last_at", sa.Double, nullable=False),
        sa.Column("last_match", text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "standings_in_order",
        "standings",
        ["period", "community", "minus_won", "lost", "minus_points", "folded", "person"],
    )
    op.drop_index("results_by_community", "results")
    op.create_index("results_by_person", "results", ["person", "community", "at"])
    _add_up(standings)


def downgrade() -> None:
    # The version before knows no reminders and could not skip them.
    op.execute("DELETE FROM deadlines WHERE kind = 'remind'")
    op.drop_index("results_by_person", "results")
    op.create_index("results_by_community", "results", ["community", "at"])
    op.drop_table("standings")


def _add_up(standings: sa.Table) -> None:
    """Adds up all results, person by person, so that never many of them are in memory."""
    connection = op.get_bind()
    results = sa.table(
        "results",
        *map(
            sa.column,
            ("match", "person", "community", "name", "won", "points_for", "points_against", "at"),
        ),
    )
    people = connection.execute(
        sa.select(results.c.person, results.c.community).distinct()
    ).fetchall()
    now = time.time()
    for person, community in people:
        theirs = connection.execute(
            sa.select(results).where(results.c.person == person, results.c.community == community)
        ).fetchall()
        sums: dict[str, dict[str, Any]] = {}
        for row in sorted(theirs, key=lambda row: (row.at, row.match)):
            for period in _periods(row.at, now):
                sums[period] = _added(sums.get(period), row)
        rows = [
            {**one, "period": period, "community": community, "person": person}
            for period, one in sums.items()
        ]
        connection.execute(standings.insert(), rows)


def _periods(at: float, now: float) -> Iterator[str]:
    """The periods of this moment that are not over: all time, the week, the month."""
    day, today = (
        date(1970, 1, 1) + timedelta(days=math.floor((moment - 10_800.0) / 86_400.0))
        for moment in (at, now)
    )
    yield ""
    if day.isocalendar()[:2] >= today.isocalendar()[:2]:
        yield "w{}-{:02}".format(*day.isocalendar()[:2])
    if (day.year, day.month) >= (today.year, today.month):
        yield f"m{day.year}-{day.month:02}"


def _added(before: dict[str, Any] | None, row: Any) -> dict[str, Any]:
    old = before or dict.fromkeys(
        ("won", "lost", "points_for", "points_against", "streak", "best_streak"), 0
    )
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
        "last_at": row.at,
        "last_match": row.match,
    }
    return {
        **made,
        "minus_won": -made["won"],
        "minus_points": made["points_against"] - made["points_for"],
    }
