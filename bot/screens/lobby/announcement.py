"""The announcement of a lobby, for people who are not at its table."""

from collections.abc import Iterator

from bot.model import MatchInfo, Status
from bot.screen import Line, Screen
from bot.screens.lobby.lobby import join_buttons, lobby_title
from bot.screens.moment.lines import in_words, worded
from bot.screens.moment.names import named
from bot.screens.rules.options import options_line
from bot.words import Words
from engine.variants import VARIANTS


def build_announcement(info: MatchInfo, words: Words) -> Screen | None:
    """The announcement: the game, how many people the lobby seeks, and how to join. ``None``: there
    is no announcement any more, because the table is private or no longer a lobby."""
    if info.status is not Status.LOBBY or info.private:
        return None
    info = named(info, words)
    lines = tuple(_lines(info, words))
    seeks = sought(info) > 0
    title = lobby_title(info, words)
    return Screen(
        kind="announcement",
        match=info.match,
        version=info.version,
        locale=words.locale,
        deck=VARIANTS[info.variant].deck,
        title=title,
        lines=lines,
        buttons=tuple(join_buttons(info, words)) if seeks else (),
        deadline=info.deadline if seeks else None,
        alt=in_words(title, lines),
    )


def sought(info: MatchInfo) -> int:
    """The number of people who may still sit down. A seat kept for a person does not count."""
    return sum(seat.free for seat in info.seats) - len(info.kept)


def _lines(info: MatchInfo, words: Words) -> Iterator[Line]:
    if (n := sought(info)) <= 0:
        yield worded(words, "announcement.full", "strong")
        return
    yield worded(words, "announcement.seeks", "strong", host=info.host_name, n=n)
    yield worded(words, "lobby.options", options=options_line(info, words))
    yield worded(words, "lobby.code", "quiet", code=info.match)
