"""What the address of a database tells by itself: neither the store nor its library is loaded."""

from pathlib import Path


def is_postgres(url: str) -> bool:
    """Whether this is the address of a PostgreSQL database, not of an SQLite file."""
    return url.startswith("postgresql")


def sqlite_file(url: str) -> Path:
    """The file of an SQLite address."""
    database = url.partition(":///")[2].partition("?")[0]
    assert database
    return Path(database)
