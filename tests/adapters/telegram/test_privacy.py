"""A person's own data on Telegram: told and deleted; and a group that removes the bot."""

from collections.abc import Callable

from adapters.telegram.groups import OPEN
from bot.community.erasure_notes import COMMUNITY
from bot.environment import Config
from bot.store.queries import people_queries
from bot.words import words_for
from tests.adapters.telegram.house import BOT, House, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi
from tests.adapters.telegram.world import Chat
from tests.stores import all_bytes
from tests.virtual import pass_by

YES = words_for("es").text("erasure.yes")


def _answered(person: Person, chat: Chat | None = None) -> Callable[[], bool]:
    """Whether what this person has just said in a chat is answered there."""
    said = person.sees(chat)[-1]
    return lambda: person.sees(chat)[-1] is not said and person.sees(chat)[-1].by_bot


async def test_privacy_is_a_command_in_every_language(house: House, ana: Person) -> None:
    """Telegram wants it by its English name."""
    for command in ("privacy", "privacidad", "privacidade"):
        ana.say(f"/{command}")
        told = words_for("es").text("privacy.title")
        await house.until(_answered(ana))
        assert told in ana.sees()[-1].text


async def test_a_group_that_removed_the_bot_is_purged(api: BotApi) -> None:
    """It became a supergroup before, so it has two numbers."""
    config = Config(robot_delay=0.5, robot_budget=0, abandon=60.0, keep=600.0, purge=7200.0)
    async with opened(api, config=config) as house:
        ana, beto = await house.persons("Ana", "Beto")
        group = house.world.group("Los pibes", ana, beto)
        other = house.world.group("Otros", ana, beto)
        match = await house.seated(group, ana, beto)
        elsewhere = await house.seated(other, ana, beto)
        ana.say(f"/idioma@{BOT} en", group)
        old, group = group, house.world.migrate(group)
        await pass_by(5)
        ana.say(f"/mesa@{BOT}", group)
        await pass_by(5)
        numbers = {old.id, group.id}
        kept = {f"telegram:{number}" for number in numbers}
        house.world.set_bot(group, "left", ana)
        await house.until_async(lambda: _any_noted(house, kept))
        await pass_by(3600)
        await house.service.erasures.carry_out()
        assert await house.service.matches.info(match.id) is not None, "it may be added again"
        await house.stop()
        await house.start()
        await pass_by(2 * 3600)  # it is carried out by itself, once an hour
        assert not await house.service.store.read(people_queries.settings_named, COMMUNITY)
        assert await house.service.matches.info(match.id) is None
        left = all_bytes(house.store)
        assert not [number for number in numbers if str(number).encode() in left]
        assert b"Los pibes" not in left
        assert await house.service.matches.info(elsewhere.id) is not None


async def _any_noted(house: House, communities: set[str]) -> bool:
    return bool(
        communities & set(await house.service.store.read(people_queries.settings_named, COMMUNITY))
    )


async def test_nothing_is_left_of_a_person_and_they_come_back_new(api: BotApi) -> None:
    config = Config(robot_delay=0.5, robot_budget=0, erase=600.0)
    async with opened(api, config=config) as house:
        quirquincho, beto = await house.persons("Quirquincho", "Beto")
        group = house.world.group("Los pibes", quirquincho, beto)
        await house.seated(group, quirquincho, beto)
        # And alone with a robot, in a chat with their number.
        quirquincho.say("/jugar", quirquincho.private)
        person = f"telegram:{quirquincho.id}"
        await house.service.languages.choose(person, "en")
        quirquincho.say("/deletemydata")
        yes = words_for("en").text("erasure.yes")
        await house.until(lambda: quirquincho.find(YES) or quirquincho.find(yes))
        await quirquincho.press(YES if quirquincho.find(YES) else yes).answer()
        await house.until_async(lambda: _asked(house, person))
        await pass_by(700)
        await house.service.erasures.carry_out()
        kept = all_bytes(house.store)
        assert str(quirquincho.id).encode() not in kept
        assert b"Quirquincho" not in kept
        quirquincho.say("/mesa")  # the private chat is open to us, and that is learnt anew
        await house.until_async(lambda: _is_open(house, person))


async def _asked(house: House, person: str) -> bool:
    return await house.service.erasures.moment_of(person) is not None


async def _is_open(house: House, person: str) -> bool:
    return (await house.store.settings_of(person)).get(OPEN) == "1"
