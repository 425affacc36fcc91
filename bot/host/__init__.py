"""The machine's side: settings, the log, the database file."""
