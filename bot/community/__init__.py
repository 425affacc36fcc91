"""What a community has agreed on, what a new table is like, the scoreboard."""
