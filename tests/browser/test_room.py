"""Everything on the page has a room of its own: measured in the browser, never by eye."""

from collections.abc import Callable

import pytest
from playwright.async_api import Browser, expect

from bot.match.names import LONGEST
from bot.words import words_for
from engine.variants import table_for
from tests.adapters.web.house import House
from tests.browser.people import (
    LAPTOP,
    LOW,
    NARROW,
    SIDEWAYS,
    SMALL,
    TABLET,
    TELEPHONE,
    WIDE,
    Message,
    Person,
    person,
)
from tests.browser.screens import LANGUAGES
from tests.browser.test_fit import CUT_OFF, DRAWN
from tests.browser.test_match import OUT_OF_REACH
from tests.examples import some

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="package")]

USUAL = {"width": 1366, "height": 768}
"""The screen that most laptops have."""
EVERY = (NARROW, TELEPHONE, LOW, WIDE, TABLET, SIDEWAYS, LAPTOP, USUAL)
WORDS = (
    "¡Contraflor al resto!",
    "¡Quiero!",
    "¡Falta envido!",
    "Paso el truco, quiero la falta.",
    "¡Vale cuatro!",
    "Con flor me achico.",
    "¡Denuncio!",
)
"""The longest words, and short ones."""

CUT = "(one) => one.scrollWidth > one.clientWidth"

