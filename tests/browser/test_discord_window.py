"""The page in a window of Discord: a stand-in of its client holds it, behind a stand-in of its
proxy."""

import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Frame, expect

from adapters.discord.window import PRESSED, Launcher
from adapters.web.discord_starts import DiscordStarts
from adapters.web.windows import Windows
from bot import messages
from bot.environment import Config
from bot.messages import MatchId
from bot.service import Service
from bot.store import Store
from tests.adapters.discord.lookalike.server import TOKEN, running
from tests.adapters.discord.lookalike.world import Channel, User, World
from tests.adapters.web.house import House, opened
from tests.bot.helpers import Dice
from tests.browser.conftest import chromium
from tests.browser.discord_client import DiscordProxy, browsing, held
from tests.browser.test_fit import DRAWN
from tests.browser.test_widths import LOOK
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

FOREIGN = "evil.example"

BESIDE_A_CHAT = ((400, 300), (480, 360), (560, 315), (640, 360), (800, 400), (950, 600), (400, 950))
LOW_AND_WIDE = ((861, 520), (861, 600), (950, 600), (1000, 640), (1280, 600), (1280, 720))
"""The channel stands beside the table, and the score above the cards."""
TILES = ((160, 90), (200, 280), (320, 180), (480, 270))
SMALLEST = 22
"""Points: how high at least is what is pressed with a mouse, where a window is smaller than any
telephone."""
BUTTONS = """() => [...document.querySelectorAll('button, summary, a, select, input')].filter(
  (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1).length"""
COVERED = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const pad = document.querySelector('.notepad').getBoundingClientRect();
  return [...document.querySelectorAll('.hand .card')].map((one) => one.getBoundingClientRect())
    .filter((one) => one.top < pad.bottom && one.left < pad.right)
    .map((one) => pad.bottom - one.top);
}"""
"""By how much cards stand over the notepad."""
INSIDE = """(selectors) => selectors.every((one) => {
  const box = document.querySelector(one).getBoundingClientRect();
  return box.height > 4 && box.left >= 0 && box.top >= 0
    && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
})"""


class Door:
    """The page behind Discord's proxy, with a channel and two people in it."""

    def __init__(
        self, house: House, world: World, proxy: DiscordProxy, browser: Browser, port: int
    ) -> None:
        self.house = house
        self.world = world
        self.proxy = proxy
        self.browser = browser
        self.port = port
        self.guild = world.add_guild("Club")
        self.channel = world.add_channel(self.guild, "mesa")
        self.ana, self.beto = world.add_user("Ana"), world.add_user("Beto")

    def table(self, host: User, *, private: bool = False) -> messages.OpenTable:
        """The command that opens a table in the channel."""
        community = f"discord:{self.guild.id}"
        return messages.OpenTable(
            request="open",
            person=f"discord:{host.id}",
            name=host.name,
            community=community,
            place=f"{community}/{self.channel.id}",
            options=(("private", "si"),) if private else (),
        )

    async def seated(self) -> tuple[MatchId, User]:
        """A match of the two in the channel, and who has to act."""
        ana, beto = (f"discord:{user.id}" for user in (self.ana, self.beto))
        match = await self.house.does(self.table(self.ana))
        join = messages.Join(request="join", person=beto, match=match, name="Beto")
        await self.house.does(join)
        await self.house.begins(match, ana)
        view = await self.house.view_of(match, None)
        return match, (self.ana, self.beto)[view.awaited[0]]

    async def press(self, user: User, match: MatchId, channel: Channel) -> None:
        """The bot has heard a press on the button below a table."""
        told = f"{match}/{channel.id}/{int(time.time())}"
        await self.house.service.settings.save(f"discord:{user.id}", **{PRESSED: told})


@asynccontextmanager
async def door_to(folder: Path) -> AsyncIterator[Door]:
    if chromium() is None:
        pytest.skip("no Chromium on this machine")
    async with AsyncExitStack() as stack:
        small = await stack.enter_async_context(running(clock=time.time))
        quick = Config(robot_delay=0, pause=0.02, claims=0.02)
        service = Service(Store.in_memory(), quick, chance=Dice())
        window = Launcher(service)
        window.application = small.world.application
        starts = DiscordStarts(
            TOKEN,
            small.world.client_secret,
            f"{small.address}/api/v10",
            page="https://truco.example",
            application=lambda: window.application,
            wanted=window.wanted,
        )
        windows = Windows(b"s" * 32, {"discord": starts})
        windows.sharing["discord"] = window.share
        windows.links["discord"] = window.link
        house = await stack.enter_async_context(opened(service=service, windows=windows))
        proxy = DiscordProxy(small.world.application, f"{house.url}/ventana/discord")
        port = await stack.enter_async_context(proxy.running(folder))
        browser = await stack.enter_async_context(browsing(port, FOREIGN))
        yield Door(house, small.world, proxy, browser, port)
        assert small.complaints == []


