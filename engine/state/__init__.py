"""Where a match stands: the table, the state and its parts, as frozen values."""
