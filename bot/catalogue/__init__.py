"""Every chat command once, as data, and what a typed one means.

Adapters register their platform's commands from :data:`COMMANDS`; what a person then types or
chooses comes back as a :class:`Typed` and :func:`interpret` turns it into something to do: a
command for the service, a screen to show, a question, or a kind refusal. :func:`parse` reads typed
text (``/carta 7o``, or just ``quiero``) and :func:`complete` suggests how it may go on.
"""

from bot.catalogue.commands import COMMAND, COMMANDS, Choice, CommandSpec, Kind, Names, Option
from bot.catalogue.completion import Suggestion, complete, value_choices
from bot.catalogue.intent import Asker, Intent, Pick, Send, Show
from bot.catalogue.interpret import interpret
from bot.catalogue.typed import (
    SAY,
    Cannot,
    Typed,
    command_named,
    language_named,
    parse,
    usage,
)

__all__ = [
    "COMMAND",
    "COMMANDS",
    "SAY",
    "Asker",
    "Cannot",
    "Choice",
    "CommandSpec",
    "Intent",
    "Kind",
    "Names",
    "Option",
    "Pick",
    "Send",
    "Show",
    "Suggestion",
    "Typed",
    "command_named",
    "complete",
    "interpret",
    "language_named",
    "parse",
    "usage",
    "value_choices",
]
