"""How much may be written: the adapter's own limiter, by the clock of the test."""

import itertools
from random import Random

import pytest

from adapters.telegram.limits import (
    GROUP_ALL,
    GROUP_ANSWERS,
    GROUP_BURST,
    GROUP_GAP,
    GROUP_PACE_SPAN,
    GROUP_PATIENCE,
    GROUP_PICTURES,
    GROUP_READ,
    GROUP_SLOW,
    GROUP_SPARE,
    GROUP_TABLE,
    GROUP_WAIT,
    MINUTE,
    OVERALL,
    OVERALL_EDITS,
    PERSON_ANSWERS,
    PRIVATE_BURST,
    Limits,
    Urgency,
    _Bucket,
    _Waiter,
)
from tests.adapters.telegram.limits import ALL_WRITES, Quota
from tests.examples import some

GROUP, OTHER, PRIVATE = -100, -200, 7


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(clock)


def written(limits: Limits, clock: Clock, seconds: float, *surfaces: str) -> dict[str, list[float]]:
    """When each surface was written that always wants to be, and asks again when it was told to, to
    a tenth of a second."""
    times: dict[str, list[float]] = {surface: [] for surface in surfaces}
    again = dict.fromkeys(surfaces, clock.now)
    end = clock.now + seconds
    while clock.now < end:
        for surface in surfaces:
            if again[surface] <= clock.now:
                wait = limits.picture(GROUP, surface)
                again[surface] = clock.now + wait
                times[surface] += [] if wait else [clock.now]
        clock.now += 0.1
    return times


def burst(limits: Limits, clock: Clock) -> None:
    """As many messages that somebody waits for as pictures may be in a minute, at once."""
    for _ in range(GROUP_PICTURES):
        assert not limits.send(GROUP)
        clock.now += 0.1


def test_pictures_of_a_group_keep_their_distance_and_never_stop_for_long() -> None:
    """The more there are, the longer each waits: a steady pace, which leaves room for more."""
    clock = Clock()
    times = written(Limits(clock), clock, 600, "a")["a"]
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert all(gap < GROUP_GAP + 0.2 for gap in gaps[:2])
    assert min(gaps) >= GROUP_GAP
    assert max(gaps) < 2 * GROUP_WAIT
    for start in times:
        assert sum(start <= at < start + MINUTE for at in times) <= GROUP_ALL


def test_a_table_does_not_stand_still_after_a_burst_of_other_messages(
    clock: Clock, limits: Limits
) -> None:
    """Hands that only their owners see come at once, and count."""
    burst(limits, clock)
    began = clock.now
    while wait := limits.picture(GROUP, "a"):
        clock.now += wait
    assert clock.now - began <= GROUP_PATIENCE
    # Not for ever: what Telegram allows is not passed.
    assert limits.send(GROUP)
    while wait := limits.picture(GROUP, "a"):
        clock.now += wait
    assert clock.now - began >= MINUTE - 0.1 * GROUP_ALL


def test_one_message_is_left_where_somebody_was_called() -> None:
    waits = []
    for called in (False, True):
        clock = Clock()
        limits = Limits(clock)
        assert not (limits.send(GROUP) if called else limits.picture(GROUP, "a"))
        for _ in range(GROUP_PICTURES - 1):
            while wait := limits.picture(GROUP, "a"):
                clock.now += wait
        waits.append(limits.picture(GROUP, "a"))
        assert not limits.send(GROUP)
    assert waits[0] < GROUP_WAIT < waits[1] - 1.0


def test_a_picture_that_is_only_read_leaves_nothing(clock: Clock, limits: Limits) -> None:
    """Nobody is called where the table is only read; there a command may wait for a moment."""
    for _ in range(GROUP_ALL - 1):
        assert not limits.send(GROUP)
        clock.now += 2.0
    clock.now += GROUP_PATIENCE / 2
    waits = [limits.picture(GROUP, who, Urgency(read=who == "read")) for who in ("played", "read")]
    assert waits[1] <= GROUP_READ < waits[0]


