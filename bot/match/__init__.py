"""Deciding the commands of one match: lobby, play, deadlines."""
