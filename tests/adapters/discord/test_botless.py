"""Where the bot is not, whoever has installed it for themselves plays all the same: in answers."""

from random import Random

import pytest

from adapters.discord import commands
from adapters.discord.address import BOTLESS, read
from adapters.discord.ids import botless_id, is_botless
from adapters.discord.window import Launcher
from adapters.discord.words import plain, say
from adapters.windows import WindowTarget
from bot.messages import AddRobot, MatchId
from bot.model import Status
from tests.adapters.discord.house import HANDS, House, lived_in
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import Discord
from tests.adapters.discord.lookalike.world import DM, Channel
from tests.virtual import pass_by

QUARTER = 15 * 60.0


@pytest.fixture(autouse=True)
def _user_install(small: Discord) -> None:
    small.world.user_install = True


def group(house: House, *names: str, type: int = 3) -> tuple[Channel, list[Person]]:
    """A group of people. The first has installed the bot, the others have never met it."""
    world = house.small.world
    users = [world.add_user(name) for name in names]
    users[0].installed = True
    channel = world.add_group(*users, type=type)
    people = [Person(house.small, user, channel) for user in users]
    house.people |= {person.user.name: person for person in people}
    return channel, people


def elsewhere(house: House, name: str = "Ana") -> Person:
    """Somebody with the bot installed, in a server in which the bot is not."""
    world = house.small.world
    guild = world.add_guild("Elsewhere")
    guild.has_bot = False
    user = world.add_user(name)
    user.installed = True
    person = house.people[name] = Person(house.small, user, world.add_channel(guild, "charla"))
    return person


def only_answers(small: Discord, channel: Channel) -> None:
    """The bot has tried nothing there that Discord refuses, and written to nobody in private."""
    asked = [request for request in small.requests if f"/channels/{channel.id}/" in request.path]
    assert asked == []
    assert [
        request.operation for request in small.requests if request.operation == "create_dm"
    ] == []
    refused = [
        (request.operation, request.answer) for request in small.requests if request.status >= 400
    ]
    assert refused == []


def tables(person: Person, match: MatchId) -> list[Seen]:
    """The messages with the table's buttons that everybody sees."""
    return [
        message
        for message in person.sees()
        if not message.ephemeral and any(f".{match}." in id for id in message.custom_ids)
    ]


async def test_all_commands_are_offered_but_those_of_administrators(small: Discord) -> None:
    async with lived_in(small):
        told = small.world.commands[0]
        own = [command for command in told if command["default_member_permissions"] is None]
        assert len(told) - len(own) == 1
        for command in own:
            assert command["integration_types"] == [0, 1]
            assert command["contexts"][-1] == 2
        (ruling,) = [command for command in told if command not in own]
        assert (ruling["integration_types"], ruling["contexts"]) == ([0], [0])


async def test_without_the_switch_in_the_portal_nothing_changes(small: Discord) -> None:
    small.world.user_install = False
    async with lived_in(small):
        told = small.world.commands[0]
        assert {tuple(command["integration_types"]) for command in told} == {(0,)}
        assert 2 not in {context for command in told for context in command["contexts"]}
    assert commands.fingerprint(commands.payload()) != commands.fingerprint(
        commands.payload(user_install=True)
    )


async def test_a_duel_in_a_group_and_a_rematch(house: House) -> None:
    """To its end, by presses and commands; one of the two has never met the bot."""
    channel, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.seated(ana, beto, puntos="15")
    await house.play(match, Random(1))
    info = await house.info(match)
    assert info.ended == "won"
    assert info.community == botless_id(channel.id)
    assert info.ranked
    await pass_by(30)
    assert len([message for message in ana.sees() if not message.ephemeral]) == 1, (
        "one message, edited"
    )
    await ana.press(custom_id=rf"\.{match}\.\.REMATCH$")
    after = (await house.info(match)).successor
    assert after
    await pass_by(5)
    assert tables(beto, after)
    await house.play(after, Random(4), until_number=2)
    only_answers(house.small, channel)
    assert house.small.rest.misdirected == []


async def test_the_hand_is_its_owners_alone(house: House) -> None:
    """Also between two people, where Discord names no server as in a private chat with the bot."""
    _, (ana, beto) = group(house, "Ana", "Beto", type=DM)
    match = await house.seated(ana, beto, hands=HANDS, dealer=0)
    await pass_by(5)
    for person in (ana, beto):
        assert [message for message in person.sees() if message.ephemeral], "with nothing pressed"
    await ana.slash("mano")
    await beto.press(custom_id=rf"\.{match}\..*HAND$")
    for person, other, card in ((ana, beto, "as de espadas"), (beto, ana, "as de bastos")):
        assert [message for message in person.sees() if card in message.text]
        assert not [message for message in other.sees() if card in message.text]
    assert house.people["Ana"].reads() == []


async def test_who_plays_by_the_hand_brings_the_table_along(house: House) -> None:
    """For a quarter of an hour as an edit; after that as an answer to the next press anywhere."""
    channel, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="86400")
    await pass_by(30)
    (table,) = tables(ana, match)
    before = table.text
    await pass_by(QUARTER)
    first = (await house.seats(match))[(await house.view(match, None)).awaited[0]]
    await first.press(custom_id=rf"\.{match}\..*HAND$")
    await first.press(custom_id=r"\.play ")
    await pass_by(30)
    newest = tables(ana, match)[-1]
    assert newest.id != table.id
    assert newest.text != before
    only_answers(house.small, channel)


