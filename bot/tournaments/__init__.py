"""Tournaments: pairings, results and standings. Pure: nothing here knows a table or a platform."""
