"""Films over HTTP: who gets which, and what becomes of a record that somebody brings."""

import json
import re
from html import escape
from typing import Any

import pytest

from adapters.web.films import KEY, RECORD_BYTES
from bot.screens.pages import ANALYSIS, FILM, Leaf, PageKey
from bot.screens.pages import Page as BotPage
from bot.words import words_for
from tests.adapters.web.house import House, Page, a_key
from tests.bot.pictures.test_film import NAMED
from tests.fairness.verifiers import RECORDS

OTHER_KEY = "x" * 22


async def ended(ana: Page, **options: str) -> str:
    """A match against a robot, ended; its code."""
    match = await ana.open_table(**options)
    await ana.ask("line", text="/empezar")
    await ana.screen(lambda screen: screen["kind"] == "hand")
    await ana.ask("line", text="/terminar")
    await ana.screen(lambda screen: screen["kind"] == "result")
    return match


async def told(
    house: House, path: str, status: int = 200, *, key: str = "", data: bytes | None = None
) -> dict[str, Any]:
    """What is answered to a tab with this key, or to somebody who brings a record."""
    method, headers = "GET" if data is None else "POST", {KEY: key} if key else {}
    address = f"{house.url}/partida{path}"
    async with house.session.request(method, address, data=data, headers=headers) as answer:
        assert answer.status == status
        found: dict[str, Any] = await answer.json()
        return found


async def film(
    house: House, match: str, status: int = 200, query: str = "", key: str = ""
) -> dict[str, Any]:
    return await told(house, f"/{match}/pelicula.json{query}", status, key=key)


async def analysis(house: House, match: str, key: str, status: int = 200) -> dict[str, Any]:
    return await told(house, f"/{match}/analisis.json?idioma=en", status, key=key)


async def brought(house: House, data: bytes, status: int, query: str = "") -> dict[str, Any]:
    return await told(house, query, status, data=data)


async def page(house: House, path: str) -> str:
    async with house.session.get(house.url + path) as answer:
        assert answer.status == 200
        return await answer.text()


async def test_a_film_comes_with_its_page(house: House) -> None:
    async with house.visit("Ana <b>") as ana:
        match = await ended(ana)
    told = await film(house, match)
    assert told["match"] == match
    assert told["names"][0] == "Ana <b>"
    assert told["eye"] == -1
    assert all(told["frames"][0]["hands"])
    html = await page(house, f"/partida/{match}")
    assert "js/film-page.page.js" in html
    assert f'content="{house.url}/partida/{match}"' in html
    assert "Ana &lt;b&gt;" in html
    alt = told["frames"][-1]["screen"]["alt"]
    assert escape(alt) not in html, "what only the film itself shows"
    assert "Ana <b>" not in html
    assert re.findall(r'<meta (?:property|name)="((?:og|twitter)[\w:]+|description)"', html) == [
        "og:type",
        "og:url",
        "og:title",
        "og:description",
        "og:image",
        "og:image:type",
        "og:image:width",
        "og:image:height",
        "og:image:alt",
        "twitter:card",
        "description",
    ]


async def test_a_preview_and_a_moving_picture(house: House) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
        private = await ended(ana, privada="si")
        for name, begins in (("vista.png", b"\x89PNG"), ("mano.gif", b"GIF8")):
            async with house.session.get(f"{house.url}/partida/{match}/{name}") as answer:
                assert answer.status == 200
                assert (await answer.read()).startswith(begins)
                others_may = answer.headers.get("Cross-Origin-Resource-Policy") == "cross-origin"
                assert others_may == (name == "vista.png"), "messengers show it in their pages"
            for code in (private, "zzzzzzzz"):
                async with house.session.get(f"{house.url}/partida/{code}/{name}") as answer:
                    assert answer.status == 404
            headers = {KEY: ana.key}
            address = f"{house.url}/partida/{private}/{name}"
            async with house.session.get(address, headers=headers) as answer:
                assert answer.status == 200
    assert f'content="{house.url}/partida/{match}/vista.png"' in await page(
        house, f"/partida/{match}"
    )


