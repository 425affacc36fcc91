"""Tournaments: who plays whom, and who has won. Pure: nothing here knows a table or a platform."""
