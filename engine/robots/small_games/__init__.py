"""The envido of two as a small betting game, solved."""
