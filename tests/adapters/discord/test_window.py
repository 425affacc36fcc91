"""The page in a window of Discord: what opens it, who is let in, as whom, and to which table."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from urllib.parse import urlencode

import aiohttp
import pytest
from aiohttp import ClientSession, WSMsgType

from adapters.discord import commands
from adapters.discord.window import SOON
from adapters.listener import Listener
from adapters.web import Playground
from adapters.web.discord_starts import DiscordStarts
from adapters.web.security import POLICY
from adapters.web.windows import Windows
from tests.adapters.discord.house import House
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.server import TOKEN, Discord
from tests.adapters.discord.lookalike.world import Instance, Interaction
from tests.adapters.web.house import House as PageHouse
from tests.adapters.web.house import Message, Page, a_key
from tests.virtual import pass_by, settle

KEY, OTHER = "k" * 22, "o" * 22
WINDOW = r"^\+"
FRAME = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
PATH = "/ventana/discord"
PAGE = "https://truco.example"


@dataclass
class Door:
    """The bot in the small Discord, and its page."""

    house: House
    pages: PageHouse
    starts: DiscordStarts

    @property
    def small(self) -> Discord:
        return self.house.small

    @property
    def origin(self) -> str:
        return f"https://{self.small.world.application}.discordsays.com"

    def start(self, person: Person, instance: Instance | str, code: str = "") -> str:
        """What the page of somebody says who has opened the activity."""
        id = instance if isinstance(instance, str) else instance.id
        code = code or self.small.world.authorize(person.user)
        return urlencode({"code": code, "instance": id})

    @asynccontextmanager
    async def window(
        self,
        start: str,
        *,
        key: str = "",
        session: str = "",
        match: str = "",
        path: str = f"{PATH}/.proxy/ws",
    ) -> AsyncIterator[Page]:
        """A window that says this first, through Discord's proxy."""
        async with self.pages.line(path, Origin=self.origin) as page:
            page.key = key or a_key()
            await page.tell(
                "hello",
                key=page.key,
                locale="es",
                window="discord",
                start=start,
                session=session,
                match=match,
            )
            yield page

    async def refused(self, start: str, *, key: str = KEY, session: str = "") -> None:
        """A window that says this is not let in: it hears a sentence, and nothing else."""
        async with self.window(start, key=key, session=session) as page:
            told = json.loads((await page.socket.receive()).data)
            assert (await page.socket.receive()).type is WSMsgType.CLOSE
        assert told["t"] == "closed"
        assert set(told) == {"t", "text"}
        assert not len(self.pages.playground.tabs)


@asynccontextmanager
async def opened(small: Discord, secret: str = "") -> AsyncIterator[Door]:
    house = House(small)
    house.windows = True
    await house.start()
    window = house.window
    assert window is not None
    starts = DiscordStarts(
        TOKEN,
        secret or small.world.client_secret,
        f"{small.address}/api/v10",
        page=PAGE,
        application=lambda: window.application,
        wanted=window.wanted,
        now=small.now,
    )
    windows = Windows(b"s" * 32, {"discord": starts}, small.now)
    with closing(Listener("127.0.0.1", 0)) as listener:
        playground = Playground(house.service, listener, locale="es", public=PAGE, windows=windows)
        async with playground.running(), ClientSession() as session:
            yield Door(house, PageHouse(house.service, playground, listener, session), starts)
    await house.stop()


@pytest.fixture
async def door(small: Discord) -> AsyncIterator[Door]:
    async with opened(small) as it:
        yield it


async def launched(person: Person, match: str = "") -> Instance:
    """The activity that the button below a table opens, where the person stands."""
    wanted = f"+{match}"
    for seen in reversed(person.sees()):
        for id in seen.custom_ids:
            if id.startswith(wanted):
                return launched_by(await person.press(custom_id=id, on=seen.message))
    raise AssertionError(f"{person} sees no button that opens {match or 'a table'}")


def launched_by(interaction: Interaction) -> Instance:
    assert interaction.answer == 12
    assert interaction.launched is not None
    return interaction.launched


# --- what opens it --------------------------------------------------------------------------------


async def test_lobby_table_and_hand_open_in_a_window(door: Door) -> None:
    house = door.house
    ana, beto = house.person("Ana"), house.person("Beto")
    match = await house.open(ana, jugadores="2")
    assert ids(ana) == [f"+{match}"] * 2, "the lobby in the channel, the greeting in private"
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await settle()
    assert ids(ana) == [f"+{match}"] * 2, "the table in the channel, the hand in private"
    assert (await ana.press(custom_id=WINDOW)).answer == 12


