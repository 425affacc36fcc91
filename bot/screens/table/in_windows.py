"""The table in a chat while all its people play in windows: who plays, and the score."""

from bot.model import MatchInfo
from bot.screen import IN_WINDOWS, Screen
from bot.screens.moment.lines import worded
from bot.words import words_for


def in_windows(screen: Screen, info: MatchInfo) -> Screen:
    """The screen that a chat has in place of the public one while all people play in windows.

    Of what changes within a hand it holds the score only, so it is sent again when the score has
    changed. Its version is below any of a table: every process, also one that knows of no window,
    sees from it that the table itself has still to be shown there."""
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
