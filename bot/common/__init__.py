"""Small mechanisms that every part of the bot uses."""
