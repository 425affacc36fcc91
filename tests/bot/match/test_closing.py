"""Who closes a table: administrators, and a host their own lobby, by a button too."""

from collections.abc import Awaitable, Callable
from itertools import permutations

import pytest

from bot.messages import Accepted, AnyReply, CloseTable, Leave, PersonId, Return
from bot.model import Status
from bot.pages.bars import bars_page
from bot.pages.closing import close_page
from bot.pages.page_spec import Administration
from bot.store import Store
from bot.store.people.chips import MINT
from bot.store.queries import people_queries, result_queries
from bot.tokens import CLOSE, command, encode
from bot.tournaments.state import Format
from bot.words import words_for
from engine.cards import SPANISH
from engine.seen.view import PUBLIC
from tests.bot.community.test_ranking import screen
from tests.bot.helpers import ANA, BETO, COMMUNITY, STRANGER, Table, reason
from tests.bot.results import ADA, BRUNO
from tests.bot.store.test_chips import FIRST, balances, staked
from tests.bot.tournament_world import World, people
from tests.narrow import of_kind, present

ELSEWHERE = Administration("discord:elsewhere", manages=True)
NOBODY = Administration(COMMUNITY, manages=False)


async def press(table: Table, person: PersonId) -> AnyReply:
    made = command(encode(table.match, "", CLOSE), person=person, request=table.request(), name="")
    return await table.send(of_kind(CloseTable, made))


async def test_a_host_closes_a_lobby_by_a_button(table: Table) -> None:
    await table.open(ANA)
    await table.join(BETO)
    sheets = [
        await table.service.screens.options(table.match, person, "es") for person in (ANA, BETO)
    ]
    shown = [[button.token for button in sheet.buttons] if sheet else None for sheet in sheets]
    assert encode(table.match, "", CLOSE) in (shown[0] or [])
    assert shown[1] == []
    for person in (BETO, STRANGER):
        assert reason(await press(table, person)) == "NOT_ADMIN"
    assert isinstance(await press(table, ANA), Accepted)
    assert (await table.info()).status is Status.CLOSED
    table.time.pass_by(3)  # a press at once would be the second half of a double one
    assert reason(await press(table, ANA)) == "NOT_ADMIN"


async def test_a_running_match_has_no_such_button(table: Table) -> None:
    await table.seated(ANA, BETO)
    assert present(await table.service.screens.options(table.match, ANA, "es")).buttons == ()
    assert reason(await press(table, ANA)) == "NOT_ADMIN"
    assert (await table.info()).status is Status.PLAYING


@pytest.mark.parametrize(
    ("where", "person", "said"),
    [
        (NOBODY, ANA, "close.done"),
        (ELSEWHERE, ANA, "close.done"),
        (NOBODY, BETO, "reason.NOT_ADMIN"),
        (ELSEWHERE, BETO, "reason.NO_SUCH_MATCH"),
    ],
)
async def test_the_command_is_the_hosts_too(
    table: Table, where: Administration, person: PersonId, said: str
) -> None:
    await table.open(ANA)
    page = await close_page(table.service, where, table.match, person, table.request(), "es")
    assert page.text == words_for("es").text(said)
    is_closed = (await table.info()).status is Status.CLOSED
    assert is_closed == (said == "close.done")


async def test_nobody_cancels_the_tournament_of_another_by_a_token(store: Store) -> None:
    host, other = people(2)
    world = World([store])
    await world.open(host)
    forged = encode(world.match, "", CLOSE)
    for person, is_theirs in ((other, False), (host, True)):
        made = command(forged, person=person, request=f"close {person}", name="")
        assert made is not None
        assert isinstance(await world.send(made), Accepted) is is_theirs


# --- what an administrator closes counts for nobody -----------------------------------------------


ADMINISTRATOR = "discord:99"
HERE = Administration(COMMUNITY, manages=True)

Order = Callable[[Table], Awaitable[None]]


async def bar(table: Table) -> None:
    """``/vetar`` the second person."""
    values = {"persona": "Bruno", "usuario": BRUNO, "plazo": "hora"}
    await bars_page(table.service, HERE, ADMINISTRATOR, values, "es")


async def leave(table: Table) -> None:
    """The first person leaves."""
    await table.ask(Leave, ADA)


async def come_back(table: Table) -> None:
    await table.ask(Return, ADA)


async def time_out(table: Table) -> None:
    """Turns pass: a robot plays for whoever is awaited."""
    for _ in range(3):
        if (await table.info()).status is Status.PLAYING:
            await table.next_deadline()


async def void(table: Table) -> None:
    page = await close_page(table.service, HERE, table.match, ADMINISTRATOR, table.request(), "es")
    assert page.text == words_for("es").text("close.done")


