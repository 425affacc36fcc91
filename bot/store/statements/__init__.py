"""Every statement of the store, for one kind of database."""

from functools import cache

from bot.store.statements.clearing_statements import ClearingStatements
from bot.store.statements.match_statements import MatchStatements
from bot.store.statements.people_statements import PeopleStatements


class Statements(MatchStatements, PeopleStatements, ClearingStatements):
    """The statements for one kind of database."""


@cache
def statements(kind: str) -> Statements:
    """The statements for ``sqlite`` or ``postgresql``."""
    return Statements(kind)
