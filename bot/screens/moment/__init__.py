"""The common base of all screens: the moment of a match, the reader's words, names, the score."""
