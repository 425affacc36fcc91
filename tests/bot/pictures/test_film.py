"""Films: what each frame of a finished match shows, to whom."""

from random import Random

import pytest
from hypothesis import given
from msgspec.structs import replace

from bot.film.frames import OPEN, STEPS, Film, Frame, NoFilm, film_of
from bot.model import MatchInfo
from engine.actions import AnyAction
from engine.errors import Reason
from engine.record.notation import header_of, parse_record, write_header, write_step
from engine.record.replay import replay
from engine.seen.view import PUBLIC, view
from engine.state.state import State
from tests.examples import examples
from tests.narrow import present
from tests.strategies import GAMES, Playout, seeds, start_from
from tests.watching import info_of, other_deals

games = pytest.mark.parametrize("game", GAMES)

NAMED = """record 1
variant argentino
players 2
seat 0 Ana
seat 1 Beto

hand dealer 1
deal 0 7o 4c 1b
deal 1 3e 12c 5o
0 envido
1 noquiero
0 play 7o
seat 1 Beto (robot)
1 play 3e
1 mazo

hand dealer 0
deal 0 7o 4c 1b
deal 1 3e 12c 5o
1 truco
0 noquiero
end agreed
"""


def written(start: State, actions: list[AnyAction]) -> str:
    lines = [*write_header(header_of(start.table, (), start.score, start.games))]
    for action in actions:
        lines += write_step(start.table, action)
    return "\n".join(lines) + "\n"


def played(seed: int, game: str, length: int) -> Playout:
    return Playout(start_from(seed, game), seed).play(length)


def shown(frame: Frame) -> tuple[object, ...]:
    """What a frame shows of the cards and the score."""
    screen = frame.screen
    return (
        [mark.code for mark in screen.cards],
        [(card.seat, card.code, card.covered) for row in screen.tricks for card in row.cards],
        [seat.cards for seat in screen.seats],
        [seat.seat for seat in screen.seats if seat.turn],
        screen.turned and screen.turned.code,
        [score.points for score in screen.scores],
    )


def expected(state: State, seat: int) -> tuple[object, ...]:
    """The same of the view that this seat had."""
    seen, write = view(state, seat), state.table.spelling.write

    def code(card: int) -> str:
        return "back" if card < 0 else write(card)

    return (
        [code(card) for card in seen.cards],
        [(play.seat, code(play.card), play.covered) for play in seen.plays],
        list(seen.counts),
        sorted(seen.awaited),
        None if seen.turned < 0 else code(seen.turned),
        list(seen.score),
    )


@games
@examples(5)
@given(seed=seeds)
def test_a_frame_shows_what_its_seat_saw(game: str, seed: int) -> None:
    playout = played(seed, game, 60)
    film = film_of(playout.record())
    seat = seed % film.players
    for taken, frame in zip(playout.taken, film.frames("es", seat), strict=False):
        assert shown(frame) == expected(taken.after, seat)
        assert frame.hands == ()


@games
@examples(5)
@given(seed=seeds)
def test_a_seat_cannot_tell_other_deals_from_its_frames(game: str, seed: int) -> None:
    playout = played(seed, game, 40)
    seat = seed % playout.start.table.players
    others = other_deals(playout.taken, seat, Random(seed))
    true = film_of(playout.record())
    other = film_of(written(playout.start, others))
    # Only the steps that were taken: a film ends with the claims of a hand that was left open.
    count = len(playout.taken)
    assert list(true.frames("es", seat))[:count] == list(other.frames("es", seat))[:count]


@games
@examples(5)
@given(seed=seeds)
def test_open_hands_are_those_of_the_match(game: str, seed: int) -> None:
    playout = played(seed, game, 60)
    film = film_of(playout.record())
    for taken, frame in zip(playout.taken, film.frames("es"), strict=False):
        hand = present(taken.after.hand)
        write = taken.after.table.spelling.write
        told = [[mark.code for mark in marks] for marks in frame.hands]
        assert told == [[write(card) for card in cards] for cards in hand.cards]
        laid = [card.code for row in frame.screen.tricks for card in row.cards]
        by_trick = sorted(hand.plays, key=lambda play: play.trick)  # two may be laid at once
        assert laid == [write(play.card) for play in by_trick]


