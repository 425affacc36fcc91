"""Parts of the French deck alone: its suits, emblems, aces and court figures."""
