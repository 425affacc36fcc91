"""The study room over HTTP. It stands on a file alone: no match is read for it."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from babel.lists import format_list
from babel.numbers import format_percent

from adapters.web.files import STATIC
from adapters.web.study import StudyPages, room_told
from adapters.web.study_guide import _points, _spread
from adapters.web.words import page_words, say
from bot.words import LOCALES
from engine.actions import NO_QUIERO
from engine.teacher import study_room
from tests.adapters.web.house import House
from tests.narrow import present


@pytest.fixture
async def room() -> AsyncIterator[TestClient[web.Request, web.Application]]:
    """The room without a service, and so without a match."""
    app = web.Application()
    StudyPages(lambda request: "<p>page</p>", "es").add_to(app.router)
    async with TestClient(TestServer(app)) as client:
        yield client


async def read(room: TestClient[web.Request, web.Application], path: str) -> Any:
    async with room.get(path) as answer:
        assert answer.status == 200
        return await answer.json()


async def test_a_reader_gets_positions_cards_and_chapters(
    room: TestClient[web.Request, web.Application],
) -> None:
    told = await read(room, "/estudio/sala.json?idioma=en")
    assert [listed["name"] for listed in told["positions"]] == list(study_room.names())
    assert {listed["won"] for listed in told["positions"]} == {"mano", "tied", "pie"}
    assert len(told["cards"]) == 14
    assert told["cards"][13] == ["1e"]
    assert "When is a 3 enough" in told["chapters"][0]["title"]
    name = told["positions"][0]["name"]
    position = await read(room, f"/estudio/{name}.json")
    assert position["decisions"][0]["answers"][-1] == "truco"
    for strange in ("4e-4e", "sala-", "..%2fx"):
        async with room.get(f"/estudio/{strange}.json") as answer:
            assert answer.status == 404


async def test_the_page_is_served(house: House) -> None:
    async with house.session.get(f"{house.url}/estudio") as answer:
        assert "study-page.page.js" in await answer.text()
    async with house.session.get(f"{house.url}/ventana/telegram/estudio") as answer:
        assert answer.status == 404, "there are no windows here"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_numbers_of_the_guide_are_those_of_the_file(locale: str) -> None:
    three, tied, answering = room_told(locale).chapters
    for chapter in (three, tied, answering):
        assert all(len(row) == len(chapter.heads) for row in chapter.rows)
        for address, _ in chapter.at:
            name, *steps = address.split(".")
            studied = study_room.position(name)
            assert studied is not None
            assert study_room.decision_at(studied, *steps) is not None
    for column, (name, _) in enumerate(three.at, 1):
        studied = study_room.position(name)
        assert studied is not None
        start = studied.decisions[0]
        call = start.answers.index("truco")
        for other, row in enumerate(three.rows, 1):
            hands = [hand for hand in start.hands if hand.held == (other, 10)]
            shares = [hand.shares[hand.answers.index(call)] / 100 for hand in hands]
            said = [format_percent(share, locale=locale) for share in shares]
            assert row[column] == (said[0] if said else "–")


def test_the_answers_of_the_guide_are_those_of_the_file() -> None:
    """A hand that cannot refuse accepts; without such a hand there is no row."""
    guide = room_told("en").chapters[2]
    name, *steps = guide.at[0][0].split(".")
    asked = study_room.decision_at(present(study_room.position(name)), *steps)
    assert asked is not None
    fold = asked.answers.index(NO_QUIERO)
    hands = {hand.held: hand for hand in asked.hands}
    rows = []
    good, cards = len(guide.heads), say("en", "web.study.cards").split("|")
    for best in range(good, 15):
        row = []
        for other in range(1, good):
            hand = hands.get((other, best))
            folds = dict(zip(hand.answers, hand.shares, strict=True)) if hand else {}
            accepts = format_percent(1 - folds.get(fold, 0) / 100, locale="en")
            row.append(accepts if hand else "–")
        if {*row} != {"–"}:
            rows.append((cards[best - 1], *row))
    assert guide.rows == tuple(rows) != ()


def test_the_leads_of_the_guide_are_those_of_the_file() -> None:
    guide = room_told("en").chapters[1]
    start = present(study_room.position(guide.at[0][0])).decisions[0]
    rows = []
    for best, card in enumerate(say("en", "web.study.cards").split("|"), 1):
        hands = [hand for hand in start.hands if hand.held[1] == best]
        row = [card]
        for answer in ("truco", str(best)):
            at = start.answers.index(answer) if answer in start.answers else -1
            told = [dict(zip(hand.answers, hand.shares, strict=True)).get(at) for hand in hands]
            shares = [share for share in told if share is not None]
            row.append(_spread(shares, lambda share: format_percent(share / 100, locale="en")))
        worths = [max(hand.worth) for hand in hands]
        row.append(_spread(worths, lambda worth: _points(worth, "en")))
        rows += [tuple(row)] * bool(hands)
    assert guide.rows == tuple(rows) != ()


def test_the_guide_names_the_cards_beside_which_a_3_is_enough() -> None:
    told = room_told("en")
    three, names = told.chapters[0], say("en", "web.study.cards").split("|")
    won = {listed.name: listed.won for listed in told.positions}
    assert [won[name] for name, _ in three.at] == ["mano", "tied", "pie"]
    assert [card for card, *_ in three.rows] == names[:10]
    enough = []
    for name, _ in three.at:
        start = present(study_room.position(name)).decisions[0]
        call = start.answers.index("truco")
        hands = [hand for hand in start.hands if hand.held[1] == 10 and call in hand.answers]
        calling = [hand for hand in hands if hand.shares[hand.answers.index(call)] > 50]
        cards = format_list([names[hand.held[0] - 1] for hand in calling], locale="en")
        enough.append(cards or say("en", "web.study.guide.none"))
    mano, tied, pie = enough
    assert three.after == say("en", "web.study.guide.three.after", mano=mano, tied=tied, pie=pie)


def test_the_guide_names_the_cards_of_the_bluffs() -> None:
    """In the spots after a tie in which every answer loses, and most hands call all the same."""
    tied = room_told("en").chapters[1]
    studied = study_room.position(tied.at[0][0])
    assert studied is not None
    start = studied.decisions[0]
    call = start.answers.index("truco")
    calling = [
        hand
        for hand in start.hands
        if call in hand.answers and hand.shares[hand.answers.index(call)] > 50
    ]
    bluffs = {hand.held[1] for hand in calling if max(hand.worth) < 0}
    assert bluffs
    told = [say("en", "web.study.cards").split("|")[level - 1] for level in sorted(bluffs)]
    cards = format_list(told, locale="en")
    assert tied.after == say("en", "web.study.guide.tied.after", cards=cards)


@pytest.mark.parametrize(
    ("found", "told"), [([], "–"), ([4], "4"), ([5, 3, 9], "3 … 9"), ([1004, 1001], "1000")]
)
def test_the_least_and_the_most_of_a_column(found: list[int], told: str) -> None:
    """What reads the same is told once."""
    assert _spread(found, lambda one: str(one if one < 1000 else 1000)) == told


def test_no_number_of_the_guide_is_written_by_hand() -> None:
    """But for names of cards, and nought."""
    for locale in LOCALES:
        for id, text in page_words(locale).items():
            if id.startswith("web.study.guide."):
                assert set(re.findall(r"\d+", text)) <= {"3", "12", "0"}, id


def test_without_a_file_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study_room, "FILE", STATIC / "none.bin")
    monkeypatch.setattr(study_room, "names", study_room.names.__wrapped__)
    told = room_told("es")
    assert told.positions == ()
    assert told.chapters == ()


def test_the_page_asks_for_nothing_of_a_match() -> None:
    script = (STATIC / "js" / "study-page.js").read_text("utf-8")
    asked = re.findall(r"\bread\((`[^`]*`|[^)]*\))", script)
    ours = [address for address in asked if "estudio/" in address or "words/study" in address]
    assert len(ours) == 3
    for word in ("WebSocket", "truco.key", "Truco-Key", "partida", "localStorage"):
        assert word not in script
