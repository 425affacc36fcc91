"""What matches have brought, computed: sums, ratings, statistics and badges."""
