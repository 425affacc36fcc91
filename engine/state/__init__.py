"""The state of a match: the table, the state and its parts, as frozen values."""
