"""The page that checks a record: in the browser alone, with the network cut off."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.adapters.web.house import House
from tests.browser.people import PATIENCE
from tests.fairness.tampering import tampered
from tests.fairness.test_forgery import CASES
from tests.fairness.verifiers import NO_PROOF, OLD_RECORDS, RECORDS, VECTORS, Found, by_engine
from tools.fairness_vectors import FairMatch, Wanted, chance

PUBLISHED = next(
    vector["randomness"] for vector in VECTORS["beacon"] if vector.get("round") == 657413
)
pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FETCH = """async () => {
  window.verifier = await import(new URL("verify.js", document.querySelector("script").src));
}"""
"""The source of the verifier; what the page runs itself is a bundle of such sources."""
VERIFY = """async (texts) => {
  const { verify } = window.verifier;
  const found = [];
  for (const text of texts) found.push(await verify(text));
  return found.map(({ proved, wrong }) => [proved, wrong && [wrong.hand, wrong.field]]);
}"""


@asynccontextmanager
async def opened(browser: Browser, house: House) -> AsyncIterator[Page]:
    """The page, loaded; from then on there is no network."""
    context = await browser.new_context(locale="en")
    page = await context.new_page()
    await page.set_viewport_size({"width": 360, "height": 740})
    page.set_default_timeout(PATIENCE)
    await page.goto(f"{house.url}/verificar")
    await expect(page.locator(".drop")).to_be_visible()
    await page.evaluate(FETCH)
    await context.set_offline(True)
    yield page
    await context.close()


async def found_by(page: Page, texts: list[str]) -> list[Found]:
    answers: list[tuple[bool, Any]] = await page.evaluate(VERIFY, texts)
    return [
        (NO_PROOF if not proved else None if wrong is None else (wrong[0], wrong[1]))
        for proved, wrong in answers
    ]


async def drop(page: Page, text: str) -> None:
    await page.locator("#file").set_input_files(
        {"name": "match.truco", "mimeType": "text/plain", "buffer": text.encode()}
    )


async def test_deals_that_come_back(house: House, browser: Browser) -> None:
    """A duplicate match: right as it is, wrong with a chosen cut or another root later on."""
    good = VECTORS["duplicate"]
    head, seventh = good.rsplit("\nhand ", 6)[0], good.index("\nhand ", len(good) // 2)
    cut = good[: len(head)] + good[len(head) :].replace(" own\n", " seat\n", 1)
    root = good.index("proof root ", seventh) + len("proof root ")
    other = good[:root] + ("1" if good[root] == "0" else "0") + good[root + 1 :]
    texts = [good, VECTORS["capped"], cut, other]
    async with opened(browser, house) as page:
        found = await found_by(page, texts)
    assert found == [by_engine(text) for text in texts]
    assert found[:2] == [None, None]
    assert found[2] == (7, "cut")
    assert found[3] is not None


async def test_a_person_checks_a_file(house: House, browser: Browser) -> None:
    async with opened(browser, house) as page:
        good = RECORDS["duels"]
        await drop(page, good)
        await expect(page.locator(".verdict.right")).to_have_attribute("data-hands", "2")
        await expect(page.locator("#verdict code").first).to_have_text(
            good.split("proof commitment ")[1][:64]
        )
        first, root, rest = good.rpartition("proof root ")
        await drop(page, first + root + ("1" if rest[0] == "0" else "0") + rest[1:])
        wrong = page.locator(".verdict.wrong")
        await expect(wrong).to_have_attribute("data-hand", "2")
        await expect(wrong).to_have_attribute("data-field", "root")
        await drop(page, RECORDS["no-hand"])
        await expect(page.locator("#verdict .alone")).to_be_visible()
        await drop(page, RECORDS["two-players"])
        await expect(page.locator("#verdict .round")).to_be_visible()
        await expect(page.locator("#verdict code").last).to_have_text(PUBLISHED)
        for name, told in (("tournament", ".opened"), ("tournament-goes-on", ".later")):
            await drop(page, RECORDS[name])
            await expect(page.locator(f"#verdict {told}")).to_be_visible()
            seal = RECORDS[name].split("proof torneo torneo23 ")[1][:64]
            await expect(page.locator("#verdict code").first).to_have_text(seal)
        await drop(page, "record 1\nvariant argentino\nplayers 2\n")
        await expect(page.locator(".verdict.none")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


SEATS = """async ([texts, chance]) => {
  const { seatOfChance } = window.verifier;
  const found = [];
  for (const text of texts) found.push(await seatOfChance(text, chance));
  return found;
}"""


async def test_a_browser_finds_its_own_chance(house: House, browser: Browser) -> None:
    """AZ-31: the seat whose chance it was, in its own record alone."""
    wanted = Wanted("", "argentino", 2, {}, adds=("faro", "azar 1"))
    texts = [FairMatch(seed, wanted).play(1) for seed in (7, 8)]
    async with opened(browser, house) as page:
        assert await page.evaluate(SEATS, [texts, chance(7, "1").hex()]) == [1, -1]


async def test_the_vectors_hold_in_the_browser(house: House, browser: Browser) -> None:
    async with opened(browser, house) as page:
        texts = [*RECORDS.values(), *OLD_RECORDS.values()]
        assert await found_by(page, texts) == [None] * len(texts)


async def test_forgers_are_caught_in_the_browser(house: House, browser: Browser) -> None:
    """Whoever hashes the transcript anew is caught by the other fields, and by the right one."""
    async with opened(browser, house) as page:
        found = await found_by(page, [text for text, _ in CASES.values()])
    told = {what: verdict and verdict[1] for what, verdict in zip(CASES, found, strict=True)}
    assert told == {what: field for what, (_, field) in CASES.items()}


DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "match.truco", { type: "text/plain" }));
  dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
}"""


async def test_a_file_is_dropped(house: House, browser: Browser) -> None:
    async with opened(browser, house) as page:
        await page.evaluate(DROP, RECORDS["velo"])
        await expect(page.locator(".verdict.right")).to_have_attribute("data-hands", "2")


@pytest.mark.dear
@pytest.mark.parametrize("name", RECORDS)
async def test_every_change_is_noticed_in_the_browser(
    house: House, browser: Browser, name: str
) -> None:
    """The browser names the hand that the engine names, wherever both can read the record."""
    changes = list(tampered(RECORDS[name]))
    async with opened(browser, house) as page:
        found = await found_by(page, [change.text for change in changes])
    for change, verdict in zip(changes, found, strict=True):
        engine = by_engine(change.text)
        assert verdict is not None, change.what
        assert verdict != NO_PROOF, change.what
        assert engine is not None
        if "record" not in (engine[1], verdict[1]):
            assert verdict[0] == engine[0], change.what
