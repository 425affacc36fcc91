"""The chat's message about a table whose people all play in windows: the players and the score."""

from bot.model import MatchInfo
from bot.screen import IN_WINDOWS, Screen
from bot.screens.moment.lines import worded
from bot.words import words_for


def in_windows(screen: Screen, info: MatchInfo) -> Screen:
    """The screen that replaces the public one in a chat while all people play in windows. Within a
    hand only the score on it can change, so it is sent again only when the score has changed. Its
    version is below every version of a table. So every process, even one that knows of no window,
    sees that the chat does not show the table itself."""
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
