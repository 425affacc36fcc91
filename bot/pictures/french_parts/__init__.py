"""What the French deck alone is drawn from: its suits, emblems, aces and court figures."""
