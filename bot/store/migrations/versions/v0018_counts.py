"""One rating for each game; separate sums for matches against robots alone; counts of the answers
to calls; no negative transfer of chips."""

import json
import math
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op
from msgspec.structs import replace

from bot.store.results.model import Rated
from bot.store.results.ratings import BEGINNER, SURE, counted

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_NUMBERS = (
    "envidos_accepted",
    "envidos_wanted",
    "envidos_unwanted",
    "trucos_wanted",
    "trucos_unwanted",
)
_NOT_NEGATIVE = "transfers_not_negative"
_EVERYWHERE = "*"
_ALONE = "alone"
_RESULT = (
    "match",
    "person",
    "community",
    "name",
    "won",
    "points_for",
    "points_against",
    "at",
    "account",
    "variant",
    "players",
    "ranked",
    "earned",
    "alone",
)
_SUMS = ("won", "lost", "points_for", "points_against", "streak", "best_streak", "earned")
_STANDING = (
    "period",
    "community",
    "variant",
    "players",
    "person",
    "name",
    *_SUMS,
    "minus_earned",
    "minus_won",
    "minus_points",
    "folded",
    "last_at",
    "last_match",
)
_RATING = ("community", "variant", "person", "name")
_RESULTS = sa.table("results", *map(sa.column, _RESULT))
_STANDINGS = sa.table("standings", *map(sa.column, _STANDING))
_PURSES = sa.table("purses", sa.column("community"), sa.column("person"))
_RATINGS = sa.table("ratings", *map(sa.column, _RATING))
_RATED = sa.table("rated", *map(sa.column, Rated.__struct_fields__))

_Ladder = tuple[str, str]
"""A game and a person, who have one rating."""


