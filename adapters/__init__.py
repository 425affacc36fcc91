"""Translations between the service and the outside: the playground and the command line."""
