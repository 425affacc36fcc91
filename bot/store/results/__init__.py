"""The results of matches: their storage, and the sums, ratings, statistics and badges that are
computed from them."""
