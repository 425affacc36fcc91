"""Onlookers on Telegram: they come by a command or a link, and see the table in private."""

from adapters.telegram.words import say
from bot.words import words_for
from engine.seen.view import table_of
from tests.adapters.telegram.house import BOT, House, by_button
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.world import Chat
from tests.virtual import pass_by

WORDS = words_for("es")


async def names(house: House, match: str) -> list[str]:
    return [onlooker.name for onlooker in (await house.info(match)).onlookers]


async def test_a_link_shows_the_table_in_private_until_the_onlooker_leaves(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    match = await house.seated(group, ana, beto)
    eva = house.world.person("Eva")
    await eva.open(f"j{match.id}")
    await pass_by(5)
    assert await names(house, match.id) == ["Eva"]
    turn = await match.turn()
    before = eva.reads()
    assert eva.find("LEAVE") is not None
    action = next(action for action in await match.offered(turn) if action.startswith("play "))
    await by_button(match, turn, action)
    await pass_by(5)
    assert eva.reads() != before
    own = await house.view(match.id, turn)
    held = [WORDS.card(card, table_of(own).spelling) for card in own.cards]
    assert held
    assert not any(card in eva.reads() for card in held)
    assert eva.find("HAND") is None
    await eva.press("LEAVE").answer()
    await pass_by(5)
    assert await names(house, match.id) == []
    assert eva.find("LEAVE") is None


async def test_a_command_in_another_group_shows_nothing_there(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Who has no private chat yet gets a link to it."""
    match = await house.seated(group, ana, beto)
    eva = house.world.person("Eva")
    other = house.world.group("Otro", eva)
    eva.say(f"/mirar@{BOT} {match.id}", other)
    await pass_by(8)
    assert await names(house, match.id) == ["Eva"]
    told = [shown for shown in eva.sees(other) if shown.by_bot]
    assert not any(shown.button("HAND") for shown in told)
    assert say("es", "watch.here", name="Eva") in [shown.text for shown in told]
    urls = [key["url"] for shown in told for key in shown.buttons if "url" in key]
    (url,) = [url for url in urls if url.endswith(f"=m{match.id}")]
    await eva.follow(url)
    await pass_by(5)
    assert eva.find("LEAVE") is not None


async def test_a_link_to_a_table_that_is_over_shows_how_it_ended(
    house: House, ana: Person, beto: Person, group: Chat
) -> None:
    """Who won, and the film; to whoever has played there, too. No bare greeting."""
    match = await house.seated(group, ana, beto)
    for person in (ana, beto):
        person.say(f"/terminar@{BOT}", group)
    await house.until_async(match.over)
    await pass_by(5)
    eva = house.world.person("Eva")
    for somebody in (eva, ana):
        await somebody.open(f"j{match.id}")
        await pass_by(5)
        shown = somebody.sees()[-1]
        assert WORDS.text("result.ended.agreed") in shown.text
        assert shown.button("FILM") is not None
    eva.say(f"/mirar {match.id}")
    await pass_by(5)
    assert eva.sees()[-1].button("FILM") is not None, "whoever comes by a command sees it, too"
