"""PostgreSQL: how a database is shared by processes."""
