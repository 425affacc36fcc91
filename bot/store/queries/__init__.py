"""The queries of the store, a function for each, and a check whether their answers agree."""
