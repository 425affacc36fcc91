"""Texts for one person: replies, the results of their commands, notices."""
