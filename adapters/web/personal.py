"""Reduces the table's public screen to the parts that the page's one reader can use.

A message in a channel has one set of buttons for all its readers. A page has one reader, so it
leaves out the buttons that would only be refused: joining twice, starting somebody else's table."""

from typing import Final

from msgspec.structs import replace

from bot import tokens
from bot.messages import PersonId
from bot.model import MatchInfo, Status
from bot.screen import Button, Screen
from bot.tournaments.teams import waiting_for
from bot.words import words_for

_FAIR: Final = "lobby.fair"
"""The line that names a command, for which the page has a button of its own."""
_CHANGED: Final = "options.changed"
"""The line that says that the options have changed since the reader saw them."""
_HOSTS: Final = frozenset({tokens.START, tokens.OPTION})


def for_reader(screen: Screen, info: MatchInfo, person: PersonId) -> Screen:
    """The screen with only the buttons that this person can use. Nothing is ever added to it."""
    seat = info.seat_of(person)
    mine = -1 if seat is None else seat.seat
    seats = tuple(replace(mark, me=mark.seat == mine) for mark in screen.seats)
    if screen.kind == "hand":
        return screen
    if screen.kind == "lobby":
        hosts = info.host == person
        challenged = person in dict(info.kept)
        buttons = tuple(
            button
            for button in screen.buttons
            if _concerns(button, mine >= 0, hosts, challenged, info.private)
        )
        fields, folded = (screen.fields, screen.folded) if hosts else ((), ())
        idle = {_FAIR}
        if person not in info.unseen:
            idle |= {_CHANGED}
            buttons = tuple(_plain(button, screen.locale) for button in buttons)
        lines = tuple(line for line in screen.lines if line.id not in idle)
        return replace(
            screen, seats=seats, lines=lines, buttons=buttons, fields=fields, folded=folded
        )
    if screen.kind == "tournament":
        buttons = tuple(button for button in screen.buttons if _in_tournament(button, info, person))
        return replace(screen, buttons=buttons)
    if mine >= 0:
        return screen
    # An onlooker leaves by the page's own button. The film of a private match is for its people.
    film = "" if info.private else tokens.encode(info.match, "", tokens.FILM)
    return replace(
        screen, buttons=tuple(button for button in screen.buttons if button.token == film)
    )


def _plain(button: Button, locale: str) -> Button:
    if tokens.decode(button.token).action != tokens.OPTIONS:
        return button
    return replace(button, label=words_for(locale).text("button.options"))


def _in_tournament(button: Button, info: MatchInfo, person: PersonId) -> bool:
    word = tokens.decode(button.token).action
    held = info.status is Status.HELD
    there = person in info.sitting
    if held and info.tournament is not None:
        there = info.tournament.plays(person)
    if word == tokens.JOIN:
        return there == held
    if word == tokens.JOIN_LATE:
        return not there
    if word in (tokens.LEAVE, tokens.LEAVE_EARLY):
        return there
    if word == tokens.JOIN_TOGETHER:
        return info.tournament is not None and bool(waiting_for(info.tournament, person))
    return info.host == person


def _concerns(button: Button, seated: bool, hosts: bool, challenged: bool, private: bool) -> bool:
    word = tokens.decode(button.token).action.partition(" ")[0]
    if word == tokens.JOIN:
        return False  # each free seat is a button
    if word == tokens.LEAVE:
        return seated
    if word == tokens.DECLINE:
        return challenged
    if word == tokens.OPTIONS:
        return not hosts  # the host's own stand below the seats
    return hosts or word not in (_HOSTS if not private else {*_HOSTS, tokens.INVITE})
