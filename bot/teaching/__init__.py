"""What the teacher says of finished matches, for the people who played them."""
