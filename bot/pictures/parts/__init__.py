"""Parts of both decks: colours, index figures, ornaments and people."""
