"""The lobby: its people, its game, and how to join."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from bot.match.names import face_of
from bot.messages import PersonId
from bot.model import (
    WALKOVER,
    MatchInfo,
    Seat,
    Status,
    playing_for_ranking,
    team_of,
    teams,
    waits_for,
)
from bot.screen import Button, Field, Line, Screen, SeatMark
from bot.screens.lobby.series import series_lines
from bot.screens.moment.lines import onlookers, phrases, worded
from bot.screens.moment.names import named
from bot.screens.rules.options import (
    fields,
    host_buttons,
    lobby_button,
    mark,
    options_button,
    options_line,
    tournament_button,
)
from bot.screens.table.marks import SIDES
from bot.tokens import DECLINE, GO_ON, INVITE, JOIN, LEAVE, START, encode
from bot.words import Words
from engine.variants import VARIANTS

STARTING: Final = "lobby.starting"
"""The first line of a lobby that is about to start."""


def lobby_title(info: MatchInfo, words: Words) -> str:
    """ "Mesa de truco argentino"."""
    return words.text("lobby.title", variant=words.text(f"variant.{info.variant}"))


def head_to_head(info: MatchInfo, words: Words) -> str:
    """How often the host and the challenged person have beaten each other. It is empty if neither
    ever has, or if nobody is challenged any more."""
    if not any(info.met) or len(info.kept) != 1:
        return ""
    ((_, other),), (won, lost) = info.kept, info.met
    return words.text("met.line", name=info.host_name, n=won, other=other, m=lost)


def build_lobby(info: MatchInfo, words: Words) -> Screen:
    """The screen of a table before its first hand; the same for everyone."""
    info = named(info, words)
    open_ = info.status is Status.LOBBY
    if open_:
        text = tuple(_starting(info, words) if info.starting else _lines(info, words))
    else:
        text = (_closed(info, words),)
    title = lobby_title(info, words)
    seats = tuple(_seat(info, seat) for seat in info.seats)
    sitting = "; ".join(_sitting(info, words))
    said = " ".join(line.text for line in text)
    return Screen(
        kind="lobby",
        match=info.match,
        version=info.version,
        locale=words.locale,
        deck=VARIANTS[info.variant].deck,
        title=title,
        lines=text,
        seats=seats,
        buttons=tuple(_buttons(info, words) if open_ else _afterwards(info, words)),
        fields=_fields(info, words) if open_ else (),
        folded=tuple(host_buttons(info, words)),
        deadline=info.deadline if open_ else None,
        alt=words.text("lobby.alt", title=title, seats=sitting, lines=said),
    )


def for_person(screen: Screen, info: MatchInfo, person: PersonId) -> Screen:
    """The lobby without the buttons that do nothing for this person: a person without a seat cannot
    get up, and declines only a seat that is kept for them; who wants the rematch has said so."""
    idle = []
    if info.seat_of(person) is None:
        idle = [LEAVE] if person in dict(info.kept) else [LEAVE, DECLINE]
    elif person in info.ready:
        idle = [GO_ON]
    out = {encode(screen.match, "", word) for word in idle}
    return replace(
        screen, buttons=tuple(button for button in screen.buttons if button.token not in out)
    )


def _fields(info: MatchInfo, words: Words) -> tuple[Field, ...]:
    """The options that the host may choose; none before a start, or at a tournament's table."""
    return () if info.starting or info.part_of else tuple(fields(info, words))


def _closed(info: MatchInfo, words: Words) -> Line:
    if info.ended == WALKOVER and info.league:
        return worded(words, "lobby.league.closed", "strong")
    if info.ended == WALKOVER:
        return worded(words, "lobby.walkover", "strong")
    return worded(words, "lobby.closed", "strong")