@games
@examples(3)
@given(seed=seeds)
def test_the_last_frame_has_the_score_of_the_record(game: str, seed: int) -> None:
    text = played(seed, game, 10**6).record()
    end = replay(parse_record(text)).state
    film = film_of(text)
    last = film.frame(len(film) - 1, "es")
    assert [score.points for score in last.screen.scores] == list(end.score)
    assert "result.won" in [line.id for line in last.screen.lines]


@pytest.mark.parametrize("eye", [OPEN, 0, 1])
def test_one_frame_alone_is_the_same(eye: int) -> None:
    film = film_of(NAMED)
    frames = list(film.frames("es", eye))
    assert [frame.place for frame in frames] == list(range(len(film)))
    assert [film.frame(place, "es", eye) for place in range(len(film))] == frames


def test_hands_are_chapters() -> None:
    film = film_of(NAMED)
    first, second = film.chapters("es")
    assert (first.number, first.first, first.score) == (1, 0, "Ana 0 – 0 Beto")
    assert film.frame(second.first, "es").screen.number == second.number == 2
    assert second.score == "Ana 2 – 0 Beto"
    assert [film.hand_of(place) for place in (0, second.first - 1, second.first)] == [0, 0, 1]


def test_a_film_tells_each_step_once_with_the_names_of_the_moment() -> None:
    film = film_of(NAMED)
    frames = list(film.frames("es"))
    told = [[line.id for line in frame.screen.log] for frame in frames]
    assert told[:3] == [["log.dealt"], ["log.said"], ["log.refused.worth"]]
    assert [frame.screen.seats[1].robot for frame in frames[3:5]] == [False, True]
    assert film.names == ("Ana", "Beto")
    assert [line.id for line in frames[-1].screen.lines] == ["result.ended.agreed"]
    assert film_of(NAMED.replace("seat 0 Ana\n", "")).names == ("#1", "Beto"), "its number"


def test_a_robot_that_took_a_seat_over_has_it_until_the_next_hand() -> None:
    first, rest = NAMED.split("1 noquiero\n", 1)
    rest = rest.replace("seat 1 Beto (robot)\n", "")
    film = film_of(f"{first}# robot 1\n1 noquiero\n{rest}")
    robots = [frame.screen.seats[1].robot for frame in film.frames("es")]
    at = film.chapters("es")[1].first
    assert robots == [False, False, *[True] * (at - 2), *[False] * (len(film) - at)]
    assert film.names == ("Ana", "Beto")


def test_the_match_knows_more_of_its_end() -> None:
    info: MatchInfo = info_of(replay(parse_record(NAMED)).state)
    left = replace(info, ended="left", winner=1, final=(9, 4))
    film = film_of(NAMED, "abcdefgh", left)
    last = film.frame(len(film) - 1, "es").screen
    assert last.lines[0].id == "result.won"
    assert [score.points for score in last.scores] == [9, 4]
    assert film.frame(len(film) - 2, "es").screen.lines[0].id != "result.won"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, Reason.BAD_LINE),
        ("hello", 1, Reason.BAD_LINE),
        (NAMED.replace("0 envido", "0 foo"), 10, Reason.BAD_LINE),
        (NAMED.replace("0 play 7o", "0 play 6o"), 12, Reason.NO_SUCH_CARD),
        (NAMED.replace("players 2", "players 5"), 3, Reason.BAD_OPTION),
    ],
)
def test_a_wrong_record_gets_the_first_fault(text: str, line: int, reason: Reason) -> None:
    with pytest.raises(NoFilm) as caught:
        film_of(text)
    problem = present(caught.value.problem)
    assert problem.line == line
    assert problem.reason == reason
    assert problem.text


@pytest.mark.parametrize(
    "text",
    [
        "record 1\nvariant argentino\nplayers 2\n",
        "record 1\nvariant argentino\nplayers 2\nend agreed\n",
        "record 1\nvariant argentino\nplayers 2\n" + "seat 0 Ana\n" * (STEPS + 1),
    ],
    ids=["empty", "no deal", "long"],
)
def test_what_is_empty_or_endless_makes_no_film(text: str) -> None:
    with pytest.raises(NoFilm) as caught:
        film_of(text)
    assert caught.value.problem is None


def test_an_eye_is_a_seat_or_open() -> None:
    film: Film = film_of(NAMED)
    assert OPEN == PUBLIC
    assert film.frame(0, "es", 0).screen.cards
    assert not film.frame(0, "es").screen.cards
