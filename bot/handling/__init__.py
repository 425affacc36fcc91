"""What happens to a command on its way from a person to its match."""
