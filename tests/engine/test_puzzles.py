"""Puzzles: what makes one, that no hidden card is in one, and that those that are shipped fit."""

import json
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine.actions import MAZO, NO_QUIERO, PLAY, QUIERO, Action, Legal, Range
from engine.apply import new_match
from engine.cards import UNKNOWN
from engine.numbers import EVERYBODY
from engine.puzzles import (
    BadFile,
    BadPuzzle,
    FileHead,
    Puzzle,
    PuzzleCandidate,
    action_of,
    moment_of,
    puzzle_of,
    read_file,
    rules_mark,
    shipped,
    table_at,
    view_of,
    write_file,
)
from engine.puzzles.files import FORMAT
from engine.puzzles.making import SEEN, answers_of
from engine.puzzles.puzzle import hand_of
from engine.seen.view import view
from engine.state.state import State
from engine.teacher import Moment, moments, reason_for
from engine.teacher.rollouts import Compared, Worth, worlds
from engine.variants import VARIANTS, table_for
from lab.players import honest
from lab.puzzles import candidates, holds
from tests.engine.test_teacher import SEATED, last, stepped, wandering
from tests.engine.test_teacher import hand_of as record_of
from tests.examples import some
from tests.kept import check_kept
from tests.narrow import present

GOLDEN = Path(__file__).parent / "golden" / "puzzles"
WITH_FILES = [name for name in VARIANTS if shipped(name).puzzles or shipped(name).refused]


def last_card() -> Moment:
    """The other one has called vale cuatro; the seat holds the best card of all."""
    steps = (
        *("1 play 4c", "0 play 5c", "0 play 6c", "1 play 3o"),
        *("1 truco", "0 quiero", "0 retruco", "1 quiero", "1 vale4"),
    )
    return last(record_of("1e 6c 5c", "4c 3o 7c", *steps, "0 noquiero", dealer=0))


@cache
def made() -> Puzzle:
    """The puzzle of that moment: it is measured once for all tests."""
    moment = last_card()
    candidate = PuzzleCandidate(moment, Action(0, NO_QUIERO), Random(1))
    assert candidate.is_one
    return present(puzzle_of(candidate, "test 0"))


def file_of(puzzle: Puzzle, **changes: object) -> str:
    table = table_at(puzzle)
    head = FileHead(FORMAT, puzzle.variant, puzzle.players, rules_mark(table), "by hand")
    return write_file(replace(head, **changes), [puzzle])


@pytest.mark.parametrize(("game", "players"), SEATED)
def test_a_hand_built_from_a_view_looks_the_same_and_holds_no_other_card(
    game: str, players: int
) -> None:
    table, rng, compared = table_for(game, players), Random(players), 0
    for _ in range(3 if players < 6 else 1):
        match = stepped(new_match(table), wandering(table, 2, rng))
        for seat in table.seats:
            for moment in moments(match, seat):
                hand = hand_of(moment.seen, moment.start.score)
                state = match.before(moment.place)
                alone = replace(state, hand=hand)
                assert view(alone, seat) == moment.seen
                assert not unseen_cards(alone, moment)
                compared += 1
    assert compared > 3


def unseen_cards(alone: State, moment: Moment) -> set[int]:
    """The cards of this state that its seat has not seen."""
    hand, seen = alone.hand, moment.seen
    assert hand is not None
    told = {card for cards in (*hand.dealt, *hand.cards) for card in cards}
    told |= {play.card for play in hand.plays} | {fact.card for fact in hand.facts}
    known = {*seen.dealt, seen.turned, seen.put_away, UNKNOWN}
    known |= {card for cards in seen.seen for card in cards} | {fact.card for fact in seen.facts}
    return told - known


def test_a_clear_answer_makes_a_puzzle_with_its_reason() -> None:
    puzzle = made()
    assert action_of(puzzle, puzzle.best).verb == QUIERO
    assert action_of(puzzle, puzzle.textbook).verb == NO_QUIERO
    assert puzzle.reason.why == "truco.accept"
    best = puzzle.answers[puzzle.best]
    others = [answer for answer in puzzle.answers if answer is not best]
    assert all(best.points.low > answer.points.high for answer in others)
    assert all(best.chance.low > answer.chance.high for answer in others)


