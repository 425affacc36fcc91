"""Before the first card: sitting down, robots, start."""

from collections.abc import Collection

from msgspec.structs import replace

from bot.match import added_words, dealing, onlookers, senas
from bot.match.match_draft import MatchDraft
from bot.match.names import shown_name
from bot.match.options import only_host
from bot.messages import (
    Accepted,
    AddRobot,
    AnyReply,
    Ask,
    BeginMatch,
    GoOn,
    HandOver,
    Join,
    NotSeated,
    PersonId,
    Refused,
    RemoveRobot,
    Start,
)
from bot.model import WALKOVER, MatchInfo, Seat, Status, team_of, waits_for
from bot.reasons import ServiceReason
from bot.store.notices import FULL, HOST_GONE
from bot.tokens import START
from engine.numbers import NO_ACCOUNT


def join(draft: MatchDraft, command: Join) -> AnyReply:
    """The person sits down, or moves to the other team."""
    info, name = draft.info, shown_name(command.name)
    seat = info.seat_of(command.person)
    if not name:
        return Refused(ServiceReason.BAD_NAME, info.match)
    if command.person in info.removed:
        return Refused(ServiceReason.REMOVED, info.match)
    if info.part_of:
        reply = _join_tournament_table(draft, command, name)
    elif seat is None and (refused := _kept(info, command.person)):
        return refused
    else:
        reply = _join(draft, command, name)
        if isinstance(reply, Accepted):
            _no_longer_kept(draft, command.person)
    if isinstance(reply, Accepted):
        _rest(draft, command)
        if seat is None:
            _call_host(draft, command.person)
    return reply


def _call_host(draft: MatchDraft, person: PersonId) -> None:
    """Tells the host of a slow table, who is not waiting there, that the last seat is taken."""
    info = draft.info
    is_full = info.status is Status.LOBBY and not any(seat.free for seat in info.seats)
    if info.is_slow and is_full and not info.starting and info.host not in ("", person):
        draft.summon(FULL, [info.host])


def _rest(draft: MatchDraft, command: Join) -> None:
    """The holidays of a person hold at a table at which they sit down meanwhile."""
    seat = draft.info.seat_of(command.person)
    if seat is not None and command.rests > seat.rests:
        draft.set_seat(replace(seat, rests=command.rests))


def _join_tournament_table(draft: MatchDraft, command: Join, name: str) -> AnyReply:
    """Seats the person in the seat kept for them. With the last person the match begins."""
    info = draft.info
    if info.seat_of(command.person) is not None:
        if command.from_tournament:
            return Accepted(info.match)
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    waiting = [person for person, _ in info.kept]
    free = [seat.seat for seat in info.seats if seat.free]
    if command.person not in waiting:
        return Refused(ServiceReason.TOURNAMENT_TABLE, info.match)
    # The people for whom seats are kept stand in the order of the free seats.
    seat = free[waiting.index(command.person)]
    draft.set_seat(Seat(seat, person=command.person, name=name, since=info.version + 1))
    _no_longer_kept(draft, command.person)
    if not any(other.free for other in draft.info.seats):
        dealing.start(draft)
    return Accepted(info.match)


def _kept(info: MatchInfo, person: PersonId) -> Refused | None:
    """The refusal where all free seats are kept for others; ``None``: a seat is free."""
    others = [name for kept, name in info.kept if kept != person]
    if not others or sum(seat.free for seat in info.seats) > len(others):
        return None
    return Refused(ServiceReason.SEAT_KEPT, info.match, (("name", others[0]),))


def no_seat_for(info: MatchInfo, person: PersonId) -> Refused | None:
    """Why this table has no seat for the person, who does not sit here yet; ``None``: it has."""
    if info.status is not Status.LOBBY or info.starting:
        return Refused(ServiceReason.ALREADY_STARTED, info.match)
    if person in info.removed:
        return Refused(ServiceReason.REMOVED, info.match)
    if info.part_of and person not in dict(info.kept):
        return Refused(ServiceReason.TOURNAMENT_TABLE, info.match)
    if not any(seat.free for seat in info.seats):
        return Refused(ServiceReason.TABLE_FULL, info.match)
    return _kept(info, person)


def _no_longer_kept(draft: MatchDraft, person: PersonId) -> None:
    kept = tuple(kept_seat for kept_seat in draft.info.kept if kept_seat[0] != person)
    if kept != draft.info.kept:
        draft.set_info(kept=kept)


def decline(draft: MatchDraft, person: PersonId) -> AnyReply:
    """A challenged person declines. From now on anybody may take the seat."""
    if person not in dict(draft.info.kept):
        return Refused(ServiceReason.NOT_CHALLENGED, draft.info.match)
    if draft.info.part_of:
        give_up(draft, person)
        return Accepted(draft.info.match)
    _no_longer_kept(draft, person)
    return Accepted(draft.info.match)


