"""People who link what they are on Discord, on Telegram and on the page."""

import re
from random import Random

import pytest

from bot.model import Status
from bot.store.queries import people_queries
from tests.adapters.discord.lookalike.people import Seen
from tests.adapters.together.house import House, OnDiscord, OnPage, OnTelegram, Player
from tests.adapters.together.secrecy import Reading
from tests.bot import stored_results
from tests.virtual import pass_by

CODE = re.compile(r"[a-z2-9]{5}-[a-z2-9]{5}")


async def link(house: House, asks: Player, types: Player) -> None:
    """One asks for a code, the other types it."""
    await asks.line("vincular")
    found = CODE.search(asks.told())
    assert found is not None
    await types.line("vincular", codigo=found[0])
    people = {await house.service.users.person_of(player.user) for player in (asks, types)}
    assert len(people) == 1


async def everyone(house: House) -> tuple[OnDiscord, OnTelegram, OnPage]:
    ana = house.on_discord("Ana")
    ana_t = await house.on_telegram("Ana")
    ana_t.chat = house.telegram.world.group("Los pibes", ana_t.client)
    return ana, ana_t, await house.on_page("Ana")


async def test_a_code_is_told_to_its_person_alone(house: House) -> None:
    """In a group and in a channel others read along."""
    ana, ana_t, _ = await everyone(house)
    beto = house.on_discord("Beto")
    await ana.line("vincular")
    await ana_t.line("vincular")
    for text in (ana.told(), ana_t.told()):
        assert CODE.search(text)
    assert not [message for message in beto.client.sees() if CODE.search(message.text)]
    assert CODE.search(ana_t.client.reads(ana_t.chat)) is None
    public = [request for request in house.small.requests if request.public]
    assert not [request for request in public if CODE.search(str(request.body))]


async def test_without_a_private_chat_there_is_no_code(house: House) -> None:
    """Who types it in a group is shown the way into the private chat."""
    _, ana_t, _ = await everyone(house)
    eva = house.telegram.world.person("Eva")
    ana_t.chat.members[eva.id] = "member"
    eva.say("/vincular@truco_test_bot", ana_t.chat)
    await pass_by(3)
    assert not await house.service.store.read(people_queries.settings_named, "link_code")
    links = [
        button for message in eva.sees(ana_t.chat) for button in message.buttons if "url" in button
    ]
    assert links


async def test_a_call_on_discord_stays_for_as_long_as_it_is_true(house: House) -> None:
    """Also where the person's main user is another platform's."""
    ana, ana_t, _ = await everyone(house)
    beto = await house.on_page("Beto")
    match = await house.seated(ana, beto)
    await link(house, ana_t, ana)
    person = ana_t.user
    await ana.button(rf"\.{match}\.\.START$")
    house.people[person] = [ana]
    for _ in range(20):
        seat = (await house.info(match)).seat_of(person)
        assert seat is not None
        if seat.seat in (await house.view_of(match, None)).awaited:
            break
        await house.play(match, Random(1), steps=1)
    await pass_by(90)

    def calls() -> list[Seen]:
        call = f"<@{ana.client.user.id}>"
        return [
            message for message in ana.client.sees() if call in message.text and not message.buttons
        ]

    assert calls()
    for surface in await house.service.surfaces.of_match(match):
        await house.service.surfaces.redraw(surface.id)
    await pass_by(5)
    assert calls()
    await ana.button(r"\.mazo$")
    await ana.button(r"\.mazo$")
    await pass_by(5)
    assert not calls()


