"""What one person is told: replies, what their command did, calls for attention."""
