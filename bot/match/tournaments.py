"""Decides commands to a tournament, and opens its tables.

A tournament is stored like a match, in steps under the same lock. It has no seats and no game, but
a :class:`bot.tournaments.state.Tournament` in its row. Its matches are tables of their own
(``MatchInfo.part_of``), with seats kept for their people. The end of such a table changes the
tournament, and a change of the tournament may open the next tables. All of this is one decision and
is stored in one transaction. So no result is lost or counted twice."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.chance import new_match_id
from bot.environment import Environment
from bot.match import fair_deals, opening, signing_up, stakes
from bot.match.deadline_kinds import DeadlineKind
from bot.match.deadlines import longest_sign_up
from bot.match.match_draft import MatchDraft
from bot.match.names import ROBOTS
from bot.match.options import not_host
from bot.match.results import score_in_tournament
from bot.match.running_match import RunningMatch
from bot.messages import (
    CLOCK_SET,
    Accepted,
    AnyCommand,
    AnyReply,
    CloseTable,
    HandOver,
    Join,
    Leave,
    LookOn,
    OpenTable,
    PersonId,
    Refused,
    Stale,
    Start,
    StartTime,
    Tick,
)
from bot.model import LIVE, LIVE_TOURNAMENT, TOO_FEW, WALKOVER, MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from bot.store.notices import NOT_STARTED, ROUND, ROUND_ENDS, STARTING
from bot.table_options import COMPETITIVE, STAKE, table_values
from bot.tournaments import steps
from bot.tournaments.state import (
    LONGEST_ARENA,
    MOST_DAYS,
    NOBODY,
    Entrant,
    Format,
    Pairing,
    Tournament,
)
from engine.robots import SKILLS
from engine.rules.rule_set import DUPLICATE

OPENED: Final = "tournament.opened"
"""The note of the answer to a person who opens the table of their pairing."""

_DAY: Final = 86_400.0


def open_tournament(
    command: OpenTable, environment: Environment
) -> tuple[MatchDraft | None, AnyReply]:
    """A new tournament. The person who opens it is signed up for it."""
    if command.format not in tuple(Format):
        return None, Refused(ServiceReason.NO_SUCH_FORMAT)
    values, _ = table_values(dict(command.options))
    if values[STAKE.name] and not values[COMPETITIVE.name]:
        return None, Refused(ServiceReason.NO_STAKE_IN_PRACTICE)
    info = opening.checked_info(command, environment)
    if isinstance(info, Refused):
        return None, info
    host, form = info.seats[0], Format(command.format)
    if DUPLICATE.name in dict(info.options) and form is not Format.LEAGUE:
        return None, Refused(ServiceReason.NO_DUPLICATE)  # DU-05: no other format knows a draw
    arena = form is Format.ARENA
    tournament = Tournament(
        form,
        command.players // 2,
        min(max(command.minutes, 1), LONGEST_ARENA) if arena else 0,
        (Entrant(host.person, host.name),),
        robots=command.robots,
        begins=0.0 if command.start is None else _moment(command.start, environment.utc),
        days=min(max(command.days, 1), MOST_DAYS) if form is Format.LEAGUE else 0,
    )
    if refused := _too_far(info, tournament, environment):
        return None, refused
    info = replace(
        info,
        seats=(),
        status=Status.SIGN_UP,
        # The tournament decides who plays with whom.
        options=tuple(option for option in info.options if option[0] != "teams"),
        private=False,
        kept=(),
        as_last=False,
        tournament=tournament,
        opened_by=host.name,
    )
    draft = opening.new_draft(info, environment)
    paid = stakes.put_in(draft, command.person)
    return draft, Accepted(info.match, parameters=paid)


def _moment(start: StartTime, utc: float) -> float:
    """The moment at which a tournament begins, in UTC seconds since the epoch."""
    if not start.clock:
        return utc + 60.0 * start.minutes
    midnight = utc - utc % _DAY
    today = midnight + 60.0 * start.minutes
    return today if today > utc else today + _DAY


def _too_far(info: MatchInfo, tournament: Tournament, environment: Environment) -> Refused | None:
    """The refusal of a start that is too late; ``None``: the start is allowed."""
    longest = longest_sign_up(info, environment.config)
    if tournament.begins - environment.utc <= longest:
        return None
    if longest < _DAY:
        return Refused(ServiceReason.START_TOO_FAR, parameters=(("n", str(int(longest // 60))),))
    days = (("n", str(int(longest // _DAY))),)
    return Refused(ServiceReason.START_TOO_MANY_DAYS, parameters=days)


def reply(draft: MatchDraft, command: AnyCommand) -> tuple[AnyReply, tuple[MatchDraft, ...]]:
    """Decides a command to a tournament. Returns the answer and the tables that it opens."""
    tournament = draft.info.tournament
    assert tournament is not None
    plays = isinstance(command, Join) and not (command.partner or command.accepts)
    if plays and (opened := _on_demand(draft, tournament, command.person)):
        return opened
    answer = _reply(draft, tournament, command)
    return answer, _next_tables(draft) if isinstance(answer, Accepted) else ()


def _on_demand(
    draft: MatchDraft, tournament: Tournament, person: PersonId
) -> tuple[AnyReply, tuple[MatchDraft, ...]] | None:
    """Opens the table of this person's pairing in a league; ``None``: they have no pairing to play.
    The person sits down by a later command, because the commitment must be published first."""
    if draft.info.status is not Status.HELD or tournament.format is not Format.LEAGUE:
        return None
    if table := tournament.table_of(person):  # the other side has opened the table already
        return Accepted(table, OPENED), ()
    pairing = tournament.to_play(person)
    if pairing is None:
        return None
    made = _table(draft, tournament, pairing)
    draft.set_info(tournament=steps.opened(tournament, pairing, made.info.match))
    return Accepted(made.info.match, OPENED), (made,)


def _reply(draft: MatchDraft, tournament: Tournament, command: AnyCommand) -> AnyReply:
    info = draft.info
    if isinstance(command, HandOver):
        return _hand_over(draft, tournament, command)
    if isinstance(command, Tick):
        return _tick(draft, tournament, command)
    if isinstance(command, LookOn):
        return Accepted(info.match)  # everybody may see a tournament
    if info.status not in LIVE_TOURNAMENT:
        return Refused(ServiceReason.TOURNAMENT_OVER, info.match)
    match command:
        case Join():
            return signing_up.sign_up(draft, tournament, command)
        case Leave(early=True) if info.status is Status.HELD:
            return Refused(ServiceReason.LEAVING_COSTS, info.match)
        case Leave():
            return signing_up.withdraw(draft, tournament, command.person)
        case Start():
            return _start(draft, tournament, command)
        case CloseTable():
            stakes.cancel(draft)
            return Accepted(info.match)
        case _:
            return Refused(ServiceReason.NO_TABLE, info.match)


def _start(draft: MatchDraft, tournament: Tournament, command: Start) -> AnyReply:
    info = draft.info
    if refused := not_host(info, command.person):
        return refused
    if info.status is Status.HELD:
        return Refused(ServiceReason.ALREADY_STARTED, info.match)
    least = steps.least_entrants(tournament)
    if len(tournament.entrants) < least:
        return Refused(ServiceReason.TOO_FEW_ENTRANTS, info.match, (("n", str(least)),))
    _begin(draft, tournament, command.seeds)
    return Accepted(info.match)


def _begin(draft: MatchDraft, tournament: Tournament, seeds: Sequence[PersonId]) -> None:
    names = ROBOTS[SKILLS[draft.info.skill]]
    first = draft.environment.chance.below(len(names)) if tournament.robots else 0
    started = steps.started(tournament, seeds, (*names[first:], *names[:first]))
    draft.set_info(status=Status.HELD, tournament=started)
    out = [entrant for entrant in started.entrants if started.unit_of(entrant.person) == NOBODY]
    stakes.give_back_to_all(draft, out)


def _tick(draft: MatchDraft, tournament: Tournament, command: Tick) -> AnyReply:
    """Carries out a deadline of a tournament."""
    if command.deadline == CLOCK_SET and draft.info.status is Status.SIGN_UP:
        draft.set_info(tournament=tournament)  # the draft works its deadlines out anew
        return Accepted(draft.info.match)
    found = draft.due(command)
    if isinstance(found, Stale):
        return found
    match DeadlineKind(found.kind):
        case DeadlineKind.BEGIN:
            _begin_in_time(draft, tournament, command.seeds)
        case DeadlineKind.REMIND:
            draft.set_info(tournament=steps.reminded(tournament))
            if tournament.begun:
                draft.summon(ROUND_ENDS, _unplayed(tournament))
            else:
                draft.summon(STARTING, [entrant.person for entrant in tournament.entrants])
        case DeadlineKind.ARENA | DeadlineKind.ROUND:
            draft.set_info(tournament=steps.time_over(tournament))
        case _:  # nobody has started the tournament in time
            stakes.cancel(draft)
    return Accepted(draft.info.match)


def _begin_in_time(draft: MatchDraft, tournament: Tournament, seeds: Sequence[PersonId]) -> None:
    """Begins the tournament at the moment that was set. With too few people it closes instead."""
    if len(tournament.entrants) >= steps.least_entrants(tournament):
        _begin(draft, tournament, seeds)
        return
    stakes.cancel(draft)
    draft.set_info(ended=TOO_FEW)
    draft.summon(NOT_STARTED, [entrant.person for entrant in tournament.entrants])


def _unplayed(tournament: Tournament) -> list[PersonId]:
    """The people of a league who still have to play in this round."""
    people = [entrant.person for unit in tournament.units for entrant in unit.people]
    return [person for person in people if tournament.to_play(person) is not None]


def is_told(info: MatchInfo, kind: str, person: PersonId) -> bool:
    """Whether a notice about a tournament is still true for this person."""
    tournament = info.tournament
    if tournament is None or tournament.entrant(person) is None:
        return False
    if kind == STARTING:
        return info.status is Status.SIGN_UP
    if kind in (ROUND, ROUND_ENDS):
        reminds = tournament.reminded or kind == ROUND
        return info.status is Status.HELD and reminds and tournament.to_play(person) is not None
    return info.status is Status.CLOSED and info.ended == TOO_FEW


def _hand_over(draft: MatchDraft, tournament: Tournament, command: HandOver) -> AnyReply:
    """Replaces a person by another one. If both had signed up, the person now plays once."""
    info, to = draft.info, command.to
    if command.person not in (info.host, *info.sitting, *tournament.chosen):
        return Refused(ServiceReason.NOT_SIGNED_UP, info.match)
    if retires(tournament, command.person, to):
        tournament = steps.withdrawn(tournament, command.person)
    together = stakes.merged(tournament, command.person, to)
    tournament = renamed(tournament, command.person, to).with_stakes(to, together)
    host = to if info.host == command.person else info.host
    draft.set_info(tournament=tournament, host=host)
    if not tournament.begun:
        stakes.give_back(draft, tournament, to, keep=1)
    return Accepted(info.match)


def retires(tournament: Tournament, person: PersonId, to: PersonId) -> bool:
    """Whether the unit of ``person`` stops playing when the two become one person: they play in
    different units, or they are partners. People in pairs or trios cannot be linked during a
    tournament (:class:`bot.community.linked_users.Outcome`), except at the moment of its start."""
    return tournament.plays(person) and tournament.plays(to)


def renamed(tournament: Tournament, person: PersonId, to: PersonId) -> Tournament:
    """The tournament with ``to`` in place of ``person``, signed up once. Everybody who has chosen
    ``person`` as a partner has now chosen ``to``."""
    known = tournament.entrant(to) is not None

    def instead(one: Entrant) -> Entrant:
        mine = to if one.person == person else one.person
        partners = {to if who == person else who: name for who, name in one.partners}
        partners.pop(mine, None)
        return replace(one, person=mine, partners=tuple(partners.items()))

    units = tuple(
        replace(unit, people=tuple(map(instead, unit.people))) for unit in tournament.units
    )
    others = [entrant for entrant in tournament.entrants if entrant.person != person or not known]
    return replace(tournament, entrants=tuple(map(instead, others)), units=units)


# --- tables ----------------------------------------------------------------------------------


def has_ended(before: MatchInfo | None, after: MatchInfo) -> bool:
    """Whether a table of a tournament has just ended."""
    was_live = before is not None and before.status in LIVE
    return bool(after.part_of) and was_live and after.status not in LIVE


def take_result(draft: MatchDraft, ended: RunningMatch) -> tuple[MatchDraft, ...]:
    """Notes the end of a table in the tournament, and the table's result if the tournament goes on.
    Returns the tables that open next."""
    info, before, table = draft.info, draft.info.tournament, ended.info
    if before is None:
        return ()
    tournament = steps.table_ended(before, table.match)
    if info.status is not Status.HELD:
        if tournament != before:
            draft.set_info(tournament=tournament)
        return ()
    walkover = table.ended == WALKOVER
    broken = table.is_void or (table.status is Status.CLOSED and not walkover)
    if tournament.format is Format.LEAGUE and (broken or walkover):
        both = (0, 1) if table.is_void else ()
        came = (table.winner,) if table.winner in (0, 1) else both
        after = steps.not_played(tournament, table.match, came)
    elif broken:
        after = steps.to_be_replayed(tournament, table.match)
    else:
        side = table.winner if table.winner in (0, 1) else NOBODY
        absent = tuple(side_away for side_away in (0, 1) if walkover and side_away != side)
        score = score_in_tournament(table, ended.row.points, ended.state)
        after = steps.decided(
            tournament, table.match, side, played=not walkover, absent=absent, score=score
        )
    if after != before:
        draft.set_info(tournament=after)
    return _next_tables(draft)


def _next_tables(draft: MatchDraft) -> tuple[MatchDraft, ...]:
    """Opens a table for each pairing that has none, or ends the tournament. In a league people open
    the tables themselves; they are told when a round begins."""
    tournament = draft.info.tournament
    if draft.info.status is not Status.HELD or tournament is None:
        return ()
    tables = []
    league, before = tournament.format is Format.LEAGUE, draft.before.info.tournament
    if league and (before is None or before.round < tournament.round):
        draft.summon(ROUND, _unplayed(tournament))
    for pairing in tournament.open:
        if not pairing.match and not league:
            table = _table(draft, tournament, pairing)
            tables.append(table)
            tournament = steps.opened(tournament, pairing, table.info.match)
    if tables:
        draft.set_info(tournament=tournament)
    if steps.is_over(tournament):
        stakes.conclude(draft)
    return tuple(tables)


def _table(draft: MatchDraft, tournament: Tournament, pairing: Pairing) -> MatchDraft:
    """A new table on the tournament's terms. A seat is kept for each of its people, and its robots
    sit in theirs. The units sit alternately, the first one on side A."""
    info, environment = draft.info, draft.environment
    sides = [tournament.units[unit].people for unit in pairing.sides]
    people = [entrant for row in zip(*sides, strict=True) for entrant in row]
    place, dealing = fair_deals.table_of_tournament(info, draft.dealing, pairing), draft.dealing
    derived = None
    if place is not None and dealing is not None and dealing.secret is not None:
        derived = place.secret(fair_deals.protocol_of(info), dealing.secret.reveal())
    made = replace(
        info,
        match=new_match_id(environment.chance),
        seats=tuple(
            Seat(seat) if entrant.person else Seat(seat, name=entrant.name, robot=True, since=1)
            for seat, entrant in enumerate(people)
        ),
        kept=tuple((entrant.person, entrant.name) for entrant in people if entrant.person),
        host="",
        status=Status.LOBBY,
        created=environment.utc,
        version=0,
        stake=0,
        tournament=None,
        opened_by="",
        part_of=info.match,
        commitment="",
        torneo="" if place is None else place.line,
        league=tournament.format is Format.LEAGUE,
    )
    return opening.new_draft(made, environment, derived)
