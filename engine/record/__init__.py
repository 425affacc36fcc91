"""A match as text and as bytes: the record format, the codec, replaying."""
