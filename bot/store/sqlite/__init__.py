"""SQLite: how its files are opened, read and written."""
