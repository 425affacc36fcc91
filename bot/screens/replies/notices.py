"""Notices, which call for a person's attention: one sentence each, without secrets, because other
people may read a notification."""

from typing import Final

from bot.model import MatchInfo
from bot.screen import Button
from bot.screens.lobby.lobby import head_to_head
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.lines import late_text
from bot.store.notices import (
    CHALLENGE,
    FULL,
    HOST_GONE,
    INVITED,
    LATE,
    OF_TOURNAMENT,
    PAIRED,
    REMIND,
    REMOVED,
    ROUND,
    ROUND_ENDS,
    SEAT_FREE,
)
from bot.tokens import JOIN, START, encode
from bot.words import Words, words_for
from engine.seen.view import SeatView

_OF_LOBBIES: Final = {
    HOST_GONE: "notice.host_gone",
    FULL: "notice.full",
    SEAT_FREE: "notice.seat_free",
}
_PLAY: Final = "button.tournament.play"


def notice_text(
    kind: str,
    info: MatchInfo,
    view: SeatView | None,
    locale: str,
    *,
    tables: int = 0,
    is_last: bool = False,
) -> str:
    """The sentence of a notice (``turn``, ``bet``, ``end``, ``remind``), from public facts alone.
    ``tables``: the number of tables in a reminder; 0: it is about this table alone. ``is_last``: at
    most an hour is left of a slow turn."""
    words = words_for(locale)
    if kind in OF_TOURNAMENT:
        game = words.text(f"variant.{info.variant}")
        return words.text(f"notice.{kind}", game=game, match=info.match)
    if kind == CHALLENGE and info.part_of:
        return words.text("notice.tournament", match=info.match)
    if kind in (CHALLENGE, INVITED):
        game = words.text(f"option.variant.{info.variant}")
        id = "notice.challenge" if kind == CHALLENGE else "notice.invited"
        said = words.text(id, host=info.host_name, game=game, match=info.match)
        return f"{said} {head_to_head(info, words)}".rstrip()
    if kind in (PAIRED, REMOVED):
        return _of_table(kind, info, view, words)
    if kind in _OF_LOBBIES:
        return words.text(_OF_LOBBIES[kind], host=info.host_name, match=info.match)
    if kind == "end":
        return words.text("notice.end")
    if kind == LATE and view is not None:
        return late_text(ScreenContext(info, view, words))
    if kind == REMIND:
        several = words.text("notice.remind.tables", n=tables) if tables else ""
        return several or words.text("notice.remind.hour" if is_last else "notice.remind")
    if kind == "bet" and view is not None:
        context = ScreenContext(info, view, words)
        if context.deciding:
            return words.text("hand.asked.special", hand=context.special_hand())
        if context.top is not None and context.top.seat >= 0 and context.top.game < 3:
            call = context.called(context.top)
            return words.text("notice.bet", caller=context.name(context.top.seat), call=call)
        return words.text("notice.answer")
    return words.text("notice.turn" if info.cutter < 0 else "notice.cut")


def _of_table(kind: str, info: MatchInfo, view: SeatView | None, words: Words) -> str:
    """The sentence about a removal from a table, or about a match by the queue."""
    game = words.text(f"variant.{info.variant}")
    if kind == PAIRED:
        names = words.list(seat.name for seat in info.seats if seat.name)
        return words.text("notice.paired", names=names, game=game)
    return words.text("notice.removed" if view is None else "notice.removed.match", game=game)


def notice_button(kind: str, info: MatchInfo, locale: str) -> Button | None:
    """The button to the table of a notice: a seat that is kept for the person or has become free,
    the table of their pairing in a league, the start of a full table. ``None``: the notice has no
    table, or stands below a lobby that already offers the seat."""
    if kind == FULL:
        start = words_for(locale).text("button.start")
        return Button(encode(info.match, "", START), start, "lobby", "success")
    if kind == CHALLENGE and not info.part_of:
        return None
    labels = {CHALLENGE: "button.join", SEAT_FREE: "button.join", ROUND: _PLAY, ROUND_ENDS: _PLAY}
    id = labels.get(kind)
    if id is None:
        return None
    return Button(encode(info.match, "", JOIN), words_for(locale).text(id), "lobby", "success")