def ids(person: Person) -> list[str]:
    """The buttons that open a window, one for each message."""
    seen = [id for message in person.everything() for id in message.custom_ids]
    return [id for id in seen if id.startswith("+")]


async def test_without_the_secret_nothing_is_new(small: Discord) -> None:
    house = House(small)
    await house.start()
    ana = house.person("Ana")
    match = await house.open(ana, jugadores="2")
    assert ids(ana) == []
    assert all(command["type"] != commands.ENTRY for command in small.world.commands[0])
    # A button that an earlier start has shown answers in words.
    (shown,) = (message for message in ana.sees() if message.custom_ids)
    pressed = await ana.press(custom_id=f"+{match}", on=shown.message)
    assert pressed.answer == 4
    assert pressed.reply is not None
    assert pressed.reply.only_for is ana.user
    await house.stop()


async def test_a_window_that_does_not_open_says_so(door: Door) -> None:
    ana = door.house.person("Ana")
    await door.house.open(ana, jugadores="2")
    door.small.rest.has_activities = False
    pressed = await ana.press(custom_id=WINDOW)
    assert pressed.answer == 4
    assert pressed.reply is not None
    assert pressed.reply.only_for is ana.user


async def test_the_entry_point_opens_the_own_table(door: Door) -> None:
    ana = door.house.person("Ana")
    assert launched_by(await ana.enter()).users == [ana.user]
    match = await door.house.open(ana, jugadores="2")
    async with door.window(door.start(ana, launched_by(await ana.enter()))) as page:
        assert (await page.screen())["match"] == match


# --- who it is, and where ----------------------------------------------------------------------


async def test_the_person_of_the_window_is_the_person_of_the_chat(door: Door) -> None:
    house = door.house
    ana, beto = house.person("Ana", "pt-BR"), house.person("Beto")
    match = await house.seated(ana, beto)
    instance = await launched(ana)
    code = door.small.world.authorize(ana.user)
    async with door.window(door.start(ana, instance, code)) as page:
        welcome = await page.hear("welcome")
        hand = await page.screen(lambda screen: screen["kind"] == "hand")
        view = await house.view(match, ana)
        assert [seat["me"] for seat in hand["seats"]] == [True, False]
        assert len(hand["cards"]) == len(view.cards) == 3
        assert welcome["name"] == "Ana"
        assert welcome["token"] == door.small.world.codes[code].token
        assert len(welcome["session"]) > 64
        raw = "".join(page.raw)
    for secret in (code, TOKEN, door.small.world.client_secret):
        assert secret not in raw
    info = await house.info(match)
    assert [seat.person for seat in info.seats] == [
        f"discord:{person.user.id}" for person in (ana, beto)
    ]


async def test_two_tables_of_a_channel_open_by_their_buttons(door: Door) -> None:
    """The activity of a channel is one; whose window shows which table follows from their press."""
    house = door.house
    ana, beto, carla = (house.person(name) for name in ("Ana", "Beto", "Carla"))
    first, second = await house.open(ana, jugadores="2"), await house.open(beto, jugadores="2")
    both = await launched(carla, first), await launched(beto, second)
    assert both[0] is both[1]
    async with (
        door.window(door.start(carla, both[0])) as page,
        door.window(door.start(beto, both[1])) as other,
    ):
        assert (await page.screen())["match"] == first
        assert (await other.screen())["match"] == second


async def test_who_joins_without_a_press_sees_the_one_table_of_the_channel(door: Door) -> None:
    house = door.house
    ana, eva = house.person("Ana"), house.person("Eva")
    match = await house.open(ana, jugadores="2")
    instance = await launched(ana)
    instance.users.append(eva.user)
    async with door.window(door.start(eva, instance)) as page:
        assert (await page.screen())["match"] == match
    await house.open(house.person("Beto"), jugadores="2")
    async with door.window(door.start(eva, instance)) as page:
        assert (await page.hear("watching"))["match"] == ""
        told = await page.hear("tables")
        assert (len(told["tables"]), told["opens"]) == (2, True), "the channel's hall"


async def test_a_press_is_for_its_channel_and_soon_over(door: Door) -> None:
    house = door.house
    ana, eva = house.person("Ana"), house.person("Eva")
    match = await house.open(ana, jugadores="2")
    await house.open(house.person("Beto"), jugadores="2")
    instance = await launched(eva, match)
    window = house.window
    assert window is not None
    guild, user = house.guild.id, f"discord:{eva.user.id}"
    here = instance.channel.id
    assert (await window.wanted(user, guild, here)).match == match
    assert (await window.wanted(user, guild, here + 1)).match == ""
    await pass_by(SOON)
    assert (await window.wanted(user, guild, here)).match == ""


