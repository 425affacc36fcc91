"""Other forms of a screen: its picture, plain text, one line."""
