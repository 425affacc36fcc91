"""What people at and around a table write to one another on the page."""

import logging

import pytest
from structlog.testing import capture_logs

from adapters.web import limits
from adapters.web.words import say
from bot.match.names import shown_text
from bot.words import words_for
from tests.adapters.web.house import House, Message, Page
from tests.adapters.web.test_tabs import table_of_two

WORDS = words_for("es")
XSS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; {{7*7}} ${x} %s {name}",
    "javascript:alert(1)",
)


async def talk(page: Page, text: str) -> Message:
    return await page.ask("line", text=text)


async def heard(page: Page) -> tuple[str, str]:
    told = await page.hear("talk")
    return told["name"], told["text"]


def nothing_heard(page: Page, *texts: str) -> bool:
    return not any(text in raw for raw in page.raw for text in texts)


async def in_sync(*pages: Page) -> None:
    """Everything said before has arrived."""
    for page in pages:
        await page.ask("line", text="/marcador")


async def press(page: Page, token: str, what: str) -> Message:
    return await page.ask("press", token=token.replace("about", what))


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
        assert await heard(beto) == await heard(eva) == ("Ana", "Buenas noches a todos")
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


async def test_markup_is_text(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto:
        await table_of_two(ana, beto)
        for text in XSS:
            await talk(ana, text)
            assert (await heard(beto))[1] == text


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
    ],
)
def test_what_is_written_covers_and_turns_nothing(written: str, shown: str | None) -> None:
    told = shown_text(written, longest=limits.LINE)
    if shown is not None:
        assert told == shown
    assert sum(letter == "\u0301" for letter in told) <= 3


async def test_the_host_alone_silences_and_a_report_names_nobody(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with house.visit("Ana") as ana, house.visit("Beto") as beto, house.visit("Eva") as eva:
        match, _, _ = await table_of_two(ana, beto)
        await eva.tell("watch", match=match)
        await eva.screen()
        with capture_logs() as logs:
            await talk(eva, "secreto malvado")
            token = (await beto.hear("talk"))["token"]
            offered = await press(beto, token, "about")
            keys = [leaf["key"].rpartition(".")[2] for leaf in offered["page"]["turns"]]
            assert keys == ["mute", "report"]
            for _ in range(2):
                await press(beto, token, "report")
            noticed = await ana.hear("notice", lambda message: "Eva" in message["text"])
            assert noticed["text"] == say("es", "web.chat.report.host", name="Eva")
        reports = [log for log in logs if log["event"] == "playground.chat_reported"]
        assert [set(report) for report in reports] == [{"event", "log_level", "match", "writer"}]
        told = repr(logs) + caplog.text
        assert "malvado" not in told
        assert "Eva" not in told
        refused = await press(beto, token, "silence")
        assert refused["page"]["text"] == WORDS.text("reason.NOT_HOST", host="Ana")
        done = await press(ana, token, "silence")
        assert done["page"]["text"] == say("es", "web.chat.silenced")
        refused = await talk(eva, "otra cosa")
        assert refused["text"] == WORDS.text("reason.SILENCED")
        await in_sync(ana, beto)
        assert nothing_heard(ana, "otra cosa")


async def test_late_onlookers_do_not_read_the_players(house: House) -> None:
    async with house.visit("Ana") as ana, house.visit("Beto") as beto, house.visit("Eva") as eva:
        match = await ana.open_table(jugadores="2", espectadores="tarde")
        await beto.ask("sit", match=match)
        await ana.ask("line", text="/empezar")
        await eva.tell("watch", match=match)
        assert (await eva.screen())["onlooker"]
        await talk(ana, "me dieron treinta y tres de mano")
        await beto.hear("talk")
        await in_sync(eva)
        assert nothing_heard(eva, "treinta y tres")
        await talk(eva, "que van a hacer")
        assert await heard(ana) == ("Eva", "que van a hacer")
