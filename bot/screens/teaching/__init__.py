"""The teacher's texts: a guided match, analyses, habits, steps and their reasons."""
