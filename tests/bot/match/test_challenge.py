"""``/desafiar``: a table for one person, who is called; the seat is theirs until they decline."""

from functools import partial

import pytest

from bot.asking import Do, read_press
from bot.community.linked_users import Outcome
from bot.messages import Accepted, AddRobot, AnyReply, Ask, Decline, Join, PersonId
from bot.model import Status
from bot.pages.invitation import invitation_page
from bot.screens import question_of
from bot.store.notices import CHALLENGE
from bot.table_options import NO, YES
from bot.tokens import DECLINE, LEAVE
from bot.words import words_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, NAMES, Table, reason
from tests.narrow import of_kind, present

ELSEWHERE = "discord:7"
"""Beto on another platform."""


async def challenge(table: Table, name: str = "beto", *, private: bool = False) -> AnyReply:
    return await table.opens(ANA, options=(("private", YES if private else NO),), challenged=name)


async def decline(table: Table, person: PersonId) -> AnyReply:
    return await table.ask(Decline, person)


async def known(table: Table) -> None:
    """Ana has played with Beto."""
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)


@pytest.mark.parametrize("private", [False, True])
async def test_the_seat_is_theirs(table: Table, private: bool) -> None:
    await known(table)
    assert isinstance(await challenge(table, private=private), Accepted)
    assert (await table.info()).kept == ((BETO, "Beto"),)
    seat = Join(request="seat", person=CARLA, match=table.match, name="Carla", seat=1)
    for reply in (await table.join(CARLA), await table.send(seat)):
        assert reason(reply) == ("PRIVATE_TABLE" if private else "SEAT_KEPT")
    assert reason(await table.ask(AddRobot, ANA)) == "SEAT_KEPT"
    assert isinstance(await table.join(BETO), Accepted)
    assert (await table.info()).kept == ()


async def test_a_seat_that_is_declined_is_anybodys(table: Table) -> None:
    await known(table)
    await challenge(table)
    for person in (ANA, CARLA):
        assert reason(await decline(table, person)) == "NOT_CHALLENGED"
    assert isinstance(await decline(table, BETO), Accepted)
    assert isinstance(await table.join(CARLA), Accepted)


async def test_they_are_called_for_as_long_as_the_seat_is_theirs(table: Table) -> None:
    await known(table)
    await challenge(table)
    (notice,) = await table.store.notices_waiting([table.match])
    assert (notice.person, notice.kind) == (BETO, CHALLENGE)
    told = present(await table.service.screens.notice(notice))
    assert NAMES[ANA] in told
    assert table.match in told
    await decline(table, BETO)
    assert await table.service.screens.notice(notice) is None


async def test_a_seat_is_offered_once_and_only_while_it_is_there(table: Table) -> None:
    """Who was challenged is not invited too. Nobody is invited to a seat that is kept for somebody
    else, or taken, and an invitation that waits to be sent is dropped then."""
    await known(table)
    await challenge(table)
    said, invite = words_for("es").text, partial(invitation_page, table.service)
    page = await invite(table.match, ANA, "Beto", "es", user=BETO)
    assert page.text == said("invitation.named", name="Beto")
    assert table.platform.notices == []
    page = await invite(table.match, ANA, "Carla", "es", user=CARLA)
    assert page.text == said("reason.SEAT_KEPT", name="Beto")
    await decline(table, BETO)
    page = await invite(table.match, ANA, "Carla", "es", user=CARLA)
    assert page.text == said("invitation.told", name="Carla")
    ((notice, _),) = table.platform.notices
    await table.join(BETO)
    assert not await table.service.screens.is_true(notice)
    for name, user in (("", ""), ("Dani", DANI)):
        page = await invite(table.match, ANA, name, "es", user=user)
        assert (page.text, page.links) == (said("invitation.look", code=table.match), ())
        page = await invite(table.match, CARLA, name, "es", user=user)
        assert (page.text, page.links) == (said("reason.TABLE_FULL"), ())
    await table.choose(ANA, spectators="no")
    assert (await invite(table.match, ANA, "", "es")).text == said("invitation.full")
    assert len(table.platform.notices) == 1
    assert reason(await table.join(CARLA)) == "TABLE_FULL"


@pytest.mark.parametrize(
    ("person", "missing"), [(ANA, set()), (BETO, {LEAVE}), (CARLA, {LEAVE, DECLINE})]
)
async def test_a_lobby_offers_each_what_they_can_do(
    table: Table, person: PersonId, missing: set[str]
) -> None:
    """Who has no seat has nothing to get up from; who was not challenged, nothing to decline."""
    await known(table)
    await challenge(table)
    assert await table.actions(None) - await table.actions(person) == missing


async def start_anyway(table: Table, asked: Ask) -> AnyReply:
    """The host's answer to the question whether to wait."""
    question = question_of(asked, "es")
    ((value, _),) = question.choices
    pressed = of_kind(Do, read_press(question.token.replace("?", value)))
    return await table.send(pressed.by(person=ANA, request=table.request(), name="Ana"))


async def test_the_host_who_starts_is_asked_about_those_who_were_invited(table: Table) -> None:
    """By name: nobody waits for those who may come by a link, or have come, or find no seat."""
    await table.open(ANA, 4)
    info = await table.info()
    invite = table.service.invitations.invite
    for guest in (BETO, CARLA):
        assert isinstance(await invite(info, ANA, guest, NAMES[guest]), bool)
    await table.service.admission.invite(table.match, DANI)
    asked = of_kind(Ask, await table.start(ANA))
    assert asked.names == (NAMES[BETO], NAMES[CARLA])
    text = words_for("es").text("ask.start", names=words_for("es").list(asked.names))
    assert question_of(asked, "es").text == text
    await table.join(BETO)
    asked = of_kind(Ask, await table.start(ANA))
    assert asked.names == (NAMES[CARLA],)
    for _ in range(2):
        await table.ask(AddRobot, ANA)
    assert isinstance(await table.start(ANA), Accepted)


async def test_whoever_does_not_come_has_no_seat(table: Table) -> None:
    await known(table)
    await challenge(table)
    asked = of_kind(Ask, await table.start(ANA))
    assert (asked.names, (await table.info()).status) == ((NAMES[BETO],), Status.LOBBY)
    assert isinstance(await start_anyway(table, asked), Accepted)
    info = await table.info()
    assert (info.status, info.kept) == (Status.PLAYING, ())
    assert reason(await table.join(BETO)) == "ALREADY_STARTED"


async def test_nobody_is_called_again_and_again(table: Table) -> None:
    await known(table)
    assert reason(await challenge(table, "Carla")) == "NO_SUCH_PERSON"
    for _ in range(5):
        assert isinstance(await challenge(table), Accepted)
        asked = of_kind(Ask, await table.start(ANA))
        await start_anyway(table, asked)
    assert reason(await challenge(table)) == "TOO_MANY_CALLS"
    table.time.pass_by(600)
    assert isinstance(await challenge(table), Accepted)


async def test_the_erased_are_waited_for_no_longer(table: Table) -> None:
    await known(table)
    await challenge(table)
    await table.erase(BETO)
    assert (await table.info()).kept == ()


async def test_whoever_is_linked_meanwhile_has_the_seat_still(table: Table) -> None:
    """Also by the other user."""
    await known(table)
    await challenge(table)
    assert await table.link(BETO, ELSEWHERE) is Outcome.LINKED
    assert await table.service.users.person_of(BETO) == ELSEWHERE
    assert isinstance(await table.join(ELSEWHERE), Accepted)
    info = await table.info()
    assert info.seat_of(ELSEWHERE) is not None
    assert info.kept == ()
