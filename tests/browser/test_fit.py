"""What is written fits into its room, and what is pressed is large enough for a finger: the rules
are measured on every screen of the walk, and at the tables where there is most to say."""

from typing import Final

import pytest
from playwright.async_api import Browser, expect

from bot.words import words_for
from engine.variants import VARIANTS
from tests.adapters.web.house import House
from tests.browser.people import LAPTOP, LOW, NARROW, SMALL, TABLET, TELEPHONE, Message, person
from tests.browser.screens import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

SIZES: Final = (NARROW, SMALL, LOW, TELEPHONE, TABLET, LAPTOP)

MISFITS = """(least) => {
  const open = document.querySelector('dialog[open]');
  const among = (selector) => [...document.querySelectorAll(selector)].filter((one) =>
    (!open || open.contains(one)) && one.getBoundingClientRect().width > 1
    && !one.closest('.unseen, [inert]')
    && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  const told = (what, ones) => ones.map(
    (one) => `${what}: ${one.className} ${one.textContent.slice(0, 60)}`);
  const box = (one) => one.getBoundingClientRect();
  const cut = (one) => one.scrollWidth > one.clientWidth + 1;
  const moves = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const page = document.scrollingElement;
  const bottom = open ? Math.min(innerHeight, box(open).bottom) : 0;
  return [
    ...told('moves sideways', [page, ...among('.hall, .play, .lobby, .feed, .dialog, .dialog-form')
      ].filter((one) => cut(one) && (one === page || moves(one)))),
    ...told('too low', among('button, summary, select, label:has(input)').filter(
      (one) => box(one).height < least - .1)),
    ...told('too small', among('a[href], input:not([type=checkbox])').filter(
      (one) => box(one).height < 24)),
    ...told('larger than its button', among('button:not(.lay), .more > summary').filter(cut)),
    ...told('cut', among('.score-name, .tally, .bar-part, .tool-name, .seat .name').filter(cut)),
    ...told('more than two lines', among('.bar-title').filter(
      (one) => box(one).height > 2.5 * parseFloat(getComputedStyle(one).lineHeight))),
    ...told('out of sight', among('.dialog-form:not(:has(.field-grid)) .press-primary').filter(
      (one) => box(one).bottom > bottom + .5)),
  ];
}"""
COVERED = """() => {
  const lines = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  };
  const meet = (one, two) => one.left < two.right - .5 && two.left < one.right - .5
    && one.top < two.bottom - .5 && two.top < one.bottom - .5;
  const named = (one) => one.getAttribute('class');
  const over = [...document.querySelectorAll('.laid, .turned .card, .seat, .badge, .bubble')];
  const written = [...document.querySelectorAll('.centre .said')].flatMap(
    (one) => lines(one).map((line) => [one.textContent, line]));
  const dots = [...document.querySelectorAll('.trick-dot')].map(
    (one) => [one.textContent, one.getBoundingClientRect()]);
  const cards = over.filter((one) => one.matches('.laid, .card'));
  return [
    ...written.flatMap(([text, line]) => over.filter((one) => meet(
      line, one.getBoundingClientRect())).map((one) => [text, named(one)])),
    ...dots.flatMap(([text, dot]) => over.filter((one) => !cards.includes(one) && meet(
      dot, one.getBoundingClientRect())).map((one) => [text, named(one)])),
  ];
}"""
"""Words on the cloth that something lies on, and numbers of tricks under a plate or a badge."""

HIDDEN = """() => {
  const end = document.querySelector('.ask').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('.ask .ask-line:not([data-id="hand.heard"])')]
    .filter((one) => one.getBoundingClientRect().bottom > end).map((one) => one.textContent);
}"""
"""What is asked and what the answers are worth, as far as it is out of sight. Señas may be: they
stand under their own button as well."""

CUT_OFF = """() => {
  const room = (one) => (one.closest('.words') ?? document.documentElement).getBoundingClientRect();
  return [...document.querySelectorAll('.mine .press')].filter((one) => one.checkVisibility())
    .filter((one) => {
      const [box, most] = [one.getBoundingClientRect(), room(one)];
      return box.right > Math.min(most.right, innerWidth) + .5 || box.bottom > most.bottom + .5;
    }).map((one) => one.textContent);
}"""
"""Buttons of which a part is out of sight."""

DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
"""What another width changes has been drawn."""

NAMES_ON_CARDS = """() => [...document.querySelectorAll('.named')].filter((one) => {
  const [plate, text] = [...one.children].map((part) => part.getBBox());
  return text.x < plate.x || text.x + text.width > plate.x + plate.width;
}).map((one) => one.textContent)"""


@pytest.mark.parametrize(
    ("variant", "players", "language"),
    [
        *(("argentino", 6, language) for language in LANGUAGES.values()),
        ("uruguayo", 2, LANGUAGES["es"]),
        ("uruguayo", 2, LANGUAGES["en"]),
        ("paulista", 2, LANGUAGES["en"]),
        ("paulista", 2, LANGUAGES["pt_BR"]),
    ],
)
async def test_words_of_the_cloth_and_buttons_are_whole(
    house: House, browser: Browser, variant: str, players: int, language: str
) -> None:
    """Until all have laid two cards, and a call has been answered."""
    async with person(browser, house.url, language=language) as ana:
        await ana.call_me("Ana")
        await ana.type_line(f"/jugar variante:{variant} jugadores:{players} robots:{players - 1}")
        await ana.type_line("/empezar")
        most, seen = 0, set[str]()
        while most < players * 2 or "answer" not in seen:
            if (asked := await ana.until_asked()) == "result":
                break
            laid = await ana.page.locator(".laid").count()
            if laid > most or asked not in seen:
                most = max(most, laid)
                seen.add(asked)
                for size in SIZES:
                    await ana.resize(size)
                    await ana.page.evaluate(DRAWN)
                    assert await ana.page.evaluate(COVERED) == [], (size, laid)
                    if size in (NARROW, LAPTOP):
                        assert await ana.page.evaluate(CUT_OFF) == [], (size, asked)
                        assert asked != "answer" or await ana.page.evaluate(HIDDEN) == [], size
            await (ana.answer() if asked == "answer" else ana.lay())
        assert most >= players, "too few cards were laid"
        assert {"answer", "card"} <= seen
        assert ana.complaints == []


