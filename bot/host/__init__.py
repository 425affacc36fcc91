"""The parts for the machine on which the bot runs: settings, the log, the database file."""
