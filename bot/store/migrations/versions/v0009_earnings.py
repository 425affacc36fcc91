"""What matches earn: results with their game and their ranking points; scoreboards by game, by
size of the table, and of all communities."""

import math
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_NEW = (
    ("account", sa.Integer, "0"),
    ("variant", sa.Text, ""),
    ("players", sa.Integer, "0"),
    ("ranked", sa.Boolean, sa.false()),
    ("worth", sa.Integer, "0"),
    ("meeting", sa.Integer, "0"),
    ("earned", sa.Integer, "0"),
)
_KEYS = ("period", "community", "person")
_SUMS = (
    "name",
    "won",
    "lost",
    "points_for",
    "points_against",
    "streak",
    "best_streak",
    "minus_won",
    "minus_points",
    "folded",
    "last_at",
    "last_match",
)
_EVERYWHERE = "*"


def upgrade() -> None:
    sorted_text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    for name, kind, usual in _NEW:
        op.add_column("results", sa.Column(name, kind, nullable=False, server_default=usual))
    op.create_table(
        "meetings",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("one", sorted_text, primary_key=True),
        sa.Column("other", sorted_text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("CREATE TABLE standings_before AS SELECT * FROM standings")
    op.drop_table("standings")
    standings = _create(sorted_text, scoped=True)
    op.create_index(
        "standings_in_order",
        "standings",
        [
            "period",
            "community",
            "variant",
            "players",
            "minus_earned",
            "minus_won",
            "lost",
            "minus_points",
            "folded",
            "person",
        ],
    )
    before = sa.table("standings_before", *map(sa.column, (*_KEYS, *_SUMS)))
    told = [before.c[name] for name in (*_KEYS, *_SUMS)]
    as_usual: list[Any] = [sa.literal_column("''"), *[sa.literal_column("0")] * 3]
    op.execute(
        standings.insert().from_select(
            [*_KEYS, *_SUMS, "variant", "players", "earned", "minus_earned"],
            sa.select(*told, *as_usual),
        )
    )
    op.drop_table("standings_before")
    _add_up_everywhere(standings)


def downgrade() -> None:
    sorted_text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.execute(
        "CREATE TABLE standings_after AS SELECT * FROM standings"
        " WHERE variant = '' AND players = 0 AND community <> '*'"
    )
    op.drop_table("standings")
    standings = _create(sorted_text, scoped=False)
    op.create_index(
        "standings_in_order",
        "standings",
        ["period", "community", "minus_won", "lost", "minus_points", "folded", "person"],
    )
    after = sa.table("standings_after", *map(sa.column, (*_KEYS, *_SUMS)))
    names = [*_KEYS, *_SUMS]
    op.execute(standings.insert().from_select(names, sa.select(*(after.c[one] for one in names))))
    op.drop_table("standings_after")
    op.drop_table("meetings")
    with op.batch_alter_table("results") as results:
        for name, _, _ in _NEW:
            results.drop_column(name)


def _create(sorted_text: Any, *, scoped: bool) -> sa.Table:
    scope = (
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
    )
    earned = sa.Column("earned", sa.Integer, nullable=False)
    minus_earned = sa.Column("minus_earned", sa.Integer, nullable=False)
    return op.create_table(
        "standings",
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, primary_key=True),
        *(scope if scoped else ()),
        sa.Column("person", sorted_text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("points_for", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        *((earned, minus_earned) if scoped else ()),
        sa.Column("minus_won", sa.Integer, nullable=False),
        sa.Column("minus_points", sa.Integer, nullable=False),
        sa.Column("folded", sorted_text, nullable=False),
        sa.Column("last_at", sa.Double, nullable=False),
        sa.Column("last_match", sorted_text, nullable=False),
        sqlite_with_rowid=False,
    )


def _add_up_everywhere(standings: sa.Table) -> None:
    """Adds up the results of all communities, person by person, so that never many of them are in
    memory."""
    connection = op.get_bind()
    results = sa.table(
        "results",
        *map(
            sa.column,
            ("match", "person", "community", "name", "won", "points_for", "points_against", "at"),
        ),
    )
    people = connection.execute(sa.select(results.c.person).distinct()).scalars().all()
    now = time.time()
    for person in people:
        theirs = connection.execute(sa.select(results).where(results.c.person == person)).fetchall()
        sums: dict[str, dict[str, Any]] = {}
        for row in sorted(theirs, key=lambda row: (row.at, row.match)):
            for period in _periods(row.at, now):
                sums[period] = _added(sums.get(period), row)
        rows = [
            {
                **one,
                "period": period,
                "community": _EVERYWHERE,
                "variant": "",
                "players": 0,
                "person": person,
                "earned": 0,
                "minus_earned": 0,
            }
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
