"""Pictures of films: the preview of an address, and the hand of the match as a moving picture."""

import asyncio
import io
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from PIL import Image, ImageSequence
from structlog.testing import capture_logs

from bot.film.films import Films, Viewer
from bot.film.frames import OPEN, Film, film_of
from bot.film.pictures import _moment, finest_hand, hand_of_the_match, moving, preview_png
from bot.messages import MatchId
from bot.model import Status
from bot.pictures.drawing import lettering, look, moment
from bot.pictures.ending import HIGH, WIDE, Ending
from bot.pictures.moment import PicturedMoment, PicturedSeat
from bot.store import Store
from bot.words import LOCALES, read
from engine.seen.view import PUBLIC
from tests.bot.helpers import ANA, BETO, COMMUNITY, STRANGER, Table
from tests.bot.pictures.test_film import NAMED, played
from tests.bot.pictures.test_films import private
from tests.bot.scenes import info_for
from tests.examples import examples, some
from tests.narrow import present
from tests.strategies import GAMES, seeds

LARGEST = 512 * 1024
"""Bytes of a moving picture."""
EXTRA = """
hand dealer 1
deal 0 1e 1b 7e
deal 1 4c 5c 6b
0 truco
1 retruco
0 quiero
0 play 1e
1 play 4c
0 play 1b
1 play 5c
"""


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def frames_of(data: bytes) -> int:
    return sum(1 for _ in ImageSequence.Iterator(opened(data)))


def dearer() -> Film:
    return film_of(NAMED.replace("end agreed\n", EXTRA))


def test_a_preview_has_the_size_that_previews_have() -> None:
    image = opened(preview_png(film_of(NAMED, "abcd2345"), "es", "truco.example"))
    assert (image.format, image.size) == ("PNG", (WIDE, HIGH))


@pytest.mark.parametrize("game", GAMES)
@examples(2)
@given(seed=seeds)
def test_a_preview_shows_no_card_that_nobody_saw(game: str, seed: int) -> None:
    """Of the hand of the match it shows what was laid, and backs for what lay face down."""
    shown: list[Ending] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.film.pictures.png", shown.append)
        match = played(seed, game, 60)
        end = info_for(match.state.table, status=Status.OVER, ended="agreed")
        film = film_of(match.record(), end.match, end)
        preview_png(film, "es", "")
    (told,) = shown
    steps = [step.state for step in film.steps if step.state.hand is not None]
    numbers = [step.state.number for step in film.steps]
    number = numbers[film.first_of(hand_of_the_match(film))]
    state = next(step for step in reversed(steps) if step.number == number)
    assert state.hand is not None
    write = state.table.spelling.write
    for seat, mark in enumerate(told.seats):
        laid = [play for play in state.hand.plays if play.seat == seat]
        codes = ["back" if play.covered else write(play.card) for play in laid]
        assert [card.code for card in mark.laid] == codes
    assert told.turned == ("" if state.hand.turned < 0 else write(state.hand.turned))


def test_the_dearest_hand_is_the_hand_of_the_match() -> None:
    film = dearer()
    assert [sum(film.points_of(hand)) for hand in range(film.hands)] == [2, 1, 3]
    assert hand_of_the_match(film) == 2


def test_the_hand_of_the_match_is_kept_as_everybody_saw_it() -> None:
    seen = present(finest_hand(NAMED.replace("end agreed\n", EXTRA)))
    assert (seen.seat, seen.number, seen.cards) == (PUBLIC, 3, ())
    assert finest_hand("") is None


def test_where_nobody_has_won_a_point_there_is_none() -> None:
    begun = EXTRA[: EXTRA.index("0 play 1e")]
    text = f"record 1\nvariant argentino\nplayers 2\n{begun}end agreed\n"
    assert film_of(text).hands == 1
    assert finest_hand(text) is None


def test_of_equal_hands_the_closest_one_counts() -> None:
    """The second one here: Ana has come nearer by then."""
    again = EXTRA.replace("dealer 1", "dealer 0").replace("0 play 1e\n1 play 4c\n", "")
    again = again.replace("0 truco\n", "1 play 4c\n0 play 1e\n0 truco\n")
    film = film_of(f"record 1\nvariant argentino\nplayers 2\nscore B 6\n{EXTRA}{again}")
    assert [sum(film.points_of(hand)) for hand in range(film.hands)] == [3, 3]
    assert hand_of_the_match(film) == 1


