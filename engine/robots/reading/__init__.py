"""A seat's view as a player reads it: places, stakes, how good cards are, what is noticed."""
