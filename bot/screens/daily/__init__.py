"""The hand of the day, and its scoreboard."""
