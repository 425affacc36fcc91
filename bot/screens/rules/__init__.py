"""The rules of a table, its options, the order of its cards."""
