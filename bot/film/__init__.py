"""A finished match as a film: one frame for each step."""
