"""Guest mode: whoever writes ``@bot`` in a chat in which it is not gets one message there."""

import pytest

from adapters.telegram.window import Window
from adapters.windows import HallCodes
from tests.adapters.telegram.house import BOT, House, opened
from tests.adapters.telegram.methods import GuestAsked
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat
from tests.virtual import pass_by

SECRET = "la-clave-del-banco-es-7391"


@pytest.fixture
def elsewhere(house: House, ana: Person, beto: Person) -> Chat:
    """A group in which the bot has never been."""
    return house.world.group("Otro grupo", ana, beto, bot="left")


async def links(house: House, asked: GuestAsked) -> list[str]:
    """Where the buttons of the answer lead."""
    await house.until(lambda: asked.answer is not None)
    assert asked.answer is not None
    rows = asked.answer["result"]["reply_markup"]["inline_keyboard"]
    return [button["url"] for row in rows for button in row]


async def test_whoever_has_no_lobby_is_shown_the_ways_to_play(
    house: House, beto: Person, elsewhere: Chat
) -> None:
    into_private, into_group = await links(house, beto.summon(f"@{BOT} truco?", elsewhere))
    assert into_group.partition("?")[2].startswith("startgroup=")
    await beto.follow(into_private)
    await house.until(beto.reads)


async def test_a_lobby_is_invited_to(
    house: House, ana: Person, beto: Person, group: Chat, elsewhere: Chat
) -> None:
    match = await house.lobby(ana, group, "jugadores:4")
    (link,) = await links(house, ana.summon(f"Vengan: @{BOT}", elsewhere))
    await beto.follow(link)
    await house.until_async(house.sits(match, beto))


async def test_a_private_table_is_never_told_there(
    house: House, ana: Person, group: Chat, elsewhere: Chat
) -> None:
    """Nobody has chosen to hand it on, not even its host."""
    match = await house.lobby(ana, group, "jugadores:4 privada:si")
    asked = ana.summon(f"@{BOT}", elsewhere)
    assert len(await links(house, asked)) == 2
    code = await house.service.admission.invitation(match)
    assert match not in str(asked.answer)
    assert code not in str(asked.answer)


async def test_nothing_else_is_done_there_and_nothing_is_kept(
    house: House, ana: Person, elsewhere: Chat, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command in such a message opens no table, and what was written goes nowhere."""
    asked = ana.summon(f"/jugar@{BOT} {SECRET}", elsewhere, times=2)
    await links(house, asked)
    await pass_by(60)
    told = [call for call in house.api.calls if call.method == "answerGuestQuery"]
    assert len(told) == 1
    assert SECRET not in str([(call.method, call.values) for call in house.api.calls])
    assert str(elsewhere.id) not in str([(call.method, call.values) for call in house.api.calls])
    assert await house.service.matches.of_person(f"telegram:{ana.id}") == ()
    assert await house.service.matches.at_place(f"telegram:{elsewhere.id}/0") == ()
    assert await house.service.settings.of(f"telegram:{elsewhere.id}") == {}
    assert SECRET not in "".join(capsys.readouterr())


async def test_who_hides_behind_the_group_is_answered_too(
    house: House, ana: Person, group: Chat, elsewhere: Chat
) -> None:
    """With no table of anybody's."""
    await house.lobby(ana, group, "jugadores:4")
    assert len(await links(house, ana.summon(f"@{BOT}", elsewhere, anonymous=True))) == 2


async def test_a_window_stands_beside_where_there_are_windows(api: BotApi) -> None:
    way = Window("mesa", "https://truco.example.org", HallCodes(""))
    async with opened(api, window=way) as house:
        ana = await house.person("Ana")
        group = house.world.group("Los pibes", ana)
        elsewhere = house.world.group("Otro grupo", ana, bot="left")
        assert (await links(house, ana.summon(f"@{BOT}", elsewhere)))[
            2
        ] == f"https://t.me/{BOT}/mesa"
        match = await house.lobby(ana, group, "jugadores:4")
        _, window = await links(house, ana.summon(f"@{BOT}", elsewhere))
        assert window == f"https://t.me/{BOT}/mesa?startapp={match}"
