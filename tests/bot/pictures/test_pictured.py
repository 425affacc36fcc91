"""The pictures of a table, of the end of a match and of a podium: from the public screen alone."""

import io
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from msgspec.structs import fields, replace
from PIL import Image

from bot.film.frames import film_of
from bot.film.pictures import hand_of_the_match, moving, preview_png
from bot.model import MatchInfo, Status
from bot.pictures.board import Board
from bot.pictures.deck import BACK, DECKS
from bot.pictures.drawing import lettering
from bot.pictures.drawing.table import HIGH, WIDE
from bot.pictures.drawn import png
from bot.pictures.ending import Ending
from bot.pictures.table import TableCard, TableSeat, TableShot, Tally
from bot.screen import CardMark, Screen, TrickRow
from bot.screens import build
from bot.screens.help.primer import primer
from bot.screens.rendering.pictured import ending_of, picture_of
from bot.words import LOCALES, words_for
from engine.actions import Deal
from engine.apply import apply
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from engine.variants import table_for
from tests.bot.pictures.test_film import played as played_match
from tests.bot.scenes import dealt, dealt_anyhow, info_for, played
from tests.examples import examples, some
from tests.narrow import of_kind, present
from tests.redeal import redeal, retake
from tests.strategies import GAMES, Playout, Taken, seeds

TWO = table_for("argentino", 2)
LARGEST = 40 * 1024
"""Bytes of a table."""


@pytest.mark.parametrize("locale", ["es", "pt_BR", "en"])
def test_what_the_bubbles_say_is_told_to_who_does_not_see_them(locale: str) -> None:
    state = dealt(TWO, 1, "7e 6e 4c", "1b 7o 4o")
    state, _ = played(state, "0 envido", "1 quiero")
    words = words_for(locale)
    told = build(info_for(TWO), view(state, PUBLIC), locale)
    found = present(picture_of(told))
    assert isinstance(found.shown, TableShot)
    bubbles = [
        words.text("log.said", name=seat.name, words=seat.says)
        for seat in found.shown.seats
        if seat.says
    ]
    assert len(bubbles) == 2
    own = build(info_for(TWO), view(state, 0), locale)
    for said in bubbles:
        assert said in found.alt
        assert said in own.alt


@pytest.mark.parametrize("game", GAMES)
@examples(3)
@given(seed=seeds)
def test_other_hands_make_the_same_picture(game: str, seed: int) -> None:
    """Whatever else could have been dealt, as far as the table knows, it looks the same."""
    hand = last_hand(played_match(seed, game, 30))
    rng = Random(seed)
    other = hand[0].before
    for action in retake(hand, redeal(hand, PUBLIC, rng), PUBLIC, rng):
        other = apply(other, action).state
    assert picture(hand[-1].after) == picture(other)


def last_hand(match: Playout) -> list[Taken]:
    """The steps of the newest hand, its deal first."""
    start = max(n for n, step in enumerate(match.taken) if isinstance(step.action, Deal))
    return match.taken[start:]


def picture(state: State) -> object:
    screen = build(info_for(state.table), view(state, PUBLIC), "es")
    return picture_of(screen)


def test_a_card_that_lies_face_down_is_a_back() -> None:
    """Also for somebody who knows what it is."""
    screen = build(info_for(TWO), view(dealt(TWO, 1, "1e 7e 4c", "1b 7o 4o"), PUBLIC), "es")
    card = CardMark("7e", "x", seat=0, covered=True)
    found = present(picture_of(replace(screen, tricks=(TrickRow(1, (card,), done=False),))))
    assert of_kind(TableShot, found.shown).seats[0].laid == (TableCard(BACK),)


def test_a_seat_of_a_picture_has_no_place_for_a_hand() -> None:
    """Of the cards in a hand it knows how many there are."""
    kinds = {field.name: field.type for field in fields(TableSeat)}
    assert kinds["held"] is int
    assert [name for name, kind in kinds.items() if "TableCard" in str(kind)] == ["laid"]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_end_of_a_match_is_a_picture_of_who_has_won(locale: str) -> None:
    state = dealt(TWO, 1, "1e 1b 3o", "4c 5c 6o", score=(29, 3))
    state, events = played(state, "0 play 1e", "1 play 4c", "0 truco", "1 noquiero")
    screen = build(info_for(TWO, status=Status.OVER), view(state, PUBLIC), locale, events)
    found = present(picture_of(screen))
    assert isinstance(found.shown, Ending)
    assert found.shown.won in found.alt
    assert [tally.points for tally in found.shown.tallies] == [30, 3]
    assert [card.code for seat in found.shown.seats for card in seat.laid] == ["1e", "4c"]
    assert found.shown.title


def test_the_card_of_a_match_shows_its_finest_hand_and_where_it_was_played() -> None:
    state = dealt(TWO, 1, "1e 1b 3o", "4c 5c 6o", score=(20, 3))
    before, _ = played(state, "0 truco", "1 quiero", "0 play 1e", "1 play 4c", "0 play 1b")
    finest, _ = played(before, "1 play 5c")
    last = dealt(TWO, 1, "7e 1b 3o", "7o 5c 6o", score=(29, 3))
    last, events = played(last, "0 play 7e", "1 play 7o", "0 truco", "1 noquiero")
    info = info_for(TWO, status=Status.OVER)
    screen = build(info, view(last, PUBLIC), "es", events, finest=view(finest, PUBLIC))
    found = present(picture_of(screen, "Los pibes"))
    assert isinstance(found.shown, Ending)
    laid = [[card.code for card in seat.laid] for seat in found.shown.seats]
    assert laid == [["1e", "1b"], ["4c", "5c"]]
    assert found.shown.shown_at == "Los pibes"
    assert found.shown.told in found.alt
    for locale in LOCALES:
        screen = build(info, view(last, PUBLIC), locale, events, finest=view(finest, PUBLIC))
        ending = ending_of(screen, "")
        assert ending.told.split()[0].lower() not in ending.hand.lower(), "the word twice"


