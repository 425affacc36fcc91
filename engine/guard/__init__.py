"""The legal actions of each seat, and the reasons of refusals."""
