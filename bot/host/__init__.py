"""What belongs to the machine: settings, the log, the database file."""