async def test_linked_in_the_middle_of_a_lobby_and_played_from_everywhere(house: House) -> None:
    """The seat is the person's: each of their clients shows the hand and takes steps."""
    ana, ana_t, ana_w = await everyone(house)
    beto, carla = house.in_direct_chat("Beto"), await house.on_page("Carla")
    match = await house.seated(ana_t, beto, carla, puntos="15", senas="off")
    await link(house, ana, ana_t)
    await link(house, ana, ana_w)
    person = await house.service.users.person_of(ana.user)
    info = await house.info(match)
    assert info.host == person
    assert [seat.person for seat in info.people].count(person) == 1
    for client in (ana, ana_t, ana_w):
        await client.line("unirse", codigo=match)
    assert len((await house.info(match)).people) == 3
    house.people[person] = [ana, ana_t, ana_w]
    reading = Reading(house, match)
    await ana_t.button(rf"\.{match}\.\.START$")
    await ana_w.line("mesa")
    await ana.line("mano")
    await house.play(match, Random(2), look=reading.look)
    info = await house.info(match)
    assert (info.status, info.ended) == (Status.OVER, "won")
    assert reading.told == []
    sums = await house.service.store.read(stored_results.in_community, info.community)
    assert person in {row.person for row in sums}
    assert not {ana_t.user, ana_w.user} & {row.person for row in sums}


@pytest.mark.parametrize("types", range(3))
async def test_linking_brings_the_table_to_where_the_code_is_typed(
    house: House, types: int
) -> None:
    """In a lobby and in a match; nothing else has to be typed there."""
    people = await everyone(house)
    beto = await house.on_page("Beto")
    here, seated = people[types], people[types - 1]
    if isinstance(here, OnTelegram):
        here.chat = here.client.private
    lobby = await house.seated(seated, beto)
    await link(house, seated, here)
    await pass_by(5)
    person = await house.service.users.person_of(here.user)
    assert (await house.info(lobby)).seat_of(person) is not None
    platform = here.user.partition(":")[0]
    shown = [
        surface
        for surface in await house.service.surfaces.of_match(lobby)
        if (surface.platform, surface.person, surface.lost) == (platform, person, False)
    ]
    assert len(shown) == 1
    assert shown[0].shown == shown[0].wanted


async def test_linked_between_a_match_and_its_rematch(house: House) -> None:
    ana, _, ana_w = await everyone(house)
    beto = house.in_direct_chat("Beto")
    match = await house.seated(ana_w, beto)
    await ana_w.button(r"\.START$")
    for player in (ana_w, beto):
        await player.line("terminar")
    await link(house, ana, ana_w)
    await ana_w.button(rf"\.{match}\.\.REMATCH$")
    await pass_by(5)
    again = (await house.info(match)).successor
    assert (await house.info(again)).seat_of(ana.user) is not None
    assert (await house.info(again)).seat_of(ana_w.user) is None
    assert ana_w.screen()["match"] == again


@pytest.mark.parametrize(("main", "other"), [(0, 1), (1, 0), (0, 2)])
async def test_who_was_unlinked_sees_the_hand_no_more(house: House, main: int, other: int) -> None:
    """By button, with confirmation; the chat or tab that showed the hand shows no newer one."""
    people = await everyone(house)
    stays, goes = people[main], people[other]
    beto = await house.on_page("Beto")
    match = await house.seated(goes, beto, puntos="15")
    await link(house, stays, goes)
    house.people[stays.user] = [stays]
    reading = Reading(house, match)
    await goes.button(rf"\.{match}\.\.START$")
    await stays.line("mano")
    await pass_by(3)
    await reading.look()
    assert reading.told == []
    await stays.line("vincular")
    await stays.button(r"^p1\.vincular\.\.quitar\.")
    await stays.button(r"^p1\.vincular\.\.si\.")
    assert await house.service.users.person_of(goes.user) == goes.user
    await pass_by(5)
    await reading.look()
    house.people[goes.user] = []
    await house.play(match, Random(5), steps=14, look=reading.look)
    assert reading.told == []
    theirs = [surface for surface in await house.service.surfaces.of_match(match) if surface.person]
    platform = goes.user.partition(":")[0]
    # A tab shows the table to its user, who looks on there now, as to anybody.
    beside = {beto.user, goes.user} if platform == "web" else set()
    assert {
        surface.person for surface in theirs if surface.platform == platform and not surface.lost
    } == beside
    await goes.line("unirse", codigo=match)
    assert (await house.info(match)).seat_of(goes.user) is None