def _lines(info: MatchInfo, words: Words) -> Iterator[Line]:
    free = sum(seat.free for seat in info.seats)
    if info.part_of:
        if free > len(info.kept):
            yield worded(words, "lobby.waiting", "strong", n=free)
        id = "lobby.league" if info.league else "lobby.tournament"
        yield worded(words, id, tournament=info.part_of)
    elif free:
        yield worded(words, "lobby.waiting", "strong", n=free)
    elif info.ready and (waiting := waits_for(info)):
        names = words.list(seat.name for seat in info.people if seat.person in waiting)
        yield worded(words, "lobby.rematch", "strong", n=len(waiting), names=names)
    else:
        yield worded(words, "lobby.full", "strong", host=info.host_name)
    if info.has_foreign:
        yield worded(words, "lobby.foreign", "quiet")
    if info.kept:
        names = words.list(name for _, name in info.kept)
        if info.part_of:
            yield worded(words, "lobby.awaited", "strong", names=names)
        else:
            yield worded(words, "lobby.kept", names=names)
        if met := head_to_head(info, words):
            yield Line("met.line", met)
    id = "lobby.options.last" if info.as_last else "lobby.options"
    yield worded(words, id, options=options_line(info, words))
    yield from series_lines(info, words)
    if info.stake and playing_for_ranking(info):
        yield worded(words, "lobby.staked", "quiet", n=info.stake)
    yield from mark(info, words)
    yield from phrases(info, words)
    yield from onlookers(info, words)
    if info.rested:
        yield worded(words, "clock.rested", "quiet")
    if info.commitment:
        yield worded(words, "lobby.fair", "quiet")


def _starting(info: MatchInfo, words: Words) -> Iterator[Line]:
    """The line of a match that was started and waits for its round of the beacon."""
    yield worded(words, STARTING, "strong")
    yield worded(words, "lobby.options", "quiet", options=options_line(info, words))
    yield from series_lines(info, words)
    yield from phrases(info, words)
    at = datetime.fromtimestamp(info.started, UTC).strftime("%H:%M:%S")
    yield worded(words, "lobby.round", "quiet", round=info.round, at=at)


def _sitting(info: MatchInfo, words: Words) -> Iterator[str]:
    """The people of each team; or everybody together, if the teams change with every hand."""
    free = words.text("lobby.seat.free")
    known = teams(info)
    if len(known) > 2:
        yield words.list(seat.name or free for seat in info.seats)
        return
    for team, seats in zip(SIDES, known, strict=True):
        names = words.list(info.seats[seat].name or free for seat in seats)
        yield words.text("lobby.team", team=team, names=names)


def _seat(info: MatchInfo, seat: Seat) -> SeatMark:
    return SeatMark(
        seat=seat.seat,
        name=seat.name,
        side=team_of(info, seat.seat),
        robot=seat.robot,
        face=face_of(seat.name) if seat.robot else -1,
        away=seat.away,
        empty=seat.free,
        host=seat.seat == info.host_seat,
    )


def join_buttons(info: MatchInfo, words: Words) -> Iterator[Button]:
    """A button for each team with a free seat, or one button for all if the teams change."""
    free = any(seat.free for seat in info.seats)
    known = teams(info)
    if info.part_of:  # each person has a seat of their own
        yield lobby_button(info, words, JOIN, "button.join", "success")
    elif free and info.players > 2 and len(known) == 2:
        for team, seats in zip(SIDES, known, strict=True):
            if any(info.seats[seat].free for seat in seats):
                yield lobby_button(
                    info, words, f"{JOIN} {team}", "button.join.team", "success", team=team
                )
    elif free:
        yield lobby_button(info, words, JOIN, "button.join", "success")


def _buttons(info: MatchInfo, words: Words) -> Iterator[Button]:
    if info.starting:
        yield lobby_button(info, words, LEAVE, "button.leave")
        return
    yield from join_buttons(info, words)
    if info.part_of:
        yield lobby_button(info, words, LEAVE, "button.leave")
        if info.kept:
            yield _decline(info, words)
        return
    free = any(seat.free for seat in info.seats)
    if info.ready and not free and waits_for(info):
        yield lobby_button(info, words, GO_ON, "button.rematch.too", "success")
    if free:
        yield lobby_button(info, words, INVITE, "button.invite")
    start = "button.start.robots" if free else "button.start"
    yield lobby_button(info, words, START, start, "primary")
    if info.kept:
        yield _decline(info, words)
    yield options_button(info, words, "lobby")
    yield lobby_button(info, words, LEAVE, "button.leave")


def _afterwards(info: MatchInfo, words: Words) -> Iterator[Button]:
    if info.part_of:
        yield tournament_button(info, words)


def _decline(info: MatchInfo, words: Words) -> Button:
    """The button by which a person gives up the seat that is kept for them."""
    if not info.part_of:
        return lobby_button(info, words, DECLINE, "button.decline")
    if info.league:
        button = lobby_button(info, words, DECLINE, "button.decline.league")
        return replace(button, confirm=words.text("tournament.league.decline"))
    button = lobby_button(info, words, DECLINE, "button.decline.tournament")
    return replace(button, confirm=words.text("tournament.decline.confirm"))
