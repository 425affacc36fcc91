"""Parts of the Spanish deck alone: its suits, emblems, aces and court figures."""
