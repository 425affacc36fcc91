"""Solvers without a seat's view: betting games by regrets, and tricks with all cards open."""