def test_a_picture_is_due_sooner_when_the_group_grows_quiet(clock: Clock, limits: Limits) -> None:
    """Its wait is counted with what leaves the last minute in the meantime."""
    burst(limits, clock)
    clock.now += MINUTE - 2.0
    wait = limits.picture(GROUP, "a")
    assert 0 < wait < 2.0, "nearly all of those messages are about to be a minute old"
    clock.now += wait
    assert not limits.picture(GROUP, "a")


def test_two_tables_of_a_group_take_turns() -> None:
    """They want more than there is, have nearly all of it, and neither stands still for long."""
    clock = Clock()
    times = written(Limits(clock), clock, 600, "a", "b")
    assert abs(len(times["a"]) - len(times["b"])) <= 1
    assert len(times["a"]) + len(times["b"]) > 10 * (GROUP_PICTURES - 1)
    for moments in times.values():
        assert max(after - before for before, after in itertools.pairwise(moments)) < 20


def test_a_picture_without_a_new_card_waits_longer_and_lets_cards_go_first() -> None:

    def busy() -> tuple[Clock, Limits]:
        clock = Clock()
        limits = Limits(clock)
        for who in "abc" * 4:
            while wait := limits.picture(GROUP, who):
                clock.now += wait
        return clock, limits

    _, limits = busy()
    urgent = limits.picture(GROUP, "a")
    clock, limits = busy()
    calm = limits.picture(GROUP, "a", Urgency(calm=True))
    assert urgent < calm
    # A card that is laid while it waits has a wait of its own, counted from the card.
    clock.now += calm - 0.5
    assert 0 < limits.picture(GROUP, "a") <= 0.5


def test_a_table_that_is_only_read_waits_for_what_is_laid_upon_a_card() -> None:
    """One by whose buttons somebody plays does not, and in a quiet minute neither does."""
    waits = []
    for messages in (1, GROUP_BURST):
        for read in (False, True):
            clock = Clock()
            limits = Limits(clock)
            for _ in range(messages):
                assert not limits.send(GROUP)
                clock.now += 7.0
            clock.now += GROUP_PACE_SPAN  # the last third of the minute is empty
            waits.append(limits.picture(GROUP, "a", Urgency(read=read)))
    assert waits == [0, 0, 0, pytest.approx(GROUP_READ)]


def test_a_group_whose_people_play_in_windows_is_shown_less(clock: Clock, limits: Limits) -> None:
    """Also in a quiet minute; and it keeps nobody from an answer."""
    slow = Urgency(read=True, calm=True, slow=True)
    assert limits.picture(GROUP, "a", slow) == pytest.approx(GROUP_SLOW)
    assert limits.room(GROUP, GROUP_SPARE)
    clock.now += GROUP_SLOW / 2
    assert limits.picture(GROUP, "a", slow) == pytest.approx(GROUP_SLOW / 2)
    assert not limits.picture(GROUP, "a", Urgency(read=True)), "the windows were closed"
    assert limits.picture(GROUP, "b", Urgency(read=True, calm=True)) < GROUP_SLOW
    assert not limits.room(GROUP, GROUP_SPARE), "this one goes first"


def test_a_group_is_busy_while_it_has_nothing_to_spare(clock: Clock, limits: Limits) -> None:
    for _ in range(GROUP_SPARE):
        assert not limits.is_busy(GROUP)
        limits.send(GROUP)
        clock.now += 1.0
    assert limits.is_busy(GROUP)
    assert not limits.is_busy(OTHER)
    clock.now += MINUTE - GROUP_SPARE
    assert not limits.is_busy(GROUP)


def test_whoever_asks_gets_few_answers_from_a_group(clock: Clock, limits: Limits) -> None:
    took = [who for who in "aaaaabbbbbcc" if limits.answer(GROUP, who)]
    assert took == ["a"] * PERSON_ANSWERS + ["b"] * (GROUP_ANSWERS - PERSON_ANSWERS)
    assert limits.answer(OTHER, "a"), "another group has its own"
    clock.now += MINUTE
    assert limits.answer(GROUP, "c")


