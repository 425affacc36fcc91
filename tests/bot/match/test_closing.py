"""Who closes a table: administrators, and a host their own lobby, by a button too."""

import pytest

from bot.messages import Accepted, AnyReply, CloseTable, PersonId
from bot.model import Status
from bot.pages.closing import close_page
from bot.pages.page_spec import Administration
from bot.store import Store
from bot.tokens import CLOSE, command, encode
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, COMMUNITY, STRANGER, Table, reason
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
