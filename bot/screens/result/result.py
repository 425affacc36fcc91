"""The end of a match."""

from collections.abc import Iterator

from bot.match import series
from bot.match.daily import is_shareable
from bot.match.lesson import is_learnt
from bot.screen import Button, FinestHand, Line, Screen
from bot.screens.daily import daily
from bot.screens.history import score_lines
from bot.screens.lobby.series import series_lines
from bot.screens.moment.context import ScreenContext
from bot.screens.result.earnings import earnings
from bot.screens.rules.options import mark, options_line, tournament_button
from bot.screens.table import buttons, duplicate, marks
from bot.screens.table.table_parts import TableParts
from bot.screens.tournaments import league_room
from bot.tokens import ANALYSE, CARD, FILM, SHARE
from engine.numbers import NO_ACCOUNT
from engine.seen.view import PUBLIC, SeatView


def build_result(context: ScreenContext, parts: TableParts, finest: SeatView | None) -> Screen:
    """The screen of the result. For different readers it differs only in the mark of their own
    side. ``finest``: the end of the match's finest hand, as everybody saw it."""
    info, view, words = context.info, context.view, context.words
    text = tuple(daily.result(context) if info.daily is not None else _lines(context))
    title = words.text("result.title")
    turned, (tricks, tricks_text) = parts.turned, parts.tricks_for(context)
    said = [line.text for line in text]
    brief = " ".join(said)[:200] if view.seat >= 0 else ""
    shown = () if turned is None else (f"{turned.label}.",)
    said[1:1] = [*shown, *tricks_text]
    return Screen(
        kind="result",
        match=info.match,
        version=info.version,
        number=view.number,
        point=context.point,
        locale=words.locale,
        deck=context.table.spelling.name,
        title=title,
        lines=text,
        scores=marks.own_scores(parts.scores, view),
        seats=marks.own_seats(parts.seats, view),
        tricks=tricks,
        turned=turned,
        buttons=tuple(_buttons(context)),
        log=parts.log.lines,
        alt=words.text("table.alt", title=title, lines=" ".join(said)),
        brief=brief,
        about=_about(context),
        moment=daily.moment(context),
        finest=None if finest is None else finest_hand(context, finest),
    )


def finest_hand(context: ScreenContext, seen: SeatView) -> FinestHand:
    """The finest hand of a match. ``seen``: the public's view at the end of that hand."""
    then = ScreenContext(context.info, seen, context.words)
    (told, *_) = (*score_lines.won(then, "normal"),)
    return FinestHand(told.text, marks.tricks(then), marks.turned(then))


def _about(context: ScreenContext) -> str:
    """The game and its options: "Truco argentino · a 15, con flor"."""
    game = context.text(f"variant.{context.info.variant}")
    return f"{game[:1].upper()}{game[1:]} · {options_line(context.info, context.words)}"


def outcome(context: ScreenContext) -> Iterator[Line]:
    """The winner of the match, or the reason why it was stopped."""
    view, info = context.view, context.info
    if context.winner != NO_ACCOUNT:
        winners = view.accounts[context.winner]
        names = context.names(winners)
        yield context.line("result.won", "strong", n=len(winners), names=names)
        if info.ended == "left":
            others = [seat.seat for seat in info.people if seat.left and seat.seat not in winners]
            id = "result.left.own" if context.is_reader(others) else "result.left"
            yield context.line(id, n=len(others), names=context.names(others))
        yield from score_lines.games(context)
    elif info.daily is not None:
        yield daily.played(context, info.daily)
    elif info.ended == "agreed" and is_learnt(info, view):
        yield context.line("result.taught", "strong")
    else:
        reason = info.ended or view.ended
        yield context.line(f"result.ended.{reason}", "strong")


def _lines(context: ScreenContext) -> Iterator[Line]:
    view, info = context.view, context.info
    yield from outcome(context)
    if context.winner != NO_ACCOUNT and view.seat != PUBLIC and info.room is None:
        if view.seat in view.accounts[context.winner]:
            yield context.line("result.yours")
        elif not (info.part_of or series.is_open(info) or info.has_left(view.seat)):
            # It speaks of a rematch.
            yield context.line("result.theirs")
    yield context.line("result.score", score=context.score_pair(context.score))
    yield from series_lines(info, context.words)
    yield from duplicate.told(context)
    yield from earnings(context)
    if view.winner != NO_ACCOUNT:
        yield from score_lines.summary(context, weight="normal")
        yield from duplicate.capped(context)
    if info.successor and not info.has_left(view.seat):
        id = "series.follows" if series.is_open(info) else "result.rematch"
        yield context.line(id, "strong", match=info.successor)
    yield from mark(info, context.words, context.reader)
    yield from league_room.over(context)


def _buttons(context: ScreenContext) -> Iterator[Button]:
    if context.info.daily is not None:
        if context.brought.daily is not None and is_shareable(context.info):
            label = context.text("button.share")
            yield Button(context.match_token(SHARE), label, "match", "primary")
        if context.brought.deals_are_open:
            yield Button(context.match_token(FILM), context.text("button.film"), "match")
        return
    left = context.info.has_left(context.view.seat)
    if context.info.part_of:
        yield tournament_button(context.info, context.words)
    elif not context.info.successor and context.info.room is None and not left:
        next_now = series.goes_on(context.info)
        label = context.text("button.series.next" if next_now else "button.rematch")
        yield Button(context.match_token("REMATCH"), label, "match", "primary")
    shown = {ANALYSE: "button.analyse", FILM: "button.film", CARD: "button.share"}
    if context.info.lesson is not None:  # its hands and the robot's wishes were prepared
        del shown[ANALYSE]
    if not context.brought.deals_are_open:
        shown.clear()
    for action, id in shown.items():
        yield Button(context.match_token(action), context.text(id), "match")
    yield from buttons.options_buttons(context)
