"""What both decks are drawn from: colours, index figures, ornaments and people."""
