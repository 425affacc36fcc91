"""What matches have brought: how it is stored, and how sums, ratings, statistics and badges are
computed."""
