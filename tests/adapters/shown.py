"""What a command shows: a page by its name, or what a platform shows in its own way."""

from bot.catalogue import PAGES, Show, ShowKind, ShowPage


def shown(what: str, **values: str) -> Show | ShowPage:
    """The intent of a command with these values."""
    given = tuple(values.items())
    return ShowPage(what, given) if what in PAGES else Show(ShowKind(what), given)
