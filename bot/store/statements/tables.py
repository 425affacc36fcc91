"""The tables of a new database. Migrations (:mod:`bot.store.migrations`) turn those of version
0.1.0 into the same tables, and a test compares both."""

from collections.abc import Collection
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from msgspec import Struct
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

from bot.common.lived_time import Lived
from bot.model import VEILED, VOID
from bot.store.model import DailyAnswer, LogRow, Preference, RegisterEntry, Setting, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.records import PackedRecord
from bot.store.results import model
from bot.store.results.standings import Scope

METADATA = MetaData()

_SORTED = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is sorted by the numbers of its characters, as in Python, in every database."""
_TYPES: Final[dict[Any, Any]] = {
    str: Text,
    int: Integer,
    float: Double,
    bool: Boolean,
    bytes: LargeBinary,
    NoticeState: Text,
}


def _columns(
    row: type[Struct], *key: str, sorted_by: Collection[str] = (), without: Collection[str] = ()
) -> tuple[Column[Any], ...]:
    """A column for each field of these rows, in their order. ``key``: the primary key, unless the
    table names another one. ``sorted_by``: texts that Python sorts too. ``without``: fields that
    are not stored here."""
    made = []
    for name, kind in get_type_hints(row).items():
        if name not in without:
            (stored, *_) = [part for part in get_args(kind) or (kind,) if part is not NoneType]
            made.append(
                Column(
                    name,
                    _SORTED if name in sorted_by else _TYPES[stored],
                    primary_key=name in key,
                    autoincrement=False,
                    nullable=NoneType in get_args(kind),
                )
            )
    return tuple(made)


matches = Table(
    "matches",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("community", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("created", Double, nullable=False),
    # Everything that is only ever read as a whole, in JSON.
    Column("row", Text, nullable=False),
    Column("snapshot", LargeBinary),
    Column("snapshot_number", Integer),
    Column("snapshot_seal", LargeBinary),
    Column("seal", LargeBinary, nullable=False),
    Index("matches_by_place", "place", "created"),
)

sitting = Table(
    "sitting",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Index("sitting_by_person", "person"),
)

log = Table(
    "log",
    METADATA,
    *_columns(LogRow, "match", "number"),
    # See bot.store.answers_and_calls. Not under the seal.
    Column("person", Text),
    Column("request", Text),
    Column("reply", Text),
    Column("calls", Text),
    Index(
        "log_by_request",
        "person",
        "request",
        unique=True,
        sqlite_where=text("request IS NOT NULL"),
        postgresql_where=text("request IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

# Matches that are over and not packed yet.
finished = Table(
    "finished",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Index("finished_by_time", "at"),
)

# See bot.store.records.
records = Table(
    "records",
    METADATA,
    *_columns(PackedRecord, "match"),
    Index("records_by_time", "at"),
    # Not in the order of its keys: there SQLite gives every row of more than a kilobyte a page.
)

# A row for each match that has any.
deadlines = Table(
    "deadlines",
    METADATA,
    Column("match", Text, primary_key=True),
    # When the earliest comes.
    Column("due", Double, nullable=False),
    # All of them, in JSON.
    Column("rows", Text, nullable=False),
    sqlite_with_rowid=False,
)
# Only PostgreSQL is asked for due deadlines: the store of a file has its deadlines in memory.
Index("deadlines_by_due", deadlines.c.due).ddl_if(dialect="postgresql")

# One row: the last moment lived through.
clock = Table(
    "clock",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    *_columns(Lived),
)

results = Table(
    "results",
    METADATA,
    # For ``counts`` see bot.store.results.statistics.
    *_columns(model.MatchResult, "match", "person"),
    Index("results_by_person", "person", "community", "at"),
    Index("results_by_community", "community", "at"),
)

# The counts of people's play in all their matches of a game; see bot.store.results.statistics.
statistics = Table(
    "statistics",
    METADATA,
    *_columns(model.Statistics, "person", "variant"),
    sqlite_with_rowid=False,
)

# See bot.store.results.badges.
badges = Table(
    "badges",
    METADATA,
    *_columns(model.Badge, "person", "badge"),
    Index("badges_by_match", "match"),
    sqlite_with_rowid=False,
)

# See bot.store.results.ratings. A person has a row for all communities, and a copy of it for each
# one where a match has moved it: so each of them has its own scoreboard in order.
ratings = Table(
    "ratings",
    METADATA,
    Column("community", Text, primary_key=True),
    Column("variant", Text, primary_key=True),
    Column("person", _SORTED, primary_key=True),
    Column("name", Text, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    # Columns that the order of a scoreboard needs beside them; all of them are sorted upwards.
    Column("provisional", Integer, nullable=False),
    Column("minus_mu", Double, nullable=False),
    Index("ratings_in_order", "community", "variant", "provisional", "minus_mu", "sigma", "person"),
    Index("ratings_by_person", "person", "variant"),
    sqlite_with_rowid=False,
)

rated = Table(
    "rated",
    METADATA,
    *_columns(model.Rated, "match", "place"),
    Index("rated_by_person", "person", "variant", "number"),
)

# See bot.store.people.chips.
transfers = Table(
    "transfers",
    METADATA,
    *_columns(model.Transfer, "id"),
    CheckConstraint("amount >= 0", name="transfers_not_negative"),
    Index("transfers_by_payer", "payer"),
    Index("transfers_by_payee", "payee"),
)

# The sum of each owner's transfers.
balances = Table(
    "balances",
    METADATA,
    Column("owner", _SORTED, primary_key=True),
    Column("amount", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The balance of everybody who has a result in a community, or in any, in order.
purses = Table(
    "purses",
    METADATA,
    Column("community", Text, primary_key=True),
    Column("person", _SORTED, primary_key=True),
    Column("name", Text, nullable=False),
    Column("minus_amount", Integer, nullable=False),
    Index("purses_in_order", "community", "minus_amount", "person"),
    Index("purses_by_person", "person"),
    sqlite_with_rowid=False,
)

# How often two people have met as adversaries on one day: see bot.store.results.earnings.
meetings = Table(
    "meetings",
    METADATA,
    Column("day", Text, primary_key=True),
    Column("one", _SORTED, primary_key=True),
    Column("other", _SORTED, primary_key=True),
    Column("number", Integer, nullable=False),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    METADATA,
    # See bot.store.results.standings. Kept by person, so a match that ends writes few pages.
    Column("period", Text, nullable=False),
    *_columns(Scope),
    *_columns(model.Standing, sorted_by=("person",)),
    # Columns that the order of a scoreboard needs beside the sums; all of them are sorted upwards.
    Column("minus_earned", Integer, nullable=False),
    Column("minus_won", Integer, nullable=False),
    Column("minus_points", Integer, nullable=False),
    Column("folded", _SORTED, nullable=False),
    # The newest result that was added.
    Column("last_at", Double, nullable=False),
    Column("last_match", _SORTED, nullable=False),
    PrimaryKeyConstraint("person", "period", "community", "variant", "players"),
    Index(
        "standings_in_order",
        *("period", "community", "variant", "players"),
        *("minus_earned", "minus_won", "lost", "minus_points", "folded", "person"),
    ),
    sqlite_with_rowid=False,
)

# See bot.match.daily.
daily_results = Table(
    "daily_results",
    METADATA,
    *_columns(model.DailyResult, "sealed", "person", sorted_by=("person",)),
    Index("daily_results_by_person", "person", "number"),
    Index("daily_results_by_time", "at"),
    sqlite_with_rowid=False,
)

daily_answers = Table(
    "daily_answers",
    METADATA,
    *_columns(DailyAnswer, "sealed", "position"),
    Index("daily_answers_by_time", "at"),
    sqlite_with_rowid=False,
)

IS_VOID = f"ended = '{VOID}'"
IS_LOST = f"secret IS NULL AND ended NOT IN ('', '{VEILED}')"

# The commitments of all matches in their order; see bot.match.fair_deals.
register = Table(
    "register",
    METADATA,
    *_columns(RegisterEntry, "number"),
    Index("register_by_match", "match", unique=True),
    Index(
        "register_unopened",
        "number",
        sqlite_where=text("ended = ''"),
        postgresql_where=text("ended = ''"),
    ),
    *(
        Index(f"register_{name}", "number", sqlite_where=text(which), postgresql_where=text(which))
        for name, which in (("void", IS_VOID), ("lost", IS_LOST))
    ),
)

# One row: the last number and its link. A process that adds to the register locks it.
register_end = Table(
    "register_end",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("link", LargeBinary, nullable=False),
)

# Secrets of lobbies and running matches, sealed: see bot.match.vault.
secrets = Table(
    "secrets",
    METADATA,
    Column("match", Text, primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
)

# First answers to requests that brought no step; the others stand in the log.
answers = Table(
    "answers",
    METADATA,
    Column("person", Text, primary_key=True),
    Column("request", Text, primary_key=True),
    Column("reply", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("answers_by_time", "at"),
    sqlite_with_rowid=False,
)

# The version that a surface should show is its match's: see bot.store.queries.match_queries.
surfaces = Table(
    "surfaces",
    METADATA,
    *_columns(Surface, "id", without=("wanted",)),
    Index("surfaces_by_match", "match"),
)

# Those that do not stand in the log.
notices = Table(
    "notices",
    METADATA,
    *_columns(Notice, "id", without=("number",)),
    Index("notices_by_state", "state", "at"),
    sqlite_with_rowid=False,
)

preferences = Table("preferences", METADATA, *_columns(Preference, "owner"))

processes = Table(
    "processes",
    METADATA,
    Column("process", Text, primary_key=True),
    # By the database's own clock.
    Column("until", DateTime(timezone=True), nullable=False),
    Column("since", DateTime(timezone=True), nullable=False),
    Column("begun", Boolean, nullable=False),
)

leases = Table(
    "leases",
    METADATA,
    Column("lease", Text, primary_key=True),
    Column("process", Text, nullable=False),
    Index("leases_by_process", "process"),
)

settings = Table(
    "settings",
    METADATA,
    *_columns(Setting, "owner", "name"),
    Index("settings_by_name", "name", "owner"),
)