def test_a_table_is_looked_at_once_a_minute_and_from_spare_room(
    clock: Clock, limits: Limits
) -> None:
    assert limits.look(GROUP, "a")
    assert limits.look(GROUP, "b")
    assert not limits.look(GROUP, "a")
    clock.now += GROUP_TABLE
    assert limits.look(GROUP, "a")
    for _ in range(GROUP_SPARE):
        limits.send(GROUP)
        clock.now += 0.1
    assert not limits.look(GROUP, "c")
    clock.now += MINUTE + 1
    assert limits.look(GROUP, "c"), "a look that was refused does not count"


def test_what_is_only_convenient_lets_waiting_pictures_go_first(
    clock: Clock, limits: Limits
) -> None:
    for _ in range(6):
        limits.send(GROUP)
        clock.now += 1.0
    assert limits.room(GROUP, GROUP_SPARE)
    assert limits.picture(GROUP, "a") > 0
    assert not limits.room(GROUP, GROUP_SPARE)
    assert limits.room(GROUP, GROUP_SPARE, who="a")
    assert limits.room(GROUP, GROUP_SPARE, awaited=True)
    assert limits.room(GROUP, GROUP_PICTURES)


def test_a_place_in_the_line_counts_as_nothing_sent(clock: Clock, limits: Limits) -> None:
    for _ in range(100):
        assert not limits.picture(GROUP, "a", take=False)
    assert not limits.picture(GROUP, "a")
    assert limits.picture(GROUP, "a", take=False) > 0


def test_calls_for_attention_have_room_beside_the_edits(clock: Clock, limits: Limits) -> None:
    assert not limits.send(GROUP)
    for _ in range(10):
        written(limits, clock, 45, "a", "b")
        while wait := limits.send(GROUP):
            assert wait < 1.1 * MINUTE / GROUP_ALL
            clock.now += wait
    while not limits.send(GROUP):
        pass
    assert limits.would_wait(GROUP) > 0


def test_a_flooded_chat_waits_alone(clock: Clock, limits: Limits) -> None:
    limits.hold(GROUP, 30)
    assert limits.send(GROUP) == 30
    assert not limits.send(OTHER)
    assert not limits.send(PRIVATE)
    clock.now += 30
    assert not limits.send(GROUP)


def test_a_private_chat_has_a_short_burst() -> None:
    clock = Clock()
    limits, waits = Limits(clock), []
    for _ in range(PRIVATE_BURST + 1):
        waits.append(limits.send(PRIVATE))
        clock.now += 1 / OVERALL
    assert [bool(wait) for wait in waits] == [*[False] * PRIVATE_BURST, True]


def test_asking_takes_nothing() -> None:
    limits = Limits(Clock())
    for _ in range(100):
        assert not limits.would_wait(GROUP)


def test_all_chats_together(clock: Clock, limits: Limits) -> None:
    waits = [limits.send(-1000 - number) for number in range(100)]
    assert 3 <= waits.count(0.0) <= OVERALL / 2
    late = sorted(wait for wait in waits if wait)
    assert len(set(late)) == len(late), "everyone has a time of their own"
    assert late[-1] < 100 / OVERALL
    clock.now += late[-1]
    assert not limits.send(-1099)


def test_a_thousand_chats_at_once_get_no_more_than_allowed(clock: Clock, limits: Limits) -> None:
    again = dict.fromkeys(range(1, 1001), clock.now)
    times = []
    end = clock.now + 30
    while clock.now < end:
        for chat, at in again.items():
            if at <= clock.now:
                wait = limits.picture(chat, str(chat)) if chat % 2 else limits.send(chat)
                again[chat] = clock.now + (wait or 1.0)
                times += [] if wait else [clock.now]
        clock.now += 0.01
    for start in times[::50]:
        assert sum(start <= at < start + 1.0 for at in times) <= ALL_WRITES
    assert len(times) >= 0.7 * 30 * OVERALL_EDITS


def test_who_gave_up_holds_nobody_up(clock: Clock, limits: Limits) -> None:
    assert not limits.picture(GROUP, "a")
    assert limits.picture(GROUP, "gone") > 0
    clock.now += GROUP_GAP + 5
    assert not limits.picture(GROUP, "a")


