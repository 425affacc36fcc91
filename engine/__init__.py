"""The game: cards, rules, negotiation, state, record. Pure functions of values; no I/O, clock, chance or prose."""
