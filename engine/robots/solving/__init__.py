"""Solvers that know no view: betting games by regrets, the tricks with all cards open."""
