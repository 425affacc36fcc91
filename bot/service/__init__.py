"""The service: it takes commands, and holds the parts that adapters call."""

from bot.service.service import Service
