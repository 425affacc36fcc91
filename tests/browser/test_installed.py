"""The installed page in a real browser: its worker, an upgrade while a match runs, no network."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from adapters.web import files
from adapters.web.files import Files
from tests.adapters.web.house import House
from tests.adapters.web.test_films import ended
from tests.browser.people import PATIENCE, Person
from tests.narrow import present

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

ACTIVE = "(await navigator.serviceWorker.ready).active.state === 'activated'"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const box = await caches.open(name);
    for (const request of await box.keys()) {
      const answer = await box.match(request, { ignoreVary: true });
      const told = [...request.headers].map(([name, value]) => `${name}: ${value}`).join("\\n");
      found.push([name, request.url, told, await answer.text()]);
    }
  }
  return found;
}"""


@asynccontextmanager
async def device(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context(locale="es-ES", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    await context.close()


async def until(page: Page, true: str, about: str = "") -> None:
    """Until a browser says so: `wait_for_function` takes a promise for a yes."""
    await page.evaluate(
        f"""async (about) => {{
          while (!({true})) await new Promise((done) => setTimeout(done, 50));
        }}""",
        about,
    )


async def opened_in(context: BrowserContext, url: str) -> Person:
    somebody = Person(await context.new_page())
    await somebody.page.goto(url)
    await expect(somebody.page.locator("#bar .tools")).to_be_visible()
    return somebody


async def with_cards(context: BrowserContext, url: str) -> Person:
    """Somebody to whom cards were dealt, in a browser whose worker is at work."""
    somebody = await opened_in(context, url)
    assert context.service_workers == [], "nobody needs it before the first card"
    async with context.expect_event("serviceworker"):
        await somebody.page.locator(".press-gold.press-big").click()
        await somebody.until_asked()
    await until(somebody.page, ACTIVE)
    return somebody


async def test_without_a_network_there_is_something_to_read(house: House, browser: Browser) -> None:
    async with device(browser) as context:
        ana = await with_cards(context, house.url)
        hand = [frame for frame in ana.frames if frame["t"] == "picture"][-1]
        cards = [card["token"] for card in hand["screen"]["cards"] if card["token"]]
        assert cards
        kept = await ana.page.evaluate(KEPT)
        paths = {re.sub(r"^https?://[^/]+", "", address) for _, address, _, _ in kept}
        wanted = {"/sin-red?idioma=es"}
        wanted |= {f"/static/{files_of(house).version}/{name}" for name in ("icon.svg",)}
        assert wanted < paths
        assert len(paths) == 3
        key = await ana.page.evaluate("sessionStorage['truco.key']")
        for secret in (key, hand["match"], *cards):
            assert not [answer for answer in kept if any(secret in told for told in answer)]

        other = await opened_in(context, house.url)
        await context.set_offline(True)
        await other.page.goto(house.url)
        await expect(other.page.locator("h1")).to_have_text("Sin conexión")
        await expect(other.page.locator("details")).to_have_count(7)
        await other.page.locator("summary").first.click()
        await expect(other.page.locator("details p").first).to_be_visible()
        background = "getComputedStyle(document.querySelector('.press-gold')).display"
        assert await other.page.evaluate(background) != "inline", "its styles are kept too"
        await context.set_offline(False)
        await other.page.get_by_role("link", name="Probar de nuevo").click()
        await expect(other.page.locator("#bar .tools")).to_be_visible()


def files_of(house: House) -> Files:
    return house.playground._files


async def test_an_upgrade_while_a_match_runs(
    house: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old and new page play on beside each other; each has the scripts of its own version."""
    async with device(browser) as context:
        ana = await with_cards(context, house.url)
        before = files_of(house).version
        contents = {**files.contents(), "js/extra.js": b"// another version"}
        for name, value in vars(Files(contents)).items():
            monkeypatch.setattr(files_of(house), name, value)
        after = files_of(house).version
        assert before != after

        beto = await opened_in(context, house.url)  # the browser asks for the worker once more
        found = await beto.page.evaluate(
            """async () => {
              const found = await navigator.serviceWorker.getRegistration();
              await found.update();
              while (!(await caches.keys()).includes("truco-VERSION") || found.installing)
                await new Promise((done) => setTimeout(done, 50));
              return (await caches.keys());
            }""".replace("VERSION", after)
        )
        assert f"truco-{after}" in found
        scripts = "[...document.scripts].map((one) => one.src).join()"
        assert before in await ana.page.evaluate(scripts)
        assert after in await beto.page.evaluate(scripts)
        assert not [address for address in beto.asked_for if before in address], (
            "no old script in a new page"
        )
        await beto.page.locator(".press-gold.press-big").click()
        for person in (ana, beto):
            while (asked := await person.until_asked()) == "answer":
                await person.answer()
            if asked == "card":
                await person.lay()
            assert person.complaints == []
        await ana.page.reload()
        await ana.until_asked()
        assert after in await ana.page.evaluate(scripts), "who opens it anew has the new page"
        still: Page = beto.page
        await until(still, "!(await caches.keys()).includes(about)", f"truco-{before}")


async def test_a_film_that_was_seen_is_kept(house: House, browser: Browser) -> None:
    async with house.visit() as other:
        public = await ended(other)
    async with device(browser) as context:
        ana = await with_cards(context, house.url)
        await ana.page.goto(f"{house.url}/partida/{public}")
        await expect(ana.page.locator("#told")).not_to_be_empty()
        title = present(await ana.page.get_by_role("heading", level=1).text_content())
        kept_film = "await caches.match(about, { ignoreSearch: true })"
        await until(ana.page, kept_film, f"/partida/{public}/pelicula.json")
        key = await ana.page.evaluate("sessionStorage['truco.key']")
        kept = await ana.page.evaluate(KEPT)
        assert not [answer for answer in kept if any(key in told for told in answer)], (
            "kept without the key"
        )
        await context.set_offline(True)
        await ana.page.goto(house.url)
        await ana.page.get_by_role("link", name=title).click()
        await expect(ana.page.get_by_role("heading", level=1)).to_have_text(title)
        await expect(ana.page.locator("#told")).not_to_be_empty()
        await ana.page.keyboard.press("End")
        await expect(ana.page.locator("#film-range")).not_to_have_value("0")


async def test_a_puzzle_is_kept_with_its_answer_and_not_before(
    house: House, browser: Browser
) -> None:
    kept_puzzles = "(await (await caches.open('truco-puzzles')).keys()).length"
    async with device(browser) as context:
        ana = await with_cards(context, house.url)
        await until(ana.page, "(await navigator.serviceWorker.ready).active !== null")
        await ana.type_line("/diaria problema:facil")
        dialog = ana.page.locator("dialog[open]")
        answers = dialog.locator(".position-words button, .position-cards button")
        await expect(answers.first).to_be_visible()
        assert await ana.page.evaluate(f"async () => {kept_puzzles}") == 0
        study = dialog.get_by_role("link", name="Sala de estudio")
        assert await study.count() == 0
        while await answers.count():
            before = await dialog.inner_text()
            await answers.first.click()
            await expect(dialog).not_to_have_text(before, use_inner_text=True)
        await until(ana.page, f"{kept_puzzles} === 1")
        assert await study.get_attribute("href") == "/estudio"
        title = await dialog.locator("h2").inner_text()
        told = await dialog.locator(".panel-text p").last.inner_text()
        await context.set_offline(True)
        await ana.page.goto(house.url)
        shown = ana.page.locator("details", has_text=title)
        await shown.locator("summary").click()
        await expect(shown).to_contain_text(told)