@pytest.mark.parametrize(
    ("pace", "chat", "seed"),
    some([*itertools.product((0.1, 0.7, 1.0, 1.3), (PRIVATE, GROUP), range(3))]),
)
def test_what_the_limiter_allows_the_server_allows(chat: int, seed: int, pace: float) -> None:
    """Whoever writes as soon as they may, with calls that take their time on the way, is never told
    to wait: neither all at once nor in any rhythm."""
    rng, clock = Random(seed), Clock()
    limits, quota = Limits(clock), Quota()
    arrivals = list[float]()
    while clock.now < 1600:
        # Somebody presses now and then several times, and is quiet for a while.
        wait = limits.send(chat)
        arrivals += [] if wait else [clock.now + rng.uniform(0, 0.25)]
        wait = wait or (0.0 if rng.random() < 0.7 else rng.expovariate(1 / pace))
        clock.now += max(wait, 0.01)
    assert [at for at in sorted(arrivals) if quota.retry_after(chat, at)] == []
    assert len(arrivals) > (300 if chat == PRIVATE else 150)


@pytest.mark.dear
def test_processes_share_what_all_chats_together_may_get() -> None:
    clock, sent = Clock(), list[float]()
    several = [Limits(clock, lambda: 2) for _ in range(2)]
    while clock.now < 1008.0:
        for number, limits in enumerate(several):
            # So many private chats that none of them is what bounds it.
            sent += [clock.now for chat in range(1, 400) if not limits.send(1000 * number + chat)]
        clock.now += 0.05
    assert len(sent) / 8 == pytest.approx(OVERALL, rel=0.1)


def test_chats_that_say_nothing_are_forgotten_and_no_others(clock: Clock, limits: Limits) -> None:
    """Those that were written to a moment ago, or must be left alone, keep their limits."""
    limits.hold(PRIVATE, 2.5 * MINUTE)
    limits.send(OTHER)
    for number in range(9_999):
        limits.would_wait(-1000 - number)
    clock.now += 2 * MINUTE
    for _ in range(GROUP_ALL):  # the first makes room for itself
        limits.send(GROUP)
        clock.now += 0.1
    assert {*limits._chats} == {GROUP, PRIVATE}
    for number in range(9_999):
        limits.would_wait(-1000 - number)
    limits.would_wait(OTHER)
    assert {*limits._chats} == {GROUP, PRIVATE, OTHER}
    assert limits.would_wait(GROUP)
    assert limits.would_wait(PRIVATE)


def test_each_waiter_has_a_time_of_its_own() -> None:
    """So many a second, a few at once after a silence. Who asks again before its time waits the
    rest; who never comes back holds nobody up."""
    bucket = _Bucket(10.0, lambda: 1)

    def ask(now: float, who: str, *, take: bool = True) -> float:
        return round(bucket.wait(now, who, take=take), 3)

    assert ask(100.0, "a", take=False) == 0
    assert [ask(100.0, who) for who in "abcd"] == [0, 0, 0.05, 0.15]
    assert [bucket.waits(who) for who in "abcd"] == [False, False, True, True]
    assert ask(100.0, "e", take=False) == 0.25
    assert not bucket.waits("e")
    assert [ask(100.02, "c"), ask(100.02, "c", take=False)] == [0.03, 0.03]
    assert ask(100.05, "c", take=False) == 0
    assert bucket.waits("c")
    assert ask(100.05, "c") == 0
    assert not bucket.waits("c")
    # Its time is kept for a while after it has come.
    assert ask(101.0, "d") == 0
    two = _Bucket(10.0, lambda: 2)
    assert [round(two.wait(100.0, who, take=True), 3) for who in "abc"] == [0, 0.05, 0.25]


def test_the_bounds_of_a_time_of_ones_own_count() -> None:
    """Numbers without a rest: a second is eight messages."""

    def busy() -> _Bucket:
        bucket = _Bucket(8.0, lambda: 1)
        bucket._free = 100.0
        assert [bucket.wait(100.0, who, take=True) for who in "abc"] == [0, 0.125, 0.25]
        return bucket

    bucket = busy()
    assert not bucket.waits("a"), "it had to wait for nothing"
    assert bucket.wait(100.125, "b", take=True) == 0
    assert not bucket.waits("b"), "its time has come"
    assert busy().wait(101.25, "c", take=True) == 0
    late = busy()
    late._free = 200.0
    assert late.wait(101.25, "c", take=True) == 0, "its time is kept for a second"
    assert late.wait(101.126, "b", take=True) > 0, "and no longer"


