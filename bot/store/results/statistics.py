"""Counts of people's play in their matches: envidos, trucos, bluffs, flores.

A seat's part of a match is counted hand by hand, as hands end (:func:`count_hand`). It counts for
the person only in hands that they played themselves from the deal to the end: no robot had the
seat, and none took it over, for one turn or for the rest of the hand. The record says so too, so
that all of it can be counted again from the record (:func:`count_record`). A hand that was not
finished counts for nobody.

A bluff that came through is a call that the others refused although they had the better cards
(:meth:`bot.store.results.contests.FinishedHand.bluff`). With ``velo`` the cards that the table has
not seen stay secret, so bluffs are not counted there, and no hand brings a badge."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bot.messages import PersonId
from bot.model import ROBOT_MARK
from bot.store.model import ANSWERS, NOT_COUNTED, NUMBERS, SeatCount
from bot.store.results import badges
from bot.store.results.contests import ENVIDO, TRUCO, Contest, FinishedHand, finished_hand, refused
from bot.store.results.model import Badge, MatchResult, Statistics
from bot.store.results.standings import moment
from engine.actions import QUIERO
from engine.events import Answered, AnyEvent, Dealt, HandEnded
from engine.fairness.proof_result import ProofField
from engine.numbers import Seat
from engine.record.notation import parse_record
from engine.record.notation.record import ProofLine, seat_holders
from engine.record.replay import replay
from engine.state.state import State

UNCOUNTED: Final = ""
"""The count of a result that is older than statistics."""


def none(players: int) -> tuple[SeatCount, ...]:
    """The count of a match without a hand, by seat."""
    return (replace(SeatCount(rules=badges.RULES), **dict.fromkeys(ANSWERS, 0)),) * players


def count_hand(
    before: Sequence[SeatCount],
    state: State,
    events: Sequence[AnyEvent],
    robots: Collection[int],
    *,
    velo: bool,
) -> tuple[SeatCount, ...]:
    """The counts of the seats in a match, with a hand that has just ended. ``robots``: the seats
    that a robot had at any time of this hand. ``velo``: unseen cards stay secret."""
    hand = finished_hand(state, events)
    return tuple(
        count if seat in robots else _added(count, hand, Seat(seat), velo=velo)
        for seat, count in enumerate(before)
    )


def is_robot(name: str) -> bool:
    """Whether a robot has the seat that has this name in a record."""
    return name.endswith(ROBOT_MARK)


def count_record(text: str) -> tuple[SeatCount, ...]:
    """The counts of the seats in a whole match, from its record."""
    record = parse_record(text)
    taken = list(seat_holders(record))
    counts = none(record.header.players)
    velo = ProofLine(ProofField.VELO.value) in record.statements
    events: tuple[AnyEvent, ...] = ()
    now: set[int] = set()
    """The seats that a robot has at this line."""
    robots: set[int] = set()
    """The seats that a robot has had in this hand."""
    for played in replay(record).steps:
        if played.events and isinstance(played.events[0], Dealt):
            events, robots = (), set()
        while taken and taken[0].line <= played.line:
            one = taken.pop(0)
            by_robot = one.took_over or is_robot(one.name)
            now = now | {one.seat} if by_robot else now - {one.seat}
        robots |= now
        events += played.events
        if any(isinstance(event, HandEnded) for event in played.events):
            counts = count_hand(counts, played.state, events, robots, velo=velo)
    return counts


def _added(before: SeatCount, hand: FinishedHand, seat: Seat, *, velo: bool) -> SeatCount:
    numbers = {name: getattr(before, name) for name in NUMBERS}
    for contest in hand.contests:
        if seat in contest.seats:
            for name, more in zip(NUMBERS, _numbers(hand, contest, seat), strict=True):
                numbers[name] += more if numbers[name] != NOT_COUNTED else 0
    numbers["hands"] += 1
    after = replace(before, **numbers)
    if velo:
        # A bluff and most badges follow from cards that nobody may learn.
        return replace(after, bluffs=0)
    return replace(after, badges=tuple(sorted({*before.badges, *badges.of_hand(hand, seat)})))


def _numbers(hand: FinishedHand, contest: Contest, seat: Seat) -> tuple[int, ...]:
    """A seat's counts in a contest, in the order of :data:`NUMBERS`; of hands 0 here."""
    own = [answered for answered in contest.answered if answered.seat == seat]
    to_own = [
        answered
        for answered, caller in zip(contest.answered, contest.answered_to, strict=True)
        if caller == seat
    ]
    envido = hand.envido(contest)
    return (
        0,
        sum(call.seat == seat for call in contest.calls(ENVIDO)),
        int(envido is not None and envido.side == hand.table.sides[seat]),
        sum(answered.game == ENVIDO and refused(answered) for answered in own),
        sum(call.seat == seat for call in contest.calls(TRUCO)),
        sum(answered.game == TRUCO and answered.verb == QUIERO for answered in own),
        sum(answered.game == TRUCO and refused(answered) for answered in own),
        sum(
            call is not None and call.seat == seat
            for call in (hand.bluff(contest, game) for game in (ENVIDO, TRUCO))
        ),
        int(seat in contest.flores),
        sum(answered.game == ENVIDO and answered.verb == QUIERO for answered in own),
        *(
            sum(answered.game == game and is_such(answered) for answered in to_own)
            for game in (ENVIDO, TRUCO)
            for is_such in (_accepted, refused)
        ),
    )