QUESTIONS: Final = {
    "es-ES": (
        "Engranaje: ¡Falta envido! Contesta cualquiera del equipo.",
        "Quiero: la falta, 27 para {ours} o 30 para {theirs}. No quiero: 1.",
    ),
    "en-US": (
        "Engranaje: ¡Falta envido! Anyone on your team can answer.",
        "Quiero: the falta, 27 to {ours} or 30 to {theirs}. No quiero: 1.",
    ),
    "pt-BR": (
        "Engranaje: ¡Falta envido! Qualquer um do time pode responder.",
        "Quiero: a falta, 27 para {ours} ou 30 para {theirs}. No quiero: 1.",
    ),
}
"""Whoever needs other points than their rivals: what a falta envido pays is told for both teams."""


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_longest_question_is_seen_at_once(
    house: House, browser: Browser, language: str, players: int
) -> None:
    asked, stake = QUESTIONS[language]
    ours, theirs = ("Ana, Tornillo, Bujía", "Chispa, Alambre, Perilla")
    if players == 4:
        ours, theirs = "Ana, Tornillo", "Chispa, Alambre"

    def change(screen: Message) -> None:
        kept = [line for line in screen["lines"] if line["weight"] == "strong"][:1]
        for line in kept:
            line["text"] = asked
        price = stake.format(ours=ours, theirs=theirs)
        line = {"id": "table.stake.falta.each", "text": price, "weight": "normal"}
        screen["lines"] = [*kept, line]

    async with person(browser, house.url, language=language, change=change) as ana:
        await ana.type_line(f"/jugar variante:argentino jugadores:{players} robots:{players - 1}")
        await ana.type_line("/empezar")
        await ana.until_asked()
        for size in SIZES:
            await ana.resize(size)
            await ana.page.evaluate(DRAWN)
            await expect(ana.page.locator(".ask-line")).to_have_count(2)
            assert await ana.page.evaluate(HIDDEN) == [], size
        assert ana.complaints == []


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_the_longest_name_of_a_table_has_room_in_the_bar(
    house: House, browser: Browser, locale: str
) -> None:
    """Below 384 points it is only heard."""
    words = words_for(locale)
    game = max((words.text(f"variant.{variant}") for variant in VARIANTS), key=len)
    title = words.text("table.title", variant=game[:1].upper() + game[1:], n=8)
    practice = words.text("table.practice", title=title)

    def change(screen: Message) -> None:
        screen["title"] = practice

    async with person(browser, house.url, language=LANGUAGES[locale], change=change) as ana:
        await ana.call_me("Ana")
        await ana.page.locator(".press-gold.press-big").click()
        await ana.until_asked()
        for width in (320, 384, 390, 412, 430):
            await ana.resize({"width": width, "height": 844})
            await ana.page.evaluate(DRAWN)
            assert await ana.page.evaluate(MISFITS, 40) == [], width
        await expect(ana.page.locator(".bar-part")).to_have_text(practice.split(" · "))


async def test_the_name_of_a_card_stays_on_its_plate(house: House, browser: Browser) -> None:
    def change(screen: Message) -> None:
        for mark, name in zip(screen["cards"], ("pica-fumo", "espadilha", "pieza"), strict=False):
            mark["named"] = name

    async with person(browser, house.url, change=change) as ana:
        await ana.page.locator(".press-gold.press-big").click()
        await ana.until_asked()
        await expect(ana.page.locator(".my-card .named")).to_have_count(3)
        assert await ana.page.evaluate(NAMES_ON_CARDS) == []


FOLDED = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [fold, ask] = [box('.more > .fold'), box('.ask')];
  return ask.bottom - fold.bottom;
}"""


async def test_an_open_fold_leaves_no_edge_of_the_question(house: House, browser: Browser) -> None:
    async with person(browser, house.url, size=NARROW) as ana:
        await ana.page.locator(".press-gold.press-big").click()
        await ana.until_asked()
        await ana.page.locator(".more > summary").click()
        for size in (NARROW, SMALL, LOW, TELEPHONE):
            await ana.resize(size)
            assert abs(await ana.page.evaluate(FOLDED)) <= 1, size


UNREAD = """() => {
  for (const label of document.querySelectorAll('.tab-label')) {
    label.insertAdjacentHTML('beforeend', '<span class="unread">9+</span>');
  }
  return [...document.querySelectorAll('.tab')].filter((tab) => {
    const count = tab.querySelector('.unread').getBoundingClientRect();
    return count.width && count.right > tab.getBoundingClientRect().right;
  }).map((tab) => tab.textContent);
}"""
"""The ways to a page whose number of unread messages does not fit beside its name."""


@pytest.mark.parametrize("language", LANGUAGES.values())
async def test_the_number_of_unread_messages_is_not_cut_off(
    house: House, browser: Browser, language: str
) -> None:
    async with person(browser, house.url, size=NARROW, language=language) as ana:
        await expect(ana.page.locator(".tab")).to_have_count(2)
        assert await ana.page.evaluate(UNREAD) == []
