"""What each step does to the state."""
