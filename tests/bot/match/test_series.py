"""The best of three: matches that follow one another without a press, and rematches that begin when
everybody has asked for them."""

from msgspec.structs import replace

from bot.community.bars import BAR, Bar
from bot.match import series
from bot.match.vault import Vault
from bot.messages import Accepted, GoOn, Leave, Rematch
from bot.model import MatchInfo, Status
from bot.store import Store
from bot.store.model import Deadline
from bot.table_options import YES
from bot.tokens import GO_ON
from tests.bot.community.test_ranking import ids, screen
from tests.bot.helpers import ANA, BETO, CARLA, DANI, Table, reason
from tests.bot.results import ADA, BRUNO, DAY
from tests.bot.store.test_chips import FIRST
from tests.narrow import of_kind, present


async def wins(table: Table, winner: str) -> None:
    """The first match of a series is opened; the running one of a series is played to its end."""
    await table.seated(ANA, BETO, target="12", series=YES)
    await finish(table, winner)


async def finish(table: Table, winner: str) -> None:
    """Whoever is to win plays on, and everybody else goes to the deck."""
    for _ in range(200):
        info = await table.info()
        if info.status is not Status.PLAYING:
            return
        loser = next(seat.person for seat in info.people if seat.person != winner)
        if not isinstance(await table.act(loser, "mazo"), Accepted):
            await table.next_deadline()
    raise AssertionError


async def follows(table: Table) -> MatchInfo:
    """Time passes, and the next match of the series is there."""
    await table.next_deadline()
    table.match = (await table.info()).successor
    return await table.info()


async def rows(table: Table) -> list[Deadline]:
    return [row for row in await table.store.deadlines() if row.match == table.match]


async def test_nobody_presses_anything_between_two_matches(table: Table) -> None:
    await wins(table, ANA)
    first = await table.info()
    told = ids(await screen(table, BETO))
    assert {"series.score", "series.next"} <= told
    assert "result.theirs" not in told, "it speaks of a rematch"
    second = await follows(table)
    assert (second.status, second.series_won) == (Status.PLAYING, (1, 0))
    told = ids(present(await table.service.screens.screen(first.match, BETO, "es")))
    assert "series.follows" in told
    assert "result.rematch" not in told
    assert [seat.person for seat in second.seats] == [seat.person for seat in first.seats]
    await finish(table, BETO)
    assert (await follows(table)).series_won == (1, 1)
    await finish(table, BETO)
    assert {"series.won"} == {id for id in ids(await screen(table)) if id.startswith("series.")}
    assert (await rows(table), (await table.info()).successor) == ([], "")


async def test_whoever_has_two_has_won_the_series(table: Table) -> None:
    """A rematch begins another one."""
    await wins(table, ANA)
    await follows(table)
    await finish(table, ANA)
    assert "series.won" in ids(await screen(table))
    assert await rows(table) == []
    await table.rematch(BETO)
    info = await table.info()
    assert (info.status, info.series, info.series_won) == (Status.LOBBY, True, ())


async def test_a_press_begins_the_next_match_at_once(table: Table) -> None:
    await wins(table, ANA)
    before = table.match
    press = Rematch(request="now", person=BETO, match=before)
    reply = of_kind(Accepted, await table.send(press))
    table.match = reply.match
    assert (await table.info()).status is Status.PLAYING
    assert (await table.service.matches.info(before)) is not None
    for row in await table.store.deadlines():
        assert row.match != before


async def test_the_series_ends_with_whoever_leaves(table: Table) -> None:
    """Also where a robot plays on in that seat, and where nobody is there any more."""
    await wins(table, ANA)
    info = await table.info()
    assert series.goes_on(info)
    ana, beto = info.seats
    assert series.goes_on(replace(info, seats=(ana, replace(beto, away=True))))
    assert not series.goes_on(replace(info, seats=(ana, replace(beto, away=True, left=True))))
    assert not series.goes_on(replace(info, removed=(BETO,)))
    assert not series.goes_on(
        replace(info, seats=(replace(ana, away=True), replace(beto, away=True)))
    )


