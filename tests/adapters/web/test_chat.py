"""What people at and around a table write to one another on the page."""

import pytest

from adapters.web import limits
from adapters.web.words import say
from bot.match.names import shown_text
from bot.words import words_for
from tests.adapters.web.house import House, Message, Page
from tests.adapters.web.test_tabs import table_of_two

WORDS = words_for("es")
MARKUP = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; {{7*7}} ${x} %s {name}",
    "javascript:alert(1)",
)


async def talk(page: Page, text: str) -> Message:
    return await page.ask("line", text=text)


def nothing_heard(page: Page, *texts: str) -> bool:
    return not any(text in raw for raw in page.raw for text in texts)


async def in_sync(*pages: Page) -> None:
    """Everything said before has arrived."""
    for page in pages:
        await page.ask("line", text="/marcador")


async def test_a_line_is_read_at_and_around_the_table_and_nowhere_else(house: House) -> None:
    async with (
        house.visit("Ana") as ana,
        house.visit("Beto") as beto,
        house.visit("Eva") as eva,
        house.visit("Zoe") as zoe,
    ):
        match, _, _ = await table_of_two(ana, beto)
        await eva.tell("watch", match=match)
        await eva.screen()
        assert (await talk(ana, "Buenas noches a todos"))["tone"] == "ok"
        for reader in (beto, eva):
            told = await reader.hear("talk")
            assert (told["name"], told["text"]) == ("Ana", "Buenas noches a todos")
        assert (await talk(eva, "Linda mano, che"))["tone"] == "ok"
        told = await ana.hear("talk")
        assert (told["name"], told["onlooker"]) == ("Eva", True)
        assert (await talk(zoe, "Hola desde la lista"))["text"] == say("es", "web.talk")
        await in_sync(ana, beto, eva, zoe)
        assert nothing_heard(zoe, "Buenas noches", "Linda mano")
        assert nothing_heard(ana, "Hola desde")
        # The game's words and commands are no chat.
        await talk(ana, "/frase suerte")
        await in_sync(beto)
        assert nothing_heard(beto, "/frase suerte")
        # What looks like a code is told to nobody, right or wrong.
        for code in ("abc2defg", "abcdefghi2", "abcdefghijklmno2"):
            assert (await talk(ana, code))["tone"] == "no"
            await in_sync(beto)
            assert nothing_heard(beto, code)
        kept = repr(vars(house.service.store))
        assert "Buenas noches" not in kept
        assert "Linda mano" not in kept


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("hola\u202eatneim", "holaatneim"),
        ("a\u2066b\u2069c\u200fd", "abcd"),
        ("uno\ndos\ttres\u2028cuatro", "uno dos tres cuatro"),
        ("\x00\x1b[31mrojo\x7f", "[31mrojo"),
        ("o\u0301\u0301\u0301\u0301\u0301\u0301", None),
        ("  muchos   espacios ", "muchos espacios"),
        ("\u200b\u2800\u3164", ""),
        ("\ud800x", "x"),
        ("x" * 500, "x" * limits.LINE),
        *((markup, markup) for markup in MARKUP),
    ],
)
def test_what_is_written_covers_and_turns_nothing(written: str, shown: str | None) -> None:
    told = shown_text(written, longest=limits.LINE)
    if shown is not None:
        assert told == shown
    assert sum(letter == "\u0301" for letter in told) <= 3
