"""docs/lesson.md holds the words of the lesson as the person reads them."""

import re
from pathlib import Path
from typing import Final

from bot.match.vault import Vault
from bot.screen import Screen
from bot.screens.rendering.strip import strip_of
from bot.screens.teaching.lesson import LINES
from bot.store import Store
from engine.seen.view import SeatView
from tests.bot.helpers import Table
from tests.bot.teaching.test_lesson import Guided, obedient
from tests.kept import check_kept

PAGE: Final = Path(__file__).parents[2] / "docs" / "lesson.md"
WORDS: Final = re.compile(r"(?<=<!-- words -->\n).*(?=<!-- end of the words -->)", re.DOTALL)
PRESSED: Final = ("answer", "call", "match")


async def test_the_page_holds_the_words_as_they_are_read() -> None:
    guided, told = Guided(Table(Store.in_memory(), vault=Vault(b"k" * 32))), list[str]()
    await guided.begin("argentino")

    def choose(view: SeatView, spanish: Screen) -> str:
        step = obedient(view, spanish)
        labels = {card.token: card.label for card in screen.cards}
        labels |= {button.token: button.label for button in screen.buttons}
        pressed = next(label for token, label in labels.items() if token.endswith(f".{step}"))
        told.append(f"You press: {pressed}\n")
        return step

    number, moment = 0, ""
    for _ in range(200):
        screen = await guided.screen("en")
        if screen.kind == "hand" and screen.number != number:
            number = screen.number
            told.append(f"### Hand {number}\n")
            cards = ", ".join(card.label for card in screen.cards)
            strip = strip_of(screen.order, screen.deck, "**[{}]**".format)
            told.append(f"Your cards: {cards}\n\n{strip}\n")
        if (now := read(screen)) and now != moment:
            told.append(now)
            moment = now
        if not await guided.step(choose):
            break
    words = "\n".join(told)
    check_kept(PAGE, WORDS.sub(lambda _: f"\n{words}\n", PAGE.read_text("utf-8")))


def read(screen: Screen) -> str:
    """The new things on a hand's screen: what is asked, what is told, the buttons."""
    said = [line.text for line in screen.lines]
    if screen.kind != "hand" or not any(line.id.startswith(LINES) for line in screen.lines):
        return ""
    text = ">\n".join(f"> {line}\n" for line in said)
    buttons = ", ".join(button.label for button in screen.buttons if button.group in PRESSED)
    return text + (f"\nButtons: {buttons}\n" if buttons else "")
