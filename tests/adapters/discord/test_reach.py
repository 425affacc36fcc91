"""Where people are reached: calls, one message whatever the limits, tables in several places."""

from random import Random

import pytest

from adapters.discord.picture_pace import WORDS_REST
from bot.model import Status
from bot.showing.attention import ACTIVE
from tests.adapters.discord.hour import rings
from tests.adapters.discord.house import House, duel
from tests.adapters.discord.lookalike.buckets import Limit
from tests.adapters.discord.lookalike.people import Failed, Person, Seen
from tests.virtual import pass_by


def tables(person: Person, match: str) -> list[Seen]:
    """Messages in the channel with the button of one's own hand, the oldest first."""
    return [message for message in person.sees() if f"t1.{match}..HAND" in message.custom_ids]


async def the_match(house: House) -> str:
    """The only match there is."""
    place = f"discord:{house.guild.id}/{house.channel.id}"
    (match,) = await house.service.matches.at_place(place)
    return match


def calls(house: House, person: Person) -> list[Seen]:
    """Messages that do nothing but mention somebody."""
    return [
        message
        for message in person.sees()
        if message.text.startswith("<@") and not message.buttons
    ]


async def test_a_call_goes_when_a_press_below_the_table_ends_the_match(house: House) -> None:
    """The answer to the press shows how it ended, and nothing else is drawn in the channel."""
    match, ana, beto = await duel(house, puntos="15")
    await beto.press(custom_id=r"\.faltaenvido$")
    await pass_by(15)
    assert len(calls(house, ana)) == 1
    (table,) = tables(ana, match)
    (quiero,) = (id for id in table.custom_ids if id.endswith(".quiero"))
    await ana.press(custom_id=quiero, on=table.message)
    await pass_by(5)
    assert (await house.info(match)).status is Status.OVER
    assert calls(house, ana) == []


async def test_one_hand_however_narrow_the_limits(house: House) -> None:
    """discord.py sleeps with the message already sent; nobody gets it twice for that."""
    house.small.buckets.limits["create_dm"] = Limit(1, 20.0)
    house.small.buckets.limits["create_message"] = Limit(1, 20.0)
    ana, beto = house.person("Ana"), house.person("Beto")
    await house.seated(ana, beto, tiempo="3600")
    await pass_by(300)
    for person in (ana, beto):
        assert len([message for message in person.reads() if message.custom_ids]) == 1


async def test_nothing_rings_for_people_who_play(house: House, ana: Person, beto: Person) -> None:
    """A new hand least of all: it is a message in the channel, and an edit in each private chat.
    Who has gone away is called by their first turn."""
    match = await house.seated(ana, beto, puntos="15", tiempo="600")
    before = len(house.small.requests)
    await house.play(match, Random(3), until_number=3)
    assert not [request for request in house.small.requests[before:] if rings(request, house.small)]
    chats = [len([message for message in person.reads()]) for person in (ana, beto)]
    assert chats == [1, 1], "one message for the whole match"
    (awaited,) = [
        (await house.sitting(match))[seat] for seat in (await house.view(match, None)).awaited
    ]
    await pass_by(ACTIVE)
    (other,) = {ana, beto} - {awaited}
    assert len(calls(house, other)) == 1


async def test_the_table_before_mesa_goes_and_a_finished_hand_stays(
    house: House, ana: Person, beto: Person
) -> None:
    """A message that was replaced is deleted; one that tells how a hand ended loses its buttons."""
    await house.seated(ana, beto, hands=("1e 7e 4c", "1b 7o 4o"), dealer=0)
    (before,) = tables(ana, await the_match(house))
    await ana.slash("mano", ver="mesa")
    await pass_by(5)
    (shown,) = tables(ana, await the_match(house))
    assert before.message.deleted
    assert shown.id > before.id
    await beto.press(custom_id=r"^\?t1\..*\.mazo$")
    await beto.press(custom_id=r"^t1\..*\.mazo$")
    await pass_by(WORDS_REST + 5)
    (after,) = tables(ana, await the_match(house))
    assert after.id > shown.id
    assert not shown.message.deleted
    assert not shown.buttons
    assert "Ana" in shown.text


async def test_a_lobby_comes_though_its_answer_is_lost(house: House, ana: Person) -> None:
    """As a message of its own."""
    house.small.faults.server_error("create_interaction_response", times=20)
    with pytest.raises(Failed):
        await ana.slash("jugar")
    await pass_by(60)
    (lobby,) = [
        message for message in ana.sees() if any(".JOIN" in id for id in message.custom_ids)
    ]
    assert not lobby.ephemeral


async def test_who_leaves_a_lobby_is_shown_nothing_of_it(
    house: House, ana: Person, beto: Person
) -> None:
    """The others still are."""
    match = await house.open(ana)
    await beto.press(custom_id=r"JOIN$")
    await pass_by(3)
    await beto.press(custom_id=rf"t1\.{match}\.\.LEAVE$")
    await pass_by(3)
    people = {surface.person for surface in await house.service.surfaces.of_match(match)}
    assert people == {"", f"discord:{ana.user.id}"}
    assert not [id for message in beto.reads() for id in message.custom_ids]