def _accepted(answer: Answered) -> bool:
    return answer.verb == QUIERO


# --- as it is stored -----------------------------------------------------------------------------


_count_decoder: Final = msgspec.json.Decoder(SeatCount)


def written(counts: Sequence[SeatCount], seat: int, *, left: bool) -> str:
    """The counts of a seat as JSON, as a result stores them. ``left``: they have left."""
    return msgspec.json.encode(replace(counts[seat], left=left)).decode() if counts else UNCOUNTED


def read_count(text: str) -> SeatCount:
    """A count as it was written."""
    return _count_decoder.decode(text)


def of_result(result: MatchResult) -> Statistics | None:
    """The counts that one result adds to its person's sums; ``None``: it was not counted, or the
    person has played no whole hand. A match without a whole hand must not count: otherwise two
    people could begin and leave matches to collect badges."""
    if result.counts == UNCOUNTED or not (count := read_count(result.counts)).hands:
        return None
    finished = int(not count.left)
    numbers = {name: max(0, getattr(count, name)) for name in NUMBERS}
    return Statistics(result.person, result.variant, finished, **numbers)


def added(one: Statistics | None, other: Statistics) -> Statistics:
    """Two sums of a person and a game as one."""
    if one is None:
        return other
    names = ("matches", *NUMBERS)
    return replace(other, **{name: getattr(one, name) + getattr(other, name) for name in names})


def earned_by(
    result: MatchResult, sums: Mapping[str, Statistics]
) -> tuple[dict[str, Statistics], set[str]]:
    """A person's sums by game with one more result, and the badges that this result brings, also
    those that the person has already."""
    one = of_result(result)
    if one is None:
        return dict(sums), set()
    after = {**sums, result.variant: added(sums.get(result.variant), one)}
    brought = {*read_count(result.counts).badges, *badges.of_result(result)}
    brought |= _of_sums(after) - _of_sums(sums)
    return after, brought


def _of_sums(sums: Mapping[str, Statistics]) -> set[str]:
    games = sum(statistics_of_game.matches > 0 for statistics_of_game in sums.values())
    return badges.of_sums(in_all("", sums.values()), games)


def counted(results: Iterable[MatchResult]) -> tuple[tuple[Statistics, ...], tuple[Badge, ...]]:
    """The sums by game, and the badges, that follow from one person's results. Each badge comes
    from the first match that brought it; the order is that of
    :func:`bot.store.results.standings.moment`."""
    sums: dict[str, Statistics] = {}
    found: dict[str, Badge] = {}
    for result in sorted(results, key=moment):
        sums, brought = earned_by(result, sums)
        for badge in brought:
            found.setdefault(badge, Badge(result.person, badge, result.match, result.at))
    return tuple(sums[name] for name in sorted(sums)), tuple(found[name] for name in sorted(found))


def in_all(person: PersonId, sums: Iterable[Statistics]) -> Statistics:
    """The sums of all games together."""
    whole = Statistics(person, "")
    for statistics_of_game in sums:
        whole = replace(added(whole, statistics_of_game), variant="")
    return whole