def test_a_hand_moves_step_by_step() -> None:
    film = dearer()
    made = moving(film, "es", 2)
    image = opened(made.gif)
    frames = len(list(film.hand(2, "es")))
    assert image.format == "GIF"
    assert image.size[0] == moment.MOVING
    assert frames_of(made.gif) == frames
    assert image.info["loop"] == 0
    assert "mano 3" in made.alt
    assert "Retruco" in made.alt


@pytest.mark.parametrize("seats", some([2, 3, 4, 6, 8]))
def test_a_moving_picture_is_bounded(seats: int) -> None:
    """However long the hand, its words and its names are."""
    spots = tuple(
        PicturedSeat(
            "Ñandú " * 6, "AB"[seat % 2], "¡Contraflor al resto!", seat == 0, ("7o", "1e"), ("4c",)
        )
        for seat in range(seats)
    )
    many = [
        PicturedMoment("spanish", "Truco", "12 – 3", f"{number} " + "palabra " * number, spots)
        for number in range(moment.FRAMES + 20)
    ]
    data = moment.moving_gif(many)
    assert len(data) < LARGEST
    assert frames_of(data) == moment.FRAMES


def test_a_long_hand_is_told_shortly() -> None:
    long = NAMED.replace("0 envido\n1 noquiero\n", "").replace("seat 0 Ana", "seat 0 " + "A" * 300)
    made = moving(film_of(long), "es", 0)
    assert len(made.alt) <= 1000


def test_what_is_told_has_room_in_a_moving_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it, in every one of its pictures; so they are as high as the longest needs."""
    written: list[str] = []
    centred = look.centred

    def noted(image: Image.Image, middle: float, y: float, text: str, *how: Any) -> None:
        written.append(text)
        centred(image, middle, y, text, *how)

    monkeypatch.setattr(look, "centred", noted)
    told = "Gana la mano el equipo de Maximiliano, Bartolomé y Conceição. " * 4 + "¡Ganaron!"
    spots = (PicturedSeat("Ana", "A"), PicturedSeat("Beto", "B"))
    many = [PicturedMoment("spanish", "Truco", "12 – 3", text, spots) for text in ("Va.", told)]
    high = moment.drawn(many[0], moment.MOVING).height
    image = opened(moment.moving_gif(many))
    assert told in " ".join(written)
    assert image.height > high
    assert frames_of(moment.moving_gif(many)) == 2


def test_a_call_is_told_once() -> None:
    """The line of the log says nothing that the line of who has to answer says again."""
    frames = list(dearer().hand(2, "es", OPEN))
    told = [_moment(frame, "es").told for frame in frames]
    assert any("Retruco" in line for line in told)
    assert all(line.count("Retruco") <= 1 for line in told)


# --- letters -------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_every_letter_of_the_words_is_drawn(locale: str) -> None:
    texts = "".join(form for entry in read("bot", "truco", locale).values() for form in entry.forms)
    letters = {text for text in texts if text.isalpha() or text in "¡!¿?–—“”«»…·:;,.()"}
    for letter in letters - {lettering.UNKNOWN}:
        assert lettering.runs(letter) == [(letter, "")], letter


# --- for whom ------------------------------------------------------------------------------------


async def test_pictures_of_a_private_match_are_for_its_own(table: Table) -> None:
    await private(table)
    films = table.service.films
    assert await films.preview(table.match, "es", Viewer(), "") is None
    assert await films.moving(table.match, "es", Viewer(STRANGER)) is None
    for viewer in (Viewer(ANA), Viewer(STRANGER, COMMUNITY)):
        assert await films.moving(table.match, "es", viewer) is not None


async def test_the_finest_hand_waits_for_no_film_and_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def counted(text: str) -> str:
        asked.append(text)
        return "the hand"

    table = Table(Store.in_memory())
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)
    monkeypatch.setattr("bot.film.films.finest_hand", counted)
    films, ready = table.service.films, Event()
    film = asyncio.ensure_future(films.make(ready.wait))
    try:
        readers: list[Any] = [films.finest(table.match) for _ in range(3)]
        assert await asyncio.wait_for(asyncio.gather(*readers), 60) == ["the hand"] * 3
        assert len(asked) == 1
        assert not film.done()
    finally:
        ready.set()
        await film


async def test_a_result_stands_without_its_finest_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(films: Films, match: MatchId) -> None:
        raise ValueError

    table = Table(Store.in_memory())
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)
    monkeypatch.setattr(Films, "finest", fails)
    with capture_logs() as logged:
        screen = await table.screen(None, "es")
    assert (screen.kind, screen.finest) == ("result", None)
    assert [line["match"] for line in logged] == [table.match]