async def test_a_window_of_a_private_chat(door: Door) -> None:
    ana = door.house.person("Ana")
    alone = ana.at(ana.chat)
    await alone.slash("aprender")
    instance = await launched(alone)
    assert instance.channel.guild is None
    async with door.window(door.start(ana, instance)) as page:
        assert (await page.screen())["kind"] == "hand"


async def test_a_match_of_the_window_belongs_to_the_private_chat(door: Door) -> None:
    ana = door.house.person("Ana")
    async with door.window(door.start(ana, launched_by(await ana.enter()))) as page:
        assert (await page.hear("watching"))["match"] == ""
        await page.tell("quick", id="q", players=2)
        screen = await page.screen(lambda screen: screen["kind"] == "hand")
    info = await door.house.info(screen["match"])
    own = f"discord:@{ana.user.id}"
    assert (info.community, info.place) == (own, f"{own}/0")
    assert [seat.person for seat in info.people] == [f"discord:{ana.user.id}"]


# --- who is not let in -------------------------------------------------------------------------


async def test_a_code_is_taken_once(door: Door) -> None:
    ana = door.house.person("Ana")
    instance = launched_by(await ana.enter())
    start = door.start(ana, instance)
    async with door.window(start, key=KEY) as page:
        session = (await page.hear("welcome"))["session"]
    await door.refused(start, key=OTHER)
    await door.refused(start, key=KEY)  # Discord itself takes it once
    async with door.window(start, key=KEY, session=session) as page:
        assert "token" not in await page.hear("welcome"), "the line broke, the page is the same"
    await door.refused("", key=OTHER, session=session)
    await door.refused("", key=KEY, session=session[:-2] + "00")


async def test_starts_that_prove_nothing_get_a_sentence(door: Door) -> None:
    world, ana, eva = door.small.world, door.house.person("Ana"), door.house.person("Eva")
    instance = launched_by(await ana.enter())
    old = world.authorize(ana.user)
    world.codes[old].at -= 3600
    for start in (
        "",
        "x",
        door.start(ana, "i-1-gc-2-3"),  # an instance that nobody has opened
        door.start(eva, instance),  # somebody who is not in it
        door.start(ana, instance, world.authorize(ana.user, world.application + 1)),
        door.start(ana, instance, world.authorize(ana.user, 0, "guilds")),
        door.start(ana, instance, old),
        door.start(ana, instance, "code0"),
        door.start(ana, instance, "<img/onerror=x>"),
        door.start(ana, f"../../users/{ana.user.id}"),
        door.start(ana, "<script>"),
        door.start(ana, instance) + "&code=x",
        urlencode({"code": world.authorize(ana.user)}),
        urlencode({"instance": instance.id}),
    ):
        await door.refused(start)
    assert await door.house.service.matches.of_person(f"discord:{ana.user.id}") == ()


async def test_another_application_s_secret_lets_nobody_in(small: Discord) -> None:
    async with opened(small, "the-secret-of-another-application") as door:
        ana = door.house.person("Ana")
        await door.refused(door.start(ana, launched_by(await ana.enter())))


async def test_a_discord_that_does_not_answer_lets_nobody_in(door: Door) -> None:
    ana = door.house.person("Ana")
    instance = launched_by(await ana.enter())
    faults = door.small.faults
    for operation in ("oauth2_token", "get_my_user", "applications_get_activity_instance"):
        faults.server_error(operation, status=503)
        await door.refused(door.start(ana, instance))
        faults.clear()
    async with door.window(door.start(ana, instance)) as page:
        await page.hear("welcome")


