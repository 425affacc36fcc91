"""Parts of a hand as small betting games, solved: the envido of two, the last trick."""
