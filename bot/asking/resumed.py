"""Reads tokens that stand for a typed command: the answer to "which table?", and some buttons."""

from msgspec import Struct

from bot.catalogue import SAY, Typed
from bot.catalogue.commands import COMMAND
from bot.messages import MatchId
from bot.tokens import LIMIT, SAYING, is_match


class Resume(Struct, frozen=True):
    """An answer to "which table?", or the press of a button that stands for a command."""

    match: MatchId
    """The table that was chosen; empty: the button names only the command."""
    typed: Typed


def read_resumed(token: str) -> Resume | None:
    """The table and the command in an answer to "which table?". ``None``: the token is neither that
    nor a button made by :func:`bot.tokens.saying`. A forged token is harmless: it says no more than
    a person may type."""
    match, _, rest = token.removeprefix(SAYING).partition(".")
    command, *values = rest.split(".")
    known = command == SAY or command in COMMAND
    if not token.startswith(SAYING) or len(token.encode()) > LIMIT:
        return None
    if (match and not is_match(match)) or not known or not all("=" in value for value in values):
        return None
    pairs = tuple((value.partition("=")[0], value.partition("=")[2]) for value in values)
    options = {"verbo"} if command == SAY else {option.id for option in COMMAND[command].options}
    if not {option for option, _ in pairs} <= options:
        return None
    return Resume(match, Typed(command, pairs))
