"""What the screens of a hand of the day tell: which messages, with which parameters."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from bot.match import daily
from bot.model import MatchInfo, Status
from bot.screen import written
from bot.screens.daily.daily import head, moment, result, share_line, signed, squares
from bot.screens.moment.context import ScreenContext
from bot.store.results.model import Brought, DailyStanding
from engine.apply import new_match
from engine.seen.view import view
from engine.variants import table_for
from tests.bot.ids import IdWords
from tests.bot.scenes import MATCH, dealt_anyhow, info_for
from tests.narrow import present

TABLE = table_for("argentino", 2)
DAY = replace(daily.day_of(330, "zzzzzzz9"), hands=(3, -1, 0))
SEEN = view(dealt_anyhow(TABLE, 1), 0)
SEAL = "ab" * 32
NEXT = "2026-11-27 03:00 UTC"
STANDING = DailyStanding(
    points=2,
    hands=(3, -1, 0),
    players=4,
    better_than=1,
    equal_to=0,
    par=-5,
    streak=6,
    next_at=DAY.ends,
    is_over=False,
    on_board=False,
    is_shared=False,
    lacks_beacon=False,
    everywhere=None,
)


def context(
    standing: DailyStanding | None,
    is_beside: bool | None = None,
    *,
    is_over: bool = False,
    **changes: object,
) -> ScreenContext:
    """What the screens of this day's hand know, as its person sees it."""
    info = info_for(TABLE, **{"daily": DAY, "status": Status.OVER, "commitment": SEAL, **changes})
    is_over = is_over or (standing is not None and standing.is_over)
    brought = Brought(daily=standing, is_beside=is_beside, day_is_over=is_over)
    return ScreenContext(info, SEEN, IdWords("es"), brought=brought)


def told(standing: DailyStanding) -> list[str]:
    return [line.text for line in result(context(standing))]


def test_the_end_tells_everything_that_there_is_to_tell() -> None:
    first, share, *rest = told(STANDING)
    assert first == "<daily.result number=330 points=+2>"
    assert share == share_line(STANDING, info_for(TABLE, daily=DAY), IdWords("es"))
    assert rest == [
        "<daily.par par=−5>",
        "<daily.better n=3 percent=33>",
        "<daily.streak n=6>",
        f"<daily.next at={NEXT}>",
        f"<daily.later match={MATCH}>",
    ]


def test_when_the_day_is_over_its_cards_can_be_verified() -> None:
    *_, streak, verify = told(replace(STANDING, is_over=True))
    assert streak == "<daily.streak n=6>"
    assert verify == f"<daily.verify match={MATCH}>"


def test_the_master_who_plays_still_is_told_of_until_the_day_is_over() -> None:
    alone = replace(STANDING, players=1, better_than=0, par=None)
    assert told(alone)[2:4] == ["<daily.par.none>", "<daily.first>"]
    assert told(replace(alone, is_over=True))[2:3] == ["<daily.only>"]


@pytest.mark.parametrize(
    ("players", "better", "equal", "said"),
    [
        (2, 1, 0, "<daily.one.less>"),
        (2, 0, 1, "<daily.one.equal>"),
        (2, 0, 0, "<daily.one.more>"),
        (3, 1, 0, "<daily.better n=2 percent=50>"),
        (7, 4, 2, "<daily.better n=6 percent=67> <daily.equal n=2>"),
    ],
)
def test_the_others_are_those_who_played_besides_the_person(
    players: int, better: int, equal: int, said: str
) -> None:
    found = told(replace(STANDING, players=players, better_than=better, equal_to=equal))
    assert found[3] == said


@pytest.mark.parametrize(
    ("on_board", "is_over", "tells"), [(True, False, 1), (True, True, 0), (False, False, 0)]
)
def test_whoever_will_stand_on_the_scoreboard_of_the_day_is_told(
    on_board: bool, is_over: bool, tells: int
) -> None:
    said = told(replace(STANDING, on_board=on_board, is_over=is_over))
    assert said.count("<daily.board.soon>") == tells


EVERYWHERE = (83, 412, 3)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"is_shared": True}, ["<daily.shared_cards>"]),
        ({"lacks_beacon": True}, ["<daily.own_cards>"]),
        ({"lacks_beacon": True, "is_over": True}, ["<daily.own_cards>"]),
        ({"is_shared": True, "is_over": True}, []),
        (
            {"is_shared": True, "is_over": True, "everywhere": EVERYWHERE},
            ["<daily.everywhere n=412 percent=83 houses=3>"],
        ),
    ],
)
def test_a_shared_day_costs_one_line_at_most(changed: dict[str, object], said: list[str]) -> None:
    found = told(replace(STANDING, **changed))
    plain = told(replace(STANDING, is_over="is_over" in changed))
    assert [line for line in found if line not in plain] == said
    assert len(found) == len(plain) + len(said)


@pytest.mark.parametrize(
    ("is_beside", "hands", "said"),
    [
        (True, (1,) * daily.HANDS, ["<daily.twice number=330>", f"<daily.next at={NEXT}>"]),
        (False, (3, -1), ["<daily.unfinished number=330>", f"<daily.next at={NEXT}>"]),
        (None, (3, -1), ["<daily.unfinished number=330>"]),
        (None, (1,) * daily.HANDS, [f"<daily.result number=330 points=+{daily.HANDS}>"]),
    ],
)
def test_a_hand_of_the_day_that_does_not_count_says_why(
    is_beside: bool | None, hands: tuple[int, ...], said: list[str]
) -> None:
    day = replace(DAY, hands=hands)
    there = context(None, is_beside, daily=day)
    assert [line.text for line in result(there)] == said
    over = context(None, is_beside, is_over=True, daily=day)
    assert [line.text for line in result(over)] == said[:1]


