"""``@bot`` in any chat: one's lobbies, to be sent there as an invitation."""

from bot.model import Status
from tests.adapters.telegram.house import House
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat


async def test_who_has_a_lobby_invites_to_it_from_any_chat(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.lobby(ana, group, "jugadores:4")
    offered = await ana.ask_inline()
    (result,) = offered["results"]
    assert (result["id"], offered["is_personal"], offered["cache_time"]) == (match, True, 0)
    ((button,),) = result["reply_markup"]["inline_keyboard"]
    await beto.follow(button["url"])
    await house.until_async(house.sits(match, beto))
    assert [lobby["id"] for lobby in (await beto.ask_inline())["results"]] == [match], "a guest too"


async def test_who_has_no_lobby_is_shown_the_way_to_the_bot(house: House, ana: Person) -> None:
    offered = await ana.ask_inline("truco")
    assert offered["results"] == []
    assert offered["button"]["start_parameter"]


async def test_a_private_table_is_the_host_s_to_hand_on(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.lobby(ana, group, "jugadores:4 privada:si")
    code = await house.service.admission.invitation(match)
    (result,) = (await ana.ask_inline())["results"]
    assert code in str(result["reply_markup"])
    assert code not in result["input_message_content"]["message_text"]
    await beto.open(f"i{code}")
    await house.until_async(house.sits(match, beto))
    assert (await beto.ask_inline())["results"] == []
    assert (await house.info(match)).status is Status.LOBBY
