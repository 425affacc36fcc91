"""Tables that people can join: the lobby, its announcement, the list of tables."""
