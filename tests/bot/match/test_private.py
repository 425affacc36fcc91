"""Private tables: who may sit there, and that a stranger finds no way in."""

import msgspec
import pytest

from bot.catalogue import Typed, parse
from bot.community.admission import MOST_FRIENDS, MOST_GUESTS
from bot.messages import Accepted, AnyReply, Join, Leave, PersonId, Refused, Rematch
from bot.pages.invitation import invitation_page
from bot.screens import as_text
from bot.store.notices import INVITED
from bot.store.queries import match_queries
from bot.tokens import is_invitation
from bot.words import words_for
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    COMMUNITY,
    DANI,
    NAMES,
    PLACE,
    STRANGER,
    Table,
    reason,
)
from tests.bot.intruders import buttons, seats_and_steps, typed
from tests.narrow import of_kind

ELSEWHERE = "telegram:77"
"""Beto's namesake on another platform."""


async def private(table: Table, players: int = 4) -> None:
    """Ana's private lobby."""
    await table.open(ANA, players)
    await table.choose(ANA, private="si")


async def with_code(table: Table, person: PersonId, code: str) -> AnyReply:
    name = NAMES.get(person, "Beto")
    return await table.send(
        Join(request=table.request(), person=person, match="", name=name, invitation=code)
    )


async def test_whoever_has_the_invitation_sits_down_from_anywhere(table: Table) -> None:
    await private(table)
    code = await table.service.admission.invitation(table.match)
    assert is_invitation(code)
    assert await table.service.admission.invitation(table.match) == code
    for person in (BETO, ELSEWHERE):
        assert isinstance(await with_code(table, person, code), Accepted)
    assert {seat.person for seat in (await table.info()).people} == {ANA, BETO, ELSEWHERE}
    # Whoever has sat there by it may get up and sit down again.
    await table.ask(Leave, BETO)
    assert isinstance(await table.join(BETO), Accepted)


async def test_an_invitation_ends_with_its_lobby(table: Table) -> None:
    await private(table)
    code = await table.service.admission.invitation(table.match)
    await table.start(ANA)
    assert reason(await with_code(table, BETO, code)) == "NO_SUCH_INVITATION"
    assert await table.store.settings_of(f"table:{table.match}") == {}
    assert await table.store.settings_of(f"invitation:{code}") == {}
    await private(table)
    code = await table.service.admission.invitation(table.match)
    await table.ask(Leave, ANA)
    assert reason(await with_code(table, BETO, code)) == "NO_SUCH_INVITATION"
    assert await table.store.settings_of(f"table:{table.match}") == {}


async def test_friends_and_guests_sit_down_by_the_button(table: Table) -> None:
    admission = table.service.admission
    await private(table)
    assert reason(await table.join(BETO)) == "PRIVATE_TABLE"
    await admission.befriend(ANA, BETO, "Beto")
    assert isinstance(await table.join(BETO), Accepted)
    assert reason(await table.join(CARLA)) == "PRIVATE_TABLE"
    await admission.invite(table.match, CARLA)
    assert isinstance(await table.join(CARLA), Accepted)
    # Friendship opens nothing of the other's.
    await admission.befriend(DANI, ANA, "Ana")
    assert reason(await table.join(DANI)) == "PRIVATE_TABLE"
    await admission.unfriend(ANA, BETO)
    await table.ask(Leave, BETO)
    assert reason(await table.join(BETO)) == "PRIVATE_TABLE"


async def test_a_rematch_is_for_those_who_have_played(table: Table) -> None:
    await private(table, 2)
    await table.service.admission.invite(table.match, BETO)
    await table.join(BETO)
    await table.start(ANA)
    await table.agree(ANA, BETO)
    assert not isinstance(await table.ask(Rematch, STRANGER), Accepted)
    await table.rematch(ANA)
    assert (await table.info()).private
    await table.ask(Leave, BETO)
    assert reason(await table.join(STRANGER)) == "PRIVATE_TABLE"
    assert isinstance(await table.join(BETO), Accepted)


# --- a stranger -----------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["lobby", "playing", "over", "rematch"])
async def test_a_stranger_finds_no_way_in(table: Table, stage: str) -> None:
    """By no command, code, button or seat; from the table's place and from elsewhere."""
    await private(table)
    code = await table.service.admission.invitation(table.match)
    if stage != "lobby":
        await table.service.admission.invite(table.match, BETO)
        await table.join(BETO)
        await table.start(ANA)
    if stage in ("over", "rematch"):
        await table.agree(ANA, BETO)
    if stage == "rematch":
        await table.rematch(ANA)
    before = await table.info()
    screens = [await table.screen(None), await table.screen(ANA)]
    shown = {button.token for screen in screens for button in screen.buttons}
    tried = [*buttons(table, STRANGER, shown), *seats_and_steps(table, STRANGER)]
    wrong = code[:-1] + ("a" if code[-1] != "a" else "b")
    tried += [
        Join(
            request=table.request(),
            person=STRANGER,
            match=table.match,
            name="Eva",
            invitation=guess,
        )
        for guess in (wrong, table.match * 2, "a" * 16)
    ]
    where = [(COMMUNITY, PLACE), (COMMUNITY, "discord:9/1")]
    values = ("", f" {table.match}", f" codigo:{table.match}", " Ana")
    tried += await typed(table, STRANGER, where, values, without=("jugar",))
    for sent in tried:
        await table.send(sent)
        assert await table.info() == before, sent
    page = await invitation_page(table.service, table.match, STRANGER, "", "es")
    assert code not in page.text
    page = await invitation_page(table.service, table.match, STRANGER, "Eva", "es")
    assert words_for("es").text("invitation.named", name="Eva") not in page.text
    assert not await table.service.admission.admits(before, (STRANGER,))


