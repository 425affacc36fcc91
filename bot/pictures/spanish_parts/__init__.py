"""What the Spanish deck alone is drawn from: its suits, emblems, aces and court figures."""
