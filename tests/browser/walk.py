"""A walk through every screen of the page, in any of its languages."""

from collections.abc import Awaitable, Callable
from typing import Final

from playwright.async_api import Page, expect

from adapters.web.words import say
from bot.words import words_for
from tests.browser.people import Person
from tests.browser.test_film import bring
from tests.fairness.verifiers import RECORDS

Look = Callable[[str, Page], Awaitable[None]]
"""What is done with each screen, given its name."""
OTHERS_PLAY: Final = """() => {
  for (const seat of document.querySelectorAll(".seat")) seat.classList.add("is-out");
}"""
"""As in a duel of a pica-pica: every seat waits, that of the dealer too."""


class Walk:
    """Somebody who goes from screen to screen and looks at each."""

    def __init__(self, ana: Person, look: Look, locale: str = "es") -> None:
        self.ana = ana
        self.locale = locale
        self._look = look

    async def look(self, name: str) -> None:
        await self._look(name, self.ana.page)

    async def look_at(self, name: str, page: Page) -> None:
        """Looks at the page of somebody else."""
        await self._look(name, page)

    async def button(self, id: str) -> None:
        """Presses a button of the page by the id of its word."""
        name = say(self.locale, id)
        await self.ana.page.get_by_role("button", name=name, exact=True).first.click()

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
    await walk.panel("a game", lambda: a_game(walk))
    await walk.panel("puzzle", lambda: a_puzzle(walk))
    await walk.panel("sound", lambda: walk.button("web.sound"))
    await walk.panel("name", ana.page.get_by_title(say(walk.locale, "web.name.change")).click)
    await walk.typed("/borrar-mis-datos")
    await walk.channel()
    await ana.page.locator("#line").fill("/jugar ")
    await expect(ana.page.locator(".suggestion").first).to_be_visible()
    await walk.look("suggestions")
    await ana.page.keyboard.press("Escape")
    await walk.table()


async def a_game(walk: Walk) -> None:
    """Help about the first game, with its picture."""
    await walk.say("/ayuda")
    await walk.ana.page.locator(".dialog-topics button").nth(1).click()
    await expect(walk.ana.page.locator(".primer .rung")).to_have_count(14)


async def a_puzzle(walk: Walk) -> None:
    """A puzzle, on its table."""
    await walk.say("/diaria problema:problema")
    await expect(walk.ana.page.locator("dialog[open] .felt .plate")).to_have_count(2)


async def a_lobby(walk: Walk) -> None:
    ana = walk.ana
    await walk.say("/jugar jugadores:4 robots:1")
    await walk.table()
    await expect(ana.page.locator(".place")).to_have_count(4)
    await walk.look("lobby")
    fold = ana.page.locator("details.fields > summary")
    await fold.click()
    await walk.look("lobby, unfolded")
    await fold.click()
    guest = await ana.page.context.new_page()  # another tab is another person
    await guest.goto(f"{ana.page.url.rstrip('/')}/mesa/{ana.screens[-1]['match']}")
    await expect(guest.locator("dialog[open]")).to_be_visible()
    await walk.look_at("door", guest)
    await guest.close()
    await walk.typed("/invitar")
    await walk.say("hola a todos")
    await expect(ana.page.locator("#feed").get_by_text("hola a todos")).to_be_visible()
    await walk.look("channel with words")
    await walk.say("/salir")


async def a_table(walk: Walk) -> None:
    ana = walk.ana
    await walk.say("/jugar jugadores:4 robots:3")
    await walk.say("/empezar")
    await walk.table()
    await ana.until_asked()
    await walk.look("table of four")
    for fold in (".senas", ".order", ".more"):
        await ana.page.locator(f"{fold} > summary").click()
        await walk.look(f"table{fold}")
        await ana.page.keyboard.press("Escape")
    await walk.typed("/opciones")
    await walk.typed("/verificar")
    leaving = ana.page.get_by_role("button", name=words_for(walk.locale).text("button.mazo"))
    await walk.panel("mazo", leaving.click)
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
    await expect(walk.ana.page.locator(".lobby-lines").last).to_be_visible()
    assert walk.ana.screens[-1]["kind"] == "tournament"
    await walk.look("tournament")


async def the_verifier(walk: Walk, url: str) -> None:
    page = walk.ana.page
    await page.goto(f"{url}/verificar")
    await expect(page.locator(".drop")).to_be_visible()
    await walk.look("verifier")
    for name, text in (
        ("right", RECORDS["duels"]),
        ("wrong", RECORDS["duels"].replace("proof secret 5", "proof secret 6")),
    ):
        await bring(page, text)
        await expect(page.locator(f".verdict.{name}")).to_be_visible()
        await walk.look(f"verifier, {name}")


async def every_screen(walk: Walk, url: str) -> None:
    """All of them, one after another."""
    await the_hall(walk)
    await a_lobby(walk)
    await a_table(walk)
    await walk.ana.page.goto(url)
    await expect(walk.ana.page.locator(".tool").first).to_be_visible()
    await a_tournament(walk)
    await the_verifier(walk, url)


async def every_table(walk: Walk, url: str) -> None:
    """Tables of other games and numbers of people, a call to be answered, and a guided match."""
    ana = walk.ana
    for line in (
        "/jugar variante:uruguayo jugadores:2 robots:1",
        "/jugar variante:paulista jugadores:2 robots:1",
        "/jugar variante:argentino jugadores:6 robots:5",
    ):
        await walk.say(line)
        await walk.say("/empezar")
        await walk.table()
        await ana.until_asked()
        await walk.look(line.removeprefix("/jugar variante:"))
        for _ in range(12):
            if await ana.asked() != "card":
                break
            await ana.lay()
            await ana.until_asked()
        await walk.look("later")
        if "jugadores:6" in line:
            await ana.page.evaluate(OTHERS_PLAY)
            await walk.look("others play")
        await walk.say("/terminar")
        await walk.say("/salir")
    await walk.say("/aprender")
    await walk.table()
    await expect(ana.page.locator(".lesson")).not_to_be_empty()
    await walk.look("lesson")
    await walk.say("/terminar")
    await ana.page.goto(url)
    await expect(ana.page.locator(".tool").first).to_be_visible()