@pytest.mark.parametrize(("game", "place"), some([("uruguayo", 2), ("paulista", 4)]))
def test_a_puzzle_is_measured_as_it_was(game: str, place: int) -> None:
    """``golden/puzzles``: a change of what is measured shows. ``TRUCO_REWRITE=1`` writes it
    anew. The textbook is what was done by chance there."""
    table = table_for(game, 2)
    match = stepped(new_match(table), wandering(table, 2, Random(f"{game}0")))
    moment = next(choice for choice in moments(match, table.seats[0]) if choice.place == place)
    puzzle = puzzle_of(PuzzleCandidate(moment, moment.chosen, Random(1)), "test 0")
    found = msgspec.json.format(msgspec.json.encode(puzzle)) + b"\n"
    check_kept(GOLDEN / f"{game}.json", found)


def answers_with(offered: tuple[Legal, ...]) -> int:
    return len(answers_of(replace(last_card().seen, offered=offered)))


def test_so_many_answers_are_a_puzzle_and_no_more() -> None:
    """Two at least, and twelve at most: nobody reads more. None where a number is free."""
    plays = tuple(Action(0, PLAY, card) for card in range(13))
    assert [answers_with(plays[:number]) for number in (0, 1, 2, 12, 13)] == [0, 0, 2, 12, 0]
    assert answers_with((*plays[:2], Range(0, "envido", 1, 9))) == 0


def test_where_the_textbook_is_right_there_is_no_puzzle() -> None:
    assert not PuzzleCandidate(last_card(), Action(0, QUIERO), Random(1)).is_one


def test_two_answers_of_the_same_worth_make_no_puzzle() -> None:
    """Both cards that are left are of one height, and the textbook would go to the deck."""
    steps = ("1 play 3c", "0 play 1e")
    match = record_of("1e 5o 5b", "3c 7c 12c", *steps, "0 play 5o", dealer=0)
    candidate = PuzzleCandidate(last(match), Action(0, "mazo"), Random(1))
    candidate.best = Action(0, "play", match.start.table.spelling.read("5o"))
    assert puzzle_of(candidate, "test 0") is None


def test_giving_up_in_other_words_is_right_too() -> None:
    """With the lowest card, two of its three equals gone, and vale cuatro called, going to the deck
    is declining."""
    steps = (
        *("1 play 4c", "0 play 5c", "0 play 4o", "1 play 2o"),
        *("1 truco", "0 quiero", "0 retruco", "1 quiero", "1 vale4"),
    )
    moment = last(record_of("4e 4o 5c", "4c 2o 7c", *steps, "0 noquiero", dealer=0))
    candidate = PuzzleCandidate(moment, Action(0, QUIERO), Random(1))
    puzzle = present(puzzle_of(candidate, "test 0"))
    assert {action_of(puzzle, at).verb for at in puzzle.right} == {NO_QUIERO, MAZO}
    assert len({puzzle.answers[at].points for at in puzzle.right}) == 1


