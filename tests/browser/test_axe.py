"""axe-core finds nothing on the page's screens: no missing name, no faint letter, no wrong role.

The rules are all that axe has switched on by itself, and the size of what is pressed (WCAG 2.2)."""

from collections.abc import Awaitable, Callable
from typing import Final, Literal

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from bot.match.vault import Vault
from tests.adapters.web.house import opened
from tests.browser.people import LAPTOP, TELEPHONE, Person, person
from tests.browser.test_film import bring
from tests.fairness.verifiers import RECORDS

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

AXE: Final = Axe().axe_script
RUN: Final = """async () => {
  const options = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };
  const { violations } = await axe.run(document, options);
  return violations.flatMap((one) => one.nodes.map(
    (node) => `${one.id} (${one.impact}): ${node.target.join(" ")} ${node.failureSummary}`));
}"""


async def findings(page: Page) -> list[str]:
    """What axe finds now, each with its rule, its weight and its element."""
    if not await page.evaluate("typeof axe === 'object'"):
        await page.evaluate(AXE)
    found: list[str] = await page.evaluate(RUN)
    return found


class Walk:
    """Somebody who goes from screen to screen and looks at each with axe."""

    def __init__(self, ana: Person) -> None:
        self.ana = ana
        self.found: dict[str, list[str]] = {}

    async def look(self, name: str, page: Page | None = None) -> None:
        if wrong := await findings(page or self.ana.page):
            self.found[name] = wrong

    async def panel(self, name: str, show: Callable[[], Awaitable[object]]) -> None:
        """A dialog, which is closed again; then the table, or what stands in its place."""
        await show()
        dialog = self.ana.page.locator("dialog[open]")
        await expect(dialog).to_be_visible()
        await self.look(name)
        await self.ana.page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        await self.table()

    async def say(self, line: str) -> None:
        """Types a line."""
        await self.channel()
        await self.ana.type_line(line)

    async def channel(self) -> None:
        """On a telephone the channel is a page of its own."""
        await self._turn(1)

    async def table(self) -> None:
        """Back from there."""
        await self._turn(0)

    async def _turn(self, number: int) -> None:
        tab = self.ana.page.locator(".tab").nth(number)
        if await tab.is_visible():
            await tab.click()

    async def typed(self, line: str) -> None:
        await self.panel(line, lambda: self.say(line))


async def the_hall(walk: Walk) -> None:
    ana = walk.ana
    await walk.look("hall")
    for line in ("/ayuda", "/reglas", "/marcador", "/perfil", "/configurar", "/privacidad"):
        await walk.typed(line)
    await walk.panel("sound", ana.page.get_by_role("button", name="Sonido").click)
    await walk.panel("name", ana.page.get_by_title("Cambiar").click)
    await walk.typed("/borrar-mis-datos")
    await walk.channel()
    await ana.page.get_by_role("combobox", name="comando").fill("/jugar ")
    await expect(ana.page.locator(".suggestion").first).to_be_visible()
    await walk.look("suggestions")
    await ana.page.keyboard.press("Escape")
    await walk.table()


async def a_lobby(walk: Walk) -> None:
    ana = walk.ana
    await walk.say("/jugar jugadores:4 robots:1")
    await walk.table()
    await expect(ana.page.locator(".place")).to_have_count(4)
    await walk.look("lobby")
    await walk.typed("/invitar")
    await walk.say("hola a todos")
    await expect(ana.page.locator("#feed").get_by_text("hola a todos")).to_be_visible()
    await walk.look("channel with words")
    await walk.say("/salir")


async def a_table(walk: Walk) -> None:
    ana = walk.ana
    await walk.say("/jugar jugadores:4 robots:3")
    await walk.table()
    await ana.page.get_by_role("button", name="Empezar").click()
    await ana.until_asked()
    await walk.look("table of four")
    for fold in (".senas", ".order", ".more"):
        await ana.page.locator(f"{fold} > summary").click()
        await walk.look(f"table{fold}")
        await ana.page.keyboard.press("Escape")
    await walk.typed("/opciones")
    await walk.typed("/verificar")
    await walk.panel("mazo", ana.page.get_by_role("button", name="Al mazo").click)
    await walk.say("/terminar")
    await walk.table()
    await expect(ana.page.locator(".result")).to_be_visible()
    await walk.look("result")
    match = str(ana.screens[-1]["match"])
    await walk.panel("proof", lambda: walk.say(f"/verificar {match}"))
    await ana.page.goto(f"{ana.page.url.split('/mesa')[0].rstrip('/')}/partida/{match}")
    await expect(ana.page.locator("#told")).not_to_be_empty()
    await walk.look("film")


async def a_tournament(walk: Walk) -> None:
    await walk.say("/torneo accion:abrir formato:eliminacion")
    await walk.table()
    await expect(walk.ana.page.locator(".lobby-lines")).to_be_visible()
    assert walk.ana.screens[-1]["kind"] == "tournament"
    await walk.look("tournament")


async def the_verifier(walk: Walk, url: str) -> None:
    page = walk.ana.page
    await page.goto(f"{url}/verificar")
    await expect(page.locator(".drop")).to_be_visible()
    await walk.look("verifier")
    for name, text in (
        ("right", RECORDS["duels"]),
        ("wrong", RECORDS["duels"].replace("proof root 1", "proof root 2")),
    ):
        await bring(page, text)
        await expect(page.locator(".verdict")).to_be_visible()
        await walk.look(f"verifier, {name}")


SCHEMES = [
    pytest.param("light", LAPTOP, id="light-laptop"),
    pytest.param("dark", TELEPHONE, id="dark-telephone", marks=pytest.mark.dear),
    pytest.param("dark", LAPTOP, id="dark-laptop", marks=pytest.mark.dear),
    pytest.param("light", TELEPHONE, id="light-telephone", marks=pytest.mark.dear),
]


@pytest.mark.parametrize(("scheme", "size"), SCHEMES)
async def test_every_screen(
    browser: Browser, scheme: Literal["light", "dark"], size: dict[str, int]
) -> None:
    async with opened(vault=Vault(b"k" * 32)) as house, person(browser, house.url) as ana:
        await ana.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await ana.resize(size)
        await ana.call_me("Ana")
        walk = Walk(ana)
        await the_hall(walk)
        await a_lobby(walk)
        await a_table(walk)
        await ana.page.goto(house.url)
        await expect(ana.page.get_by_role("button", name="Sonido")).to_be_visible()
        await a_tournament(walk)
        await the_verifier(walk, house.url)
        assert walk.found == {}
