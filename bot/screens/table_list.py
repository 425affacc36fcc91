"""The tables of a community in one place: those with a free seat, and those that are played."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.model import SPECTATORS_NO, MatchInfo, Status
from bot.screens.announcement import sought
from bot.screens.names import named
from bot.screens.options import options_line
from bot.screens.pages import TABLE_LIST, Leaf, Page, PageKey
from bot.tokens import saying
from bot.words import Words, words_for

MOST: Final = 5
"""The most tables of each kind that have buttons; the others are counted."""


def may_be_joined(info: MatchInfo) -> bool:
    """Whether anybody may sit down at the table now."""
    waits = info.status is Status.LOBBY and not (info.private or info.starting or info.part_of)
    return waits and sought(info) > 0


def is_played(info: MatchInfo) -> bool:
    """Whether a match is played there that others may know of: no private one, no lesson, no hand
    of the day."""
    alone = info.private or info.lesson is not None or info.daily is not None
    return info.status is Status.PLAYING and not alone


def tables_page(infos: Iterable[MatchInfo], locale: str) -> Page:
    """The tables of a community, the newest first, with a button for each that can be joined or
    watched, one to open another, and one to look again."""
    words = words_for(locale)
    known = [named(info, words) for info in infos]
    joined = [info for info in known if may_be_joined(info)]
    played = [info for info in known if is_played(info)]
    parts = [
        *_part("tables.joined", joined, words),
        *_part("tables.played", played, words),
    ]
    headings = tuple(
        words.text(id)
        for id, some in (("tables.joined", joined), ("tables.played", played))
        if some
    )
    ways = [
        *(_join(info, words) for info in joined[:MOST]),
        *(_watch(info, words) for info in played[:MOST] if info.spectators != SPECTATORS_NO),
        Leaf(saying("jugar"), words.text("tables.open")),
        Leaf(str(PageKey(TABLE_LIST)), words.text("tables.again")),
    ]
    return Page(
        title=words.text("tables.title"),
        text="\n".join(parts) or words.text("tables.none"),
        headings=headings,
        turns=tuple(ways),
    )


def _part(id: str, infos: Sequence[MatchInfo], words: Words) -> Iterator[str]:
    """The tables of one kind below a heading."""
    if not infos:
        return
    yield words.text(id)
    for info in infos[:MOST]:
        yield f"• {_told(info, words)}"
    if (more := len(infos) - MOST) > 0:
        yield words.text("tables.more", n=more)


def _told(info: MatchInfo, words: Words) -> str:
    game = words.text(f"variant.{info.variant}")
    if info.status is Status.PLAYING:
        return words.text("tables.match", names=_names(info, words), game=game)
    return words.text(
        "tables.lobby",
        game=f"{game[:1].upper()}{game[1:]}",
        options=options_line(info, words_for(words.locale, info.variant)),
        seeks=words.text("announcement.seeks", host=info.host_name, n=sought(info)),
    )


def _names(info: MatchInfo, words: Words) -> str:
    return words.list(seat.name for seat in info.seats if seat.name)


def _join(info: MatchInfo, words: Words) -> Leaf:
    label = words.text("tables.join", host=info.host_name)
    return Leaf(saying("unirse", ("codigo", info.match)), label)


def _watch(info: MatchInfo, words: Words) -> Leaf:
    label = words.text("tables.watch", host=info.host_name or info.seats[0].name)
    return Leaf(saying("mirar", ("mesa", info.match)), label)