def _join(draft: MatchDraft, command: Join, name: str) -> AnyReply:
    info = draft.info
    seat = info.seat_of(command.person)
    if command.seat >= 0:
        return _sit_there(draft, command, name)
    if seat is not None and not command.team:
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    free = [
        empty for empty in info.seats if empty.free and _of_team(info, empty.seat, command.team)
    ]
    if seat is not None and _of_team(info, seat.seat, command.team):
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    if not free:
        full = any(other.free for other in info.seats)
        return Refused(ServiceReason.TEAM_FULL if full else ServiceReason.TABLE_FULL, info.match)
    since = info.version + 1
    if seat is not None:
        since = seat.since
        draft.set_seat(Seat(seat.seat))
    draft.set_seat(Seat(free[0].seat, person=command.person, name=name, since=since))
    return Accepted(info.match)


def _sit_there(draft: MatchDraft, command: Join, name: str) -> AnyReply:
    """Takes the seat that the person chose. It must be free. A person who already has a seat may
    also choose a robot's seat; the robot then moves to the person's old seat."""
    info = draft.info
    mine = info.seat_of(command.person)
    if command.seat >= len(info.seats):
        return Refused(ServiceReason.NO_SUCH_SEAT, info.match)
    there = info.seats[command.seat]
    if mine is not None and mine.seat == there.seat:
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    if not there.free and (mine is None or not there.robot):
        return Refused(ServiceReason.SEAT_TAKEN, info.match)
    since = info.version + 1
    if mine is not None:
        since = mine.since
        draft.set_seat(replace(there, seat=mine.seat))
    draft.set_seat(Seat(there.seat, person=command.person, name=name, since=since))
    return Accepted(info.match)


def _of_team(info: MatchInfo, seat: int, team: str) -> bool:
    return not team or team_of(info, seat) in ("", team.upper())


def leave(draft: MatchDraft, person: PersonId) -> AnyReply:
    """The person leaves. The one who has sat longest becomes the host. An empty lobby closes."""
    seat = draft.info.seat_of(person)
    if seat is None:
        return NotSeated(draft.info.match)
    if draft.info.part_of:
        free = [empty.seat for empty in draft.info.seats if empty.free]
        kept = list(draft.info.kept)
        kept.insert(sum(other < seat.seat for other in free), (person, seat.name))
        draft.set_info(kept=tuple(kept))
    draft.set_seat(Seat(seat.seat))
    if not draft.info.people and not draft.info.part_of:
        draft.close()
    return Accepted(draft.info.match)


def look_who_is_here(draft: MatchDraft, here: Collection[PersonId], *, shown: bool) -> None:
    """Gives the lobby another host if the host has gone: of the people who are ``here``, the one
    who has sat longest. Everybody else who sits there is told. A lobby that is not ``shown``
    anywhere, with nobody here, closes."""
    info = draft.info
    found = [seat for seat in info.people if seat.person in here]
    if not found and not shown:
        draft.close()
    elif found and info.host not in here:
        draft.set_info(host=min(found, key=lambda seat: (seat.since, seat.seat)).person)
        draft.summon(HOST_GONE, [seat.person for seat in info.people if seat.person != info.host])


