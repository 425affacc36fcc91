"""The way of a command from a person to its match."""
