"""SQLite: opens, reads and writes its files."""
