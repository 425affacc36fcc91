"""The hand of the day as a service: the matches of people, and their results."""
