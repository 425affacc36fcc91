"""Cards reach their owner: by private message, or where that is closed in answers to presses."""

from random import Random

import pytest

from adapters.discord.words import plain, say
from bot.words import words_for
from tests.adapters.discord.house import HANDS, NAMES, House, duel
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


async def test_senas_reach_the_partner_alone(house: House) -> None:
    people = [house.person(name) for name in NAMES[:4]]
    match = await house.seated(
        *people, hands=("1e 7e 4c", "1b 7o 4o", "3e 2e 5c", "3b 2o 5o"), dealer=3
    )
    ana, beto, carla, dani = await house.seats(match)
    await ana.until_offered(custom_id=r"\.play 1e$")
    before = {person.user.id: texts(person) for person in people}
    found = [
        (seen, select)
        for seen in ana.everything()
        for select in seen.selects
        if any(".SENA " in value for value, _ in select.options)
    ]
    _, select = found[0]
    await ana.choose(select.options[0][0])
    await pass_by(10)
    assert texts(carla) != before[carla.user.id]
    for person in (beto, dani):
        assert texts(person) == before[person.user.id]


def texts(person: Person) -> list[str]:
    return [seen.text for seen in person.everything()]


async def test_who_is_removed_is_told_alone(house: House) -> None:
    """By slash and buttons; nobody else reads it, and the seat is gone."""
    people = [house.person(name) for name in NAMES[:4]]
    ana, beto, carla, dani = people
    match = await house.seated(*people, tiempo="86400")
    await pass_by(5)
    await dani.slash("salir")
    await ana.menu("Sacar de la mesa", dani.user)
    for person in (beto, carla):
        await person.press(custom_id=r"\.REMOVE \d$")
    await pass_by(30)
    assert (await house.info(match)).removed == (f"discord:{dani.user.id}",)
    game = words_for("es").text("variant.argentino")
    told = plain(words_for("es").text("notice.removed.match", game=game))
    found = [message for message in (*dani.sees(), *dani.reads()) if message.text == told]
    assert len(found) == 1
    assert found[0].ephemeral or found[0] in dani.reads()
    assert not [message for message in (*ana.sees(), *ana.reads()) if message.text == told]
    await dani.slash("unirse", codigo=match)
    refused = plain(words_for("es").text("reason.REMOVED"))
    assert [message for message in dani.sees() if refused in message.text]
