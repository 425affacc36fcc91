"""Solvers that do not use a seat's view: betting games by regrets, and tricks with all cards
open."""
