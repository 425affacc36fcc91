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
from engine.teacher.study_room import StudiedDecision
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


CARDS = say("en", "web.study.cards").split("|")


def start_of(address: str) -> StudiedDecision:
    """The first decision of the position at this address."""
    return present(study_room.position(address.partition(".")[0])).decisions[0]


def shares_of(hand: Any) -> dict[int, int]:
    """How often a hand gives each answer, by the answer's place."""
    return dict(zip(hand.answers, hand.shares, strict=True))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_numbers_of_the_guide_are_those_of_the_file(locale: str) -> None:
    three, tied, answering = room_told(locale).chapters
    for chapter in (three, tied, answering):
        assert all(len(row) == len(chapter.heads) for row in chapter.rows)
        for address, _ in chapter.at:
            name, *steps = address.split(".")
            present(study_room.decision_at(present(study_room.position(name)), *steps))
    for column, (name, _) in enumerate(three.at, 1):
        start = start_of(name)
        call = start.answers.index("truco")
        for other, row in enumerate(three.rows, 1):
            shares = [shares_of(hand)[call] for hand in start.hands if hand.held == (other, 10)]
            said = [format_percent(share / 100, locale=locale) for share in shares]
            assert row[column] == (said[0] if said else "–")


def test_the_answers_of_the_guide_are_those_of_the_file() -> None:
    """A hand that cannot refuse accepts; without such a hand there is no row."""
    guide = room_told("en").chapters[2]
    name, *steps = guide.at[0][0].split(".")
    asked = present(study_room.decision_at(present(study_room.position(name)), *steps))
    fold, good = asked.answers.index(NO_QUIERO), len(guide.heads)
    hands = {hand.held: shares_of(hand) for hand in asked.hands}
    rows = []
    for best in range(good, 15):
        folds = [hands.get((other, best)) for other in range(1, good)]
        accepts = [None if found is None else 1 - found.get(fold, 0) / 100 for found in folds]
        row = ["–" if share is None else format_percent(share, locale="en") for share in accepts]
        rows += [(CARDS[best - 1], *row)] * ({*row} != {"–"})
    assert guide.rows == tuple(rows) != ()


def test_the_leads_of_the_guide_are_those_of_the_file() -> None:
    guide = room_told("en").chapters[1]
    start = start_of(guide.at[0][0])
    rows = []
    for best, card in enumerate(CARDS, 1):
        hands = [hand for hand in start.hands if hand.held[1] == best]
        row = [card]
        for answer in ("truco", str(best)):
            at = start.answers.index(answer) if answer in start.answers else -1
            told = [shares_of(hand).get(at) for hand in hands]
            shares = [share for share in told if share is not None]
            row.append(_spread(shares, lambda share: format_percent(share / 100, locale="en")))
        worths = [max(hand.worth) for hand in hands]
        row.append(_spread(worths, lambda worth: _points(worth, "en")))
        rows += [tuple(row)] * bool(hands)
    assert guide.rows == tuple(rows) != ()


def calling(address: str) -> list[Any]:
    """The hands that mostly call truco at the start of this position."""
    start = start_of(address)
    call = start.answers.index("truco")
    return [hand for hand in start.hands if shares_of(hand).get(call, 0) > 50]


def test_the_guide_names_the_cards_beside_which_a_3_is_enough() -> None:
    told = room_told("en")
    three = told.chapters[0]
    won = {listed.name: listed.won for listed in told.positions}
    assert [won[name] for name, _ in three.at] == ["mano", "tied", "pie"]
    assert [card for card, *_ in three.rows] == CARDS[:10]
    enough = {}
    for name, _ in three.at:
        beside = [CARDS[hand.held[0] - 1] for hand in calling(name) if hand.held[1] == 10]
        cards = format_list(beside, locale="en")
        enough[won[name]] = cards or say("en", "web.study.guide.none")
    assert three.after == say("en", "web.study.guide.three.after", **enough)


def test_the_guide_names_the_cards_of_the_bluffs() -> None:
    """In the spots after a tie in which every answer loses, and most hands call all the same."""
    tied = room_told("en").chapters[1]
    bluffs = {hand.held[1] for hand in calling(tied.at[0][0]) if max(hand.worth) < 0}
    assert bluffs
    cards = format_list([CARDS[level - 1] for level in sorted(bluffs)], locale="en")
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
