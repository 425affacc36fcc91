"""The unseen cards in a robot's mind: imagined deals, their weights and their winners."""
