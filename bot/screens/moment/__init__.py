"""What every screen begins with: the moment of a match, the reader's words, names, the score."""
