"""Help, and the rules as pages: each game explained, what calls pay, this moment."""