def test_a_call_that_everybody_would_refuse_makes_no_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That says more about our robots than about truco."""
    moment = last_card()
    worth = {"quiero": 3.0}

    def refused(moment: Moment, steps: tuple[Action, ...], *_: object) -> Compared:
        points = tuple(
            Worth(worth.get(step.verb, 0.0), worth.get(step.verb, 0.0)) for step in steps
        )
        return Compared((points,) * 50, 50.0)

    monkeypatch.setattr("engine.puzzles.making.compared", refused)
    candidate = PuzzleCandidate(moment, Action(0, NO_QUIERO), Random(1))
    assert puzzle_of(candidate, "test 0") is not None
    monkeypatch.setattr("engine.puzzles.making._calls", lambda _: {"quiero"})
    assert puzzle_of(candidate, "test 0") is None


def test_a_puzzle_is_read_as_it_was_written() -> None:
    puzzle = made()
    shelf = read_file(file_of(puzzle))
    assert shelf.puzzles == (puzzle,)
    assert not shelf.refused
    moment = moment_of(puzzle)
    assert moment.seen == last_card().seen
    assert moment.steps == last_card().steps
    assert moment.start.score == last_card().start.score
    assert holds(puzzle, 3)


def test_puzzles_of_other_rules_are_refused_and_counted() -> None:
    shelf = read_file(file_of(made(), rules="0" * 16))
    assert (shelf.puzzles, shelf.refused) == ((), 1)


def test_a_puzzle_whose_answers_are_not_those_of_today_is_refused() -> None:
    puzzle = made()
    fewer = replace(puzzle, answers=puzzle.answers[:-1])
    with pytest.raises(BadPuzzle):
        view_of(fewer)
    assert read_file(file_of(fewer)).refused == 1
    without_table = replace(puzzle, options=(("flor", "blue"),))
    good, bad = (msgspec.json.encode(either).decode() for either in (puzzle, without_table))
    text = file_of(puzzle).replace(good, bad)
    assert read_file(text).refused == 1


@pytest.mark.parametrize("text", ["", "{}", "no json", '{"format":2}'])
def test_what_is_no_file_of_puzzles_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        read_file(text)


@pytest.mark.parametrize("changes", [{"format": FORMAT + 1}, {"variant": "mus"}])
def test_a_file_of_another_format_or_game_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(BadFile):
        read_file(file_of(made(), **changes))


def test_the_mark_of_the_rules_follows_the_game_and_the_options() -> None:
    marks = {
        rules_mark(table_for("argentino", 2)),
        rules_mark(table_for("argentino", 4)),
        rules_mark(table_for("argentino", 2, {"flor": "con"})),
        rules_mark(table_for("uruguayo", 2)),
    }
    assert len(marks) == 4


def test_the_same_match_has_the_same_candidates() -> None:
    table = table_for("paulista", 2)
    once, again = ([candidate.moment for candidate in candidates(table, "7 0")] for _ in range(2))
    assert once == again
    assert once


@pytest.mark.parametrize("variant", WITH_FILES)
def test_what_is_shipped_fits_todays_rules(variant: str) -> None:
    shelf = shipped(variant)
    assert shelf.puzzles
    assert not shelf.refused
    assert len({puzzle.id for puzzle in shelf.puzzles}) == len(shelf.puzzles)
    assert {puzzle.variant for puzzle in shelf.puzzles} == {variant}


@pytest.mark.parametrize("variant", WITH_FILES)
def test_a_shipped_puzzle_holds_its_own_cards_alone(variant: str) -> None:
    for puzzle in shipped(variant).puzzles:
        stored = json.loads(msgspec.json.encode(puzzle))
        _, dealt, _, _, cards, plays = stored["hand"][:6]
        for seat, hand in enumerate(dealt):
            if seat != puzzle.seat:
                assert set(hand) == {UNKNOWN}, puzzle.id
                assert set(cards[seat]) <= {UNKNOWN}, puzzle.id
        for _, seat, card, covered in plays:
            assert (card == UNKNOWN) == (covered and seat != puzzle.seat), puzzle.id
        for fact in puzzle.hand.facts:
            assert fact.known_to == EVERYBODY or fact.known_to >> puzzle.seat & 1, puzzle.id
        alone = replace(new_match(table_at(puzzle)), hand=puzzle.hand)
        assert not unseen_cards(alone, moment_of(puzzle)), puzzle.id


@pytest.mark.parametrize("variant", WITH_FILES)
def test_the_steps_of_a_shipped_puzzle_lead_to_its_position(variant: str) -> None:
    """Also where points were won in the hand before the position."""
    for puzzle in shipped(variant).puzzles:
        drawn = worlds(moment_of(puzzle), Random(1), 8)
        assert len(drawn) == 8, puzzle.id
        assert all(view(state, puzzle.seat) == view_of(puzzle) for state in drawn), puzzle.id


@pytest.mark.parametrize("variant", WITH_FILES)
def test_a_shipped_puzzle_has_the_reason_and_the_textbook_of_today(variant: str) -> None:
    """The textbook gives another answer than the best, and every other answer is worse."""
    for puzzle in shipped(variant).puzzles:
        seen = view_of(puzzle)
        best, textbook = (action_of(puzzle, at) for at in (puzzle.best, puzzle.textbook))
        assert puzzle.reason == reason_for(seen, best, textbook), puzzle.id
        assert honest(seen, Random(1)) == textbook, puzzle.id
        first = puzzle.answers[puzzle.best]
        for at, answer in enumerate(puzzle.answers):
            assert at in puzzle.right or first.points.low > answer.points.high, puzzle.id
            assert at in puzzle.right or first.chance.mean - answer.chance.mean >= SEEN, puzzle.id
