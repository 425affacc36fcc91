"""What goes out: surfaces, notices, and the clock that sends what is due."""
