"""A seat's view as a player reads it: slots, stakes, strength of cards, habits of a rival."""
