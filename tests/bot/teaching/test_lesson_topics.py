"""What a guided match explains at a moment, condition by condition, at views that are made up."""

import pytest
from msgspec.structs import replace

from bot.match import lesson
from bot.match.lesson import following
from bot.model import Lesson, MatchInfo
from engine.actions import NO_QUIERO, TENGO, Range
from engine.cards import UNKNOWN
from engine.numbers import NO_NUMBER, Game, Seat, Side
from engine.seen.view import SeatView, view
from engine.state.state import DECLARATION, ENVIDO_GAME, OVER, PLAYING, Pending, Spoken
from engine.variants import table_for
from tests.bot.scenes import dealt, info_for, played
from tests.narrow import present

TABLE = table_for("argentino", 2)
INFO = info_for(TABLE)
START = dealt(TABLE, 1, "4e 5c 6b", "4c 5b 12o")
"""Seat 0, which lays the first card, has nothing to call with."""


def seen(*steps: str, seat: int = 0, number: int = 3) -> SeatView:
    """What this seat sees after these steps, as if it were this hand of the match."""
    return replace(view(played(START, *steps)[0], seat), number=number)


def position_of(found: SeatView, **changes: object) -> SeatView:
    return replace(found, position=replace(present(found.position), **changes))


def pending(game: Game) -> Pending:
    """The first call of the other seat in this game."""
    return Pending(game, Side(1), Seat(1), 0)


def told(found: SeatView, *before: str) -> str:
    """The topic of this moment for somebody who was told these."""
    return _following(found, Lesson(told=before)).now


def came(found: SeatView, **before: object) -> str:
    return _following(found, replace(Lesson(), **before)).came


def _following(found: SeatView, before: Lesson) -> Lesson:
    info: MatchInfo = replace(INFO, lesson=before)
    return following(info, found)


# --- what came of a call ------------------------------------------------------------------------


def after(*said: str, mano: int = 0) -> SeatView:
    """What seat 0 sees after these words ("0 tengo 27")."""
    words = []
    for text in said:
        seat, verb, *number = text.split()
        words.append(Spoken(Seat(int(seat)), verb, int(number[0]) if number else NO_NUMBER))
    return replace(seen(), said=tuple(words), mano=Seat(mano))


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ((), ""),
        (("0 envido",), ""),
        (("0 truco", "1 quiero"), "accepted.theirs"),
        (("1 truco", "0 quiero"), "accepted"),
        (("0 truco", "1 noquiero"), "ran.theirs"),
        (("1 truco", "0 noquiero"), "ran"),
        (("0 envido", "1 noquiero"), "envido.declined.theirs"),
        (("1 envido", "0 noquiero"), "envido.declined"),
        (("0 envido", "1 quiero"), ""),
        (("1 envido", "0 quiero", "0 tengo 27", "1 tengo 26"), "envido.won"),
        (("1 envido", "0 quiero", "0 tengo 26", "1 tengo 27"), "envido.lost"),
        (("1 envido", "0 quiero", "0 tengo 26", "1 buenas"), "envido.won"),
    ],
)
def test_what_is_told_of_a_call(said: tuple[str, ...], result: str) -> None:
    assert came(after(*said)) == result


@pytest.mark.parametrize(("mano", "result"), [(0, "envido.won"), (1, "envido.lost")])
def test_with_equal_points_the_mano_has_won(mano: int, result: str) -> None:
    said = ("0 envido", "1 quiero", "0 tengo 27", "1 tengo 27")
    assert came(after(*said, mano=mano)) == result


def test_an_envido_whose_points_are_still_said_has_no_result() -> None:
    found = after("1 envido", "0 quiero", "0 tengo 27")
    assert came(position_of(found, stack=(pending(DECLARATION),))) == ""
    assert came(position_of(found, stack=())) == "envido.won"


def test_a_result_stays_until_the_newcomer_moves_on() -> None:
    quiet = {"came": "accepted", "heard": 0}
    assert came(seen("0 play 4e", "1 play 4c"), **quiet) == "accepted", "the robot has laid a card"
    assert came(seen("0 play 4e"), **quiet) == "", "the newcomer has"
    assert came(seen(), **quiet) == "", "a new hand"
    answered = after("1 truco", "0 quiero")
    assert came(answered, came="accepted", heard=2) == "accepted"
    assert came(answered, came="accepted", heard=3) == "", "another hand"


# --- the topic of a moment ----------------------------------------------------------------------


