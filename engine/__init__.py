"""The game: cards, rules, negotiation, state, record.

Pure functions of values: no I/O, no clock, no chance, no prose.
"""
