"""Opens a table: a new one on its host's terms, or a rematch with the same people."""

from typing import Final

from msgspec.structs import asdict, replace

from bot.chance import new_match_id
from bot.environment import Environment
from bot.match import dealing, fair_deals, lesson, series
from bot.match.match_draft import MatchDraft
from bot.match.names import renamed, shown_name
from bot.match.options import BadOptions, checked_options, no_duplicate, reseated
from bot.match.prepared_hands import PREPARED
from bot.match.running_match import RunningMatch
from bot.messages import (
    Accepted,
    AnyReply,
    NotSeated,
    OpenQuick,
    OpenTable,
    PersonId,
    Refused,
    Rematch,
    Stale,
    Tick,
    told_back,
)
from bot.model import SPECTATORS_NO, Lesson, MatchInfo, Seat, Status, is_someone, with_terms
from bot.reasons import ServiceReason
from bot.store.model import MatchRow, SealedSecret
from bot.store.notices import PAIRED
from bot.table_options import (
    COMPETITIVE,
    NO,
    PRIVATE,
    SKILL,
    SPECTATORS_OPTION,
    VELO,
    YES,
    rest_of,
    table_values,
)
from engine.errors import Reason
from engine.fairness.deal import AZAR_2
from engine.numbers import NOBODY
from engine.robots import EVEN
from engine.variants import VARIANTS

_LEARNING_SECONDS: Final = 600
"""Seconds for which a newcomer may think in a guided match."""


def open_table(command: OpenTable, environment: Environment) -> tuple[MatchDraft | None, AnyReply]:
    """Opens a lobby with its host in the first seat. A guided match gets its robot too."""
    info = checked_info(_guided(command, environment) if command.lesson else command, environment)
    if isinstance(info, Refused):
        return None, info
    made = new_draft(info, environment)
    if command.lesson:
        made.put_robot(lesson.ROBOT)
    return made, Accepted(info.match)


def _guided(command: OpenTable, environment: Environment) -> OpenTable:
    """The command with the terms of a guided match: nobody is hurried, and nobody looks on."""
    prepared = PREPARED.get(command.variant)
    options = dict(prepared.options if prepared is not None else ())
    options |= {COMPETITIVE.name: NO, SPECTATORS_OPTION.name: SPECTATORS_NO}
    return replace(
        command,
        players=2,
        options=tuple(options.items()),
        turn_seconds=min(_LEARNING_SECONDS, environment.config.most_turn_seconds),
        kept=(),
        as_last=False,
    )


def checked_info(command: OpenTable, environment: Environment) -> MatchInfo | Refused:
    """The table that a person wants, its host in the first seat, or a refusal with faults."""
    name = shown_name(command.name)
    if not name:
        return Refused(ServiceReason.BAD_NAME)
    if command.variant not in VARIANTS:
        return Refused(
            ServiceReason.NO_SUCH_VARIANT, parameters=(("variant", told_back(command.variant)),)
        )
    seconds = (
        environment.config.turn_seconds if command.turn_seconds is None else command.turn_seconds
    )
    given = dict(command.options)
    values, problems = table_values(given)
    try:
        options = checked_options(
            command.variant,
            command.players,
            tuple(rest_of(given).items()),
            seconds,
            environment.config,
        )
    except BadOptions as error:
        return Refused(error.reason, parameters=error.problems)
    if why := no_duplicate(options, values[VELO.name], environment.secrets is not None):
        return Refused(why)
    if problems:
        return Refused(Reason.BAD_OPTION, parameters=problems)
    host = Seat(0, person=command.person, name=name, since=1, rests=command.rests)
    return MatchInfo(
        match=new_match_id(environment.chance),
        community=command.community,
        place=command.place,
        variant=command.variant,
        options=options,
        players=command.players,
        seats=(host, *(Seat(seat) for seat in range(1, command.players))),
        host=command.person,
        turn_seconds=seconds,
        **values,
        kept=command.kept,
        met=command.met,
        status=Status.LOBBY,
        created=environment.utc,
        as_last=command.as_last,
        first_dealer=lesson.ROBOT if command.lesson else NOBODY,
        lesson=Lesson() if command.lesson else None,
    )


QUICK_PLACE: Final = "quick:all"
"""The community of matches that the queue makes: nobody's, so they stand on no community's list and
scoreboard, and no community's rules hold."""


def open_quick(command: OpenQuick, environment: Environment) -> MatchDraft:
    """A match of the people whom the queue has brought together. In the other seats sit robots as
    strong as these people. It begins at once, and no onlooker comes."""
    (person, name), *_ = command.people
    options = {PRIVATE.name: YES, SPECTATORS_OPTION.name: SPECTATORS_NO, SKILL.name: EVEN}
    opened = OpenTable(
        request=command.request,
        person=person,
        community=QUICK_PLACE,
        place=f"{QUICK_PLACE}/mesa",
        name=name,
        variant=command.variant,
        players=command.players,
        options=tuple(options.items()),
    )
    info = checked_info(opened, environment)
    assert not isinstance(info, Refused), info
    seats = tuple(
        Seat(seat, person=who, name=shown_name(called), since=seat + 1)
        for seat, (who, called) in enumerate(command.people)
    )
    info = replace(
        info, seats=(*seats, *info.seats[len(seats) :]), quick=True, strength=command.strength
    )
    made = new_draft(info, environment)
    dealing.start(made)
    made.summon(PAIRED, [who for who, _ in command.people])
    return made


