"""A hand, for its owner alone: cards, buttons, words ahead, gestures."""
