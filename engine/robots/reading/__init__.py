"""A seat's view as a player reads it: slots, stakes, the strength of cards, the habits of a
rival."""
