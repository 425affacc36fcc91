"""The lobby: who sits where, what is played, and how to join."""

from collections.abc import Iterator

from bot.model import PACES, MatchInfo, Seat, Status, team_of, teams
from bot.screen import Button, Field, Line, Screen, SeatMark
from bot.screens.marks import SIDES
from bot.screens.names import named
from bot.screens.rules import matters
from bot.tokens import encode
from bot.words import Words
from bot.words.options import (
    PACE,
    PLAYERS,
    TURN_SECONDS,
    VARIANT,
    offered_options,
    option_label,
    option_specs,
    value_label,
)
from engine.variants import VARIANTS, table_for


def lobby_title(info: MatchInfo, words: Words) -> str:
    """ "Mesa de truco argentino"."""
    return words.text("lobby.title", variant=words.text(f"variant.{info.variant}"))


def build_lobby(info: MatchInfo, words: Words) -> Screen:
    """The screen of a table before its first hand; the same for everyone."""
    info = named(info, words)
    open_ = info.status is Status.LOBBY
    text = tuple(_lines(info, words)) if open_ else (_line(words, "lobby.closed", "strong"),)
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
        buttons=tuple(_buttons(info, words)) if open_ else (),
        fields=tuple(_fields(info, words)) if open_ else (),
        deadline=info.deadline if open_ else None,
        alt=words.text("lobby.alt", title=title, seats=sitting, lines=said),
    )


def options_line(info: MatchInfo, words: Words) -> str:
    """The options in one line: first those that everyone asks about, then those that are not as
    usual."""
    specs = option_specs(info.variant)
    chosen = dict(info.options)
    match = table_for(info.variant, info.players, chosen).rules.match
    parts = [words.text("lobby.players", n=info.players)]
    for name in ("target", "flor"):
        if name in specs:
            parts.append(value_label(words, name, chosen.get(name, specs[name][0])))
    for name, value in info.options:
        if name in specs and name not in ("target", "flor") and value != specs[name][0]:
            label = option_label(words, name, match)
            meaning = value_label(words, name, value, match)
            parts.append(words.text("lobby.option", label=label, value=meaning))
    parts.append(words.text("lobby.time", n=info.turn_seconds))
    if info.pace != next(iter(PACES)):
        label, meaning = option_label(words, PACE), value_label(words, PACE, info.pace)
        parts.append(words.text("lobby.option", label=label, value=meaning))
    return " · ".join(parts)


def _line(words: Words, id: str, weight: str = "normal", **parameters: object) -> Line:
    return Line(id, words.text(id, **parameters), weight)


def _lines(info: MatchInfo, words: Words) -> Iterator[Line]:
    free = sum(seat.free for seat in info.seats)
    if free:
        yield _line(words, "lobby.waiting", "strong", n=free)
    else:
        host = info.seats[info.host_seat].name if info.host_seat >= 0 else ""
        yield _line(words, "lobby.full", "strong", host=host)
    id = "lobby.options.last" if info.as_last else "lobby.options"
    yield _line(words, id, options=options_line(info, words))
    if info.rested:
        yield _line(words, "clock.rested", "quiet")
    if free:
        yield _line(words, "lobby.waiting.robots", "quiet")
    yield _line(words, "lobby.code", "quiet", code=info.match)


def _sitting(info: MatchInfo, words: Words) -> Iterator[str]:
    """Who sits in each team; everybody together, if the teams change with every hand."""
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
        away=seat.away,
        empty=seat.free,
        host=seat.seat == info.host_seat,
    )


def _buttons(info: MatchInfo, words: Words) -> Iterator[Button]:
    def button(action: str, id: str, style: str = "secondary", **parameters: object) -> Button:
        token = encode(info.match, "", action)
        return Button(token, words.text(id, **parameters), "lobby", style)

    free = any(seat.free for seat in info.seats)
    known = teams(info)
    if free and info.players > 2 and len(known) == 2:
        for team, seats in zip(SIDES, known, strict=True):
            if any(info.seats[seat].free for seat in seats):
                yield button(f"JOIN {team}", "button.join.team", "success", team=team)
    elif free:
        yield button("JOIN", "button.join", "success")
    yield button("LEAVE", "button.leave")
    if free:
        yield button("ROBOT", "button.robot.add")
    if any(seat.robot for seat in info.seats):
        yield button("NOROBOT", "button.robot.remove")
    yield button("START", "button.start", "primary")


def _fields(info: MatchInfo, words: Words) -> Iterator[Field]:
    """Every option the host may choose: it has more than one value and makes a difference."""
    table = table_for(info.variant, info.players, dict(info.options))
    options = dict(table.rules.options)
    seats, time = str(info.players), str(info.turn_seconds)
    chosen = dict(info.options) | {
        VARIANT: info.variant,
        PLAYERS: seats,
        TURN_SECONDS: time,
        PACE: info.pace,
    }
    for name, values in offered_options(info.variant).items():
        if len(values) == 1 or (name in options and not matters(table, name)):
            continue
        value = chosen.get(name, values[0])
        if value not in values:
            values = (value, *values)
        match = table.rules.match
        choices = tuple((one, value_label(words, name, one, match)) for one in values)
        yield Field(name, option_label(words, name, match), value, choices)
