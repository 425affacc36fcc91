"""What every store promises."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.common.lived_time import Lived
from bot.messages import Accepted, Refused
from bot.model import MatchInfo, Seat, Status
from bot.store import Changes, Store
from bot.store.changes import (
    Committed,
    Lost,
    Mark,
    MatchChange,
    Repeated,
    SurfaceSeen,
    Tidy,
    rounds,
)
from bot.store.model import (
    Deadline,
    HandSnapshot,
    LogRow,
    MatchRow,
    Preference,
    SentSena,
    Setting,
    StoredAnswer,
    Surface,
)
from bot.store.notices import Notice, NoticeState
from bot.store.queries import match_queries
from tests.narrow import present


@pytest.fixture
def store(any_store: Store) -> Store:
    """An empty store of each kind, known by heart and looked up."""
    return any_store


MATCH = "abcd2345"
OTHER = "efgh2345"


def info(match: str = MATCH, **fields: object) -> MatchInfo:
    made = MatchInfo(
        match=match,
        community="web:p",
        place="web:p/mesa",
        variant="argentino",
        options=(("flor", "con"),),
        players=2,
        seats=(Seat(0, "web:ana", "Ana"), Seat(1, name="Tuerca", robot=True)),
        host="web:ana",
        turn_seconds=60,
        status=Status.LOBBY,
        created=100.0,
    )
    return replace(made, **fields)


def step(version: int, match: str = MATCH, request: str = "", **fields: object) -> Changes:
    """The change that makes this the match's version."""
    part = MatchChange(
        row=MatchRow(info(match, version=version)),
        log=(LogRow(match, version, 100.0 + version, f"step {version}"),),
        deadlines=(),
    )
    answer = (
        StoredAnswer("web:ana", request, Accepted(match, f"v{version}"), 100.0) if request else None
    )
    return Changes(matches=(replace(part, **fields),), answer=answer)


async def test_a_match_is_loaded_as_it_was_stored(store: Store) -> None:
    row = MatchRow(
        info(version=2, status=Status.PLAYING, agreed=("web:ana",)),
        snapshot=HandSnapshot(1, b"\x00\xff"),
        moved=2,
        senas=(SentSena(0, "SE-AR-01", (2,)),),
        recorded=("Ana", "Tuerca (robot)"),
        points=(3, 4),
    )
    log = (LogRow(MATCH, 1, 1.5, "record 1\nvariant argentino"), LogRow(MATCH, 2, 2.5, "ñandú"))
    deadline = Deadline(MATCH, "turn.0.2", "turn", 160.25, 0, "2")
    change = Changes(matches=(MatchChange(row=row, log=log, deadlines=(deadline,)),))
    assert await store.commit([change]) == (Committed(),)
    stored = present(await store.read(match_queries.load, MATCH))
    assert stored.row == row
    assert stored.log == log[1:], "what comes after the snapshot"
    assert stored.deadlines == (deadline,)
    assert await store.read(match_queries.whole_log, MATCH) == log
    assert await store.read(match_queries.version, MATCH) == 2


async def test_an_unknown_match(store: Store) -> None:
    assert await store.read(match_queries.load, MATCH) is None
    assert await store.read(match_queries.whole_log, MATCH) == ()
    assert await store.read(match_queries.version, MATCH) == 0
    assert await store.next_due() is None
    assert await store.surface("x") is None
    assert await store.locale_of("web:ana") is None


async def test_who_comes_second_has_lost_and_nothing_of_it_is_stored(store: Store) -> None:
    late = step(1, request="late", deadlines=(Deadline(MATCH, "d", "lobby", 5.0),))
    assert await store.commit([step(1, request="early")]) == (Committed(),)
    assert await store.commit([late]) == (Lost(),)
    assert await store.next_due() is None
    # Its request was not answered: decided again, it may be.
    assert await store.commit([step(2, request="late")]) == (Committed(),)


async def test_two_matches_of_one_change_stand_or_fall_together(store: Store) -> None:
    await store.commit([step(1)])
    both = Changes(matches=(*step(1, OTHER).matches, *step(1).matches))
    assert await store.commit([both]) == (Lost(),)
    assert await store.read(match_queries.load, OTHER) is None
    assert await store.read(match_queries.version, OTHER) == 0
    both = Changes(matches=(*step(1, OTHER).matches, *step(2).matches))
    assert await store.commit([both]) == (Committed(),)
    assert await store.read(match_queries.version, OTHER) == 1
    assert await store.read(match_queries.version, MATCH) == 2


