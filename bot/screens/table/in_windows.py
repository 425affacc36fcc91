"""The table in a chat while all its people play in windows: who plays, and the score."""

from bot.model import MatchInfo
from bot.screen import IN_WINDOWS, Screen
from bot.screens.moment.lines import worded
from bot.words import words_for


def in_windows(screen: Screen, info: MatchInfo) -> Screen:
    """What stands in place of a table's public screen. It is built of nothing that changes within
    a hand but the score, so it is sent again only when that has changed. Its version says that the
    table itself is not shown: where it stands, the table is still to be shown, whoever looks then,
    also by a process that knows of no window."""
    words = words_for(screen.locale, info.variant)
    return Screen(
        kind=IN_WINDOWS,
        match=screen.match,
        version=-1,
        locale=screen.locale,
        title=words.text(f"variant.{info.variant}"),
        deck=screen.deck,
        lines=(worded(words, "table.windows", "quiet"),),
        scores=screen.scores,
    )