async def test_the_secret_stands_nowhere_but_with_the_host(table: Table) -> None:
    await private(table)
    page = await invitation_page(table.service, table.match, ANA, "", "es")
    code = await table.service.admission.invitation(table.match)
    assert code in page.text
    await with_code(table, BETO, code)
    info = await table.info()
    told = [msgspec.json.encode(info).decode()]
    for person in (None, ANA, BETO):
        screen = await table.screen(person, "es")
        told += [as_text(screen), msgspec.json.encode(screen).decode()]
    told += [row.text for row in await table.store.read(match_queries.whole_log, table.match)]
    told.append(await table.service.own_data.of(BETO))
    told.append((await invitation_page(table.service, table.match, BETO, "", "es")).text)
    assert not [text for text in told if code in text]


async def test_who_calls_many_invites_in_silence(table: Table) -> None:
    """The invitation holds all the same."""
    await private(table)
    said = words_for("es").text
    for number in range(table.service.config.calls + 1):
        user = f"{BETO}{number}"
        page = await invitation_page(table.service, table.match, ANA, "Eva", "es", user=user)
        told = number < table.service.config.calls
        assert page.text == said("invitation.told" if told else "invitation.named", name="Eva")
        assert await table.service.admission.is_guest(table.match, user)
    assert len(table.platform.notices) == table.service.config.calls


# --- names ----------------------------------------------------------------------------------------


async def test_somebody_is_invited_by_name(table: Table) -> None:
    """Somebody one has played with; namesakes are not guessed among."""
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)
    await private(table)
    said = words_for("es").text
    page = await invitation_page(table.service, table.match, ANA, "béto", "es")
    assert page.text == said("invitation.told", name="Beto")
    ((notice, told),) = table.platform.notices
    assert (notice.person, notice.kind, notice.match) == (BETO, INVITED, table.match)
    game = said("option.variant.argentino")
    assert told == said("notice.invited", host=NAMES[ANA], game=game, match=table.match)
    page = await invitation_page(table.service, table.match, ANA, "béto", "es")
    assert page.text == said("invitation.named", name="Beto")
    assert len(table.platform.notices) == 1, "told once"
    assert isinstance(await table.join(BETO), Accepted)
    assert await table.service.screens.notice(notice) is None
    page = await invitation_page(table.service, table.match, ANA, "Carla", "es")
    assert page.text == said("reason.NO_SUCH_PERSON", name="Carla")
    code = await table.service.admission.invitation(table.match)
    await with_code(table, ELSEWHERE, code)
    page = await invitation_page(table.service, table.match, ANA, "Beto", "es")
    assert page.text == said("reason.SEVERAL_PEOPLE", name="Beto")


async def test_an_open_tables_code_is_the_tables_own(table: Table) -> None:
    await table.open()
    page = await invitation_page(
        table.service, table.match, STRANGER, "", "es", lambda code: [code]
    )
    assert page.text.count(table.match) == 2
    await table.start(ANA)
    page = await invitation_page(table.service, table.match, ANA, "", "es")
    assert page.text == words_for("es").text("reason.ALREADY_STARTED")


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("/amigos agregar María José", (("accion", "agregar"), ("persona", "María José"))),
        ("/friends remove person:Juan Pérez", (("accion", "quitar"), ("persona", "Juan Pérez"))),
        ("/invitar Juan Pérez", (("persona", "Juan Pérez"),)),
        ("/convidar pessoa:Zé", (("persona", "Zé"),)),
    ],
)
def test_a_name_may_have_several_words(line: str, values: tuple[tuple[str, str], ...]) -> None:
    assert of_kind(Typed, parse(line)).values == values


async def test_lists_have_an_end(table: Table) -> None:
    admission = table.service.admission
    for number in range(MOST_FRIENDS):
        assert await admission.befriend(ANA, f"web:{number}", str(number)) is None
    refused = of_kind(Refused, await admission.befriend(ANA, BETO, "Beto"))
    assert refused.reason == "TOO_MANY_FRIENDS"
    assert await admission.befriend(ANA, "web:1", "again") is None
    await table.open()
    guests = [f"web:{number}" for number in range(MOST_GUESTS)]
    assert await admission.invite(table.match, *guests) is None
    refused = of_kind(Refused, await admission.invite(table.match, BETO))
    assert refused.reason == "TOO_MANY_GUESTS"


async def test_nobody_who_was_erased_is_on_a_list(table: Table) -> None:
    """Neither on their own list nor on another's, nor among the guests."""
    admission = table.service.admission
    await private(table)
    await admission.invite(table.match, BETO)
    await admission.befriend(ANA, BETO, "Beto")
    await admission.befriend(BETO, CARLA, "Carla")
    assert CARLA in await table.service.own_data.of(BETO)
    await table.erase(BETO)
    assert await admission.friends(ANA) == {}
    assert await admission.friends(BETO) == {}
    assert not await admission.admits(await table.info(), (BETO,))