async def test_a_lost_change_takes_no_other_with_it(store: Store) -> None:
    await store.commit([step(1)])
    wanted = ((1, "b"), (2, "c"), (3, "d"), (3, "e"))
    steps = [step(version, request=request) for version, request in wanted]
    outcomes = await store.commit([step(1, OTHER, "a"), *steps])
    assert outcomes == (Committed(), Lost(), Committed(), Committed(), Lost())
    assert await store.read(match_queries.version, MATCH) == 3
    assert await store.read(match_queries.version, OTHER) == 1


async def test_somebody_elses_request_is_another(store: Store) -> None:
    def answer(person: str, note: str) -> Changes:
        return Changes(answer=StoredAnswer(person, "r", Accepted(note=note), 1.0))

    assert await store.commit([answer("web:ana", "a")]) == (Committed(),)
    assert await store.commit([answer("web:beto", "b")]) == (Committed(),)
    assert await store.commit([answer("web:ana", "c")]) == (Repeated(Accepted(note="a")),)


async def test_deadlines_are_replaced_by_the_next_step(store: Store) -> None:
    one = Deadline(MATCH, "a", "turn", 30.0, 0, "1")
    two = Deadline(MATCH, "b", "turn", 20.0, 1, "1")
    await store.commit([step(1, deadlines=(one, two))])
    await store.commit([step(1, OTHER, deadlines=(Deadline(OTHER, "a", "lobby", 25.0),))])
    assert await store.next_due() == 20.0
    assert [row.id for row in await store.due(25.0, 9)] == ["b", "a"]
    assert [row.match for row in await store.due(99.0, 2)] == [MATCH, OTHER]
    assert await store.due(19.9, 9) == ()
    await store.commit([step(2, deadlines=(one,))])
    assert await store.next_due() == 25.0
    await store.commit([step(2, OTHER)])
    assert await store.deadlines() == (one,)
    assert present(await store.read(match_queries.load, OTHER)).deadlines == ()


SURFACE = Surface("s1", MATCH, "web", "chat", "there", locale="es", wanted=1)


async def test_every_step_is_wanted_on_every_surface(store: Store) -> None:
    await store.commit([step(1)])
    await store.commit([step(1, OTHER)])
    elsewhere = replace(SURFACE, id="s2", match=OTHER)
    await store.commit([Changes(surfaces=(SURFACE, elsewhere))])
    assert {row.id for row in await store.surfaces_behind()} == {"s1", "s2"}
    await store.commit([Changes(seen=(SurfaceSeen("s1", 1, "look"), SurfaceSeen("s2", 1, "look")))])
    assert await store.surfaces_behind() == ()
    await store.commit([step(2)])
    assert await store.surfaces_behind() == (replace(SURFACE, wanted=2, shown=1, digest="look"),)
    assert await store.surfaces_behind([OTHER]) == ()


async def test_a_surface_is_noted_where_it_was_read(store: Store) -> None:
    """Whoever read it before it was put elsewhere changes nothing."""
    await store.commit([step(1)])
    await store.commit([Changes(surfaces=(SURFACE,))])
    first = Changes(seen=(SurfaceSeen("s1", 1, "one", "below", read=SURFACE),))
    second = Changes(seen=(SurfaceSeen("s1", 1, "two", "beside", read=SURFACE),))
    assert await store.commit([first, second]) == (Committed(), Lost())
    below = await store.surface("s1")
    assert below == replace(SURFACE, shown=1, digest="one", address="below")
    await store.commit([Changes(forgotten=("s1",))])
    third = Changes(seen=(SurfaceSeen("s1", 2, "", "above", read=below),))
    assert await store.commit([third]) == (Lost(),)
    await store.commit([Changes(seen=(SurfaceSeen("s1", 2, "", read=below),)), step(2)])
    assert await store.surface("s1") is None


