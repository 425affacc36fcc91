"""The teacher's analyses of finished matches, for the people who played them."""
