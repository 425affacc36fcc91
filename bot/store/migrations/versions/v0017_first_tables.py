"""The first tables: those of version 0.1.0, which was the last one with revisions before this."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = None
branch_labels = None
depends_on = None

_SORTED = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Text in the order of its characters' numbers."""


def upgrade() -> None:
    _matches()
    _records()
    _results()
    _statistics()
    _ratings()
    _standings()
    _chips()
    _hands_of_the_day()
    _register()
    _messages()
    _people()
    _processes()


def _matches() -> None:
    op.create_table(
        "matches",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("row", sa.Text, nullable=False),
        sa.Column("snapshot", sa.LargeBinary),
        sa.Column("snapshot_number", sa.Integer),
        sa.Column("snapshot_seal", sa.LargeBinary),
        sa.Column("seal", sa.LargeBinary, nullable=False, server_default=""),
    )
    op.create_index("matches_by_place", "matches", ["place", "created"])
    op.create_table(
        "sitting",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
    )
    op.create_index("sitting_by_person", "sitting", ["person"])
    op.create_table(
        "deadlines",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("moment", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False, server_default=sa.text("0")),
    )
    op.create_index("deadlines_by_due", "deadlines", ["due"])
    op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("moment", sa.Double, nullable=False),
        sa.Column("ahead", sa.Double, nullable=False),
    )


def _records() -> None:
    op.create_table(
        "log",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False, server_default=""),
    )
    op.create_table(
        "finished",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("finished_by_time", "finished", ["at"])
    op.create_table(
        "records",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sa.Column("moves", sa.LargeBinary, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("records_by_time", "records", ["at"])


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("points_for", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("account", sa.Integer, nullable=False, server_default="0"),
        sa.Column("variant", sa.Text, nullable=False, server_default=""),
        sa.Column("players", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ranked", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("worth", sa.Integer, nullable=False, server_default="0"),
        sa.Column("meeting", sa.Integer, nullable=False, server_default="0"),
        sa.Column("earned", sa.Integer, nullable=False, server_default="0"),
        sa.Column("seats", sa.Integer, nullable=False, server_default="0"),
        sa.Column("counts", sa.Text, nullable=False, server_default=""),
    )
    op.create_index("results_by_person", "results", ["person", "community", "at"])
    op.create_table(
        "meetings",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("one", _SORTED, primary_key=True),
        sa.Column("other", _SORTED, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _statistics() -> None:
    op.create_table(
        "statistics",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("envidos_called", sa.Integer, nullable=False),
        sa.Column("envidos_won", sa.Integer, nullable=False),
        sa.Column("envidos_refused", sa.Integer, nullable=False),
        sa.Column("trucos_called", sa.Integer, nullable=False),
        sa.Column("trucos_accepted", sa.Integer, nullable=False),
        sa.Column("trucos_refused", sa.Integer, nullable=False),
        sa.Column("bluffs", sa.Integer, nullable=False),
        sa.Column("flores", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "badges",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("badge", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("badges_by_match", "badges", ["match"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", _SORTED, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("provisional", sa.Integer, nullable=False),
        sa.Column("minus_mu", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    order = ["provisional", "minus_mu", "sigma", "person"]
    op.create_index("ratings_in_order", "ratings", ["community", "variant", "players", *order])
    op.create_index("ratings_by_person", "ratings", ["person", "variant", "players"])
    op.create_table(
        "rated",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("account", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("mu_before", sa.Double, nullable=False),
        sa.Column("sigma_before", sa.Double, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_index("rated_by_person", "rated", ["person", "variant", "players", "number"])


def _standings() -> None:
    op.create_table(
        "standings",
        sa.Column("period", sa.Text, primary_key=True),
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("variant", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", _SORTED, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("points_for", sa.Integer, nullable=False),
        sa.Column("points_against", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("earned", sa.Integer, nullable=False),
        sa.Column("minus_earned", sa.Integer, nullable=False),
        sa.Column("minus_won", sa.Integer, nullable=False),
        sa.Column("minus_points", sa.Integer, nullable=False),
        sa.Column("folded", _SORTED, nullable=False),
        sa.Column("last_at", sa.Double, nullable=False),
        sa.Column("last_match", _SORTED, nullable=False),
        sqlite_with_rowid=False,
    )
    scope = ["period", "community", "variant", "players"]
    order = ["minus_earned", "minus_won", "lost", "minus_points", "folded", "person"]
    op.create_index("standings_in_order", "standings", [*scope, *order])


def _chips() -> None:
    op.create_table(
        "transfers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("payer", sa.Text, nullable=False),
        sa.Column("payee", sa.Text, nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
    )
    op.create_index("transfers_by_payer", "transfers", ["payer"])
    op.create_index("transfers_by_payee", "transfers", ["payee"])
    op.create_table(
        "balances",
        sa.Column("owner", _SORTED, primary_key=True),
        sa.Column("amount", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "purses",
        sa.Column("community", sa.Text, primary_key=True),
        sa.Column("person", _SORTED, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("minus_amount", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("purses_in_order", "purses", ["community", "minus_amount", "person"])
    op.create_index("purses_by_person", "purses", ["person"])


def _hands_of_the_day() -> None:
    op.create_table(
        "daily_results",
        sa.Column("sealed", sa.Text, primary_key=True),
        sa.Column("person", _SORTED, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("variant", sa.Text, nullable=False),
        sa.Column("community", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("hands", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_results_by_person", "daily_results", ["person", "number"])
    op.create_index("daily_results_by_time", "daily_results", ["at"])
    op.create_table(
        "daily_answers",
        sa.Column("sealed", sa.Text, primary_key=True),
        sa.Column("position", sa.Text, primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("daily_answers_by_time", "daily_answers", ["at"])


def _register() -> None:
    op.create_table(
        "register",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("commitment", sa.LargeBinary, nullable=False),
        sa.Column("link", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("ended", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary),
    )
    op.create_index("register_by_match", "register", ["match"], unique=True)
    unopened = sa.text("ended = ''")
    op.create_index(
        "register_unopened",
        "register",
        ["number"],
        sqlite_where=unopened,
        postgresql_where=unopened,
    )
    end = op.create_table(
        "register_end",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("link", sa.LargeBinary, nullable=False),
    )
    op.bulk_insert(end, [{"id": 1, "number": 0, "link": bytes(32)}])
    op.create_table(
        "secrets",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )


def _messages() -> None:
    op.create_table(
        "answers",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("request", sa.Text, primary_key=True),
        sa.Column("reply", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("answers_by_time", "answers", ["at"])
    op.create_table(
        "surfaces",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("expires", sa.Double),
        sa.Column("lost", sa.Boolean, nullable=False),
    )
    behind = sa.text("shown < wanted")
    op.create_index(
        "surfaces_behind", "surfaces", ["match"], sqlite_where=behind, postgresql_where=behind
    )
    op.create_index("surfaces_by_match", "surfaces", ["match"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("moment", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_index("notices_by_state", "notices", ["state", "at"])


def _people() -> None:
    op.create_table(
        "preferences",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("locale", sa.Text, nullable=False),
    )
    op.create_table(
        "settings",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_index("settings_by_name", "settings", ["name", "owner"])


def _processes() -> None:
    op.create_table(
        "processes",
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("lease", sa.Text, primary_key=True),
        sa.Column("process", sa.Text, nullable=False),
    )
    op.create_index("leases_by_process", "leases", ["process"])