async def test_a_press_on_the_table_keeps_it_for_another_quarter_of_an_hour(house: House) -> None:
    channel, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.open(ana, jugadores="4")
    (table,) = tables(ana, match)
    await pass_by(600)
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    await pass_by(600)
    before = table.text
    robot = AddRobot(request="r", person=f"discord:{ana.user.id}", match=match)
    await house.service.handle(robot)
    await pass_by(30)
    assert [shown.id for shown in tables(ana, match)] == [table.id]
    assert table.text != before
    only_answers(house.small, channel)


async def test_nobody_presses_and_nothing_is_tried(house: House) -> None:
    """A robot that plays for who is away changes no message that cannot be changed."""
    channel, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="1800")
    await pass_by(30)
    sent = len(house.small.requests)
    await pass_by(3600)
    assert (await house.info(match)).version > 5
    assert house.small.requests[sent:] == []
    (surface,) = [
        surface
        for surface in await house.service.surfaces.of_match(match)
        if read(surface.address).kind == BOTLESS
    ]
    assert not surface.lost
    await beto.press(custom_id=rf"\.{match}\..*HAND$")
    await pass_by(40)
    assert len(tables(ana, match)) == 2
    only_answers(house.small, channel)


async def test_a_restart_goes_on_in_the_same_message(house: House) -> None:
    channel, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="600")
    await house.restart()
    await house.play(match, Random(3), until_number=2)
    await pass_by(30)
    assert len(tables(ana, match)) == 1
    only_answers(house.small, channel)


async def test_the_sixth_answer_is_not_asked_for_again(house: House) -> None:
    """Discord takes five: the hand comes with the next press."""
    _, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.open(ana, jugadores="2")
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    assert beto.last is not None
    beto.last.followed = 5
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(60)
    refused = [request for request in house.small.requests if request.status == 400]
    assert [request.answer["code"] for request in refused] == [40094]
    await beto.press(custom_id=rf"\.{match}\..*HAND$")
    assert [message for message in beto.sees() if message.ephemeral and message.pictures]


async def test_what_is_for_one_person_is_told_to_them_alone(house: House) -> None:
    ana = elsewhere(house)
    commands: list[tuple[str, dict[str, str]]] = [
        ("aprender", {}),
        ("diaria", {}),
        ("diaria", {"problema": "facil"}),
        ("perfil", {}),
        ("ayuda", {}),
        ("mano", {"ver": "mesas"}),
        ("marcador", {}),
    ]
    for command, options in commands:
        before = len(ana.sees())
        await ana.slash(command, **options)
        await pass_by(5)
        shown = ana.sees()
        assert len(shown) > before, command
        assert all(message.ephemeral for message in shown), command
    only_answers(house.small, ana.here)


@pytest.mark.parametrize(
    ("command", "options"), [("configurar lugar", {}), ("torneo", {"accion": "abrir"})]
)
async def test_what_a_server_has_is_refused_in_a_sentence(
    house: House, command: str, options: dict[str, str]
) -> None:
    """To its own managers, too."""
    ana = elsewhere(house)
    assert ana.here.guild is not None
    ana.here.guild.managers.add(ana.user.id)
    kept = await house.service.settings.of(botless_id(ana.here.id))
    await ana.slash(command, **options)
    (told,) = ana.sees()
    assert (told.ephemeral, told.selects) == (True, [])
    assert told.text == plain(say("es", "botless.server"))
    assert await house.service.settings.of(botless_id(ana.here.id)) == kept


async def test_where_nobody_else_sees_the_answers_they_say_so(house: House) -> None:
    ana = elsewhere(house)
    assert ana.here.guild is not None
    ana.here.guild.external_apps = False
    await house.open(ana, jugadores="2", robots=1)
    assert plain(say("es", "botless.alone")) in [message.text for message in ana.sees()]


async def test_what_discord_says_goes_before_what_is_remembered(house: House, ana: Person) -> None:
    """The bot was removed a moment ago and has not heard of it: the interaction knows better."""
    ana.user.installed = True
    house.guild.has_bot = False
    assert house.adapter.client.get_guild(house.guild.id) is not None
    match = await house.open(ana, jugadores="2", robots=1)
    assert is_botless((await house.info(match)).community)
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await house.play(match, Random(1), until_number=2)
    only_answers(house.small, ana.here)


async def test_where_the_bot_is_an_own_installation_changes_nothing(
    house: House, ana: Person
) -> None:
    ana.user.installed = True
    match = await house.open(ana)
    assert (await house.info(match)).community == f"discord:{house.guild.id}"
    assert (await house.info(match)).status is Status.LOBBY


async def test_a_window_there_finds_the_table_of_its_channel(house: House) -> None:
    channel, (ana, beto) = group(house, "Ana", "Beto")
    match = await house.open(ana, jugadores="4")
    launcher = Launcher(house.service)
    assert launcher.link(match) == "", "its application is not known yet"
    for person in (ana, beto):
        wanted = await launcher.wanted(f"discord:{person.user.id}", 0, channel.id)
        assert wanted == WindowTarget(match)
    assert await launcher.wanted(f"discord:{beto.user.id}", 0, channel.id + 1) == WindowTarget()
