"""Before the first card: sitting down, robots, start; and the rematch."""

from typing import Final

from msgspec.structs import replace

from bot.chance import new_match_id, shuffled
from bot.environment import Environment
from bot.match import deadlines, lesson, onlookers
from bot.match.match_draft import MatchDraft
from bot.match.names import renamed, robot_name, shown_name
from bot.match.options import MOST_STAKED, BadOptions, checked_options, only_host, reseated
from bot.match.prepared_hands import PREPARED
from bot.match.running_match import RunningMatch
from bot.match.teams import formed
from bot.messages import (
    TOUCH,
    Accepted,
    AddRobot,
    AddWords,
    AnyReply,
    GoOn,
    HandOver,
    Join,
    MatchId,
    NotSeated,
    OpenTable,
    PersonId,
    Refused,
    Rematch,
    RemoveRobot,
    Start,
)
from bot.model import (
    PACES,
    SPECTATORS,
    SPECTATORS_NO,
    WALKOVER,
    Lesson,
    MatchInfo,
    Seat,
    Status,
    is_someone,
    playing_for_ranking,
    team_of,
    with_terms,
)
from bot.reasons import ServiceReason
from bot.store.model import MatchRow, SealedSecret
from bot.words.options import PACE, SKILL, SPECTATORS_OPTION, STAKE
from engine.apply import deal_from, next_dealer, next_mode
from engine.errors import Reason
from engine.fairness.deal import plain_phrase
from engine.numbers import NO_ACCOUNT, NOBODY
from engine.record.notation import CUTS
from engine.robots import MASTER, SKILLS
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

_LEARNING_SECONDS: Final = 600
"""How long a newcomer may think in a guided match."""
LONGEST_WORDS: Final = 200
"""Characters of what somebody adds to the deal."""


def open_table(command: OpenTable, environment: Environment) -> tuple[MatchDraft | None, AnyReply]:
    """A new lobby with its host in the first seat; that of a guided match with its robot, too."""
    info = checked_info(_guided(command, environment) if command.lesson else command, environment)
    if isinstance(info, Refused):
        return None, info
    made = new_draft(info, environment)
    made.add_words(command.person, command.request)
    if command.lesson:
        _put_robot(made, lesson.ROBOT)
    return made, Accepted(info.match)


def _guided(command: OpenTable, environment: Environment) -> OpenTable:
    """The same with the terms of a guided match: nobody who learns is hurried or watched."""
    prepared = PREPARED.get(command.variant)
    return replace(
        command,
        players=2,
        options=prepared.options if prepared is not None else (),
        turn_seconds=min(_LEARNING_SECONDS, environment.config.most_turn_seconds),
        competitive=False,
        spectators=SPECTATORS_NO,
        private=False,
        stake=0,
        cut=False,
        velo=False,
        skill=MASTER.name,
        kept=(),
        as_last=False,
    )


def checked_info(command: OpenTable, environment: Environment) -> MatchInfo | Refused:
    """The table that somebody wants, with its host in the first seat; or what is wrong with it."""
    name = shown_name(command.name)
    if not name:
        return Refused(ServiceReason.BAD_NAME)
    if command.variant not in VARIANTS:
        return Refused(
            ServiceReason.NO_SUCH_VARIANT, parameters=(("variant", command.variant[:32]),)
        )
    seconds = (
        environment.config.turn_seconds if command.turn_seconds is None else command.turn_seconds
    )
    try:
        options = checked_options(
            command.variant, command.players, command.options, seconds, environment.config
        )
    except BadOptions as error:
        return Refused(error.reason, parameters=error.problems)
    if not 0 <= command.stake <= MOST_STAKED:
        return Refused(Reason.BAD_OPTION, parameters=((STAKE, str(command.stake)[:32]),))
    if command.pace not in PACES:
        return Refused(Reason.BAD_OPTION, parameters=((PACE, command.pace[:32]),))
    if command.skill not in SKILLS:
        return Refused(Reason.BAD_OPTION, parameters=((SKILL, command.skill[:32]),))
    if command.spectators not in SPECTATORS:
        wrong = ((SPECTATORS_OPTION, command.spectators[:32]),)
        return Refused(Reason.BAD_OPTION, parameters=wrong)
    host = Seat(0, person=command.person, name=name, since=1)
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
        pace=command.pace,
        private=command.private,
        competitive=command.competitive,
        spectators=command.spectators,
        stake=command.stake,
        cut=command.cut,
        velo=command.velo,
        skill=command.skill,
        kept=command.kept,
        status=Status.LOBBY,
        created=environment.utc,
        as_last=command.as_last,
        first_dealer=lesson.ROBOT if command.lesson else NOBODY,
        lesson=Lesson() if command.lesson else None,
    )


