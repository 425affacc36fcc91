"""The messages themselves: they fit, and tell nobody more than their reader may know.

The property of :mod:`tests.watching` over every message that a screen becomes: the table in the
group, a hand in its private chat, an alert, the menus. Many matches of every game, without a wire;
:mod:`.test_secrecy` does it over the wire with fewer."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import pytest
from hypothesis import given

import bot.screens
import engine.events
import engine.seen.view
from adapters.telegram import layout
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.pages import question_page
from bot.screen import Screen
from bot.words import LOCALES
from engine.events import AnyEvent
from engine.seen.view import PUBLIC
from engine.state.state import State
from tests.adapters.telegram import description, markup, rules
from tests.examples import examples, many
from tests.strategies import GAMES, Playout, seeds, start_from
from tests.watching import Leak, info_of, watch_random

games = pytest.mark.parametrize("game", GAMES)


def pages_of(state: State, events: Sequence[AnyEvent], seat: int, locale: str) -> Iterator[Page]:
    """Every message that this seat, or everybody, can get of this moment."""
    info = info_of(state)
    for reader in sorted({PUBLIC, seat}):
        told = [engine.events.disclosed(event, reader) for event in events]
        view = engine.seen.view.view(state, reader)
        screen = bot.screens.build(info, view, locale, told)
        for places in (False, True):
            yield layout.page_of(screen, mention="👉 Ana", places=places, notice="¡Te toca!")
        if screen.senas:
            yield Page("·", layout.senas_keys(screen))
        if screen.question is not None:
            page = question_page(screen.question)
            if page is not None:
                yield page
        if reader != PUBLIC:
            yield Page(alert_of(state, screen, reader))


def alert_of(state: State, screen: Screen, seat: int) -> str:
    """The hand as an answer to a press."""
    view = engine.seen.view.view(state, seat)
    spelling = state.table.spelling
    dealt = [spelling.write(card) if card >= 0 else "back" for card in view.dealt]
    return layout.alert_text(screen, dealt)


def sent(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    return msgspec.json.encode(list(pages_of(state, events, seat, "es")))


@games
@examples(8)
@given(seed=seeds)
def test_no_message_tells_deals_apart(game: str, seed: int) -> None:
    watch_random(start_from(seed, game), seed, sent, 25)


def keys_of(page: Page) -> dict[str, object]:
    rows = [
        [
            {"text": key.label}
            | ({"url": key.url} if key.url else {"callback_data": key.data})
            | ({"style": key.style} if key.style else {})
            for key in row
        ]
        for row in page.keys
    ]
    return {"inline_keyboard": rows}


def complaints_about(page: Page) -> list[str]:
    """What the Bot API would not take."""
    values = {"chat_id": 1, "text": page.html, "parse_mode": "HTML", "reply_markup": keys_of(page)}
    written = rules.complaints("sendMessage", values)
    return written + description.complaints_about_call("sendMessage", values)


@games
@pytest.mark.parametrize(
    "locale",
    [pytest.param(locale, marks=[pytest.mark.dear] * (locale == "en")) for locale in LOCALES],
)
def test_every_message_fits(game: str, locale: str) -> None:
    """In every language, with the longest names that people give themselves."""
    for seed in range(LOCALES.index(locale), many(6), len(LOCALES)):
        playout = Playout(start_from(seed, game), seed).play(40)
        seat = seed % playout.start.table.players
        for taken in playout.taken:
            for page in pages_of(taken.after, taken.events, seat, locale):
                assert not complaints_about(page), page
                text, _ = markup.parse(page.html) if page.keys else (page.html, [])
                assert len(text) <= 1500
            view = engine.seen.view.view(taken.after, seat)
            told = [engine.events.disclosed(event, seat) for event in taken.events]
            screen = bot.screens.build(info_of(taken.after), view, locale, told)
            assert len(alert_of(taken.after, screen, seat)) <= 200


def test_a_message_that_does_not_fit_is_found() -> None:
    """Planted."""
    assert complaints_about(Page("<b>Ana"))
    assert complaints_about(Page("Ana & Beto"))
    assert complaints_about(Page("x", ((InlineButton("x", "y" * 65),),)))
    assert complaints_about(Page("x", ((InlineButton("x"),),)))
    assert not complaints_about(Page("<b>Ana</b> &amp; Beto", ((InlineButton("x", "y"),),)))


LEAKS: dict[str, Callable[[State, int], str]] = {
    "a card of another": lambda state, seat: str(_others(state, seat)[0]),
    "how many low cards another has": lambda state, seat: str(
        sum(card % 10 < 5 for card in _others(state, seat))
    ),
    "that another has a figure": lambda state, seat: str(
        any(card % 10 > 6 for card in _others(state, seat))
    ),
}


def _others(state: State, seat: int) -> list[int]:
    assert state.hand is not None
    return [card for other, hand in enumerate(state.hand.dealt) if other != seat for card in hand]


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("where", ["text", "label", "data"])
def test_a_leak_in_a_message_would_be_found(leak: str, where: str) -> None:
    """Planted, in the body, on a button, in its data."""

    def leaking(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
        pages = list(pages_of(state, events, seat, "es"))
        told = LEAKS[leak](state, seat) if state.hand is not None else ""
        first = pages[0]
        match where:
            case "text":
                pages[0] = Page(f"{first.html}{told}", first.keys)
            case "label":
                pages[0] = Page(first.html, (*first.keys, (InlineButton(told, "t"),)))
            case _:
                pages[0] = Page(first.html, (*first.keys, (InlineButton("x", told),)))
        return msgspec.json.encode(pages)

    def watched() -> None:
        for seed in range(30):
            watch_random(start_from(seed), seed, leaking, 25)

    with pytest.raises(Leak):
        watched()