def upgrade() -> None:
    """Changes the tables. The answers to calls were not counted before: their sums begin at 0."""
    for name in _NUMBERS:
        column = sa.Column(name, sa.Integer, nullable=False, server_default="0")
        op.add_column("statistics", column)
    alone = sa.Column("alone", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("results", alone)
    for person in _note_who_was_alone():
        _add_up_anew(person)
        _no_purses_without_others(person)
    _rate_anew()
    with op.batch_alter_table("transfers") as transfers:
        transfers.create_check_constraint(_NOT_NEGATIVE, sa.text("amount >= 0"))


# --- matches against robots alone ----------------------------------------------------------------


def _note_who_was_alone() -> list[str]:
    """Marks the results of matches in which nobody played for another account. Returns their
    people. A match does not count as one of these if a person's result of it was erased."""
    connection = op.get_bind()
    matches = sa.table("matches", sa.column("match"), sa.column("row"))
    found = connection.execute(sa.select(_RESULTS).order_by(_RESULTS.c.match)).fetchall()
    people: set[str] = set()
    for match, rows in groupby(found, key=lambda row: row.match):
        told = list(rows)
        known = all(row.variant for row in told)  # older results do not say whose account it was
        if not known or any(row.ranked for row in told) or len({row.account for row in told}) > 1:
            continue
        stored = connection.execute(
            sa.select(matches.c.row).where(matches.c.match == match)
        ).scalar_one_or_none()
        if stored is not None:
            seats = json.loads(stored)["info"]["seats"]
            if sum(bool(seat.get("person")) for seat in seats) > len(told):
                continue
        connection.execute(sa.update(_RESULTS).where(_RESULTS.c.match == match).values(alone=True))
        people.update(row.person for row in told)
    return sorted(people)


def _no_purses_without_others(person: str) -> None:
    """Takes a person off the scoreboards by chips where they have played against robots alone."""
    connection = op.get_bind()
    theirs = (_RESULTS.c.person == person, _RESULTS.c.alone == sa.false())
    found = sa.select(_RESULTS.c.community).where(*theirs).distinct()
    there = set(connection.execute(found).scalars())
    kept = [*there, _EVERYWHERE] if there else []
    connection.execute(
        sa.delete(_PURSES).where(_PURSES.c.person == person, _PURSES.c.community.not_in(kept))
    )


def _add_up_anew(person: str) -> None:
    connection = op.get_bind()
    theirs = connection.execute(sa.select(_RESULTS).where(_RESULTS.c.person == person)).fetchall()
    sums: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in sorted(theirs, key=lambda row: (row.at, row.match)):
        for key in _keys(row):
            sums[key] = _added(sums.get(key), row)
    connection.execute(sa.delete(_STANDINGS).where(_STANDINGS.c.person == person))
    names = ("period", "community", "variant", "players")
    rows = [dict(zip(names, key, strict=True)) | numbers for key, numbers in sums.items()]
    connection.execute(_STANDINGS.insert(), [{**row, "person": person} for row in rows])


def _keys(row: Any) -> Iterator[tuple[Any, ...]]:
    day = date(1970, 1, 1) + timedelta(days=math.floor((row.at - 10_800.0) / 86_400.0))
    year, number, _ = day.isocalendar()
    months = (f"m{day.year}-{day.month:02}", f"q{day.year}-{(day.month + 2) // 3}")
    for period in ("", f"w{year}-{number:02}", *months):
        for community in (_ALONE,) if row.alone else (row.community, _EVERYWHERE):
            for variant in dict.fromkeys(("", row.variant)):
                for players in dict.fromkeys((0, row.players)):
                    yield period, community, variant, players


def _added(before: dict[str, Any] | None, row: Any) -> dict[str, Any]:
    old = before or dict.fromkeys(_SUMS, 0)
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


# --- ratings -------------------------------------------------------------------------------------


def _rate_anew() -> None:
    """Counts all ratings again, match by match in the order of time: one for each game. It counts
    as the program does, because ``truco db check`` compares the ratings."""
    there, names = _who_stands_where()
    ratings: dict[_Ladder, tuple[float, float, int]] = {}
    connection = op.get_bind()
    found = sa.select(_RATED).order_by(_RATED.c.at, _RATED.c.match, _RATED.c.place)
    stored = [Rated(*row) for row in connection.execute(found).fetchall()]
    for _, rows in groupby(stored, key=lambda row: row.match):
        before = [_from(row, ratings.get((row.variant, row.person))) for row in rows]
        for row, (mu, sigma) in zip(before, counted(before), strict=True):
            if row.person:
                ratings[row.variant, row.person] = (mu, sigma, row.number)
            connection.execute(
                sa.update(_RATED)
                .where(_RATED.c.match == row.match, _RATED.c.place == row.place)
                .values(
                    number=row.number,
                    mu_before=row.mu_before,
                    sigma_before=row.sigma_before,
                    mu=mu,
                    sigma=sigma,
                )
            )
    op.drop_table("ratings")
    made = _create()
    rows_of_ratings = [
        {
            "community": community,
            "variant": variant,
            "person": person,
            "name": names[variant, person],
            "mu": mu,
            "sigma": sigma,
            "matches": number,
            "provisional": int(sigma > SURE),
            "minus_mu": -mu,
        }
        for (variant, person), (mu, sigma, number) in ratings.items()
        for community in sorted(there.get((variant, person), {_EVERYWHERE}))
    ]
    if rows_of_ratings:
        connection.execute(made.insert(), rows_of_ratings)


def _from(row: Rated, before: tuple[float, float, int] | None) -> Rated:
    """The row with its person's rating of now. Without a person it stays: nobody knows whose."""
    if not row.person:
        return row
    mu, sigma, number = before or (*BEGINNER, 0)
    return replace(row, mu_before=mu, sigma_before=sigma, number=number + 1)


def _who_stands_where() -> tuple[dict[_Ladder, set[str]], dict[_Ladder, str]]:
    """By rating, the communities with it on a scoreboard, and its name in the newest match."""
    connection = op.get_bind()
    communities: dict[_Ladder, set[str]] = {}
    names: dict[_Ladder, str] = {}
    for row in connection.execute(sa.select(_RATINGS)).fetchall():
        communities.setdefault((row.variant, row.person), {_EVERYWHERE}).add(row.community)
        names.setdefault((row.variant, row.person), row.name)
    on = sa.and_(_RATED.c.match == _RESULTS.c.match, _RATED.c.person == _RESULTS.c.person)
    newest = (
        sa.select(_RATED.c.person, _RATED.c.variant, _RESULTS.c.name, _RESULTS.c.community)
        .select_from(_RATED.join(_RESULTS, on))
        .order_by(_RATED.c.at, _RATED.c.match)
    )
    for row in connection.execute(newest).fetchall():
        key = (row.variant, row.person)
        names[key] = row.name
        communities.setdefault(key, {_EVERYWHERE}).add(row.community)
    return communities, names


def _create() -> sa.Table:
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    made = op.create_table(
        "ratings",
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("person", text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("provisional", sa.Integer, nullable=False),
        sa.Column("minus_mu", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    order = ["provisional", "minus_mu", "sigma", "person"]
    op.create_index("ratings_in_order", "ratings", ["community", "variant", *order])
    op.create_index("ratings_by_person", "ratings", ["person", "variant"])
    op.drop_index("rated_by_person", "rated")
    op.create_index("rated_by_person", "rated", ["person", "variant", "number"])
    return made
