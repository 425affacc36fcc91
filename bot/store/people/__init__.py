"""The chips of people, and the merging of linked users into one person."""