def new_draft(info: MatchInfo, environment: Environment) -> MatchDraft:
    """A lobby that is opened, or a tournament; a lobby gets its commitment."""
    secret = None
    derived = info.tournament is None and info.lesson is None
    if environment.secrets is not None and derived:
        secret = SealedSecret(*environment.secrets.committed(info.match))
        info = replace(info, commitment=secret.commitment.hex())
    made = MatchDraft(RunningMatch(MatchRow(info), ()), environment, new=True)
    made.secret = secret
    return made


def join(draft: MatchDraft, command: Join) -> AnyReply:
    """The person sits down, or moves to the other team."""
    info, name = draft.info, shown_name(command.name)
    seat = info.seat_of(command.person)
    if not name:
        return Refused(ServiceReason.BAD_NAME, info.match)
    if command.person in info.removed:
        return Refused(ServiceReason.REMOVED, info.match)
    if info.part_of:
        return _join_tournament_table(draft, command, name)
    if seat is None and (refused := _kept(info, command.person)):
        return refused
    reply = _join(draft, command, name)
    if isinstance(reply, Accepted):
        _no_longer_kept(draft, command.person)
        if seat is None:
            draft.add_words(command.person, command.request)
    return reply


def _join_tournament_table(draft: MatchDraft, command: Join, name: str) -> AnyReply:
    """Everybody sits in the seat that is kept for them. When the last one sits down, the match
    begins."""
    info = draft.info
    if info.seat_of(command.person) is not None:
        if command.from_tournament:
            return Accepted(info.match)
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    waiting = [person for person, _ in info.kept]
    free = [seat.seat for seat in info.seats if seat.free]
    if command.person not in waiting:
        return Refused(ServiceReason.TOURNAMENT_TABLE, info.match)
    # Whom a seat is kept for stand in the order of the free seats.
    seat = free[waiting.index(command.person)]
    draft.set_seat(Seat(seat, person=command.person, name=name, since=info.version + 1))
    _no_longer_kept(draft, command.person)
    draft.add_words(command.person, command.request)
    if not any(one.free for one in draft.info.seats):
        if info.commitment:
            draft.show_last_phrases(command.person)
        else:
            begin(draft)
    return Accepted(info.match)


def _kept(info: MatchInfo, person: PersonId) -> Refused | None:
    """Why one more seat may not be taken: those that are left are kept for others."""
    others = [name for kept, name in info.kept if kept != person]
    if not others or sum(seat.free for seat in info.seats) > len(others):
        return None
    return Refused(ServiceReason.SEAT_KEPT, info.match, (("name", others[0]),))


def _no_longer_kept(draft: MatchDraft, person: PersonId) -> None:
    kept = tuple(one for one in draft.info.kept if one[0] != person)
    if kept != draft.info.kept:
        draft.set_info(kept=kept)


def decline(draft: MatchDraft, person: PersonId) -> AnyReply:
    """Somebody who was challenged does not come: anybody may have the seat."""
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
    free = [one for one in info.seats if one.free and _of_team(info, one.seat, command.team)]
    if seat is not None and _of_team(info, seat.seat, command.team):
        return Refused(ServiceReason.ALREADY_SEATED, info.match)
    if not free:
        full = any(one.free for one in info.seats)
        return Refused(ServiceReason.TEAM_FULL if full else ServiceReason.TABLE_FULL, info.match)
    since = info.version + 1
    if seat is not None:
        since = seat.since
        draft.set_seat(Seat(seat.seat))
    draft.set_seat(Seat(free[0].seat, person=command.person, name=name, since=since))
    return Accepted(info.match)


