"""Leagues of clubs on hosts that need not trust one another (``docs/spec/liga.md``)."""