@pytest.mark.parametrize("winner", [0, 1])
def test_whoever_stays_when_the_leaders_leave_is_glad(winner: int) -> None:
    """Their points do not say who has won: the match does."""
    state = dealt(TWO, 1, "1e 1b 3o", "4c 5c 6o", score=(20, 3))
    info = info_for(TWO, status=Status.OVER, ended="left", winner=winner, final=(20, 3))
    for seat in (PUBLIC, 0, 1):
        screen = build(info, view(state, seat), "es")
        assert [shown_seat.ahead for shown_seat in screen.seats] == [winner == 0, winner == 1]
        found = present(picture_of(screen))
        assert isinstance(found.shown, Ending)
        assert [shown_seat.ahead for shown_seat in found.shown.seats] == [winner == 0, winner == 1]


def test_of_three_scores_only_the_winners_seats_are_ahead() -> None:
    """Gallo por turno: two have played together, and one of them has won."""
    table = table_for("tradicional-18", 3)
    state = dealt_anyhow(table, 0, score=(4, 9, 7))
    info = info_for(table, status=Status.OVER, ended="left", winner=2, final=(4, 9, 7))
    assert len(state.score) == 3
    assert ahead(info, state) == [False, False, True]


@pytest.mark.parametrize(
    ("final", "expected"),
    [((3, 2), [True, False]), ((2, 3), [False, True]), ((2, 2), [True, True])],
)
def test_a_stopped_match_has_those_ahead_who_stood_highest(
    final: tuple[int, ...], expected: list[bool]
) -> None:
    state = dealt(TWO, 1, "1e 1b 3o", "4c 5c 6o")
    info = info_for(TWO, status=Status.OVER, ended="agreed", final=final)
    assert ahead(info, state) == expected
    assert ahead(replace(info, status=Status.PLAYING), state) == [False, False]


def ahead(info: MatchInfo, state: State) -> list[bool]:
    return [seat.ahead for seat in build(info, view(state, PUBLIC), "es").seats]


def test_a_word_tells_which_of_the_contest_it_was() -> None:
    state = dealt(TWO, 1, "7e 6e 4c", "1b 7o 4o")
    state, _ = played(state, "0 envido", "1 quiero")
    told = build(info_for(TWO), view(state, PUBLIC), "es").seats
    assert [(seat.seat, seat.spoke) for seat in told if seat.says] == [(0, 3), (1, 4)]
    quiet = dealt(TWO, 1, "7e 6e 4c", "1b 7o 4o")
    assert [seat.spoke for seat in build(info_for(TWO), view(quiet, 0), "es").seats] == [0, 0]


def test_neither_a_match_that_nobody_has_won_nor_a_lobby_has_a_picture() -> None:
    info = info_for(TWO, status=Status.OVER, ended="agreed")
    state = dealt(TWO, 1, "1e 1b 3o", "4c 5c 6o")
    assert picture_of(build(info, view(state, PUBLIC), "es")) is None
    assert picture_of(build(info_for(TWO, status=Status.LOBBY), None, "es")) is None


def test_a_tournament_that_is_over_is_a_podium() -> None:
    screen = Screen(
        "tournament", "abcd2345", 1, "es", "Torneo", podium=(("Ana",), ("Beto",), ("C", "D"))
    )
    found = present(picture_of(screen))
    assert isinstance(found.shown, Board)
    assert [[row.name for row in step] for step in found.shown.podium] == [
        ["Ana"],
        ["Beto"],
        ["C", "D"],
    ]
    assert picture_of(replace(screen, podium=())) is None


@pytest.mark.parametrize("players", [2, 4, 6, 8])
def test_a_table_is_small_however_many_sit_there(players: int) -> None:
    rng = Random(players)
    codes = rng.sample(DECKS["spanish"].codes, 3 * players + 1)
    seats = tuple(
        TableSeat(
            "W" * 32,
            "AB"[seat % 2],
            "¡Contraflor al resto!",
            laid=tuple(TableCard(codes[3 * seat + card], card == 0) for card in range(3)),
        )
        for seat in range(players)
    )
    tallies = (Tally("Ana", "A", 29, "14 buenas"), Tally("Beto", "B", 300, "300"))
    data = png(TableShot("spanish", "Truco " * 30, seats, tallies, codes[-1]))
    assert len(data) < LARGEST
    with Image.open(io.BytesIO(data)) as image:
        assert (image.size, image.info) == ((WIDE, HIGH), {})


@pytest.mark.parametrize("game", some(GAMES))
@examples(2)
@given(seed=seeds)
def test_none_of_our_words_is_cut(game: str, seed: int) -> None:
    """Tables, ends, films and the picture of a game in every language, whatever their options."""
    cut: list[str] = []

    def noted(letters: Sequence[str]) -> str:
        cut.append("".join(letters))
        return ""

    match = played_match(seed, game, 60)
    table = match.state.table
    end = info_for(table, status=Status.OVER, ended="agreed")
    film = film_of(match.record(), "abcd2345", end)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lettering, "_short", noted)
        for locale in LOCALES:
            png(primer(table, locale))
            preview_png(film, locale, "La peña")
            moving(film, locale, hand_of_the_match(film))
            for step in film.steps[::10]:
                picture = picture_of(build(info_for(table), view(step.state, PUBLIC), locale))
                if picture is not None:
                    png(picture.shown)
    assert cut == []
