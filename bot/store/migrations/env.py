"""Alembic's entry: migrates the connection that :func:`bot.store.migrations.upgrade` hands over."""

from alembic import context

from bot.store.statements.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    # SQLite can roll back a change of tables; the drivers' default assumes that it cannot.
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
