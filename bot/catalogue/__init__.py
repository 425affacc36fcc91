"""Every chat command once, as data, and the meaning of a typed command.

Adapters register their platform's commands from :data:`COMMANDS`. When a person types or chooses
something, it becomes a :class:`Typed`, and :func:`interpret` says what to do: send a command to the
service, show something, ask a question, or refuse kindly. :func:`parse` reads typed text (``/carta
7o``, or just ``quiero``) and :func:`complete` suggests how the line may go on.
"""

from bot.catalogue.commands import (
    COMMAND,
    COMMANDS,
    FILM_FORM,
    PICTURE_FORM,
    CommandSpec,
    Names,
    Option,
    OptionChoice,
    OptionKind,
)
from bot.catalogue.completion import Suggestion, complete, value_choices
from bot.catalogue.intent import Asker, Intent, Pick, Send, Show
from bot.catalogue.interpret import interpret
from bot.catalogue.refusals import Cannot, usage
from bot.catalogue.typed import (
    SAY,
    Typed,
    command_in,
    command_named,
    language_named,
    parse,
)

__all__ = [
    "COMMAND",
    "COMMANDS",
    "FILM_FORM",
    "PICTURE_FORM",
    "SAY",
    "Asker",
    "Cannot",
    "CommandSpec",
    "Intent",
    "Names",
    "Option",
    "OptionChoice",
    "OptionKind",
    "Pick",
    "Send",
    "Show",
    "Suggestion",
    "Typed",
    "command_in",
    "command_named",
    "complete",
    "interpret",
    "language_named",
    "parse",
    "usage",
    "value_choices",
]