def _sit_there(draft: MatchDraft, command: Join, name: str) -> AnyReply:
    """Takes a certain seat: a free one, or for a person who has a seat already also a robot's; that
    robot moves to the person's old seat."""
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


def add_words(draft: MatchDraft, command: AddWords) -> AnyReply:
    """The person adds words of their own to the deal, in place of what it was; it may be done
    anew until the start. Without any it is the id of this press again."""
    info = draft.info
    if info.seat_of(command.person) is None:
        return NotSeated(info.match)
    if info.status is not Status.LOBBY:
        return Refused(ServiceReason.ALREADY_STARTED, info.match)
    if not info.commitment:
        return Refused(ServiceReason.NO_COMMITMENT, info.match)
    if info.starting and deadlines.is_list_settled(draft):
        return Refused(ServiceReason.PHRASES_SETTLED, info.match)
    words = plain_phrase(command.words)[:LONGEST_WORDS]
    draft.add_words(command.person, words or command.request, typed=bool(words))
    return Accepted(info.match)


def leave(draft: MatchDraft, person: PersonId) -> AnyReply:
    """The person leaves. The next host is the one who has sat longest; an empty lobby closes."""
    seat = draft.info.seat_of(person)
    if seat is None:
        return NotSeated(draft.info.match)
    if draft.info.part_of:
        free = [one.seat for one in draft.info.seats if one.free]
        kept = list(draft.info.kept)
        kept.insert(sum(other < seat.seat for other in free), (person, seat.name))
        draft.set_info(kept=tuple(kept))
    draft.set_seat(Seat(seat.seat))
    if not draft.info.people and not draft.info.part_of:
        draft.close()
    return Accepted(draft.info.match)


