"""A puzzle: a position as one seat saw it, the seat's possible answers, and the worth of each.

A puzzle holds nothing that its seat did not know. It is built from the seat's view field by field;
the cards of the others are ``UNKNOWN`` in it.
"""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.actions import Action, Deal
from engine.cards import UNKNOWN
from engine.errors import EngineError
from engine.numbers import NO_SEATS, Seat
from engine.record.codec import VERSION
from engine.record.notation import parse_action, write_action
from engine.rules.marks import mark_of
from engine.seen.view import SeatView, table_of, view
from engine.state.state import Hand, Held, State
from engine.state.table import Table
from engine.teacher import Explanation, Measured, Moment
from engine.variants import table_for

_ID: Final = 10
"""Digits of a puzzle's id."""


Options = tuple[tuple[str, str], ...]
"""Options of a table, with their values."""


class BadPuzzle(Exception):
    """The puzzle does not fit today's rules, which lead to another position or other answers."""


class PuzzleAnswer(Struct, frozen=True):
    """One step that the seat may take, and its worth."""

    step: str
    """In the words of a record, without the seat."""
    points: Measured
    """The points of this hand that the seat's side gains, minus those of the other side."""
    chance: Measured
    """The chance of winning the match, from 0 to 1."""


class Puzzle(Struct, frozen=True):
    """One position with one best answer."""

    id: str
    """The puzzle's id. It is made from the position alone."""
    variant: str
    players: int
    options: Options
    """The options that differ from their defaults."""
    seat: Seat
    dealer: Seat
    number: int
    """The number of this hand in the match, from 1."""
    first: bool
    """It is the first hand of its game."""
    score: tuple[int, ...]
    games: tuple[int, ...]
    hand: Hand
    """The hand as the seat sees it; the cards of the others are ``UNKNOWN``."""
    steps: tuple[tuple[Seat, str], ...]
    """The steps of this hand so far, in the words of a record."""
    answers: tuple[PuzzleAnswer, ...]
    """Everything that the seat may do, in the order in which it is offered."""
    best: int
    """The index of the best answer."""
    textbook: int
    """The index of the answer that the textbook gives."""
    reason: Explanation
    """The reason why the best answer is better than the textbook's."""
    misses: float
    """How often robots below a master miss the best answer, from 0 to 1: the first difficulty."""
    source: str
    """The origin of the moment: the seed and the number of a match of robots."""
    equal: tuple[int, ...] = ()
    """The indexes of the answers with the same result as the best one: going to the deck instead of
    declining a call, or the other way round. They are right too."""

    @property
    def right(self) -> tuple[int, ...]:
        """The indexes of the best answer and of the answers with the same result."""
        return (self.best, *self.equal)


def rules_mark(table: Table) -> str:
    """Changes when the rules of this table change, or the way in which a position is written. Names
    of options and numbers of articles are left out: they change no position."""
    read = replace(table.rules, options=(), articles=())
    return mark_of({"version": VERSION, "players": table.players, "rules": read})


def table_at(puzzle: Puzzle) -> Table:
    """The table of a puzzle. Raises :class:`BadPuzzle` if there is no such table today."""
    try:
        return table_for(puzzle.variant, puzzle.players, dict(puzzle.options))
    except EngineError as error:
        raise BadPuzzle(puzzle.id) from error


def view_of(puzzle: Puzzle) -> SeatView:
    """The view of the seat. Raises :class:`BadPuzzle` if the seat does not have these answers."""
    table = table_at(puzzle)
    state = State(
        table=table.seated(puzzle.dealer),
        dealer=puzzle.dealer,
        number=puzzle.number,
        first=puzzle.first,
        score=puzzle.score,
        games=puzzle.games,
        hand=puzzle.hand,
    )
    try:
        seen = view(state, puzzle.seat)
    except (EngineError, LookupError) as error:
        raise BadPuzzle(puzzle.id) from error
    if tuple(write_action(table, action) for action in seen.offered) != tuple(
        answer.step for answer in puzzle.answers
    ):
        raise BadPuzzle(puzzle.id)
    return seen


def action_of(puzzle: Puzzle, index: int) -> Action:
    return parse_action(table_at(puzzle), puzzle.seat, puzzle.answers[index].step)


def moment_of(puzzle: Puzzle) -> Moment:
    """The puzzle as the teacher reads it, with the textbook's answer as the chosen step."""
    table, seen = table_at(puzzle), view_of(puzzle)
    steps = tuple(parse_action(table, seat, words) for seat, words in puzzle.steps)
    return Moment(
        place=len(steps) + 1,
        seen=seen,
        chosen=action_of(puzzle, puzzle.textbook),
        start=State(
            table,
            number=puzzle.number - 1,
            first=puzzle.first,
            score=puzzle.hand.start,
            games=puzzle.games,
        ),
        deal=Deal(puzzle.dealer, puzzle.hand.dealt, puzzle.hand.turned, puzzle.hand.mode),
        steps=steps,
    )


def hand_of(seen: SeatView, start: tuple[int, ...]) -> Hand:
    """The hand as this seat sees it, built from its view alone. ``start``: the score when the hand
    began; the view's score includes the points won since then."""
    table = table_of(seen)
    assert seen.position is not None, "cards were dealt"
    mine = seen.seat
    return Hand(
        mode=seen.mode,
        dealt=tuple(
            seen.dealt if seat == mine else (UNKNOWN,) * size
            for seat, size in enumerate(table.hand_sizes)
        ),
        turned=seen.turned,
        duel=seen.duel,
        cards=tuple(
            seen.cards if seat == mine else (UNKNOWN,) * count
            for seat, count in enumerate(seen.counts)
        ),
        plays=seen.plays,
        tricks=seen.tricks,
        said=seen.said,
        seen=seen.seen,
        position=seen.position,
        start=start,
        entries=seen.entries,
        held=tuple(
            Held(
                points.duel,
                points.kind,
                points.side,
                points.points,
                article="",
                seats=NO_SEATS,
                show=points.show,
            )
            for points in seen.held
        ),
        facts=seen.facts,
        put_away=seen.put_away,
    )


def id_of(seen: SeatView, options: Options, hand: Hand) -> str:
    """The id of a position: it follows from the game, the score and the hand. ``options``: the
    options that differ from their defaults."""
    place = (seen.variant, options, seen.seat, seen.score, seen.games)
    return sha256(msgspec.json.encode((place, hand))).hexdigest()[:_ID]
