"""The effects of each step on the state."""