async def test_a_match_of_the_chat_is_played_in_the_window(tmp_path: Path) -> None:
    async with door_to(tmp_path) as door:
        match, mover = await door.seated()
        await door.press(mover, match, door.channel)
        async with held(door.browser, door.world, mover, door.channel) as client:
            refused: list[str] = []
            client.page.on("console", lambda said: refused.append(said.text))
            frame = client.frame
            await frame.locator(".lay").first.wait_for()
            (asked,) = await client.heard("AUTHORIZE")
            assert asked["scope"] == ["identify"]
            assert asked["prompt"] == "none"
            await client.page.wait_for_function("heard.some(([cmd]) => cmd === 'AUTHENTICATE')")
            await frame.locator(".lay").first.click()
            await expect(frame.locator(".lay")).to_have_count(2)

            # It is loaded anew: another code, the same person, the same seat.
            await frame.evaluate("location.reload()")
            again = "heard.filter(([cmd]) => cmd === 'AUTHORIZE').length === 2"
            await client.page.wait_for_function(again)
            await expect(frame.locator(".lay")).to_have_count(2)
            assert await client.wrong() == []
            assert not [said for said in refused if "Security Policy" in said]
        beside = [address for address in door.proxy.asked if not address.startswith("/.proxy/")]
        assert set(beside) == {"/"}, "all else is asked for below /.proxy/"
        view = present(await door.house.service.matches.view(match, None))
        assert len(view.plays) == 1


async def test_who_is_not_let_in_sees_a_sentence(tmp_path: Path) -> None:
    async with door_to(tmp_path) as door:
        for how in ({"declines": True}, {"instance": "i-1-gc-2-3"}):
            async with held(door.browser, door.world, door.ana, door.channel, **how) as client:
                await client.frame.locator("[role=alert]").wait_for()
                assert await client.frame.locator(".press").count() == 0
                assert await client.heard("AUTHENTICATE") == []
        assert len(door.house.playground.sockets) == 0


async def test_no_other_page_holds_the_window(tmp_path: Path) -> None:
    async with door_to(tmp_path) as door:
        by = f"https://{FOREIGN}"
        async with held(door.browser, door.world, door.ana, door.channel, by=by) as client:
            await client.page.wait_for_load_state()
            frames = client.page.main_frame.child_frames
            assert all(not frame.url.startswith(door.proxy.origin) for frame in frames)
            assert await client.heard("AUTHORIZE") == []


async def test_no_other_page_drives_the_window(tmp_path: Path) -> None:
    """Only Discord's client is listened to: neither another frame beside the window, nor the
    window itself."""
    ready = "[1, { cmd: 'DISPATCH', evt: 'READY', nonce: null, data: {} }]"
    async with (
        door_to(tmp_path) as door,
        held(door.browser, door.world, door.ana, door.channel, silent=True) as client,
    ):
        frame = client.frame
        await client.page.wait_for_function("heard.length === 0 && shaken")
        await client.page.evaluate(
            """(address) => new Promise((done) => {
                const beside = document.createElement("iframe");
                Object.assign(beside, { src: address, onload: done });
                document.body.append(beside);
            })""",
            f"https://{FOREIGN}/",
        )
        beside = client.page.main_frame.child_frames[1]
        assert beside.url.startswith(f"https://{FOREIGN}")
        await beside.evaluate(f"parent.frames[0].postMessage({ready}, '*')")
        await frame.evaluate(f"postMessage({ready}, '*')")
        await frame.evaluate("new Promise((done) => setTimeout(done))")
        await client.page.evaluate("new Promise((done) => setTimeout(done))")
        assert await client.heard("AUTHORIZE") == []
        await client.page.evaluate("ready()")
        await frame.locator(".hero-play .press-gold").wait_for()
        assert len(await client.heard("AUTHORIZE")) == 1
        assert await client.wrong() == []


async def ended(door: Door, frame: Frame) -> MatchId:
    """A match against a robot that somebody has begun in a window and left."""
    await frame.locator(".hero-play .press-gold").click()
    await frame.locator(".lay").first.wait_for()
    (match,) = await door.house.service.matches.of_person(f"discord:{door.ana.id}")
    leave = messages.Leave(request="leave", person=f"discord:{door.ana.id}", match=match)
    await door.house.service.handle(leave)
    await frame.locator(".result").wait_for()
    return match


