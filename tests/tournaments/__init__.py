"""Who plays whom: the pure half of tournaments."""
