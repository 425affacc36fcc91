"""What is asked of the store: a function for each question; and whether the answers agree."""
