"""Chooses the tables that a command means, out of those that a person may mean."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from bot.catalogue.commands import COMMAND
from bot.messages import MatchId, PersonId
from bot.model import LIVE, MatchInfo, Status


class About(StrEnum):
    """The kind of table that a command is about."""

    JOINING = "joining"
    """A lobby with a free seat in which the person does not sit yet. A table of a tournament is
    meant only by people of that tournament; for them it goes first."""
    FORMING = "forming"
    """A lobby that the person may change, their own before one where they only sit."""
    INVITING = "inviting"
    """A lobby to which the person invites somebody. The lobby that is shown here goes first, also
    if the person only looks on there; then a lobby as in ``FORMING``."""
    ARRANGING = "arranging"
    """A table whose options the person may change or look at: a lobby as in ``FORMING`` goes
    before a running match of the person."""
    PLAYING = "playing"
    """A running match of the person. One that waits for the person goes first."""
    LEAVING = "leaving"
    """Any table at which the person sits; after those, any table at which they look on."""
    TALKING = "talking"
    """A running match of the person as in ``PLAYING``, or a table at which they look on."""
    LOOKING = "looking"
    """A table to look at. The one that is shown here goes first, then the person's own; a running
    match goes before a lobby."""


_ABOUT: Final = {
    "unirse": About.JOINING,
    "empezar": About.FORMING,
    "invitar": About.INVITING,
    "opciones": About.ARRANGING,
    "acordar": About.ARRANGING,
    "salir": About.LEAVING,
    "frase": About.TALKING,
    "mesa": About.LOOKING,
    "cerrar": About.LOOKING,
}


def about(command: str) -> About:
    """The kind of table that a command (an id) is about. A word of the game is about playing."""
    spec = COMMAND.get(command)
    usual = About.PLAYING if spec is None or spec.in_match else About.LOOKING
    return _ABOUT.get(command, usual)


def for_onlookers(command: str) -> bool:
    """Whether the command may be about a table at which the person only looks on."""
    return about(command) in (About.LEAVING, About.TALKING)


class Candidate(Struct, frozen=True):
    """A table that might be meant."""

    info: MatchInfo
    here: bool
    """Whether the table stands in this place."""
    awaited: bool = False
    """The match waits for this person."""


def meant(
    command: str, person: PersonId, candidates: Sequence[Candidate], shown: MatchId = ""
) -> tuple[MatchInfo, ...]:
    """The tables that a command means equally well, newest first; empty when there is no candidate.
    ``candidates`` come newest first too."""
    kind = about(command)
    ranked = [
        (_rank(kind, person, candidate, shown), candidate.info)
        for candidate in candidates
        if kind is not About.JOINING or _may_join(candidate.info, person)
    ]
    if not ranked:
        return ()
    best = min(rank for rank, _ in ranked)
    found = tuple(info for rank, info in ranked if rank == best)
    here = tuple(info for info in found if info.match == shown)
    return here or found


def _may_join(info: MatchInfo, person: PersonId) -> bool:
    """Whether the person may sit at this table. Only people of a tournament may join its tables."""
    own = info.seat_of(person) is not None or person in dict(info.kept)
    return own or not info.part_of


def _rank(kind: About, person: PersonId, one: Candidate, shown: MatchId) -> tuple[int, ...]:
    """How well a table fits; the lowest is meant. Finished tables fit only commands that look."""
    info, away = one.info, not one.here
    if info.status not in LIVE and kind is not About.LOOKING:
        return (2,)
    lobby = info.status is Status.LOBBY
    mine = info.seat_of(person) is not None
    looks_on = info.onlooker(person) is not None
    match kind:
        case About.JOINING:
            awaited = bool(info.part_of) and person in dict(info.kept)
            open_seat = lobby and not mine and any(seat.free for seat in info.seats)
            closed = info.private and not mine
            fits = open_seat and one.here
            return (not fits, not awaited, closed, not (mine and one.here), away, not lobby)
        case About.FORMING | About.INVITING:
            seen = kind is About.INVITING and lobby and info.match == shown
            return (not seen, not (mine and lobby), away, info.host != person, not mine, not lobby)
        case About.ARRANGING:
            return (not (mine and lobby), not mine, away, info.host != person, not lobby)
        case About.PLAYING:
            return (not (mine and not lobby), not mine, away, not one.awaited, lobby)
        case About.TALKING:
            return (not ((mine and not lobby) or looks_on), not mine, away, not one.awaited, lobby)
        case About.LEAVING:
            return (not (mine or looks_on), not mine, away)
        case About.LOOKING:
            return (info.match != shown, away, not mine, lobby)