COVERING = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map(
    (one) => [one, one.getBoundingClientRect()]);
  const meet = (one, two) => one.left < two.right - .5 && two.left < one.right - .5
    && one.top < two.bottom - .5 && two.top < one.bottom - .5;
  const things = boxes('.laid, .seat, .turned, .badge, .fan .card, .notepad, .score, .bubble,'
    + ' .bar, .tabs, .ask, .lay, .channel, .trick-dot');
  return boxes('.bubble').flatMap(([bubble, box]) => {
    const over = things.filter(([thing, other]) => !thing.contains(bubble) && meet(box, other)
      ).map(([thing]) => thing.className.baseVal ?? thing.className);
    const out = box.left < 0 || box.right > innerWidth || box.width < 20 ? ['outside'] : [];
    const text = bubble.querySelector('.bubble-text')?.getBoundingClientRect();
    const words = bubble.querySelector('.bubble-text');
    const cut = text && (text.bottom > box.bottom + .5 || text.right > box.right + .5
      || words.scrollWidth > words.clientWidth);
    return [...over, ...out, ...(cut ? ['cut'] : [])].map((what) => [bubble.innerText, what]);
  });
}"""


def everybody_speaks(screen: Message) -> None:
    """The worst that can be: all of them at once, and the longest words."""
    for seat in screen["seats"]:
        if seat["name"]:
            seat["says"] = WORDS[(seat["seat"] + screen["version"]) % len(WORDS)]


NEIGHBOURS = """() => {
  const boxes = [...document.querySelectorAll('.seat')].map(
    seat => [seat.innerText, seat.getBoundingClientRect()]);
  return boxes.flatMap(([a, one], n) => boxes.slice(n + 1).filter(([, two]) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom,
  ).map(([b]) => [a, b]));
}"""
"""Places of people that lie over one another."""
LONG_NAMES = """name => [...document.querySelectorAll('.seat:not(.is-me)')].filter(seat => {
  const written = seat.querySelector('.name');
  const own = [...written.childNodes];
  written.textContent = name;
  const one = seat.getBoundingClientRect();
  written.replaceChildren(...own);
  const cards = [...document.querySelectorAll(`.pile[data-edge="${seat.dataset.edge}"] .laid`)];
  return cards.map(card => card.getBoundingClientRect()).some(two =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom);
}).map(seat => seat.dataset.edge)"""
"""Places that lie over the cards of whoever sits there, if all have this name."""


@pytest.mark.dear
async def test_everybody_has_a_room_at_a_full_table(house: House, browser: Browser) -> None:
    """No word lies over a card, a plate or the score, nobody's place over another's, and no long
    name over the own cards; on a small telephone, what answers or lays a card is within reach."""
    for players in (2, 3, 4, 6, 8):
        async with person(browser, house.url, change=everybody_speaks) as ana:
            # Above a table of eight the names of one side have three rows on a small telephone.
            await ana.call_me("Maximiliana" if players == 8 else "Ana")
            await ana.type_line(
                f"/jugar variante:tradicional-18 jugadores:{players} robots:{players - 1}"
            )
            await ana.page.get_by_role("button", name="Empezar").click()
            most = 0
            for _ in range(14):
                await ana.resize(LOW)
                asked = await ana.until_asked()
                assert await ana.page.evaluate(NEIGHBOURS) == [], players
                within_reach = ".group-answer .press, .lay.is-able"
                assert await ana.page.evaluate(OUT_OF_REACH, within_reach) == [], players
                laid = await ana.page.locator(".laid").count()
                if laid >= max(players - 1, most + players // 2):
                    most = laid
                    for size in EVERY:
                        await ana.resize(size)
                        await ana.page.evaluate(DRAWN)
                        await expect(ana.page.locator(".bubble")).to_have_count(players)
                        assert await ana.page.evaluate(COVERING) == [], (players, size, laid)
                    for size in (LAPTOP, TELEPHONE):
                        await ana.resize(size)
                        assert await ana.page.evaluate(LONG_NAMES, "W" * LONGEST) == [], players
                if asked == "result" or most > players:
                    break
                await (ana.answer() if asked == "answer" else ana.lay())
            assert most >= players - 1, "nobody has laid a card"
            assert ana.complaints == []


@pytest.mark.dear
@pytest.mark.parametrize(("locale", "language"), some([*LANGUAGES.items()]))
async def test_long_words_of_piles_leave_room_for_a_call(
    house: House, browser: Browser, locale: str, language: str
) -> None:
    """VE-PAR-02: equal cards make two piles, and a truco may be called before either is laid."""
    words, deck = words_for(locale), table_for("venezolano", 2).spelling
    one, other = (words.card(deck.read(code), deck) for code in ("11b", "11e"))
    labels: list[str] = []

    def piles(screen: Message) -> None:
        if screen["kind"] == "hand":
            button = {"token": "", "group": "answer", "style": "primary", "confirm": ""}
            kept = [each for each in screen["buttons"] if each["group"] not in ("answer", "call")]
            truco = [each for each in screen["buttons"] if each["label"] == "Truco"]
            laid = [{**button, "token": label, "label": label} for label in labels]
            screen["buttons"] = [*laid, *truco, *kept]

    for pairs in ([(one, other)], [(one, other), (other, one)]):
        labels[:] = [words.text("button.stack", top=top, below=below) for top, below in pairs]
        async with person(browser, house.url, language=language, change=piles) as ana:
            await ana.type_line("/jugar variante:venezolano jugadores:2 robots:1")
            await ana.type_line("/empezar")
            await expect(ana.page.locator(".group-answer .press")).to_have_count(len(pairs))
            await expect(ana.page.locator(".group-call .press")).to_have_count(1)
            for size in (*EVERY, SMALL):
                await ana.resize(size)
                assert await ana.page.evaluate(CUT_OFF) == [], (size, len(pairs))
            assert ana.complaints == []


WATCH = """() => {
  window.shifts = [];
  window.shifted = 0;
  window.heights = new Set();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.shifted += entry.value;
      window.shifts.push(entry.sources.map(({ node, previousRect, currentRect }) => [
        node?.className ?? node?.parentElement?.outerHTML.slice(0, 120) ?? 'gone',
        [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]),
      ]));
    }
  }).observe({ type: 'layout-shift' });
  const felt = document.getElementById('felt');
  new ResizeObserver(() => window.heights.add(felt.offsetHeight)).observe(felt);
}"""
PRESS = """() => {
  const able = [...document.querySelectorAll(
    '.group-answer .press:not([aria-disabled]), .lay.is-able:not([aria-disabled])')];
  able[Math.floor(able.length / 2)]?.click();
  return document.querySelector('#play').dataset.version;
}"""
NEXT = """before => document.querySelector('.result')
  || document.querySelector('#play').dataset.version !== before"""


async def play_on(ana: Person, hands: int) -> None:
    """Presses without hands: what moves counts, also what a finger would have moved."""
    while await ana.until_asked() != "result" and ana.screens[-1]["number"] <= hands:
        await ana.page.wait_for_function(NEXT, arg=await ana.page.evaluate(PRESS))


@pytest.mark.dear
async def test_nothing_moves_while_hands_are_played(
    house: House, browser: Browser, measured: Callable[[str], None]
) -> None:
    """The question and the buttons have a fixed room, so the felt keeps its height."""
    for size, players in ((NARROW, 2), (TELEPHONE, 4), (LAPTOP, 2), (LOW, 6), (SIDEWAYS, 2)):
        async with person(browser, house.url, size=LAPTOP) as ana:
            await ana.type_line(f"/jugar jugadores:{players} robots:{players - 1} flor:con")
            await ana.page.get_by_role("button", name="Empezar").click()
            await ana.resize(size)
            await ana.until_asked()
            await ana.page.evaluate("document.fonts.ready")
            await ana.page.evaluate(WATCH)
            await play_on(ana, 4)
            assert ana.screens[-1]["number"] > 3
            await ana.page.evaluate("() => new Promise(requestAnimationFrame)")
            shifted, count = await ana.page.evaluate("[window.shifted, window.shifts.length]")
            wide = f"{size['width']} x {size['height']}"
            measured(f"{players} at {wide}: layout shift {shifted:.4f}, {count} shifts")
            assert await ana.page.evaluate("window.shifts") == [], (size, players)
            heights = await ana.page.evaluate("[...window.heights]")
            assert len(heights) == 1, (size, players, heights)
            assert ana.complaints == []


MISNAMED = """() => {
  const plain = (text) => text.toLocaleLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim();
  return [...document.querySelectorAll('button, summary, a, select')].filter(
    (one) => one.checkVisibility() && one.hasAttribute('aria-label')
  ).filter((one) => !plain(one.textContent).split(' ').every(
    (word) => plain(one.getAttribute('aria-label')).split(' ').includes(word) || !word)
  ).map((one) => one.outerHTML.slice(0, 120));
}"""
SMALL_TOOLS = """() => [...document.querySelectorAll('.bar .tool, .bar select')].map(
  (one) => [one.className, one.getBoundingClientRect()]
).filter(([, box]) => box.width < 43.9 || box.height < 43.9 || box.right > innerWidth
).map(([name, box]) => [name, box.width, box.height])"""
MEET = """([one, two]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map(
    (each) => each.getBoundingClientRect()).filter((box) => box.width);
  return boxes(one).filter((a) => boxes(two).some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}"""
UNEVEN = """() => ['.score-names', '.score-points', '.score-text'].filter((part) =>
  new Set([...document.querySelectorAll(part)].map((one) =>
    Math.round(one.offsetTop))).size > 1)"""
BROKEN = """() => [...document.querySelectorAll('.score-name')].filter(
  (one) => one.offsetHeight > 1.6 * parseFloat(getComputedStyle(one).fontSize)
).map((one) => one.textContent)"""


def three_senas(screen: Message) -> None:
    """What partners have let one know, as it comes in the course of a hand."""
    if screen["kind"] == "hand":
        text = "Seña de Tuerca. Cabeza de costado: buen envido."
        heard = {"id": "hand.heard", "text": text, "weight": "normal"}
        screen["lines"] = [*screen["lines"], heard, heard, heard]


async def test_the_page_for_fingers_and_for_keys(house: House, browser: Browser) -> None:
    """Four at a table with long names: what is pressed, read and announced there."""
    async with person(browser, house.url, change=three_senas) as ana:
        page = ana.page
        await ana.call_me("Maximiliano Hernández")
        await page.get_by_role("button", name="2 contra 2").press("Enter")
        await ana.until_asked()
        # The button is gone with the hall: the keys go on at the table.
        assert await page.evaluate("document.activeElement.closest('.play') !== null")
        assert await page.evaluate(MISNAMED) == []
        assert await page.locator(".lay").first.get_attribute("aria-keyshortcuts") in ("1", None)
        for size in (TELEPHONE, LOW, SIDEWAYS, LAPTOP):
            await ana.resize(size)
            assert await page.evaluate(SMALL_TOOLS) == []
            assert await page.evaluate(UNEVEN) == []
            assert await page.evaluate(BROKEN) == []
            assert await page.locator(".ask [data-id='hand.heard']").count() <= 1
            await page.locator(".senas > summary").click()
            assert await page.locator(".senas .heard p").count() >= 3
            assert await page.evaluate(MEET, [".senas > .fold", ".my-card"]) == 0, size
            await page.keyboard.press("Escape")
        assert ana.complaints == []


@pytest.mark.dear
async def test_on_a_low_telephone_a_raised_hand_says_its_worth(
    house: House, browser: Browser
) -> None:
    """The newest seña has the room until then."""
    raised = False

    def told(screen: Message) -> None:
        three_senas(screen)
        if raised:
            others = [line for line in screen["lines"] if not line["id"].startswith("table.")]
            worth = {"id": "table.worth", "text": "La mano vale 4 puntos.", "weight": "normal"}
            screen["lines"] = [worth, *others]

    async with person(browser, house.url, change=told) as ana:
        worth = ana.page.locator(".ask [data-id='table.worth']")
        heard = ana.page.locator(".ask [data-id='hand.heard']")
        await ana.type_line("/jugar variante:mineiro jugadores:4 robots:3")
        await ana.type_line("/empezar")
        await ana.resize(LOW)
        while await ana.until_asked() == "answer":
            await ana.answer()
        await expect(heard).to_be_visible()
        await expect(worth).to_be_hidden()
        raised = True
        await ana.lay()
        await expect(worth).to_be_visible()
        await expect(heard).to_have_count(0)


@pytest.mark.dear
async def test_the_turned_card_is_whole(house: House, browser: Browser) -> None:
    """Four at the table, a card before each of them, and all of them speak."""
    async with person(browser, house.url, change=everybody_speaks) as ana:
        await ana.type_line("/jugar variante:paulista jugadores:4 robots:3")
        await ana.type_line("/empezar")
        most = 0
        while most < 4 and await ana.until_asked() != "result":
            laid = await ana.page.locator(".laid").count()
            for size in (NARROW, LOW, SMALL, TELEPHONE, USUAL) if laid > most else ():
                await ana.resize(size)
                over = [".turned", ".laid, .seat, .bubble, .badge, .trick-dot"]
                assert await ana.page.evaluate(MEET, over) == 0, (size, laid)
            most = max(most, laid)
            await ana.resize(LAPTOP)
            await (ana.answer() if await ana.asked() == "answer" else ana.lay())
        assert most >= 3
        assert ana.complaints == []


@pytest.mark.dear
@pytest.mark.parametrize(("variant", "told"), [("paulista", ""), ("argentino", "3 malas")])
async def test_points_stand_once_on_the_notepad(
    house: House, browser: Browser, variant: str, told: str
) -> None:
    """Beside their number only what it does not say."""

    def scored(screen: Message) -> None:
        for score in screen["scores"]:
            halves = {"text": told, "short": told} if told else {"text": "3 pontos", "short": "3"}
            score.update(points=3, **halves)

    async with person(browser, house.url, change=scored) as ana:
        await ana.type_line(f"/jugar variante:{variant}")
        await ana.type_line("/empezar")
        await ana.until_asked()
        beside = ana.page.locator(".score-text").first
        await expect(beside).to_have_text(told or "\u00a0")


async def test_without_the_server_nothing_is_pressable(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        page = ana.page
        await page.get_by_role("button", name="Jugar ahora").click()
        await ana.until_asked()
        await page.context.set_offline(True)
        for socket in tuple(house.playground.sockets):
            await socket.close()
        await expect(page.locator(".ask [data-id='web.line.down']")).to_be_visible()
        await expect(page.locator(".ask.is-mine, .clock, .lay.is-able")).to_have_count(0)
        await expect(page.locator(".lay:not([aria-disabled=true])")).to_have_count(0)
        await expect(page.locator(".words .press:not([aria-disabled=true])")).to_have_count(0)


@pytest.mark.dear
async def test_the_last_trick_is_seen_beside_the_result(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.type_line("/jugar variante:paulista")
        await ana.page.get_by_role("button", name="Empezar").click()
        while await ana.until_asked() != "result":
            await (ana.answer() if await ana.asked() == "answer" else ana.lay())
        for size in (TELEPHONE, SIDEWAYS, LAPTOP):
            await ana.resize(size)
            assert await ana.page.locator(".laid").count() > 0
            assert await ana.page.evaluate(MEET, [".result", ".laid, .seat, .notepad"]) == 0


async def test_a_free_seat_of_the_lobby_is_a_button(house: House, browser: Browser) -> None:
    async with (
        person(browser, house.url) as ana,
        person(browser, house.url, size=TELEPHONE) as beto,
    ):
        await ana.type_line("/jugar jugadores:4")
        await beto.page.get_by_role("button", name="Sentarme").click()
        await expect(beto.page.locator("[data-side=B] .place.is-me")).to_have_count(1)
        await beto.page.locator("[data-side=A] .place-button").click()
        await expect(beto.page.locator("[data-side=A] .place.is-me")).to_have_count(1)


async def test_a_long_name_is_cut_before_what_says_that_it_is_mine(
    house: House, browser: Browser
) -> None:
    async with person(browser, house.url) as ana:
        await ana.call_me("Maximiliana")
        await ana.type_line("/jugar jugadores:2 robots:1")
        await expect(ana.page.locator(".place.is-me .name")).to_have_text("Maximiliana (yo)")
        await ana.type_line("/empezar")
        await ana.resize(TELEPHONE)
        name = ana.page.locator(".seat.is-me .name")
        await expect(name).to_have_text("Maximiliana (yo)")
        assert await ana.page.locator(".seat.is-me .name-own").evaluate(CUT)
        assert not await name.evaluate(CUT)