async def counts_for_nobody(table: Table) -> None:
    """No result, rating, badge, statistics or winner; every stake is where it was."""
    info = await table.info()
    assert (info.status, info.ended, info.winner) == (Status.OVER, "void", -1)
    for person in (ADA, BRUNO):
        kept = await table.store.read(people_queries.kept_of, person)
        assert (kept.results, kept.standings, kept.ratings, kept.rated) == ((), (), (), ())
        assert (kept.statistics, kept.badges) == ((), ())
        seen = present(await table.service.screens.screen(table.match, person))
        told = [line.id for line in seen.lines]
        assert told[0] == "result.ended.void"
        assert not {"result.won", "result.yours", "result.theirs", "result.left"} & set(told)
        assert not {"result.ranking", "result.badges", "result.chips"} & set(told)
    assert "log.match" not in [line.id for line in (await screen(table)).log]
    brought = await table.store.read(result_queries.brought_by, table.match)
    assert (brought.results, brought.badges) == ((), ())
    assert {transfer.kind for transfer in brought.transfers} <= {"hold", "back"}
    left = {owner: amount for owner, amount in (await balances(table.store)).items() if amount}
    assert left == {ADA: FIRST, BRUNO: FIRST, MINT: -2 * FIRST}


@pytest.mark.parametrize(
    "before",
    [
        order
        for number in range(4)
        for order in permutations((bar, leave, time_out), number)
        # When both have gone nobody is left to be closed on: that match is over.
        if not {bar, leave} <= set(order)
    ],
    ids=lambda order: "-".join(act.__name__ for act in order) or "at_once",
)
async def test_what_an_administrator_closes_counts_for_nobody(before: tuple[Order, ...]) -> None:
    table = Table(Store.in_memory())
    await staked(table, ADA, BRUNO)
    for order in before:
        await order(table)
    await void(table)
    await counts_for_nobody(table)


async def test_who_came_back_before_the_end_changes_nothing(store: Store) -> None:
    table = Table(store)
    await staked(table, ADA, BRUNO)
    for order in (leave, come_back, bar, void):
        await order(table)
    await counts_for_nobody(table)


async def test_the_end_of_the_time_for_claims_wins_no_closed_match() -> None:
    """The last hand has won the match by points; an administrator closes it before the time for
    claims is over."""
    table = Table(Store.in_memory())
    cards = ("1e 7e 4o", "4c 5b 12o")
    await table.dealt(*cards, dealer=1, people=(ADA, BRUNO), target="12", flor="con")
    await table.do(ADA, "envido")
    await table.do(BRUNO, "envido")
    await table.do(ADA, "realenvido")
    await table.do(BRUNO, "quiero")
    await table.do(ADA, "truco")
    await table.do(BRUNO, "retruco")
    await table.do(ADA, "vale4")
    await table.do(BRUNO, "quiero")
    await table.do(ADA, "play 1e")
    await table.do(BRUNO, "play 4c")
    await table.do(ADA, "play 7e")
    await table.do(BRUNO, "play 5b")
    await table.next_hand()
    assert (await table.view(None)).score == (11, 0)
    card = (await table.view(BRUNO)).cards[0]
    await table.do(BRUNO, f"play {SPANISH.write(card)}")
    await table.do(ADA, "truco")
    await table.do(BRUNO, "noquiero")
    assert (await table.info()).status is Status.PLAYING
    await void(table)
    info = await table.info()
    assert (info.ended, info.winner) == ("void", -1)
    assert (await table.store.read(people_queries.kept_of, ADA)).results == ()
    seen = await screen(table)
    assert seen.lines[0].id == "result.ended.void"
    assert "log.match" not in [line.id for line in seen.log]
    film = present(await table.service.films.film(table.match, "es"))
    last = film.frame(len(film) - 1, "es", PUBLIC).screen
    assert "result.ended.void" in [line.id for line in last.lines]


@pytest.mark.parametrize("form", [Format.ELIMINATION, Format.ROUND_ROBIN, Format.SWISS])
async def test_a_tournament_plays_a_closed_table_again(form: Format) -> None:
    """Also if somebody had left it; and nothing of it is in anybody's sums."""
    world = World([Store.in_memory()])
    (before,) = await world.held(2, form, stake=50)
    await world.sit(before.match)
    left, *_ = people(2)
    await world.leave(left, before.match)
    await world.cancel(ADMINISTRATOR, manages=True, match=before.match)
    (after,) = (await world.tournament()).open
    assert after.match != before.match
    assert after.sides == before.sides
    brought = await world.table.store.read(result_queries.brought_by, before.match)
    assert brought.results == ()
    await world.check()