async def test_numbers_that_are_none_let_nobody_in(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = door.house.person("Ana")
    instance = launched_by(await ana.enter())
    assert instance.channel.guild is not None
    real, numbers = door.starts._answered, list[int]()

    async def answered(step: str, asked: object) -> bytes:
        told = await real(step, asked)
        for number in numbers:
            told = told.replace(f'"{number}"'.encode(), b'"1x"')
        return told

    monkeypatch.setattr(door.starts, "_answered", answered)
    for number in (ana.user.id, instance.channel.id, instance.channel.guild.id):
        numbers[:] = [number]
        await door.refused(door.start(ana, instance))
    numbers.clear()
    async with door.window(door.start(ana, instance)) as page:
        await page.hear("welcome")


async def test_discord_is_left_alone_when_it_has_had_enough(door: Door) -> None:
    ana = door.house.person("Ana")
    instance = launched_by(await ana.enter())
    before = len(door.small.requests)
    door.small.faults.limit(30.0, "oauth2_token")
    await door.refused(door.start(ana, instance))
    door.small.faults.clear()
    await door.refused(door.start(ana, instance))
    asked = [
        request for request in door.small.requests[before:] if request.operation == "oauth2_token"
    ]
    assert len(asked) == 1
    await pass_by(31.0)
    async with door.window(door.start(ana, instance)) as page:
        await page.hear("welcome")


async def test_a_stranger_sees_nothing_of_a_private_table(door: Door) -> None:
    house = door.house
    ana, eva = house.person("Ana"), house.person("Eva")
    match = await house.open(ana, jugadores="2", privada="si")
    instance = launched_by(await eva.enter())
    for start, link in (
        (door.start(eva, await launched(eva, match)), ""),
        (door.start(eva, instance), match),
    ):
        async with door.window(start, match=link) as page:
            await page.hear("tables")
            assert "picture" not in {message["t"] for message in page.heard}


async def test_who_joins_is_led_to_no_private_table(door: Door) -> None:
    house = door.house
    ana, eva = house.person("Ana"), house.person("Eva")
    await house.open(ana, jugadores="2", privada="si")
    window = house.window
    assert window is not None
    here = house.guild.id, house.channel.id
    assert (await window.wanted(f"discord:{eva.user.id}", *here)).match == ""
    assert (await window.wanted(f"discord:{ana.user.id}", *here)).match != ""


async def test_nothing_secret_is_logged(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    world, ana = door.small.world, door.house.person("Ana")
    instance = launched_by(await ana.enter())
    code = world.authorize(ana.user)
    async with door.window(door.start(ana, instance, code)) as page:
        session = (await page.hear("welcome"))["session"]
    await door.refused(door.start(ana, instance, code))
    for secret in (code, world.codes[code].token, world.client_secret, session):
        assert secret not in caplog.text


# --- framing ------------------------------------------------------------------------------------


async def test_only_discord_may_hold_the_window(door: Door) -> None:
    clients = [f"https://{build}discord.com" for build in ("", "ptb.", "canary.")]
    for path in (PATH, f"{PATH}/"):
        async with door.pages.session.get(door.pages.url + path, headers=FRAME) as answer:
            assert answer.status == 200
            assert "X-Frame-Options" not in answer.headers
            (held,) = (
                part
                for part in answer.headers[POLICY].split("; ")
                if part.startswith("frame-ancestors")
            )
            page = await answer.text()
        assert held.split()[1:] == [*clients, door.origin]
        assert f'data-application="{door.small.world.application}"' in page
        assert f'data-home="{PAGE}"' in page
        # Nothing of the page has an address that begins at the root of the server.
        assert not re.findall(r'(?:src|href)="/', page)
        assert '"/static' not in page


async def test_the_proxy_finds_all_that_the_page_asks_for(door: Door) -> None:
    async with door.pages.session.get(f"{door.pages.url}{PATH}/") as answer:
        named = re.findall(r'"\.proxy(/static/[^"]+)"', await answer.text())
    assert len(named) > 4
    ana = door.house.person("Ana")
    for prefix in ("", "/.proxy"):
        for name in named:
            async with door.pages.session.get(f"{door.pages.url}{PATH}{prefix}{name}") as answer:
                assert answer.status == 200, name
                assert answer.headers["X-Frame-Options"] == "DENY"
        start = door.start(ana, launched_by(await ana.enter()))
        async with door.window(start, path=f"{PATH}{prefix}/ws") as page:
            await page.hear("welcome")


async def test_the_origin_of_discord_opens_nothing_else(door: Door) -> None:
    for path, origin in (
        ("/ws", door.origin),
        (f"{PATH}/ws", "https://1.discordsays.com"),
        (f"{PATH}/ws", "https://evil.example"),
        (f"{PATH}/ws", "https://discord.com"),
    ):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with door.pages.line(path, Origin=origin):
                pass
        assert refused.value.status == 403
    # What comes through Discord's proxy is a window, and nobody of the page's own.
    ana = door.house.person("Ana")
    async with door.window(door.start(ana, launched_by(await ana.enter())), key=KEY) as page:
        session = (await page.hear("welcome"))["session"]
    for key, told in ((a_key(), {}), (KEY, {"session": session})):
        async with door.pages.line(f"{PATH}/ws", Origin=door.origin) as page:
            await page.tell("hello", key=key, name="Eva", locale="es", **told)
            assert json.loads((await page.socket.receive()).data)["t"] == "closed"


async def test_everything_else_is_as_closed_as_before(door: Door) -> None:
    for path in ("/", "/ws", "/verificar", f"{PATH}/x", "/ventana/telegram"):
        async with door.pages.session.get(door.pages.url + path, headers=FRAME) as answer:
            assert answer.status in (403, 404), path
            assert answer.headers["X-Frame-Options"] == "DENY", path
            assert "frame-ancestors 'none'" in answer.headers[POLICY], path


# --- the hall of a server -------------------------------------------------------------------------


async def hall_of(person: Person) -> Instance:
    """The activity that the button below the list of tables opens."""
    listed = await person.slash("mano", ver="mesas")
    assert listed.reply is not None
    assert "+hall" in Seen(listed.reply).custom_ids
    return launched_by(await person.press(custom_id="+hall", on=listed.reply))


def cards(told: Message) -> list[str]:
    return [card["match"] for card in told["tables"]]


async def test_the_list_of_tables_opens_the_server_s_hall(door: Door) -> None:
    """It has the tables of channels that the person reads; what is opened there stands in the
    channel where the window was opened."""
    house = door.house
    ana, beto, carla = (house.person(name) for name in ("Ana", "Beto", "Carla"))
    secret = door.small.world.add_channel(house.guild, "secreto")
    secret.hidden_from = {beto.user.id}
    shape = door.small.world.guild_shape(house.guild)
    door.small.gateway.dispatch("GUILD_CREATE", shape, house.guild)
    joined = await house.open(ana, jugadores="2")
    await house.open(carla, jugadores="2", privada="si")
    hidden = await house.open(house.person("Dora").at(secret), jugadores="2")
    async with door.window(door.start(beto, await hall_of(beto))) as page:
        told = await page.hear("tables")
        assert (cards(told), told["opens"]) == ([joined], True)
        assert hidden not in "".join(page.raw)
        assert house.channel.name in told["title"]
        match = await page.open_table(jugadores="2")
    info = await house.info(match)
    assert (info.community, info.place) == (
        f"discord:{house.guild.id}",
        f"discord:{house.guild.id}/{house.channel.id}",
    )
    await settle()
    shown = [id for seen in carla.sees() for id in seen.custom_ids]
    assert [id for id in shown if re.search(rf"\.{match}\.\.JOIN$", id)]
    surfaces = len(await house.service.surfaces.of_match(match))
    await beto.slash("mano", ver="mesa")
    assert len(await house.service.surfaces.of_match(match)) == surfaces, "it stands there once"


async def test_who_does_not_read_the_channel_has_no_hall(door: Door) -> None:
    house = door.house
    ana, eva = house.person("Ana"), house.person("Eva")
    match = await house.open(ana, jugadores="2")
    await house.open(house.person("Beto"), jugadores="2")
    instance = launched_by(await eva.enter())
    house.channel.hidden_from = {eva.user.id}
    shape = door.small.world.guild_shape(house.guild)
    door.small.gateway.dispatch("GUILD_CREATE", shape, house.guild)
    async with door.window(door.start(eva, instance)) as page:
        told = await page.hear("tables")
        assert (cards(told), told["opens"]) == ([], False)
        assert match not in "".join(page.raw)


async def test_a_private_chat_is_read_by_its_own_user(door: Door) -> None:
    may_read = door.house.adapter.platform.may_read
    assert await may_read("discord:@5/0", "discord:5")
    assert not await may_read("discord:@5/0", "discord:6")
    assert not await may_read("discord:@5/0", "telegram:5")
    assert not await may_read("discord:@0/0", "telegram:5")


async def test_a_thread_has_the_hall_of_its_channel(door: Door) -> None:
    house = door.house
    ana = house.person("Ana")
    match = await house.open(ana, jugadores="2")
    thread = door.small.world.add_thread(house.channel, "partida")
    shape = door.small.world.channel_shape(thread)
    door.small.gateway.dispatch("THREAD_CREATE", shape, house.guild)
    beto = house.person("Beto").at(thread)
    async with door.window(door.start(beto, await hall_of(beto))) as page:
        told = await page.hear("tables")
        assert (cards(told), told["opens"]) == ([match], True)
