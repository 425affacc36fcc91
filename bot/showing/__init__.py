"""What is sent to platforms: surfaces, notices, and the clock that sends due deadlines."""
