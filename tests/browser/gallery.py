"""`make gallery`: a whole match of every game and number of seats in a real browser, photographed.

Not part of `make test`, which plays the same matches without a browser
(`tests/adapters/web/test_every_game.py`): these pictures are made to be looked at. They lie in
`artifacts/browser/games`.
"""

from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser

from bot.messages import MatchId
from engine.variants import VARIANTS
from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, LOW, Person, person
from tests.lacking import language_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

FOLDER = Path(__file__).parents[2] / "artifacts" / "browser" / "games"
TABLES = [(variant.name, players) for variant in VARIANTS.values() for players in variant.players]
LANGUAGES = {"pt_BR": "pt-BR", "es": "es-ES"}
"""What a browser calls the language of a game."""
ENDLESS = 1500


async def both(ana: Person, name: str) -> None:
    """The same moment on a telephone, and on a laptop, where this tab is."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for size, kind in ((LOW, "telephone"), (LAPTOP, "laptop")):
        await ana.resize(size)
        (FOLDER / f"{name}-{kind}.png").write_bytes(await ana.view.picture())


async def step(ana: Person, rng: Random) -> None:
    """Presses something, if it is there still: an answer, a call now and then, else a card."""
    calls = ana.page.locator(".group-call .press:not([aria-disabled])")
    answers = ana.page.locator(".group-answer .press:not([aria-disabled])")
    cards = ana.page.locator(".lay.is-able:not([aria-disabled])")
    groups = [answers if await answers.count() else cards]
    only_calls = await ana.asked() == "call"
    if await calls.count() and (only_calls or rng.random() < 0.25):
        groups.insert(0, calls)
    before = await ana.page.locator("#play").get_attribute("data-version")
    count = await groups[0].count()
    if not count:
        return  # a pause is over, and with it what could be said in it
    await groups[0].nth(rng.randrange(count)).click()
    await ana.page.wait_for_function(
        "before => document.querySelector('#play').dataset.version !== before"
        " || document.querySelector('dialog[open]')",
        arg=before,
    )
    dialog = ana.page.locator("dialog[open]")
    if await dialog.count():
        field = dialog.locator("input[type=number]")
        if await field.count():
            await field.fill(await field.get_attribute("min") or "2")
        await dialog.locator("button").last.click()


@pytest.mark.parametrize(("variant", "players"), TABLES)
async def test_a_match_to_look_at(
    house: House, browser: Browser, variant: str, players: int
) -> None:
    rng = Random(players)
    specs = {spec.name: spec.values for spec in VARIANTS[variant].options}
    target = min(specs["target"], key=int)
    language = LANGUAGES[language_of(variant)]
    async with person(browser, house.url, language=language) as ana:
        await ana.call_me("Ana")
        await ana.type_line(
            f"/jugar variante:{variant} jugadores:{players} puntos:{target} robots:{players - 1}"
        )
        await ana.page.locator(".place").nth(players - 1).wait_for()
        name = f"{variant}-{players}"
        await both(ana, f"{name}-0-lobby")
        await (
            ana.page.get_by_role("button", name="Empezar")
            .or_(ana.page.get_by_role("button", name="Começar"))
            .click()
        )
        seen: set[str] = set()
        for number in range(ENDLESS):
            asked = await ana.until_asked()
            if asked == "result":
                break
            screen = ana.screens[-1]
            kinds = {asked, *(line["id"] for line in screen["lines"]), *own(screen)}
            if kinds - seen and len(seen) < 60:
                seen |= kinds
                await both(ana, f"{name}-{number + 1:03d}-{asked}")
            await step(ana, rng)
        else:
            pytest.fail("the match does not end")
        await both(ana, f"{name}-result")
        assert ana.complaints == []
        assert MatchId(ana.screens[-1]["match"])


def own(screen: dict[str, object]) -> set[str]:
    """What a screen has that is worth a picture of its own."""
    return {name for name in ("turned", "question") if screen.get(name) is not None}
