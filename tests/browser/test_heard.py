"""A whole hand through the accessibility tree: what a screen reader is given at each step.

Held against the picture that the page has received, by roles and names; nothing is looked for by
its place on the page."""

import re

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.adapters.web.house import House
from tests.browser.people import Message, Person, person

pytestmark = [pytest.mark.browser, pytest.mark.dear, pytest.mark.asyncio(loop_scope="package")]

FOCUS = "() => document.activeElement?.closest('#play, #slash') !== null"
"""Whether the keys still act at the table: a pressed button may have gone."""


class Listener:
    """Somebody who plays by what is read to them."""

    def __init__(self, somebody: Person) -> None:
        self.person = somebody
        self.page = somebody.page
        self.heard: set[str] = set()
        """The ids of the lines of the log that were found."""

    async def screen(self) -> Message:
        """The newest picture, once the page shows it."""
        await self.person.until_asked()
        screen = self.person.screens[-1]
        await expect(self.page.locator("#play")).to_have_attribute(
            "data-version", str(screen["version"])
        )
        return screen

    async def listen(self, screen: Message) -> None:
        """The table, the question, my cards, what may be said, and what has happened."""
        await expect(self.page.get_by_role("img", name=screen["alt"], exact=True)).to_have_count(1)
        mine = self.page.get_by_role("region").filter(has=self.page.get_by_role("status"))
        for line in screen["lines"]:
            if line["weight"] == "strong":
                await expect(mine.get_by_role("status")).to_contain_text(line["text"])
        for card in screen["cards"]:
            named = re.compile(re.escape(card["label"]))
            held = mine.get_by_role("listitem").filter(
                has=self.page.get_by_role("button", name=named)
            )
            await expect(held).to_have_count(1)
        for button in screen["buttons"]:
            if button["group"] in ("answer", "call", "leave"):
                await expect(self.button(button["label"])).to_have_count(1)
        log = self.page.get_by_role("log")
        for line in screen["log"]:
            await expect(log.get_by_text(line["text"], exact=True).first).to_be_attached()
            self.heard.add(line["id"])

    def button(self, label: str) -> Locator:
        """A button in a group that has a name."""
        groups = self.page.get_by_role("group", name=re.compile(r"\w"))
        return groups.get_by_role("button", name=label, exact=True)

    async def act(self, screen: Message) -> None:
        """Answers, or lays the first card that may be laid: the focus goes there, then Enter."""
        answers = [button["label"] for button in screen["buttons"] if button["group"] == "answer"]
        if answers:
            chosen = self.button(answers[0])
        else:
            label = next(card["label"] for card in screen["cards"] if card["token"])
            chosen = self.page.get_by_role("button", name=re.compile(re.escape(label)))
        await chosen.focus()
        await self.page.keyboard.press("Enter")
        await self.page.wait_for_function(
            "before => document.querySelector('#play').dataset.version !== String(before)",
            arg=screen["version"],
        )
        assert await self.page.evaluate(FOCUS)


async def test_a_whole_hand_is_heard(house: House, browser: Browser) -> None:
    async with person(browser, house.url) as ana:
        await ana.type_line("/jugar variante:argentino jugadores:4 robots:3")
        await ana.type_line("/empezar")
        listener = Listener(ana)
        while (screen := await listener.screen())["number"] == 1 and screen["kind"] == "hand":
            await listener.listen(screen)
            await listener.act(screen)
        assert {"log.dealt", "log.laid"} <= listener.heard
        assert ana.complaints == []