async def test_what_was_doubted_while_it_was_shown_is_shown_anew(store: Store) -> None:
    """Where it went is kept all the same."""
    await store.commit([Changes(surfaces=(SURFACE,))])
    row: Surface | None = SURFACE
    for shown in (1, 2):
        read = await store.surface("s1")
        await store.commit([Changes(doubted=("s1",))])
        there = f"there {shown}"
        await store.commit([Changes(seen=(SurfaceSeen("s1", shown, "look", there, read=read),))])
        row = present(await store.surface("s1"))
        assert (row.shown < 0, row.digest, row.address) == (True, "", there)
    await store.commit([Changes(seen=(SurfaceSeen("s1", 2, "look", read=row),))])
    row = present(await store.surface("s1"))
    assert (row.shown, row.digest) == (2, "look")


async def test_a_language_chosen_while_it_was_shown_is_shown_too(store: Store) -> None:
    mine = replace(SURFACE, locale="", person="web:ana")
    await store.commit([Changes(surfaces=(mine,))])
    await store.commit([Changes(preferences=(Preference("web:ana", "en"),))])
    await store.commit([Changes(seen=(SurfaceSeen("s1", 1, "look", read=mine),))])
    (row,) = await store.surfaces_behind()
    assert row.shown < 0


async def test_what_is_known_of_a_surface(store: Store) -> None:
    await store.commit([step(1)])
    await store.commit([Changes(surfaces=(SURFACE,))])
    await store.commit([Changes(seen=(SurfaceSeen("s1", 3, "new", "elsewhere"),))])
    await store.commit([Changes(seen=(SurfaceSeen("s1", 2, "late"),))])
    row = present(await store.surface("s1"))
    assert (row.shown, row.address, row.lost) == (3, "elsewhere", False)
    await store.commit([Changes(seen=(SurfaceSeen("s1", 3, "new", lost=True),))])
    assert await store.surfaces_behind() == ()
    await store.commit([Changes(surfaces=(SURFACE,))])
    assert await store.surface("s1") == SURFACE
    await store.commit([Changes(forgotten=("s1", "s9"))])
    assert await store.surface("s1") is None


async def test_matches_of_a_place_and_of_a_person(store: Store) -> None:
    """And of a community: those of all its places, and of none whose name begins alike."""

    def opened(match: str, at: float, **fields: object) -> Changes:
        row = MatchRow(info(match, version=1, created=at, **fields))
        return step(1, match, row=row, sitting=("web:ana", "web:beto"))

    async def found(query: Any, *asked: object) -> list[str]:
        return [row.info.match for row in await store.read(query, *asked)]

    over = opened("over2345", 9.0, status=Status.OVER)
    closed = opened("gone2345", 10.0, status=Status.CLOSED)
    away = opened("away2345", 8.0, place="web:p2/mesa")
    beside = opened("next2345", 3.0, place="web:p/otra")
    await store.commit([opened(MATCH, 1.0), opened(OTHER, 2.0), over, closed, away, beside])
    assert await found(match_queries.matches_at, "web:p/mesa") == [OTHER, MATCH]
    assert await found(match_queries.matches_in, "web:p") == ["next2345", OTHER, MATCH]
    last = present(await store.read(match_queries.last_match_at, "web:p/mesa"))
    assert last.info.match == "over2345"
    mine = await found(match_queries.matches_of, "web:beto")
    assert mine == ["away2345", "next2345", OTHER, MATCH]
    await store.commit([opened("over2346", 9.5, status=Status.OVER)])
    for most, told in ((1, ["over2346"]), (9, ["over2346", "over2345"])):
        assert await found(match_queries.last_matches_of, "web:beto", most) == told
    assert await found(match_queries.last_matches_of, "web:carla", 9) == []
    await store.commit([step(2, MATCH, sitting=("web:ana",))])
    assert MATCH not in await found(match_queries.matches_of, "web:beto")


async def test_a_language_chosen_is_shown_where_nothing_else_was_said(store: Store) -> None:
    await store.commit([step(1), step(1, OTHER, row=MatchRow(info(OTHER, community="web:q")))])
    seen = replace(SURFACE, locale="", shown=1)
    rows = (
        replace(seen, id="public"),
        replace(seen, id="mine", match=OTHER, person="web:ana"),
        replace(seen, id="fixed", locale="en"),
        replace(seen, id="elsewhere", match=OTHER),
    )
    await store.commit([Changes(surfaces=rows)])
    assert await store.surfaces_behind() == ()
    await store.commit([Changes(preferences=(Preference("web:p", "pt_BR"),))])
    assert {row.id for row in await store.surfaces_behind()} == {"public"}
    await store.commit([Changes(preferences=(Preference("web:ana", "en"),))])
    assert {row.id for row in await store.surfaces_behind()} == {"public", "mine"}
    await store.commit([Changes(preferences=(Preference("web:ana", "es"),))])
    assert await store.locale_of("web:ana") == "es"
    assert await store.locale_of("web:p") == "pt_BR"