async def test_the_film_is_seen_in_the_window(tmp_path: Path) -> None:
    async with (
        door_to(tmp_path) as door,
        held(door.browser, door.world, door.ana, door.channel) as client,
    ):
        refused: list[str] = []
        client.page.on("console", lambda said: refused.append(said.text))
        match = await ended(door, client.frame)
        await client.frame.locator("[data-key$='.FILM']").click()
        await client.frame.locator("#film-play").wait_for()
        await client.frame.locator("#film-share").click()
        await client.page.wait_for_function("heard.some(([cmd]) => cmd === 'SHARE_LINK')")
        (shared,) = await client.heard("SHARE_LINK")
        assert shared["custom_id"] == match
        await client.frame.locator(".brand-button").click()
        await client.frame.locator(".result").wait_for()
        await client.frame.evaluate("location.assign(`/.proxy/estudio${location.search}`)")
        await client.frame.locator(".study-pair").first.click()
        await client.frame.locator(".study-cell").first.wait_for()
        await client.frame.locator(".brand-button").click()
        await client.frame.locator(".result, .hero").first.wait_for()
        assert await client.heard("OPEN_EXTERNAL_LINK") == []
        assert await client.wrong() == []
        assert not [said for said in refused if "Security Policy" in said]
    beside = [address for address in door.proxy.asked if not address.startswith("/.proxy/")]
    assert set(beside) == {"/"}, "all else is asked for below /.proxy/"


async def test_an_invitation_is_sent_from_the_window(tmp_path: Path) -> None:
    """Its link opens the lobby in a window of somebody else."""
    async with door_to(tmp_path) as door:
        match = await door.house.does(door.table(door.ana, private=True))
        await door.press(door.ana, match, door.channel)
        async with held(door.browser, door.world, door.ana, door.channel) as client:
            await client.frame.locator("[data-key=window-share]").click()
            await client.page.wait_for_function("heard.some(([cmd]) => cmd === 'SHARE_LINK')")
            (shared,) = await client.heard("SHARE_LINK")
            assert await client.wrong() == []
        assert shared["custom_id"] == await door.house.service.admission.invitation(match)
        custom = shared["custom_id"]
        elsewhere = door.world.add_channel(door.guild, "otra")
        async with held(door.browser, door.world, door.beto, elsewhere, custom=custom) as client:
            await client.frame.locator("dialog[open]").wait_for()
        async with held(door.browser, door.world, door.beto, elsewhere) as client:
            await client.frame.locator(".hero-play .press-gold").wait_for()
            assert await client.frame.locator("dialog[open]").count() == 0


async def test_all_that_is_mine_is_seen_at_once_beside_a_chat(tmp_path: Path) -> None:
    """At every size a hand, its words and its question: nothing is folded, nothing scrolled to."""
    async with door_to(tmp_path) as door:
        match, mover = await door.seated()
        await door.press(mover, match, door.channel)
        async with held(door.browser, door.world, mover, door.channel) as client:
            await client.frame.locator(".lay").first.wait_for()
            for wide, high in BESIDE_A_CHAT:
                await client.page.set_viewport_size({"width": wide, "height": high})
                found = await client.frame.evaluate(LOOK, SMALLEST)
                assert found == [], (wide, high)
            for wide, high in LOW_AND_WIDE:
                await client.page.set_viewport_size({"width": wide, "height": high})
                assert await client.frame.evaluate(COVERED) == [], (wide, high)


async def test_picture_in_picture_shows_the_table_and_is_not_pressed(tmp_path: Path) -> None:
    seen = ["#scores", "#felt", "#ask"]
    async with door_to(tmp_path) as door:
        match, mover = await door.seated()
        await door.press(mover, match, door.channel)
        async with held(door.browser, door.world, mover, door.channel) as client:
            frame = client.frame
            await frame.locator(".lay").first.wait_for()
            for layout in (1, 2):  # a tile in a call, too
                await client.tell("ACTIVITY_LAYOUT_MODE_UPDATE", layout_mode=layout)
                await frame.locator(".lay").first.wait_for(state="hidden")
                for wide, high in TILES:
                    await client.page.set_viewport_size({"width": wide, "height": high})
                    await frame.evaluate(f"({DRAWN})()")
                    assert await frame.evaluate(BUTTONS) == 0
                    assert await frame.evaluate(INSIDE, seen), (layout, wide, high)
                await client.page.set_viewport_size({"width": 900, "height": 740})
                await client.tell("ACTIVITY_LAYOUT_MODE_UPDATE", layout_mode=0)
                await frame.locator(".lay").first.wait_for()
            assert await client.wrong() == []
