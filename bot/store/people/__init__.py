"""What belongs to people: chips, linked users who become one person."""