def hand_over(draft: MatchDraft, command: HandOver) -> AnyReply:
    """The seat is another person's, with everything that the one before has said yes to; so is one
    that is kept."""
    info, to = draft.info, command.to
    looks_on = info.onlooker(command.person) is not None or command.person in info.silent_onlookers
    if looks_on:
        onlookers.hand_over(draft, command)
        info = draft.info
    seat = info.seat_in_result(command.person)
    if seat is None and command.person in dict(info.kept):
        kept = tuple((to if one == command.person else one, name) for one, name in info.kept)
        draft.set_info(kept=tuple(one for one in kept if info.seat_of(one[0]) is None))
        return Accepted(info.match)
    if seat is None:
        return Accepted(info.match) if looks_on else NotSeated(info.match)
    if info.seat_in_result(to) is not None:
        if info.status is Status.LOBBY:
            return leave(draft, command.person)
        if info.ranked:
            # One person in two seats: nobody plays for ranking points any longer.
            draft.set_info(ranked=())
            return Accepted(info.match)
        return Refused(ServiceReason.ALREADY_SEATED, info.match)

    def instead(people: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
        return tuple(to if one == command.person else one for one in people)

    draft.set_seat(replace(seat, person=to))
    if (words := draft.row.words_of(command.person)) is not None:
        draft.add_words(to, words.text, typed=words.typed)
    _no_longer_kept(draft, to)
    if draft.row.signs:
        draft.set_signs(tuple(replace(one, people=instead(one.people)) for one in draft.row.signs))
    draft.set_info(
        host=to if info.host == command.person else info.host,
        agreed=instead(info.agreed),
        ready=instead(info.ready),
        unseen=instead(info.unseen),
        removed=instead(info.removed),
    )
    return Accepted(info.match)


def give_up(draft: MatchDraft, person: PersonId = "") -> None:
    """A tournament's table closes before its match: this person gives it up, or (empty) the time to
    come is over. The side that has not given up, and whose people are all there, has won; but in
    a league, where a table that is given up is opened again, nobody has."""
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
    free = [one.seat for one in seats if one.free]
    if command.seat >= len(seats) or command.seat < -1:
        return Refused(ServiceReason.NO_SUCH_SEAT, draft.info.match)
    if not free:
        return Refused(ServiceReason.TABLE_FULL, draft.info.match)
    if command.seat >= 0 and command.seat not in free:
        return Refused(ServiceReason.SEAT_TAKEN, draft.info.match)
    if refused := _kept(draft.info, draft.info.host):
        return refused
    _put_robot(draft, command.seat if command.seat >= 0 else free[0])
    return Accepted(draft.info.match)


def _put_robot(draft: MatchDraft, seat: int) -> None:
    taken = {one.name for one in draft.info.seats}
    name = robot_name(taken, draft.environment.chance, SKILLS[draft.info.skill])
    draft.set_seat(Seat(seat, name=name, robot=True, since=draft.info.version + 1))


def remove_robot(draft: MatchDraft, command: RemoveRobot) -> AnyReply:
    """Sends a robot away."""
    if refused := only_host(draft, command.person):
        return refused
    robots = [one.seat for one in draft.info.seats if one.robot]
    if not robots or (command.seat >= 0 and command.seat not in robots):
        return Refused(ServiceReason.NO_ROBOT, draft.info.match)
    draft.set_seat(Seat(command.seat if command.seat >= 0 else robots[-1]))
    return Accepted(draft.info.match)


def start(draft: MatchDraft, command: Start) -> AnyReply:
    """Puts robots into the empty seats, draws the first dealer, and begins."""
    if refused := only_host(draft, command.person):
        return refused
    if not draft.info.starting:
        # The host sat at the table before the commitment was out.
        draft.add_press(command.person, command.request)
        if _has_others(draft.info):
            draft.show_last_phrases(command.person)
            draft.renew_lobby()
        else:
            begin(draft)
    return Accepted(draft.info.match)


def _has_others(info: MatchInfo) -> bool:
    """Whether people besides the host have to see the last list of phrases."""
    others = [seat for seat in info.people if seat.present and seat.person != info.host]
    return bool(info.commitment and others)


def go_on(draft: MatchDraft, command: GoOn) -> AnyReply:
    """The person has looked at the last list of phrases."""
    info = draft.info
    if info.seat_of(command.person) is None:
        return NotSeated(info.match)
    if not info.starting:
        return Refused(ServiceReason.NOT_STARTED, info.match)
    if command.person not in info.ready:
        draft.set_info(ready=(*info.ready, command.person))
    return Accepted(info.match)


def begin(draft: MatchDraft) -> None:
    """The match starts. Whoever was challenged and has not come has lost the seat."""
    draft.set_info(starting=False, ready=())
    if draft.info.kept:
        draft.set_info(kept=())
    for seat in draft.info.seats:
        if seat.free:
            _put_robot(draft, seat.seat)
    _form_teams(draft)
    draft.set_info(ranked=playing_for_ranking(draft.info))
    draft.hold_stakes()
    draft.begin()
    deal(draft)


def _form_teams(draft: MatchDraft) -> None:
    """TR-DEA-01: people change seats where chance makes the teams."""
    info = draft.info
    table = table_for(info.variant, info.players, dict(info.options))
    how = dict(table.rules.options).get("teams", "manual")
    found = formed(table, how, draft.environment.chance)
    if how != "manual":
        seats = tuple(replace(info.seats[old], seat=new) for new, old in enumerate(found.order))
        made = info.players > (2 if how == "random" else 3)
        draft.set_info(
            seats=seats,
            first_dealer=found.dealer,
            formed=how if made else "",
            kings=found.kings,
        )


def deal(draft: MatchDraft) -> None:
    """Deals the next hand. If the table cuts and it is a person's turn to cut, that person is asked
    first. A guided match has prepared hands, and is over after the last one."""
    state, info = draft.state, draft.info
    assert state is not None
    if lesson.is_over(info, state):
        draft.end("agreed")
        return
    if (prepared := lesson.next_deal(info, state)) is not None:
        draft.deal(prepared, "")
        return
    table = state.table
    dealer = _dealer(draft, state)
    cutter = (dealer - 1) % table.players
    if _is_cut(info, table) and info.cutter == NOBODY and info.seats[cutter].present:
        draft.ask_to_cut(cutter)
        return
    cut(draft)


def _is_cut(info: MatchInfo, table: Table) -> bool:
    """Whether the pack is cut before every deal: by the game's rules, or as the host wants."""
    return table.rules.cut or info.cut


def _dealer(draft: MatchDraft, state: State) -> int:
    """The next dealer. The first one is drawn, unless the kings have chosen one."""
    dealer = next_dealer(state)
    if dealer == NOBODY:
        dealer = draft.info.first_dealer
    if dealer == NOBODY:
        dealer = draft.environment.chance.below(state.table.players)
        draft.set_info(first_dealer=dealer)
    return dealer


def cut(draft: MatchDraft, where: str = "") -> None:
    """Shuffles, cuts if the table does (at a random card, unless somebody said where), and
    deals. A record does not say of a pack that nobody cut where that was."""
    state, chance = draft.state, draft.environment.chance
    assert state is not None
    table = state.table
    dealer = _dealer(draft, state)
    if draft.info.commitment:
        made = draft.cut_deck(where)
        told = made.choice if table.rules.cut and made.choice in CUTS else ""
        draft.deal(deal_from(table, dealer, made.cards, next_mode(state)), told, made.proof)
        return
    deck = shuffled(table.deck, chance)
    if where == TOUCH:
        where = ""
    elif _is_cut(draft.info, table):
        where = where or CUTS[chance.below(len(CUTS))]
        at = len(deck) * (CUTS.index(where) + 1) // (len(CUTS) + 1)
        deck = deck[at:] + deck[:at]
    told = where if table.rules.cut else ""
    draft.deal(deal_from(table, dealer, deck, next_mode(state)), told)


def rematch(draft: MatchDraft, command: Rematch) -> tuple[MatchDraft | None, AnyReply]:
    """A lobby with the same people in the same seats.

    The first person to ask opens it; the others are told which table it is."""
    info = draft.info
    seat = info.seat_of(command.person)
    if command.person in info.removed:
        return None, Refused(ServiceReason.REMOVED, info.match)
    if seat is None:
        return None, NotSeated(info.match)
    if info.status is not Status.OVER:
        return None, Refused(ServiceReason.NOT_OVER, info.match)
    if info.successor:
        return None, Accepted(info.successor)
    if seat.left:
        return None, Refused(ServiceReason.HAS_LEFT, info.match)
    made = new_draft(_again(info, command, draft.environment), draft.environment)
    if draft.row.signs:  # they go along with those who still sit at one side
        made.set_signs(draft.row.signs)
        draft.set_signs(())
    made.row = replace(made.row, words=draft.row.words)
    made.add_press(command.person, command.request)
    draft.set_info(successor=made.info.match)
    return made, Accepted(made.info.match)


def _stays_away(seat: Seat, command: Rematch) -> bool:
    """Whether the person of this seat is not at the next match's table from the beginning."""
    if seat.person == command.person:
        return False
    return not seat.present or is_someone(seat.person) or seat.person in command.without


def _again(info: MatchInfo, command: Rematch, environment: Environment) -> MatchInfo:
    match: MatchId = new_match_id(environment.chance)
    person = command.person
    missing = {one.seat for one in info.people if _stays_away(one, command)}
    seats = tuple(
        replace(seat, away=False, left=False, missed=0, since=0 if seat.person == person else 1)
        if seat.seat not in missing
        else Seat(seat.seat)
        for seat in info.seats
    )
    return replace(
        with_terms(info, info.coming),
        match=match,
        seats=renamed(
            reseated(seats, info.coming.players), SKILLS[info.coming.skill], environment.chance
        ),
        host=person,
        status=Status.LOBBY,
        created=environment.utc,
        version=0,
        agreed=(),
        ready=(),
        ended="",
        winner=NO_ACCOUNT,
        final=(),
        cutter=NOBODY,
        first_dealer=NOBODY,
        formed="",
        kings=(),
        as_last=False,
        planned=None,
        kept=(),
        part_of="",
        phrases=(),
        silent=(),
        vote=None,
        removed=(),
        ranked=(),
        onlookers=(),
        silent_onlookers=(),
        staked=(),
        commitment="",
        contributions=(),
        contributors=(),
        table_hash="",
        starting=False,
        root="",
        secret="",
        lesson=None,
    )
