"""Makes neutral screens from views, in the reader's language."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.match.lesson import narrowed
from bot.model import MatchInfo, Status
from bot.screen import Screen
from bot.screens.community.standings import standings_page
from bot.screens.hand.hand import build_hand
from bot.screens.lobby.announcement import build_announcement
from bot.screens.lobby.lobby import build_lobby, for_person, lobby_title
from bot.screens.moment.context import OwnMatters, ScreenContext
from bot.screens.rendering.text import as_text
from bot.screens.replies.deeds import deed_text
from bot.screens.replies.notices import notice_button, notice_text
from bot.screens.replies.replies import barred_text, cannot_text, question_of, reply_text
from bot.screens.result.result import build_result
from bot.screens.rules.options import build_options
from bot.screens.rules.rules import rules_card
from bot.screens.table.in_windows import in_windows
from bot.screens.table.onlookers import for_onlooker
from bot.screens.table.table import build_table
from bot.screens.table.table_parts import TableParts, title_of
from bot.screens.tournaments.tournament import build_tournament, tournament_title
from bot.store.results.model import NOTHING, Brought
from bot.words import words_for
from engine.events import AnyEvent
from engine.seen.view import PUBLIC, SeatView


def build(
    info: MatchInfo,
    view: SeatView | None,
    locale: str,
    events: Sequence[AnyEvent] = (),
    own: OwnMatters | None = None,
    brought: Brought = NOTHING,
    parts: TableParts | None = None,
    finest: SeatView | None = None,
) -> Screen:
    """The newest screen of a match: the lobby, the table or a hand, or the result.

    ``view`` is ``None`` in the lobby. The view of a seat makes the private screen of that seat; the
    public's view makes the screen of the table. ``events``: the last ones, oldest first, as the
    reader may know them. ``brought``: what a finished match brought. ``parts``: the parts that all
    screens of this moment share, if they were worked out already; then ``events`` are not needed.
    ``finest``: for a finished match, the end of its finest hand as everybody saw it."""
    words = words_for(locale, info.variant)
    if view is None or info.status in (Status.LOBBY, Status.CLOSED):
        return build_lobby(info, words)
    public = None if parts is None else parts.context
    view = narrowed(info, view)
    if info.has_left(view.seat):
        view = replace(view, offered=())  # a robot has the seat, so the steps would be refused
    context = ScreenContext(info, view, words, own or OwnMatters(), brought, public)
    if parts is None:
        parts = TableParts(context, events)
    if info.status is Status.OVER:
        return build_result(context, parts, finest)
    if view.seat == PUBLIC:
        return build_table(context, parts)
    return build_hand(context, parts)


def table_parts(
    info: MatchInfo,
    view: SeatView,
    locale: str,
    events: Sequence[AnyEvent],
    before: TableParts | None,
) -> TableParts:
    """The parts that all screens of a match share at this moment. ``view`` is the public's, and so
    are ``events``. ``before``: the parts of an earlier moment of the match in the same language."""
    return TableParts(ScreenContext(info, view, words_for(locale, info.variant)), events, before)


def table_title(info: MatchInfo, view: SeatView | None, locale: str) -> str:
    """The title of the public screen of a tournament, a lobby or a running match."""
    words = words_for(locale, info.variant)
    if info.tournament is not None:
        return tournament_title(info, words)
    if view is None:
        return lobby_title(info, words)
    return title_of(ScreenContext(info, view, words))