def new_draft(
    info: MatchInfo, environment: Environment, derived: bytes | None = None
) -> MatchDraft:
    """The draft of a new lobby or tournament, with its commitment; a hand of the day has that of
    its day. ``derived``: the secret of a tournament's table; ``None``: it gets one of its own."""
    secret = None
    own = info.sealed_as == info.match
    if own:
        info = replace(info, protocol=AZAR_2.name)
    if environment.secrets is not None and info.lesson is None and own:
        protocol = fair_deals.protocol_of(info)
        secret = SealedSecret(*environment.secrets.committed(protocol, info.match, derived))
        info = replace(info, commitment=secret.commitment.hex())
    made = MatchDraft(RunningMatch(MatchRow(info), ()), environment, new=True)
    made.secret = secret
    return made


def rematch(draft: MatchDraft, command: Rematch) -> tuple[MatchDraft | None, AnyReply]:
    """A lobby with the same people in the same seats. The first person to ask opens it; the others
    are told which table it is."""
    info = draft.info
    seat = info.seat_of(command.person)
    if command.person in info.removed:
        return None, Refused(ServiceReason.REMOVED, info.match)
    if seat is None:
        return None, NotSeated(info.match)
    if info.daily is not None:
        return None, Refused(ServiceReason.DAILY, info.match)
    if info.room is not None:
        return None, Refused(ServiceReason.LEAGUE_ROOM, info.match)
    if info.status is not Status.OVER:
        return None, Refused(ServiceReason.NOT_OVER, info.match)
    if info.successor:
        return None, Accepted(info.successor)
    if seat.left:
        return None, Refused(ServiceReason.HAS_LEFT, info.match)
    if series.goes_on(info):
        return next_of_series(draft, command.person)
    again = _again(info, command, draft.environment)
    return _followed(draft, replace(again, ready=(command.person,)))


def series_tick(draft: MatchDraft, command: Tick) -> tuple[AnyReply, *tuple[MatchDraft, ...]]:
    """Begins the next match of a series, because its time has come."""
    found = draft.due(command)
    if isinstance(found, Stale):
        return (found,)
    if command.stops:
        draft.set_info(series_stopped=True)
        return Accepted(draft.info.match), draft
    made, reply = next_of_series(draft)
    return reply, made, draft


def next_of_series(draft: MatchDraft, person: PersonId = "") -> tuple[MatchDraft, AnyReply]:
    """The next match of a series, started with the same people in the same seats. A person who is
    away comes back to it as to any other match. ``person``: the person who wants it at once; empty:
    its time has come."""
    info = draft.info
    again = _again(
        info, Rematch(request="", person=person or info.host, match=info.match), draft.environment
    )
    away = [seat.seat for seat in info.people if seat.away and seat.person != person]
    again = replace(
        with_terms(again, info.terms),
        seats=tuple(replace(_back(seat), away=seat.seat in away) for seat in info.seats),
        host=info.host,
        planned=info.planned,
        series_won=series.score(info),
    )
    made, reply = _followed(draft, again)
    dealing.start(made)
    return made, reply


def _followed(draft: MatchDraft, again: MatchInfo) -> tuple[MatchDraft, AnyReply]:
    """The table after this one, with the signs agreed on and the words added by its people."""
    made = new_draft(again, draft.environment)
    if draft.row.signs:  # the signs go along with people who still sit on the same side
        made.set_signs(draft.row.signs)
        draft.set_signs(())
    phrases = tuple(replace(word, chance="") for word in draft.row.words if word.typed)
    made.row = replace(made.row, words=phrases)
    draft.set_info(successor=made.info.match)
    return made, Accepted(made.info.match)


def _stays_away(seat: Seat, command: Rematch) -> bool:
    """Whether this person does not take part in the rematch from the beginning: they were absent,
    erased, or may not sit there."""
    if seat.person == command.person:
        return False
    return not seat.present or is_someone(seat.person) or seat.person in command.without


def _back(seat: Seat) -> Seat:
    """The seat without what happened in the match before."""
    return replace(seat, away=False, left=False, missed=0, late=0, lent=False)


def _seats_again(info: MatchInfo, command: Rematch) -> tuple[Seat, ...]:
    missing = {seat.seat for seat in info.people if _stays_away(seat, command)}
    return tuple(
        replace(_back(seat), since=0 if seat.person == command.person else 1)
        if seat.seat not in missing
        else Seat(seat.seat)
        for seat in info.seats
    )


def _again(info: MatchInfo, command: Rematch, environment: Environment) -> MatchInfo:
    """The table of a rematch: of the match before it keeps what is named here."""
    match, coming = new_match_id(environment.chance), info.coming
    seats = reseated(_seats_again(info, command), coming.players)
    return MatchInfo(
        match=match,
        community=info.community,
        place=info.place,
        **asdict(coming),
        seats=renamed(seats, coming.skill, environment.chance),
        host=command.person,
        status=Status.LOBBY,
        created=environment.utc,
        unseen=info.unseen,
        quick=info.quick,
        strength=info.strength,
        league=info.league,
    )