def hand_over(draft: MatchDraft, command: HandOver) -> AnyReply:
    """Gives the seat to another person, together with all that the person before has agreed to. A
    seat that is kept is given in the same way."""
    info, to = draft.info, command.to
    looks_on = info.onlooker(command.person) is not None or command.person in info.silent_onlookers
    if looks_on:
        onlookers.hand_over(draft, command)
        info = draft.info
    seat = info.seat_in_result(command.person)
    if seat is None and command.person in dict(info.kept):
        kept = tuple(
            (to if waiting == command.person else waiting, name) for waiting, name in info.kept
        )
        draft.set_info(
            kept=tuple(kept_seat for kept_seat in kept if info.seat_of(kept_seat[0]) is None)
        )
        return Accepted(info.match)
    if seat is None:
        return Accepted(info.match) if looks_on else NotSeated(info.match)
    if info.seat_in_result(to) is not None:
        if info.status is Status.LOBBY:
            return leave(draft, command.person)
        if info.ranked:
            # One person now had two seats: nobody plays for ranking points any longer.
            draft.set_info(ranked=())
            return Accepted(info.match)
        return Refused(ServiceReason.ALREADY_SEATED, info.match)

    def instead(people: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
        return tuple(to if each == command.person else each for each in people)

    draft.set_seat(replace(seat, person=to))
    added_words.hand_over(draft, command.person, to)
    _no_longer_kept(draft, to)
    if draft.row.signs:
        draft.set_signs(
            tuple(replace(sign, people=instead(sign.people)) for sign in draft.row.signs)
        )
    draft.set_info(
        host=to if info.host == command.person else info.host,
        agreed=instead(info.agreed),
        ready=instead(info.ready),
        unseen=instead(info.unseen),
        removed=instead(info.removed),
    )
    return Accepted(info.match)


def give_up(draft: MatchDraft, person: PersonId = "") -> None:
    """Closes a tournament's table before its match. ``person``: the one who gives the match up;
    empty: the time to come is over. A side wins if it has not given up and all its people are
    there. In a league nobody wins by this, because the table can be opened again."""
    info = draft.info
    free = [seat.seat for seat in info.seats if seat.free]
    if person:
        pairs = zip(free, info.kept, strict=False)
        lost = {seat % 2 for seat, (kept, _) in pairs if kept == person}
    else:
        lost = {seat % 2 for seat in free}
    winner = next(iter({0, 1} - lost), NO_ACCOUNT) if lost else NO_ACCOUNT
    if info.league and person:
        winner = NO_ACCOUNT
    draft.close()
    draft.set_info(ended=WALKOVER, winner=winner)


def add_robot(draft: MatchDraft, command: AddRobot) -> AnyReply:
    """Puts a robot into a free seat."""
    if refused := only_host(draft, command.person):
        return refused
    seats = draft.info.seats
    free = [seat.seat for seat in seats if seat.free]
    if command.seat >= len(seats) or command.seat < -1:
        return Refused(ServiceReason.NO_SUCH_SEAT, draft.info.match)
    if not free:
        return Refused(ServiceReason.TABLE_FULL, draft.info.match)
    if command.seat >= 0 and command.seat not in free:
        return Refused(ServiceReason.SEAT_TAKEN, draft.info.match)
    if refused := _kept(draft.info, draft.info.host):
        return refused
    seat = command.seat if command.seat >= 0 else free[0]
    if not command.foreign:
        draft.put_robot(seat)
    elif any(other.foreign == command.foreign for other in seats):
        return Refused(ServiceReason.ROBOT_SEATED, draft.info.match, (("name", command.name),))
    else:
        draft.set_seat(
            Seat(
                seat,
                name=command.name,
                robot=True,
                since=draft.info.version + 1,
                foreign=command.foreign,
                owner=command.owner,
            )
        )
    return Accepted(draft.info.match)


def remove_robot(draft: MatchDraft, command: RemoveRobot) -> AnyReply:
    """Sends a robot away."""
    if refused := only_host(draft, command.person):
        return refused
    robots = [seat.seat for seat in draft.info.seats if seat.robot]
    if not robots or (command.seat >= 0 and command.seat not in robots):
        return Refused(ServiceReason.NO_ROBOT, draft.info.match)
    draft.set_seat(Seat(command.seat if command.seat >= 0 else robots[-1]))
    return Accepted(draft.info.match)


def start(draft: MatchDraft, command: Start) -> AnyReply:
    """The host starts the match: robots fill the empty seats, the first dealer is drawn, and the
    match begins. Where somebody was invited and has not sat down, the host is asked first."""
    if refused := only_host(draft, command.person):
        return refused
    if not command.sure and (names := _expected(draft.info, command)):
        return Ask(draft.info.match, f"{START} ?", names=names)
    if not draft.info.starting:
        draft.set_info(strength=command.strength)
        draft.renew_lobby()
        dealing.start(draft)
    return Accepted(draft.info.match)


def agree_to_rematch(draft: MatchDraft, command: GoOn) -> AnyReply:
    """Notes that somebody wants this rematch too. When all its people do, it starts by itself."""
    info = draft.info
    if info.seat_of(command.person) is None:
        return NotSeated(info.match)
    if not info.ready:
        return Refused(ServiceReason.NOT_STARTED, info.match)
    if info.starting or command.person in info.ready:
        return Accepted(info.match)
    draft.set_info(ready=(*info.ready, command.person))
    if not waits_for(draft.info) and not any(seat.free for seat in info.seats):
        draft.renew_lobby()
        dealing.start(draft)
    return Accepted(info.match)


def _expected(info: MatchInfo, command: Start) -> tuple[str, ...]:
    """The names of the invited people for whom a seat is free."""
    if not any(seat.free for seat in info.seats):
        return ()
    invited = {**dict(command.expected), **dict(info.kept)}
    gone = {*info.removed, *(seat.person for seat in info.people)}
    return tuple(name for person, name in invited.items() if person not in gone)


def begin(draft: MatchDraft, command: BeginMatch) -> AnyReply:
    """Begins the match: the beacon's round fixed at the start has come, or does not come."""
    info = draft.info
    if info.status is Status.LOBBY and info.starting and info.round == command.round:
        dealing.begin(draft, command.pulse, command.reason)
        senas.of_robots(draft)
    return Accepted(info.match)