def test_a_hand_that_is_over_is_told_once() -> None:
    over = position_of(seen(number=1), phase=OVER)
    assert told(over) == "over.1"
    assert told(over, "over.1") == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"winner": 0},
        {"winner": 1},
        {"ended": "agreed"},
        {"dealt": (UNKNOWN,) * 3},
        {"position": None},
    ],
)
def test_nothing_is_told_when_there_is_nothing_to_do(changes: dict[str, object]) -> None:
    over = position_of(seen(number=1), phase=OVER)
    assert told(replace(over, **changes)) == ""


def test_who_is_not_awaited_is_told_nothing() -> None:
    assert told(seen(number=1)) == "lead"
    assert told(replace(seen(number=1), awaited=(1,))) == ""
    assert told(position_of(seen(number=1), phase=OVER + PLAYING + 1)) == ""


@pytest.mark.parametrize(
    ("game", "offered", "topic"),
    [
        (DECLARATION, (Range(0, TENGO, 0, 33),), "declare"),
        (DECLARATION, (), ""),
        (ENVIDO_GAME, (Range(0, TENGO, 0, 33),), ""),
    ],
)
def test_points_are_declared_when_they_are_asked_for(
    game: Game, offered: tuple[Range, ...], topic: str
) -> None:
    asked = replace(position_of(seen(), stack=(pending(game),)), offered=offered)
    assert told(asked, "envido") == topic


@pytest.mark.parametrize(
    ("steps", "seat", "topic"),
    [
        (("0 play 4e", "1 truco"), 0, "truco"),
        (("0 truco", "1 retruco"), 0, "raised"),
        (("0 envido",), 1, "envido"),
    ],
)
def test_a_call_is_explained_when_it_is_answered(
    steps: tuple[str, ...], seat: int, topic: str
) -> None:
    """With the master's word, who declines with such cards."""
    found = _following(seen(*steps, seat=seat), Lesson())
    assert (found.now, found.answer) == (topic, NO_QUIERO)


@pytest.mark.parametrize(
    ("steps", "seat", "number", "topic"),
    [
        ((), 0, 1, "lead"),
        ((), 0, 2, ""),
        ((), 0, 3, "count"),
        (("0 play 4e",), 1, 2, "follow"),
        (("0 play 4e", "1 play 4c"), 0, 2, "tied"),
        (("0 play 5c", "1 play 4c"), 0, 2, "won"),
        (("0 play 4e", "1 play 12o"), 1, 2, "won"),
        (("0 play 4e", "1 play 12o", "1 play 4c"), 0, 2, "lost"),
        (("0 play 4e", "1 play 12o", "1 play 4c", "0 play 6b"), 0, 2, ""),
    ],
)
def test_what_is_told_at_a_turn(steps: tuple[str, ...], seat: int, number: int, topic: str) -> None:
    assert told(seen(*steps, seat=seat, number=number)) == topic


@pytest.mark.parametrize(
    ("cards", "steps", "master", "topic"),
    [
        ("1e 4c 5b", (), "truco", "call.truco"),
        ("7e 4c 5b", (), "truco", "call.truco"),
        ("7o 4c 5b", (), "truco", ""),  # three cards are higher
        ("7e 4c 5b", (), "envido", ""),
        ("7o 4c 5b", ("0 play 5b", "1 play 4o"), "truco", ""),
        ("7o 4c 5b", ("0 play 5b", "1 play 1b", "1 play 4o"), "truco", ""),
        ("7e 4c 5b", ("0 play 5b", "1 play 4o"), "truco", "call.truco"),
        ("7e 4c 5b", ("0 play 5b", "1 play 1b", "1 play 4o"), "truco", ""),
    ],
)
def test_a_truco_is_advised_with_a_card_that_hardly_any_beats(
    monkeypatch: pytest.MonkeyPatch, cards: str, steps: tuple[str, ...], master: str, topic: str
) -> None:
    """If the master would call it, and nobody has won the first trick against it."""
    monkeypatch.setattr(lesson, "_masters_word", lambda *_: master)
    state, _ = played(dealt(TABLE, 1, cards, "4o 1b 12o"), *steps)
    found = replace(view(state, 0), number=2)
    assert told(found, "lead", "won", "lost") == topic


def test_a_card_that_was_seen_beats_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson, "_masters_word", lambda *_: "truco")
    state, _ = played(dealt(TABLE, 0, "7o 4c 5b", "4o 1b 12o"), "1 play 1b")
    assert told(replace(view(state, 0), number=2), "follow") == "call.truco"
