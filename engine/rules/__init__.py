"""What a game is: rule sets, the order of the cards, what cards are worth."""
