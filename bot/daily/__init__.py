"""The hand of the day, as a service: who plays which, and how they have done."""