async def test_one_seat_s_eye_and_a_language(house: House) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
    told = await film(house, match, query="?ojo=1&idioma=en")
    first = told["frames"][0]
    assert told["eye"] == 1
    assert first["hands"] == []
    assert len(first["screen"]["cards"]) == 3
    assert first["screen"]["locale"] == "en"
    for strange in ("2", "7", "9", "x", "-1", ""):
        assert (await film(house, match, query=f"?ojo={strange}"))["eye"] == -1


async def test_running_matches_and_unknown_codes_tell_nothing(house: House) -> None:
    async with house.visit() as ana:
        match = await ana.open_table()
        none = await film(house, "zzzzzzzz", 404)
        nothing = none, await page(house, "/partida/zzzzzzzz")
        assert none["reason"] == "none"
        assert (await film(house, match, 404), await page(house, f"/partida/{match}")) == nothing
        await ana.ask("line", text="/empezar")
        await ana.screen(lambda screen: screen["kind"] == "hand")
        told = await film(house, match, 404, key=ana.key)
        assert (told, await page(house, f"/partida/{match}")) == nothing
        async with house.session.get(f"{house.url}/partida/{match}/partida.truco") as answer:
            assert answer.status == 404


async def test_a_private_film_is_for_the_tab_that_sat_there(house: House) -> None:
    async with house.visit() as ana:
        match = await ended(ana, privada="si")
        for key in ("", OTHER_KEY, "no key"):
            assert (await film(house, match, 404, key=key))["reason"] == "none"
        assert (await film(house, match, key=ana.key))["match"] == match
        assert "og:" not in await page(house, f"/partida/{match}")
        address = f"{house.url}/partida/{match}/partida.truco"
        for key, status in (("", 404), (ana.key, 200)):
            async with house.session.get(address, headers={KEY: key}) as answer:
                assert answer.status == status


async def test_a_record_that_is_brought_is_shown(house: House) -> None:
    told = await brought(house, NAMED.encode(), 200, "?ojo=0&idioma=pt_BR")
    assert told["names"] == ["Ana", "Beto"]
    assert told["match"] == ""
    assert told["eye"] == 0
    assert told["frames"][0]["screen"]["locale"] == "pt_BR"


async def test_the_checks_of_its_proof_come_with_a_film(house: House) -> None:
    """The first that fails is marked, and none after it is trusted."""
    good = RECORDS["duels"]
    told = await brought(house, good.encode(), 200)
    assert [mark for mark, _ in told["ticks"]] == ["✓"] * 6
    first, root, rest = good.rpartition("proof root ")
    wrong = first + root + ("1" if rest[0] == "0" else "0") + rest[1:]
    told = await brought(house, wrong.encode(), 200)
    assert [mark for mark, _ in told["ticks"]] == ["✓", "✓", "✗", "–", "–", "–"]
    assert (await brought(house, NAMED.encode(), 200))["ticks"] == []


async def test_what_nobody_can_check_is_no_tick(house: House) -> None:
    """With velo nothing was published. Where a step needs a card that nobody saw, the replay ends,
    and the result after it might be anything."""
    for name, score in (("velo", "✓"), ("velo-piles", "–")):
        told = await brought(house, RECORDS[name].encode(), 200)
        assert [mark for mark, _ in told["ticks"]] == ["–", "✓", "–", "✓", "✓", score]
    first, opening, rest = RECORDS["velo"].rpartition("proof opening ")
    place, salt, after = rest.split(" ", 2)
    wrong = f"{first}{opening}{place} {salt[::-1]} {after}"
    told = await brought(house, wrong.encode(), 200)
    assert [mark for mark, _ in told["ticks"]] == ["–", "✓", "–", "✓", "✗", "–"]