def test_times_of_those_who_never_came_back_are_forgotten() -> None:
    bucket = _Bucket(8.0, lambda: 1)
    bucket._free = 100.0
    for number in range(1002):
        bucket.wait(100.0, str(number), take=True)
    assert len(bucket._times) == 1001, "the first did not wait"
    bucket._free = now = 200.0  # the last 218 of them are still to come, or were a moment ago
    bucket.wait(now, "one", take=True)
    assert bucket.wait(now, "two", take=True) > 0
    kept = [number for number in range(1, 1002) if 100 + number / 8 + 1 >= now]
    assert [*bucket._times] == [*map(str, kept), "two"]


@pytest.mark.parametrize(
    ("messages", "pause", "most", "room", "awaited"),
    [
        (9, 0.1, 10, True, True),
        (10, 0.1, 10, False, False),  # all of them in the last third of the minute
        (10, 0.1, 15, False, True),
        (14, 0.1, 15, False, True),
        (15, 0.1, 15, False, False),
        (10, 3.5, 15, True, True),  # five or six of them
        (10, 3.0, 15, True, True),
        (10, 2.5, 15, False, True),
        (15, 3.5, 15, False, False),
    ],
)
def test_room_for_what_can_be_done_without(
    clock: Clock, limits: Limits, messages: int, pause: float, most: int, room: bool, awaited: bool
) -> None:
    """From ``GROUP_SPARE`` messages on, the last third of the minute counts threefold."""
    for _ in range(messages):
        limits.send(GROUP)
        clock.now += pause
    assert limits.room(GROUP, most) is room
    assert limits.room(GROUP, most, awaited=True) is awaited


def test_a_permission_that_was_not_used_is_given_back(clock: Clock, limits: Limits) -> None:
    limits.give_back(GROUP)
    for _ in range(GROUP_ALL):
        limits.send(GROUP)
        clock.now += 0.1
    assert limits.would_wait(GROUP) > 0
    limits.give_back(GROUP)
    assert limits.would_wait(GROUP) == 0


def test_a_surface_that_asks_no_more_is_waited_for_no_longer(clock: Clock, limits: Limits) -> None:
    """Its place in the line is kept for a second after the moment when it wanted to ask again."""
    for _ in range(6):
        limits.send(GROUP)
        clock.now += 1.0
    wait = limits.picture(GROUP, "a")
    clock.now += wait + 0.9
    assert not limits.room(GROUP, GROUP_SPARE)
    clock.now += 0.2
    assert limits.room(GROUP, GROUP_SPARE)


def test_what_is_known_of_surfaces_is_forgotten_after_a_minute(
    clock: Clock, limits: Limits
) -> None:
    """Which tables are lively, and which were looked at."""
    for who in "ab":
        assert limits.look(GROUP, who)
        while wait := limits.picture(GROUP, who):
            clock.now += wait
    clock.now += MINUTE + 1
    assert limits.look(GROUP, "c")
    assert not limits.picture(GROUP, "c")
    known = limits._chats[GROUP]
    assert ([*known.looks], [*known.tables]) == (["c"], ["c"])
    clock.now += MINUTE - 1
    assert limits.look(GROUP, "d")
    limits.picture(GROUP, "d", take=False)
    assert ([*known.looks], [*known.tables]) == (["c", "d"], ["c"])


def test_the_more_tables_share_a_group_the_longer_each_waits() -> None:
    """From the third table on; a picture that is only read waits longest."""
    played = _Waiter(since=1e6, again=0, urgent=float("inf"), played=0)
    read = _Waiter(since=0, again=0, urgent=float("inf"), played=float("inf"))
    for waiter in (played, read):
        one, two, three, four = (waiter.due(GROUP_PICTURES, tables) for tables in (1, 2, 3, 4))
        assert one == two < three < four
    assert played.due(GROUP_PICTURES, 3) < read.due(GROUP_PICTURES, 3)
