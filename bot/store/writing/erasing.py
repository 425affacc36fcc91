"""Writes a match without the name and the id of one of its people.

Every row of the log is sealed together with the row before it, so a name cannot be removed from one
row alone. The log is written anew, with new seals, from the first row that holds the name. The
moves stay as they are. An empty row is added at the end. A process that still knows the match as it
was before cannot add its own next row, and so reads the match again."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.messages import CommunityId, PersonId
from bot.model import NOWHERE, ROBOT_MARK, MatchInfo, someone
from bot.store.changes import MatchChange, Rewritten, Stored
from bot.store.model import LogRow
from bot.store.records import packed, renamed
from bot.store.seals import seal_of_row, sealed
from bot.tournaments.state import Entrant, Tournament


def erased(
    stored: Stored, log: Sequence[LogRow], person: PersonId, homes: Collection[CommunityId]
) -> MatchChange:
    """The change that removes this person from the match (empty: nobody is removed). ``log``: the
    whole log as the store has it. ``homes``: communities that are private chats of this person,
    which nobody may read about."""
    row, info = stored.row, stored.row.info
    seats = {seat.seat for seat in info.seats if person and person in (seat.person, seat.foreign)}
    rows = _rewritten(log, seats)
    row = replace(
        row,
        info=_without(info, person, homes),
        signs=tuple(sign for sign in row.signs if person not in sign.people),
        words=tuple(word for word in row.words if word.person != person),
        senas=tuple(sena for sena in row.senas if not (sena.gesture and sena.seat in seats)),
        recorded=tuple(
            _nameless(name) if seat in seats else name for seat, name in enumerate(row.recorded)
        ),
        sealed=rows[-1].seal,
    )
    record = packed(row, rows, stored.packed) if stored.packed else None
    if row.snapshot is not None:
        seals = {written.number: written.seal for written in rows}
        seal = seals.get(row.snapshot.number, b"")
        row = replace(row, snapshot=replace(row.snapshot, seal=seal))
    # The added row gets the time of the row before it, so the match does not become newer.
    last = sealed(row.sealed, info.match, info.version + 1, rows[-1].at, ("",))
    row = replace(row, info=replace(row.info, version=info.version + 1), sealed=last[-1].seal)
    return MatchChange(
        row=row,
        log=last,
        deadlines=stored.deadlines,
        sitting=row.info.findable,
        rewritten=Rewritten(() if record else tuple(rows), record, stored.packed),
    )


def _without(info: MatchInfo, person: PersonId, homes: Collection[CommunityId]) -> MatchInfo:
    """The table with an unknown person in this person's seat; of a robot from outside, with a robot
    of which nothing is known."""
    if person:
        seats = tuple(
            replace(seat, name="", foreign="", owner="") if seat.foreign == person else seat
            for seat in info.seats
        )
        info = replace(info, seats=seats)
    mine = info.seat_in_result(person)
    if mine is not None:
        # If the person had left by the rules of the match, that stays so.
        nobody = replace(mine, person=someone(mine.seat), name="")
        info = replace(info, seats=tuple(nobody if seat == mine else seat for seat in info.seats))
    stand_in = "" if mine is None else someone(mine.seat)

    def instead(people: tuple[PersonId, ...]) -> tuple[PersonId, ...]:
        return tuple(stand_in if person and whose == person else whose for whose in people)

    info = replace(info, agreed=instead(info.agreed), ready=instead(info.ready))
    info = replace(info, kept=tuple(kept for kept in info.kept if kept[0] != person))
    info = replace(info, removed=tuple(filter(None, instead(info.removed))))
    info = replace(info, unseen=tuple(whose for whose in info.unseen if whose != person))
    if person:
        info = replace(
            info,
            onlookers=tuple(onlooker for onlooker in info.onlookers if onlooker.person != person),
            silent_onlookers=tuple(
                onlooker for onlooker in info.silent_onlookers if onlooker != person
            ),
            phrases=tuple(phrase for phrase in info.phrases if phrase.onlooker != person),
        )
    if person and info.tournament is not None:
        info = replace(info, tournament=_of_others(info.tournament, person))
        if info.host == person:
            info = replace(info, opened_by="")
    if person and info.host == person:
        info = replace(info, host=stand_in)
    if info.community in homes:
        info = replace(info, community=NOWHERE, place=NOWHERE)
    return info


def _of_others(tournament: Tournament, person: PersonId) -> Tournament:
    """The tournament with an unknown person in place of this one."""
    entrants = tuple(entrant.without(person) for entrant in tournament.entrants)
    tournament = replace(tournament, entrants=entrants)
    places = [entrant.person for entrant in entrants]
    if person not in places:
        return tournament
    nobody = Entrant(someone(places.index(person)), "")

    def instead(people: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
        return tuple(nobody if member.person == person else member for member in people)

    return replace(
        tournament,
        entrants=tuple(
            replace(nobody, stakes=entrant.stakes) if entrant.person == person else entrant
            for entrant in entrants
        ),
        units=tuple(replace(unit, people=instead(unit.people)) for unit in tournament.units),
    )


def _rewritten(log: Sequence[LogRow], seats: Collection[int]) -> list[LogRow]:
    """The rows with new seals. In a packed match the first row stands for the record; it is sealed
    like the first row of a log."""
    rows: list[LogRow] = []
    former = b""
    for row in log:
        text = renamed(row.text, lambda seat, name: _nameless(name) if seat in seats else name)
        former = seal_of_row(former, row.match, row.number, row.at, text)
        rows.append(replace(row, text=text, seal=former))
    return rows


def _nameless(name: str) -> str:
    return ROBOT_MARK if name.endswith(ROBOT_MARK) else ""
