"""The rules of a game: rule sets, the order of the cards, the worth of the cards."""