async def test_what_the_host_plans_waits_for_the_end_of_the_series(table: Table) -> None:
    await table.seated(ANA, BETO, target="12", series=YES)
    await table.choose(ANA, target="18", series="no")
    await finish(table, ANA)
    info = await follows(table)
    assert (info.series, dict(info.options)["target"]) == (True, "12")
    assert info.planned is not None
    assert (info.planned.series, dict(info.planned.options)["target"]) == (False, "18")


async def test_a_series_survives_the_death_of_the_process(table: Table) -> None:
    await wins(table, ANA)
    table.restart()
    assert (await follows(table)).status is Status.PLAYING


def _barred(table: Table) -> Bar:
    return Bar(table.time.utc() + DAY, "Beto", "")


async def test_who_may_not_sit_there_any_more_ends_the_series(table: Table) -> None:
    await wins(table, ANA)
    info = await table.info()
    await table.service.bars.set(info.community, BETO, BAR, _barred(table))
    await table.next_deadline()
    info = await table.info()
    assert (info.successor, info.series_stopped, await rows(table)) == ("", True, [])
    assert "series.next" not in ids(await screen(table))


async def test_who_cannot_pay_the_next_stake_ends_the_series(table: Table) -> None:
    await table.seated(ADA, BRUNO, target="12", series=YES, stake=str(FIRST))
    await finish(table, ADA)
    await table.next_deadline()
    info = await table.info()
    assert (info.successor, info.series_stopped, await rows(table)) == ("", True, [])


# --- rematches -----------------------------------------------------------------------------------


async def over(table: Table, *people: str, **options: str) -> None:
    await table.seated(*people, players=len(people), target="12", **options)
    await finish(table, people[0])


async def rematch(table: Table, person: str, match: str) -> MatchInfo:
    reply = await table.send(Rematch(request=f"again {person}", person=person, match=match))
    table.match = of_kind(Accepted, reply).match
    return await table.info()


async def test_a_rematch_starts_when_both_have_asked(table: Table) -> None:
    await over(table, ANA, BETO)
    before = table.match
    assert (await rematch(table, BETO, before)).status is Status.LOBBY
    assert "lobby.rematch" in ids(await screen(table))
    assert (await rematch(table, BETO, before)).status is Status.LOBBY
    assert (await rematch(table, ANA, before)).status is Status.PLAYING


async def test_a_press_in_the_lobby_says_the_same(table: Table) -> None:
    await over(table, ANA, BETO)
    await rematch(table, ANA, table.match)

    async def wants(person: str) -> str:
        reply = await table.ask(GoOn, person)
        return "" if isinstance(reply, Accepted) else type(reply).__name__

    assert [await wants(CARLA), await wants(ANA)] == ["NotSeated", ""]
    assert (await table.info()).status is Status.LOBBY
    assert await wants(BETO) == ""
    assert (await table.info()).status is Status.PLAYING


async def test_who_wants_the_rematch_is_not_asked_again(table: Table) -> None:
    await over(table, ANA, BETO)
    await rematch(table, ANA, table.match)

    async def is_asked(person: str | None) -> bool:
        shown = await table.screen(person)
        return any(button.token.endswith(f".{GO_ON}") for button in shown.buttons)

    assert [await is_asked(person) for person in (ANA, BETO, None)] == [False, True, True]


async def test_a_free_seat_is_waited_for(table: Table) -> None:
    """Nobody is asked in place of somebody else."""
    await over(table, ANA, BETO, CARLA, DANI)
    before = table.match
    for person in (ANA, BETO):
        assert (await rematch(table, person, before)).status is Status.LOBBY
    await table.ask(Leave, DANI)
    assert (await rematch(table, CARLA, before)).status is Status.LOBBY


async def test_no_other_lobby_starts_so(table: Table) -> None:
    await table.open(ANA)
    await table.join(BETO)
    said = await table.ask(GoOn, BETO)
    assert reason(said) == "NOT_STARTED"


async def test_without_a_beacon_the_next_match_begins_too() -> None:
    """Its secret is in the register before its first deal, a moment after the match is opened."""
    table = Table(Store.in_memory(), vault=Vault(b"k" * 32))
    await wins(table, ANA)
    assert (await follows(table)).starting
    await table.next_deadline()
    info = await table.info()
    assert (info.status, info.starting, info.series_won) == (Status.PLAYING, False, (1, 0))
    assert info.commitment
    assert info.table_hash