@pytest.mark.parametrize(
    ("data", "status", "reason", "line"),
    [
        (NAMED.replace("0 envido", "0 foo").encode(), 422, "wrong", 10),
        (NAMED.replace("1 play 3e", "1 play 3b").encode(), 422, "wrong", 14),
        (b"\xff\xfe\x00", 422, "wrong", 1),
        (b"", 422, "wrong", 1),
        (b"record 1\nvariant argentino\nplayers 2\n", 422, "empty", 0),
        (b"#" * (RECORD_BYTES + 1), 413, "long", 0),
    ],
    ids=["no word", "no such card", "no text", "nothing", "no hand", "too long"],
)
async def test_a_wrong_record_is_answered_with_its_fault(
    house: House, data: bytes, status: int, reason: str, line: int
) -> None:
    told = await brought(house, data, status)
    assert (told["reason"], told["line"]) == (reason, line)
    assert bool(told["text"]) == (reason == "wrong")


async def test_another_page_may_not_bring_records(house: House) -> None:
    strange = {"Origin": "http://evil.example"}
    async with house.session.post(
        f"{house.url}/partida", data=NAMED.encode(), headers=strange
    ) as answer:
        assert answer.status == 403


async def test_frames_hold_nothing_that_can_be_pressed(house: House) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
    told = await film(house, match)
    assert '"token":""' in json.dumps(told, separators=(",", ":"))
    for frame in told["frames"]:
        assert frame["screen"]["buttons"] == []
        assert not any(card["token"] for card in frame["screen"]["cards"])


async def test_only_the_tab_that_played_reads_what_the_teacher_says(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
        key = ana.key
    none = words_for("en").text("analysis.none")
    assert await analysis(house, match, "", 404) == {"reason": "none", "line": 0, "text": ""}
    assert await analysis(house, match, "x", 404) == {"reason": "none", "line": 0, "text": ""}
    assert (await analysis(house, match, OTHER_KEY))["text"] == none
    monkeypatch.setattr("bot.pages.analysis._PATIENCE", 60.0)
    told = await analysis(house, match, key)
    assert told["text"] != none
    assert told["ready"] is True


async def test_marks_lie_on_the_steps_of_the_film(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house.visit() as ana:
        match = await ended(ana)
        key = ana.key
    leaves = (Leaf(str(PageKey(FILM, match, "0", 3)), "1"),)

    async def page_of(*_: object) -> BotPage:
        return BotPage("", "all", headings=("dear",), turns=leaves)

    async def going(*_: object) -> BotPage:
        return BotPage("", "hand 1", turns=(Leaf(str(PageKey(ANALYSIS, match)), "?"),))

    async def steps(*_: object) -> dict[int, str]:
        return {1: "as the master", 3: "otherwise"}

    monkeypatch.setattr("adapters.web.films.judged_steps", steps)
    monkeypatch.setattr("adapters.web.films.page_for", page_of)
    told = await analysis(house, match, key)
    marks = [
        {"place": 3, "text": "dear", "dear": True},
        {"place": 1, "text": "as the master", "dear": False},
        {"place": 3, "text": "otherwise", "dear": False},
    ]
    assert told == {"text": "all", "ready": True, "marks": marks}
    monkeypatch.setattr("adapters.web.films.page_for", going)
    assert await analysis(house, match, key) == {"text": "hand 1", "ready": False, "marks": []}


async def test_a_film_that_is_not_for_everybody_is_not_kept(house: House) -> None:
    """The worker keeps nothing that the server does not want to be stored."""
    async with house.visit() as ana:
        match = await ended(ana, privada="si")
        for key, status, stored in ((ana.key, 200, "no-store"), (a_key(), 404, "no-cache")):
            address = f"{house.url}/partida/{match}/pelicula.json"
            async with house.session.get(address, headers={KEY: key}) as answer:
                assert (answer.status, answer.headers["Cache-Control"]) == (status, stored)
