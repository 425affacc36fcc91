"""The queries of the store: a function for each of them; and the check whether their answers
agree."""
