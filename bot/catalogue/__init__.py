"""Every chat command once, as data, and the meaning of a typed command.

Adapters register their platform's commands from :data:`COMMANDS`. When a person types or chooses
something, it becomes a :class:`Typed`, and :func:`interpret` says what to do: send a command to the
service, show something, ask a question, or refuse kindly. :func:`parse` reads typed text (``/carta
7o``, or just ``quiero``) and :func:`complete` suggests how the line may go on. :func:`page_for`
makes the pages that commands and buttons open."""

from bot.catalogue.commands import COMMAND, COMMANDS, GROUPS, LISTED, PAGES
from bot.catalogue.completion import complete, value_choices
from bot.catalogue.intent import Asker, Intent, Pick, Send, Show, ShowKind, ShowPage
from bot.catalogue.interpret import interpret
from bot.catalogue.pages import page_for, read_key
from bot.catalogue.refusals import usage
from bot.catalogue.typed import SAY, Typed, command_in, command_named, language_named, parse
