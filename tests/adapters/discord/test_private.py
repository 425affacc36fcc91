"""Cards reach their owner: by private message, or where that is closed in answers to presses."""

from random import Random

import pytest

from adapters.discord.words import plain, say
from bot.words import words_for
from tests.adapters.discord.house import HANDS, House, duel
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.examples import some
from tests.virtual import pass_by


def hands_of(seen: list[Seen]) -> list[Seen]:
    """Messages on which cards can be played."""
    return [message for message in seen if any(".play " in id for id in message.custom_ids)]


async def test_who_comes_back_has_cards_again(house: House) -> None:
    """Whoever leaves is written to no more, and from their return on again. Their hand goes: it
    would name a button that stands at the table."""
    match, _, beto = await duel(house)
    await pass_by(5)
    back = words_for("es").text("button.return")
    left = (await beto.slash("salir")).reply
    assert left is not None
    assert Seen(left).text == plain(words_for("es").text("deed.leave.seat", button=back))
    await pass_by(60)
    assert beto.reads() == []
    await beto.press(custom_id=r"\.RETURN$")
    await pass_by(5)
    (hand,) = beto.reads()
    assert hand.pictures
    await house.play(match, Random(2), until_number=2)


async def test_who_ends_the_match_by_leaving_reads_how_it_ended(house: House) -> None:
    match, ana, beto = await duel(house)
    await pass_by(5)
    for person in (beto, ana):
        await person.slash("salir")
        await pass_by(5)
    (result,) = ana.reads()
    assert f"t1.{match}..FILM" in result.custom_ids
    assert beto.reads() == []


@pytest.mark.parametrize("code", some([50278, 50007]))
async def test_a_closed_private_chat_never_stops_the_match(
    house: House, beto: Person, code: int
) -> None:
    beto.user.dm_refusal = code
    match, ana, beto = await duel(house)
    await pass_by(5)
    assert beto.reads() == []
    (hand,) = hands_of([message for message in beto.sees() if message.ephemeral])
    (told,) = [message for message in beto.sees() if message.ephemeral and message.id != hand.id]
    assert told.text == plain(say("es", "closed"))
    assert not [message for message in beto.sees() if message.text.startswith("<@")]
    await house.play(match, Random(6), until_number=3)
    refused = [request for request in house.small.requests if request.status == 403]
    assert len(refused) == 1, "it is remembered"
    # The next match does not even try.
    for person in (ana, beto):
        await person.slash("partida terminar")
    again = await house.seated(ana, beto, puntos="15")
    await house.play(again, Random(7), until_number=2)
    assert len([request for request in house.small.requests if request.status == 403]) == 1


async def test_the_hand_button_works_for_ever(house: House, beto: Person) -> None:
    """A token dies after a quarter of an hour; a press brings a new one."""
    beto.user.dm_refusal = 50007
    match = await house.seated(house.person("Ana"), beto, hands=HANDS, dealer=0, tiempo="86400")
    await pass_by(3600)
    house.small.requests.clear()
    await beto.press(custom_id=r"\.HAND$")
    shown = hands_of([message for message in beto.sees() if message.ephemeral])
    assert shown
    await beto.press(custom_id=r"\.play 1b$")
    assert len((await house.view(match, None)).plays) == 1
    await pass_by(10)
    assert not [request for request in house.small.requests if request.status == 401]


async def test_who_presses_my_hand_sees_it_and_nobody_else(house: House) -> None:
    _, ana, beto = await duel(house)
    await beto.press(custom_id=r"\.HAND$")
    mine = hands_of([message for message in beto.sees() if message.ephemeral])
    assert mine
    assert not hands_of([message for message in ana.sees() if message.id == mine[0].id])
    eva = house.person("Eva")
    await eva.press(custom_id=r"\.HAND$")
    assert not hands_of(eva.sees())
    assert eva.sees()[-1].ephemeral


async def test_who_writes_in_the_private_chat_has_opened_it(house: House) -> None:
    """From then on cards come there again."""
    _, _, beto = await duel(house)
    mine = f"discord:{beto.user.id}"
    for chosen in ("closed", "here"):
        await house.service.settings.save(mine, discord_hand=chosen)
        await beto.slash("mano")
        assert (await house.service.settings.of(mine))["discord_hand"] == chosen
        await beto.at(beto.chat).slash("mano")
        assert (await house.service.settings.of(mine))["discord_hand"] == "direct"
