"""Tournaments, and leagues between houses."""
