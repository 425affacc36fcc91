"""A match as text and as bytes: the record format, snapshots, and playing a record."""
