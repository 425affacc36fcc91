"""Small mechanisms that every room uses."""
