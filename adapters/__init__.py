"""Translations between the service and the outside: chat platforms, the playground, the command
line."""
