"""The rules of a table, its options, what beats what."""
