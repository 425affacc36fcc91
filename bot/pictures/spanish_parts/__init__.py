"""What the Spanish deck is drawn from: colours, numerals, emblems, aces and court figures."""