@pytest.mark.parametrize(
    ("standing", "is_beside", "named"),
    [
        (None, False, DAY.ends),
        (None, True, DAY.ends),
        (None, None, None),
        (STANDING, None, DAY.ends),
        (replace(STANDING, is_over=True), None, None),
    ],
)
def test_the_moment_of_the_next_day_is_named_where_a_line_tells_it(
    standing: DailyStanding | None, is_beside: bool | None, named: float | None
) -> None:
    assert moment(context(standing, is_beside)) == named
    assert moment(context(standing, is_beside, daily=None)) is None


def test_the_head_tells_which_hand_it_is_once_one_is_dealt() -> None:
    (line,) = head(context(None))
    assert line.text == f"<daily.head number=330 hand=1 hands={daily.HANDS} points=+2>"
    assert line.weight == "quiet"
    assert [*head(context(None, daily=None))] == []
    before = view(new_match(TABLE), 0)
    assert [*head(ScreenContext(info_for(TABLE, daily=DAY), before, IdWords("es")))] == []


@pytest.mark.parametrize(("points", "said"), [(7, "+7"), (-3, "−3"), (0, "0")])
def test_points_have_their_sign(points: int, said: str) -> None:
    assert signed(points) == said


def test_there_is_a_square_for_each_hand_of_the_day() -> None:
    assert squares((3, 0, -1)) == "🟩⬜🟥⬛⬛⬛"
    assert squares((1, 1, -2, 0, 0, 5)) == "🟩🟩🟥⬜⬜🟩"


@pytest.mark.parametrize(
    ("par", "said"), [(None, "<daily.share.no_par {}>"), (-5, "<daily.share {} par=−5>")]
)
def test_the_line_to_share_names_the_day_and_nobody(par: int | None, said: str) -> None:
    info = info_for(TABLE, daily=DAY)
    line = share_line(replace(STANDING, par=par), info, IdWords("es"))
    more = "number=330 game=<option.variant.argentino> squares=🟩🟥⬜⬛⬛⬛ points=+2 streak=6"
    assert line == said.format(more)


# --- what a day is --------------------------------------------------------------------------------


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[str]:
    """A server that stands in this zone."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield request.param
    time.tzset()


@pytest.mark.parametrize(
    "zone", ["America/Santiago", "Europe/Madrid", "Pacific/Kiritimati", "Etc/GMT+12"], indirect=True
)
def test_where_the_server_stands_changes_no_day(zone: str) -> None:
    """Also on the days on which clocks change there, by an hour in spring and in autumn."""
    assert time.tzname != ("UTC", "UTC"), zone
    for number in range(300, 700):
        day = daily.day_of(number, "")
        assert day.ends - day.begins == daily.DAY
        assert daily.day_of(number + 1, "").begins == day.ends
        assert daily.number_at(day.begins) == daily.number_at(day.ends - 0.001) == number
        assert f"{datetime.fromtimestamp(day.ends, UTC):%Y-%m-%d} 03:00 UTC" == written(day.ends)


def of_day(**changes: object) -> MatchInfo:
    """A hand of the day that was played to its end and may be shared."""
    whole = replace(DAY, hands=(1,) * daily.HANDS, asked_in="discord:1")
    return info_for(TABLE, **{"daily": whole, "status": Status.OVER, "ended": "agreed", **changes})


def test_a_result_is_of_all_hands_or_of_a_match_that_was_won() -> None:
    short = replace(DAY, hands=(1,) * (daily.HANDS - 1))
    assert daily.has_result(of_day())
    assert daily.has_result(of_day(daily=short, ended=daily.WON))
    assert not daily.has_result(of_day(daily=short))
    assert not daily.has_result(of_day(status=Status.PLAYING))
    assert not daily.has_result(of_day(daily=None, ended=daily.WON))


def test_what_may_be_shared() -> None:
    assert daily.is_shareable(of_day())
    assert not daily.is_shareable(of_day(daily=None))
    assert not daily.is_shareable(of_day(status=Status.PLAYING))
    day = present(of_day().daily)
    assert not daily.is_shareable(of_day(daily=replace(day, asked_in="")))
    assert not daily.is_shareable(of_day(daily=replace(day, shared=True)))


def test_the_secret_of_a_day_is_published_a_little_after_its_end() -> None:
    hand = of_day()
    day = present(hand.daily)
    holds = of_day(daily=replace(day, sealed=MATCH))
    assert holds.is_sealed_day
    assert daily.closes(hand) == day.ends
    assert daily.closes(holds) == day.ends + daily.GRACE
    assert daily.is_past(hand, day.ends)
    assert not daily.is_past(hand, day.ends - 1)
    assert not daily.is_past(holds, day.ends + daily.GRACE - 1)
    assert not daily.is_past(of_day(daily=None), day.ends)


def test_a_result_says_what_the_person_has_made_of_it() -> None:
    before = of_day(status=Status.PLAYING, ended="")
    alone = of_day(
        seats=(replace(of_day().seats[0]), replace(of_day().seats[1], person="", name=""))
    )
    found = present(daily.result(alone, before, 77.0))
    assert (found.sealed, found.number, found.variant) == ("zzzzzzz9", 330, "argentino")
    assert (found.person, found.name) == ("web:Ana", "Ana")
    assert (found.match, found.community) == (MATCH, "web:playground")
    assert (found.at, found.points) == (77.0, daily.HANDS)
    assert found.hands == ",".join("1" * daily.HANDS)
    assert daily.result(alone, alone, 77.0) is None, "it was over before"
    assert daily.result(before, before, 77.0) is None, "it is not over"
    nobody = replace(alone, seats=(replace(alone.seats[1], seat=0), alone.seats[1]))
    assert daily.result(nobody, before, 77.0) is None, "the master plays it"
