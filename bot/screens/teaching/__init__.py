"""What the teacher says: a guided match, analyses, habits, steps and their reasons."""
