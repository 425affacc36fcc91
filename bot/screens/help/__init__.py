"""Help and rules as pages: each game, the payments of calls, the present moment."""