async def test_settings_hold_until_set_anew(store: Store) -> None:
    group, other = "web:playground", "web:garden"
    await store.commit(
        [
            Changes(settings=(Setting(group, "variante", "mineiro"), Setting(other, "a", "b"))),
            Changes(settings=(Setting(group, "tiempo", "30"),)),
        ]
    )
    assert await store.settings_of(group) == {"variante": "mineiro", "tiempo": "30"}
    changes = (Setting(group, "variante", "paulista"), Setting(group, "tiempo", ""))
    await store.commit([Changes(settings=changes)])
    assert await store.settings_of(group) == {"variante": "paulista"}
    assert await store.settings_of(other) == {"a": "b"}
    assert await store.settings_of("web:nobody") == {}


async def test_where_a_match_is_shown(store: Store) -> None:
    await store.commit([step(1)])
    surfaces = [
        Surface(id=name, match=MATCH, platform="web", chat=name, address="a", wanted=1)
        for name in "ab"
    ]
    late = Changes(surfaces=tuple(replace(surface, wanted=0) for surface in surfaces))
    assert await store.commit([late]) == (Lost(),), "there is a newer picture already"
    assert await store.commit([Changes(surfaces=tuple(surfaces))]) == (Committed(),)
    await store.commit(
        [Changes(seen=(SurfaceSeen("b", 1, "", lost=True), SurfaceSeen("a", 1, "", "z")))]
    )
    (found,) = await store.surfaces_of(MATCH)
    assert (found.id, found.address, found.shown) == ("a", "z", 1)
    assert await store.surfaces_of("nowhere1") == ()


async def test_old_answers_notices_and_surfaces_are_forgotten(store: Store) -> None:
    await store.commit(
        [step(1, request="step", notices=(Notice("n", MATCH, "p", "turn", "1", 5.0),))]
    )
    refused = StoredAnswer("web:ana", "old", Refused("NOT_YOUR_TURN", MATCH), 100.0)
    await store.commit([Changes(answer=refused)])
    await store.commit([Changes(mark=Mark("n", NoticeState.DROPPED))])
    await store.commit(
        [Changes(surfaces=(replace(SURFACE, expires=50.0), replace(SURFACE, id="s2")))]
    )
    await store.commit([Changes(surfaces=(replace(SURFACE, id="s3", lost=True),))])
    await store.commit([Changes(tidy=Tidy(99.0))])
    assert await store.surface("s1") is None
    assert await store.surface("s3") is None
    assert await store.surface("s2") is not None
    assert await store.commit([step(2, request="old")]) != (Committed(),)
    await store.commit([Changes(tidy=Tidy(101.0))])
    assert await store.commit([step(2, request="old")]) == (Committed(),)
    assert await store.read(match_queries.version, MATCH) == 2, "never the log"
    first = Repeated(Accepted(MATCH, "v1"))
    assert await store.commit([step(3, request="step")]) == (first,), "nor what stands in it"


def test_rounds_keep_the_order_of_what_belongs_together() -> None:
    changes = [step(1, request="a"), step(1, OTHER), step(2), step(2, OTHER, "a"), step(3)]
    assert rounds(changes) == [[0, 1], [2, 3], [4]]


async def test_the_later_moment_stands(store: Store) -> None:
    """Two processes may note theirs in any order."""
    assert await store.read(match_queries.lived) is None
    moments = (Lived(5.0, 1.0), Lived(3.0, 9.0), Lived(7.0, 2.0), Lived(6.0, 9.0))
    for lived in moments:
        await store.commit([Changes(lived=lived)])
    assert await store.read(match_queries.lived) == Lived(7.0, 2.0)
    await store.commit([Changes(lived=lived) for lived in (Lived(9.0, 4.0), Lived(8.0, 9.0))])
    assert await store.read(match_queries.lived) == Lived(9.0, 4.0)
